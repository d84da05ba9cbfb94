"""New files: a new tournament, and one in another format.

Each row is a file of `evenings` and a call, and what is said and refused, and what is otherwise in the new file.
"""

from action_rows import done, refuses

ROWS = [
    # new
    done(
        "new",
        "blank",
        "Summer: 5 rounds, floor 20k, bar 4d, 0 players",
        {"name": "Summer"},
        name="Summer",
    ),
    done(
        "new",
        "blank",
        "Summer: 3 rounds, floor 18k, bar 2d, 0 players",
        {
            "name": "Summer",
            "rules rounds": 3,
            "rules floor": "18k",
            "rules bar": "2d",
            "event place": "Ulm",
            "event country": "DE",
            "event komi_x2": 13,
            "4 is": None,
            "5 is": None,
        },
        name="Summer",
        rules={"rounds": 3, "floor": "18k", "bar": "2d"},
        event={"place": "Ulm", "country": "de", "komi": "6.5"},
    ),
    done(
        "new",
        "blank",
        "Summer: 5 rounds, floor 20k, bar 4d, 0 players",
        {
            "name": "Summer",
            "team rules": (4, 0, False),
            "team criteria": ["TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U", "MNR"],
        },
        name="Summer",
        teams=True,
    ),
    done(
        "new",
        "blank",
        (
            "Summer: 5 rounds, floor 20k, bar 4d, 0 players",
            "OpenGotha XML holds it otherwise: team play: not kept",
        ),
        {"name": "Summer", "rules model": "fastpair", "pairing variant": "v351"},
        suffix="xml",
        name="Summer",
        teams=True,
    ),
    done(
        "new",
        "blank",
        (
            "Summer: 5 rounds, floor 20k, bar 4d, 0 players",
            "OpenGotha XML holds it otherwise: rules: placement MMS, SOS becomes MMS",
        ),
        {
            "name": "Summer",
            "rules placement": ["MMS", "SOSM"],
            "rules handicap": "HandicapRules(by_mms=True, threshold=Grade.parse('9d'), correction=1, ceiling=9, even_at_bar=False, komi_x2=1)",
            "rules model": "fastpair",
            "pairing variant": "v351",
        },
        suffix="xml",
        name="Summer",
        rules={"preset": "BGA"},
    ),
    refuses("new", "blank", "'3x' is not a grade", name="Summer", rules={"bar": "3x"}),
    refuses(
        "new",
        "blank",
        "the floor, 1k, is above the bar, 20k",
        name="Summer",
        rules={"bar": "20k", "floor": "1k"},
    ),
    refuses(
        "new", "blank", "an automatic bar needs entries", name="Summer", rules={"bar": "automatic"}
    ),
    refuses(
        "new", "blank", "must be a number from 1 to 99, not 0", name="Summer", rules={"rounds": 0}
    ),
    refuses(
        "new",
        "blank",
        "'Atlantis' is not the name or code of a country",
        name="Summer",
        event={"country": "Atlantis"},
    ),
    # convert
    done("convert", "played", "9 players, 8 games", {}, python=False, to="fastpair"),
    done(
        "convert",
        "blank",
        "model: fastpair becomes opengotha351, if none is named",
        {"pairing variant": "v351"},
        suffix="xml",
        page=None,
        to="opengotha",
    ),
    refuses(
        "convert",
        "evening",
        "round 1: 9 players without a game or a bye",
        suffix="h9",
        page=None,
        to="egd",
    ),
]
