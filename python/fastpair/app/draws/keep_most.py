"""A round that is drawn again, with as few changes as possible of the boards that are known."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...pairing.rounds import Keeping
from ...sentences import phrase
from ..history.publication import State, publication_of

if TYPE_CHECKING:
    from ...go.tournament import Game, Tournament
    from ...pairing.systems import System
    from ..history.timeline import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepMost:
    """What a director says of the boards that are to stay."""

    price: float | None = None
    """What a board that stays is worth, in the model's own weights; None if as many stay as can."""

    offers: bool = False
    """Whether the draws are listed that are the best at other prices."""

    choice: int | None = None
    """The number of one of them, from 1, if that is drawn."""

    fewest: bool = False
    """Whether new boards may be worse than any game of a fresh draw, so that the fewest change."""

    def system(self, chosen: System, known: KnownBoards, number: int) -> Keeping:
        """The system that draws a round, for one that pairs by weights.

        Raises
        ------
        RuleError
            If it does not, the price is not finite, or nothing of the round is known that could be
            kept.
        """
        if self.price is not None and not isfinite(self.price):
            raise RuleError(
                phrase("expected a weight from 0, got {price}", price=self.price),
                about="board_price",
            )
        if not len(known):
            raise RuleError(
                phrase("round {number} has no boards of a draw yet", number=number),
                about="keep_most",
            )
        model = chosen.own_model
        if model is None or not chosen.weighs:
            raise RuleError(
                phrase("{name} does not weigh one draw against another", name=chosen.name),
                about="keep_most",
            )
        return Keeping(
            model=model,
            boards=known.boards,
            byes=known.byes,
            price=self.price,
            choice=None if self.choice is None else self.choice - 1,
            fewest=self.fewest,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBoards:
    """The boards of a round that players know: what is published, or else what is drawn."""

    published: bool = False

    boards: tuple[Game, ...] = ()
    """Without those that a new draw does not touch, in table order."""

    byes: tuple[str, ...] = ()
    """Keys, without those that a new draw does not touch."""

    @classmethod
    def of(
        cls, timeline: Timeline, tournament: Tournament, before: Tournament, number: int
    ) -> KnownBoards:
        """What is known of a round of a file.

        A board that was edited since its publication is the same board with other colours, stones
        or another table, and stays as it is.

        Parameters
        ----------
        tournament
            As it is in the file.
        before
            The tournament in which the round is drawn again: without the games that are discarded.
        """
        played, stay = tournament.round(number), before.round(number)
        publication = publication_of(timeline, number)
        boards, byes = played.games, played.byes
        if publication.state is not State.DRAFT:
            now = {frozenset(game.players): game for game in played.games}
            boards = tuple(now.get(frozenset(b.players), b) for b in publication.boards)
            byes = publication.byes
        untouched = {frozenset(game.players) for game in stay.games}
        return cls(
            published=publication.state is not State.DRAFT,
            boards=tuple(board for board in boards if frozenset(board.players) not in untouched),
            byes=tuple(key for key in byes if key not in stay.byes),
        )

    def __len__(self) -> int:
        """How many boards and byes there are."""
        return len(self.boards) + len(self.byes)
