"""Columns of a field: numbers, names, luck and conventions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, TypeVar

import numpy as np

from ...go.tournament.player import utf16
from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from numpy.typing import NDArray

    from ...arrays import Array, Indices, Integers, Reals


# ---- Players as columns: arrays of one value per player, which are indexed together ----

if TYPE_CHECKING:
    _Axis = int | slice | Array | None
    Index = _Axis | tuple[_Axis, ...]


T = TypeVar("T")


class ColumnReader(Protocol):
    """Is told which columns and facts of a view are read, see ``Columns.read_by``."""

    def column(self, name: str, values: Any) -> Any:  # noqa: ANN401 - each column has its type
        """Return what stands for the column of this name."""

    def fact(self, name: str, value: object) -> None:
        """Take note of a fact that has been read."""


class _Counted(cached_property[T]):
    """A cached property. A view takes its value from the players that it is a view of."""

    if not TYPE_CHECKING:  # A type checker takes it for a cached property.

        def __get__(self, players: Any, owner: type | None = None) -> Any:  # noqa: ANN401
            if players is None:
                return self
            cache, name = players.__dict__, self.attrname
            source = cache.get("_source")
            if source is None:
                value = self._all(self.func(players))
            else:
                value = self._some(getattr(source, name), cache)
            cache[name] = value
            return value

    def _all(self, value: Any) -> Any:  # noqa: ANN401
        """A view has the value of all players."""
        return value

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """A view has its part of the value of all players."""
        raise NotImplementedError


class fact(_Counted[T]):  # noqa: N801 - as ``property``
    """A fact that holds for all players: computed when it is first read, and never indexed."""

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        if "_reader" in view:
            view["_reader"].fact(f"{view['_path']}{self.attrname}", value)
        return value


class column(_Counted[T]):  # noqa: N801 - as ``property``
    """An array of one value per player: computed when it is first read, and never written to."""

    def _all(self, value: Any) -> Any:  # noqa: ANN401
        value.flags.writeable = False
        return value

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        value = value[view["_index"]]
        if "_reader" in view:
            return view["_reader"].column(f"{view['_path']}{self.attrname}", value)
        return value


def seated(values: str, row: str = "roster.row") -> column[Integers]:
    """A column with the values of those who have a seat, from values of all rows of a tournament.

    Parameters
    ----------
    values, row
        Where the values are, and the row of each seat: dotted names of attributes.
    """
    of, rows = attrgetter(values), attrgetter(row)
    return column(lambda players: of(players)[rows(players)])


def same_as(values: str) -> column[Integers]:
    """A column that is one of a section, by its dotted name."""
    return column(attrgetter(values))


class section(_Counted[T]):  # noqa: N801 - as ``property``
    """Columns that belong together, as one value that is indexed together with the players."""

    def _some(self, value: Any, view: Mapping[str, Any]) -> Any:  # noqa: ANN401
        value = value[view["_index"]]
        if "_reader" in view:
            path = f"{view['_path']}{self.attrname}."
            value.__dict__.update(_reader=view["_reader"], _path=path)
        return value


def ranges_apart(least: Array, most: Array, other_least: Array, other_most: Array) -> Array:
    """How far apart two ranges are; 0 if they have something in common."""
    found: Array = np.maximum(np.maximum(least - other_most, other_least - most), 0)
    return found


class Columns:
    """Players of whom every ``column`` holds one value each, in arrays of shape (n,).

    Indexing gives a view: every column and every section is indexed as numpy indexes, when it is
    first read. One formula of two views therefore serves every shape. ``players[:, None]`` and
    ``players[None, :]`` are the two sides of a matrix; ``players[i]`` and ``players[j]`` are those
    of a list of pairs or of one pair.
    """

    ahead: ClassVar[bool] = False
    """Whether none of these players is below his opponent, wherever the pair matters."""

    if TYPE_CHECKING:

        @property
        def seat(self) -> Array:
            """Place among all players, int64."""

        @property
        def level(self) -> Array:
            """Height of the group."""

    def __getitem__(self, index: Index) -> Self:
        """Some of the players, in the shape that the index gives their columns."""
        view = object.__new__(type(self))
        view.__dict__.update(_source=self, _index=index)
        return view

    def having(self, values: Mapping[str, Any]) -> Self:
        """The same players with other values in some columns, which are named with their section."""
        view = self[:]
        for name, value in values.items():
            part, _, last = name.rpartition(".")
            (getattr(view, part) if part else view).__dict__[last] = value
        return view

    def read_by(self, reader: ColumnReader) -> Self:
        """The same players, with a reader that is told which columns and facts are read."""
        view = self[:]
        view.__dict__.update(_reader=reader, _path="")
        return view


def columns_of(players: type[Columns]) -> tuple[str, ...]:
    """Names of the columns, without those of the sections."""
    return _names_of_kind(players, column)


def facts_of(players: type[Columns]) -> tuple[str, ...]:
    """Names of the facts that hold for all players."""
    return _names_of_kind(players, fact)


def _names_of_kind(players: type[Columns], kind: type[Any]) -> tuple[str, ...]:
    own = {name: value for each in reversed(players.__mro__) for name, value in vars(each).items()}
    return tuple(name for name, value in own.items() if isinstance(value, kind))


# ---- Names as numbers: codes that can be compared in arrays, and the hash behind OpenGotha's luck ----


def codes(texts: Sequence[Hashable], form: Callable[[Any], Hashable] | None = None) -> Integers:
    """Number equal texts equally, from 0 in the order of appearance.

    Parameters
    ----------
    form
        Maps a text to what has to be equal instead; called once for each different text.
    """
    forms = {text: form(text) if form else text for text in dict.fromkeys(texts)}
    numbers = {text: number for number, text in enumerate(dict.fromkeys(forms.values()))}
    number = {text: numbers[form] for text, form in forms.items()}
    return np.fromiter(map(number.__getitem__, texts), np.int64, count=len(texts))


def name_codes(texts: Sequence[str], form: Callable[[str], str] | None = None) -> Integers:
    """Number equal texts equally, from 1 in the order of appearance; 0 is the empty text."""
    return codes(["", *texts], form)[1:]


@dataclass(frozen=True, kw_only=True, eq=False)
class NameHashes:
    """Position-weighted sums over UTF-16 code units; sums of joined names follow from them.

    For a text of units c_0 … c_m, ``weighted`` is the sum of c_i (i + 1), and ``total`` the sum
    of c_i; then weighted(s + t) = weighted(s) + weighted(t) + length(s) total(t).
    All arrays are int64 of shape (n,) [OPENGOTHA 11.2].
    """

    order: Integers
    """Rank of the text in UTF-16 order; equal texts are equal."""

    length: Integers
    total: Integers
    weighted: Integers

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Hash the texts."""
        joined = "".join(texts)
        units = np.frombuffer(utf16(joined), dtype=">u2").astype(np.int64)
        # Texts whose characters are all one unit are ordered as their units are.
        single = len(units) == len(joined)
        keys: Sequence[Any] = texts if single else list(map(utf16, texts))
        rank = {key: i for i, key in enumerate(sorted(set(keys)))}
        length = np.fromiter(map(len, keys), np.int64, count=len(keys))
        length //= 1 if single else 2
        end = length.cumsum()
        position = np.arange(1, len(units) + 1) - np.repeat(end - length, length)
        return cls(
            order=np.fromiter(map(rank.__getitem__, keys), np.int64, count=len(keys)),
            length=length,
            total=_sums(units, end),
            weighted=_sums(units * position, end),
        )


