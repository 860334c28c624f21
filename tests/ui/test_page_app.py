"""The page's own logic without a browser: views, forms, languages, what is said where something is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import snaptai.ui.page
from snaptai.scoring.fields import yes_no
from snaptai.scoring.house import RULEBOOK
from snaptai.scoring.play import ACTIONS, FACTS, MEETINGS
from snaptai.ui.page import evening as ev
from snaptai.ui.page import ruling_texts as rt
from snaptai.ui.page import score_view
from snaptai.ui.page.correct_view import carried_out
from snaptai.ui.page.corrections import FOLDER
from snaptai.ui.page.reading import opened, storable
from snaptai.ui.page.rulebook_view import entries_for
from snaptai.ui.page.rulings_view import CHOICES, NUMBERS
from snaptai.ui.page.session import Page
from snaptai.ui.page.state import Context, Sheet, empty_reading
from snaptai.ui.page.store import Store
from snaptai.ui.page.texts import TEXTS

APP = Path(snaptai.ui.page.__file__).with_name("app.py")


def run(**query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=300)
    for word, value in query.items():
        app.query_params[word] = value
    app.run()
    assert not app.exception
    return app


def address(app: AppTest, word: str) -> str:
    value = app.query_params[word]
    return value if isinstance(value, str) else value[0]


@pytest.fixture
def table(data: Path) -> str:
    return ev.start(Store(data), ("阿明", "小華", "美玲", "大山"), "阿明", 100, 20)


def evening(data: Path, table: str) -> ev.Evening:
    found = ev.load(Store(data), table)
    assert found is not None
    return found


def words(app: AppTest) -> str:
    parts = [*app.caption, *app.markdown, *app.info, *app.warning, *app.error, *app.success, *app.subheader]
    return "\n".join(str(part.value) for part in parts) + "\n".join(button.label for button in app.button)


def test_opening_a_table_leads_to_the_first_hand(data: Path) -> None:
    app = run(view="table")
    for n, name in enumerate(("阿明", "小華", "美玲", "大山")):
        app.text_input(key=f"player-{n}").input(name)
    app.run()
    app.button(key="open_table").click().run()
    opened = evening(data, address(app, "table"))
    assert opened.state.seats == ("阿明", "小華", "美玲", "大山") and opened.state.dealer == "阿明"
    assert (opened.state.house.base, opened.state.house.tai) == (100, 20)
    assert address(app, "view") == "score"


def test_a_table_needs_four_different_names(data: Path) -> None:
    app = run(view="table")
    app.text_input(key="player-0").input("阿明")
    app.button(key="open_table").click().run()
    assert "四個不同的名字" in words(app) and Store(data).tables() == []
    for n, name in enumerate(("Bartholomew the Great", "小華", "美玲", "大山")):
        app.text_input(key=f"player-{n}").input(name)
    app.button(key="open_table").click().run()
    assert "最多 12 個字" in words(app) and Store(data).tables() == []


def test_a_name_given_twice_and_mended_leaves_the_dealer_alone(data: Path) -> None:
    app = run(view="table")
    for n, name in enumerate(("阿明", "小華", "美玲", "阿明")):
        app.text_input(key=f"player-{n}").input(name)
    app.run()
    app.text_input(key="player-3").input("大山").run()
    app.button(key="open_table").click().run()
    assert evening(data, address(app, "table")).state.dealer == "阿明"


def test_an_exhaustive_draw_and_a_fine_are_recorded_and_undone(data: Path, table: str) -> None:
    app = run(view="table", table=table)
    app.button(key="exhaustive_draw").click().run()
    app.segmented_control(key="opening_wall-0").set_value("小華").run()
    assert evening(data, table).state.streak == 1
    assert "先點這一盤的開門位" in words(app)
    app.segmented_control(key="opening_wall-1").set_value("小華").run()
    assert evening(data, table).state.phase == "play"
    assert "先點這一盤的開門位" not in words(app) and "開門 小華" in words(app)
    app.button(key="exhaustive_draw").click().run()
    assert evening(data, table).state.streak == 2
    app.segmented_control(key="missed-player").set_value("小華").run()
    assert "小華" not in app.segmented_control(key="missed-discarder").options
    app.segmented_control(key="fine-player").set_value("小華")
    app.segmented_control(key="fine-to").set_value(["大山"])
    app.number_input(key="fine-amount").set_value(50)
    app.run()
    app.button(key="do_fine").click().run()
    assert evening(data, table).state.totals["大山"] == 50
    app.button(key="table_undo").click().run()
    assert evening(data, table).state.totals["大山"] == 0
    app.button(key="table_redo").click().run()
    assert evening(data, table).state.totals["大山"] == 50


def test_a_deal_taken_back_is_at_hand_to_be_corrected(data: Path, table: str, shot: Any) -> None:
    store = Store(data)
    sheet = Sheet(read=json.loads(shot.reading.read_text(encoding="utf-8")), context=Context("小華", "discard", "大山"))
    store.save_sheet("sheet", table, sheet.to_json(), expected=0)
    ev.record(store, evening(data, table), {"event": "deal", "opening": "阿明"})
    payments = [{"from": "大山", "to": "小華", "amount": 180}]
    win = {"event": "win", "winner": "小華", "loser": "大山", "payments": payments}
    ev.record(store, evening(data, table), win, sheet="sheet")
    app = run(view="table", table=table)
    app.button(key="table_undo").click().run()
    app.button(key="score_hand").click().run()
    assert (address(app, "view"), address(app, "sheet")) == ("score", "sheet")
    assert evening(data, table).state.totals["小華"] == 0


BY_DISCARD = Context("小華", "discard", "大山")
PAID = [{"from": "大山", "to": "小華", "amount": 180}]
WON = {"event": "win", "winner": "小華", "loser": "大山", "payments": PAID}


def finished(shot: Any, **more: Any) -> Sheet:
    """A hand with everything answered."""
    read = json.loads(shot.reading.read_text(encoding="utf-8"))
    fixed = [{"op": "face", "tile": "0", "face": "2m"}, {"op": "face", "tile": "9", "face": "W"}]
    return carried_out(Sheet(read=read, context=BY_DISCARD, **more), fixed)


def component(app: AppTest, name: str) -> dict[str, Any] | None:
    """What one of the page's own components was given to show."""
    found = [each.proto for each in app.get("bidi_component") if each.proto.component_name == f"snaptai_{name}"]
    return json.loads(found[0].json) if found else None


