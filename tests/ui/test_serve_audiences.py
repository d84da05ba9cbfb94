"""Phones, the hall's screen, prints, the director and programs: each sees the same facts of a published round."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest

from congress_files import save
from fastpair import Congress, standings, standings_document
from fastpair.app.publication.published import public_view, round_document
from fastpair.app.publication.website import public_website, write_website
from fastpair.app.round_states import in_ranges
from fastpair.go.teams import matches_of, with_team_bye
from fastpair.go.tournament import Grade, Player, Result
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.systems import stated_system
from fastpair.report import format_number
from fastpair.ui.web.published import view_of
from fastpair.ui.web.store import OpenTournament
from pages import director_of
from profiles import sampled
from team_tournaments import played

HAPPENINGS = Happenings(
    late="2", withdrawn="2", byes_asked="3", jigos="2", forfeits="2", both_lose="1", missing="2"
)

ENDINGS = {
    Result.UNKNOWN: "",
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.JIGO: "½-½",
    Result.BOTH_LOSE: "0-0",
    Result.BOTH_WIN: "1-1",
}


def eventful(seed, system=None):
    """Everything that leaves somebody without a board or a board without a result, in two of four rounds."""
    lots = Random(seed)
    made = generate(
        lots.randrange(13, 19), 4, seed=seed, play=2, happenings=HAPPENINGS, system=system
    )
    expected = Player(key="new", name="Expected", first_name="Eve", grade=Grade(-3), final=False)
    late = Player(key="late", name="Later", first_name="Lea", grade=Grade(-5))
    rounds = frozenset({1, 2})
    missing = replace(late, key="gone", name="Gone", absences=rounds, no_shows=rounds)
    games = list(made.games)
    for number in (1, 2):
        at = lots.choice([k for k, game in enumerate(games) if game.round == number])
        ending = (Result.UNKNOWN, False) if number == 1 else (Result.BOTH_LOSE, True)
        games[at] = replace(games[at], result=ending[0], by_default=ending[1])
    return replace(made, players=(*made.players, expected, late, missing), games=tuple(games))


def tournaments():
    for seed in range(sampled(6)):
        yield pytest.param(eventful(seed), id=f"go {seed}")
        yield pytest.param(eventful(seed, stated_system("dutch", {})), id=f"chess {seed}")
        yield pytest.param(played(2 + 5 * seed), id=f"teams {seed}")


def labels(tournament, number):
    """What everybody is called in a round, by key."""
    found = {
        player.key: f"{player.full_name} {player.strength}".strip() for player in tournament.players
    }
    for team in tournament.team_play.teams if tournament.team_play else ():
        for key in filter(None, team.lineup(number)):
            found[key] += f" ({team.name})"
    return found


def facts(tournament, number):
    """The boards of a round, and who has none for which reason, from the games and byes alone."""
    called, boards, seated = labels(tournament, number), set(), set()
    for game in tournament.games:
        if game.round == number:
            ending = ENDINGS[game.result] + "!" * game.by_default
            names = called[game.white], called[game.black]
            boards.add((game.table, *names, game.handicap, ending))
            seated |= {game.white, game.black}
    byes = byes_of(tournament, number)
    return boards, {
        (called[player.key], reason(player, number, byes))
        for player in tournament.players
        if player.key not in seated
    }


def byes_of(tournament, number):
    byes = {bye.player for bye in tournament.byes if bye.round == number}
    return byes | with_team_bye(tournament, number)


def reason(player, number, byes):
    if player.key in byes:
        return "bye"
    if number in player.requested_byes:
        return "requested bye"
    if number in player.no_shows:
        return "did not come"
    if number in player.absences:
        return "absent"
    return "without a game" if player.final else "not yet entered"


# ---- What each of them reads ----


def text(html):
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", html))).strip()


def on_phones(page):
    boards = set()
    for row in re.findall('<tr[^>]*><th scope="row".*?</tr>', page):
        table, white, black, *stones, ending = map(text, re.findall("<t[dh].*?</t[dh]>", row))
        boards.add((int(table.split()[-1]), white, black, int((stones or [""])[0] or 0), ending))
    unseated = set()
    for group in re.findall(r'<(?:p|details) class="(?:more )?unseated">.*?</(?:p|details)>', page):
        why = text(re.search("<b>(.*?)</b>", group)[1])
        names = re.findall(r'data-me="[^"]*">(.*?)</a> <span class="sub">(.*?)</span>', group)
        unseated |= {(text(" ".join(name)), why[0].lower() + why[1:]) for name in names}
    return boards, unseated


def on_the_screen(page):
    page = re.sub('<section id="changed".*?</section>', "", page, flags=re.DOTALL)
    by_name, by_table = page.split('<section class="leaf pairs-of-names"')
    seats, boards, unseated, byes = {}, set(), set(), set()
    for line in re.findall("<li.*?</li>", by_name):
        name = text(re.search("<span>(.*?)</span>", line)[1])
        if why := re.search("<i>(.*?)</i>", line):
            unseated.add((name, text(why[1])))
        else:
            seats[name] = int(text(re.search("<b>(.*?)</b>", line)[1])), 'stone b"' not in line
    for line in re.findall("<li.*?</li>", by_table):
        names = [
            text(n)
            for n in re.findall('<span class="names">(?:<span[^>]*></span>)?(.*?)</span>', line)
        ]
        ending = text(re.search("<i>(.*?)</i>", line)[1])
        if len(names) == 1:
            byes.add((*names, ending))
            continue
        table = int(text(re.search("<b>(.*?)</b>", line)[1]))
        stones, ending = re.fullmatch(r"(?:Hd (\d+) ?)?(.*)", ending).groups()
        boards.add((table, *names, int(stones or 0), ending))
    assert seats == {
        name: (board[0], white)
        for board in boards
        for name, white in zip(board[1:3], (True, False), strict=True)
    }
    assert byes == {each for each in unseated if each[1] == "bye"}
    return boards, unseated


def rows_of(answer):
    return list(csv.DictReader(answer.content.decode("utf-8-sig").splitlines()))


def on_prints(director, number):
    boards = {
        (
            int(row["Table"]),
            row["White"],
            row["Black"],
            int(row.get("Handicap") or 0),
            row["Result"],
        )
        for row in rows_of(director.get(f"/prints/{number}/page/tables?as=csv"))
    }
    by_name = rows_of(director.get(f"/prints/{number}/page/names?as=csv"))
    seats = {row["Player"]: (int(row["Table"]), row["Colour"]) for row in by_name if row["Table"]}
    assert seats == {
        name: (board[0], colour)
        for board in boards
        for name, colour in zip(board[1:3], ("White", "Black"), strict=True)
    }
    unseated = {(row["Player"], row["Opponent"]) for row in by_name if not row["Table"]}
    for sheet in ("tables", "rooms"):
        named = set()
        page = director.get(f"/prints/{number}/page/{sheet}").text
        for why in {why for _, why in unseated}:
            (line,) = re.findall(f"<p[^>]*>{why}: (.*?)</p>", page)
            named |= {(text(name), why) for name in line.split(", ")}
        plain = {(re.sub(r" \(.*\)$", "", name), why) for name, why in unseated}
        assert named == plain
    return boards, unseated


TURNED = str.maketrans("10", "01")


def boards_of_teams(tournament, number):
    """The boards of all matches, on the left the player of the team that has White at the first table's odd boards."""
    called = {p.key: f"{p.full_name} {p.strength}".strip() for p in tournament.players}
    for match in matches_of(tournament, tournament.team_play, number):
        for game in match.boards.values():
            ending = ENDINGS[game.result] + "!" * game.by_default
            white = game.white in match.first
            names = [called[key] for key in game.players][:: 1 if white else -1]
            swapped = (
                ending
                if white or ending == "1-1" or ending.startswith("0-0")
                else ending.translate(TURNED)
            )
            yield game.table, names[0], white, names[1], game.handicap, swapped


