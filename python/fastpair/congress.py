"""A tournament in memory, from its entries to its results file: every action of the command and the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Self

from .app.actions.apply import Call, apply
from .app.actions.locking import LockedFile
from .app.edits.outcome import raise_unconfirmed
from .app.embedding.arguments import make_call, members_of, unless_usual
from .app.embedding.python_actions import PYTHON, PythonActions, entry_list
from .app.embedding.python_reports import PythonReports
from .app.forms.inputs import RuleFacts
from .app.history.archive import pack, unpack
from .app.history.details import PlanDetails
from .app.history.entries import entry_facts
from .app.history.state import CongressState
from .app.reports.export import format_for
from .app.round_states import boards_table
from .app.setup.creation import unsaved_state
from .errors import FormatError, RuleError, input_error
from .files import reason
from .formats import FORMATS
from .go.tournament import Event, Player, Tournament
from .letters import shortened
from .matching.arrays import require_booleans
from .notebook import html_table
from .parameters import quoted, read_list
from .sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike
    from typing import Unpack

    from .app.actions.apply import ActionResult
    from .app.documents.draw import DrawDocument
    from .app.draws.drawing import Drawing
    from .app.edits.outcome import Confirmation, UnconfirmedError
    from .app.embedding.methods import RuleValues
    from .app.history.timeline import Timeline
    from .formats.entries.names import NameOrder
    from .pairing.draw import Draw

__all__ = ["Congress", "Outcome"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Outcome:
    """What comes of an action.

    Examples
    --------
    >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo", "Cy")]
    >>> outcome = Congress.new("Evening", preset="Swiss", rounds=2, players=players).draw(1)
    >>> outcome.draw.bye, len(outcome.draw.boards), outcome.questions
    ('Cy', 1, ())
    """

    summary: str
    """What was done, in a sentence; as long as there are questions, what would be."""

    messages: tuple[str, ...]
    """The same for the director, one line each; the first is often the summary."""

    remarks: tuple[str, ...]
    """What is doubtful, one line each; of a draw those of its document."""

    questions: tuple[UnconfirmedError, ...]
    """What is to be confirmed; do the same again with the `code` of each as ``confirmed``, or with what
    `congress` raises."""

    _done: ActionResult
    _after: Congress | None

    @classmethod
    def _of(cls, done: ActionResult, remarks: tuple[str, ...], after: Congress | None) -> Self:
        def worded(text: str) -> str:
            return phrase("not done before it is confirmed: {text}", text=text)

        is_done = not done.questions
        return cls(
            summary=done.summary if is_done else worded(done.summary),
            messages=done.said if is_done else tuple(map(worded, done.said)),
            remarks=(*remarks, *done.warnings),
            questions=done.questions,
            _done=done,
            _after=after,
        )

    @property
    def congress(self) -> Congress:
        """The tournament after the action.

        Raises
        ------
        UnconfirmedError
            If there are questions.
        """
        raise_unconfirmed(self.questions)
        assert self._after is not None
        return self._after

    @property
    def draw(self) -> Draw:
        """The draw of the action ``draw``: boards, bye, colours, weights and proof.

        Raises
        ------
        AttributeError
            If the action was another one.
        """
        return self._drawing.draw

    def document(self) -> DrawDocument:
        """The draw as a JSON document, by ``draw.schema.json``.

        Raises
        ------
        AttributeError
            If the action was another one.
        """
        return self._drawing.document()

    @property
    def _drawing(self) -> Drawing:
        if self._done.drawing is None:
            raise AttributeError(f"nothing was drawn: {self.summary}")
        return self._done.drawing

    def __repr__(self) -> str:
        """Return one line, however much was done."""
        asked = f"; {len(self.questions)} to confirm" if self.questions else ""
        return f"<Outcome: {shortened(self.summary, 60)}{asked}>"

    def _repr_html_(self) -> str:
        """The boards of a draw, or the messages; and what is doubtful or asked, in a notebook."""
        notes = [*self.remarks, *(f"{each.code}: {each}" for each in self.questions)]
        if self._done.drawing is not None:
            return boards_table(self._done.state.tournament, self.draw.round, notes)
        more = [(each,) for each in self.messages if each != self.summary]
        return html_table(self.summary, (), more, notes)


class Congress(PythonActions[Outcome], PythonReports):
    """A tournament and its history.

    It is a value that can be compared and pickled: each action returns an `Outcome` with another one, and
    nothing is written before `save`. All actions take ``confirmed``, the codes of the questions that are
    answered with yes, such as ``published-boards``, or the `UnconfirmedError` that asked them.

    Examples
    --------
    >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo", "Cy", "Di")]
    >>> congress = Congress.new("Evening", preset="Swiss", rounds=3, players=players)
    >>> congress = congress.draw(1).congress.results(1, {1: "1-0", 2: "0-1"}).congress
    >>> [(board.white, board.black) for board in congress.draw(2).draw.boards]
    [('Cy', 'Di'), ('Ann', 'Bo')]
    >>> congress.undo(confirmed=["published-boards"]).congress.tournament.is_played(1)
    False
    """

    notes: tuple[str, ...]
    """What `new`, `of` and `save` have left out or changed, one line each; empty after an action."""

    _state: CongressState

    def __init__(self, state: CongressState, notes: tuple[str, ...] = ()) -> None:
        if not isinstance(state, CongressState):
            raise TypeError(
                f"a Congress is made by Congress.new or Congress.open, not of {quoted(state)}"
            )
        vars(self).update(_state=state, notes=tuple(notes))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Congress cannot be changed, nor its attribute {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same tournament in the same format, with the same history."""
        if not isinstance(other, Congress):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        form, content, timeline = self._identity
        return hash((form, content, len(timeline.lines)))

    @property
    def _identity(self) -> tuple[str, bytes, Timeline]:
        """What makes it what it is, wherever it is saved."""
        document = self._state.document
        return document.format, document.content, self._state.timeline

    @classmethod
    def new(
        cls,
        name: str = "",
        *,
        players: Iterable[Player] = (),
        teams: bool = False,
        boards: int | None = None,
        format: str = "fastpair",  # noqa: A002 - the word of all interfaces
        **rules: Unpack[RuleValues],
    ) -> Self:
        """A tournament before its first round.

        Parameters
        ----------
        name
            Of the tournament.
        players
            The entries.
        teams
            Pair teams instead of players.
        boards
            Pair teams in matches of so many boards.
        format
            Name of the format that it will be saved in, whose limits hold from the start.
        rules
            As of `rules`: the preset, the number of rounds, the bar, the place, ...

        Raises
        ------
        RuleError
            If a value is none of its rule, or the format cannot hold it.
        """
        of_rules, of_event = members_of("new", rules, RuleFacts, Event)
        values = {
            "name": unless_usual(name, ""),
            "rules": of_rules,
            "event": of_event,
            "teams": teams,
            "boards": boards,
            "entries": entry_facts(entry_list(players)) or None,
        }
        return cls._new(unsaved_state(_NOWHERE), values, format)

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        *,
        format: str = "fastpair",  # noqa: A002 - the word of all interfaces
    ) -> Self:
        """A tournament that was made in Python, with the rounds and results that it has.

        Parameters
        ----------
        tournament
            Such as one whose rounds `draw_round` has drawn.
        format
            Name of the format that it will be saved in, whose limits hold from the start.

        Returns
        -------
        Congress
            Its notes say what the format holds otherwise.

        Raises
        ------
        RuleError
            If the tournament contradicts itself, or the format cannot hold it.

        Examples
        --------
        >>> players = [
        ...     Player(key=name, name=name, first_name="", grade=Grade.parse("1k")) for name in ("Ann", "Bo")
        ... ]
        >>> games = [Game(round=1, table=1, white="Ann", black="Bo", result=Result.WHITE_WINS)]
        >>> Congress.of(Tournament(name="Tea", rules=Rules(rounds=2), players=players, games=games))
        <Congress 'Tea': 2 players, 1 of 2 rounds drawn>
        """
        if not isinstance(tournament, Tournament):
            message = f"expected a Tournament, got {quoted(tournament)}"
            raise input_error(tournament, (), message, about="tournament")
        tournament.check()
        return cls._new(unsaved_state(_NOWHERE, tournament), {}, format)

    @classmethod
    def _new(cls, state: CongressState, values: Mapping[str, object], form: str) -> Self:
        """A tournament whose history begins with what comes of a state that is in no file."""
        # Of a name without a suffix, that is the format.
        values = {**values, "format": unless_usual(form, "fastpair")}
        done = apply(state, make_call("new", values, None, ()), PYTHON)
        return cls(done.state, done.warnings)

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The tournament in bytes of `to_bytes`, with its history.

        Parameters
        ----------
        content
            As `to_bytes` has returned it; also as a ``bytearray`` or ``memoryview``.

        Raises
        ------
        FormatError
            If it is something else, is damaged, or was made by a newer version.
        """
        if not isinstance(content, bytes | bytearray | memoryview):
            message = f"expected bytes, got {quoted(content)}"
            raise input_error(content, (), message, about="content")
        return cls(unpack(bytes(content)))

    def to_bytes(self) -> bytes:
        """The tournament with its history as bytes, such as for a database.

        It is a ZIP archive, whose comment holds a digest. Unpacked into a folder, it is the file and the history
        that `save` would write.

        Raises
        ------
        RuleError
            If the file was opened in an encoding or an order of names that it does not state itself.

        Examples
        --------
        >>> congress = Congress.new("Evening", preset="Swiss", rounds=3).rules(place="Ulm").congress
        >>> Congress.from_bytes(congress.to_bytes()) == congress
        True
        """
        return pack(self._state)

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        encoding: str | None = None,
        names: NameOrder | None = None,
    ) -> Self:
        """The tournament in a file of any format, with the history beside it.

        Parameters
        ----------
        path
            The file.
        encoding
            Of a text that does not say it, such as ``cp1250``; None to guess it.
        names
            The order of names in a list that has them whole in one column, ``family-first`` or
            ``given-first``; None to guess it.

        Raises
        ------
        FormatError
            If the file or its history cannot be read.
        """
        return cls(CongressState.read(path, encoding, names))

    def duplicate(self, name: str) -> Self:
        """The players and rules for another event, which has not begun.

        Dates, rounds, results, absences and what was published stay behind. Where players are checked in, all
        are preliminary again.

        Parameters
        ----------
        name
            Of the new tournament.

        Raises
        ------
        RuleError
            If no new file of its format can be made.

        Examples
        --------
        >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
        >>> congress = Congress.new("Evening", preset="Swiss", rounds=1, players=players).draw(1).congress
        >>> congress.duplicate("Next evening")
        <Congress 'Next evening': 2 players, 0 of 1 rounds drawn>
        """
        call = make_call("duplicate", {"name": name}, None, ())
        done = apply(replace(self._state, file=_NOWHERE), call, PYTHON)
        return type(self)(done.state, done.warnings)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is doubtful in its file, or in the one that `save` would write, one line each."""
        return tuple(self._state.document.remarks)

    @property
    def published(self) -> frozenset[int]:
        """The rounds that players know."""
        return frozenset(self._state.published)

    @property
    def history(self) -> tuple[str, ...]:
        """All changes, a sentence each, the first one first."""
        return tuple(entry.sentence for entry in self._state.timeline.entries)

    def save(self, path: str | PathLike[str] | None = None, *, even_so: bool = False) -> Self:
        """Write the file and its history; both are replaced as a whole, and only after success.

        Parameters
        ----------
        path
            A new file, whose name tells the format; by default the file that was opened. In another
            format than that of the tournament its history is not kept.
        even_so
            Whether rounds that are not over may go into a new results file of a federation, and lines of the
            file that are not read stay behind.

        Returns
        -------
        Congress
            The same tournament, which goes on in that file; its notes say what the format does not hold.

        Raises
        ------
        FormatError
            If the file exists already, or was changed since it was opened, or cannot be written.
        RuleError
            If the format cannot hold the tournament, or it is that of a results file and a round is not over.
        """
        require_booleans(even_so=even_so)
        file, state = self._state.file, self._state
        if path is None and not isinstance(file, Path):
            raise RuleError("name the file to save the tournament in")
        target = Path(file if path is None else path)
        try:
            is_same = isinstance(file, Path) and target.resolve() == file.resolve()
        except ValueError as error:  # no system has files of such a name
            raise FormatError(target, None, f"cannot be written: {reason(error)}") from error
        if is_same:
            return self._written(target, state)
        form = format_for(target, None) if target.suffix else FORMATS[state.document.format]
        if form.name == state.document.format:
            return self._written(target, replace(state, file=target), new=True)
        call = Call(action="convert", values={"to": form.name, "even_so": even_so})
        done = apply(replace(state, file=target), call, PYTHON)
        _, *losses = done.said
        left = "the history stays behind: what was published, constraints, and undo"
        return self._written(target, done.state, (*done.warnings, *losses, left), new=True)

    def write_website(
        self,
        path: str | PathLike[str],
        languages: Iterable[str] = (),
        *,
        hide_under: int = 0,
        initials: bool = True,
    ) -> tuple[str, ...]:
        """Write what is published as a folder of web pages, with a feed and a calendar.

        Parameters
        ----------
        path
            The folder; only pages of an earlier copy are replaced in it.
        languages
            The codes of the languages, that of the first page first; by default all.
        hide_under
            Players who are younger, as far as their birth is known, are not named; 0 names everybody.
        initials
            Whether initials stand for their names, or a number.

        Returns
        -------
        tuple of str
            The paths of the files that were written or removed; those that would be the same are left alone.

        Raises
        ------
        RuleError
            If there is no such language, or the age is none.
        FormatError
            If the folder cannot be written, or has a page of somebody else.

        Examples
        --------
        >>> import tempfile
        >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
        >>> congress = Congress.new("Evening", preset="Swiss", rounds=1, players=players).draw(1).congress
        >>> congress.publish(1).congress.write_website(tempfile.mkdtemp(), ["de"])[1]
        'de/round-1.html'
        """
        from .app.publication.website import public_website, write_website
        from .report.public import Privacy

        require_booleans(initials=initials)
        codes = read_list(languages, "languages")
        site = public_website(self._state, Privacy(age=hide_under, initials=initials))
        return write_website(Path(path), site, codes).changed

    def _written(
        self,
        target: Path,
        state: CongressState,
        notes: tuple[str, ...] = (),
        *,
        new: bool = False,
    ) -> Self:
        """The tournament, written to a file; of a file that exists, what came since it was opened."""
        said: list[str] = []
        with LockedFile.opened(target, new=state if new else None) as locked:
            locked.follow(state, said.append)
        return type(self)(state.as_read(), (*notes, *said))

    def _perform(
        self,
        action: str,
        values: Mapping[str, object],
        round: int | None,
        confirmed: Confirmation,
    ) -> Outcome:
        done = apply(self._state, make_call(action, values, round, confirmed), PYTHON)
        if isinstance(done.details, PlanDetails):
            raise RuleError("a plan of prizes is a file: use `Desk` of a file that is saved")
        after = None if done.questions else type(self)(done.state)
        return Outcome._of(done, (), after)

    def __repr__(self) -> str:
        tournament = self.tournament
        rounds = f"{tournament.last_paired} of {tournament.rules.rounds} rounds drawn"
        name = shortened(tournament.name, 40)
        return f"<Congress {name!r}: {len(tournament.players)} players, {rounds}>"

    def _repr_html_(self) -> str:
        """The games of the last round, or the players before the first one, in a notebook."""
        tournament = self.tournament
        if not tournament.last_paired:
            return tournament._repr_html_()
        return boards_table(tournament, tournament.last_paired, self.remarks)


_NOWHERE = "tournament"
"""What errors call a tournament that is in no file."""
