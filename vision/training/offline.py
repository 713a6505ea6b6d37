"""Keeps ultralytics from reporting to its makers and from looking for newer versions: import it before ultralytics."""

import os

os.environ["YOLO_OFFLINE"] = "true"
