"""The words for components, and for what they make of a pair: the terms of the field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...go.tournament import SeedSystem
from ...pairing.weights.models.opengotha import OpenGotha
from ...sentences import marked
from .components import underlying
from .facts import facts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.tournament import Player
    from ...pairing.field import Field
    from ...pairing.weights import WeightModel
    from .facts import Facts

__all__ = ["NOUNS", "Meeting", "amount", "number", "said_of", "total"]

NOUNS: Mapping[str, str] = {
    **dict.fromkeys(("duplicate", "repeat"), marked("rematches")),
    "random": marked("luck"),
    "colour": marked("colours"),
    **dict.fromkeys(("category",), marked("categories")),
    **dict.fromkeys(("bands", "banding"), marked("bands")),
    **dict.fromkeys(("score", "mms"), marked("score difference")),
    **dict.fromkeys(("dudd", "uneven"), marked("draws up and down")),
    **dict.fromkeys(("seeding", "seed", "even"), marked("seeding")),
    "handicap": marked("handicaps"),
    **dict.fromkeys(("geo", "area", "homes"), marked("homes")),
    "club": marked("clubs"),
    "country": marked("countries"),
    "play_in": marked("play-in groups"),
    "play_out": marked("play-out groups"),
    "entropy": marked("openness of the games"),
    "rating_information": marked("what ratings learn"),
    "finnish": marked("the Finnish rule"),
    "preference": marked("preferences"),
    "base": marked("one game less"),
}
"""What a component is called, by its name in any model."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth")

_WANTED: Mapping[object, str] = {
    SeedSystem.SPLIT_AND_FOLD: "fold",
    SeedSystem.SPLIT_AND_SLIP: "slip",
    SeedSystem.SPLIT_AND_RANDOM: "halves",
    "fold": "fold",
    "fold-ex": "fold",
    "match": "slip",
    "match-ex": "slip",
    "mix": "halves",
    "split-random": "halves",
    "fine-grain": "nearest",
}
"""Whom a strategy within a group wants to meet, by its name in any model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A pair of players, and what there is to say of them."""

    players: tuple[Player, Player]
    facts: Facts
    """Of this pair alone."""

    rounds: tuple[int, ...]
    """Rounds in which they have met."""

    strategy: str = ""
    """Whom the strategy within the group wants to meet: fold, slip, halves, nearest, or nobody."""

    share: int = 0
    """Share of the component."""

    @classmethod
    def of(cls, field: Field, model: WeightModel, i: int, j: int) -> Meeting:
        """The meeting of two seats."""
        people, history = field.roster.people.players, field.roster.history
        one, other = (int(field.player[seat]) for seat in (i, j))
        before = history.opponent[one, : field.round_number - 1]
        return cls(
            players=(people[one], people[other]),
            facts=facts_of(field, model, np.array([[i, j]], dtype=np.intp)),
            rounds=tuple((np.flatnonzero(before == other) + 1).tolist()),
            strategy=_WANTED.get(_strategy(field, model), ""),
        )


def _strategy(field: Field, model: WeightModel) -> object:
    """The strategy within a group, by its name in the model."""
    plain = underlying(model, field.round_number)
    if isinstance(plain, OpenGotha):
        rules = field.rules.pairing
        return rules.seed_systems[field.round_number > rules.last_round_of_first_seed_system]
    return getattr(plain, "even", None) or getattr(plain, "seed", None) or "fold"


def said_of(component: str, meeting: Meeting) -> str:
    """What a component has to say of a pair: a clause."""
    return _CLAUSES[component](meeting)


def number(value: float) -> str:
    """A number without needless digits: six of them, and all before the point."""
    return f"{value:,.0f}" if abs(value) >= 10**5 else f"{value:,.6g}"


def amount(weight: int, units: int) -> str:
    """A weight in the model's own units, which are whole or not."""
    return f"{weight:,}" if units == 1 else number(weight / units)


def total(weight: int, units: int) -> str:
    """The weight of a whole draw, with all digits: draws differ in the last ones."""
    return f"{weight:,}" if units == 1 else f"{weight / units:,.6f}"


def _rematch(met: Meeting) -> str:
    if not met.rounds:
        return "they have not met"
    listed = " and ".join(map(str, met.rounds))
    return f"they have met in round {listed}"


def _random(met: Meeting) -> str:
    return "luck of their names, or of the lot"


