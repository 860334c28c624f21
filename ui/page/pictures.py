"""Drawings as SVG text: who pays whom, the evening's totals, the card that is shared. Names are escaped here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("var(--accent)", "#CF4F34", "#3D7ACB", "#987315", "#8968BD", "#42828A")
"""Each as legible on the light page as on the dark one: 4.2 to 1."""
SIDE_BY_SIDE = 4
"""Between the middles of two equal lines of a chart, a little more than their width."""
FONT = "font-family=\"'PingFang TC','Noto Sans TC','Noto Sans CJK TC','Microsoft JhengHei',system-ui,sans-serif\""


@dataclass(frozen=True, slots=True)
class Flow:
    """Money from one player to another."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours of a drawing; the page passes its CSS variables, the card fixed ones."""

    text: str = "currentColor"
    faint: str = "var(--faint)"
    line: str = "var(--line)"
    soft: str = "var(--soft)"
    accent: str = "var(--accent)"
    on_accent: str = "var(--paper)"


CARD_INK = Ink("#1D211F", "#6B716C", "#DEDBD2", "#F1EFE9", "#0B7A5C", "#FBFAF7")


def text(x: float, y: float, words: str, size: int, colour: str, anchor: str = "middle", weight: int = 400) -> str:
    """One line of text."""
    style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x:g}" y="{y:g}" {style} {FONT}>{escape(words)}</text>'


def fitting(words: str, size: int, room: float) -> int:
    """The font size, ``size`` or less, in which one line is about as wide as ``room`` at most."""
    ems = sum(1 if ord(c) > 0x2E7F else 0.62 for c in words)
    return min(size, int(room / ems)) if ems else size


def shortened(words: str, room: int) -> str:
    """As much as fits; a Chinese character takes the room of two."""
    if sum(1 + (ord(c) > 0x2E7F) for c in words) <= room:
        return words
    kept = ""
    for character in words:
        if sum(1 + (ord(c) > 0x2E7F) for c in kept + character) >= room:
            break
        kept += character
    return kept + "…"


def signed(amount: int) -> str:
    """With a sign, and a plain 0."""
    return f"{amount:+,}".replace("-", "−") if amount else "0"


def _rotated(players: Sequence[str], first: str) -> list[str]:
    start = list(players).index(first)
    return [*players[start:], *players[:start]]


def payment_diagram(
    players: Sequence[str],
    labels: Mapping[str, tuple[str, str]],
    flows: Sequence[Flow],
    unit: str = "",
    ink: Ink | None = None,
) -> str:
    """The four seats seen from above, the payee nearest, an arrow from each payer.

    ``players`` counter-clockwise; ``labels``: name and seat of each.
    """
    ink = ink or Ink()
    payee = flows[0].payee
    places = dict(zip(_rotated(players, payee), ((180, 262), (296, 150), (180, 38), (64, 150)), strict=True))
    amounts = {flow.payer: flow.amount for flow in flows}
    body = [
        f'<rect x="120" y="90" width="120" height="120" rx="22" fill="none" stroke="{ink.line}" stroke-width="1.5"/>'
    ]
    for flow in flows:
        body.append(_arrow(places[flow.payer], places[payee], ink))
    for player, (x, y) in places.items():
        paid = sum(amounts.values()) if player == payee else -amounts.get(player, 0)
        body.append(_seat(x, y, labels[player], paid, unit, player == payee, ink))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 300">{"".join(body)}</svg>'


def _arrow(start: tuple[int, int], end: tuple[int, int], ink: Ink) -> str:
    (x0, y0), (x1, y1) = start, end
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    clear = 44 if abs(uy) > 0.9 else 52
    ax, ay, bx, by = x0 + ux * clear, y0 + uy * clear, x1 - ux * clear, y1 - uy * clear
    head = f"M{bx:.1f} {by:.1f}l{-12 * ux - 6 * uy:.1f} {-12 * uy + 6 * ux:.1f}l{12 * uy:.1f} {-12 * ux:.1f}z"
    line = f'<path d="M{ax:.1f} {ay:.1f}L{bx - 8 * ux:.1f} {by - 8 * uy:.1f}" stroke="{ink.accent}" stroke-width="3.5" '
    return f'{line}stroke-linecap="round"/><path d="{head}" fill="{ink.accent}"/>'


def _seat(x: int, y: int, label: tuple[str, str], paid: int, unit: str, winner: bool, ink: Ink) -> str:
    ground, words = (ink.accent, ink.on_accent) if winner else (ink.soft, ink.text)
    amount = signed(paid) + (unit if paid else "")
    faded = ' opacity=".55"' if not paid else ""
    name, seat = label
    box = f'<rect x="{x - 54}" y="{y - 34}" width="108" height="68" rx="14" fill="{ground}"/>'
    name_line = shortened(name, 15)
    lines = text(x, y + 3, name_line, fitting(name_line, 16, 100), words)
    lines += text(x, y + 24, amount, fitting(amount, 17, 100), words, weight=700)
    return f"<g{faded}>{box}{lines}{text(x, y - 17, seat, 12, words) if name != seat else ''}</g>"


def totals_chart(totals: Sequence[Mapping[str, int]], width: int = 430, height: int = 230) -> str:
    """Everybody's running total over the deals, as lines, side by side where they are equal; names at their ends."""
    people = list(totals[-1])
    values = [each.get(name, 0) for each in totals for name in people] + [0]
    low, high = min(values), max(values)
    span = (high - low) or 1
    longest = max(len(signed(each)) for each in totals[-1].values())
    left, right, top, bottom = 16, width - 138 - 9 * max(longest - 8, 0), 18, height - 18

    def height_of(value: int) -> float:
        return bottom - (bottom - top) * (value - low) / span

    def place(deal: int, name: str) -> tuple[float, float]:
        value = totals[deal].get(name, 0)
        equal = [each for each in people if totals[deal].get(each, 0) == value]
        beside = SIDE_BY_SIDE * (equal.index(name) - (len(equal) - 1) / 2)
        return left + (right - left) * deal / max(len(totals) - 1, 1), height_of(value) + beside

    zero = height_of(0)
    body = [f'<path d="M{left} {zero:.1f}H{right}" stroke="var(--line)" stroke-dasharray="4 5"/>']
    ends = _spread({name: place(len(totals) - 1, name)[1] for name in people}, height - 12)
    for name, colour in zip(people, COLOURS * 3, strict=False):
        points = " ".join("{:.1f},{:.1f}".format(*place(n, name)) for n in range(len(totals)))
        x, y = place(len(totals) - 1, name)
        body.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="3" stroke-linejoin="round"/>'
        )
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')
        total = signed(totals[-1].get(name, 0))
        label = f"{shortened(name, max(4, min(7, 12 - len(total))))} {total}"
        body.append(text(right + 12, ends[name] + 5, label, 14, colour, "start", 600))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{"".join(body)}</svg>'


def _spread(ends: Mapping[str, float], bottom: float, gap: float = 19) -> dict[str, float]:
    """Label heights moved apart so that none covers another and none falls below ``bottom``."""
    placed: dict[str, float] = {}
    last = float("-inf")
    for name, y in sorted(ends.items(), key=lambda each: each[1]):
        last = placed[name] = max(y, last + gap)
    room = bottom
    for name in sorted(placed, key=placed.__getitem__, reverse=True):
        placed[name] = min(placed[name], room)
        room = placed[name] - gap
    return placed
