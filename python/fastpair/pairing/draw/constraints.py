"""Hard rules: who may meet whom, and which rule removes a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import reduce
from math import floor
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from ...errors import InputError, RuleError, input_error
from ...go.tournament import Person, Same
from ...parameters import check_parameters, checked, quoted, read_list, renamed
from ...sentences import marked, phrase
from ..field import Conventions
from ..field.columns import ranges_apart
from ..field.state import state_of
from ..papers.shapes import GameClass, game_class
from ..rules import GeneralRules
from ..weights.evaluation import Classifier
from ..weights.model import family

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from ...arrays import Bools, Indices, Integers
    from ...go.tournament import Player, Rules, Tournament
    from ..field import Field, State
    from ..weights import WeightModel


# ---- Hard rules: what removes pairs from the draw, whatever their weight [K12 9.2] ----

if TYPE_CHECKING:
    Rows = slice | Integers
    Part = Callable[[Rows, slice], Bools]
    """The pairs that a rule removes of some players with consecutive ones, by seat."""


_LIMIT = 1.0
"""Difference of scores to which the models' own limit holds the games that can be: one win, the distance
of neighbouring groups [K12 2.2, 9.2]."""

_FAR = 2.0**40
"""More than any doubled difference of scores."""


class HardRule(Enum):
    """The hard rules, in the order in which they give way: the cheapest first.

    The order is that of [INTERPRETATION K12-6.2/9.2]. Rules that the papers do not mention stand
    between its ranges and its rematches.
    """

    HANDICAP_AT_TOP = marked("no handicap at the top")
    SCORE_LIMIT = marked("limit of scores")
    SCORE_RANGE = marked("range of scores")
    GRADE_RANGE = marked("range of grades")
    FAMILIES = marked("families")
    MUST_PLAY_GROUP = marked("must-play group")
    REMATCH = marked("rematch")
    FORBID = marked("must not play")
    FORCE = marked("must play")

    NEVER = FORBID
    """The name that it had before."""

    @property
    def gives_way(self) -> bool:
        """Whether the rule may be relaxed at all: all but what the director says of two players."""
        return self not in (HardRule.FORBID, HardRule.FORCE)


@dataclass(frozen=True, slots=True, eq=False)
class RuleMeasure:
    """What a rule measures of two players, and how far apart they may be in it."""

    places: Integers
    """The least and the most of the score, doubled, or of the grade of each seat, (n, 2)."""

    most: int

    @property
    def is_open(self) -> bool:
        """Whether a score is open between the two."""
        return bool((self.places[:, 0] != self.places[:, 1]).any())

    def apart(self, pairs: Indices) -> Integers:
        """How far apart the players of some pairs are, (m,); ``pairs`` are seats, (m, 2)."""
        first, second = self.places[pairs[:, 0]], self.places[pairs[:, 1]]
        found: Integers = ranges_apart(*first.T, *second.T)
        return found

    def distance(self) -> Integers:
        """How far apart any two players are, (n, n)."""
        return _distances(self.places)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule that removes pairs by attributes of the players."""

    name: HardRule

    part: Part
    """The pairs that it removes."""

    measure: RuleMeasure | None = None
    """By what a pair may be more or less against it, if by anything."""

    def removal(self, exempt: Bools | None = None, *, own: bool = False) -> Removal:
        """What it removes of all pairs but those that are exempt."""
        pairs = _but(exempt, self.part(slice(None), slice(None)))
        return Removal(self.name, pairs, self.measure, own=own)


@dataclass(frozen=True, slots=True, eq=False)
class RangeRule(Rule):
    """A rule against pairs who are too far apart."""

    measure: RuleMeasure


