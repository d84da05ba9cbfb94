"""Standings, wall list, prizes and ratings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ...app.edits.settings import PRIZE_FACTS, PRIZE_FIELDS, plan_in, planned
from ...app.entries.federations import countries_of, country_of
from ...app.forms.criteria import criterion_meaning
from ...app.reports.board_prizes import board_prizes_of
from ...app.reports.fide_ratings import fide_ratings_of, norms_in, rated_by_fide
from ...app.reports.ratings import describe_not_rated, rate_document, ratings_sheet
from ...app.reports.standings import (
    compare_players,
    counted_rounds,
    describe_counted,
    drawn_team_standings,
    planned_awards,
    ranks_teams,
    standings_of,
    team_standings_of,
)
from ...errors import FastpairError, RuleError
from ...parameters import number_in
from ...report.board_pages import board_prizes_sheet
from ...report.chess_pages import fide_ratings_sheet, norms_sheet
from ...report.html import with_brackets
from ...report.pages import names_of_members
from ...report.sheet import classes_of, reference_of
from ...report.standings_pages import (
    conditions_of,
    no_prizes_sheet,
    prizes_sheet,
    standings_sheet,
    team_cross_table,
    team_sheet,
    wall_list,
    withdrawn_mark,
)
from ...sentences import in_context, marked, phrase
from .navigation import Part
from .rendering import full, id_of, localized
from .requests import handler
from .text import current_language, in_order_of_names, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...go.norms import Norm
    from ...go.standings import StandingsRow
    from ...go.tournament import Player, Tournament
    from ...report.pages import Translate
    from ...report.public import PublicNames
    from ...report.sheet import Sheet
    from .requests import PageRequest
    from .store import TournamentState


def _meanings_of(sheet: Sheet | None) -> Mapping[str, str]:
    """What the criteria of a list count, by the titles of their columns."""
    titles = (column.title for column in sheet.columns) if sheet else ()
    return {title: localized(meaning) for title in titles if (meaning := criterion_meaning(title))}


_MOST_CHIPS = 5
"""Countries with a chip of their own; the others are in a menu."""


class _Line(NamedTuple):
    """A row of a list."""

    id: str
    key: str
    cells: tuple[str, ...]
    at: int
    """Which of the cells names the player or team."""

    name: str
    grade: str
    """Empty of a team."""

    query: str
    """What of the address opens the details of the player or team."""

    marks: str
    """The filters that show it, with a space between them."""
    also: str = ""
    """Names by which it is found that it does not show: those of the members of pairs and teams."""


class _Chip(NamedTuple):
    """A filter of a list."""

    show: str
    title: str
    players: int


def counted_round(state: TournamentState, number: int) -> int:
    """The last round that the lists of a round count."""
    return counted_rounds(state.tournament, number).after


def _sheet(state: TournamentState, number: int) -> Sheet:
    """The standings after a round."""

    def build() -> Sheet:
        after = counted_round(state, number)
        if (teams := drawn_team_standings(state, after)) is not None:
            sheet = team_sheet(teams, translate)
        else:
            sheet = _single_sheet(state, number)
        return with_brackets(sheet, state.tournament, translate)

    return state.view(("standings sheet", number, current_language().code), build)


def _cross_sheet(state: TournamentState, number: int) -> Sheet:
    """The board points of every match of every team."""
    return team_cross_table(team_standings_of(state, counted_round(state, number)), translate)


def _single_sheet(state: TournamentState, number: int) -> Sheet:
    """The standings of the players, whether teams are drawn or not."""
    after = counted_round(state, number)
    found = standings_of(state, after)
    before = standings_of(state, after - 1) if after > 1 else None
    return standings_sheet(found, translate, before)


def board_prize_sheet(state: TournamentState, number: int) -> Sheet:
    """Who did best at each board."""
    found = board_prizes_of(state, counted_round(state, number))
    if not found.rows:
        raise RuleError(phrase("no game has been played"))
    return board_prizes_sheet(found, translate)


def _wall_sheet(state: TournamentState, number: int) -> Sheet:
    """Every round of everybody."""
    return wall_list(standings_of(state, counted_round(state, number)), translate)


def rating_sheet(state: TournamentState, number: int) -> Sheet:
    """The new ratings after a round, by the rules of the federation."""
    after = counted_round(state, number)
    if not after:
        raise RuleError(phrase("no game has been played that counts for ratings"))
    if rated_by_fide(state.tournament):
        return _fide_sheet(state, after)
    rated = rate_document(state, system="egf2021", after=after)
    sheet = ratings_sheet(rated, translate)
    notes = (*map(full, (*rated.remarks, *rated.assumed)), *sheet.notes)
    return replace(sheet, notes=(*notes, *map(localized, describe_not_rated(rated.tournament))))


def _fide_sheet(state: TournamentState, after: int) -> Sheet:
    """FIDE's rating changes after a round."""
    found = fide_ratings_of(state, after)
    sheet = fide_ratings_sheet(found.tournament, found.changes, after, translate)
    notes = (
        *map(full, found.remarks),
        *sheet.notes,
        *map(localized, describe_not_rated(found.tournament)),
    )
    return replace(sheet, notes=notes)


