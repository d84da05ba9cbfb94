"""What the handbook and the papers would have otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..errors import RuleError
from ..go.ratings import GoR, rating_or_grade
from ..go.teams import of_teams
from ..go.tournament import (
    NO_RATING,
    Criterion,
    Grade,
    automatic_bar,
    bar_range,
    players_there,
    proposed_limits,
    starts_of,
)
from ..parameters import checked, parameter
from ..sentences import joined, marked, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..arrays import Integers, Reals
    from ..go.tournament import Player, Rules, Tournament

__all__ = [
    "AdviceKind",
    "Bar",
    "Finding",
    "PromotionRule",
    "advice",
    "bars",
    "bars_to_choose",
    "chances_to_win",
    "usual_groups",
]


# ---- What is said of a tournament: one sentence, and what it is about ----


class AdviceKind(Enum):
    """What a piece of advice is about."""

    BAR = "bar"
    """How many players start at the bar, by the table of the handbook."""

    CHANCE = "chance"
    """Who has a chance to win, and does not start at the bar; or the other way round."""

    ROUNDS = "rounds"
    """There are too few rounds for a single winner."""

    PLAYERS = "players"
    """There are too few players for the rounds."""

    GROUPS = "groups"
    """Players start in more groups than usual, or in fewer."""

    PARTICIPATION = "participation"
    """Somebody takes part in few rounds."""

    CRITERIA = "criteria"
    """Criteria that should not stand beside each other."""

    GRADE = "grade"
    """A grade and a rating that do not fit each other."""

    PROMOTION = "promotion"
    DEMOTION = "demotion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that the director should know."""

    kind: Enum
    """What it is about, of the enumeration of those that look for such things."""

    sentence: str
    """What it is, in one line."""

    detail: str = ""
    """The same without the board that it is about; empty if it is about none."""

    source: str = ""
    """Where a piece of advice is from, such as ``"BGA 4.2"`` (docs/background/sources.md)."""

    round_number: int | None = None
    table: int | None = None

    players: tuple[str, ...] = ()
    """Keys."""

    change: tuple[str, str] | None = None
    """What follows the advice: a rule, by its name in ``RulesInput``, and its value; None if no rule does."""

    def __str__(self) -> str:
        return self.sentence


# ---- Who could win a tournament, by the ratings [V 4.1.1] ----

_NODES = 24
"""At which lots between players with equally many wins are averaged."""

_LEAST = 1e-300
"""A factor of a product that is divided by later."""


def chances_to_win(players: Sequence[Player], rounds: int) -> Reals:
    """The chance of each player to be the one who wins, if all started together [V 4.1.1].

    The thesis says that it can be computed from the chances to win a game, and not how. Here
    everybody plays the strongest other players, as many as rounds, whatever the others do; most
    wins make the winner, and a lot decides between equals. Ratings are those of the players, or
    else those of their grades; the chances of a game are those of GoR [V eq. 2.1] without ε.

    Parameters
    ----------
    players
        At least one.

    Returns
    -------
    numpy.ndarray
        In the order of the players; the sum is 1.
    """
    strengths = (
        [player.rating_or_lowest for player in players],
        [int(player.grade) for player in players],
    )
    exactly = _wins(rating_or_grade(*strengths), rounds)
    fewer = np.cumsum(exactly, axis=1) - exactly
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    chances = np.zeros(len(players))
    for u, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        # Who has as many wins and the lot u is before whoever has fewer wins, or a lower lot.
        behind = np.maximum(fewer + u * exactly, _LEAST)
        all_behind = np.log(behind).sum(axis=0)
        chances += weight * (exactly * np.exp(all_behind - np.log(behind))).sum(axis=1)
    shares: Reals = chances / chances.sum()
    return shares


