"""The command within a folder of played tournaments."""

from __future__ import annotations

import pytest

from fastpair.ui.cli import main


@pytest.fixture
def run(capsys):
    """A command: its status, output and errors."""

    def run(*arguments):
        status = main([*map(str, arguments)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run
