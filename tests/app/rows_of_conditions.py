"""Changes of boards that break constraints of the round, and those that don't.

Each row is a file of `evenings` and a call, and what is said, asked and refused, and the state after.
"""

from action_rows import done

MUST_MEET = "round 1: this breaks a constraint: Ann must meet Di"

ROWS = [
    done(
        "swap",
        "bound",
        "round 1: Di and Gus swapped",
        {"1/2": "ANN GUS h5", "1/4": "DI HAL h3"},
        asked={"broken-condition": MUST_MEET},
        one="DI",
        other="GUS",
    ),
    done(
        "swap",
        "bound",
        "round 1: Cy and Ed swapped",
        {"1/1": "BO ED h2", "1/3": "CY FLO h2"},
        asked={
            "broken-condition": "round 1: this breaks a constraint: Bo must not meet Ed (family)"
        },
        one="CY",
        other="ED",
    ),
    done(
        "swap",
        "bound",
        "round 1: Cy and Gus swapped",
        {"1/1": "BO GUS h4", "1/4": "CY HAL h4"},
        one="CY",
        other="GUS",
    ),
    done(
        "swap",
        "broken",
        "round 1: Cy and Flo swapped",
        {"1/1": "BO FLO h3", "1/3": "CY ED h1"},
        one="CY",
        other="FLO",
    ),
    done(
        "swap",
        "forced",
        "round 1: Di and Gus swapped",
        {"1/2": "ANN GUS h5", "1/4": "DI HAL h3"},
        asked={"broken-condition": MUST_MEET},
        one="DI",
        other="GUS",
    ),
    done(
        "swap",
        "kept",
        "round 1: Bo and Di swapped",
        {"1/1": "ANN DI h2", "1/2": "CY BO"},
        asked={
            "broken-condition": "round 1: this breaks a constraint: Ann keeps the board with Bo"
        },
        one="BO",
        other="DI",
    ),
    done(
        "swap",
        "schools",
        "swapped",
        {"1/1": "ANN CY", "1/2": "BO DI"},
        asked={
            "broken-condition": "round 1: this breaks 2 constraints: Ann must not meet Cy (school), Bo must not meet Di (school)"
        },
        one="DI",
        other="CY",
    ),
    done(
        "swap",
        "teams_bound",
        "round 1: Lyon and Oslo swapped",
        {"1/1": "ANN GUS h5", "1/2": "BO HAL h5", "1/3": "CY ED h1", "1/4": "DI FLO h1"},
        asked={"broken-condition": "round 1: this breaks a constraint: Ulm must meet Lyon"},
        round=1,
        one="Lyon",
        other="Oslo",
    ),
    done(
        "bye",
        "bound",
        "round 1: Di and Ina swapped",
        {"1/2": "ANN INA h7", "1/bye": "DI"},
        asked={"broken-condition": MUST_MEET},
        player="DI",
    ),
    done("unpair", "bound", "game of Ann and Di removed", {"1/2": None}, table=2),
    done(
        "unpair",
        "kept",
        "game of Ann and Bo removed",
        {"1/1": None},
        asked={"broken-condition": "Ann keeps the board with Bo"},
        table=1,
    ),
    done(
        "table",
        "bound",
        "round 1: table 2 moved to 9",
        {"1/2": None, "1/9": "ANN DI h2"},
        table=2,
        new=9,
    ),
    done(
        "pair",
        "bound_unpaired",
        "Bo and Ed are paired",
        {"1/1": "BO ED h2"},
        asked={"broken-condition": "Bo must not meet Ed (family)"},
        one="BO",
        other="ED",
    ),
    done(
        "late",
        "bound",
        ("Zed is present in round 1", "Zed is unpaired"),
        {"ZED absences": None},
        on_page="Zed is present in round 1",
        player="ZED",
    ),
    done(
        "late",
        "bound",
        "Zed and Ina are paired",
        {"1/bye": None, "ZED absences": None, "1/5": "ZED INA h3"},
        asked={"broken-condition": "Ina must not meet Zed"},
        player="ZED",
        other="INA",
    ),
    done(
        "publish",
        "broken",
        "round 1 published",
        {"1 is": "published"},
        asked={"likely-mistake": "publish round 1 with 1 broken constraint: Ann must meet Di?"},
        rounds=1,
    ),
]