def _wins(ratings: Integers, rounds: int) -> Reals:
    """How probable each number of wins against the strongest others is, (players, rounds + 1)."""
    count = len(ratings)
    strongest = np.argsort(-ratings, kind="stable")[: rounds + 1]
    winning = GoR().probability_of_winning(ratings[:, None], ratings[None, strongest])
    opponents = np.arange(count)[:, None] != strongest
    if len(strongest) > rounds:
        # Only who is one of the strongest meets the next one, in place of himself.
        opponents[:, rounds] = np.isin(np.arange(count), strongest[:rounds])
    exactly = np.zeros((count, rounds + 1))
    exactly[:, 0] = 1.0
    for chance in np.where(opponents, winning, 0.0).T[:, :, None]:
        one_more = np.roll(exactly, 1, axis=1)
        exactly = exactly * (1.0 - chance) + one_more * chance
    return exactly


# ---- Whether the bar fits the field [BGA 4.2; V 3.4, 4.1.1] ----

_REAL, _NO_REAL = 0.1, 0.01
"""From the former on, a chance to win is a real one, and below the latter none. The thesis has no
numbers: in its example, three 5 dan beside twenty 4 dan, the chance of the latter is 0.32."""

_NEVER = 0.001
"""Below this, nobody needs to look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A grade at which the bar could be."""

    grade: Grade

    players: int
    """Those who take part, of this grade or stronger."""

    chance_below: float
    """That the winner is somebody of a lower grade, if everybody started at the bar, 0 to 1."""


@checked
def bars(tournament: Tournament) -> tuple[Bar, ...]:
    """Where the bar could be, the highest grade first: each grade of somebody who takes part."""
    players = players_there(tournament)
    if not players:
        return ()
    grades = [player.grade for player in players]
    chances = _chances_below(players, tournament.rules.rounds, sorted(grades, reverse=True))
    return tuple(
        Bar(grade=bar, players=sum(grade >= bar for grade in grades), chance_below=chance)
        for bar, chance in chances
    )


def bars_to_choose(tournament: Tournament) -> tuple[Bar, ...]:
    """The bars that are worth a look: down to the one below which nobody may win, or to the bar."""
    if not (tournament.has_grades and tournament.rules.by_mms):
        return ()
    candidates = bars(tournament)
    enough = (i for i, bar in enumerate(candidates, 1) if bar.chance_below < _NEVER)
    reach = sum(bar.grade >= tournament.rules.bar for bar in candidates)
    return candidates[: max(reach, next(enough, 0))]


def has_bar(rules: Rules) -> bool:
    """Whether grades make the starting scores."""
    return rules.by_mms and rules.floor < rules.bar


class _BarAdvice(NamedTuple):
    """Whether a source advises a higher or a lower bar."""

    higher: bool
    bar: Grade | None
    """The grade that it advises; None if there is none that is better."""

    finding: Finding


def about_bar(tournament: Tournament) -> Iterator[Finding]:
    """Say if too many or too few start at the bar, by the handbook's table and by their chances.

    Where the table and the chances would move it to and fro, that is said instead, and nothing is changed.
    """
    advice = _bar_advice(tournament)
    conflict = _bar_conflict(tournament, advice)
    yield from [each.finding for each in advice] if conflict is None else [conflict]


def _bar_advice(tournament: Tournament) -> Sequence[_BarAdvice]:
    """Where the table and the chances would have the bar, if they do not agree with it."""
    if not (players_there(tournament) and has_bar(tournament.rules)):
        return ()
    found = (_by_table(tournament), _by_chance(tournament))
    return tuple(each for each in found if each is not None)


