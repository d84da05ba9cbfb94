"""Tournaments of invented teams."""

from __future__ import annotations

from fastpair.formats.fastpair.document import new_content
from fastpair.formats.opengotha import fitted, new_document
from fastpair.go.tournament import Grade, Player, Rules, Team, TeamPlay, Tournament


def entered(teams=4, size=3, rounds=3, spares=0, **rules):
    """Teams A, B, … of players a1, a2, …, each a grade weaker than the one before."""
    names = "ABCDEFGH"[:teams]
    players = tuple(
        Player(key=f"{name}{board}", name=name, first_name=str(board), grade=Grade(-k))
        for name in names
        for k, board in enumerate(range(1, size + spares + 1))
    )
    play = TeamPlay(
        size=size,
        teams=tuple(
            Team(
                key=name,
                name=f"Team {name}",
                lineups=(tuple(f"{name}{board}" for board in range(1, size + 1)),),
            )
            for name in names
        ),
    )
    return Tournament(rules=Rules(rounds=rounds, **rules), players=players, team_play=play)


def written(path, tournament):
    """A new file with a tournament."""
    own = path.suffix == ".json"
    path.write_bytes(new_content(tournament) if own else new_document(fitted(tournament)).content)
    return path