def _colour(met: Meeting) -> str:
    if met.facts.stones[0] > 0:
        return f"a handicap of {met.facts.stones[0]}"
    first, second = (_balance(int(c)) for c in met.facts.colours[0])
    if first == second:
        return f"both have had {first}"
    one, other = (player.full_name for player in met.players)
    return f"{one} has had {first}, {other} {second}"


def _balance(balance: int) -> str:
    if not balance:
        return "White as often as Black"
    colour, more = ("White" if balance > 0 else "Black"), abs(balance)
    return f"{colour} {'once' if more == 1 else 'twice' if more == 2 else f'{more} times'} more"


def _bands(met: Meeting) -> str:
    one, other = met.facts.bands[0].tolist()
    return "of one category" if one == other else f"of categories {one} and {other}"


def _score(met: Meeting) -> str:
    one, other = met.facts.scores[0].tolist()
    if one == other:
        return f"both have {number(one)} points"
    return f"{number(one)} against {number(other)} points"


def _uneven(met: Meeting) -> str:
    facts = met.facts
    if facts.same_group[0]:
        return "of one group"
    lower, upper = met.players if facts.first_below[0] else met.players[::-1]
    up, down = _nth(int(facts.up[0])), _nth(int(facts.down[0]))
    return f"{lower.full_name} drawn up for the {up} time, {upper.full_name} down for the {down}"


def _nth(before: int) -> str:
    return _ORDINALS[before] if before < len(_ORDINALS) else f"{before + 1}th"


def _seeding(met: Meeting) -> str:
    facts = met.facts
    if not facts.same_group[0]:
        return "of different groups"
    (one, other), size = facts.places[0].tolist(), int(facts.sizes[0, 0])
    said = f"numbers {one} and {other} of {size} in the group"
    if met.strategy == "fold":
        return f"{said}, split and fold wants {one} against {size + 1 - one}"
    if met.strategy == "slip":
        half = size // 2
        wanted = one + half if one <= half else one - half
        return f"{said}, split and slip wants {one} against {wanted}"
    if met.strategy == "halves":
        apart = (2 * one <= size) != (2 * other <= size)
        return f"{said}, {'in different halves' if apart else 'in the same half'}"
    return said


def _handicap(met: Meeting) -> str:
    stones = int(met.facts.stones[0])
    return f"a handicap of {stones}" if stones else "no handicap"


def _homes(met: Meeting) -> str:
    if met.facts.same_club[0]:
        return f"both of the club {met.players[0].club}"
    if met.facts.same_country[0]:
        return f"both of {met.players[0].country}"
    one, other = (player.country or "no known country" for player in met.players)
    return "of unknown homes" if one == other else f"from {one} and {other}"


def _play_in(met: Meeting) -> str:
    return _of_groups("play-in group", *(player.play_in for player in met.players))


def _play_out(met: Meeting) -> str:
    return _of_groups("play-out group", *(player.play_out for player in met.players))


def _of_groups(kind: str, one: str, other: str) -> str:
    if one and one == other:
        return f"both of {kind} {one}"
    return f"of no common {kind}"


def _ratings(met: Meeting) -> str:
    one, other = (player.rating for player in met.players)
    return f"ratings {one} and {other}"


def _finnish(met: Meeting) -> str:
    one, other = (player.grade for player in met.players)
    return f"{one} against {other}"


def _preference(met: Meeting) -> str:
    if not met.share:
        return "nobody has asked for it"
    return "asked for" if met.share > 0 else "asked not to meet"


def _clauses() -> Mapping[str, Callable[[Meeting], str]]:
    """One clause for each meaning; the names of a meaning share their noun."""
    by_noun: dict[str, Any] = {
        "rematches": _rematch,
        "luck": _random,
        "colours": _colour,
        "categories": _bands,
        "bands": _bands,
        "score difference": _score,
        "draws up and down": _uneven,
        "seeding": _seeding,
        "handicaps": _handicap,
        "homes": _homes,
        "clubs": _homes,
        "countries": _homes,
        "play-in groups": _play_in,
        "play-out groups": _play_out,
        "openness of the games": _ratings,
        "what ratings learn": _ratings,
        "the Finnish rule": _finnish,
        "preferences": _preference,
    }
    return {name: by_noun[noun] for name, noun in NOUNS.items() if noun in by_noun}


_CLAUSES = _clauses()
