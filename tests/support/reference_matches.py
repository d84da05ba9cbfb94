"""The Swiss team system (C.04.6) and Double-Swiss (C.04.5) of FIDE as their articles go, for about eight entrants.

Every candidate for the bye, every set of upfloaters and every pairing of a bracket is tried, in the
order of the article. Points are doubled throughout. Readings where the text leaves two open:

- The score of *first team*, of the order of upfloaters and of floats is the pairing score, virtual
  points included; the secondary score has none.
- A float is a match that was played: neither a bye nor a forfeited match makes a floater.
- A match is forfeited if no game of it was played and one side has no points of games. A match whose
  games were all forfeited, but not by one side, was played: it is a meeting without colours, and bars
  nobody from the bye.
- A match of Double-Swiss counts once in "most games played", and as White for who began game 1, even
  if one of its games was forfeited.
- A bye bars from the bye [C2] if it gave as many match points as a match won, whatever comes first.
- Virtual points that are stated and those of Baku acceleration are added.
- "Last two rounds", "last round" and Baku's half are counted from the number of rounds of the event.
- [C6] is asked of the score group that follows the top one, after the upfloaters have left it; it is
  reached if some set of 0 or 1 further upfloaters leaves that bracket and all below it pairable.
- Preferences that are not granted [C8, C9 of teams] are counted after the colours were allocated.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

WON_X2 = 4
"""What a match won is worth: two points of a match, and the two games of Double-Swiss."""


# ---- An event ----


@dataclass(frozen=True)
class Entrant:
    """A team, or a player of Double-Swiss."""

    number: int
    """The TPN; who has the smaller one is ranked higher."""
    entered: int = 1
    """The first round that the entrant was entered for, if only with a bye on request."""


@dataclass(frozen=True)
class Match:
    """White has White at board 1, or in game 1. In Double-Swiss only ``…_points_x2`` is read."""

    white: int
    black: int
    white_points_x2: int
    black_points_x2: int
    white_games_x2: int = 0
    black_games_x2: int = 0
    played: bool = True
    """Whether one of its games was played."""


@dataclass(frozen=True)
class Free:
    """A round without an opponent, with its worth."""

    number: int
    points_x2: int = 0
    games_x2: int = 0
    allocated: bool = False
    """Whether it is the bye that the pairing gave."""


@dataclass(frozen=True)
class Round:
    matches: tuple[Match, ...] = ()
    free: tuple[Free, ...] = ()
    """Who is in neither has nothing."""


@dataclass(frozen=True)
class Event:
    """What is known when the round after ``before`` is paired."""

    entrants: tuple[Entrant, ...]
    rounds: int
    before: tuple[Round, ...] = ()
    absent: frozenset[int] = frozenset()
    """Numbers of those who miss the round that is paired, in addition to those who arrive later."""
    prohibited: frozenset[frozenset[int]] = frozenset()
    virtual_x2: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Stated virtual points, by round and number."""

    @property
    def next_round(self):
        return len(self.before) + 1

    def after(self, played, absent=()):
        """The event a round later."""
        return replace(self, before=(*self.before, played), absent=frozenset(absent))


@dataclass(frozen=True)
class Settings:
    """The system and what it leaves open; the defaults are those of FIDE.md."""

    system: Literal["team", "double"] = "team"
    preferences: Literal["A", "B", ""] = "A"
    """Of teams; Double-Swiss has none."""
    primary: Literal["match", "games"] = "match"
    secondary: Literal["match", "games", ""] = "games"
    initial: Literal[1, -1] = 1
    """The initial colour, 1 for White."""
    baku: bool = False
    baku_of_match: bool = False
    """Option of Double-Swiss: group A has the points of a match won, not of a game."""
    fewest_next: bool = False
    """Option of [C6]: as few upfloaters of the following bracket as possible, not "parity or any"."""
    strong_in_last: bool = True
    """Option of type B in the last round at difference 0 after two equal colours: strong, or none."""


# ---- What the articles know of an entrant ----


