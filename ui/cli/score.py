"""``snaptai score`` and ``snaptai waits``: hands as JSON Lines, a hand by options, or photos."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snaptai.scoring.fields import Text as Sentence
from snaptai.ui.cli.refusing import refused

if TYPE_CHECKING:
    from snaptai.scoring.house import House

SOME_ERRORS = 1


class Language(StrEnum):
    """Traditional Chinese, or English on request."""

    CHINESE = "zh-TW"
    ENGLISH = "en"


Text = str | None
Whole = int | None
_LANG = typer.Option(help="The language of the sentences.")
_RULES = typer.Option(help="A house file (TOML), or the name of one that comes with SnapTai.", metavar="FILE|NAME")


def load_rules(rules: str | None, lang: str) -> House:
    """The house of ``--rules``; ends the command with one sentence where there is none."""
    from snaptai.datasets.archive.troubles import words_of
    from snaptai.scoring.errors import HouseError
    from snaptai.scoring.house import RULEBOOK, find_house, shipped_houses

    try:
        return find_house(rules) if rules else RULEBOOK
    except FileNotFoundError:
        names = ", ".join(shipped_houses())
        zh, en = f"沒有這個檔案；隨附的規則有 {names}", f"no such file; houses that come with SnapTai are {names}"
        said = Sentence(zh, en).say(lang)
    except OSError as error:
        said = words_of(error).say(lang)
    except HouseError as error:
        said = " ".join(problem.message(lang) for problem in error.problems)
    raise refused(f"--rules {rules}: {said}")


def _stream(waits: bool, lang: str, house: House, asked: Sequence[int] = (), quote: bool = False) -> None:
    from snaptai.scoring.documents import score_document, waits_document, with_answers
    from snaptai.scoring.stream import answer_stream

    def explained(document: object, lang: str, house: House) -> dict[str, Any]:
        return with_answers(score_document(document, lang, house), document, lang, house, asked, quote)

    answer = waits_document if waits else explained if asked or quote else score_document
    if not answer_stream(sys.stdin.buffer, sys.stdout.buffer, lang, house, answer):
        raise typer.Exit(SOME_ERRORS)


def _given(**values: Any) -> dict[str, Any]:
    """The options that were given; 0 is one."""
    return {key: value for key, value in values.items() if value is not None and value is not False and value != []}


def _side_stake(text: str) -> dict[str, Any]:
    """``S,W,50,10`` as a side stake; what cannot be read is left for the document's own checks to name."""
    from snaptai.datasets.archive.columns import meaning

    first, second, base, tai, *_ = [*text.split(",", 3), "", "", ""]
    between = [meaning("winner", seat) for seat in (first, second)]
    return {"between": between, "base": _whole(base), "tai": _whole(tai)}


def _whole(text: str) -> Any:
    return int(text) if text.isdecimal() else text or 0


def _show(document: dict[str, Any], house: House, lang: str, as_json: bool, why_not: list[int], quote: bool) -> None:
    """The sheet of a hand given by options, or the first error with all others."""
    from snaptai.scoring.documents import score_document, sheet_of, with_answers
    from snaptai.scoring.text import sheet_text

    answer = score_document(document, lang, house)
    if as_json:
        answer = with_answers(answer, document, lang, house, why_not, quote)
        typer.echo(json.dumps(answer, ensure_ascii=False))
    elif "error" not in answer:
        typer.echo(sheet_text(sheet_of(document, house), lang, why_not, quote))
    if "error" in answer:
        for error in [] if as_json else answer["errors"]:
            typer.echo(f"{error['code']}: {error['message']}", err=True)
        raise typer.Exit(SOME_ERRORS)


