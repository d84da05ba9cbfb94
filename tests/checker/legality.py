"""What no round may have, and what the rules say of each board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scores import Scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reading import Game, Tournament

_EXHAUSTIVE = 12
"""Players up to whom it is found out whether more of them could have been paired."""


def violations(tournament: Tournament) -> Iterator[str]:
    """Say, a line each, what breaks a rule."""
    scores = Scores(tournament)
    met: dict[frozenset[str], int] = {}
    spared: dict[str, int] = {}
    for number in range(1, tournament.rounds + 1):
        games = sorted((g for g in tournament.games if g.round == number), key=lambda g: g.table)
        byes = [key for round_, key in tournament.byes if round_ == number]
        unknown = [
            key for g in games for key in (g.white, g.black) if key not in tournament.players
        ]
        if unknown:
            yield f"round {number}: nobody is {unknown[0]!r}"
            continue
        yield from _seats(tournament, number, games, byes)
        possible = _possible(tournament, number, games, byes, met)
        yield from _bye(tournament, number, games, byes, spared, met)
        for game in games:
            yield from _board(tournament, scores, game, met)
        met.update({frozenset((game.white, game.black)): number for game in games})
        if possible > len(games):
            yield f"round {number}: {len(games)} boards, and {possible} are possible"


def _seats(
    tournament: Tournament, number: int, games: list[Game], byes: list[str]
) -> Iterator[str]:
    seated = Counter([key for game in games for key in (game.white, game.black)] + byes)
    for key, count in seated.items():
        if count > 1:
            yield f"round {number}: {tournament.name(key)} has {count} games or byes"
    for table, count in Counter(game.table for game in games).items():
        if count > 1:
            yield f"round {number}: table {table} has {count} games"
    for key in seated:
        player = tournament.players[key]
        if number in player.absences:
            yield f"round {number}: {player.name} is absent, and has a game or the bye"
        elif not player.final:
            yield f"round {number}: {player.name} is not finally registered, and has a game or the bye"


def _board(
    tournament: Tournament, scores: Scores, game: Game, met: dict[frozenset[str], int]
) -> Iterator[str]:
    names = f"{tournament.name(game.white)} and {tournament.name(game.black)}"
    where = f"round {game.round}, table {game.table}"
    if game.white == game.black:
        yield f"{where}: {tournament.name(game.white)} plays against himself"
    before = met.get(frozenset((game.white, game.black)))
    if before is not None:
        yield f"{where}: {names} have met in round {before}"
    if tournament.unchecked or game.by_default:
        return
    difference = scores.rank(game.white, game.round) - scores.rank(game.black, game.round)
    stones = max(abs(difference) - tournament.stones_off, 0) if difference else 0
    grades = [tournament.players[key].grade for key in (game.white, game.black)]
    if tournament.even_at_bar and max(grades) >= tournament.bar:
        stones = 0
    stones = min(stones, tournament.ceiling, 9)
    if game.handicap != stones:
        yield f"{where}: {names} have handicap {game.handicap}, and the rules give {stones}"
    elif stones and difference < 0:
        yield f"{where}: {names}: the stronger one takes {stones} stones"
    elif not stones and tournament.by_balance:
        white, black = (scores.balance(key, game.round) for key in (game.white, game.black))
        if white > black:
            yield f"{where}: {tournament.name(game.white)} takes White, and has had it more often"


def _bye(
    tournament: Tournament,
    number: int,
    games: list[Game],
    byes: list[str],
    spared: dict[str, int],
    met: dict[frozenset[str], int],
) -> Iterator[str]:
    if len(byes) > 1:
        yield f"round {number}: {len(byes)} byes"
    seated = [key for game in games for key in (game.white, game.black)]
    for key in byes:
        everybody = [*seated, key]
        others = [
            other
            for other in seated
            if other not in spared
            and (
                len(everybody) > _EXHAUSTIVE + 1
                or _most(tuple(each for each in everybody if each != other), met) == len(games)
            )
        ]
        if key in spared and others:
            said = (
                f"had the bye of round {spared[key]}, and {tournament.name(others[0])} had none yet"
            )
            yield f"round {number}: {tournament.name(key)} {said}"
        spared[key] = number


def _possible(
    tournament: Tournament,
    number: int,
    games: list[Game],
    byes: list[str],
    met: dict[frozenset[str], int],
) -> int:
    """How many boards there can be, of those who take part; 0 if nobody is drawn or they are many."""
    taking_part = [
        player.key
        for player in tournament.players.values()
        if player.final and number not in player.absences and player.key not in byes
    ]
    if not games or tournament.unchecked or len(taking_part) > _EXHAUSTIVE:
        return 0
    return _most(tuple(taking_part), met)


def _most(waiting: tuple[str, ...], met: dict[frozenset[str], int]) -> int:
    """The most pairs of players who have not met, by trying all."""
    if len(waiting) < 2:
        return 0
    first, *rest = waiting
    best = _most(tuple(rest), met)
    for place, other in enumerate(rest):
        if best == len(waiting) // 2:
            break
        if frozenset((first, other)) not in met:
            best = max(best, 1 + _most((*rest[:place], *rest[place + 1 :]), met))
    return best