def test_a_hand_is_of_the_deal_in_which_it_was_begun(data: Path, table: str) -> None:
    app = run(table=table)
    app.button(key="use_palette").click().run()
    kept = Store(data).sheet(address(app, "sheet"))
    assert kept is not None and kept[2]["deal"] == 1


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (WON, "第 1 盤已記為「小華 和・大山 放槍」"),
        ({"event": "exhaustive_draw"}, "第 1 盤已記為「荒局」"),
    ],
)
def test_a_hand_does_not_slip_into_the_next_deal(
    data: Path, table: str, shot: Any, ended: dict[str, Any], said: str
) -> None:
    store = Store(data)
    store.save_sheet("mine", table, finished(shot, deal=1).to_json(), expected=0)
    ev.record(store, evening(data, table), {"event": "deal", "opening": "阿明"})
    before = component(run(table=table, sheet="mine"), "result")
    assert before is not None and before["record"]
    ev.record(store, evening(data, table), ended, {"event": "deal", "opening": "大山"})
    app = run(table=table, sheet="mine")
    after = component(app, "result")
    assert said in words(app) and component(app, "choices") is None
    assert after is not None and after["record"] is None and after["payment_lines"] == before["payment_lines"]
    app.button(key="count_now").click().run()
    now = component(app, "result")
    assert "已記為" not in words(app) and now is not None and now["record"]
    kept = store.sheet("mine")
    assert kept is not None and kept[2]["deal"] == 2


