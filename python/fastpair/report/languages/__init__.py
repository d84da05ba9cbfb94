"""The languages of the pages, those of the server and those that are printed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...letters import folded
from ...sentences import in_context, in_context_many, marked, without_context
from .catalog import texts_in, translations, typeset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ...go.tournament import Player

__all__ = [
    "LANGUAGES",
    "Language",
    "alphabetical",
    "in_order_of_names",
    "language",
    "load_catalogs",
    "preferred",
    "typeset",
    "wording",
]

_FOLDER = Path(__file__).parent

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "cs": "Čeština",
    "pl": "Polski",
    "ru": "Русский",
    "ja": "日本語",
    "zh": "中文",
}
"""Their codes and their own names."""

_WORDS_OF_A_SWISS: Mapping[str, str] = {
    marked("jigo"): in_context("any game", "draw"),
    marked("Jigo"): in_context("any game", "Draw"),
    marked("Tied game"): marked("Half a point for both"),
    marked("jigo by forfeit"): marked("draw by forfeit"),
    marked("Both lose"): marked("0–0, both lose"),
    marked("Both win"): marked("1–1, both win"),
    marked("both lose"): marked("0–0, both lose"),
    marked("both win"): marked("1–1, both win"),
    marked("3: jigo"): marked("3: draw"),
    marked("{white} (white) and {black}: jigo"): marked("{white} (white) and {black}: draw"),
    marked("{white} (white) and {black}: jigo by forfeit"): marked(
        "{white} (white) and {black}: draw by forfeit"
    ),
    marked("1: the first team wins the board; 2: the second team wins it; 3: jigo."): marked(
        "1: the first team wins the board; 2: the second team wins it; 3: draw."
    ),
    marked("White wins: table and 1. Black wins: 2. Jigo: 3. Both lose: 4."): marked(
        "White wins: table and 1. Black wins: 2. Draw: 3. Both lose: 4."
    ),
    marked("Table {table}: {white} – {black}, jigo. Press Enter to save."): marked(
        "Table {table}: {white} – {black}, draw. Press Enter to save."
    ),
    marked("Write 1 into the winner's box, ½ into both after a jigo."): marked(
        "Write 1 into the winner's box, ½ into both after a draw."
    ),
    marked("win {win}, jigo {jigo}"): marked("win {win}, draw {jigo}"),
    marked("Points for a jigo"): marked("Points for a draw"),
    marked("Colours of even games"): marked("Sides"),
    marked("Enter criteria separated by commas, such as MMS,SOS,SOSOS."): marked(
        "Enter criteria separated by commas, such as Points,Buchholz,Sonneborn-Berger."
    ),
    marked(
        "this is not a list of players: {error}; the first line names the columns, such as name, "
        "first name, grade, country, club"
    ): marked(
        "this is not a list of players: {error}; the first line names the columns, such as name, "
        "first name, rating, country, club"
    ),
    marked("12+w3: has beaten player 12 with White, giving 3 stones; ! means by forfeit."): marked(
        "12+w: has beaten player 12 with White; ! means by forfeit."
    ),
}
"""What texts of Go are in a Swiss of any game."""

_BOARDS_OF_A_SWISS = (
    in_context("any game", "A match is won by the team with more board points."),
    in_context("any game", "A list with the columns Team and Board, or with a team in each row."),
    in_context(
        "any game",
        "A team with fewer players present is not paired. Its empty boards are lost by forfeit.",
    ),
    in_context("any game", "Board"),
    in_context("any game", "Board {board}"),
    in_context("any game", "Board points"),
    in_context("any game", "Board-Points"),
    in_context("any game", "Boards in a match"),
    in_context("any game", "Choose players from the list, board by board."),
    in_context("any game", "Players without a board ({count})"),
    in_context("any game", "Results from board 1 on"),
    in_context(
        "any game",
        "Rounds are paired team against team: board 1 plays board 1, and the "
        "team with more board points wins the match.",
    ),
    in_context("any game", "Teams are paired, not players. Board 1 plays board 1, and so on."),
    in_context(
        "any game",
        "The first team decides how many boards a match has: up to the last board with a player.",
    ),
    in_context(
        "any game",
        "This is a tournament of individual players. Add a team and rounds "
        "are paired team against team: board 1 plays board 1, and the team "
        "with more board points wins the match.",
    ),
    in_context(
        "any game", "a match has as many boards as the first team has players; make it first"
    ),
    in_context("any game", "a match must have a number of boards{allowed}, not {boards}"),
    in_context("any game", "board"),
    in_context("any game", "enter a player for at least one board"),
    in_context("any game", "the number of boards of a match stays once a round is drawn"),
    in_context("any game", "wins at board 1"),
    in_context("any game", "won boards of the upper {count}"),
    in_context("any game", "{name} is a substitute of {team}, without a board"),
    in_context(
        "any game", "{one} and {other} have no board at which both have a player; name who plays"
    ),
)
"""Texts about the board of a team, which is a goban in Go in some languages."""

_COUNTED_OF_A_SWISS = (
    in_context_many(
        "any game",
        "{count} player has no board in a team, and is not drawn: {names}",
        "{count} players have no board in a team, and are not drawn: {names}",
    ),
    in_context_many("any game", "{teams} of {count} board", "{teams} of {count} boards"),
)
"""Texts with a number about the board of a team."""

_BOARDS_OF_A_MATCH = in_context_many("of a match", "{count} board", "{count} boards")
_BOARDS_OF_A_MATCH_OF_A_SWISS = in_context_many(
    "of a match of any game", "{count} board", "{count} boards"
)

_WORDS: Mapping[str, Mapping[str, str]] = {
    "go": {},
    "swiss": {
        **_WORDS_OF_A_SWISS,
        **{without_context(text): text for text in _BOARDS_OF_A_SWISS},
        **{without_context(form): form for forms in _COUNTED_OF_A_SWISS for form in forms},
        **dict(zip(_BOARDS_OF_A_MATCH, _BOARDS_OF_A_MATCH_OF_A_SWISS, strict=True)),
    },
}
"""What texts of Go are in other kinds of tournaments, by ``Tournament.kind``."""


def wording(text: str, kind: str) -> str:
    """A text as it is for a kind of tournament: without words of Go for another game."""
    return _WORDS[kind].get(text, text)


_WISH = re.compile(r"\s*([A-Za-z]{1,8})[-A-Za-z0-9]*\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*)?")


@dataclass(frozen=True, slots=True)
class Language:
    """A language, and the translation of English texts into it."""

    code: str
    """Two letters."""

    text: Callable[[str], str]
    """An English text in this language; as it is, if nobody has translated it."""

    counted: Callable[[str, str, int], str]
    """The form of a text that a number asks for, of English ones for one and for many."""

    texts: frozenset[str] | None = None
    """What is translated, of a plural the form for one; None if everything is said in this language."""

    kind: str = "go"
    """Kind of the tournament that is spoken of."""

    def says(self, texts: Iterable[str]) -> bool:
        """Whether nothing of some English texts would stay English."""
        return self.texts is None or self.texts.issuperset(texts)


@cache
def load_catalogs() -> dict[str, str]:
    """The catalogs by their languages, read once."""
    codes = (code for code in LANGUAGES if code != "en")
    return {code: _FOLDER.joinpath(f"{code}.po").read_text(encoding="utf-8") for code in codes}


@cache
def language(code: str, kind: str = "go") -> Language:
    """The language of a code, such as ``"de"``.

    Parameters
    ----------
    kind
        Kind of the tournament that is spoken of, see ``Tournament.kind``.

    Raises
    ------
    RuleError
        If there is no translation into it.
    """
    if code not in LANGUAGES:
        names = ", ".join(f"{each} ({name})" for each, name in LANGUAGES.items())
        raise RuleError(f"expected a language of {names}, got {code!r}")
    if _WORDS[kind]:
        general = language(code)
        return replace(
            general,
            kind=kind,
            text=lambda text: general.text(wording(text, kind)),
            counted=lambda one, many, number: general.counted(
                wording(one, kind), wording(many, kind), number
            ),
        )
    if code == "en":
        return Language(
            code,
            without_context,
            lambda one, many, number: without_context(one if number == 1 else many),
        )
    source = load_catalogs()[code]
    found = translations(source, code)
    return Language(
        code,
        lambda text: without_context(found.gettext(text)),
        lambda one, many, number: without_context(found.ngettext(one, many, number)),
        texts_in(source),
    )


_OWN_LETTERS: Mapping[str, Mapping[str, str]] = {
    "cs": {"č": "c", "ch": "h", "ř": "r", "š": "s", "ž": "z"},
    "es": {"ñ": "n"},
    "pl": {**dict(zip("ąćęłńóśź", "acelnosz", strict=True)), "ż": "zz"},
    "ru": {"й": "и"},
}
"""Letters that a language does not take for others with an accent, each with the one that it follows
[CLDR]."""


def alphabetical(text: str, code: str = "en") -> tuple[Sequence[str], str]:
    """A key by which texts are in the alphabetical order of a language, the same on every machine.

    Letters count first, and accents and capitals only between texts of the same letters. Chinese and
    Japanese characters are in the order of Unicode.

    Examples
    --------
    >>> sorted(["Chytil", "Čapek", "Černý", "Cibulka", "Hora"], key=lambda text: alphabetical(text, "cs"))
    ['Cibulka', 'Čapek', 'Černý', 'Hora', 'Chytil']
    """
    own = _OWN_LETTERS.get(code, {})
    lower = unicodedata.normalize("NFC", text).casefold()
    if not own:
        return [*folded(lower)], lower
    parts = re.findall("|".join([*sorted(own, key=len, reverse=True), "."]), lower, re.DOTALL)
    letters = [
        letter
        for part in parts
        for letter in ([f"{own[part]}\uffff"] if part in own else folded(part))
    ]
    return letters, lower


def in_order_of_names(players: Iterable[Player], language: str = "en") -> list[Player]:
    """Players in the alphabetical order of a language, given by its code."""
    return sorted(
        players,
        key=lambda player: [
            alphabetical(name, language) for name in (player.name, player.first_name)
        ],
    )


def preferred(wishes: str) -> str:
    """The language that a browser would like best, of those that there are.

    Parameters
    ----------
    wishes
        What it sends as ``Accept-Language``, such as ``de-CH, fr;q=0.7``.
    """
    best, found = 0.0, "en"
    for wish in wishes.split(","):
        read = _WISH.fullmatch(wish)
        if read is None or read[1].lower() not in LANGUAGES:
            continue
        weight = float(read[2] or 1)
        if weight > best:
            best, found = weight, read[1].lower()
    return found
