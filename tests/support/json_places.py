"""Documents in JSON with one value changed, and the errors that point to it."""

from __future__ import annotations

import json
from functools import reduce

import pytest

from fastpair.errors import FormatError


def inner(value, step):
    return value[int(step) if isinstance(value, list) else step]


def change(document, place, value):
    """Give the member at a JSON pointer another value."""
    *way, last = place.split("/")[1:]
    inside = reduce(inner, way, document)
    inside[int(last) if isinstance(inside, list) else last] = value


def refusal(read, document):
    """What the reader of a format says of a document, whose path is ``file``."""
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(FormatError) as caught:
        read("file", content)
    return str(caught.value)
