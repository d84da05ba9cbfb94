"""Comparison with what OpenGotha wrote."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING, Self, get_args
from zipfile import BadZipFile

import numpy as np

from ..errors import FormatError
from ..formats import read
from ..go.scores import (
    ScoreHistory,
    criterion_scale,
    criterion_values,
    places,
    standings_order,
    standings_values,
)
from ..go.scores.criteria import CONFRONTATIONS
from ..go.tournament import Criterion, Result, Variant
from ..matching import max_weight_matching, verify
from ..pairing.draw import Seating, bye_order
from ..pairing.draw.boards import places_to_seat, stands_for
from ..pairing.field import Field
from ..pairing.weights import OpenGotha

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import ArrayLike

    from ..arrays import Indices, Integers
    from ..go.tournament import Tournament
    from ..pairing.weights import WeightModel


# ---- Folders with the results of another program for a tournament, and how to compare with them ----

# An oracle is a folder ``v351`` or ``v352``. It holds the weights, groups and standings that this
# variant of OpenGotha computed for the ``tournament.xml`` in or beside it.


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentRow:
    """How many values of one component are the same."""

    tournament: str
    variant: Variant

    round_number: int
    """From 1; 0 for a component that belongs to no round."""

    subject: str
    """What the component belongs to, such as the weights or the standings."""

    component: str

    values: int
    """How many values were compared."""

    mismatches: int


@dataclass(frozen=True)
class _Columns:
    """A CSV file by columns."""

    path: Path
    by_name: Mapping[str, list[str]]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file whose first line names the columns.

        Raises
        ------
        FormatError
            If the file cannot be read, or a line has more or fewer columns than the first.
        """
        try:
            with path.open(encoding="utf-8", newline="") as file:
                names, *rows = csv.reader(file)
        except (OSError, ValueError, csv.Error) as error:
            raise FormatError(
                path, None, f"expected a first line with the names of columns: {error}"
            ) from error
        for line, row in enumerate(rows, start=2):
            if len(row) != len(names):
                raise FormatError(path, line, f"expected {len(names)} columns, found {len(row)}")
        return cls(path, {name: [row[i] for row in rows] for i, name in enumerate(names)})

    def __getitem__(self, name: str) -> list[str]:
        """Cells of a column, from the second line on."""
        if name not in self.by_name:
            raise FormatError(self.path, 1, f"expected a column {name!r}")
        return self.by_name[name]

    def integers(self, name: str) -> Integers:
        """Read a column of integers."""
        for line, cell in enumerate(self[name], start=2):
            if re.fullmatch(r"-?\d+", cell) is None:
                raise FormatError(self.path, line, f"{name}: expected an integer, found {cell!r}")
        return np.array(list(map(int, self[name])), np.int64)

    def rows(self, row_of: Mapping[str, int]) -> Indices:
        """Rows of the players in the column ``key``."""
        for line, key in enumerate(self["key"], start=2):
            if key not in row_of:
                raise FormatError(self.path, line, f"the tournament has no player {key!r}")
        return np.array([row_of[key] for key in self["key"]], np.intp)


@dataclass(frozen=True)
class Oracle:
    """One tournament in one variant."""

    folder: Path

    @property
    def name(self) -> str:
        """Name of the tournament's folder."""
        return self.folder.parent.name

    @property
    def variant(self) -> Variant:
        """The version of OpenGotha that made it."""
        return _VARIANTS[self.folder.name]

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament as it ended; OpenGotha's figures take no heed of teams."""
        inside = self.folder / "tournament.xml"
        file = inside if inside.exists() else self.folder.parent / inside.name
        return replace(read(file).tournament, team_play=None)

    @property
    def model(self) -> WeightModel:
        """Our model of this variant."""
        return OpenGotha(variant=self.variant)

    def field(self, number: int, pairable: Sequence[str] | None = None) -> Field:
        """Lay out the players as they were when a round was drawn."""
        before = self.tournament.before(number)
        return Field.of(before, number, pairable, variant=self.variant)

    def columns(self, stem: str) -> Iterator[tuple[int, _Columns]]:
        """Read the files such as ``pairing_info_R3.csv``, with their rounds and in order."""
        for number, path in self.files(stem, "csv"):
            yield number, _Columns.read(path)

    def files(self, stem: str, suffix: str) -> Iterator[tuple[int, Path]]:
        """Find the files such as ``weights_R3.npz``, with their rounds and in order."""
        pattern = re.compile(rf"{stem}_R(\d+)\.{suffix}")
        matches = [(pattern.fullmatch(path.name), path) for path in self.folder.iterdir()]
        yield from sorted((int(match[1]), path) for match, path in matches if match)

    def comparison(self, round_number: int, subject: str) -> Callable[..., ComponentRow]:
        """Make a function that compares our values of a component with the oracle's, one by one."""

        def compared(component: str, ours: ArrayLike, theirs: ArrayLike) -> ComponentRow:
            different = np.not_equal(ours, theirs)
            return ComponentRow(
                tournament=self.name,
                variant=self.variant,
                round_number=round_number,
                subject=subject,
                component=component,
                values=different.size,
                mismatches=int(np.count_nonzero(different)),
            )

        return compared


