"""The actions as methods in Python, made from their declarations.

``methods.pyi`` shows them to editors and type checkers; ``python docs/methods.py`` writes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

from .actions import ACTIONS
from .signatures import docstring_of, signature_of, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .action import Action

_Outcome = TypeVar("_Outcome")


class Actions(ABC, Generic[_Outcome]):
    """What a director does, each action a method with the values that its command and its form have."""

    @abstractmethod
    def _perform(
        self, action: str, values: Mapping[str, object], round: int | None, confirmed: Iterable[str]
    ) -> _Outcome:
        """Perform an action; values that are None have their defaults."""


def _method(action: Action) -> Callable[..., Any]:
    # The history has the values of records behind the others.
    signature, values = (
        signature_of(action),
        sorted(values_of(action), key=lambda each: each.record != ""),
    )

    def method(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError as error:
            raise TypeError(f"{method.__name__}() {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        stated: dict[str, Any] = {}
        for each in values:
            part = stated.setdefault(each.record, {}) if each.record else stated
            part[each.key] = given[each.name]
        number = given["round"] if action.by_round else None
        return given["self"]._perform(action.name, stated, number, given["confirmed"])

    method.__name__ = action.name.replace("-", "_")
    method.__qualname__ = f"{Actions.__name__}.{method.__name__}"
    method.__doc__ = docstring_of(action)
    method.__signature__ = signature  # type: ignore[attr-defined]
    annotations = {each.name: each.annotation for each in signature.parameters.values()}
    method.__annotations__ = {**annotations, "return": signature.return_annotation}
    del method.__annotations__["self"]
    return method


for _action in ACTIONS.values():
    _made = _method(_action)
    setattr(Actions, _made.__name__, _made)

_RULE_VALUES = {each.name: each.type | None for each in values_of(ACTIONS["rules"]) if each.record}

RuleValues = TypedDict("RuleValues", _RULE_VALUES, total=False)  # type: ignore[misc]
RuleValues.__doc__ = """The rules and the event of a tournament.

Examples
--------
>>> rules: RuleValues = {"bar": "3d", "rounds": 4}
>>> Congress.new("Open", **rules).tournament.rules.rounds
4
"""
