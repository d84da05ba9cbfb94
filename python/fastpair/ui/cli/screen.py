"""The terminal: text, tables, progress and errors; pages that are written to a file."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ...errors import FastpairError
from ...letters import visible
from ...report.sheet import cut, in_json, lines_of_table, width
from ...sentences import Sentence
from ..flags import flags_of
from ..process import print_error, print_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...app.actions.output import Output
    from ...app.history.state import CongressState
    from ...report.sheet import Column


ADVICE = {
    "allow players": "--most-players {players} plays them",
    "ask about a condition": (
        "choose --force A B, --forbid A B, --prefer A B, --drop A or --add A"
    ),
    "convert": "fastpair convert writes other formats",
    "count this round": "--round {round} counts it",
    "discard a game": "--discard A B names a game",
    "discard all": "--discard-all all games and results",
    "do it even so": "--even-so does it all the same",
    "register a namesake": "--change changes them, --even-so registers somebody else of the same name",
    "draw": "fastpair draw --write draws {what}",
    "count otherwise for the teams": "fastpair result {table} 0-1 --for-teams enters what a board counts for the teams",
    "draw a round again": "--round N --redraw draws a round again",
    "draw again": "--redraw discards the draw",
    "draw by a system": "--system NAME draws by another one",
    "draw by weights": "--system mcmahon draws by weights",
    "draw this round": "--round {round} writes its draw all the same",
    "draw without results": "--without-results writes the draw of round {round} all the same",
    "enter a result": "fastpair result {table} RESULT --round {round} enters it",
    "enter players": (
        "fastpair register enters them in a .json or .xml file, of which fastpair export makes it"
    ),
    "exchange colours": "fastpair colour {table} exchanges their colours",
    "explain by a model": "--model NAME explains it by those of a model",
    "export a part": "fastpair export --rounds {rounds} writes a part",
    "export as it is": "fastpair export --even-so exports it as it is",
    "export rounds": "fastpair export --rounds {rounds} exports what is over",
    "freeze ratings": "fastpair rules --ratings-until says up to which day",
    "give the bye": "fastpair bye gives it to another",
    "keep a game": "--keep A B keeps one of those that are discarded",
    "keep most boards": "--keep-most changes as few as it can",
    "let teams need fewer": "fastpair team --fewest {players} lets teams play with boards missing",
    "let boards change": "fastpair publish --round {round} --back lets its boards change",
    "list changes": "fastpair log lists all changes",
    "list draws": "--between lists the draws, with what --choose and --digest take",
    "make a game": "fastpair pair makes one",
    "make present": "fastpair present changes that",
    "mean this round": "--round {round} says that this one is meant",
    "mend the file": "fastpair register --change mends a player, fastpair result a result",
    "name a file": "standard output is for people and for --json; name a file",
    "name another file": "name another file",
    "name another class": "--class names another one",
    "name criteria": "--criteria names others",
    "name rounds in one way": "choose one of --round, --rounds and --from",
    "name rounds to play": "--from-round and --rounds leave none",
    "name the class": "--class A names one",
    "name the grade": "--grade says it, such as 3d",
    "name the first round": "--from-round N says when they enter",
    "name the format": "{option} names one ({known})",
    "name the team": "name the team, or --forfeit gives the board to the other player",
    "name the FIDE number": "--fide-id N names one",
    "name the number": "--pin N names one",
    "name the round": "--round N names one",
    "overwrite": "--overwrite replaces it",
    "pair by hand": "fastpair pair pairs two by hand, fastpair absent leaves somebody out",
    "pair who waits": "fastpair draw --round {round} pairs all who wait",
    "prizes after a round": "--round {round} those after round {round}",
    "prizes as they stand": "--provisional gives them as they stand",
    "record a no-show": "fastpair no-show --round {round} says what can be done",
    "rating list": "fastpair register --list LIST takes ratings from a rating list",
    "redo": "fastpair redo makes it",
    "replace or name another": "--overwrite replaces it, or name another output",
    "say what is lost": "fastpair log --lost says what is no longer in the file",
    "see what is lost": "fastpair log --lost lists it, fastpair redo brings it back",
    "set a value": "fastpair rules {option} {effect}",
    "state the time control": "fastpair rules --time-code states the time control",
    "state a value": "{option} {effect}",
    "swap": "fastpair swap changes places",
    "take a free port": "--port 0 takes a free port",
    "take the game back first": "fastpair unpair takes the game back first",
    "take the result back": "fastpair result {table} ? takes it back first",
    "take this game back": "fastpair unpair {table} takes it back",
    "withdraw": "fastpair withdraw takes the player out of the rounds that are left",
    "write into the file": "name another file; --write puts the draw into FILE",
    "print from any browser": "write *.html instead and print it from any browser",
    "type each board": (
        "fastpair result --match TEAM 1-0 0-1 … types each board, or TABLE RESULT each table"
    ),
    "use fastpair's own format": (
        "fastpair convert makes a .json of the file, which holds everything"
    ),
}
"""What does it, by the name of the remedy."""


def worded(message: str | FastpairError) -> str:
    """A sentence with the options that it is about, and those that help."""
    sentence = message.message if isinstance(message, FastpairError) else message
    if not isinstance(sentence, Sentence):
        return str(message)
    advice = ", ".join(
        ADVICE[remedy.name].format(
            option=_flag(str(remedy.values.get("about", ""))), **remedy.values
        )
        for remedy in sentence.remedies
    )
    return sentence.worded(_flag(sentence.about), advice)


def _flag(name: str) -> str:
    return flags_of(name).partition("/")[0] if name else ""


_GAP = "  "
"""Between two cells."""

_NARROWEST = 6
"""Columns of the terminal that a text needs at least, to be cut and still read."""

_NAME = 16
"""Columns that a name keeps while other texts have more; then all are cut alike."""

_LONGEST_WORD = 20
"""Columns that a folded text gets at least."""

WRITTEN_UNSEEN = 4
"""Exit status of a command that has written its file, and could not show what it did."""


def write(line: str = "") -> None:
    """Write one line to standard output.

    Raises
    ------
    SystemExit
        If nobody reads it any more, as when piped into ``head``.
    OSError
        If it cannot be written to, as when the disk is full.
    """
    print_text(visible(worded(line)))


def write_lines(text: str) -> None:
    """Write a text of several lines."""
    print_text("\n".join(map(visible, text.splitlines())))


def write_folded(text: str, indent: int) -> None:
    """Write a text, on a terminal in lines that fit, and one line everywhere else."""
    margin, text = " " * indent, visible(worded(text))
    if not sys.stdout.isatty():
        print_text(margin + text)
        return
    width = max(get_terminal_size().columns, indent + _LONGEST_WORD)
    hanging = margin + "  "
    lines = wrap(
        text, width, initial_indent=margin, subsequent_indent=hanging, break_on_hyphens=False
    )
    print_text("\n".join(lines))


def write_first(lines: Sequence[str], most: int, indent: int = 0) -> None:
    """Write the first of many texts, folded, and how many there are beside them."""
    for line in lines[:most]:
        write_folded(line, indent)
    if len(lines) > most:
        write(f"{' ' * indent}… and {len(lines) - most} more (--json lists all)")


def write_json(document: Mapping[str, Any], *, in_lines: bool = False) -> None:
    """Write a JSON document to standard output, with every text in it exact.

    Parameters
    ----------
    in_lines
        Whether it is one line.
    """
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    indent = None if in_lines else 2
    print_text(in_json(json.dumps(document, indent=indent, ensure_ascii=not unicode)))


def warn(*messages: str) -> None:
    """Write lines to standard error: what makes a result doubtful."""
    for message in messages:
        note(f"warning: {worded(message)}")


def read_state(file: Path, tell: Callable[[str], None] = warn) -> CongressState:
    """A file and its history; ``tell`` hears what its reader remarks on."""
    from ...app.history.state import CongressState

    state = CongressState.read(file)
    for remark in state.document.remarks:
        tell(remark)
    return state


def note(message: str) -> None:
    """Write one line to standard error, if that can be written to."""
    print_error(f"fastpair: {visible(worded(message))}")


def show_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Write a table, a line for each row.

    On a terminal the columns share its width: an empty column is left out, and texts are cut. A
    pipe or a file gets every column and every text whole, and so does a terminal on which the
    numbers have no room.
    """
    visible_rows = [[visible(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        fit = _fit(columns, visible_rows, get_terminal_size().columns)
        if fit is not None:
            _show_in_colour(*fit)
            return
    titles = [column.title for column in columns]
    print_text("\n".join(lines_of_table(columns, [titles, *visible_rows])))


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Give a function that reports progress on a terminal."""
    if not sys.stderr.isatty():
        yield lambda stage: None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("") as status:
        yield lambda stage: status.update(Text(visible(stage)))


@contextmanager
def counting(lines: Callable[[], Iterable[str]]) -> Iterator[Callable[[int, int], None]]:
    """Give a function that reports counts of finished and total items on a terminal.

    Parameters
    ----------
    lines
        What is known so far, to be shown below the bar.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    console = Console(stderr=True)
    rate = TextColumn("{task.fields[rate]}")
    bar = Progress(BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn(), console=console)
    task = bar.add_task("", total=None, rate="")
    begun = False

    def count(done: int, total: int) -> None:
        nonlocal begun
        if not begun:
            # What was known before is no part of the rate.
            bar.reset(task, total=total, completed=done)
            begun = True
        bar.update(task, total=total, completed=done)

    def display() -> Group:
        speed = bar.tasks[0].speed
        bar.update(task, rate=f"{speed:.3g}/s" if speed else "")
        return Group(bar, Text("\n".join(map(visible, lines()))))

    with Live(get_renderable=display, console=console, transient=True):
        yield count


def _fit(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int
) -> tuple[Sequence[Column], Sequence[Sequence[str]]] | None:
    """The columns and lines that fit into so much of a terminal, the titles first.

    None if not even the numbers have room.
    """
    places = [place for place in range(len(columns)) if not rows or any(row[place] for row in rows)]
    columns = [columns[place] for place in places]
    rows = [[row[place] for place in places] for row in rows]
    width -= len(_GAP) * (len(columns) - 1)
    whole = [[column.title for column in columns], *rows]
    if sum(_widths(whole)) <= width:
        return columns, whole
    lines = [[column.short or column.title for column in columns], *rows]
    limits = _limits(columns, _widths(lines), width)
    if limits is None:
        return None
    return columns, [
        [
            cut(cell, limit, tail=column.name)
            for column, cell, limit in zip(columns, line, limits, strict=True)
        ]
        for line in lines
    ]


def _limits(columns: Sequence[Column], widths: list[int], width: int) -> list[int] | None:
    """Widths that fit: the longest names give way first, then the longest texts of all."""
    names = [column.name for column in columns]
    texts = [not column.right for column in columns]
    for giving, least in ((names, _NAME), (texts, _NARROWEST)):
        most = max(widths, default=0)
        while sum(widths) > width and most > least:
            most -= 1
            widths = [
                min(now, most) if gives else now for now, gives in zip(widths, giving, strict=True)
            ]
    return widths if sum(widths) <= width else None


def _show_in_colour(columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    head, *rest = lines_of_table(columns, lines)
    console.print(Text(head, style="bold"), soft_wrap=True)
    dash = "-" if console.options.ascii_only else "─"
    print_text("\n".join([dash * max(map(width, (head, *rest))), *rest]))


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width, cells)) for cells in zip(*lines, strict=True)]


@contextmanager
def showing(file: Path | None) -> Iterator[None]:
    """Say that a file holds a change if it cannot be shown; there is no file if nothing was written.

    Raises
    ------
    SystemExit
        If the output cannot be written though the file was: with a status of its own.
    """
    from ...files import reason

    try:
        yield
    except OSError as error:
        if file is None:
            raise
        message = f"holds the change, but {error.filename} cannot be written: {reason(error)}"
        note(f"{file}: {message}")
        raise SystemExit(WRITTEN_UNSEEN) from None
    except (KeyboardInterrupt, MemoryError, SystemExit):
        if file is not None:
            note(f"{file}: holds the change; what was said of it was cut short")
        raise


@contextmanager
def writing(target: Output | None, content: bytes) -> Iterator[None]:
    """Write a file, and say in a block what it holds; nothing is written without a target.

    Raises
    ------
    FormatError
        If it cannot be written.
    SystemExit
        As `showing`.
    """
    if target is not None:
        target.write(content, note)
    with showing(None if target is None else target.path):
        yield
