"""What a director enters, parsed: numbers, grades, dates, criteria, the rules and the event."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from ...errors import InputError, RuleError
from ...facts import fact, facts, read_facts, with_facts
from ...formats.toml import TomlFile
from ...go.teams import of_teams
from ...go.tournament import (
    MOST_GAMES,
    Criterion,
    Event,
    EventKind,
    FideRules,
    Grade,
    HandicapRules,
    PairingRules,
    Points,
    Rules,
    numbered_anew,
)
from ...go.tournament.event import CODE, DAY
from ...go.tournament.groups import (
    players_there,
    proposed_limits,
    with_automatic_bar,
    with_groups,
)
from ...go.tournament.presets import PRESETS, preset_named, with_preset
from ...go.tournament.ranges import range_in
from ...go.tournament.systems import FIDE_SYSTEMS, TWO_GAMES
from ...go.tournament.written import GRADE, GRADES, POINTS
from ...parameters import Written
from ...sentences import marked, phrase
from .titles import describe_format, title_of_system

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from os import PathLike

    from ...go.tournament import Tournament


AUTOMATIC = "automatic"
"""Stands for the bar that the table of the handbook gives."""

OFF = "off"
"""Stands for a tournament without handicaps."""

_MOST_REDUCTION = 9


def _reduction(text: str) -> int | str:
    """Stones, or `OFF`."""
    if text == OFF:
        return OFF
    number = text.removeprefix("-")
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) > _MOST_REDUCTION:
        raise InputError(
            phrase(
                "must be {off} or 0 to {most} stones less than the difference, not {got!r}",
                off=OFF,
                most=_MOST_REDUCTION,
                got=text,
            )
        )
    return int(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFacts:
    """What is stated of the rules: facts of their parts, and those that stand for several fields."""

    PARTS: ClassVar = (Points, Rules, HandicapRules, FideRules)

    preset: str | None = fact(
        None,
        marked("Rules preset"),
        "By name, such as BGA, EGF, Chess, FIDE or Swiss-Team; an unknown one lists all",
        unit="name",
        among=tuple(PRESETS),
        effect=marked("Handicap, points and standings order. Each can be edited afterwards."),
    )
    groups: Any = fact(
        None,
        marked("Groups"),
        "Lowest grade of each McMahon group but the last, such as 4d,2d; automatic or none",
        unit="grades",
        source="V 4.1.1",
        effect=marked("Grades that start together."),
        expected=marked("Enter the lowest grade of each group, such as 4d,2d,1k."),
        game="go",
        written=Written(lambda text: text if text == AUTOMATIC else GRADES.read(text)),
        own=tuple[Grade, ...],
    )
    by_grade: bool | None = fact(
        None,
        marked("Handicap from"),
        "Handicap by the difference of grades",
        game="go",
        words={"no": marked("Difference of scores"), "yes": marked("Difference of grades")},
    )
    handicap: Any = fact(
        None,
        marked("Handicap reduction"),
        "Handicap reduction, 0 to 9 stones; off for even games only",
        effect=marked("Stones less than the difference of the two players."),
        game="go",
        before="model",
        written=Written(_reduction),
        own=int,
    )
    bye: Any = fact(
        None,
        marked("Points for a bye"),
        "Points for a bye",
        unit="points",
        before="requested_bye",
        written=POINTS,
        own=float,
    )
    absence: Any = fact(
        None,
        marked("Points for an absence"),
        "Points for an absence, such as 0.5",
        unit="points",
        before="round_down",
        written=POINTS,
        own=float,
    )


RULES_OF_GO = tuple(name for name, fact in facts(RuleFacts).items() if fact.game == "go")
"""Rules that only tournaments of Go have."""


def with_rules(tournament: Tournament, stated: Mapping[str, Any]) -> Tournament:
    """The tournament with what is stated of its rules, by the names of `RuleFacts`; what is None stays.

    Raises
    ------
    RuleError
        If a value is none of its rule, the tournament is of another game and the rule of Go, the
        floor is above the bar, or a round is left out that has games already.
    """
    stated = {name: value for name, value in stated.items() if value is not None}
    rules, own = tournament.rules, read_facts(RuleFacts, stated)
    before = rules
    if "preset" in own:
        rules = with_preset(rules, own["preset"])
        tournament = replace(tournament, kind=preset_named(own["preset"]).kind, doubtful=True)
    for name in RULES_OF_GO:
        if name in stated:
            tournament.refuse_other_games(about=name)
    is_automatic = stated.get("bar") == AUTOMATIC
    bar = {name: text for name, text in stated.items() if not (name == "bar" and is_automatic)}
    changes = read_facts(Rules, bar)
    if changes.get("system") in TWO_GAMES:
        changes.setdefault("games", MOST_GAMES)
    by_mms = replace(rules, doubtful=True, **changes).main_criterion is Criterion.MMS
    changes["handicap"] = _with_handicap(rules.handicap, stated, own)
    changes |= _changes_of_format(before, rules, changes, stated)
    changes["points"] = rules.points.with_values(
        by_mms=by_mms,
        bye_x2=own.get("bye"),
        absence_x2=own.get("absence"),
        **read_facts(Points, stated),
    )
    changes["fide"] = replace(rules.fide, **read_facts(FideRules, stated))
    system = replace(rules, doubtful=True, system=changes.get("system", rules.system))
    _check_parameters(system, changes["fide"])
    # What is stated may contradict itself until the bar is found, and is told by its name.
    changed = replace(tournament, rules=replace(rules, doubtful=True, **changes), doubtful=True)
    if is_automatic:
        if not any(player.final for player in changed.players):
            raise RuleError(phrase("an automatic bar needs confirmed players; confirm them first"))
        changed = with_automatic_bar(changed)
    if "groups" in own:
        changed = _grouped(changed, own["groups"], stated)
    if "order" in stated:
        changed = numbered_anew(changed)
    if rules.format and "format" not in changes and ("preset" in own or "system" in changes):
        changed = replace(changed, rules=changed.rules.with_format(), doubtful=True)
    is_new_table = "cycles" in changes or ("format" in changes and not tournament.games)
    if is_new_table and changed.rules.predetermined:
        changed = _with_rounds_of_table(changed)
    _check(changed)
    sound = replace(changed.rules, doubtful=rules.doubtful)
    sound = _without_other_formats(sound, changes)
    _check_postponed(sound)
    return replace(changed, rules=sound, doubtful=tournament.doubtful)


def _with_rounds_of_table(tournament: Tournament) -> Tournament:
    """The tournament with the rounds of all of its cycles; those that have games stay."""
    from ...go.round_robin import rounds_of_table

    count, rules = len(of_teams(tournament).entrants), tournament.rules
    rounds, most = rounds_of_table(rules, count), int(range_in(Rules, "rounds").most or 0)
    if count < 2:
        return tournament
    if rounds > most:
        raise RuleError(
            phrase(
                "{players} players in {cycles} cycles would have {rounds} rounds; {most} are possible",
                players=count,
                cycles=rules.cycles,
                rounds=rounds,
                most=most,
            ),
            about="cycles",
        )
    if rounds < tournament.last_round:
        raise _too_few_rounds(tournament, rounds, about="cycles")
    return replace(tournament, rules=replace(rules, rounds=rounds))


def _changes_of_format(
    before: Rules, rules: Rules, changes: Mapping[str, Any], stated: Mapping[str, Any]
) -> Mapping[str, Any]:
    """What follows where the format becomes or was one with a system of its own.

    A format that losses end brings criteria and even games, too.

    Parameters
    ----------
    before, rules
        The rules, and those with what the preset says.

    Raises
    ------
    RuleError
        If a system is stated, by itself or by the preset, that draws another format.
    """
    system = changes.get("system", rules.system)
    by_system = replace(Rules(), system=system).kind
    kind = EventKind(format=changes.get("format") or by_system)
    refusal = RuleError(
        phrase(
            "{format} is not drawn by {system}; state another system, or none",
            format=describe_format(kind.format),
            system=system and title_of_system(system),
        ),
        about="event_format",
    )
    if not kind.final_losses:
        usual, is_changed = kind.format_system, "format" in changes or "system" in changes
        if usual and "format" in changes and changes.get("system") not in (None, usual):
            raise refusal
        if usual and "format" in changes and system is not None:
            return {"system": usual}
        had_own = EventKind(format=before.kind).format_system and before.system == rules.system
        return {"system": changes.get("system")} if had_own and is_changed else {}
    by_scores = changes.get("placement", ())[:1] == (Criterion.CUP_SCORE,)
    if not {"format", "system"} & {*changes} or by_scores:
        return {}
    is_stated = "system" in changes or rules.system != before.system
    if system is not None and is_stated and system != kind.format_system:
        raise refusal
    handicap = changes["handicap"]
    asks = "handicap" in stated or "most_stones" in stated
    return {
        "format": kind.format,
        "system": kind.format_system,
        "placement": changes.get("placement", kind.usual_criteria),
        "handicap": handicap if asks else replace(handicap, ceiling=0),
    }


def _without_other_formats(rules: Rules, stated: Collection[str]) -> Rules:
    """Rules without what another format has: cycles of a round robin, the game for third place of a cup."""
    if not rules.predetermined:
        if "cycles" in stated and rules.cycles > 1:
            raise RuleError(phrase("only a round robin has more than one cycle"), about="cycles")
        rules = replace(rules, cycles=1)
    if not EventKind(format=rules.kind).has_third_place:
        if "third_place" in stated and rules.third_place:
            raise RuleError(phrase("only a cup has a game for third place"), about="third_place")
        rules = replace(rules, third_place=False)
    return rules


def _grouped(tournament: Tournament, limits: Any, stated: Mapping[str, Any]) -> Tournament:  # noqa: ANN401
    ensure_starts(tournament.rules, about="groups")
    if limits == AUTOMATIC:
        return with_proposed_groups(tournament)
    grouped = with_groups(tournament, limits)
    for name, end in (("bar", grouped.rules.bar), ("floor", grouped.rules.floor)):
        text = stated.get(name)
        if text is not None and (text == AUTOMATIC or GRADE.read(text) != end):
            raise RuleError(
                phrase(
                    "groups have bar and floor in them, so this must be {expected}, not {got!r}",
                    expected=end,
                    got=text,
                ),
                about="groups",
            )
    return grouped


def _with_handicap(
    handicap: HandicapRules, stated: Mapping[str, Any], own: Mapping[str, Any]
) -> HandicapRules:
    changes = read_facts(HandicapRules, stated)
    if "by_grade" in own:
        changes["by_mms"] = not own["by_grade"]
    reduction = own.get("handicap")
    if reduction == OFF:
        changes["ceiling"] = 0
    elif reduction is not None:
        changes["correction"] = reduction
        if not handicap.ceiling and "most_stones" not in stated:
            changes["ceiling"] = 9
    return replace(handicap, **changes)


def ensure_starts(rules: Rules, about: str) -> None:
    """Refuse a change of starting scores where the standings do not count them.

    Raises
    ------
    RuleError
        If they go by another score.
    """
    score = rules.main_criterion
    if score is not Criterion.MMS:
        raise RuleError(
            phrase("the standings go by {what}, so nobody starts higher", what=score.value),
            about=about,
        )


def with_proposed_groups(tournament: Tournament) -> Tournament:
    """The tournament with the McMahon groups that are proposed for the players who are there.

    Raises
    ------
    RuleError
        If there are none.
    """
    grades = [player.grade for player in players_there(tournament)]
    if not grades:
        raise RuleError(phrase("groups are proposed for confirmed players; confirm them first"))
    return with_groups(tournament, proposed_limits(grades, tournament.rules.rounds))


def on_one_line(text: str) -> str:
    """A name on one line, without white space around it."""
    return " ".join(text.split())


def _check(tournament: Tournament) -> None:
    """Refuse rules that contradict themselves, or what has been played."""
    rules = tournament.rules
    if rules.floor > rules.bar:
        raise rules.floor_above_bar()
    if rules.avoid_same and not _takes_preferences(tournament):
        raise RuleError(
            phrase(
                "this pairing system has no place for preferences: players are kept apart, or may meet"
            ),
            about="avoid_same",
        )
    if tournament.last_round > rules.rounds:
        raise _too_few_rounds(tournament, rules.rounds, about="rounds")


def _too_few_rounds(tournament: Tournament, rounds: int, about: str) -> RuleError:
    """Say that more rounds have games."""
    last = tournament.last_round
    message = phrase(
        "round {rounds} already has games; the tournament cannot have {other} rounds",
        rounds=last,
        other=rounds,
    )
    return RuleError(message, about=about)


def _takes_preferences(tournament: Tournament) -> bool:
    """Whether the system that pairs has a place for what is preferred."""
    from ...pairing.systems.catalogue import usual_system

    system = usual_system(tournament)
    return system is None or system.takes_model or system.takes_preferences


def with_event(tournament: Tournament, stated: Mapping[str, Any]) -> Tournament:
    """The tournament with what is stated of its event; in chess its time is the code of reports for FIDE.

    Raises
    ------
    RuleError
        If a value is none of its fact, the event ends before it begins, a round is before the one before
        it, or more days than rounds are stated.
    """
    from ...formats.entries.countries import parse_country
    from ...go.round_robin import with_rounds_of_table

    chess = tournament.event_kind.has_federations
    before = tournament.event
    if chess and isinstance(stated.get("time"), str) and stated.get("time_code") is None:
        try:
            stated = {**stated, "time": None, "time_code": CODE.read(stated["time"])}
        except InputError as error:
            raise InputError(error.message, about="time") from None
    if before.ends is None and stated.get("begins") is not None:
        known = {name: value for name, value in stated.items() if value is not None}
        stated = {"ends": stated["begins"], **known}
    rounds = with_rounds_of_table(tournament).rules.rounds
    event = with_facts(
        before,
        stated,
        country=lambda text: parse_country(text, chess=chess) or "",
        round_dates=lambda days: _days_of_rounds(days, rounds),
    )
    if event.begins and event.ends and event.ends < event.begins:
        raise RuleError(
            phrase(
                "the end date {ends} is before the start date {begins}",
                ends=event.ends,
                begins=event.begins,
            ),
            about="ends",
        )
    days = () if stated.get("round_dates") is None else event.round_dates
    for number, (earlier, day) in enumerate(pairwise(days), start=2):
        if day < earlier:
            message = phrase(
                "round {round} is on {day}, before {other}, the day of the round before it",
                round=number,
                day=day,
                other=earlier,
            )
            raise RuleError(message, about="round_dates")
    is_open = tournament.rules.predetermined and len(of_teams(tournament).entrants) < 2
    if len(days) > rounds and not is_open:  # the rounds follow from players to come
        message = phrase(
            "more days than rounds: enter {rounds} at most, not {got}",
            rounds=rounds,
            got=len(days),
        )
        raise RuleError(message, about="round_dates")
    if days and event.begins is None:
        event = replace(event, begins=days[0], ends=event.ends or days[-1])
    return replace(tournament, event=event)


_EVERY = re.compile(r"\s*(\S+?)\s*\+\s*([0-9]{1,3})\s*")
"""A day and the days from one round to the next, such as 2026-10-01+7."""


def _days_of_rounds(stated: Any, rounds: int) -> tuple[date, ...]:  # noqa: ANN401
    """The days of the rounds: each is stated, or the first one and the days between two rounds."""
    if isinstance(stated, str) and (match := _EVERY.fullmatch(stated)):
        first, between = DAY.read(match[1]), timedelta(days=int(match[2]))
        return tuple(first + between * each for each in range(rounds))
    days: tuple[date, ...] = facts(Event)["round_dates"].value_of(stated)
    return days


def with_parameters(tournament: Tournament, stated: Mapping[str, Any]) -> Tournament:
    """The tournament with what is stated of the parameters of OpenGotha's weights.

    Raises
    ------
    RuleError
        If a value is none of its parameter.
    """
    pairing = with_facts(tournament.rules.pairing, stated)
    return replace(tournament, rules=replace(tournament.rules, pairing=pairing))


def read_parameters(path: str | PathLike[str]) -> dict[str, Any]:
    """Read what a TOML file states of the parameters, as `parameters_text` writes it.

    Raises
    ------
    FormatError
        If it is no TOML, or names what is no parameter, or a value is none of its parameter.
    """
    file = TomlFile.read(path, "parameters")
    stated = file.facts_of(PairingRules)
    try:
        with_facts(PairingRules(), stated)
    except RuleError as error:
        raise file.wrong((error.message.about,), str(error)) from None
    return stated


def stated_parameters(rules: Rules) -> Mapping[str, str]:
    """The parameters of the system that rules state, by name: those of `FideRules` that it has."""
    if rules.system is None:
        return {}
    from ...pairing.systems.catalogue import system_class, system_parameters

    own = system_parameters(system_class(rules.system))
    return {name: value for name, value in vars(rules.fide).items() if name in own}


def _check_parameters(rules: Rules, fide: FideRules) -> None:
    """Refuse another value of a parameter that the system of the rules does not have."""
    now, own = vars(rules.fide), stated_parameters(rules)
    for name, value in vars(fide).items():
        if value != now[name] and name not in own:
            others = (replace(rules, system=system) for system in sorted(FIDE_SYSTEMS))
            have = (str(each.system) for each in others if name in stated_parameters(each))
            raise InputError(
                phrase(
                    "choose one of the systems that have it, too: {systems}",
                    systems=", ".join(have),
                ),
                about=name,
            )


def _check_postponed(rules: Rules) -> None:
    """Refuse that postponed games leave scores open if the system of the rules pairs by exact ones."""
    if rules.postponed != "range" or rules.system is None:
        return
    from ...pairing.systems.catalogue import system_class

    if system_class(rules.system).needs_exact_scores:
        raise InputError(
            phrase(
                "choose half or none: {system} pairs by exact scores, which a range leaves open",
                system=title_of_system(rules.system),
            ),
            about="postponed",
        )
