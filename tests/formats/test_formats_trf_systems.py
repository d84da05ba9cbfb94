"""Which system of FIDE's a report names, with its parameters: read, written and read again."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import do
from fastpair.formats import FORMATS
from fastpair.formats.limits import fitted
from fastpair.formats.losses import losses
from fastpair.formats.trf import foreign_facts
from fastpair.go.teams import of_teams
from fastpair.go.tournament import (
    PRESETS,
    Event,
    FideRules,
    Player,
    Result,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from fastpair.pairing.rounds import draw_round, judge_round
from fastpair.pairing.systems import usual_system
from fastpair.ui.cli import main
from fastpair.ui.engine import main as engine
from trf_reports import unstated

FORMAT = FORMATS["trf"]
PLAYERS = "".join(f"001 {n:>4}      P{n}\n" for n in range(1, 5))
TEAMS = "".join(f"310 {n:>3} {f'T{n}':<67} {2 * n - 1:>6} {2 * n:>4}\n" for n in (1, 2))
SYSTEMS = {"dutch": "FIDE_DUTCH", "dubov": "FIDE_DUBOV", "burstein": "FIDE_BURSTEIN", "double-swiss": "FIDE_DOUBLESWISS"}  # fmt: skip


def read(name, head=""):
    text = f"142 3\n152 W\n192 {name}\n{head}{TEAMS if 'TEAM' in name else ''}{PLAYERS}"
    return FORMAT.read("t", text.encode())


def line_192(tournament):
    (line,) = [each for each in FORMAT.new(tournament).decode().splitlines() if each[:3] == "192"]
    return line[4:]


# The table of codes; the parameters of teams are below.
PLAIN = [
    "FIDE_DUTCH",
    "FIDE_DUTCH_2017",
    "FIDE_DUTCH_2025",
    "FIDE_DUBOV",
    "FIDE_BURSTEIN",
    "FIDE_DOUBLESWISS",
]
ROUND_ROBINS = [
    "BERGER_ROUNDROBIN",
    "FIDE_ROUNDROBIN",
    "BERGER_DOUBLEROUNDROBIN",
    "FIDE_DOUBLEROUNDROBIN",
    "CUSTOM_ROUNDROBIN",
    "BERGER_ROUNDROBIN_G1",
    "BERGER_ROUNDROBIN_G12",
]
OF_TEAMS = [
    "BERGER_TEAM_ROUNDROBIN",
    "FIDE_TEAM_ROUNDROBIN",
    "BERGER_TEAM_DOUBLEROUNDROBIN",
    "FIDE_TEAM_DOUBLEROUNDROBIN",
    "CUSTOM_TEAM_ROUNDROBIN",
    "BERGER_TEAM_ROUNDROBIN_G4",
    "OTHER_TEAM_ROUNDROBIN",
    "OTHER_TEAM_DOUBLEROUNDROBIN",
]
OTHERS = [
    "CUSTOM_SWISS",
    "CUSTOM_DOUBLESWISS",
    "CUSTOM_KNOCKOUT",
    "FIDE_SCHILLER",
    "FIDE_SCHILLER_4x3",
    "FIDE_SCHEVENINGEN",
    "FIDE_SCHEVENINGEN_G2",
    "FIDE_DOUBLESCHEVENINGEN",
    "CUSTOM_SCHILLER",
    "CUSTOM_SCHEVENINGEN",
]
OTHERS_OF_TEAMS = [
    "CUSTOM_TEAM_SWISS",
    "CUSTOM_TEAM_SWISS_MP",
    "CUSTOM_TEAM_SWISS_GP",
    "CUSTOM_TEAM_KNOCKOUT",
]


def test_fide_s_table_of_codes():
    """Capitals do not matter; whose rounds are not paired here is named."""
    baku = {f"{code}_BAKU" for code in PLAIN}
    for code in (*PLAIN, *baku, "FIDE_DUTCH_2026", "FIDE_DUTCH_2026_BAKU"):
        for text in (code, code.lower()):
            found = read(text)
            is_foreign = "2017" in code
            name = code.removesuffix("_BAKU").removeprefix("FIDE_").partition("_")[0].lower()
            system = None if is_foreign else name.replace("doubleswiss", "double-swiss")
            assert (found.tournament.rules.system, found.foreign_system) == (system, text if is_foreign else "")  # fmt: skip
            expected = "baku" if "BAKU" in code and not is_foreign else "none"
            assert found.tournament.rules.fide.acceleration == expected
    for codes, system, teams in (
        (ROUND_ROBINS, "round-robin", False),
        (OF_TEAMS, "round-robin", True),
        (OTHERS, None, False),
        (OTHERS_OF_TEAMS, None, True),
    ):
        for text in (*codes, *map(str.lower, codes)):
            found = FORMAT.read(
                "t", f"142 3\n192 {text}\n{TEAMS if teams else ''}{PLAYERS}".encode()
            )
            rules = found.tournament.rules
            is_paired = system and "CUSTOM" not in text.upper()
            assert (rules.system, found.foreign_system) == (system, "" if is_paired else text)
            assert rules.predetermined == (system == "round-robin")
            assert (found.tournament.team_play is not None) == teams
            assert rules.games == 1 + ("doubleswiss" in text.lower())


def cycles_of(code):
    number = code.upper().rpartition("_G")[2] if "_G" in code.upper() else "1"
    return 2 if "DOUBLE" in code.upper() else int(number)


@pytest.mark.parametrize("code", [*ROUND_ROBINS, *OF_TEAMS])
def test_a_round_robin_has_the_cycles_of_its_code(code):
    """Its line stays while it says the same; another number is written as the table has it."""
    teams = TEAMS if code in OF_TEAMS else ""
    document = FORMAT.read("t", f"142 3\n192 {code}\n{teams}{PLAYERS}".encode())
    before = document.tournament
    assert before.rules.cycles == cycles_of(code)
    assert f"192 {code}" in document.content_with(replace(before, name="Cup")).decode()
    changed = replace(before, rules=replace(before.rules, cycles=3))
    content = document.content_with(changed)
    assert f"192 BERGER_{'TEAM_' if teams else ''}ROUNDROBIN_G3" in content.decode()
    assert FORMAT.read("t", content).tournament.rules.cycles == 3


@pytest.mark.parametrize(
    ("code", "schedule", "written"),
    [
        ("BERGER_DOUBLEROUNDROBIN", "berger", "BERGER_ROUNDROBIN_G2"),
        ("BERGER_ROUNDROBIN_G2", "berger", "BERGER_ROUNDROBIN_G2"),
        ("FIDE_DOUBLEROUNDROBIN", "fide", "FIDE_DOUBLEROUNDROBIN"),
        ("BERGER_TEAM_DOUBLEROUNDROBIN", "fide", "BERGER_TEAM_ROUNDROBIN_G2"),
        ("FIDE_TEAM_DOUBLEROUNDROBIN", "fide", "BERGER_TEAM_ROUNDROBIN_G2"),
    ],
)
def test_a_code_states_the_order_of_two_cycles(code, schedule, written):
    """For teams nothing is exchanged."""
    found = read(code).tournament
    assert (found.rules.cycles, found.rules.schedule) == (2, schedule)
    assert line_192(found) == written


@pytest.mark.parametrize("cycles", [1, 2])
def test_a_comment_states_the_table_of_before(cycles):
    """Reports of then have it too, with rounds or without: these get Berger's table."""
    new = entered(rules_of(system="round-robin", cycles=cycles, schedule="former"))
    drawn = draw_round(new, 1).applied_to(new)
    found = FORMAT.read("t", FORMAT.new(drawn))
    rules = found.tournament.rules
    assert (rules.schedule, rules.cycles, found.foreign_system) == ("former", cycles, "")
    second, again = (draw_round(each, 2) for each in (drawn, found.tournament))
    assert {board.pair for board in second.boards} == {board.pair for board in again.boards}
    assert FORMAT.read("t", FORMAT.new(new)).tournament.rules.schedule == "fide"


