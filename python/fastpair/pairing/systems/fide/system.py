"""What the systems of FIDE have in common: each declares its brackets, criteria, order, bye and colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from ....errors import NoPairingError, RuleError
from ....go.tournament import Criterion, FidePlayerRules
from ....sentences import Remedy, marked, phrase
from ...draw import HardRule
from ..criteria import EarlierBoards, PlayerFacts
from ..system import Pairing, System
from .aims import Aim, Stage
from .brackets import (
    FEWEST_CHANGES,
    Bracket,
)
from .known_boards import KeptBoards
from .players import RULES_OF_COLOURS, ColourRule, FidePlayers
from .rounds import FideRound, FirstBye, RoundBrackets, unmatched_players

if TYPE_CHECKING:
    from ....arrays import Bools, Indices
    from ....go.tournament import Points, Tournament
    from ..system import Situation

_COLOURS = {"white": 1, "black": -1}


@dataclass(frozen=True, kw_only=True)
class FideSystem(System, FidePlayerRules):
    """A system of FIDE: the pairing is the only one that its rules allow."""

    guarantees: ClassVar[str] = (
        "The pairing is the one that the rules in force from 1 February 2026 ask for, bracket by bracket; all of this is proven."
    )
    fails: ClassVar[str] = "It refuses a round that cannot be paired completely by C1 to C3."
    goes_by: ClassVar[Criterion] = Criterion.WINS
    allows_one_pairing: ClassVar[bool] = True
    of_chess: ClassVar[bool] = True
    preset: ClassVar[str] = "FIDE"

    players: ClassVar[type[FidePlayers]] = FidePlayers
    """What the rules know of the players."""

    course: ClassVar[type[RoundBrackets]]
    """Whether players join a bracket from above or from below."""

    bracket: ClassVar[type[Bracket]]
    """The criteria of a bracket, and its order among equals."""

    bye_first: ClassVar[bool] = True
    """Whether the bye is given before the first bracket is paired."""

    colour_rules: ClassVar[tuple[ColourRule, ...]] = RULES_OF_COLOURS
    """Who takes White: the first rule that decides."""

    of_teams: ClassVar[bool | None] = False

    games: ClassVar[int | None] = None
    """Games of a pair in a round; None if any number."""

    @classmethod
    def of_tournament(cls, tournament: Tournament) -> Self:
        """The system with what the rules of a tournament say of it."""
        stated = tournament.rules.fide
        return cls(**{name: value for name, value in vars(stated).items() if hasattr(cls, name)})

    def __post_init__(self) -> None:
        System.__post_init__(self)
        FidePlayerRules.__post_init__(self)

    @property
    def by_lot(self) -> bool:
        """Whether a lot gives the first player a colour."""
        return self.initial_colour == "lot"

    # ---- The round ----

    def in_round(self, situation: Situation) -> FideSystem:
        """The system whose rules hold in a round.

        Raises
        ------
        RuleError
            If it does not pair such a tournament.
        """
        self._refuse_unfit(situation)
        return self

    def _refuse_unfit(self, situation: Situation) -> None:
        """Refuse teams or players, games in a round or players without a rating that it does not pair."""
        people, rules = situation.people.players, situation.history.rules
        unrated = next((each.full_name for each in people if each.rating is None), "")
        message = ""
        if self.of_teams is False and any(each.boards > 1 for each in people):
            message = marked(
                "{system} pairs players, and this is a tournament of teams; choose swiss-team"
            )
        elif self.of_teams and not any(each.boards > 1 for each in people):
            message = marked(
                "{system} pairs teams, and there are none; add teams, or choose another system"
            )
        elif self.games not in (None, rules.games):
            message = marked("{system} pairs matches of two games; set two games in a round")
        elif self.needs_ratings and unrated:
            message = marked("{system} pairs by ratings, and {name} has none; enter it")
        elif self.acceleration == "baku" and not self.allows_baku(rules.points):
            message = marked(
                "Baku acceleration needs score groups by match points, two draws that are worth a win, and a loss "
                "that is worth nothing; enter virtual points instead, such as 1 in 1-3 for 1-8"
            )
        if message:
            raise RuleError(phrase(message, system=self.name, name=unrated))

    def allows_baku(self, points: Points) -> bool:
        """Whether the points that make the score groups fit Baku acceleration [C.04.7]."""
        return 2 * points.jigo_x2 == points.win_x2 and not points.loss_x2

    def pair(self, situation: Situation) -> Pairing:
        """Pair a round.

        Raises
        ------
        NoPairingError
            If no complete pairing is lawful; the message names who cannot be paired.
        """
        return _as_pairing(self.by_criteria(situation), situation)

    def pair_again(self, situation: Situation, boards: EarlierBoards) -> Pairing:
        """Pair a round so that the fewest boards change, and of these pairings the best by the criteria.

        Raises
        ------
        NoPairingError
            As `pair`.
        """
        return _as_pairing(self._round(situation, boards), situation)

    def by_criteria(self, situation: Situation) -> FideRound:
        """The round as it is paired, beside which others are judged.

        Raises
        ------
        NoPairingError
            As `pair`.
        """
        return self._round(situation)

    def _round(self, situation: Situation, boards: EarlierBoards | None = None) -> FideRound:
        system = self.in_round(situation)
        course, bye = system.course_of(situation, boards)
        brackets = tuple(course.brackets())
        return FideRound(
            takes_white=system.takes_white,
            first_colour=system.first_colour(course.players),
            course=course,
            paired_brackets=brackets,
            bye=bye,
        )

    def _row_of_bye(self, situation: Situation) -> int | None:
        """Who has the bye of a round, without pairing it where the bye comes first; None if there is none to give."""
        if not situation.gives_bye:
            return None
        _, first = self.course_of(situation)
        return self.pair(situation).bye if first is None else first.row

    def course_of(
        self, situation: Situation, boards: EarlierBoards | None = None
    ) -> tuple[RoundBrackets, FirstBye | None]:
        """The players of a round, and who has the bye if it comes first, unless somebody is left over.

        Parameters
        ----------
        boards
            Those of which as many as can be stay, if the round is paired again.
        """
        players, known = self.players_of(situation), None
        lawful = lawful_pairs(situation, players)
        if boards is not None:
            bye = self._row_of_bye(situation) if boards.bye_by_rule else None
            known = KeptBoards.of(players, boards, bye)
            lawful = lawful | known.pairs
        bye_last = situation.gives_bye and not self.bye_first
        course = self.course(players, lawful, self.bracket, bye=bye_last, known=known)
        if not situation.gives_bye or bye_last:
            if not course.can_be_paired():
                _refuse_incomplete(situation, players, lawful)
            return course, None
        # The bye, of those who may have it: the first whose bye leaves all others a pairing.
        order = self.bye_order(players)
        for place in order[:1].tolist() if known is None else ():
            without = course.without(place)
            if without.can_be_paired():
                return without, FirstBye(players, lawful, order, place, None)
        _refuse_incomplete(situation, players, lawful)
        stage, place = _find_bye(players, order, lawful, known)
        return course.without(place), FirstBye(players, lawful, order, place, stage)

    def bye_order(self, players: FidePlayers) -> Indices:
        """Those who may have the bye: by the least score, the most games, and the lowest rank."""
        order = np.lexsort((-players.rank, -players.games, players.score_x2))
        return order[~players.had_bye[order]]

    def players_of(self, situation: Situation) -> FidePlayers:
        """What the rules know of the players of a round."""
        return self.players.of(situation, self)

    # ---- Colours ----

    def takes_white(self, players: FidePlayers, one: int, other: int, initial: int) -> bool:
        """Whether the first of two players takes White.

        Parameters
        ----------
        initial
            The colour of the first player in round 1.
        """
        high = players.higher(one, other)
        low = one + other - high
        found = (rule(players, high, low, initial) for rule in self.colour_rules)
        colour = next(filter(None, found), 1)
        return (colour == 1) == (high == one)

    def first_colour(self, players: FidePlayers) -> int:
        """The colour of the first in round 1: as it is stated, or else as that round shows it; 0 if nothing does."""
        return _COLOURS.get(self.initial_colour, players.initial)

    def lacks_first_colour(self, situation: Situation) -> bool:
        """Whether the first player has a colour in round 1 that nothing states, and no game shows."""
        return not self.first_colour(self.in_round(situation).players_of(situation))

    # ---- Answers ----

    def facts(self, situation: Situation) -> list[PlayerFacts]:
        """What the players bring into a round, in the order of their ranks."""
        players = self.in_round(situation).players_of(situation)
        columns = zip(
            players.row.tolist(),
            players.score_x2.tolist(),
            players.preference.tolist(),
            players.strength.tolist(),
            map(tuple, players.floats[:, :2].tolist()),
            (~players.had_bye).tolist(),
            strict=True,
        )
        return [PlayerFacts(*each) for each in columns]


def _as_pairing(found: FideRound, situation: Situation) -> Pairing:
    """A round with its colours and its proof."""
    by_lot = 1 if situation.seed % 2 == 0 else -1
    pairs = found.with_colours(by_lot)
    waiting = np.flatnonzero(situation.waiting)
    left = waiting[~np.isin(waiting, np.array(pairs, np.intp))]
    return Pairing(
        pairs=np.array(pairs, np.intp).reshape(-1, 2),
        bye=int(left[0]) if len(left) and situation.gives_bye else None,
        white_first=True,
        proof=found,
    )


def lawful_pairs(situation: Situation, players: FidePlayers) -> Bools:
    """Who may meet by the rules [C1, C3] and by the hard rules of the draw, (n, n)."""
    seats = situation.seat[players.row]
    allowed = players.lawful
    for each in situation.removals():
        if each.rule is not HardRule.REMATCH:
            allowed = allowed & ~each.pairs[np.ix_(seats, seats)]
    return allowed


def _find_bye(
    players: FidePlayers, order: Indices, lawful: Bools, known: KeptBoards | None
) -> tuple[Stage, int]:
    """The first player of an order without whom all others can be paired, and the proof.

    With known boards, the first of those without whom the fewest change.
    """
    number = np.arange(len(lawful))
    rank = np.full(len(number), len(number))
    rank[order] = np.arange(len(order))

    def gain(one: Indices, other: Indices) -> Indices:
        found: Indices = rank[one] + rank[other]
        return found

    aims = [Aim("bye", gain, int(rank.sum()))]
    if known is not None:
        had = players.had_bye.astype(np.int64)
        barred = Aim("C2", lambda one, other: had[one] + had[other], int(had.sum()))
        aims = [barred, known.aim(FEWEST_CHANGES.number, number), *aims]
    stage = Stage.of(aims, number, lawful, complete=True)
    (place,) = stage.matching.unmatched.tolist()
    return stage, place


def _refuse_incomplete(situation: Situation, players: FidePlayers, lawful: Bools) -> None:
    """Refuse a round in which C1 to C3 leave somebody over."""
    left, had = unmatched_players(players, lawful, bye=situation.gives_bye), players.had_bye
    if len(left) <= situation.gives_bye and not (situation.gives_bye and had[left].any()):
        return
    keys = [situation.people.players[row].full_name for row in players.row[left].tolist()]
    raise NoPairingError(
        phrase(
            "round {round} has no complete pairing by C1 to C3: nobody is left for {names}",
            round=situation.round_number,
            names=", ".join(keys),
        ),
        Remedy("pair by hand"),
    )
