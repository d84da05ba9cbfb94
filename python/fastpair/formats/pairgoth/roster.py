"""Players and rules of pairgoth files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import MISSING, dataclass, field, fields, replace
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, cast

from ...go import tournament as domain
from ...go.teams import pair_of
from ...go.tournament import (
    BYE_AS_WIN,
    NO_RATING,
    Criterion,
    EventFormat,
    Grade,
    HandicapRules,
    PairingRules,
    Player,
    Rules,
    SeedSystem,
)
from ...go.tournament.ranges import range_in
from ...parameters import AllowedRange, within
from ..characters import unique_keys
from ..criteria import PAIRGOTH, nearest_criteria
from ..json import Form, Forms, pointed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Person, Tournament


# ---- What stands in a file of pairgoth, by its names in small letters; defaults are pairgoth's ----

TOGETHER = {"PAIRGO": 2, "RENGO2": 2, "RENGO3": 3}
"""Types of tournaments whose teams play each game together, and how many play in one."""

APART = {f"TEAM{size}": size for size in range(2, 6)}
"""Types of tournaments whose teams play matches, and the number of boards."""

_System = Literal["SWISS", "MAC_MAHON", "ROUND_ROBIN"]
_FORMATS: Mapping[_System, EventFormat] = {
    "SWISS": EventFormat.SWISS,
    "MAC_MAHON": EventFormat.MCMAHON,
    "ROUND_ROBIN": EventFormat.ROUND_ROBIN,
}
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

_GRADES = within(int(Grade.parse("30k")), int(Grade.parse("9d")))


def _like(holder: Any, name: str, default: Any = MISSING, **more: object) -> Any:  # noqa: ANN401
    """A field in the range of a field of the tournament."""
    (metadata,) = (entry.metadata for entry in fields(holder) if entry.name == name)
    return field(default=default, metadata={**metadata, **more})


def _ours(name: str, default: Any, holder: Any = PairingRules, **more: object) -> Any:  # noqa: ANN401
    """A field that holds a field of the tournament's rules."""
    return _like(holder, name, default, **more, ours=name)


