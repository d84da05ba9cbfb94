"""Records do what frozen dataclasses do."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, replace
from functools import cached_property, partial

import pytest

from fastpair.records import record

BOTH = pytest.mark.parametrize("frozen", [record, partial(dataclass, frozen=True)])


class _Named:
    def __post_init__(self):
        object.__setattr__(self, "key", self.key.strip())


def _classes(frozen):
    """A class with each kind of field, one that inherits from it, and one without any."""

    @frozen(slots=True)
    class Entry(_Named):
        key: str
        tables: list[int] = field(default_factory=list)
        note: str = field(default="", compare=False, repr=False)
        counted: int = field(default=0, init=False)
        points: float = field(default=0.5, kw_only=True)

    @frozen(slots=True, kw_only=True)
    class Late(Entry):
        round: int = 2

    @frozen()
    class Nothing:
        pass

    return Entry, Late, Nothing


def _described(cls, *values, **named):
    made = cls(*values, **named)
    return repr(made), asdict(made), str(inspect.signature(cls)), cls.__match_args__


def test_records_are_made_compared_and_shown_as_frozen_dataclasses():
    for ours, theirs, named in zip(
        _classes(record),
        _classes(partial(dataclass, frozen=True)),
        ({"points": 1}, {"round": 3}, None),
        strict=True,
    ):
        values = () if named is None else ("  mira ", [1])
        assert _described(ours, *values, **named or {}) == _described(
            theirs, *values, **named or {}
        )


@BOTH
def test_what_compares_is_equal_and_hashed(frozen):
    @frozen(slots=True, kw_only=True)
    class Seat:
        table: int
        note: str = field(default="", compare=False)
        reasons: list[str] = field(default_factory=list, hash=False)

    @frozen(slots=True, kw_only=True)
    class Board(Seat):
        colour: str = "white"

    assert Seat(table=1, note="window") == Seat(table=1) != Seat(table=2)
    assert hash(Seat(table=1, note="window")) == hash((1,))
    assert hash(Board(table=1)) == hash((1, "white"))
    assert Seat(table=1) != Board(table=1)
    assert Seat(table=1) != Seat(table=1, reasons=["late"])
    assert len({Seat(table=1), Seat(table=1, note="window")}) == 1


@BOTH
def test_own_methods_stay(frozen):
    @frozen()
    class Round:
        number: int

        def __eq__(self, other):
            return True

        def __repr__(self):
            return "a round"

    @frozen(eq=False, repr=False)
    class Hall:
        number: int

    assert Round(1) == Round(2)
    assert hash(Round(1)) == hash((1,))
    assert repr(Round(1)) == "a round"
    assert Hall(1) != Hall(1)
    assert repr(Hall(1)).startswith("<")


@BOTH
def test_values_stay(frozen):
    @frozen()
    class Round:
        number: int

        @cached_property
        def next(self):
            return self.number + 1

    made = Round(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'number'"):
        made.number = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'number'"):
        del made.number
    assert made.next == 2
    assert replace(made, number=4).next == 5
    with pytest.raises(TypeError, match="unexpected keyword argument 'numbers'"):
        Round(numbers=1)


@record(slots=True)
class _Table:
    number: int
    players: tuple[str, ...] = ()


def test_a_record_with_slots_is_copied_and_pickled():
    made = _Table(3, ("mira", "odo"))
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == copy.copy(made) == made
    assert not hasattr(made, "__dict__")


def test_frozen_dataclasses_inherit_from_records():
    @dataclass(frozen=True, kw_only=True)
    class Corner(_Table):
        room: str

    made = Corner(number=1, room="A")
    assert (made.number, made.room) == (1, "A")
    with pytest.raises(FrozenInstanceError):
        made.room = "B"
