"""Weights in the words of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError, input_error
from ...go.tournament import SeedSystem
from ...pairing.measures import MEASURES
from ...parameters import checked, integer, quoted
from ...sentences import in_context, joined, listing, marked, marked_many, phrase, phrase_many
from .amounts import amount, number
from .facts import COUNTED, boards_of, components_of, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...arrays import Bools, Reals
    from ...go.tournament import Player
    from ...pairing.field import Field
    from ...pairing.measures import Boards
    from ...pairing.weights import WeightModel
    from ...pairing.weights.term import Term
    from .facts import Component
    from .optimum import Answer


# ---- The words for components, and for what they make of a pair: the terms of the field ----

NOUNS: Mapping[str, str] = {
    **dict.fromkeys(("duplicate", "repeat"), marked("rematches")),
    "random": marked("luck"),
    **dict.fromkeys(("colour", "colours"), marked("colours")),
    **dict.fromkeys(("category",), marked("categories")),
    **dict.fromkeys(("bands", "banding"), marked("bands")),
    **dict.fromkeys(("score", "mms"), marked("score difference")),
    **dict.fromkeys(("dudd", "uneven"), marked("draws up and down")),
    **dict.fromkeys(("seeding", "seed", "even"), marked("seeding")),
    "handicap": marked("handicaps"),
    **dict.fromkeys(("geo", "area", "homes"), marked("club and country")),
    "club": marked("clubs"),
    "country": marked("countries"),
    "play_in": marked("play-in groups"),
    "play_out": marked("play-out groups"),
    "entropy": marked("openness of the games"),
    "rating_information": marked("what ratings learn"),
    "finnish": marked("the Finnish rule"),
    "preference": marked("preferences"),
    "scores": marked("score difference"),
    "streaks": marked("third games in a row with one colour"),
    "top": marked("score difference at the top"),
    "preferences": marked("preferences"),
    "floats": marked("draws up and down"),
    "lots": marked("luck"),
    "base": marked("one game less"),
}
"""What a component is called, by its name in any model of fastpair."""


def noun_of(component: str) -> str:
    """What a component is called; one of a model that another package brings, by its own name."""
    noun = NOUNS.get(component)
    return phrase(noun) if noun else component.replace("_", " ")


_ORDINALS = (
    in_context("how often somebody is drawn up or down", "first"),
    in_context("how often somebody is drawn up or down", "second"),
    in_context("how often somebody is drawn up or down", "third"),
    in_context("how often somebody is drawn up or down", "fourth"),
    in_context("how often somebody is drawn up or down", "fifth"),
)

_WANTED: Mapping[str, str] = {
    SeedSystem.SPLIT_AND_FOLD.value: "fold",
    SeedSystem.SPLIT_AND_SLIP.value: "slip",
    SeedSystem.SPLIT_AND_RANDOM.value: "halves",
    "fold": "fold",
    "fold-ex": "fold",
    "match": "slip",
    "match-ex": "slip",
    "mix": "halves",
    "split-random": "halves",
    "fine-grain": "nearest",
}
"""Whom a strategy within a group wants to meet, by its name in any model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A pair of players, and what there is to say of them."""

    players: tuple[Player, Player]

    pair: Boards
    """The two of them, as the model counts."""

    bands: tuple[int, int]
    """Categories or bands, from 1."""

    places: tuple[int, int]
    """Places in the group from 1, the strongest."""

    group_size: int
    """Players of the first one's group."""

    rounds: tuple[int, ...]
    """Rounds in which they have met."""

    strategy: str = ""
    """Whom the strategy within the group wants to meet: fold, slip, halves, nearest, or nobody."""

    share: int = 0
    """Share of the component."""

    @property
    def needs_no_colour(self) -> bool:
        """Whether both have had White as often as Black, so that no game could balance their colours."""
        pair = self.pair
        return not (pair.stones > 0 or pair.player.colour_balance or pair.opponent.colour_balance)

    @classmethod
    def of(cls, field: Field, model: WeightModel, i: int, j: int) -> Meeting:
        """The meeting of two seats."""
        people, history = field.roster.people.players, field.roster.history
        one, other = (int(field.player[seat]) for seat in (i, j))
        before = history.opponent[one, : field.round_number - 1]
        found = model.players(field)
        return cls(
            players=(people[one], people[other]),
            pair=boards_of(field, model, np.array([i, j])),
            bands=(int(found.band[i]), int(found.band[j])),
            places=(int(found.placement[i]) + 1, int(found.placement[j]) + 1),
            group_size=int(found.group_size[i]),
            rounds=tuple((np.flatnonzero(before == other) + 1).tolist()),
            strategy=_WANTED.get(model.strategy(field), ""),
        )


