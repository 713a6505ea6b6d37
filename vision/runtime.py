"""ONNX Runtime, told to report nothing to anyone: its official builds send usage data unless asked not to.

The variable has to be set before the library is loaded, so this module is the only one that loads it.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime"]
