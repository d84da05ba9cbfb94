"""The options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from .command import Argument, Option, words_option

File = Annotated[Path, Argument(help="Tournament file, or - for standard input.")]
ChangedFile = Annotated[Path, Argument(help="Tournament file.")]
Round = Annotated[
    int | None,
    Option(
        "--round", metavar="N", help="Round; by default the last in play, else the next to draw."
    ),
]
RoundNumber = Annotated[
    int | None,
    Option(
        "--round",
        metavar="N",
        help="Round, from 1; by default the first where somebody can be paired, but not one that "
        "is played and has left somebody over. With --redraw, the last that is drawn and lacks "
        "results.",
        group="The round",
    ),
]
Absent = Annotated[
    list[str] | None,
    Option(metavar="P", help="A player who misses the round. Can be repeated.", group="The round"),
]
Redraw = Annotated[
    bool,
    Option(
        "--redraw",
        help="Discard the draw that the round has, and make another one. Games with a result, and "
        "those that are known to be imposed, stay.",
        group="Another draw of the round",
    ),
]
Keep = Annotated[
    list[str] | None,
    words_option(
        "--keep",
        "A B",
        "Two players whose game stays with --redraw.",
        group="Another draw of the round",
    ),
]
Discard = Annotated[
    list[str] | None,
    words_option(
        "--discard",
        "A B",
        "Two players whose game is discarded, result or not.",
        group="Another draw of the round",
    ),
]
DiscardAll = Annotated[
    bool,
    Option(
        "--discard-all",
        help="Discard all games and the bye of the round, with the results.",
        group="Another draw of the round",
    ),
]
Present = Annotated[
    list[str] | None,
    Option(
        metavar="P",
        help="A player who takes part in the round after all. Can be repeated.",
        group="The round",
    ),
]
KeepMost = Annotated[
    bool,
    Option(
        "--keep-most",
        help="Draw the round again, and change as few of its boards as possible: those that are "
        "published, or else those that are drawn. No new board is worse than the worst game of a "
        "fresh draw: wider, with more stones, a rematch, within a club.",
        group="Another draw of the round",
    ),
]
Fewest = Annotated[
    bool,
    Option(
        "--fewest",
        help="The same, but new boards may be worse than that, and a warning names them. With "
        "--between it is a longer list.",
        group="Another draw of the round",
    ),
]
Between = Annotated[
    bool,
    Option(
        "--between",
        help="The same, and list the draws between the fewest changes and the greatest weight.",
        group="Another draw of the round",
    ),
]
Choose = Annotated[
    int | None,
    Option(
        "--choose",
        metavar="K",
        min=1,
        help="Draw the K-th of the list of --between.",
        group="Another draw of the round",
    ),
]
WithoutResults = Annotated[
    bool,
    Option(
        "--without-results",
        help="Write the draw though earlier rounds lack results or a draw.",
        group="Missing results",
    ),
]
Write = Annotated[
    bool,
    Option(
        "--write", help="Write the draw into FILE, and keep a backup beside it.", group="Output"
    ),
]
OutputFile = Annotated[
    Path | None, Option(help="Write FILE with the draw in it to another file.", group="Output")
]
FileFormat = Annotated[
    str | None,
    Option(
        "--format",
        metavar="FORMAT",
        help="By default what the suffix stands for, such as .json.",
        group="Output",
    ),
]
Overwrite = Annotated[
    bool,
    Option("--overwrite", help="Replace the file if there is one; a backup stays.", group="Output"),
]
Encoding = Annotated[
    str | None,
    Option(
        metavar="ENCODING",
        help="Of a list of entries that does not say it, such as cp1250; by default it is guessed.",
    ),
]
Json = Annotated[bool, Option("--json", help="Write JSON.", group="Output")]
Lines = Annotated[
    bool,
    Option(
        "--lines",
        help="Answer each line of standard input, a document in fastpair's own format, with a line: "
        "its draw, or what is wrong with it. The process stays until the input ends.",
        group="Output",
    ),
]
Seed = Annotated[
    int, Option(min=0, help="For systems and rules that draw lots.", group="Weights and systems")
]
SystemName = Annotated[
    str | None,
    Option(
        "--system",
        metavar="NAME",
        help="A system of fastpair systems; by default the draw by the weights of the model.",
        group="Weights and systems",
    ),
]
SystemParameters = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="KEY=VALUE",
        help="A parameter of the system. Can be repeated.",
        group="Weights and systems",
    ),
]
Model = Annotated[
    str | None,
    Option(
        help="A model of fastpair models, or a TOML file, with rules too; by default OpenGotha's"
        " if FILE has parameters of its weights, and fastpair's otherwise.",
        group="Weights and systems",
    ),
]

ModelOfDraw = Annotated[
    str | None,
    Option(
        help="A model of fastpair models, or a TOML file, with rules too; by default that of"
        " the draw, if the history beside FILE knows it, or else as for fastpair draw.",
        group="Weights and systems",
    ),
]
SeedOfDraw = Annotated[
    int | None,
    Option(
        min=0,
        help="For models that draw lots; by default that of the draw.",
        group="Weights and systems",
    ),
]


Paper = Annotated[Literal["A4", "Letter"], Option(help="Paper of a printed page.")]
LanguageCode = Annotated[
    str, Option("--language", help="en, de, fr, es, it, cs, pl, ru, ja or zh.")
]
RoundWithGames = Annotated[
    int | None,
    Option("--round", help="Number of the round; by default the last one that has games."),
]
After = Annotated[
    int | None,
    Option(
        "--round", help="Rounds that count; by default all up to the last one with all results."
    ),
]
Criteria = Annotated[
    str | None,
    Option(
        metavar="NAME,NAME...",
        help="Criteria such as MMS,SOSM,DC; by default those of the system that has drawn the "
        "tournament, if it brings any, or else those of the tournament.",
    ),
]
System = Annotated[
    str | None,
    Option(
        metavar="NAME",
        help="round-robin, cup or double-elimination: its criteria, whatever the history knows.",
    ),
]


PlanFile = Annotated[Path, Argument(help="TOML file that says what is simulated.")]
ResultsOutput = Annotated[
    Path | None,
    Option(help="File of results (.csv, .parquet); by default beside PLAN, .csv."),
]
Workers = Annotated[
    int | None,
    Option(min=1, help="Processes of this machine; by default one for each processor."),
]
Scheduler = Annotated[
    str,
    Option(metavar="ADDRESS", help="Scheduler of a Dask cluster whose workers play."),
]
Shard = Annotated[
    str, Option(metavar="I/N", help="Play this part of the repeats, for fastpair merge.")
]
MostPlayers = Annotated[
    int, Option(metavar="N", min=2, help="How large a field may be that is begun.")
]
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
Results = Annotated[list[Path], Argument(help="The results of all shards of a plan.")]
Merged = Annotated[Path, Option(help="File of results (.csv, .parquet) to write.")]
