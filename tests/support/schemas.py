"""The published schemas of JSON documents."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from jsonschema import Draft202012Validator

from fastpair.app.documents.schemas import DOCUMENTS


@cache
def validator(name):
    """That of a document, whichever package has its schema."""
    (package,) = (package for package, names in DOCUMENTS.items() if name in names)
    file = files(f"fastpair.{package}").joinpath(f"{name}.schema.json")
    schema = json.loads(file.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def strict(schema):
    """A schema that refuses members that it does not describe, which later versions may add."""
    if isinstance(schema, list):
        return [*map(strict, schema)]
    if not isinstance(schema, dict):
        return schema
    found = {name: strict(each) for name, each in schema.items()}
    is_whole = schema.get("type") == "object" and "properties" in schema
    return {"additionalProperties": False, **found} if is_whole else found


DRAW, INFO = validator("draw"), validator("info")
