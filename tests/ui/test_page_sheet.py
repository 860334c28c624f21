"""A hand being worked at: corrections, undo, melds that form themselves, the context that can hold together."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from datetime import date
from typing import Any
from xml.etree import ElementTree

import pytest

from snaptai.scoring.table.seating import pointed, winds
from snaptai.ui.page import context as ctx
from snaptai.ui.page.around import Around, missing, without_table
from snaptai.ui.page.card import draw_card
from snaptai.ui.page.correct_view import carried_out, notes, wanted_tiles
from snaptai.ui.page.judged import Judged, share_text
from snaptai.ui.page.judging import judge, score
from snaptai.ui.page.melds import wholes
from snaptai.ui.page.pictures import Flow, payment_diagram, totals_chart
from snaptai.ui.page.result import positions, view
from snaptai.ui.page.state import Context, Sheet, empty_reading, operated, other_hand
from snaptai.vision.draft import HandDraft, Question

S_ON_N = Context(winner="S", method="discard", loser="N", dealer="E", round="E")


@pytest.fixture
def sheet(shot: Any) -> Sheet:
    """The drawn photo's reading with both misread tiles corrected."""
    read = Sheet(read=json.loads(shot.reading.read_text(encoding="utf-8")), context=S_ON_N)
    return carried_out(read, [{"op": "face", "tile": "0", "face": "2m"}, {"op": "face", "tile": "9", "face": "W"}])


def draft_of(sheet: Sheet) -> HandDraft:
    assert sheet.draft is not None
    return sheet.draft


def around(sheet: Sheet, base: int = 100, tai: int = 20) -> Around:
    return without_table(sheet.context, base, tai, {})


def judged(sheet: Sheet) -> Judged:
    found = judge(sheet, around(sheet), "zh")
    assert found is not None and "error" not in found.answer, found
    return found


def asking(sheet: Sheet) -> ctx.Asking:
    assert sheet.draft is not None
    found = judge(sheet, around(sheet), "zh")
    return ctx.Asking(sheet.draft, sheet.context, around(sheet), found and found.answer, "zh", score)


def from_palette(*tiles: tuple[str, str]) -> Sheet:
    return carried_out(
        Sheet(read=empty_reading()), [{"op": "add", "face": t, "role": r, "box": None} for t, r in tiles]
    )


# Corrections


def test_the_corrected_hand_is_scored_and_paid(sheet: Sheet) -> None:
    answer = judged(sheet).answer
    assert [(item["rule"], item["tai"]) for item in answer["items"]] == [(15, 4)]
    assert answer["payments"] == [{"from": "N", "to": "S", "tai": 4, "amount": 180}]


def test_undo_and_redo_lead_back_and_forth(sheet: Sheet) -> None:
    back = operated(operated(sheet, {"op": "undo"}), {"op": "undo"})
    assert [tile.tile for tile in draft_of(back).tiles][0] == "9m"
    again = operated(operated(back, {"op": "redo"}), {"op": "redo"})
    assert again.draft == sheet.draft
    assert operated(again, {"op": "redo"}) == again


def test_a_sheet_survives_being_written_down(sheet: Sheet) -> None:
    assert Sheet.from_json(json.loads(json.dumps(sheet.to_json()))) == sheet


def test_an_operation_that_fits_no_tile_is_passed_over(sheet: Sheet) -> None:
    broken = [
        {"op": "face", "tile": "99", "face": "1m"},
        {"op": "delete", "tile": "-1"},
        {"op": "face", "tile": "0", "face": "?"},
    ]
    assert carried_out(sheet, [*broken, {"op": "nonsense"}]) == sheet


def test_tiles_added_to_the_melds_find_their_meld() -> None:
    sheet = from_palette(*((tile, "exposed") for tile in ("3s", "4s", "5s", "E", "E", "E", "9p", "9p", "9p", "9p")))
    assert draft_of(sheet).hand().exposed == (("3s", "4s", "5s"), ("E",) * 3, ("9p",) * 4)


def test_a_concealed_kong_is_completed_by_backs() -> None:
    sheet = from_palette(
        ("X", "concealed_kong"), ("C", "concealed_kong"), ("C", "concealed_kong"), ("X", "concealed_kong")
    )
    assert draft_of(sheet).hand().concealed_kongs == (("C",) * 4,)


