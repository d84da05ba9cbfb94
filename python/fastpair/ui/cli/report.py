"""``fastpair report``: a round beside its optimum, or the whole tournament as a page."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import RuleError
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from . import page_options as page  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from ...app.reports.reporting import Reporter
    from ...insight.explain.round_report import RoundReport


_LONGEST_LIST = 6
"""Boards of a line that are named."""


def report(
    file: option.File,
    round_number: page.RoundNumber = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Page of the whole tournament to write: *.html or *.pdf."),
    ] = None,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    json: option.Json = False,
) -> int:
    """Show what is worth a look in a round, or write the report of the tournament.

    Everything is shown beside the optimum, the heaviest draw that the same players could have had,
    and beside the round before: who was absent and is paired now, games off score, within
    a club, a country or a family, colours, handicaps. With --output, one page holds all rounds,
    standings and the wall list; it needs no network.
    """
    from ...app.reports.reporting import reporter
    from .screen import progress, warn

    if output is not None:
        if round_number is not None or json:
            raise RuleError("--output writes the whole tournament, --round and --json show a round")
        return _write(file, output, model, seed, language, paper, overwrite=overwrite)
    with progress() as say:
        found = reporter(file, model=model, seed=seed, tell=say)
        say("drawing the round again")
        made = found.round(round_number)
    for remark in found.remarks:
        warn(remark)
    _show(found, made, json=json)
    return 0


def _write(
    file: Path,
    output: Path,
    model: str | None,
    seed: int | None,
    language: str,
    paper: str,
    *,
    overwrite: bool,
) -> int:
    from ...app.output import Output
    from ...app.reports.reporting import reporter
    from ...app.typed.models import models_file
    from ...report import languages
    from ...report.sheet import counted
    from ...report.tournament_report import tournament_page
    from .printing import printed, refuse_other_suffix
    from .screen import note, progress, warn, write

    words = languages.language(language)
    refuse_other_suffix(output, (".html", ".pdf"))
    target = Output.beside(output, (file, *models_file(model)), overwrite=overwrite)
    with progress() as say:
        found = reporter(file, model=model, seed=seed, tell=say)
        made = found.page(say)
        say(f"writing {output}")
        content = printed(output, tournament_page(made, words, paper=paper))
    for remark in found.remarks:
        warn(remark)
    tournament = found.tournament
    counts = counted(len(made.rounds), "round"), counted(len(tournament.players), "player")
    with target.written(content, note):
        write(f"{output}: {', '.join(counts)}")
    return 0


def _show(found: Reporter, made: RoundReport, *, json: bool) -> None:
    from ...app.reports.report_document import round_document
    from ...report.pages import loss, weights
    from ...report.sheet import counted
    from .screen import write, write_json

    if json:
        write_json(round_document(found, made))
        return
    drawn, greatest = weights(made)
    boards = f"round {made.round_number}, {counted(made.drawn.boards, 'board')}"
    write(f"{found.tournament.name or 'Tournament'}: {boards}")
    write(f"optimum: the heaviest draw of the same players by {made.model}, proven")
    lighter = f"{loss(made)} lighter than the optimum of {greatest}"
    write(f"weight: {drawn}; {lighter if made.loss else 'that of the optimum'}")
    write()
    _show_lines(found, made)


def _show_lines(found: Reporter, made: RoundReport) -> None:
    from ...report.pages import at_places, lines
    from ...report.sheet import Column
    from .screen import show_table, write, write_folded

    shown = list(lines(made, str))
    show_table(
        [
            Column(""),
            *(Column(title, right=True) for title in ("Drawn", "Optimum", "Round before")),
        ],
        [[line.title, line.drawn, line.optimum, line.before] for line in shown],
    )
    for line in filter(lambda line: line.places, shown):
        write()
        write(f"{line.title}:")
        for place in line.places[:_LONGEST_LIST]:
            table = "" if place.table is None else f"table {place.table}: "
            write_folded(f"{table}{at_places(found.tournament, place)}", 2)
        if len(line.places) > _LONGEST_LIST:
            write(f"  … and {len(line.places) - _LONGEST_LIST} more (--json lists all)")
