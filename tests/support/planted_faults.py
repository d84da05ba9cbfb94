"""Rating lists of four federations with invented names, and entries with planted faults."""

from __future__ import annotations

import random
from dataclasses import replace

from fastpair import Congress
from fastpair.app.edits.ratings import NUMBERS
from fastpair.app.lists.rating_lists import RatingLists, open_list_for
from fastpair.go.tournament import Grade, Player, Tournament

SYLLABLES = [
    "bar",
    "den",
    "fol",
    "gri",
    "hus",
    "jem",
    "kol",
    "lav",
    "mor",
    "nis",
    "pel",
    "rud",
    "sten",
    "tov",
    "ulm",
    "vek",
    "wig",
    "zan",
]
COUNTRY = {"EGF": "CZ", "FFG": "FR", "AGA": "US", "FIDE": "CZE"}
OTHER_COUNTRY = {"EGF": "PL", "FFG": "PL", "AGA": "CA", "FIDE": "POL"}
CLUBS = ("Nord", "Sued", "West")


def invented(rng, size):
    """Invented names, of which no two are alike."""
    found, seen = [], set()
    while len(found) < size:
        family, given = ("".join(rng.choices(SYLLABLES, k=k)).capitalize() for k in (4, 3))
        if not {family, given} & seen:
            seen |= {family, given}
            found.append((family, given))
    return found


def player_of(place, names, title, **facts):
    """A player as the list has them."""
    chess = title == "FIDE"
    usual = {
        "name": names[0],
        "first_name": names[1],
        "country": COUNTRY[title],
        "club": "" if chess else CLUBS[place % 3],
        "rating": 2000,
    }
    if not chess:
        usual["grade"] = Grade.of_rating(2000)
    merged = usual | facts
    return Player(key=(merged["name"] + merged["first_name"]).upper(), **merged)


def egf_line(number, family, given, country, club):
    name = f"{family.replace(' ', '_')} {given.replace(' ', '_')}"
    return f" {number:08d}  {name:<37} {country:2}  {club:4}   1k   --    2000    12  T250719A"


def ffg_line(number, family, given, country, club):
    name = f"{family.replace(' ', '_')} {given.replace(' ', '_')}"
    return f"{name:<38}{-50:>5} L {number:07d} {club:4} {country:2}"


def aga_line(number, family, given, country, club):
    return f"{family}, {given}\t{number}\tFull\t-1.50000\t3/5/2027\t{club}\tWA\t0.5\t3/5/2026"


LINES = {"EGF": egf_line, "FFG": ffg_line, "AGA": aga_line}


def write_list(folder, title, people):
    """A rating list of people: number, family name, given name, country, club."""
    if title != "FIDE":
        head = {"FFG": ["# Echelle", ""]}.get(title, [])
        path = folder / f"{title}.txt"
        path.write_text("\n".join([*head, *(LINES[title](*each) for each in people)]) + "\n")
        return open_list_for(Tournament(), path)
    players = "".join(
        f"<player><fideid>{number}</fideid><name>{family}, {given}</name><country>{country}</country>"
        f"<sex>M</sex><title></title><rating>2000</rating><k>20</k><birthday>1990</birthday></player>"
        for number, family, given, country, _ in people
    )
    path = folder / "standard_nov26frl_xml.xml"
    path.write_text(f"<?xml version='1.0'?>\n<playerslist>{players}</playerslist>")
    RatingLists(folder).load(path)
    return next(each for each in RatingLists(folder).every()).rated_by("standard")


def faults_of(title):
    """The faults that matter to a federation: a function of the entry, what is doubtful, and the decision."""

    def edited(**facts):
        return lambda player, _: replace(player, **facts)

    number = NUMBERS[title]
    found = {
        "exchanged": (
            lambda p, _: replace(p, name=p.first_name, first_name=p.name),
            {"order"},
            "list",
        ),
        "one letter": (
            lambda p, _: replace(p, name=p.name[:3] + "q" + p.name[4:]),
            {"spelling"},
            "list",
        ),
        "number of another": (lambda p, other: replace(p, **{number: other}), {"number"}, "list"),
        "not listed": (edited(name="Quuxquor", first_name="Xyxo"), {"not found"}, "none"),
        "strength": (edited(grade=Grade.of_rating(1000), rating=1000), {"strength"}, "keep"),
        "accents lost": (lambda p, _: replace(p, name=p.name.replace("o", "ö")), set(), ""),
        "apart": (lambda p, _: replace(p, name=f"{p.name[:3]} {p.name[3:]}"), set(), ""),
    }
    if title == "FIDE":
        found["strength"] = (edited(rating=1000), {"strength"}, "keep")
    if title in ("EGF", "FFG"):
        found["another club"] = (edited(club="Irgendwo"), {"club"}, "list")
        found["club in full"] = (lambda p, _: replace(p, club=f"{p.club}heim"), set(), "")
        found["no club"] = (edited(club=""), set(), "")
    if title != "AGA":
        found["another country"] = (edited(country=OTHER_COUNTRY[title]), {"country"}, "list")
        found["no country"] = (edited(country=""), set(), "")
    return found


def planted(folder, title, size=60):
    """A list and entries with faults: what is doubtful of each player, and what is decided."""
    rng = random.Random(title)
    names = invented(rng, size)
    first = 1000001 if title == "FFG" else 10000001
    people = [
        (first + place, *each, COUNTRY[title], CLUBS[place % 3]) for place, each in enumerate(names)
    ]
    players, doubts, decisions = [], {}, {}
    faults = [*faults_of(title).values()]
    for place in range(size - 4):
        number = str(people[place][0])
        player = player_of(place, names[place], title)
        expected, decision = set(), ""
        if place < 2 * len(faults):
            edit, expected, decision = faults[place % len(faults)]
            # The numbers of others are those of people who do not play.
            player = edit(player, str(people[size - 1 - place // len(faults)][0]))
            if expected == {"not found"}:
                player = replace(player, name=f"{player.name}{'ab'[place // len(faults)]}")
        elif place % 2:
            player = replace(player, **{NUMBERS[title]: number})
        player = replace(player, key=(player.name + player.first_name).upper())
        players.append(player)
        doubts[player.key] = expected
        decisions[player.key] = decision
    # Twins in the list, two entries of one person.
    twins = [
        (first + size + place, *names[size - 3], COUNTRY[title], CLUBS[0]) for place in range(1)
    ]
    twin = player_of(size - 3, names[size - 3], title)
    double = player_of(size - 4, names[size - 4], title)
    again = replace(
        double, name=f"{double.name}x", key=f"{double.name}X{double.first_name}".upper()
    )
    for player, expected, decision in (
        (twin, {"namesakes"}, str(people[size - 3][0])),
        (double, {"twice"}, "keep"),
        (again, {"twice", "spelling"}, "remove"),
    ):
        players.append(player)
        doubts[player.key], decisions[player.key] = expected, decision
    return write_list(folder, title, [*people, *twins]), players, doubts, decisions


def save_tournament(folder, title, players):
    """A tournament of the game of a federation, in its country, with these players."""
    chess = title == "FIDE"
    country = {"FFG": "FR", "AGA": "US"}.get(title, "CZ")
    congress = Congress.new(
        "Open",
        preset="FIDE" if chess else "EGF",
        rounds=1,
        country=country,
        players=players,
    )
    congress.save(folder / "open.json")
    return folder / "open.json"