def norm_sheet(state: TournamentState, number: int) -> Sheet:
    """The title norms after a round."""
    after = counted_round(state, number)
    if not after:
        raise RuleError(phrase("no game has been played that counts for ratings"))
    found = norms_in(state, after)
    if not found.notable:
        raise RuleError(phrase("nobody performs at the level of a title"))
    sheet = norms_sheet(found.tournament, found.notable, after, translate)
    return replace(sheet, notes=(*sheet.notes, *map(localized, found.of_lists)))


def _conditions_panel(request: PageRequest) -> Mapping[str, Any]:
    """Every condition of the norms of a player, or the choice of one."""
    tournament, after = request.tournament, counted_round(request.state, request.number)
    key = request.fields.get("key", "")
    found: Mapping[str, Sequence[Norm]] = {}
    error = ""
    try:
        found = norms_in(request.state, after or None, key or None).norms
    except RuleError as refused:
        error = refused.message
    return {
        "address": f"{request.base}/norms/{request.number}/conditions",
        "players": [
            (player.key, player.full_name) for player in in_order_of_names(tournament.players)
        ],
        "player": tournament.by_key.get(key),
        "norms": found.get(key, ()),
        "error": error,
    }


def _marks(player: Player, row: StandingsRow) -> Iterator[str]:
    """The filters that show a player."""
    if country := country_of(player):
        yield f"country-{country}"
    yield f"category-{row.category}"
    if player.band is not None:
        yield f"band-{player.band}"


def _filters(state: TournamentState) -> Mapping[str, str]:
    """The marks of every player, by key."""

    def build() -> Mapping[str, str]:
        tournament = state.tournament
        rows = standings_of(state, tournament.last_round).rows  # all who have had a game are in it
        return {
            row.key: " ".join(_marks(tournament.by_key[row.key], row))
            + " staying" * (row.key not in state.gone)
            for row in rows
        }

    return state.view("filters of standings", build)


def _chips(state: TournamentState) -> tuple[Sequence[_Chip], Sequence[_Chip]]:
    """The filters that tell players apart: those with a button, and those of a menu."""
    marks = _filters(state)
    counts = Counter(mark for each in marks.values() for mark in each.split())
    everybody = len(marks)
    chips = [_Chip("", translate(in_context("players", "All")), everybody)]
    if counts["staying"] < everybody:
        chips.append(_Chip("staying", translate("Without withdrawn"), counts["staying"]))
    titles = {"category": marked("Category {number}"), "band": marked("Band {number}")}
    for kind, title in titles.items():
        found = sorted(
            (int(mark.rpartition("-")[2]), mark) for mark in counts if mark.startswith(f"{kind}-")
        )
        if len(found) > 1:
            chips += [
                _Chip(mark, translate(title, number=number), counts[mark]) for number, mark in found
            ]
    countries = [
        _Chip(mark, mark.partition("-")[2], count)
        for mark, count in counts.items()
        if mark.startswith("country-")
    ]
    countries.sort(key=lambda chip: (-chip.players, chip.title))
    if len(countries) < 2:
        return chips, ()
    most = len(countries) if len(countries) <= _MOST_CHIPS + 1 else _MOST_CHIPS
    return [*chips, *countries[:most]], countries[most:]


