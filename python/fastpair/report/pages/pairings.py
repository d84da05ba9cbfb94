"""Who meets whom at which table, sorted for those who look for a table, a name or a room."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...formats.names import folded
from ...go.scores import History, criterion_values, in_points
from ..sheet import Column, Sheet
from .attendance import Attendance
from .words import named_with_teams, result
from .words import number as printed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ...go.tournament import Game, Player, Tournament
    from .words import Translate

__all__ = [
    "BOARDS_ON_A_SHEET",
    "as_draft",
    "in_order_of_names",
    "pairings_by_board",
    "pairings_by_name",
    "pairings_by_room",
    "with_rooms",
]

BOARDS_ON_A_SHEET = 35
"""Boards of a sheet where no rooms are named: so many people can look for their names at once."""


def pairings_by_board(
    tournament: Tournament, number: int, _: Translate, imposed: Collection[str] = frozenset()
) -> Sheet:
    """The boards of a round in the order of their tables, and everybody who has none.

    ``imposed`` are the keys of players whose games the director has imposed.
    """
    attendance = Attendance.of(tournament, number, imposed)
    return _boards(
        tournament,
        _("Pairings of round {round}").format(round=number),
        tournament.round(number).games,
        (*attendance.names(_), attendance.sum(_)),
        _,
    )


def pairings_by_room(
    tournament: Tournament, number: int, rooms: Mapping[str, range], _: Translate
) -> tuple[Sheet, ...]:
    """The boards of a round, a sheet for each room.

    Parameters
    ----------
    tournament, number
        The tournament and its round, from 1.
    rooms
        The numbers of the tables in each room, by its name; if there are none, the boards are
        divided into sheets of `BOARDS_ON_A_SHEET`. Tables that are in no room come last.
    _
        Translates a text.
    """
    games = tournament.round(number).games
    if rooms:
        divided = {
            name: [game for game in games if game.table in tables] for name, tables in rooms.items()
        }
        elsewhere = [game for game in games if not any(game.table in t for t in rooms.values())]
        divided |= {_("Other tables"): elsewhere} if elsewhere else {}
    else:
        starts = range(0, len(games), BOARDS_ON_A_SHEET)
        pieces = [games[start : start + BOARDS_ON_A_SHEET] for start in starts]
        divided = {_tables(piece, _): list(piece) for piece in pieces}
    heading = _("Pairings of round {round}").format(round=number)
    return tuple(
        _boards(tournament, f"{heading}: {name}", some, (), _) for name, some in divided.items()
    )


def pairings_by_name(
    tournament: Tournament, number: int, _: Translate, imposed: Collection[str] = frozenset()
) -> Sheet:
    """Everybody in alphabetical order, with table, colour and opponent, or why there is none.

    ``imposed`` are the keys of players whose games the director has imposed.
    """
    attendance = Attendance.of(tournament, number, imposed)
    where = {
        key: (game, game.white == key)
        for game in tournament.round(number).games
        for key in game.players
    }
    reasons, scores = attendance.reasons(_), _scores(tournament, number)
    names = named_with_teams(tournament, number)
    return Sheet(
        title=tournament.name,
        heading=_("Players of round {round}").format(round=number),
        columns=(
            Column(_("Player"), name=True),
            Column(_("Table"), right=True),
            Column(_("Colour")),
            Column(_("Opponent"), name=True),
            Column(_("Handicap"), right=True, short=_("Hd")),
            Column(_("Score"), right=True, spare=True),
        ),
        rows=tuple(
            (*_seat(names, player, *where[player.key], _), scores.get(player.key, ""))
            if player.key in where
            else (names[player.key], "", "", reasons[player.key], "", scores.get(player.key, ""))
            for player in in_order_of_names(tournament.players)
        ),
        notes=(attendance.sum(_),),
    )


def as_draft(sheet: Sheet, _: Translate) -> Sheet:
    """The same sheet of a round that is not published, which says so."""
    return replace(sheet, heading=_("{heading} (draft)").format(heading=sheet.heading))


def with_rooms(sheet: Sheet, rooms: Mapping[str, range], _: Translate) -> Sheet:
    """The same sheet with the room before the number of each table."""
    at = [column.title for column in sheet.columns].index(_("Table"))

    def placed(row: tuple[str, ...]) -> tuple[str, ...]:
        inside = [name for name, tables in rooms.items() if row[at] and int(row[at]) in tables]
        return (*row[:at], " ".join((*inside, row[at])), *row[at + 1 :])

    return replace(sheet, rows=tuple(map(placed, sheet.rows)))


def in_order_of_names(players: Iterable[Player]) -> list[Player]:
    """Players in alphabetical order, accents and capitals apart."""
    return sorted(players, key=lambda player: (folded(player.name), folded(player.first_name)))


def _seat(
    names: Mapping[str, str], player: Player, game: Game, white: bool, _: Translate
) -> tuple[str, ...]:
    return (
        names[player.key],
        str(game.table),
        _("White") if white else _("Black"),
        names[game.black if white else game.white],
        str(game.handicap or ""),
    )


def _boards(
    tournament: Tournament,
    heading: str,
    games: Iterable[Game],
    notes: tuple[str, ...],
    _: Translate,
) -> Sheet:
    some = tuple(games)
    scores = _scores(tournament, some[0].round) if some else {}
    names = named_with_teams(tournament, some[0].round) if some else {}
    return Sheet(
        title=tournament.name,
        heading=heading,
        columns=(
            Column(_("Table"), right=True),
            Column(_("White"), name=True),
            Column(_("Black"), name=True),
            Column(_("Score"), right=True, spare=True),
            Column(_("Handicap"), right=True, short=_("Hd")),
            Column(_("Result")),
        ),
        rows=tuple(
            (
                str(game.table),
                *(names[key] for key in game.players),
                " : ".join(scores[key] for key in game.players if key in scores),
                str(game.handicap or ""),
                result(game),
            )
            for game in some
        ),
        notes=notes,
    )


def _scores(tournament: Tournament, number: int) -> Mapping[str, str]:
    """The scores that make the groups, before a round; none of teams."""
    if tournament.draws_teams:
        return {}
    history = History.of(tournament.before(number))
    criterion = tournament.rules.main_criterion
    values = in_points(criterion, criterion_values(history, criterion, number - 1)).tolist()
    return {key: printed(values[row]) for key, row in history.row.items()}


def _tables(games: Sequence[Game], _: Translate) -> str:
    return _("tables {first} to {last}").format(first=games[0].table, last=games[-1].table)
