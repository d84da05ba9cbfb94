"""What a draw costs beside the best one: in words, and by the weights for those who ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...sentences import joined, marked_many, phrase, phrase_many
from .tally import COUNTED
from .words import NOUNS, amount, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .conditions import Answer

__all__ = ["Clause", "clauses", "in_words", "many", "price_of", "weight_of"]

_MOST_CLAUSES = 4
"""Terms of a price that are named; the others are added up."""

_REST = "all else"

_UNSEEN = frozenset({"luck", "one game less"})
"""Components that say nothing of the games."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A term of a price."""

    weight: int
    """In units; below 0 if it is a gain."""

    words: str


def clauses(answer: Answer) -> tuple[Clause, ...]:
    """The terms of a price, which add up to it, the largest first.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> answer = best_draws(optimum, 1).others[0]
    >>> [(clause.words, clause.weight) for clause in clauses(answer)]
    [('score difference', 3292181069), ('draws up and down', 46666666), ('seeding', -4942439)]
    """
    found = [Clause(loss, noun) for noun, loss in _by_noun(answer.losses).items() if loss]
    found.sort(key=lambda clause: (-abs(clause.weight), clause.words))
    if len(found) <= _MOST_CLAUSES:
        return tuple(found)
    rest = sum(clause.weight for clause in found[_MOST_CLAUSES - 1 :])
    named = found[: _MOST_CLAUSES - 1]
    return (*named, Clause(rest, _REST)) if rest else tuple(named)


def in_words(price: int, more: Mapping[str, int], losses: Mapping[str, int] | None = None) -> str:
    """Say what there is more of and less of in the games of a draw that costs so much.

    Parameters
    ----------
    price
        How much lighter the draw is.
    more
        How much more there is of what ``tally`` counts; points are doubled.
    losses
        What each component loses; None if that is not known.

    Examples
    --------
    >>> in_words(400, {"game within a club": 2})
    '2 more games within a club'
    """
    sign = 1 if price > 0 else -1
    parts = [
        _amount(name, more[name])
        for name in sorted(
            COUNTED.keys() & more.keys(),
            key=lambda name: (sign * more[name] < 0, [*COUNTED].index(name)),
        )
        if more[name]
    ]
    if price:
        parts += _besides(price, more, losses)
    return joined(", ", parts) if parts else phrase("the same")


def _besides(price: int, more: Mapping[str, int], losses: Mapping[str, int] | None) -> list[str]:
    """What decides on a price and is not counted in games."""
    sign = 1 if price > 0 else -1
    told = {noun for name in more if sign * more[name] > 0 for noun in COUNTED[name][1]}
    nouns = [
        noun
        for noun, loss in _by_noun(losses or {}).items()
        if sign * loss > 0 and noun not in told | _UNSEEN
    ]
    if nouns:
        what = joined(", ", [phrase(noun) for noun in nouns])
        return [
            phrase("a loss in {what}", what=what)
            if price > 0
            else phrase("a gain in {what}", what=what)
        ]
    if told:
        return []
    if losses:
        return [phrase("only luck decides")]
    return [
        phrase("a loss in finer points, such as seeding")
        if price > 0
        else phrase("a gain in finer points, such as seeding")
    ]


def price_of(answer: Answer) -> str:
    """Say what an answer costs, in the words of the field.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> without = Conditions(forbid=frozenset({frozenset({"FALDINIMIRA", "LOMBEKTARA"})}))
    >>> price_of(what_if(optimum, without)).split(", ")[0]
    'that means 1 more repeated draw up'
    """
    if answer.fewer_games > 0:
        return f"there would be {many('game', answer.fewer_games)} less"
    if answer.price is None:
        said = in_words(0, answer.more)
        return f"other players have other weights, so there is no price; the games: {said}"
    said = in_words(answer.price, answer.more, answer.losses)
    if answer.price == 0:
        return f"that costs nothing{'' if said == 'the same' else f' ({said})'}"
    return f"that means {said}"


