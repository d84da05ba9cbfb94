"""What the references of FIDE's systems for individuals share: the past of a player, legal pairs, byes, colours.

Written from the rules in words, with nothing of `fastpair.pairing`. Points are doubled, colours 1 for White and -1 for
Black. Decisions where the words leave something open:

- A round is *played* if the game has a result and was no forfeit; a game without a result counts as unplayed.
- Who is paired now, or had a pairing or the bye in an earlier round, has arrived, even if the game was a forfeit; a
  bye on request is no arrival.
- Of several stated ranges of virtual points that hold a player and a round, the last one counts.
"""

from __future__ import annotations

import re
from typing import NamedTuple

WHITE, BLACK = 1, -1
NONE, MILD, STRONG, ABSOLUTE = range(4)


class RoundPairing(NamedTuple):
    """A round as the rules pair it, and what tests count about it."""

    pairs: frozenset[tuple[str, str]]
    """Keys of White and of Black."""

    bye: str | None

    floaters: tuple[int, ...] = ()
    """How many joined each bracket from above (Burstein), or from below (Dubov), the highest bracket first."""

    shifts: tuple[int, ...] = ()
    """How many pairs of the smaller half cannot be avoided in each bracket (Dubov)."""

    decided: frozenset[str] = frozenset()
    """The criteria by which sets of upfloaters differ that are the best by those before (Dubov)."""