@pytest.mark.parametrize("late", [{"op": "record"}, {"section": "opening_wall", "value": "美玲"}])
def test_a_tap_that_comes_after_the_deal_is_over_does_nothing_to_the_next(
    data: Path, table: str, shot: Any, late: dict[str, str]
) -> None:
    store = Store(data)
    store.save_sheet("mine", table, finished(shot, deal=1).to_json(), expected=0)
    ev.record(store, evening(data, table), {"event": "deal", "opening": "阿明"}, WON)
    ev.record(store, evening(data, table), {"event": "deal", "opening": "大山"})
    page = Page(store, "score", "zh", table, "mine")
    answer = score_view._recorded if "op" in late else score_view._all_chosen
    assert answer(page, page.sheet, [late]) == page.sheet
    assert (evening(data, table).state.deal, evening(data, table).state.opening) == (2, "大山")
    assert evening(data, table).state.phase == "play"


def test_a_hand_waits_for_its_deal_where_the_one_before_is_taken_back(data: Path, table: str, shot: Any) -> None:
    store = Store(data)
    store.save_sheet("mine", table, finished(shot, deal=2).to_json(), expected=0)
    ev.record(store, evening(data, table), {"event": "deal", "opening": "阿明"})
    app = run(table=table, sheet="mine")
    assert "牌桌已復原到第 1 盤" in words(app) and component(app, "result") is None
    ev.record(store, evening(data, table), {"event": "exhaustive_draw"})
    assert "復原到" not in words(app.run()) and component(app, "choices")
    app = run(table=table, sheet="mine", view="table")
    app.button(key="table_undo").click().run()
    app = run(table=table, sheet="mine")
    app.button(key="next_hand").click().run()
    assert "sheet" not in app.query_params


def test_a_finished_hand_left_unrecorded_is_offered_until_its_deal_is_over(data: Path, table: str, shot: Any) -> None:
    store = Store(data)
    ev.record(store, evening(data, table), {"event": "deal", "opening": "阿明"})
    app = run(table=table)
    app.button(key="use_palette").click().run()
    app.button(key="next_hand").click().run()
    assert "剛才那手還沒記入" not in words(app), "nothing was finished"
    store.save_sheet("mine", table, finished(shot, deal=1).to_json(), expected=0)
    app = run(table=table, sheet="mine")
    app.button(key="next_hand").click().run()
    app.button(key="unrecorded").click().run()
    assert address(app, "sheet") == "mine" and component(app, "result") is not None
    app.button(key="next_hand").click().run()
    ev.record(store, evening(data, table), WON)
    assert "剛才那手還沒記入" not in words(app.run())
    assert "小華 和・大山 放槍" in words(app), "a second phone sees that the deal is recorded already"


def test_after_the_last_deal_of_a_jiang_seats_and_dealer_are_asked(data: Path, table: str) -> None:
    payments = [{"from": "大山", "to": "小華", "amount": 1}]
    while evening(data, table).state.phase != "seats":
        state = evening(data, table).state
        winner = next(name for name in state.seats if name != state.dealer)
        payer = next(name for name in state.seats if name != winner)
        payments = [{"from": payer, "to": winner, "amount": 1}]
        win = {"event": "win", "winner": winner, "loser": payer, "payments": payments}
        ev.record(Store(data), evening(data, table), {"event": "deal", "opening": "阿明"}, win)
    app = run(view="table", table=table)
    for n, name in enumerate(("大山", "阿明", "美玲", "小華")):
        app.selectbox(key=f"sit-{n}").set_value(name)
    app.run()
    app.button(key="do_sit").click().run()
    assert evening(data, table).state.phase == "dealer"
    app.button(key="dealer-美玲").click().run()
    assert evening(data, table).state.dealer == "美玲" and evening(data, table).state.jiang == 2


def test_a_table_that_is_not_there_is_said_so(data: Path) -> None:
    assert "找不到這張牌桌" in words(run(view="table", table="nonsense"))


def test_a_view_that_is_not_there_is_said_so(data: Path) -> None:
    assert "沒有這一頁" in words(run(view="nonsense"))


