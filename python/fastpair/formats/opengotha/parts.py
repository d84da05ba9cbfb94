"""What the parts of a tournament are in OpenGotha's files: attributes and elements to be written."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import RuleError
from ...go.tournament import OPENGOTHA_CRITERIA, Criterion
from ..losses import value_told
from ..xml.markup import Element
from . import schema
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from dataclasses import Field

    from ...go.tournament import (
        Event,
        HandicapRules,
        PairingRules,
        Player,
        Points,
        Rules,
        Tournament,
    )
    from .schema import Column

    _AnyPart = Tournament | Event | Rules | Points | HandicapRules | PairingRules | Player
    _Part = TypeVar("_Part", Tournament, Event, Rules, Points, HandicapRules, PairingRules, Player)

__all__ = [
    "add_categories",
    "add_criteria",
    "attributes",
    "category",
    "club_group",
    "criterion",
    "criterion_name",
    "event_attributes",
    "general_attributes",
    "pairing_attributes",
    "participation",
    "player_attributes",
    "rating_text",
    "refuse_unheld",
    "short_name_of",
    "without_unheld",
]

_HELD = {
    "Event": {"time"} | {field for field, _ in schema.EVENT},
    "Player": {"key", "grade", "rating", "absences"} | {field for field, _ in schema.PLAYER},
    "Rules": {"category_limits", "placement", "handicap", "pairing", "club_groups", "points"}
    | {field for field, _ in schema.GENERAL},
    "Points": {field for field, _ in schema.POINTS},
    "HandicapRules": {field for field, _ in schema.HANDICAP},
    "PairingRules": {"seed_systems", "seed_criteria", "variant"}
    | {field for field, _ in schema.PAIRING},
    "Tournament": {"name", "event", "rules", "players", "games", "byes", "team_play"},
}


def _usual(field: Field[Any]) -> object:
    """What a field is by default."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def without_unheld(value: _Part) -> _Part:
    """A value whose fields are as by default where OpenGotha's files have no place for them."""
    held = _HELD[type(value).__name__]
    usual: dict[str, Any] = {
        field.name: _usual(field)
        for field in fields(value)
        if field.compare and field.name not in held
    }
    return replace(value, **usual)


def refuse_unheld(value: _AnyPart, what: str, before: _AnyPart | None = None) -> None:
    """Refuse a value with a field for which OpenGotha's files have no place.

    Parameters
    ----------
    value
        A part of a tournament.
    what
        What to call it.
    before
        The same part as the file holds it; what is as there is not refused. Without it, what is
        as it is by default is not refused.

    Raises
    ------
    RuleError
        If there is such a field.
    """
    for field in fields(value):
        if not field.compare or field.name in _HELD[type(value).__name__]:
            continue
        found = getattr(value, field.name)
        usual = _usual(field) if before is None else getattr(before, field.name)
        if found != usual:
            name = field.name.replace("_", " ")
            message = f"OpenGotha's files have no place for the {name} of {what}"
            raise RuleError(f"{message}: found {value_told(found)}")


def attributes(columns: Iterable[Column], values: object) -> dict[str, str]:
    """The attributes that hold the fields of a value.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    return {attribute.name: attribute.text(getattr(values, field)) for field, attribute in columns}


def player_attributes(player: Player, rating_shift: int = 0) -> dict[str, str]:
    """The attributes of a player, in OpenGotha's order.

    Parameters
    ----------
    player
        The player.
    rating_shift
        What brings the ratings of the file to the European scale.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    refuse_unheld(player, shown(player.full_name))
    found = {
        "agaExpirationDate": "",
        "ffgLicenceStatus": "",
        "grade": schema.DECLARED_GRADE.text(player.grade),
        "participating": participation(player.absences, ""),
        "rank": schema.RANK.text(player.grade),
        "rating": rating_text(player.rating, rating_shift),
        "ratingOrigin": "MAN",
        **attributes(schema.PLAYER, player),
    }
    return dict(sorted(found.items()))


