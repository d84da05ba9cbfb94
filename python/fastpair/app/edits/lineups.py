"""Line-ups of one round: who plays at which board, and whether that keeps to the order of a team."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import RuleError
from ...go.team_standings import describe_adjustment
from ...go.teams import match_of, matches_of, of_teams, out_of_order
from ...go.tournament import Game
from ...pairing.rounds import with_matches
from ...sentences import Remedy, Sentence, joined, phrase
from ..history.details import LineupDetails
from ..lookup import find_player, find_team, team_keyed
from ..round_states import describe_time, is_past, round_to_attend, round_to_edit
from .attendance import parse_time
from .outcome import Edit
from .snapshots import refuse_other_lineup
from .teams import EMPTY_BOARD, refuse_elsewhere, with_team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.teams import Match
    from ...go.tournament import Team, TeamPlay, Tournament
    from ..history.state import CongressState


def set_round_lineup(
    state: CongressState,
    team_or_name: Team | str,
    players: Sequence[str] = (),
    number: int | None = None,
    stated: str | None = None,
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
    stated
        The line-up that must be there, see `refuse_other_lineup`; by default any.

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
    match = match_of(tournament, team.key, number)
    if match is not None and match.begun:
        raise RuleError(
            phrase(
                "{team} has results in round {round}, so its line-up stays",
                team=team.name,
                round=number,
            ),
            Remedy("count otherwise for the teams", table=match.table),
        )
    if stated is not None:
        refuse_other_lineup(state, team, stated, number)
    seated = _seated(tournament, players) or _present(tournament, play, team, number)
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


def _seated(tournament: Tournament, players: Sequence[str]) -> list[str]:
    """The keys of players as typed; an empty one for an empty board."""
    return ["" if each == EMPTY_BOARD else find_player(tournament, each) for each in players]


def with_round_lineup(team: Team, play: TeamPlay, seated: Sequence[str], number: int) -> Team:
    """A team with other players at its boards in one round; all others of it are substitutes."""
    last = max(number + 1, len(team.lineups))
    lineups = [team.lineup(each) for each in range(1, last + 1)]
    order = team.players_in_order
    lineups[number - 1] = play.whole_lineup(seated, order)
    fresh = team.with_lineups(lineups)
    is_kept = fresh.players_in_order[: len(order)] == order
    return fresh if is_kept else replace(fresh, roster=order)


def _round_of_lineup(tournament: Tournament, team: Team, number: int | None) -> int:
    """The round whose line-up is meant."""
    if number is not None:
        tournament.check_round(number)
        return number
    found = round_to_edit(tournament, None)
    match = match_of(tournament, team.key, found)
    later = round_to_attend(tournament) if match and match.begun else None
    return later or found


def _present(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> list[str]:
    """The first players of the list of a team who take part in a round."""
    there = [key for key in team.players_in_order if _takes_part(tournament, key, number)]
    return there[: play.size]


def _takes_part(tournament: Tournament, key: str, number: int) -> bool:
    player = tournament.by_key[key]
    return player.final and player.plays_in(number)


def _taking_part(tournament: Tournament, play: TeamPlay, team: Team, number: int) -> int:
    """How many of the players at the boards of a team take part in a round."""
    lineup = filter(None, play.at_boards(team, number))
    return sum(_takes_part(tournament, key, number) for key in lineup)


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


# ---- What the page shows of the day of a team ----


class TeamDay(NamedTuple):
    """A team in a round."""

    match: Match | None
    lineup: tuple[str, ...]
    """A key for each board; an empty one for nobody."""

    doubts: tuple[Sentence, ...]
    """Who sits at another board than the order asks for."""

    adjustments: tuple[Sentence, ...]
    """The points that are added or deducted in all rounds."""

    @classmethod
    def of(cls, tournament: Tournament, team: Team, number: int) -> Self:
        """That of a team of a tournament."""
        play = tournament.team_play
        return cls(
            match=match_of(tournament, team.key, number),
            lineup=play.at_boards(team, number) if play else (),
            doubts=tuple(out_of_order(tournament, team, number)),
            adjustments=tuple(describe_adjustment(each) for each in team.adjustments),
        )


def boards_of_teams(tournament: Tournament, number: int) -> Iterator[Game]:
    """The boards of the matches of a round, but of matches of which only the sums are known."""
    play = tournament.team_play
    for match in matches_of(tournament, play, number) if play else ():
        yield from () if match.stated_sums else match.boards.values()


# ---- Line-ups that captains send ----


def lineups_until(state: CongressState, text: str, number: int | None = None) -> Edit:
    """Let captains send line-ups of a round by phone until a time.

    Parameters
    ----------
    text
        As `parse_time` takes it; ``now`` if they are closed and public, empty if captains send none any more.
    number
        The round; by default the one in play, or the next one.

    Raises
    ------
    RuleError
        If no teams are drawn, it is no time, or there is no such round.
    """
    tournament = state.tournament
    if tournament.drawn_teams is None:
        raise RuleError(phrase("no teams play in this tournament"))
    number = round_to_edit(tournament, number)
    closes = text.strip().lower() == "now"
    time = (
        datetime.now().astimezone() if closes else parse_time(text, tournament.event.day_of(number))
    )
    summary = (
        phrase("captains send no line-ups of round {round}", round=number)
        if time is None
        else phrase("line-ups of round {round} are closed and public", round=number)
        if closes
        else phrase(
            "captains send line-ups of round {round} until {time}",
            round=number,
            time=describe_time(time),
        )
    )
    details = LineupDetails(round=number, time=time)
    return Edit(tournament=tournament, summary=summary, messages=(summary,), details=details)


def refuse_closed(state: CongressState, team: Team, number: int) -> None:
    """Refuse a line-up of a captain that comes too early or too late.

    Raises
    ------
    RuleError
        If it does.
    """
    deadline = state.lineup_deadlines.get(number)
    match = match_of(state.tournament, team.key, number)
    if deadline is None or is_past(deadline) or (match and match.begun):
        raise RuleError(
            phrase(
                "line-ups of round {round} are closed; ask the tournament director", round=number
            )
        )


def captain_lineup(
    state: CongressState, key: str, players: Sequence[str], number: int, stated: str | None = None
) -> Edit:
    """Set the line-up of a round that a captain has sent: of players of the team, and in order.

    Parameters
    ----------
    key
        Of the team.
    players, stated
        As `set_round_lineup`.

    Raises
    ------
    RuleError
        If line-ups are closed, a player is not of the team, or the order is wrong.
    """
    tournament, team = state.tournament, team_keyed(state.tournament, key)
    refuse_closed(state, team, number)
    if stated is not None:
        refuse_other_lineup(state, team, stated, number)
    assert tournament.team_play is not None
    seated = _seated(tournament, players)
    for each in filter(None, seated):
        if each not in team.members:
            name = tournament.name_of(each)
            raise RuleError(phrase("{name} is not of {team}", name=name, team=team.name))
    if not any(seated):
        raise RuleError(phrase("enter a player for at least one board"))
    fresh = with_round_lineup(team, tournament.team_play, seated, number)
    for doubt in out_of_order(tournament, fresh, number):
        raise RuleError(doubt)
    return set_round_lineup(state, team, players, number)
