"""A round that is drawn while results are missing: as if some were known, or for all outcomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ...errors import RuleError
from ...go.tournament import Game, Result
from ...insight.explain.words import amount
from ...pairing.rounds import Settled, outlook
from ...pairing.systems import Weighted
from ...report.sheet import counted
from ...sentences import phrase
from ..edits.results import read_outcome, with_games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Tournament
    from ...pairing.draw import Constraints
    from ...pairing.rounds import Outlook
    from ...pairing.rounds.outcomes import Outcome
    from ...pairing.systems import System


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingResults:
    """What a director says of results that are missing."""

    assumed: tuple[tuple[str, ...], ...] = ()
    """Tables and results of earlier rounds, as the draw takes them."""

    outcomes: bool = False
    """Whether the draw is made for all outcomes of what else is missing."""

    jigo: bool = False
    """Whether jigo is one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """A tournament in which missing results are as a director assumes; nothing of it is written."""

    tournament: Tournament
    told: tuple[str, ...] = ()
    """What is assumed, a line each."""

    @classmethod
    def of(cls, tournament: Tournament, number: int, typed: Iterable[tuple[str, ...]]) -> Self:
        """Assume results of the last rounds before one that lack those of the tables.

        Parameters
        ----------
        number
            The round that is drawn.
        typed
            Tables and results.

        Raises
        ------
        RuleError
            If a table or a result is none, or no result of the table is missing.
        """
        told = []
        for table, result in map(_two, typed):
            game = _missing_at(tournament, number, table)
            try:
                outcome = read_outcome(result)
            except RuleError as error:
                raise RuleError(error.said, about="assume") from error
            fresh = replace(game, result=outcome.result, by_default=outcome.by_default)
            told.append(
                f"drawn as if round {game.round}, table {game.table}: {outcome.of(tournament, game)}"
            )
            tournament = with_games(tournament, game.round, {game.table: fresh})
        return cls(tournament=tournament, told=tuple(told))


def _two(typed: tuple[str, ...]) -> tuple[int, str]:
    if len(typed) != 2 or not (typed[0].isascii() and typed[0].isdecimal()):
        expected = f"expected a table and its result, got {' '.join(typed)!r}"
        raise RuleError(expected, about="assume")
    return int(typed[0]), typed[1]


def _missing_at(tournament: Tournament, number: int, table: int) -> Game:
    for earlier in range(number - 1, 0, -1):
        for game in tournament.round(earlier).games:
            if game.table == table and game.result is Result.UNKNOWN:
                return game
    missing = f"no result of a table {table} is missing before round {number}"
    raise RuleError(missing, about="assume")


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """What a draw looks like in all outcomes of missing results."""

    outlook: Outlook
    system: Settled
    """What draws the boards that suit all outcomes best."""

    def told(self, tournament: Tournament) -> Iterator[str]:
        """Say, one line each, whether the draw is right whatever happens, and what decides what."""
        found = self.outlook
        yield f"missing: {counted(len(found.missing), 'result')}, {len(found.outcomes)} outcomes"
        if found.right:
            yield "this draw is the best one in every outcome: it can be published now"
        else:
            worst = max(outcome.loss for outcome in found.outcomes)
            yield (
                "no draw is the best one in every outcome; this one is lighter than the best by "
                f"{amount(worst, found.units)} at most"
            )
        yield f"the same in all outcomes: {len(found.safe)} of {counted(len(found.pairs), 'board')}"
        for index, game in enumerate(found.missing):
            boards = _boards(tournament, found.depending_on(index))
            where = f"round {game.round}, table {game.table}"
            names = " – ".join(tournament.name_of(key) for key in game.players)
            yield f"{where} ({names}) decides: {'; '.join(boards) or 'nothing'}"
        if found.stones:
            yield f"stones depend on the outcome: {'; '.join(_boards(tournament, found.stones))}"

    def rows(self, tournament: Tournament) -> Iterator[list[str]]:
        """For each outcome: the results, the boards that would be others, the loss, and the bye."""
        for outcome in self.outlook.outcomes:
            bye = outcome.bye_by_rule
            yield [
                ", ".join(self._ended(outcome)),
                str(len(outcome.pairs - self.outlook.pairs)),
                amount(outcome.loss, self.outlook.units) if outcome.allowed else "not allowed",
                "" if bye is None else tournament.name_of(bye),
            ]

    def _ended(self, outcome: Outcome) -> Iterator[str]:
        for game, result in zip(self.outlook.missing, outcome.results, strict=True):
            yield f"{game.table} {result.spelling}"

    def document(self) -> dict[str, Any]:
        """The same for machines, by ``draw.schema.json``."""
        found = self.outlook
        return {
            "missing": [
                {
                    "round": game.round,
                    "table": game.table,
                    "black": game.black,
                    "white": game.white,
                    "decides": _keys(found.depending_on(index)),
                }
                for index, game in enumerate(found.missing)
            ],
            "right": found.right,
            "same": _keys(found.safe),
            "stones_depend": _keys(found.stones),
            "outcomes": [
                {
                    "results": [result.spelling for result in outcome.results],
                    "boards": _keys(outcome.pairs),
                    "lighter": outcome.loss,
                    "allowed": outcome.allowed,
                    "bye_by_rule": outcome.bye_by_rule,
                }
                for outcome in found.outcomes
            ],
        }


def foreseen(
    tournament: Tournament,
    number: int,
    chosen: System,
    constraints: Constraints,
    *,
    seed: int,
    jigo: bool,
) -> Foresight:
    """Draw a round for all outcomes of the results that are missing.

    Raises
    ------
    RuleError
        If the system does not pair by weights, or as ``rounds.outlook``.
    """
    model = chosen.own_model
    if model is None or not chosen.weighs:
        raise RuleError(
            phrase("{name} does not weigh one draw against another", name=chosen.name),
            about="outcomes",
        )
    found = outlook(tournament, number, Weighted(model=model), constraints, seed=seed, jigo=jigo)
    boards = tuple(
        Game(round=number, table=table, white=white, black=black)
        for table, (white, black) in enumerate(sorted(map(sorted, found.pairs)), start=1)
    )
    byes = () if found.bye is None else (found.bye,)
    return Foresight(outlook=found, system=Settled(model=model, boards=boards, byes=byes))


def _boards(tournament: Tournament, pairs: Iterable[frozenset[str]]) -> list[str]:
    return sorted(" – ".join(tournament.name_of(key) for key in sorted(pair)) for pair in pairs)


def _keys(pairs: Iterable[frozenset[str]]) -> list[list[str]]:
    return sorted(map(sorted, pairs))