def test_the_landing_offers_the_palette_without_a_photo(data: Path) -> None:
    app = run()
    next(button for button in app.button if button.label == "不拍照，自己點牌").click().run()
    assert not app.exception and "sheet" in app.query_params
    assert "還差" in words(app)


def test_a_hand_scored_before_the_table_was_opened_comes_along(data: Path, table: str, shot: Any) -> None:
    context = Context(winner="S", method="discard", loser="N", dealer="E", round="E")
    sheet = Sheet(read=json.loads(shot.reading.read_text(encoding="utf-8")), context=context)
    Store(data).save_sheet("sheet", None, sheet.to_json(), expected=0)
    app = run(view="table", sheet="sheet")
    app.button(key=f"open-{table}").click().run()
    kept = Store(data).sheet("sheet")
    assert kept is not None and kept[2]["context"]["winner"] == "小華" and kept[2]["context"]["loser"] == "大山"
    assert words(run(table=table, sheet="sheet")).count("還差：開門位") == 1


def test_a_table_opened_from_a_finished_hand_asks_nothing_again(data: Path, shot: Any) -> None:
    context = Context(winner="W", method="discard", loser="S", dealer="S", round="E")
    sheet = Sheet(read=json.loads(shot.reading.read_text(encoding="utf-8")), context=context)
    Store(data).save_sheet("sheet", None, sheet.to_json(), expected=0)
    app = run(view="table", sheet="sheet")
    for n, name in enumerate(("阿明", "小華", "美玲", "大山")):
        app.text_input(key=f"player-{n}").input(name)
    app.run()
    app.button(key="open_table").click().run()
    assert "還差" not in words(app) and "開門 大山" in words(app)
    kept = Store(data).sheet("sheet")
    assert kept is not None and (kept[2]["context"]["winner"], kept[2]["context"]["loser"]) == ("小華", "阿明")


def test_a_table_opened_from_a_hand_of_a_later_round_says_what_becomes_of_it(data: Path, shot: Any) -> None:
    context = Context(winner="W", method="self_draw", dealer="S", round="S", streak=2)
    sheet = Sheet(read=json.loads(shot.reading.read_text(encoding="utf-8")), context=context)
    Store(data).save_sheet("sheet", None, sheet.to_json(), expected=0)
    assert "剛才那手算的是南風圈 連2，到桌上會改算" in words(run(view="table", sheet="sheet"))
    assert "改算" not in words(run(view="table"))


def test_a_photo_without_tiles_asks_for_another_and_not_who_won(data: Path, shot: Any) -> None:
    photo = Store(data).add_photo(storable(opened([shot.photo.read_bytes()])))
    sheet = Sheet(photos=(photo,), read={**empty_reading(), "size": [800, 600]})
    Store(data).save_sheet("sheet", None, sheet.to_json(), expected=0)
    app = run(sheet="sheet")
    assert "還差" not in words(app)
    app.button(key="use_palette").click().run()
    assert "還差：手牌" in words(app)


def test_whether_a_tile_is_of_the_hand_is_asked_as_that(data: Path, shot: Any) -> None:
    read = json.loads(shot.reading.read_text(encoding="utf-8"))
    asked = [{"code": "layout_unclear", "tile": 18, "message": "?"}]
    sheet = Sheet(read={**read, "questions": asked}, context=BY_DISCARD)
    Store(data).save_sheet("sheet", None, sheet.to_json(), expected=0)
    shown = component(run(sheet="sheet"), "editor")
    assert shown is not None and all(shown["tiles"][at]["question"] for at in (0, 18))
    assert [at for at, tile in enumerate(shown["tiles"]) if tile["where"]] == [18]


def test_a_hand_one_tile_short_says_what_its_waits_need(data: Path) -> None:
    sixteen = [{"op": "add", "face": face, "role": "concealed", "box": None} for face in ["E"] * 3 + ["1m"] * 13]
    Store(data).save_sheet("sheet", None, carried_out(Sheet(read=empty_reading()), sixteen).to_json(), expected=0)
    assert "還差一張。要列出聽牌與臺數，還差：莊家、圈風、誰和" in words(run(sheet="sheet"))