def said_of(component: str, meeting: Meeting) -> str:
    """What a component has to say of a pair: a clause."""
    clause = _CLAUSES.get(component)
    return clause(meeting) if clause else noun_of(component)


def _rematch(meeting: Meeting) -> str:
    if not meeting.rounds:
        return phrase("they have not met")
    rounds = listing(map(str, meeting.rounds))
    return phrase("they have met in round {rounds}", rounds=rounds)


def _random(meeting: Meeting) -> str:
    return phrase("luck of their names, or of the lot")


def _colour(meeting: Meeting) -> str:
    if meeting.pair.stones > 0:
        return phrase("a handicap of {stones}", stones=int(meeting.pair.stones))
    first, second = (
        _balance(int(each.colour_balance)) for each in (meeting.pair.player, meeting.pair.opponent)
    )
    if first == second:
        return phrase("both have had {balance}", balance=first)
    one, other = (player.full_name for player in meeting.players)
    return phrase(
        "{one} has had {first}, {other} {second}", one=one, first=first, other=other, second=second
    )


def _balance(balance: int) -> str:
    if not balance:
        return phrase("White as often as Black")
    few = {
        1: phrase("White once more"),
        2: phrase("White twice more"),
        -1: phrase("Black once more"),
        -2: phrase("Black twice more"),
    }
    if balance in few:
        return few[balance]
    if balance > 0:
        return phrase("White {count} times more", count=balance)
    return phrase("Black {count} times more", count=-balance)


def _bands(meeting: Meeting) -> str:
    one, other = meeting.bands
    if one == other:
        return phrase("of one category")
    return phrase("of categories {one} and {other}", one=one, other=other)


def _score(meeting: Meeting) -> str:
    one, other = map(_points, (meeting.pair.player, meeting.pair.opponent))
    if one == other:
        return phrase("both have {score} points", score=one)
    return phrase("{one} against {other} points", one=one, other=other)


def _points(player: Field) -> str:
    """The score that makes the groups; one that is open as a range."""
    ends = dict.fromkeys((int(player.least_x2), int(player.most_x2)))
    return "–".join(number(end / 2) for end in ends)


def _uneven(meeting: Meeting) -> str:
    one, other = meeting.pair.player.level, meeting.pair.opponent.level
    if one == other:
        return phrase("of one group")
    below = one < other
    lower, upper = meeting.players if below else meeting.players[::-1]
    pair = meeting.pair if below else meeting.pair.turned
    return phrase(
        "{lower} drawn up for the {up} time, {upper} down for the {down}",
        lower=lower.full_name,
        up=_nth(int(pair.player.drawn_up)),
        upper=upper.full_name,
        down=_nth(int(pair.opponent.drawn_down)),
    )


def _nth(before: int) -> str:
    if before < len(_ORDINALS):
        return phrase(_ORDINALS[before])
    return phrase("{number}th", number=before + 1)