@pytest.mark.parametrize("cycles", [1, 2, 3, 99])
def test_a_new_report_states_the_cycles(cycles):
    rules = rules_of(system="round-robin", cycles=cycles, fide=FideRules(order="entry"))
    again = FORMAT.read("t", FORMAT.new(entered(rules)))
    assert unstated(again.tournament).rules == rules


@pytest.mark.parametrize("code", ["FIDE_SCHILLER_4", "FIDE_TEAM_GP_MP_BAKU", "FIDE_DUTCH_2024"])  # fmt: skip
def test_what_is_not_in_the_table_is_no_code(code):
    assert (read(code).tournament.rules.system, read(code).foreign_system) == (None, code)


@pytest.mark.parametrize(
    ("begins", "code"),
    [(None, "FIDE_DUTCH"), (date(2025, 6, 30), "FIDE_DUTCH_2025"), (date(2025, 7, 1), "FIDE_DUTCH")],
)  # fmt: skip
@pytest.mark.parametrize("acceleration", ["none", "baku"])
def test_the_code_of_the_dutch_system_is_one_that_stands_for_it_on_that_day(
    begins, code, acceleration
):
    """Before July 2025, the plain one is that of 2017; it follows the day."""
    fide = FideRules(order="entry", initial_colour="white", acceleration=acceleration)
    tournament = replace(entered(rules_of(system="dutch", fide=fide)), event=Event(begins=begins))
    text = code + "_BAKU" * (acceleration == "baku")
    assert line_192(tournament) == text
    document = FORMAT.read("t", FORMAT.new(replace(tournament, event=Event())))
    content = document.content_with(replace(document.tournament, event=Event(begins=begins)))
    assert f"192 {text}" in content.decode().splitlines()
    again = FORMAT.read("t", content)
    assert (unstated(again.tournament).rules, again.foreign_system) == (tournament.rules, "")


