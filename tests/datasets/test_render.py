"""Rendered scenes: the labels say what is seen, hands are hands, and the same seed gives the same bytes."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from snaptai.datasets.faces import STYLES, raster
from snaptai.datasets.photos import load
from snaptai.datasets.render import Order, Spots, View, load_sources, render_hand, scene, write_set
from snaptai.datasets.render.choose import choose_set
from snaptai.datasets.render.deal import rest_of_set, winning_hand
from snaptai.datasets.render.example import write_example
from snaptai.datasets.render.geometry import Camera
from snaptai.datasets.render.layout import Manner, Placed, hand_layout, row, wall
from snaptai.datasets.render.paint import Light, paint
from snaptai.datasets.render.plans import make_plan
from snaptai.datasets.render.sources import TEST_SETS
from snaptai.datasets.render.stage import TileTruth, body, set_stage, truth_of
from snaptai.datasets.render.tilesets import own_set, paper_of
from snaptai.datasets.render.views import framing, on_screen
from snaptai.scoring.hand import Hand
from snaptai.scoring.tiles import BACK, FACES, FLOWERS, ORDER, TILES
from snaptai.vision.post import overlaps

SHARED = Path(os.environ.get("SNAPTAI_SHARED", "../shared"))
needs_shared = pytest.mark.skipif(
    not (SHARED / "data/sets").is_dir(), reason="no real crops: SNAPTAI_SHARED has no data"
)
WON = Hand(
    ("2m", "3m", "4m", "6p", "7p", "8p", "5s", "5s", "7s", "8s"), "9s", (("E",) * 3,), (("C",) * 4,), ("1f", "6f")
)
KONGS = {"XCCX": "duud", "CXXC": "uddu", "XXXX": "dddd", "XXXC": "dddu"}


def _tiles_of(hand: Hand) -> Counter[str]:
    melds = [tile for meld in (*hand.exposed, *hand.concealed_kongs) for tile in meld]
    last = [hand.winning_tile] if hand.winning_tile else []
    return Counter([*hand.concealed, *last, *melds, *hand.flowers])


def _is_won(tiles: Counter[str], pair: bool = True) -> bool:
    """Whether the concealed tiles split into runs, triplets and one pair; tried tile by tile."""
    tile = min((tile for tile in tiles if tiles[tile]), key=ORDER.__getitem__, default=None)
    if tile is None:
        return not pair
    ways = [[tile] * 3, *([[tile] * 2] if pair else [])]
    if tile[-1] in "mps" and tile[0] <= "7":
        ways.append([f"{int(tile[0]) + step}{tile[1]}" for step in range(3)])
    return any(not Counter(way) - tiles and _is_won(tiles - Counter(way), pair and len(way) != 2) for way in ways)


INWARD = (3, 3, -3, -3)  # from the rim of a tile 85 pixels wide to its picture


def _from_above(tiles: list[str], style: str) -> tuple[np.ndarray, tuple[TileTruth, ...]]:
    """Tiles in a row seen square on, from far away."""
    view, rng = View((1280, 240)), np.random.default_rng(0)
    placed = row(tiles, rng, Manner(jitter=0.0))
    camera = Camera.aim(np.array([len(tiles) / 2, 0.6, 0.78]), 1.5707, 0.0, 0.0, 400.0, 34000.0, np.array(view.size))
    stage = set_stage([(one, body(one, own_set(style), rng, 100)) for one in placed], camera, view, ())
    canvas = np.zeros((240, 1280, 3), np.uint8)
    for actor in stage.actors:
        paint(canvas, actor.solid, camera, Light(np.array([0.0, 0.0, 1.0]), 0.5))
    return canvas, truth_of(stage)


def _small(face: np.ndarray) -> np.ndarray:
    return cv2.resize(face, (45, 60), interpolation=cv2.INTER_AREA)[4:-4, 4:-4].astype(int)


@pytest.mark.parametrize("style", STYLES[:3])
def test_each_box_holds_the_tile_that_its_label_names(style: str) -> None:
    models = {tile: _small(raster(tile, style, 60)) for tile in (*FACES, *FLOWERS)}
    for start in range(0, len(models), 14):
        tiles = list(models)[start : start + 14]
        image, truth = _from_above(tiles, style)
        assert [one.tile for one in truth] == tiles
        for one in truth:
            x0, y0, x1, y1 = (round(value + inward) for value, inward in zip(one.box, INWARD, strict=True))
            seen = _small(image[y0:y1, x0:x1])
            unlike = {tile: np.abs(seen - face).mean() for tile, face in models.items()}
            assert min(unlike, key=unlike.__getitem__) == one.tile


@pytest.mark.parametrize(("seen", "kinds"), KONGS.items())
def test_a_concealed_kong_is_labelled_as_it_is_seen(seen: str, kinds: str) -> None:
    kong = ["down" if kind == "d" else "up" for kind in kinds]
    _, truth = render_hand(WON, seed=2, size=(800, 600), kong=kong, spots=Spots("behind", "behind", "beside"))
    shown = sorted((one for one in truth if one.role == "concealed_kong"), key=lambda one: one.box[0])
    assert "".join(one.tile for one in shown) == seen
    assert {one.group for one in shown} == {2}


@pytest.mark.parametrize(
    "spots", [Spots(m, f, w) for m in ("right", "front") for f in ("left", "behind") for w in ("beside", "turned")]
)
def test_a_portrait_shows_every_tile_with_its_role(spots: Spots) -> None:
    _, truth = render_hand(WON, seed=4, size=(800, 600), spots=spots)
    roles = Counter(one.role for one in truth)
    assert roles == {"concealed": 10, "winning": 1, "exposed": 3, "concealed_kong": 4, "flower": 2}
    assert [one.tile for one in truth if one.role == "winning"] == ["9s"]
    assert {one.group for one in truth if one.role == "exposed"} == {1}
    assert all(0 <= x0 < x1 <= 800 and 0 <= y0 < y1 <= 600 for x0, y0, x1, y1 in (one.box for one in truth))


def test_an_unknown_style_or_split_is_named_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="no such style: 'plaid'; use one of classic"):
        render_hand(WON, style="plaid")
    with pytest.raises(ValueError, match="split is 'val'; use one of train, test"):
        load_sources(None, "val")


def test_dealt_hands_are_won_and_fit_into_one_set() -> None:
    for seed in range(300):
        rng = np.random.default_rng(seed)
        hand = winning_hand(rng)
        tiles = _tiles_of(hand)
        assert max(tiles[tile] for tile in FACES) <= 4 and max(tiles[tile] for tile in FLOWERS) <= 1
        assert len(hand.concealed) + 1 + 3 * len((*hand.exposed, *hand.concealed_kongs)) == 17
        assert hand.winning_tile and _is_won(Counter([*hand.concealed, hand.winning_tile]))
        assert tiles + Counter(rest_of_set(hand, rng)) == Counter(dict.fromkeys(FACES, 4)) + Counter(FLOWERS)


def test_no_two_tiles_of_a_hand_lie_inside_each_other() -> None:
    for seed in range(300):
        rng = np.random.default_rng(seed)
        tiles = hand_layout(winning_hand(rng), rng, Manner(jitter=0.004))
        spots = np.array([(one.x, one.y, one.z) for one in tiles])
        apart = np.linalg.norm(spots[:, None] - spots[None], axis=2) + 9 * np.eye(len(spots))
        assert apart.min() > 0.75, f"seed {seed}"  # stacked tiles are 0.78 apart, neighbours 1


def test_scenes_hold_no_more_tiles_than_a_set() -> None:
    for seed in range(60):
        plan = make_plan(np.random.default_rng(seed), "hand", 12)
        tiles = Counter(one.tile for one in plan.tiles)
        assert all(tiles[tile] <= (1 if tile in FLOWERS else 4) for tile in tiles)


def test_every_tile_in_a_scene_is_labelled_or_beyond_reading() -> None:
    rng = np.random.default_rng(5)
    view, tile_set = View((400, 300)), own_set("classic")
    line = [Placed("5m", x, 0.0) for x in range(6)] + wall(rng, ["1p"] * 8)
    blocked = [Placed("9s", 2.0, -1.05, 0.0, "stand", 0.0, 0.1)]  # stands before 5m at x = 2
    camera, length = framing(rng, [*line, *blocked], view, calm=True)
    pairs = [(one, body(one, tile_set, rng, 40)) for one in on_screen([*line, *blocked], camera, view, length)]
    stage = set_stage(pairs, camera, view, ())
    for actor in stage.actors:
        assert actor.is_labelled or actor.share < 0.12 or actor.slant < 0.15
    assert len(truth_of(stage)) == sum(actor.is_labelled for actor in stage.actors)
    lower = [actor for actor in stage.actors if actor.placed.kind == "down" and actor.placed.z == 0]
    assert not any(actor.is_labelled for actor in lower[:2]), "a tile under another is not seen"


def test_the_blank_sides_that_are_told_are_seen_and_are_no_tiles() -> None:
    shown = [scene(3, index, load_sources(None, "train"), View((480, 480))) for index in range(6)]
    assert sum(len(one.sides()) for one in shown) > 5
    for one in shown:
        sides = one.sides()
        labels = np.array([tile.box for tile in one.tiles], np.float32).reshape(-1, 4)
        shared, _ = overlaps(sides.astype(np.float32), labels)
        assert shared.max(initial=0) < 0.5
        assert (sides >= 0).all()
        assert (sides[:, 2:] <= 481).all()


def test_the_same_seed_gives_the_same_bytes_and_another_seed_does_not(tmp_path: Path) -> None:
    def pictures(name: str, seed: int) -> list[bytes]:
        write_set(Order(tmp_path / name, 3, seed))
        return [path.read_bytes() for path in sorted((tmp_path / name).rglob("*.*g"))]

    assert pictures("a", 7) == pictures("b", 7) != pictures("c", 8)


def test_windows_show_tiles_of_the_length_asked_for() -> None:
    lengths = []
    for index in range(12):
        one = scene(3, index, load_sources(None), View((320, 320), (60, 70)))
        lengths += [max(t.box[2] - t.box[0], t.box[3] - t.box[1]) for t in one.tiles]
    assert 45 < np.median(lengths) < 85


def test_backs_are_never_the_colour_of_a_blank_white_dragon() -> None:
    sources = load_sources(None)
    for seed in range(40):
        tile_set = choose_set(sources, np.random.default_rng(seed))
        blank = tile_set.faces["P"][0][20:-20, 20:-20].std() < 14
        back = np.mean([back.reshape(-1, 3).mean(0) for back in tile_set.backs], axis=0)
        assert not blank or np.abs(back - paper_of(tile_set.faces["P"][0])).mean() > 25


def test_some_sets_are_dark_with_light_print() -> None:
    sources = replace(load_sources(None, "train"), split="test")  # the named styles, which are drawn once
    sets = [choose_set(sources, np.random.default_rng(seed)) for seed in range(100)]
    dark = [one for one in sets if sum(one.paper) < 300]
    assert 1 <= len(dark) <= 30
    face = dark[0].faces["E"][0].astype(float).mean(2)
    print_, body = np.percentile(face, 97), np.median(face)
    assert body < 100 and print_ > body + 80


def test_training_and_test_draw_with_different_styles() -> None:
    train, test = (set(load_sources(None, split).drawn) for split in ("train", "test"))
    assert train and test and not train & test
    assert train | test == set(STYLES)


@needs_shared
def test_held_out_sets_backs_and_tables_are_never_in_training() -> None:
    train, test = (load_sources(SHARED, split) for split in ("train", "test"))
    assert {one.name for one in test.sets} == set(TEST_SETS)
    assert not {one.name for one in (*train.sets, *train.art)} & {one.name for one in (*test.sets, *test.art)}
    backs = [{back.tobytes() for back_set in one.backs for back in back_set} for one in (train, test)]
    tables = [{table.tobytes() for table in one.tables} for one in (train, test)]
    for here, there in (backs, tables):
        assert here and there and not here & there


def test_a_written_set_is_a_yolo_set_with_its_truth(tmp_path: Path) -> None:
    out = tmp_path / "set"
    run = CliRunner().invoke(_app(), ["--out", str(out), "--count", "3", "--size", "320", "256", "--whole"])
    assert run.exit_code == 0, run.output
    truth = json.loads((out / "truth.json").read_text(encoding="utf-8"))
    assert [entry["image"] for entry in truth] == [f"train_0_{index:05d}.jpg" for index in range(3)]
    for entry in truth:
        assert set(entry) == {"image", "tiles", "hand", "variant"}
        assert cv2.imread(str(out / "images" / entry["image"])).shape == (256, 320, 3)
        lines = (out / "labels" / entry["image"].replace(".jpg", ".txt")).read_text().splitlines()
        assert [TILES[int(line.split()[0])] for line in lines] == [tile["tile"] for tile in entry["tiles"]]
        for line, tile in zip(lines, entry["tiles"], strict=True):
            x, y, w, h = (float(value) for value in line.split()[1:])
            box = [(x - w / 2) * 320, (y - h / 2) * 256, (x + w / 2) * 320, (y + h / 2) * 256]
            assert box == pytest.approx(tile["box"], abs=0.01)
        if entry["hand"]:
            own = Counter(tile["tile"] for tile in entry["tiles"] if tile["role"] in ("concealed", "flower", "winning"))
            last = [entry["hand"]["winning_tile"]] if entry["hand"]["winning_tile"] else []
            assert own == Counter([*entry["hand"]["concealed"], *entry["hand"]["flowers"], *last])
    assert any(entry["hand"] for entry in truth)
    assert (out / "data.yaml").read_text().count(f"42: {BACK}") == 1
    assert [list(photo.tiles) for photo in load(out).photos] == [[t["tile"] for t in e["tiles"]] for e in truth]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--count", "0"], "--count must be at least 1"),
        (["--count", "1", "--tile-px", "90", "20"], "--tile-px needs the shortest"),
        (["--count", "1", "--split", "val"], "--split is one of: train, test"),
        (["--count", "1", "--size", "8", "8"], "--size needs width and height"),
        (["--count", "1", "--shared", "nowhere"], "leave --shared out"),
    ],
)
def test_what_cannot_be_rendered_is_said_in_one_sentence(tmp_path: Path, options: list[str], says: str) -> None:
    run = CliRunner().invoke(_app(), ["--out", str(tmp_path / "x"), *options])
    assert run.exit_code == 2
    assert says in " ".join(run.output.replace("│", " ").split())
    assert not (tmp_path / "x").exists()


def test_an_interrupted_run_is_finished_by_the_same_order(tmp_path: Path) -> None:
    write_set(Order(tmp_path, 2, 5))
    (tmp_path / "truth.json").unlink()
    max((tmp_path / "images").iterdir()).write_bytes(b"half a pict")
    write_set(Order(tmp_path, 3, 5))
    assert len(json.loads((tmp_path / "truth.json").read_text())) == 3
    assert len(load(tmp_path).photos) == 3 and not load(tmp_path).complaints


def test_a_folder_with_pictures_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images/mine.jpg").write_bytes(b"")
    run = CliRunner().invoke(_app(), ["--out", str(tmp_path), "--count", "1"])
    assert run.exit_code == 2 and "already holds pictures" in " ".join(run.output.replace("│", " ").split())
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["images", "mine.jpg"]


def _app() -> object:
    import typer

    from snaptai.ui.cli import render

    app = typer.Typer()
    render.register(app)
    return app


def test_the_shipped_example_is_what_the_code_draws(tmp_path: Path) -> None:
    write_example(tmp_path)
    shipped = Path(__file__).parents[2] / "ui/examples"
    drawn, kept = (cv2.imread(str(folder / "hand.jpg")).astype(int) for folder in (tmp_path, shipped))
    assert np.abs(drawn - kept).mean() < 1.0
    assert (tmp_path / "hand.json").read_text() == (shipped / "hand.json").read_text()


def test_nothing_floats_over_the_table() -> None:
    for seed in range(80):
        tiles = make_plan(np.random.default_rng(seed), "hand", 12).tiles
        for one in (tile for tile in tiles if tile.z):
            assert any(np.hypot(one.x - two.x, one.y - two.y) < 0.3 and two.z < one.z for two in tiles), f"seed {seed}"


def test_a_folder_with_a_few_faces_is_enough(tmp_path: Path) -> None:
    for name in ("data/sets/mine/1m.jpg", "data/crops/2m/a.jpg", "data/art/theirs/C.png"):
        (tmp_path / name).parent.mkdir(parents=True)
        cv2.imwrite(str(tmp_path / name), raster("1m", "classic", 60))
    sources = load_sources(tmp_path)
    for index in range(12):
        assert choose_set(sources, np.random.default_rng(index)).faces.keys() == {*FACES, *FLOWERS}
    assert scene(1, 0, sources, View((160, 160), (30, 40))).image.shape == (160, 160, 3)