def _seeding(meeting: Meeting) -> str:
    if MEASURES["off_score"].formula(meeting.pair):
        return phrase("of different groups")
    (one, other), size = meeting.places, meeting.group_size
    place = phrase(
        "numbers {one} and {other} of {size} in the group", one=one, other=other, size=size
    )
    if meeting.strategy == "fold":
        partner = size + 1 - one
        wanted = phrase("split and fold pairs {one} with {other}", one=one, other=partner)
    elif meeting.strategy == "slip":
        half = size // 2
        partner = one + half if one <= half else one - half
        wanted = phrase("split and slip pairs {one} with {other}", one=one, other=partner)
    elif meeting.strategy == "halves":
        apart = (2 * one <= size) != (2 * other <= size)
        wanted = phrase("in different halves") if apart else phrase("in the same half")
    else:
        return place
    return joined(", ", [place, wanted])


def _handicap(meeting: Meeting) -> str:
    stones = int(meeting.pair.stones)
    return phrase("a handicap of {stones}", stones=stones) if stones else phrase("no handicap")


def _homes(meeting: Meeting) -> str:
    if MEASURES["same_club"].formula(meeting.pair):
        return phrase("both of the club {club}", club=meeting.players[0].club)
    if MEASURES["same_country"].formula(meeting.pair):
        return phrase("both from {country}", country=meeting.players[0].country)
    one, other = (player.country or phrase("no known country") for player in meeting.players)
    if one == other:
        return phrase("of unknown club and country")
    return phrase("from {one} and {other}", one=one, other=other)


def _play_in(meeting: Meeting) -> str:
    one, other = (player.play_in for player in meeting.players)
    if one and one == other:
        return phrase("both of play-in group {group}", group=one)
    return phrase("of no common play-in group")


def _play_out(meeting: Meeting) -> str:
    one, other = (player.play_out for player in meeting.players)
    if one and one == other:
        return phrase("both of play-out group {group}", group=one)
    return phrase("of no common play-out group")


def _ratings(meeting: Meeting) -> str:
    one, other = (player.rating_in_words for player in meeting.players)
    return phrase("ratings {one} and {other}", one=one, other=other)


def _finnish(meeting: Meeting) -> str:
    one, other = (player.grade for player in meeting.players)
    return phrase("{one} against {other}", one=one, other=other)


def _preference(meeting: Meeting) -> str:
    if not meeting.share:
        return phrase("nobody has asked for it")
    return phrase("asked for") if meeting.share > 0 else phrase("asked not to meet")


def _clauses() -> Mapping[str, Callable[[Meeting], str]]:
    """One clause for each meaning; the names of a meaning share their noun."""
    by_noun: dict[str, Any] = {
        "rematches": _rematch,
        "luck": _random,
        "colours": _colour,
        "categories": _bands,
        "bands": _bands,
        "score difference": _score,
        "score difference at the top": _score,
        "draws up and down": _uneven,
        "seeding": _seeding,
        "handicaps": _handicap,
        "club and country": _homes,
        "clubs": _homes,
        "countries": _homes,
        "play-in groups": _play_in,
        "play-out groups": _play_out,
        "openness of the games": _ratings,
        "what ratings learn": _ratings,
        "the Finnish rule": _finnish,
        "preferences": _preference,
    }
    return {name: by_noun[noun] for name, noun in NOUNS.items() if noun in by_noun}


_CLAUSES = _clauses()


# ---- Why two players meet, or might: what every component says of them ----


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measure:
    """How a weight follows from a deviation: sech(λδ) [K15 eq. 1]."""

    name: str
    """The component, or the part of it."""

    value: float
    """w, in [0, 1], of a component; of a part, what w is made of."""

    deviation: float | None
    """δ; None if the weight follows from none."""

    severity: float | None
    """λ; None if it does not follow from a deviation alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Contribution of a component to a pair, in units of the integer weights."""

    component: str
    noun: str
    """What the component is called."""

    share: int

    most: int
    """The most that it could have been."""

    coefficient: float | None
    """Coefficient or worth, in the model's own weights; None for a preference."""

    applies: bool
    """Whether the rule applies to the pair."""

    measures: tuple[_Measure, ...]
    """Weight and deviation; first those of the component, then of its parts. Empty for models whose
    shares are integers from the beginning."""

    words: str
    """The facts of the pair that the component looks at."""

    is_drawback: bool = True
    """Whether a loss speaks against the game: that of two players who need no colour does not."""

    @property
    def loss(self) -> int:
        """How much less than the most it is."""
        return self.most - self.share


