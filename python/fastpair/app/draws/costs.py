"""What changes of boards cost by the model that drew them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from ...insight.explain.amounts import amount
from ...insight.explain.best_round import compare_pairs
from ...insight.explain.facts import COUNTED, boards_of, counted
from ...insight.explain.optimum import decided
from ...insight.explain.words import in_words
from ...pairing.draw import Constraints
from ...pairing.field import Field
from ...pairing.rounds import draw_round
from ...sentences import phrase
from ..history.draw_record import DrawRecord
from ..rounds.conditions import BindingConditions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers
    from ...go.tournament import Game, Tournament, TwoPlayers
    from ...pairing.draw import Draw
    from ...pairing.weights import WeightModel
    from ..history.state import CongressState

    Pairs = Sequence[tuple[str, str]]

_FEW = 3
"""Components that are named."""

_ANYTHING = Constraints()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weigher:
    """The model of a round, and which of its games are not for a draw to decide."""

    number: int
    model: WeightModel
    seed: int
    imposed: frozenset[frozenset[str]]
    """Pairs whose games were there before the draw."""

    label: str
    """What the costs are told by."""

    by_weights: bool = True
    """Whether the draw was by weights, so that an edit costs anything."""

    congress: CongressState

    @classmethod
    def of(cls, congress: CongressState, number: int) -> Weigher:
        """The model that the history has of a round, or else the one that fits the file.

        Where the file of the model is no longer there, it is the fitting one too, and that is told.
        """
        tournament, record = congress.tournament, DrawRecord.of(congress, number)
        model = record.weigher(tournament.rules.usual_model)
        return cls(
            number=number,
            model=model,
            seed=record.details.seed,
            imposed=congress.before_the_draw(number),
            label=record.describe(model),
            by_weights=record.details.by_weights and record.system_by_levels(tournament) is None,
            congress=congress,
        )

    def seat(
        self, tournament: Tournament, number: int, pairs: Sequence[frozenset[str]]
    ) -> tuple[Game, ...]:
        """Seat pairs who wait for a game as a draw would."""
        if not pairs:
            return ()
        alone = self._alone(tournament, frozenset().union(*pairs))
        constraints = Constraints(force=frozenset(pairs))
        return self._draw(alone, constraints).games()

    def describe_edit(self, old: Tournament, new: Tournament) -> Iterator[str]:
        """Say, one line each, what an edit costs, beside the draw before and the best one."""
        new = self.congress.tournament_at_draw(self.number, new)
        games, before = self._games(new), self._games(old)
        players = _players(games)
        if not (players and self.by_weights and new.event_kind.compares_draws):
            return
        alone = self._alone(self._bare(new), players).before(self.number + 1)
        field = Field.of(alone, self.number, variant=self.model.traits.variant)
        best = self._draw(alone, self._obeyed(new, players))
        if best.cardinality != len(games):
            return
        boards, ideal = _players_of(games), _players_of(best.boards)
        since = ""
        if _players(before) == players:
            since = self._since(field, _players_of(before), boards, ideal)
        _, lost = compare_pairs(field, self.model, ideal, boards)
        values = {"model": self.label, "cost": lost, "since": since}
        if since and lost:
            yield phrase(
                "compared with the previous pairing: {since}; with the best pairing of these players by {model}: {cost}",
                **values,
            )
        elif lost:
            yield phrase("the draw is not the best one of its players by {model}: {cost}", **values)
        else:
            yield phrase("the draw is the best one of its players by {model}", **values)

    def _since(self, field: Field, before: Pairs, now: Pairs, ideal: Pairs) -> str:
        """What an edit costs beside the draw before; nothing of one after the best."""
        if not compare_pairs(field, self.model, ideal, before)[0]:
            return ""
        return compare_pairs(field, self.model, before, now)[1] or phrase("no difference")

    def _obeyed(self, tournament: Tournament, players: frozenset[str]) -> Constraints:
        """The constraints of the round, unless its boards break one: the best draw would not be the better one."""
        state = replace(self.congress, tournament=tournament)
        binding = BindingConditions.of(state, self.number)
        return _ANYTHING if any(binding.broken()) else binding.constraints(players)

    def _games(self, tournament: Tournament) -> list[Game]:
        """The games of the round that a draw could decide."""
        games = tournament.round(self.number).games
        return [game for game in games if game.pair not in self.imposed]

    def _bare(self, tournament: Tournament) -> Tournament:
        """The tournament without these games."""
        tournament = tournament.without_placed_teams()
        played = tournament.round(self.number)
        games = [game for game in played.games if game.pair in self.imposed]
        return tournament.replace_round(self.number, games)

    def _alone(self, tournament: Tournament, players: frozenset[str]) -> Tournament:
        """The tournament in which of those who wait only some take part."""
        others = [p.key for p in tournament.to_pair(self.number) if p.key not in players]
        return tournament.with_absences(self.number, others)

    def _draw(self, tournament: Tournament, constraints: Constraints = _ANYTHING) -> Draw:
        return draw_round(
            tournament, self.number, model=self.model, constraints=constraints, seed=self.seed
        )


def _players_of(boards: Iterable[TwoPlayers]) -> Pairs:
    return [board.players for board in boards]


def _players(games: Sequence[Game]) -> frozenset[str]:
    return frozenset(key for game in games for key in game.players)


def shares_of(draw: Draw) -> Counter[str]:
    """What each component adds to the weight of a draw."""
    total: Counter[str] = Counter()
    for board in draw.boards:
        total.update(dict(board.components))
    return total


def describe_difference(
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


_HEAVY = (
    "game within a club",
    "point between opponents",
    "stone of handicap",
)
"""What nobody likes to see more of, whatever it weighs."""


class SwapKind(Enum):
    """How a director looks at a swap."""

    FREE = "free"
    """The draw becomes no lighter."""

    SMALL = "small"
    """It becomes lighter, and only by what few will notice."""

    LARGE = "large"
    """Games within a club, points between opponents or stones come with it."""

    FORBIDDEN = "forbidden"
    """Two meet again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPrice:
    """What a swap costs."""

    weight: int
    """How much lighter the draw becomes."""

    more: Mapping[str, int]
    """How much more there is of what is counted in games; points are doubled."""

    @property
    def kind(self) -> SwapKind:
        """How the director looks at it."""
        if self.more["rematch"] > 0:
            return SwapKind.FORBIDDEN
        if self.weight <= 0:
            return SwapKind.FREE
        worse = any(self.more[name] > 0 for name in _HEAVY)
        return SwapKind.LARGE if worse else SwapKind.SMALL

    @property
    def text(self) -> str:
        """What becomes of the games, in words."""
        return in_words(self.weight, self.more)


