"""Teams in lists of entries: read, entered with their players, and written again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from commands import do
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.formats.entries import new_content
from fastpair.formats.entries import read as read_content
from fastpair.formats.losses import losses
from fastpair.go.tournament import TeamPlay
from fastpair.ui.cli import main
from team_tournaments import entered

LIST = """Name;FirstName;Rank;Team;Board
Adler;Anna;1d;Lyon;2
Meier;Bert;2d;lyon;
Kunz;Cleo;3k;Lyon;
Roth;Dora;1k;1;
Sand;Emil;2k;1;
Tal;Fritz;5k;;
Uhl;Gina;5k;Nice;
"""


def play_of(text):
    return read_content("list.csv", text.encode()).tournament.team_play


def lineups_of(play):
    return {team.name: team.lineup(1) for team in play.teams}


def rows(*teams):
    """A list of players a, b, … with these cells of team and board."""
    lines = [f"{name};1d;{cells}" for name, cells in zip("abcdefghijklmn", teams, strict=False)]
    return "\n".join(["Name;Rank;Team;Board", *lines])


def test_teams_of_a_list():
    document = read_content("list.csv", LIST.encode())
    assert lineups_of(document.tournament.team_play) == {
        "Lyon": ("MEIERBERT", "ADLERANNA", "KUNZCLEO"),
        "1": ("ROTHDORA", "SANDEMIL"),
        "Nice": ("UHLGINA",),
    }
    assert document.remarks == ("Kunz Cleo is a substitute of Lyon, without a board",)
    assert play_of("Name;Rank;Team\nEk;1d;\n") is None
    assert play_of("Nom;Niveau;Équipe;Échiquier\nEk;1d;Lyon;3\n").size == 3
    assert play_of("Nom;Niveau;Équipe;Goban\nEk;1d;Lyon;3\n").size == 3
    assert play_of("Nom;Niveau;Équipe;N°\nEk;1d;Lyon;3\nOh;2d;Nice;3\n").size == 3


def test_a_running_number_is_no_board():
    assert play_of("N°;Nom;Niveau;Équipe\n7;Ek;1d;Lyon\n8;Oh;2d;Nice\n").size == 2
    assert play_of("N°;Nom;Niveau\n1;Ek;1d\n1;Oh;2d\n") is None


@pytest.mark.parametrize(
    ("teams", "size"),
    [
        (["A", "A", "A", "B", "B", "B", "C", "C"], 3),
        (["A", "A", "A", "B", "B"], 2),
        (["A"], 2),
        (["A"] * 12, 10),
        (["A;4", "A", "B", "B"], 4),
        (["A;1", "A;2", "A;3", "B;1", "B;2", "C;1", "C;2"], 2),
    ],
)
def test_the_number_of_boards(teams, size):
    assert play_of(rows(*teams)).size == size


@pytest.mark.parametrize(
    ("teams", "said"),
    [
        (["A;1", "A;1"], "3: two players at board 1 of A: a and b"),
        (["A", ";2"], "3: expected the team of board 2, found none"),
        (["A;11"], "2: expected a board from 1 to 10, or 'reserve', found '11'"),
        (["A;x"], "2: expected a board from 1 to 10, or 'reserve', found 'x'"),
        ([f"A;{'9' * 5000}"], "2: expected a board from 1 to 10, or 'reserve', found '9999"),
    ],
)
def test_boards_that_cannot_be_are_refused(teams, said):
    with pytest.raises(FormatError, match=f"list.csv:{said}"):
        play_of(rows(*teams))


def test_who_is_listed_twice_is_in_one_team():
    assert len(play_of("Name;Rank;Team\nEk;1d;A\nEk;1d;A\nUhl;1d;A\n").teams[0].lineup(1)) == 2
    with pytest.raises(FormatError, match="3: Ek is in two teams, A and B"):
        play_of("Name;Rank;Team\nEk;1d;A\nEk;1d;B\n")
    with pytest.raises(FormatError, match="3: Eck is in two teams, A and B"):
        play_of("Name;Rank;EGF Pin;Team\nEk;1d;12345678;A\nEck;1d;12345678;B\n")
    namesakes = "Name;Rank;EGF Pin;Team\nEk;1d;12345678;A\nEk;1d;12345679;B\n"
    assert len(play_of(namesakes).teams) == 2


@pytest.mark.parametrize("suffix", ["xml", "json"])
def test_teams_enter_with_their_players(tmp_path, capsys, suffix):
    listed = tmp_path / "list.csv"
    listed.write_text(LIST, encoding="utf-8")
    made, file = tmp_path / f"made.{suffix}", tmp_path / f"file.{suffix}"
    do("new", made, "--entries", listed, "--rounds", "3")
    assert "7 players; 3 teams" in capsys.readouterr().out
    do("new", file, "--rounds", "3")
    do("register", file, "--entries", listed)
    told = capsys.readouterr()
    assert "Lyon, from round 1 on: Meier Bert, Adler Anna" in told.out
    assert "Kunz Cleo is a substitute of Lyon, without a board" in told.err
    assert read(file).tournament.team_play == read(made).tournament.team_play
    assert lineups_of(read(file).tournament.team_play) == lineups_of(play_of(LIST))
    before = read(file).tournament.team_play
    do("register", file, "--entries", listed)
    assert "Lyon is there already, and stays as it is" in capsys.readouterr().out
    assert read(file).tournament.team_play == before
    do("undo", file)
    assert read(file).tournament.team_play is None


@pytest.mark.parametrize(
    ("more", "boards", "criteria"),
    [
        (["--preset", "Swiss-Team", "--teams"], 4, "PTS:MP MPvGP DE SB"),
        (["--preset", "Swiss-Team", "--teams", "--team-score", "game"], 4, "PTS:GP MPvGP DE SB"),
        (["--preset", "Swiss-Team"], 5, "PTS:MP MPvGP DE SB"),
        (["--teams"], 4, "TEAMP BDW BDW3U BDW2U BDW1U MNR"),
    ],
)  # fmt: skip
def test_a_tournament_of_teams_has_its_boards_and_criteria(
    tmp_path, capsys, more, boards, criteria
):
    """Lists with substitutes leave the number of boards; teams are placed as the game places them."""
    listed, file = tmp_path / "list.csv", tmp_path / "file.json"
    lines = (f"{team}{n};1d;2000;{team}" for team in ("Lyon", "Ulm") for n in range(1, 6))
    listed.write_text("\n".join(["Name;Rank;Rating;Team", *lines]))
    do("new", file, "--rounds", "3", "--entries", listed, *more)
    out = capsys.readouterr().out
    assert f"a match has {boards} boards" in out
    assert ("Lyon5 is a substitute of Lyon" in out) == (boards == 4)
    play = read(file).tournament.team_play
    assert (play.size, " ".join(each.value for each in play.placement)) == (boards, criteria)


def test_teams_survive_a_list():
    tournament = entered(4, 3, spares=1)
    held = read_content("x", new_content(tournament)).tournament
    assert lineups_of(held.team_play) == lineups_of(tournament.team_play)
    assert not [line for line in losses(held, tournament) if "team" in line]
    first, *others = tournament.team_play.teams
    first = replace(first, lineups=(first.lineups[0], ("A4", "A2", "A3")), club="Lyon")
    play = TeamPlay(size=4, teams=(first, *others))
    given = replace(tournament, team_play=play)
    assert [line for line in losses(held, given) if "team" in line] == [
        "team play: size 4 becomes 3",
        "teams, line-ups: 1 of 4 teams, such as Team A: 1 line-up in place of 2 line-ups",
        "teams, club: 1 of 4 teams, such as Team A: 'Lyon' is lost",
    ]
    fewer = replace(given, team_play=replace(play, size=3, teams=play.teams[:2]))
    assert "teams: 2 teams appear" in losses(held, fewer)
    assert "teams: 2 of 4 teams are lost, such as Team C" in losses(fewer, tournament)


def test_a_list_that_changes_keeps_what_it_says_of_teams():
    text = LIST.replace(";Board", "").replace("Lyon;2", "Lyon;").replace(";\n", "\n")
    document = read_content("list.csv", text.encode())
    tournament = document.tournament
    player, *others = tournament.players
    stronger = replace(tournament, players=(replace(player, club="Lyon"), *others))
    assert "Board" not in document.content_with(stronger).decode()
    assert "Kunz;Cleo;3k;Lyon" in document.content_with(stronger).decode()
    first, *rest = tournament.team_play.teams
    turned = replace(first, lineups=(first.lineups[0][::-1],))
    play = replace(tournament.team_play, teams=(turned, *rest))
    changed = document.content_with(replace(tournament, team_play=play))
    assert lineups_of(read_content("x", changed).tournament.team_play) == lineups_of(play)


def team_rows(*lines):
    return "\n".join(
        ["Team;Captain;Board 1;Rating 1;Board 2;Rating 2;Reserve;Reserve rating", *lines]
    )


def test_a_team_a_row_says_what_a_player_a_row_says():
    wide = team_rows(
        "Lyon;Ann Bell;Adler, Anna;2100;Kunz, Bo;1900;Meier;1800",
        "Ulm;;Roth, Cy;2000;-;0;Tal;1700",
        "Bath;;;;Uhl, Di;1500;;",
    )
    long = "\n".join(
        [
            "Team;Captain;Board;Name;Rating",
            *("Lyon;Ann Bell;1;Adler, Anna;2100", "Lyon;;2;Kunz, Bo;1900", "Lyon;;R;Meier;1800"),
            *("Ulm;;1;Roth, Cy;2000", "Ulm;;Ersatz;Tal;1700", "Bath;;2;Uhl, Di;1500"),
        ]
    )
    read, other = (read_content("list.csv", text.encode()) for text in (wide, long))
    assert read.tournament == other.tournament
    assert [team.captain for team in read.tournament.team_play.teams] == ["Ann Bell", "", ""]
    assert lineups_of(read.tournament.team_play) == {
        "Lyon": ("ADLERANNA", "KUNZBO", "MEIER"),
        "Ulm": ("ROTHCY", "", "TAL"),
        "Bath": ("", "UHLDI"),
    }
    again = read_content("x", new_content(read.tournament)).tournament
    assert again.team_play.teams == read.tournament.team_play.teams


@pytest.mark.parametrize(
    "header",
    [
        "Team;Player 1;Rank 1;Player 2;Rank 2",
        "Team;1. Player;1. Player rank;2. Player;2. Player rank",
        "Mannschaft;Brett 1;Rang 1;Brett 2;Rang 2",
        "Équipe;Joueur 1;Joueur 1 niveau;Joueur 2;Joueur 2 niveau",
        "Team;Name1;Rank1;Name2;Rank2",
    ],
)
def test_titles_of_players_in_columns(header):
    play = play_of(f"{header}\nLyon;Ek;3k;Oh;2k\nUlm;Al;3k;Bo;2k\n")
    assert lineups_of(play) == {"Lyon": ("EK", "OH"), "Ulm": ("AL", "BO")}


def test_what_a_column_says_of_a_team_is_not_said_of_its_players():
    text = "Team;Club;Rating;E-mail;Player 1;Player 2;Grade 1;Grade 2\nLyon;Go;2000;a@b.example;Ek;Oh;3k;4k\n"
    document = read_content("list.csv", text.encode())
    ek, oh = document.tournament.players
    assert (ek.club, str(ek.grade), ek.rating, str(oh.grade)) == ("Go", "3k", 1800, "4k")
    assert "a@b.example" not in str(document.tournament)
    assert [remark[:40] for remark in document.remarks] == [
        "the column 'Rating (whole team)' is not ",
        "the column 'E-mail' is not read",
    ]


def test_contacts_are_no_attributes_of_players():
    """Columns of a list without grades are attributes, by which a draw keeps players apart, but for these."""
    text = "Name;FirstName;Team;School;Phone;E-mail of parents\nEk;Al;Lyon;A;0171;a@b.example\n"
    (player,) = read_content("list.csv", text.encode(), graded=False).tournament.players
    assert player.attributes == {"school": "A"}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["Lyon;;Ek;x;;;;"], "2: expected a rating such as 2100, found 'x'"),
        (["Lyon;;Ek;2100;;1900;;"], "2: expected the name of a player"),
        (["Lyon;;Ek;2100;;;;", "Ulm;;Ek;2100;;;;"], "3: Ek is in two teams, Lyon and Ulm"),
        (["Lyon;;Ek;2100;Oh;1900;;;more"], "2: expected 5 cells"),
        (["Lyon;Al;Ek;2100;;;;", "Lyon;Bo;Oh;2100;;;;"], "3: Lyon has two captains, Al and Bo"),
    ],
)
def test_a_row_of_a_team_that_cannot_be_is_refused(lines, message):
    with pytest.raises(FormatError, match=f"list.csv:{message}"):
        play_of(team_rows(*lines))


def test_a_list_of_team_rows_is_read_only(tmp_path, capsys):
    listed, text = tmp_path / "list.csv", team_rows("Lyon;Al;Ek;2100;Oh;1900;;")
    listed.write_text(text)
    assert main(["register", str(listed), "Uhl", "--rating", "1500"]) == 2
    assert "is read only; fastpair convert" in capsys.readouterr().err
    assert listed.read_text() == text
    do("convert", listed, tmp_path / "other.csv")
    assert play_of((tmp_path / "other.csv").read_text()).teams == play_of(text).teams


def test_a_captain_enters_with_the_team(tmp_path, capsys):
    listed, file = tmp_path / "list.csv", tmp_path / "file.json"
    listed.write_text(team_rows("Lyon;Ann Bell;Ek;2100;Oh;1900;;", "Ulm;;Al;2100;Bo;1900;;"))
    do("new", file, "--entries", listed)
    do("team", file, "Ulm", "--captain", " Cy  Ott ")
    assert "the captain of Ulm is Cy Ott" in capsys.readouterr().out
    do("team", file)
    assert capsys.readouterr().out.splitlines() == [
        "Lyon (captain Ann Bell): Ek, Oh",
        "Ulm (captain Cy Ott): Al, Bo",
    ]
    do("team", file, "Lyon", "--captain", "")
    assert "Lyon has no captain" in capsys.readouterr().out
