"""What the service counts and times, as Prometheus reads it at ``/metrics``. Names of stages, routes and codes only."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    GC_COLLECTOR,
    PLATFORM_COLLECTOR,
    PROCESS_COLLECTOR,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from vision.hand_reading import HandReading

REGISTRY = CollectorRegistry()
for _collector in (PROCESS_COLLECTOR, PLATFORM_COLLECTOR, GC_COLLECTOR):
    REGISTRY.register(_collector)

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histograms."""

STAGES = {
    "load": "decode",
    "prepare": "detect",
    "infer": "detect",
    "decode": "detect",
    "recognise": "recognise",
    "layout": "read",
    "quality": "read",
}
"""The parts that a stopwatch tells apart, by the stage that they are counted to."""

STAGE_SECONDS = Histogram(
    "hupai_stage_seconds",
    "Time of a stage: decode a photo, detect tiles, recognise them, read the hand, score it",
    ["stage"],
    buckets=SECONDS,
    registry=REGISTRY,
)
REQUESTS = Counter("hupai_requests", "Requests answered", ["method", "route", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "hupai_request_seconds", "Time from a request's head to its answer", ["route"], buckets=SECONDS, registry=REGISTRY
)
IN_FLIGHT = Gauge("hupai_requests_in_flight", "Requests that are not answered yet", registry=REGISTRY)
QUEUE_DEPTH = Gauge("hupai_queue_depth", "Requests that wait for a worker", ["gate"], registry=REGISTRY)
WORKERS_BUSY = Gauge("hupai_workers_busy", "Workers at work", ["gate"], registry=REGISTRY)
UPLOAD_BYTES = Gauge("hupai_upload_bytes", "Bytes of photos on their way or being read", registry=REGISTRY)
JOBS = Gauge("hupai_verify_jobs", "Claims that are being judged by videos", registry=REGISTRY)
STREAMS = Gauge("hupai_streams", "Live streams that are read", registry=REGISTRY)
FRAMES = Counter("hupai_stream_frames", "Frames of live streams", ["fate"], registry=REGISTRY)
CONNECTIONS = Gauge("hupai_connections", "Open connections", registry=REGISTRY)
PHOTOS = Counter("hupai_photos_read", "Photos read", ["hand"], registry=REGISTRY)
DOUBTS = Counter("hupai_doubts", "Doubts about photos read", ["code"], registry=REGISTRY)
CORRECTIONS = Counter("hupai_corrections", "Corrections that people sent", ["action"], registry=REGISTRY)
REFUSALS = Counter("hupai_refusals", "Requests refused", ["code"], registry=REGISTRY)
RECORDS = Counter("hupai_records", "Records made", ["kind"], registry=REGISTRY)

for _stage in ("decode", "detect", "recognise", "read", "score"):
    STAGE_SECONDS.labels(_stage)
for _fate in ("read", "dropped", "broken"):
    FRAMES.labels(_fate)
for _hand in ("yes", "no"):
    PHOTOS.labels(_hand)


@contextmanager
def scoring() -> Iterator[None]:
    """Time what happens inside as the stage ``score``."""
    start = perf_counter()
    try:
        yield
    finally:
        STAGE_SECONDS.labels("score").observe(perf_counter() - start)


def count_reading(reading: HandReading) -> None:
    """Count a photo that was read, its stages and its doubts."""
    for stage, ms in staged(reading.ms).items():
        STAGE_SECONDS.labels(stage).observe(ms / 1000)
    PHOTOS.labels("no" if reading.hand is None else "yes").inc()
    for doubt in reading.doubts:
        DOUBTS.labels(doubt.code).inc()


def staged(ms: Mapping[str, float]) -> dict[str, float]:
    """Milliseconds by stage, from those of a stopwatch."""
    told: dict[str, float] = {}
    for part, spent in ms.items():
        if part in STAGES:
            told[STAGES[part]] = told.get(STAGES[part], 0.0) + spent
    return told


def exposition() -> tuple[bytes, str]:
    """All of it in Prometheus' text form, and the type of that."""
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST
