"""The pairing systems by name, and what is declared of those of FIDE: all that names one follows from its row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ...sentences import marked
from .game import Points

if TYPE_CHECKING:
    from collections.abc import Mapping

FideSystemName = Literal["dutch", "burstein", "dubov", "swiss-team", "double-swiss"]
"""A pairing system of FIDE, each with a row in `FIDE_SYSTEMS`."""

SystemName = Literal["mcmahon", "swiss", FideSystemName, "round-robin", "cup", "double-elimination"]
"""A pairing system, see docs/reference/systems.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredSystem:
    """What is said of a system of FIDE's before it pairs: in rules, menus, reports and options."""

    pairs: str
    """Module and class."""

    article: str
    """Where FIDE writes it."""

    title: str
    """In a menu."""

    in_sentences: str
    """The title within a sentence."""

    preset: str
    """Name of the preset that it draws."""

    about: str
    """What the preset is, in one sentence."""

    preset_title: str
    """The preset in a menu."""

    rules: dict[str, Any] = field(default_factory=dict)
    """What the preset has otherwise than a Swiss of chess."""

    of_teams: bool = False
    """Whether it pairs teams, and otherwise players."""


FIDE_SYSTEMS: Mapping[SystemName, DeclaredSystem] = {
    "dutch": DeclaredSystem(
        pairs="dutch:Dutch",
        article="C.04.3",
        title=marked("Dutch system of FIDE"),
        in_sentences=marked("the Dutch system of FIDE"),
        preset="FIDE",
        about="The same, drawn by FIDE's Dutch system.",
        preset_title=marked("Chess by FIDE’s Dutch system, 1–½–0"),
    ),
    "burstein": DeclaredSystem(
        pairs="burstein:Burstein",
        article="C.04.4.2",
        title=marked("Burstein system of FIDE"),
        in_sentences=marked("the Burstein system of FIDE"),
        preset="Burstein",
        about="The same, drawn by FIDE's Burstein system: two Dutch rounds of five, then by Buchholz.",
        preset_title=marked("Chess by FIDE’s Burstein system, 1–½–0"),
    ),
    "dubov": DeclaredSystem(
        pairs="dubov:Dubov",
        article="C.04.4.1",
        title=marked("Dubov system of FIDE"),
        in_sentences=marked("the Dubov system of FIDE"),
        preset="Dubov",
        about="The same, drawn by FIDE's Dubov system: opponents by their mean ratings.",
        preset_title=marked("Chess by FIDE’s Dubov system, 1–½–0"),
    ),
    "double-swiss": DeclaredSystem(
        pairs="matches:DoubleSwiss",
        article="C.04.5",
        title=marked("Double-Swiss system of FIDE"),
        in_sentences=marked("the Double-Swiss system of FIDE"),
        preset="Double-Swiss",
        about="A Swiss of chess in matches of two games by FIDE's Double-Swiss system: 1½ points for a bye.",
        preset_title=marked("Chess in matches of two games"),
        rules={"games": 2, "points": Points(wins_bye_x2=3, requested_bye_x2=2)},
    ),
    "swiss-team": DeclaredSystem(
        pairs="matches:SwissTeam",
        article="C.04.6",
        title=marked("Swiss team system of FIDE"),
        in_sentences=marked("the Swiss team system of FIDE"),
        preset="Swiss-Team",
        about="FIDE's Swiss team system: a bye is a drawn match, half of the boards.",
        preset_title=marked("Teams by FIDE’s Swiss team system"),
        rules={"points": Points(wins_bye_x2=1)},
        of_teams=True,
    ),
}
"""The systems that pair by FIDE's rules, those whose `System.of_chess` is true, in the order of menus."""

TWO_GAMES = frozenset(name for name, system in FIDE_SYSTEMS.items() if "games" in system.rules)
"""The systems whose rounds are matches of two games, unless something else is stated."""
