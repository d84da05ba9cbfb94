"""Boards and byes of a round that were changed on purpose after it was drawn, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...insight.explain.best_round import compare_pairs
from ...pairing.rounds import judge_round
from ...pairing.rounds.review import nearest_optimum
from ...sentences import joined, marked, marked_many, phrase, phrase_many
from ..draws.request import Request

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from ...pairing.rounds import DrawReview
    from ...pairing.rounds.review import Baseline
    from ..draws.review import Baselines
    from ..history.entries import Entry
    from ..history.records import Seat
    from ..history.state import CongressState


_FEW = 4
"""Pairs that a sentence names; the document has all."""

_BY_HAND = marked_many(
    "{count} board was set manually on {time}: {boards} ({change})",
    "{count} boards were set manually on {time}: {boards} ({change})",
)
_KEPT = marked_many(
    "{count} board is not in the best draw, as boards of the round were kept by the draw of {time}: {boards} ({change})",
    "{count} boards are not in the best draw, as boards of the round were kept by the draw of {time}: {boards} ({change})",
)
_BYE_BY_HAND = marked("the bye of {name} was set manually on {time} ({change})")
_BYE_KEPT = marked(
    "{name} has the bye, as boards of the round were kept by the draw of {time} ({change})"
)


class PurposefulChange(NamedTuple):
    """What was changed on purpose after a round was drawn, and is not in the best draw."""

    boards: tuple[tuple[Entry, tuple[tuple[str, str], ...]], ...]
    """The keys of pairs, by the change that made them, or that kept them when the round was re-paired."""

    bye: tuple[str, Entry] | None
    """Key of the player with the bye and the change that gave it, if another player comes first for it."""

    price: str
    """What the round has more and less of for it, in words; empty if that is not known."""

    rest: DrawReview
    """The draw of the round, with these boards as they are."""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Keys of all the pairs."""
        return tuple(pair for _, pairs in self.boards for pair in pairs)

    def sentences(self, tournament: Tournament) -> Iterator[str]:
        """Say what was changed, when and by what."""
        for entry, pairs in self.boards:
            yield phrase_many(
                *(_KEPT if entry.is_draw else _BY_HAND),
                len(pairs),
                time=f"{entry.local_time:%Y-%m-%d %H:%M}",
                boards=describe_pairs(tournament, pairs),
                change=entry.sentence,
            )
        if self.bye is not None:
            key, entry = self.bye
            yield phrase(
                _BYE_KEPT if entry.is_draw else _BYE_BY_HAND,
                name=tournament.name_of(key),
                time=f"{entry.local_time:%Y-%m-%d %H:%M}",
                change=entry.sentence,
            )


def describe_pairs(tournament: Tournament, pairs: Sequence[tuple[str, str]]) -> str:
    """The names of some pairs; of many the first ones."""
    names = {player.key: player.full_name for player in tournament.players}
    pair_names = [f"{names[one]} - {names[other]}" for one, other in pairs[:_FEW]]
    more = [phrase("{count} more", count=len(pairs) - _FEW)] if len(pairs) > _FEW else []
    return joined(", ", [*pair_names, *more])


def purposeful_changes(
    tournament: Tournament, rounds: Iterable[DrawReview], yardsticks: Baselines
) -> Iterator[tuple[int, PurposefulChange]]:
    """What was changed on purpose in each round, and the best draw does not have."""
    congress = yardsticks.units.congress
    for judged in rounds:
        number = judged.round_number
        makers = _makers_of_changes(congress, number)
        boards: dict[int, list[tuple[str, str]]] = {}
        for pair in judged.different if judged.loss else ():
            if (entry := makers.get(frozenset(pair))) is not None:
                boards.setdefault(entry.number, []).append(pair)
        giver = None if judged.bye is None else makers.get(frozenset({judged.bye}))
        bye = None
        if judged.bye and giver and judged.bye_by_rule not in (None, judged.bye):
            bye = judged.bye, giver
        if not boards and bye is None:
            continue
        entries = {entry.number: entry for entry in makers.values()}
        by_entry = tuple((entries[made], tuple(boards[made])) for made in sorted(boards))
        pairs = tuple(pair for _, made in by_entry for pair in made)
        price, rest = "", judged
        if pairs:
            price, rest = _price_and_rest(tournament, judged, pairs, yardsticks.of_round(number))
        yield number, PurposefulChange(by_entry, bye, price, rest)


def _makers_of_changes(congress: CongressState, number: int) -> Mapping[Seat, Entry]:
    """The changes that made games and byes of a round on purpose: by hand, or by keeping boards in a new draw.

    Of a round that was re-paired with few changes these are all that a draw has made: a draw of nothing but the
    players is not what was asked for.
    """
    makers, draw = congress.makers.get(number, {}), congress.draws.get(number)
    if draw is None:
        return {}
    by_hand = {seat: entry for seat, entry in makers.items() if not entry.is_draw}
    if not _kept_boards(draw.entry, makers.values()):
        return by_hand
    return {**dict.fromkeys(makers, draw.entry), **by_hand}


def _kept_boards(draw: Entry, makers: Iterable[Entry]) -> bool:
    """Whether a draw has kept boards that the round had, whatever that cost."""
    if draw.act != "draw":  # somebody did not come
        return True
    request = Request.from_values(draw.values)
    if request.keeps_boards or request.starts_over:
        return request.keeps_boards and not request.keeps_only_equals
    return any(each.is_draw and each.number < draw.number for each in makers)


def _price_and_rest(
    tournament: Tournament, judged: DrawReview, pairs: tuple[tuple[str, str], ...], by: Baseline
) -> tuple[str, DrawReview]:
    """What some boards cost that were made on purpose, and how good the draw of the others is."""
    if by.system is not None:  # by whose criteria nothing can be forced
        if len(pairs) < len(judged.different):
            return judged.criterion, judged
        return judged.criterion, replace(
            judged, weight=judged.optimum, different=(), instead=(), criterion=""
        )
    basis, number = by.known or tournament, judged.round_number
    made = frozenset(map(frozenset, pairs))
    moved = frozenset().union(*made)
    forced = made | frozenset(p for p in by.constraints.force if p.isdisjoint(moved))
    constraints = replace(by.constraints, force=forced, forbid=by.constraints.forbid - forced)
    rest = judge_round(basis, number, model=by.model, constraints=constraints, seed=by.seed)
    best, beside = (
        nearest_optimum(basis, number, by.model, each) for each in (by.constraints, constraints)
    )
    _, price = compare_pairs(best.field, by.model, best.pairs, beside.pairs)
    return price, rest
