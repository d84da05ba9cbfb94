"""Invented tournaments for property tests: small, and with everything that rules allow."""

from __future__ import annotations

from hypothesis import strategies as st

from builders import GO_RESULTS
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Game,
    Grade,
    HandicapRules,
    PairingRules,
    Placement,
    Player,
    Points,
    Rules,
    SeedSystem,
    Tournament,
)

GRADES = st.integers(-30, 8).map(Grade)
NAMES = st.sampled_from(["Ito", "ito", "Itō", "Ib", "I", "Éa", "Za", "z", "𝕫", "ﬀ"])
CLUBS = st.sampled_from(["", "Ber", "BER", "Bern", "Berne", "Ülm", "ülm", "Ost"])
COUNTRIES = st.sampled_from(["", "DE", "de", "CH", "FR"])
WORTH = st.sampled_from([0, 1, 7, 999, 10**6 + 1, 10**8, 3 * 10**11 + 1, 5 * 10**14])


def players(count, rounds):
    """Players with unique keys, whose names may differ in little."""
    facts = st.builds(
        dict,
        name=NAMES,
        grade=GRADES,
        rating=st.integers(-900, 2949),
        country=COUNTRIES,
        club=CLUBS,
        final=st.integers(0, 5).map(bool),
        correction=st.integers(-1, 2),
        absences=st.frozensets(st.integers(1, rounds), max_size=2),
    )
    several = st.lists(st.tuples(st.booleans(), facts), min_size=count, max_size=count)
    return several.map(
        lambda all_of_them: tuple(
            Player(
                key=f"K{i}",
                first_name=chr(97 + i),
                requested_byes=frozenset([*facts["absences"]][:asks]),
                **facts,
            )
            for i, (asks, facts) in enumerate(all_of_them)
        )
    )


def pairing_rules():
    return st.builds(
        PairingRules,
        variant=st.just("v351"),
        concavity=st.sampled_from([0.0, 0.3, 0.5, 1.0]),
        avoid_duplicate=WORTH,
        random=st.sampled_from([0, 1, 1000]),
        balance_colours=WORTH,
        avoid_mixing_categories=WORTH,
        minimise_score_difference=WORTH,
        draw_up_down=WORTH,
        compensate_draw_up_down=st.booleans(),
        drawn_down_from=st.sampled_from(Placement),
        drawn_up_from=st.sampled_from(Placement),
        maximise_seeding=WORTH,
        last_round_of_first_seed_system=st.integers(0, 4),
        seed_systems=st.tuples(*2 * [st.sampled_from(SeedSystem)]),
        seed_criteria=st.tuples(*2 * [st.sampled_from([Criterion.NONE, Criterion.RATING])]),
        grade_threshold=GRADES,
        wins_threshold=st.booleans(),
        bar_threshold=st.booleans(),
        minimise_handicap=WORTH,
        avoid_same_area=WORTH,
        country_groups=st.integers(0, 4),
        club_groups=st.integers(0, 4),
    )


def points():
    """Values of games as everywhere, and now and then others."""
    usual = Points()
    values = {
        name: st.sampled_from(3 * [getattr(usual, name)] + [0, 1, 2, 6, -1])
        for name in Points.__slots__
        if name.endswith("_x2")
    }
    return st.builds(Points, **values, round_down=st.booleans())


def rules(rounds):
    limits = st.lists(GRADES, max_size=3, unique=True)
    return st.builds(
        Rules,
        rounds=st.just(rounds),
        floor=st.integers(-30, -10).map(Grade),
        bar=st.integers(-8, 8).map(Grade),
        category_limits=limits.map(lambda grades: tuple(sorted(grades, reverse=True))),
        points=points(),
        top_sleepers_lowered=st.sampled_from([0, 0, 1, 2]),
        absence_as_half_point=st.booleans(),
        missed=st.sampled_from(["bga", "own"]),
        seeding=st.lists(st.sampled_from(Criterion), max_size=2, unique=True).map(tuple),
        unplayed_as_half_point=st.booleans(),
        placement=st.lists(st.sampled_from(Criterion), max_size=6, unique=True).map(tuple),
        handicap=st.builds(
            HandicapRules,
            by_mms=st.booleans(),
            threshold=GRADES,
            correction=st.integers(-2, 3),
            ceiling=st.integers(0, 9),
            even_at_bar=st.booleans(),
        ),
        pairing=pairing_rules(),
        club_groups=st.sampled_from(
            [
                (),
                (frozenset({"ber", "ülm"}),),
                (frozenset({"ber", "ost"}), frozenset({"ost", "ülm"})),
            ]
        ),
    )


@st.composite
def rounds_of(draw, number, keys):
    """Games and perhaps a bye of one round."""
    order = draw(st.permutations(keys))
    count = draw(st.integers(0, len(keys) // 2))
    games = [
        Game(
            round=number,
            table=table + 1,
            white=order[2 * table],
            black=order[2 * table + 1],
            handicap=draw(st.integers(0, 3)),
            result=draw(st.sampled_from(GO_RESULTS)),
            by_default=draw(st.booleans()) and draw(st.booleans()),
        )
        for table in range(count)
    ]
    rest = order[2 * count :]
    byes = [Bye(round=number, player=rest[0])] if rest and draw(st.booleans()) else []
    return games, byes


@st.composite
def tournaments(draw, most_players=8, most_rounds=5):
    """Tournaments of which any number of rounds has been drawn."""
    rounds = draw(st.integers(1, most_rounds))
    entered = draw(players(draw(st.integers(0, most_players)), rounds))
    drawn = draw(st.integers(0, rounds))
    keys = [player.key for player in entered]
    past = [draw(rounds_of(number, keys)) for number in range(1, drawn + 1)]
    return Tournament(
        rules=draw(rules(rounds)),
        players=entered,
        games=tuple(game for games, _ in past for game in games),
        byes=tuple(bye for _, byes in past for bye in byes),
    )