class Past:
    """The rounds before the one that is paired."""

    def __init__(self, tournament, before, acceleration="none", order="rating", forbid=()):
        self.tournament, self.before, self.acceleration = tournament, before, acceleration
        self.rules, self.by_key = tournament.rules, tournament.by_key
        self.forbid = {frozenset(pair) for pair in forbid}
        people = [*tournament.players]
        if order == "rating":
            people.sort(key=lambda player: player.by_rating)
        self.numbers = {player.key: number for number, player in enumerate(people, 1)}
        there = [player.key for player in people if self.has_arrived(player.key)]
        self.turns = {key: turn for turn, key in enumerate(there, 1)}

    def waits(self, key):
        """Whether a player is paired in this round."""
        return self.by_key[key].final and self.by_key[key].plays_in(self.before)

    def has_arrived(self, key):
        asked = self.by_key[key].requested_byes
        return self.waits(key) or any(
            key in self.tournament.round(number).seated and number not in asked
            for number in range(1, self.before)
        )

    def pair_of(self, key, number):
        """The game of a round, played or not."""
        return self.tournament.round(number).game_of(key)

    def game(self, key, number):
        """The game of a round that was played at the board."""
        game = self.pair_of(key, number)
        return game if game is not None and game.has_result and not game.by_default else None

    def points(self, key, number):
        """The points of a round as they were registered."""
        worth, player, game = self.rules.points, self.by_key[key], self.pair_of(key, number)
        if game is not None:
            return worth.of(game.result, by_default=game.by_default)[game.white != key]
        if key in self.tournament.round(number).byes:
            asked = number in player.requested_byes
            return self.rules.games * worth.win_x2 if asked else worth.wins_bye_x2
        if number in player.requested_byes:
            return worth.requested_bye_x2
        return worth.wins_absent_x2 if number in player.absences else 0

    def earned(self, key, number):
        """Points before a round, without virtual ones."""
        return sum(self.points(key, earlier) for earlier in range(1, number))

    def score(self, key, number):
        """The pairing score of a round."""
        return self.earned(key, number) + self.virtual(key, number)

    def virtual(self, key, number):
        """Virtual points in a round: those of Baku [C.04.7], or as stated."""
        own, found = self.numbers[key], 0
        if self.acceleration == "baku":
            rounds = -(-self.rules.rounds // 2)
            if own > self.last_of_group_a() or number > rounds:
                return 0
            win = self.rules.points.win_x2
            return win if number <= -(-rounds // 2) else win // 2
        if self.acceleration != "none":
            for part in self.acceleration.split(","):
                points, *ends = re.findall(r"[\d.]+", part)
                first, last, one, other = map(int, ends)
                if first <= number <= last and one <= own <= other:
                    found = round(2 * float(points))
        return found

    def last_of_group_a(self):
        """The number of the last of the first half of those who were entered in round 1."""
        entered = [
            self.numbers[player.key]
            for player in self.tournament.players
            if player.plays_in(1) or 1 in player.requested_byes
        ]
        half = sorted(entered)[: 2 * -(-len(entered) // 4)]
        return half[-1] if half else 0

    def players(self):
        """Those who are paired, the highest ranked first."""
        waiting = [Facts(self, key) for key in self.numbers if self.waits(key)]
        return sorted(waiting, key=lambda one: (-one.score, one.number))


class Facts:
    """What the rules know of a player before a round."""

    def __init__(self, past, key):
        self.key, self.number, self.turn = key, past.numbers[key], past.turns[key]
        self.score = past.score(key, past.before)
        self.games, self.floats, self.had_bye, worth = [], [], False, past.rules.points
        for earlier in range(1, past.before):
            game, points = past.game(key, earlier), past.points(key, earlier)
            if game is not None:
                other = game.opponent_of(key)
                self.games.append((other, WHITE if game.white == key else BLACK))
                own, theirs = past.score(key, earlier), past.score(other, earlier)
                self.floats.append((own > theirs) - (own < theirs))
                continue
            self.floats.append(int(points > worth.loss_x2))
            self.had_bye |= key in past.tournament.round(earlier).byes or points >= worth.win_x2
        self.unplayed = past.before - 1 - len(self.games)
        apart = {other for pair in past.forbid if key in pair for other in pair}
        self.barred = apart | {other for other, _ in self.games}
        self.prefer([colour for _, colour in self.games])
        last = past.rules.rounds == past.before
        self.top = last and 2 * self.score > worth.win_x2 * (past.before - 1)

    def prefer(self, colours):
        """Find the colour that the player is due, and how much."""
        self.difference = sum(colours)
        self.again = colours[-1] if colours[-2:] in ([1, 1], [-1, -1]) else 0
        self.due, self.strength = 0, NONE
        if abs(self.difference) > 1:
            self.due, self.strength = (BLACK if self.difference > 0 else WHITE), ABSOLUTE
        elif self.again:
            self.due, self.strength = -self.again, ABSOLUTE
        elif self.difference:
            self.due, self.strength = -self.difference, STRONG
        elif colours:
            self.due, self.strength = -colours[-1], MILD

    def floated(self, back, way):
        return len(self.floats) >= back and self.floats[-back] == way


# ---- Legal pairs and pairings ----


def lawful(one, other):
    """Whether two may meet: `top` lets topscorers of the Dutch system meet all the same [C1, C3]."""
    if other.key in one.barred:
        return False
    absolute = one.strength == other.strength == ABSOLUTE and one.due == other.due
    return not absolute or one.top or other.top


def matchings(players):
    """All sets of lawful pairs, those that leave players over included."""
    if not players:
        yield ()
        return
    first, *rest = players
    yield from matchings(rest)
    for other in rest:
        if lawful(first, other):
            for pairs in matchings([each for each in rest if each is not other]):
                yield ((first, other), *pairs)


def pairings(players):
    """All sets of lawful pairs that leave nobody over."""
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        if lawful(first, other):
            for pairs in pairings([each for each in rest if each is not other]):
                yield ((first, other), *pairs)


def can_be_paired(players):
    return len(players) % 2 == 0 and next(pairings(players), None) is not None


def left_over(players, pairs):
    used = {player.key for pair in pairs for player in pair}
    return [player for player in players if player.key not in used]


def without(players, *others):
    return [player for player in players if player not in others]


def falling(scores):
    """The highest first: fewer, and lower, are less."""
    return sorted(scores, reverse=True)


def same_colour(pairs):
    """How many pairs are due the same colour, so that one of the two does not have it."""
    return sum(one.due == other.due != 0 for one, other in pairs)


# ---- The bye, and colours ----


def first_bye(ranked):
    """Who has the bye of an odd number where it is given before all pairs; None if nobody has.

    The lowest pairing score, then the most games, then the last of those who are ranked.
    """
    free = [one for one in reversed(ranked) if not one.had_bye]
    free.sort(key=lambda one: (one.score, -len(one.games)))
    return next((one for one in free if can_be_paired(without(ranked, one))), None)


def takes_white(higher, lower, initial_colour):
    """Whether the higher ranked of two has White.

    Without a game of either by the parity of the number; both as they are due; the stronger; the last games in which
    they differed; the higher ranked.
    """
    if not higher.games and not lower.games:
        return (initial_colour == "white") == (higher.turn % 2 == 1)
    if higher.due != lower.due:
        return (higher.due or -lower.due) == WHITE
    claims = [
        (one.strength, abs(one.difference) if one.strength == ABSOLUTE else 0)
        for one in (higher, lower)
    ]
    if claims[0] != claims[1]:
        return (higher.due if claims[0] > claims[1] else -lower.due) == WHITE
    for (_, mine), (_, yours) in zip(reversed(higher.games), reversed(lower.games), strict=False):
        if mine != yours:
            return mine == BLACK
    return higher.due == WHITE


def with_colours(pairs, rank, initial_colour):
    """The pairs as keys of White and of Black; the least rank is the higher one."""
    found = set()
    for pair in pairs:
        higher, lower = sorted(pair, key=rank)
        white = takes_white(higher, lower, initial_colour)
        found.add((higher.key, lower.key) if white else (lower.key, higher.key))
    return frozenset(found)