@dataclass(frozen=True, slots=True, kw_only=True)
class PairExplanation:
    """The weight of a pair, component by component."""

    players: tuple[str, str]
    """Keys."""

    reasons: tuple[Reason, ...]
    """In the order of the model."""

    base: int
    """Weight of a pair without any component."""

    units: int
    """Units of all weights in 1 of the model's own weights."""

    @property
    def weight(self) -> int:
        """The base and all shares."""
        return self.base + sum(reason.share for reason in self.reasons)


def check_seats(field: Field, *seats: int) -> None:
    """Refuse a number that is no player's of a field.

    Raises
    ------
    ValueError
        If there is one.
    """
    for seat in seats:
        if not 0 <= seat < len(field):
            raise InputError(f"expected a player from 0 to {len(field) - 1}, got {quoted(seat)}")


@checked
def explain_pair(field: Field, model: WeightModel, i: int, j: int) -> PairExplanation:
    """Split the weight of a pair into components.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> explained = explain_pair(optimum.field, optimum.model, 0, 1)
    >>> [(reason.component, reason.share) for reason in explained.reasons][:3]
    [('duplicate', 0), ('random', 0), ('colour', 1000)]
    """
    check_seats(field, i, j)
    meeting = Meeting.of(field, model, i, j)
    shares = model.components(field[i], field[j])
    parts = components_of(field, model)
    players = model.players(field)
    a, b = players[i], players[j]
    reasons = []
    for name, share in shares.items():
        part, units = parts[name], int(share)
        applies = bool(part.applies(a, b)) and (part.most > 0 or part.coefficient is None)
        measures = () if part.term is None else tuple(_measures(part.term, a, b))
        words = said_of(name, replace(meeting, share=units))
        reasons.append(
            Reason(
                component=name,
                noun=noun_of(name),
                share=units,
                most=_most(part, units),
                coefficient=part.coefficient,
                applies=applies,
                measures=measures,
                is_drawback=name not in ("colour", "colours") or not meeting.needs_no_colour,
                words=words
                if applies or units == part.most
                else phrase("{facts}; it does not count", facts=words),
            )
        )
    return PairExplanation(
        players=(field.key[i], field.key[j]),
        reasons=tuple(reasons),
        base=model.traits.base,
        units=model.units(field),
    )


def _most(part: Component, share: int) -> int:
    """What a share could have been; who is not preferred has nothing to lose."""
    return part.most if part.coefficient is not None else max(0, share)


def _measures(term: Term, a: Field, b: Field) -> Iterator[_Measure]:
    deviation = None if term.deviation is None else float(term.deviation(a, b))
    severity = None
    parts = term.parts
    if parts and parts[0].name == "severity":
        severity, parts = float(parts[0].weight(a, b)), ()
    yield _Measure(
        name=term.name, value=float(term.weight(a, b)), deviation=deviation, severity=severity
    )
    for part in parts:
        yield from _measures(part, a, b)


# ---- What a point, a club, a colour weigh in a model, beside each other ----

_POINT, _OFF_SCORE = "point between opponents", "draw up and down"

PRICED = (
    _POINT,
    "game within a club",
    "game within a country",
    "repeated draw up",
    "repeated draw down",
    "game that balances no colours",
)
"""The things in ``COUNTED`` that have a price, with the point by which the others are measured first."""


