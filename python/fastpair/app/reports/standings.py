"""Standings, wall lists and prizes as documents."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeGuard, cast, get_args

from ...errors import FormatError, RuleError, in_file
from ...files import json_of, read_file
from ...formats.fastpair.requests import RequestedStandings
from ...formats.json import Form, decode
from ...formats.toml import TomlFile
from ...go.comparison import compare_places
from ...go.prizes import prizes
from ...go.standings import (
    CellKind,
    CellOutcome,
    CountedRounds,
    OpenGame,
    Standings,
    StandingsCell,
    StandingsRow,
    check_after,
    last_complete_round,
    standings,
)
from ...go.team_standings import TeamStandings, team_standings
from ...go.teams import units
from ...go.tournament import (
    NO_GRADE,
    Criterion,
    Grade,
    SystemName,
    TeamCriterion,
    name_criteria,
    read_criteria,
)
from ...pairing.systems import SYSTEMS, system_class
from ...report.standings_pages import cross_table_cells
from ...sentences import Remedy, Sentence, joined, phrase
from ..documents.encoding import encode
from ..documents.standings import (
    ComparisonDocument,
    ComparisonPlayer,
    PrizeAward,
    PrizesDocument,
    PrizeWinner,
    StandingsDocument,
    StandingsRound,
    TeamStandingsDocument,
)
from ..documents.standings import StandingsRow as StandingsRowDocument
from ..draws.request import drawing_system, envelope_of
from ..forms.criteria import find_team_criterion
from ..lookup import find_player, find_team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...go.comparison import PlaceComparison
    from ...go.prizes import Award, Prize
    from ...go.tournament import Tournament
    from ..history.state import CongressState


def ranked(tournament: Tournament, system: str, *, override: bool = False) -> Tournament:
    """The tournament with the criteria that a system brings, and as a round robin if the system pairs one.

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
    by_system = replace(tournament.rules, system=_known(system), format=None)
    if by_system.predetermined:
        tournament = replace(tournament, rules=by_system.with_format())
        order = tournament.event_kind.usual_criteria
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


def _known(system: str) -> SystemName | None:
    """The name of a system that rules can state; None for one of another package."""
    return next((name for name in get_args(SystemName) if name == system), None)


def describe_ranking(system: str, old: Tournament, new: Tournament) -> Iterator[str]:
    """Say if standings do not go by the criteria of the file."""
    before, now = (
        joined(", ", name_criteria(each.rules.placement, each.kind)) for each in (old, new)
    )
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
    teams: bool | None = None,
) -> PlaceComparison:
    """Why one player or team is placed before another; the other arguments are those of `standings_of`.

    Parameters
    ----------
    one, other
        Keys or names of the players, or of the teams.
    teams
        Whether the standings are those of the teams; by default if teams are paired.

    Raises
    ------
    RuleError
        If there is no such player or team, or they are not in the standings.
    """
    ranking: Standings | TeamStandings
    teams = ranks_teams(state, teams)
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


def ranks_teams(state: CongressState, teams: bool | None = None) -> bool:
    """Whether standings are those of teams: as is asked for, or else if teams are paired."""
    return state.tournament.draws_teams if teams is None else teams


def is_of_teams(found: Standings | TeamStandings) -> TypeGuard[TeamStandings]:
    """Whether standings are those of teams."""
    return isinstance(found, TeamStandings)


def drawn_team_standings(state: CongressState, after: int) -> TeamStandings | None:
    """The standings of the teams after a round, if teams are drawn."""
    return team_standings_of(state, after) if ranks_teams(state) else None


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


def in_order_of_numbers(
    state: CongressState, ranking: Standings | TeamStandings
) -> Standings | TeamStandings:
    """Standings of players or of teams in the order of their starting ranks."""
    whole = state.tournament
    if isinstance(ranking, Standings) or whole.team_play is None:
        return ranking.by_number(whole.starting_ranks)
    return ranking.by_number(units(whole, whole.team_play).starting_ranks)


def round_of_standings(tournament: Tournament, most: int | None = None) -> int:
    """The round whose lists are shown by default, the first if none is complete.

    Parameters
    ----------
    most
        The last round that may be it.
    """
    return last_complete_round(tournament, most) or 1


def counted_rounds(tournament: Tournament, number: int) -> CountedRounds:
    """The rounds that the lists of a round count: up to itself, or to the last complete one if it has no games yet."""
    has_games = bool(tournament.round(number).games)
    return CountedRounds.of(
        tournament, number if has_games else last_complete_round(tournament, number)
    )


