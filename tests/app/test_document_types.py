"""What a type checker knows of the documents of answers."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import document_types
import fastpair
from fastpair.app import document_types as published


def test_the_types_of_documents_are_those_of_their_schemas():
    """``python tests/support/document_types.py FILE`` writes them anew."""
    module = ast.parse(Path(published.__file__).read_text("utf-8"))
    assert ast.dump(module) == ast.dump(ast.parse(document_types.written()))


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ("draw", "DrawDocument"),
        ("explain", "ExplanationDocument"),
        ("standings", "StandingsDocument | TeamStandingsDocument"),
        ("check", "CheckDocument"),
    ],
)
def test_an_answer_has_the_type_of_its_document(answer, names):
    made = getattr(fastpair, f"{answer}_document")
    assert inspect.signature(made).return_annotation == names
    for name in names.split(" | "):
        assert getattr(fastpair, name).__required_keys__ >= {"format", "version", "tournament"}
