"""The questions about a tournament as methods: standings, ratings, reports and explanations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from ...go.tournament import Event
from ...matching.arrays import require_booleans
from ...parameters import read_list
from ..forms.value_texts import typed_text
from ..reports.export import format_for
from .arguments import members_of, plain_value, read_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike
    from typing import Unpack

    from ...go.standings import Standings
    from ...go.tournament import Player, Tournament
    from ..documents.brackets import BracketDocument
    from ..documents.draw import ExplanationDocument
    from ..documents.reports import (
        BoardPrizesDocument,
        CheckDocument,
        FideRatingsDocument,
        NormsDocument,
        RatingsDocument,
        ReportDocument,
    )
    from ..documents.standings import (
        ComparisonDocument,
        PrizesDocument,
        TeamStandingsDocument,
    )
    from ..documents.tournament import (
        AttendanceDocument,
        IdentitiesDocument,
        VerificationDocument,
    )
    from ..history.state import CongressState
    from ..reports.export import Export
    from .methods import EventValues


class PythonReports:
    """What a tournament in memory can be asked."""

    _state: CongressState

    @property
    def tournament(self) -> Tournament:
        """The players, rules, rounds and results."""
        return self._state.tournament

    def standings(self, after: int | None = None) -> Standings:
        """The standings of the players, by the criteria of the rules.

        Parameters
        ----------
        after
            Number of rounds that count; by default all up to the last one whose own results are all known.
            A game without a result counts as not played yet, see ``Standings.open_games``.
        """
        from ..reports.standings import standings_of

        return standings_of(self._state, after)

    def why_place(
        self,
        one: str | Player,
        other: str | Player,
        after: int | None = None,
        *,
        teams: bool | None = None,
    ) -> ComparisonDocument:
        """Why one player or team is placed before another: the first criterion that separates them.

        Parameters
        ----------
        one, other
            Players, or their keys or names; or the keys or names of teams.
        after
            Number of rounds that count, as of `standings`.
        teams
            Whether teams are compared; by default if teams are paired.

        Returns
        -------
        dict
            By ``comparison.schema.json``: the criterion, the values of both and what each round adds to them.

        Raises
        ------
        RuleError
            If there is no such player or team, or they are not in the standings.
        """
        from ..reports.standings import compare_players, comparison_document

        if teams is not None:
            require_booleans(teams=teams)
        both = plain_value(one), plain_value(other)
        return comparison_document(compare_players(self._state, *both, after, teams=teams))

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
        from ..reports.standings import team_standings_document, team_standings_of

        return team_standings_document(team_standings_of(self._state, after))

    def wall_list(
        self, after: int | None = None, *, teams: bool | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """The standings with every round of every player, as texts, or the cross table of the teams.

        Parameters
        ----------
        after
            Number of rounds that count, as of `standings`.
        teams
            Whether it is that of the teams; by default if teams are paired.

        Returns
        -------
        tuple of tuple of str
            The titles of the columns, then a row for each player or team. A game of a player is the number of the opponent, the
            result, the colour and the handicap, such as ``12+w3``.

        Examples
        --------
        >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
        >>> congress = Congress.new("Evening", preset="Swiss", rounds=1, players=players).draw(1).congress
        >>> [row[5] for row in congress.results(1, {1: "1-0"}).congress.wall_list()]
        ['1', '2+w', '1-b']
        """
        from ...report.standings_pages import team_cross_table, wall_list
        from ..reports.standings import ranks_teams, standings_of, team_standings_of

        if teams is not None:
            require_booleans(teams=teams)
        if ranks_teams(self._state, teams):
            sheet = team_cross_table(team_standings_of(self._state, after), str)
        else:
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
        from ..edits.settings import plan_from
        from ..reports.standings import awards_of, prizes_document

        require_booleans(provisional=provisional)
        prizes = plan_from(
            read_list(plan, "plan"), chess=self.tournament.event_kind.has_federations
        )
        return prizes_document(*awards_of(self._state, prizes, after, provisional=provisional))

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
            Rounds to export, such as ``1-5``, ``week 2`` or the month ``2026-10``; by default all.
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
        '; EV[Evening]'
        """
        from ..reports.export import exported

        (of_event,) = members_of("export", event, Event)
        require_booleans(even_so=even_so)
        target = Path("results")
        form = format_for(target, format)
        stated = read_values("rules", {"name": name, "event": of_event})
        return exported(
            self._state,
            target,
            form,
            event=stated.get("event", {}),
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
        from ..reports.fide_ratings import (
            fide_ratings_document,
            fide_ratings_of,
            rated_by_fide,
        )
        from ..reports.ratings import rate_document, ratings_document

        if rated_by_fide(self.tournament, system):
            return fide_ratings_document(fide_ratings_of(self._state, after))
        named = "egf2021" if system is None else system
        return ratings_document(rate_document(self._state, system=named, after=after))

    def board_prizes(
        self, after: int | None = None, *, together: bool = False
    ) -> BoardPrizesDocument:
        """Who did best at each board of a team tournament.

        Parameters
        ----------
        after
            The last round whose games count; by default the last complete one.
        together
            Whether all players are in one list, whatever their board and the number of their games.

        Returns
        -------
        dict
            By ``board_prizes.schema.json``.

        Raises
        ------
        RuleError
            If no teams play, there is no such round, or performances are to count in another game than chess.
        """
        from ..reports.board_prizes import board_prizes_document, board_prizes_of

        require_booleans(together=together)
        return board_prizes_document(board_prizes_of(self._state, after, together=together))

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
        from ..reports.fide_ratings import norms_document, norms_in

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
        from ..reports.report import reporter, round_document

        found = reporter(self._state)
        return round_document(found, found.round(round))

    def bracket(self) -> BracketDocument:
        """The bracket of a cup, or both of a double elimination: rounds, places, players and results.

        Returns
        -------
        dict
            By ``bracket.schema.json``.

        Raises
        ------
        RuleError
            If the event has none, or round 1 is not paired yet.
        """
        from ..reports.brackets import bracket_document

        return bracket_document(self._state)

    def attendance(self, round: int | None = None) -> AttendanceDocument:
        """Who is expected in a round, here, late, absent, withdrawn and not yet entered.

        Parameters
        ----------
        round
            Number from 1; by default the round in play, or else the next one to draw.

        Returns
        -------
        dict
            The keys of the players in the order of their names, by ``expected``, ``here``, ``late``,
            ``absent``, ``withdrawn`` and ``not_entered``; and the number of the round.

        Raises
        ------
        RuleError
            If there is no such round.
        """
        from ..round_states import round_to_edit
        from ..rounds.attendance import attendance_document

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
        from ..lists.identities import Identities, read_decisions
        from ..lists.rating_lists import open_list_for

        found = Identities(self._state, open_list_for(self.tournament, rating_list))
        return found.document(read_decisions(self.tournament, decisions), alike)

    @property
    def next_step(self) -> str:
        """What is to be done next, in a sentence."""
        from ..rounds.next_step import Progress, next_step

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
        from ..draws.review import Question, ReviewedDraw
        from ..reports.explanation import explain_pair_of, explanation_document

        require_booleans(by_rule=by_rule)
        draw = ReviewedDraw.of(self._state, Question(round_number=round))
        found = explain_pair_of(draw, plain_value(one), plain_value(other), by_rule=by_rule)
        return explanation_document(draw, found)

    def check(self) -> CheckDocument:
        """All rounds against the rules and against the best draw, by ``check.schema.json``."""
        from ..reports import check

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
        from ..actions.verification import verification_document, verify_history

        return verification_document(verify_history(self._state.as_read()))