def teams_on_phones(page):
    for row in re.findall('<tr[^>]*><th scope="row".*?</tr>', page):
        table, one, other, *stones, ending = map(text, re.findall("<t[dh].*?</t[dh]>", row))
        if table:  # no board at which a team has nobody
            white = re.search('<td class="([wb])"', row)[1] == "w"
            yield int(table.split()[-1]), one, white, other, int((stones or [""])[0] or 0), ending


def teams_on_the_screen(page):
    page = re.sub('<section id="changed".*?</section>', "", page, flags=re.DOTALL)
    _, by_table = page.split('<section class="leaf pairs-of-names"')
    for line in re.findall("<li.*?</li>", by_table):
        names = re.findall(
            '<span class="names"><span class="stone ([wb])"></span>(.*?)</span>', line
        )
        table = text(re.search("<b>(.*?)</b>", line)[1])
        if names and table.isdigit():
            (colour, one), (_, other) = names
            ending = text(re.search("<i>(.*?)</i>", line)[1])
            stones, ending = re.fullmatch(r"(?:Hd (\d+) ?)?(.*)", ending).groups()
            yield int(table), text(one), colour == "w", text(other), int(stones or 0), ending


def teams_on_prints(director, number):
    for row in rows_of(director.get(f"/prints/{number}/page/tables?as=csv")):
        if row["Table"]:
            white, stones = row["Colour"] == "White", int(row.get("Handicap") or 0)
            yield int(row["Table"]), row["Player"], white, row["Opponent"], stones, row["Result"]


