"""What the layers below say can be done, in words of the page: its buttons."""

from __future__ import annotations

from ...app.typed.event import TypedEvent
from ...app.typed.pairing import TypedPairing
from ...app.typed.players import TypedPlayer, TypedTerms
from ...app.typed.values import TypedRules
from ...errors import FastpairError
from ...parameters import parameters, walk
from ...sentences import Sentence

__all__ = ["ADVICE", "here"]

ADVICE = {
    "ask about a condition": "choose players, and what happens",
    "decide by default": "a result such as 1-0! on the page Results decides it by default",
    "discard a game": "“Take the game back” at its table discards a game",
    "draw": "“Draw” on the page Boards draws {what}",
    "draw again": "“Draw again” discards the draw",
    "draw without results": "“although rounds before are not over” draws it all the same",
    "exchange colours": "“Exchange colours” at their table exchanges their colours",
    "freeze ratings": "“Change the rules” on the page Rules says up to which day",
    "give the bye": "“Give the bye” beside another player on the page Boards gives it to that one",
    "keep most boards": "“Draw again, keep most boards” changes as few as it can",
    "let boards change": "“Let boards change again” on the page Boards lets them change",
    "list changes": "the page Log lists the changes",
    "make a game": "“Pair” on the page Boards makes one",
    "make present": "“present” on the page Players changes that",
    "pair who waits": "“Draw who waits” pairs all who wait",
    "print from any browser": "“Show” opens the page, and the print of the browser makes a PDF of it",
    "redo": "“Redo” on the page Log makes it",
    "say what is lost": "the page Log says what is no longer in the file",
    "see what is lost": "the page Log lists it, and brings it back",
    "state a value": "“Change the rules” on the page Rules {effect}",
    "swap": "a swap changes places",
    "take the game back": "“Take the game back” at the table on the page Boards ends it",
    "take the game back first": "“Take the game back” at the table takes it back first",
    "take the result back": "typing “{table} 0” on the page Results takes it back first",
    "take this game back": "“Take the game back” at the table takes it back",
    "withdraw": "“Withdraw from all rounds that are left” takes the player out of these",
    "use fastpair's own format": "fastpair's own format, .json, holds everything",
}
"""What does it on the page, by the name of the remedy; the page offers no others."""

_FIELDS = {
    name
    for kind in (TypedRules, TypedEvent, TypedPlayer, TypedTerms, TypedPairing)
    for name, _ in walk(parameters(kind))
}
"""Values that the page asks for by these names."""


def here(said: str | FastpairError) -> str:
    """A sentence of the layers below as the page says it: what can be done elsewhere is left out."""
    sentence = said.said if isinstance(said, FastpairError) else said
    if not isinstance(sentence, Sentence):
        return str(said)
    advice = ", ".join(
        ADVICE[remedy.name].format(**remedy.values)
        for remedy in sentence.remedies
        if remedy.name in ADVICE
    )
    about = sentence.about.replace("_", " ") if sentence.about in _FIELDS else ""
    return sentence.worded(about, advice)
