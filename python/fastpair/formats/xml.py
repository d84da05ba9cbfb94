"""XML that is changed in place, byte for byte."""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from xml.parsers import expat

from ..errors import FormatError
from ..letters import shortened
from ..sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence


# ---- XML as a tree whose elements know their place in the file; hostile documents are refused ----

# No other module uses the XML library.

_DEEPEST = 100
_MOST_STRAY = 5
"""So many stray texts are named."""

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

    @property
    def place(self) -> str:
        """Its place in the file, for people."""
        return phrase("line {line}", line=self.line)

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


@dataclass(eq=False, slots=True)
class Text:
    """A text that is not blank, up to the next tag."""

    element: Element
    """The element that it is directly inside of."""

    line: int
    content: str


@dataclass(frozen=True, eq=False)
class Markup:
    """An XML document that was read."""

    content: bytes
    encoding: str
    root: Element
    texts: tuple[Text, ...]
    """The texts that are not blank, in the order of the file."""

    def stray_texts(self, *, in_leaves: bool) -> Iterator[str]:
        """Say, one line each, where text stands between elements, as a damaged tag leaves it.

        Parameters
        ----------
        in_leaves
            Whether it is stray, too, in an element with neither attributes nor others inside.
        """
        # Other programs leave commas there, and the key of a player inside of a whole entry.
        stray = [
            text
            for text in self.texts
            if any(map(str.isalnum, text.content))
            and (text.element.children or (in_leaves and not text.element.attributes))
        ]
        for number, text in enumerate(stray[:_MOST_STRAY], start=1):
            more = len(stray) - number if number == _MOST_STRAY else 0
            yield (
                f"{phrase('line {line}', line=text.line)}: {shortened(text.content.strip(), 60)!r} is "
                f"text inside of <{text.element.tag}>, where the format has none: is a tag damaged? It "
                f"is not read" + (f", like {more} more" if more else "")
            )


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
        raise FormatError(
            path, 1, f"unreadable encoding: {str(error)[:80]}; save it as UTF-8"
        ) from error


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
        self._texts: list[Text] = []
        self._text: Text | None = None
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
        try:
            parser.Parse(self._content, True)
        finally:
            del self._expat  # which holds this one by its handlers, and with it the whole tree
        self._settle(len(self._content))
        return Markup(
            self._content, self._encoding or "utf-8", self._top.children[0], tuple(self._texts)
        )

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
        self._text = None
        element = Element(tag, attributes, [], self._expat.CurrentLineNumber, place)
        self._open[-1].children.append(element)
        self._open.append(element)
        self._opened = element
        if len(self._open) > _DEEPEST + 1:
            self._refuse(f"elements nested more than {_DEEPEST} deep")

    def _on_end(self, tag: str) -> None:
        place = self._expat.CurrentByteIndex
        self._settle(place)
        self._text = None
        element = self._open.pop()
        element.text = element.text.strip()
        element.close = place
        self._closed = element

    def _on_text(self, text: str) -> None:
        self._on_other(text)
        element = self._open[-1]
        if element.text or not text.isspace():
            element.text += text
        if self._text is not None:
            self._text.content += text
        elif not text.isspace():
            self._text = Text(element, self._expat.CurrentLineNumber, text)
            self._texts.append(self._text)

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


def writable(text: str) -> str:
    """A text without the characters that XML does not have."""
    return _FORBIDDEN.sub("", text)


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


# ---- Changes of an XML document that leave every other byte of it alone ----

