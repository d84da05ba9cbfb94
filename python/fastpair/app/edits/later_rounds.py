"""Rounds on which later ones are drawn, which no change may touch unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import Result
from ...sentences import Remedy, joined, phrase, phrase_many
from .confirmation import PlayedScoresError, name_boards, name_results

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...go.tournament import Game, Round, Tournament

    _Board = tuple[str, str, int]


def later_round_errors(before: Tournament, after: Tournament) -> Iterator[PlayedScoresError]:
    """Say which rounds would change that later ones rest on, see `changed_below`."""
    for said in changed_below(before, after):
        yield PlayedScoresError(said, Remedy("do it even so"))


def changed_below(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, which rounds change that later ones rest on, and what is drawn on them.

    A missing result may come, and a game may move to another table: what is known stays.

    Parameters
    ----------
    before, after
        The tournament before and after the change.
    """
    if before.games == after.games and before.byes == after.byes:
        return
    keys = _former_keys(before, after)
    drawn = [n for n in range(1, before.rules.rounds + 1) if before.is_drawn(n)]
    for number in drawn[:-1]:
        changed = [*_changes(before.round(number), after.round(number), keys)]
        if changed:
            later = [_describe(before.round(n)) for n in drawn if n > number]
            values = {"later": joined(", ", later), "changed": joined(", ", changed)}
            yield phrase_many(
                "{later} was drawn on {changed} of round {round}",
                "{later} were drawn on {changed} of round {round}",
                len(later),
                round=number,
                **values,
            )


def _former_keys(before: Tournament, after: Tournament) -> Mapping[str, str]:
    """The keys of players as they were: some formats make them of the name."""
    rows = zip(before.players, after.players, strict=False)
    known = before.by_key.keys() | after.by_key.keys()
    renamed = {new.key: old.key for old, new in rows if new.key not in before.by_key}
    return {key: renamed.get(key, key) for key in known}


def _describe(played: Round) -> str:
    """A round with what has been done in it."""
    boards = phrase_many("{count} board", "{count} boards", len(played.games))
    known = sum(game.result is not Result.UNKNOWN for game in played.games)
    if not known:
        return phrase("round {round} ({boards})", round=played.number, boards=boards)
    results = phrase_many("{count} result", "{count} results", known)
    return phrase(
        "round {round} ({boards}, {results})", round=played.number, boards=boards, results=results
    )


def _changes(old: Round, new: Round, keys: Mapping[str, str]) -> Iterator[str]:
    """The boards, byes and results of a round that become others."""
    was, becomes = _boards(old, keys), _boards(new, keys)
    gone, added = was.keys() - becomes.keys(), becomes.keys() - was.keys()
    if gone or added:
        yield name_boards({was[b].table for b in gone} | {becomes[b].table for b in added})
    if {*old.byes} != {keys[key] for key in new.byes}:
        yield phrase("the bye")
    both = [(was[board], becomes[board]) for board in was.keys() & becomes.keys()]
    results = {
        game.table
        for game, now in both
        if game.result is not Result.UNKNOWN
        and (game.result, game.by_default) != (now.result, now.by_default)
    }
    if results:
        yield name_results(results)


def _boards(played: Round, keys: Mapping[str, str]) -> Mapping[_Board, Game]:
    """The games by what later draws rest on, beside their results."""
    return {(keys[g.white], keys[g.black], g.handicap): g for g in played.games}
