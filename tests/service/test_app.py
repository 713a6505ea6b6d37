import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from scoring.rules import RULE_SETS
from service.rounds import RoundToSettle
from service.tables import AtTable


def test_ready_names_the_model(client: TestClient) -> None:
    assert client.get("/readyz").json() == {"status": "ready", "model": {"name": "fake", "sha256": "0" * 64}}


def test_every_face_is_listed(client: TestClient) -> None:
    tiles = client.get("/v1/tiles").json()["tiles"]
    assert len(tiles) == 46
    assert {"tile": "5m", "english": "5 Characters", "chinese": "五万"} in tiles
    assert tiles[-1]["tile"] == "back"


def test_rules_are_listed_and_shown(client: TestClient) -> None:
    assert client.get("/v1/rules").json()["rules"][0]["name"] == "mcr"
    rules = client.get("/v1/rules/mcr").json()
    assert rules["minimum"] == 8
    assert rules["options"][0]["name"] == "minimum"
    assert rules["options"][0]["default"] == 8
    assert all(option["help"] for option in rules["options"])
    assert len(rules["fan"]) >= 81
    assert all(fan["rule"] and fan["english"] for fan in rules["fan"])


@pytest.mark.parametrize("name", RULE_SETS)
def test_rules_tell_what_their_options_can_be_and_what_they_settle(client: TestClient, name: str) -> None:
    rules = client.get(f"/v1/rules/{name}").json()
    for option in rules["options"]:
        is_text = isinstance(option["default"], str)
        assert (len(option["values"]) > 1) == (is_text and option["name"] != "unit"), option
        assert not is_text or option["values"][0] == option["default"]
    assert set(rules["settles"]) <= RoundToSettle.model_fields.keys()
    assert rules["game"] == client.post("/v1/table", json={"table": {"rules": name}}).json()["table"]["game"]


def test_a_preset_can_be_any_that_is_published(client: TestClient) -> None:
    preset = client.get("/v1/rules/riichi").json()["options"][0]
    assert preset["values"] == ["standard", "tenhou", "mahjong_soul", "m_league", "jpml_a", "ema"]


def references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_openapi_holds_together(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    operations = [(path, operation) for path, methods in document["paths"].items() for operation in methods.values()]
    assert document["openapi"].startswith("3.1")
    assert {
        "/v1/read",
        "/v1/score",
        "/v1/waits",
        "/v1/settle",
        "/v1/scan",
        "/v1/rules",
        "/v1/tiles",
        "/healthz",
        "/readyz",
    } <= set(document["paths"])
    assert len({operation["operationId"] for _, operation in operations}) == len(operations)
    for reference in references(document):
        node = document
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]
    for path, operation in operations:
        named = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path))
        assert {"101", "200", "201", "202", "204"} & set(operation["responses"])


def test_openapi_says_how_photos_are_sent(client: TestClient) -> None:
    body = client.get("/openapi.json").json()["paths"]["/v1/scan"]["post"]["requestBody"]
    form = body["content"]["multipart/form-data"]["schema"]
    assert form["required"] == ["photo"]
    assert set(form["properties"]) == {
        *("photo", "layout"),
        *(field.alias or name for name, field in AtTable.model_fields.items()),
    }


def test_the_page_has_all_that_it_names(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    for path in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert client.get(path).status_code == 200
