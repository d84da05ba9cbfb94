"""Players and rules of pairgoth files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, cast

from ...go import tournament as domain
from ...go.teams import pair_of
from ...go.tournament import (
    BYE_AS_WIN,
    NO_RATING,
    Criterion,
    Grade,
    HandicapRules,
    Kind,
    PairingRules,
    Placement,
    Player,
    Rules,
    SeedSystem,
)
from ...go.tournament.ranges import Range, range_in
from ..characters import unique_keys
from ..criteria import PAIRGOTH, nearest_held
from ..json import Form, Forms, pointed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Person, Tournament


# ---- What stands in a file of pairgoth, by its names in small letters; defaults are pairgoth's ----

TOGETHER = {"PAIRGO": 2, "RENGO2": 2, "RENGO3": 3}
"""Types of tournaments whose teams play each game together, and how many play in one."""

APART = {f"TEAM{size}": size for size in range(2, 6)}
"""Types of tournaments whose teams play matches, and the number of boards."""

_System = Literal["SWISS", "MAC_MAHON"]
_Mode = Literal["TOP", "MIDDLE", "BOTTOM"]
_Seed = Literal["SPLIT_AND_RANDOM", "SPLIT_AND_FOLD", "SPLIT_AND_SLIP"]
_Crit = Literal[
    "NONE", "CATEGORY", "RANK", "RATING", "NBW", "MMS", "STS", "CPS", "SCOREX", "SOSW", "SOSWM1",
    "SOSWM2", "SODOSW", "SOSOSW", "CUSSW", "SOSM", "SOSMM1", "SOSMM2", "SODOSM", "SOSOSM", "CUSSM",
    "SOSTS", "EXT", "EXR", "SDC", "DC",
]  # fmt: skip
_Kind = Literal[
    "INDIVIDUAL", "PAIRGO", "RENGO2", "RENGO3", "TEAM2", "TEAM3", "TEAM4", "TEAM5"
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Weights of every system."""

    nx1: float = 0.5
    dup_weight: float = 5e14
    random: float = 0.0
    deterministic: bool = True
    color_balance_weight: float = 1000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Main:
    """Weights of scores and seeding, and the scores themselves."""

    cat_weight: float = 2e13
    score_weight: float = 1e11
    up_down_weight: float = 1e8
    up_down_compensate: bool = True
    up_down_lower_mode: _Mode = "MIDDLE"
    up_down_upper_mode: _Mode = "MIDDLE"
    maximize_seeding: float = 5e6
    first_seed_last_round: int = 2
    first_seed: _Seed = "SPLIT_AND_RANDOM"
    second_seed: _Seed = "SPLIT_AND_FOLD"
    first_seed_add_crit: _Crit = "RATING"
    second_seed_add_crit: _Crit = "NONE"
    mms_value_absent: float = 0.5
    round_down_score: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Secondary:
    """Who is exempt from secondary weights, and what they are worth."""

    bar_threshold: bool = True
    rank_threshold: int = 0
    wins_threshold: bool = True
    sec_weight: float = 1e11


@dataclass(frozen=True, slots=True, kw_only=True)
class Geo:
    """Weights against games between neighbours."""

    weight: float = 1e11
    mms_diff_country: int = 1
    mms_diff_club: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """Stones, and the weight against them."""

    weight: float = 0.0
    use_mms: bool = True
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """The rules."""

    type: _System
    base: Base = field(default_factory=Base)
    main: Main = field(default_factory=Main)
    secondary: Secondary = field(default_factory=Secondary)
    geo: Geo = field(default_factory=Geo)
    handicap: Handicap = field(default_factory=Handicap)
    placement: tuple[_Crit, ...] = ("MMS", "SOSM", "SOSOSM")
    mm_floor: int = -20
    mm_bar: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSystem:
    """Times in seconds."""

    type: Literal["CANADIAN", "JAPANESE", "STANDARD", "FISCHER", "SUDDEN_DEATH"]
    main_time: int
    byoyomi: int = 0
    increment: int = 0
    periods: int = 0
    stones: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A player."""

    id: int
    name: str
    first_name: str
    rating: int
    rank: int
    country: str
    club: str
    final: bool = True
    mms_correction: int = 0
    skip: tuple[int, ...] = ()
    egf: str = ""
    ffg: str = ""
    aga: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team, or a pair: both are teams in pairgoth."""

    id: int
    name: str
    players: tuple[int, ...] = ()
    rating: int | None = None
    """By default the mean of those of its players."""

    rank: int | None = None
    mms_correction: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardEntry:
    """A game, or a bye, of which one player has the number 0; or a match, whose players are teams."""

    id: int
    t: int
    w: int
    b: int
    h: int
    r: Literal["?", "w", "b", "=", "X", "#", "0"]
    dd: int = 0
    """1 if White was drawn down, -1 if Black was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A tournament."""

    type: _Kind
    name: str
    short_name: str
    start_date: date
    end_date: date
    director: str = ""
    country: str | None = ""
    location: str | None = ""
    online: bool = False
    komi: float = 7.5
    goban_size: int = 19
    time_system: TimeSystem
    rounds: int
    tables_exclusion: tuple[str, ...] = ()
    """Tables that are not used, such as ``"1-3,7"``, of each round."""

    pairing: Pairing
    players: tuple[Entry, ...] = ()
    teams: tuple[TeamEntry, ...] = ()
    games: tuple[tuple[BoardEntry, ...], ...] = ()
    individual_games: Mapping[str, Any] = field(default_factory=dict)
    """The boards of each match, by its number; see ``BOARDS``."""


