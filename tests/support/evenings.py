"""One evening with nine players in the states that actions begin with, each by the actions that lead to it."""

from __future__ import annotations

from fastpair import Congress, Grade, Player
from fastpair.app.actions.apply import Call, apply

ALL = (
    "played-scores",
    "published-boards",
    "likely-mistake",
    "out-of-turn",
    "replaced-results",
    "not-arrived",
    "entered-absent",
    "broken-condition",
)


def of_players(*names, preliminary=()):
    """A tournament of three rounds before the first one, with players from 1k down."""
    players = [
        Player(
            key=name.upper(),
            name=name,
            first_name="",
            grade=Grade.parse(f"{place}k"),
            final=name not in preliminary,
        )
        for place, name in enumerate(names, start=1)
    ]
    return Congress.new("Evening", rounds=3, players=players)


NINE = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ina")


def evening():
    """Nine players."""
    return of_players(*NINE)


def unconfirmed():
    """Hal and Ina have entered and not confirmed it, and nobody is checked in."""
    return of_players(*NINE, preliminary=("Hal", "Ina"))


def check_in():
    """The check-in of Hal and Ina has begun, and nobody has come."""
    return evening().confirm(["HAL", "INA"], preliminary=True).congress


def closed():
    """The deadline of the check-in has come, and all but Hal and Ina."""
    past = {"time": "2026-05-01 11:45", "confirmed": ["likely-mistake"]}
    due = evening().deadline(round=1, **past).congress
    return due.present(["ANN", "BO", "CY", "DI", "ED", "FLO", "GUS"], rounds=[1]).congress


def expected():
    """Gus is checked in, and so Hal and Ina, who have entered, are expected."""
    return (
        of_players(*NINE, preliminary=("Gus", "Hal", "Ina")).present(["GUS"], rounds=[1]).congress
    )


def drawn():
    """Round 1: Ann - Bo, Di - Cy, Ed - Flo, Hal - Gus, and the bye of Ina."""
    return evening().draw(1).congress


def results():
    """Ann has beaten Bo."""
    return drawn().results(1, {1: "1-0"}).congress


def played():
    """Round 1 is over, and round 2 is drawn."""
    value = drawn().results(1, {1: "1-0", 2: "0-1", 3: "1/2", 4: "1-0!"}).congress
    return value.draw(2).congress


def cup():
    """A cup of the nine with a game for third place."""
    return evening().rules(event_format="Cup", third_place=True).congress


def last_two():
    """A double elimination of two, of whom one has lost once, and may lose again now."""
    value = of_players("Ann", "Bo").rules(event_format="Double elimination").congress
    return value.draw(1).congress.results(1, {1: "1-0"}).congress.draw(2).congress


def robin():
    """A round robin of four, two of one country."""
    players = [
        Player(key=name.upper(), name=name, first_name="", rating=2000 - row, country=country)
        for row, (name, country) in enumerate(
            (("Ann", "NED"), ("Bo", "GER"), ("Cy", "NED"), ("Di", "FRA"))
        )
    ]
    rules = {"preset": "Chess", "event_format": "Round robin"}
    return Congress.new("Ring", **rules, rounds=5, players=players)


def finished():
    """All rounds are over."""
    value = played()
    for number in (2, 3):
        value = value.draw(number).congress if number > 2 else value
        tables = [game.table for game in value.tournament.round(number).games]
        value = value.results(number, dict.fromkeys(tables, "1-0")).congress
    return value


def prepared():
    """Round 1 is over without Zed, who had entered and not confirmed it, and Ina, who was absent."""
    value = evening().register("Zed", grade="5k", final=False).congress
    value = value.absent(["INA"], rounds=[1]).congress.draw(1).congress
    return value.results(1, dict.fromkeys(range(1, 5), "1-0")).congress


def missed():
    """Round 1 is over; Ina was absent, which is worth as much as a win."""
    value = evening().rules(absence="1").congress.absent(["INA"], rounds=[1]).congress
    return value.draw(1).congress.results(1, dict.fromkeys(range(1, 5), "1-0")).congress


def moved():
    """Table 1 is now table 9."""
    return drawn().move_table(1, 9).congress


def rooms():
    """A hall, a table that is not used, and one that is Bo's."""
    value = drawn().tables(room=["Hall=1-9"], closed="4").congress
    return value.tables(player="BO", at=9).congress


def pairs():
    """Ann and Bo play as a pair."""
    return evening().join(["ANN", "BO"]).congress


def even():
    """Eight players, and round 1 is published."""
    value = of_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    return value.draw(1).congress.publish(round=1).congress


def teams():
    """Four teams of two, and Eve."""
    value = of_players("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Eve")
    for name, *players in (
        ("Ulm", "ANN", "BO"),
        ("Lyon", "CY", "DI"),
        ("Bath", "ED", "FLO"),
        ("Oslo", "GUS", "HAL"),
    ):
        value = value.team(name, players).congress
    return value


def bound():
    """Round 1: Cy - Bo, Ann - Di, who must meet, Ed - Flo, Hal - Gus, the bye of Ina; Zed comes late."""
    value = evening().condition("force", ["ANN", "DI"], round=1).congress
    value = value.condition("forbid", ["BO", "ED"], round=1, why="family").congress.draw(1).congress
    value = value.register("Zed", grade="5k").congress
    return value.condition("forbid", ["ZED", "INA"], round=1).congress


