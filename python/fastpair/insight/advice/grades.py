"""Whether grades fit ratings, and whom a federation would give another grade [V 2.2.2, 2.3.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import NO_RATING, Grade
from ...parameters import parameter
from ...sentences import marked, phrase
from .finding import AdviceKind, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Player, Tournament

__all__ = ["PromotionRule", "about_grades", "about_promotions"]

_APART = 200
"""Points between a rating and that of the grade that are worth a word: two stones. Less than one is
unnoticeable, and a wrong grade is usually off by one to three [V 2.2.2]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionRule:
    """When a federation gives players other grades, by their ratings alone [V 2.3.2].

    The defaults are those of the Czech association. Of its tolerance for kyu players the thesis says
    only that it is more than that for dan players.

    Raises
    ------
    RuleError
        If a number is negative, or a grade is none.
    """

    name: str = parameter("", "Name of the federation")

    source: str = parameter("V 2.3.2", "Where the rule is from")

    promotion: int = parameter(
        0,
        "How far above that of a grade a rating is for a promotion to this grade",
        unit="points",
        source="V 2.3.2",
    )

    dan_tolerance: int = parameter(
        100,
        "How far below that of his grade the rating of a dan player may be",
        unit="points",
        source="V 2.3.2",
    )

    kyu_tolerance: int = parameter(
        200, "The same of a kyu player", unit="points", source="V 2.3.2 has no number"
    )

    strongest: str = parameter("9d", "Nobody is promoted to more than this grade")

    def __post_init__(self) -> None:
        for name in ("promotion", "dan_tolerance", "kyu_tolerance"):
            if getattr(self, name) < 0:
                raise RuleError(f"{name}: expected 0 or more points, got {getattr(self, name)}")
        try:
            Grade.parse(self.strongest)
        except ValueError as error:
            raise RuleError(f"strongest: {error}") from None

    def grade_of(self, player: Player) -> Grade:
        """The grade that a player gets, or keeps; without a rating he keeps his own."""
        own, rating = player.grade, player.rating
        if rating <= NO_RATING:
            return own
        higher = _reached(rating - self.promotion)
        if higher > own:
            return max(own, min(higher, Grade.parse(self.strongest)))
        tolerance = self.dan_tolerance if own >= 0 else self.kyu_tolerance
        return _reached(rating) if own.rating - rating > tolerance else own


_ABOVE = marked(
    "{name} enters as {grade}, and the rating is {rating}: {points} points above that of the grade"
)
_BELOW = marked(
    "{name} enters as {grade}, and the rating is {rating}: {points} points below that of the grade"
)


def about_grades(tournament: Tournament) -> Iterator[Finding]:
    """Say whose grade and rating are far apart, the farthest first."""
    rated = (player for player in tournament.players if player.rating > NO_RATING)
    off = ((player.rating - player.grade.rating, player) for player in rated)
    for points, player in sorted(off, key=lambda each: -abs(each[0])):
        if abs(points) < _APART:
            return
        yield Finding(
            kind=AdviceKind.GRADE,
            source="V 2.2.2, 2.3.2",
            sentence=phrase(
                _ABOVE if points > 0 else _BELOW,
                name=player.full_name,
                grade=player.grade,
                rating=player.rating,
                points=abs(points),
            ),
            players=(player.key,),
        )


def about_promotions(tournament: Tournament, rule: PromotionRule) -> Iterator[Finding]:
    """Say who gets another grade by the rule of a federation."""
    for player in tournament.players:
        grade = rule.grade_of(player)
        if grade == player.grade:
            continue
        up = grade > player.grade
        yield Finding(
            kind=AdviceKind.PROMOTION if up else AdviceKind.DEMOTION,
            source=rule.source,
            sentence=_moved(player, grade, rule),
            players=(player.key,),
        )


def _moved(player: Player, grade: Grade, rule: PromotionRule) -> str:
    values = {
        "player": f"{player.full_name} {player.grade}",
        "grade": grade,
        "rating": player.rating,
    }
    if grade > player.grade:
        said = phrase("{player} is promoted to {grade}: the rating is {rating}", **values)
        ruled = marked(
            "{player} is promoted to {grade} by the rule of {rule}: the rating is {rating}"
        )
    else:
        said = phrase("{player} is lowered to {grade}: the rating is {rating}", **values)
        ruled = marked(
            "{player} is lowered to {grade} by the rule of {rule}: the rating is {rating}"
        )
    return phrase(ruled, rule=rule.name, **values) if rule.name else said


def _reached(rating: int) -> Grade:
    """The highest grade whose rating is reached; the lowest there is if none."""
    return Grade.limited((rating - Grade(0).rating) // 100)
