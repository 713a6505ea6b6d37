"""Made streams: what a camera in somebody's hand would send, of hands whose tiles are known.

A stream is described by its seed and number alone, and every frame can be made by itself, so that anyone can make the
same ones again. The scene is a real photo of a complete hand that no model was trained on (``tables``, val), or a
rendered hand of a set of tiles that no training drew. A camera path (``streams_path``) turns, zooms, tilts and shakes
it; ``streams_look`` makes a video frame of it: focus that hunts, motion blur, exposure, rolling light, glare that
wanders, noise, coding, and arms that reach over the tiles.

``python -m vision.training.streams 7 3 out/stream.mp4`` writes stream 3 of seed 7; ``--kind`` says what happens in it:

- ``still``: nothing but the camera moves;
- ``arms``: arms reach over the tiles;
- ``laid``: the tiles are laid down bit by bit in the first three seconds;
- ``changed``: a tile becomes another in the middle of the stream; ``removed``: it is taken away.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from vision.stream.frame import Frame
from vision.stream.motion import Matrix, carried
from vision.training.degrade import Pixels
from vision.training.streams_look import Arm, VideoLook, random_arm, random_video_look
from vision.training.streams_path import CameraPath, camera_path, spells
from vision.training.streams_scene import Scene, made_scene, real_scene

RATE = 30
"""Frames a second."""

SECONDS = 8.0

SIZES = ((1280, 720), (1280, 720), (960, 540), (1920, 1080), (640, 480), (640, 480), (640, 360))
"""Pixels of the frames."""

LAYING = 3.0
"""Seconds in which tiles are laid down."""

REAL, RENDERED = "real", "rendered"

KINDS = ("still", "arms", "laid", "changed", "removed")

USUAL = ("still", "arms", "still", "laid")
CHANGES = ("changed", "changed", "removed", "removed")
"""What happens in the streams of a series, in turn; no photo shows tiles being laid: there arms come instead."""


@dataclass(frozen=True)
class MadeStream:
    """One stream."""

    seed: int
    number: int
    kind: str
    scene: Scene
    size: tuple[int, int]
    path: CameraPath
    scale: float
    look: VideoLook
    arms: tuple[Arm, ...]
    seconds: float = SECONDS

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.seed}-{self.number} {self.kind}, {self.scene.name}"

    @property
    def count(self) -> int:
        """Frames in all."""
        return int(self.seconds * RATE)

    @property
    def whole_from(self) -> float:
        """Seconds from which on the whole hand lies there."""
        return self.scene.moments[-1] if self.kind == "laid" else 0.0

    def frame(self, number: int) -> Frame:
        """The frame with that number."""
        at = number / RATE
        matrix = self._matrix(at)
        image = cv2.warpPerspective(
            self.scene.picture(at), matrix, self.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        middle, span = self._hand(matrix)
        for arm in self.arms:
            arm.paint(image, at, middle, span)
        step = 1 / (4 * RATE)
        before, after = self._hand(self._matrix(at - step))[0], self._hand(self._matrix(at + step))[0]
        speed = (np.array(after) - np.array(before)) / (2 * step)
        return Frame(self.look.taken(image, at, number, speed, self._tile(matrix), middle), at, number)

    def frames(self) -> Iterator[Frame]:
        """All of them."""
        return (self.frame(number) for number in range(self.count))

    def truth(self, at: float) -> Counter[str]:
        """The tiles of the hand at a moment, without flowers, red fives as fives."""
        return self.scene.truth(at)

    def _matrix(self, at: float) -> Matrix:
        return self.path.matrix(at, self.scene.hand.middle, self.scale, self.size)

    def _hand(self, matrix: Matrix) -> tuple[tuple[float, float], float]:
        """Middle and width of the hand in a frame."""
        box = self.scene.hand
        ends = carried(matrix, np.array([(box.left, box.middle[1]), (box.right, box.middle[1])]))
        middle = (ends[0] + ends[1]) / 2
        return (float(middle[0]), float(middle[1])), float(np.linalg.norm(ends[1] - ends[0]))

    def _tile(self, matrix: Matrix) -> float:
        x, y = self.scene.hand.middle
        ends = carried(matrix, np.array([(x, y), (x + self.scene.tile, y)]))
        return float(np.linalg.norm(ends[1] - ends[0]))


def made_stream(
    seed: int, number: int, kind: str | None = None, of: str | None = None, seconds: float = SECONDS
) -> MadeStream:
    """Stream ``number`` of a series: real photos and rendered hands in turn, unless ``of`` names one of them."""
    rng = np.random.default_rng([seed, number, 77])
    of = of or (REAL, RENDERED)[number % 2]
    kind = kind or USUAL[number // 2 % len(USUAL)]
    if of == REAL and kind == "laid":
        kind = "arms"
    moment = float(rng.uniform(0.45, 0.55)) * seconds if kind in ("changed", "removed") else None
    if of == REAL and kind != "removed":
        scene: Scene = real_scene(number // 2 + 7 * seed, rng, moment)
    else:
        scene = made_scene(seed, number // 2, rng, LAYING if kind == "laid" else None, moment, kind)
    size = SIZES[int(rng.integers(len(SIZES)))]
    fill = float(rng.uniform(0.5, 0.92))
    scale = fill * min(size[0] / scene.hand.width, size[1] / scene.hand.height)
    look, path = random_video_look(seconds, rng), camera_path(rng)
    reaches = spells(seconds, (0.8, 2.0), (0.4, 1.5), rng) if kind == "arms" else ()
    arms = tuple(random_arm(one, rng) for one in reaches)
    return MadeStream(seed, number, kind, scene, size, path, scale, look, arms, seconds)


def write(stream: MadeStream, path: Path) -> None:
    """Write it as a video."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_video(path, (frame.pixels for frame in stream.frames()), RATE)


def write_video(path: Path, pictures: Iterator[Pixels], rate: int) -> None:
    """Write pictures of one size, of even sides, as H.264."""
    with av.open(str(path), "w") as container:
        track = container.add_stream("libx264", rate=Fraction(rate), options={"crf": "18", "preset": "veryfast"})
        for number, pixels in enumerate(pictures):
            if not number:
                track.height, track.width = pixels.shape[:2]
                track.pix_fmt = "yuv420p"
            for packet in track.encode(av.VideoFrame.from_ndarray(pixels, "rgb24")):
                container.mux(packet)
        for packet in track.encode():
            container.mux(packet)


def main() -> None:
    """Write a stream as a video."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.streams", description=main.__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("number", type=int)
    parser.add_argument("video", type=Path)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--of", choices=(REAL, RENDERED))
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    stream = made_stream(options.seed, options.number, options.kind, options.of, options.seconds)
    write(stream, options.video)
    tiles = " ".join(sorted(stream.truth(stream.seconds).elements()))
    print(f"{stream.name}: {stream.count} frames of {stream.size[0]} x {stream.size[1]}, in the end {tiles}")


if __name__ == "__main__":
    main()
