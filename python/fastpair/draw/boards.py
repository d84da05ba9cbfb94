"""Boards with everything that is said about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .draw import Board, Note
from .removal import handicaps_at_top

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..tournament import Tournament
    from ..weights import Field, WeightModel
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
    weight = model.weight(white, black).tolist()
    shares = {
        name: np.broadcast_to(share, len(weight)).tolist()
        for name, share in model.components(white, black).items()
    }
    notes = _notes(tournament, white, black, constraints)
    return tuple(
        Board(
            table=int(seating.table[i]),
            white=field.key[seating.white[i]],
            black=field.key[seating.black[i]],
            handicap=int(seating.handicap[i]),
            white_score_x2=int(white.main_x2[i]),
            black_score_x2=int(black.main_x2[i]),
            weight=weight[i],
            components={name: share[i] for name, share in shares.items()},
            notes=notes[i],
        )
        for i in range(len(weight))
    )


def _notes(
    tournament: Tournament, white: Field, black: Field, constraints: Constraints
) -> list[tuple[Note, ...]]:
    """What is unusual about each pair."""
    players = tournament.players
    has_club = np.array([players[i].club != "" for i in white.player], dtype=np.bool_)
    pairs = [
        frozenset((players[i].key, players[j].key))
        for i, j in zip(white.player, black.player, strict=True)
    ]
    holds = {
        Note.WHITE_DRAWN_UP: white.group > black.group,
        Note.WHITE_DRAWN_DOWN: white.group < black.group,
        Note.SAME_CLUB: (white.club == black.club) & has_club,
        Note.REMATCH: white.have_met(black),
        Note.HANDICAP_AT_TOP: _against_the_rule(white, black, constraints),
        Note.MUST_PLAY: np.array([pair in constraints.must_play for pair in pairs], dtype=np.bool_),
    }
    return [tuple(note for note, held in holds.items() if held[i]) for i in range(len(pairs))]


def _against_the_rule(white: Field, black: Field, constraints: Constraints) -> NDArray[np.bool_]:
    """Whether the rule against handicaps at the top has given way for a pair."""
    if not constraints.no_handicap_at_top:
        return np.zeros(white.seat.shape, dtype=np.bool_)
    return handicaps_at_top(white, black)
