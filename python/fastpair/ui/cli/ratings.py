"""``fastpair ratings``: what a tournament does to the ratings of its players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.reports.rating import RatedPlayer, RatedTournament


def ratings(
    file: option.File,
    system: Annotated[
        str,
        typer.Option(metavar="NAME", help="Rating system: egf2021, or gor, the one before it."),
    ] = "egf2021",
    event_class: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="A-D",
            help="Class of the tournament; by default that of the time limits in FILE.",
        ),
    ] = None,
    by_rounds: Annotated[
        bool,
        typer.Option(
            "--by-rounds",
            help="Rate each round by the ratings after the round before, and not all games by those"
            " before the tournament.",
        ),
    ] = False,
    after: Annotated[
        int | None,
        typer.Option("--round", help="The last round whose games count; by default all do."),
    ] = None,
    json: option.Json = False,
) -> int:
    """Show what the games of a tournament change the ratings of its players to.

    Games count that were really played to a result, and neither byes nor games by forfeit. Who has
    no rating starts with that of the grade.
    """
    from ...app.reports.rating import rate_file, ratings_document
    from .screen import warn, write_json

    made = rate_file(file, system=system, event_class=event_class, by_rounds=by_rounds, after=after)
    for remark in made.remarks:
        warn(remark)
    if json:
        write_json(ratings_document(made))
    else:
        _show(made)
    return 0


def _show(made: RatedTournament) -> None:
    from ...report.sheet import Column
    from .screen import show_table, write, write_folded

    of_class = "" if made.event_class is None else f", class {made.event_class}"
    write(f"{made.tournament.name or 'Tournament'}, {made.system.title}{of_class}")
    write()
    columns = [
        Column("Place", right=True, short="Pl"),
        Column("Player", name=True),
        Column("Rating", right=True),
        Column("Games", right=True, short="Gms"),
        Column("Wins", right=True),
        Column("Expected", right=True, short="Exp"),
        Column("Change", right=True),
        Column("New rating", right=True, short="New"),
    ]
    show_table(columns, [_cells(each) for each in made.players])
    write()
    for line in _notes(made):
        write_folded(line, 0)


def _cells(each: RatedPlayer) -> list[str]:
    player = each.player
    return [
        str(each.place),
        f"{player.full_name} {player.grade}",
        f"{'*' if each.by_grade else ''}{each.before:.0f}",
        str(each.games),
        f"{each.wins:g}",
        f"{each.expected:.2f}",
        f"{round(each.after - each.before, 1) + 0.0:+.1f}",
        f"{each.after:.1f}",
    ]


def _notes(made: RatedTournament) -> Iterator[str]:
    from .advice import worded

    for assumed in made.assumed:
        line = worded(assumed)
        yield f"{line[0].upper()}{line[1:]}."
    if made.by_rounds:
        yield "Each round is rated by the ratings after the round before."
    else:
        yield "All games are rated by the ratings before the tournament."
    if any(each.by_grade for each in made.players):
        yield "* no rating in the file: that of the grade"
    if any(
        not each.by_grade and each.player.rating_or_lowest < each.before for each in made.players
    ):
        yield f"Ratings below {made.system.lowest:.0f} count as {made.system.lowest:.0f}."
    before, after = made.errors_by_grade
    if not all(each.by_grade for each in made.players):
        yield (
            f"Rating error, if grades are the truth: {before:.2f} grades before, {after:.2f} after."
        )
    left = ", ".join(made.not_rated())
    if left:
        yield f"Not rated: {left}."