def test_a_changed_house_is_marked_on_a_sheet_with_its_own_terms(data: Path, shot: Any) -> None:
    terms = {"stake": {"base": 1, "tai": 2}, "side_stakes": [], "rules": RULEBOOK.to_document() | {"ligu": False}}
    sheet = Sheet(read=json.loads(shot.reading.read_text(encoding="utf-8")), terms=terms)
    Store(data).save_sheet("sheet", None, sheet.to_json(), expected=0)
    assert "底 1・臺 2・規則書（改過）" in [each.label for each in run(sheet="sheet").expander]


def test_stakes_and_house_rules_can_be_set_before_any_hand_or_table(data: Path) -> None:
    app = run()
    app.number_input(key="quick-tai").set_value(50)
    app.segmented_control(key="quick-house").set_value("協會九十八年修訂").run()
    rules = Store(data).setting("rules")
    assert rules["tai"] == {"地聽": 4} and rules["pinghe_two_sided_only"] is True
    app.toggle(key="quick-ligu").set_value(False).run()
    assert Store(data).setting("rules") == {**rules, "ligu": False}
    assert Store(data).setting("stake") == {"base": 0, "tai": 50}
    assert "底 0・臺 50・協會九十八年修訂（改過）" in [each.label for each in app.expander]
    app.segmented_control(key="quick-house").set_value("規則書").run()
    assert Store(data).setting("rules") == {} and app.toggle(key="quick-ligu").value


def test_stakes_are_remembered(data: Path) -> None:
    app = run()
    next(button for button in app.button if button.label == "不拍照，自己點牌").click().run()
    app.number_input(key="quick-base").set_value(300).run()
    app.toggle(key="quick-ligu").set_value(False).run()
    assert Store(data).setting("stake") == {"base": 300, "tai": 0}
    assert Store(data).setting("rules") == {"ligu": False}


def test_house_rules_are_changed_between_deals(data: Path, table: str) -> None:
    app, other = run(view="table", table=table), run(view="table", table=table)
    app.toggle(key="house-ligu").set_value(False).run()
    app.button(key="do_rules").click().run()
    assert evening(data, table).state.house.rules == {"ligu": False}
    assert app.button(key="do_rules").disabled
    other.toggle(key="house-pinghe_two_sided_only").set_value(True).run()
    assert other.toggle(key="house-ligu").value is False
    other.button(key="do_rules").click().run()
    assert evening(data, table).state.house.rules == {"ligu": False, "pinghe_two_sided_only": True}


def test_a_page_opened_before_does_not_bring_its_old_stakes_back(data: Path) -> None:
    old = run()
    Store(data).set_setting("stake", {"base": 100, "tai": 20})
    Store(data).set_setting("rules", {"ligu": False})
    old.number_input(key="quick-base").set_value(300).run()
    assert Store(data).setting("stake") == {"base": 300, "tai": 20}
    assert Store(data).setting("rules") == {"ligu": False} and not old.toggle(key="quick-ligu").value
    assert "底 300・臺 20・規則書（改過）" in [each.label for each in old.expander]


def test_corrections_are_kept_only_after_they_were_chosen(data: Path, table: str) -> None:
    assert Store(data).setting("keep_corrections", False) is False
    app = run(view="table", table=table)
    app.toggle(key="keep_corrections").set_value(True).run()
    assert Store(data).setting("keep_corrections") is True


def test_a_phone_opened_before_does_not_switch_corrections_off_again(data: Path, table: str) -> None:
    one, other = run(view="table", table=table), run(view="table", table=table)
    one.toggle(key="keep_corrections").set_value(True).run()
    other.run()
    assert Store(data).setting("keep_corrections") is True and other.toggle(key="keep_corrections").value
    other.toggle(key="keep_corrections").set_value(False).run()
    assert Store(data).setting("keep_corrections") is False


