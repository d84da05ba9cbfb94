"""The draw that a document of fastpair's own format asks for."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from ...errors import FormatError, RuleError
from ...pairing.rules import Groups, StatedRules, described
from ..edits.teams import teams_called
from ..typed.players import find_player

if TYPE_CHECKING:
    from ...formats import Document
    from ...formats.fastpair.document import Envelope, RequestedDraw
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from .request import Request


_CONSTRAINTS = "/draw/constraints"
PLACES = {
    **{name: f"/draw/{name}" for name in ("absent", "model", "round")},
    **{name: f"{_CONSTRAINTS}/{name}" for name, _ in described(StatedRules)},
}
"""Where a document states what is asked for, by its name."""


@dataclass(frozen=True, slots=True)
class AskedByDocument:
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


def asked_by(document: Document, path: str) -> AskedByDocument:
    """What a document asks for, which only one of fastpair's own format does."""
    return AskedByDocument(path, getattr(document, "envelope", None))
