"""Teams, their members and line-ups."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from ...errors import RuleError
from ...formats.entries.countries import parse_country
from ...formats.entries.names import both_spellings
from ...go.team_standings import describe_adjustment
from ...go.teams import match_of, matches_of
from ...go.tournament import (
    BoardPrizeBoard,
    BoardPrizeValue,
    PointsAdjustment,
    Team,
    TeamCriterion,
    TeamPlay,
    name_criteria,
)
from ...go.tournament.ranges import parse_halves, range_in
from ...letters import folded
from ...parameters import number_in
from ...sentences import in_context_many, joined, marked, phrase, phrase_many
from ..forms.criteria import read_team_criteria
from ..forms.inputs import on_one_line
from ..lookup import find_player, find_team, teams_of_name
from ..round_states import in_ranges
from .outcome import Edit, PlayedScoresError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Player, Tournament


EMPTY_BOARD = "-"
"""As it is typed."""


def change_teams(
    tournament: Tournament,
    name: str | None,
    *,
    lineup: tuple[Sequence[str] | None, int | None, bool],
    facts: tuple[str | None, str | None, str | None],
    rename: str | None,
    delete: bool,
    rules: TeamRules,
    criteria: str | None,
) -> Edit:
    """Change a team, or a rule of all teams: one thing at a time.

    Parameters
    ----------
    name
        The team; None for a rule of all.
    lineup
        Players from board 1 on, the round from which on they sit there, and whether a new team has requested
        byes before.
    facts
        Country, club and captain.
    rules
        As of `change_team_rules`.

    Raises
    ------
    RuleError
        If nothing is to be changed, or several things, or the team is named or missing against the rule.
    """
    players, since, byes = lineup
    if (byes or since is not None) and not players:
        raise RuleError(phrase("a round is named without the players of a line-up"))
    change = _single(
        {
            "players": bool(players),
            "country, club and captain": any(each is not None for each in facts),
            "rename": bool(rename and rename.strip()),
            "delete": delete,
            "criteria": criteria is not None,
            "boards": any(each is not None for each in rules),
        }
    )
    of_all = change in ("criteria", "boards")
    if of_all and name is not None:
        raise RuleError(phrase("a team is named beside a rule of all teams"))
    if criteria is not None:
        return teams_placed(tournament, criteria)
    if of_all:
        return change_team_rules(tournament, rules)
    if name is None:
        raise RuleError(phrase("name the team"))
    if players:
        return set_lineup(tournament, name, players, since, byes=byes)
    if rename:
        return team_renamed(tournament, name, rename)
    return team_deleted(tournament, name) if delete else with_facts(tournament, name, *facts)


def _single(changes: Mapping[str, bool]) -> str:
    """The one thing to change of a team; refuse none, and several."""
    chosen = [what for what, is_asked in changes.items() if is_asked]
    if not chosen:
        raise RuleError(phrase("name what to change of the team"))
    if len(chosen) > 1:
        raise RuleError(
            phrase(
                "change one thing of a team at a time, not several: {several}",
                several=joined(", ", chosen),
            )
        )
    return chosen[0]


def set_lineup(
    tournament: Tournament,
    team_or_name: Team | str,
    players: Sequence[str],
    since: int | None,
    *,
    byes: bool = False,
) -> Edit:
    """Set the players at the boards of a team, from board 1, and its substitutes; add the team if it is new.

    Parameters
    ----------
    team_or_name
        The team, or a name; a name that no team has makes a new one.
    players
        As typed; ``-`` is an empty board. Whoever is named beyond the last board is a substitute.
    since
        From which round on; by default from the first that is not played, and in which the team has
        no match yet. A new team comes after all rounds that are drawn between teams.
    byes
        Whether a new team has a requested bye in each round before.

    Raises
    ------
    RuleError
        If a player is not found or is in another team, or the team has played the round, or has byes and is not new.
    """
    play = tournament.team_play or usual_team_play(tournament, max(2, len(players)))
    is_new = isinstance(team_or_name, str) and not teams_of_name(tournament, team_or_name)
    if isinstance(team_or_name, str) and is_new:
        team = Team(key=next_key(play), name=on_one_line(team_or_name))
        play = replace(play, teams=(*play.teams, team))
    else:
        team = find_team(tournament, team_or_name)
    if not team.name:
        raise RuleError(phrase("enter the name of the team"))
    if byes and not is_new:
        raise RuleError(
            phrase(
                "{team} is there already: requested byes are entered as absences", team=team.name
            )
        )
    first = _first_round(tournament, team, since, is_new=is_new)
    keys = tuple("" if p == EMPTY_BOARD else find_player(tournament, p) for p in players)
    refuse_elsewhere(tournament, play, team, keys, range(first, tournament.rules.rounds + 1))
    before = [team.lineup(number) for number in range(1, first)]
    seated = keys[: play.size]
    names = joined(", ", (tournament.name_of(key) if key else EMPTY_BOARD for key in seated))
    message = phrase(
        "{team}, from round {round} on: {names}", team=team.name, round=first, names=names
    )
    spare = (_describe_substitute(tournament, key, team) for key in keys[play.size :] if key)
    if not any(before):  # of which no line-up is known yet, so that this is its list
        team = replace(team, roster=())
    missed, seats = frozenset(range(1, first) if byes else ()), frozenset(seated)
    if missed:
        message = joined("; ", [message, phrase("requested byes before")])
        tournament = replace(
            tournament,
            players=tuple(
                replace(
                    player,
                    absences=player.absences | missed,
                    requested_byes=player.requested_byes | missed,
                )
                if player.key in seats
                else player
                for player in tournament.players
            ),
        )
    edit = _edit(tournament, with_team(play, team.with_lineups([*before, keys])), message)
    return replace(edit, messages=(message, *spare), even_so=bool(missed))


def _first_round(tournament: Tournament, team: Team, since: int | None, *, is_new: bool) -> int:
    """The round from which on a line-up counts; refused if the team has a match in it or later."""
    played = max(_rounds_with_match(tournament, team), default=0)
    rounds = range(1, tournament.last_round + 1)
    over = max((n for n in rounds if tournament.round(n).has_results), default=0)
    if is_new and tournament.draws_teams:
        over = tournament.last_round
    first = since or max(played, over) + 1
    if played < tournament.rules.rounds:
        tournament.check_round(first)
    if first <= played:
        raise RuleError(
            phrase(
                "{team} has a match in round {round}; take the match back first, or let other players "
                "play from the next round on",
                team=team.name,
                round=played,
            )
        )
    return first


def _rounds_with_match(tournament: Tournament, team: Team) -> list[int]:
    """The rounds in which a team has a match."""
    rounds = range(1, tournament.last_round + 1)
    return [number for number in rounds if match_of(tournament, team.key, number)]


def with_team(play: TeamPlay, fresh: Team) -> TeamPlay:
    """The teams with another state of one of them."""
    return replace(play, teams=tuple(fresh if t.key == fresh.key else t for t in play.teams))


def refuse_elsewhere(
    tournament: Tournament,
    play: TeamPlay,
    team: Team,
    keys: Sequence[str],
    rounds: Iterable[int],
) -> None:
    """Refuse a player who is named twice, or sits at a board of another team in one of some rounds."""
    players, rounds = [key for key in keys if key], [*rounds]
    for key in players:
        name = tournament.name_of(key)
        if players.count(key) > 1:
            raise RuleError(phrase("{name} is named twice", name=name))
        for other in play.teams:
            for number in rounds:
                if other.key != team.key and key in other.lineup(number):
                    raise RuleError(
                        phrase(
                            "{name} plays in {team} in round {round}",
                            name=name,
                            team=other.name,
                            round=number,
                        )
                    )


def team_renamed(tournament: Tournament, team_or_name: Team | str, name: str) -> Edit:
    """Give a team another name.

    Raises
    ------
    RuleError
        If the team is not found, another one has the name, or it is empty.
    """
    team, play = find_team(tournament, team_or_name), tournament.team_play
    assert play is not None
    others = {each.name.casefold() for each in play.teams if each.key != team.key}
    name = on_one_line(name)
    if not name or name.casefold() in others:
        raise RuleError(
            phrase("another team has the name {name!r}; choose a different one", name=name)
        )
    message = phrase("{team} is called {name}", team=team.name, name=name)
    return _edit(tournament, with_team(play, replace(team, name=name)), message)


def team_deleted(tournament: Tournament, team_or_name: Team | str) -> Edit:
    """Take out a team that has had no match; its players stay.

    Raises
    ------
    RuleError
        If the team is not found, or has had a match.
    """
    team, play = find_team(tournament, team_or_name), tournament.team_play
    assert play is not None
    for number in _rounds_with_match(tournament, team):
        raise RuleError(
            phrase("{team} has a match in round {round}, and stays", team=team.name, round=number)
        )
    left = tuple(each for each in play.teams if each.key != team.key)
    message = phrase("{team} is deleted", team=team.name)
    return _edit(tournament, replace(play, teams=left) if left else None, message)


class TeamRules(NamedTuple):
    """How all teams play; None leaves a rule as it is."""

    size: int | None = None
    """Number of boards of a match; at first it is that of the players of the first team."""

    fewest: int | None = None
    """How many players of a team must take part in a round, so that it is drawn."""

    summed: bool | None = None
    """Whether teams start with the sum of their members' McMahon scores."""

    match_points: str | None = None
    """Of a win, a draw and a loss, with commas between them."""

    colours: str | None = None
    """Of the team that is named first, a letter a board; they repeat."""

    order: str | None = None
    """See `TeamPlay.lineup_order`."""

    tolerance: int | None = None
    """See `TeamPlay.rating_tolerance`."""

    unrated: int | None = None
    """Rating of a player without one in the strength of a team; 0 leaves such players out."""

    board_prizes: str | None = None
    """How board prizes are decided, in words with commas between them."""