def test_a_kong_moves_as_a_whole_and_comes_back_with_one_undo() -> None:
    laid = from_palette(*[("E", "exposed")] * 4, ("3s", "exposed"), ("4s", "exposed"), ("5s", "exposed"))
    marked = operated(laid, {"op": "move", "tile": laid.ids()[2], "role": "concealed_kong"})
    hand = draft_of(marked).hand()
    assert (hand.concealed_kongs, hand.exposed) == ((("E",) * 4,), (("3s", "4s", "5s"),))
    assert Sheet.from_json(json.loads(json.dumps(marked.to_json()))) == marked
    assert operated(marked, {"op": "undo"}).draft == laid.draft
    opened = operated(marked, {"op": "move", "tile": laid.ids()[0], "role": "exposed"})
    assert set(draft_of(opened).hand().exposed) == set(draft_of(laid).hand().exposed)


def test_four_alike_in_the_row_are_one_concealed_kong_and_a_missing_fourth_goes_alone() -> None:
    row = from_palette(*[("E", "concealed")] * 4, ("X", "concealed"), ("9p", "concealed"))
    marked = operated(row, {"op": "move", "tile": row.ids()[0], "role": "concealed_kong"})
    assert draft_of(marked).hand().concealed_kongs == (("E",) * 4,)
    three = from_palette(("X", "concealed_kong"), *[("C", "concealed_kong")] * 2, *[("X", "exposed"), ("E", "exposed")])
    filled = operated(three, {"op": "move", "tile": three.ids()[3], "role": "concealed_kong"})
    assert draft_of(filled).hand().concealed_kongs == (("C",) * 4,)
    assert draft_of(filled).hand().exposed == (("E",),)


def test_a_meld_leaves_for_the_row_and_comes_back_as_a_whole() -> None:
    """Its tiles lie side by side in the photo, whatever was read of them."""
    laid = from_palette(
        ("9p", "concealed"), ("4s", "exposed"), ("3s", "exposed"), ("5s", "exposed"), ("5s", "concealed")
    )
    assert wholes(draft_of(laid).tiles, 2) == [("concealed", (1, 2, 3)), ("other", (1, 2, 3))]
    ids = laid.ids()
    row = operated(laid, {"op": "move", "tile": ids[2], "role": "concealed", "with": [ids[1], ids[3]]})
    assert draft_of(row).hand().exposed == ()
    assert wholes(draft_of(row).tiles, 4) == []
    assert wholes(draft_of(row).tiles, 1) == [("exposed", (1, 2, 3))]
    back = operated(row, {"op": "move", "tile": ids[1], "role": "exposed", "with": [ids[2], ids[3]]})
    assert draft_of(back) == replace(draft_of(laid), edits=draft_of(back).edits, original=draft_of(back).original)


def test_a_kong_half_face_down_among_what_was_not_counted_is_offered_as_a_concealed_kong() -> None:
    laid = from_palette(*[(tile, "other") for tile in "XXXEXCCX"])
    assert wholes(draft_of(laid).tiles, 5) == [("concealed_kong", (4, 5, 6, 7))]
    assert wholes(draft_of(laid).tiles, 3) == []


def test_a_flower_from_the_palette_is_a_flower() -> None:
    assert draft_of(from_palette(("3f", "concealed"))).hand().flowers == ("3f",)


def test_the_count_allows_one_more_tile_for_each_kong() -> None:
    kong = from_palette(*[("9p", "exposed")] * 4, *[("1m", "concealed")] * 3)
    assert wanted_tiles(draft_of(kong).hand()) == (7, 18)


def two_hands(shot: Any) -> Sheet:
    """The drawn photo again, its melds and flowers taken for a second hand."""
    read = json.loads(shot.reading.read_text(encoding="utf-8"))
    second = [{**tile, "role": "concealed", "group": None} for tile in read["tiles"] if tile["role"] == "exposed"]
    boxes = [tile["box"] for tile in second]
    tiles = [{**tile, "role": "other", "group": None} if tile["box"] in boxes else tile for tile in read["tiles"]]
    asked = {"code": "layout_unclear", "message": "", "other": second}
    return Sheet(read={**read, "tiles": tiles, "questions": [asked]})