@dataclass(frozen=True, slots=True, eq=False)
class Removal:
    """The pairs of a field that a rule removes."""

    rule: HardRule

    pairs: Bools
    """(n, n), symmetric; the diagonal means nothing."""

    measure: RuleMeasure | None = None
    """By what a pair may be more or less against the rule, if by anything."""

    own: bool = False
    """Whether the rule is one of the model's own, which give way in the draw itself."""

    def costs(self) -> Integers:
        """What it costs to let each pair through, (n, n); 0 for those that are not removed.

        It is the square of the excess, so that several small exceptions are better than a wide one;
        or 1 if nothing is measure.
        """
        removed = self.pairs.astype(np.int64)
        if self.measure is None:
            return removed
        excess = self.measure.distance() - self.measure.most
        costs: Integers = excess.clip(min=1) ** 2 * removed
        return costs


def _but(exempt: Bools | None, pairs: Bools) -> Bools:
    """The pairs but those that are exempt."""
    return pairs if exempt is None else pairs & ~exempt


def remaining(size: int, removals: Iterable[Removal]) -> Bools:
    """The pairs of so many players that no rule removes, (n, n), false on the diagonal."""
    removed = np.eye(size, dtype=np.bool_)
    for removal in removals:
        removed |= removal.pairs
    return np.logical_not(removed, out=removed)


def elsewhere(field: Field, seats: Sequence[tuple[int, int]]) -> Bools:
    """The pairs of these players with anybody but the opponent whom they are given, (n, n)."""
    mask = np.zeros((len(field), len(field)), bool)
    for i, j in seats:
        mask[[i, j], :] = mask[:, [i, j]] = True
    for i, j in seats:
        mask[i, j] = mask[j, i] = False
    return mask


def grade_range(field: Field, most: int) -> RangeRule:
    """Pairs whose grades are more than ``most`` apart [K12 9.2]."""
    grade = field.grade.astype(np.int64)
    return _range(HardRule.GRADE_RANGE, RuleMeasure(np.stack([grade, grade], axis=1), most))


def score_range(state: State, most: float) -> RangeRule:
    """Pairs whose scores, as the model counts them, are more than ``most`` points apart [K12 9.2]."""
    return _range(HardRule.SCORE_RANGE, _scores(state, most))


def score_limit(state: State) -> RangeRule:
    """Pairs whose scores are further apart than the models' own limit."""
    return _range(HardRule.SCORE_LIMIT, _scores(state, _LIMIT))


def cap(measure: RuleMeasure, most: int) -> RangeRule:
    """Pairs that are further apart than the widest game that there may be."""
    return _range(HardRule.SCORE_LIMIT, RuleMeasure(measure.places, most))


def _scores(state: State, most: float) -> RuleMeasure:
    ends = (2 * np.stack([state.least_mms, state.most_mms], axis=1)).astype(np.int64)
    return RuleMeasure(ends, floor(min(2 * most, _FAR)))


def _range(name: HardRule, measure: RuleMeasure) -> RangeRule:
    places, number = np.unique(measure.places, axis=0, return_inverse=True)
    removed = _distances(places) > measure.most
    return RangeRule(name, _by_class(removed, number.ravel()), measure)


def _distances(places: Integers) -> Integers:
    least, most = places.T
    found: Integers = ranges_apart(least[:, None], most[:, None], least, most)
    return found


def _by_class(removed: Bools, number: NDArray[np.integer]) -> Part:
    """Pairs by the classes of their players, between any two of which all are removed or none."""
    # Most players are in the same state as others, so there are few different rows.
    return lambda rows, columns: removed.take(number[columns], axis=1)[number[rows]]


def handicap_at_top(state: State) -> RangeRule:
    """Pairs whose scores call for a handicap, though one of the two is at the top.

    That is D > |H| with either player at the bar or in a supergroup [K15 2.1; INTERPRETATION
    K15-2.1 (g)].
    """
    classes = Classifier(state).classes(("mms", "at_top"))
    removed, number = classes.table(handicaps_at_top), classes.number
    measure = _scores(state, abs(state.offset or 0))
    return RangeRule(HardRule.HANDICAP_AT_TOP, _by_class(removed, number), measure)


def handicaps_at_top(a: State, b: State) -> Bools:
    """Whether ``handicap_at_top`` removes the pairs of two views of a state."""
    handicap = game_class(a.mms, b.mms, a.offset) == GameClass.HANDICAP
    removed: Bools = handicap & (a.at_top | b.at_top)
    return removed


