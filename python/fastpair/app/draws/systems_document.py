"""What machines read of the pairing systems: a JSON document (docs/reference/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import __version__
from ...pairing.systems import system_parameters
from ...parameters import title, value_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...pairing.systems import System
    from ...parameters import Parameter


_VERSION = 1
"""Raised when something is removed or changes its meaning."""


def systems_document(kinds: Iterable[type[System]]) -> dict[str, Any]:
    """Pairing systems with their parameters, by ``systems.schema.json``."""
    return {
        "format": "fastpair.systems",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "systems": [_system(kind) for kind in kinds],
    }


def _system(kind: type[System]) -> dict[str, Any]:
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


def _parameter(parameter: Parameter, default: object) -> dict[str, Any]:
    return {
        "default": default,
        "kind": parameter.kind.__name__,
        "choices": list(parameter.choices),
        "description": parameter.description,
        "unit": parameter.unit,
        "source": parameter.source,
    }
