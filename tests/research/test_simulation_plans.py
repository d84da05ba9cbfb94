"""Plans: what is written is read, what is wrong is named, and what differs has another digest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import FormatError, RuleError
from fastpair.go.tournament import Criterion, Grade, PairingRules
from fastpair.pairing.generator import generate
from fastpair.pairing.population import Chance
from fastpair.pairing.weights.models import GoDraw2015
from fastpair.parameters import parameters, walk
from fastpair.research.simulate import (
    Contender,
    FieldPlan,
    Plan,
    Range,
    RulesPlan,
    Sweep,
    TruthPlan,
    model_of,
    pairing_of,
    read_plan,
    swept,
)


class TestReading:
    def test_an_empty_plan(self, saved_plan):
        assert saved_plan("# nothing\n") == Plan()
        assert [(c.name, c.system) for c in Plan().contenders] == [
            ("ceiling", "truth"),
            ("floor", "lot"),
        ]

    def test_everything(self, saved_plan, tmp_path):
        plan = saved_plan("""
            name = "all of it"
            seed = 3
            repeats = 20
            rounds = 4
            [field]
            shape = "file"
            file = "congress.xml"
            attendance = "file"
            [truth]
            spread = 80
            win = "elo"
            skill = 0.5
            [rules]
            bar = "3d"
            floor = "15k"
            handicap = 2
            placement = ["MMS", "SOSOS"]
            [[contender]]
            model = "godraw2015"
            [[contender]]
            name = "mine"
            model = "mine.toml"
            options = { coefficients.even = 3 }
            [[contender]]
            model = "opengotha351"
            [contender.options]
            minimise_handicap = 5
            [[contender]]
            name = "by hand"
            system = "swiss"
            options = { seeding = "random", order = "rating" }
        """)
        assert (plan.name, plan.seed, plan.repeats, plan.rounds) == ("all of it", 3, 20, 4)
        assert plan.field.tournament.players == generate(12, 3, seed=5).players
        assert plan.truth == TruthPlan(spread=80.0, win="elo", skill=0.5)
        assert plan.rules.bar_grade == Grade.parse("3d")
        assert plan.rules.floor_grade == Grade.parse("15k")
        assert plan.rules.criteria == (Criterion.MMS, Criterion.SOSOS)
        names = [contender.name for contender in plan.contenders]
        assert names == ["godraw2015", "mine", "opengotha351", "by hand", "ceiling", "floor"]
        published, mine, gotha, hand, *_ = plan.contenders
        assert model_of(published, salt=9) == GoDraw2015(salt=9)
        coefficients = replace(GoDraw2015().coefficients, area=7.0, even=3.0)
        assert model_of(mine) == GoDraw2015(coefficients=coefficients)
        assert pairing_of(gotha, PairingRules()) == PairingRules(minimise_handicap=5)
        assert hand.options == {"seeding": "random", "order": "rating"}

    def test_contenders_that_take_the_place_of_the_added_ones(self, saved_plan):
        plan = saved_plan('[[contender]]\nname = "best"\nsystem = "truth"\n')
        assert [contender.name for contender in plan.contenders] == ["best", "floor"]

    @given(
        seed=st.integers(0, 10**15),
        repeats=st.integers(1, 10**6),
        field=st.builds(
            FieldPlan,
            shape=st.sampled_from(["congress", "uniform"]),
            players=st.integers(2, 2000),
            fixed=st.booleans(),
            attendance=st.sampled_from(["full", "congress"]),
        ),
        truth=st.builds(TruthPlan, spread=st.floats(0, 1e6), skill=st.floats(0, 1e3)),
        bar=st.integers(-20, 8).map(Grade).filter(bool),
    )
    def test_any_values_read_back(self, tmp_path_factory, seed, repeats, field, truth, bar):
        plan = Plan(
            seed=seed, repeats=repeats, field=field, truth=truth, rules=RulesPlan(bar=str(bar))
        )
        path = tmp_path_factory.mktemp("plans") / "plan.toml"
        path.write_text("\n".join(_lines(plan)), encoding="utf-8")
        read = read_plan(path)
        assert read == plan
        assert read.digest == plan.digest

    def test_every_parameter_says_what_it_is(self):
        for name, parameter in walk(parameters(Plan)):
            assert parameter.description, name


OF_UNIFORM = {("field", "lowest"), ("field", "highest")}


def _lines(plan):
    """A plan of numbers, switches and words as TOML."""
    yield f"seed = {plan.seed}\nrepeats = {plan.repeats}"
    for part in ("field", "truth", "rules"):
        yield f"[{part}]"
        values = getattr(plan, part)
        for name, parameter in walk(parameters(type(values))):
            value = getattr(values, name)
            silent = (part, name) in OF_UNIFORM and values.shape != "uniform"
            if value not in ("", None) and not isinstance(value, tuple) and not silent:
                said = f'"{value}"' if parameter.kind is str else repr(value).lower()
                yield f"{name} = {said}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("round = 5", "1: unknown key 'round'; the nearest known one is 'rounds'"),
        ("\nrepeats = 0", "plan.toml:2: repeats: must be a whole number from 1 on, not 0"),
        ("seed = 1\nrounds = 30", "plan.toml:2: rounds=30: expected at most 20 with shape"),
        (
            "rounds = 100\n[field]\nshape = 'uniform'",
            "plan.toml:1: .*rounds: must be a number from 1 to 99, not 100",
        ),
        ("\nrepeats = 1.5", "2: repeats: must be a whole number from 1 on, not 1.5"),
        ("\nname = 5", "2: name: must be a text, not 5"),
        ("[field]\nplayer = 5", "2: unknown key 'player'; the nearest known one is 'players'"),
        ("[field]\nplayers = 1", "2: players: must be a whole number from 2 on, not 1"),
        ("[field]\nshape = 'round'", "2: shape: must be one of congress, uniform, file"),
        ("[field]\nshape = 'file'", "2: shape=.file.: expected file = .TOURNAMENT. with it"),
        ("[field]\nfile = 'a.xml'", "2: file='a.xml': expected shape = .file. with it"),
        (
            "[field]\nshape = 'file'\nfile = 'a.xml'",
            "plan.toml:3: .*a.xml: cannot be read: no such file",
        ),
        (
            "[field]\nplayers = 7\nshape = 'file'\nfile = 'congress.xml'",
            "2: players=7: says nothing with shape = 'file'; leave one of them out",
        ),
        ("[field]\nhighest = 9000", "2: highest=9000: says nothing with shape = 'congress'"),
        ("[field]\nlowest = 3000", "2: highest=2200: expected a rating from lowest=3000"),
        ("[field]\nattendance = 'file'", '2: attendance="file": expected shape = "file" with it'),
        ("field = 5", r"1: expected a table \[field\], found 5"),
        ("[truth]\nspread = -1", "2: spread: must be a number from 0 on, not -1"),
        ("[rules]\nbar = '3x'", "2: bar: '3x' is not a grade such as"),
        (
            "[rules]\nbar = '9k'\nfloor = '1d'",
            "plan.toml:3: floor='1d': expected a grade up to the bar, 9k",
        ),
        ("[rules]\nplacement = ['MMS', 'SOZ']", "2: placement: no criterion 'SOZ'"),
        ("[rules]\nplacement = []", "2: placement: expected criteria"),
        ("[rules]\nplacement = 'MMS'", "2: placement: must be a list of texts, not 'MMS'"),
        ("[rules]\nhandicap = 'off'", "2: handicap: must be a whole number"),
        ("contender = 5", r"1: expected tables \[\[contender\]\], found 5"),
        ("[[contender]]\nname = 'a'", "expected model = a file or one of opengotha351"),
        ("[[contender]]\nmodel = 'b.toml'", "plan.toml:2: .*b.toml: cannot be read: no such file"),
        ("[[contender]]\nsystem = 'epm'\nmodel = 'entropy'", "3: only system = 'mcmahon' draws by"),
        ("[[contender]]\nmodl = 'entropy'", "2: unknown key 'modl'; the nearest .* 'model'"),
        (
            "[[contender]]\nname = 'x'\nsystem = 'epm'\n" * 2,
            "plan.toml:5: name='x': two contenders have it",
        ),
        ("[[contender]]\nsystem = 'epm'\nbar = '3x'", "3: bar: '3x' is not a grade such as"),
        (
            "[[contender]]\nsystem = 'epm'\nrounds = -1",
            "3: .*rounds: must be a whole number from 0 on, not -1",
        ),
        (
            "[[contender]]\nsystem = 'epm'\nrounds = 6",
            "3: .*rounds=6: expected at most the 5 rounds",
        ),
        (
            "[[contender]]\nsystem = 'epm'\nbar = '25k'",
            "3: contender 'epm', bar='25k': expected a grade from the floor on, 20k",
        ),
        (
            "[rules]\nstarts = 'zero'\n[[contender]]\nsystem = 'epm'\nbar = '3d'",
            "5: contender 'epm', bar='3d': there is no bar where starts = \"zero\"",
        ),
        (
            "[[contender]]\nmodel = 'godraw2015'\n[contender.options]\ncoefficient.area = 1",
            "4: unknown key 'coefficient'; the nearest known one is 'coefficients'",
        ),
        (
            "[[contender]]\nmodel = 'godraw2015'\n[contender.options]\n'coefficients.area' = 'a'",
            "4: area: must be a number, not 'a'",
        ),
        (
            "[[contender]]\nmodel = 'opengotha351'\n[contender.options]\nrandom = true",
            "4: expected random = 0 or the like, found True",
        ),
        (
            "[[contender]]\nmodel = 'opengotha351'\n[contender.options]\nseed_systems = 1",
            "4: unknown parameter 'seed_systems'",
        ),
        (
            "[[contender]]\nmodel = 'rounds.toml'\n[contender.options]\n'coefficients.area' = 1",
            "3: rounds.toml stands on levels or changes in some rounds; set its parameters there",
        ),
        (
            "[[contender]]\nsystem = 'swis'",
            "2: expected system = one of truth, mcmahon, swiss, .*'swis'",
        ),
        (
            "[[contender]]\nsystem = 'swiss'\noptions = { seding = 'fold' }",
            "3: swiss has no parameter 'seding': it has seeding, order",
        ),
        ("[[contender]]\nsystem = 'truth'\noptions = { a = 1 }", "3: system = 'truth' has no opt"),
        ("[[contender]]\nsystem = 'a'\noptions = { b = 1979-05-27 }", "3: expected a number, a"),
        ("x = [", "expected TOML"),
        ("\xa0", "expected TOML"),
    ],
)
def test_what_is_wrong_is_named(saved_plan, text, message):
    with pytest.raises(FormatError, match=message) as caught:
        saved_plan(text)
    assert "\n" not in str(caught.value)


SWEEP = """
[[contender]]
model = "godraw2015"