def _halved(limits: AllowedRange, default: float | None) -> Any:  # noqa: ANN401 - the field
    """A field with half of a number that the tournament keeps doubled."""
    return field(default=default, metadata=within(limits.halved.least, limits.halved.most))


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Weights of every system."""

    nx1: float = _ours("concavity", 0.5)
    dup_weight: float = _ours("avoid_duplicate", 5e14)
    random: float = _ours("random", 0.0)
    deterministic: bool = _ours("deterministic", True)
    color_balance_weight: float = _ours("balance_colours", 1000.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Main:
    """Weights of scores and seeding, and the scores themselves."""

    cat_weight: float = _ours("avoid_mixing_categories", 2e13)
    score_weight: float = _ours("minimise_score_difference", 1e11)
    up_down_weight: float = _ours("draw_up_down", 1e8)
    up_down_compensate: bool = _ours("compensate_draw_up_down", True)
    up_down_lower_mode: _Mode = field(default="MIDDLE", metadata={"ours": "drawn_up_from"})
    up_down_upper_mode: _Mode = field(default="MIDDLE", metadata={"ours": "drawn_down_from"})
    maximize_seeding: float = _ours("maximise_seeding", 5e6)
    first_seed_last_round: int = _ours("last_round_of_first_seed_system", 2)
    first_seed: _Seed = "SPLIT_AND_RANDOM"
    second_seed: _Seed = "SPLIT_AND_FOLD"
    first_seed_add_crit: _Crit = "RATING"
    second_seed_add_crit: _Crit = "NONE"
    mms_value_absent: float = _halved(domain.ABSENCES, 0.5)
    round_down_score: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Secondary:
    """Who is exempt from secondary weights, and what they are worth."""

    bar_threshold: bool = _ours("bar_threshold", True)
    rank_threshold: int = _ours("grade_threshold", 0, **_GRADES)
    wins_threshold: bool = _ours("wins_threshold", True)
    sec_weight: float = _ours("secondary_criteria", 1e11)


@dataclass(frozen=True, slots=True, kw_only=True)
class Geo:
    """Weights against games between neighbours."""

    weight: float = _ours("avoid_same_area", 1e11)
    mms_diff_country: int = _ours("country_groups", 1)
    mms_diff_club: int = _ours("club_groups", 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """Stones, and the weight against them."""

    weight: float = _like(PairingRules, "minimise_handicap", 0.0)
    use_mms: bool = _ours("by_mms", True, HandicapRules)
    threshold: int = _ours("threshold", 0, HandicapRules, **_GRADES)
    correction: int = _ours("correction", 1, HandicapRules, **within(-30, 30))
    ceiling: int = _ours("ceiling", 9, HandicapRules)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingEntry:
    """The rules."""

    type: _System
    base: Base = field(default_factory=Base)
    main: Main = field(default_factory=Main)
    secondary: Secondary = field(default_factory=Secondary)
    geo: Geo = field(default_factory=Geo)
    handicap: Handicap = field(default_factory=Handicap)
    placement: tuple[_Crit, ...] = ("MMS", "SOSM", "SOSOSM")
    mm_floor: int = field(default=-20, metadata=_GRADES)
    mm_bar: int = field(default=0, metadata=_GRADES)


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
class RosterEntry:
    """A player."""

    id: int = field(metadata=within(1))
    name: str
    first_name: str
    rating: int = _like(Player, "rating")
    rank: int = field(metadata=_GRADES)
    country: str
    club: str
    final: bool = True
    mms_correction: int = _like(Player, "correction", 0)
    skip: tuple[int, ...] = _like(Player, "absences", ())
    egf: str = ""
    ffg: str = ""
    aga: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team, or a pair: both are teams in pairgoth."""

    id: int = field(metadata=within(1))
    name: str
    players: tuple[int, ...] = ()
    rating: int | None = _like(Player, "rating", None)
    """By default the mean of those of its players."""

    rank: int | None = field(default=None, metadata=_GRADES)
    mms_correction: int = _like(domain.Team, "correction", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardEntry:
    """A game, or a bye, of which one player has the number 0; or a match, whose players are teams."""

    id: int
    t: int = field(metadata=within(0, range_in(domain.Game, "table").most))
    w: int
    b: int
    h: int = _like(domain.Game, "handicap")
    r: Literal["?", "w", "b", "=", "X", "#", "0"]
    dd: int = field(default=0, metadata=within(-1, 1))
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
    komi: float | None = _halved(range_in(domain.Event, "komi_x2"), None)
    goban_size: int | None = _like(domain.Event, "board_size", None)
    time_system: TimeSystem
    rounds: int = _like(Rules, "rounds")
    tables_exclusion: tuple[str, ...] = ()
    """Tables that are not used, such as ``"1-3,7"``, of each round."""

    pairing: PairingEntry
    players: tuple[RosterEntry, ...] = ()
    teams: tuple[TeamEntry, ...] = ()
    games: tuple[tuple[BoardEntry, ...], ...] = ()
    individual_games: Mapping[str, Any] = field(default_factory=dict)
    """The boards of each match, by its number; see ``BOARDS``."""


def within_rounds(file: File) -> File:
    """A file without the games beyond its last round."""
    return replace(file, games=file.games[: file.rounds])


_NAMES = {"first_name": "firstname", "use_mms": "useMMS"}


def _name(field_name: str) -> str:
    """The name of a field in pairgoth's files: ``upDownWeight`` of ``up_down_weight``."""
    first, *others = field_name.split("_")
    return _NAMES.get(field_name, first + "".join(map(str.capitalize, others)))


_FORMS = Forms({"date": date}, renamed=_name)

FILE: Form = _FORMS.of(File)
BOARDS: Form = _FORMS.of(tuple[BoardEntry, ...])

IDENTITIES = {RosterEntry: ("id",), TeamEntry: ("id",), BoardEntry: ("w", "b")}


# ---- The rules of a tournament and the parameters of pairgoth, in both directions ----

CRITERIA = {name: criterion for criterion, name in PAIRGOTH.items()}


def _rule_values(usual: object, *parts: Any) -> dict[str, Any]:  # noqa: ANN401 - parts of a file
    """What parts of a file hold of a class of the rules, by its fields."""
    members = {}
    for part in parts:
        for entry in fields(part):
            if name := entry.metadata.get("ours"):
                kind: Any = type(getattr(usual, name))
                value = getattr(part, entry.name)
                read = (
                    kind.__getitem__ if issubclass(kind, Enum) else round if kind is int else kind
                )
                members[name] = read(value)
    return members


def _part(kind: Any, rules: object, **others: object) -> Any:  # noqa: ANN401 - a part of a file
    """A part of a file that holds fields of a class of the rules."""
    for entry in fields(kind):
        if name := entry.metadata.get("ours"):
            value, usual = getattr(rules, name), type(entry.default)
            others[entry.name] = value.name if isinstance(value, Enum) else usual(value)  # type: ignore[misc]
    return kind(**others)


def rules_of(file: File) -> Rules:
    """The rules of a file; a bye is a win, as pairgoth counts it."""
    pairing = file.pairing
    main = pairing.main
    return Rules.found(
        rounds=file.rounds,
        floor=Grade(pairing.mm_floor),
        bar=Grade(pairing.mm_bar),
        points=replace(
            BYE_AS_WIN.with_absence(round(2 * main.mms_value_absent)),
            round_down=main.round_down_score,
        ),
        format=_FORMATS[pairing.type],
        placement=tuple(CRITERIA[name] for name in pairing.placement if name in CRITERIA),
        handicap=HandicapRules(**_rule_values(HandicapRules(), pairing.handicap)),
        pairing=_weights(pairing),
    )


def _weights(pairing: PairingEntry) -> PairingRules:
    main = pairing.main
    criteria = (main.first_seed_add_crit, main.second_seed_add_crit)
    first, second = (CRITERIA.get(name, Criterion.NONE) for name in criteria)
    return PairingRules(
        variant="v351",
        seed_systems=(SeedSystem[main.first_seed], SeedSystem[main.second_seed]),
        seed_criteria=(first, second),
        minimise_handicap=round(pairing.handicap.weight),
        **_rule_values(PairingRules(), pairing.base, main, pairing.secondary, pairing.geo),
    )


def reservations(file: File) -> Iterator[str]:
    """Say what of a file's rules is read otherwise than it stands there."""
    main = file.pairing.main
    if 2 * main.mms_value_absent % 1:
        half = round(2 * main.mms_value_absent) / 2
        yield f"/pairing/main/mmsValueAbsent: {main.mms_value_absent} is read as {half}"
    if file.komi is not None and 2 * file.komi % 1:
        yield f"/komi: {file.komi} is read as {round(2 * file.komi) / 2}"
    others = [entry for entry in file.players if entry.rank != Grade.of_rating(entry.rating)]
    if others:
        first = others[0]
        yield (
            f"/players: {len(others)} of {len(file.players)} players are graded by their rating, as "
            f"pairgoth does, and not by their rank, such as {first.name}: "
            f"{Grade.of_rating(first.rating)}, not {Grade(first.rank)}"
        )


def pairing_of(rules: Rules) -> PairingEntry:
    """The parameters of pairgoth that come nearest to rules."""
    weights, placed = rules.pairing, nearest_criteria(rules.placement, PAIRGOTH)
    criteria = [PAIRGOTH.get(criterion, "NONE") for criterion in weights.seed_criteria]
    return PairingEntry(
        type=next((name for name, kind in _FORMATS.items() if kind is rules.kind), "MAC_MAHON"),
        base=_part(Base, weights),
        main=_part(
            Main,
            weights,
            first_seed=weights.seed_systems[0].name,
            second_seed=weights.seed_systems[1].name,
            first_seed_add_crit=criteria[0],
            second_seed_add_crit=criteria[1],
            mms_value_absent=rules.points.without_game(by_mms=True)[0] / 2,
            round_down_score=rules.points.round_down,
        ),
        secondary=_part(Secondary, weights),
        geo=_part(Geo, weights),
        handicap=_part(Handicap, rules.handicap, weight=float(weights.minimise_handicap)),
        placement=cast("Any", tuple(PAIRGOTH[criterion] for criterion in placed)),
        mm_floor=int(rules.floor),
        mm_bar=int(rules.bar),
    )


# ---- Players in a file, and pairs, whose members are players there ----


def refuse_unknown(path: str, file: File) -> None:
    """Refuse numbers that several have, and teams of players who are not there.

    Raises
    ------
    FormatError
        If there is one.
    """
    numbers: dict[str, dict[tuple[str | int, ...], int]] = {
        "player": {("players", place): entry.id for place, entry in enumerate(file.players)},
        "team": {("teams", place): team.id for place, team in enumerate(file.teams)},
    }
    if file.type in APART:
        numbers["match"] = {
            ("games", number, place): match.id
            for number, entries in enumerate(file.games)
            for place, match in enumerate(entries)
        }
    for who, ids in numbers.items():
        counts = Counter(ids.values())
        for steps, number in ids.items():
            if counts[number] > 1:
                message = f"expected a number that only one {who} has, got {number}"
                raise pointed(path, (*steps, "id"), message)
    existing = {entry.id for entry in file.players}
    for place, team in enumerate(file.teams):
        for member, number in enumerate(team.players):
            if number not in existing:
                message = f"expected the number of a player, got {number}"
                raise pointed(path, ("teams", place, "players", member), message)


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


def _player(entry: RosterEntry, key: str) -> Player:
    return Player(
        key=key,
        name=entry.name,
        first_name=entry.first_name,
        grade=Grade.of_rating(entry.rating),
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
    usual = Player(key=key, name=team.name, grade=Grade.of_rating(NO_RATING))
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
        grade=Grade.of_rating(rating),
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


def _free(file: File) -> Iterator[RosterEntry]:
    """The players of a file of pairs who are in none."""
    if file.type in TOGETHER:
        used = {number for team in file.teams for number in team.players}
        yield from (entry for entry in file.players if entry.id not in used)


def numbered(
    keys: Iterable[str], existing: Mapping[int, str], free: Iterator[int]
) -> dict[str, int]:
    """A number for each key: that of the file, or the next one that is free."""
    numbers = {key: number for number, key in existing.items()}
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
            member.with_absences(member.absences - differing | missed),
            final=member.final if as_registered else pair.final,
        )


def entries_of(
    people: Iterable[Person], ids: Mapping[str, int], existing: File | None
) -> list[RosterEntry]:
    """The players, those of pairs in the order of the file, with those who are in none.

    A rank that only honours its player stays while the grade does.
    """
    entries = _entries(people, ids, existing)
    if existing is None or existing.type not in TOGETHER:
        return [*entries]
    order = {entry.id: place for place, entry in enumerate(existing.players)}
    everybody = (*entries, *_free(existing))
    return sorted(everybody, key=lambda entry: order.get(entry.id, len(order)))


def _entries(
    people: Iterable[Person], ids: Mapping[str, int], existing: File | None
) -> Iterator[RosterEntry]:
    by_id = {entry.id: entry for entry in existing.players} if existing else {}
    for person in people:
        entry = by_id.get(ids[person.key])
        stays = entry is not None and Grade.of_rating(entry.rating) == person.grade
        rank = entry.rank if entry is not None and stays else int(person.grade)
        yield _entry(person if existing else person.with_rating(), ids[person.key], rank)


def _entry(person: Person, number: int, rank: int) -> RosterEntry:
    return RosterEntry(
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
    tournament: Tournament, ids: Mapping[str, int], sides: Mapping[str, int], existing: File | None
) -> Iterator[TeamEntry]:
    """The pairs; a rating is stated where it is none that follows, or was stated before."""
    by_id = {team.id: team for team in existing.teams} if existing else {}
    for pair in tournament.players:
        old, rating = by_id.get(sides[pair.key]), pair.with_rating().rating_or_lowest
        mean = (
            pair_of(pair.members, key="-", name="").rating_or_lowest if pair.members else NO_RATING
        )
        has_rating = rating != mean or (old is not None and old.rating is not None)
        yield TeamEntry(
            id=sides[pair.key],
            name=pair.full_name,
            players=tuple(ids[member.key] for member in pair.members),
            rating=rating if has_rating else None,
            rank=old.rank if old else None,
            mms_correction=pair.correction,
        )
