"""Who the players of a tournament are in the rating list of a federation: what is certain, and what a director decides."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...errors import FormatError, InputError, RuleError
from ...formats.characters import TextFile, csv_text, latin_spellings, unguarded
from ...formats.entries.countries import country_in
from ...formats.limits import LONGEST, holds
from ...formats.rating_lists import plain_words
from ...go.tournament import Player
from ...letters import folded
from ...parameters import quoted
from ...sentences import phrase
from ..documents.encoding import encode
from ..documents.tournament import IdentitiesDocument, IdentityCandidate, IdentityMember
from ..edits.ratings import NUMBERS, differing_facts
from ..entries.federations import FEDERATIONS, RESULTS_FILES, lacking_facts
from ..history.keys import former_keys
from ..lookup import find_duplicates, find_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...formats.rating_lists import RatingEntry, RatingSource
    from ...go.tournament import Tournament
    from ..history.state import CongressState

__all__ = [
    "CHOICES",
    "Doubt",
    "Identities",
    "Identity",
    "TypedDecision",
    "candidate_of",
    "describe_candidate",
    "read_decisions",
    "read_table",
    "table_text",
]

_Choice = Literal["list", "keep", "none", "remove"]
CHOICES: tuple[_Choice, ...] = ("list", "keep", "none", "remove")
"""Decisions: what the list says, what the entry says, not in the list, delete the entry; or a number of the list."""

_FAR = 300
"""Points between a rating and a grade, or two ratings, of which one is hardly that of the player."""

_CANDIDATES = 5
"""Players of the list that are offered for an entry."""


class Doubt(Enum):
    """Why it is doubtful who a player is, or what is true of the player; the most doubtful first."""

    NUMBER = "number"
    """The number is that of somebody else, or the list has another one for the name."""

    TWICE = "twice"
    """Two entries are one player of the list."""

    NAMESAKES = "namesakes"
    """Several players of the list have the name."""

    SPELLING = "spelling"
    """The list has nobody of this name, but somebody of a similar one, or one in Latin letters; or it spells the name of
    the number otherwise."""

    NOT_FOUND = "not found"
    ORDER = "order"
    """Family name and first name are exchanged."""

    STRENGTH = "strength"
    """The rating of the list is far from that of the grade, or in chess from that of the entry."""

    COUNTRY = "country"
    CLUB = "club"
    """The club is another one in the list, or the results file has no room for its name."""

    MISSING = "missing"
    """Neither the entry nor the list has what the results file needs."""


class TypedDecision(NamedTuple):
    """What a director decides of a player."""

    choice: str = ""
    """One of `CHOICES`, or the number of a player of the list; empty if nothing is decided yet."""

    country: str = ""
    """What is typed of a player of whom it is missing."""

    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A player of the tournament, and who it may be in the list."""

    player: Player
    state: Literal["doubtful", "sure", "settled"] = "doubtful"
    doubts: tuple[Doubt, ...] = ()
    """In the order of `Doubt`."""

    listed: RatingEntry | None = None
    """Who it is in the list, as far as it is known."""

    kept: RatingEntry | None = None
    """Who it is in the list if what is entered counts: the player of the number that is entered."""

    candidates: tuple[RatingEntry, ...] = ()
    """Who else it may be."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the list adds to the entry, or has newer."""

    others: Mapping[str, Any] = field(default_factory=dict)
    """What the list says otherwise."""

    lacking: tuple[str, ...] = ()
    """What the results file needs, and neither the entry nor the list has."""

    seated: bool = False
    """Whether the player has a game or a bye, and cannot be deleted."""

    @property
    def like(self) -> str:
        """What players have in common that one decision may settle."""
        first = self.doubts[0] if self.doubts else None
        if first is Doubt.CLUB and self.listed is not None:
            return f"{first.value}: {self.player.club} – {self.listed.club or '?'}"
        return first.value if first else self.state

    @property
    def choices(self) -> tuple[str, ...]:
        """The decisions that are possible, with the numbers of candidates last."""
        found = set[str]()
        several = len(self.candidates) > 1
        if not several and self.listed is not None and self.others:
            found.add("list")
        if self.state == "settled" or Doubt.NUMBER in self.doubts:
            found |= {"keep"}
        elif not several and (self.listed is not None or set(self.doubts) <= {Doubt.MISSING}):
            found.add("keep")
        if not set(self.doubts) <= {Doubt.MISSING} or self.state == "settled":
            found.add("none")
        if Doubt.TWICE in self.doubts and not self.seated:
            found.add("remove")
        numbers = (each.number for each in self.candidates) if several else ()
        return (*(each for each in CHOICES if each in found), *numbers)


