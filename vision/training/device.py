"""Where training runs, and whether in half precision."""

from __future__ import annotations

from pathlib import Path

import cv2
import torch


def mixed(device: torch.device) -> bool:
    """Whether half precision is faster here: on GPUs, and on processors that have instructions for it."""
    if device.type != "cpu":
        return True
    try:
        return "amx_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


def best_device() -> torch.device:
    """A GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def quiet_worker(_: int) -> None:
    """Each loader process uses one thread."""
    cv2.setNumThreads(0)
    torch.set_num_threads(1)
