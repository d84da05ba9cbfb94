"""Whether players, rounds and groups go together [K12 9.2; V table 4.1; J]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import players_there, starting_scores
from ...sentences import phrase, phrase_many
from .bars import has_bar
from .finding import AdviceKind, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Tournament

__all__ = ["about_groups", "about_participation", "about_players", "usual_groups"]

_PLAYERS_A_ROUND = 3
"""Players for each round that a McMahon tournament needs [K12 9.2]."""

_NAMED = 4
"""Players whom a sentence names; the finding has all."""

_TABLE_ROUNDS = 5
"""Rounds of the tournaments that the table of groups is for."""

_USUAL_GROUPS = (
    ((10, 20), (1, 4)),
    ((15, 30), (3, 6)),
    ((25, 50), (5, 8)),
    ((45, 70), (6, 10)),
    ((65, 90), (9, 12)),
    ((85, 110), (10, 15)),
    ((100, 150), (11, 20)),
    ((140, 200), (12, 25)),
    ((170, None), (20, None)),
)
"""Fewest and most players, and fewest and most groups [V table 4.1]; None for any number."""


def usual_groups(players: int) -> tuple[int, int | None] | None:
    """Fewest and most groups in which so many players usually start, in five rounds [V table 4.1].

    Where lines of the table overlap, what any of them allows is usual.

    Returns
    -------
    tuple of int and (int or None), or None
        No upper limit is None; and None altogether for fewer players than the table has.
    """
    lines = [
        groups
        for (fewest, most), groups in _USUAL_GROUPS
        if fewest <= players and (most is None or players <= most)
    ]
    if not lines:
        return None
    mosts = [most for _, most in lines if most is not None]
    return min(fewest for fewest, _ in lines), max(mosts) if len(mosts) == len(lines) else None


def about_players(tournament: Tournament) -> Iterator[Finding]:
    """Say if there are less than three players for each round, and when pairs run out [K12 9.2].

    Without rematches each round takes one opponent from everybody, a bye counting as one. As long
    as everybody has at least half of the others left, all can be paired (Dirac's theorem); after
    that it depends on who has met.
    """
    count, rounds = len(players_there(tournament)), tournament.rules.rounds
    if not count or count >= _PLAYERS_A_ROUND * rounds:
        return
    seats = count + count % 2
    sure = seats // 2
    if rounds <= sure:
        when = phrase("there are pairs for all rounds, but many between groups")
    elif rounds < seats:
        when = phrase("pairs that have not met may run out from round {round} on", round=sure + 1)
    else:
        when = phrase(
            "pairs that have not met may run out from round {round} on, and in round {last} there are"
            " none",
            round=sure + 1,
            last=seats,
        )
    said = phrase(
        "{count} players are few for {rounds} rounds, which want {wanted}: {when}",
        count=count,
        rounds=rounds,
        wanted=_PLAYERS_A_ROUND * rounds,
        when=when,
    )
    yield Finding(kind=AdviceKind.PLAYERS, source="K12 9.2", sentence=said)


def about_groups(tournament: Tournament) -> Iterator[Finding]:
    """Say if the players start in an unusual number of groups [V table 4.1].

    The table is for five rounds. A narrow range of grades has fewer groups [V 4.1.1].
    """
    players = players_there(tournament)
    usual = usual_groups(len(players))
    if usual is None or tournament.rules.rounds != _TABLE_ROUNDS or not has_bar(tournament.rules):
        return
    keys = {player.key for player in players}
    starts = zip(tournament.players, starting_scores(tournament), strict=True)
    groups = len({score for player, score in starts if player.key in keys})
    grades = {int(player.grade) for player in players}
    fewest, most = usual
    few = groups < fewest and max(grades) - min(grades) + 1 >= fewest
    if few or (most is not None and groups > most):
        span = (
            phrase("{fewest} or more", fewest=fewest)
            if most is None
            else phrase("{first} to {last}", first=fewest, last=most)
        )
        said = phrase_many(
            "{players} players start in {count} group, where {span} are usual for so many",
            "{players} players start in {count} groups, where {span} are usual for so many",
            groups,
            players=len(players),
            span=span,
        )
        yield Finding(kind=AdviceKind.GROUPS, source="V table 4.1", sentence=said)


def about_participation(tournament: Tournament) -> Iterator[Finding]:
    """Say who takes part in no more than half of the rounds [J]."""
    rounds, players = tournament.rules.rounds, players_there(tournament)
    wanted = range(1, rounds + 1)
    few = [player for player in players if 2 * sum(map(player.plays_in, wanted)) <= rounds]
    if not few:
        return
    names = ", ".join(player.full_name for player in few[:_NAMED])
    more = len(few) - _NAMED
    said = phrase(
        "{count} of {players} players take part in half of the {rounds} rounds or less, where more are"
        " expected: {names}",
        count=len(few),
        players=len(players),
        rounds=rounds,
        names=phrase("{names} and {count} more", names=names, count=more) if more > 0 else names,
    )
    keys = tuple(player.key for player in few)
    yield Finding(kind=AdviceKind.PARTICIPATION, source="J", sentence=said, players=keys)
