"""Answers as sentences, from the same numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .words import amount, many, number, price_of, weight_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...pairing.draw import RelaxedPair
    from .optimum import Answer, Conditions
    from .turning_points import TurningPoint
    from .what_if import BestDraws, Candidate
    from .words import PairExplanation, Reason

    Names = Mapping[str, str]
    """Names by key."""


_MOST_BOARDS = 4
"""Boards that are named; the others are counted."""

_QUANTITIES = ("point between opponents", "stone of handicap")
"""What there may be any number of in one game."""


def describe_answer(answer: Answer, names: Names) -> Iterator[str]:
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
        yield f"{_if(answer.conditions, names)}, the draw stays as it is."
        return
    yield f"{_changes(answer, names)}; {price_of(answer)}."
    for pair in answer.gave_way:
        rules = _join_words([rule.value for rule in pair.rules])
        yield f"{_pair(pair.players, names)} meet against a rule that gives way: {rules}."
    if answer.left:
        yield f"{_join_words([names[key] for key in answer.left])} would be left over."
    if answer.needed is not None:
        allowed = [_pair(pair.players, names) for pair in answer.needed.fewest]
        if allowed:
            yield f"Nobody would be if these could meet: {_some(allowed, 'pair')}."


def describe_pair(explained: PairExplanation) -> str:
    """Describe the drawbacks of a pair by rule.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["LOMBEKTARA"]
    >>> describe_pair(explain_pair(optimum.field, optimum.model, one, other)).split(", ")[0]
    'Against their game speak score difference (19 against 17 points)'
    """
    against = [f"{reason.noun} ({reason.words})" for reason in _lacking(explained)]
    if not against:
        return "Nothing speaks against their game."
    return f"Against their game speak{'s' if len(against) == 1 else ''} {_join_words(against)}."


def weight_of_pair(explained: PairExplanation) -> str:
    """Describe the weight of a pair and the loss of each component.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["LOMBEKTARA"]
    >>> weight_of_pair(explain_pair(optimum.field, optimum.model, one, other)).split("; ")[0]
    'Their game weighs 500,104,814,156,379'
    """
    units = explained.units
    parts = [f"{amount(each.loss, units)} for {each.noun}" for each in _lacking(explained)]
    message = f"Their game weighs {amount(explained.weight, units)}"
    return f"{message}; it lacks {', '.join(parts)}." if parts else f"{message}; it lacks nothing."


def _lacking(explained: PairExplanation) -> list[Reason]:
    """What a pair lacks, the most first."""
    lacking = [reason for reason in explained.reasons if reason.loss and reason.applies]
    return sorted(lacking, key=lambda reason: -reason.loss)


def describe_objections(one: Candidate) -> str:
    """Describe the drawbacks of a game with an opponent: fewer games, rules and costs.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> describe_objections(candidates(optimum, "FALDINIMIRA")[-1])
    'rematch, game within a country'
    """
    less = f"{_counted(one.fewer, 'game')} less" if one.fewer else ""
    rules = [rule.value for rule in one.rules]
    marks = [
        name if count == 1 and name not in _QUANTITIES else many(name, count)
        for name, count in one.marks.items()
    ]
    return ", ".join(dict.fromkeys(filter(None, (less, *rules, *marks))))


def describe_best(best: BestDraws, names: Names, *, drawn: bool) -> Iterator[str]:
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
    more = "" if best.complete or equal < len(best.others) else "at least "
    if equal:
        verb = "is" if equal == 1 else "are"
        yield f"Beside the best draw {more}{_counted(equal, 'other')} {verb} equally good."
        chose = "likeness to the draw that was made" if drawn else "the fixed order of equal pairs"
        yield f"No rule has decided between them, but {chose}."
    elif best.others or best.complete:
        yield "No other draw is as good as the best one."
    for place, answer in enumerate(best.others, start=2):
        gained = [_pair(pair, names) for way in answer.ways for pair in way.gained]
        left = f"; {names[answer.left[0]]} is left over" if len(answer.left) == 1 else ""
        yield f"{place}. {_some(gained, 'board')}{left}; {price_of(answer)}."


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
            yield f"{place}. {weight_of(answer)}"


def told_of_turning_points(found: Sequence[TurningPoint]) -> Iterator[str]:
    """Describe the single rules whose change would let two players meet.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> one, other = optimum.seat["FALDINIMIRA"], optimum.seat["SELMAVELOLMINA"]
    >>> next(told_of_turning_points(turning_points(optimum, one, other)))
    'They would meet if seeding counted 676 times as much.'
    """
    for point in found:
        yield f"They would meet if {point.noun} counted {number(point.factor)} times as much."
    if not found:
        yield "No rule was found that alone would let them meet."


def _changes(answer: Answer, names: Names) -> str:
    """Say which boards change, and who gets the bye."""
    conditions = answer.conditions
    gained = [pair for way in answer.ways for pair in way.gained]
    others = [pair for pair in gained if frozenset(pair) not in conditions.force]
    bye = answer.byes[1] if answer.byes[0] != answer.byes[1] else None
    only = conditions.pairs | {frozenset((key,)) for key in conditions.drop | conditions.add}
    if len(only) == len(conditions.force) == 1:
        (pair,) = conditions.force
        one, other = _in_order(pair, gained)
        parts = [f"{names[a]} played {names[b]}" for a, b in others]
        if bye is not None:
            parts.insert(0, f"{names[bye]} had the bye")
        would = f"{names[one]} would play {names[other]}"
        return f"{would} if {_some(parts, 'board', 'and')}" if parts else would
    parts = [_pair(pair, names) for pair in others]
    if bye is not None:
        parts.insert(0, f"the bye for {names[bye]}")
    boards = _some(parts, "board") if parts else "no other board changes"
    return f"{_if(conditions, names)}: {boards}"


def _in_order(pair: Iterable[str], pairs: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """A pair in the order in which it is among others."""
    players = frozenset(pair)
    return next(found for found in pairs if frozenset(found) == players)


def _if(conditions: Conditions, names: Names) -> str:
    """The conditions as a clause."""
    parts = [
        *(f"{_with(pair, 'plays', names)}" for pair in sorted(map(sorted, conditions.force))),
        *(
            f"{_with(pair, 'does not play', names)}"
            for pair in sorted(map(sorted, conditions.never))
        ),
        *(
            f"{_with(pair, 'would like to play', names)}"
            for pair in sorted(map(sorted, conditions.prefer))
        ),
        *(f"{names[key]} does not take part" for key in sorted(conditions.drop)),
        *(f"{names[key]} takes part" for key in sorted(conditions.add)),
    ]
    return f"If {_join_words(parts)}"


def _with(pair: Sequence[str], verb: str, names: Names) -> str:
    one, other = pair
    return f"{names[one]} {verb} {names[other]}"


def _counted(count: int, noun: str) -> str:
    """The number of things with their noun."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _ruled_out(pair: RelaxedPair, names: Names) -> str:
    """Say which rules let a pair not meet."""
    one, other = (names[key] for key in pair.players)
    rules = _join_words([rule.value for rule in pair.rules])
    return f"The rules do not let {one} play {other} ({rules}); without that for this pair alone:"


def _pair(pair: Sequence[str], names: Names) -> str:
    one, other = pair
    return f"{names[one]} - {names[other]}"


def _some(parts: Sequence[str], what: str, last: str = "") -> str:
    """The first of some things, and how many more there are."""
    more = len(parts) - _MOST_BOARDS
    if more > 0:
        text = ", ".join(parts[:_MOST_BOARDS])
        return f"{text} and {more} more {what}{'s' if more > 1 else ''}{' changed' if last else ''}"
    return _join_words(parts) if last else ", ".join(parts)


def _join_words(parts: Sequence[str]) -> str:
    """Things in a row, with ``and`` before the last."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
