"""What a file of OpenGotha holds of a tournament: which fields, which of their values, and how many."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...errors import RuleError
from ...go.tournament import (
    Event,
    HandicapRules,
    PairingRules,
    Player,
    Points,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from ...go.tournament.ranges import default_of
from ...sentences import Remedy, Sentence
from ..losses import describe_value
from .schema import (
    EVENT,
    GENERAL,
    HANDICAP,
    MOST_CRITERIA,
    PAIRING,
    PLAYER,
    POINTS,
    ROUNDS_IN_FILE,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from dataclasses import Field

    from ...go.tournament import TimeLimit
    from .schema import Column

    _AnyRules = Rules | Points | HandicapRules | PairingRules
    _AnyPart = Tournament | Event | TimeLimit | _AnyRules | Player | TeamPlay | Team
    _Part = TypeVar("_Part", bound=_AnyPart)


class Limit(NamedTuple):
    """How many of something a file holds."""

    field: str
    """The field that holds them, or their number."""

    most: int
    noun: str
    more: int = 0
    """How many there are beside those of the field."""

    def count(self, value: object) -> int:
        """How many a value has."""
        found: Any = getattr(value, self.field)
        return found if isinstance(found, int) else len(found) + self.more

    def cut(self, value: object) -> Any:  # noqa: ANN401 - the field of a value
        """The field of a value with as many as a file holds."""
        found: Any = getattr(value, self.field)
        return min(found, self.most) if isinstance(found, int) else found[: self.most - self.more]


class Part(NamedTuple):
    """What a file holds of a part of a tournament."""

    title: str
    columns: Sequence[Column] = ()
    others: Collection[str] = ()
    """Fields that it holds otherwise than in an attribute each."""

    limits: Sequence[Limit] = ()


PARTS: Mapping[type, Part] = {
    Tournament: Part(
        "the tournament",
        others=("name", "event", "rules", "players", "games", "byes", "team_play"),
    ),
    Event: Part("the event", EVENT, ("time",)),
    Rules: Part(
        "the rules",
        GENERAL,
        ("category_limits", "placement", "points", "handicap", "pairing", "club_groups"),
        (
            Limit("rounds", ROUNDS_IN_FILE, "rounds"),
            Limit("category_limits", 9, "categories", more=1),
            Limit("placement", MOST_CRITERIA, "placement criteria"),
        ),
    ),
    Points: Part("the points", POINTS),
    HandicapRules: Part("the handicap rules", HANDICAP),
    PairingRules: Part("the pairing rules", PAIRING, ("seed_systems", "seed_criteria", "variant")),
    Player: Part("this player", PLAYER, ("key", "grade", "rating", "absences")),
    TeamPlay: Part(
        "the teams",
        others=("teams", "size", "placement"),
        limits=(Limit("placement", MOST_CRITERIA, "criteria of teams"),),
    ),
    Team: Part("the team", others=("key", "name", "lineups")),
}
"""The declaration from which follow what is refused and what a new file leaves out."""

_NOUNS = {"summed": "starts by the sum of scores", "fewest": "teams with missing boards"}
"""What fields are called whose names say too little."""


def _unsupported(value: _AnyPart) -> Iterator[Field[Any]]:
    """The fields of a value for which a file has no place."""
    part = PARTS[type(value)]
    supported = {*part.others, *(column.field for column in part.columns)}
    return (field for field in fields(value) if field.compare and field.name not in supported)


def _inner(value: _AnyPart) -> Iterator[tuple[str, Any]]:
    """The parts of a part, but for teams."""
    for name in PARTS[type(value)].others:
        part = getattr(value, name)
        if name != "team_play" and type(part) in PARTS:
            yield name, part


def fitted_part(value: _Part, usual: _Part | None = None) -> _Part:
    """A value with as much as a file holds, and fields as by default where it has no place for them.

    Those of which OpenGotha does not know the value are as in the usual one, and so for each part of it.
    """
    part = PARTS[type(value)]
    changes: dict[str, Any] = {field.name: default_of(field) for field in _unsupported(value)}
    changes |= {limit.field: limit.cut(value) for limit in part.limits}
    if usual is None:
        return replace(value, **changes)
    changes |= {name: fitted_part(inner, getattr(usual, name)) for name, inner in _inner(value)}
    return with_nearest_values(replace(value, **changes), part.columns, usual)


def with_nearest_values(value: _Part, columns: Iterable[Column], usual: _Part) -> _Part:
    """A value with the nearest that attributes hold, and usual fields where that is nothing."""
    for name, attribute in columns:
        nearest = attribute.kind.nearest(getattr(value, name))
        try:
            attribute.text(nearest)
        except RuleError:
            nearest = getattr(usual, name)
        value = replace(value, **{name: nearest})
    return value


def check_supported(value: _AnyPart, before: _AnyPart | None = None, what: str = "") -> None:
    """Refuse a value with a field for which a file has no place, or with more than it holds.

    Parameters
    ----------
    value
        A part of a tournament.
    before
        The same part as the file holds it; what is as there is not refused. Without it, what is
        as it is by default is not refused.
    what
        What to call it, if it has a name of its own.

    Raises
    ------
    RuleError
        If there is such a field.
    """
    part = PARTS[type(value)]
    for field in _unsupported(value):
        found = getattr(value, field.name)
        usual = default_of(field) if before is None else getattr(before, field.name)
        if found != usual:
            name = f"the {field.name.replace('_', ' ')} of {what or part.title}"
            noun = _NOUNS.get(field.name, name)
            message = f"OpenGotha's files have no place for {noun}: found {describe_value(found)}"
            raise RuleError(Sentence(message, Remedy("use fastpair's own format")))
    for limit in part.limits:
        count = limit.count(value)
        if count > limit.most and (before is None or count != limit.count(before)):
            raise RuleError(f"OpenGotha has at most {limit.most} {limit.noun}, found {count}")
    for name, inner in _inner(value):
        check_supported(inner, before and getattr(before, name))
