"""What the tables and the report say, and that nothing in them can harm who opens them."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from snaptai.datasets.archive.store import locked, open_existing
from snaptai.scoring.documents import CODES
from snaptai.ui.exports import COLUMNS, write_all
from snaptai.ui.report import write_report
from snaptai.ui.report_words import Words

EVIL = '<img src=x onerror=alert(1)>".png'


@pytest.fixture
def results(archive, run, won, hand):
    """The small archive with names of players and one file name that is HTML, scored and written."""
    players = {"S": "小明", "E": "阿珍", "W": "=1+1", "N": "<i>"}
    stake = {"base": 100, "tai": 20}
    (archive / "a.json").write_text(json.dumps(won | {"players": players, "stake": stake}))
    (archive / EVIL).write_bytes(hand(3))
    (archive / "bad.jpg").write_text("no photo")
    run(archive)
    store = open_existing(archive.parent / "results")
    write_all(store)
    store.close()
    return archive.parent / "results"


def test_csv_jsonl_and_parquet_hold_one_row_a_photo(results):
    import pyarrow.parquet

    with (results / "results.csv").open(encoding="utf-8-sig", newline="") as stream:
        table = list(csv.DictReader(stream))
    lines = [json.loads(line) for line in (results / "results.jsonl").read_text("utf-8").splitlines()]
    parquet = pyarrow.parquet.read_table(results / "results.parquet").to_pylist()
    names = [EVIL, "a.png", "b.png", "bad.jpg", "c.png"]
    assert (
        [row["photo"] for row in table]
        == [line["photo"] for line in lines]
        == [row["photo"] for row in parquet]
        == names
    )
    assert tuple(table[0]) == COLUMNS and {line["format_version"] for line in lines} == {1}
    first = parquet[1]
    assert (first["tai"], first["winner_name"], first["items"]) == (3, "小明", "門清+1 不求自摸+2")
    assert table[1]["payments"] == "E>S:180 W>S:160 N>S:160" and table[1]["hand"].endswith(" 3s")
    assert lines[3]["failure"]["code"] == table[3]["error"] == "not_an_image" and lines[3]["score"] is None
    assert lines[4]["open_totals"] == [int(table[4]["tai_lowest"]), int(table[4]["tai_highest"])]


def test_cells_are_never_formulas(archive, run, hand):
    (archive / "=cmd().png").write_bytes(hand(3))
    run(archive)
    write_all(open_existing(archive.parent / "results"))
    assert "\n'=cmd().png,review" in (archive.parent / "results" / "results.csv").read_text("utf-8-sig")


class Elements(HTMLParser):
    """Tags, attributes and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def test_the_report_is_one_file_that_loads_nothing_and_escapes_everything(results):
    text = (results / "report.html").read_text("utf-8")
    page = Elements(text)
    links = [value for _, attributes in page.tags for key, value in attributes.items() if key in ("src", "href")]
    assert links and all(link.startswith("data:image/jpeg;base64,") for link in links)
    assert all(link.startswith("data:") for link in re.findall(r'url\("?([^")]*)', text)) and "://" not in page.text
    assert not any(key.startswith("on") for _, attributes in page.tags for key in attributes)
    pictures = [set(attributes) for tag, attributes in page.tags if tag == "img"]
    assert pictures and all(each == {"loading", "alt", "src"} for each in pictures)
    assert EVIL in page.text and "<i>" in page.text


def test_the_report_shows_breakdown_players_and_failures(results):
    text = Elements((results / "report.html").read_text("utf-8")).text
    for shown in (
        "臺數分布",
        "最常見的項目",
        "各家成績",
        "小明",
        "+500",
        "不求自摸",
        "bad.jpg 這不是圖片",
        "缺對局資料",
        "阿珍 → 小明 180",
    ):
        assert shown in text
    english = open_existing(results)
    write_all(english, "en")
    page = (results / "report.html").read_text("utf-8")
    assert "Distribution of tai" in page and "not counted beside it: 23" in page