def describe_counted(tournament: Tournament, number: int) -> Sentence:
    """Which rounds the lists of a round count, what of them is open, and why not the round itself."""
    counted = counted_rounds(tournament, number)
    after, rounds = counted.after, tournament.rules.rounds
    if after:
        lines = [phrase("After round {round} of {rounds}.", round=after, rounds=rounds)]
    else:
        lines = [phrase("No round is complete yet: the order is that of the start.")]
    if counted.provisional:
        lines.append(phrase("Provisional, {reasons}.", reasons=counted.reasons))
    if after < number:
        unpaired = next(n for n in range(after + 1, number + 1) if not tournament.round(n).games)
        lines.append(phrase("Round {round} is not paired yet.", round=unpaired))
    return joined(" ", lines)


def answer_request(
    state: CongressState, warn: Callable[[str], None] = lambda line: None
) -> StandingsDocument | TeamStandingsDocument | ComparisonDocument:
    """What a document asks for: standings of players or of teams, or why one is placed before another."""
    asked = requested_standings(state)
    if asked.compared:
        one, other = asked.compared
        found = compare_players(state, one, other, None, warn, teams=asked.teams)
        return comparison_document(found)
    if ranks_teams(state, asked.teams):
        return team_standings_document(team_standings_of(state, None, warn))
    return standings_document(standings_of(state, None, warn))


def requested_standings(state: CongressState | None) -> RequestedStandings:
    """The standings that a document asks for; the usual ones if there is none.

    Raises
    ------
    RuleError
        If other than two players or teams are to be compared.
    """
    envelope = None if state is None else envelope_of(state.document)
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
    with in_file(state.file):
        return ranking, prizes(ranking, plan, tournament)


def planned_awards(state: CongressState, after: int) -> tuple[Standings, tuple[Award, ...]] | None:
    """The prizes of the plan of a tournament as they stand after a round; None without one.

    Raises
    ------
    FormatError, RuleError
        If the plan cannot be read, or asks for what no prize has.
    """
    from ..edits.settings import plan_in

    plan = plan_in(state)
    return awards_of(state, plan, after, provisional=True) if plan else None


def _settled_before(tournament: Tournament, counted: CountedRounds) -> Iterator[Remedy]:
    """Suggest the last round before, if there is one, up to which nothing is open."""
    first_open = min((*counted.unplayed, *(game.round for game in counted.open_games)))
    if first_open > 1:
        yield Remedy("prizes after a round", round=first_open - 1)


def standings_document(ranking: Standings) -> StandingsDocument:
    """Standings as a document, by ``standings.schema.json``."""
    rows = [
        encode(StandingsRowDocument, row, **_rating(row), rounds=map(_round, row.cells))
        for row in ranking.rows
    ]
    document = encode(
        StandingsDocument, ranking, **_head(ranking), rows=rows, **_cross_table(ranking)
    )
    if ranking.kind == "go":
        del document["kind"]
    return document


def team_standings_document(ranking: TeamStandings) -> TeamStandingsDocument:
    """Standings of teams as a document, by ``team_standings.schema.json``."""
    return encode(TeamStandingsDocument, ranking, **_head(ranking), **_cross_table(ranking))


def comparison_document(compared: PlaceComparison) -> ComparisonDocument:
    """Why one is placed before another, as a document by ``comparison.schema.json``."""
    name_of = compared.tournament.name_of
    placed = zip(compared.rows, compared.values, compared.terms, strict=True)
    return encode(
        ComparisonDocument,
        compared,
        tournament=compared.tournament.name,
        after=compared.standings.after,
        players=[
            encode(ComparisonPlayer, row, name=name_of(row.key), value=value, terms=terms)
            for row, value, terms in placed
        ],
        sentences=map(str, compared.sentences()),
    )


def prizes_document(ranking: Standings, awards: Sequence[Award]) -> PrizesDocument:
    """Who gets which prize, as a document by ``prizes.schema.json``."""
    prizes = [
        encode(
            PrizeAward,
            name=award.prize.name,
            winners=[encode(PrizeWinner, row, **_rating(row)) for row in award.winners],
            lacking={each.fact: [row.key for row in each.rows] for each in award.lacking},
        )
        for award in awards
    ]
    return encode(PrizesDocument, ranking, **_head(ranking), prizes=prizes)


def _head(ranking: Standings | TeamStandings) -> Mapping[str, object]:
    """What stands in a document even if it is empty."""
    return {name: getattr(ranking, name) for name in ("provisional", "open_games", "unplayed")}


def _cross_table(ranking: Standings | TeamStandings) -> Mapping[str, object]:
    """The games of a round robin as a matrix; nothing of another event."""
    if not ranking.predetermined:
        return {}
    lines = [
        [
            None if cell is None else [{"round": n, "text": text} for n, text in cell.items()]
            for cell in line
        ]
        for line in cross_table_cells(ranking)
    ]
    return {"cross_table": lines}


