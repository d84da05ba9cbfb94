"""What a server shows, opened before it listens: a tournament, a folder of them, or nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from .access import Access
from .app import NoPages, Tournament
from .beside import Beside
from .desks import desk_of
from .folder import Folder, is_to_be_made
from .held import HeldFile
from .public import PublicWork
from .rating_lists import RatingLists

if TYPE_CHECKING:
    from pathlib import Path

    from ..api.service import Service
    from .app import Site
    from .asking import Desk
    from .sessions import Sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The files of a server."""

    access: Access

    folder: Path | None = None
    """Whose tournaments are served together, if there is no single one."""

    wanted: str = ""
    """Name of a file in it that is to be made; empty if none is."""

    lists: RatingLists | None = None
    """The rating lists of the folder."""

    one: Desk | None = None
    """The desk of the single tournament."""

    only_shown: bool = False
    """Whether nothing can be written where the tournaments are."""

    @classmethod
    def of(cls, path: Path | None) -> Self:
        """Open a tournament file, or a folder; a file that does not exist yet is made in its folder.

        Raises
        ------
        FormatError
            If the file cannot be read, or what is kept beside it.
        """
        if path is None:
            return cls(access=Access(Beside(None)))
        wanted = path.name if is_to_be_made(path) else ""
        folder = path.resolve().parent if wanted or not path.is_dir() else path
        lists = RatingLists(folder)
        if wanted or path.is_dir():
            beside = Beside(folder / "tournaments")
            return cls(
                access=Access(beside),
                folder=folder,
                wanted=wanted,
                lists=lists,
                only_shown=beside.path is None,
            )
        held, beside = HeldFile(path), Beside(path)
        access = Access(beside)
        desk = desk_of(held, access, lists, beside)
        return cls(access=access, one=desk, only_shown=beside.path is None)

    def site(
        self, sessions: Sessions, most: int, service: Service | None, address: str, here: str
    ) -> Site:
        """What the server shows.

        Parameters
        ----------
        sessions
            The director's browsers.
        most
            Connections that there may be.
        service
            Answers other programs, if they may ask.
        address, here
            As of `Desk`.
        """
        work = PublicWork()

        def tournament(desk: Desk) -> Tournament:
            found = replace(desk, address=address, here=here)
            return Tournament(found, most // 2, sessions, work, service)

        if self.one is not None:
            return tournament(self.one)
        if self.folder is None or self.lists is None:
            return NoPages()
        return Folder(self.folder, self.access, self.lists, sessions, work, tournament, self.wanted)
