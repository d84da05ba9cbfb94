"""A French result file in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import Rules, Tournament
from .. import line_files
from ..wall_list import games_of, players_of
from . import header
from .lines import lines_of, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..document import RenderedDocument

__all__ = ["new_content", "read"]


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file, see `fastpair.formats.line_files.document`."""
    return line_files.document(path, content, _reading, lines_of)


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file, see `fastpair.formats.line_files.content_of`."""
    return line_files.content_of(tournament, lines_of)


def _reading(path: str, content: bytes) -> line_files.Reading:
    sheet = parse(path, content)
    sheet.refuse_faults(path)
    comments = [text for _, text in sheet.comments]
    fields = header.HEADER.fields_of(comments)
    without_game, players = players_of(sheet)
    tournament = Tournament.found(
        name=fields.get("comm", "") or fields.get("name", ""),
        event=header.event_of(fields),
        rules=Rules(rounds=max(len(sheet.columns), 1), points=without_game.points),
        players=players,
        games=games_of(
            sheet.seats, [player.key for player in players], lambda column, player, opponent: 0
        ),
        byes=without_game.byes,
    )
    return sheet.reading(
        tournament,
        remarks=(*_remarks(tournament), *header.HEADER.remarks(comments), *sheet.remarks()),
        version=header.version_of(fields),
    )


def _remarks(tournament: Tournament) -> Iterator[str]:
    rules = tournament.rules
    yield (
        f"a file of the FFG holds no scores and no rules: floor {rules.floor}, bar {rules.bar} "
        "and the usual criteria are assumed"
    )
    namesakes = sum("#" in player.key for player in tournament.players)
    if namesakes:
        yield f"{namesakes} players have the name of another one"
