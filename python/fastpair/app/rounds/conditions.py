"""The constraints that the boards of a round must obey, and those that they break."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from ...pairing.draw import Constraints
from ...pairing.field import Field
from ...pairing.field.field import families
from ...sentences import phrase
from ..forms.labels import describe_same
from ..history.draw_record import DrawRecord
from ..history.records import ConditionKind, PairCondition

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ...arrays import Bools
    from ...go.tournament import Player, Same, Tournament
    from ...pairing.rules import Groups
    from ..history.records import Seat
    from ..history.state import CongressState


def describe_condition(tournament: Tournament, condition: PairCondition) -> str:
    """A condition as a clause."""
    one, other = map(tournament.name_of, sorted(condition.players))
    return phrase(condition.kind.clause, one=one, other=other)


def relatives(tournament: Tournament, player: Player) -> Sequence[Player]:
    """The others of the family, by name and club."""
    numbers = families(tournament.players)
    own = numbers[tournament.players.index(player)]
    return [
        other
        for other, number in zip(tournament.players, numbers, strict=True)
        if own and number == own and other is not player
    ]


class BrokenCondition(NamedTuple):
    """A constraint that the boards of a round break."""

    round: int

    clause: str
    """What should be."""

    players: tuple[str, ...]
    """The keys of the two."""

    tables: tuple[int, ...]
    """Where the two play."""

    @property
    def sentence(self) -> str:
        """The condition in words, with the round."""
        return phrase(
            "round {round}: broken constraint: {broken}", round=self.round, broken=self.clause
        )


@dataclass(frozen=True, kw_only=True)
class BindingConditions:
    """What the boards of a round must obey: constraints on two players, and attributes that keep players apart.

    Wishes are none of it. Players are who is drawn: teams, where teams are.
    """

    tournament: Tournament

    number: int
    """The round."""

    reasons: Mapping[PairCondition, str]
    """Those that are stated of two players, each with its reason."""

    allowed: frozenset[Seat]
    """Pairs who may meet although they have an attribute in common."""

    @classmethod
    def of(cls, congress: CongressState, number: int) -> Self:
        """Those in force: what was said of the round, and what its last draw was asked for besides.

        Parameters
        ----------
        congress
            The state in the terms of draws, see `CongressState.of_matches`.
        """
        tournament, rules = congress.tournament, DrawRecord.of(congress, number).own_rules
        stated = {PairCondition(ConditionKind.MEET, pair): "" for pair in _pairs(rules.force)}
        stated |= {PairCondition(ConditionKind.NOT_MEET, pair): "" for pair in _pairs(rules.forbid)}
        stated |= {each: source.why for each, source in congress.conditions(number).items()}
        known = tournament.by_key.keys()
        return cls(
            tournament=tournament,
            number=number,
            reasons={
                each: why
                for each, why in stated.items()
                if each.kind in _BINDING and each.players <= known
            },
            allowed=frozenset(_pairs(rules.allow)),
        )

    @cached_property
    def together(self) -> frozenset[Seat]:
        """Pairs who must meet, or keep their board, and both take part in the round."""
        return frozenset(
            each.players
            for each in self.reasons
            if each.kind is not ConditionKind.NOT_MEET and all(map(self._takes_part, each.players))
        )

    @cached_property
    def apart(self) -> frozenset[Seat]:
        """Pairs who must not meet."""
        return frozenset(
            each.players for each in self.reasons if each.kind is ConditionKind.NOT_MEET
        )

    def keep_apart(self, field: Field) -> Bools:
        """Whether two players of a field must not meet, (n, n)."""
        found = field.pair_mask(self.apart)
        for same in self._rules:
            found |= self._shares(field, same)
        return found

    def constraints(self, players: Collection[str]) -> Constraints:
        """What a draw of some players must obey; what keeps players of an attribute apart is in its rules."""
        force: list[Seat] = []
        for pair in sorted(self.together, key=sorted):
            if pair <= {*players} and all(map(pair.isdisjoint, force)):
                force.append(pair)
        return Constraints(
            force=force, forbid=self.apart.difference(force), allow=self.allowed.difference(force)
        )

    def lets_meet(self, one: str, other: str) -> bool:
        """Whether two players who have no game can have one that breaks nothing."""
        pair = frozenset((one, other))
        if pair in self.together:
            return True
        if pair in self.apart or any(not each.isdisjoint(pair) for each in self.together):
            return False
        return not (self._rules and self.keep_apart(self._field([one, other]))[0, 1])

    def broken(self) -> Iterator[BrokenCondition]:
        """The constraints that the boards break, those of two players first."""
        played = self.tournament.round(self.number)
        games = {game.pair: game for game in played.games}
        if not games:
            return
        for each in self.reasons:
            meets = each.players in games
            if meets if each.kind is ConditionKind.NOT_MEET else self._lacks(each, games.keys()):
                yield self._broken(each, self.reasons[each])
        if self._rules and not any(self.tournament.faults()):
            yield from self._broken_rules(games.keys())

    def _lacks(self, condition: PairCondition, games: Collection[Seat]) -> bool:
        """Whether two must meet who do not; who wait both are still paired."""
        pair = condition.players
        if pair in games or pair not in self.together:
            return False
        seated = self.tournament.round(self.number).seated
        return condition.kind is ConditionKind.KEEP or not seated.isdisjoint(pair)

    def _broken_rules(self, games: Collection[Seat]) -> Iterator[BrokenCondition]:
        pairs = [pair for pair in games if pair not in self.together]
        field = self._field([key for pair in pairs for key in pair])
        one, other = field.seats(pairs).T
        for same in self._rules:
            found = self._shares(field, same)[one, other]
            for place in np.flatnonzero(found).tolist():
                condition = PairCondition(ConditionKind.NOT_MEET, pairs[place])
                yield self._broken(condition, describe_same([same]))

    def _broken(self, condition: PairCondition, why: str) -> BrokenCondition:
        sentence = describe_condition(self.tournament, condition)
        if why:
            sentence = phrase("{sentence} ({why})", sentence=sentence, why=why)
        players = tuple(sorted(condition.players))
        played = self.tournament.round(self.number)
        games = {*map(played.game_of, players)}
        tables = tuple(sorted(game.table for game in games if game is not None))
        return BrokenCondition(self.number, sentence, players, tables)

    @property
    def _rules(self) -> tuple[Same, ...]:
        """The rules by which players of one attribute never meet."""
        return self.tournament.rules.never_same

    def _shares(self, field: Field, same: Same) -> Bools:
        return field.shares(same) & ~field.pair_mask(self.allowed)

    def _field(self, keys: list[str]) -> Field:
        """Some players as they were before the round."""
        before = self.tournament.without_placed_teams().before(self.number)
        return Field.of(before, self.number, keys)

    def _takes_part(self, key: str) -> bool:
        player = self.tournament.by_key[key]
        seated = key in self.tournament.round(self.number).seated
        return seated or (player.final and player.plays_in(self.number))


_BINDING = (ConditionKind.MEET, ConditionKind.NOT_MEET, ConditionKind.KEEP)


def limits_scores(tournament: Tournament) -> bool:
    """Whether the usual weights of a tournament pair by limits of scores."""
    from ...pairing.weights import model_or_usual

    return model_or_usual(tournament, None).traits.limit_scores


def _pairs(groups: Groups) -> Iterator[Seat]:
    for group in groups:
        yield from map(frozenset, combinations(group, 2))


def broken_conditions(congress: CongressState, number: int) -> tuple[BrokenCondition, ...]:
    """The constraints that the boards of a round break.

    Parameters
    ----------
    congress
        The state in the terms of draws, see `CongressState.of_matches`.
    """
    return tuple(BindingConditions.of(congress, number).broken())
