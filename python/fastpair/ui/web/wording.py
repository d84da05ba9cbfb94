"""What the layers below advise, in words of the page: its buttons, where they name commands."""

from __future__ import annotations

import re

__all__ = ["ADVICE", "here", "names_command"]

_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]+)")
_COMMAND = re.compile(r"\bfastpair (?=[a-z]+\b)(?!is |does |draws |knows |writes |can )")

ADVICE = {
    r"fastpair unpair takes it back, fastpair result decides it by default, fastpair draw "
    r"--round \d+ --keep-most --absent draws the others anew": (
        "“Take the game back” at the table on the page Boards ends it, a result such as 1-0! on the "
        "page Results decides it by default"
    ),
    r"fastpair pair makes one, fastpair draw --round pairs all who wait": (
        "“Pair” on the page Boards makes one, “Draw who waits” pairs all who wait"
    ),
    r"fastpair bye gives it to another": (
        "“Give the bye” beside another player on the page Boards gives it to that one"
    ),
    r"fastpair colour \d+ exchanges": "“Exchange colours” at their table exchanges",
    r"fastpair pair makes one$": "“Pair” on the page Boards makes one",
    r"fastpair result (\d+) \? takes it back first": (
        r"typing “\1 0” on the page Results takes it back first"
    ),
    r"fastpair present changes that": "“present” on the page Players changes that",
    r"fastpair swap changes places, fastpair unpair \d+ takes": (
        "a swap changes places, “Take the game back” at the table takes"
    ),
    r"fastpair unpair takes the game back first": (
        "“Take the game back” at the table takes it back first"
    ),
    r"fastpair publish --round \d+ --back lets its boards": (
        "“Let boards change again” on the page Boards lets them"
    ),
    r"fastpair draw --write draws": "“Draw” on the page Boards draws",
    r"fastpair log --lost lists it, fastpair redo brings": "the page Log lists it, and brings",
    r"fastpair redo makes": "“Redo” on the page Log makes",
    r"fastpair log --lost says": "the page Log says",
    r"fastpair log lists all changes": "the page Log lists the changes",
    r"fastpair convert makes a \.json of the file, which": "fastpair's own format, .json,",
    r"--keep-most changes": "“Draw again, keep most boards” changes",
    r"--without-results writes the draw of round \d+ all the same": (
        "“although rounds before are not over” draws it all the same"
    ),
    r"--redraw discards": "“Draw again” discards",
    r", --discard-all all games and results": "",
    r"--discard A B names a game": "“Take the game back” at its table discards a game",
    r"such as --grade 3d or --club Ulm": "such as a grade or a club",
    r"such as --grade 3d$": "such as 3d",
    r"expected --force A B, --forbid A B, --prefer A B, --drop A or --add A": (
        "choose players, and what happens"
    ),
    r"^--(?:force|forbid|prefer|drop|add|round|model|keep-most): ": "",
}
"""What the page offers, by the advice of a command as a regular expression."""

_ADVICE = [(re.compile(advice), offered) for advice, offered in ADVICE.items()]


def names_command(text: str) -> bool:
    """Whether a text names a command or an option, for which the page has no place."""
    return bool(_OPTION.search(text) or _COMMAND.search(text))


def here(text: str) -> str:
    """A sentence of the layers below as the page says it.

    Advice that names commands becomes advice that names buttons. Where the page offers nothing of the
    kind, the advice is left out, and what is wrong remains.
    """
    if not names_command(text):
        return text
    for advice, offered in _ADVICE:
        text = advice.sub(offered, text)
    first, *others = text.split("; ")
    kept = "; ".join([first, *(clause for clause in others if not names_command(clause))])
    plain = _OPTION.sub(lambda option: option[1].replace("-", " "), kept)
    return _COMMAND.sub("", plain)
