"""Write the types of the answers' documents, as their schemas say them: ``document_types.py FILE``."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

DOCUMENTS = {
    "CheckDocument": ("app", "check"),
    "DrawDocument": ("app", "draw"),
    "ExplanationDocument": ("app", "explanation"),
    "StandingsDocument": ("go", "standings"),
    "TeamStandingsDocument": ("go", "team_standings"),
}
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Types:
    """The classes of one document, each before those that hold it."""

    def __init__(self, name, stem, schema):
        self.prefix, self.stem, self.schema = name.removesuffix("Document"), stem, schema
        self.classes = {}
        self.typed(schema, name)

    def typed(self, schema, name):
        """The type of a value; an object with members becomes a class of this name."""
        if "$ref" in schema:
            key = schema["$ref"].rpartition("/")[2]
            return self.typed(self.schema["$defs"][key], self.prefix + camel(key))
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        if "oneOf" in schema:
            return union(self.typed(each, name) for each in schema["oneOf"])
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return union(self.of_kind(kind, schema, name) for kind in kinds) or "Any"

    def of_kind(self, kind, schema, name):
        if kind == "array":
            return f"list[{self.typed(schema.get('items', {}), name)}]"
        if kind != "object":
            return PLAIN[kind]
        if "properties" not in schema:
            other = schema.get("additionalProperties")
            return f"dict[str, {self.typed(other, name) if isinstance(other, dict) else 'Any'}]"
        part = "A document" if schema is self.schema else "A part of a document"
        lines = [f'    """{part} by ``{self.stem}.schema.json``."""\n']
        for key, inner in schema["properties"].items():
            found = self.typed(inner, self.prefix + camel(key))
            there = key in schema.get("required", ())
            lines.append(f"    {key}: {found if there else f'NotRequired[{found}]'}")
        assert self.classes.setdefault(name, lines) == lines, f"two kinds of {name}"
        return name


def union(kinds):
    """None comes last, as ruff writes it."""
    return " | ".join(sorted(dict.fromkeys(kinds), key="None".__eq__))


def camel(key):
    return "".join(part.capitalize() for part in key.split("_"))


def written():
    """The whole module, not formatted."""
    classes = {}
    for name, (package, stem) in DOCUMENTS.items():
        path = files(f"fastpair.{package}").joinpath(f"{stem}.schema.json")
        classes |= Types(name, stem, json.loads(path.read_text("utf-8"))).classes
    head = f'''
    """The documents of answers for type checkers, made of their schemas by tests/support/document_types.py."""

    from __future__ import annotations

    from typing import Any, Literal, NotRequired, TypedDict

    __all__ = {sorted(classes)!r}
    '''
    parts = [f"class {name}(TypedDict):\n" + "\n".join(lines) for name, lines in classes.items()]
    return dedent(head).lstrip() + "\n\n" + "\n\n\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written(), "utf-8")
