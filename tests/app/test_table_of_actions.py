"""The table of actions: each row by Python in memory and at a desk, by the command, on the page and as JSON."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from action_rows import fixtures, read_rows
from evenings import FILES
from fastpair.app.actions import ACTIONS
from new_file_rows import NewFiles

ROWS = read_rows(Path(__file__).with_name("actions.txt"))

bases, servers, table = fixtures(FILES)


@pytest.fixture(scope="module")
def new_files(bases, tmp_path_factory):
    with ExitStack() as stack:
        yield NewFiles(bases, tmp_path_factory.mktemp("served"), stack)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_interface_does_what_the_row_says(row, table, new_files):
    if ACTIONS[row.action].creates:
        new_files.check(row, table)
    else:
        table.check(row)


def test_every_action_has_rows():
    """Of what it does, and all files are of some row."""
    assert {row.action for row in ROWS if not row.refused} == {*ACTIONS}
    assert {row.file for row in ROWS} == {*FILES}
