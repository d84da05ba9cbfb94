"""The whole tournament on one page."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from ... import __version__
from ...errors import in_file
from ...go.standings import last_complete_round, standings
from ...go.teams import team_standings
from ...insight.explain.round_report import QUESTIONS, RoundReports
from ...report.tournament_report import TournamentReport
from ..draws.review import Baselines
from ..history.records import read
from ..state import round_to_show
from .check import rounds_with_games
from .standings import drawing_system, ranked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ...go.tournament import Tournament
    from ...insight.explain.round_report import DrawReport, Place, RoundReport
    from ..documents.reports import ReportAnswer, ReportDocument, ReportPlace, ReportQualities


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """A file that can be reported on."""

    file: Path
    rounds: RoundReports
    whole: Tournament
    """The tournament in the file; where teams are drawn, ``tournament`` is of teams."""

    system: str
    """Name of the system that draws the tournament; empty if nobody knows it."""

    remarks: tuple[str, ...]
    """What the file was read with a reservation about, one line each."""

    compared: tuple[str, ...]
    """Which rounds are not compared as they were drawn, one line each; they are remarks too."""

    @property
    def tournament(self) -> Tournament:
        """The tournament whose draws are reported on."""
        return self.rounds.tournament

    def round(self, number: int | None) -> RoundReport:
        """The report of a round, by default of the last one that has games.

        Raises
        ------
        RuleError
            If there is no such round, or it has no games; the message names the file.
        """
        with in_file(self.file):
            return self.rounds.of(round_to_show(self.tournament, number))

    def page(self, tell: Callable[[str], None]) -> TournamentReport:
        """The report of the tournament.

        Parameters
        ----------
        tell
            Hears what is being done.

        Raises
        ------
        RuleError
            If a round cannot be compared with its optimum; the message names the file.
        """
        tournament = self.tournament
        reports, prices = [], []
        with in_file(self.file):
            # A Swiss has levels, and is compared with its own draw by `check`.
            for number in rounds_with_games(tournament) if tournament.kind == "go" else ():
                tell(f"drawing round {number} again")
                reports.append(self.rounds.of(number))
                tell(f"pricing all pairs of round {number}")
                prices.append(self.rounds.prices(number))
            after = last_complete_round(tournament)
            ranking = standings(ranked(tournament, self.system), after)
            teams = team_standings(self.whole, after) if self.whole.draws_teams else None
        return TournamentReport(
            tournament=tournament,
            standings=ranking,
            teams=teams,
            rounds=tuple(reports),
            prices=tuple(prices),
            compared=self.compared,
        )


def reporter(
    file: Path, *, model: str | None, seed: int | None, tell: Callable[[str], None]
) -> Reporter:
    """Read a file for its reports.

    Parameters
    ----------
    model, seed
        As of ``Baselines.of``.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If there is no such model, its rules cannot be met, or the tournament contradicts itself;
        the message names the file.
    """
    tell(f"reading {file}")
    document = read(file)
    with in_file(file):
        yardsticks = Baselines.of(document, file, model=model, seed=seed)
        document.tournament.check()
        tournament = yardsticks.units.tournament
        compared = tuple(yardsticks.remarks(rounds_with_games(tournament)))
    rounds = RoundReports(tournament=tournament, yardstick=yardsticks.of_round)
    system = drawing_system(document, file, yardsticks.units.timeline, tournament.rules.rounds)
    remarks = *document.remarks, *compared
    return Reporter(
        file=file,
        rounds=rounds,
        whole=document.tournament,
        system=system,
        remarks=remarks,
        compared=compared,
    )


def round_document(reporter: Reporter, report: RoundReport) -> ReportDocument:
    """The report of a round as a JSON document, by ``report.schema.json``."""
    tournament, groups = reporter.tournament, reporter.rounds.prices(report.round_number)
    keys = {
        key
        for draw in (report.drawn, report.optimum, report.before)
        if draw is not None
        for places in draw.places.values()
        for place in places
        for key in place.players
    }
    return {
        "format": "fastpair.report",
        "version": 1,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "round": report.round_number,
        "model": report.model,
        "boards": report.drawn.boards,
        "weight": report.weight,
        "optimum": report.greatest,
        "weight_units": report.units,
        "loss": report.loss,
        "questions": {
            name: {
                "drawn": _answer(report.drawn, name),
                "optimum": _answer(report.optimum, name),
                "before": None if report.before is None else _answer(report.before, name),
            }
            for name in QUESTIONS
        },
        "qualities": {
            "drawn": _qualities(report.drawn),
            "optimum": _qualities(report.optimum),
            "before": None if report.before is None else _qualities(report.before),
        },
        "score_groups": {
            "scores": list(groups.scores),
            "sizes": list(groups.sizes),
            "median_price": [
                [None if isnan(value) else value for value in row] for row in groups.median.tolist()
            ],
            "games": groups.games.tolist(),
        },
        "players": {key: tournament.by_key[key].full_name for key in sorted(keys)},
        "remarks": list(reporter.remarks),
    }


def _answer(draw: DrawReport, name: str) -> ReportAnswer:
    return {"count": draw.count(name), "places": [_place(place) for place in draw.places[name]]}


def _place(place: Place) -> ReportPlace:
    return {"table": place.table, "players": list(place.players), "amount": place.amount}


def _qualities(draw: DrawReport) -> ReportQualities:
    tally = draw.quality.tally
    return {
        "q_mms": tally.q_mms,
        "q_area": tally.q_area,
        "q_colour": draw.quality.q_colour,
        "mixing_variance": tally.mixing_variance,
    }
