"""A tournament as one page: what every draw was worth, who met whom, and who stands where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import methodcaller
from typing import TYPE_CHECKING

from .. import __version__
from .bracket import brackets_in_parts
from .chart import Chart, Picture, field_charts, line_chart, picture, shapes_chart
from .html import Links, bracket_figures, figures, rendered
from .pages import (
    at_places,
    lines,
    loss,
    pairings_by_name,
    pairings_by_table,
    qualities,
    questions,
    weights,
)
from .standings_pages import (
    prizes_sheet,
    ranking_sheet,
    team_cross_table,
    wall_list,
    wall_list_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ..go.prizes import Award
    from ..go.standings import Standings
    from ..go.team_standings import TeamStandings
    from ..go.tournament import Tournament
    from ..insight.explain.alternatives import HeatMap
    from ..insight.explain.round_report import DrawReport, OptimumReport, Place, RoundReport
    from .languages import Language
    from .pages import Attendance, Line, Translate
    from .sheet import Sheet


_FEW = 4
"""Places that a line shows without being unfolded."""


_WITHOUT_PICTURE = (
    *("returned", "byes", "second_byes"),
    *("drawn_up", "drawn_down", "handicap_games"),
)
"""The first are the same in all draws of the players; the others look as games across groups do,
and as stones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentReport:
    """What the page of a tournament is made of."""

    tournament: Tournament

    standings: Standings
    """After the rounds that have all results; of the players at the boards."""

    teams: TeamStandings | None = None
    """Those of teams, if these are the players of the tournament."""

    prizes: tuple[Standings, tuple[Award, ...]] | None = None
    """The standings by the criteria of prizes, and who gets which one; None if none are planned."""

    rounds: tuple[RoundReport, ...]
    """The rounds that have games, and an optimum."""

    prices: tuple[HeatMap, ...]
    """What games between score groups cost in these rounds."""

    methods: tuple[str, ...]
    """What the models are called whose optima these are."""

    attendance: Mapping[int, Attendance] = field(default_factory=dict)
    """Why players have no board, by round; by default what the tournament alone says."""

    compared: tuple[str, ...] = ()
    """Within what the optimum of a round is the heaviest draw, one line each, in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """One round on the page."""

    number: int
    boards: Sheet
    names: Sheet
    report: RoundReport | None
    lines: tuple[tuple[Line, tuple[tuple[str, str, str], ...]], ...]
    """Lines of its report; for each place the name in the page, the table, and who is there."""

    weights: tuple[str, ...]
    """Of the draw and of the optimum; empty if there are no games."""

    loss: str
    heat: Picture | None


def tournament_page(report: TournamentReport, language: Language, *, paper: str = "A4") -> bytes:
    """One self-contained page of HTML that holds the whole tournament.

    It needs neither a script nor a network. What is folded on the screen is printed.

    Parameters
    ----------
    language
        The language of all texts.
    paper
        Size of the paper for printing: ``A4``, ``Letter`` or another name that CSS knows.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    _, tournament = language.text, report.tournament
    links, teams = Links(tournament, report.standings, report.teams), report.teams
    ranks, prizes = report.standings.rows, report.prizes and prizes_sheet(*report.prizes, _)
    if prizes is not None and teams is not None:  # players, who are not those of the boards
        prizes = replace(prizes, rows=tuple(tuple(map(str, row)) for row in prizes.rows))
    return rendered(
        "report.html",
        "report.css",
        language,
        paper=paper,
        title=tournament.name or _("Tournament"),
        facts=tuple(_facts(report, _)),
        compared=report.compared,
        model=_(", ").join(map(_, report.methods)),
        program=f"fastpair {__version__}",
        field=figures(field_charts(tournament, _)),
        charts=figures(_charts(report.rounds, _)),
        shapes=figures([shapes_chart(_("weight by deviation x"))]),
        dashboard=tuple(_dashboard(report.rounds, _)),
        numbers=[each.round_number for each in report.rounds],
        bracket=bracket_figures(brackets_in_parts(tournament, _)),
        links=links,
        standings=ranking_sheet(report.standings, teams, _) if ranks else None,
        wall_list_name=wall_list_name(
            predetermined=tournament.event_kind.predetermined or report.teams is not None
        ),
        wall_list=None
        if not ranks
        else wall_list(report.standings, _)
        if teams is None
        else team_cross_table(teams, _),
        prizes=prizes,
        rounds=tuple(_rounds(report, links, language)),
        few=_FEW,
    )


