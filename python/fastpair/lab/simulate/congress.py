"""Congresses that never took place, shaped like those that did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import OverError, RuleError
from ...go.teams import of_teams
from ...go.tournament import Grade, Player, Rules, Tournament, with_preset
from ...pairing.rounds import draw_round, with_matches
from .attendance import absences
from .chance import Chance, shares
from .happenings import Happenings
from .people import Population
from .results import with_results
from .teams import in_teams

if TYPE_CHECKING:
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from .people import Person

__all__ = ["MOST_ROUNDS", "generate"]

# Numbers of entries by grade at two European congresses, added up and rounded.
_GRADES = shares(
    "7d 16, 6d 30, 5d 65, 4d 70, 3d 100, 2d 95, 1d 130, 1k 100, 2k 80, 3k 60, 4k 55, 5k 45, "
    "6k 35, 7k 35, 8k 45, 9k 30, 10k 35, 11k 15, 12k 20, 13k 15, 14k 15, 15k 15, 16k 15, "
    "17k 10, 18k 10, 19k 5, 20k 20, 22k 3, 25k 6, 30k 6"
)
_SUPERGROUP_FROM = Grade.parse("5d")
_SUPERGROUP_SHARE = 20
"""One player in so many is in the supergroup."""

_NOTHING = Happenings()

MOST_ROUNDS = 20
_PRELIMINARY = 12
_LOWEST_RATING, _HIGHEST_RATING = -900, 2949


def generate(
    players: int,
    rounds: int,
    *,
    seed: int,
    play: int = 0,
    happenings: Happenings = _NOTHING,
    model: str | WeightModel | None = None,
    system: System | None = None,
    boards: int | None = None,
) -> Tournament:
    """Invent a tournament.

    The same arguments give the same tournament on every machine. The players do not depend on
    ``play``, the model and the system.

    Parameters
    ----------
    players
        How many have entered.
    rounds
        How many rounds the tournament has, from 1 to 20; the first half is the first week.
    seed
        Not negative.
    play
        How many rounds are drawn already and have results.
    happenings
        What happens besides.
    model, system
        What draws the rounds, as of ``draw_round``; a model that is named is that of the tournament.
    boards
        How many players are a team, from 2 to 10; None if they play for themselves. Who plays in a
        team has come for all rounds, unless something happens. The number of players is a multiple.

    Returns
    -------
    Tournament
        Under OpenGotha's default rules [OPENGOTHA 2].

    Raises
    ------
    RuleError
        If a number is out of range, or the system cannot draw a round.
    """
    _refuse_impossible(players, rounds, seed, play)
    if boards and players % boards:
        raise RuleError(f"players={players}: expected a multiple of the {boards} boards")
    chance = Chance(seed)
    population = Population(chance)
    entries: list[Player] = []
    for _ in range(players):
        entries.append(_entry(population.newcomer(), entries, rounds, chance))
    if boards:
        entries = [replace(player, final=True, absences=frozenset()) for player in entries]
    rules = with_preset(Rules(rounds=rounds), "OpenGotha v351")
    if isinstance(model, str):
        rules = replace(rules, model=model)  # type: ignore[arg-type]
    tournament = Tournament(
        name=f"Invented congress {seed}",
        rules=rules,
        players=happenings.to_players(_with_supergroup(entries), rounds, Chance(seed, stream=2)),
    )
    if boards:
        tournament = in_teams(tournament, boards)
    lots, others = Chance(seed, stream=1), Chance(seed, stream=3)
    for number in range(1, play + 1):
        units = of_teams(tournament)
        if units.to_pair(number):
            try:
                drawn = draw_round(units, number, model=model, system=system, seed=seed)
            except OverError:
                break
            after = drawn.applied_to(units)
            tournament = with_matches(tournament, units, after, number) if boards else after
        tournament = with_results(tournament, number, lots)
        tournament = happenings.to_games(tournament, number, others, play)
    return tournament


def _refuse_impossible(players: int, rounds: int, seed: int, play: int) -> None:
    if players < 0:
        raise RuleError(f"players={players}: expected a number from 0 on")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(f"rounds={rounds}: expected a number from 1 to {MOST_ROUNDS}")
    if not 0 <= play <= rounds:
        raise RuleError(f"play={play}: expected a number from 0 to the {rounds} rounds")
    if seed < 0:
        raise RuleError(f"seed={seed}: expected a number from 0 on")


def _entry(person: Person, earlier: list[Player], rounds: int, chance: Chance) -> Player:
    """Enter a person. The members of a family come and go together."""
    grade = Grade.parse(chance.weighted(_GRADES))
    missed = absences(rounds, chance)
    if person.relative is not None:
        missed = earlier[person.relative].absences
    return Player(
        key=person.key,
        name=person.name,
        first_name=person.first_name,
        grade=grade,
        rating=_rating(grade, chance),
        country=person.country,
        club=person.club,
        final=not chance.happens(_PRELIMINARY),
        absences=missed,
    )


def _rating(grade: Grade, chance: Chance) -> int:
    """A rating around that of the grade, on the European scale: a grade is 100 points."""
    rating = 2100 + 100 * grade - 40 + sum(chance.within(90) for _ in range(4))
    return min(max(rating, _LOWEST_RATING), _HIGHEST_RATING)


def _with_supergroup(entries: list[Player]) -> tuple[Player, ...]:
    """Let the strongest start one point above the bar."""
    strong = [player for player in entries if player.grade >= _SUPERGROUP_FROM]
    strong.sort(key=lambda player: (-player.rating, player.key))
    chosen = {player.key for player in strong[: len(entries) // _SUPERGROUP_SHARE]}
    return tuple(
        replace(player, correction=1) if player.key in chosen else player for player in entries
    )