_NAMES = {"first_name": "firstname", "use_mms": "useMMS"}
_WEIGHT = range_in(PairingRules, "random")
_GRADE = Range(int(domain.Grade.parse("30k")), int(domain.Grade.parse("9d")))
_TABLE = range_in(domain.Game, "table")

_RANGES: dict[tuple[type, str], Range] = {
    (Base, "nx1"): range_in(PairingRules, "concavity"),
    **{(Base, name): _WEIGHT for name in ("dup_weight", "random", "color_balance_weight")},
    **{
        (Main, name): _WEIGHT
        for name in ("cat_weight", "score_weight", "up_down_weight", "maximize_seeding")
    },
    (Main, "first_seed_last_round"): range_in(PairingRules, "last_round_of_first_seed_system"),
    (Main, "mms_value_absent"): domain.ABSENCES.halved,
    (Secondary, "sec_weight"): _WEIGHT,
    (Secondary, "rank_threshold"): _GRADE,
    (Geo, "weight"): _WEIGHT,
    (Geo, "mms_diff_country"): range_in(PairingRules, "country_groups"),
    (Geo, "mms_diff_club"): range_in(PairingRules, "club_groups"),
    (Handicap, "weight"): _WEIGHT,
    (Handicap, "threshold"): _GRADE,
    (Handicap, "correction"): Range(least=-30, most=30),
    (Handicap, "ceiling"): range_in(domain.HandicapRules, "ceiling"),
    (Pairing, "mm_floor"): _GRADE,
    (Pairing, "mm_bar"): _GRADE,
    (Entry, "id"): Range(least=1),
    (Entry, "rank"): _GRADE,
    (Entry, "rating"): range_in(domain.Player, "rating"),
    (Entry, "mms_correction"): range_in(domain.Player, "correction"),
    (Entry, "skip"): range_in(domain.Player, "absences"),
    (TeamEntry, "id"): Range(least=1),
    (TeamEntry, "rank"): _GRADE,
    (TeamEntry, "rating"): range_in(domain.Player, "rating"),
    (TeamEntry, "mms_correction"): range_in(domain.Team, "correction"),
    (BoardEntry, "t"): replace(_TABLE, least=0),
    (BoardEntry, "h"): range_in(domain.Game, "handicap"),
    (BoardEntry, "dd"): Range(least=-1, most=1),
    (File, "rounds"): range_in(domain.Rules, "rounds"),
    (File, "komi"): range_in(domain.Event, "komi_x2").halved,
    (File, "goban_size"): range_in(domain.Event, "board_size"),
}


def _name(field_name: str) -> str:
    """The name of a field in pairgoth's files: ``upDownWeight`` of ``up_down_weight``."""
    first, *others = field_name.split("_")
    return _NAMES.get(field_name, first + "".join(map(str.capitalize, others)))


_FORMS = Forms({"date": date}, _RANGES, _name)

FILE: Form = _FORMS.of(File)
BOARDS: Form = _FORMS.of(tuple[BoardEntry, ...])

IDENTITIES = {Entry: ("id",), TeamEntry: ("id",), BoardEntry: ("w", "b")}


# ---- The rules of a tournament and the parameters of pairgoth, in both directions ----

CRITERIA = {name: criterion for criterion, name in PAIRGOTH.items()}

_MODES = {"TOP": Placement.TOP, "MIDDLE": Placement.MIDDLE, "BOTTOM": Placement.BOTTOM}
_MODE_NAMES = {mode: name for name, mode in _MODES.items()}

_SEEDS = {system.name: system for system in SeedSystem}


