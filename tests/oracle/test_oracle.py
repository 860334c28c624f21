"""The engine against a slow scorer by another hand, against the rulebook's own sentences, and against nonsense."""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import oracle
import pytest
import random_deals
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snaptai.scoring.documents import score_document, waits_document

HANDS = int(os.environ.get("SNAPTAI_ORACLE_HANDS", "1000"))
FIRST = int(os.environ.get("SNAPTAI_ORACLE_FIRST", "0"))
CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
CODES = """not_json missing_key unknown_key bad_value bad_tile bad_meld concealed_kong_unknown wrong_tile_count
too_many_copies duplicate_flower contradiction winning_tile_unknown not_a_win""".split()  # noqa: SIM905
QUIET = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


# --- what a score document says ------------------------------------------------------------------------------------


def items(sheet: dict[str, Any]) -> list[tuple[int, int]]:
    return sorted((item["rule"], item["tai"]) for item in sheet["items"])


def paid(sheet: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {p["from"]: (p["tai"], p["amount"]) for p in sheet["payments"]}


def groups(sheet: dict[str, Any]) -> Counter[tuple[str, ...]]:
    """The groups and the pair of the decomposition, each as sorted tiles."""
    seen = sheet["decomposition"]
    return Counter(tuple(oracle.tiles(group)) for group in [*seen["groups"], seen["pair"]] if group)


def same_displaced(sheet: dict[str, Any], expected: list[tuple[int, set[int]]]) -> bool:
    """Each displaced item is named once, with an awarded rule that displaces it."""
    named = sorted((d["rule"], d["by"]) for d in sheet["displaced"])
    by = {rule: set().union(*(b for r, b in expected if r == rule)) for rule, _ in expected}
    return [rule for rule, _ in named] == [rule for rule, _ in expected] and all(b in by[r] for r, b in named)


def same_reading(sheet: dict[str, Any], judged: dict[str, Any]) -> bool:
    """The sheet tells this one of the best readings."""
    reading = judged["reading"]
    form = reading.form if reading else None
    wanted = Counter(tuple(g.tiles) for g in reading.groups) + Counter([reading.pair]) if reading else Counter()
    wanted.pop((), None)
    return (
        items(sheet) == judged["items"]
        and same_displaced(sheet, judged["displaced"])
        and sorted(sheet["waits"]) == sorted(judged["waits"])
        and sheet["decomposition"]["form"] == form
        and (form is None or groups(sheet) == wanted)
    )


def disagreement(document: dict[str, Any]) -> str | None:
    """One compact line where engine and brute force differ, else None."""
    mine, sheet = oracle.score(document), score_document(document)
    if "error" in sheet and "if_ties_differ" in mine:
        mine = mine["if_ties_differ"]  # equal totals: which reading stands for a candidate is the engine's choice
    if "error" in mine or "error" in sheet:
        return error_disagreement(mine, sheet)
    if sheet["tai"] != mine["tai"] or not any(same_reading(sheet, judged) for judged in mine["readings"]):
        return f"reading: {brief(sheet)} instead of {[brief_judged(j) for j in mine['readings']][:3]}"
    if paid(sheet) != mine["payments"] or items({"items": sheet["dealer_items"]}) != mine["dealer_items"]:
        return f"pays {paid(sheet)} {sheet['dealer_items']} instead of {mine['payments']} {mine['dealer_items']}"
    if mine["warnings"] and not sheet["warnings"]:
        return f"no warning of {mine['warnings']}"
    return None


def error_disagreement(mine: dict[str, Any], sheet: dict[str, Any]) -> str | None:
    """Both must name the same first code; an unknown winning tile also the same candidates."""
    got = sheet["error"]["code"] if "error" in sheet else f"score {brief(sheet)}"
    if got != mine.get("error"):
        return f"{got} instead of {mine.get('error') or [brief_judged(j) for j in mine['readings']][:3]}"
    early = {e["code"] for e in sheet["errors"]} - {"winning_tile_unknown", "not_a_win"}
    if early != set(mine["codes"]) - {"winning_tile_unknown", "not_a_win"}:
        return f"all codes {early} instead of {mine['codes']}"
    for candidate in sheet["error"].get("candidates", []):
        tai, awarded = mine["candidates"].pop(candidate["tile"], (None, []))
        if candidate["tai"] != tai or items(candidate) not in awarded:
            return f"candidate {candidate['tile']} {items(candidate)} instead of {awarded}"
    return f"candidates missing: {mine['candidates']}" if mine.get("candidates") else None


def brief(sheet: dict[str, Any]) -> str:
    displaced = [(d["rule"], d["by"]) for d in sheet["displaced"]]
    return f"{items(sheet)} displaced {displaced} waits {sheet['waits']} {sorted(groups(sheet))}"


def brief_judged(judged: dict[str, Any]) -> str:
    reading = judged["reading"]
    shape = (reading.form, [g.tiles for g in reading.groups], reading.pair) if reading else None
    return f"{judged['items']} displaced {judged['displaced']} waits {judged['waits']} {shape}"


# --- engine and brute force -----------------------------------------------------------------------------------------


def test_engine_agrees_with_brute_force_on_random_deals() -> None:
    found = []
    for seed in range(FIRST, FIRST + HANDS):
        document = random_deals.deal(seed)
        problem = disagreement(document)
        if problem:
            found.append(f"seed {seed}: {problem}\n    {json.dumps(document, ensure_ascii=False)}")
    assert not found, f"{len(found)} of {HANDS} deals differ:\n" + "\n".join(found[:12])


def test_random_deals_reach_every_rule() -> None:
    """The comparison means little unless every rule and error turns up in it."""
    seen: Counter[Any] = Counter()
    for seed in range(1500):
        sheet = score_document(random_deals.deal(seed))
        seen.update([sheet["error"]["code"]] if "error" in sheet else [i["rule"] for i in sheet["items"]])
        seen.update(i["rule"] for i in sheet.get("dealer_items", []))
    titles_only = {27, 28}
    missing = (set(range(1, 37)) - titles_only | {"contradiction", "winning_tile_unknown", "not_a_win"}) - set(seen)
    assert not missing


@pytest.mark.parametrize("seed", range(60))
def test_waits_agree_with_brute_force(seed: int) -> None:
    document = waiting_hand(seed)
    wanted = oracle.waits(document)
    got = waits_document(document)
    assert "error" not in got, got
    short = [
        {k: v["tai"] if isinstance(v, dict) else v for k, v in wait.items() if v is not None} for wait in got["waits"]
    ]
    assert short == wanted, document


def waiting_hand(seed: int) -> dict[str, Any]:
    """A deal without its winning tile and without claims that only one way of winning allows."""
    rng = random.Random(f"waits {seed}")
    while True:
        document = random_deals.winning_deal(rng)
        win = document["win"]
        if win["method"] in ("self_draw", "discard") and document["hand"]["winning_tile"]:
            document["hand"]["winning_tile"] = None
            declared = {k: win[k] for k in ("ready", "opening") if win.get(k) not in (None, "heavenly_hand")}
            document["win"] = {"method": win["method"], **declared}
            return document


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['source']}: {case['says']}")
@pytest.mark.parametrize("scorer", ["engine", "brute force"])
def test_the_rulebooks_own_words(scorer: str, case: dict[str, Any]) -> None:
    """Results derived by hand from the sentence quoted beside them."""
    expected = case["expected"]
    got = told_by_engine(case["document"]) if scorer == "engine" else told_by_oracle(case["document"])
    assert {key: got.get(key) for key in expected} == expected


