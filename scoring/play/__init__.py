"""Rulings on play (parts two, three and four of the rulebook): may this stand, who goes first.

``decide(situation)`` gives a ``Ruling``; ``rule_document(situation)`` is its JSON, behind ``snaptai rule -``.
"""

from snaptai.scoring.play.decide import ROWS, Ruling, decide, rule_document
from snaptai.scoring.play.facts import ACTIONS, FACTS
from snaptai.scoring.play.meetings import MEETINGS

__all__ = ["ACTIONS", "FACTS", "MEETINGS", "ROWS", "Ruling", "decide", "rule_document"]
