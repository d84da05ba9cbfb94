"""Tournaments that the engine of managers makes, as the configurations of JaVaFo and bbpPairings describe them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ...formats import FORMATS
from ...formats.trf import with_values
from ...formats.trf.lines import MOST_PLAYERS, MOST_TEAMS, parse_halves
from ...go.teams import of_teams
from ...go.tournament import (
    PRESETS,
    FideRules,
    Player,
    Result,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from ...go.tournament.ranges import range_in
from ...pairing.generator import (
    CRITERIA_OF_TEAMS,
    games_by_attendance,
    in_single_games,
    results_of_chess,
    with_draw,
)
from ...pairing.population import Chance
from ...pairing.rounds import draw_round
from ...pairing.systems import system_class
from ...parameters import number_in
from .reports import read_content, refusing, stated_system, write_files
from .statuses import BAD_REQUEST, TOO_LARGE, RefusalError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Game
    from ...pairing.systems import System

_LARGEST_SEED = 2**31


class _Limits(NamedTuple):
    least: int
    most: int
    status: int = BAD_REQUEST
    """Of more than the most."""


_RATE = _Limits(1, 10**9)
_RATING = _Limits(1, 9999)
_MOST_ROUNDS = int(range_in(Rules, "rounds").most or 0)
_BOARDS = int(range_in(TeamPlay, "size").least or 0), int(range_in(TeamPlay, "size").most or 0)

_NUMBERS = {
    "PlayersNumber": ("players", _Limits(2, MOST_PLAYERS, TOO_LARGE)),
    "TeamsNumber": ("teams", _Limits(2, MOST_TEAMS, TOO_LARGE)),
    "BoardsNumber": ("boards", _Limits(*_BOARDS)),
    "RoundsNumber": ("rounds", _Limits(1, _MOST_ROUNDS, TOO_LARGE)),
    "DrawPercentage": ("draws", _Limits(0, 100)),
    "ForfeitRate": ("forfeits", _RATE),
    "RetiredRate": ("retired", _RATE),
    "HalfPointByeRate": ("byes", _RATE),
    "HighestRating": ("highest", _RATING),
    "LowestRating": ("lowest", _RATING),
}
"""Fields of `_Config` by the names of a configuration."""

_POINTS = {
    "PointsForWin": ("win_x2", "forfeit_win_x2", "both_win_x2"),
    "PointsForDraw": ("jigo_x2", "requested_bye_x2"),
    "PointsForLoss": ("loss_x2", "both_lose_x2"),
    "PointsForZPB": ("wins_absent_x2",),
    "PointsForForfeitLoss": ("forfeit_loss_x2",),
    "PointsForPAB": ("wins_bye_x2",),
}
"""Fields of the points by these names."""

_ACCELERATIONS = ("none", "baku")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Config:
    """What a tournament is to be like."""

    players: int
    rounds: int

    teams: int = 0
    """None if players are paired; otherwise there are as many players as they need."""

    boards: int = 4
    draws: int = 30
    """Percentage of the games between equals that are drawn; of others fewer."""

    forfeits: int = 40
    """One game in so many is won by forfeit."""

    retired: int = 100
    """One player in so many, or one team, retires before a round."""

    byes: int = 60
    """One player in so many, or one team, asks for a bye of half a point."""

    highest: int = 2600
    lowest: int = 1400
    acceleration: str = "none"
    points_x2: tuple[tuple[str, int], ...] = ()

    @classmethod
    def by_chance(cls, chance: Chance) -> Self:
        """A tournament of any size that is common."""
        players = 16 + chance.below(105)
        return cls(players=players, rounds=5 + chance.below(min(7, players - 10)))

    @classmethod
    def parse(cls, path: str, text: str, chance: Chance) -> Self:
        """Read a configuration: a line ``name=value`` for each value that is not the usual one.

        Raises
        ------
        RefusalError
            If a line cannot be read.
        """
        values: dict[str, Any] = {}
        points: dict[str, int] = {}
        for line, entry in enumerate(text.splitlines(), 1):
            if not entry.strip() or entry.lstrip().startswith("#"):
                continue
            name, _, value = (part.strip() for part in entry.partition("="))
            if name in _NUMBERS:
                field, limits = _NUMBERS[name]
                values[field] = _number(path, line, entry, value, limits)
            elif name in _POINTS and (halves := parse_halves(value)) is not None:
                points |= dict.fromkeys(_POINTS[name], halves)
            elif name == "Acceleration" and value.lower() in _ACCELERATIONS:
                values["acceleration"] = value.lower()
            else:
                raise _wrong(
                    path, line, f"expected a line such as PlayersNumber=100, found {entry[:60]!r}"
                )
        usual = cls.by_chance(chance)
        found = replace(usual, **values, points_x2=tuple(points.items()))
        if found.teams:
            rounds = found.rounds if "rounds" in values else min(found.rounds, found.teams - 1)
            found = replace(found, players=found.teams * found.boards, rounds=rounds)
        if found.lowest > found.highest:
            message = f"{path}: LowestRating {found.lowest} is above HighestRating {found.highest}"
            raise RefusalError(BAD_REQUEST, f"Error parsing file {message}")
        return found

    def with_teams(self) -> Self:
        """The same players in teams, those left out who fill none."""
        teams = max(2, self.players // self.boards)
        rounds = min(self.rounds, teams - 1)
        return replace(self, teams=teams, players=teams * self.boards, rounds=rounds)


def _number(path: str, line: int, entry: str, value: str, limits: _Limits) -> int:
    number = number_in(value)
    if number is not None and limits.least <= number <= limits.most:
        return number
    message = f"expected a number from {limits.least} to {limits.most}, found {entry[:60]!r}"
    status = limits.status if (number or 0) > limits.most or len(value) > 9 else BAD_REQUEST
    raise _wrong(path, line, message, status)


def _wrong(path: str, line: int, message: str, status: int = BAD_REQUEST) -> RefusalError:
    return RefusalError(status, f"Error parsing file {path}: line {line}: {message}")


def make_tournament(system: str, path: str, seed: int | None, output: str) -> None:
    """Make a tournament, and write its report.

    Parameters
    ----------
    system
        Its name.
    path
        Of the configuration, or a seed; empty for neither.
    output
        The file that is written.

    Raises
    ------
    RefusalError
        If the configuration cannot be read, a round cannot be paired, or the file cannot be written.
    """
    kind = system_class(stated_system(system))
    if seed is None and path.isascii() and path.isdigit() and not Path(path).exists():
        path, seed = "", int(path[:18])
    if seed is None:
        seed = randbelow(_LARGEST_SEED)
    chance = Chance(seed)
    config = _Config.by_chance(chance)
    if path:
        text = read_content(path).decode("utf-8", "replace")
        config = _Config.parse(path, text, Chance(seed))
    if kind.of_teams and not config.teams:
        config = config.with_teams()
    with refusing(f"Error while making {output}"):
        tournament = _enter_players(config, kind, seed, chance)
        for number in range(1, config.rounds + 1):
            tournament = _play_round(tournament, number, config, chance)
        content = with_values(FORMATS["trf"].new(tournament), tournament)
    inputs = [path] if path else []
    write_files({output: content.decode()}, *inputs)


def _enter_players(config: _Config, kind: type[System], seed: int, chance: Chance) -> Tournament:
    """The tournament before round 1, with players in the order of their ratings."""
    width = config.highest - config.lowest + 1
    ratings = sorted(
        (config.lowest + chance.below(width) for _ in range(config.players)), reverse=True
    )
    fide = FideRules(
        order="entry",
        acceleration=config.acceleration,
        initial_colour=chance.one_of(("white", "black")),
    )
    changes = {**PRESETS[kind.preset].changes, "system": kind.name}
    rules = replace(Rules(**changes), rounds=config.rounds, fide=fide)
    stated: dict[str, Any] = dict(config.points_x2)
    points = replace(rules.points, **stated)
    second = (rules.games - 1) * points.jigo_x2  # of two games the bye wins one and draws one
    points = replace(points, requested_bye_x2=rules.games * points.jigo_x2)
    if "wins_bye_x2" not in stated:
        bye = points.jigo_x2 if config.teams else points.win_x2 + second
        points = replace(points, wins_bye_x2=bye)
    players = (
        Player(key=f"{n}", name=f"Player{n:04}", first_name=f"Test{n:04}", rating=rating)
        for n, rating in enumerate(ratings, 1)
    )
    return Tournament(
        name=f"Random tournament {seed}",
        kind="swiss",
        rules=replace(rules, points=points),
        players=tuple(players),
        team_play=_teams(config) if config.teams else None,
    )


def _teams(config: _Config) -> TeamPlay:
    """The teams: the best players are at the first boards, the best of them in the first team."""
    return TeamPlay(
        teams=tuple(
            Team(
                key=f"{n}",
                name=f"Team{n:03}",
                lineups=(tuple(f"{n + board * config.teams}" for board in range(config.boards)),),
            )
            for n in range(1, config.teams + 1)
        ),
        size=config.boards,
        fewest=1,
        placement=CRITERIA_OF_TEAMS,
    )


def _play_round(tournament: Tournament, number: int, config: _Config, chance: Chance) -> Tournament:
    """The tournament after a round: who retires or asks for a bye, the pairs, and the results."""
    away: dict[str, tuple[range, bool]] = {}
    play, alone = tournament.team_play, ([player.key] for player in tournament.players)
    for keys in alone if play is None else [team.members for team in play.teams]:
        if not all(number in tournament.by_key[key].absences for key in keys):
            if not chance.below(config.retired):
                away |= dict.fromkeys(keys, (range(number, config.rounds + 1), False))
            elif not chance.below(config.byes):
                away |= dict.fromkeys(keys, (range(number, number + 1), True))
    players = (
        _missing(player, *away[player.key]) if player.key in away else player
        for player in tournament.players
    )
    tournament = replace(tournament, players=tuple(players))
    kind = system_class(tournament.rules.system or "")
    system = kind.of_tournament(of_teams(tournament))
    paired = with_draw(tournament, number, partial(draw_round, system=system))

    def results(single: Tournament) -> Tournament:
        games, lost = games_by_attendance(single, number)
        return single.replace_round(number, [*_with_results(single, games, config, chance), *lost])

    return in_single_games(paired, number, results)


def _missing(player: Player, rounds: range, is_bye: bool) -> Player:
    """A player who is absent in some rounds, perhaps with a bye."""
    byes = player.requested_byes.union(rounds) if is_bye else player.requested_byes
    return replace(player, absences=player.absences.union(rounds), requested_byes=byes)


_BOTH = 10
"""One forfeit in so many is that of both players."""


def _with_results(
    tournament: Tournament, games: Sequence[Game], config: _Config, chance: Chance
) -> list[Game]:
    """Games with results, whose scores are those that the ratings predict [FIDE B.02 8.1]."""
    forfeited = [not chance.below(config.forfeits) for _ in games]
    results = results_of_chess(tournament, games, chance, 100 * config.draws)
    found = []
    for game, result, is_forfeit in zip(games, results, forfeited, strict=True):
        if is_forfeit:
            winner = (Result.WHITE_WINS, Result.BLACK_WINS)[chance.below(2)]
            result = winner if chance.below(_BOTH) else Result.BOTH_LOSE
        found.append(replace(game, result=result, by_default=is_forfeit))
    return found
