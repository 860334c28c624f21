"""The page as people use it: a phone-sized chromium, touch, real uploads, a server that may be killed."""

from __future__ import annotations

import itertools
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from snaptai.ui.page import evening as ev
from snaptai.ui.page.state import Sheet
from snaptai.ui.page.store import Store

pytestmark = pytest.mark.browser
PLAYERS = ("阿明", "小華", "美玲", "大山")
PATIENCE = 180_000


UNHURRIED = """
const at = new WeakMap();
let now = 0;
Object.defineProperty(Event.prototype, 'timeStamp', {
  configurable: true,
  get() {
    if (!at.has(this)) at.set(this, now += 1000);
    return at.get(this);
  },
});
"""
"""No two taps come within the moment that makes a double tap, as fast as the machine may be."""


class Phone:
    """One visitor on a 390 × 844 screen; counts the taps."""

    def __init__(self, chromium: Any, **options: Any) -> None:
        look = {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            "device_scale_factor": 2,
            "reduced_motion": "reduce",
        }
        self.context = chromium.new_context(**look | {"locale": "zh-TW"} | options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.add_init_script(UNHURRIED)
        self.taps = 0
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("request", self._watch)

    def _watch(self, request: Any) -> None:
        """Nothing is fetched from anywhere but the page's own server."""
        if not re.match(r"(http|ws)://localhost:|data:|blob:", request.url):
            self.faults.append(f"fetched {request.url}")

    def open(self, url: str) -> None:
        self.page.goto(url, wait_until="domcontentloaded")

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def tap_twice(self, box: dict[str, float], seen: str) -> None:
        """A double tap, however slow the machine: the second comes after the first has done its work, at one time."""
        self.page.evaluate("() => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1e9 })")
        for _ in range(2):
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.sees(seen)
        self.page.wait_for_timeout(700)

    def send_photo(self, *files: Any) -> None:
        """Choosing a photo counts as one tap."""
        self.page.wait_for_selector(".choose")
        with self.page.expect_file_chooser() as chooser:
            self.tap(".choose")
        chooser.value.set_files(list(files))

    def sees(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def settle(self, selector: str) -> None:
        self.page.wait_for_selector(selector)

    def counts(self, selector: str, number: int) -> None:
        """Wait until the page shows exactly so many."""
        self.page.wait_for_function(
            """([selector, number]) => {
                const inside = [...document.querySelectorAll('*')].map((node) => node.shadowRoot).filter(Boolean);
                const found = [document, ...inside].map((root) => root.querySelectorAll(selector).length);
                return found.reduce((sum, one) => sum + one, 0) === number;
            }""",
            arg=[selector, number],
        )

    def below(self, upper: str, lower: str) -> float:
        """How far one thing lies below another."""
        script = "([upper, lower]) => lower.getBoundingClientRect().y - upper.getBoundingClientRect().y"
        handles = [self.page.locator(each).first.element_handle() for each in (upper, lower)]
        return float(self.page.evaluate(script, handles))

    def said_over_the_page(self, selector: str, place: str) -> str:
        """What a rule of the style sheet writes there now, if it can be seen."""
        script = "(node, place) => [getComputedStyle(node, place)].map((s) => s.visibility + s.content)[0]"
        said = str(self.page.locator(selector).evaluate(script, place))
        return said if said.startswith("visible") else ""

    def sheet(self, server: Any) -> Sheet:
        """The open sheet as the ledger has it."""
        found = Store(server.folder).sheet(parse_qs(urlsplit(self.page.url).query)["sheet"][0])
        assert found is not None
        return Sheet.from_json(found[2])

    def correct_both(self) -> None:
        """The unsure tile's palette is open by itself; the other one is tapped in the strip."""
        self.tap(".likely [data-face='2m']")
        self.counts(".palette", 0)
        self.tap(".group.concealed [data-tile='9']")
        self.tap(".board [data-face='W']")
        self.settle(".count.good")

    def shot(self, name: str) -> None:
        """Kept outside git: in CI, and where ``SNAPTAI_SCREENSHOTS`` names a folder."""
        if folder := os.environ.get("SNAPTAI_SCREENSHOTS", "artefacts/page" if os.environ.get("CI") else ""):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png")

    def close(self) -> None:
        assert self.faults == []
        self.context.close()


@pytest.fixture
def phone(chromium: Any) -> Iterator[Callable[..., Phone]]:
    phones: list[Phone] = []

    def make(**options: Any) -> Phone:
        phones.append(Phone(chromium, **options))
        return phones[-1]

    yield make
    for each in phones:
        each.close()


@pytest.fixture(scope="module")
def server(make_server: Callable[..., Any]) -> Any:
    """One server for all tests that do not kill it."""
    return make_server()


def new_table(server: Any) -> str:
    return ev.start(Store(server.folder), PLAYERS, "阿明", 100, 20)


def totals(server: Any, table: str) -> dict[str, int]:
    found = ev.load(Store(server.folder), table)
    assert found is not None
    return dict(found.state.totals)


def test_two_tiles_read_wrong_from_photo_to_payments_in_eight_taps(server: Any, phone: Any, shot: Any) -> None:
    table = new_table(server)
    visitor = phone()
    visitor.open(f"{server.url}?table={table}")
    visitor.send_photo(shot.photo)
    visitor.settle(".palette")
    visitor.shot("phone-question")
    visitor.correct_both()
    visitor.shot("phone-corrected")
    question = visitor.below("[data-choice='dice:9']", "[data-choice='winner:小華']")
    visitor.tap("[data-choice='dice:9']")
    visitor.sees("開門 阿明")
    assert visitor.below("[data-choice='dice:9']", "[data-choice='winner:小華']") == question, "nothing moves away"
    visitor.tap("[data-choice='winner:小華']")
    visitor.tap("[data-choice='how:discard:大山']")
    visitor.sees("大山 付 小華 180")
    assert visitor.page.locator(".total b").inner_text() == "4"
    assert visitor.page.locator(".payments").is_visible()
    visitor.shot("phone-result")
    assert visitor.taps <= 8
    visitor.tap_twice(visitor.page.locator("[data-op='record']").bounding_box(), "已記入第 1 盤")
    assert totals(server, table) == {"阿明": 0, "小華": 180, "美玲": 0, "大山": -180}
    assert 0 < visitor.page.locator("[data-op='next']").bounding_box()["y"] < 200
    visitor.open(f"{server.url}?table={table}&view=table")
    visitor.sees("+180")
    visitor.shot("phone-table")
    visitor.tap("summary:has-text('匯出')")
    with visitor.page.expect_download() as download:
        visitor.tap(".st-key-json button")
    exported = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert len(exported["events"]) == 5 and len(exported["photos"]) == 1
    copy = {"name": "evening.json", "mimeType": "application/json", "buffer": json.dumps(exported).encode()}
    visitor.page.locator(".st-key-import input[type=file]").set_input_files(copy)
    visitor.tap(".st-key-import_now button")
    visitor.page.wait_for_url(lambda url: "table=" in url and table not in url)
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.sees("+180")
    visitor.tap(".st-key-deal-0 button")
    visitor.settle(".kept")
    visitor.sees("湊一色")


def test_a_reload_in_the_middle_loses_nothing(server: Any, phone: Any, shot: Any) -> None:
    visitor = phone()
    visitor.open(server.url)
    visitor.send_photo(shot.photo)
    visitor.settle(".palette")
    visitor.correct_both()
    visitor.tap("[data-choice='dealer:E']")
    visitor.settle("[data-choice='winner:S']")
    visitor.tap("[data-choice='winner:S']")
    visitor.settle("[data-choice='how:self_draw:']")
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.settle("[data-choice='winner:S'].on")
    visitor.settle("[data-choice='dealer:E'].on")
    visitor.settle(".count.good")
    visitor.tap("[data-choice='round:E']")
    visitor.tap("[data-choice='how:self_draw:']")
    visitor.settle(".total")
    visitor.sees("填了價，就算成錢")
    with visitor.page.expect_download() as download:
        visitor.tap("[data-share='picture']")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    visitor.tap("[data-rule='15']")
    visitor.counts(".hand .lit", 17)
    visitor.tap("summary:has-text('聽牌')")
    assert visitor.page.locator("div.waits").evaluate("(node) => getComputedStyle(node, '::after').content") == "none"
    visitor.tap(".why .link")
    visitor.settle(".rule.lit")
    visitor.tap(".st-key-back_to_sheet button")
    visitor.settle(".total")


def test_what_is_tapped_while_the_server_is_dead_counts_even_after_a_reload(
    make_server: Any, phone: Any, shot: Any
) -> None:
    server = make_server()
    table = new_table(server)
    visitor = phone()
    visitor.open(f"{server.url}?table={table}")
    visitor.send_photo(shot.photo)
    visitor.settle(".palette")
    visitor.tap(".likely [data-face='2m']")
    visitor.counts(".palette", 0)
    visitor.tap("[data-choice='opening_wall:阿明']")
    visitor.sees("開門 阿明")
    server.kill()
    visitor.settle(".stApp:not([data-test-connection-state='CONNECTED'])")
    visitor.tap(".group.concealed [data-tile='9']")
    assert visitor.said_over_the_page(".stApp", "::before") == 'visible"連線中…"'
    visitor.tap(".board [data-face='W']")
    visitor.tap("[data-choice='winner:小華']")
    server.start()
    visitor.page.reload(wait_until="domcontentloaded")
    visitor.tap("[data-choice='how:discard:大山']")
    visitor.sees("大山 付 小華 180")


def test_two_phones_on_one_table(server: Any, phone: Any, shot: Any) -> None:
    table = new_table(server)
    one, other = phone(), phone()
    other.open(f"{server.url}?table={table}&view=table")
    other.sees("阿明")
    one.open(f"{server.url}?table={table}")
    one.send_photo(shot.photo)
    one.settle(".palette")
    one.correct_both()
    one.tap("[data-choice='opening_wall:阿明']")
    one.tap("[data-choice='winner:小華']")
    one.tap("[data-choice='how:self_draw:']")
    one.tap("[data-op='record']")
    one.sees("已記入第 1 盤")
    won = totals(server, table)["小華"]
    other.sees(f"+{won}")
    other.tap(".st-key-table_undo button")
    one.settle("[data-op='record']")
    assert totals(server, table)["小華"] == 0
    other.page.get_by_role("button", name="荒局").tap()
    one.sees("第 1 盤已記為「荒局」")
    one.counts("[data-op='record']", 0)
    one.shot("phone-deal-over")
    one.tap(".st-key-count_now button")
    one.sees("還差：開門位")


def test_a_double_tap_is_one_answer(server: Any, phone: Any) -> None:
    table = new_table(server)
    visitor = phone()
    visitor.open(f"{server.url}?table={table}&view=table")
    visitor.page.get_by_role("button", name="荒局").tap()
    visitor.sees("荒局：這一盤的開門位是誰")
    visitor.tap_twice(visitor.page.get_by_role("radio", name="小華").bounding_box(), "第 2 盤")
    state = ev.load(Store(server.folder), table).state
    assert (state.deal, state.phase) == (1, "dice"), "whose wall is opened next, nobody has said"


DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "device_scale_factor": 1}


def open_palette(server: Any, visitor: Phone) -> None:
    """A hand without a photo."""
    visitor.open(server.url)
    visitor.page.get_by_role("button", name="不拍照，自己點牌").click()
    visitor.settle(".palette")


def slowed(visitor: Phone, rate: int) -> None:
    """A browser that takes ``rate`` times as long for everything."""
    visitor.context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def test_a_hand_without_photo_by_keyboard(server: Any, phone: Any) -> None:
    desk = phone(**DESK)
    open_palette(server, desk)
    desk.shot("desk-palette")
    desk.page.locator(".board [data-face='E']").focus()
    for _ in range(3):
        desk.page.keyboard.press("Enter")
    desk.counts(".groups .chip", 3)
    desk.page.locator(".chip").first.focus()
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("Delete")
    desk.counts(".groups .chip", 2)
    desk.page.keyboard.press("Control+z")
    desk.counts(".groups .chip", 3)
    assert desk.page.locator(".chip").first.get_attribute("aria-label") == "東，手牌"


TEN = ["E", "S", "W", "N", "C", "F", "P", "1f", "2f", "3f"]


def test_ten_keys_without_waiting_are_ten_tiles(server: Any, phone: Any) -> None:
    desk = phone(**DESK)
    open_palette(server, desk)
    slowed(desk, 6)
    desk.page.locator(".board [data-face='E']").focus()
    for _ in TEN:
        desk.page.keyboard.press("Enter")
        desk.page.keyboard.press("ArrowRight")
    desk.counts(".groups .chip", 10)
    desk.sees("7 / 17 張")
    draft = desk.sheet(server).draft
    assert draft is not None and [tile.tile for tile in draft.tiles] == TEN


def test_a_server_that_does_not_answer_loses_no_tap_and_counts_none_twice(server: Any, phone: Any) -> None:
    visitor = phone()
    open_palette(server, visitor)
    visitor.tap(".board [data-face='E']")
    with server.paused():
        for tile in TEN[1:]:
            visitor.tap(f".board [data-face='{tile}']")
        visitor.counts(".groups .chip", 10)
        visitor.tap(".palette .close")
        visitor.tap(".group.concealed .chip >> nth=0")
        visitor.tap(".palette .remove")
        visitor.tap(".group.concealed .chip >> nth=0")
        visitor.tap(".board [data-face='1m']")
        visitor.counts(".group.concealed .chip", 6)
        visitor.tap("[data-tool='undo']")
        visitor.counts("[data-tile] [alt='一萬']", 0)
        visitor.tap("[data-tool='redo']")
        visitor.counts("[data-tile] [alt='一萬']", 1)
        while not (said := visitor.said_over_the_page(".editor", "::after")):
            visitor.page.wait_for_timeout(100)
        assert said == 'visible"電腦還沒回應…"'
    visitor.sees("6 / 17 張")
    visitor.counts(".editor.unanswered", 0)
    draft = visitor.sheet(server).draft
    assert draft is not None and [tile.tile for tile in draft.tiles] == ["1m", *TEN[2:]]


def test_two_phones_at_one_hand_both_count(server: Any, phone: Any) -> None:
    one, other = phone(), phone()
    open_palette(server, one)
    other.open(one.page.url)
    other.tap("[data-tool='add']")
    with server.paused():
        one.tap(".board [data-face='E']")
        other.tap(".board [data-face='S']")
    for each in (one, other):
        each.counts(".groups .chip", 2)
    draft = one.sheet(server).draft
    assert draft is not None and sorted(tile.tile for tile in draft.tiles) == ["E", "S"]


def test_a_finger_still_down_while_the_page_is_drawn_anew_counts(server: Any, phone: Any) -> None:
    desk = phone(**DESK)
    open_palette(server, desk)
    with server.paused():
        desk.page.locator(".board [data-face='E']").click()
        desk.page.locator(".board [data-face='S']").hover()
        desk.page.mouse.down()
    desk.sees("1 / 17 張")
    desk.page.mouse.up()
    desk.counts(".groups .chip", 2)


def test_a_missed_tile_is_drawn_as_a_box_and_a_meld_moves_in_two_taps(server: Any, phone: Any, shot: Any) -> None:
    desk = phone(**DESK, color_scheme="dark")
    desk.open(server.url)
    desk.send_photo(shot.photo)
    desk.settle(".palette")
    desk.shot("desk-dark")
    desk.page.keyboard.press("ArrowRight")  # the palette that opened by itself has the focus, on the face that was read
    desk.page.keyboard.press("Enter")
    desk.counts(".palette", 0)
    desk.counts(".group.concealed [alt='二萬']", 1)
    desk.page.keyboard.press("Enter")
    desk.settle(".palette")
    desk.page.keyboard.press("Escape")
    desk.counts(".palette", 0)
    desk.page.locator("[aria-label='畫框補牌']").click()
    frame = desk.page.locator(".photo svg").bounding_box()
    assert frame is not None
    desk.page.mouse.move(frame["x"] + frame["width"] * 0.8, frame["y"] + frame["height"] * 0.4)
    desk.page.mouse.down()
    desk.page.mouse.move(frame["x"] + frame["width"] * 0.9, frame["y"] + frame["height"] * 0.55, steps=4)
    desk.page.mouse.up()
    desk.page.locator(".board [data-face='5f']").click()
    desk.counts(".group.flower .chip", 3)
    desk.page.locator(".group.exposed .chip").first.click()
    desk.page.locator("[data-meld='concealed']").click()
    desk.counts(".group.exposed .chip", 3)
    desk.page.locator(".group.concealed [alt='九萬']").first.click()
    desk.page.locator("[data-meld='exposed']").click()
    desk.counts(".group.exposed .chip", 6)


def asked_for(gate: Path) -> Any:
    """The pipe ``gate``, to be written into, as soon as the server reads from it."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        with suppress(OSError):  # nobody reads yet
            return os.fdopen(os.open(gate, os.O_WRONLY | os.O_NONBLOCK), "w", encoding="utf-8")
        time.sleep(0.1)
    raise AssertionError("the server did not ask for a reading")


def test_a_photo_is_read_though_the_page_is_reloaded_and_the_server_killed_meanwhile(
    make_server: Any, phone: Any, shot: Any, tmp_path: Path
) -> None:
    gate = tmp_path / "reading.json"
    os.mkfifo(gate)  # the reading takes until somebody writes it there, and can be read but once
    server = make_server(reading=gate)
    visitor = phone()
    visitor.open(server.url)
    visitor.send_photo(shot.photo)
    visitor.settle(".busy")
    server.kill()
    server.start()
    visitor.counts(".problem", 0)
    with asked_for(gate) as answer:
        visitor.page.reload(wait_until="domcontentloaded")
        visitor.settle(".busy")
        answer.write(shot.reading.read_text(encoding="utf-8"))
    visitor.settle(".palette")
    draft = visitor.sheet(server).draft
    assert draft is not None and len(draft.tiles) == 19


def test_a_photo_that_nobody_received_is_sent_again_by_itself_and_is_seen_whole(
    make_server: Any, phone: Any, shot: Any
) -> None:
    server = make_server()
    visitor = phone()
    visitor.open(server.url)
    visitor.settle(".choose")
    visitor.page.route("**/snaptai/upload*", lambda route: route.abort())
    visitor.send_photo(shot.photo)
    visitor.sees("連上線後會自動再傳")
    server.kill()
    server.start()
    visitor.page.unroute("**/snaptai/upload*")
    visitor.settle(".palette")
    assert len(visitor.sheet(server).photos) == 1
    visitor.page.keyboard.press("Escape")
    visitor.counts(".palette", 0)
    while (smaller := visitor.page.get_by_role("button", name="縮小")).is_enabled():
        smaller.tap(timeout=PATIENCE)
    frame, sheet = (visitor.page.locator(each).bounding_box() for each in (".photo", ".photo .sheet"))
    assert (
        sheet["width"] <= frame["width"] + 1 and sheet["height"] <= frame["height"] + 1
    )  # the whole photo is in sight


def test_what_is_no_photo_is_said_so(server: Any, phone: Any, shot: Any) -> None:
    visitor = phone()
    visitor.open(server.url)
    visitor.send_photo({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no picture at all"})
    visitor.sees("這不是圖片")
    whole = shot.photo.read_bytes()
    visitor.send_photo({"name": "b.jpg", "mimeType": "image/jpeg", "buffer": whole[: len(whole) // 2]})
    visitor.sees("不完整或已損壞")
    assert request(server.url + "snaptai/upload", "POST", b"\0" * (65 << 20), {"X-SnapTai": "1"}) == 413
    visitor.send_photo(shot.photo)
    visitor.settle(".palette")


def test_a_shot_by_the_devices_own_camera_is_read(server: Any, phone: Any) -> None:
    desk = phone(**DESK)
    desk.open(server.url)
    # nobody answers the browser's question
    desk.page.evaluate("() => { navigator.mediaDevices.getUserMedia = () => new Promise(() => {}); }")
    desk.page.locator("[data-camera='open']").click()
    desk.sees("請在瀏覽器的詢問裡允許")
    desk.page.evaluate("() => { delete navigator.mediaDevices.getUserMedia; }")
    desk.page.locator("[data-camera='open']").click()
    desk.page.locator("[data-camera='shoot']:enabled").click()
    desk.settle(".palette")
    kept = Store(server.folder).photo(desk.sheet(server).photos[0])
    assert kept is not None and min(kept.width, kept.height) >= 480
    desk.counts("video", 0)


def test_an_oversized_file_is_refused_before_it_is_sent(server: Any, phone: Any, tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(65 << 20)
    visitor = phone()
    visitor.open(f"{server.url}?lang=en")
    visitor.send_photo(large)
    visitor.sees("The file is over 64 MB")


def test_a_phone_shows_the_whole_header_in_english(server: Any, phone: Any) -> None:
    visitor = phone()
    visitor.open(f"{server.url}no/such/path?lang=en")
    visitor.counts(".st-key-head button", 5)
    assert visitor.page.url == f"{server.url}?lang=en"
    parts = [each.bounding_box() for each in visitor.page.locator(".brand, .st-key-head button").all()]
    assert all(part["x"] + part["width"] <= 390 and part["y"] < 40 for part in parts)
    assert all(right["x"] >= left["x"] + left["width"] - 1 for left, right in itertools.pairwise(parts))


def test_what_the_first_screen_needs_is_there_before_anything_is_drawn(server: Any) -> None:
    """Style that came later moved everything by 90 pixels: a tap met the neighbour."""
    with urllib.request.urlopen(server.url, timeout=180) as answer:
        html = answer.read().decode()
    assert '[data-testid="stHeader"]' in html and "snaptaiPressed" in html
    for part in ("BidiComponent", "ButtonGroup", "Html"):
        (source,) = re.findall(rf"modulepreload' href='(\./static/js/{part}\.[^']*)'", html)
        assert request(server.url + source) == 200


def test_the_stored_photo_carries_nothing_but_pixels(server: Any, phone: Any, shot: Any) -> None:
    assert b"SECRET-CAMERA" in shot.photo.read_bytes()
    visitor = phone()
    visitor.open(server.url)
    visitor.send_photo(shot.photo)
    visitor.settle(".palette")
    source = visitor.page.locator(".photo img").get_attribute("src")
    with urllib.request.urlopen(server.url + source.lstrip("/"), timeout=180) as answer:
        stored = answer.read()
    assert stored.startswith(b"\xff\xd8") and b"SECRET-CAMERA" not in stored and b"Exif" not in stored


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# The key


@pytest.fixture(scope="module")
def lan(make_server: Callable[..., Any]) -> Any:
    return make_server("--lan")


def key_of(lan: Any) -> str:
    found = re.search(r"key=([\w-]+)", lan.output.read_text(errors="replace"))
    assert found is not None
    return found[1]


def request(url: str, method: str = "GET", data: bytes | None = None, headers: dict[str, str] | None = None) -> int:
    asked = urllib.request.Request(url, data, headers or {}, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=180) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code
    except urllib.error.URLError:  # the server hung up on an upload that it will not take
        return 413


def handshake(port: int, path: str, origin: str) -> int:
    """The status with which a websocket is answered: 101 where it opens."""
    lines = (
        f"GET {path} HTTP/1.1", f"Host: localhost:{port}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", f"Origin: {origin}", "", "",
    )  # fmt: skip
    with socket.create_connection(("localhost", port), timeout=180) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return int(connection.recv(4096).split()[1])


@pytest.mark.parametrize("key", ["", "?key=wrong", "?key=", "?key=%00"])
def test_without_the_key_nothing_is_shown_and_nothing_taken(lan: Any, key: str) -> None:
    for path in ("", "_stcore/health", "_stcore/host-config", "static/index.html", "snaptai/tile/1m.svg", "media/x"):
        assert request(lan.url + path + key) == 403, path
    assert request(f"{lan.url}snaptai/upload{key}", "POST", b"x", {"X-SnapTai": "1"}) == 403
    assert request(f"{lan.url}_stcore/upload_file/any/any{key}", "PUT", b"x") == 403
    assert handshake(lan.port, f"/_stcore/stream{key}", f"http://localhost:{lan.port}") == 403


def test_with_the_key_the_page_opens_and_the_key_is_printed_as_a_code(lan: Any, phone: Any) -> None:
    key = key_of(lan)
    assert request(f"{lan.url}?key={key}") == 200
    assert handshake(lan.port, f"/_stcore/stream?key={key}", f"http://localhost:{lan.port}") == 101
    assert "█" in lan.output.read_text() or "▄" in lan.output.read_text()
    visitor = phone()
    visitor.open(f"{lan.url}?key={key}")
    visitor.settle(".choose")
    stranger = phone()
    stranger.open(lan.url)
    stranger.sees("這張牌桌要有鑰匙才能進來")


def test_the_key_outlives_a_restart(lan: Any) -> None:
    key = key_of(lan)
    lan.kill()
    lan.start()
    assert request(f"{lan.url}?key={key}") == 200


def test_another_sites_page_can_neither_connect_nor_upload(server: Any) -> None:
    assert handshake(server.port, "/_stcore/stream", "http://evil.example") == 403
    assert request(server.url + "snaptai/upload", "POST", b"x") == 403


def test_without_lan_the_page_is_for_this_machine_only(server: Any) -> None:
    listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True, check=False).stdout
    if not listening:
        pytest.skip("no /proc/net/tcp here")
    bound = [line.split()[1] for line in listening.splitlines() if f":{server.port:04X}" in line.split()[1]]
    assert bound and all(address.startswith("0100007F") for address in bound)


def test_a_taken_port_is_said_so(server: Any) -> None:
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "app", "--port", str(server.port)]
    environment = os.environ | {"SNAPTAI_DATA": str(server.folder)}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert ran.returncode == 2 and "已有程式使用" in ran.stderr and f"--port {server.port + 1}" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_data_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "app", "--port", str(free_port())]
    environment = os.environ | {"SNAPTAI_DATA": str(tmp_path / "file")}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert ran.returncode == 2 and "無法寫入" in ran.stderr and "SNAPTAI_DATA" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_reading_that_tests_use_is_a_reading(shot: Any) -> None:
    assert len(json.loads(shot.reading.read_text(encoding="utf-8"))["tiles"]) == 19