def told_by_engine(document: dict[str, Any]) -> dict[str, Any]:
    sheet = score_document(document)
    if "error" in sheet:
        return {"error": sheet["error"]["code"]}
    return {
        "items": [list(item) for item in items(sheet)],
        "displaced": sorted([d["rule"], d["by"]] for d in sheet["displaced"]),
        "waits": sheet["waits"],
        "form": sheet["decomposition"]["form"],
        "payments": {payer: list(pay) for payer, pay in paid(sheet).items()},
        "dealer_items": [[i["rule"], i["tai"]] for i in sheet["dealer_items"]],
    }


def told_by_oracle(document: dict[str, Any]) -> dict[str, Any]:
    told = oracle.score(document)
    if "error" in told:
        return told
    first = told["readings"][0]
    return {
        "items": [list(item) for item in first["items"]],
        "displaced": sorted([rule, min(by)] for rule, by in first["displaced"]),
        "waits": first["waits"],
        "form": first["reading"] and first["reading"].form,
        "payments": {payer: list(pay) for payer, pay in told["payments"].items()},
        "dealer_items": [list(i) for i in told["dealer_items"]],
    }


# --- properties -------------------------------------------------------------------------------------------------------

wins = st.integers(0, 10**9).map(lambda seed: random_deals.winning_deal(random.Random(seed)))


