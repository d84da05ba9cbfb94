"""The end of a tournament: its check, the data that federations ask for, and its files."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ...app.edits.ratings import find_in_list
from ...app.entries.federations import (
    FEDERATIONS,
    RESULTS_FILES,
    has_fact,
    players_lacking,
    results_file_due,
    results_file_lacks,
    results_files,
)
from ...app.history.archive import ARCHIVE_SUFFIX, pack
from ...app.history.records import results_digest
from ...app.reports.check import FindingKind, check_congress
from ...app.reports.export import (
    conversion,
    exported,
    format_for,
    other_formats,
    results_formats,
)
from ...app.reports.standings import all_played
from ...app.rounds.next_step import Finish, describe_event_lacking
from ...errors import FastpairError, RuleError
from ...sentences import marked, phrase
from .navigation import Part
from .prints import PRINTS_BY_NAME, attached
from .rendering import full, id_of
from .requests import handler, perform
from .text import current_language, translate, translate_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from starlette.responses import Response

    from ...app.reports.check import Check
    from ...app.reports.export import Export
    from ...formats import Format
    from ...go.tournament import Player
    from ...insight.advice import Finding
    from .requests import PageRequest


REQUIRED_FACTS = {
    "egd": {"country": "Country", "club": "Club", "egf_pin": "EGF PIN"},
    "ffg": {"country": "Country", "club": "Club", "ffg_licence": marked("FFG licence")},
    "aga": {"aga_id": marked("AGA number")},
    "trf": {"country": "Country", "fide_id": marked("FIDE number")},
}
"""What a result file says of each player, by its format, with the title of each column."""


class _Cell(NamedTuple):
    """A field of a player."""

    name: str
    title: str
    value: str
    is_suggestion: bool
    """Whether the value is one of a rating list, and is not in the tournament yet."""


class _PlayerWithGaps(NamedTuple):
    """A player with missing data."""

    player: Player
    cells: tuple[_Cell, ...]

    required: bool
    """Whether the federation needs something of it."""

    @property
    def from_list(self) -> bool:
        """Whether a rating list knows something of it."""
        return any(cell.is_suggestion for cell in self.cells)


def lacking(request: PageRequest, form: str) -> Sequence[_PlayerWithGaps]:
    """Players with data missing in the results file of a format, and values of rating lists.

    Those of whom the federation needs something come first.
    """
    names = REQUIRED_FACTS.get(form, {})
    required = RESULTS_FILES[form].required if form in RESULTS_FILES else ()
    state, lists = request.state, request.server.lists.all(request.tournament)
    gaps = state.gaps(form)
    found = []
    for player in state.tournament.players:
        known = gaps.get(player.key, ())
        if all(name in known or has_fact(player, name, form) for name in names):
            continue
        entries = [
            find_in_list(each, player, state.identities.get((each.title, player.key)))
            for each in lists
        ]
        cells = []
        for name, title in names.items():
            value = getattr(player, name)
            suggestion = next(filter(None, (getattr(each, name, "") for each in entries)), "")
            field = f"{name}-{id_of('p', player.key)}"
            cells.append(_Cell(field, title, value or suggestion, not value and bool(suggestion)))
        needed = not all(name in known or has_fact(player, name, form) for name in required)
        found.append(_PlayerWithGaps(player, tuple(cells), needed))
    return sorted(found, key=lambda each: not each.required)


def _typed_facts(request: PageRequest) -> dict[str, dict[str, str]]:
    """What is typed of each player and differs from what the tournament has, by key.

    Raises
    ------
    RuleError
        If nothing is.
    """
    names = REQUIRED_FACTS.get(request.text("format"), {})
    found = {
        player.key: {
            name: value
            for name in names
            if (value := request.optional(f"{name}-{id_of('p', player.key)}"))
            and value != getattr(player, name)
        }
        for player in request.tournament.players
    }
    entries = {key: facts for key, facts in found.items() if facts}
    if not entries:
        raise RuleError(phrase("nothing is typed that the tournament does not say already"))
    return entries


_RESULTS = {
    "egd": marked("EGF results file"),
    "ffg": marked("FFG results file"),
    "aga": marked("AGA results report"),
    "trf": marked("FIDE tournament report"),
}
"""Formats of the federations: what was played, for ratings."""


def download(request: PageRequest) -> Response:
    """A file of the tournament in the chosen format.

    Raises
    ------
    RuleError, FormatError
        If there is no such format, or no file of it can be made.
    """
    form = _format(request)
    target = _target(request, form)
    content = _file(request, form).content
    if form.name in results_files(request.tournament) and "rounds" not in request.fields:
        _mark(request, "downloaded", form.name)
    part = re.sub(r"[^0-9a-z]+", "-", request.optional("rounds").lower()).strip("-")
    return attached(
        content, f"{target.stem}-rounds-{part}{form.suffixes[0]}" if part else target.name
    )


def everything(request: PageRequest) -> Response:
    """The file, its history, its result files and its prints as one archive."""
    content = pack(request.state, dict(_archive_files(request)))
    return attached(content, request.file.stem + ARCHIVE_SUFFIX)


def _archive_files(request: PageRequest) -> Iterator[tuple[str, bytes]]:
    """Result files that can be made, and the prints of the last round and of the standings."""
    for form in results_formats(request.tournament):
        try:
            content = _file(request, form).content
        except FastpairError:
            continue  # the page says why
        yield f"results/{_target(request, form).name}", content
    words = current_language()
    for name, (_, render_sheet) in PRINTS_BY_NAME.items():
        if request.tournament.round(request.number).games or name in ("standings", "wallist"):
            with suppress(FastpairError):  # nothing is rated, or the plan of prizes cannot be used
                yield f"prints/{name}.html", render_sheet(request, words)


def _file(request: PageRequest, form: Format) -> Export:
    """The tournament as a results file, or in another format."""
    if form.name not in results_files(request.tournament):
        return conversion(request.state, _target(request, form), form)
    return exported(
        request.state,
        _target(request, form),
        form,
        event={},
        rounds=request.optional("rounds") or None,
        even_so="even_so" in request.fields,
    )


def _format(request: PageRequest) -> Format:
    return format_for(request.file, request.text("format"), "format")


def _target(request: PageRequest, form: Format) -> Path:
    return request.file.with_suffix(form.suffixes[0])


def _holds(request: PageRequest) -> Mapping[str, Any]:
    """What saving to a format would lose, or why it is impossible."""
    form, refusal = _format(request), ""
    lines: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    try:
        found = _file(request, form)
        lines, remarks = found.losses, found.remarks
    except RuleError as error:
        refusal = error.message
    return {
        "form": form,
        "title": translate(_RESULTS.get(form.name, form.title)),
        "rounds": request.fields.get("rounds", ""),
        "losses": lines,
        "remarks": remarks,
        "refusal": refusal,
        "lacking": lacking(request, form.name),
    }


def is_complete(request: PageRequest) -> bool:
    """Whether every result is known."""
    return all_played(request.tournament)


def _mark(request: PageRequest, kind: str, form: str = "") -> None:
    """Remember what was done with the results of a tournament that is complete, unless it is known."""
    digest = results_digest(request.tournament)
    about = f"{form} {digest}".lstrip()
    marks = request.state.marks
    if not (request.director and is_complete(request)) or (kind, about) in marks:
        return
    with suppress(FastpairError):  # where nothing can be written, nothing is remembered
        perform(request, "mark", {"kind": kind, "about": about})


def _results(request: PageRequest) -> str:
    """What tells these results from others."""
    return results_digest(request.tournament)


class _FoundLine(NamedTuple):
    """One thing that a check has found."""

    address: str
    """Where it can be changed, below the address of the tournament; empty if nowhere."""

    place: str
    """What the link to it says."""

    message: str


_TITLES: Mapping[object, str] = {
    FindingKind.FAULT: marked("The tournament contradicts itself"),
    FindingKind.PARTICIPATION: marked("Absent or preliminary, but has a game"),
    FindingKind.RATING: marked("No rating"),
    FindingKind.TWICE: marked("Entered twice"),
    FindingKind.RESULT: marked("Result missing"),
    FindingKind.CONDITION: marked("Broken constraint"),
    FindingKind.REMATCH: marked("Rematch"),
    FindingKind.SECOND_BYE: marked("Second bye"),
    FindingKind.HANDICAP: marked("Handicap differs from the rules"),
    FindingKind.COLOUR: marked("Unbalanced colours"),
    FindingKind.BYE: marked("Another player was due for the bye"),
    FindingKind.SCORE: marked("Scores differ from those in the file"),
    FindingKind.RESULT_FILE: marked("The federation would refuse the file"),
}


def _check(request: PageRequest) -> Mapping[str, Any]:
    """Findings of a check of the whole tournament, by subject."""
    found = check_congress(request.state)
    _mark(request, "checked")
    by_title: dict[str, list[_FoundLine]] = {}
    for finding in found.findings:
        title = _TITLES.get(finding.kind, marked("Other remarks"))
        by_title.setdefault(title, []).append(_line(request, finding))
    if better := [*_better(found)]:
        by_title[marked("A better pairing existed")] = better
    if changes := [*_changes(found)]:
        by_title[marked("Changed on purpose")] = changes
    return {
        "found": by_title,
        "remarks": found.remarks,
        "complete": bool(found.rounds),
        "counts": _counts(request),
    }


def _line(request: PageRequest, finding: Finding) -> _FoundLine:
    """A finding with the place where it can be changed."""
    number, table = finding.round_number, finding.table
    by_key = request.tournament.by_key
    if number is not None and table is not None:
        place = translate("Round {round}, table {table}", round=number, table=table)
        address = _over_list(f"/boards/{number}", f"board?table={table}")
        return _FoundLine(address, place, finding.detail or finding.sentence)
    if finding.players and finding.players[0] in by_key:
        key = finding.players[0]
        address = _over_list(f"/players/{request.number}", f"entry?key={quote(key, safe='')}")
        return _FoundLine(address, translate("Player"), finding.sentence)  # which names the player
    if number is not None:
        return _FoundLine(
            f"/boards/{number}", translate("Round {round}", round=number), finding.sentence
        )
    return _FoundLine("", "", finding.sentence)


def _over_list(place: str, panel: str) -> str:
    """The address of a list with a panel over it."""
    return f"{place}?open={quote(panel, safe='')}"


def _better(check: Check) -> Iterator[_FoundLine]:
    """The rounds whose draw is not the best one."""
    for reviewed_round in check.draws:
        if reviewed_round.loss:
            number = reviewed_round.round_number
            text = translate_count(
                "{count} board differs from the best pairing.",
                "{count} boards differ from the best pairing.",
                len(reviewed_round.different),
            )
            if cause := check.causes.get(number):
                text = f"{text} {full(cause)}"
            yield _FoundLine(f"/boards/{number}", translate("Round {round}", round=number), text)


def _changes(check: Check) -> Iterator[_FoundLine]:
    """What was changed on purpose, and what that costs."""
    for number in check.changed:
        place = translate("Round {round}", round=number)
        yield _FoundLine(f"/boards/{number}", place, check.describe_change(number))


def _counts(request: PageRequest) -> tuple[int, int]:
    """Results that are known, and games."""
    games = request.tournament.games
    return sum(game.has_result for game in games), len(games)


class _ResultsRow(NamedTuple):
    """A results file in the list."""

    name: str
    title: str
    suffix: str
    lacking: int
    """Players who lack what the federation needs."""

    event: tuple[str, ...]
    """Settings of the event that the federation asks for, and that are empty."""

    refused: bool
    """Whether no such file can be made; the preview says why."""

    needed: bool
    """Whether any player has to do with the federation."""

    marked: str
    """When it was downloaded; empty if it was not."""

    notes: tuple[str, ...]
    """Who and what lacks what, and which clubs it holds in fewer letters."""


def _results_rows(request: PageRequest) -> Iterator[_ResultsRow]:
    tournament, due = request.tournament, results_file_due(request.tournament)
    digest = results_digest(tournament)
    marks = request.state.marks
    for form in results_formats(tournament):
        name = form.name
        lacks = results_file_lacks(tournament, name, request.state.gaps(name))
        federation = RESULTS_FILES[name].federation
        event = [describe_event_lacking(federation, lacks.event)] if lacks.event else []
        entry = marks.get(("downloaded", f"{name} {digest}"))
        numbers = {"aga": "aga_id", "ffg": "ffg_licence", "trf": "fide_id"}.get(name, "")
        numbered = not numbers or any(getattr(player, numbers) for player in tournament.players)
        yield _ResultsRow(
            name=name,
            title=translate(_RESULTS[name]),
            suffix=form.suffixes[0],
            lacking=len(lacks.players),
            event=lacks.event,
            refused=_refused(request, form),
            needed=name == due or numbered,
            marked="" if entry is None else f"{entry.local_time:%Y-%m-%d %H:%M}",
            notes=(*lacks.facts, *event, *lacks.clubs),
        )


def _refused(request: PageRequest, form: Format) -> bool:
    """Whether the results file of a format cannot be made, though the results are known."""

    def build() -> bool:
        try:
            _file(request, form)
        except FastpairError:
            return True
        return False

    return is_complete(request) and request.state.view(
        ("refused", form.name, request.state.changes), build
    )


def _file_head(request: PageRequest) -> Mapping[str, Any]:
    tournament = request.tournament
    due = results_file_due(tournament)
    entered, games = _counts(request)
    return {
        "over": is_complete(request),
        "entered": entered,
        "games": games,
        "finish": Finish.of(request.state),
        "due": due,
        "lacking": lacking(request, due) if due else (),
        "lists": [
            each.title
            for each in request.server.lists.all(tournament)
            if FEDERATIONS[each.title] == due
        ],
        "required": len(players_lacking(tournament, due, request.state.gaps(due))),
        "results": [*_results_rows(request)],
        "others": other_formats(tournament),
        "rounds": tournament.rules.rounds,
        "month": f"{tournament.event.round_dates[0]:%Y-%m}" if tournament.event.round_dates else "",
        "rated": not tournament.event_kind.rated_by_fide,
    }


FILES = Part(
    name="files",
    phase="finish",
    title=marked("Finish"),
    by_round=False,
    head=_file_head,
    acts={
        "complete": handler("complete", players=_typed_facts),
        "sent": handler("mark", kind="sent", about=_results),
    },
    long=frozenset({"complete"}),
    panels={"holds": _holds, "checked": _check},
)
"""What is done when all is played, and what is kept of the tournament."""