@checked
def scale(field: Field, model: WeightModel) -> dict[str, float]:
    """Average cost of each item of ``PRICED`` in a round, in weights of the model.

    The price of a thing is the mean of the components that look at it over the pairs without the
    thing, less that over the pairs that have it once. Only pairs at most one point apart count, as a
    draw chooses between those; and of draws up and down, only those off score.

    Parameters
    ----------
    field
        The players of the round.
    model
        The model that weighs the pairs.

    Returns
    -------
    dict
        A price for each thing that some pair has, in the order of ``PRICED``.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> scale(optimum.field, optimum.model)["game within a club"]
    8745541839.0
    """
    seats = np.stack(np.triu_indices(len(field), 1), axis=1)
    facts = counted(boards_of(field, model, seats))
    close = (facts[_POINT] <= 2) & (facts["rematch"] == 0)
    parts = model.components(field[seats[:, 0]], field[seats[:, 1]])
    prices = {}
    for thing in PRICED:
        among = close & (facts[_OFF_SCORE] > 0) if thing.startswith("repeated") else close
        part = np.zeros(len(seats))
        for name, share in parts.items():
            if noun_of(name) in COUNTED[thing][1]:
                part += share
        has, lacks = (among & (facts[thing] == count) for count in (2 if thing == _POINT else 1, 0))
        if has.any() and lacks.any():
            prices[thing] = _mean(part, lacks, model, field) - _mean(part, has, model, field)
    return prices


def _mean(part: Reals, pairs: Bools, model: WeightModel, field: Field) -> float:
    return float(part[pairs].mean()) / model.units(field)


# ---- What a draw costs beside the best one: in words, and by the weights for those who ask ----

_MOST_CLAUSES = 4
"""Terms of a price that are named; the others are added up."""

_THE_SAME = marked("no difference")

_UNSEEN = frozenset({"luck", "one game less"})
"""Components that say nothing of the games."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A term of a price."""

    weight: int
    """In units; below 0 if it is a gain."""

    words: str


@checked
def clauses(answer: Answer) -> tuple[Clause, ...]:
    """Split a price into its terms, largest first.

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
    first = found[: _MOST_CLAUSES - 1]
    return (*first, Clause(rest, phrase("all else"))) if rest else tuple(first)


@checked
def in_words(price: int, more: Mapping[str, int], losses: Mapping[str, int] | None = None) -> str:
    """Describe what a draw has more and less of, in words.

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
    _refuse_no_counts("more", more)
    _refuse_no_counts("losses", losses or {})
    if others := [key for key in more if key not in COUNTED]:
        message = f"expected what is counted by {', '.join(COUNTED)}, got {quoted(others[0])}"
        raise InputError(message, about="more")
    sign = 1 if price > 0 else -1
    parts = [
        quantity(_MORE if more[name] > 0 else _FEWER, name, abs(more[name]))
        for name in sorted(
            COUNTED.keys() & more.keys(),
            key=lambda name: (sign * more[name] < 0, [*COUNTED].index(name)),
        )
        if more[name]
    ]
    if price:
        parts += _besides(price, more, losses)
    return joined(", ", parts) if parts else phrase(_THE_SAME)


def _refuse_no_counts(about: str, counts: Mapping[Any, Any]) -> None:
    """Refuse what are no whole numbers by names."""
    for key, count in counts.items():
        if integer(count) is None or not isinstance(key, str):
            message = f"expected whole numbers by names, got {quoted({key: count})}"
            raise input_error(counts, (), message, about=about)


def _besides(price: int, more: Mapping[str, int], losses: Mapping[str, int] | None) -> list[str]:
    """What decides on a price and is not counted in games."""
    sign = 1 if price > 0 else -1
    nouns_of_counts = {noun for name in more if sign * more[name] > 0 for noun in COUNTED[name][1]}
    nouns = [
        noun
        for noun, loss in _by_noun(losses or {}).items()
        if sign * loss > 0 and noun not in nouns_of_counts | _UNSEEN
    ]
    if nouns:
        what = joined(", ", nouns)
        return [
            phrase("worse {what}", what=what) if price > 0 else phrase("better {what}", what=what)
        ]
    if nouns_of_counts:
        return []
    if losses:
        return [phrase("only luck decides")]
    return [
        phrase("slightly worse in details such as seeding")
        if price > 0
        else phrase("slightly better in details such as seeding")
    ]