def weight_of(answer: Answer) -> str:
    """Say what an answer costs by the weights of the model, and in which components.

    Returns
    -------
    str
        Empty if it has no price, or costs nothing.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> weight_of(best_draws(optimum, 1).others[0]).split(":")[0]
    'That costs 3,333,905,296'
    """
    if not answer.price:
        return ""
    terms = clauses(answer)
    parts = [f"{amount(clause.weight, answer.units)} for {clause.words}" for clause in terms]
    level = "" if answer.level is None else f" on level {answer.level}"
    verb = "costs" if answer.price > 0 else "gains"
    said = f"That {verb} {amount(abs(answer.price), answer.units)}{level}"
    one = f"{said} for {terms[0].words}" if len(terms) == 1 else f"{said}: {', '.join(parts)}"
    return f"{one}."


def many(name: str, count: int, more: str = "") -> str:
    """So many of what is counted; points are doubled."""
    value: float = count / 2 if name == "point between opponents" else count
    plural = COUNTED[name][0] if name in COUNTED else f"{name}s"
    return f"{number(value)} {more}{name if value == 1 else plural}"


_MORE = {
    "rematch": marked_many("{amount} more rematch", "{amount} more rematches"),
    "game within a club": marked_many(
        "{amount} more game within a club", "{amount} more games within a club"
    ),
    "game within a country": marked_many(
        "{amount} more game within a country", "{amount} more games within a country"
    ),
    "draw up and down": marked_many(
        "{amount} more draw up and down", "{amount} more draws up and down"
    ),
    "repeated draw up": marked_many(
        "{amount} more repeated draw up", "{amount} more repeated draws up"
    ),
    "repeated draw down": marked_many(
        "{amount} more repeated draw down", "{amount} more repeated draws down"
    ),
    "point between opponents": marked_many(
        "{amount} more point between opponents", "{amount} more points between opponents"
    ),
    "stone of handicap": marked_many(
        "{amount} more stone of handicap", "{amount} more stones of handicap"
    ),
    "game that balances no colours": marked_many(
        "{amount} more game that balances no colours", "{amount} more games that balance no colours"
    ),
}
_FEWER = {
    "rematch": marked_many("{amount} fewer rematch", "{amount} fewer rematches"),
    "game within a club": marked_many(
        "{amount} fewer game within a club", "{amount} fewer games within a club"
    ),
    "game within a country": marked_many(
        "{amount} fewer game within a country", "{amount} fewer games within a country"
    ),
    "draw up and down": marked_many(
        "{amount} fewer draw up and down", "{amount} fewer draws up and down"
    ),
    "repeated draw up": marked_many(
        "{amount} fewer repeated draw up", "{amount} fewer repeated draws up"
    ),
    "repeated draw down": marked_many(
        "{amount} fewer repeated draw down", "{amount} fewer repeated draws down"
    ),
    "point between opponents": marked_many(
        "{amount} fewer point between opponents", "{amount} fewer points between opponents"
    ),
    "stone of handicap": marked_many(
        "{amount} fewer stone of handicap", "{amount} fewer stones of handicap"
    ),
    "game that balances no colours": marked_many(
        "{amount} fewer game that balances no colours",
        "{amount} fewer games that balance no colours",
    ),
}
"""What there is more of or fewer, by the names of ``COUNTED``."""


def _amount(name: str, more: int) -> str:
    value = abs(more) / 2 if name == "point between opponents" else abs(more)
    one, many = (_MORE if more > 0 else _FEWER)[name]
    # What is between whole numbers is said as several.
    return phrase_many(one, many, int(value) if value == int(value) else 2, amount=number(value))


def _by_noun(losses: Mapping[str, int]) -> dict[str, int]:
    """What is lost for each noun."""
    found: dict[str, int] = {}
    for name, loss in losses.items():
        found[NOUNS[name]] = found.get(NOUNS[name], 0) + loss
    return found