def test_the_other_hand_in_the_photo_takes_the_place_of_this_one(shot: Any) -> None:
    sheet = two_hands(shot)
    fixed = operated(sheet, {"op": "face", "tile": "0", "face": "2m"})
    other = operated(fixed, {"op": "hand"})
    assert draft_of(other).hand().concealed == ("9m",) * 3 + ("N",) * 3 and not other.edits
    assert draft_of(other).hand().winning_tile is None and draft_of(other).hand().flowers == ()
    back = operated(Sheet.from_json(json.loads(json.dumps(other.to_json()))), {"op": "hand"})
    assert draft_of(back).hand() == draft_of(fixed).hand() and back.edits == fixed.edits


def test_a_photo_of_the_same_tiles_again_is_told_and_a_second_hand_is_offered_instead(shot: Any) -> None:
    again = Question("layout_unclear", "第 2 張照片拍的像是同樣的牌")
    assert notes([again], "zh", True) == [again.message]
    assert notes([replace(again, other=draft_of(two_hands(shot)).tiles)], "zh", True) == []


def test_a_tile_hidden_in_a_kong_of_either_hand_comes_back_with_it(shot: Any) -> None:
    sheet = two_hands(shot)
    read = dict(sheet.read or {})
    hidden = {**read["tiles"][0], "box": [1.0, 2.0, 3.0, 4.0], "tile": "E"}
    read["tiles"] = [*read["tiles"][:1], hidden, *read["tiles"][1:]]
    under = {**hidden, "box": [5.0, 6.0, 7.0, 8.0], "tile": "S"}
    read["questions"] = [{**read["questions"][0], "other": [*other_hand(read), under]}]
    mine = operated(replace(sheet, read=read), {"op": "add", "face": "7s", "role": "concealed"})
    other = operated(operated(mine, {"op": "hand"}), {"op": "add", "face": "8s", "role": "concealed"})
    assert "S" in draft_of(other).hand().concealed and "E" not in draft_of(other).hand().concealed
    back = operated(other, {"op": "hand"})
    assert draft_of(back).hand() == draft_of(mine).hand() and back.ids() == mine.ids()
    assert draft_of(operated(back, {"op": "hand"})).hand() == draft_of(other).hand()


def test_without_a_second_hand_there_is_nothing_to_switch_to(sheet: Sheet) -> None:
    assert operated(sheet, {"op": "hand"}) == sheet


def test_tiles_keep_their_names_when_others_go(sheet: Sheet) -> None:
    grown = carried_out(sheet, [{"op": "add", "face": "E", "role": "concealed", "token": "a", "n": 1}])
    fewer = carried_out(grown, [{"op": "delete", "tile": "0"}, {"op": "face", "tile": "a.1", "face": "S"}])
    assert fewer.ids()[0] == "1" and draft_of(fewer).tiles[-1].tile == "S"
    again = carried_out(fewer, [{"op": "undo"}] * 3 + [{"op": "redo"}, {"op": "face", "tile": "a.1", "face": "N"}])
    assert draft_of(again).tiles[-1].tile == "N" and again.ids() == [*sheet.ids(), "a.1"]


# Context


def options(section: dict[str, Any]) -> dict[str, Any]:
    return {option["value"]: option for option in section["options"]}


def test_what_is_missing_is_asked_in_order(sheet: Sheet) -> None:
    bare = replace(sheet, context=Context())
    assert bare.draft is not None
    assert missing(bare.draft, bare.context, around(bare)) == ["dealer", "round", "winner", "how"]


def test_only_what_can_hold_together_is_offered(sheet: Sheet) -> None:
    offered = options(ctx.extras(asking(sheet)))
    assert "24" in offered["kong:flower"]["off"] and "25" in offered["last_tile:"]["off"]
    assert "三.2" in offered["kong:claimed"]["off"]
    drawn = replace(sheet, context=replace(S_ON_N, method="self_draw", loser=None))
    offered = options(ctx.extras(asking(drawn)))
    assert offered["kong:flower"]["off"] is None and offered["last_tile:"]["off"] is None
    assert offered["kong:concealed"]["off"] and offered["opening:heavenly_hand"]["off"]


