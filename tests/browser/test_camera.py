"""The camera of the page: what it says before the shutter, by itself and with the service's live stream."""

import base64
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.browser.conftest import OUT, PHOTO
from tests.browser.test_app import run

Phones = Callable[..., Any]
Camera = Callable[..., Any]

WIDE, HIGH = 1280, 960

SHAKEN = ((0, 0), (3, 1), (5, 3), (4, 6), (1, 5), (0, 2))
"""By how many pixels a hand moves the phone from one frame to the next."""

PASSED_OVER = 600
"""Milliseconds after which a frame may follow one that was not answered."""


def pictures(kind: str) -> list[np.ndarray]:
    """What a phone's camera sees of the sample hand: held in a hand or still, in the dark, or from afar."""
    with Image.open(PHOTO) as photo:
        whole = photo.convert("RGB").resize((WIDE + 8, HIGH + 8))
    if kind == "far":
        small = Image.new("RGB", (WIDE, HIGH), (96, 110, 100))
        small.paste(whole.resize((WIDE // 4, HIGH // 4)), (WIDE * 3 // 8, HIGH * 3 // 8))
        return [np.asarray(small)]
    seen = np.asarray(whole)
    if kind == "dark":
        seen = (seen // 8).astype(np.uint8)
    if kind != "held":
        return [seen[:HIGH, :WIDE]]
    return [seen[down : down + HIGH, across : across + WIDE] for across, down in SHAKEN]


def film(path: Path, kind: str) -> None:
    """A film as Chromium takes it for a camera: raw YUV, 4:2:0."""
    head = f"YUV4MPEG2 W{WIDE} H{HIGH} F10:1 Ip A1:1 C420\n".encode()
    path.write_bytes(head + b"".join(map(frame, pictures(kind))))


def frame(picture: np.ndarray) -> bytes:
    """A picture of a film."""
    red, green, blue = np.moveaxis(picture.astype(float), 2, 0)
    light = 16 + 0.257 * red + 0.504 * green + 0.098 * blue
    blues = 128 - 0.148 * red - 0.291 * green + 0.439 * blue
    reds = 128 + 0.439 * red - 0.368 * green - 0.071 * blue
    planes = [light, blues[::2, ::2], reds[::2, ::2]]
    return b"FRAME\n" + b"".join(plane.round().clip(0, 255).astype(np.uint8).tobytes() for plane in planes)


WATCHED = """
window.path = arguments[0];
window.cameras = [];
window.sockets = [];
window.told = [];
document.addEventListener("securitypolicyviolation", (event) => told.push(["refused", event.violatedDirective]));
const devices = navigator.mediaDevices;
const opened = devices.getUserMedia.bind(devices);
devices.getUserMedia = async (wanted) => {
  const stream = await opened(wanted);
  cameras.push(stream);
  return stream;
};
window.WebSocket = class extends WebSocket {
  constructor(address, protocols) {
    super(String(address).replace("/v1/stream", path), protocols);
    sockets.push(this);
    this.addEventListener("message", ({data}) => told.push(["heard", performance.now(), JSON.parse(data).frame]));
  }
  send(data) {
    told.push(["sent", performance.now(), data.size]);
    super.send(data);
  }
};
"""
"""What the page opens, sends and hears is noted; streams are asked for at ``path``."""


@pytest.fixture
def camera(chromium: tuple[str, str], service: str, tmp_path: Path) -> Iterator[Camera]:
    """A phone whose camera sees one kind of picture; streams are asked for at ``path``."""
    from tests.browser.phone import Phone

    started = []

    def phone(kind: str, path: str = "/v1/stream", language: str = "en-US") -> Any:
        film(tmp_path / "camera.y4m", kind)
        seen = f"--use-file-for-fake-video-capture={tmp_path / 'camera.y4m'}"
        flags = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", seen)
        started.append(Phone(*chromium, service, OUT, language, flags))
        started[-1].open()
        started[-1].see("#live")
        started[-1].browser.execute_script(WATCHED, path)
        return started[-1]

    yield phone
    for one in started:
        one.browser.quit()


def is_closed(phone: Any) -> bool:
    """Whether every camera and every stream that was opened is closed again."""
    script = (
        "return cameras.flatMap((one) => one.getTracks()).every(({readyState}) => readyState === 'ended')"
        "&& sockets.every(({readyState}) => readyState >= WebSocket.CLOSING)"
    )
    return bool(phone.browser.execute_script(script))


def tries(phone: Any) -> int:
    """How often a stream was asked for."""
    return int(phone.browser.execute_script("return sockets.length"))


def told(phone: Any) -> list[list[Any]]:
    """What was noted."""
    return list(phone.browser.execute_script("return told"))


def hide(phone: Any, hidden: bool) -> None:
    """Let the page think that another is before it, or that it is seen again."""
    phone.browser.execute_script(
        "Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))",
        hidden,
    )


def covered(phone: Any) -> list[str]:
    """What of the camera is outside the screen or under something else: its buttons, and the words."""
    script = """
        const words = document.querySelector(".advice").getBoundingClientRect();
        const beside = document.querySelector(".camera-auto").getBoundingClientRect();
        const places = [...document.querySelectorAll(".camera-bar button")].filter((one) => one.checkVisibility());
        const bad = places.filter((one) => {
          const box = one.getBoundingClientRect();
          const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
          return top !== one || box.bottom > innerHeight || box.right > innerWidth;
        });
        const told = bad.map((one) => one.outerHTML);
        return words.bottom > beside.top + 1 ? [...told, "the words"] : told;
    """
    return list(phone.browser.execute_script(script))


@pytest.mark.parametrize("kind", ["dark", "far"])
def test_the_camera_says_what_to_do_before_the_shutter(camera: Camera, kind: str) -> None:
    phone = camera(kind, "/v1/no-stream")
    phone.press("#live")
    phone.see(f"dialog.camera[data-advice='{kind}']")
    phone.shoot(f"en-US-camera-{kind}")
    assert phone.faults() == []
    phone.escape()
    assert phone.all("video") == []
    assert is_closed(phone)


def test_a_settled_hand_is_photographed_by_itself_and_read(camera: Camera) -> None:
    phone = camera("held", language="zh-CN")
    phone.press("#live")
    phone.see("dialog.camera[data-phase='settling'] .live-box")
    phone.shoot("zh-CN-camera-settling")
    phone.see("[data-tile='13']")
    assert len(phone.tiles()) == 14
    assert is_closed(phone)
    assert phone.complaints() == []
    notes = told(phone)
    frames = [(at, size) for what, at, *size in notes if what == "sent"]
    heard = [at for what, at, *_ in notes if what == "heard"]
    assert len(heard) >= 3
    assert not [one for one in notes if one[0] == "refused"], "the policy of the page allows its own streams"
    for (before, _), (after, _) in pairwise(frames):
        assert any(before < at <= after for at in heard) or after - before > PASSED_OVER, "one frame is on its way"


def test_switched_off_it_waits_for_the_shutter(camera: Camera) -> None:
    phone = camera("held")
    phone.browser.execute_script("localStorage.setItem('hupai.auto_shutter', 'false')")
    phone.press("#live")
    phone.see("dialog.camera[data-phase='settled'][data-advice='take']")
    words = phone.see(".advice").text
    assert re.fullmatch(r"14 tiles read\s+Take the photo now", words), words
    assert (
        words.split() == phone.all(".camera [role='status']")[0].get_attribute("textContent").replace(":", "").split()
    )
    assert len(phone.all(".live-box")) >= 14
    phone.shoot("en-US-camera-settled")
    phone.size(740, 360)
    phone.shoot("en-US-camera-wide")
    assert phone.see(".viewfinder video").size["height"] > 300, "the picture has the height of a phone on its side"
    for width, height, letters in ((740, 360, 100), (568, 320, 100), (320, 568, 100), (320, 568, 200)):
        phone.size(width, height)
        phone.browser.execute_script(f"document.documentElement.style.fontSize = '{letters}%'")
        assert phone.small_targets() == []
        assert not phone.too_wide()
        assert covered(phone) == []
    phone.browser.execute_script("document.documentElement.style.fontSize = ''")
    phone.size(375, 812)
    assert phone.faults() == []
    assert phone.small_targets() == []
    hide(phone, True)
    assert is_closed(phone), "nobody sees the page"
    hide(phone, False)
    phone.see("dialog.camera[data-phase='settled'][data-advice='take']")
    assert phone.browser.execute_script("return [cameras.length, sockets.length]") == [2, 2]
    seen = len(told(phone))
    phone.until(lambda: sum(what == "heard" for what, *_ in told(phone)[seen:]) >= 3, "more states of the settled hand")
    assert phone.all("dialog.camera[data-advice='take']"), "it was not taken"
    phone.press(".shutter")
    phone.see("[data-tile='13']")
    assert len(phone.tiles()) == 14
    assert is_closed(phone)


def test_without_a_stream_the_camera_works_by_itself(camera: Camera) -> None:
    phone = camera("still", "/v1/no-stream")
    phone.press("#live")
    phone.see("dialog.camera[data-advice='good']")
    assert set(phone.browser.execute_script("return sockets.map(({readyState}) => readyState)")) == {3}
    assert phone.see(".advice").text == "Good: take it now"
    assert not phone.see(".camera .shutter").get_attribute("disabled")
    assert not phone.all(".camera [role='switch']")[0].is_displayed()
    assert phone.all(".live-box") == phone.all("[role='alert'].note") == []
    phone.shoot("en-US-camera-good")
    phone.press(".shutter")
    phone.see("[data-tile='13']")
    assert len(phone.tiles()) == 14


def test_a_stream_that_breaks_leaves_the_camera_by_itself_and_is_opened_again(camera: Camera) -> None:
    phone = camera("still")
    phone.browser.execute_script("localStorage.setItem('hupai.auto_shutter', 'false')")
    phone.press("#live")
    phone.see("dialog.camera[data-phase]")
    phone.browser.execute_script("path = '/v1/away'; sockets[0].close()")
    phone.see("dialog.camera[data-advice='good']:not([data-phase])")
    assert phone.all(".live-box") == []
    phone.until(lambda: tries(phone) >= 4, "the stream to be asked for again and again")
    assert phone.all("dialog.camera[data-advice='good']:not([data-phase])")
    phone.browser.execute_script("path = '/v1/stream'")
    phone.see("dialog.camera[data-phase] .live-box")
    assert tries(phone) <= 6, "the pauses grow"
    hide(phone, True)
    hide(phone, False)
    phone.see("dialog.camera[data-advice='take']")
    phone.press(".camera [role='switch']")
    phone.see("[data-tile='13']")
    assert phone.browser.execute_script("return localStorage.getItem('hupai.auto_shutter')") == "true"


def test_without_a_camera_a_photo_can_still_be_chosen(phones: Phones) -> None:
    phone = phones()
    phone.open()
    phone.see("#choose")
    refuse = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
    phone.browser.execute_script(refuse)
    phone.press("#live")
    phone.see("dialog.camera[data-advice='refused']")
    phone.escape()
    phone.see("#choose")


@pytest.mark.parametrize("key", ["", "se/cr?t", "密钥 ~~~"])
def test_a_stream_brings_the_key_along(phone: Any, key: str) -> None:
    phone.browser.execute_script("localStorage.setItem('hupai.key', JSON.stringify(arguments[0]))", key)
    packed = base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")
    assert phone.call("/page/core/key.js", "keyProtocols") == ["hupai", *([f"key.{packed}"] if key else [])]


PACED = """
const { Watch } = await import("/page/camera/watch.js");
const video = document.createElement("canvas");
Object.assign(video, { width: 2000, height: 1000, videoWidth: 2000, videoHeight: 1000 });
const sent = [];
let socket;
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  constructor(address, protocols) {
    super();
    Object.assign(this, { address: String(address), protocols, readyState: 1, bufferedAmount: 0 });
    socket = this;
  }
  send(data) { sent.push(data); }
  close() { this.readyState = 3; }
};
const heard = [];
let ended = 0;
new Watch(video, [["rules", "mcr"], ["options", "a=1"], ["options", "b=2"]], {
  onstate: ({ frame }, { width, height }) => heard.push([frame, width, height]),
  onend: () => { ended += 1; },
});
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const until = async (fact) => { while (!fact()) await wait(5); };
const answer = (told) => socket.dispatchEvent(new MessageEvent("message", { data: told }));
const counts = {};
socket.dispatchEvent(new Event("open"));
await until(() => sent.length);
await wait(400);
counts.waiting = sent.length;
answer('{"phase": "searching", "frame": 0}');
await until(() => sent.length > 1);
answer('{"problem": {"code": "frame_broken"}}');
await until(() => sent.length > 2);
const asked = performance.now();
await until(() => sent.length > 3);
const passed = performance.now() - asked;
answer('{"phase": "searching", "frame": 2}');
await wait(300);
counts.older = sent.length;
socket.bufferedAmount = 1;
answer('{"phase": "searching", "frame": 3}');
await wait(500);
counts.stuck = sent.length;
socket.bufferedAmount = 0;
await until(() => sent.length > 4);
answer("<html>a proxy</html>");
answer('{"phase": "searching", "frame": 4}');
await wait(300);
counts.end = sent.length;
const picture = await createImageBitmap(sent[0]);
const { address, readyState: closed } = socket;
give({ counts, passed, heard, ended, address, closed, size: [picture.width, picture.height] });
"""
"""A stream whose socket is our own: frames that are answered, passed over, answered late, and stuck on their way."""


def test_one_small_frame_is_on_its_way_at_a_time(phone: Any) -> None:
    told = run(phone, PACED)
    assert told["counts"] == {"waiting": 1, "older": 4, "stuck": 4, "end": 5}
    assert told["passed"] > PASSED_OVER - 50
    assert told["heard"] == [[0, 1280, 640], [2, 1280, 640], [3, 1280, 640]]
    assert told["size"] == [1280, 640]
    assert (told["ended"], told["closed"]) == (1, 3), "what is none of the service's messages ends it"
    assert told["address"].startswith("ws://127.0.0.1:")
    assert told["address"].endswith("/v1/stream?rules=mcr&options=a%3D1&options=b%3D2")


STATES = [
    ({"phase": "searching", "missing": []}, "good", True, "frame"),
    ({"phase": "searching", "missing": []}, "dark", True, "dark"),
    ({"phase": "settling", "missing": []}, "good", True, "wait"),
    ({"phase": "settling", "missing": [("hold_still", [])]}, "good", True, "blurred"),
    ({"phase": "settling", "missing": [("tiles_too_small", [0]), ("unsure", [])]}, "good", True, "far"),
    ({"phase": "settling", "missing": [("close_runner_up", [0, 1])]}, "good", True, "close_runner_up"),
    ({"phase": "settled", "missing": []}, "far", True, "taking"),
    ({"phase": "settled", "missing": []}, "far", False, "take"),
    ({"phase": "settled", "missing": [("unsure", [])]}, "good", True, "taking"),
    ({"phase": "settled", "missing": [("covered", [1])]}, "good", True, "covered"),
    ({"phase": "changed", "missing": [("few_looks", [])]}, "good", True, "wait"),
]


@pytest.mark.parametrize(("state", "seen", "auto", "what"), STATES)
def test_states_are_told_in_words(phone: Any, state: dict[str, Any], seen: str, auto: bool, what: str) -> None:
    missing = [{"code": code, "message": "not these words", "tiles": tiles} for code, tiles in state["missing"]]
    whole = {**state, "missing": missing, "tiles": [{"tile": "1m"}, {"tile": "none"}]}
    said = phone.call("/page/camera/state.js", "told", whole, seen, auto)
    assert said["what"] == what
    assert said["phase"]
    assert said["todo"] != "not these words"
    assert phone.complaints() == []
