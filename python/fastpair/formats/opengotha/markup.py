"""XML as text and as a tree: hostile documents are refused, edits leave the rest as it was.

The one module that knows the XML library.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias, cast
from xml.parsers import expat

from ...errors import FormatError, MissingExtraError

try:
    from lxml import etree
except ImportError as absence:
    raise MissingExtraError("xml", "an OpenGotha file") from absence

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Element", "add", "add_after", "create", "line_of", "parse", "remove", "serialise"]

Element: TypeAlias = etree._Element

_DEEPEST = 100
# XML parsers pass over them in silence where a definition elsewhere might declare them.
_FOREIGN_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)[^\s;&<]*;")
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*\?>\s*")


def parse(path: str, content: bytes) -> Element:
    """The root element of an XML document.

    Nothing outside of the content is ever read. A document type that only names an external
    definition is accepted and ignored.

    Raises
    ------
    FormatError
        If the content is not well-formed, declares anything of its own (entities, attribute
        defaults), uses an entity that XML does not define, or nests too deeply.
    """
    _screen(path, content)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, strip_cdata=False
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(path, error.lineno, f"not well-formed XML: {error.msg}") from error


def _screen(path: str, content: bytes) -> None:
    """Refuse what could harm or mislead, before a tree is built from it."""
    parser = expat.ParserCreate()
    depth = 0

    def refuse(found: str) -> None:
        raise FormatError(path, parser.CurrentLineNumber, f"expected plain XML, found {found}")

    def on_doctype(name: str, system: str | None, public: str | None, subset: bool) -> None:
        if subset:
            refuse("a document type with declarations of its own; remove them")
        if entity := _FOREIGN_ENTITY.search(content):
            refuse(f"the undefined entity {entity[0][:60]!r}")

    def on_start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            refuse(f"elements nested more than {_DEEPEST} deep")

    def on_end(tag: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartDoctypeDeclHandler = on_doctype
    parser.StartElementHandler = on_start
    parser.EndElementHandler = on_end
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise FormatError(path, error.lineno, f"not well-formed XML: {reason}") from error
    except FormatError:
        raise
    except (LookupError, ValueError) as error:
        raise FormatError(path, 1, f"unreadable encoding: {error}; save it as UTF-8") from error


def serialise(root: Element, original: bytes) -> bytes:
    """A document as text, in the encoding, declaration and line ends of the original."""
    tree = root.getroottree()
    encoding = tree.docinfo.encoding or "UTF-8"
    head = _HEAD.match(original)
    text = BytesIO()
    tree.write(text, encoding=encoding, xml_declaration=head is None)
    if head is None:
        return text.getvalue()
    body, tail = text.getvalue(), original[len(original.rstrip()) :]
    return head[0] + body.replace(b"\n", _line_end(original)) + tail


def _line_end(original: bytes) -> bytes:
    """What ends most lines of a file."""
    both = original.count(b"\r\n")
    counts = {
        b"\n": original.count(b"\n") - both,
        b"\r\n": both,
        b"\r": original.count(b"\r") - both,
    }
    return max(counts, key=counts.__getitem__)


def line_of(element: Element) -> int | None:
    """The line of an element in its file, from 1; None if it never was in one."""
    return cast("int | None", element.sourceline)


def create(tag: str, attributes: Mapping[str, str]) -> Element:
    """A root element."""
    return etree.Element(tag, dict(attributes))


def add(parent: Element, tag: str, attributes: Mapping[str, str] | None = None) -> Element:
    """Append an element, indented as its siblings are."""
    outer = _blank(_before(parent))
    if len(parent):
        between, closing = _blank(_before(parent[-1])), parent[-1].tail
        parent[-1].tail = between
    else:
        between, closing = outer + outer.lstrip("\r\n"), outer
        parent.text = between
    element = etree.SubElement(parent, tag, dict(attributes or {}))
    element.tail = closing
    return element


def add_after(older: Element, tag: str) -> Element:
    """Insert an element after another one, indented as that one is."""
    parent = older.getparent()
    if parent is None:
        raise ValueError("the root of a document has no siblings")
    element = etree.Element(tag)
    parent.insert(parent.index(older) + 1, element)
    element.tail, older.tail = older.tail, _blank(_before(older))
    return element


def remove(element: Element) -> None:
    """Take an element out, with the white space before it and nothing else."""
    parent, older = element.getparent(), element.getprevious()
    if parent is None:
        raise ValueError("the root of a document cannot be removed")
    before = _before(element)
    after = (before if before.strip() else "") + (element.tail or "")
    if older is None:
        parent.text = after
    else:
        older.tail = after
    element.tail = None
    parent.remove(element)


def _before(element: Element) -> str:
    """The text between an element and what stands before it."""
    parent, older = element.getparent(), element.getprevious()
    if older is not None:
        return older.tail or ""
    return "\n" if parent is None else parent.text or ""


def _blank(text: str) -> str:
    """Keep white space, replace anything else by a line break."""
    return "\n" if text.strip() else text