def swap_prices(congress: CongressState, number: int, key: str) -> Mapping[str, SwapPrice]:
    """What it costs that a player changes places with each other one, by the key of that one.

    Those are left out with whom it cannot be done: the opponent, and whoever has a result; and those with whom
    it breaks a constraint. There are no such prices if the components of the model stand on levels.
    """
    weigher, tournament = Weigher.of(congress, number), congress.tournament
    if not weigher.by_weights or len(weigher.model.levels) > 1:
        return {}
    field = _field(tournament, number, weigher)
    seat = {player: index for index, player in enumerate(field.key)}
    if key not in seat:
        return {}
    opponent = _opponents(tournament, number)
    mine = opponent.get(key)
    if mine is not None and mine not in seat:
        return {}  # the opponent takes part no more
    others = [
        other
        for other in field.key
        if other not in (key, mine) and (mine is not None or other in opponent)
    ]
    if not others:
        return {}
    everybody = np.array([seat[other] for other in others])
    theirs = np.array([seat.get(opponent.get(other, ""), -1) for other in others])
    me = np.full(len(others), seat[key])
    my_opponent = np.full(len(others), -1 if mine is None else seat[mine])
    weight = _Pairs(field, weigher, tournament.met_from(number + 1))
    now = weight.of(me, my_opponent) + weight.of(everybody, theirs)
    then = weight.of(everybody, my_opponent) + weight.of(me, theirs)
    more = weight.counted(everybody, my_opponent) + weight.counted(me, theirs)
    more -= weight.counted(me, my_opponent) + weight.counted(everybody, theirs)
    breaks = _Breaks.of(congress, number, field, opponent)
    broken = breaks.of_pairs(everybody, my_opponent) | breaks.of_pairs(me, theirs)
    return {
        other: SwapPrice(weight=int(cost), more=dict(zip(COUNTED, amounts.tolist(), strict=True)))
        for other, cost, amounts, is_broken in zip(others, now - then, more, broken, strict=True)
        if not is_broken
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Breaks:
    """Which new pairs of seats break constraints that hold now."""

    apart: Bools
    """Pairs who must not meet, (n, n)."""

    partner: Integers
    """Seat of whom each must meet and does not fail to meet now; -1 for nobody."""

    @classmethod
    def of(
        cls, congress: CongressState, number: int, field: Field, opponent: Mapping[str, str]
    ) -> _Breaks:
        """Those of a round in which some have opponents."""
        binding, partner = BindingConditions.of(congress, number), np.full(len(field), -1)
        seated = congress.tournament.round(number).seated
        for one, other in field.seats(binding.together).tolist():
            keys = field.key[one], field.key[other]
            if opponent.get(keys[0]) == keys[1] or seated.isdisjoint(keys):
                partner[one], partner[other] = other, one
        return cls(binding.keep_apart(field), partner)

    def of_pairs(self, one: Integers, other: Integers) -> Bools:
        """Whether each new pair breaks one, (m,); the second may be nobody, -1."""
        alone = other < 0
        wanted, theirs = self.partner[one], np.where(alone, -1, self.partner[other])
        found: Bools = self.apart[one, other] & ~alone
        found |= ((wanted >= 0) & (wanted != other)) | ((theirs >= 0) & (theirs != one))
        return found


class _Pairs:
    """Weights of pairs of seats; a pair without a second seat weighs nothing."""

    def __init__(self, field: Field, weigher: Weigher, later: frozenset[frozenset[str]]) -> None:
        self._field, self._model = field, weigher.model
        self._later = field.pair_mask(later)

    def of(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        found = np.zeros(len(a), dtype=np.int64)
        real = b >= 0
        if real.any():
            found[real] = self._model.weight(self._field[a[real]], self._field[b[real]])
        return found

    def counted(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        """What is counted in each pair, in the order of ``COUNTED``, (m, k)."""
        found = np.zeros((len(a), len(COUNTED)), dtype=np.int64)
        real = b >= 0
        if real.any():
            seats, later = np.stack([a[real], b[real]], axis=1), self._later[a[real], b[real]]
            pairs = boards_of(self._field, self._model, seats, later)
            found[real] = np.stack([*counted(pairs).values()], axis=1)
        return found


def _field(tournament: Tournament, number: int, weigher: Weigher) -> Field:
    """Everybody whose place in the round can change."""
    settled = [g for g in tournament.round(number).games if g.has_result]
    bare = tournament.without_placed_teams().replace_round(number, settled, ())
    return Field.of(bare.before(number + 1), number, variant=weigher.model.traits.variant)


def _opponents(tournament: Tournament, number: int) -> Mapping[str, str]:
    games: tuple[Game, ...] = tournament.round(number).games
    return {
        key: other
        for game in games
        if not game.has_result
        for key, other in (game.players, game.players[::-1])
    }
