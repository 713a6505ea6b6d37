"""Names in Chinese, Japanese and English, where a rule system has them."""

from typer.testing import CliRunner

from scoring.rules import RULE_SETS
from service.cli import app


def typed(*args: str) -> str:
    result = CliRunner().invoke(app, list(args), env={"COLUMNS": "300", "TERMINAL_WIDTH": "300"})
    assert result.exit_code == 0, result.output
    return result.output


def test_the_list_of_rules_has_every_title() -> None:
    text = typed("rules")
    for maker in RULE_SETS.values():
        title = maker().title
        assert title.zh in text
        assert title.ja in text
    assert "リーチ麻雀" in text


def test_the_yaku_are_told_in_three_languages() -> None:
    lines = typed("rules", "riichi").splitlines()
    for row in RULE_SETS["riichi"]().fan:
        assert row.japanese
        assert any({row.name, row.japanese} <= {cell.strip() for cell in line.split("  ")} for line in lines), row.key
    assert "日本語" not in typed("rules", "mcr")


def test_sheets_and_ledgers_have_japanese_names() -> None:
    text = typed(
        "score", "--hand", "123456m 345s 678p 55p", "--win", "3s", "--from", "east", "--seat", "south",
        "--rules", "riichi", "--set", "ippatsu=yes", "--set", "riichi=yes", "--set", "honba=1", "--set", "sticks=1",
    )  # fmt: skip
    for name in ("一发 一発", "本场 本場", "立直棒 供託"):
        assert name in text