@pytest.mark.parametrize(
    ("system", "games", "codes"),
    [
        ("swiss", 1, ("CUSTOM_SWISS", "CUSTOM_TEAM_SWISS")),
        ("mcmahon", 1, ("CUSTOM_SWISS", "CUSTOM_TEAM_SWISS")),
        (None, 1, ("CUSTOM_SWISS", "CUSTOM_TEAM_SWISS")),
        ("swiss", 2, ("CUSTOM_DOUBLESWISS",)),
        ("cup", 1, ("CUSTOM_KNOCKOUT", "CUSTOM_TEAM_KNOCKOUT")),
        ("round-robin", 1, ("BERGER_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN")),
    ],
)
def test_systems_that_are_not_fide_s(system, games, codes):
    """The code is one of the table; a comment says which system of ours it is, and other programs pass it over."""
    for teams, code in enumerate(codes):
        rules = rules_of(system=system, games=games)
        tournament = entered(rules)
        if teams:
            play = entered(replace(rules, system="swiss-team")).team_play
            tournament = replace(tournament, team_play=play)
        lines = FORMAT.new(tournament).decode().splitlines()
        assert f"192 {code}" in lines
        assert (f"### system {system or 'usual'}" in lines) == (system != "round-robin")
        kind = {"cup": "Knock-Out", "round-robin": "Round-Robin"}.get(system, "Swiss-System")
        assert f"092 {'Team' if teams else 'Individual'}: {kind}" in lines
        document = FORMAT.read("t", FORMAT.new(tournament))
        found = document.tournament.rules
        assert (found.system, found.games, document.foreign_system) == (system, games, "")
        assert not [*foreign_facts(document.content)]
        without = "\n".join(line for line in lines if line[:3] != "###")
        is_paired = system == "round-robin"
        assert FORMAT.read("t", without.encode()).foreign_system == ("" if is_paired else code)


