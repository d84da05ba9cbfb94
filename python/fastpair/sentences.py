"""What is said to people: a sentence, and what can be done, in words that every interface can take.

A sentence knows neither an option of the command nor a button of the page. Each interface adds what
can be done there: the command names its options, the page its buttons, a document its places.
"""

from __future__ import annotations

from os import PathLike, fspath

__all__ = ["Remedy", "Sentence"]


class Remedy:
    """Something that can be done.

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

    __slots__ = ("about", "place", "remedies")

    about: str
    place: str
    remedies: tuple[Remedy, ...]

    def __new__(  # noqa: D102 - see above
        cls, text: str, *remedies: Remedy, about: str = "", place: str = ""
    ) -> Sentence:
        made = super().__new__(cls, text)
        made.remedies = remedies or getattr(text, "remedies", ())
        made.about = about or getattr(text, "about", "")
        made.place = place or getattr(text, "place", "")
        return made

    @classmethod
    def in_file(cls, file: str | PathLike[str], text: str) -> Sentence:
        """A sentence about a file."""
        held = getattr(text, "place", "")
        return cls(text, place=": ".join(filter(None, (fspath(file), held))))

    def worded(self, about: str, advice: str = "") -> str:
        """The whole sentence on one line: place, value, what is wrong, and what can be done.

        Line ends in it, such as those of a name, are shown as they are written.

        Parameters
        ----------
        about
            What the interface calls the value.
        advice
            What can be done there.
        """
        said = ": ".join(filter(None, (self.place, about, str.__str__(self))))
        return "\\n".join((f"{said}; {advice}" if advice else said).splitlines())
