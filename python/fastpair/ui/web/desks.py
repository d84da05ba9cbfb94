"""What the answers about one tournament share, made of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .access import Tables
from .asking import Desk
from .beside import Beside
from .draws_in_question import Questions
from .held import HeldFile

if TYPE_CHECKING:
    from pathlib import Path

    from .access import Access
    from .rating_lists import RatingLists

__all__ = ["desk_of"]


def desk_of(file: Path, access: Access, lists: RatingLists, base: str = "") -> Desk:
    """The desk of a tournament file, on a server that is reached from nowhere yet.

    Parameters
    ----------
    lists
        The rating lists that lie beside it.
    base
        What the addresses of the tournament begin with.

    Raises
    ------
    FormatError
        If the file cannot be read, or nothing can be kept beside it.
    """
    held, beside = HeldFile(file), Beside(file)
    return Desk(
        held=held,
        access=access,
        tables=Tables(bytes.fromhex(beside.kept.key)),
        beside=beside,
        questions=Questions(held),
        lists=lists,
        base=base,
    )