def rating_text(rating: int, shift: int) -> str:
    """A rating on the scale of a file.

    Raises
    ------
    RuleError
        If it is not on the European scale.
    """
    schema.EUROPEAN_RATING.text(rating)
    return schema.RATING.text(rating - shift)


def participation(absences: Iterable[int], before: str) -> str:
    """The participation string of a player: a zero for every absence.

    Parameters
    ----------
    absences
        Numbers of rounds, from 1.
    before
        The string so far; missing signs are ones.
    """
    absent = frozenset(absences)
    length = max(len(before), schema.ROUNDS_IN_FILE, *absent)
    signs = enumerate(before.ljust(length, "1"), start=1)
    return "".join("0" if number in absent else sign.replace("0", "1") for number, sign in signs)


def short_name_of(name: str) -> str:
    """The short name that a tournament has unless it is given another one."""
    return "".join(sign for sign in name if sign.isalnum()) or "tournament"


def event_attributes(event: Event, name: str) -> dict[str, str]:
    """The attributes of an event; its short name follows from the name if there is none.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    return {
        **attributes(schema.EVENT, event),
        "shortName": event.short_name or short_name_of(name),
        schema.BASIC_TIME.name: schema.BASIC_TIME.text(event.time.basic),
        schema.OVERTIME.name: schema.OVERTIME.text(event.time.overtime),
        **attributes(schema.OVERTIMES[event.time.overtime], event.time),
    }


def general_attributes(tournament: Tournament) -> dict[str, str]:
    """The attributes of ``<GeneralParameterSet>``.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    rules = tournament.rules
    return {
        **event_attributes(tournament.event, tournament.name),
        "name": tournament.name,
        schema.CATEGORIES.name: schema.CATEGORIES.text(rules.categories),
        **attributes(schema.GENERAL, rules),
        **attributes(schema.POINTS, rules.points),
    }


def pairing_attributes(rules: Rules) -> dict[str, str]:
    """The attributes of ``<PairingParameterSet>``.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold one of them.
    """
    pairing = rules.pairing
    systems = zip(schema.SEED_SYSTEMS, pairing.seed_systems, strict=True)
    criteria = zip(schema.SEED_CRITERIA, pairing.seed_criteria, strict=True)
    return {
        **attributes(schema.PAIRING, pairing),
        **{attribute.name: attribute.text(system) for attribute, system in systems},
        **{name: criterion_name(criterion) for name, criterion in criteria},
    }


def category(number: int, text: str) -> Element:
    """A category by its number and the text of its lower limit."""
    return Element("Category", {"lowerLimit": text, "number": str(number)})


def add_categories(general: Element, rules: Rules) -> None:
    """Add the list of categories, unless there is only one."""
    if rules.category_limits:
        texts = map(schema.CATEGORY_LIMIT.text, rules.category_limits)
        listed = [category(number, text) for number, text in enumerate(texts, start=1)]
        general.children.append(Element("Categories", children=listed))


def criterion_name(criterion: Criterion) -> str:
    """What OpenGotha calls a criterion.

    Raises
    ------
    RuleError
        If it has no such criterion.
    """
    if criterion not in OPENGOTHA_CRITERIA:
        raise RuleError(f"OpenGotha has no criterion {criterion.value}")
    return criterion.value


def criterion(number: int, name: str) -> Element:
    """A placement criterion."""
    return Element("PlacementCriterion", {"name": name, "number": str(number)})


def add_criteria(parent: Element, names: Sequence[str]) -> None:
    """Add criteria by their names, and empty ones up to the number that OpenGotha has."""
    names = [*names, *[Criterion.NONE.value] * (schema.MOST_CRITERIA - len(names))]
    listed = [criterion(number, name) for number, name in enumerate(names, start=1)]
    parent.children.append(Element("PlacementCriteria", children=listed))


def club_group(name: str, clubs: Iterable[str]) -> Element:
    """A group of clubs."""
    listed = [Element("Club", {"name": club}) for club in sorted(clubs)]
    return Element("ClubsGroup", {"name": name}, listed)