def _bar_conflict(tournament: Tournament, advice: Iterable[_BarAdvice]) -> Finding | None:
    """Say that a higher bar would leave out who may win, and a lower one would let in too many."""
    rules, players = tournament.rules, players_there(tournament)
    fewest, most = bar_range(rules.rounds)
    values = {"fewest": fewest, "most": most}
    by_kind = {each.finding.kind: each for each in advice}
    by_table, by_chance = by_kind.get(AdviceKind.BAR), by_kind.get(AdviceKind.CHANCE)
    if by_table is not None and by_table.higher:
        chances = _chances_below(players, rules.rounds, (rules.bar, by_table.bar or rules.bar))
        found = next(((bar, chance) for bar, chance in chances if chance >= _REAL), None)
        if found is None:
            return None
        message = phrase(
            "{count} players are at the bar of {bar} and above, {fewest} to {most} are recommended, but"
            " the chance that somebody below a bar of {higher} would win is {chance:.0%}; keep the bar,"
            " and let the strongest start in a supergroup",
            count=sum(player.grade >= rules.bar for player in players),
            bar=rules.bar,
            higher=found[0],
            chance=found[1],
            **values,
        )
        return Finding(kind=AdviceKind.BAR, source="BGA 4.2; V 4.1.1", sentence=message)
    if by_table is not None or by_chance is None or by_chance.bar is None:
        return None
    lower = by_chance.bar
    after = _by_table(_with_bar(tournament, lower))
    if after is None or not after.higher:
        return None
    ((_, chance),) = _chances_below(players, rules.rounds, (rules.bar,))
    message = phrase(
        "the chance that somebody below the bar of {bar} would win is {chance:.0%}, but a bar of {lower}"
        " would have {count} players, {fewest} to {most} are recommended; keep the bar, or lower it and"
        " let the strongest start in a supergroup",
        bar=rules.bar,
        chance=chance,
        lower=lower,
        count=sum(player.grade >= lower for player in players),
        **values,
    )
    return Finding(kind=AdviceKind.CHANCE, source="BGA 4.2; V 4.1.1", sentence=message)


def _chances_below(
    players: Sequence[Player], rounds: int, among: Iterable[Grade]
) -> Iterator[tuple[Grade, float]]:
    """The chance that somebody below each of some bars would win."""
    chances = chances_to_win(players, rounds)
    grades = np.array([int(player.grade) for player in players])
    for bar in dict.fromkeys(among):
        yield bar, float(chances[grades < bar].sum())


def _with_bar(tournament: Tournament, bar: Grade) -> Tournament:
    """The tournament with another bar, whatever else would have to change with it."""
    rules = replace(tournament.rules, bar=bar, doubtful=True)
    return replace(tournament, rules=rules, doubtful=True)


def _may_move_bar(tournament: Tournament, bar: Grade) -> bool:
    """Whether no advice speaks against another bar, before or after it is set."""
    now = tournament.rules.bar
    if bar == now:
        return True
    advice = _bar_advice(tournament)
    later = _bar_advice(_with_bar(tournament, bar))
    agree = all(each.higher == (bar > now) for each in (*advice, *later))
    return agree and _bar_conflict(tournament, advice) is None


def about_rounds(tournament: Tournament) -> Iterator[Finding]:
    """Say if the rounds cannot settle a single winner of those who start at the top [V 3.4]."""
    count, rounds = _at_top(of_teams(tournament)), tournament.rules.rounds
    if count <= 2**rounds:
        return
    values = {"count": count, "needed": (count - 1).bit_length(), "rounds": rounds}
    said = {
        "team": phrase(
            "{count} teams start in the top group; {needed} rounds are needed for a single winner, and the tournament has {rounds}",
            **values,
        ),
        "player": phrase(
            "{count} players start in the top group; {needed} rounds are needed for a single winner, and the tournament has {rounds}",
            **values,
        ),
    }[tournament.event_kind.unit_name]
    yield Finding(kind=AdviceKind.ROUNDS, source="BGA 4.2; V 3.4", sentence=said)


def _at_top(tournament: Tournament) -> int:
    """Of how many players one is to win: a supergroup that is large enough, or who starts at the bar.

    Without a bar it is everybody.
    """
    rules, starts = tournament.rules, starts_of(tournament, players_there(tournament))
    if not has_bar(rules):
        return len(starts)
    leading = starts.count(max(starts, default=0))
    at_bar = sum(score >= rules.bar for score in starts)
    return leading if bar_range(rules.rounds)[0] <= leading <= at_bar else at_bar


