"""The service asks nobody anything: no name is looked up and nothing but this machine is connected to."""

import json
import os
import socket
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.settings import Settings

EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"
HAND = {"hand": "123456789m 12355p", "win": "5p", "self_drawn": True}
ASKING = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"}

_watched: list[list[str]] = []
"""Where what happens is noted; an audit hook stays for ever, so it looks here first."""


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _watched and event in ASKING:
        address = arguments[0] if event.startswith("socket.get") else arguments[1]
        if not is_here(address):
            _watched[-1].append(f"{event} {address!r}")


sys.addaudithook(_hook)


def is_here(address: object) -> bool:
    """Whether it is on this machine."""
    host = address[0] if isinstance(address, tuple) else address
    if host is None or (isinstance(host, str | bytes) and not isinstance(address, tuple) and str(host).startswith("/")):
        return True
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return str(host) == "localhost"


def connections() -> set[str]:
    """The other ends of this process' connections that are not on this machine, whoever made them."""
    own = {os.readlink(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd") if _is_open(number)}
    found = set()
    for kind in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/self/net/{kind}").read_text().splitlines()[1:]:
            parts = line.split()
            if f"socket:[{parts[9]}]" in own and not _is_local(parts[2].partition(":")[0]):
                found.add(f"{kind} {parts[2]}")
    return found


def _is_open(number: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{number}")


def _is_local(address: str) -> bool:
    """Whether an address as the kernel writes it is loopback, or none."""
    data = bytes.fromhex(address)
    words = b"".join(data[at : at + 4][::-1] for at in range(0, len(data), 4))
    found = ip_address(words)
    return found.is_loopback or found.is_unspecified


@pytest.fixture
def watched() -> Iterator[list[str]]:
    noted: list[str] = []
    _watched.append(noted)
    yield noted
    _watched.pop()


def test_what_is_watched_would_be_seen(watched: list[str]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("192.0.2.1", 9))  # a datagram socket sends nothing by this
        if not sys.platform.startswith("linux"):
            pytest.skip("connections are only listed on Linux")
        assert connections()
    assert any("192.0.2.1" in line for line in watched)
    assert connections() == set()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="connections are only listed on Linux")
def test_nothing_leaves_this_machine(watched: list[str], tmp_path: Path) -> None:
    before = connections()
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", keep_photos=tmp_path / "kept")  # type: ignore[arg-type]
    photo = {"photo": ("a.jpg", EXAMPLE.read_bytes())}
    with TestClient(create_app(settings)) as client:
        for path in (
            "/",
            "/healthz",
            "/readyz",
            "/metrics",
            "/openapi.json",
            "/v1/rules",
            "/v1/tiles",
            "/v1/rules/mcr",
        ):
            assert client.get(path).status_code == 200
        scan = client.post("/v1/scan", files=photo, data={"self_drawn": "true", "record": "true"}).json()
        told = {"reading": scan["reading"], "corrections": ["1=2m"], "rules": "mcr", "record": True}
        assert client.post("/v1/correct", json=told).status_code == 200
        assert connections() == before
        assert client.post("/v1/score", json=HAND | {"record": True}).status_code == 200
        assert client.post("/v1/score", json=HAND | {"rules": ["mcr", "riichi"]}).status_code == 200
        table = client.post("/v1/tables", json={"rules": "mcr"})
        assert table.status_code == 201
        assert client.get(f"{table.headers['Location']}/qr.svg").status_code == 200
        round_told = {"round": {"wins": [{"hand": HAND["hand"], "win": "5p", "self_drawn": True}]}}
        headers = {"If-Match": table.headers["ETag"]}
        assert client.post(f"{table.headers['Location']}/rounds", json=round_told, headers=headers).status_code == 201
        assert json.loads(client.get(f"{table.headers['Location']}/export.json").text)
        assert connections() == before
    assert watched == []