def _facts(report: TournamentReport, _: Translate) -> Iterator[str]:
    tournament, event = report.tournament, report.tournament.event
    yield _(", ").join(filter(None, (event.place, event.country)))
    yield " – ".join(dict.fromkeys(str(day) for day in (event.begins, event.ends) if day))
    who = _("teams: {count}") if report.teams else _("players: {count}")
    yield who.format(count=len(tournament.players))
    yield _("rounds: {count}").format(count=tournament.rules.rounds)
    yield _("games: {count}").format(count=len(tournament.games))
    yield _("standings after round {round}").format(round=report.standings.after)


def _rounds(report: TournamentReport, links: Links, language: Language) -> Iterator[_Round]:
    _, tournament = language.text, report.tournament
    reports = {each.round_number: each for each in report.rounds}
    prices = dict(zip(reports, report.prices, strict=True))
    numbers = {game.round for game in tournament.games} | {bye.round for bye in tournament.byes}
    for number in sorted(numbers):
        found, why = reports.get(number), report.attendance.get(number)
        optimum = found and found.optimum

        def linked(place: Place, number: int = number) -> tuple[str, str, str]:
            who = at_places(tournament, place)
            if place.table is None:
                return links.player(place.players[0]), "", who
            return links.board(number, place.table), str(place.table), who

        yield _Round(
            number=number,
            boards=pairings_by_table(tournament, number, _, why),
            names=pairings_by_name(tournament, number, _, why, language.code),
            report=found,
            lines=tuple(
                (line, tuple(map(linked, line.places)))
                for line in (lines(found, _) if found else ())
            ),
            weights=tuple(map(_spaced, weights(optimum))) if optimum else ("", ""),
            loss=_spaced(loss(optimum)) if optimum else "",
            heat=picture(prices[number]) if found else None,
        )


def _optima(rounds: Iterable[RoundReport]) -> list[OptimumReport]:
    return [each.optimum for each in rounds if each.optimum is not None]


def _spaced(number: str) -> str:
    """A number with narrow spaces between thousands; commas are decimal in other languages."""
    return number.replace(",", "\N{NARROW NO-BREAK SPACE}")


def _measures(_: Translate) -> Iterator[tuple[str, Callable[[DrawReport], float]]]:
    """Titles of all that is counted round by round, and how it is read."""
    for name, title in questions(_).items():
        yield title, methodcaller("count", name)
    yield from qualities(_)


def _charts(rounds: tuple[RoundReport, ...], _: Translate) -> Iterator[Chart]:
    """A picture of everything that is not 0 everywhere."""
    numbers = [each.round_number for each in rounds]
    questions_in_text = {questions(_)[name] for name in _WITHOUT_PICTURE}
    for title, value in _measures(_):
        if title in questions_in_text:
            continue
        draw_values = [value(each.drawn) for each in rounds]
        optimum = [value(each.draw) for each in _optima(rounds)]
        if any(draw_values) or any(optimum):
            yield line_chart(title, numbers, draw_values, optimum, _)


def _dashboard(
    rounds: tuple[RoundReport, ...], _: Translate
) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Title, and drawn and optimum of each round."""
    optima = _optima(rounds)
    if rounds:
        yield _("lighter than the optimum"), tuple((_spaced(loss(each)), "0") for each in optima)
    for title, value in _measures(_):
        yield (
            title,
            tuple(
                (f"{value(each.drawn):.4g}", f"{value(optimum.draw):.4g}")
                for each, optimum in zip(rounds, optima, strict=True)
            ),
        )