def test_a_hand_corrected_without_a_table_is_kept_when_the_next_one_begins(data: Path, shot: Any) -> None:
    store = Store(data)
    store.set_setting("keep_corrections", True)
    context = Context(winner="S", method="discard", loser="N", dealer="E", round="E")
    read = json.loads(shot.reading.read_text(encoding="utf-8"))
    photo = store.add_photo(storable(opened([shot.photo.read_bytes()])))
    fixed = [{"op": "face", "tile": "0", "face": "2m"}, {"op": "face", "tile": "9", "face": "W"}]
    sheet = carried_out(Sheet(photos=(photo,), read=read, context=context), fixed)
    store.save_sheet("sheet", None, sheet.to_json(), expected=0)
    app = run(sheet="sheet")
    assert app.toggle(key="keep_corrections").value
    app.button(key="next_hand").click().run()
    assert (data / FOLDER / f"{photo}.jpg").exists()


@pytest.mark.parametrize("view", ["score", "table", "rulebook", "rulings"])
def test_every_view_speaks_english(data: Path, table: str, view: str) -> None:
    app = run(view=view, lang="en", table=table)
    assert app.button(key="lang").label == "中"


def test_the_rulebook_is_searched_by_words_and_by_number(data: Path) -> None:
    assert entries_for("海底 殘牌") == ["一.25"]
    assert entries_for("一.7") == ["一.7"]
    assert "二.明杠" in entries_for("明槓")
    assert len(entries_for("")) > 60
    assert "沒有符合" in words(run(view="rulebook").text_input(key="rule_search").input("立直").run())


def test_a_rule_in_the_address_opens_that_rule(data: Path) -> None:
    app = run(view="rulebook", rule="24")
    assert any(button.label == "整本規則" for button in app.button)


def test_a_rule_looked_up_from_a_deal_of_the_history_leads_back_there(data: Path, table: str) -> None:
    app = run(view="rulebook", rule="24", table=table, deal="0")
    app.button(key="back_to_sheet").click().run()
    assert (address(app, "view"), address(app, "deal")) == ("table", "0")


def test_a_ruling_is_asked_for_by_tapping(data: Path) -> None:
    app = run(view="rulings")
    app.pills(key="fact-method").set_value("self_draw").run()
    app.pills(key="fact-turn").set_value("exposed_kong").run()
    assert "不可以" in html(app) and "三.2" in html(app)
    app.pills(key="fact-turn").set_value("draw").run()
    assert "不可以" not in html(app)


def test_another_language_keeps_what_was_asked(data: Path) -> None:
    app = run(view="rulings")
    app.selectbox(key="action-zh").set_value("exposed_kong").run()
    app.button(key="lang").click().run()
    assert not app.exception and app.selectbox(key="action-en").value == "exposed_kong"


def html(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))


def test_everything_that_can_be_ruled_on_has_a_name_in_chinese() -> None:
    assert set(rt.ACTIONS) == set(ACTIONS)
    assert set(FACTS) <= set(rt.FACTS)
    assert {fact for meeting in MEETINGS for fact in meeting.facts} <= set(rt.FACTS)
    values = {value for choices in CHOICES.values() for value in choices}
    assert values <= set(rt.VALUES)
    typed = {"tile", "with", "tiles", "claimed", "previous_discard", "laid"}
    assert {name for name, fact in FACTS.items() if fact.reader is not yes_no} == typed | set(CHOICES) | set(NUMBERS)


def test_every_text_is_there_in_both_languages_with_the_same_blanks() -> None:
    import re

    for key, (zh, en) in TEXTS.items():
        assert zh.strip() and en.strip(), key
        assert set(re.findall(r"{\w+}", zh)) == set(re.findall(r"{\w+}", en)), key


def test_every_item_of_the_rule_table_has_an_english_name() -> None:
    from snaptai.scoring.rules.table import RULES
    from snaptai.ui.page.names import ITEMS, tile_names

    assert {rule.name for rule in RULES} <= set(ITEMS)
    assert len(set(tile_names("en").values())) == 43
