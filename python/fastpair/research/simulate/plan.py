"""Plans of simulations."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from dataclasses import field as values
from decimal import Context, Decimal
from hashlib import sha256
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

from ...errors import RuleError
from ...go.ratings import PWin
from ...go.tournament import Criterion, Grade, Rules, Tournament
from ...pairing.generator import MOST_ROUNDS
from ...pairing.population import Chance
from ...pairing.rules import LARGEST_SEED
from ...parameters import check_parameters, parameter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


# ---- Successive halving: of the contenders of a sweep, those that fall behind stop early ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Halving:
    """How contenders are sorted out.

    All play the first rung. One in so many of them, the best, go on and play so many times as many
    repeats, and so on until the repeats of the plan are played. Everybody has played the same repeats
    when they are compared.
    """

    contenders: tuple[str, ...]
    """Names of those that compete; all others play everything."""

    score: Mapping[str, float]
    """Weights of the measures whose weighted sum is compared; more is better."""

    repeats: int = parameter(10, "How many repeats are the first rung", least=1)
    factor: int = parameter(3, "One in so many goes on", least=2)

    def __post_init__(self) -> None:
        check_parameters(self)
        if not self.score:
            raise RuleError("score: expected measures with their weights, found none")

    def rungs(self, repeats: int) -> Iterator[int]:
        """How many repeats have been played after each rung, the last time all."""
        reached = self.repeats
        while reached < repeats:
            yield reached
            reached *= self.factor
        yield repeats

    def best(self, played: Mapping[str, Sequence[Mapping[str, float]]]) -> Iterable[str]:
        """Who goes on; of equals, the one named first.

        Parameters
        ----------
        played
            The measures of each repeat, by contender.

        Raises
        ------
        RuleError
            If there is no such measure.
        """
        count = -(-len(played) // self.factor)
        order = sorted(played, key=lambda name: -fmean(map(self.value, played[name])))
        return order[:count]

    def value(self, measures: Mapping[str, float]) -> float:
        """The score of a tournament.

        Raises
        ------
        RuleError
            If a measure of the score is missing.
        """
        for name in self.score:
            if name not in measures:
                raise RuleError(f"score: no measure {name!r}; expected {', '.join(measures)}")
        return sum(weight * measures[name] for name, weight in self.score.items())


# ---- What is simulated: the field, the truth behind its ratings, the rules, and who draws ----

# A plan is a value. Together with the number of a contender and that of a repeat it says everything
# about a tournament, so that the tournament can be played on any machine.

Option = bool | int | float | str
"""Value of a parameter of a system or of a model."""

_ANCHORS = {"truth": "ceiling", "lot": "floor"}
"""Systems that every plan has, with their usual names: what a draw can reach, and what any does."""

_FREE = frozenset({"name", "repeats", "halving"})
"""Fields of a plan on which no single tournament depends."""


def _grade(name: str, text: str) -> Grade:
    try:
        return Grade.parse(text)
    except ValueError as error:
        raise RuleError(f"{name}: {error}") from None


def _criteria(names: tuple[str, ...]) -> tuple[Criterion, ...]:
    by_name = {criterion.value: criterion for criterion in Criterion}
    for name in names:
        if name not in by_name:
            raise RuleError(f"placement: no criterion {name!r}; expected {', '.join(by_name)}")
    return tuple(by_name[name] for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPlan:
    """Who enters."""

    shape: Literal["congress", "uniform", "file"] = parameter(
        "congress", "Invented like those of a congress, with ratings in equal steps, or of a file"
    )
    players: int = parameter(100, "How many enter, unless they are those of a file", least=2)
    lowest: int = parameter(1400, "Lowest rating of a uniform field", unit="rating points")
    highest: int = parameter(2200, "Highest rating of a uniform field", unit="rating points")
    file: str = parameter("", "Tournament file with the players, beside the plan")
    fixed: bool = parameter(False, "Whether the same players enter in every repeat")
    attendance: Literal["full", "congress", "file"] = parameter(
        "full", "Everybody plays every round, some miss rounds as at a congress, or as in the file"
    )

    tournament: Tournament | None = None
    """What the file holds, so that nobody has to read it again."""

    content: str = ""
    """SHA-256 of the file, in hexadecimal digits."""

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.lowest > self.highest:
            raise RuleError(f"highest={self.highest}: expected a rating from lowest={self.lowest}")
        if self.shape == "file" and not self.file:
            raise RuleError('shape="file": expected file = "TOURNAMENT" with it')
        if self.file and self.shape != "file":
            raise RuleError(f'file={self.file!r}: expected shape = "file" with it')
        if self.attendance == "file" and self.shape != "file":
            raise RuleError('attendance="file": expected shape = "file" with it')


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthPlan:
    """How strong the players are in truth, and what that means for a game."""

    spread: float = parameter(
        0.0,
        "Standard deviation of the true strength around the rating",
        unit="rating points",
        least=0,
    )
    win: Literal["gor", "egf2021", "elo", "grades"] = parameter(
        "gor", "Ratings that expect the results, or a curve by grades"
    )
    slope: float = parameter(
        0.0, "Of that curve: what the logarithm of the odds grows by for each grade, at 1 dan"
    )
    change: float = parameter(0.0, "Of that curve: what its slope grows by for each grade")
    lowest: float = parameter(
        -30.0, "Of that curve: below this grade the slope stays as it is", unit="grade index"
    )
    highest: float = parameter(8.0, "Of that curve: above this grade too", unit="grade index")
    skill: float = parameter(
        1.0,
        "How much differences of strength decide: 0 makes every game a toss",
        unit="factor",
        least=0,
    )

    jigo: float = parameter(
        0.0,
        "Share of the games of equals that nobody wins; fewer of the others",
        unit="probability",
        least=0,
        most=1,
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.win == "grades":
            _ = self.p_win  # It refuses what no curve can be.
        elif (self.slope, self.change) != (0.0, 0.0):
            raise RuleError(f'slope={self.slope}: expected win = "grades" with it')

    @property
    def p_win(self) -> PWin:
        """The curve by grades [K12 10.3]."""
        return PWin(slope=self.slope, change=self.change, lowest=self.lowest, highest=self.highest)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesPlan:
    """Where everybody starts, and how places are decided."""

    starts: Literal["mcmahon", "zero"] = parameter("mcmahon", "At the grade, or all together")
    bar: str = parameter("automatic", "Grade of the bar, or automatic as in the handbook")
    floor: str = parameter("20k", "Grade of the floor")
    handicap: int | None = parameter(
        None, "Stones less than the difference of the scores; without it all games are even"
    )
    placement: tuple[str, ...] = parameter(
        ("MMS", "SOS", "SOSOS"), "Criteria of the standings, the first first"
    )

    def __post_init__(self) -> None:
        # Each of them refuses what it cannot make.
        floor, bar, _ = self.floor_grade, self.bar_grade, self.criteria
        if bar is not None and floor > bar:
            raise RuleError(f"floor={self.floor!r}: expected a grade up to the bar, {bar}")

    @property
    def bar_grade(self) -> Grade | None:
        """The bar; None for the automatic one."""
        return None if self.bar == "automatic" else _grade("bar", self.bar)

    @property
    def floor_grade(self) -> Grade:
        """The floor."""
        return _grade("floor", self.floor)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria of the standings."""
        if not self.placement:
            raise RuleError('placement: expected criteria, such as ["MMS", "SOS"], found none')
        return _criteria(self.placement)


