"""Boards with everything that a draw says about them."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from .draw import Board, Note
from .removal import handicaps_at_top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...go.tournament import Tournament
    from ..field import Field, State
    from ..weights import WeightModel
    from .constraints import Constraints
    from .seating import Seating

__all__ = ["boards"]


def boards(
    tournament: Tournament,
    field: Field,
    seating: Seating,
    model: WeightModel,
    constraints: Constraints,
) -> tuple[Board, ...]:
    """Describe the boards of a seating, in table order."""
    white, black = field[seating.white], field[seating.black]
    components = model.components(white, black)
    shares = np.empty((len(components), len(seating.table)), dtype=np.int64)
    for row, share in zip(shares, components.values(), strict=True):
        row[:] = share
    columns = (
        seating.table,
        seating.white,
        seating.black,
        seating.handicap,
        white.main_x2,
        black.main_x2,
        shares.T,
    )
    return tuple(
        Board(
            table=table,
            white=field.key[white_seat],
            black=field.key[black_seat],
            handicap=handicap,
            white_score_x2=white_score,
            black_score_x2=black_score,
            weight=model.traits.base + sum(share),
            components=dict(zip(components, share, strict=True)),
            notes=notes,
        )
        for notes, table, white_seat, black_seat, handicap, white_score, black_score, share in zip(
            _notes(tournament, field, seating, model, constraints),
            *(column.tolist() for column in columns),
            strict=True,
        )
    )


def _notes(
    tournament: Tournament,
    field: Field,
    seating: Seating,
    model: WeightModel,
    constraints: Constraints,
) -> list[tuple[Note, ...]]:
    """What is unusual about each pair."""
    white, black = field[seating.white], field[seating.black]
    at_top = _against_the_rule(model.state(field), seating, constraints)
    stones = seating.handicap > 0
    clubs = [tournament.players[i].club != "" for i in white.player.tolist()]
    holds = {
        Note.WHITE_DRAWN_UP: white.group > black.group,
        Note.WHITE_DRAWN_DOWN: white.group < black.group,
        Note.SAME_CLUB: (white.club == black.club) & np.array(clubs, dtype=np.bool_),
        Note.REMATCH: white.have_met(black) | white.are_listed(black, constraints.met),
        Note.HANDICAP_AT_TOP: at_top & stones,
        Note.EVEN_AT_TOP: at_top & ~stones,
        Note.FORCED: white.are_listed(black, constraints.force),
    }
    held = np.stack(list(holds.values()), axis=1).tolist()
    return [tuple(compress(holds, some)) for some in held]


def _against_the_rule(
    state: State, seating: Seating, constraints: Constraints
) -> NDArray[np.bool_]:
    """Whether the rule against handicaps at the top has given way for a pair."""
    if not constraints.no_handicap_at_top:
        return np.zeros(seating.table.shape, dtype=np.bool_)
    return handicaps_at_top(state[seating.white], state[seating.black])
