"""How photos come by their context: sidecars, manifests of folders, the evening ledger's export."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from snaptai.datasets.archive.context import BadContext, Contexts, read_manifest, read_sidecar
from snaptai.datasets.archive.sources import Found, Manifest

CSV = "photo,method,winner,dealer,round,loser,dealer_streak,last_tile,winning_tile,E,S\n"


def manifest(folder: Path, name: str, text: str, at: str = "") -> Manifest:
    (folder / name).write_text(text, encoding="utf-8")
    return Manifest(f"{at}{name}", Found(name, str(folder / name)))


def test_a_csv_row_is_a_context_with_types(tmp_path):
    line = " a.jpg , discard,S,N,E,W,2,否,7p,小明,阿珍\n"
    file = manifest(tmp_path, "manifest.csv", "\ufeff" + CSV + line).file
    assert dict(read_manifest(file).by_name) == {
        "a.jpg": {
            "win": {"method": "discard", "last_tile": False},
            "seat": {"winner": "S", "dealer": "N", "round": "E", "loser": "W", "dealer_streak": 2},
            "hand": {"winning_tile": "7p"},
            "players": {"E": "小明", "S": "阿珍"},
        }
    }


CODES = "photo,method,winner,dealer,round,loser,opening,E,S,W,N"
CHINESE = "照片,和法,和牌者,莊家,圈風,放銃者,opening,東,南,西,北"


@pytest.mark.parametrize("headings", [CODES, CHINESE])
@pytest.mark.parametrize(
    ("encoding", "separator"), [("utf-8-sig", ","), ("utf-8", ";"), ("cp950", ","), ("utf-16", "\t")]
)
def test_a_table_as_spreadsheets_in_taiwan_write_it(tmp_path, headings, encoding, separator):
    line = "a.jpg,放銃,阿珍,東,白,西,人和,小明,阿珍,老王,老王"
    text = "\r\n".join([headings, line, 10 * ",", ""]).replace(",", separator)
    (tmp_path / "m.csv").write_bytes(text.encode(encoding))
    rows = read_manifest(Found("m.csv", str(tmp_path / "m.csv")))
    assert rows.faults == () and dict(rows.by_name) == {
        "a.jpg": {
            "win": {"method": "discard", "opening": "human_hand"},
            "seat": {"winner": "S", "dealer": "E", "round": "P", "loser": "W"},
            "players": {"E": "小明", "S": "阿珍", "W": "老王", "N": "老王"},
        }
    }


def test_json_lines_may_name_the_columns_of_a_csv(tmp_path):
    row = {"photo": "a.jpg", "method": "discard", "winner": "S", "loser": None, "base": 50, "E": "小明"}
    line = json.dumps(row | {"seat": {"dealer": "E"}})
    assert dict(read_manifest(manifest(tmp_path, "manifest.jsonl", line).file).by_name) == {
        "a.jpg": {
            "seat": {"dealer": "E", "winner": "S"},
            "win": {"method": "discard"},
            "stake": {"base": 50},
            "players": {"E": "小明"},
        }
    }


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("m.csv", "photo,colour\na.jpg,red\n", "m.csv: unknown column 'colour'"),
        ("m.csv", "name,winner\na.jpg,S\n", "m.csv: unknown column 'name'"),
        ("m.csv", "照片,胡家,備註\n", "m.csv: unknown column '胡家', '備註'; known are photo, "),
        ("m.csv", "winner,底\nS\n", "m.csv needs a column photo; it has winner, 底"),
        ("m.csv", "photo,winner,和牌者\na.jpg,S,N\n", "m.csv has the column winner twice; keep one"),
        ("m.csv", 'photo,winner\na.jpg,"S' + 200_000 * "x", "m.csv is no CSV, maybe for a quote left open"),
        ("m.xlsx", "PK", "m.xlsx must be saved as CSV"),
        ("m.json", '{"deals": 3}', "m.json must be a ledger's export or a list of objects"),
        ("m.json", '{"format": "snaptai-table", "events": [{}]}', "m.json: not a ledger's export"),
    ],
)
def test_a_manifest_that_cannot_be_used_says_where(tmp_path, name, text, message):
    with pytest.raises(BadContext) as caught:
        read_manifest(manifest(tmp_path, name, text).file)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "m.csv",
            "photo,dealer_streak\na.jpg,two\nb.jpg,1\n",
            ":2: dealer_streak must be a whole number, not 'two'",
        ),
        ("m.csv", "photo,base\na.jpg,--5\nb.jpg,5\n", ":2: base must be a whole number, not '--5'"),
        ("m.csv", "photo,base\na.jpg," + 5000 * "9" + "\nb.jpg,5\n", ":2: base must be a whole number"),
        ("m.csv", "photo,last_tile\na.jpg,maybe\nb.jpg,no\n", ":2: last_tile must be true or false, not 'maybe'"),
        (
            "m.csv",
            "photo,method\na.jpg,tsumo\nb.jpg,自摸\n",
            ":2: method must be one of self_draw, 自摸, discard, 放銃, robbed_kong",
        ),
        ("m.csv", "photo,winner,E,S\na.jpg,Bo,Bo,Bo\nb.jpg,S,,\n", ":2: winner must be one of E, 東, S, 南"),
        ("m.csv", "photo\na.jpg,1\nb.jpg\n", ":2 has more cells than there are columns"),
        ("m.jsonl", '{"win": {}}\n{"photo": "b.jpg"}\n', ':1 needs "photo"'),
        ("m.jsonl", '{\n{"photo": "b.jpg"}\n', ":1 is not JSON"),
        (
            "m.jsonl",
            '{"photo": "a.jpg", "photo": "c"}\n{"photo": "b.jpg"}\n',
            ":1 is not JSON: photo is written twice",
        ),
        ("m.json", '[{"win": {}}, {"photo": "b.jpg"}]', '[1] needs "photo"'),
        (
            "m.jsonl",
            '{"photo": "a.jpg", "win": {"method": "discard"}, "method": "self_draw"}\n{"photo": "b.jpg"}\n',
            ":1: method gainsays win; keep one",
        ),
    ],
)
def test_a_bad_row_is_named_and_the_others_count(tmp_path, name, text, message):
    contexts = Contexts(["a.jpg", "b.jpg"])
    contexts.add(manifest(tmp_path, name, text))
    assert list(contexts.by_name) == ["b.jpg"]
    assert [said.en.startswith(f"{name}{message}") for said in contexts.complaints] == [True]


def test_rows_name_photos_from_the_manifests_folder_and_nothing_is_guessed(tmp_path):
    names = ["x/a.jpg", "x/deep/b.jpg", "x/deep/c.jpg", "x/other/c.jpg", "y/a.jpg"]
    contexts = Contexts(names)
    rows = "".join(
        json.dumps({"photo": name, "seat": {"winner": "S"}}) + "\n" for name in ("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    )
    contexts.add(manifest(tmp_path, "manifest.jsonl", rows, at="x/"))
    assert set(contexts.by_name) == {"x/a.jpg", "x/deep/b.jpg"}
    assert [said.en for said in contexts.complaints] == [
        "x/manifest.jsonl: 'c.jpg' could be x/deep/c.jpg or x/other/c.jpg: write it in full",
        "x/manifest.jsonl: 'd.jpg' names no photo",
    ]


def test_rows_name_photos_in_capitals_or_not_and_without_the_ending_that_windows_hides(tmp_path):
    contexts = Contexts(["IMG_1.JPG", "img_2.jpg", "IMG_2.jpg", "a.heic", "a.jpg", "b.c.jpg"])
    rows = "".join(f"{name},東風圈\n" for name in ("img_1.jpg", "img_2.jpg", "Img_2.JPG", "a", "B.C", "b.c.png"))
    contexts.add(manifest(tmp_path, "m.csv", "照片,圈風\n" + rows))
    assert dict.fromkeys(contexts.by_name, {"seat": {"round": "E"}}) == contexts.by_name
    assert set(contexts.by_name) == {"IMG_1.JPG", "img_2.jpg", "b.c.jpg"}
    assert [said.en for said in contexts.complaints] == [
        "m.csv: 'Img_2.JPG' could be img_2.jpg or IMG_2.jpg: write it in full",
        "m.csv: 'a' could be a.heic or a.jpg: write it in full",
        "m.csv: 'b.c.png' names no photo",
    ]


def test_of_two_rows_that_differ_the_first_is_used_and_the_other_named(tmp_path):
    contexts = Contexts(["a.jpg", "b.jpg"])
    contexts.add(manifest(tmp_path, "m.csv", "photo,winner\na.jpg,S\na.jpg,E\nb.jpg,W\nb.jpg,W\n"))
    assert contexts.by_name == {"a.jpg": {"seat": {"winner": "S"}}, "b.jpg": {"seat": {"winner": "W"}}}
    assert [said.en for said in contexts.complaints] == ["m.csv: 'a.jpg' has rows that differ; only the first is used"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfe\x00", "is not UTF-8 text"), (b"[1]", "must hold one JSON object"), (b"{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"), (b'{"stake": {"base": NaN}}', "NaN is no number"),
        (rb'{"players": {"E": "\ud800"}}', "which is no character"),
        (b'{"seat": {"winner": "S", "dealer": "E", "winner": "N"}}', "winner is written twice; keep one"),
    ],
)  # fmt: skip
def test_a_bad_sidecar_says_so(tmp_path, raw, said):
    (tmp_path / "a.json").write_bytes(raw)
    with pytest.raises(BadContext, match=f"^a.json.*{said}"):
        read_sidecar(Found("a.jpg", "", sidecar=Found("a.json", str(tmp_path / "a.json"))))


def noise(seed: int, size: tuple[int, int], quality: int) -> bytes:
    """A JPEG of coarse noise, the same picture at any size."""
    import numpy as np

    small = np.random.default_rng(seed).integers(0, 255, (12, 16, 3), np.uint8)
    stream = io.BytesIO()
    Image.fromarray(small).resize(size, Image.Resampling.BICUBIC).save(stream, "JPEG", quality=quality)
    return stream.getvalue()


def test_the_ledgers_export_knows_the_photos_that_it_was_read_from(tmp_path):
    hand = {
        "concealed": "456m7p",
        "winning_tile": "7p",
        "exposed": ["345s", "EEE", "999p"],
        "concealed_kongs": ["CCCC"],
    }
    win = {"event": "win", "winner": "Bo", "loser": "Amy", "hand": hand, "win": {"method": "discard"}}
    win["score"] = {"version": 1, "payments": [{"from": "E", "to": "S", "tai": 3, "amount": 160}]}
    events = [
        {"event": "open", "players": ["Amy", "Bo", "Cy", "Di"], "base": 100, "tai": 20},
        {"event": "sit", "order": ["Amy", "Bo", "Cy", "Di"]}, {"event": "first_dealer", "dealer": "Amy"},
        {"event": "deal", "opening": "Amy"}, win, {"event": "undo"}, win,
    ]  # fmt: skip
    kept = {"jpeg": base64.b64encode(noise(1, (800, 600), 80)).decode(), "width": 3200, "height": 2400}
    logged = [{"at": "now", "event": event, "sheet": "s" if event is win else None} for event in events]
    export = {
        "format": "snaptai-table",
        "version": 1,
        "events": logged,
        "sheets": {"s": {"photos": ["p"]}},
        "photos": {"p": kept},
    }
    contexts = Contexts(["IMG_1.jpg", "IMG_2.jpg"])
    contexts.add(manifest(tmp_path, "evening.json", json.dumps(export)))
    context = contexts.of(Found("IMG_1.jpg", ""), noise(1, (1600, 1200), 95))
    assert context["seat"]["winner"] == "S" and context["seat"]["loser"] == "E" and context["hand"] == hand
    assert context["stake"] == {"base": 100, "tai": 20} and context["players"] == {
        "E": "Amy",
        "S": "Bo",
        "W": "Cy",
        "N": "Di",
    }
    assert contexts.of(Found("IMG_2.jpg", ""), noise(2, (1600, 1200), 95)) is None
