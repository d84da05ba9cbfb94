"""How many published boards change when a player leaves, one comes, or both: a fresh draw beside the least change.

    python bench/bench_least_change.py [FILE...]

Each round of a tournament is drawn and published without one of those who took part in it. Then that one
comes, another one leaves, or both; who it is, a seed decides. A fresh draw and the least change are
made, which has no new game that is worse than any of the fresh draw, and all draws between the two; "fewest"
is the least change whatever games it makes; the bye is that of the rule, or another player's. Weight is lost
against the heaviest draw with the same bye. Without files: congresses of 500 and 1000 invented players
who have played three rounds. Neither names nor boards are printed.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from fastpair.formats import read
from fastpair.pairing.generator import Chance, generate
from fastpair.pairing.rounds import Keeping, draw_round
from fastpair.pairing.rounds.round import situation_of
from fastpair.pairing.systems import Weighted
from fastpair.pairing.weights import model_named

MODEL = model_named("opengotha351")
SEED = 2013
HEAD = (
    "round  players  what         boards  fresh  fewest  least    bye  weight lost  "
    "draws between  fresh ms  least ms  between ms"
)


def with_players(tournament, number, keys):
    """The state before a round in which these players take part."""
    players = tuple(
        replace(p, absences=p.absences - {number} if p.key in keys else p.absences | {number})
        for p in tournament.players
    )
    return replace(tournament.before(number), players=players).replace_round(number, (), ())


def timed(work):
    start = perf_counter()
    result = work()
    return result, 1000 * (perf_counter() - start)


def changed(draw, published):
    """How many published boards a draw does not have; a bye counts as one."""
    drawn = {frozenset(game.players) for game in draw.games()}
    lost = sum(frozenset(game.players) not in drawn for game in published.games())
    return lost + (published.bye not in (None, draw.bye))


def measured(tournament, number, keys, published):
    """A row of the table for the players who take part after all."""
    now = with_players(tournament, number, keys)
    byes = () if published.bye is None else (published.bye,)
    keeping = Keeping(model=MODEL, boards=published.games(), byes=byes)
    fresh, fresh_ms = timed(lambda: draw_round(now, number, system=Weighted(model=MODEL)))
    least, least_ms = timed(lambda: draw_round(now, number, system=keeping))
    fewest = draw_round(now, number, system=replace(keeping, fewest=True))
    situation = situation_of(now, number)
    offers, between_ms = timed(lambda: keeping.offers(situation, {}))
    same_bye = [offer for offer in offers if offer.bye == offers[0].bye]
    lost = same_bye[-1].totals[0] - offers[0].totals[0]
    boards = len(published.games()) + len(byes)
    bye = "none" if least.bye is None else "rule" if least.bye == fresh.bye else "other"
    return (
        f"{boards:6}{changed(fresh, published):7}{changed(fewest, published):8}"
        f"{changed(least, published):7}{bye:>7}"
        f"{lost / fresh.units:13.3g}{len(offers):15}"
        f"{fresh_ms:10.0f}{least_ms:10.0f}{between_ms:12.0f}"
    )


def rows(tournament, number, chance):
    """The three events in a round."""
    seated = tournament.round(number).seated
    pool = seated or {player.key for player in tournament.to_pair(number)}
    keys = sorted(pool)
    late = chance.one_of(keys)
    leaving = chance.one_of([key for key in keys if key != late])
    before = with_players(tournament, number, pool - {late})
    published = draw_round(before, number, system=Weighted(model=MODEL))
    for what, present in (
        ("one leaves", pool - {late, leaving}),
        ("one comes", pool),
        ("both", pool - {leaving}),
    ):
        row = measured(tournament, number, present, published)
        yield f"{number:5}{len(present):9}  {what:10}  {row}"


def show(name, tournament, numbers):
    print(f"{name}, opengotha351", HEAD, sep="\n")
    chance = Chance(SEED)
    for number in numbers:
        for row in rows(tournament, number, chance):
            print(row, flush=True)
    print()


def main(paths):
    for path in paths:
        tournament = read(path).tournament
        numbers = range(1, tournament.rules.rounds + 1)
        show(Path(path).name, tournament, [n for n in numbers if tournament.round(n).games])
    if not paths:
        for players in (500, 1000):
            show(f"{players} invented players", generate(players, 4, seed=SEED, play=3), [4])


if __name__ == "__main__":
    main(sys.argv[1:])
