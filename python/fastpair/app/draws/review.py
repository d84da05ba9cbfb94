"""A draw looked at again: by the rules, model and seed it was made with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from ...errors import RuleError
from ...go.teams import of_teams
from ...insight.explain import Optimum
from ...insight.explain.best_round import BestRound, HeaviestRound
from ...insight.explain.by_criteria import BestByCriteria
from ...pairing.rounds.review import Baseline
from ...pairing.rounds.round import draw_round, levels_as_weights
from ...pairing.rules import StatedRules
from ...pairing.systems import SYSTEMS, stated_system, system_class
from ...pairing.weights.description import signature
from ...sentences import Remedy, phrase, phrase_many
from ..forms.titles import describe_method
from ..history.draw_record import DrawRecord
from ..history.records import among
from ..history.units import Units
from ..lookup import find_player, weigher
from ..round_states import in_ranges, round_to_edit
from ..rounds.conditions import broken_conditions
from .plan import (
    constraints_in_round,
    constraints_of,
    make_model,
    rules_in_file,
    rules_under,
    with_board_rematches,
    with_preferences,
)
from .redraw import imposed_by_history
from .remarks import changed_boards
from .request import Request, document_system, merge_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Constraints
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..history.records import Seat
    from ..history.state import CongressState


@dataclass(frozen=True, slots=True, kw_only=True)
class Baselines:
    """The model, the rules and the seed of each draw, unless the director names others."""

    units: Units
    """What is drawn in the file."""

    fitting: str
    """Name of the model for rounds that the history does not know."""

    model: str | None
    """The model that the director names."""

    seed: int | None
    """The seed that he names."""

    rules: StatedRules
    """The rules in the file of that model."""

    system: System | None
    """The system by whose criteria all rounds are compared; None if each is by what it was drawn by."""

    foreign: str
    """What drew the rounds that the history does not know, if that is a system of another program's alone."""

    @classmethod
    def of(
        cls,
        state: CongressState,
        *,
        model: str | None,
        seed: int | None,
        system: str | None = None,
    ) -> Self:
        """The yardsticks of a file.

        Parameters
        ----------
        state
            The file as it was read, and its history.
        model
            Name of a weight model, or its file; by default that of each draw by the history, or
            else the one that fits the file.
        seed
            For models and rules that draw lots; by default that of each draw.
        system
            Name of a system by whose criteria all rounds are compared; by default that of each draw, or
            else what the document asks for.

        Raises
        ------
        FormatError
            If the history or the model's file cannot be read.
        RuleError
            If there is no such model.
        """
        if model is not None:
            weigher(model, seed or 0)  # refused even if there is no round to compare
        asked = document_system(state.document, str(state.file)) if model is None else None
        if system is not None and (asked is None or asked.name != system):
            asked = stated_system(system, {}, state.tournament)
            if not asked.allows_one_pairing:
                raise RuleError(
                    phrase(
                        "a round is compared by the criteria of {known}, not of {system}",
                        known=", ".join(
                            name for name in SYSTEMS if system_class(name).allows_one_pairing
                        ),
                        system=system,
                    ),
                    about="system",
                )
        return cls(
            units=Units.of(state),
            fitting=state.tournament.rules.usual_model,
            model=model,
            seed=seed,
            rules=rules_in_file(model),
            system=asked if asked and asked.allows_one_pairing else None,
            foreign="" if system is not None else state.document.foreign_system,
        )

    def without_choice(self, number: int) -> str:
        """What drew a round whose pairs there is nothing to compare with; empty if they are compared."""
        if self.model or self.system:
            return ""
        known = number in self.units.congress.draws
        foreign = "" if known else self.foreign
        record = DrawRecord.of(self.units.congress, number)
        return foreign or record.without_choice(self.units.tournament)

    def compared(self, number: int) -> Baseline | None:
        """What a round is compared by, see `of_round`; None if it is not."""
        return None if self.without_choice(number) else self.of_round(number)

    def of_round(self, number: int) -> Baseline:
        """What a round is compared by.

        Raises
        ------
        RuleError
            If the rules cannot be met.
        """
        congress, tournament = self.units.congress, self.units.tournament
        record = DrawRecord.of(congress, number)
        seed = record.details.seed if self.seed is None else self.seed
        stated = among(self._rules(record), tournament.round(number).seated)
        rules = with_board_rematches(stated, self.units.whole, number)
        known = congress.tournament_at_draw(number)
        return Baseline(
            model=with_preferences(self._model(record, seed), rules, tournament),
            constraints=constraints_of(rules, tournament),
            seed=seed,
            system=None if self.model else self._system(record),
            known=known,
            otherwise=() if known is not tournament else self._before_later_games(number),
        )

    def _before_later_games(self, number: int) -> tuple[Tournament, ...]:
        """The tournament of draws, with games of earlier rounds open that were played later."""
        return tuple(map(of_teams, self.units.whole.before_later_games(number)))

    def remarks(self, numbers: Iterable[int]) -> Iterator[str]:
        """Say, one line each, which rounds are not compared as they were drawn.

        That is by another model than the one that drew them, within the rules of their draw, or
        with games that no draw has made. Nobody expects it of a table or a bracket.
        """
        has_choice = self.units.tournament.event_kind.compares_draws
        within: list[int] = []
        left: dict[str, list[int]] = {}
        otherwise: dict[str, list[int]] = {}
        for number in numbers:
            imposed = imposed_by_history(self.units.congress, number)
            if imposed and imposed.round.games:
                yield phrase_many(
                    "round {round}: {count} game was set manually",
                    "round {round}: {count} games were set manually",
                    len(imposed.round.games),
                    round=number,
                )
            if system := self.without_choice(number):
                if has_choice:
                    left.setdefault(system, []).append(number)
                continue
            record = DrawRecord.of(self.units.congress, number)
            rules = self._rules(record)
            if rules != StatedRules() and self.rules == StatedRules():
                within.append(number)
            if self.model or self._system(record) is not None:
                continue
            model = self.of_round(number).model
            if not record.is_drawn_by(model):
                otherwise.setdefault(record.describe(model), []).append(number)
        for system, rounds in left.items():
            yield phrase_many(
                "the pairs of {count} round are not compared: it was drawn by {system}",
                "the pairs of {count} rounds are not compared: they were drawn by {system}",
                len(rounds),
                system=system,
            )
        if within:
            yield phrase_many(
                "round {rounds} is compared with the best pairing under the rules that it was paired with",
                "rounds {rounds} are compared with the best pairings under the rules that they were paired with",
                len(within),
                rounds=in_ranges(within),
            )
        for named, rounds in otherwise.items():
            yield phrase_many(
                "round {rounds} is compared with the best pairing by {model}",
                "rounds {rounds} are compared with the best pairing by {model}",
                len(rounds),
                rounds=in_ranges(rounds),
                model=named,
            )

    def _system(self, record: DrawRecord) -> System | None:
        """The system that takes the place of a model."""
        own = record.system_by_criteria(self.units.tournament)
        if own is None and (self.system is None or record.details.system):
            return record.system_by_levels(self.units.tournament)
        return own or self.system

    def _rules(self, record: DrawRecord) -> StatedRules:
        return record.rules if self.rules == StatedRules() else self.rules

    def _model(self, record: DrawRecord, seed: int) -> WeightModel:
        return weigher(self.model, seed) if self.model else record.weigher(self.fitting, seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Which draw is meant, by what. What is left out follows from the file and its history."""

    round_number: int | None = None
    """From 1; by default the last in play, or else the next to draw."""

    model: str | None = None
    """Name of a weight model, or its file; by default that of the draw."""

    rules: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences; by default those of the draw."""

    seed: int | None = None
    """By default that of the draw."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ReviewedDraw:
    """One round of one file, and what all questions about it have in common.

    The first question draws the round, and the others take milliseconds; so it is kept as long as
    the file is the same.
    """

    tournament: Tournament
    """As the file has it."""

    round_number: int

    model: WeightModel

    label: str
    """Name of what weighs the boards."""

    method: str
    """What weighs the boards, in words."""

    constraints: Constraints
    """The hard rules."""

    imposed: frozenset[Seat]
    """Pairs whose games were there before the draw."""

    seed: int

    congress: CongressState
    """The state of the tournament."""

    system: System | None = None
    """The system of the draw if it goes by criteria: then there are no weights."""

    @classmethod
    def of(
        cls,
        state: CongressState,
        question: Question,
        tell: Callable[[str], None] = lambda line: None,
    ) -> ReviewedDraw:
        """Find out which draw is meant, by which model and rules.

        Parameters
        ----------
        state
            The file as it was read, and its history.
        tell
            Hears what is being done.

        Raises
        ------
        RuleError, FormatError
            If there is no such round, player or model, or the draw has no weights.
        """
        own = rules_in_file(question.model).and_also(question.rules)
        request = Request(round=question.round_number, constraints=own, model=question.model)
        document, path, units = state.document, state.file, Units.of(state)
        tournament, congress = units.tournament, units.congress
        request, _ = merge_document(request, document, str(path), tournament)
        number = round_to_edit(tournament, request.round)
        record = DrawRecord.of(congress, number)
        seed = (record.details.seed or request.seed) if question.seed is None else question.seed
        named = None if question.model is None and record.details.system else request.model
        by_model = question.model is not None or (named is not None and request.system is None)
        by_levels = None if by_model else record.system_by_levels(tournament)
        asked = document_system(document, str(path))
        by_criteria = record.system_by_criteria(tournament)
        if by_criteria is None and not record.details.system and asked and asked.allows_one_pairing:
            by_levels, by_criteria = None, asked
        if by_model:
            by_levels = by_criteria = None
        elif by_levels is None and by_criteria is None:
            _refuse_without_weights(record, asked, number, tournament)
        model = make_model(named, seed, str(path))
        if model is None:
            model = record.weigher(tournament.rules.usual_model, seed)
        rules = _rules(request.constraints, record, units, number)
        tournament = _without_absent(tournament, number, request.absent)
        tell(f"drawing round {number}")
        constraints = _constraints(rules, replace(congress, tournament=tournament), number)
        if by_criteria is None and by_levels is None:
            rules = with_board_rematches(rules, units.whole, number)
            model = with_preferences(model, rules, tournament)
        elif by_levels is not None:
            tournament = _with_draw(tournament, number, by_levels, constraints, seed)
            model = levels_as_weights(tournament, number, by_levels, constraints, seed)
        label, method = record.label(model), record.describe(model)
        if (named_by := by_levels or by_criteria) is not None:
            label = method = named_by.name
        elif question.model:
            label, method = signature(model), describe_method(signature(model))
        return cls(
            tournament=tournament,
            round_number=number,
            model=model,
            label=label,
            method=method,
            constraints=constraints,
            imposed=congress.before_the_draw(number),
            seed=seed,
            congress=congress,
            system=by_criteria,
        )

    @cached_property
    def optimum(self) -> Optimum:
        """The best draw of the round.

        Raises
        ------
        RuleError, EngineError
            As ``Optimum.of_round``; or if the draw has no weights.
        """
        if (found := self.best.optimum) is None:
            raise _without_weights(self.round_number, self.label)
        return found

    @cached_property
    def best(self) -> BestRound:
        """The best draw of the round; by the criteria of a system if that draws by them.

        Raises
        ------
        RuleError, EngineError
            As ``Optimum.of_round``, or ``BestByCriteria.of_round``.
        """
        number, asked = self.round_number, self._decided
        known = self.congress.tournament_at_draw(number, asked) if asked.is_drawn(number) else None
        rules, seed = self.constraints, self.seed
        if self.system is not None:
            return BestByCriteria.of_round(known or asked, number, self.system, rules, seed)
        optimum = Optimum.of_round(asked, number, self.model, rules, seed, past=known)
        return HeaviestRound(optimum=optimum)

    @cached_property
    def _decided(self) -> Tournament:
        """The tournament with what the draw has decided of the round."""
        number = self.round_number
        if not self.imposed:
            return self.tournament
        games = [game for game in self.games if game.pair not in self.imposed]
        asked = self.tournament.replace_round(number, games)
        return asked.with_absences(number, frozenset().union(*self.imposed))

    @property
    def opponents(self) -> Mapping[str, str | None]:
        """Key of each opponent in the games that the draw has decided, by key; None for a bye."""
        played = self._decided.round(self.round_number)
        found: dict[str, str | None] = dict.fromkeys(played.byes)
        for game in played.games:
            found[game.white], found[game.black] = game.black, game.white
        return found

    @property
    def units(self) -> int:
        """Units of all prices in 1 of the model's own weights."""
        return self.best.units

    @property
    def model_signature(self) -> str:
        """Name of the model and digest of its changes."""
        return signature(self.model)

    @property
    def bye(self) -> str | None:
        """Key of the player with the bye in the best draw."""
        return self.best.bye

    @cached_property
    def drawn(self) -> Tournament:
        """The tournament with the round, which the system pairs if it goes by criteria and nobody has."""
        if self.system is None:
            return self.tournament
        return _with_draw(
            self.tournament, self.round_number, self.system, self.constraints, self.seed
        )

    @property
    def is_drawn(self) -> bool:
        """Whether the round is drawn."""
        return self.tournament.is_drawn(self.round_number)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Full names by key."""
        return {player.key: player.full_name for player in self.tournament.players}

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What there is to know of the answers, one line each."""
        if not self.is_drawn:
            return () if self.system is not None else self._other_than_drawn()
        found = broken_conditions(self.congress, self.round_number)
        broken = tuple(each.sentence for each in found)
        if not (lighter := self.best.describe_loss(self.opponents)):
            return broken
        return (
            *broken,
            phrase(
                "the draw of round {round} is not the best one of its players by {model} ({cost}); all "
                "costs are compared with the best one",
                round=self.round_number,
                model=self.method,
                cost=lighter,
            ),
        )

    def _other_than_drawn(self) -> tuple[str, ...]:
        """Say that the round would be drawn otherwise, so that those behind it can be drawn."""
        number = self.round_number
        asked = (self.tournament, number, self.model, self.constraints, self.seed)
        if self.imposed or not changed_boards(*asked):
            return ()
        return (
            phrase(
                "round {round} would be drawn differently, so that later rounds can be drawn complete; "
                "this explains its heaviest draw",
                round=number,
            ),
        )

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of the round, in table order."""
        return self.tournament.round(self.round_number).games

    def game_of(self, one: str, other: str) -> Game | None:
        """The game of two players in the round."""
        return next((game for game in self.games if {one, other} == set(game.players)), None)

    def why_outside(self, key: str) -> str:
        """Say why a player is not in the draw."""
        number, player = self.round_number, self.tournament.by_key[key]
        values = {"name": self.names[key], "round": number}
        for game in self.games:
            if key in game.players:
                return phrase(
                    "{name} plays {other} at table {table} of round {round}, a game that was there "
                    "before the draw.",
                    **values,
                    other=self.names[game.opponent_of(key)],
                    table=game.table,
                )
        if key in self.tournament.round(number).byes:
            return phrase(
                "{name} has the bye in round {round}, which was there before the draw.", **values
            )
        if not player.final:
            return phrase(
                "{name} is registered preliminarily only, and is not paired in round {round}.",
                **values,
            )
        if not player.plays_in(number):
            return phrase("{name} is absent in round {round}.", **values)
        return phrase(
            "{name} waits for a game in round {round}, and was not there for its draw.", **values
        )


def _rules(stated: StatedRules, record: DrawRecord, units: Units, number: int) -> StatedRules:
    """The rules that are stated, or else those of the last draw, and what conditions have added since."""
    if stated != StatedRules():
        return stated
    tournament = units.tournament
    there = tournament.round(number).seated
    if not tournament.is_drawn(number):
        there |= {player.key for player in tournament.to_pair(number)}
    conditions = units.congress.conditions(number)
    own = among(record.own_rules, there)
    return rules_under(conditions, tournament, there).and_also(own)


def _with_draw(
    tournament: Tournament, number: int, system: System, constraints: Constraints, seed: int
) -> Tournament:
    """The tournament with a round, which the system draws if nobody has."""
    if tournament.is_drawn(number):
        return tournament
    draw = draw_round(tournament, number, system=system, constraints=constraints, seed=seed)
    return draw.applied_to(tournament)


def _without_absent(tournament: Tournament, number: int, names: Iterable[str]) -> Tournament:
    """The tournament in which those are absent from a round who have no place in it."""
    seated = tournament.round(number).seated
    absent = {find_player(tournament, name) for name in names}
    return tournament.with_absences(number, absent - seated)


def _refuse_without_weights(
    record: DrawRecord, system_of_document: System | None, number: int, tournament: Tournament
) -> None:
    """Refuse to explain a draw that is not by weights, made or asked for."""
    system = record.without_choice(tournament)
    if not record.details.system and system_of_document is not None:
        system = "" if system_of_document.weighs else system_of_document.name
    if system:
        raise _without_weights(number, system)


def _without_weights(number: int, system: str) -> RuleError:
    return RuleError(
        phrase(
            "round {number} is drawn by {system}, which has no weights to explain",
            number=number,
            system=describe_method(system),
        ),
        Remedy("explain by a model"),
    )


def _constraints(rules: StatedRules, congress: CongressState, number: int) -> Constraints:
    """The hard rules of a round, drawn or not."""
    if congress.tournament.is_drawn(number):
        return constraints_of(rules, congress.tournament)
    return constraints_in_round(rules, congress, number)