BY_WEIGHTS = "mcmahon"
"""What a plan calls the draw by weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Who draws the rounds."""

    name: str = parameter("", "Its name in the results; by default that of its model or system")
    system: str = parameter(BY_WEIGHTS, "The pairing system; mcmahon is the draw by weights")
    model: str = parameter("", "The weight model: a published one, or a TOML file beside the plan")

    placement: tuple[str, ...] = parameter(
        (), "Criteria of its standings, such as NBW alone for a cup; by default those of the rules"
    )

    bar: str = parameter("", "Grade of its bar; by default that of the rules")
    rounds: int = parameter(0, "How many rounds it plays, 0: those of the plan", least=0)

    text: str = ""
    """What the model's file says, so that nobody has to read it again."""

    options: Mapping[str, Option | tuple[Option, ...]] = values(default_factory=dict)
    """Parameters of the model, or of the system if it has none, by their dotted names."""

    def __post_init__(self) -> None:
        check_parameters(self)
        # Each of them refuses what it cannot make.
        _ = self.bar_grade, self.criteria

    @property
    def by_weights(self) -> bool:
        """Whether it draws by the weights of a model; other systems take none in a plan."""
        return self.system == BY_WEIGHTS

    @property
    def bar_grade(self) -> Grade | None:
        """Its bar; None for that of the rules."""
        return _grade("bar", self.bar) if self.bar else None

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria of its standings; none for those of the rules."""
        return _criteria(self.placement)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Tournaments that contenders play, each the same ones as every other.

    The systems ``truth``, which knows how strong everybody is, and ``lot``, which knows nothing, are
    added if no contender has them: they show what a draw can reach, and what needs no thought.

    Raises
    ------
    RuleError
        If a number is out of range, or two contenders have one name.
    """

    name: str = parameter("simulation", "What the simulation is called")
    seed: int = parameter(0, "The same seed, the same tournaments", least=0, most=LARGEST_SEED)
    repeats: int = parameter(100, "How many tournaments each contender plays", least=1)
    rounds: int = parameter(5, "How many rounds a tournament has")
    sequence: int = parameter(
        1,
        "How many tournaments the same players play in a row, with ratings that follow the results",
        least=1,
    )
    top: int = parameter(
        8, "How many of the best are measured on their own", unit="players", least=1
    )
    relative_strength: bool = parameter(
        False, "Whether the total error by relative strengths is measured, which takes its time"
    )
    field: FieldPlan = FieldPlan()
    truth: TruthPlan = TruthPlan()
    rules: RulesPlan = RulesPlan()
    contenders: tuple[Contender, ...] = ()
    halving: Halving | None = None
    """Which contenders stop early; None: all play all repeats."""

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.rounds > MOST_ROUNDS and self.field.shape == "congress":
            message = f'expected at most {MOST_ROUNDS} with shape = "congress"'
            raise RuleError(f"rounds={self.rounds}: {message}")
        Rules(rounds=self.rounds)  # It refuses what no tournament can have.
        systems = {contender.system for contender in self.contenders}
        anchors = (
            Contender(name=name, system=system)
            for system, name in _ANCHORS.items()
            if system not in systems
        )
        object.__setattr__(self, "contenders", (*self.contenders, *anchors))
        for contender in self.contenders:
            self._check(contender)
        names = [contender.name for contender in self.contenders]
        for name in names:
            if names.count(name) > 1:
                raise RuleError(
                    f"name={name!r}: two contenders have it; give each a name of its own"
                )

    def _check(self, contender: Contender) -> None:
        """Refuse what a contender has of its own, and the plan has no place for."""
        if contender.rounds > self.rounds:
            message = f"expected at most the {self.rounds} rounds of the plan"
            raise RuleError(f"contender {contender.name!r}, rounds={contender.rounds}: {message}")
        bar = contender.bar_grade
        if bar is None:
            return
        where = f"contender {contender.name!r}, bar={contender.bar!r}"
        if self.rules.starts == "zero":
            raise RuleError(f'{where}: there is no bar where starts = "zero"; leave it out')
        if bar < self.rules.floor_grade:
            raise RuleError(f"{where}: expected a grade from the floor on, {self.rules.floor}")

    @property
    def digest(self) -> str:
        """SHA-256 of all that a tournament depends on, the same on every machine.

        The plan's name and the number of repeats are no part of it, so that a simulation can be
        continued with more repeats.
        """
        content = {name: value for name, value in _values(self).items() if name not in _FREE}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode("ascii")).hexdigest()


