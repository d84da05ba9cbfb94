"""XML as a tree whose elements know their place in the file; hostile documents are refused.

No other module uses the XML library.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from ...errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Element", "Markup", "escaped", "parse", "rendered"]

_DEEPEST = 100
# XML parsers pass over them in silence where a definition elsewhere might declare them.
_FOREIGN_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)[^\s;&<]*;")
_FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Not by xml.sax.saxutils, with which half of the standard library comes, http and ssl among it.
_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
    | {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)


@dataclass(eq=False, slots=True)
class Element:
    """An element, as it was read or as it is to be written.

    Places are counted in bytes from the start of the file. An element that is in no file has 0.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    line: int | None = None
    """The line in its file, from 1; None if it is in none."""

    start: int = 0
    """Where the element starts."""

    inner: int = 0
    """Where its start tag ends."""

    close: int = 0
    """Where its end tag starts; for an empty tag this is where the tag ends."""

    end: int = 0
    """Where the element ends."""

    text: str = ""
    """The text directly inside of the element; white space around it does not count."""

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute."""
        return self.attributes.get(name, default)

    def iter(self, tag: str) -> Iterator[Element]:
        """The elements of a name inside of this one, in the order of the file."""
        for child in self.children:
            if child.tag == tag:
                yield child
            if child.children:
                yield from child.iter(tag)

    def find(self, tag: str) -> Element | None:
        """The first element of a name inside of this one."""
        return next(self.iter(tag), None)

    def child(self, tag: str) -> Element | None:
        """The first child of a name."""
        return next((child for child in self.children if child.tag == tag), None)

    def add(self, tag: str, attributes: Mapping[str, str] | None = None, text: str = "") -> Element:
        """Append an element to one that is to be written."""
        child = Element(tag, attributes or {}, text=text)
        self.children.append(child)
        return child


@dataclass(frozen=True, eq=False)
class Markup:
    """An XML document that was read."""

    content: bytes
    encoding: str
    root: Element


def parse(path: str, content: bytes) -> Markup:
    """Read an XML document.

    Nothing outside of the content is ever read. A document type that only names an external
    definition is accepted and ignored.

    Raises
    ------
    FormatError
        If the content is not well-formed, declares anything of its own (entities, attribute
        defaults), uses an entity that XML does not define, or nests too deeply.
    """
    parser = _Parser(path, content)
    try:
        return parser.markup()
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise FormatError(path, error.lineno, f"not well-formed XML: {reason}") from error
    except FormatError:
        raise
    except (LookupError, ValueError) as error:
        raise FormatError(path, 1, f"unreadable encoding: {error}; save it as UTF-8") from error


class _Parser:
    """Makes a tree of one document.

    A tag ends where the next event of the parser starts, whatever the event is.
    """

    def __init__(self, path: str, content: bytes) -> None:
        self._path = path
        self._content = content
        self._encoding = _encoding_by_first_bytes(content)
        self._top = Element("")
        self._open = [self._top]
        self._opened: Element | None = None
        self._closed: Element | None = None
        # A byte order mark outweighs the declaration; expat respects this for UTF-16 only.
        self._expat = expat.ParserCreate(self._encoding if self._encoding == "utf-8" else None, " ")

    def markup(self) -> Markup:
        """Parse the document."""
        parser = self._expat
        parser.XmlDeclHandler = self._on_declaration
        parser.StartDoctypeDeclHandler = self._on_document_type
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        parser.DefaultHandler = self._on_other
        parser.Parse(self._content, True)
        self._settle(len(self._content))
        return Markup(self._content, self._encoding or "utf-8", self._top.children[0])

    def _on_declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        self._encoding = self._encoding or encoding

    def _on_document_type(
        self, name: str, system: str | None, public: str | None, subset: bool
    ) -> None:
        if subset:
            self._refuse("a document type with declarations of its own; remove them")
        text = self._content.decode(self._encoding or "utf-8")
        if entity := _FOREIGN_ENTITY.search(text):
            self._refuse(f"the undefined entity {entity[0][:60]!r}")

    def _on_start(self, tag: str, attributes: dict[str, str]) -> None:
        place = self._expat.CurrentByteIndex
        self._settle(place)
        element = Element(tag, attributes, [], self._expat.CurrentLineNumber, place)
        self._open[-1].children.append(element)
        self._open.append(element)
        self._opened = element
        if len(self._open) > _DEEPEST + 1:
            self._refuse(f"elements nested more than {_DEEPEST} deep")

    def _on_end(self, tag: str) -> None:
        place = self._expat.CurrentByteIndex
        self._settle(place)
        element = self._open.pop()
        element.text = element.text.strip()
        element.close = place
        self._closed = element

    def _on_text(self, text: str) -> None:
        self._on_other(text)
        element = self._open[-1]
        if element.text or not text.isspace():
            element.text += text

    def _on_other(self, text: str) -> None:
        if self._opened is not None or self._closed is not None:
            self._settle(self._expat.CurrentByteIndex)

    def _settle(self, place: int) -> None:
        """Record where the last tag ends."""
        if self._opened is not None:
            self._opened.inner = place
            self._opened = None
        if self._closed is not None:
            self._closed.end = place
            self._closed = None

    def _refuse(self, found: str) -> None:
        line = self._expat.CurrentLineNumber
        raise FormatError(self._path, line, f"expected plain XML, found {found}")


def _encoding_by_first_bytes(content: bytes) -> str | None:
    """The encoding, if a byte order mark or the width of the first character tells it."""
    if content.startswith(codecs.BOM_UTF8):
        return "utf-8"
    if content.startswith((codecs.BOM_UTF16_LE, b"<\0")):
        return "utf-16-le"
    if content.startswith((codecs.BOM_UTF16_BE, b"\0<")):
        return "utf-16-be"
    return None


def escaped(value: str) -> str:
    """A text as the value of an attribute between double quotes.

    Raises
    ------
    ValueError
        If XML cannot hold the text.
    """
    if found := _FORBIDDEN.search(value):
        raise ValueError(f"XML has no character {found[0]!r}")
    return value.translate(_ENTITIES)


def rendered(element: Element, before: str, step: str = "") -> str:
    """The text of an element.

    Parameters
    ----------
    before
        The white space before the element: a line end and its indentation.
    step
        The additional indentation of its children.
    """
    attributes = "".join(
        f' {name}="{escaped(value)}"' for name, value in element.attributes.items()
    )
    start = f"{before}<{element.tag}{attributes}"
    if not element.children:
        return f"{start}>{escaped(element.text)}</{element.tag}>" if element.text else f"{start}/>"
    inside = "".join(rendered(child, before + step, step) for child in element.children)
    return f"{start}>{inside}{before}</{element.tag}>"
