"""Changes of the event and the rules of a tournament carried into its file."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, zip_longest
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Criterion
from ..xml.markup import Element
from . import parts, schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...go.tournament import Rules, Tournament
    from ..xml.edits import Edits
    from .reader import Reading

__all__ = ["change_settings", "refuse_too_many", "without_empty_end"]

_LIMITS: tuple[tuple[str, int, Callable[[Rules], int]], ...] = (
    ("rounds", schema.ROUNDS_IN_FILE, lambda rules: rules.rounds),
    ("categories", schema.MOST_CATEGORIES, lambda rules: rules.categories),
    ("placement criteria", schema.MOST_CRITERIA, lambda rules: len(rules.placement)),
)


def change_settings(edits: Edits, reading: Reading, new: Tournament) -> None:
    """Change name, event and rules.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold them.
    """
    old = reading.tournament
    if (old.name, old.event, old.rules, old.games, old.byes) == (
        new.name,
        new.event,
        new.rules,
        new.games,
        new.byes,
    ):
        return
    _refuse_unheld(old, new)
    refuse_too_many(new.rules, old.rules)
    change = _Change(edits, reading.markup.root, old.rules, new.rules)
    change.general(
        _with_rounds(old, reading.stated_rounds, new), _with_rounds(new, new.rules.rounds, new)
    )
    change.categories()
    change.attributes(
        "HandicapParameterSet",
        parts.attributes(schema.HANDICAP, old.rules.handicap),
        parts.attributes(schema.HANDICAP, new.rules.handicap),
    )
    change.placement()
    change.attributes(
        "PairingParameterSet",
        parts.pairing_attributes(old.rules),
        parts.pairing_attributes(new.rules),
    )
    change.club_groups()
    change.add_missing()


def _refuse_unheld(old: Tournament, new: Tournament) -> None:
    for what, was, now in (
        ("the tournament", old, new),
        ("the event", old.event, new.event),
        ("the rules", old.rules, new.rules),
        ("the points", old.rules.points, new.rules.points),
        ("the handicap rules", old.rules.handicap, new.rules.handicap),
        (
            "the pairing rules",
            old.rules.pairing,
            new.rules.pairing,
        ),
    ):
        parts.refuse_unheld(now, what, was)


def _with_rounds(tournament: Tournament, stated: int, seated: Tournament) -> Tournament:
    """A tournament with as many rounds as are stated, or as have games or byes, see the reader."""
    games, byes = seated.games, seated.byes
    rounds = max((stated, *(game.round for game in games), *(bye.round for bye in byes)))
    # Only its rules matter here: games that are going may be in a round that it has no more.
    return replace(tournament, rules=replace(tournament.rules, rounds=rounds), doubtful=True)


def refuse_too_many(rules: Rules, before: Rules | None = None) -> None:
    """Refuse more rounds, categories or placement criteria than OpenGotha has.

    Parameters
    ----------
    rules
        The rules.
    before
        Those that the file holds; what is as there is not refused.

    Raises
    ------
    RuleError
        If there are more.
    """
    for what, most, count_of in _LIMITS:
        found = count_of(rules)
        if found > most and (before is None or found != count_of(before)):
            raise RuleError(f"OpenGotha has at most {most} {what}, found {found}")


def without_empty_end(placement: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    """Placement criteria without the empty ones at the end."""
    kept = list(placement)
    while kept and kept[-1] is Criterion.NONE:
        kept.pop()
    return tuple(kept)


class _Change:
    """Changes the elements of one file from some rules to others."""

    def __init__(self, edits: Edits, root: Element, old: Rules, new: Rules) -> None:
        self._edits = edits
        self._root = root
        self._old = old
        self._new = new
        self._missing: dict[str, Element] = {}

    def attributes(self, tag: str, before: dict[str, str], now: dict[str, str]) -> None:
        """Change the attributes of a parameter set that differ."""
        changed = {name: text for name, text in now.items() if text != before.get(name)}
        element = self._root.find(tag)
        if element is None and changed:
            self._missing[tag] = Element(tag, dict(sorted(changed.items())))
        elif element is not None:
            for name, text in changed.items():
                self._edits.set(element, name, text)

    def general(self, old: Tournament, new: Tournament) -> None:
        """Change the general parameters; a file without a short name is left without one."""
        tag = "GeneralParameterSet"
        element = self._root.find(tag)
        now = parts.general_attributes(new)
        if not new.event.short_name and (element is None or not element.get("shortName")):
            del now["shortName"]
        self.attributes(tag, parts.general_attributes(old), now)

    def categories(self) -> None:
        """Change the lower limits of the categories."""
        general = self._root.find("GeneralParameterSet")
        before, now = self._old.category_limits, self._new.category_limits
        if before == now:
            return
        if general is None:
            parts.add_categories(self._missing["GeneralParameterSet"], self._new)
            return
        kept = _by_number(general, "Category", schema.CATEGORY.name)[: len(before)]
        if len(before) != len(now):
            for element in general.iter("Category"):
                if element not in kept[: len(now)]:
                    self._edits.remove(element)
        added = []
        for number, limit in enumerate(now, start=1):
            text = schema.CATEGORY_LIMIT.text(limit)
            if number > len(kept):
                added.append(parts.category(number, text))
                continue
            element = kept[number - 1]
            if limit != before[number - 1]:
                self._edits.set(element, schema.CATEGORY_LIMIT.name, text)
            if len(before) != len(now) and int(element.get(schema.CATEGORY.name)) != number:
                self._edits.set(element, schema.CATEGORY.name, str(number))
        self._append(general, "Categories", added)

    def placement(self) -> None:
        """Change the placement criteria."""
        before, now = self._old.placement, without_empty_end(self._new.placement)
        if before == now:
            return
        element = self._root.find("PlacementParameterSet")
        if element is None:
            missing = Element("PlacementParameterSet")
            parts.add_criteria(missing, list(map(parts.criterion_name, now)))
            self._missing[missing.tag] = missing
            return
        listed = _by_number(element, "PlacementCriterion", schema.PLACE.name)
        empty = (Criterion.NONE,) * max(len(listed), schema.MOST_CRITERIA)
        for item, was, criterion in zip(listed, before + empty, now + empty, strict=False):
            if was is not criterion:
                self._edits.set(item, "name", parts.criterion_name(criterion))
        last = int(listed[-1].get(schema.PLACE.name)) if listed else 0
        more = enumerate(now[len(listed) :], start=last + 1)
        added = [
            parts.criterion(number, parts.criterion_name(criterion)) for number, criterion in more
        ]
        self._append(element, "PlacementCriteria", added)

    def club_groups(self) -> None:
        """Change the groups of clubs."""
        before, now = self._old.club_groups, self._new.club_groups
        if before == now:
            return
        groups = [*self._root.iter("ClubsGroup")]
        taken = {group.get("name") for group in groups}
        names = (name for name in map(str, count(1)) if name not in taken)
        added = []
        for group, was, clubs in zip_longest(groups, before, now):
            if group is None:
                added.append(parts.club_group(next(names), clubs))
            elif clubs is None:
                self._edits.remove(group)
            elif was != clubs:
                for club in group.iter("Club"):
                    if club.get("name").lower() not in clubs:
                        self._edits.remove(club)
                self._edits.append(group, parts.club_group("", clubs - was).children)
        self._append(self._root, "ClubsGroups", added)

    def _append(self, parent: Element, tag: str, added: list[Element]) -> None:
        """Add elements to the list of a name, which is made if there is none."""
        listed = parent.find(tag)
        if listed is not None:
            self._edits.append(listed, added)
        elif added:
            self._edits.append(parent, [Element(tag, children=added)])

    def add_missing(self) -> None:
        """Add the parameter sets that the file lacks."""
        parameters = self._root.find("TournamentParameterSet")
        if parameters is not None:
            self._edits.append(parameters, [*self._missing.values()])


def _by_number(parent: Element, tag: str, attribute: str) -> list[Element]:
    """The elements of a name by their numbers; of several with one number, the last counts."""
    found = {int(element.get(attribute)): element for element in parent.iter(tag)}
    return [found[number] for number in sorted(found)]