def change_team_rules(tournament: Tournament, rules: TeamRules) -> Edit:
    """Say how all teams play.

    Raises
    ------
    RuleError
        If there are no teams, there is no such number, the number of boards or the start would
        change after a round is drawn, or the colours after a result is entered.
    """
    size, fewest, summed, match_points, colours, _, _, unrated, prizes = rules
    play = tournament.team_play
    if play is None and size is not None and not tournament.games:
        check_boards(size)
        play = usual_team_play(tournament, size)
    if play is None:
        raise RuleError(
            phrase("a match has as many boards as the first team has players; make it first")
        )
    if tournament.games and size not in (None, play.size):
        raise RuleError(phrase("the number of boards of a match stays once a round is drawn"))
    if tournament.games and summed not in (None, play.summed):
        raise RuleError(phrase("the start of the teams stays once a round is drawn"))
    if colours is not None:
        colours = re.sub(r"[\s,;]", "", colours).upper()
        colours = None if colours == play.board_colours else colours  # of as many boards as before
    boards = play.size if size is None else size
    check_boards(boards, fewest)
    new = replace(
        play,
        size=boards,
        fewest=play.fewest if fewest is None else fewest % boards,
        summed=play.summed if summed is None else summed,
        **({} if match_points is None else _match_points(match_points)),
        colours=play.colours if colours is None else colours,
        **_order_of_lineups(rules.order, rules.tolerance),
        unrated=play.unrated if unrated is None else unrated or None,
        **({} if prizes is None else _board_prizes(prizes)),
    )
    message = _describe_rules(new, by_grades=tournament.rules.by_mms)
    messages = [] if match_points is None else [_describe_match_points(new)]
    messages += [] if colours is None else [_describe_colours(new)]
    messages += [] if (rules.order, rules.tolerance) == (None, None) else [_describe_order(new)]
    messages += [] if new.unrated == play.unrated else [_describe_unrated(new)]
    messages += [] if prizes is None else [_describe_board_prizes(new)]
    tournament = _recoloured(tournament, new)
    messages += [
        _describe_substitute(tournament, key, team)
        for team in play.teams
        for key in sorted(_seated(team, play.size) - _seated(team, boards))
    ]
    return replace(_edit(tournament, new, message), messages=(message, *messages))