def test_sentences_are_for_people_who_never_saw_a_document(archive, run, won, paint_hand):
    (archive / "a.png").write_bytes(paint_hand("123m456m789m111p22s", "3s"))
    (archive / "b.json").write_text(json.dumps(won | {"seat": {**won["seat"], "dealer_streak": -1}}))
    said = {}

    def messages() -> list[str]:
        with (archive.parent / "results" / "results.csv").open(encoding="utf-8-sig", newline="") as stream:
            return [row["message"] for row in csv.DictReader(stream)]

    for lang in ("zh-TW", "en"):
        run(archive, lang=lang)
        write_all(open_existing(archive.parent / "results"), lang)
        said[lang] = Elements((archive.parent / "results" / "report.html").read_text("utf-8")).text
        assert messages()[1] in said[lang], "the table speaks as the report does"
    assert "副吃碰槓之外，手牌須有" in said["zh-TW"] and "連莊數（seat.dealer_streak）須是" in said["zh-TW"]
    assert " melds the concealed row must hold" in said["en"]
    assert not any(word in said["en"] for word in ("臺", "東", "hand.concealed"))
    for code in CODES:
        assert Words("zh-TW").reason(code) != code


@pytest.mark.browser
def test_filters_leave_what_fits(results):
    from shutil import which

    from playwright import sync_api

    chromium = which("chromium")
    if not chromium:
        pytest.skip("chromium is not installed")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        alerts: list[str] = []
        page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
        page.goto((results / "report.html").as_uri())

        def shown() -> list[str]:
            return page.eval_on_selector_all("article h3", "all => all.map(one => one.textContent)")

        assert len(shown()) == 5 and page.evaluate("document.documentElement.scrollWidth") == 390
        for field, value, names in (
            ("status", "failed", ["bad.jpg"]), ("players", "小明", ["a.png"]), ("rules", "4", ["a.png", "b.png"]),
            ("questions", "no_context", [EVIL, "c.png"]), ("least", "4", ["b.png"]), ("most", "3", ["a.png"]),
            ("name", "B.P", ["b.png"]), ("name", "nowhere", []),
        ):  # fmt: skip
            element = page.locator(f"#{field}")
            is_choice = element.evaluate("one => one.tagName") == "SELECT"
            element.select_option(value) if is_choice else element.fill(value)
            assert shown() == names, field
            assert page.is_visible("#none") is (not names)
            element.select_option("") if is_choice else element.fill("")
        assert alerts == []
        plain = browser.new_context(java_script_enabled=False).new_page()
        plain.goto((results / "report.html").as_uri())
        assert all(card.is_visible() for card in plain.locator("article h3, article img").all())
        assert plain.locator("article h3").count() == 5 and not plain.is_visible("#status"), "no filters without script"
        with locked(results) as store:
            for number in range(200):
                store.put(replace(store.get("a.png"), name=f"more {number:03}", position=10 + number))
            copy = replace(store.get("a.png"), name="copy", status="duplicate", position=300, same_as="more 150")
            store.put(copy)
            write_report(store, results / "report.html")
        page.reload()
        assert 5 < len(shown()) < 205, "cards are laid out as they are wanted"
        page.locator("#name").fill("more")
        while len(shown()) < 200:
            page.mouse.wheel(0, 20_000)
            page.wait_for_timeout(20)
        assert shown() == [f"more {number:03}" for number in range(200)]
        page.locator("#status").select_option("duplicate")
        page.locator("#name").fill("cop")
        page.get_by_role("link", name="more 150").click()
        original = page.locator("article:target")
        assert original.locator("h3").text_content() == "more 150" and page.locator("#name").input_value() == ""
        sync_api.expect(original).to_be_in_viewport(timeout=30_000)
        with locked(results) as store:
            write_report(store, results / "report.html", "en")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.reload()
        assert page.locator(".wide").first.evaluate("one => one.scrollWidth <= one.clientWidth"), "and the money"
        browser.close()
