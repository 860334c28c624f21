"""What tiles, winds and items are called in either language."""

from __future__ import annotations

from snaptai.scoring.tiles import NAMES

_SUITS = {"m": "characters", "p": "dots", "s": "bamboo"}
_HONOURS = {
    "E": "East",
    "S": "South",
    "W": "West",
    "N": "North",
    "C": "Red",
    "F": "Green",
    "P": "White",
    "X": "face down",
}
_FLOWERS = ("spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo flower")
ITEMS = {
    "門風刻": "seat wind pung",
    "圈風刻": "round wind pung",
    "箭字刻": "dragon pung",
    "圈箭刻": "round dragon pung",
    "門清": "concealed hand",
    "不求自摸": "concealed self-draw",
    "全求": "all claimed",
    "半求": "all claimed but the last",
    "平和": "all runs",
    "對對和": "all pungs",
    "作莊": "dealer",
    "連拉": "dealer's streak",
    "獨聽": "one wait",
    "搶槓": "robbed kong",
    "字一色": "all honours",
    "字一色減除": "all honours, reduced",
    "清一色": "one suit",
    "湊一色": "one suit and honours",
    "三暗刻": "three concealed pungs",
    "四暗刻": "four concealed pungs",
    "五暗刻": "five concealed pungs",
    "大四喜": "big four winds",
    "小四喜": "little four winds",
    "大三元": "big three dragons",
    "小三元": "little three dragons",
    "自摸": "self-draw",
    "槓上開花": "kong replacement",
    "海底撈月": "last tile",
    "正花": "seat flower",
    "花槓": "flower set",
    "滿花": "all flowers",
    "花和": "flower win",
    "配牌花和": "flower win in the deal",
    "八仙過海": "eight flowers",
    "七搶一": "seven rob one",
    "天聽": "heavenly ready",
    "地聽": "earthly ready",
    "天和": "heavenly hand",
    "地和": "earthly hand",
    "人和": "human hand",
    "嚦咕嚦咕": "seven pairs and a pung",
}


def _english(tile: str) -> str:
    if tile in _HONOURS:
        return _HONOURS[tile]
    number = int(tile[0])
    return _FLOWERS[number - 1] if tile[1] == "f" else f"{number} {_SUITS[tile[1]]}"


_NAMES = {"zh": dict(NAMES), "en": {tile: _english(tile) for tile in NAMES}}


def tile_names(lang: str) -> dict[str, str]:
    """Every tile's name."""
    return _NAMES[lang]


def tile_name(tile: str, lang: str) -> str:
    """One tile's name."""
    return _NAMES[lang][tile]


def wind_name(wind: str, lang: str) -> str:
    """A seat or round: 東 in Chinese, E in English; 中 or C for a dragon round."""
    return NAMES[wind] if lang == "zh" else wind


def item_name(name: str, lang: str) -> str:
    """An item as on the sheet; in English with what it means."""
    known = ITEMS.get(name) or ("dealer's streak" if name.startswith("連") else "")
    return f"{name} {known}".strip() if lang == "en" else name


HOUSES = {"規則書": "Rulebook", "坊間台數表": "Common tables", "協會九十八年修訂": "Association 2009"}


def house_name(name: str, lang: str) -> str:
    """What a house that comes with SnapTai is called."""
    return HOUSES.get(name, name) if lang == "en" else name
