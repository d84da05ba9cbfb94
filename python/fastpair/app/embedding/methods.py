"""The actions as methods in Python, made from their declarations.

``methods.pyi`` shows them to editors and type checkers; ``python docs/methods.py`` writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

from ..actions import ACTIONS
from .signatures import METHODS, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..edits.outcome import Confirmation
    from .signatures import Method

_Outcome = TypeVar("_Outcome")


class Actions(Generic[_Outcome]):
    """What a director does, each action a method with the values that its command and its form have."""

    def __init_subclass__(cls, *, as_of: str = "") -> None:
        """Refer to another class that has the same methods, if there is one, for what their values are."""
        super().__init_subclass__()
        for made in METHODS.values() if as_of else ():
            about, _, _ = made.docstring().partition("\n")
            text = f"{about}\n\nThe values are those of `{as_of}.{made.name}`."
            setattr(cls, made.name, _function(made, cls, text))

    def _perform(
        self,
        action: str,
        values: Mapping[str, object],
        round: int | None,
        confirmed: Confirmation,
    ) -> _Outcome:
        """Perform an action; values that are None have their defaults."""
        raise NotImplementedError


def _function(made: Method, owner: type, about: str) -> Callable[..., Any]:
    signature = made.signature()

    def method(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError as error:
            raise TypeError(f"{made.name}() {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        number = given["round"] if made.action.by_round else None
        stated = made.stated(given)
        return given["self"]._perform(made.action.name, stated, number, given["confirmed"])

    method.__name__ = made.name
    method.__module__, method.__qualname__ = owner.__module__, f"{owner.__name__}.{made.name}"
    method.__doc__ = about
    method.__signature__ = signature  # type: ignore[attr-defined]
    annotations = {each.name: each.annotation for each in signature.parameters.values()}
    method.__annotations__ = {**annotations, "return": signature.return_annotation}
    del method.__annotations__["self"]
    return method


for _made in METHODS.values():
    setattr(Actions, _made.name, _function(_made, Actions, _made.docstring()))

_VALUES = [each for each in values_of(ACTIONS["rules"]) if each.record]
_RULE_VALUES = {each.name: each.type | None for each in _VALUES}
_EVENT_VALUES = {each.name: each.type | None for each in _VALUES if each.record == "event"}

RuleValues = TypedDict("RuleValues", _RULE_VALUES, total=False)  # type: ignore[misc]
RuleValues.__doc__ = """The rules and the event of a tournament.

Examples
--------
>>> rules: RuleValues = {"bar": "3d", "rounds": 4}
>>> Congress.new("Open", **rules).tournament.rules.rounds
4
"""

EventValues = TypedDict("EventValues", _EVENT_VALUES, total=False)  # type: ignore[misc]
EventValues.__doc__ = """The facts of an event.

Examples
--------
>>> event: EventValues = {"place": "Ulm", "komi": 6.5}
>>> Congress.new("Open", **event).tournament.event.komi_x2
13
"""