_VARIANTS: dict[str, Variant] = {variant: variant for variant in get_args(Variant)}


def oracles(folder: Path) -> list[Oracle]:
    """Find all oracles: the folder itself, or folders anywhere below it.

    Raises
    ------
    FormatError
        If there is none.
    """
    folder = folder.resolve()
    found = {path for name in _VARIANTS for path in folder.rglob(name) if path.is_dir()}
    if folder.name in _VARIANTS:
        found.add(folder)
    if not found:
        raise FormatError(folder, None, f"expected folders named {' or '.join(_VARIANTS)} in it")
    return [Oracle(path) for path in sorted(found)]


# ---- Fields and weights compared with those of an oracle [OPENGOTHA 8, 10, 11] ----

_FIELD_COLUMNS = {
    "mms2": "mms_x2",
    "nbw2": "wins_x2",
    "category": "category",
    "groupNumber": "group",
    "groupSize": "group_size",
    "innerPlacement": "placement",
    "nbDU": "drawn_up",
    "nbDD": "drawn_down",
    "wbBalance": "colour_balance",
}
"""Columns of ``pairing_info``, and their names in a ``Field``."""


def fields(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare the field of every round: who is in it, in which order and group."""
    for number, theirs in oracle.columns("pairing_info"):
        compared = oracle.comparison(number, "field")
        ours, keys = zip(*zip_longest(oracle.field(number).key, theirs["key"]), strict=True)
        yield compared("order", np.array(ours, object), np.array(keys, object))
        field, seat = _aligned(oracle, number, theirs)
        for column, attribute in _FIELD_COLUMNS.items():
            yield compared(column, getattr(field, attribute)[seat], theirs.integers(column))
        groups = theirs.integers("numberOfGroups")
        yield compared("numberOfGroups", np.full_like(groups, field.groups), groups)


def weights(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare every component of every pair, in integers."""
    model = oracle.model
    names = (*model.names, "total")
    for number, path in oracle.files("weights", "npz"):
        players = _Columns.read(oracle.folder / f"pairing_info_R{number}.csv")
        field, seat = _aligned(oracle, number, players)
        pairs = np.triu_indices(len(seat), 1)
        i, j = seat[pairs[0]], seat[pairs[1]]
        weighed = model.weigh(field)
        ours = {**weighed.components, "total": weighed.total}
        compared = oracle.comparison(number, "weights")
        for name, theirs in _arrays(path, names, len(i)).items():
            yield compared(name, ours[name][i, j], theirs)


def _aligned(oracle: Oracle, number: int, players: _Columns) -> tuple[Field, Indices]:
    """Field of exactly the oracle's players, and their seats in the oracle's order."""
    field = oracle.field(number, players["key"])
    return field, players.rows(field.seat_by_key)


def _arrays(path: Path, names: Collection[str], pairs: int) -> dict[str, Integers]:
    """Weights of all pairs by component; a single number stands for all pairs."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in names}
    except (BadZipFile, KeyError, ValueError) as error:
        raise FormatError(path, None, f"expected arrays {', '.join(names)}: {error}") from error
    for name, array in arrays.items():
        if array.shape not in ((1,), (pairs,)):
            raise FormatError(path, None, f"{name}: expected {pairs} pairs, found {array.shape}")
    return arrays


# ---- Players and standings compared with those of an oracle [OPENGOTHA 3 to 9] ----


def players(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare what is known of the players before the first round."""
    path = oracle.folder / "players.csv"
    if not path.exists():
        return
    theirs, tournament = _Columns.read(path), oracle.tournament
    history = ScoreHistory.of(tournament.before(1))
    rows = theirs.rows(history.row)
    compared = oracle.comparison(0, "players")
    yield compared("players", len(rows), len(tournament.players))
    for component, ours in (
        ("rank", history.grade),
        ("rating", history.rating),
        ("smms", history.start_mms),
        ("category", history.category),
    ):
        yield compared(component, ours[rows], theirs.integers(component))
    final = [tournament.players[row].final for row in rows]
    yield compared("registering", final, [text == "FIN" for text in theirs["registering"]])
    rounds = [text[: tournament.rules.rounds] for text in theirs["participating"]]
    yield compared(
        "participating", history.absent[rows], [[flag == "0" for flag in text] for text in rounds]
    )


def standings(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare the standings after every round: criteria, order, places, and who played."""
    for number, theirs in oracle.columns("standings_after"):
        tournament = oracle.tournament.before(number + 1)
        history = ScoreHistory.of(tournament)
        placement = history.rules.placement
        rows = theirs.rows(history.row)
        compared = oracle.comparison(number, "standings")
        yield compared("order", standings_order(history, placement, number), rows)
        place = places(standings_values(history, placement, number))
        yield compared("place", place[rows], _without_blanks(theirs["place"]))
        for column, criterion in _criteria(theirs):
            ours = _values(history, criterion, number)[rows]
            yield compared(criterion.value, ours, theirs.integers(column))
        took_part = participation(history)[rows, number - 1]
        yield compared("participation", took_part, theirs.integers("participation"))
        yield compared("game", _games(tournament, number, theirs["key"]), theirs["game"])


def participation(history: ScoreHistory) -> Integers:
    """What everybody did in each round by OpenGotha's numbers [OPENGOTHA 4]."""
    found: Integers = np.select(
        [history.absent, history.has_bye, history.has_opponent], [-3, -1, 1], -2
    )
    return found


def _without_blanks(places: list[str]) -> list[int]:
    """Places of all players; of tied players only the first has his place written in the file."""
    filled: Iterator[str] = accumulate(places, lambda above, place: place or above)
    return [int(place) for place in filled]


def _criteria(columns: _Columns) -> Iterator[tuple[str, Criterion]]:
    """Columns of criteria, named after the criterion and its scale."""
    for criterion in Criterion:
        column = f"{criterion.value}_x{criterion_scale(criterion)}"
        if column in columns.by_name:
            yield column, criterion


def _values(history: ScoreHistory, criterion: Criterion, number: int) -> Integers:
    """Values of a criterion; the files have both confrontations if one places the players."""
    placement = history.rules.placement
    if criterion not in CONFRONTATIONS or not set(CONFRONTATIONS) & set(placement):
        return criterion_values(history, criterion, number)
    criteria = placement if criterion in placement else (*placement, criterion)
    return standings_values(history, criteria, number)[:, criteria.index(criterion)]


def _games(tournament: Tournament, number: int, keys: list[str]) -> list[str]:
    """Code of the game of every player, empty without one."""
    codes = {
        key: str(_RESULT_CODES[game.result] + 256 * game.by_default)
        for game in tournament.round(number).games
        for key in game.players
    }
    return [codes.get(key, "") for key in keys]


_RESULT_CODES = {
    Result.UNKNOWN: 0,
    Result.WHITE_WINS: 17,
    Result.BLACK_WINS: 18,
    Result.JIGO: 19,
    Result.BOTH_LOSE: 32,
    Result.BOTH_WIN: 35,
}


# ---- Byes, boards and optima compared with those of an oracle [OPENGOTHA 12, 13] ----


def byes(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare who gets the bye of every round."""
    for number, theirs in sorted(_byes(oracle).items()):
        field = oracle.field(number)
        ours = field.key[bye_order(field, oracle.variant)[0]] if len(field) % 2 else ""
        yield oracle.comparison(number, "draw")("bye", [ours], [theirs])


def boards(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare colours, handicaps and tables of the oracle's own pairs.

    A table is the same if the player who stands for its board has the same place and rating. The
    order of boards that are equal in both is no rule of OpenGotha's, but an accident of its sort.
    """
    for number, theirs in oracle.columns("og_pairing"):
        field = oracle.field(number)
        history = ScoreHistory.of(oracle.tournament.before(number))
        order = np.argsort(theirs.integers("table"))
        pairs, stones = _seats(field, theirs)[order], theirs.integers("handicap")[order]
        seating = Seating.of(field, pairs, history, ())
        compared = oracle.comparison(number, "draw")
        place = places_to_seat(history, number)[field.player]
        ours = stands_for(seating.white, seating.black, place, field.rating)
        player = stands_for(pairs[:, 0], pairs[:, 1], place, field.rating)
        same = (place[ours] == place[player]) & (field.rating[ours] == field.rating[player])
        yield compared("table", same, np.ones_like(same))
        at = _board_of(seating, pairs)
        yield compared("white", seating.white[at], pairs[:, 0])
        yield compared("handicap", seating.handicap[at], stones)


def optima(oracle: Oracle) -> Iterator[ComponentRow]:
    """Compare the greatest weight of any draw, with rematches allowed and the oracle's bye kept."""
    optimum_of, byes = (
        _known_optima(oracle.folder.parent.parent / "global_optimum.json"),
        _byes(oracle),
    )
    for number in sorted(byes):
        theirs = optimum_of.get(f"{oracle.name}/{oracle.variant}/R{number}")
        if theirs is None:
            continue
        field = oracle.field(number)
        weights = oracle.model.weigh(field).total
        present = np.array([key != byes[number] for key in field.key], bool)
        allowed = present[:, None] & present[None, :] & ~np.eye(len(field), dtype=np.bool_)
        matching = max_weight_matching(weights, allowed=allowed, maxcardinality=True)
        verify(weights, matching, allowed=allowed, maxcardinality=True)
        compared = oracle.comparison(number, "draw")
        yield compared("games", [matching.cardinality], [theirs["games"]])
        yield compared("optimum", [matching.weight], [theirs["weight"]])


def _byes(oracle: Oracle) -> Mapping[int, str]:
    """Key of the oracle's bye by round, empty where there is none."""
    path = oracle.folder / "rounds.csv"
    if not path.exists():
        return {}
    rounds = _Columns.read(path)
    return dict(zip(rounds.integers("round").tolist(), rounds["autoBye"], strict=True))


def _known_optima(path: Path) -> dict[str, dict[str, int]]:
    if not path.exists():
        return {}
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return {
            key: {"games": x["games"], "weight": x["global_optimum"]} for key, x in entries.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            path, None, f"expected games and optimum of each round: {error!r}"
        ) from error


def _seats(field: Field, theirs: _Columns) -> Integers:
    """Seats of White and Black of the oracle's games, int64 (m, 2)."""
    seat = field.seat_by_key
    for line, keys in enumerate(zip(theirs["white"], theirs["black"], strict=True), start=2):
        for key in keys:
            if key not in seat:
                raise FormatError(theirs.path, line, f"{key!r} is not to be paired in this round")
    columns = [[seat[key] for key in theirs[colour]] for colour in ("white", "black")]
    return np.array(columns, np.int64).T


def _board_of(seating: Seating, pairs: Integers) -> Indices:
    """Index of each pair's board in a seating of the same pairs."""
    ours = np.argsort(np.minimum(seating.white, seating.black))
    board = np.empty_like(ours)
    board[np.argsort(pairs.min(axis=1))] = ours
    return board


# ---- Conformance: comparing what fastpair computes with what another program computed ----

CHECKS: tuple[Callable[[Oracle], Iterator[ComponentRow]], ...] = (
    players,
    standings,
    fields,
    weights,
    byes,
    boards,
    optima,
)
"""The comparisons in the order in which they are made; each yields the rows of one oracle."""


def compare(folder: Path) -> Iterator[ComponentRow]:
    """Compare with all oracles in a folder.

    Raises
    ------
    FormatError
        If there is no oracle, or one cannot be read, or all are empty.
    """
    compared = False
    for oracle in oracles(folder):
        for check in CHECKS:
            for row in check(oracle):
                yield row
                compared = True
    if not compared:
        raise FormatError(folder, None, "expected files to compare with, found empty folders")
