"""``fastpair standings``, ``wallist``, ``prizes``: who stands where."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from . import page_options as page  # noqa: TC001 - typer reads the annotations
from .printing import Printing

__all__ = ["prizes", "standings", "wallist"]


def standings(
    file: option.File,
    after: page.After = None,
    criteria: page.Criteria = None,
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
    from ..director.placing import standings_of
    from ..report.pages import standings_sheet
    from .screen import warn

    if output is not None and output.suffix.lower() == ".json":
        return _keep(file, after, criteria, output, overwrite=overwrite)
    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    return printing.put(
        (file,),
        lambda words: (standings_sheet(standings_of(file, after, criteria, warn), words.text),),
    )


def wallist(
    file: option.File,
    after: page.After = None,
    criteria: page.Criteria = None,
    output: page.Output = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    size: page.Size = "small",
    json: option.Json = False,
) -> int:
    """Show the wall list: the standings with every round of everybody."""
    from ..director.placing import standings_of
    from ..report.pages import wall_list
    from .screen import warn

    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    return printing.put(
        (file,), lambda words: (wall_list(standings_of(file, after, criteria, warn), words.text),)
    )


def prizes(
    file: option.File,
    plan: Annotated[Path, typer.Argument(help="TOML file with a table [[prize]] for each prize.")],
    after: page.After = None,
    output: page.Output = None,
    overwrite: option.Overwrite = False,
    language: page.LanguageCode = "en",
    paper: page.Paper = "A4",
    size: page.Size = "normal",
    json: option.Json = False,
) -> int:
    """Give the prizes of a plan, one to each player."""
    from ..director.placing import awards_of
    from ..report.pages import prizes_sheet
    from .screen import warn

    printing = Printing(
        output=output, overwrite=overwrite, language=language, paper=paper, size=size, json=json
    )
    return printing.put(
        (file, plan),
        lambda words: (prizes_sheet(*awards_of(file, plan, after, warn), words.text),),
    )


def _keep(
    file: Path, after: int | None, criteria: str | None, output: Path, *, overwrite: bool
) -> int:
    """Keep the standings in a file, as they are now."""
    from ..director.output import Output
    from ..director.placing import kept, standings_of
    from .screen import note, warn, write

    target = Output.beside(output, (file,), overwrite=overwrite)
    made = standings_of(file, after, criteria, warn)
    with target.written(kept(made), note):
        write(f"{output}: standings after round {made.after}, {len(made.rows)} players")
    return 0