def _by_table(tournament: Tournament) -> _BarAdvice | None:
    """By how many start at the bar and above [BGA 4.2]."""
    rules = tournament.rules
    grades = [player.grade for player in players_there(tournament)]
    above = sum(grade >= rules.bar for grade in grades)
    fewest, most = bar_range(rules.rounds)
    # A supergroup is for a bar that too many reach [BGA 4.2].
    if fewest <= above <= most or (above > most and _at_top(tournament) <= most):
        return None
    better = automatic_bar(grades, rules.rounds)
    instead = sum(grade >= better for grade in grades)
    there = (
        phrase("no other bar comes closer")
        if better == rules.bar
        else phrase("with a bar of {bar} it would be {count}", bar=better, count=instead)
    )
    values = {"bar": rules.bar, "fewest": fewest, "most": most, "there": there}
    message = (
        phrase_many(
            "the bar of {bar} is too high: {count} player is at or above it, {fewest} to {most} are recommended; {there}",
            "the bar of {bar} is too high: {count} players are at or above it, {fewest} to {most} are recommended; {there}",
            above,
            **values,
        )
        if above < fewest
        else phrase_many(
            "the bar of {bar} is too low: {count} player is at or above it, {fewest} to {most} are recommended; {there}",
            "the bar of {bar} is too low: {count} players are at or above it, {fewest} to {most} are recommended; {there}",
            above,
            **values,
        )
    )
    change = None if better == rules.bar else ("bar", str(better))
    finding = Finding(kind=AdviceKind.BAR, source="BGA 4.2", sentence=message, change=change)
    return _BarAdvice(above > most, better, finding)


def _by_chance(tournament: Tournament) -> _BarAdvice | None:
    """By who has a chance to win [V 4.1.1]."""
    rules, players = tournament.rules, players_there(tournament)
    chances = chances_to_win(players, rules.rounds)
    grades = np.array([int(player.grade) for player in players])
    below = float(chances[grades < rules.bar].sum())
    if below >= _REAL:
        lower = Grade(grades[grades < rules.bar].max())
        message = phrase(
            "the bar of {bar} may be too high: a player below it would win with a chance of {chance:.0%} when starting at it; with a bar of {lower}, {count} players start at it",
            bar=rules.bar,
            chance=below,
            lower=lower,
            count=int((grades >= lower).sum()),
        )
        change = "bar", str(lower)
        finding = Finding(kind=AdviceKind.CHANCE, source="V 4.1.1", sentence=message, change=change)
        return _BarAdvice(False, lower, finding)
    above = grades >= rules.bar
    lowest = grades == min(grades[above], default=0)
    chance = float(chances[lowest & above].sum())
    enough = (above & ~lowest).sum() >= bar_range(rules.rounds)[0]
    if enough and chance < _NO_REAL:
        message = phrase(
            "the bar of {bar} is too low: players of {grade} start at it, but the chance that one of them wins is below {chance:.0%}; set a higher bar",
            bar=rules.bar,
            grade=Grade(grades[lowest][0]),
            chance=_NO_REAL,
        )
        finding = Finding(kind=AdviceKind.CHANCE, source="V 4.1.1", sentence=message)
        return _BarAdvice(True, None, finding)
    return None


# ---- Whether players, rounds and groups go together [K12 9.2; V table 4.1; J] ----

_PLAYERS_A_ROUND = 3
"""Players for each round that a McMahon tournament needs [K12 9.2]."""

_NAMED = 4
"""Players whom a sentence names; the finding has all."""

_TABLE_ROUNDS = 5
"""Rounds of the tournaments that the table of groups is for."""

_USUAL_GROUPS = (
    ((10, 20), (1, 4)),
    ((15, 30), (3, 6)),
    ((25, 50), (5, 8)),
    ((45, 70), (6, 10)),
    ((65, 90), (9, 12)),
    ((85, 110), (10, 15)),
    ((100, 150), (11, 20)),
    ((140, 200), (12, 25)),
    ((170, None), (20, None)),
)
"""Fewest and most players, and fewest and most groups [V table 4.1]; None for any number."""