def test_a_comment_follows_the_system():
    document = FORMAT.read("t", FORMAT.new(entered(rules_of(system="swiss"))))
    for system in ("cup", None, "mcmahon", "dutch", "round-robin"):
        changed = replace(document.tournament.rules, system=system, fide=FideRules(order="entry" if system == "dutch" else "rating"))  # fmt: skip
        content = document.content_with(replace(document.tournament, rules=changed))
        document = FORMAT.read("t", content)
        assert (document.tournament.rules.system, document.foreign_system) == (system, "")
        assert content.decode().count("### system") == (system != "dutch")


@pytest.mark.parametrize(
    "words",
    ["Individual: Round-Robin", "Individual: Round Robin", "round robin", "RoundRobin", "Individual: Double Round-Robin", "Berger", "All-Play-All"],
)  # fmt: skip
def test_a_round_robin_in_words(words):
    """Berger's table pairs its rounds."""
    document = FORMAT.read("t", f"142 3\n092 {words}\n{PLAYERS}".encode())
    assert document.tournament.rules.predetermined
    assert document.tournament.rules.cycles == 1 + ("Double" in words)
    assert not document.foreign_system
    is_usual = words[0] in "IrR" and "Double" not in words
    assert bool([*foreign_facts(document.content)]) != is_usual


NAMES = {
    **dict.fromkeys(("FIDE_TEAM", "FIDE_TEAM_TYPEA", "FIDE_TEAM_TYPEA_MP_GP"), ("A", "match", "other")),
    "FIDE_TEAM_TYPEA_MP": ("A", "match", "none"),
    "FIDE_TEAM_TYPEA_GP": ("A", "game", "none"),
    "FIDE_TEAM_TYPEA_GP_MP": ("A", "game", "other"),
    **dict.fromkeys(("FIDE_TEAM_TYPEB", "FIDE_TEAM_TYPEB_MP_GP"), ("B", "match", "other")),
    "FIDE_TEAM_TYPEB_MP": ("B", "match", "none"),
    "FIDE_TEAM_TYPEB_GP": ("B", "game", "none"),
    "FIDE_TEAM_TYPEB_GP_MP": ("B", "game", "other"),
    "FIDE_TEAM_MP": ("none", "match", "none"),
    "FIDE_TEAM_MP_GP": ("none", "match", "other"),
    "FIDE_TEAM_GP": ("none", "game", "none"),
    "FIDE_TEAM_GP_MP": ("none", "game", "other"),
}  # fmt: skip
"""Colour preferences, first and second score of a name."""


@pytest.mark.parametrize(("name", "parameters"), NAMES.items())
def test_a_name_states_the_parameters_of_teams(name, parameters):
    """Baku fits names whose match points come first."""
    preferences, score, secondary = parameters
    for text in (name, f"{name}_BAKU"):
        document = read(text)
        rules, is_known = document.tournament.rules, text == name or score == "match"
        assert document.foreign_system == ("" if is_known else text)
        if is_known:
            assert rules.system == "swiss-team"
            assert rules.fide == FideRules(
                order="entry",
                initial_colour="white",
                acceleration="none" if text == name else "baku",
                colour_preferences=preferences,
                team_score=score,
                team_secondary=secondary,
            )
            assert FORMAT.read("t", FORMAT.new(document.tournament)).tournament.rules == rules


@pytest.mark.parametrize("name", ["FIDE_TEAM_MP_MP", "FIDE_TEAM_GP_GP", "FIDE_TEAM_TYPEC", "FIDE_TEAM_BAKU_MP"])  # fmt: skip
def test_other_names_of_teams_are_none_of_ours(name):
    document = read(name)
    assert (document.foreign_system, document.tournament.rules.system) == (name, None)


@pytest.mark.parametrize(
    ("words", "system"),
    [("Swiss (Dubov)", "dubov"), ("Burstein", "burstein"), ("Double Swiss", "double-swiss"), ("Individual", "dutch"), ("Team: Swiss-System", "swiss-team")],
)  # fmt: skip
def test_words_name_a_system_where_no_line_does(words, system):
    text = f"142 3\n092 {words}\n{TEAMS if system == 'swiss-team' else ''}{PLAYERS}"
    document = FORMAT.read("t", text.encode())
    assert (document.tournament.rules.system, document.foreign_system) == (system, "")


