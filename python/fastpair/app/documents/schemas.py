"""The JSON Schemas of the documents, from their declarations and the texts below the members.

They are published in the packages that write the documents; ``docs/schemas.py`` writes them.
"""

from __future__ import annotations

import ast
from functools import cache
from inspect import getsource
from typing import Annotated, Any

import msgspec

from ...formats.fastpair.schema import sentence, texts_below
from . import brackets, draw, reports, standings, tournament
from .encoding import in_order

_PROVEN_DRAW = Annotated[draw.DrawDocument, msgspec.Meta(extra_json_schema=draw.PROVEN)]

DOCUMENTS: dict[str, dict[str, Any]] = {
    "app": {
        "advice": reports.AdviceDocument,
        "attendance": tournament.AttendanceDocument,
        "board_prizes": reports.BoardPrizesDocument,
        "bracket": brackets.BracketDocument,
        "check": reports.CheckDocument,
        "draw": _PROVEN_DRAW,
        "error": draw.ErrorDocument,
        "explanation": draw.ExplanationDocument,
        "fide_ratings": reports.FideRatingsDocument,
        "identities": tournament.IdentitiesDocument,
        "info": tournament.InfoDocument,
        "log": tournament.LogDocument,
        "norms": reports.NormsDocument,
        "quality": reports.QualityDocument,
        "ratings": reports.RatingsDocument,
        "report": reports.ReportDocument,
        "round": tournament.RoundDocument,
        "systems": draw.SystemsDocument,
        "verification": tournament.VerificationDocument,
    },
    "go": {
        "comparison": standings.ComparisonDocument,
        "prizes": standings.PrizesDocument,
        "standings": standings.StandingsDocument,
        "team_standings": standings.TeamStandingsDocument,
    },
}
"""What each document is, by the package that has its schema and by its name."""

_OPEN = DOCUMENTS["go"].keys()
"""Documents that are read again, in which later versions may have put more."""


def schema_of(package: str, name: str) -> dict[str, Any]:
    """The schema of a document, draft 2020-12."""
    schema = msgspec.json.schema(DOCUMENTS[package][name])
    parts = schema.pop("$defs")
    for key, part in parts.items():
        parts[key] = _object(part, closed=name not in _OPEN)
    whole = parts.pop(schema.pop("$ref").rpartition("/")[2])
    if "description" in whole:  # without the examples in Python
        whole["description"] = whole["description"].partition("\n\n")[0]
    title = f"fastpair.{name}"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:fastpair:{title}:1",
        **(whole | {"title": title}),
        **schema,
        "$defs": parts,
    }


def _object(part: dict[str, Any], *, closed: bool) -> dict[str, Any]:
    """The schema of an object: its members in order, each with the text below it."""
    properties = {}
    for name, text in _members()[part["title"]].items():
        member = part["properties"][name]
        properties[name] = {**member, "description": sentence(text)} if text else member
    part["required"] = [name for name in properties if name in part.get("required", ())]
    return {**part, "properties": properties} | ({"additionalProperties": False} if closed else {})


@cache
def _members() -> dict[str, dict[str, str]]:
    """The members of each class, and the text below each of them or nothing."""
    found: dict[str, dict[str, str]] = {}
    for module in (tournament, draw, draw, reports, standings, brackets):
        for definition in ast.parse(getsource(module)).body:
            if isinstance(definition, ast.ClassDef):
                base_members: dict[str, str] = {}
                for base in definition.bases:
                    base_members |= found.get(ast.unparse(base), {})
                names = in_order(vars(module)[definition.name].__annotations__)
                found[definition.name] = (
                    dict.fromkeys(names, "") | base_members | texts_below(definition)
                )
    return found
