"""One tournament of a plan: a pure function of the plan, a contender and a repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import OverError
from ...go.ratings import RATING_SYSTEMS, rated_together
from ...pairing.papers.agreement import kendall_tau
from ...pairing.papers.ranking import rms
from ...pairing.systems import LookingAhead, Weighted, stated_system
from .contenders import model_of, pairing_of
from .course import Course
from .entrants import entered, rated_as, within
from .measures import measured
from .plan import Contender
from .truth import Luck, elo, true_strengths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...go.ratings import RatingSystem
    from ...go.tournament import Rules, Tournament
    from ...pairing.systems import System
    from .plan import Plan
    from .truth import Winning

__all__ = ["played", "trial", "trials"]

_TRUTH = "truth"


@dataclass(frozen=True, slots=True)
class _Entered:
    """The players of a repeat, who are the same for all contenders."""

    plan: Plan
    repeat: int
    tournament: Tournament
    strength: NDArray[np.float64]
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


def _measured(plan: Plan, course: Course, strength: NDArray[np.float64]) -> dict[str, float]:
    measures = measured(course, strength, top=plan.top, relative_strength=plan.relative_strength)
    rating = course.history.rating.astype(np.float64)
    after = rated_together(_ratings(plan), rating, course.history)
    return {
        **measures,
        "rating_error_before": rms(rating, strength),
        "rating_error": rms(after, strength),
        "rating_tau_before": kendall_tau(rating, strength),
        "rating_tau": kendall_tau(after, strength),
    }


def played(
    plan: Plan, contender: int, repeat: int
) -> tuple[Course, NDArray[np.float64], NDArray[np.int64]]:
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
        drawing = _told(plan)
        tournament = rated_as(tournament, here.strength)
    tournament = _with_rules(tournament, drawing)
    system = _system(drawing, tournament.rules, salt=here.luck)
    for number in range(plan.sequence):
        course = _course(tournament, system, here, number)
        yield course
        if number + 1 < plan.sequence:
            rating = course.history.rating.astype(np.float64)
            tournament = rated_as(
                tournament, rated_together(_ratings(plan), rating, course.history)
            )


def _told(plan: Plan) -> Contender:
    """The contender that the ceiling is: the first one, if it knew how strong everybody is."""
    others = (contender for contender in plan.contenders if contender.system != _TRUTH)
    return next((other for other in others if other.system != "lot"), Contender())


def _course(tournament: Tournament, system: System, here: _Entered, number: int) -> Course:
    plan, luck = here.plan, here.luck + number
    course = Course.of(tournament)
    results = Luck(luck, here.strength, _winning(plan), plan.truth.skill, plan.truth.jigo)
    for _ in range(tournament.rules.rounds):
        if not course.waiting.any():
            course.rest()
            continue
        try:
            course.play(system, luck, results.result)
        except OverError:
            break
    return course


_latest: list[_Entered] = []
"""The last repeat that was played here: its players serve all contenders, one after the other."""


def _entered_in(plan: Plan, repeat: int) -> _Entered:
    if not (_latest and _latest[0].plan is plan):
        _known.clear()
    if not (_latest and _latest[0].plan is plan and _latest[0].repeat == repeat):
        _latest[:] = [_enter(plan, repeat)]
    return _latest[0]


def _enter(plan: Plan, repeat: int) -> _Entered:
    players, truth = _seeds(plan.seed) if plan.field.fixed else _seeds(plan.seed, repeat)
    luck = _seeds(plan.seed, repeat, 1)[0]
    tournament = entered(plan, players)
    rating = np.array([player.rating for player in tournament.players], dtype=np.int64)
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
    if contender.rounds:
        rules = replace(rules, rounds=contender.rounds)
        tournament = replace(tournament, players=within(tournament.players, contender.rounds))
    if contender.system == Weighted.name and _model(contender, rules).startswith("opengotha"):
        rules = replace(rules, pairing=pairing_of(contender, rules.pairing))
    return replace(tournament, rules=rules)


_known: dict[int, tuple[Contender, System]] = {}
"""Systems of the last plan that draw no lots, by contender: what their formulas read is known."""


def _system(contender: Contender, rules: Rules, salt: int) -> System:
    """The system of a contender; that of an earlier tournament, if it draws no lots."""
    if id(contender) in _known:
        # The contender is kept alive, so that no other one gets its id.
        return _known[id(contender)][1]
    if contender.system != Weighted.name:
        system = stated_system(contender.system, contender.options)
    else:
        model = model_of(replace(contender, model=_model(contender, rules)), salt=salt)
        system = LookingAhead(model=model)
        if model.by_lot(rules):
            return system
    _known[id(contender)] = contender, system
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
