"""A tournament in memory, from its entries to its results file: every action of the command and the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn, Self, cast, overload

from .app.apply import Call, apply
from .app.arguments import make_call, members_of, plain_value, read_values, unless_usual
from .app.creation import unsaved_state
from .app.edits.outcome import raise_unconfirmed
from .app.history.archive import pack, unpack
from .app.history.details import PlanDetails
from .app.history.entries import entry_facts
from .app.history.state import CongressState
from .app.inputs import EventInput, RulesInput, typed_text
from .app.locking import LockedFile
from .app.python_actions import PYTHON, PythonActions, entry_list
from .app.reports.export import format_for
from .app.rounds import boards_table
from .errors import InputError, RuleError
from .formats import FORMATS
from .formats.characters import shortened
from .go.tournament import Player, Tournament
from .matching.arrays import require_booleans
from .notebook import html_table
from .parameters import quoted, read_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike
    from typing import Unpack

    from .app.apply import ActionResult
    from .app.documents.draw import DrawDocument, ExplanationDocument
    from .app.documents.reports import (
        CheckDocument,
        FideRatingsDocument,
        NormsDocument,
        RatingsDocument,
        ReportDocument,
    )
    from .app.documents.tournament import (
        AttendanceDocument,
        ComparisonDocument,
        IdentitiesDocument,
        PrizesDocument,
        TeamStandingsDocument,
        VerificationDocument,
    )
    from .app.draws.drawing import Drawing
    from .app.edits.outcome import UnconfirmedError
    from .app.history.timeline import Timeline
    from .app.methods import EventValues, RuleValues
    from .app.reports.export import Export
    from .formats.entries.names import NameOrder
    from .go.standings import Standings
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
    """What was done, in a sentence."""

    messages: tuple[str, ...]
    """What was done, for the director, one line each; the first is often the summary."""

    remarks: tuple[str, ...]
    """What is doubtful, one line each; of a draw those of its document."""

    questions: tuple[UnconfirmedError, ...]
    """What is to be confirmed; do the same again with the `code` of each as ``confirmed``."""

    _done: ActionResult
    _after: Congress | None

    @classmethod
    def _of(cls, done: ActionResult, remarks: tuple[str, ...], after: Congress | None) -> Self:
        return cls(
            summary=done.summary,
            messages=done.said,
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


class Congress(PythonActions[Outcome]):
    """A tournament and its history.

    It is a value that can be compared and pickled: each action returns an `Outcome` with another one, and
    nothing is written before `save`. All actions take ``confirmed``, the codes of the questions that are
    answered with yes, such as ``published-boards``.

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
        format
            Name of the format that it will be saved in, whose limits hold from the start.
        rules
            As of `rules`: the preset, the number of rounds, the bar, the place, ...

        Raises
        ------
        RuleError
            If a value is none of its rule, or the format cannot hold it.
        """
        of_rules, of_event = members_of("new", rules, RulesInput, EventInput)
        values = {
            "name": unless_usual(name, ""),
            "rules": of_rules,
            "event": of_event,
            "teams": teams,
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
            raise InputError(f"expected a Tournament, got {quoted(tournament)}", about="tournament")
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
            raise InputError(f"expected bytes, got {quoted(content)}", about="content")
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

    @property
    def tournament(self) -> Tournament:
        """The players, rules, rounds and results."""
        return self._state.tournament

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

    def standings(self, after: int | None = None) -> Standings:
        """The standings of the players, by the criteria of the rules.

        Parameters
        ----------
        after
            Number of rounds that count; by default all up to the last one whose own results are all known.
            A game without a result counts as not played yet, see ``Standings.open_games``.
        """
        from .app.reports.standings import standings_of

        return standings_of(self._state, after)

    def why_place(
        self,
        one: str | Player,
        other: str | Player,
        after: int | None = None,
        *,
        teams: bool = False,
    ) -> ComparisonDocument:
        """Why one player or team is placed before another: the first criterion that separates them.

        Parameters
        ----------
        one, other
            Players, or their keys or names; or the keys or names of teams.
        after
            Number of rounds that count, as of `standings`.
        teams
            Whether teams are compared.

        Returns
        -------
        dict
            By ``comparison.schema.json``: the criterion, the values of both and what each round adds to them.

        Raises
        ------
        RuleError
            If there is no such player or team, or they are not in the standings.
        """
        from .app.reports.standings import compare_players

        require_booleans(teams=teams)
        both = plain_value(one), plain_value(other)
        found = compare_players(self._state, *both, after, teams=teams)
        return cast("ComparisonDocument", found.to_document())

    def team_standings(self, after: int | None = None) -> TeamStandingsDocument:
        """The standings of the teams, after as many rounds as those of `standings`.

        Returns
        -------
        dict
            By ``team_standings.schema.json``.

        Raises
        ------
        RuleError
            If no teams play.
        """
        from .app.reports.standings import team_standings_of

        return cast("TeamStandingsDocument", team_standings_of(self._state, after).to_document())

    def wall_list(self, after: int | None = None) -> tuple[tuple[str, ...], ...]:
        """The standings with every round of every player, as texts.

        Parameters
        ----------
        after
            Number of rounds that count, as of `standings`.

        Returns
        -------
        tuple of tuple of str
            The titles of the columns, then a row for each player. A game is the number of the opponent, the
            result, the colour and the handicap, such as ``12+w3``.

        Examples
        --------
        >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
        >>> congress = Congress.new("Evening", preset="Swiss", rounds=1, players=players).draw(1).congress
        >>> [row[5] for row in congress.results(1, {1: "1-0"}).congress.wall_list()]
        ['1', '2+w', '1-b']
        """
        from .app.reports.standings import standings_of
        from .report.pages import wall_list

        sheet = wall_list(standings_of(self._state, after), str)
        return (tuple(column.title for column in sheet.columns), *sheet.rows)

    def awards(
        self,
        plan: Iterable[Mapping[str, object]],
        after: int | None = None,
        *,
        provisional: bool = False,
    ) -> PrizesDocument:
        """The winners of the prizes of a plan; who has won one gets no other.

        Parameters
        ----------
        plan
            The prizes in their order, each with the fields of a table ``[[prize]]`` of a plan in a file.
        after
            Number of rounds that count; by default all of the tournament.
        provisional
            Award prizes before all rounds are complete.

        Returns
        -------
        dict
            By ``prizes.schema.json``.

        Raises
        ------
        RuleError
            If a prize has no name or what no prize has, or a round that counts is not complete.

        Examples
        --------
        >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
        >>> congress = Congress.new("Evening", preset="Swiss", rounds=1, players=players).draw(1).congress
        >>> (prize,) = congress.results(1, {1: "0-1"}).congress.awards([{"name": "Cup"}])["prizes"]
        >>> prize["name"], [winner["name"] for winner in prize["winners"]]
        ('Cup', ['Bo'])
        """
        from .app.reports.standings import awards_of, plan_from
        from .go.prizes import awards_to_document

        require_booleans(provisional=provisional)
        prizes = plan_from(read_list(plan, "plan"), chess=self.tournament.kind == "swiss")
        found = awards_of(self._state, prizes, after, provisional=provisional)
        return cast("PrizesDocument", awards_to_document(*found))

    def export(
        self,
        format: str,  # noqa: A002 - the word of all interfaces
        *,
        rounds: Iterable[int] | str | None = None,
        name: str | None = None,
        even_so: bool = False,
        **event: Unpack[EventValues],
    ) -> Export:
        """The content of a results file for a federation, checked as the federation would, or of another format.

        Nothing is written; `save` converts a tournament with rounds that are not complete.

        Parameters
        ----------
        format
            Name of a format, such as ``egd``.
        rounds
            Rounds to export, such as ``1-5`` or ``week 2``; by default all.
        name
            Of the tournament in the file.
        even_so
            Whether rounds that are not complete may be in it.
        event
            What the file says otherwise than the tournament: the place, the first day, the time control, ...

        Returns
        -------
        Export
            The content, what is doubtful in it, and what it does not hold.

        Raises
        ------
        RuleError
            If there is no such format, it cannot hold the tournament, a round is not complete, or the
            federation would refuse the file.

        Examples
        --------
        >>> one, other = (Player(key=n, name=n, first_name="", grade=Grade.parse("1k")) for n in ("Ann", "Bo"))
        >>> congress = Congress.new("Evening", rounds=1, players=[one, other]).draw(1).congress
        >>> congress = congress.results(1, {1: "1-0"}).congress
        >>> congress.export("egd").content.decode().splitlines()[0]
        '; CL[B]'
        """
        from .app.reports.export import exported

        (of_event,) = members_of("export", event, EventInput)
        require_booleans(even_so=even_so)
        target = Path("results")
        form = format_for(target, format)
        stated = read_values("rules", {"name": name, "event": of_event})
        return exported(
            self._state,
            target,
            form,
            event=EventInput(**stated.get("event", {})),
            name=stated.get("name"),
            rounds=typed_text(rounds, tuple[int, ...]),
            even_so=even_so,
        )

    @overload
    def ratings(
        self, system: Literal["egf2021", "gor"], *, after: int | None = None
    ) -> RatingsDocument: ...

    @overload
    def ratings(
        self, system: Literal["fide"], *, after: int | None = None
    ) -> FideRatingsDocument: ...

    @overload
    def ratings(
        self, system: str | None = None, *, after: int | None = None
    ) -> RatingsDocument | FideRatingsDocument: ...

    def ratings(
        self, system: str | None = None, *, after: int | None = None
    ) -> RatingsDocument | FideRatingsDocument:
        """What the games change the ratings to.

        Parameters
        ----------
        system
            Name of a rating system: ``egf2021``, ``gor`` or ``fide``; by default that of the game.
        after
            The last round whose games count; by default all.

        Returns
        -------
        dict
            By ``ratings.schema.json``, or by ``fide_ratings.schema.json`` of FIDE's.

        Raises
        ------
        RuleError
            If there is no such system, it is one of another game, or no game counts.
        """
        from .app.reports.fide_ratings import (
            fide_ratings_document,
            fide_ratings_of,
            rated_by_fide,
        )
        from .app.reports.ratings import rate_document, ratings_document

        if rated_by_fide(self.tournament, system):
            return fide_ratings_document(fide_ratings_of(self._state, after))
        named = "egf2021" if system is None else system
        return ratings_document(rate_document(self._state, system=named, after=after))

    def norms(
        self, player: str | Player | None = None, *, after: int | None = None
    ) -> NormsDocument:
        """What the results of players are worth for titles of chess, condition by condition.

        Parameters
        ----------
        player
            A player, or the key or the name of one; by default all players.
        after
            The last round whose games count; by default all.

        Returns
        -------
        dict
            By ``norms.schema.json``.

        Raises
        ------
        RuleError
            If it is a tournament of Go, there is no such player, no game is played, or the games are too
            fast for norms.
        """
        from .app.reports.fide_ratings import norms_document, norms_in

        return norms_document(norms_in(self._state, after, plain_value(player)))

    def report(self, round: int | None = None) -> ReportDocument:
        """What is notable of a round, beside the best draw and the round before.

        Parameters
        ----------
        round
            Number from 1; by default the last one that has games.

        Returns
        -------
        dict
            By ``report.schema.json``.

        Raises
        ------
        RuleError
            If there is no such round, or it has no games.
        """
        from .app.reports.report import reporter, round_document

        found = reporter(self._state)
        return round_document(found, found.round(round))

    def attendance(self, round: int | None = None) -> AttendanceDocument:
        """Who is expected in a round, who is here, absent, and late.

        Parameters
        ----------
        round
            Number from 1; by default the round in play, or else the next one to draw.

        Returns
        -------
        dict
            The keys of the players in the order of their names, by ``expected``, ``here``, ``absent`` and
            ``late``; and the number of the round.

        Raises
        ------
        RuleError
            If there is no such round.
        """
        from .app.attendance import attendance_document
        from .app.rounds import round_to_edit

        return attendance_document(self._state, round_to_edit(self.tournament, round))

    def identities(
        self,
        rating_list: str | PathLike[str],
        decisions: Mapping[str, object] | None = None,
        alike: Mapping[str, str] | None = None,
    ) -> IdentitiesDocument:
        """Who the players are in the rating list of a federation, the doubtful first.

        Its member ``values`` are those of the action that settles who is sure and who is decided:
        ``congress.identify(**found["values"])``.

        Parameters
        ----------
        rating_list
            File of the EGF, FFG or AGA, or one of FIDE that was loaded, such as ``fide-2026-11.ratings``.
        decisions
            By the key or name of a player: ``list``, ``keep``, ``none``, ``remove``, or a number of the list.
        alike
            Decisions for all players with the same kind of doubt, such as ``{"order": "list"}``.

        Returns
        -------
        dict
            By ``identities.schema.json``.

        Raises
        ------
        FormatError
            If the file is no rating list.
        RuleError
            If a decision is not possible.
        """
        from .app.identities import Identities, read_decisions
        from .app.rating_lists import open_list_for

        found = Identities(self._state, open_list_for(self.tournament, rating_list))
        return found.document(read_decisions(self.tournament, decisions), alike)

    @property
    def next_step(self) -> str:
        """What is to be done next, in a sentence."""
        from .app.next_step import Progress, next_step

        return str(next_step(Progress.of(self._state)).sentence)

    def why(
        self,
        one: str | Player,
        other: str | Player,
        *,
        round: int | None = None,
        by_rule: bool = False,
    ) -> ExplanationDocument:
        """Why two players meet in a round or do not, and what the opposite would cost.

        Parameters
        ----------
        one, other
            Players, or their keys or names.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        by_rule
            Whether to say, of two who do not meet, by how much a single rule would have to change.

        Returns
        -------
        dict
            By ``explanation.schema.json``: sentences, and the values in them.
        """
        from .app.draws.review import Question, ReviewedDraw
        from .app.reports.explanation import explain_pair_of, explanation_document

        require_booleans(by_rule=by_rule)
        draw = ReviewedDraw.of(self._state, Question(round_number=round))
        found = explain_pair_of(draw, plain_value(one), plain_value(other), by_rule=by_rule)
        return explanation_document(draw, found)

    def check(self) -> CheckDocument:
        """All rounds against the rules and against the best draw, by ``check.schema.json``."""
        from .app.reports import check

        return check.check_document(check.check_congress(self._state))

    def verify_history(self) -> VerificationDocument:
        """The history compared with the tournament, by ``verification.schema.json``.

        Each former content is restored and compared with its digests, and each action is repeated.

        Examples
        --------
        >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
        >>> found = Congress.new("Evening", preset="Swiss", players=players).draw(1).congress.verify_history()
        >>> found["clean"], found["changes"], found["repeated"]
        (True, 2, 1)
        """
        from .app.verification import verification_document, verify_history

        return verification_document(verify_history(self._state.as_read()))

    def save(self, path: str | PathLike[str] | None = None, *, even_so: bool = False) -> Self:
        """Write the file and its history; both are replaced as a whole, and only after success.

        Parameters
        ----------
        path
            A new file, whose name tells the format; by default the file that was opened. In another
            format than that of the tournament its history is not kept.
        even_so
            Whether rounds that are not over may go into a new results file of a federation.

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
        if isinstance(file, Path) and target.resolve() == file.resolve():
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
        from .app.website import public_website, write_website
        from .report.website import Privacy

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
        self, action: str, values: Mapping[str, object], round: int | None, confirmed: Iterable[str]
    ) -> Outcome:
        done = apply(self._state, make_call(action, values, round, confirmed), PYTHON)
        if isinstance(done.details, PlanDetails):
            raise RuleError("a plan of prizes is a file: use `Desk` of a file that is saved")
        after = None if done.questions else type(self)(done.state)
        return Outcome._of(done, (), after)

    def __repr__(self) -> str:
        tournament = self.tournament
        rounds = f"{tournament.last_round} of {tournament.rules.rounds} rounds drawn"
        name = shortened(tournament.name, 40)
        return f"<Congress {name!r}: {len(tournament.players)} players, {rounds}>"

    def _repr_html_(self) -> str:
        """The games of the last round, or the players before the first one, in a notebook."""
        tournament = self.tournament
        if not tournament.last_round:
            return tournament._repr_html_()
        return boards_table(tournament, tournament.last_round, self.remarks)


_NOWHERE = "tournament"
"""What errors call a tournament that is in no file."""
