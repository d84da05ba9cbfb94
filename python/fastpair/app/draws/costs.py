"""What an edited draw costs, by the model that drew the round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ...insight.explain import shares
from ...insight.explain.optimum import decided
from ...insight.explain.words import amount
from ...pairing.draw import Constraints
from ...pairing.field import Field
from ...pairing.rounds import draw_round
from ..history.makers import as_drawn, before_the_draw
from ..history.timeline import Timeline
from .drawn_model import drawn_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Draw
    from ...pairing.weights import WeightModel


_FEW = 3
"""Components that are named."""

_ANYTHING = Constraints()

_NOTHING_DONE = Timeline(entries=(), digest="")


class Followed(Protocol):
    """A tournament file with what has become of its changes, such as a `LockedFile`."""

    @property
    def tournament(self) -> Tournament:
        """The tournament that the file holds."""

    @property
    def timeline(self) -> Timeline:
        """What has become of all changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigher:
    """The model of a round, and which of its games are not for a draw to decide."""

    number: int
    model: WeightModel
    seed: int
    fixed: frozenset[frozenset[str]]
    """Pairs whose games were there before the draw."""

    named: str
    """What the costs are told by."""

    weighed: bool = True
    """Whether the draw was by weights, so that an edit costs anything."""

    timeline: Timeline = _NOTHING_DONE

    @classmethod
    def of(cls, file: Followed, number: int) -> Weigher:
        """The model that the history has of a round, or else the one that fits the file.

        Where the file of the model is no longer there, it is the fitting one too, and that is told.
        """
        timeline = file.timeline
        pairs = [frozenset(game.players) for game in file.tournament.round(number).games]
        drawn = drawn_model(timeline, number, file.tournament.rules.usual_model)
        return cls(
            number=number,
            model=drawn.model,
            seed=drawn.seed,
            fixed=before_the_draw(timeline, number, pairs),
            named=drawn.named(drawn.model),
            weighed=drawn.weighed,
            timeline=timeline,
        )

    def seat(
        self, tournament: Tournament, number: int, pairs: Sequence[frozenset[str]]
    ) -> tuple[Game, ...]:
        """Seat pairs who wait for a game as a draw would."""
        if not pairs:
            return ()
        alone = self._alone(tournament, frozenset().union(*pairs))
        constraints = Constraints(force=frozenset(pairs))
        return self._drawn(alone, constraints).games()

    def told(self, old: Tournament, new: Tournament) -> Iterator[str]:
        """Say, one line each, what an edit costs, beside the draw before and the best one."""
        new = as_drawn(self.timeline, new, self.number)
        games, before = self._games(new), self._games(old)
        players = _players(games)
        if not (players and self.weighed):
            return
        alone = self._alone(self._bare(new), players).before(self.number + 1)
        field = Field.of(alone, self.number, variant=self.model.traits.variant)
        best = self._drawn(alone)
        if best.cardinality != len(games):
            return
        now, ideal, units = self._shares(field, games), shares_of(best), best.units
        levels = self.model.levels
        if _players(before) == players:
            was = self._shares(field, before)
            if self._differs(ideal, was):
                yield f"this edit {cost_told(was, now, units, levels)}"
        if self._differs(ideal, now):
            against = f"against the best one of the same players ({self.named})"
            yield f"the draw {cost_told(ideal, now, units, levels)} {against}"
        else:
            yield f"the draw is the best one of its players ({self.named})"

    def _differs(self, one: Counter[str], other: Counter[str]) -> bool:
        """Whether one draw is worth more than another, by their components."""
        _, decisive = decided(self.model.levels, one, other)
        return bool(decisive.total())

    def _games(self, tournament: Tournament) -> list[Game]:
        """The games of the round that a draw could decide."""
        games = tournament.round(self.number).games
        return [game for game in games if frozenset(game.players) not in self.fixed]

    def _bare(self, tournament: Tournament) -> Tournament:
        """The tournament without these games."""
        played = tournament.round(self.number)
        games = [game for game in played.games if frozenset(game.players) in self.fixed]
        byes = [bye for bye in tournament.byes if bye.round == self.number]
        return tournament.replace_round(self.number, games, byes)

    def _alone(self, tournament: Tournament, players: frozenset[str]) -> Tournament:
        """The tournament in which of those who wait only some take part."""
        others = [p.key for p in tournament.to_pair(self.number) if p.key not in players]
        return tournament.with_absences(self.number, others)

    def _drawn(self, tournament: Tournament, constraints: Constraints = _ANYTHING) -> Draw:
        return draw_round(
            tournament, self.number, model=self.model, constraints=constraints, seed=self.seed
        )

    def _shares(self, field: Field, games: Sequence[Game]) -> Counter[str]:
        """What each component adds to the weight of some games together."""
        return shares(field, self.model, [game.players for game in games])


def _players(games: Sequence[Game]) -> frozenset[str]:
    return frozenset(key for game in games for key in game.players)


def shares_of(draw: Draw) -> Counter[str]:
    """What each component adds to the weight of a draw."""
    total: Counter[str] = Counter()
    for board in draw.boards:
        total.update(dict(board.components))
    return total


def cost_told(
    better: Counter[str], worse: Counter[str], units: int, levels: Sequence[tuple[str, ...]]
) -> str:
    """Say how much less one draw weighs than another, and in which components most of it is.

    Parameters
    ----------
    levels
        Names of the components on each level; the first one on which the draws differ decides.
    """
    level, lost = decided(levels, better, worse)
    below = lost.total()
    if not below:
        return "costs nothing"
    sign = 1 if below > 0 else -1
    most = sorted(lost, key=lambda name: (-sign * lost[name], name))[:_FEW]
    parts = [f"{name} {amount(sign * lost[name], units)}" for name in most if sign * lost[name] > 0]
    where = f" ({', '.join(parts)})" if parts else ""
    which = "" if level is None else f" on level {level}"
    return f"{'costs' if below > 0 else 'gains'} {amount(abs(below), units)}{which}{where}"
