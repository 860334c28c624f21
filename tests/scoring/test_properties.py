"""What holds for every hand: order does not matter, payments cancel out, an option that is off changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from snaptai.scoring.documents import CODES, answer_line, score_document, waits_document
from snaptai.scoring.house import OPTIONS, RULEBOOK
from snaptai.scoring.tiles import FACES, HONOURS, WINDS, format_tiles, parse_tiles

CHOWS = [[f"{n + step}{suit}" for step in range(3)] for suit in "mps" for n in range(1, 8)]
PUNGS = [[tile] * 3 for tile in FACES]


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A won hand: groups with few suits now and then, some exposed, a context that holds together."""
    seed = draw(st.integers(0, 2**32))
    chance = random.Random(seed)
    suits = chance.choice(["m", "ms", "mps"])
    chows, pungs = ([g for g in kind if g[0][-1] in suits or g[0] in HONOURS] for kind in (CHOWS, PUNGS))
    while True:
        groups = [chance.choice(chance.choice((chows, pungs))) for _ in range(5)]
        pair = chance.choice(pungs)[:2]
        tiles = sum(groups, list(pair))
        if max(map(tiles.count, tiles)) <= 4:
            break
    exposed = chance.choice([0, 0, 1, 2, 5])
    concealed = sum(groups[exposed:], list(pair))
    chance.shuffle(concealed)
    winner, loser = chance.sample(WINDS, 2)
    method = chance.choice(["discard", "self_draw"])
    return {
        "hand": {
            "concealed": format_tiles(concealed[1:]),
            "winning_tile": concealed[0],
            "exposed": [format_tiles(group) for group in groups[:exposed]],
            "flowers": "".join(f"{n}f" for n in range(1, 9) if chance.random() < 0.2),
        },
        "win": {"method": method},
        "seat": {
            "winner": winner,
            "loser": loser if method == "discard" else None,
            "dealer": chance.choice(WINDS),
            "round": chance.choice(WINDS),
            "dealer_streak": chance.randrange(3),
        },
        "stake": {"base": chance.randrange(200), "tai": chance.randrange(50)},
        "side_stakes": [{"between": [winner, loser], "base": 7, "tai": 3}],
    }


@settings(max_examples=150, deadline=None)
@given(documents())
def test_payments_are_whole_and_entries_add_up(document: dict[str, Any]) -> None:
    answer = score_document(document)
    assert answer["tai"] == sum(item["tai"] for item in answer["items"]) >= 0
    extra = sum(item["tai"] for item in answer["dealer_items"])
    dealer = document["seat"]["dealer"]
    for payment in answer["payments"]:
        with_dealer = dealer in (payment["from"], payment["to"])
        assert payment["tai"] == answer["tai"] + (extra if with_dealer else 0)
        assert type(payment["amount"]) is int
    payers = [payment["from"] for payment in answer["payments"]]
    assert len(payers) == len(set(payers)) == (1 if document["win"]["method"] == "discard" else 3)


@settings(max_examples=150, deadline=None)
@given(documents(), st.integers())
def test_order_of_tiles_and_melds_does_not_matter(document: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)
    other = json.loads(json.dumps(document))
    shuffled = list(parse_tiles(document["hand"]["concealed"]))
    chance.shuffle(shuffled)
    other["hand"]["concealed"] = " ".join(shuffled)
    other["hand"]["exposed"].sort(key=lambda _: chance.random())
    first, second = score_document(document), score_document(other)
    for answer in (first, second):
        answer["decomposition"]["groups"].sort()
        for item in answer["items"]:
            del item["why"]
    assert first == second


@settings(max_examples=100, deadline=None)
@given(documents())
def test_options_at_their_default_change_nothing(document: dict[str, Any]) -> None:
    spelled = {name: getattr(RULEBOOK, name) for name in OPTIONS}
    assert score_document(document | {"rules": spelled}) == score_document(document)


@settings(max_examples=100, deadline=None)
@given(documents())
def test_the_last_tile_is_among_the_waits_and_scores_the_same(document: dict[str, Any]) -> None:
    hand = document["hand"]
    asked = waits_document(document | {"hand": hand | {"winning_tile": None}, "side_stakes": []})
    found = {wait["tile"]: wait for wait in asked["waits"]}
    answer = score_document(document)
    assert list(found) == answer["waits"]
    assert found[hand["winning_tile"]][document["win"]["method"]] == {"tai": answer["tai"]}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["E", "1m", "345s", "X"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
PATHS = [
    ("hand",), ("win",), ("seat",), ("stake",), ("side_stakes",), ("rules",), ("hand", "concealed"),
    ("hand", "winning_tile"),
    ("hand", "exposed"), ("hand", "concealed_kongs"), ("hand", "flowers"), ("win", "method"), ("win", "ready"),
    ("win", "opening"), ("win", "hand_complete"), ("win", "kong_replacement"), ("win", "last_tile"), ("seat", "winner"),
    ("seat", "dealer"), ("seat", "loser"), ("seat", "round"), ("seat", "dealer_streak"), ("stake", "base"), ("x",),
    ("rules", "tai"),
    ("rules", "off"), ("rules", "ligu"), ("rules", "flower_order"),
]  # fmt: skip
LIKELY = st.sampled_from(
    ["", "X", "XXXX", "12345678f", "1111m", ["345s", "EEE"], ["CXXC"], ["XXXX"], [], None, True, -1, 10**30, {}, [{}],
     "self_draw", "eight_flowers", "robbed_flower", "robbed_kong", "heavenly_hand", "earthly_ready",
     "heavenly_ready", "E", "C"]
)  # fmt: skip


def spoil(document: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    place: Any = document
    for key in path[:-1]:
        place = place.get(key) if isinstance(place, dict) else None
    if isinstance(place, dict):
        place[path[-1]] = value


@settings(max_examples=400, deadline=None)
@given(documents(), st.lists(st.tuples(st.sampled_from(PATHS), LIKELY | JSON), min_size=1, max_size=4))
def test_a_spoilt_document_gets_an_answer_never_a_traceback(document: dict[str, Any], changes: list[Any]) -> None:
    document["rules"] = {}
    for path, value in changes:
        spoil(document, path, value)
    for answer in (score_document(document), waits_document(document)):
        assert answer["version"] == 1
        if "error" in answer:
            codes = [CODES.index(error["code"]) for error in answer["errors"]]
            assert codes == sorted(codes)
        json.dumps(answer, ensure_ascii=False).encode()


@settings(max_examples=200, deadline=None)
@given(JSON)
def test_any_json_gets_an_answer(document: object) -> None:
    assert "error" in score_document(document)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_line_gets_an_answer(line: bytes) -> None:
    assert "error" in answer_line(line)
