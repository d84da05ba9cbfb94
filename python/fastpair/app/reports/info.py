"""What a file holds and what it can be drawn by, as documents."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ...pairing.systems import system_parameters
from ...parameters import title, value_at
from ..documents.draw import SystemDescription, SystemParameter, SystemsDocument
from ..documents.encoding import encode
from ..documents.tournament import InfoDocument, InfoRound
from ..draws.remarks import drawable_from
from ..history.records import Publication
from ..rounds import RoundState, missed_rounds, missing_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...formats import Document
    from ...go.tournament import Tournament
    from ...pairing.systems import System


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
    return encode(
        InfoDocument,
        rules,
        tournament=tournament.name,
        saved_by=document.version,
        system=rules.kind,
        model=rules.usual_model,
        model_chosen=rules.model is not None,
        players=len(tournament.players),
        preliminary=[player.key for player in tournament.players if not player.final],
        absent={
            player.key: rounds
            for player in tournament.players
            if (rounds := missed_rounds(tournament, player))
        },
        rounds=[
            _round(tournament, number, published.get(number))
            for number in range(1, rules.rounds + 1)
        ],
        faults=[*tournament.faults()],
        remarks=document.remarks,
        next_round=next_round,
        drawable_rounds=None if next_round is None else drawable_from(tournament, next_round),
        missing=missing,
    )


def _round(tournament: Tournament, number: int, publication: Publication | None) -> InfoRound:
    state = RoundState.of(tournament, number)
    publication = publication or Publication(round_number=number)
    return encode(
        InfoRound,
        state,
        round=state.number,
        present=[player.key for player in state.present],
        without_result=[game.table for game in state.without_result],
        postponed=[game.table for game in state.postponed],
        to_pair=[player.key for player in state.to_pair],
        state=publication.state,
        boards_changed=len(publication.differences(tournament)),
    )


def systems_document(kinds: Iterable[type[System]]) -> SystemsDocument:
    """Pairing systems with their parameters, by ``systems.schema.json``."""
    return encode(SystemsDocument, systems=[*map(_system, kinds)])


def _system(kind: type[System]) -> SystemDescription:
    usual = kind()
    return encode(
        SystemDescription,
        kind,
        title=title(kind),
        parameters={
            name: encode(
                SystemParameter,
                parameter,
                default=value_at(usual, name),
                kind=parameter.kind.__name__,
            )
            for name, parameter in system_parameters(kind).items()
        },
    )
