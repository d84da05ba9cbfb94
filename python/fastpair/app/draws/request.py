"""The request for a draw: what the command, the page and JSON documents ask for, and what was asked for before."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Self, cast

from ...errors import FastpairError, FormatError, RuleError
from ...formats.fastpair.requests import RequestedDraw
from ...formats.json import Form, Forms, decode
from ...go import tournament as domain
from ...pairing.rules import StatedRules
from ...parameters import described, parameter, quoted
from ...sentences import Remedy, phrase
from ..history.details import ConditionLine, DrawDetails
from ..history.records import (
    Condition,
    ConditionKind,
    condition_lines,
    without,
)
from ..labels import describe_method
from ..lookup import find_player, teams_called, weigher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...formats import Document
    from ...formats.fastpair.document import Envelope
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..history.state import CongressState


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(RequestedDraw):
    """A request for a draw, with players by key or by name."""

    conditions: Mapping[Condition, str] = field(default_factory=dict)
    """Conditions of players from this draw of the round on, with the reasons."""

    free: bool = described("Keep boards where that costs nothing", default=False)
    bye_by_rule: bool = described(
        "Give the bye by its rule, however many boards change", default=False
    )

    without_results: bool = parameter(
        False, "Allow missing results or draws in earlier rounds", group="Missing results"
    )

    @property
    def keeps_boards(self) -> bool:
        """Whether boards of the round come back in the new draw."""
        wanted = (self.keep_most, self.fewest, self.between, self.free)
        return any(wanted) or self.choose is not None or self.digest != ""

    @property
    def keeps_only_equals(self) -> bool:
        """Whether boards come back only where that costs nothing."""
        return self.free and not replace(self, free=False).keeps_boards

    @property
    def redraws(self) -> bool:
        """Whether the draw of the round is discarded, but no result."""
        return self.redraw or self.keeps_boards

    @property
    def starts_over(self) -> bool:
        """Whether the whole draw of the round is discarded."""
        return self.redraws or self.discard_all

    def check(self) -> None:
        """Refuse what needs something else.

        Raises
        ------
        RuleError
            If games are to stay in a round that is not drawn again.
        """
        if self.keep and not self.starts_over:
            raise RuleError(
                phrase("the draw of the round is not discarded, so that all games stay"),
                Remedy("draw again"),
                Remedy("discard all"),
                about="keep",
            )

    @property
    def values(self) -> dict[str, Any]:
        """What the request states, as JSON holds it; see `Entry.values`."""
        found: dict[str, Any] = _VALUES.of(Request).written(self)
        return found

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """The request that states these values, see `values`."""
        form = _VALUES.of(Request)
        return cast("Self", decode("draw", {**values}, form))


_VALUES = Forms(
    vars(domain),
    renamed=str,
    left_out=lambda _: False,
    sparse=True,
    own={
        Mapping[Condition, str]: Form(
            "conditions",
            list[ConditionLine],
            lambda lines: {
                Condition(ConditionKind(kind), frozenset((one, other))): why
                for kind, one, other, _, why in lines
            },
            condition_lines,
        )
    },
)
"""How the history holds what is requested of a draw."""


def _differences(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """The fields that differ from their defaults."""
    usual = type(value)()
    names = [entry.name for entry in fields(value)]
    return {
        name: getattr(value, name) for name in names if getattr(value, name) != getattr(usual, name)
    }


# ---- The request in a document ----

_CONSTRAINTS = "/draw/constraints"
_OF_RULES = ("never_same", "avoid_same")
PLACES = {
    **{entry.name: f"/draw/{entry.name}" for entry in fields(RequestedDraw)},
    **{entry.name: f"{_CONSTRAINTS}/{entry.name}" for entry in fields(StatedRules)},
    **{name: f"/rules/{name}" for name in _OF_RULES},
}
"""Where a document states the values of a request, by name."""


_ADVICE = {
    "discard a game": "/draw/discard names a game that is discarded",
    "discard all": "/draw/discard_all discards all games and results",
    "draw again": "/draw/redraw discards the draw",
    "draw by weights": "/draw/system draws by weights if it is mcmahon",
    "explain by a model": "/draw/model explains it by those of a model",
    "list draws": "/draw/between lists the draws, and change/digest is the digest of the list",
}
"""What does it in a document, by the name of the remedy."""


@contextmanager
def pointing(path: str, places: Mapping[str, str]) -> Iterator[None]:
    """Point to the place in a document that an error inside is about."""
    try:
        yield
    except RuleError as error:
        if error.message.about not in places:
            raise
        entry = "" if error.code == "contradiction" else "".join(f"/{step}" for step in error.place)
        pointer = f"{places[error.message.about]}{entry}"
        words = (_ADVICE[each.name] for each in error.message.remedies if each.name in _ADVICE)
        message = "; ".join(filter(None, (error.message.text, ", ".join(words))))
        raise FormatError(path, None, message, pointer=pointer) from None


def envelope_of(document: Document) -> Envelope | None:
    """What a document holds beside the tournament; None if it is not of fastpair's own format."""
    return getattr(document, "envelope", None)


