"""The quality of draws as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pairing.weights.description import signature
from ...report.sheet import Column, counted
from .screen import show_table, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from ...app.reports.measuring import Measured
    from ...insight.quality import DrawQuality
    from ...research.quality import Best, Quality


_BEST, _STRICT_BEST = "best", "strict best"
"""Of all complete draws without rematches; and of those that keep scores and countries apart."""

_STRICT_MIXING = "strict_mixing_variance"

_TITLES = {
    "off_score": ("Off score", "Off"),
    "score_difference": ("Difference", "Dif"),
    "wide": ("Wide", "Wd"),
    "widest": ("Widest", "Max"),
    "drawn_up_again": ("Up again", "Up"),
    "drawn_down_again": ("Down again", "Dn"),
    "same_country": ("Country", "Co"),
    "same_club": ("Club", "Cl"),
    "rematches": ("Rematches", "Rem"),
    "colour_imbalance": ("Imbalance", "Imb"),
    "colour_streaks": ("Streaks", "Str"),
}
"""Columns of the table and their short titles; the last one is the total error."""


def show_quality(measured: Measured) -> None:
    """Show the measures round by round and in total, and the qualities of the papers.

    The seed is shown if lots decide anything in one of the models that were compared.
    """
    quality, tournament = measured.quality, measured.document.tournament
    rounds = len(quality.rounds)
    about = f"{counted(rounds, 'round')}, {counted(quality.players, 'player')}"
    write(f"{tournament.name or 'Tournament'}, {about}")
    write()
    heads = (("Games", "Gms"), *_TITLES.values(), ("Error", ""))
    columns = [Column("Round", right=True, short="Rd"), Column("Draw")]
    columns += [Column(head, right=True, short=short) for head, short in heads]
    show_table(columns, list(_rows(quality)))
    write()
    titles = ("Q_mms", "Q_area", "Q_colour", "Mixing variance")
    columns = columns[:2] + [Column(title, right=True) for title in titles]
    show_table(columns, list(_qualities(quality)))
    write()
    for line in _summary(quality):
        write(line)
    if any(model.by_lot(tournament.rules) for model in measured.models.values()):
        write(f"seed: {measured.seed}")
    for name, model in measured.models.items():
        if name != model.name:
            write(f"{name}: {signature(model)}")


_Block = tuple[str, "Mapping[str, DrawQuality]", "Best", int]


def _blocks(quality: Quality) -> Iterator[_Block]:
    """What each block of a table shows: its label, draws, the best, and of how many rounds."""
    for each in quality.rounds:
        yield str(each.round_number), each.draws, each.best, 1
    yield "all", quality.draws, quality.best, len(quality.rounds)


def _rows(quality: Quality) -> Iterator[list[str]]:
    for label, draws, best, rounds in _blocks(quality):
        for name, draw in draws.items():
            cells = _cells(draw.measures, quality, rounds)
            yield [label, name, str(draw.tally.games), *cells]
        yield [label, _BEST, str(best.limits.games), *_cells(best.measures, quality, rounds)]


def _cells(measures: Mapping[str, Fraction], quality: Quality, rounds: int) -> Iterator[str]:
    for name in _TITLES:
        yield f"{float(measures[name]):g}"
    yield f"{quality.total_error(measures, rounds):.4f}"


def _qualities(quality: Quality) -> Iterator[list[str]]:
    for label, draws, best, _ in _blocks(quality):
        for name, draw in draws.items():
            tally = draw.tally
            values = tally.q_mms, tally.q_area, draw.q_colour, tally.mixing_variance
            yield [label, name, *(f"{value:.4f}" for value in values)]
        q_mms, q_area, mixing, strict = (
            _found(best, name) for name in ("q_mms", "q_area", "mixing_variance", _STRICT_MIXING)
        )
        yield [label, _BEST, q_mms, q_area, f"{best.q_colour:.4f}", mixing]
        yield [label, _STRICT_BEST, "", "", "", strict]


def _found(best: Best, name: str) -> str:
    """The best that was found, and what is proven if that is less."""
    proven = "" if best.proven(name) else f" ({best.limit(name):.4f})"
    return f"{best.found(name):.4f}{proven}"


def _summary(quality: Quality) -> Iterator[str]:
    strength = quality.strength
    settled = "settled" if strength.converged else "not settled"
    yield "best: proven, for each column by itself: no complete draw without rematches is"
    yield "  better; of two numbers a draw has the first, and none is better than the second"
    yield "strict best: of the draws of least score difference, those with the fewest games"
    yield "  within a country"
    yield "Q_mms and Q_area: 1 is best; all others: 0"
    yield f"colour quality as played, at the end: {quality.q_colour:.4f}"
    yield f"ranking error: {quality.ranking_error:.1f} places; it depends on results, not on a draw"
    if quality.top_ranking_error is not None:
        error = f"{quality.top_ranking_error:.1f} places"
        yield f"ranking error of the {quality.top} highest ratings: {error}, among all players"
    yield f"relative strengths: {settled} after {strength.iterations} iterations"