def schools():
    """Four players of two schools, which never meet within."""
    players = [
        Player(
            key=name.upper(),
            name=name,
            first_name="",
            grade=Grade.parse("1k"),
            attributes={"school": school},
        )
        for name, school in (("Ann", "North"), ("Bo", "South"), ("Cy", "North"), ("Di", "South"))
    ]
    value = Congress.new("Schools", rounds=1, players=players, never_same=["school"])
    return value.draw(1).congress


def phone_reports(congress, table, result, **phone):
    """A result that a phone reports."""
    values = {"table": table, "rounds": 1, "result": result, **phone}
    return Congress(apply(congress._state, Call(action="claim", values=values)).state)


FILES = {
    "blank": Congress.new,
    "evening": evening,
    "drawn": drawn,
    "published": lambda: drawn().publish(round=1).congress,
    "locked": lambda: drawn().lock(1).congress,
    "changed": lambda: FILES["published"]().exchange_colours(2, confirmed=ALL).congress,
    "results": results,
    "disputed": lambda: phone_reports(results(), 1, "0-1"),
    "both": lambda: drawn().phones(both=True).congress,
    "claimed": lambda: phone_reports(FILES["both"](), 1, "1-0", phone="a"),
    "shown": lambda: results().publish(round=1).congress,
    "two_results": lambda: results().results(1, {1: "0-1"}, confirmed=ALL).congress,
    "two_tables": lambda: results().results(1, {2: "0-1"}).congress,
    "shown_result": lambda: FILES["published"]().results(1, {1: "1-0"}).congress,
    "undone": lambda: results().undo().congress,
    "robin": robin,
    "robin_drawn": lambda: robin().schedule().congress,
    "robin_left": lambda: (
        robin().schedule().congress.results(2, {1: "0-1!"}).congress.withdraw(["ANN"]).congress
    ),
    "cup": cup,
    "cup_played": lambda: cup().draw(1).congress.results(1, {1: "1-0"}).congress,
    "cup_left": lambda: FILES["cup_played"]().withdraw(["INA"]).congress,
    "cup_drawn": lambda: FILES["cup_played"]().draw(2).congress,
    "last_two": last_two,
    "both_left": lambda: last_two().results(2, {1: "1-0"}).congress,
    "played": played,
    "finished": finished,
    "team_away": lambda: teams().absent(["BO"], rounds=[2]).congress,
    "early": lambda: drawn().draw(2, confirmed=["out-of-turn"]).congress,
    "unconfirmed": unconfirmed,
    "check_in": check_in,
    "closed": closed,
    "expected": expected,
    "prepared": prepared,
    "missed": missed,
    "unconfirmed_drawn": lambda: unconfirmed().draw(1).congress,
    "unpaired": lambda: drawn().unpair(2).congress,
    "late": lambda: drawn().register("Zed", grade="5k").congress,
    "late_published": lambda: (
        FILES["late"]().register("Yan", grade="6k").congress.publish(round=1).congress
    ),
    "late_even": lambda: even().register("Zed", grade="5k").congress,
    "moved": moved,
    "moved_published": lambda: moved().publish(round=1).congress,
    "forfeit": lambda: moved().no_show(["DI"], "forfeit", round=1).congress,
    "edited": lambda: drawn().swap("ANN", "GUS").congress,
    "away": lambda: drawn().absent(["CY"], rounds=[2, 3]).congress,
    "withdrawn": lambda: drawn().withdraw(["BO"]).congress,
    "withdrawn_drawn": lambda: FILES["withdrawn"]().draw(2, confirmed=["out-of-turn"]).congress,
    "preliminary": lambda: evening().confirm(["ANN", "BO"], preliminary=True).congress,
    "pairs": pairs,
    "pairs_drawn": lambda: pairs().draw(1).congress,
    "rooms": rooms,
    "apart": lambda: evening().condition("forbid", ["ANN", "CY"], round=1, why="family").congress,
    "bound": bound,
    "bound_unpaired": lambda: bound().unpair(1).congress.unpair(3).congress,
    "broken": lambda: bound().swap("DI", "GUS", confirmed=["broken-condition"]).congress,
    "forced": lambda: evening().draw(1, constraints={"force": [("ANN", "DI")]}).congress,
    "kept": lambda: drawn().condition("keep", ["ANN", "BO"], round=1).congress,
    "schools": schools,
    "teams_bound": lambda: (
        teams().condition("force", ["Ulm", "Lyon"], round=1).congress.draw(1).congress
    ),
    "playoff": lambda: drawn().playoff("ANN", "CY").congress,
    "even": even,
    "teams": teams,
    "teams_drawn": lambda: teams().draw(1).congress,
    "teams_results": lambda: (
        FILES["teams_drawn"]().results(1, ["1-0", "0-1"], match="Lyon").congress
    ),
    "teams_asked": lambda: FILES["teams_drawn"]().lineups("2130-05-01 13:30", round=2).congress,
    "teams_unpaired": lambda: FILES["teams_drawn"]().unpair(1).congress,
}
"""What leads to each."""