def rules_of(file: File) -> Rules:
    """The rules of a file; a bye is a win, as pairgoth counts it."""
    pairing = file.pairing
    main, handicap = pairing.main, pairing.handicap
    return Rules.found(
        rounds=max([file.rounds, *(number for number, games in enumerate(file.games, 1) if games)]),
        floor=Grade(pairing.mm_floor),
        bar=Grade(pairing.mm_bar),
        points=replace(
            BYE_AS_WIN.with_absence(round(2 * main.mms_value_absent)),
            round_down=main.round_down_score,
        ),
        placement=tuple(CRITERIA[name] for name in pairing.placement if name in CRITERIA),
        handicap=HandicapRules(
            by_mms=handicap.use_mms,
            threshold=Grade(handicap.threshold),
            correction=handicap.correction,
            ceiling=handicap.ceiling,
        ),
        pairing=_weights(pairing),
    )


def _weights(pairing: Pairing) -> PairingRules:
    base, main, secondary, geo = pairing.base, pairing.main, pairing.secondary, pairing.geo
    criteria = (main.first_seed_add_crit, main.second_seed_add_crit)
    first, second = (CRITERIA.get(name, Criterion.NONE) for name in criteria)
    return PairingRules(
        variant="v351",
        concavity=base.nx1,
        avoid_duplicate=round(base.dup_weight),
        random=round(base.random),
        deterministic=base.deterministic,
        balance_colours=round(base.color_balance_weight),
        avoid_mixing_categories=round(main.cat_weight),
        minimise_score_difference=round(main.score_weight),
        draw_up_down=round(main.up_down_weight),
        compensate_draw_up_down=main.up_down_compensate,
        drawn_down_from=_MODES[main.up_down_upper_mode],
        drawn_up_from=_MODES[main.up_down_lower_mode],
        maximise_seeding=round(main.maximize_seeding),
        last_round_of_first_seed_system=main.first_seed_last_round,
        seed_systems=(_SEEDS[main.first_seed], _SEEDS[main.second_seed]),
        seed_criteria=(first, second),
        grade_threshold=Grade(secondary.rank_threshold),
        wins_threshold=secondary.wins_threshold,
        bar_threshold=secondary.bar_threshold,
        secondary_criteria=round(secondary.sec_weight),
        minimise_handicap=round(pairing.handicap.weight),
        avoid_same_area=round(geo.weight),
        country_groups=geo.mms_diff_country,
        club_groups=geo.mms_diff_club,
    )


def reservations(file: File) -> Iterator[str]:
    """Say what of a file's rules is read otherwise than it stands there."""
    main = file.pairing.main
    if 2 * main.mms_value_absent % 1:
        half = round(2 * main.mms_value_absent) / 2
        yield f"/pairing/main/mmsValueAbsent: {main.mms_value_absent} is read as {half}"
    if 2 * file.komi % 1:
        yield f"/komi: {file.komi} is read as {round(2 * file.komi) / 2}"
    others = [entry for entry in file.players if entry.rank != grade_of(entry.rating)]
    if others:
        first = others[0]
        yield (
            f"/players: {len(others)} of {len(file.players)} players are graded by their rating, as "
            f"pairgoth does, and not by their rank, such as {first.name}: "
            f"{grade_of(first.rating)}, not {Grade(first.rank)}"
        )