@dataclass(frozen=True, eq=False, repr=False)
class Names(Columns):
    """Hashes of the joined names of some players, by seat."""

    hashes: NameHashes
    row: Indices

    order = seated("hashes.order", "row")
    """Rank of the joined name."""

    length = seated("hashes.length", "row")
    """Number of code units of the joined name."""

    total = seated("hashes.total", "row")
    """Sum of the code units."""

    weighted = seated("hashes.weighted", "row")
    """Sum of the code units, each times its position from 1."""


def _sums(values: Integers, end: Integers) -> Integers:
    """Sums of consecutive runs that stop before these positions."""
    running = np.concatenate([[0], values.cumsum()])
    return np.diff(running[end], prepend=0)


# ---- Luck: numbers that look random but follow from the pair [OPENGOTHA 11.2] ----

_MOST_ROUNDS = 256


class _Seated(Protocol):
    """A field or a state."""

    @property
    def seat(self) -> Integers: ...


class _Named(_Seated, Protocol):
    @property
    def names(self) -> Names: ...


def by_names(a: _Named, b: _Named, most: int) -> Integers:
    """Number from 0 to ``most`` that follows from the joined names of two players.

    The names are hashed in alphabetical order. If the player who comes first in the field has the
    later name, the number is counted down from ``most``.
    """
    one, other = a.names, b.names
    alphabetical = one.order < other.order
    overlap = np.where(alphabetical, one.length * other.total, other.length * one.total)
    hashed = (one.weighted + other.weighted + overlap) * 1_234_567
    # In numpy, dividing by a scalar is faster than finding the remainder.
    number = hashed - hashed // (most + 1) * (most + 1)
    against = (one.order - other.order) * (a.seat - b.seat) < 0
    luck: Integers = np.where(against, most - number, number)
    return luck


def by_lot(a: _Seated, b: _Seated, most: int, salt: int) -> Integers:
    """Number from 0 to ``most``, uniform and independent for every pair; it depends on the salt."""
    fraction = of_pairs(a.seat, b.seat, salt)
    luck: Integers = np.trunc(fraction * (most + 1)).astype(np.int64)
    return luck


