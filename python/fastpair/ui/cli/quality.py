"""``fastpair quality``."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...app.actions.output import Output
from ...app.lookup import models_file
from ...errors import RuleError, in_file
from ...report.sheet import Column, counted
from . import command as option  # noqa: TC001 - the options are made of the annotations
from .command import Option, groups
from .screen import progress, show_table, warn, write, write_json, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from fractions import Fraction

    from ...app.reports.report import Measured
    from ...insight.quality import Best, DrawQuality, Quality


_PICTURE = ".svg"


def _names_model(count: int, word: str) -> bool:
    """Whether a word behind --compare is a model; the first one is, whatever it is."""
    from ...app.lookup import names_model

    return not count or names_model(word)


_Compare = Annotated[
    list[str] | None,
    Option(
        metavar="MODEL...",
        help="Weight models, or TOML files of them, to compare with the played draws, or all.",
        goes_on=_names_model,
    ),
]
_HalfPoints = Annotated[bool, Option(help="Treat half points as different scores.")]
_Top = Annotated[
    int | None,
    Option(min=1, help="Show also the ranking error of the N highest ratings."),
]
_Plot = Annotated[Path | None, Option(help="Chart of all rounds to write (.svg).")]


def quality(
    file: option.File,
    compare: _Compare = None,
    half_points: _HalfPoints = False,
    top: _Top = None,
    seed: option.Seed = 0,
    plot: _Plot = None,
    overwrite: option.Overwrite = False,
    json: option.Json = False,
) -> int:
    """Compare the draws of a tournament with the best that were possible.

    The best is the optimum of each measure alone, over all complete draws of the same players
    without rematches. It is proven, or shown with a proven bound.
    """
    from ...app.history.state import read
    from ...app.reports.report import measure

    models = [*chain.from_iterable(groups(compare))]
    if compare and not models:
        raise RuleError("--compare requires an argument, a model")
    target = _target(plot, (file, *models_file(*models)), overwrite=overwrite)
    with progress() as say:
        say(f"reading {file}")
        document = read(file)
        with in_file(file):
            measurement = measure(
                document, models, half_points=half_points, top=top, seed=seed, tell=say
            )
        picture = _picture(measurement, target, say)
    warn(*measurement.document.remarks)
    with picture:
        _show_quality(measurement, json=json)
    return 0


def _target(plot: Path | None, inputs: Iterable[Path], *, overwrite: bool) -> Output | None:
    """The file of the picture, if there is to be one."""
    if plot is None:
        return None
    if plot.suffix != _PICTURE:
        raise RuleError(f"--plot: must be a file *{_PICTURE}, not {str(plot)!r}")
    return Output.prepare(plot, inputs, overwrite=overwrite)


def _picture(
    measurement: Measured, target: Output | None, tell: Callable[[str], None]
) -> AbstractContextManager[None]:
    """Draw the picture, and have it written at the end of a block; none without a target."""
    if target is None:
        return nullcontext()
    tell(f"drawing {target.path}")
    return writing(target, measurement.picture)


def _show_quality(measurement: Measured, *, json: bool) -> None:
    from ...app.reports.report import quality_document

    if json:
        write_json(quality_document(measurement))
    else:
        show_quality(measurement)


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


def show_quality(measurement: Measured) -> None:
    """Show the measures round by round and in total, and the qualities of the papers.

    The seed is shown if lots decide anything in one of the models that were compared.
    """
    quality, tournament = measurement.quality, measurement.document.tournament
    rounds = len(quality.rounds)
    about = f"{counted(rounds, 'round')}, {counted(quality.players, 'player')}"
    write(f"{tournament.name or 'Tournament'}, {about}")
    write()
    heads = (("Games", "Gms"), *_TITLES.values(), ("Error", ""))
    columns = [Column("Round", right=True, short="Rd"), Column("Draw")]
    columns += [Column(head, right=True, short=short) for head, short in heads]
    show_table(columns, list(_quality_rows(quality)))
    write()
    titles = ("Q_mms", "Q_area", "Q_colour", "Mixing variance")
    columns = columns[:2] + [Column(title, right=True) for title in titles]
    show_table(columns, list(_qualities(quality)))
    write()
    for line in _summary(quality):
        write(line)
    if any(model.by_lot(tournament.rules) for model in measurement.models.values()):
        write(f"seed: {measurement.seed}")
    for name, model in measurement.signatures.items():
        write(f"{name}: {model}")


_Block = tuple[str, "Mapping[str, DrawQuality]", "Best", int]


def _blocks(quality: Quality) -> Iterator[_Block]:
    """The blocks of a table: label, draws, the best one, and number of rounds."""
    for each in quality.rounds:
        yield str(each.round_number), each.draws, each.best, 1
    yield "all", quality.draws, quality.best, len(quality.rounds)


def _quality_rows(quality: Quality) -> Iterator[list[str]]:
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
