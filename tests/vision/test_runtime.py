import os
import re
import subprocess
import sys
from pathlib import Path


def test_the_runtime_reports_to_nobody(tmp_path: Path) -> None:
    """It is loaded with its reports switched off, and leaves no file in the home."""
    code = "import os, vision.model; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    home = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], env=home, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
    assert list(tmp_path.rglob("*")) == []


def test_only_one_module_loads_the_runtime() -> None:
    root = Path(__file__).parents[2]
    loading = [
        path.relative_to(root).as_posix()
        for package in ("vision", "service", "scoring")
        for path in (root / package).rglob("*.py")
        if re.search(r"^\s*(import|from) onnxruntime", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert loading == ["vision/runtime.py"]
