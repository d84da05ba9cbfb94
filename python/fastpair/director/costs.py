"""What an edited draw costs, by the model that drew the round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..draw import Constraints
from ..systems import draw_round
from .makers import drawn_by, makers
from .models import fitting_model, weigher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..draw import Draw
    from ..tournament import Game, Tournament
    from ..weights import WeightModel
    from .congress import Congress

__all__ = ["Weigher"]

_FEW = 3
"""Components that are named."""


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

    @classmethod
    def of(cls, congress: Congress, number: int) -> Weigher:
        """The model that the history has of a round, or else the one that fits the file.

        Raises
        ------
        FormatError
            If the file of the model cannot be read any more.
        """
        from ..weights.description import digest, signature

        entry = drawn_by(congress.timeline, number)
        held = {} if entry is None else entry.draw
        seed = held.get("seed", 0)
        name = held.get("model_named") or fitting_model(congress.document.version)
        model = weigher(name, seed)
        named = signature(model)
        if held and digest(model) != held.get("model_digest"):
            named += f", not that of the draw ({held.get('model')})"
        return cls(
            number=number,
            model=model,
            seed=seed,
            fixed=_before_the_draw(congress, number),
            named=named,
        )

    def seat(
        self, tournament: Tournament, number: int, pairs: Sequence[frozenset[str]]
    ) -> tuple[Game, ...]:
        """Seat pairs who wait for a game as a draw would."""
        if not pairs:
            return ()
        return self._drawn(tournament, frozenset().union(*pairs), pairs).games()

    def told(self, old: Tournament, new: Tournament) -> Iterator[str]:
        """Say, one line each, what an edit costs, beside the draw before and the best one."""
        players = self._players(new)
        if not players:
            return
        now = self._weight_of(new, players)
        best = self._drawn(self._bare(new), players)
        if best.cardinality > now.cardinality:
            return
        if players == self._players(old):
            yield f"this edit {_cost(self._weight_of(old, players), now)}"
        below = best.weight - now.weight
        yield (
            f"the draw {_cost(best, now)} against the best one of the same players ({self.named})"
            if below
            else f"the draw is the best one of its players ({self.named})"
        )

    def _players(self, tournament: Tournament) -> frozenset[str]:
        """Everybody who has a game in the round that a draw could decide."""
        return frozenset().union(*map(frozenset, self._pairs(tournament)))

    def _pairs(self, tournament: Tournament) -> list[frozenset[str]]:
        games = tournament.round(self.number).games
        return [p for game in games if (p := frozenset(game.players)) not in self.fixed]

    def _bare(self, tournament: Tournament) -> Tournament:
        """The tournament without the games that a draw could decide."""
        played = tournament.round(self.number)
        games = [game for game in played.games if frozenset(game.players) in self.fixed]
        byes = [bye for bye in tournament.byes if bye.round == self.number]
        return tournament.replace_round(self.number, games, byes)

    def _weight_of(self, tournament: Tournament, players: frozenset[str]) -> Draw:
        return self._drawn(self._bare(tournament), players, self._pairs(tournament))

    def _drawn(
        self,
        tournament: Tournament,
        players: frozenset[str],
        pairs: Iterable[frozenset[str]] = (),
    ) -> Draw:
        """The draw of some players alone, with pairs that must be drawn."""
        others = [p.key for p in tournament.to_pair(self.number) if p.key not in players]
        return draw_round(
            tournament.with_absences(self.number, others),
            self.number,
            model=self.model,
            constraints=Constraints(must_play=frozenset(pairs)),
            seed=self.seed,
        )


def _before_the_draw(congress: Congress, number: int) -> frozenset[frozenset[str]]:
    """Pairs of a round that were there before it was drawn, as far as the history says so."""
    entry = drawn_by(congress.timeline, number)
    if entry is None or congress.timeline.saved_by_another:
        return frozenset()
    made = makers(congress.timeline, number)
    pairs = (frozenset(game.players) for game in congress.tournament.round(number).games)
    return frozenset(p for p in pairs if p not in made or made[p].number < entry.number)


def _cost(better: Draw, worse: Draw) -> str:
    """Say how much less one draw weighs than another, and where."""
    below = better.weight - worse.weight
    if not below:
        return "costs nothing"
    lost = Counter(_components(better))
    lost.subtract(_components(worse))
    sign = 1 if below > 0 else -1
    most = sorted(lost, key=lambda name: -sign * lost[name])[:_FEW]
    parts = [
        f"{name} {_number(sign * lost[name], better)}" for name in most if sign * lost[name] > 0
    ]
    where = f" ({', '.join(parts)})" if parts else ""
    return f"{'costs' if below > 0 else 'gains'} {_number(abs(below), better)}{where}"


def _components(draw: Draw) -> Counter[str]:
    total: Counter[str] = Counter()
    for board in draw.boards:
        total.update(dict(board.components))
    return total


def _number(weight: int, draw: Draw) -> str:
    return f"{weight:,}" if draw.units == 1 else f"{weight / draw.units:,.6g}"
