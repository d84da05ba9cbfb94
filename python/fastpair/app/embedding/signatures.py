"""The signature and the docstring of an action as a method in Python."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from inspect import Parameter, Signature, cleandoc
from textwrap import wrap
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ...errors import input_error
from ...facts import facts
from ...formats.fastpair.requests import REDRAWS, RequestedDraw
from ...pairing.rules import StatedRules
from ...parameters import descriptions, quoted
from ..actions import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..actions.action import Action, Argument


class _Value(NamedTuple):
    """A value of an action, as its method in Python takes it."""

    name: str
    type: Any
    annotation: str
    about: str
    default: Any
    record: str
    """The value of the action that holds it as a member; empty if it is one itself."""

    key: str
    """Its name there."""

    by_place: bool = False
    """Whether the command takes it by its place."""

    @property
    def parameter(self) -> Parameter:
        """It as a parameter: by its place if it must be stated, or the command takes it so."""
        by_place = self.is_required or self.by_place
        kind = Parameter.POSITIONAL_OR_KEYWORD if by_place else Parameter.KEYWORD_ONLY
        return Parameter(self.name, kind, default=self.default, annotation=self.annotation)

    @property
    def is_required(self) -> bool:
        """Whether it must be stated."""
        return self.default is Parameter.empty


_CONFIRMED = _Value(
    "confirmed",
    tuple[str, ...],
    "Confirmation",
    "",
    (),
    "",
    "",
)
"""What each method takes; the classes that have them say what it is."""

ROUND = "Number from 1; by default the round in play, or else the next one to draw."
"""What the round of an action is, unless it says so itself."""


@cache
def values_of(action: Action) -> tuple[_Value, ...]:
    """The values of an action but its round, those of its records one by one."""
    found = (each for argument in action.arguments.values() for each in _values(argument))
    return tuple(each for each in found if not (action.by_round and each.name == "round"))


def _values(argument: Argument) -> Iterator[_Value]:
    if argument.input.record and (known := facts(argument.record)):
        for name, fact in known.items():
            stated: Any = Literal[*fact.choices] if fact.choices else fact.kind
            kind = _annotation(stated, optional=True)
            if fact.own is not None:
                kind = f"{_own_annotation(fact.own)} | {kind}".replace("str | str", "str")
            about = _in_python(f"{fact.description}.")
            yield _Value(name, stated, kind, about, None, argument.name, name)
        return
    if argument.input.record:
        record = argument.record
        hints, texts = get_type_hints(record), descriptions(record)
        own = {e.name: e.metadata["own"] for e in fields(record) if "own" in e.metadata}
        for name in (entry.name for entry in fields(record) if entry.name in texts):
            within = "" if argument.input.whole else argument.name
            # Python states a request itself, whose words about JSON are not its own.
            about = _in_python(texts[name])
            kind = _annotation(hints[name], optional=True)
            if name in own:
                kind = f"{_own_annotation(own[name])} | {kind}".replace("str | str", "str")
            yield _Value(name, hints[name], kind, about, None, within, name)
        return
    is_plain = get_origin(argument.type) is dict
    if argument.of_a_file and not is_plain:
        return
    kind = _annotation(argument.type)
    kind = f"{kind} | Player" if argument.name in _OF_PLAYERS and kind == "str" else kind
    kind = f"Iterable[{kind}]" if argument.many else kind
    kind = f"Iterable[object] | {kind}" if argument.input.several else kind
    kind += " | None" if argument.default is None else ""
    yield _Value(
        argument.python_name,
        argument.type,
        kind,
        _in_python(argument.input.help),
        argument.default,
        "",
        argument.name,
        by_place=not argument.option,
    )


def _in_python(help_text: str) -> str:
    """What a value is, without what only a command or JSON does with it."""
    text = re.sub(r" Can be repeated(\.$|\. |; )", r" ", help_text).rstrip()
    text = re.sub(r"; (without it, list|an unknown one lists) all\b", "", text)
    return text.replace("null", "None")


_OF_PLAYERS = frozenset(
    ("players", "late", "player", "one", "other", "winner", "loser", "change", "pair")
)
"""Values that are players, or keys or names of some."""


def _own_annotation(own: Any) -> str:  # noqa: ANN401
    """A type of Python's own, whose values are read as what is typed, as a signature has it."""
    if get_origin(own) is tuple:
        inner = get_args(own)[0].__name__
        return f"Iterable[{inner}]" if inner == "int" else f"Iterable[{inner} | str]"
    if get_origin(own) is Mapping:
        return "Mapping[str, str]"
    return "str" if get_origin(own) is Literal else str(own.__name__)