def test_the_flower_wins_lie_open_where_there_are_seven_flowers(sheet: Sheet) -> None:
    seven = from_palette(*[(f"{n}f", "flower") for n in range(1, 8)])
    assert ctx.other_ways(asking(replace(seven, context=S_ON_N)))["open"]
    assert not ctx.other_ways(asking(sheet))["open"] and not ctx.extras(asking(sheet))["open"]
    won = replace(S_ON_N, method="robbed_flower")
    extras = ctx.extras(asking(replace(seven, context=won)))
    assert extras["open"] and extras["options"][0]["label"] == "補牌後手牌也成和"


def test_eight_flowers_cannot_be_chosen_with_two(sheet: Sheet) -> None:
    assert options(ctx.other_ways(asking(sheet)))["eight_flowers:"]["off"]


def test_another_way_of_winning_takes_off_what_no_longer_holds(sheet: Sheet) -> None:
    drawn = replace(S_ON_N, method="self_draw", loser=None, last_tile=True)
    changed = ctx.chosen(asking(replace(sheet, context=drawn)), "how", "discard:W")
    assert (changed.method, changed.loser, changed.last_tile) == ("discard", "W", False)


def test_the_winner_cannot_be_the_discarder(sheet: Sheet) -> None:
    changed = ctx.chosen(asking(sheet), "winner", "N")
    assert (changed.winner, changed.loser, changed.method) == ("N", None, None)


def test_the_winning_tile_is_asked_only_where_it_matters() -> None:
    tiles = [*"12345", *"678"]
    hand = [(f"{n}m", "concealed") for n in tiles] + [("9m", "concealed")] + [("5p", "concealed")] * 2
    melds = [(tile, "exposed") for tile in ("C", "C", "C", "F", "F", "F")]
    sheet = replace(from_palette(*hand, *melds), context=S_ON_N)
    section = ctx.winning_tile(asking(sheet))
    assert section is not None
    assert {option["value"] for option in section["options"]} == {*(f"{n}m" for n in range(1, 10)), "5p"}
    assert len({option["label"] for option in section["options"]}) > 1
    marked = operated(sheet, {"op": "move", "tile": ".9", "role": "winning"})
    assert ctx.winning_tile(asking(marked)) is None


@pytest.mark.parametrize("total", range(3, 19))
def test_the_dealers_dice_give_the_dealers_wind(total: int) -> None:
    seats = ("dealer", "b", "c", "d")
    assert ctx.dealer_wind(total) == winds(seats, pointed(seats, "dealer", total))["dealer"]


# Result


def test_items_light_up_their_own_tiles(sheet: Sheet) -> None:
    groups = [["2m", "3m", "4m"], ["W", "W", "W"], ["5m", "5m"], ["5m", "6m", "7m"]]
    assert positions(("W", "W", "W"), groups, 2) == [3, 4, 5]
    assert positions(("4m",), groups, 2) == [2]
    assert positions(("5m", "5m"), groups, 2) == [6, 7]


def test_the_view_names_who_pays_whom(sheet: Sheet) -> None:
    shown = view(judged(sheet), "card.svg")
    assert shown["tai"] == 4 and shown["payment_lines"] == ["北 付 南 180"]
    assert [wait["tile"] for wait in shown["waits"]] == ["1m", "4m"]
    assert shown["items"][0]["sentences"][0].startswith("一.15")
    flat = [tile for group in shown["groups"] for tile in group["tiles"]]
    assert flat[shown["winning"]] == "4m" and len(flat) == 19


def test_why_not_answers_for_every_rule_that_is_not_there(sheet: Sheet) -> None:
    asked = {entry["rule"]: entry["why"] for entry in view(judged(sheet), "")["whynot"]}
    assert 15 not in asked and {1, 3, 7, 8, 14, 33, 36} <= set(asked)
    assert "不計" in asked[14]


def test_the_text_to_share_says_everything(sheet: Sheet) -> None:
    text = share_text(judged(sheet))
    for part in ("南 和・北 放槍", "4 臺", "湊一色", "北 付 南 180"):
        assert part in text