class Identities:
    """Who the players of a tournament are in a rating list.

    A player is found by the number of the federation; else by the name as `RatingList.find` does, and by the
    country if several have the name. What is found for certain adds what is missing, and the rating. All
    else is doubtful: see `Doubt`.

    Parameters
    ----------
    state
        The tournament, and what was decided before.
    source
        The list.
    """

    def __init__(self, state: CongressState, source: RatingSource) -> None:
        self._state, self._source = state, source
        self.form = FEDERATIONS[source.title]
        self._number = NUMBERS[source.title]
        self._frozen = _is_frozen(state, source)
        self._longest = LONGEST.get(self.form, {}).get("club", 0)
        self._needs = frozenset(RESULTS_FILES[self.form].required)

    @property
    def rows(self) -> Sequence[Identity]:
        """The players, the most doubtful first; who is sure is behind, and who is settled last."""
        tournament, seated = self._state.tournament, self._state.tournament.seated
        # A pair is nobody in a list, and in no results file.
        found = [self._identity(player) for player in tournament.players if not player.members]
        numbers = Counter(
            each.listed.number
            for each in found
            if each.listed is not None and (each.state != "settled" or each.kept is not None)
        )
        twins = {
            key
            for pair in find_duplicates(tournament.players)
            for key in (each.key for each in pair)
        }
        rows = [
            self._finished(
                each,
                twice=(each.listed is not None and numbers[each.listed.number] > 1)
                or (each.listed is None and each.player.key in twins),
                seated=each.player.key in seated,
            )
            for each in found
        ]
        states, doubts = ("doubtful", "sure", "settled"), [*Doubt]
        return sorted(
            rows,
            key=lambda each: (
                states.index(each.state),
                [doubts.index(doubt) for doubt in each.doubts[:1]],
                each.like,
            ),
        )

    # ---- Who is meant ----

    def _identity(self, player: Player) -> Identity:
        """Who a player is, without what depends on the other players."""
        settled = self._state.identities.get((self._source.title, player.key))
        if settled is not None:
            return self._settled(player, settled.number)
        number = getattr(player, self._number)
        own = self._of_number(number)
        named = self._named(player)
        if own and (own[0] in named or _has_same_words(player, own[0])):
            return Identity(player=player, listed=own[0], kept=own[0])
        if own and _has_similar_name(player, own[0]):
            return Identity(player=player, doubts=(Doubt.SPELLING,), listed=own[0], kept=own[0])
        if number and (own or named):
            by_name = named[0] if len(named) == 1 else None
            others = (*named, *own) if len(named) > 1 else ()
            return Identity(
                player=player,
                doubts=(Doubt.NUMBER,),
                listed=by_name,
                kept=own[0] if own else None,
                candidates=others,
            )
        if len(named) == 1:
            return Identity(player=player, listed=named[0], kept=named[0])
        if named:
            return Identity(player=player, doubts=(Doubt.NAMESAKES,), candidates=named)
        return self._similar(player)

    def _named(self, player: Player) -> tuple[RatingEntry, ...]:
        """The players of the list with the name; of several those of the country, if there are any."""
        found = self._source.find(player.full_name)
        near = tuple(each for each in found if _is_same_country(player.country, each.country))
        return near if player.country and near else found

    def _similar(self, player: Player) -> Identity:
        found = self._source.similar(player.full_name) or self._transliterated(player.full_name)
        found = found[:_CANDIDATES]
        if not found:
            return Identity(player=player, doubts=(Doubt.NOT_FOUND,))
        one = found[0] if len(found) == 1 else None
        return Identity(
            player=player,
            doubts=(Doubt.SPELLING,),
            listed=one,
            kept=None if getattr(player, self._number) else one,
            candidates=() if one else found,
        )

    def _transliterated(self, name: str) -> tuple[RatingEntry, ...]:
        """The players of the list with a name that may be one in Cyrillic."""
        spellings = latin_spellings(name)
        found = dict.fromkeys(each for text in spellings for each in self._source.find(text))
        if not found:
            found = dict.fromkeys(e for text in spellings for e in self._source.similar(text))
        return tuple(found)

    def _settled(self, player: Player, number: str) -> Identity:
        found = self._of_number(number)
        if found:
            return Identity(player=player, state="settled", listed=found[0], kept=found[0])
        named = self._named(player)
        one = named[0] if len(named) == 1 else None
        return Identity(player=player, state="settled", listed=one, candidates=named)

    def _of_number(self, number: str) -> tuple[RatingEntry, ...]:
        found = self._source.find(number) if number else ()
        return tuple(each for each in found if each.number == number)

    # ---- What the list says of the player ----

    def _finished(self, found: Identity, *, twice: bool, seated: bool) -> Identity:
        """An identity with what the list says of the player, and all that is doubtful."""
        doubts = {*found.doubts, *([Doubt.TWICE] if twice else ())}
        player, entry = found.player, found.listed
        others: dict[str, Any] = {}
        if entry is not None:
            other = dict(self._other_facts(player, entry))
            if Doubt.SPELLING in found.doubts:
                other[Doubt.SPELLING] = {"name": entry.name, "first_name": entry.first_name}
            if getattr(player, self._number) not in ("", entry.number):
                other[Doubt.NUMBER] = {self._number: entry.number}
            doubts |= {*other}
            others = {name: each for facts in other.values() for name, each in facts.items()}
        facts = dict(self._facts(player, entry, doubts))
        lacking = lacking_facts(player, self.form, facts)
        if {*lacking} - {self._number}:
            doubts.add(Doubt.MISSING)
        if found.state == "settled":
            doubts = set()
        return Identity(
            player=player,
            state="settled" if found.state == "settled" else "doubtful" if doubts else "sure",
            doubts=tuple(doubt for doubt in Doubt if doubt in doubts),
            listed=entry,
            kept=found.kept,
            candidates=found.candidates,
            facts=facts,
            others={name: each for name, each in others.items() if self._holds(name)},
            lacking=lacking,
            seated=seated,
        )

    def _other_facts(
        self, player: Player, entry: RatingEntry
    ) -> Iterator[tuple[Doubt, Mapping[str, Any]]]:
        """What the list says otherwise, by what is doubtful about it."""
        if _is_exchanged(player, entry):
            yield Doubt.ORDER, {"name": player.first_name, "first_name": player.name}
        if self._difference(player, entry) > _FAR:
            grade = {} if entry.grade is None else {"grade": str(entry.grade)}
            yield Doubt.STRENGTH, {**grade, **self._rating(entry)}
        if (
            "country" in self._needs
            and player.country
            and entry.country
            and not _is_same_country(player.country, entry.country)
        ):
            yield Doubt.COUNTRY, {"country": entry.country}
        if "club" in self._needs and player.club and not self._is_same_club(player, entry):
            yield Doubt.CLUB, {"club": entry.club} if entry.club else {}

    def _difference(self, player: Player, entry: RatingEntry) -> int:
        """How far the rating of the list is from the strength that is entered."""
        if not entry.rated or entry.rating is None:
            return 0
        own = player.grade.rating if str(player.grade) else player.rating
        return 0 if own is None else abs(entry.rating - own)

    def _is_same_club(self, player: Player, entry: RatingEntry) -> bool:
        """Whether the results file has the club as the list has it."""
        if not entry.club:
            return len(player.club) <= self._longest
        cut = self._longest
        return folded(player.club[:cut]) == folded(entry.club[:cut])

    def _facts(
        self, player: Player, entry: RatingEntry | None, doubts: Iterable[Doubt]
    ) -> Iterator[tuple[str, Any]]:
        """What the list adds to the entry: its number and what is empty, and the rating and the titles of the list."""
        if entry is None:
            return
        for name in (self._number, "country", "club"):
            listed = getattr(entry, name)
            if listed and not getattr(player, name) and self._holds(name):
                yield name, listed
        if Doubt.STRENGTH not in doubts:
            yield from self._rating(entry, player.rating).items()
        for name, value in differing_facts(player, entry):
            if name not in (self._number, "country") and self._holds(name):
                yield name, value

    def _rating(self, entry: RatingEntry, now: int | None = None) -> dict[str, int]:
        """The rating of the list, if it differs and ratings may change."""
        if self._frozen or not entry.rated or entry.rating is None or entry.rating == now:
            return {}
        return {"rating": entry.rating}

    def _holds(self, name: str) -> bool:
        return holds(self._state.document.format, Player, name)

    # ---- What is decided ----

    def document(
        self,
        decisions: Mapping[str, TypedDecision] | None = None,
        alike: Mapping[str, str] | None = None,
    ) -> IdentitiesDocument:
        """The table, with what is decided, and the values of the action that settles it."""
        rows = self.rows
        chosen = _chosen(rows, self._of_present(decisions or {}), alike or {})
        published = self._source.published
        return encode(
            IdentitiesDocument,
            tournament=self._state.tournament.name,
            title=self._source.title,
            published=None if published is None else published.isoformat(),
            players=[_member(each, chosen[each.player.key].choice) for each in rows],
            values=self._values(rows, chosen),
        )

    def settle(
        self,
        decisions: Mapping[str, TypedDecision] | None = None,
        alike: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """The values of the action `identify` for those who are sure or of whom it is decided.

        Parameters
        ----------
        decisions
            By the keys of players.
        alike
            Choices for all players who are alike, by what they have in common; a decision of a player
            comes before it, and that of the finer kind before the other.

        Raises
        ------
        RuleError
            If a decision is not possible, or two players would be one of the list.
        """
        rows = self.rows
        return self._values(rows, _chosen(rows, self._of_present(decisions or {}), alike or {}))

    def _of_present(self, decisions: Mapping[str, TypedDecision]) -> Mapping[str, TypedDecision]:
        """The decisions by the keys that players have now, whom an earlier table may know by former ones.

        What a table says of players who are gone is left out where nothing is left to decide.
        """
        present, timeline = self._state.tournament.by_key, self._state.timeline
        if decisions.keys() <= present.keys():
            return decisions
        former = former_keys(timeline.entries, timeline.cut_short)
        found = {
            former.get(key, key): decided
            for key, decided in decisions.items()
            if key not in present
            and (former.get(key) in present or decided.choice not in ("", "remove"))
        }
        return found | {key: decided for key, decided in decisions.items() if key in present}

    def _values(
        self, rows: Sequence[Identity], chosen: Mapping[str, TypedDecision]
    ) -> dict[str, Any]:
        players: dict[str, Any] = {}
        numbers: dict[str, str] = {}
        without: dict[str, list[str]] = {}
        removed: list[str] = []
        owner: dict[str, Player] = {}
        for each in rows:
            decided = chosen[each.player.key]
            if decided.choice == "remove":
                removed.append(each.player.key)
                continue
            if each.state != "sure" and not decided.choice:
                continue
            number, facts = self._decided(each, decided)
            if number and owner.setdefault(number, each.player) is not each.player:
                raise RuleError(
                    phrase(
                        "{one} and {other} cannot both be the player {number} of the list",
                        one=owner[number].full_name,
                        other=each.player.full_name,
                        number=number,
                    )
                )
            players[each.player.key], numbers[each.player.key] = facts, number
            if gaps := self._accepted(each.player, facts):
                without[each.player.key] = gaps
        found = {"players": players, "numbers": numbers, "without": without, "removed": removed}
        return {"title": self._source.title, **found}

    def _decided(self, row: Identity, decided: TypedDecision) -> tuple[str, dict[str, Any]]:
        """The number of a player in the list, and what is changed; no number if the list has not the player."""
        player, choice = row.player, decided.choice
        stated = {
            name: value
            for name in ("country", "club")
            if (value := getattr(decided, name).strip()) and value != getattr(player, name)
        }
        if choice == "none":
            # The number of somebody else would give them the results.
            foreign = Doubt.NUMBER in row.doubts and row.kept is not None
            facts: dict[str, Any] = {self._number: ""} if foreign else {}
            return "", facts | stated
        if choice in ("", "list"):
            entry, others = row.listed, row.others if choice else {}
            return _number_of(entry), {**row.facts, **others, **stated}
        if choice == "keep":
            entry = row.kept
            facts = dict(row.facts) if entry is row.listed else self._added(player, entry)
            return _number_of(entry) or getattr(player, self._number), {**facts, **stated}
        entry = next(each for each in row.candidates if each.number == choice)
        facts = {**self._added(player, entry), self._number: entry.number}
        return entry.number, {**facts, **stated}

    def _added(self, player: Player, entry: RatingEntry | None) -> dict[str, Any]:
        """What a player of the list adds, where what differs is kept."""
        doubts = () if entry is None else dict(self._other_facts(player, entry))
        return dict(self._facts(player, entry, doubts))

    def _accepted(self, player: Player, facts: Mapping[str, Any]) -> list[str]:
        """What the results file needs and the director has seen to be missing, or to be cut."""
        found = dict.fromkeys(lacking_facts(player, self.form, facts))
        if not facts.get(self._number, getattr(player, self._number)):
            found[self._number] = None
        club = facts.get("club", player.club)
        if self._longest and len(club) > self._longest:
            found["club"] = None
        return [*found]


def _number_of(entry: RatingEntry | None) -> str:
    return "" if entry is None else entry.number


def _is_frozen(state: CongressState, source: RatingSource) -> bool:
    """Whether ratings stay as they are, since the list is later than the day on which they are frozen."""
    until, published = state.tournament.event.ratings_until, source.published
    return until is not None and (published is None or published > until)


def _has_same_words(player: Player, entry: RatingEntry) -> bool:
    return sorted(plain_words(player.full_name)) == sorted(plain_words(entry.full_name))


def _has_similar_name(player: Player, entry: RatingEntry) -> bool:
    """Whether two names share a word, in Cyrillic too, so that a number says that they are one player."""
    names = (player.full_name, *latin_spellings(player.full_name))
    words = {word for name in names for word in plain_words(name)}
    return not words.isdisjoint(plain_words(entry.full_name))


def _is_exchanged(player: Player, entry: RatingEntry) -> bool:
    """Whether family name and first name are each in the place of the other."""
    own = [folded("".join(plain_words(each))) for each in (player.name, player.first_name)]
    listed = [folded("".join(plain_words(each))) for each in (entry.name, entry.first_name)]
    return own == listed[::-1] != listed


def _is_same_country(one: str, other: str) -> bool:
    """Whether two codes mean one country: ``UK`` and ``GB`` do."""
    return country_in(one, chess=True) == country_in(other, chess=True)


def _chosen(
    rows: Sequence[Identity], decisions: Mapping[str, TypedDecision], alike: Mapping[str, str]
) -> dict[str, TypedDecision]:
    """The decision of each player, by key."""
    _refuse_unknown(rows, decisions, alike)
    found = {}
    for each in rows:
        decided = decisions.get(each.player.key, TypedDecision())
        if _is_done(each, decided.choice):
            decided = decided._replace(choice="")
        if decided.choice and decided.choice not in each.choices:
            raise RuleError(
                phrase(
                    "{name}: choose {choices}, not {value}",
                    name=each.player.full_name,
                    choices=", ".join(each.choices) or "-",
                    value=quoted(decided.choice),
                ),
                about="decisions",
            )
        if not decided.choice and each.doubts:
            general = (alike.get(each.like), alike.get(each.doubts[0].value))
            choice = next((one for one in general if one in each.choices), "")
            decided = decided._replace(choice=choice or "")
        if not decided.choice and (decided.country or decided.club):
            decided = decided._replace(choice=_choice_of_typed(each))
        found[each.player.key] = decided
    return found


def _is_done(row: Identity, choice: str) -> bool:
    """Whether a decision has been settled before, and the player has what the list says."""
    known = row.listed if row.state == "settled" else None
    return known is not None and not row.others and choice in ("list", known.number)


def _choice_of_typed(row: Identity) -> str:
    """What is decided of a player of whom only what is missing is typed."""
    return "keep" if set(row.doubts) == {Doubt.MISSING} else ""


def read_decisions(
    tournament: Tournament, stated: Mapping[str, object] | None
) -> Mapping[str, TypedDecision]:
    """Decisions by the keys of players, who may be named.

    Parameters
    ----------
    stated
        By player a choice, or a mapping with the members of `TypedDecision`.

    Raises
    ------
    RuleError
        If a player is not found, or a value is no decision.
    """
    found = {}
    for name, value in (stated or {}).items():
        members = value if isinstance(value, Mapping) else {"choice": value}
        if not {*members} <= {*TypedDecision._fields} or not all(
            isinstance(each, str) for each in members.values()
        ):
            message = f"expected a decision such as keep, or choice, country and club, got {quoted(value)}"
            raise InputError(message, about="decisions")
        found[find_player(tournament, name)] = TypedDecision(**members)
    return found


_COLUMNS = (
    *("key", "name", "first_name", "grade", "state", "doubts", "list", "candidates"),
    *("choices", "decision", "country", "club"),
)
"""Those of a table that a director completes: what is typed in the last three is read again."""


def table_text(found: IdentitiesDocument, tournament: Tournament) -> str:
    """The table as CSV, to be completed in a spreadsheet and read by `read_table`."""
    rows = []
    for each in found["players"]:
        player = tournament.by_key[each["key"]]
        listed = each["listed"]
        rows.append(
            (
                *(player.key, player.name, player.first_name, player.grade, each["state"]),
                *(", ".join(each["doubts"]), describe_candidate(listed) if listed else ""),
                *(
                    "; ".join(map(describe_candidate, each["candidates"])),
                    ", ".join(each["choices"]),
                ),
                *(each["decision"], player.country, player.club),
            )
        )
    return csv_text([_COLUMNS, *rows])


def read_table(path: str, content: bytes) -> dict[str, TypedDecision]:
    """The decisions in a table that `table_text` has written, by the keys of players.

    Raises
    ------
    FormatError
        If it has no such columns, or two lines of a player.
    """
    separator = ";" if b";" in content.split(b"\n", 1)[0] else ","
    rows = csv.DictReader(
        TextFile.of(path, content).lines, delimiter=separator, restkey="", restval=""
    )
    wanted = ("key", "decision", "country", "club")
    titles = rows.fieldnames or ()
    if lacking := [name for name in wanted if name not in titles]:
        message = f"expected the columns {', '.join(wanted)}, found no {lacking[0]}"
        raise FormatError(path, 1, message)
    found: dict[str, TypedDecision] = {}
    for row in rows:
        key = unguarded(row["key"])
        if key in found:
            message = f"a second line of the player {key!r}: leave one of them"
            raise FormatError(path, rows.line_num, message)
        if key:
            found[key] = TypedDecision(
                *(unguarded(row[name].strip()) for name in ("decision", "country", "club"))
            )
    return found


def describe_candidate(entry: IdentityCandidate) -> str:
    """A player of the list with what tells namesakes apart."""
    facts = (entry["grade"], entry["rating"], entry["country"], entry["club"], entry["number"])
    name = f"{entry['name']} {entry['first_name']}".strip()
    return " ".join(map(str, (name, *(each for each in facts if each))))


def _refuse_unknown(
    rows: Sequence[Identity], decisions: Mapping[str, TypedDecision], alike: Mapping[str, str]
) -> None:
    """Refuse decisions about nobody, and kinds of doubt that do not exist."""
    keys = {each.player.key for each in rows}
    for key in decisions:
        if key not in keys:
            raise RuleError(phrase("the player {key!r} is no longer in the tournament", key=key))
    known = {doubt.value for doubt in Doubt} | {each.like for each in rows}
    for kind, choice in alike.items():
        if kind not in known or choice not in CHOICES:
            raise RuleError(
                phrase(
                    "{value} is no decision about a doubt; choose {choices}, and one of these doubts: {kinds}",
                    kinds=", ".join(doubt.value for doubt in Doubt),
                    choices=", ".join(CHOICES),
                    value=quoted(f"{kind}={choice}"),
                ),
                about="alike",
            )


def _member(row: Identity, decision: str) -> IdentityMember:
    player = row.player
    return {
        "key": player.key,
        "name": player.name,
        "first_name": player.first_name,
        "state": row.state,
        "doubts": [doubt.value for doubt in row.doubts],
        "like": row.like,
        "listed": None if row.listed is None else candidate_of(row.listed),
        "candidates": [*map(candidate_of, row.candidates)],
        "choices": [*row.choices],
        "decision": decision,
        "changes": {**row.facts, **row.others},
        "lacking": [*row.lacking],
    }


def candidate_of(entry: RatingEntry) -> IdentityCandidate:
    """A player of the list as the table has it."""
    return {
        "number": entry.number,
        "name": entry.name,
        "first_name": entry.first_name,
        "grade": entry.grade_text,
        "rating": entry.rating,
        "country": entry.country,
        "club": entry.club,
    }
