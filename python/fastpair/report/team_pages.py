"""Sheets of single teams: their matches, their players with every result, and their line-ups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import RuleError
from ..go.teams import match_of, of_teams
from ..sentences import phrase
from .languages import in_order_of_names
from .pages import Attendance, boards_of_match, named, print_sums, rows_of_match
from .sheet import Column, Sheet, format_number, player_cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..go.team_standings import TeamRow
    from ..go.teams import Match
    from ..go.tournament import Game, Team, TeamPlay, Tournament
    from .pages import MatchBoard, Translate


def team_facts(team: Team, row: TeamRow | None, _: Translate) -> tuple[str, ...]:
    """Who leads a team and where it stands, in short."""
    facts = [(_("Captain"), team.captain)]
    if row is not None:
        facts += [
            (_("Place"), "–" if row.unranked else str(row.place)),
            (_("Match points"), format_number(row.match_points)),
            (_("Board points"), format_number(row.board_points)),
        ]
    return tuple(_(": ").join(fact) for fact in facts if fact[1])


def team_matches_sheet(
    tournament: Tournament, team: Team, _: Translate, matches: Tournament | None = None
) -> Sheet:
    """The matches of a team with their boards, its own players on the left.

    ``matches`` has the teams as its players, also of matches whose boards are not to be seen.
    """
    units = matches or of_teams(tournament)
    rows: list[tuple[str, ...]] = []
    for number, match, lines in _matches(tournament, team, units):
        title = _("Round {round}").format(round=number)
        if match is None and (game := units.round(number).game_of(team.key)) is not None:
            names = " – ".join(map(units.name_of, game.players))
            rows.append((_(": ").join((title, names)), "", "", "", "", ""))
            continue
        if match is None:
            reason = Attendance.of(units, number).reasons(_).get(team.key, "")
            rows.append((_(": ").join(filter(None, (title, reason))), "", "", "", "", ""))
            continue
        heading = _(": ").join((title, _heading_for(units, match, team)))
        for board, _table, *row, _handicap, result in rows_of_match(tournament, lines, _):
            rows.append((heading, board, *row, result))
    return Sheet(
        title=tournament.name,
        heading=team.name,
        columns=(
            Column(_("Match"), group=True),
            Column(_("Board"), right=True),
            Column(_("Player"), name=True),
            Column(_("Colour")),
            Column(_("Opponent"), name=True),
            Column(_("Result")),
        ),
        rows=tuple(rows),
    )


def _heading_for(units: Tournament, match: Match, team: Team) -> str:
    """The two teams of a match with their sums, one of them in front."""
    order = 1 if team.key == match.white else -1
    names = " – ".join(map(units.name_of, match.teams[::order]))
    points = print_sums(match.known_sums[::order]) if match.known_sums is not None else ""
    return f"{names} {points}".rstrip()


def _matches(
    tournament: Tournament, team: Team, units: Tournament | None = None
) -> Iterator[tuple[int, Match | None, Sequence[MatchBoard]]]:
    """The rounds with the match of a team and its boards, its own players on the left."""
    for number in range(1, (units or tournament).last_paired + 1):
        match = match_of(tournament, team.key, number)
        lines = [*boards_of_match(match, second=team.key == match.black)] if match else []
        yield number, match, lines


def team_players_sheet(tournament: Tournament, team: Team, _: Translate) -> Sheet:
    """The players of a team in the order of its list, with their results by round."""
    rounds = range(1, tournament.last_paired + 1)
    alone = {
        (number, key)
        for number in rounds
        if (match := match_of(tournament, team.key, number)) is not None
        for pair in match.empty.values()
        for key in pair
        if key in team.members
    }
    rows = []
    for place, key in enumerate(_members(tournament, team), start=1):
        games = {n: tournament.round(n).game_of(key) for n in rounds}
        cells = ["+" if (n, key) in alone else _cell(games[n], key) for n in rounds]
        ended = [game for game in games.values() if game is not None and game.has_result]
        points_x2 = sum(game.ending.won_x2[game.players.index(key)] for game in ended)
        count = len(ended) + sum((n, key) in alone for n in rounds)
        points_x2 += 2 * sum((n, key) in alone for n in rounds)
        total = (format_number(points_x2 / 2), str(count)) if count else ("", "")
        name = player_cell(named(tournament.by_key[key]), key)
        rows.append((str(place), name, *cells, *total))
    return Sheet(
        title=tournament.name,
        heading=_("Players"),
        columns=(
            Column(_("Order"), right=True),
            Column(_("Player"), name=True),
            *(Column(str(number)) for number in rounds),
            Column(_("Points"), right=True, essential=True),
            Column(_("Games"), right=True, essential=True),
        ),
        rows=tuple(rows),
        notes=(
            _(
                "1w: has won with White. + and - are by forfeit, w or b alone is a game without a result."
            ),
        )
        if rounds
        else (),
    )


def _cell(game: Game | None, key: str) -> str:
    """A game of a player, as a cross table has it."""
    if game is None:
        return ""
    side = game.players.index(key)
    colour = "wb"[side]
    if not game.has_result:
        return colour
    won_x2 = game.ending.won_x2[side]
    if game.is_forfeit:
        return f"{'+' if won_x2 else '-'}{colour}"
    return f"{format_number(won_x2 / 2)}{colour}"


def whole_team_sheet(
    tournament: Tournament,
    team: Team,
    facts: Sequence[str],
    _: Translate,
    matches: Tournament | None = None,
) -> Sheet:
    """The matches of a team, and below them its players with their points and games.

    Parameters
    ----------
    matches
        As of `team_matches_sheet`.
    facts
        What stands below, such as `team_facts`.
    """
    players = team_players_sheet(tournament, team, _).rows
    title = _(": ").join((_("Players"), f"{_('Points')} / {_('Games')}"))
    totals = (f"{each[-2]} / {each[-1]}" if each[-1] else "" for each in players)
    rows = (
        (title, each[0], each[1], "", "", total)
        for each, total in zip(players, totals, strict=True)
    )
    sheet = team_matches_sheet(tournament, team, _, matches)
    return replace(sheet, rows=(*sheet.rows, *rows), notes=tuple(facts))


def _members(tournament: Tournament, team: Team) -> Iterator[str]:
    """Keys of the players of a team in the order of its list."""
    return (key for key in team.players_in_order if key in tournament.by_key)


def lineups_sheet(tournament: Tournament, number: int, _: Translate, language: str = "en") -> Sheet:
    """Who sits at which board of each team in a round, and the substitutes.

    Raises
    ------
    RuleError
        If no teams play.
    """
    play = tournament.team_play
    if play is None:
        raise RuleError(phrase("no teams play in this tournament"))
    teams = {team.key: team for team in play.teams}
    rows = [
        (_heading_of(teams[unit.key], _), *row)
        for unit in in_order_of_names(of_teams(tournament).players, language)
        for row in _lineup(tournament, play, teams[unit.key], number, _)
    ]
    return Sheet(
        title=tournament.name,
        heading=_("Line-ups of round {round}").format(round=number),
        columns=(
            Column(_("Team"), group=True),
            Column(_("Board")),
            Column(_("Player"), name=True),
        ),
        rows=tuple(rows),
    )


def _heading_of(team: Team, _: Translate) -> str:
    """A team with its captain."""
    captain = _(": ").join((_("Captain"), team.captain)) if team.captain else ""
    return " · ".join(filter(None, (team.name, captain)))


def _lineup(
    tournament: Tournament, play: TeamPlay, team: Team, number: int, _: Translate
) -> Iterator[Sequence[str]]:
    """Board and player of a line-up, and those of the list who have no board."""
    lineup = play.at_boards(team, number)
    for board, key in enumerate(lineup, start=1):
        player = tournament.by_key.get(key)
        absent = player is not None and not player.plays_in(number)
        name = _("empty board") if player is None else named(player)
        yield str(board), _(": ").join((name, _("absent"))) if absent else name
    for key in _members(tournament, team):
        if key not in lineup:
            yield _("Substitute"), named(tournament.by_key[key])
