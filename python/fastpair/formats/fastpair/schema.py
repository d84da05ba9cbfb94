"""The JSON Schema of fastpair's files, from the types that read them and the texts below their fields.

It is published as ``tournament.schema.json`` beside this module; ``docs/schemas.py``
writes it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import MISSING
from inspect import getdoc, getsource
from itertools import pairwise
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import msgspec

from ...go.tournament import TIE_BREAK_KINDS, Criterion, Rules, TeamCriterion
from ...pairing.weights import MODELS, model_named
from ...parameters import Section, descriptions
from .document import ENVELOPE, FORMAT, REQUESTED, TOURNAMENT
from .requests import REDRAWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...pairing.weights import WeightModel
    from ..json import Form


_CODES = "|".join([*TIE_BREAK_KINDS, "MPvGP"])
_TIE_BREAK = f"^({_CODES})(:(MP|GP))?(/[A-Z][-+0-9]*)*$"
"""The strings of FIDE's tie-breaks as files have them."""

_SOURCE = re.compile(r"\s*\[[A-Z][^\]]*\]")


def schema() -> dict[str, Any]:
    """The schema, draft 2020-12."""
    roots = [ENVELOPE.wire, TOURNAMENT.wire]
    _, parts = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    for form in _objects(ENVELOPE, TOURNAMENT):
        assert form.kind is not None
        _describe(parts[form.kind.__name__], form)
    for part in parts.values():
        part["description"] = sentence(part["description"].partition("\n\n")[0])
    for kind in (Criterion, TeamCriterion):
        part = parts[kind.__name__]
        part["anyOf"] = [{"enum": part.pop("enum")}, {"type": "string", "pattern": _TIE_BREAK}]
    request = parts["RequestedDraw"]["properties"]
    request["absent"]["uniqueItems"] = True
    spellings = dict.fromkeys(each for word in REDRAWS for each in (word, word.replace("-", "_")))
    request["redraw"]["anyOf"] = [{"type": request["redraw"].pop("type")}, {"enum": [*spellings]}]
    request["redraw"]["description"] += (
        " A word stands for the switch of its name, from-scratch for true."
    )
    for member_schemas in (parts["Player"]["properties"], parts["Person"]["properties"]):
        del member_schemas["rating"]["default"], member_schemas["grade"]["default"]
        member_schemas["rating"]["description"] += " If it is not stated, it is that of the grade."
        member_schemas["absences"]["uniqueItems"] = True
    about = (getdoc(Rules.usual_model) or "").partition("\n\n")[2]
    request["model"]["description"] += f" {sentence(about)}"
    request["model"]["anyOf"] = [
        one for one in request["model"]["anyOf"] if one["type"] != "object"
    ] + [_changed_model(model_named(name)) for name in MODELS.own]
    whole = [parts.pop(root.__name__) for root in roots]
    properties = {
        name: member_schemas
        for part in whole
        for name, member_schemas in part["properties"].items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:fastpair:{FORMAT}:1",
        "title": FORMAT,
        "description": "A tournament in fastpair's own format, with a request for a draw.",
        "type": "object",
        "required": [name for part in whole for name in part["required"]],
        "properties": properties | dict.fromkeys(REQUESTED, False),
        "$defs": dict(sorted(parts.items())),
    }


def _changed_model(model: WeightModel) -> dict[str, Any]:
    """The object of a model and what it may change, with the names that `model_in` reads."""
    own = ["model", "levels"]
    changes = model.parameters
    if changes:
        own += ["remove", "add", "rounds"]
    return {
        "type": "object",
        "required": ["model"],
        "properties": {"model": {"const": model.name, "description": "Name of the model."}}
        | {one.name: _section(one) for one in changes if isinstance(one, Section)},
        "propertyNames": {"enum": [*own, *(one.name for one in changes)]},
    }


def _section(section: Section) -> dict[str, Any]:
    """The object of parameters that belong together."""
    return {
        "type": "object",
        "description": sentence(section.description),
        "propertyNames": {"enum": [one.name for one in section.content]},
    }


def _objects(*forms: Form) -> Iterator[Form]:
    """The forms of dataclasses within others, and these themselves."""
    for form in forms:
        if form.kind is not None:
            yield form
        yield from _objects(*(member.form for member in form.members.values()))
        if form.item is not None:
            yield from _objects(form.item)


def _describe(part: dict[str, Any], form: Form) -> None:
    """Add the texts and the defaults of the fields to the schema of a dataclass."""
    assert form.kind is not None
    part["description"] = getdoc(form.kind) or ""
    texts = descriptions(form.kind) | _texts(form.kind)
    for member in form.members.values():
        entry = part["properties"][member.name]
        if text := texts.get(member.field):
            entry["description"] = sentence(text)
        if member.default is not MISSING:
            entry["default"] = member.form.written(member.default)


def sentence(text: str) -> str:
    """A text on one line, without the sources in square brackets."""
    return _SOURCE.sub("", " ".join(text.split())).replace("`", "")


def _texts(kind: type) -> dict[str, str]:
    """The text below each field of a dataclass, those of its bases included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        (definition,) = ast.parse(dedent(getsource(base))).body
        assert isinstance(definition, ast.ClassDef)
        found |= texts_below(definition)
    return found


def texts_below(definition: ast.ClassDef) -> dict[str, str]:
    """The text below each field that a class defines itself."""
    return {
        ast.unparse(entry.target): ast.literal_eval(text.value)
        for entry, text in pairwise(definition.body)
        if isinstance(entry, ast.AnnAssign) and isinstance(text, ast.Expr)
    }
