"""The pairing of a system that goes by criteria, and what other rounds would cost by them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Self, TypedDict

from ...errors import RuleError
from ...pairing.draw import Constraints, HardRule, RelaxedPair
from ...pairing.rounds import earlier_opponents, situation_of
from ...pairing.rounds.review import only_seated
from ...pairing.rules import check_seed
from ...sentences import joined, phrase, phrase_many
from .alternatives import BestDraws, Candidate, check_conditions, constraints_under, waiting
from .best_round import BestRound, Explained
from .optimum import Answer, Conditions, ways
from .sentence import describe_answer, describe_only

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from ...pairing.draw import DrawBracket
    from ...pairing.systems import EarlierOpponents, Judgement, PassedOver, RoundByCriteria, System
    from ...pairing.systems.criteria import PairingCriterion
    from ...pairing.systems.system import Situation
    from .optimum import Opponents

    Criteria = Mapping[str, PairingCriterion]


def describe_judgement(found: Judgement, criteria: Criteria) -> str:
    """Say by which criterion of a system another round is worse than the pairing, in a clause."""
    criterion, least, most = found.verdict
    kind, words = criteria[criterion].kind, phrase(criteria[criterion].words)
    if criteria[criterion].forbids:
        return phrase("not lawful by {criterion}: {reason}", criterion=criterion, reason=words)
    if kind == "order" or found.score is None:
        return words
    score = f"{found.score:g}"
    if kind == "scores":
        return phrase(
            "worse by {criterion} in the bracket of {score} points: {words}",
            criterion=criterion,
            score=score,
            words=words,
        )
    return phrase(
        "worse by {criterion} in the bracket of {score} points, {words}: {most} instead of {least}",
        criterion=criterion,
        score=score,
        words=words,
        most=most,
        least=least,
    )


def describe_bracket(bracket: DrawBracket) -> str:
    """Say who is in a bracket, and what its pairs cost by the criteria.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> describe_bracket(draw_round(tournament, 2, system="dutch").brackets[-1])
    'bracket of 0 points: size 4, moved down 1, pairs 2; no costs'
    """
    costs = [
        phrase("{criterion} {cost} ({words})", criterion=name, cost=cost, words=phrase(words))
        for name, words in bracket.words.items()
        if (cost := bracket.criteria[name])
    ]
    values = {
        "score": f"{bracket.score:g}",
        "size": len(bracket.moved) + len(bracket.residents),
        "moved": len(bracket.moved),
        "pairs": len(bracket.pairs),
        "costs": joined(", ", costs) if costs else phrase("no costs"),
    }
    if bracket.from_below:
        return phrase(
            "bracket of {score} points: size {size}, drawn up {moved}, pairs {pairs}; {costs}",
            **values,
        )
    return phrase(
        "bracket of {score} points: size {size}, moved down {moved}, pairs {pairs}; {costs}",
        **values,
    )


def _describe_earlier(
    found: EarlierOpponents, names: Sequence[str], criteria: Criteria, *, met: bool
) -> Iterator[str]:
    """Say why opponents who come before that of a player are passed over.

    Parameters
    ----------
    names
        Of all players, by their rows.
    met
        Whether the two play in the round.
    """
    values = {"one": names[found.player], "other": names[found.opponent]}
    if met and found.exchange is not None:
        leave, enter, (criterion, *_) = found.exchange
        yield phrase(
            "The halves of the bracket are exchanged, {leave} for {enter}: as they stand the pairing is worse by "
            "{criterion}, {words}.",
            leave=joined(", ", (names[each] for each in leave)),
            enter=joined(", ", (names[each] for each in enter)),
            criterion=criterion,
            words=phrase(criteria[criterion].words),
        )
    if not (found.passed_over or found.more):
        yield phrase(
            "Nobody stands before {other} as an opponent of {one} in their bracket.", **values
        )
    for each in found.passed_over:
        yield _describe_passed_over(each, names, values, criteria)
    if met and found.more:
        yield phrase_many(
            "{count} more stands before {other}.",
            "{count} more stand before {other}.",
            found.more,
            **values,
        )


def _describe_passed_over(
    each: PassedOver, names: Sequence[str], values: dict[str, str], criteria: Criteria
) -> str:
    """Say why a player does not have an opponent who comes before their own."""
    criterion, least, most = each.verdict
    kind, words = criteria[criterion].kind, phrase(criteria[criterion].words)
    values = {**values, "earlier": names[each.player], "words": words}
    if kind == "pair":
        return phrase("{earlier} stands before {other}, but may not meet {one}: {words}.", **values)
    if each.few:
        return phrase(
            "With {earlier}, who stands before {other}, the others could not all be paired: the only opponents of "
            "{few} would be {opponents}.",
            **values,
            few=joined(", ", (names[few] for few in each.few)),
            opponents=joined(", ", (names[few] for few in each.opponents)) or phrase("nobody"),
        )
    if kind != "count":
        return phrase(
            "With {earlier}, who stands before {other}, the pairing is worse by {criterion}: {words}.",
            **values,
            criterion=criterion,
        )
    return phrase(
        "With {earlier}, who stands before {other}, the pairing is worse by {criterion}, {words}: {most} instead of "
        "{least}.",
        **values,
        criterion=criterion,
        most=most,
        least=least,
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class BestByCriteria(BestRound):
    """The pairing of a round by the criteria of a system, as `Optimum` is the heaviest one. Players are keys.

    Examples
    --------
    >>> from fastpair.pairing.systems import Dutch
    >>> tournament = read("examples/evening.xml").tournament
    >>> optimum = BestByCriteria.of_round(tournament, 2, Dutch())
    >>> answer = optimum.what_if(Conditions(drop=frozenset({"FALDINIMIRA"})))
    >>> answer.byes
    (None, 'LOMBEKTARA')
    """

    tournament: Tournament
    """The one that the round was drawn in, with the draw if there is one."""

    system: System
    situation: Situation
    round: RoundByCriteria

    @classmethod
    def of_round(
        cls,
        tournament: Tournament,
        round: int,
        system: System,
        constraints: Constraints | Mapping[str, object] | None = None,
        seed: int = 0,
        *,
        of_games: bool | None = None,
    ) -> Self:
        """The pairing of a round, proven.

        Parameters
        ----------
        of_games
            Whether it is that of the players who have games or byes in the round; or of those who wait
            for a game. By default, whether the round is drawn.

        Raises
        ------
        RuleError
            If no complete pairing is lawful.
        EngineError
            If the proof fails: a bug of fastpair.
        """
        constraints = Constraints.of(constraints)
        constraints.check_players(tournament)
        drawn = tournament.is_drawn(round) if of_games is None else of_games
        present = only_seated(tournament, round) if drawn else tournament
        situation = situation_of(
            present, round, constraints.under(tournament.rules), check_seed(seed)
        )
        pairing = system.by_criteria(situation)
        pairing.prove()
        return cls(tournament=tournament, system=system, situation=situation, round=pairing)

    @property
    def round_number(self) -> int:
        """From 1."""
        return self.situation.round_number

    @property
    def constraints(self) -> Constraints:
        """The hard rules of the director."""
        return self.situation.constraints

    @cached_property
    def opponents(self) -> Opponents:
        """Key of each player's opponent, by key; None for the bye."""
        keys = [player.key for player in self.situation.people.players]
        found: dict[str, str | None] = dict.fromkeys(self.situation.field.key)
        for one, other in self.round.pairs:
            found[keys[one]], found[keys[other]] = keys[other], keys[one]
        return found

    @property
    def brackets(self) -> tuple[DrawBracket, ...]:
        """The brackets of the pairing, from the highest score down."""
        return self.round.brackets([player.key for player in self.situation.people.players])

    @property
    def players(self) -> frozenset[str]:
        """Keys of those who were paired, and of the player with the bye."""
        return frozenset(self.opponents)

    @property
    def bye(self) -> str | None:
        """Key of the player with the bye."""
        return next((key for key, other in self.opponents.items() if other is None), None)

    def judge(self, games: Mapping[str, str | None]) -> Judgement | None:
        """Compare games of the same players with the pairing; None if they are the pairing."""
        row = self.situation.history.row
        pairs = [(row[a], row[b]) for a, b in games.items() if b is not None and a < b]
        return self.round.judge(pairs)

    def judge_opposite(self, one: str, other: str) -> Judgement | None:
        """Compare the best round in which two players do not meet, if the pairing has them meet, or else do."""
        row = self.situation.history.row
        return self.round.judge_opposite(row[one], row[other])

    def what_if(self, conditions: Conditions) -> Answer:
        """Pair under other conditions, and compare with the pairing.

        Raises
        ------
        RuleError
            If a player who is named cannot be paired in the round, no complete pairing is lawful then, or
            something is preferred: criteria have no place for it.
        """
        check_conditions(self.tournament, self.players, conditions)
        if conditions.prefer:
            raise RuleError(
                phrase("{system} has no weights that it could change", system=self.system.name),
                about="prefer",
            )
        self._refuse_unlawful(conditions)
        other = self.of_round(
            waiting(self.tournament, self.round_number, self.players, conditions),
            self.round_number,
            self.system,
            constraints_under(self.constraints, conditions),
            self.situation.seed,
            of_games=False,
        )
        relaxed = [
            RelaxedPair(players=(a, b), rules=self.rules_against(a, b))
            for a, b in sorted(map(sorted, conditions.force))
        ]
        return replace(
            self.compared(other.opponents),
            conditions=conditions,
            byes=(self.bye, other.bye),
            relaxed=tuple(pair for pair in relaxed if pair.rules),
        )

    def compared(self, opponents: Opponents) -> Answer:
        """Another round beside the pairing; it has no price if other players are paired."""
        same = opponents.keys() == self.opponents.keys()
        judgement = self.judge(opponents) if same else None
        bye = next((key for key, other in opponents.items() if other is None), None)
        return Answer(
            conditions=Conditions(),
            price=self._price(judgement) if same else None,
            level=None,
            units=0,
            losses={},
            more={},
            ways=ways(self.opponents, opponents),
            opponents=opponents,
            byes=(self.bye, bye),
            relaxed=(),
            gave_way=(),
            left=(),
            needed=None,
            **self._verdict_fields(judgement),
        )

    def candidates(self, player: str) -> tuple[Candidate, ...]:
        """All possible opponents: the opponent, then by how late in the rules the best round with each is worse."""
        mate = self.opponents[player]
        judgements = {
            other: None if other == mate else self.judge_opposite(player, other)
            for other in self.opponents
            if other != player
        }
        found = [self._candidate(player, *each) for each in judgements.items()]
        return tuple(sorted(found, key=lambda one: self._badness(one, judgements[one.player])))

    def _candidate(self, player: str, other: str, judgement: Judgement | None) -> Candidate:
        rules = self.rules_against(player, other)
        return Candidate(
            player=other,
            price=None if rules else self._price(judgement),
            fewer=0,
            rules=rules,
            marks={},
            # What the game would cost is said without the rules that forbid it.
            **self._verdict_fields(
                None if rules and not self._is_unlawful(judgement) else judgement
            ),
        )

    def cost_of(self, player: str, candidate: Candidate) -> str:  # noqa: D102
        return candidate.verdict or phrase("the best draw has it")

    def describe_loss(self, opponents: Opponents) -> str:  # noqa: D102
        return self.compared(opponents).verdict

    def explain_pair(  # noqa: D102
        self, one: str, other: str, drawn: Tournament, *, by_rule: bool = False
    ) -> Explained:
        names = {player.key: player.full_name for player in drawn.players}
        sentences = (
            *self._opposite(one, other, names),
            *self._earlier(one, other, drawn, [names[player.key] for player in drawn.players]),
        )
        return Explained(question="why", sentences=sentences)

    def _opposite(self, one: str, other: str, names: Mapping[str, str]) -> Iterator[str]:
        """Say what is wrong with the round in which two players do the opposite."""
        judgement = self.judge_opposite(one, other)
        if judgement is None:
            return
        meet = self.opponents[one] == other
        if meet or self._is_unlawful(judgement) or not self.rules_against(one, other):
            yield phrase("The opposite is {judgement}.", judgement=self._describe(judgement))
            yield from (
                self._halves(one, other, names) if judgement.verdict.criterion == "order" else ()
            )
        else:
            answer = self.what_if(Conditions(force=frozenset({frozenset({one, other})})))
            yield from describe_answer(answer, names)

    def _halves(self, one: str, other: str, names: Mapping[str, str]) -> Iterator[str]:
        """Say where two who meet stand in the halves of their bracket."""
        row, people = self.situation.history.row, self.situation.people.players
        if (found := self.round.halves(row[one], row[other])) is None:
            return
        (first, second), (at, other_at) = found.players, found.places
        yield phrase(
            "In the bracket of {score} points, {one}, who is no. {first} of S1, meets {other}, who is no. {second} of S2.",
            score=f"{found.score:g}",
            one=names[people[first].key],
            first=at,
            other=names[people[second].key],
            second=other_at,
        )

    def _earlier(
        self, one: str, other: str, drawn: Tournament, names: Sequence[str]
    ) -> Iterator[str]:
        """Say of two players why opponents who come before are passed over."""
        number, constraints, seed = self.round_number, self.constraints, self.situation.seed
        found = earlier_opponents(drawn, number, self.system, constraints, (one, other), seed)
        if found is not None:
            game = drawn.round(number).game_of(one)
            met = game is not None and other in game.players
            yield from _describe_earlier(found, names, self.round.criteria, met=met)

    def explain_others(  # noqa: D102
        self, k: int, within: float | None, names: Mapping[str, str], played: Opponents | None
    ) -> Explained:
        games = self.compared(self.opponents if played is None else played)
        best = BestDraws(others=(games,) if games.changed else (), complete=False)
        message = describe_only(games, names, self.round_number)
        brackets = map(describe_bracket, self.brackets)
        return Explained(question="best", sentences=(*message, *brackets), best=best)

    def rules_against(self, one: str, other: str) -> tuple[HardRule, ...]:
        """The rules of the director that remove a pair."""
        seat = self.situation.field.seat_by_key
        return tuple(
            each.rule
            for each in self.situation.removals()
            if each.rule is not HardRule.REMATCH and each.pairs[seat[one], seat[other]]
        )

    # ---- What is said of other rounds ----

    def _is_unlawful(self, judgement: Judgement | None) -> bool:
        """Whether no round may be so."""
        return judgement is not None and self.round.criteria[judgement.verdict.criterion].forbids

    def _price(self, judgement: Judgement | None) -> int | None:
        """What another round costs more by the criterion that decides; None if it is not lawful."""
        if judgement is None:
            return 0
        kind = self.round.criteria[judgement.verdict.criterion].kind
        _, least, most = judgement.verdict
        return None if self._is_unlawful(judgement) else 0 if kind == "order" else most - least

    def _badness(self, one: Candidate, judgement: Judgement | None) -> tuple[bool, float, int, int]:
        """Worse is what is worse in an earlier bracket, there by an earlier criterion, and by more of it."""
        if judgement is None:
            return one.price is None, -inf, 0, 0
        place = [*self.round.criteria].index(judgement.verdict.criterion)
        score = inf if judgement.score is None else judgement.score
        return one.price is None, score, -place, one.price or 0

    def _describe(self, judgement: Judgement) -> str:
        return describe_judgement(judgement, self.round.criteria)

    def _verdict_fields(self, judgement: Judgement | None) -> _VerdictFields:
        if judgement is None:
            return {"criterion": "", "verdict": ""}
        return {"criterion": judgement.criterion, "verdict": self._describe(judgement)}

    def _refuse_unlawful(self, conditions: Conditions) -> None:
        """Refuse that two must meet who may not by the criteria."""
        names = {player.key: player.full_name for player in self.tournament.players}
        for one, other in sorted(map(sorted, conditions.force)):
            if not self.players >= {one, other} or self.opponents[one] == other:
                continue
            found = self.judge_opposite(one, other)
            if found and self.round.criteria[found.verdict.criterion].kind == "pair":
                raise RuleError(
                    phrase(
                        "{one} and {other} cannot meet: {reason}",
                        one=names[one],
                        other=names[other],
                        reason=self._describe(found),
                    ),
                    about="force",
                )


class _VerdictFields(TypedDict):
    """Where another round is first worse, as an answer has it."""

    criterion: str
    verdict: str
