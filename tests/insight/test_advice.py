"""Advice to the director: each piece where its source has it, and nowhere else."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from commands import do
from congress_files import save
from fastpair.app.forms.inputs import with_rules
from fastpair.app.reports.check import Advised, advice_document
from fastpair.formats import read
from fastpair.go.tournament import (
    Criterion,
    Grade,
    Player,
    Rules,
    Tournament,
    bar_range,
    players_there,
)
from fastpair.insight.advice import (
    AdviceKind,
    PromotionRule,
    advice,
    bars,
    usual_groups,
)
from fastpair.pairing.generator import generate
from fastpair.pairing.systems import SwissTeam
from fastpair.ui.cli import main
from profiles import few
from schemas import validator
from tournaments import tournaments

SCHEMA = validator("advice")
CALM = (Criterion.MMS, Criterion.SOS, Criterion.SODOS)


def grade(text):
    return Grade.parse(text)


def field(grades, rounds=5, bar="3d", floor="20k", **rules):
    """A tournament of players with these grades and the ratings of their grades."""
    players = tuple(
        Player(key=f"N{i}A", name=f"N{i}", first_name="A", grade=grade(g), rating=grade(g).rating)
        for i, g in enumerate(grades.split())
    )
    facts = {"placement": CALM, "seeding": (Criterion.RATING,), **rules}
    return Tournament(
        players=players, rules=Rules(rounds=rounds, bar=grade(bar), floor=grade(floor), **facts)
    )


def many(**counts):
    """Grades by their numbers, such as ``d5=3`` for three 5 dan."""
    return " ".join(f"{name[1:]}{name[0]} " * count for name, count in counts.items())


def said(tournament, kind, rule=None):
    return [str(finding) for finding in advice(tournament, rule) if finding.kind is kind]


def kinds(tournament):
    return {finding.kind for finding in advice(tournament)}


@pytest.mark.parametrize(("above", "word"), [(5, "too high"), (6, ""), (12, ""), (13, "too low")])
def test_the_table_of_the_handbook_has_the_last_word_on_the_bar(above, word):
    """Six to twelve in five rounds [BGA 4.2]."""
    found = said(field(many(d3=above, k1=40)), AdviceKind.BAR)
    assert [word in sentence for sentence in found] == [True] * bool(word)
    assert all(f"{above} players" in sentence for sentence in found)


def test_the_bar_that_fits_is_named():
    (sentence,) = said(field(many(d3=7, d1=9, k1=40), bar="1d"), AdviceKind.BAR)
    assert sentence.endswith("6 to 12 are recommended; with a bar of 3d it would be 7")
    (sentence,) = said(field(many(d3=40, k1=40), bar="3d"), AdviceKind.BAR)
    assert sentence.endswith("no other bar comes closer")


def test_a_supergroup_is_what_the_winner_comes_from():
    tournament = field(many(d3=40, k1=40))
    assert kinds(tournament) >= {AdviceKind.BAR, AdviceKind.ROUNDS}
    for size, enough in {8: True, 2: False}.items():
        above = [replace(p, correction=1) for p in tournament.players[:size]]
        seeded = replace(tournament, players=(*above, *tournament.players[size:]))
        assert (not kinds(seeded) & {AdviceKind.BAR, AdviceKind.ROUNDS}) is enough


@pytest.mark.parametrize(("count", "rounds", "needed"), [(32, 5, 0), (33, 5, 6), (9, 3, 4)])
@pytest.mark.parametrize("swiss", [False, True])
def test_log2_of_the_top_are_the_rounds_for_one_winner(count, rounds, needed, swiss):
    """BGA 4.2: at most 2^r above the bar; V 3.4: of a Swiss tournament everybody counts."""
    weaker = "d2" if swiss else "d3"
    tournament = field(many(**{weaker: count}), rounds, floor="3d" if swiss else "20k", bar="3d")
    found = said(tournament, AdviceKind.ROUNDS)
    assert [f"{needed} rounds are needed" in sentence for sentence in found] == [True] * bool(
        needed
    )


@pytest.mark.parametrize(("teams", "needed"), [(8, 0), (9, 4)])
def test_teams_need_rounds_by_their_number(teams, needed):
    tournament = generate(4 * teams, 3, seed=1, boards=4, system=SwissTeam())
    found = said(tournament, AdviceKind.ROUNDS)
    assert [f"{teams} teams start" in sentence for sentence in found] == [True] * bool(needed)


@pytest.mark.parametrize(
    ("count", "rounds", "words"),
    [
        (15, 5, None),
        (14, 5, "all rounds can be paired"),
        (8, 5, "may be unavoidable from round 5 on"),
        (7, 5, "may be unavoidable from round 5 on"),
        (6, 6, "from round 4 on, and are in round 6"),
    ],
)
def test_three_players_for_each_round(count, rounds, words):
    found = said(field(many(d3=count), rounds), AdviceKind.PLAYERS)
    assert [words in sentence for sentence in found] == [True] * (words is not None)


@pytest.mark.parametrize(
    ("players", "usual"),
    [(9, None), (10, (1, 4)), (17, (1, 6)), (40, (5, 8)), (160, (12, 25)), (180, (12, None))],
)
def test_usual_groups_are_those_of_the_table(players, usual):
    assert usual_groups(players) == usual


def test_an_unusual_number_of_groups_is_said():
    wide = many(d3=7, d1=7, k3=7, k6=7, k9=7, k12=5)
    assert said(field(wide), AdviceKind.GROUPS) == []
    scattered = many(d3=7, k1=7, k2=7, k3=7, k4=1, k5=1, k6=1, k7=1, k8=1, k9=7)
    (sentence,) = said(field(scattered), AdviceKind.GROUPS)
    assert sentence == "40 players start in 10 groups; 5 to 8 are usual for that many"
    assert said(field(scattered, rounds=6), AdviceKind.GROUPS) == []
    # Fewer are enough if the grades are near each other.
    assert said(field(many(d3=20, d2=20)), AdviceKind.GROUPS) == []
    assert said(field(many(d3=20, k9=20)), AdviceKind.GROUPS) != []


def test_who_plays_half_of_the_rounds_is_named():
    tournament = field(many(d3=8, k1=20), rounds=4)
    one, two, *others = tournament.players
    one, two = replace(one, absences=frozenset({1, 2})), replace(two, absences=frozenset({1}))
    (found,) = [
        finding
        for finding in advice(replace(tournament, players=(one, two, *others)))
        if finding.kind is AdviceKind.PARTICIPATION
    ]
    assert found.players == (one.key,)
    assert one.full_name in found.sentence


@pytest.mark.parametrize(
    ("placement", "seeding", "words"),
    [
        (("MMS", "CUSSM", "CUSP"), ("Rating",), ["CUSSM and CUSP"]),
        (("MMS", "CUSP"), ("Rating",), []),
        (("MMS", "SOS", "SODOS"), (), ["SOS breaks ties and also orders"]),
        (("MMS", "SOSM", "SOSOSM"), ("SOSOSM",), ["SOSOSM breaks ties and also orders"]),
        (("MMS", "SOS", "SODOS"), ("Rating",), []),
    ],
)
def test_criteria_that_should_not_stand_together(placement, seeding, words):
    tournament = field(
        many(d3=8, k1=30),
        placement=tuple(map(Criterion, placement)),
        seeding=tuple(map(Criterion, seeding)),
    )
    found = said(tournament, AdviceKind.CRITERIA)
    assert len(found) == len(words)
    assert all(sentence.startswith(word) for word, sentence in zip(words, found, strict=True))


def test_grades_two_stones_from_the_rating_are_said():
    tournament = field(many(d3=8, k1=30))
    one, two, three, *others = tournament.players
    one, two = replace(one, rating=2101), replace(two, rating=2550)
    three = replace(three, rating=-900)
    found = said(replace(tournament, players=(one, two, three, *others)), AdviceKind.GRADE)
    assert [sentence.split(" is entered")[0] for sentence in found] == [two.full_name]
    assert "250 points above" in found[0]


@pytest.mark.parametrize(
    ("now", "rating", "then"),
    [
        ("1k", 2099, "1k"),
        ("1k", 2100, "1d"),
        ("1k", 2299, "2d"),
        ("3d", 2200, "3d"),
        ("3d", 2199, "1d"),
        ("5k", 1400, "5k"),
        ("5k", 1399, "8k"),
        ("9d", 3100, "9d"),
        ("5k", -900, "5k"),
    ],
)
def test_the_czech_rule_goes_by_the_rating(now, rating, then):
    """Promoted at the nominal rating; lowered by more than the tolerance [V 2.3.2]."""
    player = Player(key="K", name="N", first_name="A", grade=grade(now), rating=rating)
    assert PromotionRule().grade_of(player) == grade(then)
    tournament = Tournament(players=(player,))
    moved = {AdviceKind.PROMOTION: then > now, AdviceKind.DEMOTION: now > then}
    found = [f for kind in moved for f in said(tournament, kind, PromotionRule())]
    assert len(found) == (now != then)


def test_the_examples_of_the_thesis():
    """V 4.1.1: with three 5 dan the 4 dan have a real chance; beside one 5 dan, too."""
    few = field(many(d5=3, d4=20, d1=20), bar="5d")
    assert bars(few)[0].chance_below == pytest.approx(0.3224, abs=1e-4)
    assert said(few, AdviceKind.CHANCE)[0].endswith(
        "a chance of 32% when starting at it; with a bar of 4d, 23 players start at it"
    )
    one = field(many(d5=1, d4=7, d1=30), bar="5d")
    assert "the bar of 5d may be too high" in said(one, AdviceKind.CHANCE)[0]
    low = field(many(d6=8, d1=4, k1=30), bar="1d")
    assert said(low, AdviceKind.CHANCE)[0].startswith("the bar of 1d is too low")
    assert said(field(many(d5=8, k1=30), bar="5d"), AdviceKind.CHANCE) == []


@given(tournaments())
def test_any_advice_is_as_the_schema_says(tournament):
    found = tuple(advice(tournament, PromotionRule()))
    advised = Advised(tournament=tournament, advice=found, bars=bars(tournament), remarks=())
    SCHEMA.validate(json.loads(json.dumps(advice_document(advised))))
    assert all(finding.source for finding in found)
    shares = [bar.chance_below for bar in bars(tournament)]
    assert shares == sorted(shares, reverse=True)
    assert [bar.players for bar in bars(tournament)][-1:] in ([], [len(players_there(tournament))])
    assert bar_range(tournament.rules.rounds)[0] == tournament.rules.rounds + 1


@pytest.fixture
def file(tmp_path):
    criteria = {"placement": (Criterion.MMS, Criterion.SOS_MMS), "seeding": ()}
    tournament = field(many(d3=14, k1=3, k9=2), **criteria)
    return save(tournament, tmp_path / "advised.xml")


def test_the_command_draws_the_field(file, tmp_path, capsys):
    picture = tmp_path / "field.svg"
    do("advise", file, "--output", picture)
    root = ElementTree.fromstring(picture.read_bytes())
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 3
    once = picture.read_bytes()
    do("advise", file, "--output", picture, "--overwrite")
    assert picture.read_bytes() == once
    assert main(["advise", str(file), "--output", str(picture)]) == 2
    assert main(["advise", str(file), "--output", str(tmp_path / "field.png")]) == 2
    empty = Tournament(rules=Rules(placement=(Criterion.MMS,)))
    save(empty, file)
    capsys.readouterr()
    assert main(["advise", str(file), "--output", str(tmp_path / "none.svg")]) == 2
    assert f"{file}: nobody takes part" in capsys.readouterr().err
    do("advise", file)


def test_the_command_says_each_piece_with_its_source(file, capsys):
    do("advise", file, "--json")
    document = json.loads(capsys.readouterr().out)
    SCHEMA.validate(document)
    assert [bar["bar"] for bar in document["bars"]] == ["3d", "1k", "9k"]
    do("advise", file)
    shown = " ".join(capsys.readouterr().out.split())
    for each in document["advice"]:
        assert f"{each['sentence']} [{each['source']}]" in shown
    assert "3d 14" in shown


def test_a_rule_for_grades_is_read_to_the_letter(file, tmp_path, capsys):
    rule = tmp_path / "rule.toml"
    rule.write_text('name = "the islands"\npromotion = 0\nkyu_tolerance = 150\n')
    tournament = read(file).tournament
    first = tournament.players[0]
    do("advise", file, "--promotion", rule)
    assert "promoted" not in capsys.readouterr().out
    stronger = replace(tournament, players=(replace(first, rating=2430), *tournament.players[1:]))
    save(stronger, file)
    do("advise", file, "--promotion", rule)
    assert "is promoted to 4d by the rule of the islands" in capsys.readouterr().out
    for line, words in {
        "promotion = -1": "promotion: must be 0 or more points, not -1",
        'strongest = "12d"': "strongest: grades go from 30k to 9d; '12d' is none of them",
        "tolerance = 3": "unknown key 'tolerance'",
    }.items():
        rule.write_text(f'name = "x"\n{line}\n')
        assert main(["advise", str(file), "--promotion", str(rule)]) == 2
        assert f"{rule}:2: {words}" in capsys.readouterr().err


def test_a_bar_that_table_and_chances_pull_apart_stays():
    """One finding says why, and offers no change."""
    low = field(many(d3=7, d2=9, k1=40), bar="2d")
    (found,) = (f for f in advice(low) if f.kind in (AdviceKind.BAR, AdviceKind.CHANCE))
    assert found.change is None
    assert found.sentence.startswith("16 players are at the bar of 2d and above, 6 to 12")
    assert "below a bar of 3d would win is 12%; keep the bar" in found.sentence
    high = field(many(d3=7, d2=9, k1=40), bar="3d")
    (found,) = (f for f in advice(high) if f.kind in (AdviceKind.BAR, AdviceKind.CHANCE))
    assert found.change is None
    assert "is 12%, but a bar of 2d would have 16 players" in found.sentence


def wanted_bars(tournament):
    """The bars that the advice wants, by its changes: of groups the bar that they bring."""
    found = {}
    for finding in advice(tournament):
        if finding.change is not None:
            name, value = finding.change
            after = with_rules(tournament, {name: value})
            found[finding.kind] = after
    return found


def sides(tournament):
    """Whether the advice wants a higher bar (1), a lower one (-1), or both."""
    bar = tournament.rules.bar
    changed = {after.rules.bar for after in wanted_bars(tournament).values()}
    found = {1 if other > bar else -1 for other in changed if other != bar}
    for finding in advice(tournament):
        if finding.kind in (AdviceKind.BAR, AdviceKind.CHANCE):
            found |= {1} if "is too low" in finding.sentence else set()
            found |= {-1} if "is too high" in finding.sentence else set()
    return found


@pytest.mark.parametrize("count", [20, 60, 150])
@pytest.mark.parametrize("rounds", [3, 5, 6, 8])
def test_no_advice_contradicts_another_one(count, rounds):
    """Neither at one time, nor by going back on what was followed."""
    for seed in few(range(6), 1, ci=2):
        generated = generate(count, rounds, seed=seed)
        for bar in sorted({player.grade for player in generated.players})[-9:]:
            rules = replace(generated.rules, bar=bar, floor=grade("30k"), merged_grades=())
            tournament = replace(generated, rules=rules)
            if bar == grade("30k"):
                continue
            assert sides(tournament) in (set(), {1}, {-1})
            for after in wanted_bars(tournament).values():
                back = {other.rules.bar for other in wanted_bars(after).values()}
                moved = after.rules.bar - bar
                assert all((other - after.rules.bar) * moved >= 0 for other in back)
