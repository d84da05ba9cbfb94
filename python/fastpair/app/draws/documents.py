"""Draws as documents, and the request that a document holds."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from ... import __version__
from ...errors import FormatError, RuleError
from ...go.tournament import Result
from ...pairing.rules import GeneralRules, Groups, StatedRules, described
from ...pairing.systems import system_parameters
from ...parameters import title, value_at
from ..edits.teams import teams_called
from ..history.records import Publication
from ..lookup import find_player
from ..state import RoundState, missed_rounds, missing_before
from .remarks import drawable_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...formats import Document
    from ...formats.fastpair.document import Envelope, RequestedDraw
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Board, Constraints, Draw, HardRule, Level, Relaxations, RelaxedPair
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ...parameters import Parameter
    from ..documents.draw import (
        DrawBoard,
        DrawDocument,
        DrawGame,
        DrawLevel,
        DrawPlayer,
        DrawRelaxations,
        DrawRelaxedPair,
        DrawStatedRules,
        SystemDescription,
        SystemParameter,
        SystemsDocument,
    )
    from ..documents.tournament import InfoDocument, InfoRound
    from .changes import Kept
    from .request import Foresight, Request


def drawn_document(
    tournament: Tournament,
    draw: Draw,
    remarks: Iterable[str] = (),
    kept: Kept | None = None,
    foresight: Foresight | None = None,
    team_games: Iterable[Game] | None = None,
) -> DrawDocument:
    """A draw as a JSON document, by ``draw.schema.json``.

    Parameters
    ----------
    tournament
        The one without the draw.
    remarks
        What makes the draw doubtful, one line each.
    kept
        What becomes of known boards, if the draw was to keep them.
    foresight
        What the draw looks like in all outcomes of missing results, if that was asked for.
    team_games
        The games of the round between members, if teams were drawn.
    """
    return {
        "format": "fastpair.draw",
        "version": 1,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "round": draw.round,
        "system": draw.system,
        "system_changes": {} if draw.by_weights else dict(draw.model_changes),
        "model": draw.model or None,
        "model_digest": draw.model_digest or None,
        "model_changes": dict(draw.model_changes) if draw.by_weights else {},
        "rules": stated_rules(draw.constraints),
        "seed": draw.seed,
        "by_lot": draw.by_lot,
        "cardinality": draw.cardinality,
        "total_weight": draw.weight,
        "weight_units": draw.units,
        "levels": [_level(level) for level in draw.levels],
        "optimal": draw.by_weights,
        "proof": draw.proof,
        "proviso": draw.proviso,
        "change": None if kept is None else kept.document(),
        "outlook": None if foresight is None else foresight.document(),
        "boards": [_board(board) for board in draw.boards],
        "team_boards": None if team_games is None else [*map(_kept, team_games)],
        "bye": draw.bye,
        "kept": [_kept(game) for game in tournament.round(draw.round).games],
        "kept_byes": list(tournament.round(draw.round).byes),
        "unpaired": [unpaired.player for unpaired in draw.unpaired],
        "reasons": {unpaired.player: unpaired.reason for unpaired in draw.unpaired},
        "relaxations": None if draw.relaxations is None else relaxations_document(draw.relaxations),
        "resting": list(draw.resting),
        "out": list(draw.out),
        "absent": list(draw.absent),
        "players": _players(tournament, draw),
        "remarks": list(remarks),
        "timings": {stage: round(seconds, 6) for stage, seconds in draw.timings.items()},
    }


def info_document(
    document: Document, published: Mapping[int, Publication] = MappingProxyType({})
) -> InfoDocument:
    """What is in a file as a JSON document, by ``info.schema.json``.

    Parameters
    ----------
    published
        The rounds that are published or frozen, by number.
    """
    tournament = document.tournament
    rules = tournament.rules
    next_round = tournament.round_to_draw()
    missing = [] if next_round is None else list(missing_before(tournament, next_round))
    return {
        "format": "fastpair.info",
        "version": 1,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        "saved_by": document.version,
        "system": rules.kind.value,
        "bar": str(rules.bar),
        "floor": str(rules.floor),
        "model": rules.usual_model,
        "model_chosen": rules.model is not None,
        "players": len(tournament.players),
        "preliminary": [player.key for player in tournament.players if not player.final],
        "absent": {
            player.key: list(rounds)
            for player in tournament.players
            if (rounds := missed_rounds(tournament, player))
        },
        "rounds": [
            _round(tournament, number, published.get(number))
            for number in range(1, rules.rounds + 1)
        ],
        "faults": list(tournament.faults()),
        "remarks": list(document.remarks),
        "next_round": next_round,
        "drawable_rounds": None if next_round is None else drawable_from(tournament, next_round),
        "missing": missing,
    }


def _round(tournament: Tournament, number: int, publication: Publication | None) -> InfoRound:
    state = RoundState.of(tournament, number)
    publication = publication or Publication(round_number=number)
    return {
        "round": state.number,
        "present": [player.key for player in state.present],
        "games": state.games,
        "without_result": [game.table for game in state.without_result],
        "byes": list(state.byes),
        "to_pair": [player.key for player in state.to_pair],
        "state": publication.state.value,
        "boards_changed": publication.changed_in(tournament),
    }


def stated_rules(constraints: Constraints) -> DrawStatedRules:
    """The hard rules that were stated, by their names in a model's file; players by key."""
    stated: dict[str, Any] = {
        name: sorted(map(sorted, pairs))
        for name, pairs in (
            ("force", constraints.force),
            ("forbid", constraints.never),
            ("allow", constraints.allow),
        )
    }
    stated["must_play_groups"] = [sorted(group) for group in constraints.must_play_groups]
    stated["families"] = "forbid" if constraints.families_apart else None
    for entry in fields(GeneralRules):
        value = getattr(constraints, entry.name)
        stated[entry.name] = None if value == entry.default else value
    there = {name: value for name, value in stated.items() if value not in (None, [])}
    return cast("DrawStatedRules", there)


