"""The changes of a tree, carried into a document that holds more than the tree."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from .edits import Edits
    from .markup import Element

__all__ = ["Changes"]


class Changes:
    """Changes the text of elements, and the elements of lists; everything else stays.

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

    def carry(self, was: Element, now: Element, held: Element) -> None:
        """Change an element of the document as a tree has changed.

        Parameters
        ----------
        was, now
            What the tree has said and says of the element.
        held
            The element in the document, however it is spelled there.
        """
        if was.text != now.text:
            self._edits.set_text(held, now.text)
        before, inside = _by_tag(was.children), _by_tag(held.children)
        fresh: list[Element] = []
        for tag, elements in _by_tag(now.children).items():
            if tag not in self._identities:
                fresh += self._carry_one(before[tag], elements[0], inside[tag])
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
        self._edits.append(held, fresh)

    def _carry_one(
        self, was: list[Element], now: Element, held: list[Element]
    ) -> Iterable[Element]:
        """Change an element, or give it if the document has none and it says something new."""
        if held and was:
            self.carry(was[0], now, held[0])
            return []
        return [] if was and _same(was[0], now) else [now]

    def _carry_list(
        self,
        was: list[Element],
        now: list[Element],
        held: list[Element],
        identity: Callable[[Element], str],
    ) -> list[Element]:
        """Change the elements of a list, remove those that are gone, and give those that are new."""
        before = {identity(element): element for element in was}
        inside = {identity(element): element for element in held}
        after = {identity(element): element for element in now}
        for name, element in inside.items():
            if name in before and name not in after:
                self._edits.remove(element)
            elif name in before:
                self.carry(before[name], after[name], element)
        return [element for name, element in after.items() if name not in inside]


def _by_tag(elements: Iterable[Element]) -> defaultdict[str, list[Element]]:
    found: defaultdict[str, list[Element]] = defaultdict(list)
    for element in elements:
        found[element.tag].append(element)
    return found


def _same(one: Element, other: Element) -> bool:
    return (
        one.tag == other.tag
        and one.text == other.text
        and len(one.children) == len(other.children)
        and all(map(_same, one.children, other.children))
    )