def merge_document(
    request: Request, document: Document, path: str, tournament: Tournament
) -> tuple[Request, Mapping[str, str]]:
    """A request with what the document asks for, where it states nothing itself.

    Returns
    -------
    Request
        Lists of both add up; of anything else the request goes before the document.
    dict
        Where the document states what it adds, by name.

    Raises
    ------
    FormatError
        If the document names a round, a player, a model or a system that does not exist.
    """
    envelope = envelope_of(document)
    if envelope is None:
        return request, {}
    rules = {name: PLACES[name] for name in _OF_RULES}
    if envelope.draw == RequestedDraw():
        return request, rules
    draw = envelope.draw
    if draw.round is not None and draw.round > tournament.rules.rounds:
        message = f"expected a round from 1 to {tournament.rules.rounds}, got {draw.round}"
        raise FormatError(path, None, message, pointer="/draw/round")
    usual = RequestedDraw()
    merged: dict[str, Any] = {}
    for name in (entry.name for entry in fields(draw)):
        own, stated = getattr(request, name), getattr(draw, name)
        if name == "constraints":
            merged[name] = _with_places(path, stated).and_also(own)
        elif isinstance(stated, tuple):
            merged[name] = (*find_keys(tournament, path, PLACES[name], stated), *own)
        elif own == getattr(usual, name):
            merged[name] = stated
    if request.model is None and isinstance(draw.model, str):
        check_published(path, draw.model, "/draw/model")
    if request.system is None:
        document_system(document, path)
    own_rules = _differences(request.constraints)
    added = {name for name in merged if getattr(draw, name) != getattr(usual, name)}
    added |= {name for name in _differences(draw.constraints) if name not in own_rules}
    return replace(request, **merged), rules | {name: PLACES[name] for name in added}


def find_keys(tournament: Tournament, path: str, pointer: str, names: Any) -> Any:  # noqa: ANN401
    """Players of a document by key, and teams by name.

    Raises
    ------
    FormatError
        If there is no such player, at the place of the name.
    """
    if not isinstance(names, str):
        places = (f"{pointer}/{place}" for place in count())
        return tuple(
            find_keys(tournament, path, place, each)
            for place, each in zip(places, names, strict=False)
        )
    try:
        return names if teams_called(tournament, names) else find_player(tournament, names)
    except RuleError as error:
        raise FormatError(path, None, str(error), pointer=pointer) from None


def _with_places(path: str, rules: StatedRules) -> StatedRules:
    """The rules, whose players know where they are named."""
    from ...formats.json import JsonTables
    from ...formats.toml import Group

    tables = JsonTables(path, _CONSTRAINTS, {})
    groups: dict[str, Any] = {
        name: tuple(Group(tables, (name, place), group) for place, group in enumerate(value))
        for name, value in _differences(rules).items()
        if isinstance(value, tuple)
    }
    return replace(rules, **groups)


def check_published(path: str, model: str, pointer: str) -> None:
    """Refuse a model in a document that is none of the published ones; files are not.

    Raises
    ------
    FormatError
        At its place.
    """
    from ...pairing.weights import MODELS

    if model not in MODELS:
        message = f"expected one of {', '.join(MODELS)}, got {model!r}"
        raise FormatError(path, None, message, pointer=pointer)


def document_system(document: Document, path: str) -> System | None:
    """The system that a document or its rules ask for, if they do.

    Raises
    ------
    FormatError
        If there is no such system, or it has no such parameter.
    """
    from ...formats.json import quote_value
    from ...formats.toml import unknown
    from ...pairing.systems.catalogue import SYSTEMS, system_class, system_parameters, usual_system

    envelope = envelope_of(document)
    stated = None if envelope is None else envelope.draw.system
    if stated is None:
        return usual_system(document.tournament) if document.tournament.rules.system else None

    def wrong(pointer: str, message: str) -> FormatError:
        return FormatError(path, None, message, pointer=pointer)

    parameters = {} if isinstance(stated, str) else dict(stated)
    name = stated if isinstance(stated, str) else parameters.pop("system", None)
    if not isinstance(name, str):
        got = "found nothing" if name is None else f"got {quote_value(name)}"
        message = f"expected the name of a system, one of {', '.join(SYSTEMS)}, {got}"
        raise wrong("/draw/system/system", message)
    try:
        known = system_parameters(system_class(name))
        for member in parameters:
            if member not in known:
                message = unknown("parameter", member, ("system", *known))
                raise wrong(f"/draw/system/{member}", message)
        return make_system(stated, document.tournament)
    except RuleError as error:
        raise wrong("/draw/system", str(error)) from None