def _recoloured(tournament: Tournament, play: TeamPlay) -> Tournament:
    """The tournament with the colours of the matches that are drawn, whose first teams stay.

    Raises
    ------
    RuleError
        If a result is entered, of a game with other colours.
    """
    before, fresh = tournament.drawn_teams, {}
    if before is None or before.board_colours == play.board_colours:
        return tournament
    for number in tournament.drawn_rounds:
        for match in matches_of(tournament, before, number):
            for board, game in match.boards.items():
                if not game.handicap and play.has_white(board) != before.has_white(board):
                    fresh[number, game.table] = game.turned
            if match.begun and not fresh.keys().isdisjoint(
                (number, game.table) for game in match.boards.values()
            ):
                raise RuleError(
                    phrase(
                        "round {round} has results with the colours {colours}, which stay",
                        round=number,
                        colours=before.board_colours,
                    ),
                    about="colours",
                )
    games = (fresh.get((game.round, game.table), game) for game in tournament.games)
    return replace(tournament, games=tuple(games))


LINEUP_ORDERS = {
    "list": marked("By the list of the team (default)"),
    "rating": marked("By rating"),
    "free": marked("Free"),
}
"""What the players of a line-up can sit by."""


def _order_of_lineups(order: str | None, tolerance: int | None) -> dict[str, Any]:
    """The fields of the order of line-ups that are stated.

    Raises
    ------
    RuleError
        If there is no such order or tolerance.
    """
    found: dict[str, Any] = {}
    if order is not None:
        if order not in LINEUP_ORDERS:
            known = joined(", ", LINEUP_ORDERS)
            message = phrase(
                "line-ups cannot go by {typed!r}; choose from {known}", typed=order, known=known
            )
            raise RuleError(message, about="order")
        found["lineup_order"] = order
    if tolerance is not None:
        allowed = range_in(TeamPlay, "rating_tolerance")
        if not allowed.holds(tolerance):
            message = phrase(
                "enter a tolerance{allowed}, not {typed}", allowed=allowed.words, typed=tolerance
            )
            raise RuleError(message, about="tolerance")
        found["rating_tolerance"] = tolerance
    return found


