"""The published schemas of JSON documents."""

from __future__ import annotations

import json
from importlib.resources import files

from jsonschema import Draft202012Validator


def validator(name):
    schema = json.loads(files("fastpair.app").joinpath(f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


DRAW, INFO = validator("draw"), validator("info")
