"""Standings, wall lists and prizes as documents."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ...errors import FormatError, RuleError, in_file
from ...formats.fastpair.requests import RequestedStandings
from ...formats.files import json_of, read_file
from ...formats.toml import TomlFile
from ...go.comparison import compare_places
from ...go.prizes import prizes
from ...go.standings import (
    CountedRounds,
    check_after,
    from_document,
    last_complete_round,
    standings,
    to_document,
)
from ...go.team_standings import team_standings
from ...go.tournament import (
    Criterion,
    TeamCriterion,
    name_criteria,
    read_criteria,
)
from ...pairing.systems import SYSTEMS, system_class
from ...sentences import Remedy, Sentence, phrase
from ..draws.request import drawing_system, envelope_of
from ..edits.teams import find_team, find_team_criterion
from ..lookup import find_player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from ...go.comparison import PlaceComparison
    from ...go.prizes import Award, Prize
    from ...go.standings import Standings
    from ...go.team_standings import TeamStandings
    from ...go.tournament import Tournament
    from ..history.state import CongressState


def ranked(tournament: Tournament, system: str, *, override: bool = False) -> Tournament:
    """The tournament with the criteria that a system brings.

    Criteria that begin with the McMahon score are those of a McMahon tournament, and give way to
    them; all others are stated for this tournament, and stay.

    Parameters
    ----------
    system
        Its name; empty if nobody knows it.
    override
        Whether the system takes precedence over the criteria of the tournament: the director named it.

    Raises
    ------
    RuleError
        If there is no such system, or it is named and brings no criteria.
    """
    order = system_class(system).placement if system else ()
    if override and not order:
        bring = ", ".join(name for name in SYSTEMS if system_class(name).placement)
        raise RuleError(
            phrase(
                "the standings of {system} go by the criteria of the tournament; choose one of {bring}",
                system=system,
                bring=bring,
            ),
            Remedy("name criteria"),
            about="system",
        )
    if not order or not (override or tournament.rules.starts_by_grade):
        return tournament
    if Criterion.PLAYOFF in tournament.rules.placement:
        order = (*order, Criterion.PLAYOFF)
    return replace(tournament, rules=replace(tournament.rules, placement=order))


def describe_ranking(system: str, old: Tournament, new: Tournament) -> Iterator[str]:
    """Say if standings do not go by the criteria of the file."""
    before, now = (", ".join(name_criteria(each.rules.placement, each.kind)) for each in (old, new))
    if before != now:
        yield Sentence(
            f"the standings go by {now}, as {system} brings them, and not by {before} of the file",
            Remedy("name criteria"),
        )


def standings_of(
    state: CongressState,
    after: int | None = None,
    warn: Callable[[str], None] = lambda line: None,
    *,
    criteria: str | Literal["prizes"] | None = None,
    system: str | None = None,
) -> Standings:
    """The standings of the players of a tournament, for every interface.

    What the document asks for itself counts where nothing else is asked for.

    Parameters
    ----------
    after
        Number of rounds that count; by default all up to the last one whose own results are all known.
    warn
        Hears, one line each, which games are open and what does not go by the rules.
    criteria
        Names of criteria with commas between them, or ``prizes`` for those that prizes go by; by default
        those of the system that has drawn the tournament, if it brings any, or else those of the tournament.
    system
        Name of a system whose criteria count instead, see `ranked`.

    Raises
    ------
    RuleError
        If there is no such round, criterion or system.
    """
    tournament, envelope = state.tournament, envelope_of(state.document)
    for_prizes = criteria == "prizes"
    by = None if criteria is None or for_prizes else read_criteria(criteria)
    if envelope is not None:
        after = envelope.standings.after if after is None else after
        if not for_prizes:
            by = by or envelope.standings.criteria
        system = system or envelope.standings.system
    with in_file(state.file):
        rounds = (
            last_complete_round(tournament) if after is None else check_after(tournament, after)
        )
        system_name = system or drawing_system(state, rounds)
        ruled = ranked(tournament, system_name, override=system is not None)
        ranking = standings(ruled, rounds, ruled.rules.prize_criteria if for_prizes else by)
        rows = (replace(row, withdrawn=row.key in state.gone) for row in ranking.rows)
        ranking = replace(ranking, rows=tuple(rows))
    for line in _reservations(tournament, ranking, default=after is None):
        warn(line)
    if by is None and not (for_prizes and ruled.rules.prizes):
        for line in describe_ranking(system_name, tournament, ruled):
            warn(line)
    return ranking


def compare_players(
    state: CongressState,
    one: str,
    other: str,
    after: int | None = None,
    warn: Callable[[str], None] = lambda line: None,
    *,
    criteria: str | None = None,
    system: str | None = None,
    teams: bool = False,
) -> PlaceComparison:
    """Why one player or team is placed before another; the other arguments are those of `standings_of`.

    Parameters
    ----------
    one, other
        Keys or names of the players, or of the teams.
    teams
        Whether the standings are those of the teams.

    Raises
    ------
    RuleError
        If there is no such player or team, or they are not in the standings.
    """
    ranking: Standings | TeamStandings
    if teams:
        ranking = team_standings_of(state, after, warn, criteria=criteria)
    else:
        ranking = standings_of(state, after, warn, criteria=criteria, system=system)
    with in_file(state.file):
        keys = [
            find_team(state.tournament, name).key
            if teams
            else find_player(state.tournament, name, about=about)
            for name, about in ((one, "one"), (other, "other"))
        ]
        return compare_places(state.tournament, ranking, *keys)


def drawn_team_standings(state: CongressState, after: int) -> TeamStandings | None:
    """The standings of the teams after a round, if teams are drawn."""
    return team_standings_of(state, after) if state.tournament.draws_teams else None


def team_standings_of(
    state: CongressState,
    after: int | None = None,
    warn: Callable[[str], None] = lambda line: None,
    *,
    criteria: str | None = None,
) -> TeamStandings:
    """The standings of the teams; the arguments are those of `standings_of`.

    Raises
    ------
    RuleError
        If no teams play, or there is no such round or criterion.
    """
    tournament, envelope = state.tournament, envelope_of(state.document)
    chosen: Sequence[TeamCriterion | Criterion] | None = None
    with in_file(state.file):
        if criteria is not None:
            chosen = [_of_teams_or_players(name, tournament) for name in criteria.split(",")]
        if envelope is not None:
            after = envelope.standings.after if after is None else after
            chosen = chosen or envelope.standings.criteria
        found = team_standings(tournament, after, chosen)
    for line in _reservations(tournament, found, default=after is None):
        warn(line)
    return found


def answer_request(
    state: CongressState, warn: Callable[[str], None] = lambda line: None
) -> Standings | TeamStandings | PlaceComparison:
    """What a document asks for: standings of players or of teams, or why one is placed before another."""
    asked = requested_standings(state)
    if asked.compared:
        one, other = asked.compared
        return compare_players(state, one, other, None, warn, teams=asked.teams)
    return team_standings_of(state, None, warn) if asked.teams else standings_of(state, None, warn)


def requested_standings(state: CongressState) -> RequestedStandings:
    """The standings that a document asks for.

    Raises
    ------
    RuleError
        If other than two players or teams are to be compared.
    """
    envelope = envelope_of(state.document)
    asked = RequestedStandings() if envelope is None else envelope.standings
    if len(asked.compared) not in (0, 2):
        names = ", ".join(asked.compared)
        raise RuleError(phrase("name two to compare, not {names}", names=names), about="compared")
    return asked


def _of_teams_or_players(name: str, tournament: Tournament) -> TeamCriterion | Criterion:
    """A criterion that teams can be placed by; those of players count for their members."""
    try:
        return find_team_criterion(name, tournament.kind)
    except RuleError:
        if (of_players := Criterion.named(name)) is None:
            raise
        return of_players


def read_plan(plan: Path, *, chess: bool = False) -> tuple[Prize, ...]:
    """The prizes of a plan, a TOML file with tables ``[[prize]]``.

    Parameters
    ----------
    chess
        Whether countries are federations of chess.

    Raises
    ------
    FormatError
        If the file cannot be read.
    RuleError
        If it asks for what no prize has, or for a country that is none.
    """
    content = TomlFile.read(plan, "a plan of prizes").content
    for key in content.keys() - {"prize"}:
        raise FormatError(plan, None, f"expected tables [[prize]] alone, found {key!r}")
    entries = content.get("prize")
    if not isinstance(entries, list) or not entries:
        raise FormatError(plan, None, "expected tables [[prize]] with at least a name, found none")
    from ..edits.settings import plan_from

    with in_file(plan):
        return plan_from(entries, chess=chess)


def awards_of(
    state: CongressState,
    plan: Sequence[Prize],
    after: int | None,
    warn: Callable[[str], None] = lambda line: None,
    system: str | None = None,
    *,
    provisional: bool,
) -> tuple[Standings, tuple[Award, ...]]:
    """Give the prizes of a plan.

    Parameters
    ----------
    after
        Number of rounds that count; by default all of the tournament.
    provisional
        Whether rounds may count that are not over; by default they are then those that are.

    Raises
    ------
    RuleError
        If the rounds that count are not over.
    """
    tournament = state.tournament
    lines: list[str] = []
    ranking = standings_of(state, after, lines.append, criteria="prizes", system=system)
    counted = CountedRounds.of(tournament, tournament.rules.rounds if after is None else after)
    if counted.provisional and not provisional:
        unsettled = phrase(
            "{missing}: the prizes after round {round} are not settled",
            missing=counted.reasons,
            round=counted.after,
        )
        with in_file(state.file):
            raise RuleError(
                unsettled, Remedy("prizes as they stand"), *_settled_before(tournament, counted)
            )
    for line in lines:
        warn(line)
    ranking = replace(ranking, provisional=counted.provisional)
    return ranking, prizes(ranking, plan)


def _settled_before(tournament: Tournament, counted: CountedRounds) -> Iterator[Remedy]:
    """Suggest the last round before, if there is one, up to which nothing is open."""
    first_open = min((*counted.unplayed, *(game.round for game in counted.open_games)))
    if first_open > 1:
        yield Remedy("prizes after a round", round=first_open - 1)


def standings_content(ranking: Standings) -> bytes:
    """Standings as the content of a file, from which `kept_standings` reads them again."""
    return (json.dumps(to_document(ranking), ensure_ascii=False, indent=1) + "\n").encode()


def kept_standings(file: Path) -> Standings | None:
    """The standings that a file holds, as `standings_content` wrote them; None if it holds something else."""
    if file.suffix.lower() != ".json":
        return None
    try:
        document = json_of(read_file(file))
    except ValueError:
        return None
    if not isinstance(document, dict) or document.get("format") != "fastpair.standings":
        return None
    with in_file(file):
        return from_document(document)


def _reservations(
    tournament: Tournament, ranking: Standings | TeamStandings, *, default: bool
) -> Iterator[str]:
    """Say what of the rounds that count is open and, of the default, which later rounds have begun."""
    if ranking.provisional:
        yield ranking.status
    if ranking.without_values:
        yield ranking.without_values
    for number in range(ranking.after + 1, tournament.rules.rounds + 1) if default else ():
        if tournament.round(number).games:
            under_way = f"round {number} is under way, and does not count yet"
            yield Sentence(under_way, Remedy("count this round", round=number))
