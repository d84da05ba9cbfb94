"""Players as directors type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from fastpair.app.lookup import find_player
from fastpair.errors import RuleError
from fastpair.formats import read
from fastpair.go.tournament import Grade, Player, Tournament
from fastpair.letters import folded
from fastpair.pairing.generator import generate

NAMES = [
    ("Müller", "Anna"),
    ("Mueller", "Hans-Jörg"),
    ("Østergård", "Łukasz"),
    ("van der Berg", "Jo"),
    ("Berg", "Jo"),
    ("O'Neill", "Zoë"),
    ("Yılmaz", "İpek"),
    ("毛", "荣峰"),
    ("Anna", "Li"),
]


def tournament_of(names):
    return Tournament.found(
        players=tuple(
            Player(
                key=f"{name}{first}".replace(" ", "").upper(),
                name=name,
                first_name=first,
                grade=Grade(0),
            )
            for name, first in names
        )
    )


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("MÜLLERANNA", "Müller"),
        ("müller anna", "Müller"),
        ("Anna Müller", "Müller"),
        ("anna muller", "Müller"),
        ("Muller, Anna", "Müller"),
        ("MULLER", "Müller"),
        ("mueller", "Mueller"),
        ("hans jorg", "Mueller"),
        ("Lukasz", "Østergård"),
        ("ostergard", "Østergård"),
        ("vanderberg", "van der Berg"),
        ("jo berg", "Berg"),
        ("berg", "Berg"),
        ("oneill", "O'Neill"),
        ("zoe o’neill", "O'Neill"),
        ("yilmaz", "Yılmaz"),
        ("YILMAZIPEK", "Yılmaz"),
        ("ipek", "Yılmaz"),
        ("毛荣峰", "毛"),
        ("li", "Anna"),
    ],
)
def test_a_player_is_found(typed, name):
    tournament = tournament_of(NAMES)
    assert tournament.by_key[find_player(tournament, typed)].name == name


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("jo", "player 'jo' is ambiguous: van der Berg Jo 1d (VANDERBERGJO), Berg Jo 1d (BERGJO)"),
        ("anna", "player 'anna' is ambiguous: Müller Anna 1d (MÜLLERANNA), Anna Li 1d (ANNALI)"),
        (
            "mulller",
            "no player 'mulller'; did you mean Müller Anna (MÜLLERANNA), Mueller Hans-Jörg",
        ),
        ("", "no player ''"),
        ("???", "no player '???'"),
        ("xyzzy", "no player 'xyzzy'"),
    ],
)
def test_who_is_not_found_is_not_guessed(typed, message):
    with pytest.raises(RuleError) as caught:
        find_player(tournament_of(NAMES), typed)
    assert str(caught.value).startswith(message)


def test_a_key_is_never_ambiguous():
    tournament = tournament_of([("Ito", "A"), ("ITO", "a"), ("Itô", "A")])
    keys = [player.key for player in tournament.players]
    assert keys == ["ITOA", "ITOA", "ITÔA"]
    assert find_player(tournament, "ITÔA") == "ITÔA"


def test_many_candidates_are_counted():
    tournament = tournament_of([("Ito", letter) for letter in "ABCDEFGH"])
    with pytest.raises(RuleError, match=r"Ito E 1d \(ITOE\), 3 more$"):
        find_player(tournament, "ito")


@given(
    st.sampled_from(generate(200, 2, seed=3).players), st.sampled_from(["lower", "upper", "title"])
)
def test_everybody_is_found_by_the_whole_name(player, case):
    tournament = generate(200, 2, seed=3)
    typed = getattr(f" {player.first_name}  {player.name} ", case)()
    assert find_player(tournament, player.key) == player.key
    assert find_player(tournament, typed) == player.key


@given(st.text())
def test_folding_is_stable(text):
    assert folded(folded(text)) == folded(text)
    assert folded(text.upper().lower()) == folded(text.upper())


@pytest.mark.parametrize("players", [30, 60])
def test_a_number_that_is_stated_is_all_that_happens(tmp_path, players):
    """No late entry, withdrawal or absence besides, as there are some where nothing is stated."""
    file = tmp_path / "congress.json"
    command = ["generate", "--players", players, "--rounds", 5, "--output", file]
    none = [f"--{name}" for name in ("absent", "late", "withdrawn", "byes-asked")]
    do(*command, *(word for name in none for word in (name, "0")))
    assert not any(player.absences for player in read(file).tournament.players)
    file.unlink()
    do(*command, "--late", "3", "--withdrawn", "0", "--absent", "0")
    missed = [player.absences for player in read(file).tournament.players if player.absences]
    assert len(missed) == 3
    assert all(1 in each and 5 not in each for each in missed)
    file.unlink()
    do(*command)
    assert any(player.absences for player in read(file).tournament.players)
