"""Teams in a file, whose matches stand beside the games of their boards [TEAMS]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from ...errors import FormatError
from ...go.teams import matches_of, units
from ...go.tournament import Bye, Game, Result, Team, TeamPlay
from ..json.decoding import decode
from .boards import NOBODY, RESULTS, game_of, refuse_strangers
from .roster import keys_of
from .shape import APART, BOARDS, BoardEntry, TeamEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...go.tournament import Tournament
    from .shape import File

__all__ = ["Teams", "bye_remarks", "byes_of_teams", "match_remarks"]


@dataclass(frozen=True, kw_only=True)
class Teams:
    """The teams of a file, and the boards of their matches."""

    play: TeamPlay
    games: tuple[Game, ...]
    by_match: Mapping[int, tuple[Game, ...]]
    """The games of each match by its number, the uppermost board first."""

    remarks: tuple[str, ...]

    @classmethod
    def of(cls, path: str, file: File, rounds: int) -> Teams:
        """Read them.

        Raises
        ------
        FormatError
            If a team or a player has a game who is not there, or a value does not parse.
        """
        return _Reader(path, file).read(rounds)


class _Reader:
    """What reading teams needs to know."""

    def __init__(self, path: str, file: File) -> None:
        self.path, self.file = path, file
        self.size = APART[file.type]
        self.keys = keys_of(file)
        self.teams = {team.id: team for team in file.teams}
        self.people = {entry.id: entry for entry in file.players}
        self.held = {
            match: self.decoded(match, boards) for match, boards in file.individual_games.items()
        }
        self.remarks: list[str] = []

    def read(self, rounds: int) -> Teams:
        lineups = {
            (team.id, number): self.by_rating(team, number)
            for team in self.file.teams
            for number in range(1, rounds + 1)
        }
        self.remark_on_crowds(lineups)
        by_match: dict[int, tuple[Game, ...]] = {}
        for number, entries in enumerate(self.file.games, start=1):
            matches = [match for match in entries if NOBODY not in (match.w, match.b)]
            for place, match in enumerate(entries):
                if match in matches:
                    steps = ("games", number - 1, place)
                    refuse_strangers(self.path, steps, match, self.teams, "team")
            boards = {match.id: self.boards(number, match, lineups) for match in matches}
            by_match |= _seated(boards, matches)
        teams = (
            Team(
                key=str(team.id),
                name=team.name,
                lineups=_shortest([self.named(lineups[team.id, n]) for n in range(1, rounds + 1)]),
                correction=team.mms_correction,
            )
            for team in self.file.teams
        )
        return Teams(
            play=TeamPlay(teams=tuple(teams), size=self.size, placement=()),
            games=tuple(game for games in by_match.values() for game in games),
            by_match=by_match,
            remarks=tuple(self.remarks),
        )

    def named(self, lineup: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.keys[number] for number in lineup)

    def by_rating(self, team: TeamEntry, number: int, *, crowded: bool = False) -> tuple[int, ...]:
        """Who sits down in a round: as many as there are boards, the highest rating first.

        Whoever is absent fills the boards that are left, so that the team is not complete. If more
        are present than there are boards, nobody sits down, unless ``crowded``.
        """
        listed = sorted(team.players, key=lambda player: -self.people[player].rating)
        chosen = sorted(listed, key=lambda player: number in self.people[player].skip)
        waiting = chosen[self.size : self.size + 1]
        some_wait = any(number not in self.people[player].skip for player in waiting)
        if some_wait and not crowded:
            return ()
        return tuple(player for player in listed if player in chosen[: self.size])

    def remark_on_crowds(self, lineups: Mapping[tuple[int, int], tuple[int, ...]]) -> None:
        crowds = [at for at, lineup in lineups.items() if self.teams[at[0]].players and not lineup]
        if crowds:
            number, place = crowds[0]
            self.remarks.append(
                f"/teams: {self.teams[number].name!r} does not play in round {place}, since more than "
                f"{self.size} of its players are present"
                + (f", and {len(crowds) - 1} more like it" if len(crowds) > 1 else "")
            )

    def boards(
        self, number: int, match: BoardEntry, lineups: dict[tuple[int, int], tuple[int, ...]]
    ) -> tuple[Game, ...]:
        """The games of a match; its teams are seated as they have played."""
        white, black = self.teams[match.w], self.teams[match.b]
        entries = self.held.get(str(match.id))
        if entries is None:
            seated = (
                lineups[team.id, number] or self.by_rating(team, number, crowded=True)
                for team in (white, black)
            )
            entries = _alternating(list(zip(*seated, strict=False)))
            self.remarks.append(
                f"/games/{number - 1}: the match of {white.name!r} and {black.name!r} has no boards; "
                f"{len(entries)} are made of its players by rating, without results"
            )
        steps = ("individualGames", str(match.id))
        games = tuple(
            game_of(self.path, (*steps, place), number, _at_table(board, match), self.keys)
            for place, board in enumerate(entries)
        )
        sides = [_sides(place, board, white, black) for place, board in enumerate(entries)]
        if sides:
            lineups[match.w, number] = tuple(player for player, _ in sides)
            lineups[match.b, number] = tuple(player for _, player in sides)
        return games

    def decoded(self, match: str, held: Any) -> tuple[BoardEntry, ...]:  # noqa: ANN401 - JSON
        try:
            boards: tuple[BoardEntry, ...] = decode(self.path, held, BOARDS)
        except FormatError as error:
            place = f"/individualGames/{match}{error.pointer}"
            said = error.detail.removeprefix("document: ")
            raise FormatError(self.path, None, said, pointer=place) from None
        return boards


def _at_table(board: BoardEntry, match: BoardEntry) -> BoardEntry:
    """A board at its table; at that of its match if it has none."""
    return replace(board, t=board.t or match.t or 1)


def _alternating(sides: list[tuple[int, int]]) -> tuple[BoardEntry, ...]:
    """Boards of players of the team with White at the first one, and of the other team."""
    return tuple(
        BoardEntry(id=0, t=0, w=pair[place % 2], b=pair[1 - place % 2], h=0, r="?")
        for place, pair in enumerate(sides)
    )


def _sides(place: int, board: BoardEntry, white: TeamEntry, black: TeamEntry) -> tuple[int, int]:
    """Who of a board plays for the team with White in the match, and who for the other one."""
    straight = board.w in white.players or board.b in black.players
    turned = board.b in white.players or board.w in black.players
    if straight == turned:  # They have left their teams, but colours alternate.
        straight = place % 2 == 0
    return (board.w, board.b) if straight else (board.b, board.w)


def _seated(
    boards: Mapping[int, tuple[Game, ...]], matches: list[BoardEntry]
) -> dict[int, tuple[Game, ...]]:
    """The games of a round at tables of their own, which are counted where the file has none."""
    games = [game for match in boards.values() for game in match]
    tables = {game.table for game in games}
    if len(tables) == len(games) and min(tables, default=1) > 0:
        return dict(boards)
    free = count(1)
    ordered = sorted(matches, key=lambda match: match.t)
    return {
        match.id: tuple(replace(game, table=next(free)) for game in boards[match.id])
        for match in ordered
    }


def _shortest(lineups: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Line-ups without those at the end that are as the one before them."""
    while len(lineups) > 1 and lineups[-1] == lineups[-2]:
        lineups.pop()
    return tuple(lineups)