def register(app: typer.Typer) -> None:
    """Add ``score`` and ``waits``."""

    @app.command()
    def score(
        sources: Annotated[
            list[str] | None, typer.Argument(help="- for JSON Lines on standard input, or photos.", metavar="-|PHOTO…")
        ] = None,
        hand: Annotated[Text, typer.Option(help="The concealed tiles, without the winning tile: 456m7p.")] = None,
        winning_tile: Annotated[Text, typer.Option(help="The tile that completed the hand: 7p.")] = None,
        exposed: Annotated[list[str] | None, typer.Option(help="An exposed meld: 345s, EEE. Repeatable.")] = None,
        concealed_kong: Annotated[list[str] | None, typer.Option(help="A concealed kong: CCCC. Repeatable.")] = None,
        flowers: Annotated[Text, typer.Option(help="The flowers: 15f.")] = None,
        method: Annotated[
            Text,
            typer.Option(
                help="self_draw, discard, robbed_kong, eight_flowers or robbed_flower (自摸 放銃 搶槓 八仙過海 七搶一)."
            ),
        ] = None,
        hand_complete: Annotated[bool, typer.Option(help="A flower win whose replacement completed the hand.")] = False,
        kong_replacement: Annotated[bool, typer.Option(help="The last tile replaced a kong or flower.")] = False,
        last_tile: Annotated[bool, typer.Option(help="The last tile is the last of the wall.")] = False,
        ready: Annotated[Text, typer.Option(help="heavenly_ready (天聽) or earthly_ready (地聽).")] = None,
        opening: Annotated[
            Text, typer.Option(help="heavenly_hand, earthly_hand or human_hand (天和 地和 人和).")
        ] = None,
        winner: Annotated[Text, typer.Option(help="The winner's 開門序: E, S, W or N (東 南 西 北).")] = None,
        dealer: Annotated[Text, typer.Option(help="The dealer's 開門序.")] = None,
        loser: Annotated[Text, typer.Option(help="Who discarded, or whose kong or flower was robbed.")] = None,
        round_: Annotated[Text, typer.Option("--round", help="The round: E S W N, or C F P.")] = None,
        dealer_streak: Annotated[Whole, typer.Option(help="N of 連N拉N.")] = None,
        shown_streak: Annotated[Whole, typer.Option(help="What the dealer's dice show, if it differs.")] = None,
        base: Annotated[Whole, typer.Option(help="底, in money.")] = None,
        tai: Annotated[Whole, typer.Option(help="What one 臺 costs.")] = None,
        side_stake: Annotated[list[str] | None, typer.Option(help="內插: S,W,50,10 (底, 臺). Repeatable.")] = None,
        rules: Annotated[Text, _RULES] = None,
        why_not: Annotated[
            list[int] | None, typer.Option(min=1, max=36, help="Ask why a rule does not count. Repeatable.")
        ] = None,
        quote: Annotated[bool, typer.Option(help="Quote the rulebook, the ruling and the house option.")] = False,
        lang: Annotated[Language, _LANG] = Language.CHINESE,
        as_json: Annotated[bool, typer.Option("--json", help="Write the score document.")] = False,
    ) -> None:
        """Score hands: JSON Lines, one hand by options, or photos. Examples:

        snaptai score - < hands.jsonl

        snaptai score --hand 456m7p --winning-tile 7p --exposed 345s --exposed EEE --exposed 9999p --concealed-kong CCCC
        --flowers 15f --method discard --winner S --dealer N --loser W --round E --why-not 7

        snaptai score IMG_1.jpg --method self_draw --winner S --dealer E --round E
        """
        from snaptai.datasets.archive.columns import meaning

        house = load_rules(rules, lang)
        context = {
            "hand": _given(
                concealed=hand,
                winning_tile=winning_tile,
                exposed=exposed,
                concealed_kongs=concealed_kong,
                flowers=flowers,
            ),
            "win": _given(
                method=meaning("method", method),
                hand_complete=hand_complete,
                kong_replacement=kong_replacement,
                last_tile=last_tile,
                ready=meaning("ready", ready),
                opening=meaning("opening", opening),
            ),
            "seat": _given(
                winner=meaning("winner", winner),
                dealer=meaning("dealer", dealer),
                loser=meaning("loser", loser),
                round=meaning("round", round_),
                dealer_streak=dealer_streak,
                shown_streak=shown_streak,
            ),
            "stake": _given(base=base, tai=tai),
            "side_stakes": [_side_stake(text) for text in side_stake or []],
        }
        if sources == ["-"]:
            if any(context.values()):
                zh = "score -：每一行自己說怎麼和的；請不要加那些選項"
                en = "score -: each line says how its hand was won; leave those options out"
                raise refused(Sentence(zh, en).say(lang))
            _stream(False, lang, house, why_not or [], quote)
            return
        if sources and "-" not in sources and hand is None:
            from snaptai.ui.cli.score_photo import run

            raise typer.Exit(
                run(
                    [Path(source) for source in sources],
                    {name: part for name, part in context.items() if part},
                    house=house,
                    lang=lang,
                    as_json=as_json,
                    why_not=why_not or [],
                    quote=quote,
                )
            )
        if sources or hand is None:  # - among others, or tiles beside photos that show them
            zh = "score：請給 -（JSON Lines）、--hand 加手牌、或照片，三者不能並用"
            en = "score: give - for JSON Lines, --hand with the tiles, or photos (not together)"
            raise refused(Sentence(zh, en).say(lang))
        _show(context, house, lang, as_json, why_not or [], quote)

    @app.command()
    def waits(
        source: Annotated[str, typer.Argument(help="- for JSON Lines on standard input.", metavar="-")],
        rules: Annotated[Text, _RULES] = None,
        lang: Annotated[Language, _LANG] = Language.CHINESE,
    ) -> None:
        """What each wait would score, by discard and by self-draw: hand documents without winning tile in, waits out.

        Example: snaptai waits - < hands.jsonl
        """
        if source != "-":
            zh = "waits：請給 -，並由標準輸入給 JSON Lines"
            raise refused(Sentence(zh, "waits: give - and JSON Lines on standard input").say(lang))
        _stream(True, lang, load_rules(rules, lang))
