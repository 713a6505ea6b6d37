"""A service for real whose detector takes its time: run as a process of its own by the tests beside it.

It says ``reading`` on standard output whenever it begins a photo. Settings come from the environment, as ever.
"""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from service.app import create_app
from service.logs import set_up
from service.reader import Model, PhotoReader
from service.server import server
from service.settings import Settings
from vision.detection import Detection
from vision.photo import Photo
from vision.timing import Stopwatch


class Slow:
    def detect(self, _photo: Photo, _watch: Stopwatch | None = None) -> list[Detection]:
        print("reading", flush=True)
        time.sleep(float(os.environ["SLOW_SECONDS"]))
        return []


if __name__ == "__main__":
    settings = Settings()
    set_up(settings.log, settings.log_level)
    server(settings, create_app(settings, PhotoReader(Slow(), Model("slow", "")))).run()
