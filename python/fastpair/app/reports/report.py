"""The quality of draws, and the report of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import isnan
from typing import TYPE_CHECKING, Any, cast

from ...errors import in_file
from ...go.standings import last_complete_round
from ...go.teams import of_teams
from ...insight.explain.round_report import QUESTIONS, RoundReports
from ...insight.quality import quality_of
from ...pairing.draw import stated_rules
from ...pairing.weights.description import changes, digest, signature
from ...report.tournament_report import TournamentReport
from ..documents.encoding import encode
from ..documents.reports import (
    QualityBest,
    QualityDocument,
    QualityDraw,
    QualityTotal,
    ReportAnswer,
    ReportDocument,
    ReportQualities,
    ReportScoreGroups,
)
from ..draws.plan import constraints_of, rules_in_file, with_preferences
from ..draws.review import Baselines
from ..forms.titles import title_of_method
from ..lookup import weighers
from ..round_states import round_to_show
from ..rounds.attendance import seats_of
from ..rounds.conditions import broken_conditions
from ..rounds.review import review_of
from .check import rounds_with_games
from .standings import planned_awards, standings_of, team_standings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from ...formats import Document
    from ...go.tournament import Tournament
    from ...insight.explain.alternatives import HeatMap
    from ...insight.explain.round_report import DrawReport, RoundReport
    from ...insight.quality import Best, DrawQuality, Quality
    from ...pairing.draw import Constraints
    from ...pairing.weights import WeightModel
    from ..history.state import CongressState


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The quality of the draws in a file, and what they were compared with."""

    document: Document
    """The file as it was read."""

    quality: Quality

    models: Mapping[str, WeightModel]
    """The models that were compared, by the names of their draws."""

    rules: Mapping[str, Constraints]
    """The hard rules that they kept to, by the same names."""

    seed: int
    """That of the models."""

    @property
    def signatures(self) -> Mapping[str, str]:
        """Names and digests of the models that their draws are not named after."""
        return {name: signature(m) for name, m in self.models.items() if name != m.name}

    @property
    def picture(self) -> bytes:
        """All rounds as a picture, SVG."""
        from ...report.plots import quality_plot

        return quality_plot(self.document.tournament.name, self.quality)


def measure(
    document: Document,
    compare: Sequence[str],
    *,
    half_points: bool,
    top: int | None,
    seed: int,
    tell: Callable[[str], None],
) -> Measured:
    """Measure the draws of a tournament, beside those of models.

    Parameters
    ----------
    compare
        Names of weight models, or their files, or ``models.ALL``.
    half_points
        Whether scores that differ by half a point count as different.
    top
        How many of the highest ratings get a ranking error of their own.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If the file of a model cannot be read.
    RuleError
        If there is no such model, or nothing to measure, or a rule cannot be met.
    """
    models = weighers(compare, seed)
    rules_by_model = {name: rules_in_file(name) for name in models}
    tournament = of_teams(document.tournament)
    models = {
        name: with_preferences(models[name], own, tournament)
        for name, own in rules_by_model.items()
    }
    rules = {name: constraints_of(own, tournament) for name, own in rules_by_model.items()}
    quality = quality_of(
        tournament, models, constraints=rules, half_points=half_points, top=top, tell=tell
    )
    return Measured(document=document, quality=quality, models=models, rules=rules, seed=seed)


def quality_document(measured: Measured) -> QualityDocument:
    """The quality of draws as a JSON document, by ``quality.schema.json``."""
    quality, tournament = measured.quality, measured.document.tournament
    return encode(
        QualityDocument,
        quality,
        tournament=tournament.name,
        seed=measured.seed,
        models={
            name: {
                "model": signature(model),
                "model_digest": digest(model),
                "model_changes": changes(model),
                "rules": stated_rules(measured.rules[name]),
                "by_lot": model.by_lot(tournament.rules),
            }
            for name, model in measured.models.items()
        },
        rounds=[
            {
                "round": each.round_number,
                "players": each.players,
                **_draws(each.draws, each.best, quality, 1),
            }
            for each in quality.rounds
        ],
        total=_draws(quality.draws, quality.best, quality, len(quality.rounds)),
        relative_strengths=quality.strength,
    )


def _draws(
    draws: Mapping[str, DrawQuality], best: Best, quality: Quality, rounds: int
) -> QualityTotal:
    return {
        "draws": {
            name: cast("QualityDraw", {**_values(draw.measures, quality, rounds), **_tallied(draw)})
            for name, draw in draws.items()
        },
        "best": cast(
            "QualityBest",
            {
                **_values(best.measures, quality, rounds),
                "q_colour": best.q_colour,
                **{
                    name: {
                        "found": best.found(name),
                        "limit": best.limit(name),
                        "proven": best.proven(name),
                    }
                    for name in best.draws
                },
            },
        ),
    }


def _values(measures: Mapping[str, Fraction], quality: Quality, rounds: int) -> dict[str, Any]:
    values = {
        name: int(value) if value.denominator == 1 else float(value)
        for name, value in measures.items()
    }
    return {**values, "total_error": quality.total_error(measures, rounds)}


def _tallied(draw: DrawQuality) -> dict[str, Any]:
    tally = draw.tally
    return {
        "games": tally.games,
        "expected_uneven": tally.expected_uneven,
        "below_bar": {
            "games": tally.games_below_bar,
            "same_country": tally.same_country,
            "expected_country": tally.expected_country,
            "same_club": tally.same_club,
            "expected_club": tally.expected_club,
        },
        **_qualities_of(draw),
    }


