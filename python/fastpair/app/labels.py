"""What a director calls the rules and facts of a tournament: groups, labels, choices, and what each does."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

from ..facts import facts
from ..go.tournament import STATED_FORMATS, Event, EventKind, FideRules, PairingRules, Player
from ..go.tournament.systems import FIDE_SYSTEMS
from ..sentences import in_context, joined, marked, phrase
from .inputs import AUTOMATIC, OFF, RULES_OF_GO, RuleFacts, stated_parameters
from .titles import FORMATS, MODELS, SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ..go.tournament import Same, Tournament
    from ..parameters import Parameter


class SettingGroup(NamedTuple):
    """Values that are shown and changed together."""

    name: str
    title: str
    fields: tuple[str, ...]
    """Names of the values, as in `inputs`."""

    help: str = ""


GROUPS = (
    SettingGroup(
        "event",
        marked("Event"),
        ("name", "place", "country", "begins", "ends", "director", "deputies"),
    ),
    SettingGroup(
        "time",
        marked("Rounds and time"),
        (
            *(
                "rounds",
                "games",
                "cycles",
                "schedule",
                "needs_half",
                "seeds",
                "third_place",
                "round_dates",
                "time",
                "time_code",
                "time_words",
            ),
            *("komi", "board_size", "ratings_until"),
        ),
    ),
    SettingGroup(
        "groups",
        marked("McMahon groups"),
        ("bar", "floor", "groups", "sleepers"),
        marked("Where players start. Best set before round 1."),
    ),
    SettingGroup(
        "handicap",
        marked("Handicap"),
        ("handicap", "most_stones", "by_grade", "even_from", "even_at_bar"),
    ),
    SettingGroup(
        "points",
        marked("Points, byes and absences"),
        (
            *("win", "jigo", "loss", "forfeit_win", "forfeit_loss"),
            *("bye", "requested_bye", "absence", "round_down", "postponed"),
        ),
    ),
    SettingGroup(
        "pairing",
        marked("Pairing"),
        (
            *("model", "system", "acceleration", "baku_points", "initial_colour", "order"),
            *("team_score", "team_secondary", "colour_preferences", "last_preference"),
            "next_bracket",
            *("colours", "seeding", "never_same", "avoid_same"),
        ),
    ),
    SettingGroup(
        "standings", marked("Standings order"), ("event_format", "criteria", "prizes", "tie_breaks")
    ),
    SettingGroup("participants", marked("Participants"), ("categories",)),
)
"""The groups of the rules and of the event, as the page shows them; facts that none places end the first."""

_OF_GO = (*RULES_OF_GO, "model", "seeding", "round_down")
_OF_CHESS = ("games", "tie_breaks")


def groups_of(tournament: Tournament) -> Iterator[SettingGroup]:
    """The groups of settings that a tournament has, with the fields in them."""
    system, kind = tournament.rules.system, tournament.event_kind
    drops: tuple[str, ...] = _OF_CHESS if kind.has_handicaps else _OF_GO
    other = "chess" if kind.has_handicaps else "go"
    drops += tuple(name for name, fact in facts(Event).items() if fact.game == other)
    stated = stated_parameters(tournament.rules)
    drops += tuple(each.name for each in fields(FideRules) if each.name not in stated)
    drops += ("colours",) if tournament.rules.by_fide else ()
    drops += tuple(name for name in _ASKED if name != "rounds" and not is_asked(name, kind))
    if kind.draws_by_weights and system is None:
        drops += ("system",)
    placed = {name for group in GROUPS for name in group.fields}
    rest = tuple(name for name in facts(Event) if name not in placed)
    for group in (GROUPS[0]._replace(fields=(*GROUPS[0].fields, *rest)), *GROUPS[1:]):
        if left := tuple(name for name in group.fields if name not in drops):
            yield group._replace(fields=left)


_ASKED: Mapping[str, Callable[[EventKind], bool]] = {
    "rounds": lambda kind: not (kind.ends_by_losses or kind.predetermined),
    **dict.fromkeys(("cycles", "schedule", "needs_half"), lambda kind: kind.predetermined),
    **dict.fromkeys(("seeds", "third_place"), lambda kind: kind.has_third_place),
    "championship": lambda kind: kind.has_team_championships,
}
"""The kinds of which a value is a question."""


def is_asked(name: str, kind: EventKind) -> bool:
    """Whether a value is a question of the format of an event: rounds of a cup or round robin follow from its players."""
    return name not in _ASKED or _ASKED[name](kind)


def formats_asking(name: str) -> tuple[str, ...]:
    """The formats of an event of which a value is a question; empty for that of a preset."""
    return tuple(text for text, kind in _KINDS.items() if is_asked(name, kind))


_KINDS = {
    "": EventKind(),
    **{name: EventKind(format=kind) for name, kind in STATED_FORMATS.items()},
}

NEW_FORMATS = tuple(_KINDS)
"""The formats of a new event; empty for that of the preset."""


def describe_value(name: str, value: str) -> str:
    """A value in words: its choice, the name of an acceleration, or as it is typed."""
    choice = CHOICES.get(name, {}).get(value)
    if choice is not None:
        return phrase(choice)
    return {"baku": "Baku"}.get(value, value) if name == "acceleration" else value


def describe_same(rules: Iterable[Same]) -> str:
    """The attributes that keep players apart, with where each does."""
    return joined(", ", map(_describe_same, rules))


def _describe_same(same: Same) -> str:
    attribute = same.attribute
    if attribute in ("club", "country"):
        attribute = phrase(PLAYER_FACTS[attribute])
    if same.since is not None:
        attribute = phrase("{attribute} from round {round}", attribute=attribute, round=same.since)
    if same.until is not None and same.not_in_top_group:
        return phrase(
            "{attribute} until {round} not at the top", attribute=attribute, round=same.until
        )
    if same.until is not None:
        return phrase("{attribute} until {round}", attribute=attribute, round=same.until)
    if same.not_in_top_group:
        return phrase("{attribute} not at the top", attribute=attribute)
    return attribute


FACTS_OF: Mapping[str, Mapping[str, Parameter]] = {
    "rules": facts(RuleFacts),
    "event": facts(Event),
    "parameters": facts(PairingRules),
    "player": facts(Player),
}
"""What is stated of a tournament and its players, by the value of actions that states it."""

FACTS: Mapping[str, Parameter] = {
    name: fact
    for record in ("rules", "event", "parameters")
    for name, fact in FACTS_OF[record].items()
}
"""What is stated of a tournament: its rules, the event and the parameters of the weights."""


def label_of(name: str) -> str:
    """What a value is called, in English."""
    return FACTS[name].label if name in FACTS else name.replace("_", " ").capitalize()


PLAYER_FACTS: Mapping[str, str] = {
    "name": marked("name"),
    "first_name": marked("first name"),
    **{name: fact.word for name, fact in facts(Player).items()},
    "absences": marked("rounds missed"),
}
"""What the facts of a player are called, in a sentence."""

_YES = {"yes": marked("yes"), "no": marked("no")}
_PLACES = {
    "top": marked("Top of the group"),
    "middle": marked("Middle of the group"),
    "bottom": marked("Bottom of the group"),
}

CHOICES: Mapping[str, Mapping[str, str]] = {
    "preset": {
        "EGF": marked("European Go Federation"),
        "BGA": marked("British Go Association"),
        "AGA": marked("American Go Association"),
        "OpenGotha v351": "OpenGotha 3.51",
        "OpenGotha v352": "OpenGotha 3.52",
        "EPM": marked("EPM, even games"),
        "Swiss": marked("Swiss for any game"),
        "Chess": marked("Chess, 1–½–0"),
        **{system.preset: system.preset_title for system in FIDE_SYSTEMS.values()},
        "Football": marked("Points of football, 3–1–0"),
    },
    "model": MODELS,
    "system": SYSTEMS,
    "event_format": FORMATS,
    "schedule": {
        "fide": marked("Berger’s table, two cycles in FIDE’s order"),
        "berger": marked("Berger’s table in every cycle"),
        "former": marked("Former table of fastpair"),
    },
    **dict.fromkeys(("needs_half", "third_place"), _YES),
    "seeds": {
        "fold": marked("By rating, 1 and 2 on different sides"),
        "number": marked("Neighbours by rating meet"),
        "lot": marked("By lot"),
    },
    "games": {"1": marked("One"), "2": marked("Two, with colours exchanged")},
    "championship": {
        "none": marked("No"),
        "national": marked("National"),
        "international": marked("World or continental"),
    },
    "initial_colour": {
        "lot": marked("By lot"),
        "white": marked("White"),
        "black": marked("Black"),
    },
    "order": {
        "rating-name": marked("Rating and name"),
        "rating": marked("Rating and order of entry"),
        "entry": marked("Order of entry"),
        "lot": marked("By lot"),
    },
    "baku_points": {"game": marked("Those of a game"), "match": marked("Those of a match")},
    "team_score": {"match": marked("Match points"), "game": marked("Board points")},
    "team_secondary": {
        "other": marked("The other points"),
        "none": in_context("points", "None"),
    },
    "colour_preferences": {
        "A": marked("Type A"),
        "B": marked("Type B"),
        "none": in_context("preference", "None"),
    },
    "last_preference": {"strong": marked("Strong"), "none": in_context("preference", "None")},
    "next_bracket": {
        "parity": marked("Left out"),
        "fewest": marked("As few drawn up as possible"),
    },
    "postponed": {
        "half": marked("Half a point each"),
        "none": marked("Nothing"),
        "range": marked("Open from loss to win"),
    },
    "tie_breaks": {
        "date": marked("In force on the first day"),
        "2024": marked("From August 2024"),
        "2026": marked("From March 2026"),
    },
    "colours": {
        "model": marked("As the pairing method has it"),
        "balance": marked("Balanced, otherwise by lot"),
        "alternation": marked("Alternating"),
        "at-most-two": marked("At most two in a row, then balanced"),
        "nigiri": marked("By lot"),
    },
    "handicap": {OFF: marked("Even games only"), **{str(n): str(n) for n in range(10)}},
    "most_stones": {str(n): str(n) for n in range(1, 10)},
    "by_grade": {"no": marked("Difference of scores"), "yes": marked("Difference of grades")},
    "even_at_bar": _YES,
    "round_down": _YES,
    "sleepers": {str(n): str(n) for n in range(4)},
    "groups": {
        "none": marked("One per grade"),
        AUTOMATIC: marked("Suggested"),
    },
    "drawn_down_from": _PLACES,
    "drawn_up_from": _PLACES,
    **dict.fromkeys(
        ("compensate_draw_up_down", "wins_threshold", "bar_threshold", "deterministic"), _YES
    ),
}
"""The choices of a value that is not typed, with what each is called."""