def families(field: Field) -> Rule:
    """Pairs of one family name and one club [K12 3.2]."""
    house = family(field)
    return Rule(HardRule.FAMILIES, lambda rows, columns: house[rows, None] == house[columns])


def shared(field: Field, same: Same) -> Rule:
    """Pairs with the same value of an attribute."""
    return Rule(HardRule.FORBID, lambda rows, columns: field.shares(same, rows, columns))


def listed(pairs: Integers, size: int) -> Part:
    """Some pairs of seats, (p, 2), of so many players."""
    ends = np.concatenate([pairs, pairs[:, ::-1]])
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    begin = np.searchsorted(ends[:, 0], np.arange(size + 1))

    def part(rows: Rows, columns: slice) -> Bools:
        seats = np.arange(size)[rows]
        first, counts = begin[seats], begin[seats + 1] - begin[seats]
        row = np.repeat(np.arange(len(seats)), counts)
        other = ends[np.repeat(first - counts.cumsum() + counts, counts) + np.arange(len(row)), 1]
        start, stop, _ = columns.indices(size)
        inside = (other >= start) & (other < stop)
        found = np.zeros((len(seats), stop - start), bool)
        found[row[inside], other[inside] - start] = True
        return found

    return part


# ---- What the director insists on or rules out, whatever the weights say ----