def of_the_director(page):
    boards = set()
    for row in re.findall(r'<tr id="b\d+".*?(?=<tr|</tbody|</table)', page, re.DOTALL):
        head, *cells = re.split("<t[dh][^>]*>", row)[1:]
        white, _, _, black, _, _, *stones, ending, _ = cells
        ending = text(ending)
        stones = text((stones or [""])[0])
        boards.add((int(text(head)), text(white), text(black), int(stones or 0), ending))
    unseated = set()
    for line in re.findall('<p class="muted"><b>(.*?)</p>', page):
        why, names = text(line).split(" : ")
        unseated |= {(name, why[0].lower() + why[1:]) for name in names.split(", ")}
    waiting = re.findall(r'<li><a class="who" id="w[^>]*>(.*?)</a></li>', page)
    return boards, unseated | {(text(name), "without a game") for name in waiting}


def for_programs(document, called):
    boards = {
        (
            board["table"],
            called[board["white"]],
            called[board["black"]],
            board["handicap"],
            ENDINGS[Result(board["result"] or "?")] + "!" * board["by_default"],
        )
        for board in document["boards"]
    }
    reasons = {
        "byes": "bye",
        "requested_byes": "requested bye",
        "unpaired": "without a game",
        "absent": "absent",
        "no_shows": "did not come",
        "preliminary": "not yet entered",
    }
    return boards, {
        (called[key], why) for member, why in reasons.items() for key in document[member]
    }


def on_the_own_phone(director, tournament, number):
    """What each player reads who has told a phone the name: table, colour and opponent, or why there is none."""
    for player in tournament.players:
        page = text(director.get("/hall/mine", params={"me": player.full_name}).text)
        games = [game for game in tournament.round(number).games if player.key in game.players]
        for game in games:
            white = game.white == player.key
            colour, other = ("White", game.black) if white else ("Black", game.white)
            yield f"Table {game.table} " in page
            opponent = tournament.by_key[other]
            called = f"{opponent.full_name} {opponent.strength}".strip()
            yield f"You play {colour} against {called} " in page
        byes = byes_of(tournament, number)
        if not games:
            yield OWN[reason(player, number, byes)] in page


OWN = {
    "bye": "You have the bye in round",
    "requested bye": "You have a requested bye in round",
    "absent": "You are entered as absent in round",
    "did not come": "You are entered as a no-show in round",
    "without a game": "You have no game in round",
    "not yet entered": "You are not checked in for round",
}


def cells_of(page, opening):
    """The cells of the rows of the last list of a page that begin so."""
    rows = re.findall(rf"{opening}.*?(?=<tr|</tbody|</table)", page, re.DOTALL)
    return [[text(cell) for cell in re.split("<t[dh][^>]*>", row)[1:]] for row in rows]


def standings_of_all(director, number, found):
    """The lines of the standings with place, name and values, as each has them."""
    count = len(found["criteria"])

    def line(cells):
        name = cells[1].removesuffix(" · Withdrawn")
        return cells[0], name, *(value.lstrip("*") for value in cells[-count:])

    def spelled(value):
        return "–" if value is None else format_number(value)

    names = ("name", "first_name", "grade", "title", "rating")
    yield [
        (
            str(row["place"]),
            " ".join(map(str, filter(None, map(row.get, names)))),
            *map(spelled, row["values"]),
        )
        for row in found["rows"]
    ]
    phones = director.get(f"/hall/standings?round={number}").text
    page = director.get(f"/standings/{number}").text
    for each in (phones, director.get(f"/prints/{number}/page/standings").text, page):
        status = describe(found["open_games"])
        assert bool(found["open_games"]) == (status in text(each).lower())
    yield [line(cells) for cells in cells_of(phones.partition("<tbody>")[2], "<tr>")]
    yield [line(cells) for cells in cells_of(page, '<tr id="p')]
    answer = director.get(f"/prints/{number}/page/standings?as=csv")
    rows = list(csv.reader(answer.content.decode("utf-8-sig").splitlines()))
    yield [line(cells) for cells in rows[1:]]