def _annotation(hint: Any, *, optional: bool = False) -> str:  # noqa: ANN401
    """A type as a signature has it."""
    return " | ".join(dict.fromkeys([*_alternatives(hint), *["None"] * optional]))


def _alternatives(hint: Any) -> Iterator[str]:  # noqa: ANN401
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for each in inner:
            yield from () if each is NoneType else _alternatives(each)
    elif origin is Literal:
        yield f"Literal[{', '.join(map(repr, inner))}]"
    elif origin is tuple:
        yield f"Iterable[{_annotation(inner[0])}]"
    elif origin in (dict, Mapping):
        yield "Mapping[str, object]"
    elif hint is StatedRules:
        yield from ("Constraints", "Mapping[str, object]")
    else:
        yield hint.__name__


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    """A parameter of a method that states one of several switches of its action."""

    name: str
    about: str
    switches: Mapping[str, str]
    """The switches by the words that state them."""

    required: bool = False

    def value(self, values: tuple[_Value, ...]) -> _Value:
        """It as a value, which says what each word does."""
        texts = {each.key: each.about for each in values}
        words = " ".join(f"``{w}``: {_lower(texts[key])}" for w, key in self.switches.items())
        kind = f"Literal[{', '.join(map(repr, self.switches))}]"
        return _Value(
            self.name,
            Literal[*self.switches],
            kind if self.required else f"{kind} | None",
            f"{self.about} {words}",
            Parameter.empty if self.required else None,
            "",
            self.name,
        )

    def stated(self, word: object) -> dict[str, bool]:
        """The switch that a word states.

        Raises
        ------
        InputError
            If it is none of them.
        """
        if word is None and not self.required:
            return {}
        word = word.replace("_", "-") if isinstance(word, str) else word
        if not isinstance(word, str) or word not in self.switches:
            known = ", ".join(self.switches)
            message = f"expected one of {known}, got {quoted(word)}"
            raise input_error(word, str, message, about=self.name)
        return {self.switches[word]: True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A method in Python, which is an action or a part of one."""

    name: str
    action: Action
    about: str = ""
    """What it does, if it is not all that the action does."""

    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Values of the action that the name of the method states."""

    without: tuple[str, ...] = ()
    """Values of the action that another method states."""

    choice: _Choice | None = None

    texts: Mapping[str, str] = field(default_factory=dict)
    """Values of the action that a text states, by the parameter that it stands in the place of."""

    @property
    def values(self) -> tuple[_Value, ...]:
        """The values of the action that it takes as they are, those of its records one by one."""
        hidden = {*self.fixed, *self.without, *self.texts.values()}
        hidden |= set() if self.choice is None else {*self.choice.switches.values()}
        return tuple(each for each in values_of(self.action) if each.key not in hidden)

    @property
    def parameters(self) -> tuple[_Value, ...]:
        """All that it takes, in its order: what must be stated, and what may be, by place and by name."""
        values = [self._with_text(each) for each in self.values]
        if self.choice is not None:
            place = next((n for n, each in enumerate(values) if not each.is_required), len(values))
            values.insert(place, self.choice.value(values_of(self.action)))
        required = [each for each in values if each.is_required]
        by_place = [each for each in values if not each.is_required and each.by_place]
        by_name = [each for each in values if not each.is_required and not each.by_place]
        is_request = any(each.input.whole for each in self.action.arguments.values())
        about = descriptions(RequestedDraw)["round"] if is_request else ROUND
        number = _Value("round", int, "int | None", about, None, "", "round")
        numbers = [number] * self.action.by_round
        return (*required, *by_place, *numbers, *by_name, _CONFIRMED)

    def _with_text(self, value: _Value) -> _Value:
        """A value that may be a text, too, which says what that is."""
        if value.key not in self.texts:
            return value
        text = next(e for e in values_of(self.action) if e.key == self.texts[value.key])
        kind = value.annotation.replace(" | None", " | str | None")
        about = f"{value.about.partition('.')[0]}. Or a text: {_lower(text.about)}"
        return value._replace(annotation=kind, about=about)

    def signature(self) -> Signature:
        """Its signature."""
        given = [each.parameter for each in self.parameters]
        if given[0].name == "round":
            given[0] = given[0].replace(kind=Parameter.POSITIONAL_OR_KEYWORD)
        itself = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
        return Signature([itself, *given], return_annotation="_Outcome")

    def docstring(self) -> str:
        """Its docstring, with the parameters that are its own, by numpydoc."""
        help_text = self.about or self.action.help
        first, *more = (" ".join(part.split()) for part in cleandoc(help_text).split("\n\n"))
        lines = [first]
        for paragraph in more:
            lines += ["", *_wrapped(paragraph, 100)]
        lines += ["", "Parameters", "----------"]
        for each in self.parameters[:-1]:
            lines += [each.name, *(f"    {line}" for line in _wrapped(each.about, 96))]
        return "\n".join(lines)

    def stated(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the action, those of a record within it, given the arguments of a call.

        Raises
        ------
        InputError
            If one is no word of its choice.
        """
        found: dict[str, Any] = {}
        stated = dict(self.fixed)
        if self.choice is not None:
            stated |= self.choice.stated(given[self.choice.name])
        taken = {each.key: each for each in self.values}
        # The history has the values of records behind the others.
        for each in sorted(values_of(self.action), key=lambda each: each.record != ""):
            part = found.setdefault(each.record, {}) if each.record else found
            if each.key in stated:
                part[each.key] = stated[each.key]
            elif each.key in taken:
                value = given[each.name]
                text = self.texts.get(each.key, "") if isinstance(value, str) else ""
                part[text or each.key] = value
        return found


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


_WAYS = _Choice(
    name="way",
    about="What becomes of the opponents.",
    switches={
        "re-pair": "re_pair",
        "limited": "limited",
        "bye-by-rule": "bye_by_rule",
        "forfeit": "forfeit",
        "wait": "wait",
    },
    required=True,
)

_REDRAW = _Choice(
    name="redraw",
    about="How a round that is drawn is drawn again.",
    switches=REDRAWS,
)

_ROUNDS = {"rounds": "pattern"}


def _methods_of(action: Action) -> tuple[Method, ...]:
    """The methods of an action; none of one that is the page's, takes Python's own values, or makes a file."""
    if action.creates:
        return ()
    match action.name:
        case "mark" | "claim" | "result":
            return ()
        case "colour":
            return (Method(name="exchange_colours", action=action),)
        case "handicap":
            return (Method(name="set_handicap", action=action),)
        case "table":
            return (Method(name="move_table", action=action),)
        case "bye":
            return (Method(name="assign_bye", action=action),)
        case "pair":
            return (Method(name="pair_players", action=action),)
        case "absent" | "present":
            return (Method(name=action.name, action=action, texts=_ROUNDS),)
        case "draw":
            return (Method(name="draw", action=action, choice=_REDRAW),)
        case "no-show":
            return (Method(name="no_show", action=action, choice=_WAYS, about=_NO_SHOW),)
        case "prizes":
            named = Method(name="set_prize", action=action, about=_PRIZE, fixed={"at": -1})
            return named, Method(name="prizes", action=action, about=_PRIZE_OF_FORM)
        case "publish":
            return tuple(
                Method(
                    name=name, action=action, about=about, fixed=fixed, without=("freeze", "back")
                )
                for name, about, fixed in _PUBLICATIONS
            )
    return (Method(name=action.name.replace("-", "_"), action=action),)


_NO_SHOW = """Record that players with a game or bye did not come, and that others came late.

The players become absent from the round.
"""

_PRIZE = """Add a prize to the plan, or change or remove the one of a name."""

_PRIZE_OF_FORM = """Do what the form of the page states by a place in the plan; ``set_prize`` needs only a name."""

_PUBLICATIONS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    (
        "publish",
        """Publish a round.

        After publishing, a new draw reports how many published boards it changes, and can keep as many as
        possible.
        """,
        {},
    ),
    (
        "lock",
        """Publish a round and lock its boards against changes; results can be entered.""",
        {"freeze": True},
    ),
    ("unpublish", """Unlock a locked round, or unpublish a published one.""", {"back": True}),
)

METHODS: Mapping[str, Method] = {
    method.name: method for action in ACTIONS.values() for method in _methods_of(action)
}
"""The methods of actions by their names."""


def _wrapped(text: str, width: int) -> list[str]:
    return [text] if len(text) <= width else wrap(text, width, break_on_hyphens=False)
