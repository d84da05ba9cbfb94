"""What a file holds and what it can be drawn by, as documents."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ...pairing.systems import SYSTEMS, system_class, system_parameters
from ...parameters import title, value_at
from ..documents.draw import SystemDescription, SystemParameter, SystemsDocument
from ..documents.encoding import encode
from ..documents.tournament import InfoDocument, InfoRound
from ..draws.remarks import drawable_from
from ..history.records import Publication
from ..round_states import RoundState, missed_rounds, missing_before

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...formats import Document
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel


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


def systems_document(name: str | None = None) -> SystemsDocument:
    """A pairing system, or all, with their parameters, by ``systems.schema.json``."""
    kinds = map(system_class, [name] if name else SYSTEMS)
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


def weight_models() -> Iterator[tuple[str, WeightModel]]:
    """The weight models by the names to request them by, with their usual parameters."""
    from ...pairing.weights import MODELS, model_named

    return ((name, model_named(name)) for name in MODELS)


def model_file(name: str) -> str:
    """A weight model as a TOML file with comments.

    Raises
    ------
    RuleError
        If there is none of the name.
    """
    from ...formats.models import model_text
    from ...pairing.weights import model_named

    return model_text(model_named(name))


def prices_of_models() -> Iterator[tuple[str, tuple[float, ...]]]:
    """What each model takes for a point, club, country, being drawn up or down again, and colour.

    In a round of an invented tournament.
    """
    from ...insight.explain import Optimum
    from ...insight.explain.words import PRICED, scale
    from ...pairing.generator import generate

    players, number = 100, 4
    invented = generate(players, rounds=6, seed=0, play=number - 1)
    for name, model in weight_models():
        optimum = Optimum.of_round(invented, number, model)
        prices = scale(optimum.field, optimum.model)
        yield name, tuple(prices.get(thing, 0) for thing in PRICED)


def file_formats() -> list[tuple[str, str, tuple[str, ...]]]:
    """The name of each format of files, what it is, and how the names of its files end."""
    from ...formats import FORMATS

    return [(form.name, form.title, form.suffixes) for form in FORMATS.values()]
