"""Tournaments of the golden vectors as tournaments, and what the vectors say of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from fastpair.go.scores import MMS_OF_1_DAN, ScoreHistory, criterion_values
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Game,
    Grade,
    HandicapRules,
    Player,
    Points,
    Result,
    Rules,
    Tournament,
)
from fastpair.pairing.field import Conventions, Field, state_of

NO_BAR, NO_FLOOR = Grade(8), Grade(-30)
ABSENT_X2 = {"floor": 1, "half": 1, "zero": 0, "epm": 1}


@dataclass(frozen=True, eq=False)
class VectorTournament:
    """One file, read."""

    content: dict[str, Any]

    @cached_property
    def round_number(self):
        return self.content["completed_rounds"] + 1

    @cached_property
    def conventions(self):
        entrants = self.content["tournament"]["players"]
        lots = tuple((str(player["id"]), player["draw"]) for player in entrants)
        return Conventions(lots=lots, whole_scores=self.absence == "epm")

    @cached_property
    def absence(self):
        return self.content["tournament"]["params"].get("absence", "floor")

    @cached_property
    def tournament(self):
        entrants = self.content["tournament"]["players"]
        return Tournament(
            rules=self.rules,
            players=tuple(self.player(player) for player in entrants),
            games=tuple(self.games(entrants)),
            byes=tuple(
                Bye(round=number, player=str(player["id"]))
                for player in entrants
                for number, played in enumerate(player["rounds"], 1)
                if played["kind"] == "bye"
            ),
        )

    @cached_property
    def rules(self):
        params = self.content["tournament"]["params"]
        bar, floor, offset = params.get("bar"), params.get("floor"), params.get("H", -1)
        bar = NO_BAR if bar is None else Grade(bar)
        return Rules(
            rounds=self.round_number,
            bar=bar,
            floor=NO_FLOOR if floor is None else Grade(floor),
            points=Points(
                mms_bye_x2=2,
                mms_absent_x2=ABSENT_X2[self.absence],
                round_down=self.absence == "floor",
            ),
            handicap=HandicapRules(
                correction=-(offset or 0), threshold=bar, ceiling=0 if offset is None else 9
            ),
        )

    @staticmethod
    def player(player):
        return Player(
            key=str(player["id"]),
            name=f"P{player['id']:03}",
            first_name="",
            grade=Grade(player["grade"]),
            rating=round(player.get("rating", 0)),
            country=player.get("country", ""),
            club=player.get("club", ""),
            correction=player.get("super", 0) + player.get("adjust", 0),
            band=player.get("band"),
            play_in=str(player.get("playin") or ""),
            play_out=str(player.get("playout") or ""),
            absences=frozenset(
                number
                for number, played in enumerate(player["rounds"], 1)
                if played["kind"] == "absent"
            ),
        )

    def games(self, entrants):
        for player in entrants:
            for number, played in enumerate(player["rounds"], 1):
                if played["kind"] not in ("game", "forfeit"):
                    continue
                other = entrants[played["opp"]]
                colour = played.get("colour", 0)
                if colour < 0 or (colour == 0 and player["id"] > other["id"]):
                    continue
                assert other["rounds"][number - 1]["opp"] == player["id"]
                yield Game(
                    round=number,
                    table=player["id"] + 1,
                    white=str(player["id"]),
                    black=str(other["id"]),
                    handicap=played.get("handicap") or 0,
                    result=result_of(played["res"], other["rounds"][number - 1]["res"]),
                    by_default=played["kind"] == "forfeit",
                )

    @cached_property
    def field(self):
        keys = [str(player) for player in self.content["paired"]]
        return Field.of(self.tournament, self.round_number, keys)

    @cached_property
    def state(self):
        return state_of(self.field.roster, self.conventions)

    def tie_breaks(self, after, missed):
        """Tie-breakers by name, each of all players, with scores that count from 1 dan."""
        epm = self.absence == "epm"
        absent = 0 if epm else self.rules.points.mms_absent_x2
        points = replace(self.rules.points, wins_bye_x2=2, mms_absent_x2=absent)
        rules = replace(self.rules, points=points, missed=missed, absence_as_half_point=epm)
        players = tuple(
            replace(player, correction=player.correction - MMS_OF_1_DAN)
            for player in self.tournament.players
        )
        history = ScoreHistory.of(replace(self.tournament, rules=rules, players=players))
        criteria = {
            name: Criterion[name] for name in ("MMS", "WINS", "SOS", "SOSOS", "SODOS", "CUSP")
        }
        return {
            name: (criterion_values(history, criterion, after) / 2).tolist()
            for name, criterion in {**criteria, "CUSS": Criterion.CUSS_MMS}.items()
        }

    @cached_property
    def groups_that_must_play(self):
        """Seats of each group whose members are to be paired with each other first."""
        seat = {key: index for index, key in enumerate(self.field.key)}
        groups = self.content["tournament"].get("must_play") or []
        keys = [[str(player) for player in group] for group in groups]
        return [np.array([seat[key] for key in group if key in seat]) for group in keys]

    @cached_property
    def edges(self):
        """Seats of the pairs, in the order of the file."""
        seat = {key: index for index, key in enumerate(self.field.key)}
        pairs = [[seat[str(player)] for player in pair] for pair in self.content["pairs"]]
        return np.array(pairs, dtype=np.intp).reshape(-1, 2).T


def result_of(white, black):
    results = {
        ("W", "L"): Result.WHITE_WINS,
        ("L", "W"): Result.BLACK_WINS,
        ("J", "J"): Result.JIGO,
        ("L", "L"): Result.BOTH_LOSE,
    }
    return results[white, black]


@lru_cache(maxsize=4)
def vector_tournament(path):
    """The tournament of a file."""
    return VectorTournament(json.loads(path.read_text(encoding="utf-8")))
