"""Answers as sentences, from the same numbers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...parameters import checked
from ...sentences import joined, listing, marked, marked_many, phrase, phrase_many
from .amounts import amount, number
from .words import price_of, quantity, share_of, weight_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...pairing.draw import RelaxedPair
    from .alternatives import BestDraws, Candidate
    from .optimum import Answer, Conditions
    from .sensitivity import TurningPoint
    from .words import PairExplanation, Reason

    Names = Mapping[str, str]
    """Names by key."""


_MOST_BOARDS = 4
"""Boards that are named; the others are counted."""

_MARKS = {
    "rematch": marked("rematch"),
    "game within a club": marked("game within a club"),
    "game within a country": marked("game within a country"),
    "draw up and down": marked("draw up and down"),
    "repeated draw up": marked("repeated draw up"),
    "repeated draw down": marked("repeated draw down"),
    "game that balances no colours": marked("game that leaves colours unbalanced"),
}
"""What a game is once or not at all, by the names of ``COUNTED``."""

_QUANTITIES = {
    "point between opponents": marked_many(
        "{amount} point between opponents", "{amount} points between opponents"
    ),
    "stone of handicap": marked_many("{amount} stone of handicap", "{amount} stones of handicap"),
}
"""What there may be any number of in one game."""


@checked
def describe_answer(answer: Answer, names: Mapping[str, str]) -> Iterator[str]:
    """Describe the changes and their price, in sentences.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> names = {player.key: player.full_name for player in tournament.players}
    >>> pair = frozenset({"FALDINIMIRA", "LOMBEKTARA"})
    >>> for sentence in describe_answer(what_if(optimum, Conditions(force=frozenset({pair}))), names):
    ...     print(sentence)
    If Faldini Mira plays Lombek Tara, the draw stays as it is.
    """
    for pair in answer.relaxed:
        yield _ruled_out(pair, names)
    if not answer.changed:
        conditions = _describe_conditions(answer.conditions, names)
        yield phrase("If {conditions}, the draw stays as it is.", conditions=conditions)
        return
    yield _changes(answer, names)
    for pair in answer.gave_way:
        yield phrase(
            "{pair} meet against a rule that gives way: {rules}.",
            pair=_pair(pair.players, names),
            rules=_rules(pair),
        )
    if answer.left:
        left = listing(names.get(key, key) for key in answer.left)
        yield phrase("{names} would be left over.", names=left)
    if answer.needed is not None:
        allowed = [_pair(pair.players, names) for pair in answer.needed.fewest]
        if allowed:
            more = phrase_many("{count} more pair", "{count} more pairs", _beyond(allowed))
            yield phrase(
                "Nobody would be if these could meet: {pairs}.",
                pairs=_some(allowed, more),
            )


@checked
def describe_pair(explained: PairExplanation) -> str:
    """Describe the drawbacks of a pair by rule.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["LOMBEKTARA"]
    >>> from fastpair.insight.explain.words import explain_pair
    >>> describe_pair(explain_pair(optimum.field, optimum.model, one, other)).split(", ")[0]
    'Drawbacks of their game: score difference (19 against 17 points)'
    """
    against = [
        phrase("{noun} ({facts})", noun=reason.noun, facts=reason.words)
        for reason in _lacking(explained)
        if reason.is_drawback
    ]
    if not against:
        return phrase("Nothing speaks against their game.")
    return phrase("Drawbacks of their game: {drawbacks}.", drawbacks=joined(", ", against))


@checked
def weight_of_pair(explained: PairExplanation) -> str:
    """Describe the weight of a pair and the loss of each component.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["LOMBEKTARA"]
    >>> from fastpair.insight.explain.words import explain_pair
    >>> weight_of_pair(explain_pair(optimum.field, optimum.model, one, other)).split("; ")[0]
    'Their game weighs 500,104,814,156,379'
    """
    units = explained.units
    parts = [share_of(each.loss, units, each.noun) for each in _lacking(explained)]
    weight = amount(explained.weight, units)
    if not parts:
        return phrase("Their game weighs {weight}; it lacks nothing.", weight=weight)
    return phrase(
        "Their game weighs {weight}; it lacks {parts}.", weight=weight, parts=joined(", ", parts)
    )


def _lacking(explained: PairExplanation) -> list[Reason]:
    """What a pair lacks, the most first."""
    lacking = [reason for reason in explained.reasons if reason.loss and reason.applies]
    return sorted(lacking, key=lambda reason: -reason.loss)


@checked
def describe_objections(one: Candidate) -> str:
    """Describe the drawbacks of a game with an opponent: fewer games, rules and costs.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> describe_objections(candidates(optimum, "FALDINIMIRA")[-1])
    'rematch, game within a country'
    """
    found: list[str] = []
    if one.fewer:
        found.append(phrase_many("{count} game less", "{count} games less", one.fewer))
    found += (phrase(rule.value) for rule in one.rules)
    found += (_mark(name, count) for name, count in one.marks.items())
    found += filter(None, [one.verdict])
    return joined(", ", dict.fromkeys(found)) if found else ""


def _mark(name: str, count: int) -> str:
    """Something that nobody likes in a game; points are doubled."""
    return quantity(_QUANTITIES, name, count) if name in _QUANTITIES else phrase(_MARKS[name])


@checked
def describe_best(best: BestDraws, names: Mapping[str, str], *, drawn: bool) -> Iterator[str]:
    """Describe the number of equally good draws and the losses of the next ones.

    Parameters
    ----------
    drawn
        Whether the best one was chosen for what it has in common with a draw that was made.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> names = {player.key: player.full_name for player in tournament.players}
    >>> next(describe_best(best_draws(optimum, 1), names, drawn=False))
    'No other draw is as good as the best one.'
    """
    equal = best.equally_good
    if equal and not best.complete and equal == len(best.others):
        yield phrase_many(
            "At least {count} other draw is as good as the best one.",
            "At least {count} other draws are as good as the best one.",
            equal,
        )
    elif equal:
        yield phrase_many(
            "{count} other draw is as good as the best one.",
            "{count} other draws are as good as the best one.",
            equal,
        )
    elif best.others or best.complete:
        yield phrase("No other draw is as good as the best one.")
    if equal and drawn:
        yield phrase("The best one was chosen for its likeness to the draw that was made.")
    elif equal:
        yield phrase("The best one was chosen by the fixed order of equal pairs.")
    for place, answer in enumerate(best.others, start=2):
        gained = [_pair(pair, names) for way in answer.ways for pair in way.gained]
        parts: list[str] = [_some_boards(gained)]
        if len(answer.left) == 1:
            parts.append(
                phrase("{name} is left over", name=names.get(answer.left[0], answer.left[0]))
            )
        what = joined("; ", [*parts, price_of(answer)])
        yield phrase("{place}. {what}.", place=place, what=what)


@checked
def describe_only(answer: Answer, names: Mapping[str, str], number: int) -> Iterator[str]:
    """Say that the pairing of a round is the only one, and what other games cost.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> *_, differs = describe_only(what_if(optimum, Conditions()), {}, 2)
    >>> differs
    'The pairing of round 2 is the only one that the rules allow.'
    """
    yield phrase("The pairing of round {round} is the only one that the rules allow.", round=number)
    if answer.changed:
        gained = [_pair(pair, names) for way in answer.ways for pair in way.gained]
        yield phrase(
            "The games differ from it: {boards}; {price}.",
            boards=_some_boards(gained),
            price=price_of(answer),
        )


@checked
def weights_of_best(best: BestDraws) -> Iterator[str]:
    """Describe the loss of weight of each listed draw.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> next(weights_of_best(best_draws(optimum, 1))).split(":")[0]
    '2. That costs 3,333,905,296'
    """
    for place, answer in enumerate(best.others, start=2):
        if answer.price:
            yield joined(". ", [str(place), weight_of(answer)])


@checked
def told_of_turning_points(found: Sequence[TurningPoint]) -> Iterator[str]:
    """Describe the single rules whose change would let two players meet.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["SELMAVELOLMINA"]
    >>> from fastpair.insight.explain.sensitivity import turning_points
    >>> next(told_of_turning_points(turning_points(optimum, one, other)))
    'They would meet if seeding counted 676 times as much.'
    """
    for point in found:
        yield phrase(
            "They would meet if {what} counted {factor} times as much.",
            what=point.noun,
            factor=number(point.factor),
        )
    if not found:
        yield phrase("No rule was found that alone would let them meet.")


def _changes(answer: Answer, names: Names) -> str:
    """Say which boards change, who gets the bye, and what it costs."""
    conditions, price = answer.conditions, price_of(answer)
    gained = [pair for way in answer.ways for pair in way.gained]
    others = [pair for pair in gained if frozenset(pair) not in conditions.force]
    bye = answer.byes[1] if answer.byes[0] != answer.byes[1] else None
    only = conditions.pairs | {frozenset((key,)) for key in conditions.drop | conditions.add}
    if len(only) != len(conditions.force) or len(only) != 1:
        parts: list[str] = [_pair(pair, names) for pair in others]
        if bye is not None:
            parts.insert(0, phrase("the bye for {name}", name=names.get(bye, bye)))
        return phrase(
            "If {conditions}: {boards}; {price}.",
            conditions=_describe_conditions(conditions, names),
            boards=_some_boards(parts) if parts else phrase("no other board changes"),
            price=price,
        )
    one, other = next(pair for pair in gained if frozenset(pair) in conditions.force)
    players = {"one": names.get(one, one), "other": names.get(other, other)}
    parts = [
        phrase("{one} played {other}", one=names.get(a, a), other=names.get(b, b))
        for a, b in others
    ]
    if bye is not None:
        parts.insert(0, phrase("{name} had the bye", name=names.get(bye, bye)))
    if not parts:
        return phrase("{one} would play {other}; {price}.", **players, price=price)
    more = phrase_many("{count} more board changed", "{count} more boards changed", _beyond(parts))
    return phrase(
        "{one} would play {other} if {boards}; {price}.",
        **players,
        boards=_some(parts, more, listing),
        price=price,
    )


def _describe_conditions(conditions: Conditions, names: Names) -> str:
    """The conditions as clauses behind an if."""
    force, never, prefer = (
        [
            (names.get(one, one), names.get(other, other))
            for one, other in sorted(map(sorted, pairs))
        ]
        for pairs in (conditions.force, conditions.forbid, conditions.prefer)
    )
    drop, add = (
        [names.get(key, key) for key in sorted(keys)] for keys in (conditions.drop, conditions.add)
    )
    return listing(
        [
            *(phrase("{one} plays {other}", one=one, other=other) for one, other in force),
            *(phrase("{one} does not play {other}", one=one, other=other) for one, other in never),
            *(
                phrase("{one} would like to play {other}", one=one, other=other)
                for one, other in prefer
            ),
            *(phrase("{name} does not take part", name=name) for name in drop),
            *(phrase("{name} takes part", name=name) for name in add),
        ]
    )


def _ruled_out(pair: RelaxedPair, names: Names) -> str:
    """Say which rules let a pair not meet."""
    one, other = (names.get(key, key) for key in pair.players)
    return phrase(
        "The rules do not let {one} play {other} ({rules}). Without these rules for the two of them:",
        one=one,
        other=other,
        rules=_rules(pair),
    )


def _rules(pair: RelaxedPair) -> str:
    return listing(phrase(rule.value) for rule in pair.rules)


def _pair(pair: Sequence[str], names: Names) -> str:
    one, other = pair
    return f"{names.get(one, one)} - {names.get(other, other)}"


def _some_boards(boards: Sequence[str]) -> str:
    return _some(boards, phrase_many("{count} more board", "{count} more boards", _beyond(boards)))


def _beyond(parts: Sequence[str]) -> int:
    """How many there are beyond those that are named."""
    return len(parts) - _MOST_BOARDS


_with_commas = partial(joined, ", ")


def _some(
    parts: Sequence[str], more: str, listed: Callable[[Sequence[str]], str] = _with_commas
) -> str:
    """The first of some things, and how many more there are."""
    if _beyond(parts) <= 0:
        return listed(parts)
    return phrase("{one} and {other}", one=joined(", ", parts[:_MOST_BOARDS]), other=more)