class _List(NamedTuple):
    """A list of players or teams, which several parts show in the same way."""

    part: str
    sheet: Callable[[TournamentState, int], Sheet]
    printed: str = ""
    """The sheet to print; empty if there is none."""

    print_label: str = ""
    round_robin_label: str = ""
    """The label in a round robin; by default there is no difference."""

    all_columns: bool = False
    """Whether a phone shows all columns, too, and scrolls."""

    teams: bool = False
    """Whether its lines are teams where teams are drawn."""

    def rows(self, state: TournamentState, number: int) -> Mapping[str, _Line]:
        """The lines of the list."""
        try:
            sheet = self.sheet(state, number)
        except RuleError:
            return {}
        at = next(place for place, column in enumerate(sheet.columns) if column.name)
        teams, marks = self._of_teams(state), _filters(state)
        by_key = (state.unit_tournament if teams else state.tournament).by_key
        mark = withdrawn_mark(translate)
        found = {}
        for cells in sheet.rows:
            to = reference_of(cells[at])
            assert to is not None, "these lists name players or teams"
            key, kind = to.key, "team" if to.kind == "team" else "key"
            line, query = id_of("p", key), f"?{kind}={quote(key, '')}"
            name = cells[at].removesuffix(mark)
            grade = "" if teams else by_key[key].strength
            grade = grade if name.endswith(f" {grade}") else ""
            who = name.removesuffix(grade).rstrip()
            also = names_of_members([by_key[key]])
            found[line] = _Line(line, key, cells, at, who, grade, query, marks.get(key, ""), also)
        return found

    def head(self, request: PageRequest) -> Mapping[str, Any]:
        """The values around the list."""
        state, refusal, sheet = request.state, "", None
        try:
            sheet = self.sheet(state, request.number)
        except RuleError as error:
            refusal = error.message
        crossed = state.tournament.event_kind.crosses_players
        chips, more = ([], ()) if sheet is None or self._of_teams(state) else _chips(state)
        return {
            "part": self.part,
            "sheet": sheet,
            "refusal": refusal,
            "counted": describe_counted(state.tournament, request.number),
            "classes": classes_of(sheet, all_columns=self.all_columns) if sheet else (),
            "meanings": _meanings_of(sheet),
            "chips": chips,
            "more": more,
            "printed": self.printed,
            "print_label": (self.round_robin_label if crossed else "") or self.print_label,
        }

    def _of_teams(self, state: TournamentState) -> bool:
        return self.teams and ranks_teams(state)


def _part(shown: _List, **values: Any) -> Part:  # noqa: ANN401 - of a part
    """The part of the page that shows a list."""
    return Part(
        name=shown.part,
        template="standings",
        phase="standings",
        rows=shown.rows,
        head=shown.head,
        **{"opens": {"key": "players/entry", "team": "teams/team"}, **values},
    )


def _places_panel(request: PageRequest, part: str) -> Mapping[str, Any]:
    """Why one player or team is placed before another."""
    state, number = request.state, counted_round(request.state, request.number)
    teams = drawn_team_standings(state, number) if part == "standings" else None
    ranking = standings_of(state, number) if teams is None else teams
    names = (state.tournament if teams is None else state.unit_tournament).name_of
    one, other = (request.fields.get(name, "") for name in ("one", "other"))
    found, error = None, ""
    try:
        if one and other:
            found = compare_players(state, one, other, number, teams=teams is not None)
    except RuleError as wrong:
        error = wrong.message.without_place(state.file)
    return {
        "address": f"{request.base}/{part}/{request.number}/places",
        "teams": teams,
        "players": [(row.key, names(row.key)) for row in ranking.rows],
        "one": one,
        "other": other,
        "lines": [*found.sentences()] if found else (),
        "error": error,
    }


STANDINGS = _part(
    _List("standings", _sheet, "standings", marked("Print standings"), teams=True),
    tab=marked("Players"),
    team_tab=marked("Teams"),
    title=marked("Standings"),
    panels={"places": partial(_places_panel, part="standings")},
    moved={"wallist": "wallist", "single": "single", "rated": "ratings"},
)
"""The standings of who is drawn."""


CROSS_TABLE = _part(
    _List(
        "crosstable",
        _cross_sheet,
        "crosstable",
        marked("Print cross table"),
        all_columns=True,
        teams=True,
    ),
    title=marked("Cross table"),
    heading=marked("Standings"),
    applies=ranks_teams,
)
"""Every match of every team."""

SINGLE = _part(
    _List("single", _single_sheet, "single", marked("Print standings")),
    tab=marked("Players"),
    title=marked("Standings"),
    panels={"places": partial(_places_panel, part="single")},
    applies=ranks_teams,
)
"""The standings of the players where teams are drawn."""

