"""The rating lists that lie beside tournaments, for every interface: loaded once, searched by name and number."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from ...errors import FastpairError, FormatError, RuleError
from ...files import read_file, replace_file
from ...formats.fide_lists import (
    RATES,
    SUFFIX,
    FideList,
    FideSource,
    is_fide_list,
    is_stored_list,
    load,
    open_list,
)
from ...formats.rating_lists import rating_list_of
from ...sentences import phrase
from ..actions.apply import Call, apply
from ..edits.ratings import NUMBERS, ratings_in_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from os import PathLike

    from ...formats.rating_lists import RatingEntry, RatingList, RatingSource
    from ...go.tournament import RateOfPlay, Tournament
    from ..history.state import CongressState

__all__ = [
    "Loading",
    "RatingLists",
    "list_in_text",
    "listed_after",
    "month_in",
    "open_for",
    "open_list_for",
]

_MOST_SUGGESTIONS = 8
"""Players who are offered for what is typed."""


def month_in(text: str) -> date | None:
    """The first day of a month such as ``2026-11``; None for nothing.

    Raises
    ------
    RuleError
        If it is no month.
    """
    try:
        return date.fromisoformat(f"{text}-01") if text else None
    except ValueError:
        message = phrase("enter a month such as 2026-11, not {got!r}", got=text)
        raise RuleError(message, about="month") from None


class RatingLists:
    """The rating lists that lie in a folder.

    One of each federation of Go, such as ``egf.ratings``, and those of FIDE of each month, such as
    ``fide-2026-11.ratings``.

    Parameters
    ----------
    folder
        Where the tournaments are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._read: dict[str, tuple[tuple[int, int], RatingList | FideList]] = {}
        self.loading: Loading | None = None
        """The list of FIDE's that is loaded now, or was loaded last."""

    def take(self, content: bytes, name: str = "the list") -> RatingList:
        """Save a list of Go, in place of an older one of the federation.

        Parameters
        ----------
        content
            Of its file.
        name
            Of the file, for messages.

        Raises
        ------
        FormatError
            If it is none, or cannot be written.
        """
        found = rating_list_of(name, content)
        replace_file(self._folder / f"{found.title.lower()}{SUFFIX}", content)
        return found

    def load(
        self,
        file: Path,
        *,
        name: str = "",
        month: date | None = None,
        rate: RateOfPlay | None = None,
        begins: date | None = None,
        count: Callable[[int, int], None] = lambda done, total: None,
    ) -> RatingSource:
        """Load the list of a federation from a file.

        Parameters
        ----------
        name
            Of the file, if it has another one here.
        month, rate, begins
            Of a list of FIDE's, see `FideSource.of`.
        count
            Hears how many of a hundred parts of it are done.

        Raises
        ------
        FormatError
            If it is none, or cannot be written.
        """
        if is_fide_list(file):
            source = FideSource.of(file, name, month, rate, begins)
            return load(source, self._folder, count)
        return self.take(read_file(file, "a rating list"), name or str(file))

    def receive(
        self, file: Path, *, name: str, month: str, rate: str, begins: date | None
    ) -> RatingSource | None:
        """Load a list that was sent, and delete its file; of one of FIDE's, which takes a minute, begin to.

        Parameters
        ----------
        month, rate
            As they are chosen, of a list of FIDE's; see `load`.

        Raises
        ------
        FastpairError
            If it is none, or another list is loaded meanwhile.
        """
        try:
            if is_fide_list(file):
                of_rate = next((known for known in RATES if known == rate), None)
                of_month = month_in(month)
                FideSource.of(file, name, of_month, of_rate, begins)
                self.load_beside(file, name=name, month=of_month, rate=of_rate, begins=begins)
                return None
            found = self.load(file, name=name)
        except FastpairError:
            file.unlink(missing_ok=True)
            raise
        file.unlink(missing_ok=True)
        return found

    def load_beside(self, file: Path, **facts: Any) -> None:  # noqa: ANN401 - those of `load`
        """Begin to load a list of FIDE's, which takes a minute; the file is deleted then.

        Raises
        ------
        RuleError
            If another list is loaded meanwhile.
        """
        with self._lock:
            if self.loading is not None and not self.loading.is_done:
                raise RuleError(phrase("another rating list is being loaded; wait for its end"))
            self.loading = Loading(self, file, facts)
        self.loading.start()

    def delete(self, name: str) -> RatingSource:
        """Delete a list.

        Parameters
        ----------
        name
            Of its file.

        Raises
        ------
        RuleError
            If there is none of this name.
        FormatError
            If it cannot be deleted.
        """
        for found in self.every():
            path = Path(found.path)
            if path.name == name:
                try:
                    path.unlink()
                except OSError as error:
                    raise FormatError(path, None, f"cannot be deleted: {error}") from error
                return found
        raise RuleError(phrase("no rating list of {title!r} is here", title=name))

    def every(self) -> Sequence[RatingList | FideList]:
        """All readable lists."""
        with self._lock:
            paths = sorted(self._folder.glob(f"*{SUFFIX}"))
            found = map(self._list, paths)
            return [each for each in found if each is not None]

    def of_game(self, tournament: Tournament) -> Sequence[RatingList | FideList]:
        """The lists of the federations of a game; those of FIDE of every month."""
        by_month = tournament.event_kind.lists_of_months
        return [each for each in self.every() if isinstance(each, FideList) is by_month]

    def all(self, tournament: Tournament) -> Sequence[RatingSource]:
        """The lists of the game: in chess that of the month of the event, with its rate of play."""
        lists = self.of_game(tournament)
        rate, begins = tournament.event.rate_of_play, tournament.event.begins
        found = [each for each in lists if isinstance(each, FideList) and rate in each.rates]
        if not found:
            return [each for each in lists if not isinstance(each, FideList)]
        before = [each for each in found if begins is None or each.published <= begins]
        return [(before[-1] if before else found[0]).rated_by(rate)]

    def find(self, title: str, tournament: Tournament) -> RatingSource:
        """The list of a federation.

        Raises
        ------
        RuleError
            If there is none.
        """
        for found in self.all(tournament):
            if found.title == title:
                return found
        raise RuleError(phrase("no rating list of {title!r} is here", title=title))

    def beginning(self, text: str, tournament: Tournament) -> list[Mapping[str, Any]]:
        """Players whose names or numbers begin with a text, with their data in the lists."""
        lists = self.all(tournament)
        found = [entry for each in lists for entry in each.beginning(text, _MOST_SUGGESTIONS)]
        return [_fields(entry) for entry in found[:_MOST_SUGGESTIONS]]

    def _list(self, path: Path) -> RatingList | FideList | None:
        try:
            about = path.stat()
            mark = about.st_mtime_ns, about.st_size
            if path.name not in self._read or self._read[path.name][0] != mark:
                stored = is_stored_list(path)
                found = open_list(path) if stored else rating_list_of(path, read_file(path))
                self._read[path.name] = mark, found
            return self._read[path.name][1]
        except (OSError, FormatError):
            return None


