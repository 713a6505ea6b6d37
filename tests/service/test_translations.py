"""What answers say in Chinese and Japanese beside the English."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from scoring.rules import RULE_SETS
from service.app import create_app
from service.reader import NoReader
from service.settings import Settings
from vision.errors import ModelError

WON = {
    "rules": "shangrao_jiuyao",
    "hand": "1234567m 789p 2349s",
    "win": "7m",
    "seat": "south",
    "self_drawn": True,
    "circumstances": {"wild": "9s"},
}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(create_app(Settings(), NoReader(ModelError("model_missing", "none"))))


def test_a_sheet_has_its_reasons_in_each_language(client: TestClient) -> None:
    sheet = client.post("/v1/score", json=WON).json()
    (line,) = sheet["lines"]
    assert line["reason"].endswith("a wild tile had waited for any tile (掉头): 123m 456m 789p 234s 77m*")
    told = sheet["translations"][line["reason"]]
    assert told["zh"] == "四副牌（有顺子）和一对将；宝单吊，听任何一张（掉头）：123m 456m 789p 234s 77m*"
    assert told["ja"].endswith("：123m 456m 789p 234s 77m*")


def test_ledgers_have_their_reasons_in_each_language(client: TestClient) -> None:
    asked = {"rules": "nanchang", "kongs": [{"seat": "east", "meld": "[1111m]"}]}
    settled = client.post("/v1/settle", json=asked).json()
    (ledger,) = settled["ledgers"]
    assert settled["translations"][ledger["reason"]]["zh"] == "东家杠 [1111m]：其余三家各付 2"


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_system_has_rules_and_switches_in_each_language(client: TestClient, name: str) -> None:
    detail: dict[str, Any] = client.get(f"/v1/rules/{name}").json()
    told = detail["translations"]
    words = [f"{one['name']}={word}" for one in detail["options"] if len(one["values"]) > 1 for word in one["values"]]
    texts = [detail["about"], *(one["help"] for one in detail["options"]), *(row["rule"] for row in detail["fan"])]
    assert [text for text in (*texts, *words) if set(told.get(text, ())) != {"zh", "ja"}] == []


def test_a_record_is_the_same_however_a_sheet_is_worded(client: TestClient) -> None:
    answer = client.post("/v1/score", json=WON | {"record": True}).json()
    assert answer["translations"]
    assert "translations" not in answer["record"]["result"]["sheet"]
