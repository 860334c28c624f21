"""``read`` and ``score PHOTO``: one line a photo in order, errors as values, context by sidecar, options or asking."""

import io
import json
import os

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from snaptai.ui.cli import app, main, score_photo
from snaptai.ui.cli.score_photo import ask, merged
from snaptai.ui.open_context import hand_document
from snaptai.vision.backends.fake import FakeNetwork, paint
from snaptai.vision.detector import TileDetector

WIN = ["--method", "discard", "--winner", "S", "--dealer", "N", "--loser", "W", "--round", "E"]


@pytest.fixture(autouse=True)
def fake_network(monkeypatch):
    detector = TileDetector(FakeNetwork(), threshold=0.1)
    monkeypatch.setattr("snaptai.vision.detector.open_detector", lambda *_, **__: detector)


@pytest.fixture
def photo(tmp_path):
    image = np.full((1200, 1600, 3), (30, 90, 60), np.uint8)
    rows = {
        (300, 600): "2m 3m 4m 6p 7p 8p 5s 5s 7s 8s", (1080, 600): "9s", (300, 470): "E E E", (620, 470): "X C C X",
        (600, 750): "1f 6f",
    }  # fmt: skip
    for (x, y), tiles in rows.items():
        for index, tile in enumerate(tiles.split()):
            paint(image, (x + 66 * index, y), (60, 80), tile)
    path = tmp_path / "hand.png"
    Image.fromarray(image).save(path)
    return path


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_read_writes_one_object_a_photo_in_order_and_goes_on_past_a_bad_one(photo, tmp_path):
    bad = tmp_path / "note.jpg"
    bad.write_text("hello")
    result = run("read", photo, bad, tmp_path / "none.jpg", photo)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line.get("error", {}).get("code") for line in lines] == [None, "not_an_image", "not_found", None]
    assert [line["photo"] for line in lines] == [str(photo), str(bad), str(tmp_path / "none.jpg"), str(photo)]
    assert lines[0] == lines[3] and lines[0]["hand"]["exposed"] == ["EEE"]
    assert result.exit_code == 1


def test_read_writes_json_whatever_bytes_a_name_holds(photo):
    for raw, said in (("麻將".encode("big5"), "麻將"), (b"\xff\xfe", "\\udcff\\udcfe")):
        path = photo.rename(photo.with_name(os.fsdecode(raw) + ".png"))
        result = run("read", path)
        assert json.loads(result.stdout_bytes.decode("utf-8"))["photo"] == str(photo.with_name(f"{said}.png"))
        photo = path


def test_read_marks_the_photo_and_reads_several_of_one_hand(photo, tmp_path):
    result = run("read", "--one-hand", photo, photo, "--overlay", tmp_path / "marked")
    assert result.exit_code == 0 and len(result.stdout.splitlines()) == 1
    (picture,) = (tmp_path / "marked").iterdir()
    with Image.open(picture) as marked:
        assert marked.size[0] > marked.size[1] * 2


@pytest.mark.parametrize(("lang", "words"), [([], "已經有同名的檔案"), (["--lang", "en"], "File exists")])
def test_a_folder_that_cannot_be_had_is_told_in_the_language_asked_for(photo, monkeypatch, capsys, lang, words):
    monkeypatch.setattr("sys.argv", ["snaptai", "read", str(photo), "--overlay", str(photo), *lang])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert words in (said := capsys.readouterr().err) and str(photo) in said and len(said.splitlines()) == 1


def test_score_gives_the_score_document_with_the_reading_under_photo(photo):
    result = run("score", photo, *WIN, "--json")
    answer = json.loads(result.stdout)
    assert answer["tai"] == sum(item["tai"] for item in answer["items"]) == 3
    assert answer["photo"]["hand"]["winning_tile"] == "9s"
    assert result.exit_code == 0


def test_options_take_the_words_that_a_manifest_takes(photo):
    words = ["--method", "放銃", "--winner", "南家", "--dealer", "北", "--loser", "西", "--round", "東風"]
    assert run("score", photo, *words, "--json").stdout == run("score", photo, *WIN, "--json").stdout
    assert "win.method" in run("score", photo, *WIN, "--method", "榮和").stderr


@pytest.mark.parametrize(
    ("lang", "hand", "total"), [("zh-TW", "二三四萬六七八筒", "共 3 臺"), ("en", "234m678p", "3 tai")]
)
def test_people_get_a_sheet_in_their_language(photo, lang, hand, total):
    said = run("score", photo, *WIN, "--lang", lang).stdout
    assert hand in said.splitlines()[1] and total in said and "箭字刻" in said


def test_a_sidecar_says_how_the_hand_was_won_and_corrects_it(photo):
    context = {"win": {"method": "discard"}, "seat": {"winner": "S", "dealer": "N", "loser": "W", "round": "S"}}
    photo.with_suffix(".json").write_text(json.dumps(context | {"hand": {"flowers": ""}}))
    names = [item["name"] for item in json.loads(run("score", photo, "--json").stdout)["items"]]
    assert "正花" not in names
    by_option = json.loads(run("score", photo, "--json", "--round", "E").stdout)
    assert "圈風刻" in [item["name"] for item in by_option["items"]]