def grade_of(rating: int) -> Grade:
    """The grade by which pairgoth pairs, whatever a player's rank is."""
    return Grade.limited((rating - 2050) // 100)


def pairing_of(rules: Rules) -> Pairing:
    """The parameters of pairgoth that come nearest to rules."""
    weights, handicap, names = rules.pairing, rules.handicap, PAIRGOTH
    return Pairing(
        type="SWISS" if rules.kind is Kind.SWISS else "MAC_MAHON",
        base=Base(
            nx1=weights.concavity,
            dup_weight=float(weights.avoid_duplicate),
            random=float(weights.random),
            deterministic=weights.deterministic,
            color_balance_weight=float(weights.balance_colours),
        ),
        main=_main_of(rules),
        secondary=Secondary(
            bar_threshold=weights.bar_threshold,
            rank_threshold=int(weights.grade_threshold),
            wins_threshold=weights.wins_threshold,
            sec_weight=float(weights.secondary_criteria),
        ),
        geo=Geo(
            weight=float(weights.avoid_same_area),
            mms_diff_country=weights.country_groups,
            mms_diff_club=weights.club_groups,
        ),
        handicap=Handicap(
            weight=float(weights.minimise_handicap),
            use_mms=handicap.by_mms,
            threshold=int(handicap.threshold),
            correction=handicap.correction,
            ceiling=handicap.ceiling,
        ),
        placement=cast("Any", tuple(names[item] for item in nearest_held(rules.placement, names))),
        mm_floor=int(rules.floor),
        mm_bar=int(rules.bar),
    )


def _main_of(rules: Rules) -> Main:
    weights = rules.pairing
    names: Any = [PAIRGOTH.get(criterion, "NONE") for criterion in weights.seed_criteria]
    systems: Any = [system.name for system in weights.seed_systems]
    modes: Any = _MODE_NAMES
    return Main(
        cat_weight=float(weights.avoid_mixing_categories),
        score_weight=float(weights.minimise_score_difference),
        up_down_weight=float(weights.draw_up_down),
        up_down_compensate=weights.compensate_draw_up_down,
        up_down_lower_mode=modes[weights.drawn_up_from],
        up_down_upper_mode=modes[weights.drawn_down_from],
        maximize_seeding=float(weights.maximise_seeding),
        first_seed_last_round=weights.last_round_of_first_seed_system,
        first_seed=systems[0],
        second_seed=systems[1],
        first_seed_add_crit=names[0],
        second_seed_add_crit=names[1],
        mms_value_absent=rules.points.without_game(by_mms=True)[0] / 2,
        round_down_score=rules.points.round_down,
    )


# ---- Players in a file, and pairs, whose members are players there ----


def refuse_unknown(path: str, file: File) -> None:
    """Refuse numbers that several have, and teams of players who are not there.

    Raises
    ------
    FormatError
        If there is one.
    """
    numbers = {
        "player": [entry.id for entry in file.players],
        "team": [entry.id for entry in file.teams],
    }
    for who, listed in numbers.items():
        _refuse_twice(path, who, {(f"{who}s", place): n for place, n in enumerate(listed)})
    if file.type in APART:
        matches: dict[tuple[str | int, ...], int] = {
            ("games", number, place): match.id
            for number, entries in enumerate(file.games)
            for place, match in enumerate(entries)
        }
        _refuse_twice(path, "match", matches)
    known = {entry.id for entry in file.players}
    for place, team in enumerate(file.teams):
        for member, number in enumerate(team.players):
            if number not in known:
                message = f"expected the number of a player, got {number}"
                raise pointed(path, ("teams", place, "players", member), message)


def _refuse_twice(path: str, who: str, numbers: Mapping[tuple[str | int, ...], int]) -> None:
    counts = Counter(numbers.values())
    for place, number in numbers.items():
        if counts[number] > 1:
            message = f"expected a number that only one {who} has, got {number}"
            raise pointed(path, (*place, "id"), message)


def keys_of(file: File) -> dict[int, str]:
    """The key of each player by the number in the file."""
    return _keys(file)[1]


def sides_of(file: File) -> dict[int, str]:
    """The keys of those who play the games of a file, by number: players, pairs or teams."""
    if file.type in APART:
        return {team.id: str(team.id) for team in file.teams}
    pairs, players = _keys(file)
    return pairs if file.type in TOGETHER else players


def _keys(file: File) -> tuple[dict[int, str], dict[int, str]]:
    """The keys of pairs and those of players, of which no two are the same."""
    pairs = file.teams if file.type in TOGETHER else ()
    names = [team.name for team in pairs]
    keys = unique_keys([*names, *(entry.name + entry.first_name for entry in file.players)])
    return (
        {team.id: next(keys) for team in pairs},
        {entry.id: next(keys) for entry in file.players},
    )


def players_of(file: File, rounds: int) -> tuple[Player, ...]:
    """The players; where teams play together, they are the pairs."""
    pairs, keys = _keys(file)
    people = {entry.id: _player(entry, keys[entry.id]) for entry in file.players}
    if file.type not in TOGETHER:
        return tuple(people.values())
    size = TOGETHER[file.type]
    return tuple(
        _pair(team, pairs[team.id], [people[number] for number in team.players], size, rounds)
        for team in file.teams
    )


def _player(entry: Entry, key: str) -> Player:
    return Player(
        key=key,
        name=entry.name,
        first_name=entry.first_name,
        grade=grade_of(entry.rating),
        rating=entry.rating,
        country=entry.country,
        club=entry.club,
        final=entry.final,
        correction=entry.mms_correction,
        absences=frozenset(entry.skip),
        egf_pin=entry.egf.strip(),
        ffg_licence=entry.ffg.strip(),
        aga_id=entry.aga.strip(),
    )


def _pair(team: TeamEntry, key: str, members: list[Player], size: int, rounds: int) -> Player:
    """A pair, which plays a round if as many of its members take part as the type says."""
    usual = Player(key=key, name=team.name, grade=grade_of(NO_RATING))
    mean = pair_of(members, key=key, name=team.name) if members else usual
    rating = mean.rating_or_lowest if team.rating is None else team.rating
    missed = (
        number
        for number in range(1, rounds + 1)
        if sum(member.plays_in(number) for member in members) != size
    )
    return replace(
        mean,
        rating=rating,
        grade=grade_of(rating),
        correction=team.mms_correction,
        absences=frozenset(missed),
    )


def roster_remarks(file: File) -> Iterator[str]:
    """Say which players of a file of pairs are in none, and so are no players here."""
    free = list(_free(file))
    if free:
        first = f"{free[0].name} {free[0].first_name}".strip()
        yield (
            f"/players: {len(free)} of {len(file.players)} are in no team and stay in the file alone, "
            f"such as {first}"
        )


def _free(file: File) -> Iterator[Entry]:
    """The players of a file of pairs who are in none."""
    if file.type in TOGETHER:
        taken = {number for team in file.teams for number in team.players}
        yield from (entry for entry in file.players if entry.id not in taken)


def numbered(keys: Iterable[str], known: Mapping[int, str], free: Iterator[int]) -> dict[str, int]:
    """A number for each key: that of the file, or the next one that is free."""
    numbers = {key: number for number, key in known.items()}
    return {key: numbers[key] if key in numbers else next(free) for key in keys}


def people_of(tournament: Tournament, kind: str) -> list[Person]:
    """Who are players in a file of this type."""
    if kind not in TOGETHER:
        return [*tournament.players]
    rounds = tournament.rules.rounds
    everybody = (m for pair in tournament.players for m in _members(pair, TOGETHER[kind], rounds))
    return list({member.key: member for member in everybody}.values())


def _members(pair: Player, size: int, rounds: int) -> Iterator[Person]:
    """The members of a pair, who take part in the rounds that it plays, and are registered as it is."""
    members = pair.members
    differing = {
        number
        for number in range(1, rounds + 1)
        if (sum(member.plays_in(number) for member in members) == size) != pair.plays_in(number)
    }
    as_registered = all(member.final for member in members) == pair.final
    for place, member in enumerate(members):
        missed = differing & pair.absences if place < size else differing
        yield replace(
            member,
            absences=member.absences - differing | missed,
            final=member.final if as_registered else pair.final,
        )


def entries_of(people: Iterable[Person], ids: Mapping[str, int], held: File | None) -> list[Entry]:
    """The players, those of pairs in the order of the file, with those who are in none.

    A rank that only honours its player stays while the grade does.
    """
    entries = _entries(people, ids, held)
    if held is None or held.type not in TOGETHER:
        return [*entries]
    order = {entry.id: place for place, entry in enumerate(held.players)}
    everybody = (*entries, *_free(held))
    return sorted(everybody, key=lambda entry: order.get(entry.id, len(order)))


def _entries(
    people: Iterable[Person], ids: Mapping[str, int], held: File | None
) -> Iterator[Entry]:
    known = {entry.id: entry for entry in held.players} if held else {}
    for person in people:
        entry = known.get(ids[person.key])
        stays = entry is not None and grade_of(entry.rating) == person.grade
        rank = entry.rank if entry is not None and stays else int(person.grade)
        yield _entry(person if held else person.with_rating(), ids[person.key], rank)


def _entry(person: Person, number: int, rank: int) -> Entry:
    return Entry(
        id=number,
        name=person.name,
        first_name=person.first_name,
        rating=person.rating_or_lowest,
        rank=rank,
        country=person.country,
        club=person.club,
        final=person.final,
        mms_correction=person.correction,
        skip=tuple(sorted(person.absences)),
        egf=person.egf_pin.strip(),
        ffg=person.ffg_licence.strip(),
        aga=person.aga_id.strip(),
    )


def pair_entries(
    tournament: Tournament, ids: Mapping[str, int], sides: Mapping[str, int], held: File | None
) -> Iterator[TeamEntry]:
    """The pairs; a rating is stated where it is none that follows, or was stated before."""
    known = {team.id: team for team in held.teams} if held else {}
    for pair in tournament.players:
        old, rating = known.get(sides[pair.key]), pair.with_rating().rating_or_lowest
        mean = (
            pair_of(pair.members, key="-", name="").rating_or_lowest if pair.members else NO_RATING
        )
        stated = rating != mean or (old is not None and old.rating is not None)
        yield TeamEntry(
            id=sides[pair.key],
            name=pair.full_name,
            players=tuple(ids[member.key] for member in pair.members),
            rating=rating if stated else None,
            rank=old.rank if old else None,
            mms_correction=pair.correction,
        )
