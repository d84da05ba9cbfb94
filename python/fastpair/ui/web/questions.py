"""Questions about the draw of a round: why, why not, whom else, and what if."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...app.reports.explaining import (
    OtherConditions,
    cost_of,
    explain_best,
    explain_opponents,
    explain_pair_of,
    explain_what_if,
)
from ...app.typed.players import find_player
from ...errors import RuleError
from ...insight.explain import told_against
from ...sentences import phrase
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .asking import Asked


_DRAWS = 5
"""Other draws that are told of."""

_CHEAPEST = 12
"""Opponents that are listed."""

OF_TWO, _OF_ONE = ("force", "forbid", "prefer"), ("drop", "add")
"""Kinds of conditions, by how many players they are about."""


def why_panel(asked: Asked) -> Mapping[str, Any]:
    """Why two players meet, or do not."""
    one, other = asked.typed("one"), asked.typed("other")
    with asked.desk.questions.draw(asked.number) as draw:
        explained = explain_pair_of(draw, one, other)
        names = [draw.names[key] for key in explained.players]
        return {
            "heading": spoken("{one} and {other}", one=names[0], other=names[1]),
            "remarks": draw.remarks,
            "sentences": explained.sentences,
            "weights": explained.weights,
        }


def opponents_panel(asked: Asked) -> Mapping[str, Any]:
    """Whom a player could meet, and what the whole draw would lose by it."""
    with asked.desk.questions.draw(asked.number) as draw:
        explained = explain_opponents(draw, asked.typed("one"))
        possible = [one for one in explained.opponents if one.price is not None]
        listed = [
            (one.player, draw.names[one.player], told_against(one), cost_of(draw, pair))
            for one in possible[:_CHEAPEST]
            for pair in [(explained.players[0], one.player)]
        ]
        return {
            "heading": spoken("Opponents of {name}", name=draw.names[explained.players[0]]),
            "player": explained.players[0],
            "remarks": draw.remarks,
            "sentences": explained.sentences,
            "weights": explained.weights,
            "opponents": listed,
            "more": max(0, len(possible) - _CHEAPEST),
            "apart": [
                (draw.names[one.player], told_against(one))
                for one in explained.opponents
                if one.price is None
            ],
        }


def best_panel(asked: Asked) -> Mapping[str, Any]:
    """Which other draws are as good, or nearly."""
    with asked.desk.questions.draw(asked.number) as draw:
        explained = explain_best(draw, _DRAWS)
        return {
            "heading": spoken("Other good draws"),
            "remarks": draw.remarks,
            "sentences": explained.sentences,
            "weights": explained.weights,
        }


def what_if_panel(asked: Asked) -> Mapping[str, Any]:
    """What the best draw would be under other conditions, which another form can add to."""
    conditions = list(conditions_asked(asked))
    stated: dict[str, list[Any]] = {}
    for kind, players in conditions:
        stated.setdefault(kind, []).append(players if kind in OF_TWO else players[0])
    typed = OtherConditions(**{kind: tuple(each) for kind, each in stated.items()})
    with asked.desk.questions.draw(asked.number) as draw:
        explained = explain_what_if(draw, typed)
        found = [
            (kind, [find_player(draw.tournament, name) for name in players])
            for kind, players in conditions
        ]
        return {
            "heading": spoken("What if"),
            "remarks": draw.remarks,
            "sentences": explained.sentences,
            "weights": explained.weights,
            "conditions": found,
            "names": draw.names,
        }


def conditions_asked(asked: Asked) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The kinds and players of a form; what is not ticked or has no player is not asked about."""
    for name, kind in asked.fields.items():
        number = name.removeprefix("kind")
        one, other = (asked.fields.get(f"{who}{number}", "").strip() for who in ("one", "other"))
        if number == name or not one:
            continue
        if kind not in (*OF_TWO, *_OF_ONE):
            raise RuleError(
                phrase(
                    "expected one of {known}, got {kind!r}",
                    known=", ".join((*OF_TWO, *_OF_ONE)),
                    kind=kind,
                )
            )
        if other and kind in _OF_ONE:
            raise RuleError(
                phrase(
                    "expected one player to {kind}, got {one!r} and {other!r}",
                    kind=kind,
                    one=one,
                    other=other,
                )
            )
        yield kind, tuple(filter(None, (one, other)))
