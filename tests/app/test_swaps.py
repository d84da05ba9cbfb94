"""What becomes of the games when two players change places, in words and beside the edited draw."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from fastpair.app.draws.costs import Kind, swap_prices
from fastpair.app.history.timeline import Timeline
from fastpair.formats import FORMATS, format_of
from fastpair.insight.explain.facts import counts
from fastpair.pairing.field import Field
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights.models import model_named
from fastpair.research.simulate import generate


class Known(NamedTuple):
    document: object
    timeline: Timeline

    @property
    def tournament(self):
        return self.document.tournament


@pytest.fixture(scope="module")
def known():
    tournament = generate(30, 5, seed=2, play=2)
    drawn = draw_round(tournament, 3).applied_to(tournament)
    content = FORMATS["fastpair"].new(drawn)
    document = format_of("x.json", content).read("x.json", content)
    return Known(document, Timeline(entries=(), digest=""))


def games(tournament):
    return [game.players for game in tournament.round(3).games]


def test_words_tell_what_the_edited_draw_has_more(known):
    tournament = known.tournament
    field = Field.of(tournament.before(3), 3)
    model = model_named(tournament.rules.usual_model)
    before = counts(field, model, games(tournament))
    kinds = Counter()
    for key in [game.white for game in tournament.round(3).games][:6]:
        for other, price in swap_prices(known, 3, key).items():
            new = [
                tuple({key: other, other: key}.get(k, k) for k in pair)
                for pair in games(tournament)
            ]
            after = counts(field, model, new)
            assert {n: after[n] - before[n] for n in price.more} == price.more
            assert price.kind is not Kind.FREE or price.weight <= 0
            assert (price.kind is Kind.FORBIDDEN) == ("more rematch" in price.text)
            kinds[price.kind] += 1
    assert len(kinds) > 2


def test_a_price_is_told_without_a_weight(known):
    key = known.tournament.round(3).games[0].white
    for price in swap_prices(known, 3, key).values():
        assert price.text
        assert not any(
            part.isdigit() and len(part) > 3 for part in price.text.replace(",", "").split()
        )
