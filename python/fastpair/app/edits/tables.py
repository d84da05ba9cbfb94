"""What a director says of the tables, and a round whose tables are numbered anew."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament.player import ranges, tables_in
from ...pairing.draw.boards import placed
from ...sentences import message_of, phrase, phrase_many
from ..history.tables import tables_of
from ..typed.players import find_player
from ..typed.rooms import rooms_of
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Tournament
    from ..history.tables import Tables
    from ..history.timeline import Timeline
    from .boards import Seating


_LAST = 99999


def tables_set(
    timeline: Timeline,
    tournament: Tournament,
    *,
    rooms: Iterable[str] | None = None,
    closed: str | None = None,
) -> Edit:
    """Say which rooms there are, such as ``Main hall=1-80``, and which tables no draw uses.

    Parameters
    ----------
    rooms, closed
        None leaves them as they are.

    Raises
    ------
    RuleError
        If a text is no room, two rooms share a table, or a text is no numbers of tables.
    """
    tables = tables_of(timeline)
    if rooms is not None:
        tables = replace(tables, rooms=rooms_of(rooms))
    if closed is not None:
        try:
            tables = replace(tables, closed=tables_in(closed))
        except ValueError as error:
            raise RuleError(message_of(error)) from None
    said = [f"{name}: tables {t.start}–{t.stop - 1}" for name, t in tables.rooms.items()]
    shut = ranges(tables.closed, "–", ", ")
    said += [f"not used: tables {shut}"] if shut else []
    return _said(tournament, tables, "; ".join(said) or "all tables are used, in no rooms")


def table_fixed(timeline: Timeline, tournament: Tournament, player: str, table: int | None) -> Edit:
    """Let a player always sit at one table, or at any one again if that is None.

    Raises
    ------
    RuleError
        If the player is not found, there is no such table, or another player has it.
    """
    key, tables = find_player(tournament, player), tables_of(timeline)
    name = tournament.by_key[key].full_name
    fixed = {each: at for each, at in tables.fixed.items() if each != key}
    if table is None:
        return _said(tournament, replace(tables, fixed=fixed), f"{name} sits at any table")
    if not 1 <= table <= _LAST:
        raise RuleError(
            phrase("expected a table from 1 to {last}, got {table}", last=_LAST, table=table)
        )
    for other, at in fixed.items():
        if at == table and other in tournament.by_key:
            raise RuleError(
                phrase(
                    "table {table} is that of {name}",
                    table=table,
                    name=tournament.by_key[other].full_name,
                )
            )
    said = phrase("{name} always sits at table {table}", name=name, table=table)
    return _said(tournament, replace(tables, fixed={**fixed, key: table}), said)


def renumbered(tournament: Tournament, number: int, tables: Tables, seat: Seating) -> Edit:
    """Number the tables of a round as a draw would: the best first, without those that are not used.

    Raises
    ------
    RuleError
        If the round has no games, or teams meet in it.
    """
    games = tournament.round(number).games
    if tournament.draws_teams:
        raise RuleError(phrase("the boards of a match lie side by side, as they were drawn"))
    if not games:
        raise RuleError(phrase("round {number} has no games", number=number))
    bare = tournament.replace_round(number, (), ())
    drawn = seat(bare, number, [frozenset(game.players) for game in games])
    order = {frozenset(game.players): game.table for game in drawn}
    games = tuple(sorted(games, key=lambda game: order[frozenset(game.players)]))
    at = placed(
        [game.table for game in games],
        [tables.wanted_by(game.players) for game in games],
        tables.closed | tournament.rules.closed_in(number),
        (),
        afresh=True,
    )
    fresh = [replace(game, table=table) for game, table in zip(games, at, strict=True)]
    changed = sum(new != old for new, old in zip(fresh, games, strict=True))
    byes = [bye for bye in tournament.byes if bye.round == number]
    return Edit(
        tournament=tournament.replace_round(number, fresh, byes),
        said=phrase_many(
            "round {round}: tables numbered anew, {count} board at another one",
            "round {round}: tables numbered anew, {count} boards at another one",
            changed,
            round=number,
        ),
    )


def displaced(tournament: Tournament, number: int, tables: Tables) -> Iterator[str]:
    """Say, one line each, who does not sit where he always does, and which board is where none is."""
    for game in tournament.round(number).games:
        for key in game.players:
            if tables.fixed.get(key, game.table) != game.table:
                name = tournament.by_key[key].full_name
                yield phrase(
                    "{name} always sits at table {table}, and now at {now}",
                    name=name,
                    table=tables.fixed[key],
                    now=game.table,
                )
        if game.table in tables.closed and tables.wanted_by(game.players) != game.table:
            yield phrase("table {table} is not to be used", table=game.table)


def _said(tournament: Tournament, tables: Tables, said: str) -> Edit:
    return Edit(tournament=tournament, said=said, draw=tables.held)
