"""Which published boards a new draw changes, and what it costs to keep them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from ...insight.explain.amounts import amount
from ...insight.explain.best_round import compare_pairs
from ...insight.explain.optimum import decided
from ...pairing.rounds import draw_round, measure_pairs, offers_digest, worst_of
from ...pairing.rounds.round import situation_of
from ...sentences import joined, marked, phrase, phrase_many
from ..documents.draw import DrawChange, DrawOffer
from ..documents.encoding import encode
from .costs import describe_difference, shares_of
from .redraw import Difference

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence

    from ...arrays import Integers
    from ...go.tournament import Game, Tournament
    from ...insight.explain import Way
    from ...pairing.draw import Board, Constraints, Draw
    from ...pairing.field import Field
    from ...pairing.rounds import Keeping, KeepingByCriteria
    from ...pairing.solving.solution import Solution
    from ...pairing.systems import System
    from .plan import DrawPlan
    from .redraw import KnownBoards


def describe_drawbacks(draw: Mapping[str, Integers]) -> str:
    """Say how many games of a draw have which drawback, and how much of it at most."""
    games = {name: int(np.count_nonzero(values)) for name, values in draw.items()}
    worst, parts = worst_of(draw), []
    if games["groups_apart"]:
        parts.append(
            phrase(
                "{games} off score, at most {apart}",
                games=_games(games["groups_apart"]),
                apart=_apart(worst["groups_apart"]),
            )
        )
    if games["stones"]:
        most = _stones(worst["stones"])
        parts.append(
            phrase("{games} with at most {stones}", games=_games(games["stones"]), stones=most)
        )
    if games["rematch"]:
        parts.append(phrase_many("{count} rematch", "{count} rematches", games["rematch"]))
    if games["same_club"]:
        parts.append(phrase("{games} within a club", games=_games(games["same_club"])))
    return joined("; ", parts) if parts else phrase("all games even and on score")


def describe_worse(game: Mapping[str, int], worst: Mapping[str, int]) -> str:
    """Say in which respects a game is worse than the worst game of a fresh draw.

    Returns
    -------
    str
        Empty if it is worse in none.
    """
    wide, stones = worst["groups_apart"], worst["stones"]
    parts = (
        game["groups_apart"] > wide
        and phrase(
            "{what} (in a fresh draw at most {most})", what=_apart(game["groups_apart"]), most=wide
        ),
        game["stones"] > stones
        and phrase(
            "{what} (in a fresh draw at most {most})", what=_stones(game["stones"]), most=stones
        ),
        game["rematch"] > worst["rematch"] and phrase("a rematch (in a fresh draw there is none)"),
        game["same_club"] > worst["same_club"]
        and phrase("within a club (in a fresh draw no game is)"),
    )
    found = [part for part in parts if part]
    return joined(", ", found) if found else ""


def _games(number: int) -> str:
    return phrase_many("{count} game", "{count} games", number)


def _stones(number: int) -> str:
    return phrase_many("{count} stone", "{count} stones", number)


def _apart(groups: int) -> str:
    return phrase_many("{count} group apart", "{count} groups apart", groups)


_CHANGED = {
    (True, False): marked(
        "changed: {changed} of {count} published boards; a new pairing changes {fresh}"
    ),
    (True, True): marked(
        "changed: {changed} of {count} published boards and the bye; a new pairing changes {fresh}"
    ),
    (False, False): marked(
        "changed: {changed} of {count} drawn boards; a new pairing changes {fresh}"
    ),
    (False, True): marked(
        "changed: {changed} of {count} drawn boards and the bye; a new pairing changes {fresh}"
    ),
}
"""How many boards change, by whether they are published, and whether there is a bye, which counts as one."""

_CHANGED_ALONE = {
    (True, False): marked("changed: {changed} of {count} published boards"),
    (True, True): marked("changed: {changed} of {count} published boards and the bye"),
    (False, False): marked("changed: {changed} of {count} drawn boards"),
    (False, True): marked("changed: {changed} of {count} drawn boards and the bye"),
}
"""What has changed where no new pairing is compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A draw that could be made instead, as a director chooses it."""

    changed: int
    """How many of the known boards it does not keep; a bye counts as one."""

    lighter: int
    """How much less it weighs than the heaviest draw of the list with the same bye, in units."""

    bye: str | None
    """Key of the player with the bye."""

    drawbacks: Mapping[str, Integers]
    """What speaks against each of its games, see ``rounds.measure_pairs``."""

    lost: tuple[Game, ...]
    """The known boards that it does not have, in table order."""

    gained: tuple[tuple[str, str], ...]
    """The pairs that are new, by key."""

    cost: str
    """What it costs beside the heaviest one with the same bye, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A draw that keeps known boards, beside draws that do not."""

    difference: Difference

    fresh: Difference | None
    """What a draw changes that takes no account of known boards; None if that is not found out."""

    best: Draw
    """The heaviest draw with the same bye."""

    offers: tuple[Offer, ...]
    """Draws between the fewest changes and the greatest weight, if they were asked for."""

    digest: str
    """What tells this list of draws from others; empty without one."""

    cost: str | None
    """What the draw costs beside ``best``, in words; empty if nothing, None if no weights say it."""

    bye_by_rule: bool = False
    """Whether the bye goes by its rule, however many boards change."""

    worse: tuple[tuple[Board, str], ...]
    """New boards that are worse than any game of a fresh draw, with the words for it."""

    @classmethod
    def of(cls, plan: DrawPlan, system: Keeping | KeepingByCriteria, draw: Draw) -> Self:
        """Compare a draw that keeps boards with others of the same round.

        Parameters
        ----------
        system
            What has made the draw by the plan.
        """
        before, known = plan.before, plan.known
        number, rules, seed = draw.round, draw.constraints, draw.seed

        def make_draw(system: System) -> Draw:
            return draw_round(before, number, system=system, constraints=rules, seed=seed)

        if system.weighs is False:
            return cls._by_criteria(system, known, draw)
        fresh = make_draw(system.fresh)
        heaviest = system.price == 0 and system.choice is None
        free = draw if heaviest else make_draw(replace(system, price=0, choice=None))
        situation = situation_of(before, number, rules, seed)
        best = free if free.bye == draw.bye else fresh
        field, _ = system.everybody(situation)
        lists = system.offers(situation, {}) if plan.between else ()
        return cls(
            difference=Difference(known=known, draw=draw),
            fresh=Difference(known=known, draw=fresh),
            best=best,
            offers=tuple(_offers(lists, system, field, rules)),
            digest=offers_digest(lists) if lists else "",
            cost=compare_pairs(field, system.model, _pairs_of(best), _pairs_of(draw))[1],
            worse=tuple(_worse(known, field, rules, fresh, draw)) if system.fewest else (),
        )

    @classmethod
    def _by_criteria(cls, system: KeepingByCriteria, known: KnownBoards, draw: Draw) -> Self:
        """Say what a draw by criteria changes; no weights compare it with others."""
        return cls(
            difference=Difference(known=known, draw=draw),
            fresh=None,
            best=draw,
            offers=(),
            digest="",
            cost=None,
            bye_by_rule=system.fresh_bye and draw.bye is not None,
            worse=(),
        )

    @property
    def lighter(self) -> int:
        """How much less the draw weighs than the heaviest one with the same bye, in units.

        On levels, it is so much on the first one on which the two differ.
        """
        return self._decided[1].total()

    @property
    def _decided(self) -> tuple[int | None, Counter[str]]:
        draw = self.difference.draw
        return decided(_names(draw), shares_of(self.best), shares_of(draw))

    def warnings(self, tournament: Tournament) -> Iterator[str]:
        """Say, one line each, which new boards are worse than any game of a fresh draw."""
        for board, worse in self.worse:
            white, black = map(tournament.name_and_grade_of, board.players)
            yield phrase(
                "table {table}, {white} – {black}: {drawbacks}",
                table=board.table,
                white=white,
                black=black,
                drawbacks=worse,
            )

    def messages(self, tournament: Tournament) -> Iterator[str]:
        """Say, one line each, what changes, and what it costs that no more does."""
        known, draw = self.difference.known, self.difference.draw
        if not self.difference.changed:
            if self.difference.is_empty:
                yield phrase("nothing to change")
            else:
                yield phrase(
                    "no published board changes" if known.published else "no drawn board changes"
                )
            return
        sentences = _CHANGED if self.fresh is not None else _CHANGED_ALONE
        yield phrase(
            sentences[known.published, bool(known.byes)],
            changed=self.difference.changed,
            count=len(known.boards),
            **({} if self.fresh is None else {"fresh": self.fresh.changed}),
        )
        for way in self.difference.ways:
            yield joined("  ", ["", _describe_way(tournament, self.difference, way)])
        if self.bye_by_rule:
            yield phrase("the bye goes by its rule")
        if self.cost:
            yield phrase("keeping the other boards means {cost}", cost=self.cost)
        elif self.cost is not None:
            yield phrase("keeping the other boards costs nothing")
        if self.fresh is not None and self.fresh.draw.bye not in (None, draw.bye):
            first = tournament.name_of(self.fresh.draw.bye)
            yield phrase(
                "by the rule the bye would go to {name}, and more boards would change", name=first
            )

    def weight_lost(self, offer: Offer) -> str:
        """How much less one of the draws weighs than the heaviest one with the same bye."""
        return amount(offer.lighter, self.best.weight_units)

    @property
    def weights(self) -> str:
        """What it costs by the weights, for those who ask."""
        draw = self.difference.draw
        cost = describe_difference(
            shares_of(self.best), shares_of(draw), draw.weight_units, _names(draw)
        )
        return f"by the weights, keeping the others {cost}"

    def document(self) -> DrawChange:
        """What has changed, as a document by ``draw.schema.json``."""
        known, draw = self.difference.known, self.difference.draw
        level, losses = self._decided
        return encode(
            DrawChange,
            self,
            published=known.published,
            known=len(known),
            changed=self.difference.changed,
            changed_by_fresh_draw=None if self.fresh is None else self.fresh.changed,
            lost=self.difference.lost,
            lost_byes=[key for key in known.byes if key != draw.bye],
            level=level,
            lighter_by=losses,
            bye_by_rule=None if self.fresh is None else self.fresh.draw.bye,
            offers=[*map(_offer, self.offers)],
        )


def _offer(offer: Offer) -> DrawOffer:
    return encode(
        DrawOffer,
        offer,
        drawbacks={
            name: {"games": int(np.count_nonzero(values)), "worst": int(values.max(initial=0))}
            for name, values in offer.drawbacks.items()
        },
    )


def _worse(
    known: KnownBoards, field: Field, rules: Constraints, fresh: Draw, draw: Draw
) -> Iterator[tuple[Board, str]]:
    """The new boards of a draw that are worse than any of a fresh one."""
    worst = worst_of(measure_pairs(field, rules, field.seats(_pairs_of(fresh))))
    boards = {board.pair for board in known.boards}
    new = [board for board in draw.boards if board.pair not in boards]
    seats = field.seats([board.players for board in new])
    values = measure_pairs(field, rules, seats)
    for k, board in enumerate(new):
        if worse := describe_worse({name: int(each[k]) for name, each in values.items()}, worst):
            yield board, worse


def _offers(
    offers: Sequence[Solution], system: Keeping, field: Field, rules: Constraints
) -> Iterator[Offer]:
    """Say of each draw that is offered what changes, and what it costs."""
    heaviest = {offer.key_of_bye: offer for offer in offers}
    known = {board.pair for board in system.boards}
    for offer in offers:
        pairs, bye = offer.pairs, offer.key_of_bye
        common = known.intersection(map(frozenset, pairs))
        lost = tuple(b for b in system.boards if b.pair not in common)
        yield Offer(
            changed=len(lost) + sum(key != bye for key in system.byes),
            lighter=heaviest[bye].totals[0] - offer.totals[0],
            bye=bye,
            drawbacks=measure_pairs(offer.field, rules, offer.matching.edges),
            lost=lost,
            gained=tuple(pair for pair in pairs if frozenset(pair) not in common),
            cost=compare_pairs(field, system.model, heaviest[bye].pairs, pairs)[1],
        )


def _pairs_of(draw: Draw) -> list[tuple[str, str]]:
    return [board.players for board in draw.boards]


def _names(draw: Draw) -> list[tuple[str, ...]]:
    """Components on each level; nothing if one weight decides."""
    return [level.components for level in draw.levels]


def _describe_way(tournament: Tournament, difference: Difference, way: Way) -> str:
    """Say whose boards become which ones."""
    was = {game.pair: game.table for game in difference.known.boards}
    now = {game.pair: game.table for game in difference.draw.games()}

    def describe_boards(
        pairs: Sequence[tuple[str, str]], tables: Mapping[frozenset[str], int]
    ) -> list[str]:
        """The boards of pairs, in table order."""
        found = sorted((tables[frozenset(pair)], pair) for pair in pairs)
        return [
            phrase(
                "{one} – {other} (table {table})",
                one=tournament.name_of(a),
                other=tournament.name_of(b),
                table=table,
            )
            for table, (a, b) in found
        ]

    def describe_byes(keys: Sequence[str]) -> list[str]:
        return [
            phrase("bye of {name}", name=tournament.name_of(key))
            for key in keys
            if key in way.players
        ]

    bye = difference.draw.bye
    old = describe_boards(way.lost, was) + describe_byes(difference.known.byes)
    new = describe_boards(way.gained, now) + describe_byes(() if bye is None else (bye,))
    none = [phrase("nothing")]
    return joined(" → ", [joined(", ", old or none), joined(", ", new or none)])