def rules_of(**changes):
    return replace(Rules(**PRESETS["Chess"].changes), rounds=3, **changes)


def entered(rules):
    """Two teams of two, or four players."""
    players = tuple(Player(key=f"P{n}", name=f"P{n}", absences=()) for n in range(1, 5))
    teams = tuple(
        Team(key=f"{n}", name=f"T{n}", lineups=((f"P{2 * n - 1}", f"P{2 * n}"),)) for n in (1, 2)
    )
    play = TeamPlay(teams=teams, size=2, fewest=1) if rules.system == "swiss-team" else None
    return Tournament(kind="swiss", rules=rules, players=players, team_play=play)


@given(
    st.sampled_from([*SYSTEMS, "swiss-team"]),
    st.builds(
        FideRules,
        order=st.just("entry"),
        acceleration=st.sampled_from(("none", "baku")),
        initial_colour=st.sampled_from(("white", "black")),
        next_bracket=st.sampled_from(("parity", "fewest")),
        baku_points=st.sampled_from(("game", "match")),
        colour_preferences=st.sampled_from(["A", "B", "none"]),
        team_score=st.sampled_from(("match", "game")),
        team_secondary=st.sampled_from(("other", "none")),
        last_preference=st.sampled_from(("strong", "none")),
    ),
)
def test_what_a_name_cannot_hold_is_a_loss(system, fide):
    """The options that accepted programs differ in, what other systems have, and Baku where game points come first."""
    tournament = entered(rules_of(system=system, games=1 + (system == "double-swiss"), fide=fide))
    fits = fitted("trf", tournament)
    again = FORMAT.read("t", FORMAT.new(fits)).tournament
    assert again.rules.system == system
    of_teams = (
        ("colour_preferences", "team_score", "team_secondary") if system == "swiss-team" else ()
    )
    of_games = system == "swiss-team" and fide.team_score == "game"
    held = {"order", "initial_colour", *of_teams, *(() if of_games else ("acceleration",))}
    expected = {
        each.name: getattr(fide if each.name in held else FideRules(), each.name)
        for each in fields(FideRules)
    }
    assert again.rules.fide == FideRules(**expected)
    lost = [name for name, value in expected.items() if value != getattr(fide, name)]
    said = [each for each in losses(again, tournament) if "fide" in each]
    if len(lost) > 3:
        assert said[0].startswith(f"rules, fide: {len(lost)} values, such as")
    else:
        assert len(said) == len(lost)
        assert all(name.replace("_", " ") in each for name, each in zip(lost, said, strict=True))


@pytest.mark.parametrize(
    ("name", "line", "acceleration", "lost"),
    [
        ("FIDE_TEAM", "250  2.0  0.0   1   2    1    2", "2 in 1-2 for 1-2", []),
        ("FIDE_TEAM_BAKU", "250       1.0   1   2    2    2", "1 in 1-2 for 2-2", []),
        ("FIDE_TEAM", "250  1.0  1.5   2   2    1    1", "1 in 2-2 for 1-1", ["250"]),
        ("FIDE_TEAM_GP", "250  0.0  1.5   2   2    1    1", "1.5 in 2-2 for 1-1", []),
    ],
)
def test_virtual_points_of_teams_are_those_of_the_first_score(name, line, acceleration, lost):
    """Lines 250 take the place of Baku, and are written with both scores."""
    document = read(name, f"{line}\n")
    assert document.tournament.rules.fide.acceleration == acceleration
    assert document.unread == ()
    assert [where[-3:] for where, _ in foreign_facts(document.content)] == lost
    content = FORMAT.new(document.tournament)
    assert FORMAT.read("t", content).tournament == document.tournament
    (written,) = [each for each in content.decode().splitlines() if each[:3] == "250"]
    assert (written == line) == (not lost and "BAKU" not in name)


