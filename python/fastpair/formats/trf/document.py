"""Report files of the World Chess Federation: TRF16 and TRF26 [FIDE C.04.A].

The players of the tournament are in the order of their pairing numbers, which stay until somebody is deleted.
Keys are made of the names, as in other files.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Event, FideRules, Rules, Tournament
from ...sentences import Remedy, Sentence, phrase
from ..characters import TextFile
from ..document import Document, LineFormat, birth_in, sex_in
from .columns import RECORDS
from .lines import (
    APART,
    EVENT,
    MISSING_OF_TEAMS,
    ROUND_DATES,
    TEAM_CODES,
    TEAMS,
    PlayerRow,
    Report,
    counts_for_teams,
    name_of,
    round_dates_in,
)
from .reader import (
    USUAL_ORDER,
    first_colour,
    following,
    in_words,
    reading,
    title_in,
    virtual_points,
    with_shifted_group,
)
from .systems import says_baku, says_type
from .teams import COLOURS_OF_BOARDS, states_match_points
from .writer import ReportState, fide_id_in, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator


_FORMAT = LineFormat("trf", reading, lines_of, encoding="utf-8")
new_content = _FORMAT.new_content


def read(path: str, content: bytes) -> Document:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If a line is none of a report, or contradicts another one.
    """
    return replace(_FORMAT.read(path, content), settle=_settle)


def _settle(tournament: Tournament, before: Tournament) -> Tournament:
    """A state as a report has it: points that follow from others follow them.

    Raises
    ------
    RuleError
        If players have attributes or FIDE numbers that no line can say, or pairing numbers go by ratings.
    """
    tournament = with_shifted_group(tournament)
    rules = tournament.rules
    names = {name for player in tournament.players for name in player.attributes}
    names |= {same.attribute for same in rules.never_same}
    for name in sorted(names):
        if not APART.fullmatch(name):
            message = f"reports for FIDE have no place for the attribute {name!r}"
            raise RuleError(Sentence(message, Remedy("use fastpair's own format")))
    for player in tournament.players:
        number, was = player.fide_id, before.by_key.get(player.key)
        if number != (was.fide_id if was else "") and fide_id_in(number) != number:
            message = f"{player.full_name}: a FIDE number has at most 11 digits, found {number!r}"
            raise RuleError(message, about="fide_id")
    points = replace(rules.points, **following(rules, before.rules))
    fide = _settled_system(rules, before.rules)
    if fide.initial_colour == "lot":
        drawn, earlier = first_colour(tournament), first_colour(before)
        known = before.rules.fide.initial_colour if drawn == earlier else drawn
        fide = replace(fide, initial_colour=known)
    event = _settled_event(tournament.event, before.event)
    return replace(tournament, event=event, rules=replace(rules, points=points, fide=fide))


def _settled_event(event: Event, before: Event) -> Event:
    """An event whose days or those of its rounds have changed ends on its last one."""
    days = event.begins, event.ends, event.round_dates
    is_as_before = days == (before.begins, before.ends, before.round_dates)
    return event if is_as_before else replace(event, ends=event.last_day)


def _settled_system(rules: Rules, before: Rules) -> FideRules:
    """The parameters of the system as lines state them: Baku, an order, and those of teams, where a name can say them."""
    fide, by_number = rules.fide, rules.pairs_by_number
    if by_number and before.pairs_by_number and fide.order != "entry":
        message = phrase(
            "a report for FIDE has its pairing numbers in the order of entry: they cannot be by rating or lot"
        )
        raise RuleError(message, Remedy("use fastpair's own format"))
    usual = "baku" if says_baku(rules) and fide.acceleration == "baku" else "none"
    fide = replace(fide, order="entry" if by_number else USUAL_ORDER)
    if rules.system != "swiss-team":
        of_teams = ("colour_preferences", "team_score", "team_secondary")
        fide = replace(fide, **{name: getattr(FideRules(), name) for name in of_teams})
    return replace(fide, acceleration=in_words(virtual_points(fide)) or usual)


def _is_read(line: str, report: Report) -> bool:
    """Whether something is read of a line whose code is known."""
    code, text = line[:3], line[3:].strip()
    if code == "092":
        return says_type(text, report.system.format, teams=report.of_teams)
    if code == "362" and not states_match_points(text):
        return False
    if code == "352":
        return COLOURS_OF_BOARDS.fullmatch(text) is not None
    if code == "192":
        return not report.system.is_foreign
    if code in MISSING_OF_TEAMS and report.of_teams:
        return counts_for_teams(RECORDS[code].read(line))
    if code == "250" and report.of_teams:
        cells = RECORDS[code].read(line)
        return cells is not None and not report.virtual_points(cells)[1]
    if code in (*TEAMS, *TEAM_CODES):
        return report.of_teams and not (code == "013" and any(report.lines("310")))
    if code == "299":
        return RECORDS[code].read(line) is not None
    reads = {
        **{each: it.read for each, it in EVENT.items()},
        ROUND_DATES: lambda _: round_dates_in(line[3:]),
    }
    return not text or code not in reads or bool(reads[code](text))


def foreign_facts(content: bytes) -> Iterator[tuple[str, str]]:
    """What a report says and a tournament does not hold: where, and what."""
    known = ReportState(Tournament(), {}, "utf-8").statements.keys()
    file = TextFile.of("", content)
    report = Report.of("", file)
    for number, line in enumerate(file.lines, start=1):
        if line[:3] == "001":
            row = PlayerRow("", number, line)
            for name, read in (("title", title_in), ("sex", sex_in), ("birth date", birth_in)):
                if (text := row.value(name)) and not read(text):
                    yield name, text
        elif line.strip() and (name_of(line) not in known or not _is_read(line, report)):
            yield f"line {line[:3]}", line[3:].strip()
    for team in report.teams if report.of_teams else ():
        if team.strength:
            yield "strength of a team", team.strength
