"""Cat Royal with sensors, without, and where they are denied. Their data never leave the device."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from conftest import ARGUMENTS, chromium
from reader import MANNERS, Reader, play_until
from visitor import Visitor

Visit = Callable[..., Visitor]
PHONE = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
DENIED = "DeviceOrientationEvent.requestPermission = () => Promise.resolve('denied');"
ALLOWED = "DeviceOrientationEvent.requestPermission = () => Promise.resolve('granted');"
DOT = ".cheating button:enabled"
EYE = ".cover [aria-label='Move the wormholes']"
NO_LIGHT_SENSOR = "delete window.AmbientLightSensor;"
TRACKS = """
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.tracks = [];
  navigator.mediaDevices.getUserMedia = async (wish) => {
    const stream = await ask(wish);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
"""
"""Notes which cameras were turned on, to see that they are turned off."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the camera sees: a second of daylight, a second of a hand, and again."""
    path = tmp_path_factory.mktemp("film") / "hand.y4m"
    width, height = 160, 120
    grey = bytes([128]) * (width * height // 2)
    frames = [b"FRAME\n" + bytes([level]) * (width * height) + grey for level in (200, 16)]
    header = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420\n".encode()
    path.write_bytes(header + frames[0] * 10 + frames[1] * 10)
    return path


@pytest.fixture(scope="module")
def browser(film: Path) -> Iterator[Browser]:
    """A browser that has a camera, and a light sensor as some phones do."""
    with sync_playwright() as playwright:
        arguments = [
            *ARGUMENTS,
            "--enable-features=GenericSensorExtraClasses",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ]
        launched = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield launched
        launched.close()


class Device:
    """What a phone feels, set by the browser's own tools."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)

    def tilt(self, gamma: float) -> None:
        """Lean, and hold until the page has felt it: a browser asks the sensor now and then."""
        self._page.evaluate(
            "() => { ondeviceorientation = (event) => { window.felt = event.gamma } }"
        )
        held = {"alpha": 0, "beta": 40, "gamma": gamma}
        self._session.send("DeviceOrientation.setDeviceOrientationOverride", held)
        self._page.wait_for_function("(gamma) => window.felt === gamma", arg=gamma)

    def has_light(self) -> None:
        sensor = {"type": "ambient-light", "enabled": True}
        self._session.send("Emulation.setSensorOverrideEnabled", sensor)

    def light(self, lux: float) -> None:
        reading = {"type": "ambient-light", "reading": {"single": {"value": lux}}}
        self._session.send("Emulation.setSensorOverrideReadings", reading)


def play_to(ann: Visitor, bob: Visitor, selector: str) -> Locator:
    """Let two people play until something shows to the first; the second then waits."""
    bob.sit_down(ann.open_table("cat-royal", options={"players": 2}), "Bob")
    ann.press("lobby_start")
    chance = random.Random(3)
    readers = [Reader(one, MANNERS["cat-royal"], chance) for one in (ann, bob)]
    for reader in readers:
        reader.page.locator("main [data-step]").wait_for()
    return play_until(ann.page.locator(selector).first, *readers)


def named(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("button", name=visitor.words[key], exact=True)


def test_tilting_counts_one_more_or_less(visit: Visit) -> None:
    visitor = visit(**PHONE)
    visitor.context.add_init_script(ALLOWED)
    play_to(visitor, visit(), DOT)
    device, requests, sent = Device(visitor.page), len(visitor.requests), len(visitor.sent)
    device.tilt(0)
    named(visitor, "royal_tilt").tap()
    expect(named(visitor, "royal_tilt_on")).to_have_attribute("aria-pressed", "true")
    more, less = named(visitor, "royal_cheat_more"), named(visitor, "royal_cheat_less")
    way, lean = (more, 40) if more.is_enabled() else (less, -40)
    device.tilt(lean)
    expect(way).to_have_attribute("aria-pressed", "true")
    device.tilt(0)
    device.tilt(-lean)
    expect(way).to_have_attribute("aria-pressed", "false")
    assert len(visitor.requests) == requests
    assert {json.loads(frame)["type"] for frame in visitor.sent[sent:]} <= {"ping"}


def test_tilting_denied_says_what_else_works(visit: Visit) -> None:
    visitor = visit(**PHONE)
    visitor.context.add_init_script(DENIED)
    dot = play_to(visitor, visit(), DOT)
    button = named(visitor, "royal_tilt")
    button.tap()
    expect(visitor.page.get_by_text(visitor.words["royal_tilt_denied"])).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "false")
    dot.tap()
    expect(dot).to_have_attribute("aria-pressed", "true")


def test_without_a_sensor_keys_and_dots_do_the_same(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    dot = play_to(visitor, visit(), DOT)
    expect(named(visitor, "royal_tilt")).to_have_count(0)
    is_more = dot.get_attribute("aria-label") == visitor.words["royal_cheat_more"]
    visitor.page.keyboard.press("Shift+ArrowRight" if is_more else "Shift+ArrowLeft")
    expect(dot).to_have_attribute("aria-pressed", "true")
    dot.click()
    expect(dot).to_have_attribute("aria-pressed", "false")


def test_a_swipe_over_a_card_does_the_same(visit: Visit) -> None:
    """Discreetly: nothing is chosen by it. A shorter one, or one that goes down, is none."""
    visitor = visit(**PHONE)
    dot = play_to(visitor, visit(), DOT)
    card = visitor.page.locator("ul [data-card]").first
    is_more = dot.get_attribute("aria-label") == visitor.words["royal_cheat_more"]
    way = 1 if is_more else -1
    touch(card, 22 * way, 0)
    touch(card, 30 * way, 60)
    expect(dot).to_have_attribute("aria-pressed", "false")
    touch(card, 60 * way, 10)
    expect(dot).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator("ul [aria-pressed=true]")).to_have_count(0)
    touch(card, -60 * way, 0)
    expect(dot).to_have_attribute("aria-pressed", "false")


def touch(target: Locator, across: float, down: float) -> None:
    """Put a finger down, move it, and lift it."""
    page = target.page
    box = target.bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for part in range(6):
        point = {"x": x + across * part / 5, "y": y + down * part / 5}
        kind = "touchMove" if part else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_covering_the_light_sensor_moves_the_wormholes(visit: Visit) -> None:
    visitor = visit(**PHONE)
    device = Device(visitor.page)
    device.has_light()
    device.light(300)
    play_to(visitor, visit(), EYE)
    holes = visitor.page.locator(".square p.visually-hidden")
    before = holes.inner_text()
    device.light(290)
    device.light(4)
    expect(holes).not_to_have_text(before)


def test_covering_the_camera_moves_the_wormholes(visit: Visit) -> None:
    """Only after a tap, and it is turned off again; no frame leaves the device."""
    visitor = visit(reduced_motion="reduce", permissions=["camera"])
    visitor.context.add_init_script(NO_LIGHT_SENSOR + TRACKS)
    play_to(visitor, visit(), EYE)
    holes = visitor.page.locator(".square p.visually-hidden")
    before, requests, sent = holes.inner_text(), len(visitor.requests), len(visitor.sent)
    assert visitor.page.evaluate("tracks.length") == 0
    named(visitor, "royal_camera").click()
    expect(holes).not_to_have_text(before)
    expect(named(visitor, "royal_camera")).to_have_count(0)
    states = visitor.page.evaluate("tracks.map((track) => track.readyState)")
    assert states == ["ended"]
    assert len(visitor.requests) == requests
    types = [json.loads(frame)["type"] for frame in visitor.sent[sent:]]
    assert [one for one in types if one != "ping"] == ["play"]


def test_camera_denied_says_what_else_works(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    visitor.context.add_init_script(NO_LIGHT_SENSOR)
    play_to(visitor, visit(), EYE)
    named(visitor, "royal_camera").click()
    expect(visitor.page.get_by_text(visitor.words["royal_camera_denied"])).to_be_visible()
    expect(named(visitor, "royal_camera")).to_have_attribute("aria-pressed", "false")


def test_without_a_light_sensor_the_eye_is_held(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    eye = play_to(visitor, visit(), EYE)
    holes = visitor.page.locator(".square p.visually-hidden")
    before = holes.inner_text()
    eye.click()  # too short
    box = eye.bounding_box()
    assert box is not None
    assert holes.inner_text() == before
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.page.mouse.down()
    expect(holes).not_to_have_text(before)
    visitor.page.mouse.up()
