"""Draws, tournaments and systems as documents."""

from __future__ import annotations

from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from ... import __version__
from ...go.tournament import Result
from ...pairing.rules import GeneralRules
from ...pairing.systems import system_parameters
from ...parameters import title, value_at
from ..history.records import Publication
from ..state import RoundState, missed_rounds, missing_before
from .remarks import drawable_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...formats import Document
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Board, Constraints, Draw, HardRule, Level, Relaxations, RelaxedPair
    from ...pairing.systems import System
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
    from .changes import Comparison


_VERSION = 1
"""Of both documents; raised when something is removed or changes its meaning."""


def draw_origin(draw: Draw) -> dict[str, Any]:
    """By what a draw was made, for its document and for the history."""
    return {
        "round": draw.round,
        "system": draw.system,
        "system_changes": {} if draw.by_weights else dict(draw.model_changes),
        "model": draw.model,
        "model_digest": draw.model_digest,
        "model_changes": dict(draw.model_changes) if draw.by_weights else {},
        "rules": stated_rules(draw.constraints),
        "seed": draw.seed,
        "by_lot": draw.by_lot,
    }


def build_draw_document(
    tournament: Tournament,
    draw: Draw,
    remarks: Iterable[str] = (),
    comparison: Comparison | None = None,
    team_games: Iterable[Game] | None = None,
) -> DrawDocument:
    """A draw as a JSON document, by ``draw.schema.json``.

    Parameters
    ----------
    tournament
        The one without the draw.
    remarks
        What makes the draw doubtful, one line each.
    comparison
        What becomes of known boards, if the draw was to keep them.
    team_games
        The games of the round between members, if teams were drawn.
    """
    origin = draw_origin(draw)
    document: dict[str, Any] = {
        "format": "fastpair.draw",
        "version": 1,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        **origin,
        "model": origin["model"] or None,
        "model_digest": origin["model_digest"] or None,
        "cardinality": draw.cardinality,
        "total_weight": draw.weight,
        "weight_units": draw.units,
        "levels": [_level(level) for level in draw.levels],
        "optimal": draw.proof is not None,
        "proof": draw.proof,
        "proviso": draw.proviso,
        "change": None if comparison is None else comparison.document(),
        "outlook": None,
        "boards": [_board(board) for board in draw.boards],
        "team_boards": None if team_games is None else [*map(_game, team_games)],
        "bye": draw.bye,
        "kept": [_game(game) for game in tournament.round(draw.round).games],
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
    return cast("DrawDocument", document)


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
    value_or_none: dict[str, Any] = {
        name: sorted(map(sorted, pairs))
        for name, pairs in (
            ("force", constraints.force),
            ("forbid", constraints.never),
            ("allow", constraints.allow),
        )
    }
    value_or_none["must_play_groups"] = [sorted(group) for group in constraints.must_play_groups]
    value_or_none["families"] = "forbid" if constraints.families_apart else None
    for entry in fields(GeneralRules):
        value = getattr(constraints, entry.name)
        value_or_none[entry.name] = None if value == entry.default else value
    there = {name: value for name, value in value_or_none.items() if value not in (None, [])}
    return cast("DrawStatedRules", there)


def _game(game: Game) -> DrawGame:
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
        for key in sorted({*_keys_in(draw), *round_before.seated} & tournament.by_key.keys())
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


def _keys_in(draw: Draw) -> Iterator[str]:
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
