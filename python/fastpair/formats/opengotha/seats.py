"""The games and byes in an OpenGotha file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...go.tournament import Bye, Game, Result
from . import schema
from .values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..xml.markup import Element
    from .references import References
    from .values import Source

__all__ = ["Byes", "list_of_byes", "read_byes", "read_game"]


class Byes(NamedTuple):
    """The byes of a file."""

    kept: tuple[Bye, ...]
    elements: tuple[Element, ...]
    """The elements of the byes in ``kept``."""

    idle: tuple[tuple[int, Element], ...]
    """The elements that OpenGotha ignores, each with its round."""


def read_game(source: Source, element: Element, references: References) -> Game:
    """Read a game.

    Raises
    ------
    FormatError
        If a value does not parse, or the game names a player who does not exist.
    """
    result, by_default = source.value(element, schema.OUTCOME, (Result.UNKNOWN, False))
    white, black = (
        _player_of_game(source, element, attribute, references)
        for attribute in ("whitePlayer", "blackPlayer")
    )
    return Game(
        round=source.required(element, schema.ROUND),
        table=source.required(element, schema.TABLE),
        white=white,
        black=black,
        handicap=source.value(element, schema.STONES, 0),
        result=result,
        by_default=by_default,
    )


def _player_of_game(
    source: Source, element: Element, attribute: str, references: References
) -> str:
    key = references.key(source, element, attribute)
    if key is None:
        found = f"{attribute}={shown(element.get(attribute))}: expected the key of a player"
        raise source.error(
            element, f"{found}; no player has it: add the player, or remove this element"
        )
    references.note(key, element.get(attribute))
    return key


def list_of_byes(root: Element) -> Element | None:
    """The element that lists the byes.

    pairgoth calls it by the name of its items; it has no attributes.
    """
    by_pairgoth = (item for item in root.iter("ByePlayer") if not item.attributes)
    return root.find("ByePlayers") or next(by_pairgoth, None)


def read_byes(source: Source, root: Element, references: References) -> Byes:
    """Read the byes as OpenGotha does: of a round, the last whose player exists [FORMATS 1].

    Raises
    ------
    FormatError
        If a value does not parse, or several players may be meant.
    """
    last: dict[int, tuple[Bye, Element]] = {}
    replaced: list[tuple[Bye, Element]] = []
    idle: list[tuple[int, Element]] = []
    for element in root.iter("ByePlayer"):
        if not element.attributes:
            continue
        number = source.required(element, schema.ROUND)
        key = references.key(source, element, "player")
        if key is None:
            unknown = f"no player is {shown(element.get('player'))}"
            source.remark(f"line {element.line}: {unknown}; OpenGotha ignores this bye")
            idle.append((number, element))
            continue
        if not references.by_pairgoth:
            references.note(key, element.get("player"))
        if number in last:
            replaced.append(last.pop(number))
        last[number] = Bye(round=number, player=key), element
    for message in _losers(
        references, replaced, {number: bye for number, (bye, _) in last.items()}
    ):
        source.remark(message)
    idle += [(bye.round, element) for bye, element in replaced]
    kept, elements = zip(*last.values(), strict=True) if last else ((), ())
    return Byes(kept, elements, tuple(idle))


def _losers(
    references: References, replaced: list[tuple[Bye, Element]], last: dict[int, Bye]
) -> Iterator[str]:
    """Say who has no bye though the file gives him one."""
    for bye, element in replaced:
        keeper = last[bye.round].player
        if bye.player != keeper:
            yield (
                f"line {element.line}: round {bye.round} has more than one bye, and OpenGotha keeps "
                f"the last, of {references.name(keeper)}; {references.name(bye.player)} has none"
            )