def _kept(game: Game) -> DrawGame:
    return {
        "table": game.table,
        "black": game.black,
        "white": game.white,
        "handicap": game.handicap,
        "result": None if game.result is Result.UNKNOWN else game.result.value,
    }


def _level(level: Level) -> DrawLevel:
    return {"components": list(level.components), "weight": level.weight}


def _board(board: Board) -> DrawBoard:
    return {
        "table": board.table,
        "black": board.black,
        "white": board.white,
        "handicap": board.handicap,
        "black_score": board.black_score,
        "white_score": board.white_score,
        "weight": board.weight,
        "components": dict(board.components),
        "notes": [note.value for note in board.notes],
    }


def relaxations_document(relaxations: Relaxations) -> DrawRelaxations:
    """What would have to give way, as in ``draw.schema.json``."""
    return {
        "cheapest": [_relaxed(pair) for pair in relaxations.cheapest],
        "fewest": [_relaxed(pair) for pair in relaxations.fewest],
        "rules": [_names_of(rules) for rules in relaxations.rules],
        "left": list(relaxations.left),
    }


def _relaxed(pair: RelaxedPair) -> DrawRelaxedPair:
    return {"players": list(pair.players), "rules": _names_of(pair.rules)}


def _names_of(rules: Iterable[HardRule]) -> list[Any]:
    """The names of rules, all of which are some that give way."""
    return [rule.value for rule in rules]


def _players(tournament: Tournament, draw: Draw) -> dict[str, DrawPlayer]:
    round_before = tournament.round(draw.round)
    named = {
        key: tournament.by_key[key]
        for key in sorted({*_named(draw), *round_before.seated} & tournament.by_key.keys())
    }
    return {
        key: {
            "name": player.name,
            "first_name": player.first_name,
            "grade": str(player.grade),
            "country": player.country,
            "club": player.club,
        }
        for key, player in named.items()
    }


def _named(draw: Draw) -> Iterator[str]:
    """Keys of everybody who occurs in a draw."""
    for board in draw.boards:
        yield from (board.white, board.black)
    if draw.bye is not None:
        yield draw.bye
    yield from (unpaired.player for unpaired in draw.unpaired)
    yield from (*draw.resting, *draw.out, *draw.absent)


def systems_document(kinds: Iterable[type[System]]) -> SystemsDocument:
    """Pairing systems with their parameters, by ``systems.schema.json``."""
    return {
        "format": "fastpair.systems",
        "version": 1,
        "program": f"fastpair {__version__}",
        "systems": [_system(kind) for kind in kinds],
    }


def _system(kind: type[System]) -> SystemDescription:
    usual = kind()
    return {
        "name": kind.name,
        "title": title(kind),
        "source": kind.source,
        "guarantees": kind.guarantees,
        "fails": kind.fails,
        "takes_model": kind.takes_model,
        "parameters": {
            name: _parameter(parameter, value_at(usual, name))
            for name, parameter in system_parameters(kind).items()
        },
    }


def _parameter(parameter: Parameter, default: Any) -> SystemParameter:  # noqa: ANN401
    return {
        "default": default,
        "kind": parameter.kind.__name__,
        "choices": list(parameter.choices),
        "description": parameter.description,
        "unit": parameter.unit,
        "source": parameter.source,
    }