def usual_groups(players: int) -> tuple[int, int | None] | None:
    """Fewest and most groups in which so many players usually start, in five rounds [V table 4.1].

    Where lines of the table overlap, what any of them allows is usual.

    Returns
    -------
    tuple of int and (int or None), or None
        No upper limit is None; and None altogether for fewer players than the table has.
    """
    lines = [
        groups
        for (fewest, most), groups in _USUAL_GROUPS
        if fewest <= players and (most is None or players <= most)
    ]
    if not lines:
        return None
    mosts = [most for _, most in lines if most is not None]
    return min(fewest for fewest, _ in lines), max(mosts) if len(mosts) == len(lines) else None


def about_players(tournament: Tournament) -> Iterator[Finding]:
    """Say if there are less than three players for each round, and when pairs run out [K12 9.2].

    Without rematches each round takes one opponent from everybody, a bye counting as one. As long
    as everybody has at least half of the others left, all can be paired (Dirac's theorem); after
    that it depends on who has met.
    """
    count, rounds = len(players_there(tournament)), tournament.rules.rounds
    if not count or count >= _PLAYERS_A_ROUND * rounds:
        return
    seats = count + count % 2
    sure = seats // 2
    if rounds <= sure:
        when = phrase("all rounds can be paired, but with many games between groups")
    elif rounds < seats:
        when = phrase("rematches may be unavoidable from round {round} on", round=sure + 1)
    else:
        when = phrase(
            "rematches may be unavoidable from round {round} on, and are in round {last}",
            round=sure + 1,
            last=seats,
        )
    message = phrase(
        "{count} players are few for {rounds} rounds, {wanted} or more are recommended: {when}",
        count=count,
        rounds=rounds,
        wanted=_PLAYERS_A_ROUND * rounds,
        when=when,
    )
    yield Finding(kind=AdviceKind.PLAYERS, source="K12 9.2", sentence=message)


def about_length(tournament: Tournament) -> Iterator[Finding]:
    """Say if there are too few rounds, or too few players for them; of both, that neither number helps."""
    rounds, players = [*about_rounds(tournament)], [*about_players(tournament)]
    if not (rounds and players):
        yield from (*rounds, *players)
        return
    count = len(players_there(tournament))
    message = phrase(
        "{needed} rounds are needed for a single winner of {count} players, who are few for {rounds}"
        " rounds already; keep the rounds, and let the criteria decide",
        needed=(_at_top(tournament) - 1).bit_length(),
        count=count,
        rounds=tournament.rules.rounds,
    )
    yield Finding(kind=AdviceKind.ROUNDS, source="V 3.4; K12 9.2", sentence=message)


def about_groups(tournament: Tournament) -> Iterator[Finding]:
    """Say if the players start in an unusual number of groups [V table 4.1].

    The table is for five rounds. A narrow range of grades has fewer groups [V 4.1.1].
    """
    players = players_there(tournament)
    usual = usual_groups(len(players))
    if usual is None or tournament.rules.rounds != _TABLE_ROUNDS or not has_bar(tournament.rules):
        return
    groups = len({*starts_of(tournament, players)})
    grades = {int(player.grade) for player in players}
    fewest, most = usual
    few = groups < fewest and max(grades) - min(grades) + 1 >= fewest
    if few or (most is not None and groups > most):
        span = (
            phrase("{fewest} or more", fewest=fewest)
            if most is None
            else phrase("{first} to {last}", first=fewest, last=most)
        )
        message = phrase_many(
            "{players} players start in {count} group; {span} are usual for that many",
            "{players} players start in {count} groups; {span} are usual for that many",
            groups,
            players=len(players),
            span=span,
        )
        # The groups that are proposed bring their own bar.
        limits = proposed_limits([player.grade for player in players], tournament.rules.rounds)
        changes = not limits or _may_move_bar(tournament, limits[0])
        change = ("groups", "automatic") if changes else None
        yield Finding(kind=AdviceKind.GROUPS, source="V table 4.1", sentence=message, change=change)