@renamed(never="forbid", avoid="prefer_not")
@dataclass(frozen=True, slots=True, kw_only=True)
class Constraints(GeneralRules):
    """Hard rules and preferences of a draw.

    A pair is a frozenset of two keys.

    Pairs and groups may be given as any collections of players or of their keys, such as
    ``[("a", "b")]``. Among the pairs of ``forbid`` and ``prefer_not`` there may be attributes of the players,
    such as ``"school"``, or a ``Same``: then it is about all pairs with the same value. If the rules
    say nothing about handicaps at the top or a limit of scores, the model decides. Its rules give way,
    see ``solving.own_rules``; so does a limit that the director asks for.

    Raises
    ------
    RuleError
        If a pair is not two players, two pairs that are forced share a player, a pair is forced and
        forbidden, a range is negative, or a value has another type.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> pair = frozenset({"KERMTROVBELRAN", "DOVANIHALKA"})
    >>> draw = draw_round(tournament, 2, constraints=Constraints(forbid=[pair]))
    >>> pair in [frozenset({board.white, board.black}) for board in draw.boards]
    False
    """

    force: frozenset[frozenset[str]] = frozenset()
    """Pairs that are drawn, whatever the other rules say."""

    forbid: frozenset[frozenset[str]] = frozenset()
    """Pairs that are not drawn."""

    must_play_groups: tuple[frozenset[str], ...] = ()
    """Groups of keys, in the order in which they are paired. As many members as the other rules
    allow play within their group; only the rest play others [K12 3.2; INTERPRETATION
    K12-6.2/9.2]."""

    met: frozenset[frozenset[str]] = frozenset()
    """Pairs that count as met beside those of earlier rounds: they have games in later rounds."""

    families_apart: bool = False
    """Whether members of one family of one club must not meet."""

    allow: frozenset[frozenset[str]] = frozenset()
    """Pairs that no rule removes but ``force`` and the pairs of ``forbid``."""

    prefer: frozenset[frozenset[str]] = frozenset()
    """Pairs who would like to meet: they weigh more, in a draw by weights."""

    prefer_not: frozenset[frozenset[str]] = frozenset()
    """Pairs who would like not to meet: they weigh less."""

    never_same: tuple[Same, ...] = ()
    """Attributes: players with the same value are not drawn."""

    avoid_same: tuple[Same, ...] = ()
    """Attributes: players with the same value weigh less together."""

    preference_weight: float | None = None
    """How much more or less, in weights of the model; by default what the model says."""

    if TYPE_CHECKING:  # what is given may be any collections, see __post_init__

        def __init__(
            self,
            *,
            force: Collection[Collection[str | Player]] = ...,
            forbid: Collection[str | Same | Collection[str | Player]] = ...,
            must_play_groups: Collection[Collection[str | Player]] = ...,
            met: Collection[frozenset[str]] = ...,
            families_apart: bool = ...,
            allow: Collection[Collection[str | Player]] = ...,
            prefer: Collection[Collection[str | Player]] = ...,
            prefer_not: Collection[str | Same | Collection[str | Player]] = ...,
            never_same: Collection[Same] = ...,
            avoid_same: Collection[Same] = ...,
            preference_weight: float | None = ...,
            rematches: bool = ...,
            max_grade_difference: int | None = ...,
            max_score_difference: float | None = ...,
            no_handicap_at_top: bool | None = ...,
            limit_scores: bool | None = ...,
            this_round_alone: bool = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name, attributes in (("forbid", "never_same"), ("prefer_not", "avoid_same")):
            pairs, same = _attributes_in(name, getattr(self, name))
            object.__setattr__(self, name, pairs)
            stated = read_list(getattr(self, attributes), attributes)
            object.__setattr__(self, attributes, (*stated, *same))
        for name in ("force", "forbid", "allow", "prefer", "prefer_not"):
            object.__setattr__(self, name, read_pairs(name, getattr(self, name)))
        groups = _groups_in("must_play_groups", self.must_play_groups)
        object.__setattr__(self, "must_play_groups", groups)
        if not isinstance(self.families_apart, bool):
            got = quoted(self.families_apart)
            message = phrase("expected true or false, got {got}", got=got)
            raise input_error(self.families_apart, bool, message, about="families_apart")
        for pair in self.force & self.forbid:
            raise RuleError(phrase("{names} must play and must not play", names=_names(pair)))
        for key, count in Counter(key for pair in self.force for key in pair).items():
            if count > 1:
                raise RuleError(
                    phrase("{key!r} must play {count} games in one round", key=key, count=count)
                )
        check_parameters(self)

    @classmethod
    def of(cls, value: object) -> Constraints:
        """The constraints that are given as themselves, as a dictionary of them, or not at all.

        A dictionary may also have ``families``, ``"free"`` or ``"forbid"``, as documents have it.

        Raises
        ------
        RuleError
            If it is something else, or one of them is none.
        """
        if value is None or isinstance(value, Constraints):
            return value or cls()
        if not isinstance(value, Mapping):
            message = f"expected Constraints or a dictionary, got {quoted(value)}"
            raise input_error(value, (), message, about="constraints")
        given = dict(value)
        if "families" in given:
            families = given.pop("families")
            if families not in ("free", "forbid"):
                message = f"expected 'free' or 'forbid', got {quoted(families)}"
                raise input_error(families, str, message, about="families")
            given.setdefault("families_apart", families == "forbid")
        names = [entry.name for entry in fields(cls)]
        for name in given:
            if name not in names:
                known = ", ".join(("families", *names))
                message = f"no constraint {quoted(name)}; choose from {known}"
                raise InputError(message, about="constraints")
        return cls(**given)

    @property
    def has_preferences(self) -> bool:
        """Whether some pairs rather meet, or rather do not."""
        return bool(self.prefer or self.prefer_not or self.avoid_same)

    @checked
    def under(self, rules: Rules) -> Constraints:
        """These constraints with what the rules of a tournament say of attributes."""
        if not (rules.never_same or rules.avoid_same):
            return self
        return replace(
            self,
            never_same=tuple(dict.fromkeys((*self.never_same, *rules.never_same))),
            avoid_same=tuple(dict.fromkeys((*self.avoid_same, *rules.avoid_same))),
        )

    def weigher(self, model: WeightModel) -> WeightModel:
        """The model, with one more component if pairs rather meet, or rather do not."""
        from ..weights.model import Preferring

        if not self.has_preferences or model.weighs_preferences:
            return model
        return Preferring(
            model=model,
            wanted=self.prefer,
            unwanted=self.prefer_not,
            unwanted_same=self.avoid_same,
            worth=self.preference_weight,
        )

    @checked
    def check_players(self, tournament: Tournament) -> None:
        """Refuse rules about players who are not there.

        Raises
        ------
        RuleError
            If there is one; it names the player.
        """
        for name in ("force", "forbid", "must_play_groups", "allow", "prefer", "prefer_not"):
            keys: frozenset[str] = frozenset().union(*getattr(self, name))
            tournament.check_players(keys, about=name)
        for name, rules in (
            ("never_same", tournament.rules.never_same),
            ("avoid_same", tournament.rules.avoid_same),
            ("forbid", self.never_same),
            ("prefer_not", self.avoid_same),
        ):
            for place, rule in enumerate(rules):
                _check_attribute(tournament, rule.attribute, name, place)

    def removals(
        self, field: Field, grouped: Sequence[tuple[int, int]] = (), *, state: State | None = None
    ) -> tuple[Removal, ...]:
        """What the rules remove from a field, in the order of ``HardRule``.

        Of the pairs of a player who is forced to meet another, only this one is left, and no other
        rule removes it. So every matching of maximum cardinality holds it.

        Parameters
        ----------
        field
            The players.
        grouped
            Seats of the pairs that were made within the must-play groups.
        state
            The players as the model counts them, ``WeightModel.state``; by default as the papers do.

        Raises
        ------
        RuleError
            If a player is forced to meet another, and one of them is not in the field.
        """
        force = self._forced_seats(field.seat_by_key) if self.force else []
        rules = self._relaxable(field, state or state_of(field.roster, Conventions()))
        exempt = self.exempt(field)
        found = [rule.removal(exempt) for rule in rules]
        if grouped:
            others = _but(exempt, elsewhere(field, grouped))
            found.append(Removal(HardRule.MUST_PLAY_GROUP, others))
        if not self.rematches:
            games_between = field.met | field.pair_mask(self.met) if self.met else field.met
            found.append(Removal(HardRule.REMATCH, _but(exempt, games_between)))
        if self.forbid or self.never_same:
            never = field.pair_mask(self.forbid)
            for same in self.never_same:
                never |= _but(exempt, field.shares(same))
            found.append(Removal(HardRule.FORBID, never))
        if force:
            found.append(Removal(HardRule.FORCE, elsewhere(field, force)))
        return tuple(found)

    def by_parts(self, field: Field, state: State, own: Sequence[Rule] = ()) -> Part | None:
        """What the rules remove of any part of a field too large for a matrix.

        Parameters
        ----------
        field, state
            As of ``removals``.
        own
            Rules of the model that hold as well.

        Returns
        -------
        The function of a part; None if rules name pairs that must or may play, or let players meet
        again.
        """
        if self.rematches or self.force or self.allow or self.must_play_groups:
            return None
        games_between = np.stack(field.roster.pairs_met, axis=-1)
        pairs = np.concatenate([games_between, field.seats(self.met | self.forbid)])
        rules = (*self._relaxable(field, state), *own)
        rules += tuple(shared(field, same) for same in self.never_same)
        parts = [listed(pairs, len(field)), *(rule.part for rule in rules)]
        return lambda rows, columns: reduce(or_, (part(rows, columns) for part in parts))

    def unwanted(self, field: Field) -> Integers:
        """How often the director would rather not see each pair, less 1 if it is preferred, (n, n)."""
        cost = field.pair_mask(self.prefer_not).astype(np.int64) - field.pair_mask(self.prefer)
        for same in self.avoid_same:
            cost += field.shares(same)
        return cost

    def exempt(self, field: Field) -> Bools | None:
        """The pairs that the director allows or forces, (n, n); None if there are none."""
        pairs = self.allow | self.force
        return field.pair_mask(pairs) if pairs else None

    def _relaxable(self, field: Field, state: State) -> Iterator[Rule]:
        """Rules of the tournament that remove pairs because of who the players are."""
        if self.no_handicap_at_top:
            yield handicap_at_top(state)
        if self.max_score_difference is not None:
            yield score_range(state, self.max_score_difference)
        if self.max_grade_difference is not None:
            yield grade_range(field, self.max_grade_difference)
        if self.families_apart:
            yield families(field)

    def _forced_seats(self, seat: Mapping[str, int]) -> list[tuple[int, int]]:
        for pair in sorted(map(sorted, self.force)):
            for player in pair:
                if player not in seat:
                    raise RuleError(
                        phrase(
                            "{names} must play, but {player!r} is not to be paired",
                            names=_names(pair),
                            player=player,
                        )
                    )
        return [(seat[a], seat[b]) for a, b in sorted(map(sorted, self.force))]


def read_pairs(name: str, value: object) -> frozenset[frozenset[str]]:
    """Pairs of players, from any collection of collections of two players or keys."""
    if isinstance(value, frozenset) and not value:  # mostly
        return value
    found = []
    for group in read_list(value, name):
        keys = [group] if isinstance(group, str) else _keys(name, group)
        if not all(isinstance(key, str) for key in keys) or len(keys) != 2 or keys[0] == keys[1]:
            message = phrase(
                "expected a pair of two players, got {pair}", pair=sorted(keys, key=str)
            )
            wrong = next((key for key in keys if not isinstance(key, str)), "")
            raise input_error(wrong, str, message, about=name)
        found.append(frozenset(keys))
    return frozenset(found)


def _attributes_in(name: str, value: object) -> tuple[object, tuple[Same, ...]]:
    """The pairs among what is stated, and the attributes."""
    members = read_list(value, name)
    same = [Same(each) if isinstance(each, str) else each for each in members]
    rules = tuple(each for each in same if isinstance(each, Same))
    return [each for each in members if not isinstance(each, str | Same)], rules


def _groups_in(name: str, value: object) -> tuple[frozenset[str], ...]:
    """Groups of players, from any collection of collections of players or keys."""
    groups = [_keys(name, group) for group in read_list(value, name)]
    for keys in groups:
        if not all(isinstance(key, str) for key in keys):
            message = phrase("expected the keys of players, got {keys}", keys=keys)
            raise input_error(keys, (), message, about=name)
    return tuple(map(frozenset, groups))


def read_keys(name: str, value: object) -> frozenset[str]:
    """Players by key, from any collection of players or keys."""
    keys = _keys(name, value)
    for key in keys:
        if not isinstance(key, str):
            message = f"expected the key of a player, got {quoted(key)}"
            raise input_error(key, (), message, about=name)
    return frozenset(keys)


def _keys(name: str, group: object) -> list[Any]:
    """What a group holds, with the keys of those who are given as players."""
    return [each.key if isinstance(each, Person) else each for each in read_list(group, name)]


def _check_attribute(tournament: Tournament, attribute: str, about: str, place: int) -> None:
    """Refuse a rule about an attribute that no player has, such as the key of a player."""
    if any(player.attribute(attribute) for player in tournament.players):
        return
    if attribute in tournament.by_key:
        message = phrase(
            "{name!r} is a player, and alone it is taken for an attribute: state pairs of players",
            name=attribute,
        )
    else:
        message = phrase("no player has the attribute {name!r}", name=attribute)
    raise RuleError(message, about=about, place=(place, "attribute"))


def _names(pair: Collection[str]) -> str:
    return " and ".join(map(repr, sorted(pair)))


def stated_rules(constraints: Constraints) -> dict[str, Any]:
    """The hard rules that were stated, by their names in a model's file; players by key."""
    value_or_none: dict[str, Any] = {
        name: sorted(map(sorted, pairs))
        for name, pairs in (
            ("force", constraints.force),
            ("forbid", constraints.forbid),
            ("allow", constraints.allow),
        )
    }
    value_or_none["must_play_groups"] = [sorted(group) for group in constraints.must_play_groups]
    value_or_none["families"] = "forbid" if constraints.families_apart else None
    for entry in fields(GeneralRules):
        value = getattr(constraints, entry.name)
        value_or_none[entry.name] = None if value == entry.default else value
    return {name: value for name, value in value_or_none.items() if value not in (None, [])}
