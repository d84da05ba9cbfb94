"""Pages of the reference that are generated: commands, JSON documents and the API."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from importlib import import_module
from inspect import getdoc, isclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

import click

import fastpair
from fastpair.ui.cli import main
from fastpair.ui.cli.app import program
from fastpair.ui.cli.command import Command, CommandGroup, help_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = ["properties", "write"]

_PUBLIC = (
    "fastpair",
    "fastpair.typing",
    "fastpair.matching",
    "fastpair.matching.blocks",
    "fastpair.insight.explain",
    "fastpair.pairing.weights",
)


def write(folder: Path) -> None:
    """Write the pages into a folder, which Sphinx reads."""
    folder.mkdir(exist_ok=True)
    pages = {
        "options.md": "\n".join(_options()),
        "parameters.md": "\n".join(_parameters()),
        "schemas.md": "\n".join(_schemas()),
    }
    pages |= {f"{name}.rst": "\n".join(_module(name)) for name in _PUBLIC}
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


def _options() -> Iterator[str]:
    yield "# All options"
    root = program()
    context = click.Context(root, info_name="fastpair")
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        assert isinstance(command, Command)
        yield from _command(command, context, name)


def _command(command: Command, parent: click.Context, name: str) -> Iterator[str]:
    """A section with the help of a command, and of its subcommands."""
    context = click.Context(command, parent=parent, info_name=name)
    yield f"\n## {context.command_path}\n\n```text\n{help_of(context)}\n```"
    if isinstance(command, CommandGroup):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert isinstance(found, Command)
            yield from _command(found, context, below)


def _parameters() -> Iterator[str]:
    """A section for each command that lists what the program knows by name."""
    yield "# Models, systems, formats"
    for command in ("models", "systems", "formats"):
        output = StringIO()
        with redirect_stdout(output):
            main([command])
        yield f"\n## fastpair {command}\n\n```text\n{output.getvalue().rstrip()}\n```"


def _schemas() -> Iterator[str]:
    yield "# JSON schemas"
    yield ""
    yield "Every member of every document, from the schemas in the package. Ignore members you do not know."
    for path in sorted(Path(fastpair.__file__).parent.rglob("*.schema.json")):
        schema = json.loads(path.read_text("utf-8"))
        yield f"\n## {schema.get('title', path.name)}\n"
        yield f"`{schema['$id']}`, in the package as `{path.relative_to(Path(fastpair.__file__).parents[1])}`\n"
        yield schema.get("description", "") + "\n"
        yield from properties(schema)
        for name, part in schema.get("$defs", {}).items():
            yield f"\n### {name}\n"
            yield part.get("description", "") + "\n"
            yield from properties(part)


def properties(schema: dict[str, Any], before: str = "") -> Iterator[str]:
    """A table of the properties, those of nested objects by their paths."""
    rows = list(_rows(schema, before))
    if rows:
        yield "| property | type | meaning |\n| --- | --- | --- |"
        yield from rows


def _rows(schema: dict[str, Any], before: str) -> Iterator[str]:
    for name, part in schema.get("properties", {}).items():
        if part is False:  # a misplaced member, which is refused
            continue
        said = part.get("description", "").replace("|", "\\|").replace("\n", " ")
        yield f"| `{before}{name}` | {_kind(part)} | {said} |"
        yield from _rows(part, f"{before}{name}.")
        if isinstance(part.get("items"), dict):
            yield from _rows(part["items"], f"{before}{name}[].")


def _kind(part: dict[str, Any]) -> str:
    if "$ref" in part:
        return part["$ref"].rpartition("/")[2]
    if "const" in part or "enum" in part:
        return ", ".join(
            f"`{json.dumps(value)}`" for value in part.get("enum", [part.get("const")])
        )
    for several in ("anyOf", "oneOf"):
        if several in part:
            return " or ".join(dict.fromkeys(map(_kind, part[several])))
    kind = part.get("type", "any")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    if isinstance(part.get("items"), dict):
        return f"{kind} of {_kind(part['items'])}"
    return str(kind)


def _summary(name: str, module: ModuleType) -> Iterator[str]:
    """A table of the public names of a module, with the first lines of their docstrings."""
    yield ".. list-table::\n   :widths: auto\n"
    for each in module.__all__:
        value = getattr(module, each)
        if get_origin(value) is None and callable(value):
            role = "class" if isclass(value) else "func"
            first = (getdoc(value) or "").partition("\n")[0]
            yield f"   * - :py:{role}:`~{name}.{each}`\n     - {first}"
    yield ""


def _foreign_bases(cls: type) -> Iterator[str]:
    """The names of the base classes of others, whose members are not ours to describe."""
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] != "fastpair":
            yield base.__name__


def _module(name: str) -> Iterator[str]:
    """A page of all public names of a module, by their docstrings."""
    yield f"{name}\n{'=' * len(name)}\n"
    yield f".. automodule:: {name}\n   :no-members:\n"
    module = import_module(name)
    yield from _summary(name, module)
    for each in module.__all__:
        value = getattr(module, each)
        if get_origin(value) is not None:  # such as tuple[int, int], whose docstring is tuple's
            yield f".. py:data:: {name}.{each}\n\n   Alias of ``{value}``.\n"
        elif isclass(value):
            yield f".. autoclass:: {name}.{each}\n   :members:"
            yield f"   :inherited-members: {', '.join(_foreign_bases(value))}\n"
        elif callable(value):
            yield f".. autofunction:: {name}.{each}\n"
        elif not each.startswith("_"):
            yield f".. autodata:: {name}.{each}\n"
