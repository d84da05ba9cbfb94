"""The reports of a file: of a round for the director, and of the tournament for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import RuleError
from ..explain.questions import QUESTIONS
from ..explain.round_report import RoundReports
from ..formats import read
from ..report.tournament_report import TournamentReport
from ..standings import standings
from .models import fitting_model, weigher
from .placing import last_complete_round
from .request import Request
from .state import round_to_show

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ..explain.questions import Place
    from ..explain.round_report import DrawReport, RoundReport
    from ..tournament import Tournament

__all__ = ["Reporter", "reporter", "round_document"]

_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """A file that can be reported on."""

    file: Path
    rounds: RoundReports
    remarks: tuple[str, ...]
    """What the file was read with a reservation about, one line each."""

    @property
    def tournament(self) -> Tournament:
        """The tournament in the file."""
        return self.rounds.tournament

    def round(self, number: int | None) -> RoundReport:
        """The report of a round, by default of the last one that has games.

        Raises
        ------
        RuleError
            If there is no such round, or it has no games; the message names the file.
        """
        try:
            return self.rounds.of(round_to_show(self.tournament, number))
        except RuleError as error:
            raise RuleError(f"{self.file}: {error}") from error

    def whole(self, tell: Callable[[str], None]) -> TournamentReport:
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
        drawn = sorted({game.round for game in tournament.games})
        reports = []
        try:
            for number in drawn:
                tell(f"drawing round {number} again")
                reports.append(self.rounds.of(number))
            made = standings(tournament, last_complete_round(tournament))
        except RuleError as error:
            raise RuleError(f"{self.file}: {error}") from error
        return TournamentReport(tournament=tournament, standings=made, rounds=tuple(reports))


def reporter(file: Path, *, model: str | None, seed: int, tell: Callable[[str], None]) -> Reporter:
    """Read a file for its reports.

    Parameters
    ----------
    model
        Name of a weight model, or its file; by default the one that fits the file.
    seed
        That of the optimum, for models and rules that draw lots.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If there is no such model, its rules cannot be met, or the tournament contradicts itself; the
        message names the file.
    """
    tell(f"reading {file}")
    document = read(file)
    tournament, chosen = document.tournament, model or fitting_model(document)
    request = Request().with_rules_of(chosen)
    try:
        tournament.check()
        rounds = RoundReports(
            tournament=tournament,
            model=request.preferring(tournament, weigher(chosen, seed)),
            constraints=request.constraints_of_any_round(tournament),
            seed=seed,
        )
    except RuleError as error:
        raise RuleError(f"{file}: {error}") from error
    return Reporter(file=file, rounds=rounds, remarks=tuple(document.remarks))


def round_document(reporter: Reporter, report: RoundReport) -> dict[str, Any]:
    """The report of a round as a JSON document, by ``report.schema.json``."""
    draws = {"drawn": report.drawn, "optimum": report.optimum, "before": report.before}
    known = {name: draw for name, draw in draws.items() if draw is not None}
    tournament, groups = reporter.tournament, report.losses
    named = {
        key
        for draw in known.values()
        for places in draw.places.values()
        for place in places
        for key in place.players
    }
    return {
        "format": "fastpair.report",
        "version": _VERSION,
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
                each: None if draw is None else _answer(draw, name) for each, draw in draws.items()
            }
            for name in QUESTIONS
        },
        "qualities": {
            each: None if draw is None else _qualities(draw) for each, draw in draws.items()
        },
        "score_groups": {
            "scores": list(groups.scores),
            "sizes": list(groups.sizes),
            "least_loss": [
                [None if isnan(value) else value for value in row] for row in groups.least.tolist()
            ],
            "games": groups.games.tolist(),
        },
        "players": {key: tournament.by_key[key].full_name for key in sorted(named)},
        "remarks": list(reporter.remarks),
    }


def _answer(draw: DrawReport, name: str) -> dict[str, Any]:
    return {"count": draw.count(name), "places": [_place(place) for place in draw.places[name]]}


def _place(place: Place) -> dict[str, Any]:
    return {"table": place.table, "players": list(place.players), "amount": place.amount}


def _qualities(draw: DrawReport) -> dict[str, float]:
    tally = draw.quality.tally
    return {
        "q_mms": tally.q_mms,
        "q_area": tally.q_area,
        "q_colour": draw.quality.q_colour,
        "mixing_variance": tally.mixing_variance,
    }
