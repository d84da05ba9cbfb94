"""Why one player is placed before another: the first criterion that separates them, and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RuleError
from ..sentences import joined, phrase
from .scores import History, compares_tied, encounter_terms, places, standings_values, terms_of
from .tournament import name_criteria

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..arrays import Bools
    from .standings import Standings, StandingsRow
    from .tournament import Criterion, Tournament


class Term(NamedTuple):
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
    """Two players of the standings, the one who is ahead first."""

    tournament: Tournament
    standings: Standings

    rows: tuple[StandingsRow, StandingsRow]

    criterion: Criterion | None
    """The first criterion that separates them; None if they share a place."""

    terms: tuple[tuple[Term, ...], tuple[Term, ...]] = ((), ())
    """What the start and each round add to the values of the two; empty where a criterion is no sum
    over rounds."""

    @property
    def values(self) -> tuple[float | None, float | None]:
        """The values of the criterion; None for none."""
        if self.criterion is None:
            return None, None
        column = self.standings.criteria.index(self.criterion)
        return self.rows[0].values[column], self.rows[1].values[column]

    def sentences(self) -> Iterator[str]:
        """Say what separates the two, and what the values are made of, a line each."""
        one, other = (self.tournament.name_of(row.key) for row in self.rows)
        names = [*name_criteria(self.standings.criteria, self.tournament.kind)]
        if self.criterion is None:
            equal = phrase("{one} and {other} share place {place}", one=one, other=other, place=self.rows[0].place)  # fmt: skip
            yield joined(": ", [equal, phrase("equal by {criteria}", criteria=", ".join(names))])
            return
        name = names[self.standings.criteria.index(self.criterion)]
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

    def _describe(self, term: Term) -> str:
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

    def to_document(self) -> dict[str, Any]:
        """The comparison as a document of JSON values."""
        return {
            "format": "fastpair.comparison",
            "version": 1,
            "tournament": self.tournament.name,
            "after": self.standings.after,
            "criterion": None if self.criterion is None else self.criterion.value,
            "players": [
                {
                    "key": row.key,
                    "name": self.tournament.name_of(row.key),
                    "place": row.place,
                    "value": value,
                    "terms": [each._asdict() for each in terms],
                }
                for row, value, terms in zip(self.rows, self.values, self.terms, strict=True)
            ],
            "sentences": [*map(str, self.sentences())],
        }


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:.10g}"


def compare_places(
    tournament: Tournament, standings: Standings, one: str, other: str
) -> PlaceComparison:
    """Find the first criterion that separates two players of the standings.

    Parameters
    ----------
    standings
        Those of the tournament.
    one, other
        Keys of the players.

    Raises
    ------
    RuleError
        If one is not in the standings, or both are the same player.
    """
    rows = {row.key: row for row in standings.rows}
    for key in (one, other):
        if key not in rows:
            name = tournament.name_of(key)
            raise RuleError(phrase("{name} is not in the standings", name=name))
    if one == other:
        raise RuleError(phrase("choose two different players"))
    first, second = sorted((rows[one], rows[other]), key=lambda row: row.number)
    values = zip(standings.criteria, first.values, second.values, strict=True)
    criterion = next((each for each, mine, theirs in values if mine != theirs), None)
    if first.place == second.place or criterion is None:
        return PlaceComparison(
            tournament=tournament, standings=standings, rows=(first, second), criterion=None
        )
    history = History.of(tournament.before(standings.after + 1))
    column = standings.criteria.index(criterion)
    tied = _tied(history, standings.criteria[:column], standings.after, first.key)
    mine, theirs = (
        tuple(_terms(history, criterion, standings.after, row.key, tied)) for row in (first, second)
    )
    return PlaceComparison(
        tournament=tournament,
        standings=standings,
        rows=(first, second),
        criterion=criterion,
        terms=(mine, theirs),
    )


def _tied(history: History, before: Sequence[Criterion], after: int, key: str) -> Bools:
    """Who shares the place of a player by the criteria before."""
    place = places(standings_values(history, before, after))
    shared: Bools = place == place[history.row[key]]
    return shared


def _terms(
    history: History, criterion: Criterion, after: int, key: str, tied: Bools
) -> Iterator[Term]:
    """What each term adds for a player; of games against those who are tied alone where these count."""
    tie_break = criterion.tie_break
    found = (
        encounter_terms(history, tie_break, after, tied)
        if tie_break is not None and compares_tied(tie_break)
        else terms_of(history, criterion, after)
    )
    if found is None:
        return
    terms, scale = found
    row = history.row[key]
    keys = list(history.row)
    opponents = history.opponent[row, :after].tolist()
    known = terms.exists[row].tolist()
    if terms.start is not None:
        yield Term(0, "", terms.start[row].item() / scale, counted=True)
    cells = zip(
        terms.values[row].tolist(), terms.counted[row].tolist(), opponents, known, strict=True
    )
    for number, (value, counted, opponent, exists) in enumerate(cells, start=1):
        if exists:
            yield Term(
                number, keys[opponent] if opponent >= 0 else "", value / scale, bool(counted)
            )
