"""Pairs and trios, who play each game together: made of players, and taken apart again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.characters import folded, unique_keys
from ...go.teams import pair_of, split_pair
from ...sentences import phrase
from ..history.conditions import conditions_of
from ..typed.players import find_player
from ..typed.values import on_one_line
from .conditions import told
from .entries import described
from .locked_file import Edit
from .registration import refuse_seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Tournament
    from ..history.timeline import Timeline


_FEWEST, _MOST = 2, 3


def joined(
    timeline: Timeline, tournament: Tournament, players: Sequence[str], name: str | None = None
) -> Edit:
    """Make one player of two or three, who stands in the place of the first of them.

    Parameters
    ----------
    timeline
        What is said of players in rounds to come.
    players
        As typed.
    name
        That of the pair; by default the family names with a stroke between them.

    Raises
    ------
    RuleError
        If a player is not found or named twice, has had a game or a bye, plays in a team or is a
        pair already, there are fewer than two or more than three, another player has the name, or
        something is said of one of them, such as whom he must meet.
    """
    keys = [find_player(tournament, typed) for typed in players]
    members = [tournament.by_key[key] for key in keys]
    for member in members:
        if keys.count(member.key) > 1:
            raise RuleError(phrase("{name} is named twice", name=member.full_name))
        if member.members:
            raise RuleError(phrase("{name} is a pair already", name=member.full_name))
    if not _FEWEST <= len(keys) <= _MOST:
        raise RuleError(phrase("two or three play together, got {count}", count=len(keys)))
    refuse_seated(tournament, keys)
    for number in range(1, tournament.rules.rounds + 1):
        for condition in conditions_of(timeline, number):
            if condition.players.intersection(keys):
                said = told(tournament, condition)
                raise RuleError(f"round {number}: {said}; take that back before they play together")
    called = " / ".join(p.name for p in members) if name is None else on_one_line(name)
    others = [player for player in tournament.players if player.key not in keys]
    if not called or folded(called) in {folded(player.full_name) for player in others}:
        raise RuleError(
            phrase("expected a name that no other player has, got {name!r}", name=called)
        )
    *_, key = unique_keys([*tournament.by_key, called])
    pair = pair_of(members, key=key, name=called)
    left = (pair if p.key == keys[0] else p for p in tournament.players if p.key not in keys[1:])
    said = phrase(
        "{pair}: {names} play together",
        pair=described(pair),
        names=", ".join(member.full_name for member in members),
    )
    return Edit(tournament=replace(tournament, players=tuple(left)), said=said, told=(said,))


def split(tournament: Tournament, typed: str) -> Edit:
    """Take a pair apart that has had no game and no bye; its members are players again.

    Raises
    ------
    RuleError
        If the player is not found, is no pair, or has had a game or a bye.
    """
    pair = tournament.by_key[find_player(tournament, typed)]
    if not pair.members:
        raise RuleError(phrase("{name} is no pair", name=pair.full_name))
    refuse_seated(tournament, [pair.key])
    place = tournament.players.index(pair)
    before, after = tournament.players[:place], tournament.players[place + 1 :]
    members = split_pair(pair)
    said = phrase(
        "{pair} is split: {names}", pair=pair.full_name, names=", ".join(map(described, members))
    )
    fresh = replace(tournament, players=(*before, *members, *after))
    return Edit(tournament=fresh, said=said, told=(said,))
