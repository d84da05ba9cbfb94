"""What is said to people: a sentence, and what can be done, in words that every interface can take.

A sentence knows neither an option of the command nor a button of the page. Each interface adds what
can be done there: the command names its options, the page its buttons, a document its places.
"""

from __future__ import annotations

import re
from os import PathLike, fspath
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Remedy:
    """A suggestion of what the user can do.

    Parameters
    ----------
    name
        What it is; each interface that offers it has words for it.
    values
        What it is done to, such as a round or a table.
    """

    __slots__ = ("name", "values")

    def __init__(self, name: str, **values: object) -> None:
        self.name = name
        self.values = values

    def __repr__(self) -> str:
        return f"Remedy({self.name!r}, **{self.values})"


class Sentence(str):
    """A sentence. As a text it is what is wrong, or worth knowing, without what can be done.

    Parameters
    ----------
    text
        The sentence: lower case, without a full stop.
    remedies
        What can be done, in the order in which it is offered.
    about
        The name of the value that the sentence is about, if it is one that is asked for.
    place
        The file that it is about, and the line in it.

    Examples
    --------
    >>> said = Sentence("no round is left", Remedy("name the round"), place="a.xml")
    >>> said, said.place, said.remedies
    ('no round is left', 'a.xml', (Remedy('name the round', **{}),))
    """

    __slots__ = ("about", "forms", "place", "remedies", "values")

    about: str
    forms: tuple[str, ...]
    """Its text before the values were put in, or two, for one and for many; empty if nobody knows."""

    place: str
    remedies: tuple[Remedy, ...]
    values: Mapping[str, object]

    def __new__(  # noqa: D102 - see above
        cls, text: str, *remedies: Remedy, about: str = "", place: str = ""
    ) -> Sentence:
        made = super().__new__(cls, text)
        made.remedies = remedies or getattr(text, "remedies", ())
        made.about = about or getattr(text, "about", "")
        made.place = place or getattr(text, "place", "")
        made.forms, made.values = getattr(text, "forms", ()), getattr(text, "values", {})
        return made

    @property
    def text(self) -> str:
        """The sentence itself, in English."""
        return str.__str__(self)

    @property
    def texts(self) -> frozenset[tuple[str, ...]]:
        """Its texts to be translated and those of its values, as `forms`; no mere punctuation."""
        inner = (value.texts for value in self.values.values() if isinstance(value, Sentence))
        own = {self.forms} if any(map(_has_words, self.forms)) else set[tuple[str, ...]]()
        return frozenset(own).union(*inner)

    def spoken(
        self, text: Callable[[str], str], counted: Callable[[str, str, int], str]
    ) -> Sentence:
        """The same sentence in another language; in English, as far as it is not translated.

        Parameters
        ----------
        text
            Translates a text.
        counted
            Translates the form of a text that a number asks for.
        """
        if not self.forms:
            return self
        if len(self.forms) == 1:
            form = text(self.forms[0])
        else:
            number = self.values["count"]
            one, many = self.forms
            form = counted(one, many, number if isinstance(number, int) else 0)
        values = {
            name: value.spoken(text, counted) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        made = Sentence(form.format(**values), *self.remedies, about=self.about, place=self.place)
        made.forms, made.values = self.forms, self.values
        return made

    @classmethod
    def in_file(cls, file: str | PathLike[str], text: str) -> Sentence:
        """A sentence about a file, which is named once."""
        places = [fspath(file), *getattr(text, "place", "").split(": ")]
        return cls(text, place=": ".join(filter(None, dict.fromkeys(places))))

    def alone(self, *remedies: Remedy) -> Sentence:
        """The same sentence where it goes without saying what it is about, with other remedies."""
        made = Sentence(self.text, *remedies)
        made.forms, made.values = self.forms, self.values
        return made

    def without_place(self, file: str | PathLike[str]) -> Sentence:
        """The same sentence where it goes without saying that it is about a file.

        The line in it, and another file that is named behind it, stay.
        """
        own, place = fspath(file), self.place
        if place == own or place.startswith(f"{own}: "):
            place = place[len(own) + 2 :]
        made = self.alone(*self.remedies)
        made.about, made.place = self.about, place
        return made

    def worded(
        self, about: str, advice: str = "", sign: Callable[[str], str] = lambda sign: sign
    ) -> str:
        """The whole sentence on one line: place, value, what is wrong, and what can be done.

        Line ends in it, such as those of a name, are shown as they are written.

        Parameters
        ----------
        about
            What the interface calls the value.
        advice
            What can be done there.
        sign
            Translates the signs between them.
        """
        message = sign(": ").join(filter(None, (self.place, about, str.__str__(self))))
        return "\\n".join(sign("; ").join(filter(None, (message, advice))).splitlines())


def marked(text: str) -> str:
    """A text that is translated later, where it is shown."""
    return text


def marked_many(one: str, many: str) -> tuple[str, str]:
    """The forms of a text for one and for many, which are translated later."""
    return one, many


_CONTEXT_ENDS = "\x04"
"""Stands between context and text, as in gettext."""


def in_context(context: str, text: str) -> str:
    """A text that other languages say in another way than the same text elsewhere.

    Parameters
    ----------
    context
        What it is about, for translators; nobody reads it elsewhere.

    Examples
    --------
    >>> without_context(in_context("of a rating", "Change"))
    'Change'
    """
    return f"{context}{_CONTEXT_ENDS}{text}"


def in_context_many(context: str, one: str, many: str) -> tuple[str, str]:
    """The forms of such a text for one and for many.

    >>> phrase_many(*in_context_many("of a match", "{count} board", "{count} boards"), 2)
    '2 boards'
    """
    return in_context(context, one), in_context(context, many)


def without_context(text: str) -> str:
    """A text as it is read."""
    return text.rpartition(_CONTEXT_ENDS)[2]


def phrase(text: str, /, **values: object) -> Sentence:
    """A sentence that can be said in other languages.

    Parameters
    ----------
    text
        The sentence, with the names of its values in braces.
    values
        What is put in; other sentences are translated with it.

    Examples
    --------
    >>> phrase("round {round} is not drawn", round=2)
    'round 2 is not drawn'
    """
    return _filled((text,), text, values)


def phrase_many(one: str, many: str, number: int, /, **values: object) -> Sentence:
    """A sentence in the form that a number asks for, which is its value ``count``.

    >>> phrase_many("{count} game", "{count} games", 2)
    '2 games'
    """
    return _filled((one, many), one if number == 1 else many, {"count": number, **values})


def joined(separator: str, parts: Iterable[str]) -> Sentence:
    """Sentences one after the other, each of which can be said in other languages.

    >>> joined("; ", ["one", phrase("{what} too", what="two")])
    'one; two too'
    """
    values: dict[str, object] = {f"part{place}": part for place, part in enumerate(parts)}
    if not values:
        return Sentence("")
    if separator not in _SEPARATORS:
        return phrase(separator.replace("{", "{{").join(map("{{{}}}".format, values)), **values)
    form = "{separator}".join(map("{{{}}}".format, values))
    return phrase(form, **values, separator=phrase(separator))


_SEPARATORS = marked(", "), marked("; "), marked(": ")
"""Signs between parts, which other scripts have of their own."""


def listing(parts: Iterable[str]) -> Sentence:
    """Sentences in a row, with ``and`` before the last one.

    >>> listing(["one", "two", phrase("{what} too", what="three")])
    'one, two and three too'
    """
    *first, last = [*parts] or [""]
    return (
        phrase("{one} and {other}", one=joined(", ", first), other=last)
        if first
        else joined("", [last])
    )


def message_parts(text: str) -> tuple[Any, ...]:
    """A sentence as its forms and values, which JSON can hold; empty for a text without forms.

    >>> message_parts(phrase("round {round} is not drawn", round=2))
    (('round {round} is not drawn',), {'round': 2})
    """
    if not isinstance(text, Sentence) or not text.forms:
        return ()
    return text.forms, {
        name: [*message_parts(value)]
        if isinstance(value, Sentence) and value.forms
        else _plain(value)
        for name, value in text.values.items()
    }


def message_from(parts: object, text: str) -> str:
    """The sentence of some parts, if it reads as a text does; else that text.

    Parameters
    ----------
    parts
        As `message_parts` makes them, and JSON holds them.
    text
        The sentence in English.
    """
    try:
        made = _assembled(parts)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return text
    return made if made == text else text


def _assembled(parts: Any) -> Sentence:  # noqa: ANN401
    forms, values = parts
    inner = {
        name: _assembled(value) if isinstance(value, list) else value
        for name, value in values.items()
    }
    # A file may hold any form: a width in one would fill the memory, and a path would look into values.
    for form in forms:
        for _, name, spec, _ in Formatter().parse(form):
            if spec or (name is not None and not name.isidentifier()):
                raise ValueError("a value of a sentence is formatted")
    form = forms[0 if len(forms) == 1 or inner["count"] == 1 else 1]
    return _filled(tuple(forms), form, inner)


def _plain(value: object) -> object:
    """A value that JSON can hold and that reads the same."""
    return value if type(value) in (bool, int, float, str) else str(value)


def message_of(error: BaseException) -> str:
    """What an error was raised with; a sentence stays one."""
    message = error.args[0] if error.args else ""
    return message if isinstance(message, Sentence) else str(error)


def _has_words(form: str) -> bool:
    """Whether a form says something apart from its values."""
    return any(sign.isalpha() for text, *_ in Formatter().parse(form) for sign in text)


def represented(value: object) -> str:
    """A value as Python writes it, on one line, of which no more than 200 letters are shown."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python writes no integer of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


LONGEST = 200
"""Letters of a value that an error quotes."""

_QUOTED = re.compile(r"\{(\w+)!r\}")


class _Represented(str):
    """A value that was not shown as it is."""

    __slots__ = ()
    __repr__ = str.__str__


def _shown(value: object) -> object:
    """A value to be quoted: a long one is cut."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if isinstance(value, float) or (isinstance(value, int) and value.bit_length() < LONGEST):
        return value
    return _Represented(represented(value))


def _filled(forms: tuple[str, ...], form: str, values: Mapping[str, object]) -> Sentence:
    if quoted := _QUOTED.findall(form):
        values = {**values, **{name: _shown(values[name]) for name in quoted}}
    try:
        made = Sentence(without_context(form).format(**values))
    except ValueError:  # of an integer of thousands of digits
        values = {name: _shown(value) for name, value in values.items()}
        made = Sentence(without_context(form).format(**values))
    made.forms, made.values = forms, values
    return made
