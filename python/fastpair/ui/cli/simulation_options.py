"""The options of ``fastpair simulate`` and ``fastpair merge``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PlanFile = Annotated[Path, typer.Argument(help="TOML file that says what is simulated.")]
Output = Annotated[
    Path | None,
    typer.Option(help="File of results (.csv, .parquet); by default beside PLAN, .csv."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Processes of this machine; by default one for each processor."),
]
Scheduler = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Scheduler of a Dask cluster whose workers play."),
]
Shard = Annotated[
    str, typer.Option(metavar="I/N", help="Play this part of the repeats, for fastpair merge.")
]
MostPlayers = Annotated[
    int, typer.Option(metavar="N", min=2, help="How large a field may be that is begun.")
]
Report = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Folder for a page with tables and plots.")
]
Reference = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Contender to compare the others with; by default the first."
    ),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A measure to show, in the report too. Can be repeated."),
]
Results = Annotated[list[Path], typer.Argument(help="The results of all shards of a plan.")]
Merged = Annotated[Path, typer.Option(help="File of results (.csv, .parquet) to write.")]
