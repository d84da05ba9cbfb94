"""Prizes by age, sex, club and rating: who may get one, and of whom that is not known."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.errors import RuleError
from fastpair.go.prizes import Prize, prize_plan, prizes
from fastpair.go.standings import standings
from fastpair.go.tournament import Event, Game, Person, Result, Rules, Tournament

DAY = date(2026, 7, 18)


def event_of(*people, begins=DAY):
    """Players who have won in their order: the first two games, and so on."""
    players = tuple(player(key, 0, **facts) for key, facts in people)
    games = tuple(
        Game(round=1, table=n + 1, white=a.key, black=b.key, result=Result.WHITE_WINS)
        for n, (a, b) in enumerate(zip(players[::2], players[1::2], strict=True))
    )
    rules = Rules(rounds=1)
    return Tournament(rules=rules, players=players, games=games, event=Event(begins=begins))


def given_to(tournament, **prize):
    """The keys of the winners, and of those who lack a fact, by the fact."""
    plan = prize_plan([{"name": "One", "count": "all", **prize}])
    (award,) = prizes(standings(tournament, 1), plan, tournament)
    winners = "".join(sorted(row.key for row in award.winners))
    return winners, {each.fact: "".join(sorted(r.key for r in each.rows)) for each in award.lacking}


@pytest.mark.parametrize(
    ("prize", "winners", "lacking"),
    [
        ({"under": 18}, "b", {"birth": "d"}),
        ({"under": 19}, "ab", {"birth": "d"}),
        ({"under": 17}, "", {"birth": "d", "day": "b"}),
        ({"age_from": 18}, "ac", {"birth": "d"}),
        ({"age_from": 60}, "c", {"birth": "d"}),
        ({"age_from": 17, "under": 60}, "a", {"birth": "d", "day": "b"}),
        ({"born_from": "2008"}, "ab", {"birth": "d"}),
        ({"born_from": 2009}, "b", {"birth": "d"}),
        ({"born_from": "2009-07-01"}, "", {"birth": "d", "day": "b"}),
        ({"born_to": "2009-12-31"}, "abc", {"birth": "d"}),
        ({"born_to": date(2009, 6, 30)}, "ac", {"birth": "d", "day": "b"}),
        ({"born_from": "2009-03-01", "born_to": "2009-06-30"}, "", {"birth": "d", "day": "b"}),
        ({"born_to": "1966-07-18"}, "c", {"birth": "d"}),
        ({"born_to": "1966-07-17"}, "", {"birth": "d"}),
        ({"sex": "w"}, "b", {"sex": "c"}),
        ({"sex": "m"}, "ad", {"sex": "c"}),
        ({"club": "ulm"}, "ac", {"club": "d"}),
        ({"club": "Lyon"}, "b", {"club": "d"}),
        ({"rating_from": 2000}, "bc", {"rating": "a"}),
        ({"rating_from": 2001}, "c", {"rating": "a"}),
        ({"rating_from": 1999, "rating_to": 2000}, "b", {"rating": "a"}),
        ({"rating_to": 1999}, "d", {"rating": "a"}),
        ({"rating_to": 2000, "sex": "w"}, "b", {}),
        ({"under": 18, "sex": "w"}, "b", {}),
        ({"under": 99, "sex": "m"}, "a", {"birth": "d", "sex": "c"}),
        ({}, "abcd", {}),
    ],
)
def test_a_prize_is_for_those_of_its_facts(prize, winners, lacking):
    tournament = event_of(
        ("a", {"birth": "2008-07-18", "sex": "m", "club": "Ulm", "rating": None}),
        ("b", {"birth": "2009", "sex": "w", "club": "Lyón", "rating": 2000}),
        ("c", {"birth": "1966-07-18", "sex": "", "club": "ULM", "rating": 2100}),
        ("d", {"birth": "", "sex": "m", "club": "", "rating": 1500}),
    )
    assert given_to(tournament, **prize) == (winners, lacking)


DAYS = st.dates(date(2005, 12, 1), date(2012, 2, 1))


@given(
    birth=DAYS.map(str) | st.integers(2006, 2011).map(str),
    day=st.dates(date(2024, 1, 1), date(2025, 3, 1)),
    under=st.none() | st.integers(14, 18),
    age_from=st.none() | st.integers(13, 18),
    born_from=st.just("") | DAYS.map(str) | st.integers(2006, 2011).map(str),
    born_to=st.just("") | DAYS.map(str) | st.integers(2006, 2011).map(str),
)
def test_an_age_is_known_if_all_days_of_the_birth_agree(
    birth, day, under, age_from, born_from, born_to
):
    """Day by day: a birthday has passed or not, and a text is a day or has all of its year."""

    def age(born):
        years = day.year - born.year
        return years if f"{day:%m%d}" >= f"{born:%m%d}" else years - 1

    def days(text):
        first = date.fromisoformat(text if len(text) > 4 else f"{text}-01-01")
        last = first if len(text) > 4 else date(first.year, 12, 31)
        return [first + timedelta(n) for n in range((last - first).days + 1)]

    def fits(born):
        return (
            (under is None or age(born) < under)
            and (age_from is None or age(born) >= age_from)
            and (not born_from or born >= days(born_from)[0])
            and (not born_to or born <= days(born_to)[-1])
        )

    prize = Prize(name="One", under=under, age_from=age_from, born_from=born_from, born_to=born_to)
    found = prize.judge(player("a", 0, birth=birth), day)
    each = {fits(born) for born in days(birth)}
    # Limits that leave nobody of any year may be told later, by the day.
    expected = each.pop() if len(each) == 1 else None
    value = next(iter(found.values()), True)
    assert value == expected or (value is None and expected is False)
    assert {*found} <= {"day" if value is None else "birth"}


def test_only_those_are_named_who_might_get_it():
    """Who is placed below the last winner would not, unless prizes are left."""
    facts = [("a", ""), ("b", "m"), ("c", "w"), ("d", "w"), ("e", ""), ("f", "")]
    tournament = event_of(*((key, {"sex": sex}) for key, sex in facts))
    # a, c and e have won, and share the first place; b, d and f the second one.
    assert given_to(tournament, sex="w", count=1) == ("c", {"sex": "ae"})
    assert given_to(tournament, sex="w", count=2) == ("cd", {"sex": "aef"})
    assert given_to(tournament, sex="m", count=1) == ("b", {"sex": "aef"})
    assert given_to(tournament, sex="w", count=3) == ("cd", {"sex": "aef"})
    assert given_to(tournament, sex="w", count=0) == ("", {})


def test_both_of_a_pair_must_be_young():
    births = {"a": ("2010", "2011"), "b": ("2010", "1980"), "c": ("2010", ""), "d": ("1980", "")}
    tournament = event_of(
        *(
            (
                key,
                {
                    "members": tuple(
                        Person(f"{key}{n}", "X", birth=born) for n, born in enumerate(pair)
                    )
                },
            )
            for key, pair in births.items()
        )
    )
    assert given_to(tournament, under=18) == ("a", {"birth": "c"})


@pytest.mark.parametrize(
    ("prize", "said"),
    [
        ({"under": "x"}, "prize 1, under: must be an age in years, not 'x'"),
        ({"under": 0}, "prize 1, under: must be an age in years, not 0"),
        ({"born_from": "May"}, "prize 1, born_from: expected a year or a day"),
        ({"born_to": "2008-02-30"}, "prize 1, born_to: expected a year or a day"),
        ({"sex": "x"}, "prize 1, sex: must be one of m, w, not 'x'"),
        ({"club": 3}, "prize 1, club: must be the name of a club, not 3"),
        ({"rating_to": "high"}, "prize 1, rating_to: must be a rating, not 'high'"),
        ({"rating_from": 2001, "rating_to": 2000}, "prize 1, rating_from: nobody is between 2001 and 2000"),
        ({"age_from": 18, "under": 18}, "prize 1, age_from: nobody is between 18 and 18"),
        ({"born_from": "2009", "born_to": "2008-12-31"}, "prize 1, born_from: nobody is between"),
    ],
)  # fmt: skip
def test_what_nobody_can_be_is_refused(prize, said):
    with pytest.raises(RuleError, match=said):
        prize_plan([{"name": "One", **prize}])
    assert prize_plan(
        [{"name": "One", "age_from": 17, "under": 18, "born_from": 2008, "born_to": 2008}]
    )


@pytest.mark.parametrize(("field", "value"), [("under", 18), ("age_from", 60)])
def test_ages_count_on_the_first_day(field, value):
    tournament = event_of(("a", {"birth": "2000"}), ("b", {}), begins=None)
    with pytest.raises(RuleError, match=f"prize 1, {field}: enter the start date of the event"):
        given_to(tournament, **{field: value})
    assert given_to(tournament, born_from=2000) == ("a", {"birth": "b"})
    with pytest.raises(RuleError, match="need the tournament"):
        prizes(standings(tournament, 1), prize_plan([{"name": "One", "sex": "w"}]))
