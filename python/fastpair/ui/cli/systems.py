"""``fastpair systems``: the pairing systems, what each guarantees, and what can be set in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import draw_options as option  # noqa: TC001 - typer reads the annotations

if TYPE_CHECKING:
    from ...pairing.systems import System


_Name = Annotated[str | None, typer.Argument(help="Name of a system; by default all of them.")]


def systems(name: _Name = None, json: option.Json = False) -> int:
    """List the systems that pair a round: what each guarantees, and when it fails.

    Of a system that is named, all that can be set is listed.
    fastpair draw FILE --system NAME --set KEY=VALUE draws a round by one of them.
    """
    from ...pairing.systems import SYSTEMS, system_class
    from .screen import write_json

    kinds = [system_class(each) for each in ([name] if name else SYSTEMS)]
    if json:
        from ...app.draws.systems_document import systems_document

        write_json(systems_document(kinds))
    else:
        for kind in kinds:
            _show(kind, whole=name is not None)
    return 0


def _show(kind: type[System], *, whole: bool) -> None:
    """Show what a system is, and what can be set in it."""
    from ...pairing.systems import system_parameters
    from ...parameters import title, value_at
    from .screen import write, write_folded

    write_folded(f"{kind.name}: {title(kind)} [{kind.source}]", indent=0)
    write_folded(f"guaranteed: {kind.guarantees}", indent=2)
    write_folded(f"but: {kind.fails}", indent=2)
    known = system_parameters(kind)
    if known and not whole:
        write_folded(f"parameters: {', '.join(known)}", indent=2)
    for name, parameter in known.items() if whole else ():
        words = f": {', '.join(parameter.choices)}" if parameter.choices else ""
        unit = f" ({parameter.unit})" if parameter.unit else ""
        source = f" [{parameter.source}]" if parameter.source else ""
        default = value_at(kind(), name)
        write_folded(f"--set {name}={_shown(default)}{unit}{source}{words}", indent=2)
        write_folded(parameter.description, indent=6)
    if kind.takes_model:
        write_folded("--model: a model of fastpair models, or a TOML file", indent=2)
    write()


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    return "none" if default is None else str(default)
