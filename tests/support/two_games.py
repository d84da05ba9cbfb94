"""Invented chess events whose rounds are matches of two games."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from fastpair import Bye, Game, Player, Result, Rules, Tournament
from fastpair.go.tournament import PRESETS

KNOWN = st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO])
FORFEITS = st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE])
ENDINGS = st.one_of(
    st.tuples(KNOWN, st.just(False)),
    st.tuples(FORFEITS, st.just(True)),
    st.just((Result.UNKNOWN, False)),
)
PLAYED = st.tuples(KNOWN, st.just(False))


@st.composite
def two_game_events(draw, endings=ENDINGS, *, alone=True, most=6):
    """Rounds of pairs in any order, with results of both games; the one who is left has a bye or is absent."""
    count = draw(st.integers(2, most))
    keys = [f"k{number}" for number in range(count)]
    rounds = draw(st.integers(1, 4))
    games, byes, absent, asked = [], [], {}, {}
    for number in range(1, rounds + 1):
        order = draw(st.permutations(keys))
        pairs = draw(st.integers(1 if alone else count // 2, count // 2))
        for table in range(1, pairs + 1):
            (one, by_default), (other, too) = draw(endings), draw(endings)
            games.append(
                Game(
                    round=number,
                    table=table,
                    white=order[2 * table - 2],
                    black=order[2 * table - 1],
                    result=one,
                    by_default=by_default,
                    second_result=other,
                    second_by_default=too,
                )
            )
        for key in order[2 * pairs :] if alone else ():
            what = draw(st.sampled_from(["bye", "absent", "asked"]))
            if what == "bye":
                byes.append(Bye(round=number, player=key))
            else:
                absent.setdefault(key, set()).add(number)
            if what == "asked":
                asked.setdefault(key, set()).add(number)
    players = tuple(
        Player(
            key=key,
            name=key.upper(),
            rating=draw(st.integers(1400, 2600)),
            absences=frozenset(absent.get(key, ())),
            requested_byes=frozenset(asked.get(key, ())),
        )
        for key in keys
    )
    rules = replace(Rules(**PRESETS["Double-Swiss"].changes), system=None, rounds=rounds)
    return Tournament(
        name="T", kind="swiss", rules=rules, players=players, games=tuple(games), byes=tuple(byes)
    )