@checked
def price_of(answer: Answer) -> str:
    """Describe the cost of an answer in words of the field.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = Optimum.of_round(tournament, 2, model_named("opengotha351"))
    >>> without = Conditions(forbid=frozenset({frozenset({"FALDINIMIRA", "LOMBEKTARA"})}))
    >>> price_of(what_if(optimum, without)).split(", ")[0]
    'that means 1 more repeated draw up'
    """
    if answer.fewer_games > 0:
        return phrase_many(
            "there would be {count} game less",
            "there would be {count} games less",
            answer.fewer_games,
        )
    if answer.verdict:
        return phrase("that is {judgement}", judgement=answer.verdict)
    if not answer.units:
        return phrase("compare its boards")
    if answer.price is None:
        text = in_words(0, answer.more)
        return phrase("the games: {text}", text=text)
    text = in_words(answer.price, answer.more, answer.losses)
    if answer.price:
        return phrase("that means {text}", text=text)
    if text == _THE_SAME:
        return phrase("that costs nothing")
    return phrase("that costs nothing ({text})", text=text)


@checked
def weight_of(answer: Answer) -> str:
    """Describe the loss of weight of an answer, by component.

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
    if not (answer.price and answer.units):
        return ""
    terms = clauses(answer)
    whole: str = amount(abs(answer.price), answer.units)
    if answer.level is not None:
        whole = phrase("{amount} on level {level}", amount=whole, level=answer.level)
    parts = joined(", ", [share_of(each.weight, answer.units, each.words) for each in terms])
    if len(terms) == 1 and answer.price > 0:
        return phrase("That costs {amount} for {what}.", amount=whole, what=terms[0].words)
    if len(terms) == 1:
        return phrase("That gains {amount} for {what}.", amount=whole, what=terms[0].words)
    if answer.price > 0:
        return phrase("That costs {amount}: {parts}.", amount=whole, parts=parts)
    return phrase("That gains {amount}: {parts}.", amount=whole, parts=parts)


def share_of(weight: int, units: int, noun: str) -> str:
    """A part of a weight, with what it is for."""
    return phrase("{amount} for {what}", amount=amount(weight, units), what=noun)


_MORE = {
    "rematch": marked_many("{amount} more rematch", "{amount} more rematches"),
    "game within a club": marked_many(
        "{amount} more game within a club", "{amount} more games within a club"
    ),
    "game within a country": marked_many(
        "{amount} more game within a country", "{amount} more games within a country"
    ),
    "draw up and down": marked_many(
        "{amount} more game between different scores",
        "{amount} more games between different scores",
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
        "{amount} more game that leaves colours unbalanced",
        "{amount} more games that leave colours unbalanced",
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
        "{amount} fewer game between different scores",
        "{amount} fewer games between different scores",
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
        "{amount} fewer game that leaves colours unbalanced",
        "{amount} fewer games that leave colours unbalanced",
    ),
}
"""What there is more of or fewer, by the names of ``COUNTED``."""


def quantity(forms: Mapping[str, tuple[str, str]], name: str, count: int) -> str:
    """So much of something that is counted, by the forms for one and for many; points are doubled."""
    value = count / 2 if name == "point between opponents" else count
    # What is between whole numbers is said as several.
    several = int(value) if value == int(value) else 2
    return phrase_many(*forms[name], several, amount=number(value))


def _by_noun(losses: Mapping[str, int]) -> dict[str, int]:
    """What is lost for each noun."""
    found: dict[str, int] = {}
    for name, loss in losses.items():
        noun = noun_of(name)
        found[noun] = found.get(noun, 0) + loss
    return found
