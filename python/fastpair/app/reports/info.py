"""What a file holds and what it can be drawn by, as documents."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...pairing.systems import system_parameters
from ...parameters import title, value_at
from ..draws.remarks import drawable_from
from ..history.records import Publication
from ..rounds import RoundState, missed_rounds, missing_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...formats import Document
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ...parameters import Parameter
    from ..documents.draw import SystemDescription, SystemParameter, SystemsDocument
    from ..documents.tournament import InfoDocument, InfoRound


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
        "boards_changed": len(publication.differences(tournament)),
    }


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
