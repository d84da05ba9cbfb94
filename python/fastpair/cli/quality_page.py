"""The quality of draws as people and as machines read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import __version__
from ..quality import MEASURES
from .screen import Column, show_table, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..quality import DrawQuality, Quality
    from ..tournament import Tournament

__all__ = ["quality_document", "show_quality"]

_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""

_BEST = "best"

_TITLES = {
    "off_score": "Off score",
    "score_difference": "Difference",
    "drawn_up_again": "Up again",
    "drawn_down_again": "Down again",
    "same_country": "Country",
    "same_club": "Club",
    "rematches": "Rematches",
    "colour_imbalance": "Imbalance",
    "colour_streaks": "Streaks",
}
"""Columns of the table; the last one is the total error."""


def show_quality(tournament: Tournament, quality: Quality) -> None:
    """Show the measures round by round and in total, and the qualities of the papers."""
    rounds = len(quality.rounds)
    write(f"{tournament.name or 'Tournament'}, {rounds} rounds, {quality.players} players\n")
    heads = ("Games", *_TITLES.values(), "Error")
    columns = [Column("Round", right=True), Column("Draw")]
    columns += [Column(head, right=True) for head in heads]
    show_table(columns, list(_rows(quality)))
    write()
    columns = [Column("Draw")]
    columns += [Column(head, right=True) for head in ("Q_mms", "Q_area", "Mixing variance")]
    show_table(columns, [[name, *_qualities(draw)] for name, draw in quality.draws.items()])
    write()
    for line in _summary(quality):
        write(line)


def _rows(quality: Quality) -> Iterator[list[str]]:
    for each in quality.rounds:
        label, games = str(each.round_number), each.players // 2
        yield from _rows_of(label, each.draws, quality, 1)
        yield [label, _BEST, str(games), *_cells(each.best, quality, 1)]
    rounds, games = len(quality.rounds), sum(each.players // 2 for each in quality.rounds)
    yield from _rows_of("all", quality.draws, quality, rounds)
    yield ["all", _BEST, str(games), *_cells(quality.best, quality, rounds)]


def _rows_of(
    label: str, draws: Mapping[str, DrawQuality], quality: Quality, rounds: int
) -> Iterator[list[str]]:
    for name, draw in draws.items():
        cells = _cells(draw.measures, quality, rounds)
        yield [label, name, str(draw.tally.games), *cells]


def _cells(measures: Mapping[str, int], quality: Quality, rounds: int) -> Iterator[str]:
    for measure in MEASURES:
        if measure.name in _TITLES:
            yield f"{measures[measure.name] / measure.unit:g}"
    yield f"{quality.total_error(measures, rounds):.4f}"


def _qualities(draw: DrawQuality) -> Iterator[str]:
    tally = draw.tally
    yield from (f"{value:.4f}" for value in (tally.q_mms, tally.q_area, tally.mixing))


def _summary(quality: Quality) -> Iterator[str]:
    strength = quality.strength
    settled = "settled" if strength.converged else "not settled"
    yield "best: no complete draw without rematches is below, each column by itself: proven"
    yield f"colour quality as played: {quality.q_colour:.4f} (0 is best; Q_mms and Q_area: 1)"
    yield f"ranking error: {quality.ranking_error:.1f} places"
    yield f"relative strengths: {settled} after {strength.iterations} iterations"


def quality_document(tournament: Tournament, quality: Quality, seed: int) -> dict[str, Any]:
    """The quality of draws as a JSON document, by ``quality.schema.json``.

    Parameters
    ----------
    seed
        That of the models that were compared.
    """
    return {
        "format": "fastpair.quality",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "players": quality.players,
        "seed": seed,
        "half_points": quality.half_points,
        "rounds": [
            {
                "round": each.round_number,
                "players": each.players,
                **_draws(each.draws, each.best, quality, 1),
            }
            for each in quality.rounds
        ],
        "total": _draws(quality.draws, quality.best, quality, len(quality.rounds)),
        "q_colour": quality.q_colour,
        "ranking_error": quality.ranking_error,
        "relative_strengths": {
            "iterations": quality.strength.iterations,
            "converged": quality.strength.converged,
        },
    }


def _draws(
    draws: Mapping[str, DrawQuality], best: Mapping[str, int], quality: Quality, rounds: int
) -> dict[str, Any]:
    return {
        "draws": {
            name: {**_values(draw.measures, quality, rounds), **_tallied(draw)}
            for name, draw in draws.items()
        },
        "best": _values(best, quality, rounds),
    }


def _values(measures: Mapping[str, int], quality: Quality, rounds: int) -> dict[str, Any]:
    values = {
        measure.name: measures[measure.name] / measure.unit
        if measure.unit > 1
        else measures[measure.name]
        for measure in MEASURES
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
        "q_mms": tally.q_mms,
        "q_area": tally.q_area,
        "mixing_variance": tally.mixing,
    }