def _describe_order(play: TeamPlay) -> str:
    """Say what the players of a line-up sit by."""
    if play.lineup_order == "rating":
        return phrase("line-ups go by rating, within {count}", count=play.rating_tolerance)
    if play.lineup_order == "free":
        return phrase("line-ups are free")
    return phrase("line-ups go by the lists of the teams")


_MATCH_POINTS = ("win_x2", "jigo_x2", "loss_x2")


def _match_points(text: str) -> dict[str, Any]:
    """Doubled match points of a win, a draw, a loss and, if it is worth less, a loss by forfeit, by the names of the rules.

    Raises
    ------
    RuleError
        If the text does not state three or four, or a win is worth no more than a loss.
    """
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if len(words) not in (len(_MATCH_POINTS), len(_MATCH_POINTS) + 1):
        message = phrase("enter the match points of a win, a draw and a loss, such as 2,1,0")
        raise RuleError(message, about="match_points")
    found = {
        name: parse_halves("match_points", word, range_in(TeamPlay, name))
        for name, word in zip((*_MATCH_POINTS, "forfeit_x2"), words, strict=False)
    }
    if not found["win_x2"] >= found["jigo_x2"] >= found["loss_x2"] < found["win_x2"]:
        message = phrase(
            "enter more match points for a win than for a loss, and for a draw a number between"
        )
        raise RuleError(message, about="match_points")
    return {"forfeit_x2": None, **found}


_PRIZE_GAMES = range_in(TeamPlay, "board_prizes_games")


def _board_prizes(text: str) -> dict[str, Any]:
    """How board prizes are decided, by the names of the rules; what is not named is as usual.

    Raises
    ------
    RuleError
        If a word is none of those that say it, or two say the same.
    """
    found: dict[str, Any] = {}
    for word in filter(None, re.split(r"[\s,;]+", text.casefold())):
        number = number_in(word)
        if word in get_args(BoardPrizeValue):
            name, value = "board_prizes_by", word
        elif word in get_args(BoardPrizeBoard):
            name, value = "board_prizes_at", word
        else:
            name, value = "board_prizes_games", number
        if name in found or (
            value is number and (number is None or not _PRIZE_GAMES.holds(number))
        ):
            message = phrase(
                "enter performance, percentage or points, listed or played, and a least number of games, such as "
                "percentage,played,5"
            )
            raise RuleError(message, about="board_prizes")
        found[name] = value
    usual = {"board_prizes_by": None, "board_prizes_at": "listed", "board_prizes_games": 0}
    return {**usual, **found}


