"""The words of an archive's report and summary, Traditional Chinese and English."""

from __future__ import annotations

import re

from snaptai.scoring.tiles import WINDS
from snaptai.ui.page.names import tile_name

_WORDS = {
    **{wind: (tile_name(wind, "zh"), tile_name(wind, "en")) for wind in WINDS},
    "title": ("拍臺　結算報告", "SnapTai report"),
    "photos": ("照片", "Photos"),
    "scored": ("已計算", "scored"),
    "review": ("待確認", "to review"),
    "failed": ("無法讀取", "failed"),
    "duplicate": ("重複", "duplicates"),
    "tai": ("臺", " tai"),
    "tai_chart": ("臺數分布", "Distribution of tai"),
    "items_chart": ("最常見的項目", "Most frequent items"),
    "players_chart": ("各家成績", "Players"),
    "player": ("玩家", "Player"),
    "wins": ("和牌", "wins"),
    "self_drawn": ("自摸", "self-drawn"),
    "discards": ("放銃", "discards"),
    "mean_tai": ("平均臺數", "mean tai"),
    "money": ("收支", "money"),
    "status": ("狀態", "Status"),
    "rule": ("規則", "Rule"),
    "question": ("待確認事項", "Question"),
    "at_least": ("臺數至少", "tai at least"),
    "at_most": ("臺數至多", "tai at most"),
    "name": ("檔名", "File name"),
    "none_left": ("沒有符合條件的照片", "No photo fits these filters"),
    "nothing_scored": ("還沒有算出臺數的照片。", "No photo has been scored yet."),
    "same_as": ("與此檔內容相同：", "Same content as "),
    "open": ("依門風、圈風與和法而定", "depending on seat, round and way of winning"),
    "displaced": ("不另計：", "not counted beside it: "),
    "model": ("模型", "Model"),
    "house": ("規則", "Rules"),
    "read": ("已讀", "read"),
    "in_all": ("共", "in all"),
    "this_run": ("這次", "this run"),
    "news_new": ("新的", "new"),
    "news_sha256": ("照片換過而重讀", "read again (photo changed)"),
    "news_model": ("模型換過而重讀", "read again (model changed)"),
    "news_rules": ("規則或語言換過而重算", "scored again (rules or language changed)"),
    "news_context": ("對局資料換過而重算", "scored again (context changed)"),
    "news_status": ("結果換過", "with another outcome"),
    "news_unchanged": ("未變", "unchanged"),
    "more": ("還有 {n} 個，見 report.html", "{n} more, see report.html"),
    "wrote": ("已寫入", "wrote"),
    "stopped": ("已中止；再下同樣的指令就會接著做", "stopped; the same command goes on from here"),
}
_REASONS = {
    "no_context": ("缺對局資料", "context missing"),
    "other_context": ("對局資料不同，未採用", "another context, not used"),
    "low_confidence": ("有牌看不準", "unsure of a tile"),
    "fifth_copy": ("同一種牌五張", "fifth copy of a tile"),
    "too_many_copies": ("同一種牌超過四張", "more than four of a tile"),
    "duplicate_flower": ("花牌重複", "flower twice"),
    "wrong_tile_count": ("張數不對", "wrong number of tiles"),
    "concealed_kong_unknown": ("暗槓看不出是什麼", "concealed kong unknown"),
    "winning_tile_unknown": ("不知和哪一張", "winning tile unknown"),
    "not_a_win": ("未成和", "not a win"),
    "layout_unclear": ("排列看不清", "layout unclear"),
    "photo_quality": ("照片品質", "photo quality"),
    "no_tiles": ("看不到牌", "no tiles"),
    "contradiction": ("對局資料矛盾", "context contradicts itself"),
    "missing_key": ("對局資料不全", "context incomplete"),
    "unknown_key": ("對局資料有多餘的欄位", "context has unknown keys"),
    "bad_value": ("對局資料有誤", "context has a wrong value"),
    "bad_tile": ("牌寫錯了", "no such tile"),
    "bad_meld": ("不成一副", "no such meld"),
    "not_json": ("資料裡有不是數的值", "context holds what is no number"),
}
_FIELDS = {
    "hand.concealed": ("手牌", "the concealed row"),
    "hand.exposed": ("吃碰槓", "the exposed melds"),
    "hand.concealed_kongs": ("暗槓", "the concealed kongs"),
    "hand.flowers": ("花牌", "the flowers"),
    "hand.winning_tile": ("和的那張牌", "the winning tile"),
    "winning_tile is null": ("", "the winning tile is not known"),
    "winning_tile": ("和的那張牌", "the winning tile"),
    "win.method": ("怎麼和的（win.method）", "how it was won (win.method)"),
    "seat.winner": ("和牌者（seat.winner）", "the winner (seat.winner)"),
    "seat.dealer": ("莊家（seat.dealer）", "the dealer (seat.dealer)"),
    "seat.loser": ("放銃者（seat.loser）", "the loser (seat.loser)"),
    "seat.round": ("圈風（seat.round）", "the round (seat.round)"),
    "seat.shown_streak": ("示記的連莊數（seat.shown_streak）", "the streak shown (seat.shown_streak)"),
    "stake.base": ("底（stake.base）", "the base (stake.base)"),
    "stake.tai": ("每臺（stake.tai）", "the price of a tai (stake.tai)"),
    "side_stakes": ("內插（side_stakes）", "the side stakes (side_stakes)"),
    "seat.dealer_streak": ("連莊數（seat.dealer_streak）", "the dealer's streak (seat.dealer_streak)"),
}
"""Parts of a hand document as people call them; what stands in a sidecar keeps its name beside, to be found there."""
_NAMES = "|".join(map(re.escape, sorted(_FIELDS, key=len, reverse=True)))
_FIELD = re.compile(rf"( ?)({_NAMES})(?:\[\d+\])?(?!\w|\.\w)( ?)")


class Words:
    """The words in one language."""

    def __init__(self, lang: str) -> None:
        self._column = int(lang == "en")

    def __getitem__(self, key: str) -> str:
        return _WORDS[key][self._column]

    def reason(self, code: str) -> str:
        """Why a photo should be looked at, in a few words."""
        return _REASONS[code][self._column] if code in _REASONS else code

    def sentence(self, message: str) -> str:
        """A sentence about a hand document for people who have none before them."""
        said = _FIELD.sub(self._part, message)
        return said[:1].upper() + said[1:] if self._column else said

    def _part(self, field: re.Match[str]) -> str:
        before, name, after = field.groups()
        return f"{before}{_FIELDS[name][1]}{after}" if self._column else _FIELDS[name][0]