def make_system(choice: str | Mapping[str, Any], tournament: Tournament | None = None) -> System:
    """The system of a name, or of an object with the name and parameters, for a tournament.

    Raises
    ------
    RuleError
        If there is no such system, or it has no such parameter.
    """
    from ...pairing.systems import stated_system

    if isinstance(choice, str):
        return stated_system(choice, {}, tournament)
    parameters = {name: value for name, value in choice.items() if name != "system"}
    name = choice.get("system")
    if not isinstance(name, str):
        raise RuleError(f"expected the name of a system, got {quoted(name)}")
    return stated_system(name, parameters, tournament)


# ---- What a round was drawn by ----


def drawing_system(state: CongressState, after: int) -> str:
    """Name of the system that draws a tournament; empty if nobody knows it.

    It is that of the last draw up to a round by the history, or else what the document asks for.

    Raises
    ------
    FormatError
        If the document asks for a system that there is not.
    """
    drawn = [number for number in state.draws if number <= max(after, 1)]
    if drawn:
        return state.draws[max(drawn)].details.system
    system = document_system(state.document, str(state.file))
    return "" if system is None else system.name


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRecord:
    """How a round was drawn; nothing is stated of a draw that the history does not know."""

    details: DrawDetails
    """What the history holds of it."""

    rules: StatedRules = field(default_factory=StatedRules)
    """The rules of the draw, with players by key."""

    own_rules: StatedRules = field(default_factory=StatedRules)
    """The same without those that followed from conditions of the round."""

    @classmethod
    def of(cls, congress: CongressState, number: int) -> Self:
        """The record of the last draw of a round that is in force.

        Raises
        ------
        RuleError
            If one of its rules is damaged.
        """
        draw = congress.draws.get(number)
        if draw is None:
            return cls(details=DrawDetails(round=number))
        rules = _rules(draw.details)
        return cls(details=draw.details, rules=rules, own_rules=without(rules, draw.conditions))

    def weigher(self, fitting: str, seed: int | None = None) -> WeightModel:
        """The model of the draw; the fitting one if none is recorded, or its file is gone.

        Parameters
        ----------
        fitting
            Name of the model that fits the file.
        seed
            Another seed than that of the draw.
        """
        seed = self.details.seed if seed is None else seed
        try:
            return weigher(self.details.model_named or fitting, seed)
        except FastpairError:
            return weigher(fitting, seed)

    def system_by_levels(self, tournament: Tournament) -> System | None:
        """The system of the draw, or the usual one if none is recorded, if it draws by levels of its own."""
        from ...pairing.systems.catalogue import has_levels, stated_system, usual_system

        system, details = usual_system(tournament), self.details
        if has_levels(details.system):
            return stated_system(details.system, details.system_changes)
        if has_levels(details.model):  # a draw that keeps boards of one by levels
            system = system or stated_system(details.model, {})
        elif details.system:
            return None
        return system if system is not None and system.has_levels else None

    def system_by_criteria(self, tournament: Tournament) -> System | None:
        """The system of the draw, or the usual one if none is recorded, if it goes by criteria."""
        from ...pairing.systems import stated_system, usual_system

        system = usual_system(tournament)
        if self.details.system:
            system = stated_system(self.details.system, self.details.system_changes)
        return system if system is not None and system.allows_one_pairing else None

    def label(self, model: WeightModel) -> str:
        """The name of a model, which says so if it is not that of the draw."""
        from ...pairing.weights.description import signature

        if self.is_drawn_by(model):
            return signature(model)
        return f"{signature(model)}, not that of the draw, {self.details.model}"

    def describe(self, model: WeightModel) -> str:
        """The same in words, as a director calls the models."""
        from ...pairing.weights.description import signature

        name = describe_method(signature(model))
        if self.is_drawn_by(model):
            return name
        return phrase(
            "{model}, not {other}, by which the round was drawn",
            model=name,
            other=describe_method(self.details.model or ""),
        )

    def is_drawn_by(self, model: WeightModel) -> bool:
        """Whether a model is that of the draw, or none is recorded."""
        from ...pairing.weights.description import digest

        return not self.details.model or digest(model) == self.details.model_digest


def _rules(details: DrawDetails) -> StatedRules:
    """The rules of a draw; what was preferred is among the changes of its model."""
    members = _VALUES.of(StatedRules).members
    stated = {**details.model_changes, **details.rules}
    there = {name: stated[name] for name in members if stated.get(name) is not None}
    try:
        return cast("StatedRules", decode("history", there, _VALUES.of(StatedRules)))
    except FormatError as error:
        raise RuleError(
            phrase("the history has a rule of the draw that cannot be read: {error}", error=error)
        ) from None
