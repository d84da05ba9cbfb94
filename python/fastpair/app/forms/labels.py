"""What a director calls the rules and facts of a tournament: groups, labels, choices, and what each does."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ...facts import facts, tell
from ...go.tournament import (
    PRESETS,
    STATED_FORMATS,
    Event,
    EventKind,
    FideRules,
    PairingRules,
    Player,
    Rules,
    Tournament,
    with_default_preset,
    with_preset,
)
from ...go.tournament.rules import SAME
from ...go.tournament.systems import FIDE_SYSTEMS
from ...sentences import joined, marked, phrase
from .inputs import AUTOMATIC, OFF, RuleFacts, stated_parameters
from .titles import FORMATS, MODELS, SYSTEMS
from .value_texts import rules_as_stated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...go.tournament import Same
    from ...parameters import Parameter
    from ...sentences import Sentence


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

_PAGES = {"event": "event", "rules": "pairing"}
"""The group that ends with what nothing places, by the record."""


class NearestPreset(NamedTuple):
    """A preset, and what in the rules of a tournament differs from it."""

    name: str
    """Empty for what a new tournament has if none is named."""

    title: str
    changed: tuple[Sentence, ...]
    """What is not as the preset has it, by its label."""

    rules: Rules
    """The rules with the preset."""

    stated: frozenset[str]
    """The names of the rules that are not as in a new tournament with the preset."""


@lru_cache(maxsize=64)
def nearest_preset(rules: Rules, kind: str) -> NearestPreset:
    """The preset of a kind of tournament from which the fewest values differ; the criteria of the format differ from none."""
    now = rules_as_stated(rules)

    def compared(name: str) -> NearestPreset:
        preset = with_preset(rules, name) if name else with_default_preset(rules)
        then = rules_as_stated(preset)
        if rules.placement == kind_with_preset(preset, name).usual_criteria:
            then = {**then, "criteria": now.get("criteria")}
        names = [fact for fact in facts(RuleFacts) if now.get(fact) != then.get(fact)]
        changed = [phrase(label_of(name)) for name in names]
        if preset.pairing != rules.pairing:
            changed.append(phrase("Pairing weights"))
        title = describe_value("preset", name) if name else phrase("Default")
        fresh = rules_as_stated(
            with_preset(Rules(), name) if name else with_default_preset(Rules())
        )
        stated = frozenset(name for name in now if now[name] != fresh.get(name))
        return NearestPreset(name, title, tuple(changed), preset, stated)

    of_go = kind == Tournament().kind
    names = (
        name for name, preset in PRESETS.items() if (preset.kind == Tournament().kind) is of_go
    )
    unnamed = ("",) * of_go
    return min(map(compared, (*unnamed, *names)), key=lambda preset: len(preset.changed))


def kind_with_preset(rules: Rules, name: str) -> EventKind:
    """The kind of an event with the rules of a preset; of the one without a name in Go."""
    kind = PRESETS[name].kind if name else Tournament().kind
    return Tournament(rules=rules, kind=kind).event_kind


def groups_of(tournament: Tournament) -> Iterator[SettingGroup]:
    """The groups of settings that a tournament has, with the fields in them."""
    placed = {name for group in GROUPS for name in group.fields} | {"preset"}
    # What has no effect here, and is not as the preset has it, is shown, so that it can be taken back.
    stated = nearest_preset(tournament.rules, tournament.kind).stated
    for group in GROUPS:
        rest = tuple(
            name
            for record, page in _PAGES.items()
            for name, fact in FACTS_OF[record].items()
            if name not in placed and (fact.page or page) == group.name
        )
        if left := tuple(
            name for name in (*group.fields, *rest) if name in stated or has_fact(tournament, name)
        ):
            yield group._replace(fields=left)


def has_fact(tournament: Tournament, name: str) -> bool:
    """Whether a value is one of the settings of a tournament."""
    rules, kind = tournament.rules, tournament.event_kind
    if name in _OF_SYSTEMS:
        return name in stated_parameters(rules)
    if name == "colours" and rules.by_fide:
        return False
    if name == "system" and kind.draws_by_weights and rules.system is None:
        return False
    other = "chess" if kind.has_handicaps else "go"
    of_game = name not in FACTS or FACTS[name].game != other
    return of_game and (name == "rounds" or is_asked(name, kind))


_OF_SYSTEMS = frozenset(facts(FideRules))


def is_asked(name: str, kind: EventKind) -> bool:
    """Whether a value is a question of the format of an event: rounds of a cup or round robin follow from its players."""
    asked = FACTS[name].asked if name in FACTS else None
    return asked is None or asked(kind)


def formats_asking(name: str) -> tuple[str, ...]:
    """The formats of an event of which a value is a question; empty for that of a preset."""
    return tuple(text for text, kind in _KINDS.items() if is_asked(name, kind))


_KINDS = {
    "": EventKind(),
    **{name: EventKind(format=kind) for name, kind in STATED_FORMATS.items()},
}

NEW_FORMATS = tuple(_KINDS)
"""The formats of a new event; empty for that of the preset."""


def describe_value(name: str, stated: Any) -> str:  # noqa: ANN401
    """A value in words: its choice, the name of an acceleration, or as it is typed."""
    value = str(
        {True: "yes", False: "no"}.get(stated, stated) if isinstance(stated, bool) else stated
    )
    choice = CHOICES.get(name, {}).get(value)
    if choice is not None:
        return phrase(choice)
    if name in ("never_same", "avoid_same"):
        return describe_same(SAME.read(value))
    if name in FACTS and FACTS[name].unit in ("list", "grades"):
        return ", ".join(value.split(","))
    return {"baku": "Baku"}.get(value, value) if name == "acceleration" else value


def describe_fact(name: str, stated: Any) -> Sentence:  # noqa: ANN401
    """What is stated of a fact in a sentence, or that nothing is."""
    fact = FACTS[name]
    if is_empty(name, stated):
        return joined(": ", (phrase(fact.label), phrase("none")))
    return tell(fact, describe_value(name, stated))


def is_empty(name: str, stated: Any) -> bool:  # noqa: ANN401
    """Whether there is none of what is stated."""
    return stated in (None, "") or stated == (FACTS[name].empty or None)


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
    "handicap": {OFF: marked("Even games only"), **{str(n): str(n) for n in range(10)}},
    "most_stones": {str(n): str(n) for n in range(1, 10)},
    "sleepers": {str(n): str(n) for n in range(4)},
    "groups": {
        "none": marked("One per grade"),
        AUTOMATIC: marked("Suggested"),
    },
    "drawn_down_from": _PLACES,
    "drawn_up_from": _PLACES,
    **{
        name: dict(fact.words) or _YES
        for name, fact in FACTS.items()
        if fact.words or fact.kind is bool
    },
}
"""The choices of a value that is not typed, with what each is called."""
