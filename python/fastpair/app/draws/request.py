"""The request for a draw: what the command, the page and JSON documents ask for, and what was asked for before."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Self, cast

from ...errors import FormatError, RuleError
from ...formats.fastpair.requests import RequestedDraw
from ...formats.json import decode
from ...pairing.rules import StatedRules
from ...parameters import described, parameter, quoted
from ...sentences import Remedy, phrase
from ..history.draw_record import REQUESTS
from ..history.records import PairCondition  # noqa: TC001 - the annotations are read
from ..lookup import find_player, teams_called

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...formats import Document
    from ...formats.fastpair.document import Envelope
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ..history.state import CongressState


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(RequestedDraw):
    """A request for a draw, with players by key or by name."""

    conditions: Mapping[PairCondition, str] = field(default_factory=dict)
    """Conditions of players from this draw of the round on, with the reasons."""

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
        found: dict[str, Any] = REQUESTS.of(Request).written(self)
        return found

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """The request that states these values, see `values`."""
        form = REQUESTS.of(Request)
        return cast("Self", decode("draw", {**values}, form))


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
    from ...formats.toml import PlayerGroup

    tables = JsonTables(path, _CONSTRAINTS, {})
    groups: dict[str, Any] = {
        name: tuple(PlayerGroup(tables, (name, place), group) for place, group in enumerate(value))
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
