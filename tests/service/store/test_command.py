"""The command that brings a database to the form of this version."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import app


def migrated(monkeypatch: pytest.MonkeyPatch, url: str) -> tuple[int, str]:
    monkeypatch.setenv("HUPAI_DATABASE_URL", url)
    result = CliRunner().invoke(app, ["migrate"])
    return result.exit_code, " ".join(result.output.split())


def test_a_database_is_migrated_once(monkeypatch: pytest.MonkeyPatch, empty_url: str) -> None:
    code, said = migrated(monkeypatch, empty_url)
    assert (code, said.endswith("brought to the form of this version")) == (0, True)
    code, said = migrated(monkeypatch, empty_url)
    assert (code, said.endswith("nothing to do")) == (0, True)


@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_an_address_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("HUPAI_DATABASE_URL", "mysql://me:secret@host/name")
    result = CliRunner().invoke(app, [command])
    assert (result.exit_code, "store_unknown" in result.output, "secret" in result.output) == (2, True, False)


def test_a_database_that_cannot_be_reached_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code, said = migrated(monkeypatch, f"postgresql://me:secret@/evenings?host={tmp_path}")
    assert (code, "store_unavailable" in said, "secret" in said) == (2, True, False)
