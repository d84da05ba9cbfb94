"""What is asked of a draw, line by line, beside the optimum and the round before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...insight.explain.questions import QUESTIONS
from ...insight.explain.words import amount, total
from .words import named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...go.tournament import Tournament
    from ...insight.explain.questions import Place
    from ...insight.explain.round_report import DrawReport, RoundReport
    from .words import Translate

__all__ = [
    "Line",
    "Noticed",
    "at_places",
    "lines",
    "loss",
    "noticed",
    "qualities",
    "questions",
    "weights",
]

_LISTED = frozenset(QUESTIONS) - {"off_score", "drawn_up", "drawn_down", "handicap_games"}
"""The boards of the others are those of the line below, which says how much, too."""

_USUAL_IMBALANCE = 1
"""After an odd number of games everybody has had one colour more often than the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the report of a round."""

    title: str
    drawn: str
    optimum: str
    before: str
    """Empty if the round before has no games."""

    places: tuple[Place, ...] = ()
    """Where to look in the draw that was made."""


class Noticed(NamedTuple):
    """Something to look at in a draw."""

    title: str
    number: int
    places: tuple[Place, ...]


def questions(_: Translate) -> Mapping[str, str]:
    """What is counted, by question."""
    return {
        "returned": _("absent in the last round, now paired"),
        "byes": _("byes"),
        "second_byes": _("second byes"),
        "rematches": _("rematches"),
        "off_score": _("games off score"),
        "score_difference": _("sum of score differences"),
        "drawn_up": _("drawn up"),
        "drawn_up_again": _("drawn up again"),
        "drawn_down": _("drawn down"),
        "drawn_down_again": _("drawn down again"),
        "same_club": _("games within a club"),
        "same_country": _("games within a country"),
        "same_family": _("games within a family"),
        "colour_streaks": _("third time the same colour running"),
        "colour_imbalance": _("sum of colour imbalances"),
        "handicap_games": _("handicap games"),
        "handicap_stones": _("handicap stones"),
    }


def qualities(_: Translate) -> Iterator[tuple[str, Callable[[DrawReport], float]]]:
    """Qualities of the papers: their titles, and how they are read."""
    yield _("score quality Q_mms, 1 is best"), lambda draw: draw.quality.tally.q_mms
    yield _("area quality Q_area, 1 is best"), lambda draw: draw.quality.tally.q_area
    yield _("colour quality Q_colour, 0 is best"), lambda draw: draw.quality.q_colour
    yield (
        _("mixing variance of countries, 0 is best"),
        lambda draw: draw.quality.tally.mixing_variance,
    )


def lines(report: RoundReport, _: Translate) -> Iterator[Line]:
    """The report of a round, line by line."""
    draws = report.drawn, report.optimum, report.before
    for name, title in questions(_).items():
        counts = (_counted(draw, name) for draw in draws)
        yield Line(
            title=title,
            drawn=next(counts),
            optimum=next(counts),
            before=next(counts),
            places=_worth_a_look(report.drawn.places, name),
        )
    for title, value in qualities(_):
        values = ("" if draw is None else f"{value(draw):.4f}" for draw in draws)
        yield Line(title=title, drawn=next(values), optimum=next(values), before=next(values))


def noticed(answers: Mapping[str, tuple[Place, ...]], _: Translate) -> Iterator[Noticed]:
    """What there is to look at in a draw: each question with an answer, and where."""
    for name, title in questions(_).items():
        if places := _worth_a_look(answers, name):
            yield Noticed(title, sum(place.amount for place in answers[name]), places)


def loss(report: RoundReport) -> str:
    """How much lighter the draw is than the optimum."""
    return amount(report.greatest - report.weight, report.units)


def weights(report: RoundReport) -> tuple[str, str]:
    """What the boards weigh that were drawn, and those of the optimum, in the model's own units."""
    return total(report.weight, report.units), total(report.greatest, report.units)


def at_places(tournament: Tournament, place: Place) -> str:
    """Who sits at a board, or has no board, and what is counted there if it is more than one."""
    names = " – ".join(named(tournament.by_key[key]) for key in place.players)
    return names if place.amount == 1 else f"{names} ({place.amount})"


def _worth_a_look(answers: Mapping[str, tuple[Place, ...]], name: str) -> tuple[Place, ...]:
    if name not in _LISTED:
        return ()
    usual = _USUAL_IMBALANCE if name == "colour_imbalance" else 0
    return tuple(place for place in answers[name] if place.amount > usual)


def _counted(draw: DrawReport | None, name: str) -> str:
    return "" if draw is None else str(draw.count(name))
