"""The rules of a tournament in the elements of an OpenGotha file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from ...go.tournament import Criterion, Grade, HandicapRules, PairingRules, Points, Rules
from . import schema
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Variant
    from ..xml.markup import Element
    from .schema import Column
    from .values import Source

__all__ = ["read_rules"]

_Parameters = TypeVar("_Parameters", Rules, Points, HandicapRules, PairingRules)


def read_rules(source: Source, root: Element, variant: Variant) -> Rules:
    """Read the rules; missing ones have the values that OpenGotha assumes [OPENGOTHA 2]."""
    blank = Rules(pairing=PairingRules(variant=variant), doubtful=True)
    general = root.find("GeneralParameterSet")
    handicap = root.find("HandicapParameterSet")
    stated = _parameters(source, general, schema.GENERAL, blank)
    return replace(
        stated,
        doubtful=stated.floor > stated.bar,
        points=_parameters(source, general, schema.POINTS, blank.points),
        category_limits=_category_limits(source, general),
        placement=_placement(source, root.find("PlacementParameterSet"), blank.placement),
        handicap=_parameters(source, handicap, schema.HANDICAP, blank.handicap),
        pairing=_pairing(source, root.find("PairingParameterSet"), blank.pairing),
        club_groups=tuple(_club_groups(root)),
    )


def _parameters(
    source: Source, element: Element | None, columns: Iterable[Column], blank: _Parameters
) -> _Parameters:
    """The parameters in the attributes of an element."""
    if element is None:
        return blank
    fields: dict[str, Any] = {
        field: source.value(element, attribute, getattr(blank, field))
        for field, attribute in columns
    }
    return replace(blank, **fields)


def _pairing(source: Source, element: Element | None, blank: PairingRules) -> PairingRules:
    if element is None:
        return blank
    systems = zip(schema.SEED_SYSTEMS, blank.seed_systems, strict=True)
    criteria = zip(schema.SEED_CRITERIA, blank.seed_criteria, strict=True)
    first, second = (source.value(element, attribute, default) for attribute, default in systems)
    added, last = (_criterion(source, element, name, default) for name, default in criteria)
    return replace(
        _parameters(source, element, schema.PAIRING, blank),
        seed_systems=(first, second),
        seed_criteria=(added, last),
    )


def _category_limits(source: Source, general: Element | None) -> tuple[Grade, ...]:
    if general is None:
        return ()
    limits = {
        source.required(item, schema.CATEGORY): source.required(item, schema.CATEGORY_LIMIT)
        for item in general.iter("Category")
    }
    count = source.value(general, schema.CATEGORIES, len(limits) + 1)
    if len(limits) < count - 1:
        found = f"{schema.CATEGORIES.name}={str(count)!r}"
        message = f"{found}: expected {count - 1} lower limits, found {len(limits)}"
        raise source.error(general, message)
    return tuple(limits[number] for number in sorted(limits)[: count - 1])


def _placement(
    source: Source, element: Element | None, blank: tuple[Criterion, ...]
) -> tuple[Criterion, ...]:
    """The criteria of the standings, without the empty ones at the end."""
    if element is None:
        return blank
    places = {
        source.required(item, schema.PLACE): _criterion(source, item, "name", Criterion.NONE)
        for item in element.iter("PlacementCriterion")
    }
    criteria = [places[place] for place in sorted(places)]
    while criteria and criteria[-1] is Criterion.NONE:
        criteria.pop()
    return tuple(criteria)


def _criterion(source: Source, element: Element, attribute: str, default: Criterion) -> Criterion:
    """The criterion that an attribute names; an unknown one counts as missing [OPENGOTHA 2]."""
    name = element.get(attribute).strip()
    known = schema.CRITERIA.get(name.upper())
    if known is None and name.upper() not in ("", "NONE"):
        place = f"line {element.line}: {attribute}={shown(name)}"
        source.remark(f"{place} is no criterion that fastpair knows; {default.value} is used")
    return known or default


def _club_groups(root: Element) -> Iterator[frozenset[str]]:
    for group in root.iter("ClubsGroup"):
        clubs = (club.get("name").lower() for club in group.iter("Club"))
        yield frozenset(club for club in clubs if club)