def format_board_prizes(play: TeamPlay) -> str:
    """How board prizes are decided, as it is typed."""
    parts = play.board_prizes_by, play.board_prizes_at, play.board_prizes_games
    return ",".join(str(part) for part in parts if part)


def _describe_board_prizes(play: TeamPlay) -> str:
    return phrase("board prizes: {rules}", rules=format_board_prizes(play))


def format_match_points(play: TeamPlay) -> str:
    """The match points of a win, a draw and a loss, and of one by forfeit if they are others, as they are typed."""
    halves = [getattr(play, name) for name in _MATCH_POINTS]
    halves += [] if play.absent_x2 == play.loss_x2 else [play.absent_x2]
    return ", ".join(f"{each / 2:g}" for each in halves)


def check_boards(boards: int, fewest: int | None = None) -> None:
    """Refuse a match of so many boards, or a team that needs so many players for it."""
    allowed = range_in(TeamPlay, "size")
    if not allowed.holds(boards):
        raise RuleError(
            phrase(
                "a match must have a number of boards{allowed}, not {boards}",
                allowed=allowed.words,
                boards=boards,
            )
        )
    if fewest is not None and not 1 <= fewest <= boards:
        raise RuleError(
            phrase(
                "a team needs 1 to {most} players, not {fewest}",
                most=boards,
                fewest=fewest,
            )
        )


def _describe_rules(play: TeamPlay, *, by_grades: bool) -> str:
    """Say how many play for a team, and with which score it starts where that is not zero."""
    if not by_grades:
        text = marked(
            "a match has {boards}; a team is paired if at least {needed} of its players take part"
        )
    elif play.summed:
        text = marked(
            "a match has {boards}; a team is paired if at least {needed} of its players take part, and starts "
            "with the sum of their scores"
        )
    else:
        text = marked(
            "a match has {boards}; a team is paired if at least {needed} of its players take part, and starts "
            "with the score of their mean grade"
        )
    return phrase(text, boards=_boards(play.size), needed=play.needed)


def _describe_match_points(play: TeamPlay) -> str:
    text = marked("match points of a win, a draw and a loss: {points}")
    return phrase(text, points=format_match_points(play))


def _describe_colours(play: TeamPlay) -> str:
    text = marked("colours of the first team from board 1 on: {colours}")
    return phrase(text, colours=play.board_colours)


def _describe_unrated(play: TeamPlay) -> str:
    if play.unrated is None:
        return phrase("players without a rating do not count in the strength of a team")
    return phrase(
        "players without a rating count as {rating} in the strength of a team", rating=play.unrated
    )


def _describe_substitute(tournament: Tournament, key: str, team: Team) -> str:
    return phrase(
        "{name} is a substitute of {team}, without a board",
        name=tournament.name_of(key),
        team=team.name,
    )


def _seated(team: Team, boards: int) -> frozenset[str]:
    """Who sits at one of so many boards in any round."""
    return frozenset(key for lineup in team.lineups for key in lineup[:boards] if key)


def teams_placed(tournament: Tournament, criteria: str) -> Edit:
    """Set the criteria by which the teams are placed.

    Parameters
    ----------
    criteria
        Names of criteria of teams, parted by commas, the first first.

    Raises
    ------
    RuleError
        If there are no teams, or there is no such criterion.
    """
    play = tournament.team_play
    if play is None:
        raise RuleError(phrase("no teams play in this tournament"))
    placement = read_team_criteria(criteria, tournament.kind)
    message = phrase(
        "teams are placed by {criteria}",
        criteria=joined(", ", name_criteria(placement, tournament.kind)),
    )
    return _edit(tournament, replace(play, placement=placement), message)


def _country(tournament: Tournament, country: str) -> str:
    return parse_country(country.strip(), chess=tournament.event_kind.has_federations) or ""


