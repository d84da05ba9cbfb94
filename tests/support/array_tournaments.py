"""Invented tournaments as arrays, played round by round by a system, with random results.

They have what makes a draw hard: few players, odd numbers, absences, hard rules of all kinds, and
more rounds than there are opponents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import (
    Criterion,
    Ending,
    Grade,
    Player,
    Points,
    Result,
    RoundKind,
    Rules,
    Tournament,
)
from fastpair.pairing.draw import Constraints
from fastpair.pairing.field import People
from fastpair.pairing.systems import Situation

COLUMNS = (
    *("kind", "opponent", "colour", "handicap", "won_x2"),
    "points_x2",
)
PLACEMENTS = (
    (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS),
    (Criterion.WINS, Criterion.SOS_WINS),
    (Criterion.MMS,),
)
RESULTS = [
    *(10 * [(Result.WHITE_WINS, False)] + 10 * [(Result.BLACK_WINS, False)]),
    *((Result.JIGO, False), (Result.WHITE_WINS, True), (Result.BOTH_LOSE, True)),
]


@dataclass
class ArrayTournament:
    """A tournament whose rounds are played one after the other."""

    rng: np.random.Generator
    history: ScoreHistory
    people: People
    attends: np.ndarray
    general: dict

    @classmethod
    def invented(cls, seed, most_players=24):
        """A tournament before its first round; every seed gives another one."""
        rng = np.random.default_rng(seed)
        few = rng.random() < 0.4
        players = int(rng.integers(2, 9 if few else most_players + 1))
        rounds = int(rng.integers(1, 10))
        entered = tuple(_player(rng, number) for number in range(players))
        rules = Rules(
            rounds=rounds,
            placement=PLACEMENTS[rng.integers(len(PLACEMENTS))],
            bar=Grade(int(rng.integers(-5, 5))),
            floor=Grade(-20),
            points=Points(
                wins_bye_x2=2,
                mms_bye_x2=2,
                mms_absent_x2=int(rng.integers(2)),
                round_down=bool(rng.integers(2)),
            ),
        )
        history = ScoreHistory.of(Tournament(rules=rules, players=entered))
        attends = rng.random((players, rounds)) < rng.choice([1, 0.9, 0.6])
        return cls(rng, history, People(entered), attends, _general(rng))

    @classmethod
    def of_many(cls, seed, players=24):
        """A tournament of at least half so many players."""
        rng = np.random.default_rng(seed)
        while True:
            found = cls.invented(int(rng.integers(2**40)), players)
            if 2 * len(found.people.players) >= players:
                return found

    def situation(self, number, constraints, **more):
        """A round before it is paired."""
        return Situation(
            history=self.history,
            people=self.people,
            round_number=number,
            waiting=self.attends[:, number - 1],
            constraints=constraints,
            **more,
        )

    def rounds(self, system):
        """Situation and pairing of every round; a round's results follow from chance."""
        for number in range(1, self.history.rounds + 1):
            waiting = self.attends[:, number - 1]
            if not waiting.any():
                continue
            situation = self.situation(
                number,
                self._constraints(waiting),
                bye_given=bool(self.rng.random() < 0.05),
                seed=int(self.rng.integers(2**40)),
            )
            pairing = system.pair(situation)
            yield situation, pairing
            self._play(situation, pairing)

    def _constraints(self, waiting):
        """Hard rules; some of them name two players."""
        rules = dict(self.general)
        present = [self.people.players[row].key for row in np.flatnonzero(waiting)]
        for name in ("force", "forbid"):
            if len(present) > 3 and self.rng.random() < 0.15:
                chosen = self.rng.permutation(len(present))
                two = chosen[:2] if name == "force" else chosen[2:4]
                rules[name] = frozenset({frozenset(present[one] for one in two)})
        if len(present) > 5 and self.rng.random() < 0.1:
            rules["must_play_groups"] = (frozenset(self.rng.permutation(present)[:5].tolist()),)
        if rules.get("force") == rules.get("forbid"):
            rules.pop("forbid", None)
        return Constraints(**rules)

    def _play(self, situation, pairing):
        """Take the round into the history."""
        column = situation.round_number - 1
        arrays = {name: np.array(getattr(self.history, name)) for name in COLUMNS}
        kind = arrays["kind"][:, column]
        kind[:] = np.where(situation.waiting, RoundKind.UNPAIRED.code, RoundKind.ABSENT.code)
        if pairing.bye is not None:
            kind[pairing.bye] = RoundKind.PAIRING_BYE.code
        for pair in pairing.pairs.tolist():
            white, black = pair if pairing.white_first or self.rng.random() < 0.5 else pair[::-1]
            result, by_default = RESULTS[self.rng.integers(len(RESULTS))]
            points = self.history.rules.points.of(result, by_default=by_default)
            values = {
                "kind": [each.code for each in Ending(result, by_default).kinds],
                "opponent": (black, white),
                "colour": (1, -1),
                "handicap": 2 * (int(self.rng.integers(3)),),
                "won_x2": result.won_x2,
                "points_x2": points,
            }
            for name, (of_white, of_black) in values.items():
                arrays[name][white, column] = of_white
                arrays[name][black, column] = of_black
        self.history = replace(self.history, **arrays)


def _player(rng, number):
    grade = Grade(int(rng.integers(-15, 6)))
    rated = rng.random() < 0.9
    return Player(
        key=f"K{number}",
        name=f"N{rng.integers(6)}",
        first_name=str(number),
        grade=grade,
        **({"rating": int(2100 + 100 * grade + rng.integers(-60, 60))} if rated else {}),
        country=str(rng.choice(["", "DE", "CH", "FR"])),
        club=str(rng.choice(["", "Bern", "Ulm", "Oslo", "Nice"])),
    )


def _general(rng):
    """Hard rules that hold in all rounds of a tournament."""
    rules = {}
    if rng.random() < 0.2:
        rules["max_grade_difference"] = int(rng.integers(4, 15))
    if rng.random() < 0.1:
        rules["max_score_difference"] = 2.0
    if rng.random() < 0.2:
        rules["families_apart"] = True
    if rng.random() < 0.1:
        rules["rematches"] = True
    return rules
