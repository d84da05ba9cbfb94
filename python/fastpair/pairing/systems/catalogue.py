"""The pairing systems by name, and systems that a program or a file chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard, get_args

from ...errors import RuleError, input_error
from ...go.tournament.systems import FIDE_SYSTEMS, FideSystemName
from ...parameters import Parameter, parameters
from ...registry import Registry
from ...sentences import joined, phrase
from .system import System

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import Tournament


# ---- The pairing systems by name; each is imported when it is used for the first time ----

SYSTEMS: Registry[Any] = Registry(
    "system",
    {
        "mcmahon": "fastpair.pairing.systems.weighted:LookingAhead",
        "swiss": "fastpair.pairing.systems.swiss:Swiss",
        **{
            name: f"fastpair.pairing.systems.fide.{FIDE_SYSTEMS[name].pairs}"
            for name in get_args(FideSystemName)
        },
        "round-robin": "fastpair.pairing.systems.round_robin:RoundRobin",
        "cup": "fastpair.pairing.systems.schedule:Cup",
    },
)
"""Classes of the systems, by name."""


def system_class(name: str) -> type[System]:
    """The class of the system of this name.

    Raises
    ------
    RuleError
        If there is no such system, or the package that declares it cannot be used.
    """
    kind = SYSTEMS.find(name)
    if not (isinstance(kind, type) and issubclass(kind, System) and kind.name == name):
        raise SYSTEMS.broken(name, f"expected a System of this name, got {kind!r}")
    return kind


def check_system(system: object) -> None:
    """Refuse what is no system.

    Raises
    ------
    RuleError
        If it is none.
    """
    if not isinstance(system, System):
        message = phrase("expected a system, got {system!r}", system=system)
        raise input_error(system, str, message, about="system")


def has_levels(name: str | None) -> TypeGuard[str]:
    """Whether the system of this name weighs rounds by levels of its own; not if there is none."""
    return name is not None and name in SYSTEMS and system_class(name).has_levels


def usual_system(tournament: Tournament) -> System | None:
    """The system that draws if neither a model nor a system is named; None for the weights of the model."""
    name = tournament.rules.system or tournament.event_kind.usual_system
    return None if name is None else system_class(name).of_tournament(tournament)


# ---- Parameters of a system from words, as a command or a document states them ----


def system_parameters(kind: type[System]) -> dict[str, Parameter]:
    """What can be set in a system, by name; not what can be set in its model."""
    return {entry.name: entry for entry in parameters(kind) if isinstance(entry, Parameter)}


def stated_system(
    name: str, values: Mapping[str, object], tournament: Tournament | None = None
) -> System:
    """Make the system of this name with parameters that are typed, or come from a document.

    Parameters
    ----------
    values
        Values by the names of the parameters; a text stands for a number or a switch too.
    tournament
        The one whose rules decide what is not stated; None for the defaults.

    Raises
    ------
    RuleError
        If there is no such system, it has no such parameter, or a value cannot be.
    """
    kind = system_class(name)
    by_name = system_parameters(kind)
    for parameter in values:
        if parameter not in by_name:
            some = f"it has {', '.join(by_name)}" if by_name else "it has none"
            raise RuleError(
                phrase(
                    "{name} has no parameter {parameter!r}: {some}",
                    name=name,
                    parameter=parameter,
                    some=some,
                )
            )
    changes = {key: _value(by_name[key], value) for key, value in values.items()}
    return replace(kind() if tournament is None else kind.of_tournament(tournament), **changes)


def _value(parameter: Parameter, value: object) -> object:
    """The value of a parameter, from a word or a value of its type; ``none`` leaves it open."""
    left_open = parameter.optional and value == "none"
    try:
        return None if left_open else parameter.read(value, from_text=True)
    except RuleError as error:
        # No interface has a field or an option of its own for it.
        raise RuleError(joined(": ", (parameter.name, error.message.text))) from None