# ---- The report ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """A tournament that can be reported on."""

    state: CongressState
    rounds: RoundReports

    remarks: tuple[str, ...]
    """What the file was read with a reservation about, one line each."""

    compared: tuple[str, ...]
    """Which rounds are not compared as they were drawn, one line each; they are remarks too."""

    @property
    def tournament(self) -> Tournament:
        """The tournament whose draws are reported on: of teams, where teams are drawn."""
        return self.rounds.tournament

    def round(self, number: int | None) -> RoundReport:
        """The report of a round, by default of the last one that has games.

        Raises
        ------
        RuleError
            If there is no such round, or it has no games; the message names the file.
        """
        with in_file(self.state.file):
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
        with in_file(self.state.file):
            for number in rounds_with_games(tournament):
                tell(f"drawing round {number} again, and pricing all pairs")
                heat = self.rounds.prices(number)
                if heat is not None:
                    reports.append(self.rounds.of(number))
                    prices.append(heat)
            after = last_complete_round(tournament)
            ranking, teams = standings_of(self.state, after), None
            if tournament is not self.state.tournament:
                teams = team_standings_of(self.state, after)
            prizes = planned_awards(self.state, after)
        return TournamentReport(
            tournament=tournament,
            standings=ranking,
            teams=teams,
            prizes=prizes,
            rounds=tuple(reports),
            prices=tuple(prices),
            methods=tuple(dict.fromkeys(_titles(reports))),
            attendance={}
            if tournament is not self.state.tournament
            else {number: seats_of(self.state, number) for number in tournament.round_numbers},
            compared=self.compared,
        )


def _titles(reports: Iterable[RoundReport]) -> Iterator[str]:
    """What the models of the optima are called."""
    return (title_of_method(each.optimum.model) for each in reports if each.optimum is not None)


def reporter(
    state: CongressState, *, model: str | None = None, seed: int | None = None
) -> Reporter:
    """What reports on a tournament.

    Parameters
    ----------
    model, seed
        As of ``Baselines.of``.

    Raises
    ------
    FormatError
        If the model's file cannot be read.
    RuleError
        If there is no such model, its rules cannot be met, or the tournament contradicts itself;
        the message names the file.
    """
    document = state.document
    with in_file(state.file):
        yardsticks = Baselines.of(state, model=model, seed=seed)
        document.tournament.check()
        tournament = yardsticks.units.tournament
        numbers = rounds_with_games(tournament)
        compared = tuple(yardsticks.remarks(numbers))
        found = (broken_conditions(yardsticks.units.congress, number) for number in numbers)
        broken = (each.sentence for each in chain.from_iterable(found))
    rounds = RoundReports(tournament=tournament, yardstick=yardsticks.compared)
    remarks = *document.remarks, *compared, *broken
    return Reporter(
        state=state,
        rounds=rounds,
        remarks=remarks,
        compared=compared,
    )


def round_document(reporter: Reporter, report: RoundReport) -> ReportDocument:
    """The report of a round as a JSON document, by ``report.schema.json``."""
    tournament, optimum = reporter.tournament, report.optimum
    groups = reporter.rounds.prices(report.round_number)
    review = review_of(reporter.state, report.round_number)
    draws = (draw.places.values() for draw in report.draws if draw is not None)
    places = chain(
        chain.from_iterable(chain.from_iterable(draws)),
        *((*item.places, *item.unavoidable) for item in review),
    )
    keys = {key for place in places for key in place.players}
    of_weights: dict[str, Any] = dict.fromkeys(
        ("model", "weight", "optimum", "weight_units", "loss")
    )
    if optimum is not None:
        of_weights |= {
            "model": optimum.model,
            "weight": optimum.weight,
            "optimum": optimum.greatest,
            "weight_units": optimum.units,
            "loss": optimum.loss,
        }
    return encode(
        ReportDocument,
        reporter,
        **of_weights,
        tournament=tournament.name,
        round=report.round_number,
        boards=report.drawn.boards,
        review=review,
        questions={name: _of_draws(report, partial(_answer, name=name)) for name in QUESTIONS},
        qualities=_of_draws(report, lambda draw: _qualities_of(draw.quality)),
        score_groups=None if groups is None else _score_groups(groups),
        players={key: tournament.name_of(key) for key in sorted(keys)},
    )


def _of_draws(report: RoundReport, value: Callable[[DrawReport], object]) -> Mapping[str, Any]:
    """A value of each draw of a report; None where there is no draw."""
    names = ("drawn", "optimum", "before")
    draws = zip(names, report.draws, strict=True)
    return {name: None if draw is None else value(draw) for name, draw in draws}


def _score_groups(groups: HeatMap) -> ReportScoreGroups:
    median = [[None if isnan(value) else value for value in row] for row in groups.median.tolist()]
    return encode(ReportScoreGroups, groups, median_price=median, games=groups.games.tolist())


def _answer(draw: DrawReport, name: str) -> ReportAnswer:
    return encode(ReportAnswer, count=draw.count(name), places=draw.places[name])


def _qualities_of(quality: DrawQuality) -> ReportQualities:
    return encode(ReportQualities, quality.tally, q_colour=quality.q_colour)
