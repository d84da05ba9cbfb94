"""``fastpair log``, ``undo`` and ``redo``: the history of a tournament file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .change import EvenSo, change, commit, typed_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...app.edits.locked_file import Act, Edit, LockedFile
    from ...app.edits.undoing import Reverted
    from ...app.history.timeline import Lost, Timeline


_File = Annotated[Path, typer.Argument(help="Tournament file.")]


def undo(
    context: typer.Context,
    file: _File,
    number: Annotated[
        int | None, typer.Argument(help="The change that is taken back alone; by default the last.")
    ] = None,
    even_so: EvenSo = False,
) -> int:
    """Take back the last change of the file; once more, the one before it.

    The file becomes what it was before, to the byte. Where another program has saved it since,
    nothing is undone. An earlier change is taken back alone, if no later one has changed the same;
    a draw or a publication only as the last change.
    """
    from ...app.edits.undoing import undo as undone
    from ...app.edits.undoing import undone_alone

    if number is not None:
        return change(context, file, lambda locked: undone_alone(locked, number), even_so=even_so)
    return commit(
        file, lambda locked, tell: _write(locked, typed_in(context), undone(locked), tell)
    )


def redo(
    context: typer.Context,
    file: _File,
    numbers: Annotated[
        list[int] | None,
        typer.Argument(help="Changes of which something is lost; by default all of them."),
    ] = None,
) -> int:
    """Make the change again that was undone last, or what another program has taken out.

    A program that has an older state of the file open, and saves it, takes out what was typed
    meanwhile. fastpair log --lost lists that.
    """
    from ...app.edits.locked_file import Edit
    from ...app.edits.undoing import lost_again
    from ...app.edits.undoing import redo as redone

    act, remarks = typed_in(context), list[str]()

    def put(locked: LockedFile, tell: Callable[[str], None]) -> Edit:
        reverted = None if numbers else redone(locked)
        if reverted is not None:
            return _write(locked, act, reverted, tell)
        remarks.extend(locked.remarks())
        tournament, said = lost_again(locked, numbers or ())
        done = Edit(tournament=tournament, said=said)
        return locked.change(replace(act, even_so=True), done, tell)

    return commit(file, put, remarks)


def _write(locked: LockedFile, act: Act, reverted: Reverted, tell: Callable[[str], None]) -> Edit:
    """Write a state that the file has had."""
    from ...app.edits.locked_file import Edit

    content, said, changes, reverts, draw = reverted
    locked.write(content, tell, act, said, changes, even_if_equal=True, reverts=reverts, draw=draw)
    return Edit(tournament=locked.tournament, said=said)


def log(
    file: _File,
    lost: Annotated[
        bool,
        typer.Option("--lost", help="List what was typed, and another program has taken out."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> int:
    """List all changes that fastpair has made to a file, with what has become of them."""
    from ...app.history.model import read
    from ...app.history.timeline import Timeline
    from ...app.reports.log_document import log_document
    from .actions import command_line
    from .screen import write, write_json

    document = read(file)
    timeline = Timeline.beside(file, document.content)
    gone = timeline.lost(document.tournament)
    if json:
        write_json(
            log_document(timeline, gone, lambda entry: command_line(entry, file), only_lost=lost)
        )
    elif lost:
        for item in gone:
            for line in _lost_lines(item):
                write(line)
        if not gone:
            write("nothing that was typed is missing in the file")
    else:
        _show(timeline, gone)
    return 0


def _show(timeline: Timeline, gone: tuple[Lost, ...]) -> None:
    from ...report.sheet import Column
    from .screen import show_table, write

    if not timeline.entries:
        write("no change of this file is known")
        return
    fates = _fates(timeline, gone)
    rows = [
        [str(e.number), _local(e.time), e.act, e.door, e.said, fates.get(e.number, "")]
        for e in timeline.entries
    ]
    titles = (Column("Change", right=True), Column("Time"), Column("Command"), Column("From"))
    show_table([*titles, Column("What was done"), Column("Now")], rows)
    for line in timeline.unread:
        write(f"{line}; what it did cannot be undone")
    for number in sorted(timeline.after_others - timeline.after_unread):
        write(f"another program saved the file before change {number}")
    if timeline.saved_by_another and not timeline.ends_unread:
        write("another program has saved the file since the last change")


def _fates(timeline: Timeline, gone: tuple[Lost, ...]) -> dict[int, str]:
    """What has become of changes that are not simply in the file."""
    return {
        **{item.entry.number: "lost in part or whole" for item in gone},
        **dict.fromkeys(timeline.reverted(), "undone"),
        **dict.fromkeys(timeline.cut_short, "not in the file"),
    }


def _local(time: str) -> str:
    from datetime import datetime

    return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M:%S}"


def _lost_lines(item: Lost) -> Iterator[str]:
    import json

    yield f"change {item.entry.number}, {_local(item.entry.time)}: {item.entry.said}"
    for subject, value in item.changes:
        what = "removed" if value is None else json.dumps(value, ensure_ascii=False)
        yield f"  {' '.join(map(str, subject))}: {what if value != {} else 'typed'}"