@QUIET
@given(wins)
def test_payments_sum_to_zero_in_whole_numbers(document: dict[str, Any]) -> None:
    sheet = score_document(document)
    net = Counter(dict.fromkeys("ESWN", 0))
    for payment in sheet.get("payments", []):
        assert type(payment["amount"]) is int and payment["to"] == document["seat"]["winner"] != payment["from"]
        net[payment["from"]] -= payment["amount"]
        net[payment["to"]] += payment["amount"]
    assert sum(net.values()) == 0
    if "error" not in sheet:
        rules = [item["rule"] for item in sheet["items"]]
        assert sheet["tai"] == sum(item["tai"] for item in sheet["items"]) and rules == sorted(rules)


@QUIET
@given(wins, st.randoms(use_true_random=False))
def test_order_and_notation_do_not_matter(document: dict[str, Any], rng: random.Random) -> None:
    assert score_document(rewritten(document, rng)) == score_document(document)


def rewritten(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same tiles in another order and as characters or emoji."""
    other = json.loads(json.dumps(document))
    hand = other["hand"]
    hand["concealed"] = respelled(hand["concealed"], rng)
    hand["flowers"] = respelled(hand["flowers"], rng)
    hand["exposed"] = [respelled(meld, rng) for meld in hand["exposed"]]
    hand["concealed_kongs"] = [respelled(meld, rng) for meld in hand["concealed_kongs"]]
    return other


def respelled(text: str, rng: random.Random) -> str:
    tiles = oracle.tiles(text)
    rng.shuffle(tiles)
    if rng.random() < 0.3:
        return runs(tiles)
    return rng.choice(["", " "]).join(rng.choice([tile, tile, *SPELLINGS.get(tile, [])]) for tile in tiles)


def runs(tiles: list[str]) -> str:
    """Runs that share a suffix, `3 1 2m 5f E`."""
    suits = {suit: [tile[0] for tile in tiles if tile[1:] == suit] for suit in "mpsf"}
    honours = [tile for tile in tiles if len(tile) == 1]
    return " ".join([*(" ".join(numbers) + suit for suit, numbers in suits.items() if numbers), *honours])


def spellings() -> dict[str, list[str]]:
    """The other ways the interface's table allows for each tile."""
    found: dict[str, list[str]] = {"X": ["\U0001f02b"]}
    for suit, names, first in (("m", "萬万", 0x1F007), ("p", "筒餅", 0x1F019), ("s", "索條", 0x1F010)):
        for n, numeral in enumerate("一二三四五六七八九"):
            found[f"{n + 1}{suit}"] = [chr(first + n), chr(first + n) + "\ufe0f", *(numeral + name for name in names)]
    for tile, name, code in zip("ESWNCFP", "東南西北中發白", range(0x1F000, 0x1F007), strict=True):
        found[tile] = [name, chr(code)]
    found["E"].append("东")
    found["F"].append("发")
    codes = [0x1F026, 0x1F027, 0x1F028, 0x1F029, 0x1F022, 0x1F023, 0x1F025, 0x1F024]
    for n, (name, code) in enumerate(zip("春夏秋冬梅蘭菊竹", codes, strict=True)):
        found[f"{n + 1}f"] = [name, chr(code)]
    found["6f"].append("兰")
    return found


SPELLINGS = spellings()


@QUIET
@given(wins)
def test_an_option_that_is_off_changes_nothing(document: dict[str, Any]) -> None:
    plain = json.loads(json.dumps(document)) | {"rules": {}}
    off = {name: values[0] for name, values in random_deals.OPTIONS.items()}
    assert score_document(plain | {"rules": off}) == score_document(plain)
    del plain["rules"]
    assert score_document(plain) == score_document(plain | {"rules": off})


@QUIET
@given(wins)
def test_defaults_may_be_left_out(document: dict[str, Any]) -> None:
    bare = json.loads(json.dumps(document))
    for part, defaults in (("hand", oracle.HAND), ("win", oracle.WIN), ("seat", oracle.SEAT)):
        bare[part] = {k: v for k, v in bare[part].items() if k not in defaults or v != defaults[k]}
    assert score_document(bare) == score_document(document)


def well_formed(result: Any) -> None:
    """A score, or errors in the interface's order with sentences and paths; JSON either way."""
    json.dumps(result, allow_nan=False)
    assert result["version"] == 1
    if "error" not in result:
        assert isinstance(result["tai"], int)
        return
    codes = [CODES.index(error["code"]) for error in result["errors"]]
    assert codes == sorted(codes) and result["error"]["code"] == result["errors"][0]["code"]
    for error in [result["error"], *result["errors"]]:
        assert error["message"].strip() and "Traceback" not in error["message"] and isinstance(error["path"], str)


@pytest.mark.parametrize("seed", range(40))
def test_mutated_documents_never_raise(seed: int) -> None:
    rng = random.Random(f"mutated {seed}")
    for _ in range(25):
        document = random_deals.mutated(rng, random_deals.winning_deal(rng))
        well_formed(score_document(document))
        well_waited(document)


def well_waited(document: Any) -> None:
    result = waits_document(document)
    assert "waits" in result or well_formed(result) is None


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(
    ["hand", "win", "seat", "stake", "side_stakes", "rules", "concealed", "exposed", "method", "winner"]
)


@QUIET
@given(anything | st.dictionaries(keys, anything | st.dictionaries(keys, anything, max_size=5), max_size=6))
def test_arbitrary_json_never_raises(document: Any) -> None:
    well_formed(score_document(document))
    well_waited(document)


def test_the_command_writes_what_the_function_returns() -> None:
    """`score -`, one line a document, in order, good and broken ones mixed."""
    rng = random.Random("lines")
    documents = [random_deals.deal(seed) for seed in range(200)]
    documents += [random_deals.mutated(rng, document) for document in documents]
    lines = "\n".join(json.dumps(document) for document in documents)
    command = [sys.executable, "-c", "from snaptai.ui.cli import main; main()", "score", "-"]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=120)
    assert done.returncode == 1 and not done.stderr, done.stderr.decode()[-500:]
    written = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(written) == len(documents)
    for document, result in zip(documents, written, strict=True):
        expected = score_document(document)
        assert result == expected or expected["error"]["code"] == result["error"]["code"] == "not_json"


def test_a_memo_never_answers_for_another_house() -> None:
    """The same hand under changing rules, in one process: each answer is its own."""
    rng, started = random.Random("houses"), time.perf_counter()
    while time.perf_counter() - started < 2:
        document = random_deals.winning_deal(rng)
        for _ in range(4):
            document["rules"] = random_deals.random_rules(rng)
            assert disagreement(document) is None, json.dumps(document, ensure_ascii=False)
