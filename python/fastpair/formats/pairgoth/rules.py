"""The rules of a tournament and the parameters of pairgoth, in both directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ...go.tournament import (
    Criterion,
    Grade,
    HandicapRules,
    Kind,
    PairingRules,
    Placement,
    Points,
    Rules,
    SeedSystem,
)
from ..criteria import nearest_held
from .shape import Base, Geo, Handicap, Main, Pairing, Secondary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .shape import File

__all__ = ["CRITERIA", "grade_of", "pairing_of", "reservations", "rules_of"]

CRITERIA = {
    "NONE": Criterion.NONE,
    "CATEGORY": Criterion.CATEGORY,
    "RANK": Criterion.GRADE,
    "RATING": Criterion.RATING,
    "NBW": Criterion.WINS,
    "MMS": Criterion.MMS,
    "STS": Criterion.STRASBOURG_SCORE,
    "CPS": Criterion.CUP_SCORE,
    "SOSW": Criterion.SOS_WINS,
    "SOSWM1": Criterion.SOS_WINS_1,
    "SOSWM2": Criterion.SOS_WINS_2,
    "SODOSW": Criterion.SODOS_WINS,
    "SOSOSW": Criterion.SOSOS_WINS,
    "CUSSW": Criterion.CUSS_WINS,
    "SOSM": Criterion.SOS_MMS,
    "SOSMM1": Criterion.SOS_MMS_1,
    "SOSMM2": Criterion.SOS_MMS_2,
    "SODOSM": Criterion.SODOS_MMS,
    "SOSOSM": Criterion.SOSOS_MMS,
    "CUSSM": Criterion.CUSS_MMS,
    "SOSTS": Criterion.SOS_STRASBOURG,
    "EXT": Criterion.EXPLOITS_TRIED,
    "EXR": Criterion.EXPLOITS,
    "SCOREX": Criterion.SCORE_WITHOUT_ABSENCES,
    "SDC": Criterion.SIMPLE_DIRECT_CONFRONTATION,
    "DC": Criterion.DIRECT_CONFRONTATION,
}
_CRITERIA_NAMES = {criterion: name for name, criterion in CRITERIA.items()}

_MODES = {"TOP": Placement.TOP, "MIDDLE": Placement.MIDDLE, "BOTTOM": Placement.BOTTOM}
_MODE_NAMES = {mode: name for name, mode in _MODES.items()}

_SEEDS = {system.name: system for system in SeedSystem}


_WIN_X2 = 2
"""What pairgoth gives for a bye."""


def rules_of(file: File) -> Rules:
    """The rules of a file; a bye is a win, as pairgoth counts it."""
    pairing = file.pairing
    main, handicap = pairing.main, pairing.handicap
    return Rules.found(
        rounds=max([file.rounds, *(number for number, games in enumerate(file.games, 1) if games)]),
        floor=Grade(pairing.mm_floor),
        bar=Grade(pairing.mm_bar),
        points=Points(
            wins_bye_x2=_WIN_X2,
            mms_absent_x2=round(2 * main.mms_value_absent),
            mms_bye_x2=_WIN_X2,
            round_down=main.round_down_score,
        ),
        placement=tuple(CRITERIA[name] for name in pairing.placement if name in CRITERIA),
        handicap=HandicapRules(
            by_mms=handicap.use_mms,
            threshold=Grade(handicap.threshold),
            correction=handicap.correction,
            ceiling=handicap.ceiling,
        ),
        pairing=_weights(pairing),
    )


def _weights(pairing: Pairing) -> PairingRules:
    base, main, secondary, geo = pairing.base, pairing.main, pairing.secondary, pairing.geo
    criteria = (main.first_seed_add_crit, main.second_seed_add_crit)
    first, second = (CRITERIA.get(name, Criterion.NONE) for name in criteria)
    return PairingRules(
        variant="v351",
        concavity=base.nx1,
        avoid_duplicate=round(base.dup_weight),
        random=round(base.random),
        deterministic=base.deterministic,
        balance_colours=round(base.color_balance_weight),
        avoid_mixing_categories=round(main.cat_weight),
        minimise_score_difference=round(main.score_weight),
        draw_up_down=round(main.up_down_weight),
        compensate_draw_up_down=main.up_down_compensate,
        drawn_down_from=_MODES[main.up_down_upper_mode],
        drawn_up_from=_MODES[main.up_down_lower_mode],
        maximise_seeding=round(main.maximize_seeding),
        last_round_of_first_seed_system=main.first_seed_last_round,
        seed_systems=(_SEEDS[main.first_seed], _SEEDS[main.second_seed]),
        seed_criteria=(first, second),
        grade_threshold=Grade(secondary.rank_threshold),
        wins_threshold=secondary.wins_threshold,
        bar_threshold=secondary.bar_threshold,
        secondary_criteria=round(secondary.sec_weight),
        minimise_handicap=round(pairing.handicap.weight),
        avoid_same_area=round(geo.weight),
        country_groups=geo.mms_diff_country,
        club_groups=geo.mms_diff_club,
    )


def reservations(file: File) -> Iterator[str]:
    """Say what of a file's rules is read otherwise than it stands there."""
    main = file.pairing.main
    if 2 * main.mms_value_absent % 1:
        half = round(2 * main.mms_value_absent) / 2
        yield f"/pairing/main/mmsValueAbsent: {main.mms_value_absent} is read as {half}"
    if 2 * file.komi % 1:
        yield f"/komi: {file.komi} is read as {round(2 * file.komi) / 2}"
    others = [entry for entry in file.players if entry.rank != grade_of(entry.rating)]
    if others:
        first = others[0]
        yield (
            f"/players: {len(others)} of {len(file.players)} players are graded by their rating, as "
            f"pairgoth does, and not by their rank, such as {first.name}: "
            f"{grade_of(first.rating)}, not {Grade(first.rank)}"
        )


