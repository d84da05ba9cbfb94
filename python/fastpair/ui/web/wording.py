"""What the layers below say can be done, in words of the page: its buttons."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from ...app.typed.event import TypedEvent
from ...app.typed.pairing import TypedPairing
from ...app.typed.players import TypedPlayer, TypedTerms
from ...app.typed.values import TypedRules
from ...errors import FastpairError
from ...parameters import parameters, walk
from ...report.languages import language
from ...sentences import Sentence, marked
from .fields import label_of
from .spoken import speaking, spoken

if TYPE_CHECKING:
    from ...go.tournament import Game
    from .parts import Part


ADVICE = {
    "ask about a condition": marked("choose players, and what happens"),
    "discard a game": marked("“Take the game back” at its table discards a game"),
    "draw": marked("“Draw” on the page Boards does it"),
    "draw again": marked("“Draw again” discards the draw"),
    "draw without results": marked("“although rounds before are not over” draws it all the same"),
    "exchange colours": marked("“Exchange colours” at their table exchanges their colours"),
    "freeze ratings": marked("“Change the rules” on the page Rules says up to which day"),
    "give the bye": marked(
        "“Give the bye” beside another player on the page Boards gives it to that one"
    ),
    "keep most boards": marked("“Draw again, keep most boards” changes as few as it can"),
    "let boards change": marked("“Let boards change again” on the page Boards lets them change"),
    "list changes": marked("the page Log lists the changes"),
    "make a game": marked("“Pair” on the page Boards makes one"),
    "make present": marked("“present” on the page Players changes that"),
    "pair who waits": marked("“Draw who waits” pairs all who wait"),
    "print from any browser": marked(
        "“Show” opens the page, and the print of the browser makes a PDF of it"
    ),
    "record a no-show": marked("“Record no-show” beside the player on the page Boards does it"),
    "redo": marked("“Redo” on the page Log makes it"),
    "say what is lost": marked("the page Log says what is no longer in the file"),
    "see what is lost": marked("the page Log lists it, and brings it back"),
    "state a value": marked("“Change the rules” on the page Rules {effect}"),
    "swap": marked("a swap changes places"),
    "take the game back first": marked("“Take the game back” at the table takes it back first"),
    "take the result back": marked("typing “{table} 0” on the page Results takes it back first"),
    "take this game back": marked("“Take the game back” at the table takes it back"),
    "withdraw": marked("“Withdraw from all rounds that are left” takes the player out of these"),
    "type each board": marked("type each table with its result, such as “{table} 1-0”"),
    "use fastpair's own format": marked("fastpair's own format, .json, holds everything"),
}
"""What does it on the page, by the name of the remedy; the page offers no others."""

_FIELDS = {
    name
    for kind in (TypedRules, TypedEvent, TypedPlayer, TypedTerms, TypedPairing)
    for name, _ in walk(parameters(kind))
}
"""Values that the page asks for by these names."""


STATES = {
    "draft": marked("draft"),
    "published": marked("published"),
    "frozen": marked("frozen"),
}
"""What a round is, by the names of the states."""

_SWAPS = {
    "free": marked("Free"),
    "small": marked("Small"),
    "large": marked("Large"),
    "forbidden": marked("Forbidden"),
}


def kind_of_swap(kind: str) -> str:
    """How a swap is looked at: free, small, large or forbidden."""
    return spoken(_SWAPS[kind])


def stated(state: str) -> str:
    """What a round is: a draft, published or frozen."""
    return spoken(STATES[state])


def titled(part: Part, number: int) -> str:
    """The title of a part of the page, with the round that it shows."""
    title = spoken(part.title)
    return spoken("{part}, round {round}", part=title, round=number) if part.by_round else title


def placed(game: Game, key: str, opponent: str) -> str:
    """Where a player of a game sits, with which colour, and against whom."""
    values = {"round": game.round, "table": game.table, "opponent": opponent}
    if key == game.white:
        said = spoken("Round {round}, table {table}: White against {opponent}", **values)
    else:
        said = spoken("Round {round}, table {table}: Black against {opponent}", **values)
    if not game.handicap:
        return said
    return f"{said}, {spoken('handicap {stones}', stones=game.handicap)}"


def here(said: str | FastpairError) -> str:
    """A sentence of the layers below as the page says it: what can be done elsewhere is left out.

    It is all English if a part of it is not translated. Of files only the names are shown.
    """
    sentence = said.said if isinstance(said, FastpairError) else said
    if not isinstance(sentence, Sentence):
        return str(said)
    remedies = [remedy for remedy in sentence.remedies if remedy.name in ADVICE]
    label = label_of(sentence.about) if sentence.about in _FIELDS else ""
    speech = speaking()
    texts = {forms[0] for forms in sentence.texts}
    texts |= {ADVICE[remedy.name] for remedy in remedies} | ({label} if label else set())
    if not speech.says(texts):
        speech = language("en")
    advice = ", ".join(
        speech.text(ADVICE[remedy.name]).format(**remedy.values) for remedy in remedies
    )
    spoken_here = sentence.spoken(speech.text, speech.counted)
    named = Sentence(spoken_here.text, place=PurePath(sentence.place).name)
    return named.worded(speech.text(label) if label else "", advice)