_CONSTRAINTS = "/draw/constraints"
PLACES = {
    **{name: f"/draw/{name}" for name in ("absent", "model", "round")},
    **{name: f"{_CONSTRAINTS}/{name}" for name, _ in described(StatedRules)},
}
"""Where a document states what is asked for, by its name."""


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """What a document asks for."""

    path: str
    envelope: Envelope | None
    """None if the format of the document asks for nothing."""

    @property
    def draw(self) -> RequestedDraw | None:
        """The draw that it asks for."""
        return None if self.envelope is None else self.envelope.draw

    def added_to(self, request: Request, tournament: Tournament) -> Request:
        """A request with what the document asks for; what is requested already goes before.

        Raises
        ------
        FormatError
            If the document names a round or a player that does not exist.
        """
        if self.draw is None:
            return request
        return replace(
            request,
            round_number=request.round_number or self._round(tournament),
            absent=(*self._absent(tournament), *request.absent),
            rules=self._rules().and_also(request.rules),
        )

    def model(self, seed: int) -> WeightModel | None:
        """The model that the document asks for, if it does.

        Raises
        ------
        FormatError
            If there is no such model, or it has no such parameter.
        """
        from ...pairing.weights import model_named

        wanted = None if self.draw is None else self.draw.model
        if wanted is None:
            return None
        if not isinstance(wanted, str):
            return self._changed_model(dict(wanted), seed)
        self._check_published(wanted, "/draw/model")
        return model_named(wanted, salt=seed)

    def model_of_check(self) -> str | None:
        """Name of the model by which the document asks to be checked, if it does.

        Raises
        ------
        FormatError
            If there is no such model; files are no models of a document.
        """
        wanted = None if self.envelope is None else self.envelope.check.model
        if wanted is not None:
            self._check_published(wanted, "/check/model")
        return wanted

    def system(self) -> System | None:
        """The system that the document asks for, if it does.

        Raises
        ------
        FormatError
            If there is no such system, or it has no such parameter.
        """
        from ...formats.json import shown
        from ...formats.toml import unknown
        from ...pairing.systems import stated_system
        from ...pairing.systems.catalogue import SYSTEMS, system_class, system_parameters

        wanted = None if self.draw is None else self.draw.system
        if wanted is None:
            return None
        stated = {} if isinstance(wanted, str) else dict(wanted)
        name = wanted if isinstance(wanted, str) else stated.pop("system", None)
        if not isinstance(name, str):
            got = "found nothing" if name is None else f"got {shown(name)}"
            message = f"expected the name of a system, one of {', '.join(SYSTEMS)}, {got}"
            raise self._wrong("/draw/system/system", message)
        try:
            known = system_parameters(system_class(name))
            for member in stated:
                if member not in known:
                    message = unknown("parameter", member, ("system", *known))
                    raise self._wrong(f"/draw/system/{member}", message)
            return stated_system(name, stated)
        except RuleError as error:
            raise self._wrong("/draw/system", str(error)) from None

    def check_without_weights(self, system: str) -> None:
        """Refuse a model beside a system that has none.

        Raises
        ------
        FormatError
            If the document asks for one.
        """
        if self.draw is not None and self.draw.model is not None:
            raise self._wrong("/draw/model", f"{system} has no weights, and takes no model")

    def seed(self, seed: int) -> int:
        """The seed, which is that of the document unless another one is wanted."""
        return seed or (0 if self.draw is None else self.draw.seed)

    def _check_published(self, model: str, pointer: str) -> None:
        from ...pairing.weights import MODELS

        if model not in MODELS:
            names = ", ".join(MODELS)
            raise self._wrong(pointer, f"expected one of {names}, got {model!r}")

    def _round(self, tournament: Tournament) -> int | None:
        assert self.draw is not None
        number, rounds = self.draw.round, tournament.rules.rounds
        if number is not None and number > rounds:
            raise self._wrong("/draw/round", f"expected a round from 1 to {rounds}, got {number}")
        return number

    def _absent(self, tournament: Tournament) -> tuple[str, ...]:
        assert self.draw is not None
        keys = []
        for place, name in enumerate(self.draw.absent):
            try:
                keys.append(
                    name if teams_called(tournament, name) else find_player(tournament, name)
                )
            except RuleError as error:
                raise self._wrong(f"/draw/absent/{place}", str(error)) from None
        return tuple(keys)

    def _rules(self) -> StatedRules:
        """The rules, whose players know where they are named."""
        from ...formats.json import JsonTables
        from ...formats.toml import Group

        assert self.draw is not None
        stated = self.draw.constraints
        tables = JsonTables(self.path, _CONSTRAINTS, {})
        groups: dict[str, Groups] = {
            entry.name: tuple(Group(tables, (entry.name,), group) for group in held)
            for entry in fields(stated)
            if isinstance(held := getattr(stated, entry.name), tuple)
        }
        return replace(stated, **groups)  # type: ignore[arg-type]

    def _changed_model(self, changes: dict[str, Any], seed: int) -> WeightModel:
        from ...formats.json import JsonTables
        from ...formats.models import model_in

        if "rules" in changes:
            raise self._wrong("/draw/model/rules", f"expected hard rules in {_CONSTRAINTS}")
        return model_in(JsonTables(self.path, "/draw/model", changes), salt=seed)

    def _wrong(self, pointer: str, message: str) -> FormatError:
        return FormatError(self.path, None, message, pointer=pointer)


def document_request(document: Document, path: str) -> DocumentRequest:
    """What a document asks for, which only one of fastpair's own format does."""
    return DocumentRequest(path, getattr(document, "envelope", None))