def with_facts(
    tournament: Tournament,
    team_or_name: Team | str,
    country: str | None,
    club: str | None,
    captain: str | None = None,
) -> Edit:
    """Say where a team comes from and who leads it; None leaves that as it is.

    Without a country or a club of its own, a team has the one that all its players share.

    Raises
    ------
    RuleError
        If the team is not found, or the country is no code.
    """
    team, play = find_team(tournament, team_or_name), tournament.team_play
    assert play is not None
    fresh = replace(
        team,
        country=team.country if country is None else _country(tournament, country),
        club=team.club if club is None else on_one_line(club),
        captain=team.captain if captain is None else on_one_line(captain),
    )
    where = joined(", ", filter(None, (fresh.country, fresh.club)))
    messages = []
    if captain is None or (country, club) != (None, None):
        messages.append(
            phrase("{team} is from {where}", team=team.name, where=where)
            if where
            else phrase("{team} is from where all its players come from", team=team.name)
        )
    if captain is not None and (fresh.captain != team.captain or not messages):
        messages.append(
            phrase("the captain of {team} is {name}", team=team.name, name=fresh.captain)
            if fresh.captain
            else phrase("{team} has no captain", team=team.name)
        )
    done = _edit(tournament, with_team(play, fresh), joined("; ", messages))
    return replace(done, messages=tuple(messages))


def _boards(count: int) -> str:
    return phrase_many(*in_context_many("of a match", "{count} board", "{count} boards"), count)


def next_key(play: TeamPlay) -> str:
    """A key that no team has."""
    used = {team.key for team in play.teams}
    return next(str(n) for n in range(1, len(used) + 2) if str(n) not in used)


def _edit(tournament: Tournament, play: TeamPlay | None, message: str) -> Edit:
    return Edit(
        tournament=replace(tournament, team_play=play), summary=message, messages=(message,)
    )


def usual_team_play(tournament: Tournament, size: int | None = None) -> TeamPlay:
    """The rules of teams of a tournament that has none yet, for matches of so many boards.

    In chess teams are placed by FIDE's tie-breaks, elsewhere by points at upper boards, as far as there are so many.

    Examples
    --------
    >>> [each.value for each in usual_team_play(Tournament(), 2).placement]
    ['TEAMP', 'BDW', 'BDW1U', 'MNR']
    """
    play = TeamPlay() if size is None else TeamPlay(size=size)
    if tournament.event_kind.places_teams_by_fide:
        of_games = tournament.rules.fide.team_score == "game"
        of_matches, *others = tournament.event_kind.usual_team_criteria
        codes = ("PTS:GP" if of_games else of_matches, *others)
        # A board without a player is lost, and the team plays at the others.
        return replace(play, fewest=1, placement=tuple(map(TeamCriterion, codes)))
    placement = (each for each in play.placement if (each.boards or 0) < play.size)
    return replace(play, placement=tuple(placement))


def enter_teams(tournament: Tournament, entry_list: Tournament, boards: int | None = None) -> Edit:
    r"""The tournament with the teams of a list whose players are in it.

    A team that is there already stays as it is. Without any teams, matches have as many boards as in the list, but not
    more than was said of a tournament of teams; players beyond that are substitutes.

    Raises
    ------
    RuleError
        If a player plays in another team.

    Examples
    --------
    >>> from fastpair.formats.entries.document import read
    >>> entry_list = read("list.csv", b"Name;Rank;Team\nAdler;1d;Lyon\nKunz;2d;Lyon\n").tournament
    >>> enter_teams(replace(entry_list, team_play=None), entry_list).summary
    '1 team'
    """
    play, taken = entry_list.team_play, tournament.team_play
    if play is None or not play.teams:
        return Edit(tournament=tournament, summary="")
    entered = taken or usual_team_play(tournament, play.size)
    messages: list[str] = []
    if not entered.teams:
        entered = replace(entered, size=boards or min(entered.size, play.size))
        messages.append(phrase("a match has {boards}", boards=_boards(entered.size)))
    existing_names = {team.name.casefold() for team in entered.teams}
    keys = _keys(tournament, entry_list)
    for team in play.teams:
        if team.name.casefold() in existing_names:
            messages.append(phrase("{team} is there already, and stays as it is", team=team.name))
            continue
        lineup = [keys.get(key, EMPTY_BOARD) for key in team.lineup(1)]
        done = _add_team(tournament, entered, team, lineup)
        tournament, entered = done.tournament, done.tournament.team_play or entered
        messages += done.messages
    message = phrase_many("{count} team", "{count} teams", len(entered.teams) - len(existing_names))
    return Edit(tournament=tournament, summary=message, messages=tuple(messages))