[sweep]
contender = "godraw2015"
"""


class TestSweep:
    def test_a_grid_and_samples(self, saved_plan):
        plan = saved_plan(
            f"""{SWEEP}
            samples = 2
            [sweep.grid]
            "coefficients.area" = [1, 10]
            even_seeds = []
            [sweep.random]
            coefficients.even = {{ low = 1.0, high = 100.0, log = true }}
            [sweep.halving]
            repeats = 5
            factor = 2
            score = {{ kendall = 1, byes = -0.5 }}
        """.replace("even_seeds = []", "")
        )
        *made, ceiling, floor = plan.contenders
        assert (ceiling.name, floor.name) == ("ceiling", "floor")
        assert [contender.options["coefficients.area"] for contender in made] == [1, 1, 10, 10]
        assert len({contender.options["coefficients.even"] for contender in made}) == 4
        assert made[0].name.startswith("godraw2015 coefficients.area=1, coefficients.even=")
        assert plan.halving.contenders == tuple(contender.name for contender in made)
        assert plan.halving.score == {"kendall": 1, "byes": -0.5}
        assert (plan.halving.repeats, plan.halving.factor) == (5, 2)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "5: expected parameters in grid or random, found none"),
            ("sample = 5", "7: unknown key 'sample'; the nearest known one is 'samples'"),
            (
                "samples = 0\nrandom.a = {low = 1, high = 2}",
                "7: samples: must be a whole number from 1",
            ),
            (
                "samples = 1.5\nrandom.a = {low = 1, high = 2}",
                "7: samples: must be a whole number",
            ),
            ("grid = 5", "7: expected a table grid, found 5"),
            ("grid.a = 5", "7: expected a list of values, found 5"),
            ("grid.a = []", "5: grid: expected values for a, found none"),
            (
                "grid.'coefficients.aera' = [5]",
                "unknown key 'aera'; the nearest known one is 'area",
            ),
            ("random.a = {low = 1}", "7: expected a = { low = 1, high = 100, log = true } or"),
            ("random.a = {low = 1, high = inf}", "7: expected a = {"),
            ("random.a = {low = 1, high = 2, logg = true}", "7: expected a = {"),
            ("random.a = {low = 3, high = 2}", "7: high=2: expected a number from low=3 on"),
            ("random.a = {low = 0, high = 2, log = true}", "7: low=0: log = true needs a number"),
            ("grid.not_applied = [1]\n[sweep.halving]\n", "score: expected measures"),
        ],
    )
    def test_what_is_wrong_is_named(self, saved_plan, text, message):
        with pytest.raises(FormatError, match=message.replace("{", r"\{")) as caught:
            saved_plan(SWEEP + text)
        assert "\n" not in str(caught.value)

    def test_a_contender_that_is_not_there(self, saved_plan):
        with pytest.raises(
            FormatError, match="6: expected contender = one of godraw2015, found 'g"
        ):
            saved_plan(SWEEP.replace('contender = "godraw2015"', 'contender = "gotha"'))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("fctor = 2", "10: unknown key 'fctor'; the nearest known one is 'factor'"),
            ("factor = 1", "factor: must be a whole number from 2 on, not 1"),
            ("repeats = 0", "repeats: must be a whole number from 1 on, not 0"),
            ("repeats = true", "repeats: must be a whole number from 1 on, not True"),
            ("[sweep.halving.score]\nb = 'c'", "expected a number for b, found 'c'"),
        ],
    )
    def test_halving_that_is_wrong(self, saved_plan, text, message):
        halving = "grid.'coefficients.area' = [1]\n[sweep.halving]\n"
        score = "" if "score" in text else "score = { a = 1 }\n"
        with pytest.raises(FormatError, match=message):
            saved_plan(SWEEP + halving + score + text)

    @given(
        low=st.integers(-50, 50) | st.floats(-50, 50),
        more=st.integers(0, 9) | st.floats(0, 1e6),
        seed=st.integers(0, 1000),
    )
    def test_samples_lie_within(self, low, more, seed):
        range_ = Range(low=low, high=low + more)
        value = range_.sample(Chance(seed))
        assert low <= value <= low + more
        assert isinstance(value, int) == isinstance(low + more, int)

    def test_samples_are_those_of_every_machine(self):
        ranges = Range(low=1.0, high=1e6, log=True), Range(low=0, high=9), Range(low=0.0, high=1.0)
        chance = Chance(1)
        found = [range_.sample(chance) for range_ in ranges for _ in range(3)]
        assert found == SAMPLES

    def test_whole_numbers_are_equally_likely(self):
        chance = Chance(0)
        counts = [0] * 4
        for _ in range(4000):
            counts[Range(low=3, high=6).sample(chance) - 3] += 1
        assert min(counts) > 900

    def test_no_point_twice(self):
        sweep = Sweep(random={"a": Range(low=1, high=3)}, samples=50)
        made = list(swept(Contender(name="x"), sweep, 0))
        assert sorted(contender.options["a"] for contender in made) == [1, 2, 3]


SAMPLES = [15638.9, 11.1177, 7425.25, 3, 0, 8, 0.151, 0.844356, 0.472014]


def test_a_model_of_a_plan_made_in_python():
    with pytest.raises(FormatError, match="contender 'x': unknown key 'aera'"):
        model_of(Contender(name="x", model="godraw2015", options={"coefficients.aera": 1.0}))
    with pytest.raises(RuleError, match="must be a model"):
        model_of(Contender(name="x", model="godraw"))
