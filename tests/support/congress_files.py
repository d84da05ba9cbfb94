"""A small congress in a file, and what tests ask of it after a command."""

from __future__ import annotations

from builders import everybody_present
from fastpair.app.actions import ACTIONS
from fastpair.app.history.state import CongressState
from fastpair.formats import FORMATS, read
from fastpair.formats.opengotha import new_document
from fastpair.go.tournament import Result
from fastpair.pairing.generator import generate

CHANGES = tuple(name for name, each in ACTIONS.items() if not each.creates)
"""Actions that change a file that is there."""

WHITE, BLACK = Result.WHITE_WINS, Result.BLACK_WINS


def all_present():
    """Twenty-one players, all present, before round 1."""
    return everybody_present(generate(21, 3, seed=8))


def save(tournament, file):
    """Write a tournament into a new file: one of OpenGotha if it is named so, or else our own."""
    if file.suffix == ".xml":
        new_document(tournament).write(file, tournament)
    else:
        file.write_bytes(FORMATS["fastpair"].new(tournament))
    return file


def in_memory(tournament):
    """The state of a tournament in our own format that is in no file."""
    form = FORMATS["fastpair"]
    return CongressState.of_document(form.read("memory", form.new(tournament)), "memory")


def games(file, number=1):
    return {game.table: game for game in read(file).tournament.round(number).games}


def result_of(file, table, number=1):
    game = games(file, number)[table]
    return game.result, game.by_default


def name(file, key):
    return read(file).tournament.by_key[key].full_name


def refused(done, *words):
    """Whether a command said one line only, with these words, and failed."""
    status, output, errors = done
    return (status, output, errors.count("\n")) == (2, "", 1) and all(w in errors for w in words)


def saved_elsewhere(file, content):
    """Another program saves a state that it had read before."""
    file.write_bytes(content + b"<!-- saved -->")
