"""What the command calls the values that are asked for, and what it says can be done."""

from __future__ import annotations

from ...errors import FastpairError
from ...sentences import Sentence
from ..flags import flags_of

ADVICE = {
    "allow players": "--most-players {players} plays them",
    "ask about a condition": (
        "expected --force A B, --forbid A B, --prefer A B, --drop A or --add A"
    ),
    "assume results": "--assume TABLE RESULT settles some of them",
    "convert": "fastpair convert writes other formats",
    "count this round": "--round {round} counts it",
    "discard a game": "--discard A B names a game",
    "discard all": "--discard-all all games and results",
    "do it even so": "--even-so does it all the same",
    "register a namesake": "--change changes them, --even-so registers somebody else of the same name",
    "draw": "fastpair draw --write draws {what}",
    "draw a round again": "--round N --redraw draws a round again",
    "draw again": "--redraw discards the draw",
    "draw by weights": "--system mcmahon draws by weights",
    "draw this round": "--round {round} writes its draw all the same",
    "draw without results": "--without-results writes the draw of round {round} all the same",
    "exchange colours": "fastpair colour {table} exchanges their colours",
    "explain by a model": "--model NAME explains it by those of a model",
    "export as it is": "--even-so exports it as it is",
    "export rounds": "--rounds {rounds} exports what is over",
    "freeze ratings": "fastpair rules --ratings-until says up to which day",
    "give the bye": "fastpair bye gives it to another",
    "keep a game": "--keep A B keeps one of those that are discarded",
    "keep most boards": "--keep-most changes as few as it can",
    "let boards change": "fastpair publish --round {round} --back lets its boards change",
    "list changes": "fastpair log lists all changes",
    "make a game": "fastpair pair makes one",
    "make present": "fastpair present changes that",
    "mean this round": "--round {round} says that this one is meant",
    "mend the file": "fastpair register --change mends a player, fastpair result a result",
    "name a file": "standard output is for people and for --json; name a file",
    "name another file": "name another file",
    "name another class": "--class names another one",
    "name criteria": "--criteria names others",
    "name rounds in one way": "expected one of --round, --rounds and --from",
    "name rounds to play": "--from-round and --rounds leave none",
    "name the class": "--class A names one",
    "name the grade": "--grade says it, such as 3d",
    "name the first round": "--from-round N says when they enter",
    "name the format": "{option} names one ({known})",
    "name the team": "name the team, or --forfeit gives the board to the other player",
    "name the number": "--pin N names one",
    "name the round": "--round N names one",
    "overwrite": "--overwrite replaces it",
    "pair who waits": "fastpair draw --round {round} pairs all who wait",
    "prizes after a round": "--round {round} those after round {round}",
    "prizes as they stand": "--provisional gives them as they stand",
    "record a no-show": "fastpair no-show --round {round} says what can be done",
    "redo": "fastpair redo makes it",
    "replace or name another": "--overwrite replaces it, or name another output",
    "say what is lost": "fastpair log --lost says what is no longer in the file",
    "see what is lost": "fastpair log --lost lists it, fastpair redo brings it back",
    "state a value": "{option} {effect}",
    "swap": "fastpair swap changes places",
    "take a free port": "--port 0 takes a free port",
    "take the game back first": "fastpair unpair takes the game back first",
    "take the result back": "fastpair result {table} ? takes it back first",
    "take this game back": "fastpair unpair {table} takes it back",
    "withdraw": "fastpair withdraw takes the player out of the rounds that are left",
    "write into the file": "name another file; --write puts the draw into FILE",
    "print from any browser": "write *.html instead and print it from any browser",
    "type each board": (
        "fastpair result --match TEAM 1-0 0-1 … types each board, or TABLE RESULT each table"
    ),
    "use fastpair's own format": (
        "fastpair convert makes a .json of the file, which holds everything"
    ),
}
"""What does it, by the name of the remedy."""


def worded(said: str | FastpairError) -> str:
    """A sentence with the options that it is about, and those that help."""
    sentence = said.said if isinstance(said, FastpairError) else said
    if not isinstance(sentence, Sentence):
        return str(said)
    advice = ", ".join(
        ADVICE[remedy.name].format(
            option=_flag(str(remedy.values.get("about", ""))), **remedy.values
        )
        for remedy in sentence.remedies
    )
    return sentence.worded(_flag(sentence.about), advice)


def _flag(name: str) -> str:
    return flags_of(name).partition("/")[0] if name else ""
