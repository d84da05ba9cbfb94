"""What a director may want to change in a round before players see it, and figures of the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...go.standings import CountedRounds
from ...go.teams import lineups_out_of_order, of_teams
from ...insight.explain.round_report import Place, RoundReports, worth_review
from ...sentences import marked, phrase_many
from ..history.records import ConditionKind
from ..history.units import Units
from ..round_states import list_names
from .conditions import broken_conditions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from ...sentences import Sentence
    from ..history.state import CongressState
    from .conditions import BrokenCondition


class ReviewItem(NamedTuple):
    """Something that a director may want to change in a round."""

    topic: str
    """``changed``, ``broken_constraints``, or the name of a question of `QUESTIONS`."""

    places: tuple[Place, ...]
    """Boards and players that another pairing could have avoided."""

    unavoidable: tuple[Place, ...] = ()
    """Those that no pairing of these players could have avoided."""

    reasons: Sequence[str] = ()
    """What is wrong there, if the topic does not say it."""

    @property
    def title(self) -> str:
        """The topic in English."""
        return _TITLES[self.topic]


_QUESTIONS = {
    "rematches": marked("Rematch"),
    "same_family": marked("Same family"),
    "same_club": marked("Same club"),
    "score_difference": marked("Score difference above 1"),
    "drawn_up_again": marked("Drawn up again"),
    "drawn_down_again": marked("Drawn down again"),
    "colour_streaks": marked("Third time the same colour"),
    "second_byes": marked("Second bye"),
    "returned": marked("Absent in the last round, paired now"),
}
"""What a draw is reviewed for, the worst first, by the name of the question."""

_OF_EVERY_FORMAT = ("rematches", "returned")
"""Those where pairs follow from a table or a bracket, so that no other pairing could be better."""

_TITLES = {
    "changed": marked("Changed since publishing"),
    "broken_constraints": marked("Broken constraint"),
    **_QUESTIONS,
}


def places_to_review(whole: Tournament, number: int) -> Mapping[str, tuple[Place, ...]]:
    """What there is to look at in the boards of a round, by the name of the question.

    It is empty if there are none, or the tournament contradicts itself. All teams of a club count as a
    family, and are reviewed as of one club.
    """
    tournament = of_teams(whole)
    if any(tournament.faults()) or not tournament.round(number).games:
        return {}
    places = dict(RoundReports(tournament=tournament).places(number))
    if tournament is not whole:
        places.pop("same_family", None)
    return places


def review_of(congress: CongressState, number: int) -> tuple[ReviewItem, ...]:
    """What there is to review in a round, the worst first: what players see otherwise, and what is unusual."""
    units = Units.of(congress)
    places = places_to_review(units.whole, number)
    reports = RoundReports(tournament=units.tournament)
    conditions = units.congress.conditions(number)
    apart = [c.players for c in conditions if c.kind is ConditionKind.NOT_MEET]
    broken = broken_conditions(units.congress, number)
    items = [
        ReviewItem("changed", tuple(_changed_places(congress, units, number))),
        ReviewItem(
            "broken_constraints",
            tuple(_broken_places(broken)),
            reasons=[condition.clause for condition in broken],
        ),
    ]
    pairs_follow = units.tournament.event_kind.compares_draws
    for question in _QUESTIONS if pairs_follow else _OF_EVERY_FORMAT:
        if marked_places := worth_review(question, places.get(question, ())):
            avoidable = reports.avoidable(number, question, apart)
            unavoidable = tuple(place for place in marked_places if place not in avoidable)
            items.append(ReviewItem(question, avoidable, unavoidable))
    return tuple(item for item in items if item.places or item.unavoidable)


def _changed_places(congress: CongressState, units: Units, number: int) -> Iterator[Place]:
    """The boards, or the matches, that differ from what players see."""
    differences = congress.publication(number).differences(congress.tournament)
    for table in dict.fromkeys(units.table(number, table) for table in differences.tables):
        if game := units.tournament.round(number).at(table):
            yield Place(game.players, 1, table)


def _broken_places(broken: Iterable[BrokenCondition]) -> Iterator[Place]:
    """The boards of players whose constraints are broken, and who of them has none."""
    for condition in broken:
        yield from (Place(condition.players, 1, table) for table in condition.tables)
        if not condition.tables:
            yield Place(condition.players, 1)


def unusual(congress: CongressState, number: int) -> Iterator[Sentence]:
    """What a director would not publish unseen: broken constraints, rematches, games within a family, missing results."""
    units = Units.of(congress)
    if broken := broken_conditions(units.congress, number):
        yield phrase_many(
            "{count} broken constraint: {broken}",
            "{count} broken constraints: {broken}",
            len(broken),
            broken=list_names([condition.clause for condition in broken]),
        )
    places = places_to_review(units.whole, number)
    if rematches := places.get("rematches"):
        yield phrase_many("{count} rematch", "{count} rematches", len(rematches))
    if families := places.get("same_family"):
        yield phrase_many(
            "{count} game within a family", "{count} games within a family", len(families)
        )
    if lineups := [*lineups_out_of_order(units.whole, number)]:
        yield phrase_many(
            "{count} line-up out of order: {lineups}",
            "{count} line-ups out of order: {lineups}",
            len(lineups),
            lineups=list_names(lineups),
        )
    open_games = CountedRounds.of(units.tournament, number - 1).games
    if open_games and not units.tournament.rules.predetermined:
        yield open_games


# ---- Figures of a draw ----


class Figure(NamedTuple):
    """A figure of a draw."""

    title: str
    """In English."""

    value: int

    of: int | None = None
    """Of how many boards; None if it is no share of them."""


def figures_of(
    tournament: Tournament, number: int, places: Mapping[str, tuple[Place, ...]]
) -> Iterator[Figure]:
    """Figures of the draw of a round, from what there is to look at in its boards."""
    if not places:
        return
    boards = len(tournament.round(number).games)
    if tournament.event_kind.compares_draws:
        yield Figure(
            marked("Boards between equal scores"), boards - len(places["off_score"]), of=boards
        )
        yield Figure(marked("Largest score difference"), _largest(places["score_difference"]))
        yield Figure(marked("Drawn up"), len(places["drawn_up"]))
        yield Figure(marked("Drawn down"), len(places["drawn_down"]))
    balanced = boards - sum(place.amount > 1 for place in places["colour_imbalance"])
    yield Figure(marked("Colours balanced"), balanced, of=boards)
    yield Figure(marked("Same country"), len(places["same_country"]))
    if tournament.event_kind.has_handicaps:
        yield Figure(marked("Handicap games"), len(places["handicap_games"]))
        yield Figure(marked("Largest handicap"), _largest(places["handicap_stones"]))


def _largest(places: Sequence[Place]) -> int:
    return max((place.amount for place in places), default=0)
