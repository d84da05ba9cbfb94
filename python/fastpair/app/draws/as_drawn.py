"""What the last draw of a round was asked for, and what a new one that changes little asks beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...errors import RuleError
from ...sentences import Remedy, phrase
from ..history.conditions import conditions_of, without
from ..history.makers import drawn_by
from .drawn_model import rules_drawn

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ..history.timeline import Timeline
    from .request import Request


class AsDrawn(NamedTuple):
    """What a director asks for, with what the last draw of the round was asked for."""

    request: Request
    model: str | None
    seed: int

    @classmethod
    def of(
        cls,
        timeline: Timeline,
        request: Request,
        before: Tournament,
        number: int,
        model: str | None,
        seed: int,
    ) -> AsDrawn:
        """The request with the rules of the last draw before its own, and its model and seed.

        A pair that had to play does not have to if one of the two does not play any more.

        Raises
        ------
        RuleError
            If a system without weights has drawn the round.
        """
        entry = drawn_by(timeline, number)
        if entry is None:
            return cls(request, model, seed)
        held = entry.draw
        if held.get("model") == "":
            raise RuleError(
                phrase(
                    "round {number} was drawn by {model}, which does not weigh one draw against "
                    "another",
                    number=number,
                    model=held.get("system"),
                ),
                Remedy("draw by weights"),
                about="keep_most",
            )
        playing = {player.key for player in before.to_pair(number)}
        rules = without(rules_drawn(held), conditions_of(timeline, number, until=entry))
        force = tuple(pair for pair in rules.force if playing.issuperset(pair))
        rules = replace(rules, force=force).and_also(request.rules)
        return cls(
            replace(request, rules=rules),
            model or held.get("model_named"),
            seed or held.get("seed", 0),
        )
