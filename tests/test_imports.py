"""Which package may know which: ``scoring``, then ``vision``, then ``service``."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KNOWN = {"scoring": {"scoring"}, "vision": {"scoring", "vision"}, "service": {"scoring", "vision", "service"}}
"""Our packages that each of ours may import."""
TRAINERS = {"torch", "torchvision", "ultralytics", "onnx", "resvg_py", "matplotlib"}
"""What only training and its reports need."""


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Dotted names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            yield node.module or ""


def tops(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(path)}


@pytest.mark.parametrize("package", KNOWN)
def test_packages_know_only_those_to_their_left(package: str) -> None:
    assert modules(package)
    for path in modules(package):
        assert tops(path) & set(KNOWN) <= KNOWN[package], path


def test_scoring_needs_the_standard_library_only() -> None:
    for path in modules("scoring"):
        assert tops(path) <= sys.stdlib_module_names | {"scoring"}, path


def test_nothing_that_serves_imports_what_trains() -> None:
    training = ROOT / "vision" / "training"
    for path in [*modules("scoring"), *modules("vision"), *modules("service")]:
        if not path.is_relative_to(training):
            assert not tops(path) & TRAINERS, path


def test_the_commands_start_without_what_trains() -> None:
    program = f"import sys, service.cli, service.app; print(sorted({TRAINERS!r} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
