"""A round that is drawn again: what is discarded, what stays, what players know, and what is said of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from commands import do
from congress_files import games, name, refused, save
from fastpair.app.actions.locking import LockedFile
from fastpair.app.draws.costs import Weigher
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.go.tournament import Bye, Game, Result
from profiles import few
from schemas import DRAW

SIDES = ("white", "black")
WON = Result.WHITE_WINS


def again(run, file, *typed):
    """Change the fewest boards, whatever games that makes, although players have seen them."""
    return run("draw", file, "--fewest", *typed, "--even-so")


def document(run, file, *typed, by="--fewest"):
    status, output, _ = run("draw", file, by, *typed, "--json")
    assert status == 0
    found = json.loads(output)
    DRAW.validate(found)
    return found


def byes(file, number=1):
    return read(file).tournament.round(number).byes


def pairs(file):
    return {frozenset(game.players) for game in games(file).values()}


def worst(found, but=()):
    """The most stones of a draw, and the widest distance of whole scores."""
    boards = [b for b in found["boards"] if frozenset(b[side] for side in SIDES) not in but]
    wide = (abs(int(b["white_score"]) - int(b["black_score"])) for b in boards)
    return max(b["handicap"] for b in boards), max(wide)


class TestSomebodyLeaves:
    def test_nobody(self, run, published):
        before = published.read_bytes()
        status, output, errors = again(run, published, "--write")
        assert (status, errors) == (0, "")
        assert "nothing to change\n" in output
        assert "changed: 0" not in output
        assert "costs" not in output
        assert "optimal: proven, of those that change as few known boards" in output
        assert published.read_bytes() == before

    def test_who_has_the_bye_comes_in(self, run, published):
        old, (idle,) = games(published), byes(published)
        board = old[4]
        status, output, _ = again(run, published, "--absent", board.black, "--write")
        assert status == 0
        assert "changed: 2 of 10 published boards and the bye; a new pairing changes " in output
        now = games(published)
        assert {frozenset((board.white, idle))} == pairs(published) - {
            frozenset(g.players) for g in old.values()
        }
        assert set(now[4].players) == {board.white, idle}
        assert {t: g for t, g in now.items() if t != 4} == {t: g for t, g in old.items() if t != 4}
        one, other = name(published, board.white), name(published, board.black)
        was = f"(table 4), bye of {name(published, idle)} → "
        assert was in output.replace("\n    ", " ")
        assert one in output
        assert other in output
        assert History(published).last().said.endswith(", 9 of 11 kept")

    def test_a_game_that_was_made_by_hand_goes_with_its_player(self, run, published):
        board = games(published)[3]
        other = games(published)[6]
        run("swap", published, board.white, other.white, "--even-so")
        assert again(run, published, "--absent", board.white, "--write")[0] == 0
        assert all(board.white not in pair for pair in pairs(published))
        assert frozenset((other.white, board.black)) in pairs(published)

    def test_a_game_with_a_result_stays(self, run, published):
        run("result", published, 4, "1-0")
        found = document(run, published, "--absent", games(published)[5].white)
        assert [game["table"] for game in found["kept"]] == [4]
        assert found["change"]["known"] == 10


class TestWorseGames:
    """Whose opponent leaves would meet the odd player from the other end of the field."""

    def test_none_is_new_by_default(self, run, published):
        left = ("--absent", games(published)[1].white)
        known = pairs(published)
        most = document(run, published, *left, by="--keep-most")
        fewest, fresh = (document(run, published, *left, by=b) for b in ("--fewest", "--redraw"))
        assert most["change"]["changed"] == 4 > fewest["change"]["changed"] == 2
        assert worst(most, but=known) <= worst(fresh)
        assert not any("in a fresh draw" in line for line in most["remarks"])
        assert most["proviso"].endswith("no new one worse than any game of a fresh draw")

    def test_they_are_named(self, run, published):
        left = ("--absent", games(published)[1].white)
        fewest, fresh = (document(run, published, *left, by=b) for b in ("--fewest", "--redraw"))
        stones, apart = worst(fewest)
        (board,) = (
            b for b in fewest["boards"] if frozenset(b[c] for c in SIDES) not in pairs(published)
        )
        (told,) = (line for line in fewest["remarks"] if "in a fresh draw" in line)
        white, black = (name(published, board[side]) for side in SIDES)
        assert told.startswith(f"table {board['table']}, {white}")
        assert black in told
        assert f"{apart} groups apart (in a fresh draw at most {worst(fresh)[1]})" in told
        assert f"{stones} stones (in a fresh draw at most {worst(fresh)[0]})" in told
        assert told in again(run, published, *left)[2].replace("\n  ", " ")

    def test_the_draws_between_say_what_they_are_like(self, run, published):
        left = ("--absent", games(published)[1].white)
        found = document(run, published, *left, by="--between")
        fresh = document(run, published, *left, by="--redraw")
        offers = [offer["drawbacks"] for offer in found["change"]["offers"]]
        for offer in offers:
            assert offer["stones"]["worst"] <= worst(fresh)[0]
            assert offer["groups_apart"]["worst"] <= worst(fresh)[1]
        last = offers[-1]["stones"]
        output = run("draw", published, *left, "--between")[1]
        assert f"{last['games']} games with at most {last['worst']} stones" in output


class TestSomebodyComes:
    def test_the_odd_player_gets_a_game(self, run, published):
        (idle,) = byes(published)
        old = games(published)
        run("register", published, "Late", "Comer", "--grade", "3k", "--from-round", 1)
        status, output, _ = again(run, published, "--write")
        assert status == 0
        assert "changed: 1 of 10 published boards and the bye" in output
        assert byes(published) == ()
        now = games(published)
        assert {t: g for t, g in now.items() if t in old} == old
        assert set(now[11].players) >= {idle}

    def test_nobody_is_absent_and_present(self, run, published):
        name = read(published).tournament.players[3].full_name
        typed = ("--absent", name, "--present", name)
        assert refused(again(run, published, *typed), f"{name} is named as absent and as present")


class TestEdits:
    def test_colours_stones_and_tables_stay_as_they_are_now(self, run, published):
        for edit in (("colour", 2), ("table", 3, 40), ("handicap", 5, 9)):
            do(edit[0], published, *edit[1:], "--even-so")
        edited = games(published)
        left = edited[8].white
        assert again(run, published, "--absent", left, "--write")[0] == 0
        now = games(published)
        assert [now[t] for t in (2, 5, 40)] == [edited[t] for t in (2, 5, 40)]

    def test_a_fresh_draw_of_a_published_round_says_what_it_changes(self, run, published):
        left = games(published)[2].white
        errors = run("draw", published, "--redraw", "--absent", left)[2]
        assert "round 1 is published: " in errors
        assert "--keep-most changes as few as it can" in errors

    def test_an_edit_is_weighed_among_all_boards(self, run, published):
        """Those that the last draw has kept are its boards, too."""
        again(run, published, "--absent", byes(published)[0], "--write")
        a, b = games(published)[1].white, games(published)[4].black
        run("swap", published, a, b, "--even-so")
        with LockedFile.opened(published) as locked:
            assert Weigher.of(locked.state, 1).imposed == frozenset()
        told = run("swap", published, a, b, "--even-so")[1]
        assert "the draw is the best one of its players by the rules of OpenGotha 3.51" in told


class TestAsDrawn:
    """What the first draw was asked for holds again."""

    def test_model_rules_and_seed(self, run, file):
        a, b, c, d = (player.key for player in read(file).tournament.players[4:8])
        typed = ("--forbid", a, b, "--prefer", c, d, "--model", "godraw2015", "--seed", 3)
        run("draw", file, *typed, "--write")
        fresh = json.loads(run("draw", file, "--redraw", *typed, "--json")[1])
        left = games(file)[9].white
        found = document(run, file, "--absent", left, "--forbid", c, a)
        assert found["model"] == fresh["model"]
        assert found["model_changes"]["prefer"] == fresh["model_changes"]["prefer"]
        assert found["seed"] == 3
        assert found["rules"]["forbid"] == sorted(map(sorted, [(a, b), (a, c)]))

    def test_systems_without_weights(self, run, file):
        run("draw", file, "--system", "lot", "--write")
        done = again(run, file)
        assert refused(done, "round 1 was drawn by lot, which does not weigh")
        assert again(run, file, "--system", "mcmahon")[0] == 0

    def test_a_draw_by_levels(self, run, file):
        run("draw", file, "--system", "swiss", "--write")
        status, shown, _ = again(run, file)
        assert status == 0
        assert "optimal: proven, level by level" in shown


class TestBetween:
    def test_a_number_is_of_the_list_that_was_shown(self, run, published):
        """Without a list, of one with other options, or of one that is another by now, it takes nothing."""
        left = ("--absent", games(published)[1].white, "--absent", games(published)[8].black)
        listed = again(run, published, *left, "--between")[1]
        (shown,) = re.findall(r"--choose DRAW (--digest \w+) takes one", listed)
        before = published.read_bytes()
        take = ("--choose", 1, "--even-so", "--write")
        assert refused(
            run("draw", published, *left, *take), "--choose", "--between lists the draws"
        )
        assert refused(run("draw", published, *shown.split(), *left), "--between lists the draws")
        other = "this is not the list of draws that was shown"
        for options in ((*left, "--keep-most"), ("--fewest", *left[:2])):
            assert refused(run("draw", published, *options, *take, *shown.split()), other)
        assert published.read_bytes() == before
        status, output, _ = again(run, published, *left, *take, *shown.split())
        assert status == 0
        assert "changed: 2 of 10 published boards and the bye" in output

    def test_the_table_shows_some_of_many(self, run, published):
        left = ("--absent", games(published)[1].white, "--absent", games(published)[8].black)
        offers = document(run, published, *left, "--between")["change"]["offers"]
        output = again(run, published, *left, "--between")[1]
        _, *rows = output[output.index("Draw  Boards changed") :].splitlines()
        assert rows.pop().startswith("not written: ")
        assert rows.pop().startswith("--choose DRAW --digest ")
        shown = [row.split() for row in rows if "draws;" not in row]
        assert [int(row[0]) for row in shown] == sorted({int(row[0]) for row in shown})
        for number, changed, lighter, *_ in shown:
            offer = offers[int(number) - 1]
            assert offer["changed"] == int(changed)
            assert offer["lighter"] == int(lighter.replace(",", ""))
        assert {0, len(offers) - 1} <= {int(row[0]) - 1 for row in shown}
        told = f"{len(shown)} of {len(offers)} draws; --json lists all"
        assert (told in rows) == (len(shown) < len(offers))


def test_rounds_that_another_program_has_drawn(run, file, invented):
    """Nobody has published it, and no history knows of it."""
    keys = [player.key for player in invented.players]
    strange = tuple(Game(round=1, table=t, white=keys[t - 1], black=keys[-t]) for t in range(1, 11))
    save(replace(invented, games=strange, byes=(Bye(round=1, player=keys[10]),)), file)
    found = document(run, file, "--absent", keys[0])
    assert found["change"]["published"] is False
    assert found["change"]["changed"] == 2
    assert [b["table"] for b in found["boards"]] == list(range(1, 11))
    assert games(file)[1].result is Result.UNKNOWN


@pytest.fixture
def twenty(invented):
    """Twenty players, all present, before round 1."""
    return replace(invented, players=invented.players[:20])


def far_apart(tournament, tables, number=1, **facts):
    """Games that no draw makes: the first of the list against the last."""
    keys = [player.key for player in tournament.players]
    return [Game(round=number, table=t, white=keys[t - 1], black=keys[-t], **facts) for t in tables]


def with_round(tournament, games, number=1):
    return tournament.replace_round(number, games, ())


def test_imposed_games_of_a_round_that_is_not_drawn_stay(run, file, twenty):
    imposed = far_apart(twenty, [1, 2])
    save(with_round(twenty, imposed), file)
    status, output, errors = run("draw", file, "--redraw", "--write")
    assert status == 0
    assert "kept: 2 games that the round had before" in output
    assert "round 1: 2 games stay, imposed before the round is paired\n" in errors
    assert set(imposed) <= set(games(file).values())


@pytest.mark.parametrize(
    ("forgotten", "reason"),
    [
        ([], "the history shows"),
        (["congress.xml.history"], "congress.xml.bak shows"),
    ],
)
def test_imposed_games_stay_when_the_draw_around_them_is_made_again(
    run, file, twenty, forgotten, reason
):
    imposed = far_apart(twenty, [1, 2])
    save(with_round(twenty, imposed), file)
    do("draw", file, "--write")
    drawn = games(file).values()
    for known in forgotten:
        file.with_name(known).unlink()
    late = twenty.players[9].key
    opponent = next(game for game in drawn if late in game.players)
    status, _, errors = run("draw", file, "--round", 1, "--redraw", "--absent", late, "--write")
    assert status == 0
    assert f"round 1: 2 games stay, imposed, as {reason}\n" in errors
    assert set(imposed) <= set(games(file).values())
    assert opponent not in games(file).values()
    white, black = (name(file, key) for key in opponent.players)
    assert f"discarded: table {opponent.table}, {white} (white) against {black}\n" in errors


def test_results_are_not_lost(run, file, twenty):
    played = far_apart(twenty, range(1, 9), result=WON) + far_apart(twenty, [9, 10])
    save(with_round(twenty, played), file)
    status, _, errors = run("draw", file, "--redraw", "--round", 1, "--write")
    assert status == 0
    assert "round 1: 8 games stay, with a result\n" in errors
    assert set(played[:8]) <= set(games(file).values())
    save(with_round(twenty, far_apart(twenty, range(1, 11), result=WON)), file)
    before = file.read_bytes()
    status, output, errors = run("draw", file, "--redraw", "--round", 1, "--write")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert "nobody is left to pair, 20 players have a game or a bye; --discard A B" in errors
    assert file.read_bytes() == before


def test_rematches_stay_since_no_draw_makes_them(run, file, twenty):
    first = far_apart(twenty, range(1, 11), result=WON)
    drawn = far_apart(twenty, [1], number=2)
    keys = [player.key for player in twenty.players][1:-1]
    keys = keys[:9] + keys[10:] + keys[9:10]  # nobody else against whom he has met
    drawn += [
        Game(round=2, table=t, white=white, black=black)
        for t, (white, black) in enumerate(zip(keys[::2], keys[1::2], strict=True), start=2)
    ]
    save(replace(twenty, games=(*first, *drawn)), file)
    _, _, errors = run("draw", file, "--redraw", "--round", 2)
    assert "round 2: 1 game stays, imposed, since the players have met before\n" in errors
    _, _, errors = run("draw", file, "--redraw", "--round", 2, "--rematches")
    assert " stays" not in errors


def test_pairs_are_kept_and_discarded_by_name(run, file, twenty):
    old = far_apart(twenty, range(1, 11))
    old[4] = replace(old[4], result=WON)
    save(with_round(twenty, old), file)
    kept = [name(file, key) for key in old[2].players]
    gone = [name(file, key) for key in old[4].players]
    typed = ("--redraw", "--round", 1, "--keep", *kept, "--discard", *gone, "--write")
    status, _, errors = run("draw", file, *typed)
    assert status == 0
    assert old[2] in games(file).values()
    assert not any(game.result is WON for game in games(file).values())
    assert "round 1: 1 game stays, named to be kept\n" in errors
    assert f"discarded: table 5, {gone[0]} (white) against {gone[1]}, white wins\n" in errors


def test_by_default_the_round_that_is_in_play_is_drawn_again(run, file, twenty):
    """The last drawn one that lacks results, not a later one with imposed games."""
    first = far_apart(twenty, range(1, 11), result=WON)
    keys = [player.key for player in twenty.players]
    second = [
        Game(round=2, table=t, white=white, black=black)
        for t, (white, black) in enumerate(zip(keys[::2], keys[1::2], strict=True), start=1)
    ]
    third = [Game(round=3, table=1, white=keys[3], black=keys[7])]
    save(replace(twenty, games=(*first, *second, *third)), file)
    assert run("draw", file, "--redraw")[1].startswith("Invented congress 8, round 2\n")
    assert run("draw", file)[1].startswith("Invented congress 8, round 3\n")


def test_a_bye_that_does_not_come_back_is_said(run, file, twenty):
    strongest = max(twenty.players, key=lambda player: player.rating_or_lowest).key
    others = [player.key for player in twenty.players if player.key != strongest][:18]
    games = [
        Game(round=1, table=t, white=white, black=black)
        for t, (white, black) in enumerate(zip(others[::2], others[1::2], strict=True), start=1)
    ]
    tournament = with_round(twenty, games).with_absences(
        1, {p.key for p in twenty.players} - {*others, strongest}
    )
    save(replace(tournament, byes=(Bye(round=1, player=strongest),)), file)
    status, _, errors = run("draw", file, "--redraw", "--round", 1)
    assert status == 0
    assert f"discarded: bye of {name(file, strongest)}\n" in errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--discard", "{0}", "{1}"], "--discard: '{0}' and '{1}' have no game in round 1"),
        (["--redraw", "--keep", "{0}", "{1}"], "--keep: '{0}' and '{1}' have no game in round 1"),
        (["--keep", "{0}", "{19}"], "--keep: the draw of the round is not discarded, so that all"),
        (["--discard", "nobody", "{1}"], "no player 'nobody'"),
    ],
)
def test_what_is_not_there_is_one_line(run, file, twenty, arguments, message):
    save(with_round(twenty, far_apart(twenty, range(1, 11))), file)
    keys = [player.key for player in twenty.players]
    status, output, errors = run(
        "draw", file, "--round", 1, *(word.format(*keys) for word in arguments)
    )
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert message.format(*keys) in errors


def test_without_history_and_backup_it_is_said_that_nobody_knows_what_was_imposed(
    run, file, twenty
):
    imposed = far_apart(twenty, [1])
    save(with_round(twenty, imposed), file)
    do("draw", file, "--write")
    known = run("draw", file, "--redraw")[2]
    assert "neither history nor backup shows" not in known
    for beside in file.parent.glob("congress.xml.*"):
        beside.unlink()
    unknown = run("draw", file, "--redraw")[2]
    assert (
        "neither history nor backup shows which games were imposed before it was drawn" in unknown
    )


AGAIN = ("--redraw",)
LEFT = ("--absent", "w1")
OPTIONS = {
    "--round": ("--redraw", "--round", 1),
    "--absent": ("--between", *LEFT),
    "--present": ("--round", 2, "--without-results", "--present", "idle"),
    "--redraw": (*AGAIN, *LEFT),
    "--keep-most": ("--keep-most", *LEFT),
    "--fewest": ("--fewest", *LEFT),
    "--between": ("--between", *LEFT, "--absent", "b2"),
    "--choose": ("--keep-most", *LEFT, "--absent", "b2", "--choose", 1, "--digest", "of list"),
    "--digest": ("--fewest", *LEFT, "--absent", "b2", "--choose", 1, "--digest", "of list"),
    "--keep": (*AGAIN, "--keep", "w2", "b2"),
    "--discard": ("--round", 1, "--discard", "w1", "b1", "--discard", "w2", "b2"),
    "--discard-all": ("--discard-all", "--round", 1),
    "--seed": (*AGAIN, "--seed", 5),
    "--model": (*AGAIN, "--model", "gotha", "--seed", 3),
    "--system": (*AGAIN, "--system", "swiss"),
    "--set": (*AGAIN, "--system", "swiss", "--set", "seeding=random", "--seed", 2),
    "--without-results": ("--round", 2, "--without-results"),
    "--rematches": ("--round", 2, "--without-results", "--rematches"),
    "--max-grade-difference": (*AGAIN, "--max-grade-difference", 3),
    "--max-score-difference": (*AGAIN, "--max-score-difference", 1.5),
    "--no-handicap-at-top": (*AGAIN, "--no-handicap-at-top"),
    "--handicap-at-top": (*AGAIN, "--handicap-at-top"),
    "--limit-scores": (*AGAIN, "--limit-scores"),
    "--no-limit-scores": (*AGAIN, "--no-limit-scores"),
    "--this-round-alone": (*AGAIN, "--this-round-alone"),
    "--families": (*AGAIN, "--families", "forbid"),
    "--forbid": (*AGAIN, "--forbid", "w1", "b1"),
    "--force": (*AGAIN, "--force", "w1", "b2"),
    "--allow": ("--round", 2, "--without-results", "--allow", "w1", "b1"),
    "--must-play-group": (*AGAIN, "--must-play-group", "w1", "w2", "b1", "b2"),
    "--prefer": (*AGAIN, "--prefer", "w1", "b2"),
    "--prefer-not": (*AGAIN, "--prefer-not", "w1", "b1"),
    "--preference-weight": (*AGAIN, "--prefer", "w1", "w2", "--preference-weight", 2.5),
    "--even-so": AGAIN,
}
"""Every option that says what is drawn, in a draw whose players are those of the first two boards."""

OUTPUT = {"--write", "--output", "--overwrite", "--json", "--lines", "--help"}


def test_every_option_of_draw_is_listed(run):
    shown = run("draw", "--help")[1]
    assert {*re.findall(r"^  (?:-h, )?(--[a-z-]+)", shown, re.MULTILINE)} == {*OPTIONS} | OUTPUT


@pytest.mark.parametrize("option", few(OPTIONS, 12))
def test_what_is_written_is_the_draw_that_was_shown(run, published, tmp_path, option):
    (idle,), old = byes(published), games(published)
    players = {"idle": idle, "w1": old[1].white, "b1": old[1].black}
    players |= {"w2": old[2].white, "b2": old[2].black}
    do("absent", published, idle, "--round", 2)
    typed = [players.get(each, each) for each in OPTIONS[option]]
    if "of list" in typed:
        listed = run("draw", published, *typed[: typed.index("--choose")], "--between", "--json")
        typed[-1] = json.loads(listed[1])["change"]["digest"]
    other = tmp_path / "other.xml"
    ways = ((), ("--output", other), ("--write",))
    shown, elsewhere, written = (
        run("draw", published, *typed, "--even-so", *way, "--json") for way in ways
    )
    assert shown[0] in (0, 1), shown[2]
    assert (elsewhere[0], written[0]) == (shown[0], shown[0]), (elsewhere[2], written[2])
    drawn = [json.loads(each[1]) for each in (shown, elsewhere, written)]
    for each in drawn:
        del each["timings"]
    assert drawn[0] == drawn[1] == drawn[2]
    seats = {(b["table"], b["white"], b["black"], b["handicap"]) for b in drawn[0]["boards"]}
    for path in (published, other):
        now = games(path, drawn[0]["round"]).values()
        assert seats <= {(g.table, g.white, g.black, g.handicap) for g in now}


def test_a_requested_bye_of_a_full_point_is_none_of_the_draw(run, tmp_path):
    """It stays whatever is drawn, and the round has the bye of the pairing as well."""
    file = tmp_path / "open.trf"
    rows = [
        f"001 {n:>4}      {f'P{n}':<33} {2000 - n}{'':28} 0.0 {n:>4}  {'0000 - F' if n == 2 else ''}".rstrip()
        for n in range(1, 7)
    ]
    file.write_text("\n".join(["XXR 5", "XXC white1", *rows, ""]))
    do("draw", file, "--round", 1, "--system", "dutch", "--write")
    drawn = file.read_bytes()
    assert byes(file) == ("P2", "P6")
    do("draw", file, "--round", 1, "--discard-all", "--write", "--system", "dutch")
    assert file.read_bytes() == drawn
    assert "1 of 1 draws are the best" in run("check", file, "--system", "dutch")[1]
    do("draw", file, "--round", 1, "--redraw", "--absent", "P6", "--write")
    assert byes(file) == ("P2",)
    output = run("no-show", file, "P1", "--round", 1)[1]
    assert "P4 gets the bye." in output
    assert "P2" not in output
