"""A draw that is edited by hand, and what that costs."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from commands import do
from congress_files import games, in_memory
from fastpair.app.draws.costs import SwapKind, Weigher, swap_prices
from fastpair.formats import read
from fastpair.insight import counts
from fastpair.pairing.draw import Constraints
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import model_named


class TestEdits:
    def test_swap(self, run, drawn):
        before = games(drawn)
        a, b = before[1].white, before[3].black
        status, output, _ = run("swap", drawn, a, b)
        after = games(drawn)
        assert status == 0
        assert set(after[1].players) == {b, before[1].black}
        assert set(after[3].players) == {a, before[3].white}
        said = re.search("(?m)^the draw is not the best one of its players by (.*): (.*)$", output)
        assert said[1] == "the rules of OpenGotha 3.51"
        assert not re.search(r"\d[\d,]{3}", said[2])  # no weight
        assert {t: g for t, g in after.items() if t not in (1, 3)} == {
            t: g for t, g in before.items() if t not in (1, 3)
        }
        output = run("swap", drawn, a, b)[1]
        assert "the draw is the best one of its players by the rules of OpenGotha 3.51" in output
        assert {frozenset(g.players) for g in games(drawn).values()} == {
            frozenset(g.players) for g in before.values()
        }

    @pytest.mark.parametrize("model", ["opengotha352", "kaniuk2012", "godraw2015"])
    def test_the_cost_is_what_the_draw_has_more(self, run, file, model):
        """Beside what is counted in draws that must hold the same boards."""
        run("draw", file, "--write", "--model", model)
        drawn = read(file).tournament
        boards = games(file)
        run("swap", file, boards[1].white, boards[4].black)
        edited = read(file).tournament
        pairs = [{frozenset(g.players) for g in t.games} for t in (drawn, edited)]
        bare = drawn.replace_round(1, (), drawn.byes)
        best, worse = (
            draw_round(bare, 1, model=model, constraints=Constraints(force=frozenset(p)))
            for p in pairs
        )
        held = Weigher(
            number=1,
            model=model_named(model),
            seed=0,
            imposed=frozenset(),
            label="it",
            congress=in_memory(drawn),
        )
        (told,) = held.describe_edit(drawn, edited)
        assert best.total_weight > worse.total_weight
        field = Field.of(bare, 1, variant=held.model.traits.variant)
        better, now = (
            counts(field, held.model, [b.players for b in d.boards]) for d in (best, worse)
        )
        points = now["point between opponents"] - better["point between opponents"]
        assert points > 0
        assert told.startswith("the draw is not the best one of its players by it: ")
        assert f"{points // 2} more points between opponents" in told

    def test_the_cost_is_by_the_model_that_drew(self, run, file):
        run("draw", file, "--write", "--model", "godraw2015")
        before = games(file)
        output = run("swap", file, before[1].white, before[3].black)[1]
        assert "is not the best one of its players by the rules of GoDraw 2015: " in output

    def test_pair_before_the_draw_is_an_imposed_game(self, run, file, invented):
        a, b = invented.players[0].key, invented.players[20].key
        do("pair", file, a, b)
        run("draw", file, "--write")
        assert set(games(file)[1].players) == {a, b}
        _, _, errors = run("draw", file, "--redraw", "--seed", 2, "--write")
        assert "round 1: 1 game stays, imposed, as the history shows" in errors
        assert set(games(file)[1].players) == {a, b}
        others = [g for t, g in games(file).items() if t != 1]
        output = run("swap", file, others[0].white, others[2].black)[1]
        assert "is not the best one of its players" in output

    def test_what_was_edited_by_hand_stays_with_a_redraw(self, run, drawn):
        before = games(drawn)
        run("swap", drawn, before[1].white, before[9].black)
        edited = {t: games(drawn)[t] for t in (1, 9)}
        run("draw", drawn, "--redraw", "--write")
        assert {t: games(drawn)[t] for t in (1, 9)} == edited

    def test_a_model_that_is_gone_is_said_and_stops_nothing(self, run, file, tmp_path):
        model = tmp_path / "mine.toml"
        model.write_text('model = "godraw2015"\n')
        run("draw", file, "--write", "--model", model)
        model.unlink()
        before = games(file)
        status, output, _ = run("swap", file, before[1].white, before[3].black)
        assert status == 0
        assert (
            "by the rules of OpenGotha 3.51, not the rules of GoDraw 2015, "
            "by which the round was drawn: " in output
        )


@pytest.fixture(scope="module")
def known():
    tournament = generate(30, 5, seed=2, play=2)
    drawn = draw_round(tournament, 3).applied_to(tournament)
    return in_memory(drawn)


def test_words_tell_what_the_edited_draw_has_more(known):
    tournament = known.tournament
    field = Field.of(tournament.before(3), 3)
    model = model_named(tournament.rules.usual_model)
    pairs = [game.players for game in tournament.round(3).games]
    before = counts(field, model, pairs)
    kinds = Counter()
    for key in [game.white for game in tournament.round(3).games][:6]:
        for other, price in swap_prices(known, 3, key).items():
            new = [tuple({key: other, other: key}.get(k, k) for k in pair) for pair in pairs]
            after = counts(field, model, new)
            assert {n: after[n] - before[n] for n in price.more} == price.more
            assert price.kind is not SwapKind.FREE or price.weight <= 0
            assert (price.kind is SwapKind.FORBIDDEN) == ("more rematch" in price.text)
            assert price.text
            assert not re.search(r"\d[\d,]{3}", price.text)  # of a weight
            kinds[price.kind] += 1
    assert len(kinds) > 2
