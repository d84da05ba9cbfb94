"""The options of the commands that print pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

Output = Annotated[
    Path | None,
    typer.Option(help="File to write: *.html and *.pdf to print, *.csv or *.txt."),
]
Paper = Annotated[Literal["A4", "Letter"], typer.Option(help="Paper of a printed page.")]
Size = Annotated[
    Literal["small", "normal", "large"],
    typer.Option(help="Size of the letters on a printed page; large is read from three metres."),
]
LanguageCode = Annotated[
    str, typer.Option("--language", help="en, de, fr, es, it, cs, pl, ru, ja or zh.")
]
RoundNumber = Annotated[
    int | None,
    typer.Option("--round", help="Number of the round; by default the last one that has games."),
]
After = Annotated[
    int | None,
    typer.Option(
        "--round", help="Rounds that count; by default all up to the last one with all results."
    ),
]
Criteria = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME...",
        help="Criteria such as MMS,SOSM,DC; by default those of the system that has drawn the "
        "tournament, if it brings any, or else those of the tournament.",
    ),
]
System = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="round-robin, cup or double-elimination: its criteria, whatever the history knows.",
    ),
]
