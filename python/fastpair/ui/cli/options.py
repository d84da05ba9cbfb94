"""The options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from .command import Argument, Option

File = Annotated[Path, Argument(help="Tournament file, or - for standard input.")]
ChangedFile = Annotated[Path, Argument(help="Tournament file.")]
Round = Annotated[
    int | None,
    Option(
        "--round",
        metavar="N",
        help="Round; by default the last one in play, else the next one to pair.",
    ),
]
Write = Annotated[
    bool,
    Option("--write", help="Save the draw in FILE, with a backup next to it.", group="Output"),
]
OutputFile = Annotated[
    Path | None, Option(help="Save FILE with the draw as another file.", group="Output")
]
FileFormat = Annotated[
    str | None,
    Option(
        "--format",
        metavar="FORMAT",
        help="File format; by default that of the suffix.",
        group="Output",
    ),
]
Overwrite = Annotated[
    bool,
    Option("--overwrite", help="Replace an existing file, and keep a backup.", group="Output"),
]
Encoding = Annotated[
    str | None,
    Option(
        metavar="ENCODING",
        help="Text encoding of a list, such as cp1250; by default it is detected.",
    ),
]
Json = Annotated[bool, Option("--json", help="Write JSON.", group="Output")]
Lines = Annotated[
    bool,
    Option(
        "--lines",
        help="Read a JSON document per line from standard input, and answer each with a line.",
        group="Output",
    ),
]
Seed = Annotated[int, Option(min=0, help="Seed of random choices.", group="Weights and systems")]
SystemName = Annotated[
    str | None,
    Option(
        "--system",
        metavar="NAME",
        help="Pairing system; by default mcmahon, which draws by weights.",
        group="Weights and systems",
    ),
]
SystemParameters = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a parameter of the system. Can be repeated.",
        group="Weights and systems",
    ),
]
Model = Annotated[
    str | None,
    Option(
        help="Weight model, or a TOML file of one; by default the one that FILE needs.",
        group="Weights and systems",
    ),
]

ModelOfDraw = Annotated[
    str | None,
    Option(
        help="Weight model, or a TOML file of one; by default that of the draw.",
        group="Weights and systems",
    ),
]
SeedOfDraw = Annotated[
    int | None,
    Option(
        min=0,
        help="Seed of random choices; by default that of the draw.",
        group="Weights and systems",
    ),
]


Paper = Annotated[Literal["A4", "Letter"], Option(help="Paper size.")]
LanguageCode = Annotated[
    str, Option("--language", help="Language: en, de, fr, es, it, cs, pl, ru, ja or zh.")
]
RoundWithGames = Annotated[
    int | None,
    Option("--round", help="Round; by default the last one with games."),
]
After = Annotated[
    int | None,
    Option("--round", help="Last round; by default the last one with all results."),
]
Criteria = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME...",
        help="Criteria, such as MMS,SOSM,DC; by default those of the tournament.",
    ),
]
System = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="Use the criteria of round-robin, cup or double-elimination.",
    ),
]


PlanFile = Annotated[Path, Argument(help="TOML file of the simulation.")]
ResultsOutput = Annotated[
    Path | None,
    Option(help="File of results (.csv, .parquet); by default next to PLAN."),
]
Workers = Annotated[
    int | None,
    Option(min=1, help="Number of processes; by default one for each processor."),
]
Scheduler = Annotated[
    str,
    Option(metavar="ADDRESS", help="Scheduler of a Dask cluster."),
]
Shard = Annotated[
    str, Option(metavar="I/N", help="Play one part of the repeats, for fastpair merge.")
]
MostPlayers = Annotated[int, Option(metavar="N", min=2, help="Largest field to start.")]
Report = Annotated[
    Path | None, Option(metavar="DIR", help="Folder for a page with tables and plots.")
]
Reference = Annotated[
    str | None,
    Option(metavar="NAME", help="Contender to compare the others with; by default the first."),
]
Measures = Annotated[
    list[str] | None,
    Option(metavar="NAME", help="A measure to show, in the report too. Can be repeated."),
]
Results = Annotated[list[Path], Argument(help="Results of all shards of a plan.")]
Merged = Annotated[Path, Option(help="File of results (.csv, .parquet) to write.")]
