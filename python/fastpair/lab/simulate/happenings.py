"""What can be asked to happen in an invented tournament, beside what happens in every congress."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.names import key_of
from ...go.tournament import Result
from ...parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Game, Player, Tournament
    from .chance import Chance

__all__ = ["Happenings"]

_AMOUNT = re.compile(r"(?P<number>[0-9]{1,6})(?P<share>%?)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happenings:
    """What happens in an invented tournament: numbers such as 5, or shares such as 10%.

    Raises
    ------
    RuleError
        If one is neither.
    """

    late: str = parameter("", "Players who enter late, after a round or two", unit="n|n%")
    withdrawn: str = parameter("", "Players who leave after a round for good", unit="n|n%")
    byes_asked: str = parameter("", "Players who ask to miss a round", unit="n|n%")
    supergroup: str = parameter("", "Players who start a point above the bar", unit="n|n%")
    families: str = parameter("", "Players of one family with another one", unit="n|n%")
    jigos: str = parameter("", "Games that are a jigo", unit="n|n%")
    forfeits: str = parameter("", "Games that are won by forfeit", unit="n|n%")
    both_lose: str = parameter("", "Games that both lose", unit="n|n%")
    missing: str = parameter("", "Games of the last round without a result", unit="n|n%")

    def __post_init__(self) -> None:
        for entry in fields(self):
            typed = getattr(self, entry.name)
            found = _AMOUNT.fullmatch(typed)
            if typed and (not found or (found["share"] and int(found["number"]) > 100)):
                message = f"expected a number such as 5 or a share such as 10%, got {typed!r}"
                raise RuleError(message, about=entry.name)

    def to_players(
        self, entries: Sequence[Player], rounds: int, chance: Chance
    ) -> tuple[Player, ...]:
        """What happens to those who have entered, before the first round."""

        def from_round(first: int) -> frozenset[int]:
            return frozenset(range(first, rounds + 1))

        def late(player: Player) -> Player:
            away = frozenset(range(1, min(2 + chance.below(2), rounds)))
            return replace(player, absences=player.absences | away)

        def withdrawn(player: Player) -> Player:
            return replace(
                player, absences=player.absences | from_round(2 + chance.below(max(rounds - 1, 1)))
            )

        def byes_asked(player: Player) -> Player:
            return replace(player, absences=player.absences | {1 + chance.below(rounds)})

        def supergroup(player: Player) -> Player:
            return replace(player, correction=1)

        def families(player: Player) -> Player:
            other = chance.one_of(entries)
            return replace(player, name=other.name, country=other.country, club=other.club)

        found = list(entries)
        for happens in (late, withdrawn, byes_asked, supergroup, families):
            for place in _some(getattr(self, happens.__name__), len(found), chance):
                found[place] = happens(found[place])
        return _with_names(found)

    def to_games(
        self, tournament: Tournament, number: int, chance: Chance, last: int
    ) -> Tournament:
        """What happens in a round that has its results, of so many that are played."""
        played = tournament.round(number)
        games = list(played.games)

        def jigos(game: Game) -> Game:
            return replace(game, result=Result.JIGO, by_default=False)

        def forfeits(game: Game) -> Game:
            won = Result.WHITE_WINS if chance.happens(500) else Result.BLACK_WINS
            return replace(game, result=won, by_default=True)

        def both_lose(game: Game) -> Game:
            return replace(game, result=Result.BOTH_LOSE, by_default=False)

        def missing(game: Game) -> Game:
            return replace(game, result=Result.UNKNOWN, by_default=False)

        for happens in (jigos, forfeits, both_lose, *[missing] * (number == last)):
            rounds = 1 if happens is missing else last
            for place in _some(getattr(self, happens.__name__), len(games), chance, number, rounds):
                games[place] = happens(games[place])
        byes = [bye for bye in tournament.byes if bye.round == number]
        return tournament.replace_round(number, games, byes)


def _some(typed: str, of: int, chance: Chance, number: int = 1, rounds: int = 1) -> list[int]:
    """Places of some of so many; a number is spread over rounds, of which this is one."""
    found = _AMOUNT.fullmatch(typed)
    if found is None:
        return []
    count = int(found["number"])
    if found["share"]:
        many, rest = divmod(count * of, 100)
        many += chance.below(100) < rest
    else:
        many = count * number // rounds - count * (number - 1) // rounds
    places = list(range(of))
    return [places.pop(chance.below(len(places))) for _ in range(min(many, of))]


def _with_names(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players, no two with the same whole name; a first name is followed by a number then."""
    seen: set[tuple[str, str]] = set()
    found = []
    for player in players:
        first, more = player.first_name, 1
        while (player.name, first) in seen:
            more += 1
            first = f"{player.first_name} {more}"
        seen.add((player.name, first))
        found.append(replace(player, first_name=first, key=key_of(player.name + first)))
    return tuple(found)