def match_remarks(tournament: Tournament, file: File) -> Iterator[str]:
    """Say how many results of matches are others than in the file."""
    assert tournament.team_play is not None
    names = {team.key: team.name for team in tournament.team_play.teams}
    differing = []
    for number, entries in enumerate(file.games, start=1):
        sides = {frozenset((str(entry.w), str(entry.b))): entry for entry in entries}
        for match in matches_of(tournament, tournament.team_play, number):
            entry = sides.get(frozenset((match.white, match.black)))
            if entry is None:  # A player sits in several teams.
                continue
            stated = RESULTS[entry.r][0]
            if (stated.turned if match.black == str(entry.w) else stated) != match.result:
                differing.append((match, entry.r))
    if differing:
        match, letter = differing[0]
        winner = {Result.WHITE_WINS: match.white, Result.BLACK_WINS: match.black}.get(match.result)
        said = match.result.value if winner is None else f"{names[winner]!r} has won"
        yield (
            "/games: the result of a match follows from its boards, of which more are a win; "
            f"{len(differing)} differ from the file, such as {names[match.white]!r} and "
            f"{names[match.black]!r} in round {match.round}: {said}, not {letter!r}"
        )


def bye_remarks(tournament: Tournament, file: File) -> Iterator[str]:
    """Say which byes of teams are none here, since not exactly one team is left over."""
    assert tournament.team_play is not None
    found = set(units(tournament, tournament.team_play).byes)
    for bye in byes_of_teams(file):
        if bye not in found:
            name = next(team.name for team in file.teams if str(team.id) == bye.player)
            yield (
                f"/games/{bye.round - 1}: the bye of {name!r} does not count, as it is not the one complete "
                "team without a match; it stays in the file"
            )


def byes_of_teams(file: File) -> list[Bye]:
    """The byes that a file states."""
    return [
        Bye(round=number, player=str(entry.w or entry.b))
        for number, entries in enumerate(file.games, start=1)
        for entry in entries
        if NOBODY in (entry.w, entry.b)
    ]
