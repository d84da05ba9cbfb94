"""How long the best proposal for several no-shows and late arrivals takes, and what it changes.

    python bench/bench_no_shows.py [PLAYERS]

Eight of 300 invented players do not come to a published round 4, and three come late. Each way is
made once, as the page and the command make it, by weights (EGF), by levels (Swiss) and by criteria (FIDE).
Neither names nor boards are printed.
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

from fastpair import Congress, Player
from fastpair.app.draws.no_show import no_shows
from fastpair.errors import RuleError
from fastpair.go.tournament import Grade

WAYS = ("re-pair", "limited", "bye-by-rule", "forfeit")


def published(preset, count, chance):
    """A congress whose round 4 is published, and three who are absent from it."""
    players = [
        Player(key=f"P{n}", name=f"P{n}", first_name="", grade=Grade(chance.randrange(-20, 6)))
        for n in range(count + 3)
    ]
    congress = Congress.new("Bench", preset=preset, rounds=5, players=players)
    for number in (1, 2, 3):
        congress = congress.draw(number).congress
        games = congress.tournament.round(number).games
        results = {game.table: chance.choice(["1-0", "0-1"]) for game in games}
        congress = congress.results(number, results).congress
    late = [player.key for player in chance.sample(players, 3)]
    congress = congress.absent(late, rounds=[4]).congress.draw(4).congress
    return congress.publish(4).congress, late


def main(count):
    print("preset  way            seconds  other boards changed")
    for preset in ("EGF", "Swiss", "FIDE"):
        chance = Random(2013)
        congress, late = published(preset, count, chance)
        missing = chance.sample(sorted(congress.tournament.round(4).seated), 8)
        boards = congress.tournament.round(4).games
        for way in WAYS:
            start = perf_counter()
            try:
                done = congress.no_show(missing, way, round=4, late=late).congress
            except RuleError as error:
                print(f"{preset:8}{way:12} refused: {error}")
                continue
            seconds = perf_counter() - start
            pairs = {game.pair for game in done.tournament.round(4).games}
            both_here = [game for game in boards if game.pair.isdisjoint(missing)]
            changed = sum(game.pair not in pairs for game in both_here)
            print(f"{preset:8}{way:12}{seconds:10.2f}{changed:12}")
        start = perf_counter()
        no_shows(congress._state, 4, missing, late)
        print(f"{preset:8}{'all of them':12}{perf_counter() - start:10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