@pytest.mark.parametrize("text", ["{", "[]", '{"win": {}, "win": {"method": "discard"}}', "[" * 100_000])
def test_a_damaged_sidecar_is_one_sentence(photo, text):
    photo.with_name("hand.png.json").write_text(text)
    result = run("score", photo, "--json")
    assert json.loads(result.stdout)["error"]["code"] == "bad_value"
    assert "hand.png.json" in json.loads(result.stdout)["error"]["message"]
    assert result.exit_code == 1


def test_a_sidecar_of_wrong_types_is_told_each(photo):
    photo.with_name("hand.png.json").write_text('{"seat": 3, "hand": "7p"}')
    errors = json.loads(run("score", photo, "--json").stdout)["errors"]
    assert {"seat", "hand"} <= {error["path"] for error in errors if error["code"] == "bad_value"}


def test_json_answers_what_was_asked_about(photo):
    answer = json.loads(run("score", photo, *WIN, "--json", "--why-not", "7").stdout)
    assert [why["rule"] for why in answer["why_not"]] == [7] and answer["photo"]["tiles"]


def test_without_context_the_hand_and_its_totals_by_both_methods_are_given(photo):
    result = run("score", photo, "--json")
    answer = json.loads(result.stdout)
    assert answer["error"]["code"] == "missing_key" and result.exit_code == 1
    assert [candidate["method"] for candidate in answer["error"]["candidates"]] == ["self_draw", "discard"]
    assert all(0 < candidate["tai"] <= candidate["most"] for candidate in answer["error"]["candidates"])
    assert answer["photo"]["hand"]["concealed"] == "234m678p5578s"


@pytest.mark.parametrize(("lang", "words"), [("zh-TW", ("自摸: ", " 臺")), ("en", ("by discard: ", " tai"))])
def test_what_is_missing_is_said_with_the_option_that_gives_it(photo, lang, words):
    said = run("score", photo, "--lang", lang).output
    assert "--method self_draw --winner S" in said and all(word in said for word in words)


def test_at_a_terminal_only_what_is_open_is_asked_and_words_are_taken(capsys, monkeypatch):
    read = {"concealed": "234m678p55578s7p", "winning_tile": None, "exposed": [], "concealed_kongs": []}
    monkeypatch.setattr("sys.stdin", io.StringIO("榮和\n放銃\nN\n西家\n東風\n7p\n"))
    document = ask(hand_document(read, {"seat": {"winner": "S"}}), {"questions": []}, "zh")
    assert document["win"] == {"method": "discard"}
    assert document["seat"] == {"winner": "S", "dealer": "N", "loser": "W", "round": "E"}
    assert document["hand"] == read | {"concealed": "234m678p55578s", "winning_tile": "7p"}
    asked = capsys.readouterr().out
    assert asked.count("怎麼胡的") == 2 and "胡牌者" not in asked, "what means nothing is asked again"


@pytest.mark.parametrize(
    ("lang", "words"), [("zh-TW", "沒有一萬（讀到的是二三四萬"), ("en", "1m is none of the tiles read (234m")]
)
def test_a_winning_tile_that_was_not_read_is_refused_with_those_that_were(photo, lang, words):
    answer = json.loads(run("score", photo, "--json", "--winning-tile", "1m", "--lang", lang).stdout)
    assert (answer["error"]["code"], answer["error"]["path"]) == ("bad_value", "hand.winning_tile")
    assert words in answer["error"]["message"] and answer["photo"]["tiles"]
    answers = iter(["1m", "7p"])
    hand = score_photo._with_winning_tile(answer["photo"]["hand"], "zh", lambda *_, **__: next(answers))
    assert (hand["winning_tile"], hand["concealed"]) == ("7p", "234m68p55789s")


def test_a_photo_that_cannot_be_scored_says_what_was_unsure_in_it(tmp_path):
    path = tmp_path / "table.png"
    Image.fromarray(np.full((900, 1200, 3), (30, 90, 60), np.uint8)).save(path)
    said = run("score", path, *WIN).stderr
    assert "wrong_tile_count" in said and "? 照片裡找不到麻將牌" in said


def test_options_win_over_the_sidecar():
    assert merged({"seat": {"winner": "E", "round": "S"}, "rules": {}}, {"seat": {"winner": "W"}}) == {
        "seat": {"winner": "W", "round": "S"}, "rules": {},
    }  # fmt: skip


def test_a_missing_model_is_one_sentence_and_code_2(photo, monkeypatch):
    from snaptai.models.catalog import ModelError

    def refuse(*_, **__):
        raise ModelError("沒有模型檔", "no model file")

    monkeypatch.setattr("snaptai.vision.detector.open_detector", refuse)
    for command in ("read", "score"):
        result = run(command, photo)
        assert result.exit_code == score_photo.SOME_ERRORS + 1 == 2
        assert "Traceback" not in result.output
