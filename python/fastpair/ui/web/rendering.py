"""Templates, the parts of the page, and errors in the words of its buttons."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from functools import cache, lru_cache
from hashlib import blake2s
from importlib.resources import files
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from ...app.draws.costs import SwapKind
from ...app.entries.registration import EntryTerms
from ...app.forms.labels import FACTS_OF, label_of
from ...app.lists.sent_lists import BROWSER_ENCODINGS
from ...errors import FastpairError
from ...go.tournament import TITLES
from ...letters import without_accents
from ...parameters import parameters, walk
from ...report.html import display
from ...report.languages import LANGUAGES, language
from ...report.pages import ended, named, result
from ...report.sheet import counted, format_number
from ...sentences import Sentence, in_context, marked
from .navigation import Part, step_button
from .text import current_language, translate, translate_count

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...app.draws.costs import SwapPrice
    from ...go.tournament import EventKind, Game


@lru_cache(maxsize=1 << 14)
def id_of(kind: str, key: str | int, part: str = "") -> str:
    """The id of an element that is made of values; every such id of a page comes from here.

    No two of them are equal, since only a part stands behind a hyphen. The ids that templates fix have
    no digits.

    Parameters
    ----------
    kind
        A letter for what is shown, such as ``t`` for a table.
    key
        Which one: its number, or a text of any signs.
    part
        Which element of it, such as one of its buttons; empty for the whole.
    """
    if isinstance(key, str):
        key = blake2s(key.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return f"{kind}{key}-{part}" if part else f"{kind}{key}"


ADVICE = {
    "ask about a condition": marked("choose players and a change"),
    "discard a game": marked("“Remove game” at its table removes one"),
    "draw": marked("“Pair round” under Rounds does it"),
    "draw again": marked("“Re-pair from scratch” discards the pairing"),
    "draw without results": marked("“Pair anyway” pairs it nevertheless"),
    "enter a result": marked("enter it under Results of round {round}"),
    "let teams need fewer": marked(
        "“Edit team rules” under Teams lets them play with boards missing"
    ),
    "exchange colours": marked("“Exchange colours” at their table does it"),
    "count otherwise for the teams": marked(
        "enter what the board counts for the teams at its table"
    ),
    "freeze ratings": marked("“Freeze ratings on” in Setup says up to which day"),
    "give the bye": marked("“Assign bye” for another player gives it to that player"),
    "keep most boards": marked("“Re-pair, keep most boards” changes as few as possible"),
    "let boards change": marked("“Unlock pairings” under Rounds, Tools, allows changes"),
    "list changes": marked("History lists the changes"),
    "list draws": marked("“Compare alternatives” lists them"),
    "make a game": marked("“Pair manually” under Rounds makes one"),
    "rating list": marked("“Rating lists” under Players loads one"),
    "state the time control": marked("“Time control” in Setup states it"),
    "make present": marked("the button of the player under Players changes that"),
    "pair by hand": marked("“Pair manually” under Rounds, Tools, pairs two nevertheless"),
    "pair who waits": marked("“Pair late players” pairs all who are unpaired"),
    "print from any browser": marked("“Print” opens the page, and your browser saves it as a PDF"),
    "record a no-show": marked("click “Record no-show” in the details of the player"),
    "redo": marked("“Redo” in History makes it"),
    "say what is lost": marked("History lists what is no longer in the file"),
    "see what is lost": marked("History lists it, and restores it"),
    "state a value": marked("“Edit” in Setup {effect}"),
    "swap": marked("“Swap” in the details of a player does it"),
    "take the game back first": marked("“Remove game” at the table removes it first"),
    "take the result back": marked("delete the result of table {table} under Results first"),
    "take this game back": marked("“Remove game” at the table removes it"),
    "withdraw": marked("“Withdraw player” takes the player out of the rounds that are left"),
    "type each board": marked("enter each table with its result, such as “{table} 1-0”"),
    "use fastpair's own format": marked("fastpair's own format, .json, holds everything"),
}
"""What does it on the page, by the name of the remedy; the page offers no others."""

_FIELDS = {
    *chain.from_iterable(FACTS_OF.values()),
    *(name for name, _ in walk(parameters(EntryTerms))),
}
"""Values that the page asks for by these names."""


STATES = {
    "draft": marked("draft"),
    "published": marked("published"),
    "frozen": marked("locked"),
    "not paired": in_context("round", "Not paired"),
    "complete": in_context("round", "Complete"),
}
"""What a round is, by the names of `PublicationState` and `RoundStage`."""


def kind_of_swap(price: SwapPrice) -> str:
    """The category of a swap, in a word or two."""
    if price.kind is SwapKind.FORBIDDEN:
        return translate("Forbidden")
    if price.kind is SwapKind.FREE:
        return translate("No drawback")
    if price.kind is SwapKind.SMALL:
        return translate("Small drawback")
    if price.more["game within a club"] > 0:
        return translate("Same club")
    points, stones = price.more["point between opponents"], price.more["stone of handicap"]
    if points > 0:
        return translate("Score difference {points}", points=format_number(points / 2))
    return translate("Handicap +{stones}", stones=stones)


def state_label(state: str) -> str:
    """The label of the state or stage of a round."""
    return translate(STATES[state])


def part_title(part: Part, kind: EventKind, number: int) -> str:
    """The title of a part of the page, with the round that it shows."""
    title = translate(part.title_in(kind))
    return translate("{part}, round {round}", part=title, round=number) if part.by_round else title


def seat_text(game: Game, key: str, opponent: str) -> str:
    """The round, table, colour and opponent of a player."""
    values = {"round": game.round, "table": game.table, "opponent": opponent}
    if key == game.white:
        text = translate("Round {round}, table {table}: White against {opponent}", **values)
    else:
        text = translate("Round {round}, table {table}: Black against {opponent}", **values)
    if not game.handicap:
        return text
    return translate(", ").join((text, translate("handicap {stones}", stones=game.handicap)))


def localized(message: str | FastpairError) -> str:
    """A message in the language of the page, without suggestions for other interfaces.

    It is all English if a part of it is not translated. Of files only the names are shown.
    """
    sentence = message.message if isinstance(message, FastpairError) else message
    if not isinstance(sentence, Sentence):
        return str(message)
    remedies = [remedy for remedy in sentence.remedies if remedy.name in ADVICE]
    label = label_of(sentence.about) if sentence.about in _FIELDS else ""
    speech = current_language()
    texts = {forms[0] for forms in sentence.texts}
    texts |= {ADVICE[remedy.name] for remedy in remedies} | ({label} if label else set())
    if not speech.says(texts):
        speech = language("en", speech.kind)
    advice = speech.text(", ").join(
        speech.text(ADVICE[remedy.name]).format(**remedy.values) for remedy in remedies
    )
    translated = sentence.spoken(speech.text, speech.counted)
    without_folder = Sentence(translated.text, place=PurePath(sentence.place).name)
    return without_folder.worded(speech.text(label) if label else "", advice, speech.text)


def full(message: str | FastpairError) -> str:
    """A message as a full sentence: with a capital and a full stop."""
    text = localized(message).lstrip()  # lines of the command may be indented
    first, _, rest = text.partition(" ")
    if not (rest and "." in first):  # the name of a file stays as it is
        text = text[:1].upper() + text[1:]
    if text.endswith((".", "!", "?", "…", ":", "。", "？", "！")):
        return text
    return f"{text}{_STOPS.get(current_language().code, '.')}"


_STOPS = {"ja": "。", "zh": "。"}
"""Full stops of languages that have their own."""

_FIRST, _LAST = 0x80, 0x590
"""Of the letters of Latin, Greek and Cyrillic that are not those of ASCII."""


@cache
def load_pages() -> dict[str, str]:
    """The templates by their names, read once: those of another version would not fit."""
    return {
        path.name: path.read_text("utf-8")
        for path in files(__package__).joinpath("templates").iterdir()
    }


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=DictLoader(load_pages()),
        auto_reload=False,
        cache_size=-1,
        autoescape=True,
        undefined=StrictUndefined,
        finalize=display,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["localized"] = localized
    environment.filters["full"] = full
    environment.filters["compact"] = compact
    environment.filters["unbroken"] = unbroken
    environment.filters["column_classes"] = column_classes
    environment.globals.update(
        _=translate,
        many=translate_count,
        speaking=current_language,
        languages=LANGUAGES,
        marked=marked,
        in_context=in_context,
        part_title=part_title,
        seat_text=seat_text,
        state_label=state_label,
        kind_of_swap=kind_of_swap,
        without_accents=without_accents,
        keyed=Markup("<kbd>{}</kbd>").format,
        bold=Markup("<b>{}</b>").format,
        name_and_grade=named,
        number_text=format_number,
        result_text=result,
        ended=lambda game, key: ended(game, key, translate),
        counted=counted,
        player_facts=FACTS_OF["player"],
        id_of=id_of,
        step_button=step_button,
        list_encodings=BROWSER_ENCODINGS,
        titles=("", *filter(None, TITLES)),
        plain_letters=json.dumps(_plain_letters(), ensure_ascii=False),
    )
    return environment


def _plain_letters() -> dict[str, str]:
    """Small letters that have no accent, and that `without_accents` spells in others all the same."""
    spelled = {sign: without_accents(sign) for sign in map(chr, range(_FIRST, _LAST))}
    return {
        sign: plain
        for sign, plain in spelled.items()
        if sign.islower() and plain not in ("", sign) and not unicodedata.decomposition(sign)
    }


def render(template: str, **values: Any) -> str:  # noqa: ANN401 - what a template shows
    """A template with its values, escaped."""
    return _environment().get_template(template).render(**values)


_MARK = secrets.token_hex(8)
"""Marks what is left blank; nobody can have it in a name."""


def blank(name: object) -> str:
    """What stands in a page for a value that is put there later, see `BlankForm`."""
    return f"{_MARK}{name}{_MARK}"


class BlankForm:
    """A page that was rendered with blanks, to be filled as often as the values become others.

    Parameters
    ----------
    page
        With what `blank` makes of the names of the values.
    """

    def __init__(self, page: str) -> None:
        pieces = page.split(_MARK)
        self._texts, self._names = pieces[::2], pieces[1::2]
        self._last = "", b""

    def filled(self, version: str, values: Callable[[], Mapping[Any, str]]) -> bytes:
        """The page with its values, escaped.

        Parameters
        ----------
        version
            Of the values: for the last one, it is filled already.
        """
        last, page = self._last
        if last != version:
            by_text = {str(name): _escaped(value) for name, value in values().items()}
            found = [*map(by_text.__getitem__, self._names), ""]
            page = "".join(chain.from_iterable(zip(self._texts, found, strict=True))).encode()
            self._last = version, page
        return page


@lru_cache(maxsize=1 << 8)
def _escaped(value: str) -> str:
    return str(escape(value))


@cache
def macros(template: str) -> Any:  # noqa: ANN401 - the macros of a template
    """The macros of a template."""
    return _environment().get_template(template).module


_LEFT_OUT = re.compile(r"</t[dhr]>\s*|\n(?=<t[dh])")


def unbroken(cell: str) -> str:
    """A cell whose words are not broken at their hyphens, such as the games ``0b -w`` of a cross table."""
    if "-" not in cell:
        return cell
    return Markup(" ").join(
        Markup('<span class="unbroken">{}</span>').format(word) if "-" in word else word
        for word in cell.split(" ")
    )


def compact(rows: str) -> Markup:
    """Rows of a table without the end tags that HTML lets out, and without space between the cells."""
    return Markup(_LEFT_OUT.sub("", rows))


_HEAD = re.compile(r'<th scope="col"(?: class="([^"]*)")?')


def column_classes(columns: str) -> str:
    """What the heads of columns say of all their cells, for the table: such as ``right-3 wide-4``.

    The rows repeat nothing of it, since there may be a thousand of them.
    """
    return " ".join(
        f"{name}-{number}"
        for number, names in enumerate(_HEAD.findall(columns), 1)
        for name in names.split()
        if name in _OF_COLUMNS
    )


_OF_COLUMNS = "right", "wide", "sub"
"""Classes of the cells of a column that its head states."""


@lru_cache(maxsize=1 << 12)
def code_of(address: str) -> str:
    """An address as a picture that phones read.

    Its pattern is always the same one of the eight that are allowed: to compare them takes ten
    times as long, and matters for contents with large plain areas.
    """
    import segno

    code = segno.make_qr(address, error="l", mask=2)
    return code.svg_inline(scale=3, omitsize=True, svgclass="code", lineclass=None)