def grade_of(rating: int) -> Grade:
    """The grade by which pairgoth pairs, whatever a player's rank is."""
    return Grade.limited((rating - 2050) // 100)


def pairing_of(rules: Rules) -> Pairing:
    """The parameters of pairgoth that come nearest to rules."""
    weights, handicap, names = rules.pairing, rules.handicap, _CRITERIA_NAMES
    return Pairing(
        type="SWISS" if rules.kind is Kind.SWISS else "MAC_MAHON",
        base=Base(
            nx1=weights.concavity,
            dup_weight=float(weights.avoid_duplicate),
            random=float(weights.random),
            deterministic=weights.deterministic,
            color_balance_weight=float(weights.balance_colours),
        ),
        main=_main_of(rules),
        secondary=Secondary(
            bar_threshold=weights.bar_threshold,
            rank_threshold=int(weights.grade_threshold),
            wins_threshold=weights.wins_threshold,
            sec_weight=float(weights.secondary_criteria),
        ),
        geo=Geo(
            weight=float(weights.avoid_same_area),
            mms_diff_country=weights.country_groups,
            mms_diff_club=weights.club_groups,
        ),
        handicap=Handicap(
            weight=float(weights.minimise_handicap),
            use_mms=handicap.by_mms,
            threshold=int(handicap.threshold),
            correction=handicap.correction,
            ceiling=handicap.ceiling,
        ),
        placement=cast("Any", tuple(names[item] for item in nearest_held(rules.placement, names))),
        mm_floor=int(rules.floor),
        mm_bar=int(rules.bar),
    )


def _main_of(rules: Rules) -> Main:
    weights = rules.pairing
    names: Any = [_CRITERIA_NAMES.get(criterion, "NONE") for criterion in weights.seed_criteria]
    systems: Any = [system.name for system in weights.seed_systems]
    modes: Any = _MODE_NAMES
    return Main(
        cat_weight=float(weights.avoid_mixing_categories),
        score_weight=float(weights.minimise_score_difference),
        up_down_weight=float(weights.draw_up_down),
        up_down_compensate=weights.compensate_draw_up_down,
        up_down_lower_mode=modes[weights.drawn_up_from],
        up_down_upper_mode=modes[weights.drawn_down_from],
        maximize_seeding=float(weights.maximise_seeding),
        first_seed_last_round=weights.last_round_of_first_seed_system,
        first_seed=systems[0],
        second_seed=systems[1],
        first_seed_add_crit=names[0],
        second_seed_add_crit=names[1],
        mms_value_absent=rules.points.mms_absent_x2 / 2,
        round_down_score=rules.points.round_down,
    )
