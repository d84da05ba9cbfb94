"""What everybody may see of a tournament: the rounds as they were published, with the results of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING

from ..go.tournament import Bye
from ..report.pages import Attendance
from .attendance import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..go.tournament import Game, Tournament
    from .history.records import Publication
    from .history.state import CongressState
    from .history.timeline import Timeline


def public_boards(publication: Publication, tournament: Tournament) -> tuple[Game, ...]:
    """The public boards of a round: without boards that have changed since."""
    today = {game.table: game for game in tournament.round(publication.round_number).games}
    return tuple(_with_result(board, today.get(board.table)) for board in publication.boards)


def public_attendance(publication: Publication, state: CongressState) -> Attendance:
    """Who has a board in a round as it is public, and why the others have none."""
    number, tournament = publication.round_number, state.tournament
    known = tournament.by_key
    boards = [game for game in publication.boards if known.keys() >= {*game.players}]
    shown = _with_round(tournament, publication, boards)
    return Attendance.of(shown, number, words=words_of(state, number))


def public_tournament(published: Mapping[int, Publication], tournament: Tournament) -> Tournament:
    """The tournament with its rounds as they are public, and without those that are not."""
    known = tournament.by_key.keys()
    found = replace(tournament, games=(), byes=(), doubtful=True)
    for publication in published.values():
        boards = public_boards(publication, tournament)
        found = _with_round(found, publication, [g for g in boards if known >= {*g.players}])
    return found


def rounds_in_order(published: Mapping[int, Publication], tournament: Tournament) -> range:
    """The first published rounds, as far as all are as they were published: standings of them are public."""
    after = 1
    while after in published and not published[after].differences(tournament):
        after += 1
    return range(1, after)


def day_of_ages(tournament: Tournament) -> date:
    """The day for which ages of players count: the first one of the event, or else this one."""
    return tournament.event.begins or date.today()


_ADDRESS = 10
"""Letters of the address of a player: none of thousands has that of another."""


def addresses(state: CongressState) -> Mapping[str, str]:
    """The address of each player, by key: another name or a later entry does not change it, and nobody can guess it.

    It is a digest of the first key of the player and of what is in no public page. So it tells neither the name
    nor the order of entry.
    """
    secret = _secret(state.timeline)
    return {
        key: sha256(f"{secret}\0{first}".encode("utf-8", "surrogateescape")).hexdigest()[:_ADDRESS]
        for key, first in state.first_keys.items()
    }


def _secret(timeline: Timeline) -> str:
    """The digest of a file before its first game, or before its first change: it has the data of all players."""
    entries = timeline.entries
    if not entries or entries[0].before:
        return entries[0].before.digest if entries else timeline.version.digest
    games = (e for e in entries if any(each.subject[0] == "game" for each in e.changes))
    first = next(games, None)
    return "" if first is None else first.before.digest or first.after.digest


def _with_round(tournament: Tournament, publication: Publication, boards: list[Game]) -> Tournament:
    """The tournament with a round as it was published."""
    number, known = publication.round_number, tournament.by_key
    byes = [Bye(round=number, player=key) for key in publication.byes if key in known]
    return replace(tournament, doubtful=True).replace_round(number, boards, byes)


def _with_result(board: Game, now: Game | None) -> Game:
    """A board with its result, if its players still meet there with these colours."""
    if now is None or now.players != board.players:
        return board
    return replace(board, **now.ending._asdict())
