"""``fastpair info``: what is in a file, and what is missing before the next draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ...report.sheet import counted
from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...app.history.publication import Publication
    from ...app.state import RoundState
    from ...formats import Document
    from ...go.tournament import Tournament


_LONGEST_LIST = 20


def info(
    file: option.File,
    list_absent: Annotated[
        bool,
        typer.Option(
            "--list-absent",
            help="Name who is absent from which rounds, and who is registered preliminarily only.",
        ),
    ] = False,
    json: option.Json = False,
) -> int:
    """Show what is in a file, and what is missing before the next draw can be made."""
    from ...app.draws.documents import info_document
    from ...app.history.model import read
    from ...app.history.publication import publications
    from ...app.history.timeline import Timeline
    from .screen import write_json

    document = read(file)
    published = publications(Timeline.beside(file, document.content))
    if json:
        write_json(info_document(document, published))
    else:
        _show(document, published, list_absent=list_absent)
    return 0


def _show(document: Document, published: Mapping[int, Publication], *, list_absent: bool) -> None:
    from ...app.state import RoundState
    from ...report.sheet import Column
    from .screen import show_table, write

    tournament = document.tournament
    for line in _heading(document):
        write(line)
    write()
    titles = ("Round", "Present", "Games", "No result", "Byes", "To pair")
    states = [RoundState.of(tournament, n + 1) for n in range(tournament.rules.rounds)]
    columns = [Column(title, right=True) for title in titles]
    show_table(columns, [[str(count) for count in _counts(state)] for state in states])
    write()
    if list_absent:
        _show_absent(tournament)
    for publication in published.values():
        write(_published(tournament, publication))
    for line in (*_listed("fault", tournament.faults()), *_listed("remark", document.remarks)):
        write(line)
    for line in _next_draw(tournament):
        write(line)


def _heading(document: Document) -> Iterator[str]:
    from ...app.edits.rule_sentences import system_sentence

    tournament = document.tournament
    rules = tournament.rules
    yield tournament.name or "(a tournament without a name)"
    yield f"{system_sentence(rules)}, bar {rules.bar}, floor {rules.floor}"
    preliminary = sum(not player.final for player in tournament.players)
    yield f"players: {len(tournament.players)}, {preliminary} of them preliminary"
    yield f"weights: {rules.usual_model}, {'chosen' if rules.model else 'which fits'}"
    if document.version:
        yield f"saved by version: {document.version}"


def _show_absent(tournament: Tournament) -> None:
    """A line for everybody who is not in all rounds."""
    from ...app.state import missed_rounds
    from ...go.tournament.player import ranges
    from ...report.sheet import Column
    from .screen import show_table, write

    rows = [
        [
            f"{player.full_name} {player.grade}",
            "" if player.final else "preliminary",
            ranges(missed_rounds(tournament, player), comma=", "),
        ]
        for player in tournament.players
    ]
    columns = [Column("Player", name=True), Column("Registration"), Column("Absent from rounds")]
    listed = [row for row in rows if row[1] or row[2]]
    if listed:
        show_table(columns, listed)
    else:
        write("absent: nobody from any round; preliminary: nobody")
    write()


def _counts(state: RoundState) -> tuple[int, ...]:
    return (
        state.number,
        len(state.present),
        state.games,
        len(state.without_result),
        len(state.byes),
        len(state.to_pair),
    )


def _published(tournament: Tournament, publication: Publication) -> str:
    """Say how far a round is out, and whether it is still what the players know."""
    changed = publication.changed_in(tournament)
    since = f", {counted(changed, 'board')} changed since" if changed else ""
    return f"round {publication.round_number}: {publication.state.value}{since}"


def _next_draw(tournament: Tournament) -> Iterator[str]:
    from ...app.draws.remarks import in_no_team
    from ...app.draws.to_come import to_come_told
    from ...app.state import missing_before, nobody_left
    from ...go.teams import of_teams

    who = "team" if tournament.draws_teams else "player"
    yield from _listed("left out", in_no_team(tournament))
    tournament = of_teams(tournament)
    number = tournament.round_to_draw()
    if number is None:
        yield f"next draw: none, {nobody_left(tournament)}"
        return
    missing = list(missing_before(tournament, number))
    yield from _listed("missing", missing)
    waiting = f"{len(missing)} missing" if missing else "nothing missing"
    players = counted(len(tournament.to_pair(number)), who)
    yield f"next draw: round {number}, {players}, {waiting}"
    yield from _listed("rounds to come", to_come_told(tournament, number))


def _listed(kind: str, lines: Iterable[str]) -> Iterator[str]:
    lines = list(lines)
    yield from (f"{kind}: {line}" for line in lines[:_LONGEST_LIST])
    if len(lines) > _LONGEST_LIST:
        yield f"{kind}: … and {len(lines) - _LONGEST_LIST} more (--json lists all)"
