"""Byes, boards and optima compared with those of an oracle [OPENGOTHA 12, 13]."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from ...errors import FormatError
from ...go.scores import History
from ...matching import max_weight_matching, verify
from ...pairing.draw import Seating, bye_order
from ...pairing.draw.tables import places_to_seat, stands_for
from .oracle import Columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from ...pairing.field import Field
    from .oracle import Oracle, Row

__all__ = ["boards", "byes", "optima"]


def byes(oracle: Oracle) -> Iterator[Row]:
    """Compare who gets the bye of every round."""
    for number, theirs in sorted(_byes(oracle).items()):
        field = oracle.field(number)
        ours = field.key[bye_order(field, oracle.variant)[0]] if len(field) % 2 else ""
        yield oracle.comparison(number, "draw")("bye", [ours], [theirs])


def boards(oracle: Oracle) -> Iterator[Row]:
    """Compare colours, handicaps and tables of the oracle's own pairs.

    A table is the same if the player who stands for its board has the same place and rating. The
    order of boards that are equal in both is no rule of OpenGotha's, but an accident of its sort.
    """
    for number, theirs in oracle.columns("og_pairing"):
        field = oracle.field(number)
        history = History.of(oracle.tournament.before(number))
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


def optima(oracle: Oracle) -> Iterator[Row]:
    """Compare the greatest weight of any draw, with rematches allowed and the oracle's bye kept."""
    known, byes = _known_optima(oracle.folder.parent.parent / "global_optimum.json"), _byes(oracle)
    for number in sorted(byes):
        theirs = known.get(f"{oracle.name}/{oracle.variant}/R{number}")
        if theirs is None:
            continue
        field = oracle.field(number)
        weights = oracle.model.weigh(field).total
        present = np.array([key != byes[number] for key in field.key], dtype=np.bool_)
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
    rounds = Columns.read(path)
    return dict(zip(rounds.integers("round").tolist(), rounds["autoBye"], strict=True))


def _known_optima(path: Path) -> dict[str, dict[str, int]]:
    if not path.exists():
        return {}
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return {
            key: {"games": x["games"], "weight": x["global_optimum"]} for key, x in known.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            path, None, f"expected games and optimum of each round: {error!r}"
        ) from error


def _seats(field: Field, theirs: Columns) -> NDArray[np.int64]:
    """Seats of White and Black of the oracle's games, int64 (m, 2)."""
    seat = {key: index for index, key in enumerate(field.key)}
    for line, keys in enumerate(zip(theirs["white"], theirs["black"], strict=True), start=2):
        for key in keys:
            if key not in seat:
                raise FormatError(theirs.path, line, f"{key!r} is not to be paired in this round")
    columns = [[seat[key] for key in theirs[colour]] for colour in ("white", "black")]
    return np.array(columns, dtype=np.int64).T


def _board_of(seating: Seating, pairs: NDArray[np.int64]) -> NDArray[np.intp]:
    """Index of each pair's board in a seating of the same pairs."""
    ours = np.argsort(np.minimum(seating.white, seating.black))
    board = np.empty_like(ours)
    board[np.argsort(pairs.min(axis=1))] = ours
    return board