def _rating(row: StandingsRow) -> Mapping[str, int]:
    """The rating, which may be 0, of who has one and no grade."""
    return {} if row.rating is None else {"rating": row.rating}


def _round(cell: StandingsCell) -> StandingsRound:
    """A round of a player.

    A congress has thousands, most of which are games with none of the rare members that `encode` would look
    for: without it they take a fifth of the time.
    """
    if cell.outcome is None:
        return encode(StandingsRound, cell)
    found: dict[str, Any] = {
        "kind": cell.kind.value,
        "points": cell.points,
        "opponent": cell.opponent,
        "number": cell.number,
        "result": cell.outcome.value,
        "colour": "white" if cell.white else "black",
        "handicap": cell.handicap,
        "by_default": cell.by_default,
    }
    if cell.second_outcome is not None:
        found["second_result"] = cell.second_outcome.value
        found["second_by_default"] = cell.second_by_default
    if cell.unrated:
        found["unrated"] = True
    if cell.second_unrated:
        found["second_unrated"] = True
    if cell.void:
        found["void"] = True
    return cast("StandingsRound", found)


def standings_content(ranking: Standings) -> bytes:
    """Standings as the content of a file, from which `kept_standings` reads them again."""
    document = standings_document(ranking)
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def kept_standings(file: Path) -> Standings | None:
    """The standings that a file holds, as `standings_content` wrote them; None if it holds something else.

    Raises
    ------
    FormatError
        If they are damaged, or of a later version.
    """
    if file.suffix.lower() != ".json":
        return None
    try:
        document = json_of(read_file(file))
    except ValueError:
        return None
    if not isinstance(document, dict) or document.get("format") != "fastpair.standings":
        return None
    found = decode(str(file), document, _KEPT)
    try:
        return _standings_in(found)
    except (KeyError, ValueError) as error:
        raise FormatError(file, None, f"expected {_KEPT.words}: {error!r}") from None


_KEPT = Form("standings of version 1 as fastpair writes them", StandingsDocument)


def _standings_in(document: StandingsDocument) -> Standings:
    """The standings of a document."""
    return Standings(
        tournament=document["tournament"],
        kind=document.get("kind", "go"),
        after=document["after"],
        provisional=document.get("provisional", False),
        open_games=tuple(OpenGame(**game) for game in document.get("open_games", ())),
        unplayed=tuple(document.get("unplayed", ())),
        unrated=tuple(document.get("unrated", ())),
        predetermined=document.get("predetermined", False),
        criteria=tuple(map(Criterion, document["criteria"])),
        rows=tuple(map(_row_in, document["rows"])),
    )


def _row_in(line: StandingsRowDocument) -> StandingsRow:
    members: dict[str, Any] = {**line}
    return StandingsRow(
        cells=tuple(map(_cell_in, members.pop("rounds"))),
        grade=Grade.parse(grade) if (grade := members.pop("grade")) else NO_GRADE,
        values=tuple(members.pop("values")),
        **members,
    )


def _cell_in(members: StandingsRound) -> StandingsCell:
    kind, points = CellKind(members["kind"]), members["points"]
    if kind is not CellKind.GAME:
        return StandingsCell(kind, points)
    second = members.get("second_result")
    return StandingsCell(
        kind,
        points,
        opponent=members["opponent"],
        number=members["number"],
        outcome=CellOutcome(members["result"]),
        white=members["colour"] == "white",
        handicap=members["handicap"],
        by_default=members["by_default"],
        second_outcome=None if second is None else CellOutcome(second),
        second_by_default=members.get("second_by_default", False),
        unrated=members.get("unrated", False),
        second_unrated=members.get("second_unrated", False),
        void=members.get("void", False),
    )


def _reservations(
    tournament: Tournament, ranking: Standings | TeamStandings, *, default: bool
) -> Iterator[str]:
    """Say what of the rounds that count is open and, of the default, which later rounds have begun."""
    if ranking.provisional:
        yield ranking.status
    if ranking.without_values:
        yield ranking.without_values
    for number in range(ranking.after + 1, tournament.rules.rounds + 1) if default else ():
        played = tournament.round(number)
        if played.has_results if tournament.is_paired_ahead else played.games:
            under_way = f"round {number} is under way, and does not count yet"
            yield Sentence(under_way, Remedy("count this round", round=number))


def all_played(tournament: Tournament) -> bool:
    """Whether every result of the tournament is known."""
    return not CountedRounds.of(tournament, tournament.rules.rounds).provisional
