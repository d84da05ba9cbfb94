"""Teams in a list of entries: the columns Team, Board and Captain."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ...errors import FormatError
from ...go.tournament import Player, Team, TeamPlay, Tournament
from ...letters import folded
from ..document import whole_in
from .columns import plain_whole
from .names import both_spellings
from .team_rows import RESERVE, is_reserve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .columns import ListRow
    from .table import ListTable


_FEWEST, _MOST = 2, 10
"""Boards of a match."""


class TeamSeat(NamedTuple):
    """Where a player sits, as the cells of a list have it."""

    team: str = ""
    board: str = ""
    captain: str = ""


class _Member(NamedTuple):
    line: int
    player: Player
    board: int
    """0 if the list does not say it."""

    is_reserve: bool
    """Whether the list says that the player is a substitute."""


def read_teams(
    path: str, table: ListTable, players: Sequence[Player]
) -> tuple[TeamPlay | None, tuple[str, ...]]:
    r"""The teams of a list with their captains, and who is a substitute, one line each.

    Returns
    -------
    No teams if nobody is in one.

    Raises
    ------
    FormatError
        If a player is in two teams, two players sit at one board, a board is none, or a team has two captains.

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
    size, captains = _size(members.values()), _captains(path, table)
    teams, remarks = [], []
    for number, (mark, team) in enumerate(members.items(), start=1):
        lineup, spare = _lineup(path, names[mark], team, size)
        whole = (*lineup, *(player.key for player in spare))
        captain = captains.get(mark, "")
        teams.append(Team(key=str(number), name=names[mark], captain=captain, lineups=(whole,)))
        remarks += [
            f"{p.full_name} is a substitute of {names[mark]}, without a board" for p in spare
        ]
    return TeamPlay(teams=tuple(teams), size=size), tuple(remarks)


def _members(
    path: str, table: ListTable, players: Sequence[Player]
) -> tuple[dict[str, str], dict[str, list[_Member]]]:
    """Names of the teams, and their players in the order of the list; who is listed twice, once."""
    names: dict[str, str] = {}
    members: dict[str, list[_Member]] = {}
    if table.columns.keys().isdisjoint(("team", "board")):
        return names, members
    seen: dict[str, tuple[Player, str]] = {}
    for player, row in zip(players, table.rows, strict=True):
        team, text = table.cell(row, "team"), table.cell(row, "board")
        spare = is_reserve(text)
        board = 0 if spare else _board(path, row, text)
        if not team:
            if board:
                raise FormatError(path, row.line, f"expected the team of board {board}, found none")
            continue
        other = _team_of(player, seen)
        if other is None:
            seen |= dict.fromkeys(_marks(player), (player, team))
            names.setdefault(team.casefold(), team)
            members.setdefault(team.casefold(), []).append(_Member(row.line, player, board, spare))
        elif other.casefold() != team.casefold():
            message = f"{player.full_name} is in two teams, {other} and {team}"
            raise FormatError(path, row.line, message)
    return names, members


def _marks(player: Player) -> tuple[str, ...]:
    """What tells that somebody is listed twice: the PIN, or the name and club."""
    names = tuple(f"{name} {folded(player.club)}" for name in both_spellings(player))
    return (player.egf_pin, *names) if player.egf_pin else names


def _team_of(player: Player, seen: Mapping[str, tuple[Player, str]]) -> str | None:
    """The team in which a line before has the same person. Namesakes have two PINs."""
    for mark in _marks(player):
        twin, team = seen.get(mark, (None, ""))
        if twin is None:
            continue
        if twin.egf_pin == player.egf_pin or not (twin.egf_pin and player.egf_pin):
            return team
    return None


def _captains(path: str, table: ListTable) -> dict[str, str]:
    """The captains of teams, by their names in lower case.

    Raises
    ------
    FormatError
        If a team has two.
    """
    captains: dict[str, str] = {}
    for row in table.rows if "captain" in table.columns else ():
        team, captain = table.cell(row, "team"), " ".join(table.cell(row, "captain").split())
        if not (team and captain):
            continue
        first = captains.setdefault(team.casefold(), captain)
        if folded(first) != folded(captain):
            message = f"{team} has two captains, {first} and {captain}; name one of them"
            raise FormatError(path, row.line, message)
    return captains


def _board(path: str, row: ListRow, text: str) -> int:
    """The board; 0 for nothing."""
    board = whole_in(plain_whole(text))
    if text and not (board and board <= _MOST):
        message = f"expected a board from 1 to {_MOST}, or {RESERVE!r}, found {text[:40]!r}"
        raise FormatError(path, row.line, message)
    return board or 0


def _size(teams: Iterable[Sequence[_Member]]) -> int:
    """Boards of a match: as many as most teams name, or else as most teams have players."""
    teams = list(teams)
    last_boards = [last for team in teams if (last := max(member.board for member in team))]
    listed = (sum(not member.is_reserve for member in team) for team in teams)
    counts = Counter(last_boards or (min(number, _MOST) for number in listed))
    usual = max(sorted(counts), key=counts.__getitem__)  # the smaller of two as common ones
    return max(usual, _FEWEST)


def _lineup(
    path: str, name: str, team: Sequence[_Member], size: int
) -> tuple[tuple[str, ...], list[Player]]:
    """Keys at the boards, all of them if somebody is a substitute, and who is: players take free boards in their order."""
    seats: dict[int, Player] = {}
    for line, player, board, _ in team:
        if board and seats.setdefault(board, player) is not player:
            both = f"{seats[board].full_name} and {player.full_name}"
            raise FormatError(path, line, f"two players at board {board} of {name}: {both}")
    free = [board for board in range(1, size + 1) if board not in seats]
    waiting = [member.player for member in team if not (member.board or member.is_reserve)]
    reserves = [member.player for member in team if member.is_reserve]
    seats |= dict(zip(free, waiting, strict=False))
    beyond = [seats[board] for board in sorted(seats) if board > size]
    spare = [*beyond, *waiting[len(free) :], *reserves]
    boards = range(1, (size if spare else max(seats)) + 1)
    lineup = [seats[board].key if board in seats else "" for board in boards]
    return tuple(lineup), spare


def seats_of(tournament: Tournament) -> Mapping[str, TeamSeat]:
    """Team and board of the players in the first round, by their keys, and the captain of the team.

    Examples
    --------
    >>> from fastpair.go.tournament import Grade, Player, Tournament
    >>> players = [Player(key=k, name=k, grade=Grade(0)) for k in "ab"]
    >>> play = TeamPlay(teams=(Team(key="1", name="Lyon", lineups=(("a", "b"), ("b", "a"))),))
    >>> seats_of(Tournament(players=tuple(players), team_play=play))["b"]
    TeamSeat(team='Lyon', board='2', captain='')
    """
    play = tournament.team_play
    if play is None:
        return {}
    seats = {key: str(board) for key, (_, board) in play.seats(1).items()}
    return {
        key: TeamSeat(team.name, seats.get(key, RESERVE), team.captain)
        for team in play.teams
        for key in team.lineup(1)
        if key
    }
