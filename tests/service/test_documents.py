import ast
import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from service import documents
from service.codes import CODES
from service.settings import Settings

ROOT = documents.ROOT
RAISERS = {
    "refuse": 0,
    "problem": 2,
    "ServiceError": 0,
    "EveningError": 0,
    "StoreError": 0,
    "PhotoError": 0,
    "ModelError": 0,
    "VisionError": 0,
    "NotationError": 0,
    "HandError": 0,
    "WinError": 0,
    "NotAllowed": 0,
    "OptionError": 0,
    "ScoringError": 0,
    "__init__": 0,
}
"""What makes an error, and which of its arguments is the code."""


def texts(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def raised(source: str) -> Iterator[str]:
    """The codes of errors in a module."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
        if name in RAISERS and len(node.args) > max(RAISERS[name], 1):
            yield from texts(node.args[RAISERS[name]])


def test_every_code_that_is_raised_is_in_the_table() -> None:
    modules = [path for name in ("scoring", "vision", "service") for path in (ROOT / name).rglob("*.py")]
    found = {
        code
        for path in modules
        if "training" not in path.parts
        for code in raised(path.read_text(encoding="utf-8"))
        if code.replace("_", "").isalpha() and code.islower()
    }
    assert {"not_a_win", "photo_unknown", "value_invalid", "busy", "self_draw_only"} <= found
    assert found - CODES.keys() == set()


@pytest.mark.parametrize("code", CODES)
def test_every_code_says_what_to_do(code: str) -> None:
    row = CODES[code]
    assert row.meaning
    assert row.hint.endswith(".")
    assert "|" not in row.meaning + row.hint
    assert row.status >= HTTPStatus.BAD_REQUEST


def test_the_documents_are_as_the_code_would_have_them() -> None:
    stale = [str(path.relative_to(ROOT)) for path in documents.stale()]
    assert stale == [], "run make docs"


def test_documents_are_written_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(f"before\n{documents.BEGIN}\nold\n{documents.END}\nafter\n")
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    assert documents.main(["--check"]) == 1
    assert documents.main([]) == 0
    assert documents.main(["--check"]) == 0
    readme = (tmp_path / "README.md").read_text()
    assert readme.startswith("before\n")
    assert readme.endswith("\nafter\n")
    assert "HUPAI_PORT" in readme
    assert json.loads((tmp_path / "docs" / "openapi.json").read_text())["info"]["title"] == "Hupai"


def test_every_setting_says_what_it_is() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_every_operation_tells_of_its_problems() -> None:
    document = documents.openapi()
    assert "HTTPValidationError" not in document["components"]["schemas"]
    assert {"code", "hint", "request_id"} <= set(document["components"]["schemas"]["Problem"]["required"])
    for methods in document["paths"].values():
        for operation in methods.values():
            assert "application/problem+json" in operation["responses"]["default"]["content"]
    assert "security" in document["paths"]["/v1/score"]["post"]
    assert "security" not in document["paths"]["/healthz"]["get"]
