"""Lists on the page, of entries and of ratings: shown first, and used when the director agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...app.edits.entries import described
from ...app.edits.ratings_refreshed import ratings_refreshed
from ...app.edits.registration import Terms, registered
from ...app.history.history_line import digest_of
from ...app.typed.players import listed_twice
from ...errors import FormatError, RuleError
from ...formats import format_of
from ...report.text import counted
from .held import Question, Told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...formats import Document
    from ...go.tournament import Player
    from .asking import Asked

__all__ = ["enter_list", "refresh"]

_NAME = "the list"


def enter_list(asked: Asked) -> Told:
    """Show who would enter by a list; enter them if the list is the one that was shown.

    Raises
    ------
    RuleError
        If the list is none, or says what cannot be.
    """
    content = asked.typed("list").encode("utf-8", "surrogatepass")
    document = _read(content)
    again = {player.key: twin for player, twin in listed_twice(document.tournament.players)}
    players = [player for player in document.tournament.players if player.key not in again]
    doubts = (
        *document.remarks,
        *(
            f"{described(player)} is listed twice, and enters once"
            for player in document.tournament.players
            if player.key in again
        ),
    )
    digest = digest_of(content)
    if asked.fields.get("shown") != digest:
        return _preview(asked, players, doubts, digest)
    act = asked.act("register", "--entries", _NAME)
    return asked.desk.held.change(act, lambda held: registered(held.tournament, players, Terms()))


def refresh(asked: Asked) -> Told:
    """Show which ratings a list would change; change them if the director agrees.

    Raises
    ------
    RuleError
        If there is no such list.
    """
    found = asked.desk.lists.titled(asked.typed("title"))
    if asked.fields.get("sure") == asked.state.digest:
        act = asked.act("register", "--list", found.title)
        return asked.desk.held.change(act, lambda held: ratings_refreshed(held.tournament, found))
    before = asked.state.tournament
    done = ratings_refreshed(before, found)
    pairs = zip(before.players, done.tournament.players, strict=True)
    number = sum(one != other for one, other in pairs)
    question = None
    if number:
        label = f"Change {counted(number, 'player')}"
        question = Question(f"refresh-{found.title}", "sure", asked.state.digest, label)
    lines = done.told or ("no rating would change",)
    return Told(lines=lines, warned=done.warned, question=question)


def _read(content: bytes) -> Document:
    try:
        return format_of(_NAME, content).read(_NAME, content)
    except FormatError as error:
        raise RuleError(
            f"{error}; the first line names the columns, such as name, first name, grade, country, club"
        ) from error


def _preview(asked: Asked, players: Sequence[Player], doubts: tuple[str, ...], digest: str) -> Told:
    done = registered(asked.state.tournament, players, Terms())
    number = len(done.tournament.players) - len(asked.state.tournament.players)
    found = tuple(
        f"{described(player)}, rating {player.with_rating().rating}" for player in players
    )
    known = tuple(line for line in done.told if " is registered already" in line)
    question = None
    if number:
        question = Question("list", "shown", digest, f"Enter {counted(number, 'player')}")
    return Told(lines=found, warned=(*doubts, *known), question=question)
