"""Line-ups of one round: who plays at which board, and whether that keeps to the order of a team."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.teams import matches_of, of_teams, out_of_order
from ...go.tournament import Game
from ...pairing.rounds import with_matches
from ...sentences import Remedy, Sentence, joined, phrase
from ..lookup import find_player
from ..rounds import round_to_attend, round_to_edit
from .outcome import Edit
from .teams import EMPTY_BOARD, find_team, refuse_elsewhere, with_team

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.teams import Match
    from ...go.tournament import Team, TeamPlay, Tournament
    from ..history.state import CongressState


def set_round_lineup(
    state: CongressState,
    team_or_name: Team | str,
    players: Sequence[str] = (),
    number: int | None = None,
) -> Edit:
    """Set who plays for a team in one round; the line-ups of all other rounds stay.

    A match of the round that has no result yet keeps its tables, and its first team the colours.

    Parameters
    ----------
    players
        As typed, from board 1 on; ``-`` is an empty board. By default those of the list of the team who take
        part in the round: substitutes move up. All other players of the team are substitutes.
    number
        The round; by default the one in play, or the next one if the team has results in that.

    Raises
    ------
    RuleError
        If the team or a player is not found, a player plays elsewhere, too few players take part, or the team
        has results in the round.
    """
    tournament = state.tournament
    team, play = find_team(tournament, team_or_name), tournament.team_play
    assert play is not None
    number = _round_of_lineup(tournament, team, number)
    match = match_of(tournament, team, number)
    if match is not None and match.begun:
        raise RuleError(
            phrase(
                "{team} has results in round {round}, so its line-up stays",
                team=team.name,
                round=number,
            ),
            Remedy("count otherwise for the teams", table=match.table),
        )
    seated = [
        "" if each == EMPTY_BOARD else find_player(tournament, each) for each in players
    ] or _present(tournament, play, team, number)
    refuse_elsewhere(tournament, play, team, seated, (number,))
    fresh = with_round_lineup(team, play, seated, number)
    after = replace(tournament, team_play=with_team(play, fresh))
    there = _taking_part(after, play, fresh, number)
    doubts = [*out_of_order(after, fresh, number)]
    if there < play.needed:
        few = _too_few(fresh, number, there, play)
        if match is not None:
            raise RuleError(few)
        doubts.append(few)
    if match is not None:
        after = _reseated(after, match, state.tables.closed)
    lineup = fresh.lineup(number)[: play.size]
    names = (tournament.name_of(key) if key else EMPTY_BOARD for key in lineup)
    message = phrase(
        "{team}, round {round}: {names}",
        team=fresh.name,
        round=number,
        names=joined(", ", names),
    )
    return Edit(tournament=after, summary=message, messages=(message,), warnings=tuple(doubts))


def with_round_lineup(team: Team, play: TeamPlay, seated: Sequence[str], number: int) -> Team:
    """A team with other players at its boards in one round; all others of it are substitutes."""
    boards = (*seated, *[""] * play.size)[: max(play.size, len(seated))]
    others = (key for key in team.players_in_order if key not in boards)
    last = max(number + 1, len(team.lineups))
    lineups = [team.lineup(each) for each in range(1, last + 1)]
    lineups[number - 1] = _without_end((*boards, *others))
    fresh, order = team.with_lineups(lineups), team.players_in_order
    is_kept = fresh.players_in_order[: len(order)] == order
    return fresh if is_kept else replace(fresh, roster=order)


def _without_end(lineup: tuple[str, ...]) -> tuple[str, ...]:
    """A line-up without empty boards behind all players."""
    while lineup and not lineup[-1]:
        lineup = lineup[:-1]
    return lineup


def _round_of_lineup(tournament: Tournament, team: Team, number: int | None) -> int:
    """The round whose line-up is meant."""
    if number is not None:
        tournament.check_round(number)
        return number
    found = round_to_edit(tournament, None)
    match = match_of(tournament, team, found)
    later = round_to_attend(tournament) if match and match.begun else None
    return later or found


def match_of(tournament: Tournament, team: Team, number: int) -> Match | None:
    """The match of a team in a round."""
    play = tournament.team_play
    matches = matches_of(tournament, play, number) if play else ()
    return next((each for each in matches if team.key in (each.white, each.black)), None)


def _present(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> list[str]:
    """The first players of the list of a team who take part in a round."""
    there = [key for key in team.players_in_order if _takes_part(tournament, key, number)]
    return there[: play.size]


def _takes_part(tournament: Tournament, key: str, number: int) -> bool:
    player = tournament.by_key[key]
    return player.final and player.plays_in(number)


def _taking_part(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> int:
    """How many of the players at the boards of a team take part in a round."""
    lineup = team.lineup(number)[: play.size]
    return sum(_takes_part(tournament, key, number) for key in lineup if key)


def _too_few(team: Team, number: int, there: int, play: TeamPlay) -> Sentence:
    return Sentence(
        phrase(
            "{team} has {there} of {boards} players in round {round}, and needs {needed}",
            team=team.name,
            there=there,
            boards=play.size,
            round=number,
            needed=play.needed,
        ),
        Remedy("let teams need fewer", players=max(there, 1)),
    )


def _reseated(tournament: Tournament, match: Match, closed: frozenset[int]) -> Tournament:
    """The tournament with the boards of a match as the line-ups have them now, at the same tables."""
    number, tables = match.round, {game.table for game in match.boards.values()}
    others = [game for game in tournament.round(number).games if game.table not in tables]
    bare = tournament.replace_round(number, others)
    before = of_teams(bare)
    fresh = Game(round=number, table=match.table, white=match.white, black=match.black)
    after = before.replace_round(number, (*before.round(number).games, fresh), ())
    return with_matches(bare, before, after, number, closed, at_tables=True)