def _add_team(tournament: Tournament, play: TeamPlay, team: Team, lineup: Sequence[str]) -> Edit:
    """A team more, whose name may be the key of another one."""
    fresh = Team(key=next_key(play), name=team.name, captain=team.captain)
    before = replace(tournament, team_play=replace(play, teams=(*play.teams, fresh)))
    return set_lineup(before, fresh, lineup, since=tournament.last_round + 1)


def _keys(tournament: Tournament, entry_list: Tournament) -> dict[str, str]:
    """The keys in the tournament of the players of a list, who may be known by another name or key."""
    keys_by_name = {
        name: player.key for player in tournament.players for name in both_spellings(player)
    } | {folded(player.full_name): player.key for player in tournament.players}
    keys_by_pin = {player.egf_pin: player.key for player in tournament.players if player.egf_pin}

    def key(player: Player) -> str:
        if player.key in tournament.by_key:
            return player.key
        return keys_by_name.get(folded(player.full_name)) or keys_by_pin[player.egf_pin]

    return {player.key: key(player) for player in entry_list.players}


def points_adjusted(
    tournament: Tournament,
    team_or_name: Team | str,
    points: tuple[float | None, float | None],
    reason: str | None = None,
    number: int | None = None,
) -> Edit:
    """The tournament in which the arbiter adds points to those of a team, or deducts some.

    Parameters
    ----------
    points
        Match points and board points, in steps of a half, instead of those of the same round until now; None leaves
        them as they are.
    reason
        None leaves it as it is.
    number
        The round from which on they count; by default the last one that is paired.

    Raises
    ------
    RuleError
        If the team is not found, there is no such round, no points are stated, or they are no halves.
    """
    team, play = find_team(tournament, team_or_name), tournament.team_play
    assert play is not None
    number = max(tournament.last_paired, 1) if number is None else number
    tournament.check_round(number)
    before = team.adjustment(number)
    halves = []
    for name, value in zip(("match_points_x2", "board_points_x2"), points, strict=True):
        found = getattr(before, name) if value is None else 2 * value
        if not float(found).is_integer():
            raise RuleError(
                phrase("must be whole or half points, not {points:g}", points=value),
                about=name.removesuffix("_x2"),
            )
        halves.append(int(found))
    known = reason is not None and before in team.adjustments
    if points == (None, None) and not known:
        raise RuleError(
            phrase("enter match points or board points, such as -1"), about="match_points"
        )
    fresh = PointsAdjustment(
        round=number,
        match_points_x2=halves[0],
        board_points_x2=halves[1],
        reason=before.reason if reason is None else on_one_line(reason),
    )
    others = [each for each in team.adjustments if each.round != number]
    kept = [*others, fresh] if any(halves) else others
    adjusted = replace(team, adjustments=tuple(sorted(kept, key=lambda each: each.round)))
    message = joined(": ", [team.name, describe_adjustment(fresh)])
    return Edit(
        tournament=replace(tournament, team_play=with_team(play, adjusted)),
        summary=message,
        messages=(message,),
        questions=tuple(_drawn_on_points(tournament, number)) if fresh != before else (),
    )


def _drawn_on_points(tournament: Tournament, number: int) -> Iterator[PlayedScoresError]:
    """Ask about points of a round on which others are drawn."""
    later = [each for each in tournament.drawn_rounds if each > number]
    if later and not tournament.rules.predetermined:
        yield PlayedScoresError(
            phrase_many(
                "round {later} was drawn without these points of round {round}",
                "rounds {later} were drawn without these points of round {round}",
                len(later),
                later=in_ranges(later),
                round=number,
            )
        )
