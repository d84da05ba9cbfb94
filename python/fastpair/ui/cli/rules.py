"""``fastpair rules``: the rules of a tournament file, shown and changed."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

from ...app.typed.event import TypedEvent  # noqa: TC001 - the options are made of it
from ...app.typed.values import TypedRules  # noqa: TC001 - the options are made of them
from .change import EvenSo, change
from .options import with_options

if TYPE_CHECKING:
    from ...app.edits.locked_file import Edit, LockedFile


@with_options
def rules(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    typed: TypedRules,
    event: TypedEvent,
    name: Annotated[str | None, typer.Option(help="Name of the tournament.")] = None,
    even_so: EvenSo = False,
) -> int:
    """Show the rules of a tournament in sentences, or change them and what is said of the event."""
    if not typed and not event and name is None:
        return _show(file)

    def work(held: LockedFile) -> Edit:
        from ...app.edits.rule_changes import rules_set

        return rules_set(held, typed, event, name)

    return change(context, file, work, even_so=even_so)


def _show(file: Path) -> int:
    from ...app.edits.rule_sentences import (
        event_sentences,
        presets_met,
        rule_sentences,
        starting_groups,
    )
    from ...app.history.model import read
    from .screen import warn, write, write_folded

    document = read(file)
    for remark in document.remarks:
        warn(remark)
    write(document.tournament.name or "(a tournament without a name)")
    tournament = document.tournament
    for sentence in (*event_sentences(tournament.event), *rule_sentences(tournament)):
        write_folded(sentence, 0)
    if presets := presets_met(tournament.rules):
        write(f"preset: {', '.join(presets)}")
    for line in starting_groups(tournament):
        write(line)
    return 0