def describe(games):
    """The open games in words: two of a round and a few of the other."""
    rounds = sorted({game["round"] for game in games})
    places = []
    for number in rounds:
        tables = sorted(game["table"] for game in games if game["round"] == number)
        word = "table" if len(tables) == 1 else "tables"
        places.append(f"round {number}, {word} {in_ranges(tables)}")
    noun = "game" if len(games) == 1 else "games"
    return f"provisional, {len(games)} {noun} open ({'; '.join(places)})"


@pytest.mark.parametrize("tournament", list(tournaments()))
def test_each_audience_sees_the_same_facts_of_a_published_round(tournament, tmp_path):
    path = tmp_path / "congress.json"
    save(tournament, path)
    with director_of(path) as director:
        for number in tournament.drawn_rounds:
            if f'href="/hall?round={number}"' not in director.get("/hall").text:
                director.send(f"/boards/{number}/publish", {"even_so": "yes"})
        state = OpenTournament(path).state()
        rounds = [*state.published]
        assert len(rounds) >= 2
        for number in rounds:
            expected = facts(tournament, number)
            phones = director.get(f"/hall?round={number}").text
            if tournament.draws_teams:
                boards = sorted(boards_of_teams(tournament, number))
                assert sorted(teams_on_phones(phones)) == boards
                assert sorted(teams_on_prints(director, number)) == boards
            else:
                assert on_phones(phones) == expected
                assert on_prints(director, number) == expected
            document = round_document(public_view(state), number)
            assert for_programs(document, labels(tournament, number)) == expected
            if not tournament.draws_teams:
                assert of_the_director(director.get(f"/boards/{number}").text) == expected
        screen = director.get("/hall/screen").text
        if tournament.draws_teams:
            assert sorted(teams_on_the_screen(screen)) == boards
        else:
            assert on_the_screen(screen) == expected
        assert all(on_the_own_phone(director, tournament, number))
        asked = json.loads(path.read_bytes())
        for number in rounds:
            asked["standings"] = {"after": number, "teams": tournament.draws_teams}
            first, *others = standings_of_all(director, number, standings_document(asked))
            assert others == [first] * len(others)


# ---- What nobody but the director sees ----


def hidden(tournament):
    """The event as everybody may see it who may not know the names of children."""

    def shown(player):
        if player.birth < "2000":
            return player
        initials = f"{player.name[0]}. {player.first_name[0]}."
        return replace(player, name=initials, first_name="")

    return replace(tournament, players=tuple(map(shown, tournament.players)))


@pytest.fixture
def cup(tmp_path):
    """Children and adults; round 1 is complete, round 2 is drawn and not published; the hall names no children."""
    names = ("Oakling Tom", "Olmling Kay", "Yorling Bo", "Bowling Ada", "Boling Joy", "Senior Otto")
    births = ("2012-03-04", "2013", "1961", "2012", "2014", "1970")
    players = [
        Player(key=f"{name}!", name=family, first_name=given, birth=birth, grade=Grade(-1))
        for name, birth in zip(names, births, strict=True)
        for family, given in [name.split()]
    ]
    congress = Congress.new("Cup", begins="2026-05-01", rounds=3, players=players)
    congress = congress.absent(["Yorling Bo!"], rounds=[1]).congress.draw(1).congress
    boards = congress.tournament.round(1).games
    congress = congress.publish(1).congress.results(1, {g.table: "1/2" for g in boards}).congress
    path = tmp_path / "cup.json"
    congress.draw(2).congress.save(path)
    with director_of(path) as director:
        director.do("/checkin/1/phones", proof="code")
        director.do("/prints/1/names", age="18", hide="initials")
        yield director


def store_of(director):
    return director.server.site.server.store


def for_everybody(director, folder):
    """All that everybody may open or sees in the hall, and what programs are sent, by what it is."""
    server, state = director.server.site.server, store_of(director).state()
    hall = server.sidecar.settings.hall
    write_website(folder, public_website(state, hall), ("en",))
    paths = ["", "/screen", "/standings", "/wallist", "?me=o", "/checkin?me=o"]
    paths += [f"?round={number}" for number in (1, 2, 3)]
    found = {f"hall{path}": director.get(f"/hall{path}").text for path in paths}
    found |= {str(path): path.read_text("utf-8") for path in folder.rglob("*.*")}
    view = view_of(state, hall)
    found |= {f"json {n}": json.dumps(round_document(view, n)) for n in view.rounds}
    sheets = ("tables", "names", "rooms", "standings", "wallist", "numbers")
    found |= {name: director.get(f"/prints/1/page/{name}").text for name in sheets}
    seats = [server.tables.seat(game) for game in state.tournament.round(1).games]
    return found | {seat: director.get(f"/table/{seat}").text for seat in seats}


