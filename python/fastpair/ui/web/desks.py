"""What the answers about one tournament share, made of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .access import Tables
from .asking import Desk
from .draws_in_question import Questions

if TYPE_CHECKING:
    from .access import Access
    from .beside import Beside
    from .held import HeldFile
    from .rating_lists import RatingLists


def desk_of(
    held: HeldFile, access: Access, lists: RatingLists, beside: Beside, base: str = ""
) -> Desk:
    """The desk of a tournament file, on a server that is reached from nowhere yet.

    Parameters
    ----------
    lists
        The rating lists that lie beside it.
    beside
        What is kept beside it.
    base
        What the addresses of the tournament begin with.
    """
    return Desk(
        held=held,
        access=access,
        tables=Tables(bytes.fromhex(beside.kept.key)),
        beside=beside,
        questions=Questions(held),
        lists=lists,
        base=base,
    )
