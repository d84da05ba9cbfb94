"""Files of one kind of line, as many as they may have: every reader takes time in proportion to the bytes."""

from __future__ import annotations

import gc
import re
from contextlib import suppress
from cProfile import Profile
from time import process_time

import pytest

from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.pairing.generator import generate

SIZE = 1 << 17
"""Bytes; a megabyte takes eight times as long, where time grows with the bytes alone."""

MOST_SECONDS = 0.5
"""Of processor time, several times what is usual, and far below what it takes where time grows faster."""

NAMES = [name for name in FORMATS if name != "trf"]


def kinds(content):
    """The lines of a file, one of each kind."""
    lines = [line for line in content.splitlines(keepends=True) if line.strip()]
    forms = {re.sub(rb"[^\W\d]+", b"a", re.sub(rb"[0-9]+", b"0", line))[:3]: line for line in lines}
    return list(forms.values())


@pytest.fixture
def uncollected():
    """No cycles of earlier tests are looked for meanwhile: a server may have asked for that often."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("name", NAMES)
def test_many_lines_of_one_kind_are_read_or_refused_soon(name):
    form = FORMATS[name]
    content = form.new(generate(9, 4, seed=1, play=3))
    for line in kinds(content):
        many = line * ((SIZE - len(content)) // len(line))
        for worst in (content + many, content.replace(line, many, 1)):
            begin = process_time()
            with suppress(FormatError, RuleError):
                form.read("x", worst)
            assert process_time() - begin < MOST_SECONDS, line[:60]


MOST_CALLS = 260
"""Calls of functions for a line of a list of entries: a megabyte has 25,000 lines, which a second has to do for."""


def test_a_line_of_a_list_of_entries_takes_few_calls():
    """Time is that of the calls: each cell is looked at once, and what is usual is not checked in detail."""
    form, lines = FORMATS["csv"], 400
    content = form.new(generate(lines, 4, seed=1))
    form.read("x", content)  # what is read once for all lists
    profile = Profile()
    profile.runcall(form.read, "x", content)
    assert sum(each.callcount for each in profile.getstats()) < MOST_CALLS * lines