def of_pairs(a: Integers, b: Integers, salt: int) -> Reals:
    """Number in [0, 1), uniform and independent for every pair, whoever is named first.

    Salt and players are scrambled as SplitMix64 scrambles its counter [Steele, Lea, Flood 2014].
    """
    state = _scrambled(np.array(salt % 2**64, np.uint64))
    for player in (np.minimum(a, b), np.maximum(a, b)):
        state = _scrambled(state ^ player.astype(np.uint64))
    return (state >> np.uint64(11)).astype(np.float64) * 2.0**-53


def of_round(seed: int, round_number: int) -> int:
    """Salt of a round: every round draws other lots."""
    return seed * _MOST_ROUNDS + round_number


def lots(players: int, salt: int) -> Integers:
    """Array 0, 1, … that the seats draw. All permutations are equally likely over the salts."""
    order: Integers = np.empty(players, np.int64)
    order[np.argsort(numbers(players, salt))] = np.arange(players)
    return order


def numbers(count: int, salt: int) -> NDArray[np.uint64]:
    """So many numbers of 64 bits, (count,), uniform and independent; they depend on the salt."""
    state = _scrambled(np.array(salt % 2**64, np.uint64))
    return _scrambled(state ^ np.arange(count, dtype=np.uint64))


def _scrambled(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    with np.errstate(over="ignore"):
        state = state + np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    scrambled: NDArray[np.uint64] = state ^ (state >> np.uint64(31))
    return scrambled


# ---- The two players of a game across groups ----


class _Levelled(Protocol):
    """A field or a state."""

    @property
    def ahead(self) -> bool: ...
    @property
    def level(self) -> Array: ...


_Players = TypeVar("_Players", bound=_Levelled)


def lower_upper(a: _Levelled, b: _Levelled, column: str) -> tuple[Array, Array]:
    """Values of a column for the player of the lower group, and for that of the upper one.

    A column of a section is named with it, as in ``"uneven.balance"``.
    """
    first, second = map(attrgetter(column), (a, b))
    if a.ahead:
        return second, first
    lower = a.level < b.level
    return np.where(lower, first, second), np.where(lower, second, first)


def sum_of_sides(
    a: _Players,
    b: _Players,
    lower: Callable[[_Players], Array],
    upper: Callable[[_Players], Array],
) -> Array:
    """Sum of one value of the player of the lower group and another of the upper one's."""
    downward = lower(b) + upper(a)
    if a.ahead:
        return downward
    return np.where(a.level < b.level, lower(a) + upper(b), downward)


# ---- How the players of a round are counted where the papers leave it open ----

Seeding = Literal["sos", "sosos", "sodos", "cuss", "wins", "grade", "rating"]
"""Criteria for the order within a group; what is counted of scores is counted of the scores that make
the groups.

``"sos"`` is that of [BGA 4.4], with the own starting score for a round missed; the others are those
of the standings [OPENGOTHA 9].
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """Conventions where the papers leave open how the state of players counts."""

    whole_scores: bool = parameter(
        False,
        "Whether half points are dropped before the scores make groups",
        source="INTERPRETATION 0.6",
    )
    count_handicap_games: bool = parameter(
        False, "Whether handicap games count as games up and down", source="INTERPRETATION K15-2.3"
    )
    seeding: tuple[Seeding, ...] = parameter(
        ("sos", "grade"),
        "What the order within a group is by, the first first; lots decide the rest",
        source="INTERPRETATION 0.12",
    )
    even_seeds: Literal["mid", "end"] = parameter(
        "mid", "Seeds within a group", source="INTERPRETATION K15-4"
    )
    shared_seeds: bool = parameter(
        False, "Whether players of equal strength share a seed within a group", source="K12 6.5"
    )
    uneven_seeds: Literal["unit", "rank"] = parameter(
        "unit",
        "Seeds across groups: from 0 to 1, or from 0 to n - 1",
        source="INTERPRETATION K15-5.3",
    )
    alternation: Literal["literal", "played"] = parameter(
        "literal",
        "Whether rounds without a game count in the alternation",
        source="INTERPRETATION K15-7",
    )
    area_ties: Literal["switch", "stay"] = parameter(
        "switch", "When an area is no longer the largest", source="INTERPRETATION K15-6.1"
    )
    area_halt: Literal["largest", "literal"] = parameter(
        "largest",
        "Which area decides that the mixed area seeds are complete",
        source="INTERPRETATION K15-6.1",
    )

    lots: tuple[tuple[str, int], ...] | None = None
    """Keys of players with the numbers that they drew, lower is stronger; by default from ``salt``."""

    salt: int = 0
    """Seed of random choices."""
