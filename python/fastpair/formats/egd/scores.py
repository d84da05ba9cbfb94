"""The scores that a result file states, and whether its games give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import Criterion
from ..wall_list import NO_GAME_WORDS
from .starts import POINTS_X2, points_x2, score_x2

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.tournament import Grade
    from ..wall_list import WallList
    from .starts import Starts

__all__ = ["are_points", "compare_scores", "read_scores", "score_criterion"]

_MOST_NAMED = 3


def score_criterion(named: Sequence[Criterion]) -> Criterion | None:
    """The first of the criteria that is a score which games give, if there is one."""
    return next((each for each in named if each in (Criterion.MMS, Criterion.WINS)), None)


def read_scores(path: str, wall_list: WallList, named: Sequence[Criterion]) -> list[int] | None:
    """The doubled scores of all lines; None if the list has none.

    Parameters
    ----------
    named
        The criteria that the list names; without any, the first column is that of the scores.

    Raises
    ------
    FormatError
        If most lines have a score, and one has something else in its place.
    """
    score = score_criterion(named)
    place = named.index(score) if score else 0
    if named and not score:
        return None
    lines = [wall_list.criteria(line) for line in range(len(wall_list.players))]
    words = [criteria[place] if place < len(criteria) else "" for criteria in lines]
    scores = [score_x2(word) for word in words]
    if 2 * scores.count(None) >= len(scores):
        return None
    for line, (player, word, found) in enumerate(
        zip(wall_list.players, words, scores, strict=True)
    ):
        if found is None and word not in NO_GAME_WORDS:
            at = wall_list.places_of_criteria(line)[place]
            raise wall_list.error(path, player, at, "expected a score such as 31 or 30½")
    known = [found for found in scores if found is not None]
    return known if len(known) == len(scores) else None


def are_points(wall_list: WallList, scores: Sequence[int]) -> bool:
    """Whether the scores of most lines are the points of their games alone."""
    wrong = sum(1 for _ in _other_than_points(wall_list, scores))
    return 4 * wrong <= len(scores)


def compare_scores(
    wall_list: WallList,
    scores: Sequence[int],
    starts: Starts | None,
    grades: Sequence[Grade],
) -> Iterator[str]:
    """Say in one line which scores of the file are not those that its games give.

    Parameters
    ----------
    scores
        The doubled scores of the file.
    starts
        Where everybody started, in a McMahon tournament.
    """
    if starts is not None:
        wrong = [*_other_than_starts(wall_list, scores, starts, grades)]
        taken = "the difference is taken as a correction of the start"
    else:
        wrong = [*_other_than_points(wall_list, scores)]
        taken = "the games count"
    if wrong:
        examples = ", ".join(
            f"line {wall_list.players[line].number} has {_text(scores[line])} for {_text(found)}"
            for line, found in wrong[:_MOST_NAMED]
        )
        more = ", …" if len(wrong) > _MOST_NAMED else ""
        said = "grade and games give" if starts is not None else "the games give"
        yield (
            f"{len(wrong)} of {len(scores)} scores of the file are not what {said} "
            f"({examples}{more}): check these results; {taken}"
        )


def _other_than_points(wall_list: WallList, scores: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Lines, from 0, whose score is not the points of the games, with these points.

    A round without a game may give points that count for another score.
    """
    for line, (seats, score) in enumerate(zip(wall_list.seats, scores, strict=True)):
        won = sum(POINTS_X2[seat.result] for seat in seats if seat.opponent)
        if not won <= score <= points_x2(seats, round_down=False):
            yield line, won


def _other_than_starts(
    wall_list: WallList, scores: Sequence[int], starts: Starts, grades: Sequence[Grade]
) -> Iterator[tuple[int, int]]:
    """Lines, from 0, whose score is not that of grade, floor, bar and games, with that score."""
    for line, (seats, score) in enumerate(zip(wall_list.seats, scores, strict=True)):
        start = 2 * starts.score_of(grades[line])
        found = start + points_x2(seats, round_down=starts.round_down)
        if found != score:
            yield line, found


def _text(score_x2: int) -> str:
    return f"{score_x2 // 2}{'½' * (score_x2 % 2)}"
