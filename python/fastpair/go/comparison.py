"""Why one player or team is placed before another: the first criterion that separates them, and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..sentences import joined, phrase
from .scores import Contest, ScoreHistory, compares_tied, encounter_terms, terms_of, wins_x2
from .team_standings import TeamStandings, team_contest, team_terms_of
from .teams import units
from .tournament import Criterion, name_criteria

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .scores import Terms
    from .standings import Standings, StandingsRow
    from .team_standings import TeamRow
    from .tournament import TeamCriterion, Tournament


class PlaceTerm(NamedTuple):
    """What a round, or the start, adds to the value of a criterion."""

    round: int
    """From 1; 0 for what a score starts from."""

    opponent: str
    """Key; empty without an opponent."""

    value: float

    counted: bool
    """Whether it is in the value, and not left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceComparison:
    """Two players or teams of the standings, the one who is ahead first."""

    tournament: Tournament
    """Where teams are compared, they are its players."""

    standings: Standings | TeamStandings

    rows: tuple[StandingsRow | TeamRow, StandingsRow | TeamRow]

    criterion: Criterion | TeamCriterion | None
    """The first criterion that separates them; None if they share a place."""

    terms: tuple[tuple[PlaceTerm, ...], tuple[PlaceTerm, ...]] = ((), ())
    """What the start and each round add to the values of the two; empty where a criterion is no sum
    over rounds."""

    @property
    def values(self) -> tuple[float | None, float | None]:
        """The values of the criterion; None for none."""
        if self.criterion is None:
            return None, None
        column = [*self.standings.criteria].index(self.criterion)
        return self.rows[0].values[column], self.rows[1].values[column]

    def sentences(self) -> Iterator[str]:
        """Say what separates the two, and what the values are made of, a line each."""
        one, other = (self.tournament.name_of(row.key) for row in self.rows)
        names = [*name_criteria(self.standings.criteria, self.tournament.kind)]
        if self.criterion is None:
            equal = phrase("{one} and {other} share place {place}", one=one, other=other, place=self.rows[0].place)  # fmt: skip
            yield joined(": ", [equal, phrase("equal by {criteria}", criteria=", ".join(names))])
            return
        name = names[[*self.standings.criteria].index(self.criterion)]
        before = names[: names.index(name)]
        ahead = phrase(
            "{one} (place {place}) is ahead of {other} (place {behind}) by {criterion}",
            one=one,
            place=self.rows[0].place,
            other=other,
            behind=self.rows[1].place,
            criterion=name,
        )
        same = phrase("equal by {criteria}", criteria=", ".join(before)) if before else None
        yield joined("; ", filter(None, (ahead, same)))
        for row, value, terms in zip(self.rows, self.values, self.terms, strict=True):
            total = f"{self.tournament.name_of(row.key)}, {name} {_text(value)}"
            words = [self._describe(each) for each in terms]
            yield joined(": ", filter(None, (total, joined(", ", words))))

    def _describe(self, term: PlaceTerm) -> str:
        if not term.round:
            return phrase("{value} at the start", value=_text(term.value))
        name = self.tournament.name_of(term.opponent) if term.opponent else phrase("no opponent")
        text = phrase(
            "{value} in round {round} ({name})",
            value=_text(term.value),
            round=term.round,
            name=name,
        )
        return text if term.counted else phrase("[{text}, left out]", text=text)


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:.10g}"