class Loading:
    """A list of FIDE's that is loaded while the page goes on.

    Parameters
    ----------
    lists
        Where it is kept.
    file
        The file, which is deleted at the end.
    facts
        As of `RatingLists.load`.
    """

    def __init__(self, lists: RatingLists, file: Path, facts: Mapping[str, Any]) -> None:
        self._lists, self._file, self._facts = lists, file, facts
        self.percent = 0
        self.is_done = False
        self.found: RatingSource | None = None
        self.error: FastpairError | None = None

    def start(self) -> None:
        """Begin."""
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self.found = self._lists.load(self._file, count=self._count, **self._facts)
        except FastpairError as error:
            self.error = error
        except Exception as error:
            self.error = FormatError(self._file, None, f"cannot be loaded: {error}")
        finally:
            self._file.unlink(missing_ok=True)
            self.is_done = True

    def _count(self, done: int, total: int) -> None:
        self.percent = 100 * done // total


def open_for(
    tournament: Tournament,
    path: str | PathLike[str],
    folder: Path,
    count: Callable[[int, int], None],
) -> RatingSource:
    """The rating list in a file, for a tournament; a list of FIDE's is loaded into the folder first.

    Raises
    ------
    FormatError
        If it is none.
    RuleError
        If it has not the ratings of the tournament's rate of play.
    """
    if not is_fide_list(Path(path)):
        return open_list_for(tournament, path)
    found = RatingLists(folder).load(Path(path), begins=tournament.event.begins, count=count)
    return found.rated_by(tournament.event.rate_of_play) if isinstance(found, FideList) else found


def open_list_for(tournament: Tournament, path: str | PathLike[str]) -> RatingSource:
    """The rating list in a file, for a tournament; one of FIDE's that is loaded.

    Raises
    ------
    FormatError, RuleError
        As `open_for`.
    """
    file = Path(path)
    if is_stored_list(file):
        return open_list(file).rated_by(tournament.event.rate_of_play)
    return rating_list_of(path, read_file(path, "a rating list"))


@contextmanager
def list_in_text(
    tournament: Tournament, text: str, month: date | None = None
) -> Iterator[RatingSource]:
    """The rating list in the text of its file, for a tournament; players of FIDE's are found until the end.

    Parameters
    ----------
    month
        As of `FideSource.of`.

    Raises
    ------
    FormatError, RuleError
        As `open_for`.
    """
    name, content = "rating list", text.encode("utf-8", "replace")
    with TemporaryDirectory() as folder:
        file = Path(folder, "list.txt")
        file.write_bytes(content)
        if is_fide_list(file):
            rate = tournament.event.rate_of_play
            source = FideSource.of(file, name, month, rate, tournament.event.begins)
            yield load(source, Path(folder)).rated_by(rate)
        else:
            yield rating_list_of(name, content)


def listed_after(
    state: CongressState, values: Mapping[str, Any], source: RatingSource
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """What a list has for the players of a tournament after some are added, and doubtful matches.

    Parameters
    ----------
    values
        Of the action `register`, which adds them.

    Raises
    ------
    RuleError
        If they cannot be added, or the ratings are frozen.
    """
    after = apply(state, Call(action="register", values=values)).state.tournament
    return ratings_in_list(after, source, state.document.format)


def _fields(entry: RatingEntry) -> Mapping[str, Any]:
    """The values of the fields of a form, by name."""
    numbers = {"rating": entry.rating, "k_factor": entry.k_factor}
    texts = ("name", "first_name", "country", "club", "title", "sex", "birth")
    return {
        **{name: getattr(entry, name) for name in (*texts, *NUMBERS.values())},
        "grade": entry.grade_text,
        **{name: "" if value is None else str(value) for name, value in numbers.items()},
    }