def test_another_system_pairs_the_teams_of_a_report(tmp_path):
    """What its name does not say any more, the type of the tournament does."""
    file = tmp_path / "teams.trf"
    file.write_bytes(read("FIDE_TEAM", "212 PTS,MPvGP\n").content)
    for system, text in (
        ("dutch", "CUSTOM_TEAM_SWISS"),
        ("swiss-team", "FIDE_TEAM_TYPEA_MP_GP_BAKU"),
    ):
        do("rules", file, "--system", system, "--acceleration", "baku")
        lines = file.read_text().splitlines()
        assert f"192 {text}" in lines
        assert ("### system dutch baku" in lines) == (system == "dutch")
        fide = FORMAT.read("t", file.read_bytes()).tournament.rules.fide
        assert fide.acceleration == "baku"


def test_a_round_of_one_game_is_said_where_the_name_means_two():
    tournament = entered(rules_of(system="double-swiss", fide=FideRules(order="entry")))
    assert b"### rounds of 1 game\n" in FORMAT.new(tournament)
    assert FORMAT.read("t", FORMAT.new(tournament)).tournament.rules.games == 1


@pytest.mark.parametrize(
    ("name", "day"), [("FIDE_DUTCH_2017", ""), ("FIDE_DUTCH", "042 2025/06/30\n"), ("FIDE_DUTCH_2017_BAKU", "042 2027/01/31\n")]
)  # fmt: skip
def test_the_rules_of_2017_are_refused_by_name(tmp_path, capsys, name, day):
    """By the command, which the page and JSON share, and by the engine; a system that is named pairs all the same."""
    file = tmp_path / "open.trf"
    file.write_bytes(read(name, day).content)
    assert main(["draw", str(file)]) == 2
    assert engine([str(file), "-p"]) == 3
    lines = [each for each in capsys.readouterr().err.splitlines() if "Dutch rules of 2017" in each]
    assert len(lines) == 2
    assert all(repr(name) in each for each in lines)
    assert engine(["--dutch", str(file), "-p"]) == 0


@pytest.mark.peers("fide-team/*.trf")
def test_events_of_another_program_are_the_pairings_of_the_system(peer):
    """Pairs and colours of every round, by what line 192 says."""
    tournament = of_teams(FORMAT.read(peer.name, peer.read_bytes()).tournament)
    assert tournament.last_round == tournament.rules.rounds
    for number in tournament.round_numbers:
        judged = judge_round(tournament, number, system=usual_system(tournament))
        assert (judged.criterion, judged.colours) == ("", ()), number


@pytest.mark.parametrize(
    ("players", "acceleration"),
    [(7, "baku"), (8, "1 in 1-2 for 1-4, 0.5 in 3-3 for 1-4"), (9, "baku")],
)
def test_baku_is_stated_in_numbers_once_a_late_entry_moves_the_end_of_its_group(
    players, acceleration
):
    """Another program halves the list that it reads, and the group keeps its last member [C.04.7]."""
    rows = "".join(f"001 {n:>4}      P{n}\n" for n in range(1, players + 1))
    document = FORMAT.read("t", f"142 5\n152 W\n192 FIDE_DUTCH_BAKU\n{rows}".encode())
    t = draw_round(document.tournament, 1).applied_to(document.tournament)
    t = replace(t, games=tuple(replace(g, result=Result.WHITE_WINS) for g in t.games))
    assert unstated(document.settled(t)).rules.fide.acceleration == "baku"
    t = replace(t, players=(*t.players, Player(key="l", name="L").with_absences({1})))
    content = document.content_with(t)
    assert ("_BAKU" in content.decode()) is (acceleration == "baku")
    for again in (FORMAT.read("t", content).tournament, document.settled(t)):
        assert again.rules.fide.acceleration == acceleration
        boards = [board.players for board in draw_round(again, 2).boards]
        rows = {player.key: row for row, player in enumerate(again.players)}
        before = {player.key: row for row, player in enumerate(t.players)}
        assert [[rows[key] for key in each] for each in boards] == [
            [before[key] for key in board.players] for board in draw_round(t, 2).boards
        ]