def about_participation(tournament: Tournament) -> Iterator[Finding]:
    """Say who takes part in no more than half of the rounds [J]."""
    rounds, players = tournament.rules.rounds, players_there(tournament)
    rounds_to_play = range(1, rounds + 1)
    few = [player for player in players if 2 * sum(map(player.plays_in, rounds_to_play)) <= rounds]
    if not few:
        return
    names = joined(", ", (player.full_name for player in few[:_NAMED]))
    more = len(few) - _NAMED
    message = phrase_many(
        "{count} of {players} players takes part in at most half of the {rounds} rounds: {names}",
        "{count} of {players} players take part in at most half of the {rounds} rounds: {names}",
        len(few),
        players=len(players),
        rounds=rounds,
        names=phrase("{names} and {count} more", names=names, count=more) if more > 0 else names,
    )
    keys = tuple(player.key for player in few)
    yield Finding(kind=AdviceKind.PARTICIPATION, source="J", sentence=message, players=keys)


# ---- Whether grades fit ratings, and whom a federation would give another grade [V 2.2.2, 2.3.2] ----

_APART = 200
"""Points between a rating and that of the grade that are worth a word: two stones. Less than one is
unnoticeable, and a wrong grade is usually off by one to three [V 2.2.2]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionRule:
    """When a federation gives players other grades, by their ratings alone [V 2.3.2].

    The defaults are those of the Czech association. Of its tolerance for kyu players the thesis says
    only that it is more than that for dan players.

    Raises
    ------
    RuleError
        If a number is negative, or a grade is none.
    """

    name: str = parameter("", "Name of the federation")

    source: str = parameter("V 2.3.2", "Where the rule is from")

    promotion: int = parameter(
        0,
        "How far above that of a grade a rating is for a promotion to this grade",
        unit="points",
        source="V 2.3.2",
    )

    dan_tolerance: int = parameter(
        100,
        "How far below that of his grade the rating of a dan player may be",
        unit="points",
        source="V 2.3.2",
    )

    kyu_tolerance: int = parameter(
        200, "The same of a kyu player", unit="points", source="V 2.3.2 has no number"
    )

    strongest: str = parameter("9d", "Nobody is promoted to more than this grade")

    def __post_init__(self) -> None:
        for name in ("promotion", "dan_tolerance", "kyu_tolerance"):
            if getattr(self, name) < 0:
                raise RuleError(
                    phrase(
                        "{name}: must be 0 or more points, not {got}",
                        name=name,
                        got=getattr(self, name),
                    )
                )
        try:
            Grade.parse(self.strongest)
        except ValueError as error:
            raise RuleError(phrase("strongest: {error}", error=error)) from None

    def grade_of(self, player: Player) -> Grade:
        """The grade that a player gets, or keeps; without a rating he keeps his own."""
        own, rating = player.grade, player.rating_or_lowest
        if rating <= NO_RATING:
            return own
        higher = _reached(rating - self.promotion)
        if higher > own:
            return max(own, min(higher, Grade.parse(self.strongest)))
        tolerance = self.dan_tolerance if own >= 0 else self.kyu_tolerance
        return _reached(rating) if own.rating - rating > tolerance else own


_ABOVE = marked(
    "{name} is entered as {grade}, but the rating of {rating} is {points} points above that grade"
)
_BELOW = marked(
    "{name} is entered as {grade}, but the rating of {rating} is {points} points below that grade"
)


def about_grades(tournament: Tournament) -> Iterator[Finding]:
    """Say whose grade and rating are far apart, the farthest first."""
    rated = (player for player in tournament.players if player.rating_or_lowest > NO_RATING)
    off = ((player.rating_or_lowest - player.grade.rating, player) for player in rated)
    for points, player in sorted(off, key=lambda each: -abs(each[0])):
        if abs(points) < _APART:
            return
        yield Finding(
            kind=AdviceKind.GRADE,
            source="V 2.2.2, 2.3.2",
            sentence=phrase(
                _ABOVE if points > 0 else _BELOW,
                name=player.full_name,
                grade=player.grade,
                rating=player.rating_or_lowest,
                points=abs(points),
            ),
            players=(player.key,),
        )


def about_promotions(tournament: Tournament, rule: PromotionRule) -> Iterator[Finding]:
    """Say who gets another grade by the rule of a federation."""
    for player in tournament.players:
        grade = rule.grade_of(player)
        if grade == player.grade:
            continue
        up = grade > player.grade
        yield Finding(
            kind=AdviceKind.PROMOTION if up else AdviceKind.DEMOTION,
            source=rule.source,
            sentence=_moved(player, grade, rule),
            players=(player.key,),
        )


def _moved(player: Player, grade: Grade, rule: PromotionRule) -> str:
    values = {
        "player": f"{player.full_name} {player.grade}",
        "grade": grade,
        "rating": player.rating_or_lowest,
    }
    if grade > player.grade:
        message = phrase("{player} is promoted to {grade}: the rating is {rating}", **values)
        ruled = marked(
            "{player} is promoted to {grade} by the rule of {rule}: the rating is {rating}"
        )
    else:
        message = phrase("{player} is lowered to {grade}: the rating is {rating}", **values)
        ruled = marked(
            "{player} is lowered to {grade} by the rule of {rule}: the rating is {rating}"
        )
    return phrase(ruled, rule=rule.name, **values) if rule.name else message


def _reached(rating: int) -> Grade:
    """The highest grade whose rating is reached; the lowest there is if none."""
    return Grade.limited((rating - Grade(0).rating) // 100)


# ---- Which criteria should not stand beside each other [BGA 4.6; V 4.3, 8] ----

_CUSS = (Criterion.CUSS_MMS, Criterion.CUSS_WINS)

_SOS = tuple(criterion for criterion in Criterion if criterion.value.startswith(("SOS", "SOSOS")))
"""The sums of what opponents have, which a draw can make alike."""


def about_criteria(tournament: Tournament) -> Iterator[Finding]:
    """Say which tie-break says nothing beside another one, or nothing after a draw by itself."""
    rules = tournament.rules
    for criteria in dict.fromkeys((rules.placement, rules.prize_criteria)):
        if Criterion.CUSP in criteria:
            for cuss in (each for each in _CUSS if each in criteria):
                message = phrase(
                    "{criterion} and CUSP order players of the same starting score alike if they play all rounds; remove one of the two criteria",
                    criterion=cuss.value,
                )
                yield Finding(kind=AdviceKind.CRITERIA, source="BGA 4.6", sentence=message)
    both = [
        criterion.value
        for criterion in rules.seeding_criteria
        if criterion in _SOS and criterion in (*rules.placement, *rules.prize_criteria)
    ]
    if both:
        message = phrase_many(
            "{criteria} breaks ties and also orders the groups for the pairing, which makes ties more frequent; order the groups by something else, such as the rating",
            "{criteria} break ties and also order the groups for the pairing, which makes ties more frequent; order the groups by something else, such as the rating",
            len(both),
            criteria=joined(", ", both),
        )
        yield Finding(kind=AdviceKind.CRITERIA, source="V 4.3, 8", sentence=message)


# ---- All advice on a tournament ----

_ABOUT = (
    about_bar,
    about_length,
    about_groups,
    about_participation,
    about_criteria,
    about_grades,
)
_ABOUT_SWISS = about_length, about_participation
"""What does not speak of grades, or of what else a draw by weights is ordered by."""

_ABOUT_ALL = about_participation, about_grades
"""What is true where pairs and the number of rounds follow from a table or a bracket, too."""


@checked
def advice(tournament: Tournament, rule: PromotionRule | None = None) -> Iterator[Finding]:
    """What the sources would have otherwise, for who takes part and the rules as they are.

    Parameters
    ----------
    rule
        A federation's rule for grades; without one nothing is said of promotions.
    """
    kind = tournament.event_kind
    for about in _ABOUT if kind.has_grades else _ABOUT_SWISS:
        if kind.compares_draws or about in _ABOUT_ALL:
            yield from about(tournament)
    if rule is not None:
        yield from about_promotions(tournament, rule)
