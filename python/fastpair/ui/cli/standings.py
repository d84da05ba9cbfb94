"""``fastpair standings``, ``wallist``, ``prizes``: who stands where."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from . import page_options as page  # noqa: TC001 - typer reads the annotations
from .printing import Printing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.standings import Award, Standings
    from ...go.teams import TeamStandings
    from ...report.pages import Translate
    from ...report.sheet import Sheet


def standings(
    file: option.File,
    after: page.After = None,
    criteria: page.Criteria = None,
    system: page.System = None,
    teams: Annotated[
        bool, typer.Option("--teams", help="The standings of the teams, with their matches.")
    ] = False,
    output: page.Output = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    size: page.Size = "normal",
    json: option.Json = False,
) -> int:
    """Show the standings after a round, or keep them.

    With --output FILE.json they are kept as they are now: fastpair standings FILE.json shows them
    again, whatever has been corrected in the tournament since.
    """
    from ...app.reports.standings import file_asks_for_teams
    from ...errors import RuleError
    from ...report.pages import standings_sheet

    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    if teams or file_asks_for_teams(file):
        if system is not None:
            raise RuleError("--system: it has no criteria of teams; leave it out")
        return _put_teams(printing, file, after, criteria)
    if output is not None and output.suffix.lower() == ".json":
        return _keep(file, after, criteria, system, output, overwrite=overwrite)
    return _put(printing, (file, after, criteria, system), standings_sheet)


def wallist(
    file: option.File,
    after: page.After = None,
    criteria: page.Criteria = None,
    system: page.System = None,
    output: page.Output = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    size: page.Size = "small",
    json: option.Json = False,
) -> int:
    """Show the wall list: the standings with every round of everybody."""
    from ...report.pages import wall_list

    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    return _put(printing, (file, after, criteria, system), wall_list)


def prizes(
    file: option.File,
    plan: Annotated[Path, typer.Argument(help="TOML file with a table for each prize.")],
    after: Annotated[
        int | None,
        typer.Option("--round", help="Rounds that count; by default all of the tournament."),
    ] = None,
    provisional: Annotated[
        bool,
        typer.Option("--provisional", help="Give them as they stand, though rounds are not over."),
    ] = False,
    system: page.System = None,
    output: page.Output = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    size: page.Size = "normal",
    json: option.Json = False,
) -> int:
    """Give the prizes of a plan, one to each player."""
    from ...app.reports.standings import awards_of
    from ...go.standings import awards_to_document
    from ...report.pages import prizes_sheet
    from .screen import warn

    def awards(
        heard: Callable[[str], None] = warn,
    ) -> tuple[Standings, tuple[Award, ...]]:
        return awards_of(file, plan, after, heard, system, provisional=provisional)

    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    return printing.put(
        (file, plan),
        lambda words: (prizes_sheet(*awards(), words.text),),
        lambda: _with_remarks(lambda heard: awards_to_document(*awards(heard))),
    )


def _put_teams(printing: Printing, file: Path, after: int | None, criteria: str | None) -> int:
    """Put out the standings of the teams of a file."""
    from ...app.reports.standings import team_standings_of
    from ...report.pages import team_sheet
    from .screen import warn

    def made(heard: Callable[[str], None] = warn) -> TeamStandings:
        return team_standings_of(file, after, criteria, heard)

    return printing.put(
        (file,),
        lambda words: (team_sheet(made(), words.text),),
        lambda: _with_remarks(lambda heard: made(heard).to_document()),
    )


def _put(
    printing: Printing,
    wanted: tuple[Path, int | None, str | None, str | None],
    sheet: Callable[[Standings, Translate], Sheet],
) -> int:
    """Put out the standings of a file as a sheet, or for machines."""
    from ...app.reports.standings import standings_of
    from ...go.standings import to_document
    from .screen import warn

    file, after, criteria, system = wanted

    def made(heard: Callable[[str], None] = warn) -> Standings:
        return standings_of(file, after, criteria, heard, system)

    return printing.put(
        (file,),
        lambda words: (sheet(made(), words.text),),
        lambda: _with_remarks(lambda heard: to_document(made(heard))),
    )


def _with_remarks(
    made: Callable[[Callable[[str], None]], Mapping[str, Any]],
) -> Mapping[str, Any]:
    """A document with what is said while it is made, which people hear, too."""
    from .screen import warn

    remarks: list[str] = []
    document = {**made(remarks.append), "remarks": remarks}
    for line in remarks:
        warn(line)
    return document


def _keep(
    file: Path,
    after: int | None,
    criteria: str | None,
    system: str | None,
    output: Path,
    *,
    overwrite: bool,
) -> int:
    """Keep the standings in a file, as they are now."""
    from ...app.output import Output
    from ...app.reports.standings import kept, standings_of
    from .screen import note, warn, write

    target = Output.beside(output, (file,), overwrite=overwrite)
    made = standings_of(file, after, criteria, warn, system)
    with target.written(kept(made), note):
        write(f"{output}: standings after round {made.after}, {len(made.rows)} players")
    return 0
