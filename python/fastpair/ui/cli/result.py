"""``fastpair result``: results of a round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .change import EvenSo, change

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile
    from ...app.edits.results import TypedResult
    from ...go.tournament import Tournament


SETTINGS = {"context_settings": {"ignore_unknown_options": True}}


def result(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    results: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TABLE RESULT",
            help="Tables and their results, White's points first: 1-0, 0-1, 1/2 (jigo), 0-0 (both "
            "lose), 1-1 (both win), ? (none), with ! behind it by forfeit, as in 1-0!; w and b for "
            "the winner. - takes them from standard input.",
        ),
    ] = None,
    round_number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="Round; by default the last that is drawn."),
    ] = None,
    match: Annotated[
        str | None,
        typer.Option(
            "--match",
            metavar="TEAM",
            help="A team: the results are those of its boards, from board 1, its points first.",
        ),
    ] = None,
    list_file: Annotated[
        Path | None,
        typer.Option("--from", metavar="LIST", help="A file with tables and results, or -."),
    ] = None,
    even_so: EvenSo = False,
) -> int:
    """Enter results, or correct them.

    Nothing is entered unless everything is right. What is known already stays, and a result that
    becomes another one is said with what it was.
    """
    from ...app.edits.match_results import with_match_points
    from ...app.edits.results import entered, listed_results, typed_results
    from ...errors import RuleError
    from ...formats.files import read_file

    words = list(results or ())
    if match is not None:
        if list_file is not None:
            raise RuleError("expected either --match or --from, got both")
        return change(
            context,
            file,
            lambda held: _of_match(held.tournament, match, words, round_number),
            even_so=even_so,
        )
    if words == ["-"]:
        words, list_file = [], Path("-")
    listed: tuple[TypedResult, ...] = ()
    if list_file is not None:
        listed = listed_results(list_file, read_file(list_file, "results"))

    def work(held: LockedFile) -> Edit:
        boards = with_match_points(held.tournament, words, round_number)
        return entered(held.tournament, (*typed_results(boards), *listed), round_number)

    return change(context, file, work, even_so=even_so)


def _of_match(tournament: Tournament, team: str, words: list[str], number: int | None) -> Edit:
    """The tournament with the results of a match."""
    from ...app.edits.match_results import match_results
    from ...app.edits.results import entered

    return entered(tournament, match_results(tournament, team, words, number), number)
