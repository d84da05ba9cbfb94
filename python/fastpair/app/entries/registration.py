"""What a director enters of a player: names, grade, numbers of the federations, and the rounds to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import InputError, RuleError
from ...facts import facts, read_facts
from ...go.tournament import Grade, Player, key_of
from ...go.tournament.groups import late_entry_correction
from ...go.tournament.player import participation
from ...go.tournament.ranges import parse_halves
from ...go.tournament.written import GRADE
from ...letters import shortened
from ...parameters import AllowedRange, optional
from ...sentences import Remedy, phrase
from ..forms.inputs import ensure_starts, on_one_line
from ..round_states import entry_round

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import Rules, Tournament
    from ...sentences import Sentence


NAMES = ("name", "first_name")
"""What is stated of a player beside the facts of `Player`."""


def read_fields(texts: Mapping[str, str], *, emptied: bool = False) -> dict[str, Any]:
    """What is stated of a player in the fields of a form, but whether the registration is final.

    Parameters
    ----------
    emptied
        Whether a field that is empty shall be so; else it is left out, as a name, grade or rating always is.

    Raises
    ------
    RuleError
        If a number is none.
    """
    stated: dict[str, Any] = {}
    for name in _FIELDS:
        number = name not in NAMES and facts(Player)[name].kind is int
        text = texts[name].strip() if name in texts else ""
        if not text and emptied and name in texts and name not in _NEVER_EMPTIED:
            text = "0" if number else ""
        elif not text:
            continue
        stated[name] = (read_facts(Player, {name: text})[name] or 0) if number else text
    return stated


def wrong_fields(
    texts: Mapping[str, str], tournament: Tournament, *, new: bool
) -> Mapping[str, Sentence]:
    """What is wrong with each field of a form of a player whose text is none of its values.

    Parameters
    ----------
    new
        Whether the player is new, and so has a name, perhaps a grade, and rounds to play.
    """
    typed_in = {name: text.strip() for name, text in texts.items()}
    found: dict[str, Sentence] = {}
    if (new or "name" in texts) and not typed_in.get("name"):
        found["name"] = phrase("enter the family name of the player")
    if new and tournament.needs_grades and not (typed_in.get("grade") or typed_in.get("rating")):
        found["grade"] = phrase(GRADE.expected)
    for name in (*_FIELDS, *(("rounds",) if new else ())):
        try:
            if name == "rounds" and typed_in.get(name):
                participation(typed_in[name], tournament.rules.rounds)
            elif typed_in.get(name):
                stated = {name: typed_in[name]}
                read_player(stated, chess=tournament.event_kind.has_federations)
        except RuleError as error:
            found[name] = error.message
    return found


_FIELDS = (*NAMES, *(name for name in facts(Player) if name != "final"))
"""What is typed as a text."""

_NEVER_EMPTIED = (*NAMES, "grade", "rating")


def differing(stated: Mapping[str, Any], player: Player, *, chess: bool) -> dict[str, Any]:
    """What is stated that differs from what a player has."""
    found = read_player(stated, chess=chess)
    return {name: stated[name] for name in found if found[name] != getattr(player, name)}


def as_arguments(stated: Mapping[str, Any]) -> dict[str, Any]:
    """What is stated of a player, as the action ``register`` takes it."""
    names = {name: stated[name] for name in NAMES if name in stated}
    return {**names, "player": {name: stated[name] for name in stated if name not in NAMES}}


def new_player(stated: Mapping[str, Any], *, graded: bool = True, chess: bool = False) -> Player:
    """Somebody new. A player without a rating gets that of the grade, and one without a grade that of the rating.

    Parameters
    ----------
    graded
        Whether there must be a grade, or a rating instead.
    chess
        Whether the country is a federation of chess, as `read_player` has it.

    Raises
    ------
    RuleError
        If there is no name, or neither grade nor rating, or a value is none of its field.
    """
    found = read_player(stated, chess=chess)
    if not found.get("name"):
        raise RuleError(phrase("enter the family name of the player"))
    if graded and "grade" not in found and found.get("rating") is not None:
        found["grade"] = Grade.of_rating(found["rating"])
    if graded and "grade" not in found:
        raise RuleError(
            phrase("{name}: enter a grade from 30k to 9d", name=shortened(found["name"], 60)),
            Remedy("name the grade"),
        )
    key = key_of(found["name"] + found.get("first_name", ""))
    player = Player(**{"first_name": "", **found, "key": key})
    return player.with_rating() if "grade" in found else player


def read_player(stated: Mapping[str, Any], *, chess: bool = False) -> dict[str, Any]:
    """What is stated of a player, as a player holds it; what is None stays.

    Parameters
    ----------
    chess
        Whether the country is a federation of chess, such as ``SCO``.

    Raises
    ------
    RuleError
        If a value is none of its field.
    """
    from ...formats.entries.columns import known_number
    from ...formats.entries.countries import country_in

    names = {name: on_one_line(stated[name]) for name in NAMES if stated.get(name) is not None}
    return names | read_facts(
        Player,
        stated,
        country=lambda text: country_in(on_one_line(text), chess=chess),
        fide_id=lambda text: known_number(on_one_line(text)),
        grade=_grade,
    )


def _grade(text: str) -> Grade:
    from ...formats.entries.document import grade_in

    try:
        return grade_in(text)
    except ValueError as error:
        message = phrase("enter a grade from 30k to 9d, not {got}", got=shortened(text, 60))
        raise InputError(message) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTerms:
    """On what terms players enter."""

    since: int | None = optional("First round; by default the first one that is not drawn")
    rounds: str | None = optional(
        "Rounds to play, such as 1-5, 'week 2' or -3,7; by default all",
        unit="rounds",
        own=tuple[int, ...],
    )
    per_missed_round: str | None = optional(
        "Points per round before the first one, rounded down; by default those of an absence",
        unit="points",
        own=float,
    )
    supergroup: int | None = optional("Points above the bar at the start, or below it if negative")

    def __bool__(self) -> bool:
        return self != EntryTerms()

    def absences(self, tournament: Tournament) -> frozenset[int]:
        """The rounds that they miss.

        Raises
        ------
        RuleError
            If there is no such round, or none that they could take part in.
        """
        rounds = tournament.rules.rounds
        since = entry_round(tournament) if self.since is None else self.since
        tournament.check_round(since)
        missed = frozenset(range(1, since))
        if self.rounds is not None:
            missed |= participation(self.rounds, rounds)
        if len(missed) == rounds:
            raise RuleError(phrase("choose at least one round"), Remedy("name rounds to play"))
        return missed

    def correction(self, rules: Rules, missed: frozenset[int]) -> int:
        """What the rounds before their first one add to the starting score.

        Raises
        ------
        RuleError
            If a missed round is to be worth less than nothing or more than a win, or scores do not
            begin with a start.
        """
        if self.per_missed_round is None:
            return 0
        ensure_starts(rules, about="per_missed_round")
        worth_x2 = parse_halves("per_missed_round", self.per_missed_round, AllowedRange(0, 2))
        first = min(frozenset(range(1, rules.rounds + 1)) - missed)
        return late_entry_correction(rules, first, worth_x2) if first > 1 else 0