def virtual_x2(event, settings, number, round_number):
    """Virtual points of an entrant in a round, those of Baku acceleration (C.04.7) included."""
    stated = event.virtual_x2.get((round_number, number), 0)
    if not settings.baku:
        return stated
    at_first = sorted(entrant.number for entrant in event.entrants if entrant.entered == 1)
    size = 2 * -(-len(at_first) // 4)
    accelerated = -(-event.rounds // 2)
    if not at_first or number > at_first[: min(size, len(at_first))][-1]:
        return stated
    of_game = settings.system == "double" and not settings.baku_of_match
    win_x2 = WON_X2 // 2 if of_game else WON_X2
    if round_number <= -(-accelerated // 2):
        return stated + win_x2
    return stated + (win_x2 // 2 if round_number <= accelerated else 0)


def points_x2(event, kind, number, round_number):
    """Points of matches, or of games, before a round."""
    total = 0
    for played in event.before[: round_number - 1]:
        for match in played.matches:
            if match.white == number:
                total += match.white_points_x2 if kind == "match" else match.white_games_x2
            elif match.black == number:
                total += match.black_points_x2 if kind == "match" else match.black_games_x2
        for free in played.free:
            if free.number == number:
                total += free.points_x2 if kind == "match" else free.games_x2
    return total


def pairing_score_x2(event, settings, number, round_number):
    """The pairing score before a round."""
    kind = "match" if settings.system == "double" else settings.primary
    points = points_x2(event, kind, number, round_number)
    return points + virtual_x2(event, settings, number, round_number)


def arrived(event):
    """Who is counted for parity: those who are paired now, or had a match or the bye before."""
    now = {e.number for e in event.entrants if e.entered <= event.next_round} - event.absent
    matches = {n for r in event.before for match in r.matches for n in (match.white, match.black)}
    byes = {free.number for r in event.before for free in r.free if free.allocated}
    return now | matches | byes


class Side:
    """An entrant before the round that is paired."""

    def __init__(self, event, settings, number):
        self.number = number
        self.place = sorted(arrived(event)).index(number) + 1
        self.score = pairing_score_x2(event, settings, number, event.next_round)
        self.secondary = 0
        if settings.system == "team" and settings.secondary:
            self.secondary = points_x2(event, settings.secondary, number, event.next_round)
        self.colours, self.met, self.barred, self.floater = [], set(), False, False
        self.meetings = 0
        for round_number, played in enumerate(event.before, start=1):
            self.floater = False
            for free in played.free:
                if free.number == number:
                    self.barred |= free.allocated or free.points_x2 >= WON_X2
            for match in played.matches:
                if number in (match.white, match.black):
                    self._add(event, settings, match, round_number)
        last = event.next_round == event.rounds
        self.due, self.strength = preference(self.colours, settings, last=last)

    def _add(self, event, settings, match, round_number):
        is_white = match.white == self.number
        other = match.black if is_white else match.white
        if is_forfeited(match, settings):
            self.barred |= won_by_forfeit(match, settings) == self.number
            return
        self.met.add(other)
        self.meetings += 1
        if match.played:
            self.colours.append(1 if is_white else -1)
        self.floater = pairing_score_x2(
            event, settings, self.number, round_number
        ) != pairing_score_x2(event, settings, other, round_number)


def is_forfeited(match, settings):
    """Whether no game of a match was played, and a side forfeited all of it."""
    return not match.played and 0 in points_of_games_x2(match, settings)


def points_of_games_x2(match, settings):
    """The points of games of both sides."""
    if settings.system == "double":
        return match.white_points_x2, match.black_points_x2
    return match.white_games_x2, match.black_games_x2


def won_by_forfeit(match, settings):
    """Who has won a match that was not played; None unless the other forfeited all of it."""
    white, black = points_of_games_x2(match, settings)
    if white and not black:
        return match.white
    return match.black if black and not white else None


def preference(colours, settings, *, last):
    """The colour that a team is due (1, -1 or 0), and how strong that is: 2, or 1 for mild, or 0."""
    if settings.system == "double" or not settings.preferences:
        return 0, 0
    difference, two = sum(colours), colours[-2:]
    if difference < -1 or (difference in (0, -1) and two == [-1, -1]):
        due = 1
    elif difference > 1 or (difference in (0, 1) and two == [1, 1]):
        due = -1
    else:
        due = 0
    if settings.preferences == "A":
        return due, 2 * abs(due)
    if due and difference == 0 and last and not settings.strong_in_last:
        return 0, 0
    if due:
        return due, 2
    if difference:
        return (-1, 1) if difference > 0 else (1, 1)
    if colours and not last:
        return -colours[-1], 1
    return 0, 0


# ---- Colours ----


def white_of(one, other, settings):
    """Which of two has White, by the list of the article."""
    first, second = sorted(
        (one, other), key=lambda side: (-side.score, -side.secondary, side.number)
    )

    def give(side, colour):
        rest = second if side is first else first
        return side if colour == 1 else rest

    if not first.colours and not second.colours:
        return give(first, settings.initial if first.place % 2 else -settings.initial)
    if settings.system == "double":
        whites = first.colours.count(1), second.colours.count(1)
        if whites[0] != whites[1]:
            return first if whites[0] < whites[1] else second
    else:
        if first.due and not second.due:
            return give(first, first.due)
        if second.due and not first.due:
            return give(second, second.due)
        if first.due != second.due:
            return give(first, first.due)
        if first.strength != second.strength:
            stronger = first if first.strength > second.strength else second
            return give(stronger, stronger.due)
        if sum(first.colours) != sum(second.colours):
            return first if sum(first.colours) < sum(second.colours) else second
    for own, theirs in zip(reversed(first.colours), reversed(second.colours), strict=False):
        if own != theirs:
            return give(first, -own)
    if first.due:
        return give(first, first.due)
    if first.colours:
        return give(first, -first.colours[-1])
    return give(second, -second.colours[-1])


# ---- The pairing ----


class Bracket(NamedTuple):
    """What happened to a score group; all are numbers of entrants."""

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    """In the order of score and TPN."""
    next_reached: bool | None
    """Whether a set meets [C6]; None if it is not asked: nobody rises, or all of the next group do."""
    pairs: tuple[tuple[int, int], ...]
    """Tops and bottoms, the tops ascending."""


class Answer(NamedTuple):
    """The pairing of a round."""

    pairs: list[tuple[int, int]]
    """White and Black."""
    bye: int | None
    brackets: list[Bracket]


class Field:
    """Those who are to be paired in the order of score and TPN, so that a set of them is a mask of bits."""

    def __init__(self, event, settings):
        self.event, self.settings = event, settings
        sides = [
            Side(event, settings, entrant.number)
            for entrant in event.entrants
            if entrant.entered <= event.next_round and entrant.number not in event.absent
        ]
        self.sides = sorted(sides, key=lambda side: (-side.score, side.number))
        self.everybody = (1 << len(sides)) - 1
        self.legal = [
            sum(1 << place for place, other in enumerate(self.sides) if self.may_meet(one, other))
            for one in self.sides
        ]
        self.pairable = cache(self._pairable)
        exempt = 1 if settings.system == "double" else 2
        self.floaters_count = event.next_round <= event.rounds - exempt
        self.white = cache(lambda one, other: white_of(one, other, settings))

    def may_meet(self, one, other):
        pair = frozenset((one.number, other.number))
        return (
            one is not other and other.number not in one.met and pair not in self.event.prohibited
        )

    def _pairable(self, mask):
        """Whether the members of a set can all meet each other in legal pairs."""
        if not mask:
            return True
        if mask.bit_count() % 2:
            return False
        first = mask & -mask
        partners = self.legal[first.bit_length() - 1] & mask
        return any(self.pairable(mask & ~first & ~(1 << place)) for place in _places(partners))

    def group(self, mask):
        """The highest score group of a set."""
        score = self.sides[next(_places(mask))].score
        return _mask(place for place in _places(mask) if self.sides[place].score == score)

    def scores(self, mask):
        """Scores of a set, the lowest first."""
        return sorted(self.sides[place].score for place in _places(mask))

    def count_floaters(self, mask):
        return sum(self.sides[place].floater for place in _places(mask))

    def numbers(self, mask):
        return tuple(self.sides[place].number for place in _places(mask))


def _places(mask):
    return (place for place in range(mask.bit_length()) if mask >> place & 1)


def _mask(places):
    return sum(1 << place for place in places)


def find_bye(field):
    """The place of the one with the bye, None if everybody is paired.

    Raises
    ------
    ValueError
        If no complete pairing exists.
    """
    if len(field.sides) % 2 == 0:
        if not field.pairable(field.everybody):
            raise ValueError("no complete pairing")
        return None
    candidates = [
        (side.score, -side.meetings, -side.number, place)
        for place, side in enumerate(field.sides)
        if not side.barred and field.pairable(field.everybody & ~(1 << place))
    ]
    if not candidates:
        raise ValueError("no complete pairing")
    return min(candidates)[-1]


def smallest_sets(field, group, below):
    """All upfloaters from ``below`` that complete a bracket and leave a pairable rest, as few as can be [C4].

    The sets come in lexicographic order of score and TPN.
    """
    for size in range(group.bit_count() % 2, below.bit_count() + 1, 2):
        sets = [
            rising
            for rising in map(_mask, combinations(_places(below), size))
            if field.pairable(group | rising) and field.pairable(below & ~rising)
        ]
        if sets:
            return sets
    raise ValueError("no complete pairing")


def find_upfloaters(field, group, below):
    """The upfloaters of a score group, and whether [C6] was met; see `Bracket.next_reached`."""
    sets = smallest_sets(field, group, below)
    highest = max(field.scores(rising) for rising in sets)  # [C5]
    sets = [rising for rising in sets if field.scores(rising) == highest]
    reached = None
    following = field.group(below) if below else 0
    # Sets of equal scores all empty the following group, or none does.
    if sets[0] and following & ~sets[0]:  # [C6]
        excess = {rising: _excess(field, following & ~rising, below & ~rising) for rising in sets}
        least = min(excess.values())
        reached = least == 0
        if reached or field.settings.fewest_next:
            sets = [rising for rising in sets if excess[rising] == least]
    if field.floaters_count:  # [C7]
        fewest = min(map(field.count_floaters, sets))
        sets = [rising for rising in sets if field.count_floaters(rising) == fewest]
    return sets[0], reached


def _excess(field, following, rest):
    """How many upfloaters more than its parity asks for the following group needs."""
    size = smallest_sets(field, following, rest & ~following)[0].bit_count()
    return size - following.bit_count() % 2


def identifier(pairs):
    """Numbers that name a pairing: the smaller one of each pair is its top; tops ascending, then their bottoms."""
    ordered = sorted((min(pair), max(pair)) for pair in pairs)
    return [top for top, _ in ordered] + [bottom for _, bottom in ordered]


def pairings_in_order(sides, may_meet):
    """All legal pairings of a bracket in the order of their identifiers: the tops ascending, then their bottoms."""
    sides = sorted(sides, key=lambda side: side.number)
    for tops in combinations(sides, len(sides) // 2):
        yield from (
            list(zip(tops, bottoms, strict=True))
            for bottoms in _bottoms(tops, [side for side in sides if side not in tops], may_meet)
        )


def _bottoms(tops, rest, may_meet):
    if not tops:
        yield ()
    for side in rest if tops else ():
        if tops[0].number < side.number and may_meet(tops[0], side):
            left = [other for other in rest if other is not side]
            yield from ((side, *more) for more in _bottoms(tops[1:], left, may_meet))


def cost(field, pairs, upfloaters):
    """What the pairs of a bracket cost, criterion by criterion: [C8] to [C10] of teams, [C8] of Double-Swiss."""
    without, strong, floaters = 0, 0, 0
    for pair in pairs:
        white = field.white(*pair)
        for side, other in (pair, pair[::-1]):
            missed = side.due == (-1 if side is white else 1)
            without += missed
            strong += missed and side.strength == 2
            floaters += other.number in upfloaters and side.floater
    values = []
    if field.settings.system == "team":
        values += [without, strong if field.settings.preferences == "B" else 0]
    if field.floaters_count:
        values.append(floaters)
    return values


def best_pairs(field, bracket, upfloaters):
    """The first of the best pairings of a bracket."""
    best, least = None, None
    members = [field.sides[place] for place in _places(bracket)]
    for pairs in pairings_in_order(members, field.may_meet):
        values = cost(field, pairs, field.numbers(upfloaters))
        if best is None or values < least:
            best, least = pairs, values
        if not any(values):
            break
    return best


def pairing(event, settings):
    """The pairing of the next round as an `Answer`, or None if no complete legal one exists."""
    field = Field(event, settings)
    try:
        bye = find_bye(field)
    except ValueError:
        return None
    left = field.everybody if bye is None else field.everybody & ~(1 << bye)
    pairs, brackets = [], []
    while left:
        group = field.group(left)
        rising, reached = find_upfloaters(field, group, left & ~group)
        met = best_pairs(field, group | rising, rising)
        for one, other in met:
            white = field.white(one, other)
            pairs.append((white.number, (other if white is one else one).number))
        numbers = tuple((one.number, other.number) for one, other in met)
        brackets.append(Bracket(field.numbers(group), field.numbers(rising), reached, numbers))
        left &= ~(group | rising)
    return Answer(pairs, None if bye is None else field.sides[bye].number, brackets)
