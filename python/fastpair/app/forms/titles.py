"""What models, systems and formats are called: in menus, and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament.rules import USUAL
from ...go.tournament.systems import FIDE_SYSTEMS
from ...sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import EventKind
    from ...go.tournament.event_kind import EventFormat

MODELS: Mapping[str, str] = {
    USUAL: marked("The one that fits the rules"),
    "fastpair": "fastpair",
    "opengotha351": "OpenGotha 3.51",
    "opengotha352": "OpenGotha 3.52",
    "gotha": "Gotha",
    "macmahon": "MacMahon",
    "godraw2015": "GoDraw 2015",
    "kaniuk2012": "Kaniuk 2012",
    "entropy": marked("Entropy"),
    "rating-information": marked("Rating information"),
}
"""Weight models."""

SYSTEMS: Mapping[str, str] = {
    USUAL: marked("Swiss"),
    **{name: system.title for name, system in FIDE_SYSTEMS.items()},
    "round-robin": marked("Round robin"),
    "cup": marked("Cup"),
    "double-elimination": marked("Double elimination"),
}
"""Pairing systems."""

FORMATS: Mapping[str, str] = {
    USUAL: marked("By system and first criterion"),
    "McMahon": marked("McMahon"),
    "Swiss": marked("Swiss"),
    "Swiss with categories": marked("Swiss with categories"),
    "Round robin": marked("Round robin"),
    "Cup": marked("Cup"),
    "Double elimination": marked("Double elimination"),
}
"""Formats of an event."""


def offered_formats(kind: EventKind) -> tuple[str, ...]:
    """The formats that a menu offers for an event, by the values of `FORMATS`."""
    return USUAL, *kind.formats


_OTHER_PROGRAMS = ("opengotha351", "opengotha352", "gotha", "macmahon", "godraw2015")
"""Pairing methods that are called by the program whose rules they are."""

_PROPER_NAMES = (*_OTHER_PROGRAMS, "kaniuk2012")
"""Those whose titles are names, and the same in all languages."""


def title_of_method(name: str) -> str:
    """What a model is called; its name if it is not one of ours as published."""
    title = MODELS.get(name, name)
    return title if title == name or name in _PROPER_NAMES else phrase(title)


def title_of_system(name: str) -> str:
    """What a system or a model is called; its name if it is not one of ours."""
    title = SYSTEMS.get(name)
    return title_of_method(name) if title is None else phrase(title)


def describe_format(kind: EventFormat) -> str:
    """What a format of an event is called."""
    return phrase(FORMATS.get(kind.value, FORMATS[USUAL]))


_SYSTEMS_IN_SENTENCES: Mapping[str, str] = {
    "swiss": marked("the Swiss system"),
    "round-robin": marked("the table of the round robin"),
    "cup": marked("the bracket of the cup"),
    "double-elimination": marked("the bracket of the double elimination"),
    **{name: system.in_sentences for name, system in FIDE_SYSTEMS.items()},
}


def describe_method(name: str) -> str:
    """What drew a round, in words: the rules of another program, or a model or system of ours."""
    if name in _SYSTEMS_IN_SENTENCES:
        return phrase(_SYSTEMS_IN_SENTENCES[name])
    title = title_of_method(name)
    return phrase("the rules of {program}", program=title) if name in _OTHER_PROGRAMS else title