_BLANK = " \t\r\n"
_LINE_START = re.compile(r"(?:\r\n|\n|\r)?[ \t]*\Z")
_ATTRIBUTE = re.compile(r"""\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")


class Edits:
    """A list of changes, each of which replaces some bytes by others.

    The document and its tree stay as they are; `content` is the changed document. Characters that
    the encoding lacks become references. New elements take over the line ends and the indentation
    of their neighbours.

    Parameters
    ----------
    markup
        The document.
    """

    def __init__(self, markup: Markup) -> None:
        self._content = markup.content
        self._encoding = markup.encoding
        self._blanks = tuple(sign.encode(markup.encoding) for sign in _BLANK)
        self._changes: list[tuple[int, int, bytes]] = []

    def content(self) -> bytes:
        """The document with all changes."""
        pieces, place = [], 0
        for start, end, replacement in sorted(self._changes, key=lambda change: change[:2]):
            if start >= place:  # else inside of something that is taken out
                pieces += [self._content[place:start], replacement]
                place = end
        return b"".join([*pieces, self._content[place:]])

    def set(self, element: Element, name: str, value: str) -> None:
        """Give an attribute a value, and keep the quotes around it."""
        tag = self._text(element.start, element.inner)
        end = len(tag.rstrip("/>").rstrip(_BLANK))
        for found in _ATTRIBUTE.finditer(tag):
            if found[1] == name:
                text = escaped(value)
                if found[2].startswith("'"):
                    text = text.replace("'", "&apos;")
                self._replace_in(element, tag, found.start(2) + 1, found.end(2) - 1, text)
                return
            end = found.end()
        self._replace_in(element, tag, end, end, f' {name}="{escaped(value)}"')

    def unset(self, element: Element, name: str) -> None:
        """Take out an attribute and the white space before it, if it is there."""
        tag = self._text(element.start, element.inner)
        for found in _ATTRIBUTE.finditer(tag):
            if found[1] == name:
                start = len(tag[: found.start()].rstrip(_BLANK))
                self._replace_in(element, tag, start, found.end(), "")

    def set_text(self, element: Element, text: str) -> None:
        """Give an element without children another text."""
        if element.close != element.end:
            self._replace(element.inner, element.close, escaped(text))
            return
        end = len("/>".encode(self._encoding))
        self._replace(element.end - end, element.end, f">{escaped(text)}</{element.tag}>")

    def remove(self, element: Element) -> None:
        """Take out an element and the white space before it."""
        start = element.start
        if self._blank_or_tag_at(element.end):
            start = self._start_of_blank(start)
        self._replace(start, element.end, "")

    def append(self, parent: Element, elements: Sequence[Element]) -> None:
        """Add elements at the end of another one, after its last child."""
        if not elements:
            return
        if parent.children:
            last = parent.children[-1]
            self._insert(last.end, elements, self._line_start_before(last.start))
            return
        outer = self._line_start_before(parent.start)
        before = outer + _indentation(outer)
        if parent.close == parent.end:
            self._replace(parent.end - len("/>".encode(self._encoding)), parent.end, ">")
            self._insert(parent.end, elements, before)
            self._replace(parent.end, parent.end, f"{outer}</{parent.tag}>")
            return
        place = self._start_of_blank(parent.close)
        self._insert(place, elements, before)
        if place == parent.close:
            self._replace(place, place, outer)

    def insert_after(self, older: Element, element: Element) -> None:
        """Add an element behind another one."""
        self._insert(older.end, [element], self._line_start_before(older.start))

    def _insert(self, place: int, elements: Sequence[Element], before: str) -> None:
        step = _indentation(before)
        self._replace(place, place, "".join(rendered(item, before, step) for item in elements))

    def _replace(self, start: int, end: int, text: str) -> None:
        self._changes.append((start, end, text.encode(self._encoding, "xmlcharrefreplace")))

    def _replace_in(self, element: Element, tag: str, start: int, end: int, text: str) -> None:
        """Replace a part of a start tag, by its places in the text of the tag."""
        first = element.start + len(tag[:start].encode(self._encoding))
        self._replace(first, first + len(tag[start:end].encode(self._encoding)), text)

    def _text(self, start: int, end: int) -> str:
        return self._content[start:end].decode(self._encoding)

    def _line_start_before(self, place: int) -> str:
        """The white space before a place, from the last line end on."""
        blank = self._text(self._start_of_blank(place), place)
        found = _LINE_START.search(blank)
        return found[0] if found else blank

    def _start_of_blank(self, place: int) -> int:
        """Where the white space that ends at a place starts."""
        width = len(self._blanks[0])
        while self._content[place - width : place] in self._blanks:
            place -= width
        return place

    def _blank_or_tag_at(self, place: int) -> bool:
        """Whether white space or a tag starts at a place, rather than text."""
        return self._content.startswith((*self._blanks, "<".encode(self._encoding)), place)


def _indentation(line_start: str) -> str:
    """White space without its line end."""
    return line_start.lstrip("\r\n")


# ---- The changes of a tree, carried into a document that holds more than the tree ----


class Changes:
    """Changes attributes and texts of elements, and the elements of lists; everything else stays.

    Parameters
    ----------
    edits
        The changes of the document.
    identities
        The tags of elements of which there are several beside each other, and what tells these
        apart. Those that are gone are removed.
    ordered
        Those of these tags whose order says something; if it changes, the elements are written anew.
    """

    def __init__(
        self,
        edits: Edits,
        identities: Mapping[str, Callable[[Element], str]],
        ordered: Collection[str] = (),
    ) -> None:
        self._edits = edits
        self._identities = identities
        self._ordered = ordered

    def carry(self, was: Element, now: Element, target: Element) -> None:
        """Change an element of the document as a tree has changed.

        Parameters
        ----------
        was, now
            What the tree has said and says of the element.
        target
            The element in the document, however it is spelled there.
        """
        for name, text in _changed(was, now).items():
            self._edits.set(target, name, text)
        for name in was.attributes.keys() - now.attributes.keys():
            self._edits.unset(target, name)
        if was.text != now.text:
            self._edits.set_text(target, now.text)
        before, inside = _by_tag(was.children), _by_tag(target.children)
        fresh: list[Element] = []
        for tag in before.keys() - {child.tag for child in now.children} - self._identities.keys():
            self.carry_one(before[tag][0], Element(tag), next(iter(inside[tag]), None))
        for tag, elements in _by_tag(now.children).items():
            if tag not in self._identities:
                one, other = next(iter(before[tag]), None), next(iter(inside[tag]), None)
                fresh += self.carry_one(one, elements[0], other)
        for tag, identity in self._identities.items():
            after = [child for child in now.children if child.tag == tag]
            if tag in self._ordered and list(map(identity, before[tag])) != list(
                map(identity, after)
            ):
                for element in inside[tag]:
                    self._edits.remove(element)
                fresh += after
            else:
                fresh += self._carry_list(before[tag], after, inside[tag], identity)
        self._edits.append(target, fresh)

    def carry_one(self, was: Element | None, now: Element, target: Element | None) -> list[Element]:
        """Change an element, or give it if the document has none and it says something new.

        Of the attributes of such an element those are given that say something new, if any does.
        """
        if target is not None:
            self.carry(was or Element(now.tag), now, target)
            return []
        if was is None:
            return [now]
        if rendered(was, "") == rendered(now, ""):
            return []
        return [replace(now, attributes=_changed(was, now) or now.attributes)]

    def _carry_list(
        self,
        was: list[Element],
        now: list[Element],
        targets: list[Element],
        identity: Callable[[Element], str],
    ) -> list[Element]:
        """Change the elements of a list, remove those that are gone, and give those that are new."""
        before = {identity(element): element for element in was}
        inside = {identity(element): element for element in targets}
        after = {identity(element): element for element in now}
        for element in targets:
            name = identity(element)
            if name in before and name not in after:
                self._edits.remove(element)
            elif name in after and inside[name] is element:
                self.carry(before.get(name) or Element(element.tag), after[name], element)
        return [element for name, element in after.items() if name not in inside]


def _by_tag(elements: Iterable[Element]) -> defaultdict[str, list[Element]]:
    found: defaultdict[str, list[Element]] = defaultdict(list)
    for element in elements:
        found[element.tag].append(element)
    return found


def _changed(was: Element, now: Element) -> dict[str, str]:
    """The attributes that say something else, or are new."""
    return {name: text for name, text in now.attributes.items() if was.get(name, "\0") != text}