def compare_places(
    tournament: Tournament, standings: Standings | TeamStandings, one: str, other: str
) -> PlaceComparison:
    """Find the first criterion that separates two players or teams of the standings.

    Parameters
    ----------
    standings
        Those of the tournament.
    one, other
        Keys of the players, or of the teams.

    Raises
    ------
    RuleError
        If one is not in the standings, or both are the same.
    """
    before = tournament.before(standings.after + 1)
    teams = isinstance(standings, TeamStandings)
    named = units(before, before.team_play) if teams and before.team_play else tournament
    rows: dict[str, StandingsRow | TeamRow] = {row.key: row for row in standings.rows}
    for key in (one, other):
        if key not in rows:
            raise RuleError(phrase("{name} is not in the standings", name=named.name_of(key)))
    if one == other:
        raise RuleError(
            phrase("choose two different teams")
            if teams
            else phrase("choose two different players")
        )
    first, second = (rows[key] for key in rows if key in (one, other))
    found = PlaceComparison(
        tournament=named, standings=standings, rows=(first, second), criterion=None
    )
    values = zip(standings.criteria, first.values, second.values, strict=True)
    criterion = next((each for each, mine, theirs in values if mine != theirs), None)
    if first.place == second.place or criterion is None:
        return found
    source = _source(before, standings)
    mine, theirs = source.terms(found, criterion)
    return replace(found, criterion=criterion, terms=(mine, theirs))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """What the rounds of players or teams add to the criteria."""

    contest: Contest
    keys: Sequence[str]

    terms_of: Callable[[Any], tuple[Terms, int] | None]
    """What each round adds to a criterion by which those who are tied are not compared, and the units per point."""

    def terms(
        self, found: PlaceComparison, criterion: Criterion | TeamCriterion
    ) -> Iterator[tuple[PlaceTerm, ...]]:
        """What each round adds for either of two."""
        terms = self._all_terms(found, criterion)
        for row in found.rows:
            yield () if terms is None else tuple(self._terms(*terms, self.keys.index(row.key)))

    def _all_terms(
        self, found: PlaceComparison, criterion: Criterion | TeamCriterion
    ) -> tuple[Terms, int] | None:
        """What each round adds for all rows; of games against those who are tied alone where these count."""
        tie_break = criterion.tie_break
        if tie_break is None or not compares_tied(tie_break):
            return self.terms_of(criterion)
        if not tie_break.code.startswith(_ENCOUNTERS):
            return None
        rows = found.standings.rows
        column = [*found.standings.criteria].index(criterion)
        before = found.rows[0].values[:column]
        tied = {row.key for row in rows if row.values[:column] == before}
        among = np.array([key in tied for key in self.keys])
        compared = [self.keys.index(row.key) for row in found.rows]
        terms = encounter_terms(self.contest, tie_break, among, compared)
        return None if terms is None else (terms, 2)

    def _terms(self, terms: Terms, scale: int, row: int) -> Iterator[PlaceTerm]:
        """What the start and each round add for the player or team of a row."""
        if terms.start is not None:
            yield PlaceTerm(0, "", terms.start[row].item() / scale, counted=True)
        cells = zip(
            terms.values[row].tolist(),
            terms.counted[row].tolist(),
            self.contest.opponent[row].tolist(),
            terms.exists[row].tolist(),
            strict=True,
        )
        for number, (value, counted, opponent, exists) in enumerate(cells, start=1):
            if exists:
                key = self.keys[opponent] if opponent >= 0 else ""
                yield PlaceTerm(number, key, value / scale, bool(counted))


_ENCOUNTERS = ("DE", "EDE")
"""The tie-breaks that count the games between those who are tied."""


def _source(tournament: Tournament, ranking: Standings | TeamStandings) -> _Source:
    gone = frozenset(row.key for row in ranking.rows if row.unranked)
    if isinstance(ranking, TeamStandings):
        return _teams(tournament, ranking, gone)
    history, after = ScoreHistory.for_standings(tournament, gone), ranking.after
    return _Source(
        contest=Contest.of(history, after, wins_x2(history)),
        keys=[*history.row],
        terms_of=lambda criterion: terms_of(history, criterion, after),
    )


def _teams(tournament: Tournament, ranking: TeamStandings, gone: frozenset[str]) -> _Source:
    play = tournament.team_play
    assert play is not None
    contest = team_contest(tournament, ranking.after, ranking.criteria, gone)
    history = ScoreHistory.for_standings(units(tournament, play), gone)

    def terms(criterion: Criterion | TeamCriterion) -> tuple[Terms, int] | None:
        """What a criterion of teams counts, or one of players of the teams as these."""
        if isinstance(criterion, Criterion) and criterion.tie_break is None:
            return terms_of(history, criterion, ranking.after)
        return team_terms_of(contest, criterion)

    return _Source(contest=contest, keys=[*history.row], terms_of=terms)
