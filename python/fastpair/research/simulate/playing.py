"""Trials: simulated tournaments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import reals
from ...errors import RuleError
from ...go.ratings import RATING_SYSTEMS, rated_together, rating_or_grade
from ...go.tournament import (
    HALF_POINT_ABSENCES,
    NO_RATING,
    Grade,
    HandicapRules,
    Player,
    Rules,
    Tournament,
    with_automatic_bar,
)
from ...go.tournament.game import MOST_GAMES
from ...go.tournament.systems import TWO_GAMES
from ...pairing.field.columns import lots, of_pairs
from ...pairing.generator import generate
from ...pairing.papers.quality import kendall_tau, rms
from ...pairing.systems import LookingAhead, stated_system
from .course import Course, measured
from .plan import Contender
from .plan_file import model_of, pairing_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from ...arrays import Integers, Reals
    from ...go.ratings import RatingSystem
    from ...pairing.systems import System
    from .course import RoundGames
    from .plan import FieldPlan, Plan, RulesPlan


# ---- Who enters a simulated tournament, and under which rules ----

_WEAKEST, _STRONGEST = Grade(-30), Grade(8)


def entered(plan: Plan, seed: int) -> Tournament:
    """The tournament of a plan before its first round.

    Parameters
    ----------
    seed
        Seed of the players, where they are invented.

    Raises
    ------
    RuleError
        If the plan asks for more rounds than a tournament can have.
    """
    players = _players(plan.field, plan.rounds, seed)
    tournament = Tournament(name=plan.name, rules=_rules(plan.rules, plan.rounds), players=players)
    if plan.rules.starts == "zero":
        return _from_zero(tournament)
    return tournament if plan.rules.bar_grade is not None else with_automatic_bar(tournament)


def rated_as(tournament: Tournament, rating: Reals) -> Tournament:
    """The same tournament with players entered at these ratings, and the grades that belong to them.

    A grade is 100 points wide, and 1 dan is around 2100 [V 2.2].
    """
    whole = np.rint(rating).astype(np.int64)
    grade = np.clip((whole + 50) // 100 - 21, _WEAKEST, _STRONGEST)
    players = zip(tournament.players, whole.tolist(), grade.tolist(), strict=True)
    entered_at = tuple(
        replace(player, rating=points, grade=Grade(index)) for player, points, index in players
    )
    return replace(tournament, players=entered_at)


def within(players: Iterable[Player], rounds: int) -> tuple[Player, ...]:
    """Players of a tournament with so many rounds, who are not absent from later ones."""
    return tuple(
        player.with_absences(n for n in player.absences if n <= rounds)
        if max(player.absences, default=0) > rounds
        else player
        for player in players
    )


def _players(field: FieldPlan, rounds: int, seed: int) -> tuple[Player, ...]:
    players: Sequence[Player]
    if field.shape == "uniform":
        players = _uniform(field, seed)
    elif field.tournament is not None:
        players = [_rated(player) for player in field.tournament.players if player.final]
    else:
        players = generate(field.players, rounds, seed=seed).players
    if len(players) < 2:
        raise RuleError("a tournament needs two players who are registered finally")
    absences = rounds if field.attendance != "full" else 0
    return within([replace(player.elsewhere(), final=True) for player in players], absences)


def _rated(player: Player) -> Player:
    """A player of a file, with the rating of his grade on the European scale if he has none."""
    rating = rating_or_grade(player.rating_or_lowest, player.grade, lowest=NO_RATING)
    return replace(player, rating=int(rating))


def _uniform(field: FieldPlan, seed: int) -> list[Player]:
    """Players whose ratings are equally far apart. Their names are in no order of strength."""
    ratings = np.linspace(field.lowest, field.highest, field.players)
    numbers = lots(field.players, seed)
    plain = [
        Player(key=name, name=name, grade=Grade(0))
        for name in (f"P{number:04}" for number in numbers.tolist())
    ]
    return list(rated_as(Tournament(players=tuple(plain)), ratings).players)


def _rules(rules: RulesPlan, rounds: int) -> Rules:
    stones = HandicapRules(ceiling=0)
    if rules.handicap is not None:
        stones = HandicapRules(correction=rules.handicap, threshold=_STRONGEST, even_at_bar=True)
    return Rules(
        rounds=rounds,
        bar=rules.bar_grade or max(Grade(0), rules.floor_grade),
        floor=rules.floor_grade,
        points=HALF_POINT_ABSENCES,
        placement=rules.criteria,
        handicap=stones,
    )


def _from_zero(tournament: Tournament) -> Tournament:
    """Everybody starts together: the floor is the bar [J], and nobody is in a supergroup."""
    players = tuple(replace(player, correction=0) for player in tournament.players)
    rules = replace(tournament.rules, bar=_STRONGEST, floor=_STRONGEST)
    return replace(tournament, players=players, rules=rules)


# ---- How strong the players really are, and who wins [K12 10] ----

# Luck belongs to the pair: the result of a game follows from the seed, its two players and, of a match, which of its
# games it is, and not from the round, the board or the other games. Two systems that are given the same seed therefore differ
# only where their draws do.

if TYPE_CHECKING:
    Winning = Callable[[ArrayLike, ArrayLike, ArrayLike], Reals]
    """Probability that A wins, by the strengths of A and B and the stones that A gets."""


_RESULTS, _STRENGTHS = 0x5245, 0x5354
"""Streams of luck of one seed."""


@dataclass(frozen=True, slots=True, eq=False)
class Luck:
    """The results of all games that may be played, one for every two players."""

    seed: int
    strength: Reals
    """True strength of each row, in points of rating."""

    winning: Winning
    skill: float = 1.0
    """Factor of all differences of strength: with 0 lots decide, with much the stronger wins."""

    jigo: float = 0.0
    """Share of the games of equals that nobody wins. What is expected of a game stays the same."""

    game: int = 0
    """Which game of a match it is, from 0."""

    def result(self, boards: RoundGames) -> Integers:
        """Doubled share of each game that White wins: 2, 1 for a jigo, or 0."""
        upper = np.minimum(boards.white, boards.black)
        lower = np.maximum(boards.white, boards.black)
        stones = np.where(boards.black == upper, boards.stones, -boards.stones)
        chance = self.probability(upper, lower, stones)
        luck = of_pairs(upper, lower, stream(self.seed, _RESULTS + self.game))
        # Half of the jigos are taken from each of the two, as much as the weaker one can give.
        half = self.jigo * np.minimum(chance, 1 - chance)
        won_x2 = (luck < chance - half).astype(np.int64) + (luck < chance + half)
        return np.where(boards.white == upper, won_x2, 2 - won_x2)

    def probability(self, a: Integers, b: Integers, stones: ArrayLike) -> Reals:
        """Probability that a beats b, who gives so many stones, or gets them if it is negative."""
        one, other = self.strength[a], self.strength[b]
        middle = (one + other) / 2
        spread = (one - other) / 2 * self.skill
        return self.winning(middle + spread, middle - spread, stones)


def elo(rating_a: ArrayLike, rating_b: ArrayLike, handicap: ArrayLike = 0) -> Reals:
    """Probability that A wins by the scale of chess: 10 to 1 for 400 points.

    A stone that A gets is worth 100 points to him, as in ``ratings.gor``.
    """
    one, other = reals(rating_a), reals(rating_b)
    lead = one - other + 100.0 * np.asarray(handicap)
    chance: Reals = 1.0 / (1.0 + 10.0 ** (-lead / 400.0))
    return chance


def true_strengths(rating: Integers, spread: float, seed: int) -> Reals:
    """Strengths that scatter around the ratings, normally distributed.

    Parameters
    ----------
    spread
        Standard deviation in points of rating; 0 takes the ratings for the truth.
    """
    if spread == 0:
        return rating.astype(np.float64)
    rows = np.arange(len(rating))
    even = of_pairs(rows, rows, stream(seed, _STRENGTHS))
    quantile = NormalDist().inv_cdf
    # No probability is 0: half of a step of the fractions is added.
    scatter = [quantile(probability + 2.0**-54) for probability in even.tolist()]
    return rating + spread * np.array(scatter)


def stream(seed: int, number: int) -> int:
    """Another seed for each kind of luck."""
    return (seed << 16) ^ number


# ---- One tournament of a plan: a pure function of the plan, a contender and a repeat ----

_TRUTH = "truth"


@dataclass(frozen=True, slots=True)
class _Entered:
    """The players of a repeat, who are the same for all contenders."""

    plan: Plan
    repeat: int
    tournament: Tournament
    strength: Reals
    luck: int
    """Seed of the results, and of all lots."""


def trial(plan: Plan, contender: int, repeat: int) -> dict[str, float]:
    """Play a tournament of a plan, and measure it; of several in a row, the last one.

    Returns and raises as ``trials``, of which it is the last.
    """
    return trials(plan, contender, repeat)[-1]


def trials(plan: Plan, contender: int, repeat: int) -> tuple[dict[str, float], ...]:
    """Play the tournaments of a plan that the same players play in a row, and measure each.

    Parameters
    ----------
    contender, repeat
        Places from 0.

    Returns
    -------
    tuple of dict of str to float
        ``MEASURES`` by name, of the first tournament first: a sequence of measured values [K12 10.3].
        ``rating_error`` and ``rating_tau`` are those of the ratings after it, and with
        ``_before`` those of the ratings that they have entered with [K12 10.2].

    Raises
    ------
    RuleError
        If a round cannot be played as planned. A system that has played to the end before the last
        round, as a cup has, is none of these: the rounds that are left are not played.
    """
    strength = _entered_in(plan, repeat).strength
    return tuple(_measured(plan, course, strength) for course in _courses(plan, contender, repeat))


def _measured(plan: Plan, course: Course, strength: Reals) -> dict[str, float]:
    measures = measured(course, strength, top=plan.top, relative_strength=plan.relative_strength)
    rating = course.history.rating.astype(np.float64)
    after = rated_together(_ratings(plan), rating, *course.single_games)
    return {
        **measures,
        "rating_error_before": rms(rating, strength),
        "rating_error": rms(after, strength),
        "rating_tau_before": kendall_tau(rating, strength),
        "rating_tau": kendall_tau(after, strength),
    }


def played(plan: Plan, contender: int, repeat: int) -> tuple[Course, Reals, Integers]:
    """Play a tournament of a plan.

    Returns
    -------
    Course, (n,) float64, (n,) int64
        The tournament, the last one if there are several in a row; the true strengths; and the
        ratings with which everybody has entered the last one.
    """
    *_, course = _courses(plan, contender, repeat)
    return course, _entered_in(plan, repeat).strength, course.history.rating


def _courses(plan: Plan, contender: int, repeat: int) -> Iterator[Course]:
    """The tournaments in a row; everybody enters the next one with the ratings after it."""
    here = _entered_in(plan, repeat)
    drawing = plan.contenders[contender]
    tournament = here.tournament
    if drawing.system == _TRUTH:
        drawing = _reference_contender(plan)
        tournament = rated_as(tournament, here.strength)
    tournament = _with_rules(tournament, drawing)
    system = _system(drawing, tournament.rules, salt=here.luck)
    for number in range(plan.sequence):
        course = _course(tournament, system, here, number)
        yield course
        if number + 1 < plan.sequence:
            rating = course.history.rating.astype(np.float64)
            after = rated_together(_ratings(plan), rating, *course.single_games)
            tournament = rated_as(tournament, after)


def _reference_contender(plan: Plan) -> Contender:
    """The contender that the ceiling is: the first one, if it knew how strong everybody is."""
    others = (contender for contender in plan.contenders if contender.system != _TRUTH)
    return next((other for other in others if other.system != "lot"), Contender())


def _course(tournament: Tournament, system: System, here: _Entered, number: int) -> Course:
    plan, luck = here.plan, here.luck + number
    course = Course.of(tournament)
    results = [
        Luck(luck, here.strength, _winning(plan), plan.truth.skill, plan.truth.jigo, game).result
        for game in range(tournament.rules.games)
    ]
    for _ in range(tournament.rules.rounds):
        if not course.waiting.any():
            course.rest()
            continue
        try:
            course.play(system, luck, *results)
        except RuleError as error:
            if error.code != "over":
                raise
            break
    return course


_latest: list[_Entered] = []
"""The last repeat that was played here: its players serve all contenders, one after the other."""


def _entered_in(plan: Plan, repeat: int) -> _Entered:
    if not (_latest and _latest[0].plan is plan):
        _systems.clear()
    if not (_latest and _latest[0].plan is plan and _latest[0].repeat == repeat):
        _latest[:] = [_enter(plan, repeat)]
    return _latest[0]


def _enter(plan: Plan, repeat: int) -> _Entered:
    players, truth = _seeds(plan.seed) if plan.field.fixed else _seeds(plan.seed, repeat)
    luck = _seeds(plan.seed, repeat, 1)[0]
    tournament = entered(plan, players)
    rating = np.array([player.rating_or_lowest for player in tournament.players], np.int64)
    strength = true_strengths(rating, plan.truth.spread, truth)
    return _Entered(plan, repeat, tournament, strength, luck)


def _seeds(seed: int, *key: int) -> tuple[int, int]:
    """Two seeds that follow from a seed and its place; numpy promises them for all versions."""
    one, other = np.random.SeedSequence(seed, spawn_key=key).generate_state(2, np.uint32).tolist()
    return one, other


def _with_rules(tournament: Tournament, contender: Contender) -> Tournament:
    """The rules that the contender has of its own, the parameters of OpenGotha's weights among them."""
    rules = tournament.rules
    if contender.criteria:
        rules = replace(rules, placement=contender.criteria)
    if contender.bar_grade is not None:
        rules = replace(rules, bar=contender.bar_grade)
    if contender.system in TWO_GAMES:
        rules = replace(rules, games=MOST_GAMES)
    if contender.rounds:
        rules = replace(rules, rounds=contender.rounds)
        tournament = replace(tournament, players=within(tournament.players, contender.rounds))
    if contender.by_weights and _model(contender, rules).startswith("opengotha"):
        rules = replace(rules, pairing=pairing_of(contender, rules.pairing))
    return replace(tournament, rules=rules)


_systems: dict[int, tuple[Contender, System]] = {}
"""Systems of the last plan that draw no lots, by contender: what their formulas read is known."""


def _system(contender: Contender, rules: Rules, salt: int) -> System:
    """The system of a contender; that of an earlier tournament, if it draws no lots."""
    if id(contender) in _systems:
        # The contender is kept alive, so that no other one gets its id.
        return _systems[id(contender)][1]
    if not contender.by_weights:
        system = stated_system(contender.system, contender.options)
    else:
        model = model_of(replace(contender, model=_model(contender, rules)), salt=salt)
        system = LookingAhead(model=model)
        if model.by_lot(rules):
            return system
    _systems[id(contender)] = contender, system
    return system


def _model(contender: Contender, rules: Rules) -> str:
    return contender.model or rules.usual_model


def _ratings(plan: Plan) -> RatingSystem:
    """The ratings that the tournaments of the plan count for."""
    return RATING_SYSTEMS.get(plan.truth.win, RATING_SYSTEMS["egf2021"])


def _winning(plan: Plan) -> Winning:
    if plan.truth.win == "elo":
        return elo
    if plan.truth.win == "grades":
        return plan.truth.p_win.by_rating
    return RATING_SYSTEMS[plan.truth.win].probability_of_winning