BOARD_PRIZES = _part(
    _List("boardprizes", board_prize_sheet, "boardprizes", marked("Print board prizes")),
    title=marked("Board prizes"),
    under="prizes",
    applies=ranks_teams,
)
"""The best players at each board where teams are drawn."""

WALL_LIST = _part(
    _List(
        "wallist",
        _wall_sheet,
        "wallist",
        marked("Print wall list"),
        round_robin_label=marked("Print cross table"),
        all_columns=True,
    ),
    title=marked("Wall list"),
    round_robin_title=marked("Cross table"),
    heading=marked("Standings"),
    applies=lambda state: not ranks_teams(state),
)
"""Every game of everybody."""


def _is_rated(state: TournamentState) -> bool:
    """Whether players have ratings of the scale of a federation."""
    return not rated_by_fide(state.tournament) or _is_fide_rated(state)


def _is_fide_rated(state: TournamentState) -> bool:
    return rated_by_fide(state.tournament) and any(
        player.rating is not None for player in state.tournament.players
    )


RATINGS = _part(
    _List("ratings", rating_sheet, "ratings", marked("Print ratings")),
    applies=_is_rated,
    title=marked("Ratings"),
    heading=marked("Standings"),
)
"""What the games change the ratings to."""

NORMS = _part(
    _List("norms", norm_sheet, "norms", marked("Print norms")),
    opens={"key": "norms/conditions"},
    panels={"conditions": _conditions_panel},
    applies=_is_fide_rated,
    title=marked("Norms"),
    heading=marked("Standings"),
)
"""The norms for titles of chess."""


def award_sheet(request: PageRequest, _: Translate, names: PublicNames | None = None) -> Sheet:
    """The prizes as they stand after a round.

    Parameters
    ----------
    names
        Under which everybody may see the players; by default the sheet is the director's, beside the plan.

    Raises
    ------
    FormatError, RuleError
        If the plan cannot be read, or asks for what no prize has.
    """
    awards = planned_awards(request.state, request.number)
    if awards is not None:
        awards = awards if names is None else names.awarded(*awards)
        return prizes_sheet(*awards, _, conditions=names is not None)
    return no_prizes_sheet(request.tournament.name, request.number, _)


def _prize_head(request: PageRequest) -> Mapping[str, Any]:
    plan: tuple[Mapping[str, Any], ...] = ()
    wishes: list[str] = []
    try:
        plan = planned(request.file)
        wishes = [conditions_of(prize, translate) for prize in plan_in(request.state)]
        sheet, refusal = award_sheet(request, translate), ""
    except FastpairError as error:
        sheet, refusal = None, error.message
    return {
        "plan": [*zip_longest(plan, wishes, fillvalue="")],
        "sheet": sheet,
        "refusal": refusal,
        "winners": len({row[2] for row in sheet.rows}) if sheet else 0,
    }


def _prize_panel(request: PageRequest) -> Mapping[str, Any]:
    """A prize of the plan, or a new one."""
    plan = planned(request.file)
    stated = number_in(request.fields.get("at", ""))
    at = len(plan) if stated is None else stated
    tournament, entry = request.tournament, plan[at] if at < len(plan) else {}
    return {
        "at": min(at, len(plan)),
        "entry": entry,
        "more": not PRIZE_FACTS.isdisjoint(entry),
        "clubs": sorted({each.club for each in tournament.players if each.club}),
        "categories": _categories(tournament),
        "countries": countries_of(tournament),
    }


def _categories(tournament: Tournament) -> Sequence[int]:
    """The numbers of the categories; none if there is one only."""
    number = tournament.rules.categories
    return range(1, number + 1) if number > 1 else ()


def _prize(request: PageRequest) -> Mapping[str, str] | None:
    """The fields of a prize; None if it is deleted."""
    if "take_out" in request.fields:
        return None
    names = (*PRIZE_FIELDS, "shared")
    return {name: request.fields[name] for name in names if name in request.fields}


PRIZES = Part(
    name="prizes",
    phase="standings",
    title=marked("Prizes"),
    heading=marked("Standings"),
    head=_prize_head,
    acts={"set": handler("prizes", prize=_prize)},
    panels={"prize": _prize_panel},
)
"""Who gets what."""
