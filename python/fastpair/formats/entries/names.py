"""Names of one column: which part of them is the family name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ...errors import InputError
from ...letters import folded
from ...parameters import quoted
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Person


NameOrder = Literal["family-first", "given-first"]
"""The order of the names in a column that has whole names."""

NAME_ORDERS: tuple[NameOrder, ...] = get_args(NameOrder)

KnownNames = Callable[[str], Iterable[tuple[str, str]]]
"""The people who may be meant by a text, with their names in either order: family name and given names of each."""

_NATURAL_ORDER = frozenset({"fullname", "playername"})
"""Titles of columns in which names stand as people say them."""


class OrderGuess(NamedTuple):
    """The order of the names of a column, where the column does not state it."""

    order: NameOrder
    is_certain: bool
    """Whether each name shows it, as ``ROSSI Elena`` does."""


def nobody_known(_: str) -> Iterable[tuple[str, str]]:
    """Nobody, for lists that are read where no players are known."""
    return ()


def check_order(order: object) -> None:
    """Refuse what is no order of names.

    Raises
    ------
    ValueError
        If it is none of `NAME_ORDERS`; names them.
    """
    if order not in NAME_ORDERS:
        raise InputError(f"expected {' or '.join(NAME_ORDERS)}, got {quoted(order)}")


def split_name(text: str, order: NameOrder) -> tuple[str, str]:
    """Family name and given names of a whole name.

    A comma stands after the family name. Else the names in capitals are the family name, or those from a
    particle such as ``van`` on, or the one word at its end of the text.

    Examples
    --------
    >>> split_name("Emil Iliev", "given-first"), split_name("Rossi, Elena", "given-first")
    (('Iliev', 'Emil'), ('Rossi', 'Elena'))
    >>> split_name("van der Berg Jan", "family-first"), split_name("Jan van der Berg", "given-first")
    (('van der Berg', 'Jan'), ('van der Berg', 'Jan'))
    """
    text = text.strip(" ,")
    if "," in text:
        family, _, given = (part.strip() for part in text.partition(","))
        return family, given
    words = text.split()
    if len(words) < 2:
        return text, ""
    if order == "family-first":
        cut = _capitals(words) or len(words) - 1
        return " ".join(words[:cut]), " ".join(words[cut:])
    cut = len(words) - (_capitals(words[::-1]) or _words_of_family(words))
    return " ".join(words[cut:]), " ".join(words[:cut])


def _capitals(words: Sequence[str]) -> int:
    """How many words at the beginning are in capitals; 0 if none or all are, or they are initials."""
    number = next((place for place, word in enumerate(words) if not word.isupper()), 0)
    return number if any(len(word.strip(".")) > 1 for word in words[:number]) else 0


def _words_of_family(words: Sequence[str]) -> int:
    """How many words at the end are the family name: those from a particle on, or the last one."""
    particle = next((place for place, word in enumerate(words[1:-1], 1) if word.islower()), None)
    return 1 if particle is None else len(words) - particle


def is_ambiguous(text: str) -> bool:
    """Whether a whole name does not say which part of it is the family name."""
    return "," not in text.strip(" ,") and len(text.split()) > 1


def guess_order(title: str, names: Sequence[str], known: KnownNames = nobody_known) -> OrderGuess:
    """The order of the names of a column, by what shows it in most of them.

    People who are known show it, then capitals of family names, then names with a comma: who marks the
    family name in them writes the others as they are said. Where nothing shows it, it is the usual one: the
    family name first, as federations list it, unless the title speaks of full names.

    Examples
    --------
    >>> guess_order("Name", ["ROSSI Elena", "ILIEV Emil"])
    OrderGuess(order='family-first', is_certain=True)
    >>> guess_order("Name", ["Rossi, Elena", "Emil Iliev"])
    OrderGuess(order='given-first', is_certain=False)
    """
    unclear = [name for name in names if is_ambiguous(name)]
    if order := _most(vote for name in unclear for vote in _votes_of_known(name, known)):
        return OrderGuess(order, is_certain=False)
    votes = [vote for name in unclear if (vote := _vote_of_capitals(name))]
    if order := _most(votes):
        return OrderGuess(order, is_certain=votes == [order] * len(unclear))
    natural = folded(title) in _NATURAL_ORDER or len(unclear) < sum(
        len(name.split()) > 1 for name in names
    )
    return OrderGuess("given-first" if natural else "family-first", is_certain=False)


def _most(votes: Iterable[NameOrder]) -> NameOrder | None:
    """The order that most votes are for; None if there are as many for each."""
    counted = [*votes]
    first, last = (counted.count(order) for order in NAME_ORDERS)
    return None if first == last else NAME_ORDERS[first < last]


def _votes_of_known(name: str, known: KnownNames) -> Iterable[NameOrder]:
    text = folded(name)
    for family, given in known(name):
        if text == folded(family + given) != folded(given + family):
            yield "family-first"
        elif text == folded(given + family):
            yield "given-first"


def _vote_of_capitals(name: str) -> NameOrder | None:
    words = name.split()
    first, last = _capitals(words), _capitals(words[::-1])
    return None if bool(first) == bool(last) else "family-first" if first else "given-first"


def both_spellings(person: Person) -> tuple[str, ...]:
    """The whole name in both orders, folded: lists have one or the other of one person."""
    name, first_name = folded(person.name), folded(person.first_name)
    return tuple(dict.fromkeys((name + first_name, first_name + name)))


def order_remark(title: str, example: str, order: NameOrder) -> str:
    """Say how the names of a column are read of which the order is guessed."""
    family, given = split_name(example, order)
    return phrase(
        "the column {title!r} does not state the order of names, which is taken as {order}: {example!r} "
        "has the family name {family!r} and the first name {given!r}; if that is wrong, state the other order",
        title=title,
        order=order,
        example=example,
        family=family,
        given=given,
    )