def test_without_a_price_the_payments_are_in_tai(sheet: Sheet) -> None:
    found = judge(sheet, around(sheet, 0, 0), "zh")
    assert found is not None and view(found, "")["payment_lines"] == ["北 付 南 4 臺"]
    dealt = replace(sheet, context=replace(S_ON_N, dealer="N"))
    found = judge(dealt, around(dealt, 0, 0), "zh")
    assert found is not None and view(found, "")["payment_lines"] == ["北 付 南 5 臺（含作莊）"]


def test_english_on_request(sheet: Sheet) -> None:
    found = judge(sheet, around(sheet), "en")
    assert found is not None and "N pays S 180" in view(found, "")["payment_lines"]
    dealt = replace(sheet, context=replace(S_ON_N, dealer="N"))
    found = judge(dealt, around(dealt, 0, 0), "en")
    assert found is not None and view(found, "")["payment_lines"] == ["N pays S 5 tai (with 作莊 dealer)"]


# Pictures


def test_names_are_text_in_every_picture() -> None:
    players = ("<script>", "b&c", '"d"', "大山")
    labels = {player: (player, "東") for player in players}
    drawn = payment_diagram(players, labels, [Flow("b&c", "<script>", 180)])
    chart = totals_chart([dict.fromkeys(players, 0), dict(zip(players, (180, -180, 0, 0), strict=True))])
    for svg in (drawn, chart):
        assert "<script" not in svg and ElementTree.fromstring(svg).tag.endswith("svg")


def test_a_name_of_twelve_letters_stays_within_its_seat() -> None:
    labels = {player: (name, "東") for player, name in zip("ESWN", ("Bartholomew!", "阿明", "Jo", "D"), strict=True)}
    drawn = ElementTree.fromstring(payment_diagram("ESWN", labels, [Flow("S", "E", 180)]))
    sizes = {each.text: float(each.get("font-size", 0)) for each in drawn.iter() if each.text}
    assert 12 * 0.64 * sizes["Bartholomew!"] < 108 and sizes["阿明"] == 16


def test_a_payment_of_seven_digits_stays_within_its_seat() -> None:
    labels = {player: (player, player) for player in "ESWN"}
    drawn = ElementTree.fromstring(payment_diagram("ESWN", labels, [Flow("S", "E", 1_000_000)]))
    paid = next(each for each in drawn.iter() if each.text == "+1,000,000")
    assert len("+1,000,000") * float(paid.get("font-size", 0)) * 0.64 < 108


def test_the_chart_keeps_its_labels_apart_and_inside() -> None:
    totals = [dict.fromkeys("abcd", 0), {"a": 300, "b": -100, "c": -100, "d": -100}]
    heights = sorted(
        float(each.get("y", 0)) for each in ElementTree.fromstring(totals_chart(totals)).iter() if each.text
    )
    assert len(heights) == 4 and heights[-1] <= 230
    assert all(lower - upper >= 18 for upper, lower in itertools.pairwise(heights))


def test_a_large_total_in_the_chart_takes_the_room_of_the_name() -> None:
    totals = [{"Alexander": -123_456, "Bo": 123_456}]
    labels = [each.text for each in ElementTree.fromstring(totals_chart(totals)).iter() if each.text]
    assert labels == ["Ale… −123,456", "Bo +123,456"]


def test_no_total_is_so_large_that_the_chart_forgets_whose_it_is() -> None:
    totals = [{"美玲玲": -1_700_000, "小華": 1_700_000}]
    labels = [each.text for each in ElementTree.fromstring(totals_chart(totals)).iter() if each.text]
    assert labels == ["美… −1,700,000", "小華 +1,700,000"]


def test_players_who_stand_equal_have_lines_of_their_own() -> None:
    totals = [dict.fromkeys("abcd", 0), {"a": 300, "b": -100, "c": -100, "d": -100}]
    drawn = ElementTree.fromstring(totals_chart(totals))
    lines = [each.get("points") for each in drawn.iter() if each.tag.endswith("polyline")]
    assert len(set(lines)) == 4
    assert {each.text for each in drawn.iter() if each.text} == {"a +300", "b −100", "c −100", "d −100"}


def test_the_card_is_one_picture_that_needs_nothing_else(sheet: Sheet) -> None:
    card = draw_card(judged(sheet), date(2026, 11, 30), quoted=True)
    assert ElementTree.fromstring(card).get("width") == "720"
    assert "湊一色" in card and "除字牌外全為一種花色" in card and "href" not in card
