"""Teams in a list of entries: the columns Team and Board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ...errors import FormatError
from ...go.tournament import Team, TeamPlay
from ..names import folded
from .numbers import plain_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...go.tournament import Player, Tournament
    from .table import Row, Table

__all__ = ["Seat", "read_teams", "seats_of"]

_FEWEST, _MOST = 2, 10
"""Boards of a match."""


class Seat(NamedTuple):
    """Where a player sits, as the cells of a list have it."""

    team: str = ""
    board: str = ""


class _Member(NamedTuple):
    line: int
    player: Player
    board: int
    """0 if the list does not say it."""


def read_teams(
    path: str, table: Table, players: Sequence[Player]
) -> tuple[TeamPlay | None, tuple[str, ...]]:
    r"""The teams of a list, and who is a substitute, one line each.

    Returns
    -------
    No teams if nobody is in one.

    Raises
    ------
    FormatError
        If a player is in two teams, two players sit at one board, or a board is none.

    Examples
    --------
    >>> from fastpair.formats.entries.document import players_of
    >>> from fastpair.formats.entries.table import read_table
    >>> table = read_table("list.csv", b"Name;Rank;Team\nAdler;1d;Lyon\nKunz;2d;Lyon\n")
    >>> read_teams("list.csv", table, players_of("list.csv", table))[0].teams[0].lineups
    (('ADLER', 'KUNZ'),)
    """
    names, members = _members(path, table, players)
    if not members:
        return None, ()
    size = _size(members.values())
    teams, remarks = [], []
    for number, (mark, team) in enumerate(members.items(), start=1):
        lineup, spare = _lineup(path, names[mark], team, size)
        teams.append(Team(key=str(number), name=names[mark], lineups=(lineup,)))
        remarks += [
            f"{p.full_name} is a substitute of {names[mark]}, without a board" for p in spare
        ]
    return TeamPlay(teams=tuple(teams), size=size), tuple(remarks)


def _members(
    path: str, table: Table, players: Sequence[Player]
) -> tuple[dict[str, str], dict[str, list[_Member]]]:
    """Names of the teams, and their players in the order of the list; who is listed twice, once."""
    names: dict[str, str] = {}
    members: dict[str, list[_Member]] = {}
    seen: dict[str, tuple[Player, str]] = {}
    for player, row in zip(players, table.rows, strict=True):
        team, board = table.cell(row, "team"), _board(path, table, row)
        if not team:
            if board:
                raise FormatError(path, row.line, f"expected the team of board {board}, found none")
            continue
        other = _team_of(player, seen)
        if other is None:
            seen |= dict.fromkeys(_marks(player), (player, team))
            names.setdefault(team.casefold(), team)
            members.setdefault(team.casefold(), []).append(_Member(row.line, player, board))
        elif other.casefold() != team.casefold():
            message = f"{player.full_name} is in two teams, {other} and {team}"
            raise FormatError(path, row.line, message)
    return names, members


def _marks(player: Player) -> tuple[str, ...]:
    """What tells that somebody is listed twice: the PIN, or the name and club."""
    named = f"{folded(player.full_name)} {folded(player.club)}"
    return (player.egf_pin, named) if player.egf_pin else (named,)


def _team_of(player: Player, seen: Mapping[str, tuple[Player, str]]) -> str | None:
    """The team in which a line before has the same person. Namesakes have two PINs."""
    for mark in _marks(player):
        twin, team = seen.get(mark, (None, ""))
        if twin is None:
            continue
        if twin.egf_pin == player.egf_pin or not (twin.egf_pin and player.egf_pin):
            return team
    return None


def _board(path: str, table: Table, row: Row) -> int:
    """The board; 0 for nothing."""
    text, allowed = plain_whole(table.cell(row, "board")), range(1, _MOST + 1)
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and int(text) in allowed):
        message = f"expected a board from 1 to {_MOST}, found {text[:40]!r}"
        raise FormatError(path, row.line, message)
    return int(text)


def _size(teams: Iterable[Sequence[_Member]]) -> int:
    """Boards of a match: as many as most teams name, or else as most teams have players."""
    teams = list(teams)
    named = [last for team in teams if (last := max(member.board for member in team))]
    counts = Counter(named or (min(len(team), _MOST) for team in teams))
    usual = max(sorted(counts), key=counts.__getitem__)  # the smaller of two as common ones
    return max(usual, _FEWEST)


def _lineup(
    path: str, name: str, team: Sequence[_Member], size: int
) -> tuple[tuple[str, ...], list[Player]]:
    """Keys at the boards, and who is a substitute: players take free boards in their order."""
    seats: dict[int, Player] = {}
    for line, player, board in team:
        if board and seats.setdefault(board, player) is not player:
            both = f"{seats[board].full_name} and {player.full_name}"
            raise FormatError(path, line, f"two players at board {board} of {name}: {both}")
    free = [board for board in range(1, size + 1) if board not in seats]
    waiting = [player for _, player, board in team if not board]
    seats |= dict(zip(free, waiting, strict=False))
    boards = range(1, min(max(seats), size) + 1)
    lineup = [seats[board].key if board in seats else "" for board in boards]
    beyond = [seats[board] for board in sorted(seats) if board > size]
    return tuple(lineup), [*beyond, *waiting[len(free) :]]


def seats_of(tournament: Tournament) -> Mapping[str, Seat]:
    """Team and board of the players who sit at one in the first round, by their keys.

    Examples
    --------
    >>> from fastpair.go.tournament import Grade, Player, Tournament
    >>> players = [Player(key=k, name=k, first_name="", grade=Grade(0)) for k in "ab"]
    >>> play = TeamPlay(teams=(Team(key="1", name="Lyon", lineups=(("a", "b"), ("b", "a"))),))
    >>> seats_of(Tournament(players=tuple(players), team_play=play))["b"]
    Seat(team='Lyon', board='2')
    """
    seats = tournament.team_play.seats(1) if tournament.team_play else {}
    return {key: Seat(team.name, str(board)) for key, (team, board) in seats.items()}
