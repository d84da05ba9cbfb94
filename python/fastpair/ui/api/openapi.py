"""The description of the requests by OpenAPI 3.1, made of the published schemas."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from ... import __version__
from ...app.embedding import ANSWERS

_SCHEMAS = {
    "Tournament": ("formats.fastpair", "tournament"),
    "Draw": ("app", "draw"),
    "Explanation": ("app", "explanation"),
    "Standings": ("go", "standings"),
    "Check": ("app", "check"),
    "Round": ("app", "round"),
    "Error": ("app", "error"),
}
"""Package and name of each schema."""

_GIVES = {"draw": "Draw", "explain": "Explanation", "standings": "Standings", "check": "Check"}

_REFUSALS = {
    "400": "The document is not as its schema says; `pointer` says where.",
    "401": "The key is missing, or another one.",
    "413": "The document is too long, or needs more memory than there is for one.",
    "415": "The content is neither JSON nor XML.",
    "422": "The rules of the tournament do not allow what is asked.",
    "429": "Too many requests came with another key.",
    "503": "More documents wait than are answered soon.",
    "504": "The document was not answered in the time that there is for one.",
}
_LATER = ("429", "503")
"""Answers that say when to ask again."""


@cache
def openapi() -> dict[str, Any]:
    """The description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "fastpair",
            "version": __version__,
            "description": "A tournament comes as a document, and its draw, an explanation, the "
            "standings or a check goes as another. Nothing is kept but the last answers.",
        },
        "paths": {f"/v1/{name}": {"post": _operation(name)} for name in ANSWERS}
        | {"/v1/events": {"get": _events()}},
        "components": {
            "schemas": {name: _schema(name) for name in _SCHEMAS},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"key": []}],
    }


def _operation(name: str) -> dict[str, Any]:
    summary = (ANSWERS[name].__doc__ or "").partition("\n")[0]
    tag = {"schema": {"type": "string"}, "description": "Digest of the request."}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [
            {
                "name": "If-None-Match",
                "in": "header",
                "schema": {"type": "string"},
                "description": "Digests of requests whose answers the client has.",
            }
        ],
        "requestBody": {
            "required": True,
            "description": "A tournament as JSON, or the file of OpenGotha or MacMahon that holds it.",
            "content": {
                **_content("Tournament"),
                "application/xml": {"schema": {"type": "string"}},
            },
        },
        "responses": {
            "200": {
                "description": "The answer.",
                "headers": {"ETag": tag},
                "content": _content(_GIVES[name]),
            },
            "304": {"description": "The client has the answer.", "headers": {"ETag": tag}},
            **{status: _refusal(status) for status in _REFUSALS},
        },
    }


def _events() -> dict[str, Any]:
    """The rounds of a tournament, as server-sent events [HTML 9.2]."""
    return {
        "operationId": "events",
        "summary": "Hear of the rounds of a tournament that are published, beside its page alone.",
        "responses": {
            "200": {
                "description": "Events `round`, each with a document that `Round` describes.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            **{status: _refusal(status) for status in ("401", "429")},
            "404": {"description": "There is no page.", "content": _content("Error")},
        },
    }


def _refusal(status: str) -> dict[str, Any]:
    said: dict[str, Any] = {"description": _REFUSALS[status], "content": _content("Error")}
    if status in _LATER:
        seconds = {"schema": {"type": "integer"}, "description": "Seconds until to ask again."}
        said["headers"] = {"Retry-After": seconds}
    return said


def _content(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}


def _schema(name: str) -> dict[str, Any]:
    """A schema whose references are those of the whole description."""
    package, stem = _SCHEMAS[name]
    text = files(f"fastpair.{package}").joinpath(f"{stem}.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(
        text.replace('"#/$defs/', f'"#/components/schemas/{name}/$defs/')
    )
    return {member: said for member, said in schema.items() if member not in ("$schema", "$id")}
