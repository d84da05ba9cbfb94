"""Changes of an XML document that leave every other byte of it alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .markup import escaped, rendered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .markup import Element, Markup

__all__ = ["Edits"]

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
