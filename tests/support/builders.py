"""Players, games, congresses at which everybody is there, and scores to compare with."""

from __future__ import annotations

from dataclasses import replace

from fastpair import Game, Grade, Player, Result
from fastpair.formats import FORMATS
from fastpair.go.tournament import HALVES_OF_ONE
from reading import of_content
from scores import Scores


def player(key, grade=0, **facts):
    """A player of 1 dan, unless another grade index or other facts are named."""
    usual = {"name": key, "first_name": "", "grade": Grade(grade)}
    return Player(key=key, **{**usual, **facts})


def game(number, table, white, black, result=Result.UNKNOWN, **facts):
    """A game of a round at a table."""
    return Game(round=number, table=table, white=white, black=black, result=result, **facts)


def everybody_present(tournament):
    """The same tournament, in which everybody plays all rounds."""
    there = (replace(p, absences=frozenset(), final=True) for p in tournament.players)
    return replace(tournament, players=tuple(there))


GO_RESULTS = [result for result in Result if result not in HALVES_OF_ONE]
"""Results of a game of Go."""


def reference_of(tournament):
    """Scores by the checker, which knows nothing of fastpair but its file."""
    return Scores(of_content(FORMATS["fastpair"].new(tournament)))