def rows_in(page):
    """The rows of a list of the copy for the web, by the titles of its columns."""
    titles, *rows = cells_of(page, "<tr")
    return [dict(zip(titles, row, strict=True)) for row in rows]


def in_the_copy(folder, number):
    boards = {
        (
            int(row["Table"]),
            row["White"],
            row["Black"],
            int(row.get("Hd") or 0),
            row.get("Result", ""),
        )
        for row in rows_in((folder / "en" / f"round-{number}.html").read_text("utf-8"))
    }
    by_name = rows_in((folder / "en" / f"round-{number}-names.html").read_text("utf-8"))
    return boards, {(row["Player"], row["Opponent"]) for row in by_name if not row["Table"]}


def in_all(director, folder, number):
    """The boards of a round, and who has none, as each rendering has them."""
    state = store_of(director).state()
    view = view_of(state, director.server.site.server.sidecar.settings.hall)
    document = round_document(view, number)
    yield on_phones(director.get(f"/hall?round={number}").text)
    yield in_the_copy(folder, number)
    called = {view.names.key_of(k): name for k, name in labels(view.tournament, number).items()}
    yield for_programs(document, called)
    if number == max(view.rounds):
        yield on_the_screen(director.get("/hall/screen").text)


def test_what_is_hidden_or_unpublished_is_shown_by_nobody(cup, tmp_path):
    whole = store_of(cup).state().tournament
    children = [player for player in whole.players if player.birth > "2000"]
    first = facts(hidden(whole), 1)
    found = for_everybody(cup, tmp_path / "site")
    assert len(found) > 20
    named = {place for place, page in found.items() for child in children if child.name in page}
    assert named == set()
    assert all("Senior" in found[place] for place in ("tables", "standings", "hall", "json 1"))
    # Round 2 is a draft: it is nowhere but on a print that says so.
    shown = [*in_all(cup, tmp_path / "site", 1), on_prints(cup, 1)]
    assert shown == [first] * 5
    assert found["hall?round=2"] == found["hall"]
    assert not [place for place in found if "round-2" in place or place == "json 2"]
    assert "(draft)" in cup.get("/prints/2/page/tables").text
    # Colours of a board that players know are exchanged: it stays as they know it until it is published again.
    cup.send("/boards/2/publish", {"even_so": "yes"})
    known = facts(hidden(store_of(cup).state().tournament), 2)
    table = min(board[0] for board in known[0])
    cup.do("/boards/2/colour", table=str(table), players_know="yes")
    later = facts(hidden(store_of(cup).state().tournament), 2)
    assert later != known
    for_everybody(cup, tmp_path / "site")
    assert [*in_all(cup, tmp_path / "site", 2)] == [known] * 4
    assert on_prints(cup, 2) == later
    assert "(draft)" in cup.get("/prints/2/page/tables").text
    cup.send("/boards/2/publish", {"even_so": "yes"})
    for_everybody(cup, tmp_path / "site")
    assert [*in_all(cup, tmp_path / "site", 2), on_prints(cup, 2)] == [later] * 5
    assert "(draft)" not in cup.get("/prints/2/page/tables").text


def places_of(rows):
    return [tuple(row[:2]) for row in rows]


def test_standings_have_one_order_whoever_is_hidden(cup, tmp_path):
    """Equal players stand in the order of their names; so they do where these are hidden."""
    whole = standings(store_of(cup).state().tournament, 1)
    names = {
        p.key: f"{p.full_name} {p.strength}"
        for p in hidden(store_of(cup).state().tournament).players
    }
    expected = [(str(row.place), names[row.key]) for row in whole.rows]
    found = for_everybody(cup, tmp_path / "site")
    (page,) = [text for place, text in found.items() if place.endswith("en/standings.html")]
    phone = cells_of(found["hall/standings"].partition("<tbody>")[2], "<tr>")
    answer = cup.get("/prints/1/page/standings?as=csv")
    printed = list(csv.reader(answer.content.decode("utf-8-sig").splitlines()))[1:]
    assert expected != sorted(expected)  # which is the order of the names that are shown
    assert places_of(phone) == expected
    assert places_of(cells_of(page.partition("<tbody>")[2], "<tr")) == expected
    assert places_of(printed) == expected
