"""The bracket of a cup, or both of a double elimination, as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.teams import of_teams
from ...report.bracket import ROW, brackets
from ...sentences import phrase
from ..documents.brackets import BracketDocument, BracketGame, BracketPart, BracketRound
from ..documents.encoding import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...report.bracket import BracketBox, BracketPicture
    from ..history.state import CongressState


def bracket_document(state: CongressState) -> BracketDocument:
    """The brackets of a tournament as a document, by ``bracket.schema.json``.

    Raises
    ------
    RuleError
        If the event has none, or not yet.
    """
    units = of_teams(state.tournament)
    found = brackets(state.tournament, str)
    refuse_no_bracket(found)
    keys = {line.key for part in found for box in part.boxes for line in box.lines if line.key}
    return encode(
        BracketDocument,
        tournament=units.name,
        brackets=[_part(part) for part in found],
        players={player.key: player.full_name for player in units.players if player.key in keys},
    )


def refuse_no_bracket(found: Sequence[object]) -> None:
    """Refuse to show the brackets of an event that has none, or not yet.

    Raises
    ------
    RuleError
        If none was found.
    """
    if not found:
        raise RuleError(
            phrase(
                "there is no bracket: only a cup and a double elimination have one, once round 1 is paired"
            )
        )


def _part(picture: BracketPicture) -> BracketPart:
    places = {
        (column, box.y): place
        for column in range(len(picture.rounds))
        for place, box in enumerate(_in_column(picture, column), start=1)
    }
    ahead = {
        (column, y - ROW): places[column + 1, next_y - ROW] for column, y, next_y in picture.links
    }
    return encode(
        BracketPart,
        kind=picture.kind,
        rounds=[
            encode(
                BracketRound,
                round=number,
                name=name,
                games=[
                    _game(box, places[column, box.y], ahead.get((column, box.y)))
                    for box in _in_column(picture, column)
                ],
            )
            for column, (number, name) in enumerate(picture.rounds)
        ],
    )


def _in_column(picture: BracketPicture, column: int) -> list[BracketBox]:
    """The boxes of a column from the top."""
    return sorted((b for b in picture.boxes if b.column == column), key=lambda box: box.y)


def _game(box: BracketBox, place: int, ahead: int | None) -> BracketGame:
    won = [line.key for line in box.lines if line.state == "won"]
    points, origins = None, [line.mark or None for line in box.lines]
    if box.game is not None and not box.game.ending.is_open:
        half_points = dict(zip(box.game.players, box.game.boards_x2, strict=True))
        points = [half_points[line.key] / 2 for line in box.lines]
    return encode(
        BracketGame,
        place=place,
        table=None if box.game is None else box.game.table,
        players=[line.key or None for line in box.lines],
        points=points,
        winner=won[0] if len(won) == 1 else None,
        next=ahead,
        **({"for_third_place": True} if box.label else {}),
        **({"bye": True} if box.bye else {}),
        **({"origins": origins} if any(origins) else {}),
    )
