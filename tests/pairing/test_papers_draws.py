"""Draws by the papers' models: colours, handicaps, half points and bands, as the papers have them."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import player
from fastpair.go.tournament import Game, Grade, HandicapRules, Result, Rules, Tournament
from fastpair.pairing import ByRounds, Preferring, RoundRange
from fastpair.pairing.draw import BoardNote, Constraints, colour_rule, takes_white
from fastpair.pairing.field import Conventions, Field, handicap, handicap_level
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.weights import MODELS, Levelled, model_named
from fastpair.pairing.weights.models import GoDraw2015
from fastpair.research.models import Gotha, Kaniuk2012
from tournaments import tournaments

PAPERS = [name for name in MODELS if not name.startswith("opengotha")]
TOP = HandicapRules(threshold=Grade(2))


def entered(*grades, games=(), corrections=None, **rules):
    """Players a, b, c, … of these grades, in a tournament of five rounds."""
    players = [
        player(key, Grade.parse(grade), correction=(corrections or {}).get(key, 0))
        for key, grade in zip("abcdefgh", grades, strict=False)
    ]
    return Tournament(rules=Rules(rounds=5, **rules), players=tuple(players), games=games)


def played(*rounds, result=Result.JIGO):
    """Games of the boards of each round, such as ``"ab cd"``, White first."""
    return tuple(
        Game(round=number, table=table, white=pair[0], black=pair[1], result=result)
        for number, boards in enumerate(rounds, 1)
        for table, pair in enumerate(boards.split(), 1)
    )


def pair(keys):
    return frozenset({frozenset(keys)})


def pairs(draw):
    return {"".join(sorted(board.white + board.black)) for board in draw.boards}


@pytest.mark.parametrize("mode", ["eq13", "table", "k12"])
def test_colours_do_not_count_before_the_second_round(mode):
    """The rule would be a bonus of an even game against handicap games."""
    tournament = entered("8k", "6k", "6k", "4k")
    model = GoDraw2015(colour_mode=mode)
    assert pairs(draw_round(tournament, 1, model=model)) in ({"ab", "cd"}, {"ac", "bd"})
    shares = model.weigh(Field.of(tournament, 1)).components["colour"]
    assert len(set(shares[np.triu_indices(4, 1)].tolist())) == 1


@pytest.mark.parametrize("names", ["abcd", "bacd", "dcba"])
@pytest.mark.parametrize("model", PAPERS)
def test_the_papers_alternate_colours(model, names):
    """a had White and Black, b Black and White: with White for a their index is 6, else 8."""
    tournament = renamed(entered(*4 * ["1d"], games=played("ac db", "ca bd")), names)
    for weigher in (model, *wrapped(model_named(model))):
        assert white_against(tournament, "ab", weigher) == "a"
        assert white_against(tournament, "cd", weigher) == "d"


def renamed(tournament, names):
    """The players with other names, by which lots are drawn."""
    players = zip(tournament.players, names, strict=True)
    return replace(tournament, players=tuple(replace(each, name=name) for each, name in players))


def white_against(tournament, keys, model):
    """White of two players who must meet in the next round."""
    number = 1 + max(game.round for game in tournament.games)
    draw = draw_round(tournament, number, model=model, constraints=Constraints(force=pair(keys)))
    (board,) = (board for board in draw.boards if {board.white, board.black} == {*keys})
    return board.white


def wrapped(model):
    """The model with preferences, and with other parameters in some rounds."""
    yield Preferring(model=model)
    yield ByRounds(model=model, ranges=(RoundRange(first=2, last=None, model=model),))


def colours_of(tournament, key, after):
    """White 1, Black -1, no play 0, in the rounds so far."""
    found = [0] * after
    for game in tournament.games:
        if game.round <= after and not game.by_default and key in game.players:
            found[game.round - 1] = 1 if game.white == key else -1
    return found


def index(mine, theirs, colour):
    """Colour index C, of the changes of balances and alternations [K15 eqs. 3 to 8, 10]."""
    balances = turns = 0
    for colours, taken in ((mine, colour), (theirs, -colour)):
        balances += abs(sum(colours) + taken) - abs(sum(colours))
        turns += abs(taken - colours[-1]) / 2 if colours else 0
    return 3 * (balances / 2 + 1) + 2 - turns


def white_of(first, second):
    """Whether the first, who is placed higher, has White; None for a lot [INTERPRETATION K15-7]."""
    white, black = index(first, second, 1), index(first, second, -1)
    if white != black:
        return white < black
    mine, theirs = sum(first), sum(second)
    if abs(mine) != abs(theirs):
        return mine < 0 if abs(mine) > abs(theirs) else theirs > 0
    return first[-1] < 0 if first and first[-1] else None


@given(tournaments(), st.data())
def test_every_pair_of_the_papers_has_the_smaller_index(tournament, data):
    number = data.draw(st.integers(1, tournament.rules.rounds))
    field = Field.of(tournament.before(number), number)
    state = model_named("godraw2015").state(field)
    i, j = np.triu_indices(len(field), 1)
    even = colour_rule(field, state, 0)
    first = takes_white(field[i], field[j], even)
    assert (takes_white(field[j], field[i], even) == ~first).all()
    for a, b, a_is_white in zip(i, j, first, strict=True):
        if handicap(field[a], field[b]) > 0:
            assert a_is_white == (handicap_level(field[a]) > handicap_level(field[b]))
            continue
        past = [colours_of(tournament, field.key[seat], number - 1) for seat in (a, b)]
        expected = white_of(*past)
        assert expected is None or a_is_white == expected


@pytest.mark.parametrize("model", PAPERS)
def test_colours_are_the_same_in_every_order_of_the_players(model):
    tournament = entered(*4 * ["1d"])
    found = set()
    for players in permutations(tournament.players):
        draw = draw_round(replace(tournament, players=players), 1, model=model, seed=3)
        found.add(tuple((board.white, board.black) for board in draw.boards))
    assert len(found) == 1


@pytest.mark.parametrize("whole", [False, True])
def test_half_points_count_in_the_rules_as_they_do_in_the_model(whole):
    """a and c have 33½ points, d 33 and b 32, all at the bar: 1½ points ask for a handicap.

    Only e and f could be given stones, and they are not there.
    """
    games = played("ac", result=Result.JIGO) + played("db", result=Result.WHITE_WINS)
    tournament = entered(
        *4 * ["3d"],
        *2 * ["9k"],
        games=tuple(replace(game, table=ord(game.white)) for game in games),
        corrections={"a": 1, "c": 1},
        handicap=TOP,
    )
    tournament = tournament.with_absences(2, ["e", "f"])
    assert Field.of(tournament, 2).main_x2.tolist() == [67, 67, 66, 64]
    model = GoDraw2015(conventions=Conventions(whole_scores=whole))
    free = Constraints(limit_scores=False)
    near = replace(free, max_score_difference=1, no_handicap_at_top=False)
    for weigher in (model, *wrapped(model)):
        draw = draw_round(tournament, 2, model=weigher, constraints=free)
        notes = {note for board in draw.boards for note in board.notes}
        assert (BoardNote.EVEN_AT_TOP in notes) == (not whole)
        assert len(draw_round(tournament, 2, model=weigher, constraints=near).boards) == 1 + whole


@pytest.mark.parametrize("correction", [0, -1])
@pytest.mark.parametrize("name", ["godraw2015", "kaniuk2012", "macmahon"])
def test_with_a_handicap_for_every_difference_scores_may_differ_at_the_top(name, correction):
    """H = 0: the papers' models remove nothing of themselves, the director's rule all it says."""
    stones = HandicapRules(threshold=Grade(2), correction=correction)
    tournament = entered(*4 * ["3d"], corrections={"a": 1, "b": 1}, handicap=stones)
    model = Preferring(model=model_named(name), wanted=pair("ac"), worth=1e5)
    draw = draw_round(tournament, 1, model=model)
    assert pairs(draw) == {"ac", "bd"}
    at_top = {BoardNote.HANDICAP_AT_TOP, BoardNote.EVEN_AT_TOP}
    assert not any(at_top & set(board.notes) for board in draw.boards)
    asked = draw_round(tournament, 1, model=model, constraints=Constraints(no_handicap_at_top=True))
    assert pairs(asked) == {"ab", "cd"}


@pytest.mark.parametrize("model", PAPERS)
def test_who_gives_way_at_the_top_meets_the_nearest_who_can(model):
    """Nobody is within |H| of the leader, and with the last of all the others would be closer."""
    tournament = entered("4d", "1k", "1k", "9k", "10k", "18k")
    assert {"ab", "ac"} & pairs(draw_round(tournament, 1, model=model))


@pytest.mark.parametrize(("worth", "stones"), [(100.0, 0), (5000.0, 3)])
def test_stones_may_be_better_than_an_opponent_from_home(worth, stones):
    """Who would rather give or take stones than meet a club mate once more [K12 3.3]."""
    tournament = entered("10k", "10k", "14k", "14k")
    clubs = zip(tournament.players, ["Ost", "Ost", "West", "West"], strict=True)
    players = tuple(replace(player, club=club) for player, club in clubs)
    model = Kaniuk2012(coefficients=replace(Kaniuk2012().coefficients, area=worth))
    free = Constraints(limit_scores=False)
    draw = draw_round(replace(tournament, players=players), 1, model=model, constraints=free)
    met = {name in pairs(draw) for name in ("ab", "cd")}
    assert met == {not stones}
    assert [board.handicap for board in draw.boards] == 2 * [stones]


BY_RATING = Conventions(seeding=("rating",))


@pytest.mark.parametrize(
    ("model", "others"),
    [
        (GoDraw2015(even="random", conventions=BY_RATING, removed=("area",)), "bcdef"),
        (GoDraw2015(even="mix", conventions=BY_RATING, removed=("area",)), "def"),
        (Kaniuk2012(even="random", conventions=BY_RATING), "bcdef"),
        (Kaniuk2012(even="split-random", conventions=BY_RATING), "def"),
        (Gotha(seed="random", conventions=BY_RATING), "def"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_who_is_paired_at_random_meets_anybody_whom_the_strategy_allows(model, others):
    """Each group is shuffled before the draw [K15 4.1, 4.5; K12 6.5], in each round anew.

    Gotha weighs pairs of different halves by luck instead [K12 5.1].
    """
    tournament = entered(*6 * ["1d"])
    rated = (replace(p, rating=2200 - i) for i, p in enumerate(tournament.players))
    tournament = replace(tournament, players=tuple(rated))

    def opponent(seed, number=1, around=0):
        salted = replace(model, salt=seed)
        weigher = (salted, *wrapped(salted), Levelled(model=salted, levels=(salted.names,)))[around]
        (pair,) = (p for p in pairs(draw_round(tournament, number, model=weigher)) if "a" in p)
        return pair.replace("a", "")

    first = [opponent(seed) for seed in range(40)]
    assert "".join(sorted(set(first))) == others
    if not isinstance(model, Gotha):
        assert [opponent(seed, number=2) for seed in range(8)] != first[:8]
    for around in (1, 2, 3):
        assert [opponent(seed, around=around) for seed in range(4)] == first[:4]
