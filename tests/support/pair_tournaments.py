"""Tournaments of invented pairs."""

from __future__ import annotations

from fastpair.go.teams import pair_of
from fastpair.go.tournament import Grade, Player, Rules, Tournament


def person(name, first_name, grade, **facts):
    """Somebody, with the rating of the grade unless another is stated."""
    key = f"{name}{first_name}".upper()
    made = Player(key=key, name=name, first_name=first_name, grade=Grade.parse(grade), **facts)
    return made.with_rating()


PEOPLE = (
    person("Adler", "Berta", "2d", country="DE", club="Ulm"),
    person(
        "Meier", "Jo", "1k", country="DE", club="Bonn", egf_pin="12345678", absences=frozenset({3})
    ),
    person("Kunz", "Ada", "3k", country="CH"),
    person("Roth", "Eva", "5k", country="CH", band=2),
    person("Berg", "Max", "9k"),
)
SINGLES = Tournament(name="Pairs", rules=Rules(rounds=3), players=PEOPLE)


def paired_off(count=4, size=2, rounds=3):
    """Pairs or trios of people whose grades differ."""
    people = [person("P", f"{n}", f"{n + 1}k", country="SE") for n in range(count * size)]
    pairs = (
        pair_of(people[size * n : size * n + size], key=f"PAIR{n}", name=f"Pair {n}")
        for n in range(count)
    )
    return Tournament(name="Pairs", rules=Rules(rounds=rounds), players=tuple(pairs))