def _values(value: Any) -> Any:  # noqa: ANN401
    """A part of a plan as values of JSON; a file stands for itself by what it holds."""
    if is_dataclass(value):
        content = {entry.name: getattr(value, entry.name) for entry in fields(value)}
        if isinstance(value, FieldPlan):
            del content["tournament"], content["file"]
        return {name: _values(inner) for name, inner in content.items()}
    if isinstance(value, Mapping):
        return {name: _values(inner) for name, inner in value.items()}
    return [_values(inner) for inner in value] if isinstance(value, tuple) else value


# ---- Sweeps: one contender becomes many that differ in some parameters ----

_STREAM = 0x5EE9
"""The stream of the samples, which no tournament uses."""

_FRACTION = 2**53
"""Fractions of so many steps are exact."""

_HALF = Decimal("0.5")

_DIGITS = 6
"""Significant digits of a sample: enough for any parameter, and short in the contender's name."""

# Logarithms of decimal numbers are rounded in the same way everywhere, those of the C library are not.
_EXACT = Context(prec=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Where the values of a parameter lie; those of two whole numbers are whole."""

    low: float
    high: float
    """Included."""

    log: bool = False
    """Whether their logarithms are spread evenly, and not they themselves."""

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise RuleError(f"high={self.high}: expected a number from low={self.low} on")
        if self.log and self.low <= 0:
            raise RuleError(f"low={self.low}: log = true needs a number above 0")

    def sample(self, chance: Chance) -> float:
        """A value, the same on every machine."""
        whole = isinstance(self.low, int) and isinstance(self.high, int)
        share = Decimal(chance.below(_FRACTION)) / _FRACTION
        # Every whole number has the same room around it.
        low, high = Decimal(self.low) - whole * _HALF, Decimal(self.high) + whole * _HALF
        if self.log:
            low, high = _EXACT.ln(low), _EXACT.ln(high)
        value = _EXACT.fma(share, _EXACT.subtract(high, low), low)
        if self.log:
            value = _EXACT.exp(value)
        rounded = round(value) if whole else float(f"{value:.{_DIGITS}g}")
        return min(max(rounded, self.low), self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Parameters by dotted name, and the values that are tried."""

    grid: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """All combinations of these."""

    random: Mapping[str, Range] = field(default_factory=dict)
    """Each combination is tried with so many samples of these."""

    samples: int = parameter(10, "How many samples", least=1)

    def __post_init__(self) -> None:
        if not self.grid and not self.random:
            raise RuleError("expected parameters in grid or random, found none")
        check_parameters(self)
        for name, options in self.grid.items():
            if not options:
                raise RuleError(f"grid: expected values for {name}, found none")

    def points(self, seed: int) -> Iterator[dict[str, Option]]:
        """The values that are tried together, none twice.

        Parameters
        ----------
        seed
            The samples are the same for the same seed.
        """
        chance = Chance(seed, stream=_STREAM)
        points: list[dict[str, Option]] = []
        for options in product(*self.grid.values()):
            for _ in range(self.samples if self.random else 1):
                point: dict[str, Option] = dict(zip(self.grid, options, strict=True))
                point |= {name: within.sample(chance) for name, within in self.random.items()}
                if point not in points:
                    points.append(point)
                    yield point


def swept(contender: Contender, sweep: Sweep, seed: int) -> Iterator[Contender]:
    """The contenders that a sweep makes of one; their names say what is different."""
    for point in sweep.points(seed):
        text = ", ".join(f"{name}={value}" for name, value in point.items())
        options = {**contender.options, **point}
        yield replace(contender, name=f"{contender.name} {text}", options=options)
