"""Players who are imported from a list, shown before they are."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ....app.edits.conditions import with_pairs
from ....app.edits.players import People, described, differs
from ....app.history.entries import digest_of, entry_facts
from ....app.lookup import known_names
from ....app.rating_lists import listed_after
from ....errors import FastpairError, FormatError, RuleError
from ....formats import FORMATS
from ....go.tournament import Tournament
from ....sentences import phrase, phrase_many
from ..requests import perform
from ..store import Reply
from .columns import ListedRow, decode_list, read_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ....app.action import ActionContext
    from ....app.apply import ActionResult
    from ....formats.entries.names import KnownNames
    from ....go.tournament import Player, TeamPlay
    from ..requests import PageRequest
    from .columns import ColumnPreview


_NAME = "the list"
_ENCODING = re.compile(r"\A(\s*<\?xml[^>]*?)\s+encoding=(?:\"[^\"]*\"|'[^']*')")
_REGISTRATIONS = {"confirmed": True, "preliminary": False}


class _UploadedList(NamedTuple):
    """A list as the director has sent and corrected it."""

    columns: ColumnPreview | None
    """None of a tournament file."""

    players: Sequence[Player]
    teams: TeamPlay | None
    remarks: tuple[str, ...]
    encoding: str = ""
    """As browsers call it, if it is not UTF-8."""

    @property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """Keys of the players who play together."""
        return () if self.columns is None else self.columns.pairs


def import_panel(request: PageRequest) -> Mapping[str, Any]:
    """The page that imports a list, before there is one."""
    return _page(request, None)


def _page(request: PageRequest, upload: _UploadedList | None, refusal: str = "") -> dict[str, Any]:
    fields = request.fields
    return {
        "text": fields.get("list", ""),
        "raw": fields.get("raw", ""),
        "encoding": fields.get("encoding", "") or (upload.encoding if upload else ""),
        "names": fields.get("names", ""),
        "registration": fields.get("registration", ""),
        "show": fields.get("show", ""),
        "rating_list": fields.get("rating_list", ""),
        "rating_lists": [each.title for each in request.server.lists.all(request.tournament)],
        "refusal": refusal,
        "upload": upload,
        "rows": (),
    }


def import_list(request: PageRequest) -> Reply:
    """Show the players of a list; import them if the list is the one that was shown.

    The form sends a file, and what was corrected in it, so that its values are read of it and not stated.
    """
    try:
        upload = _uploaded_list(request)
    except FastpairError as error:
        message = error.message
        return Reply(refusal=message, panel=("import", _page(request, None, message)))
    states = _states(request, upload)
    players = tuple(player for player in upload.players if states[player.key].is_sent)
    digest = digest_of(repr((players, upload.teams, upload.pairs)).encode("utf-8", "surrogatepass"))
    problems = upload.columns.problems if upload.columns is not None else ()
    if problems or request.fields.get("shown") != digest:
        return Reply(panel=("import", _preview(request, upload, states, digest)))
    rules = request.tournament.rules  # which say whether players need a grade
    imported = Tournament(rules=rules, players=players, team_play=upload.teams)
    try:
        imported = with_pairs(imported, upload.pairs)
    except RuleError as error:
        return Reply(refusal=error.message, panel=("import", _page(request, None, error.message)))

    values: dict[str, Any] = {"entries": entry_facts(imported), "namesakes": True}
    listed, doubts = _listed(request, values)
    completed = {*listed.get("ratings", ()), *listed.get("facts", ())}

    def in_one_line(context: ActionContext, done: ActionResult) -> ActionResult:
        number = len(done.state.tournament.players) - len(context.state.tournament.players)
        message = phrase_many("{count} player imported", "{count} players imported", number)
        more = done.said[len(imported.players) : len(done.said) - len(completed)]
        substitutes = upload.columns.substitutes if upload.columns is not None else ()
        return replace(
            done, said=(message, *more, *substitutes), warnings=(*done.warnings, *doubts)
        )

    reply = perform(request, "register", {**values, "ratings": listed or None}, amend=in_one_line)
    if not listed or reply.refusal:
        return reply
    address = f"/lists/{request.number}/identify?title={quote(listed['title'])}"
    return replace(reply, lead=(address, phrase("Identify players")))


def _listed(
    request: PageRequest, values: Mapping[str, Any]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """What the rating list that the director has chosen has for the players, and what is doubtful."""
    title = request.fields.get("rating_list", "")
    if not title:
        return {}, ()
    source = request.server.lists.find(title, request.tournament)
    return listed_after(request.state, values, source)


class _State(NamedTuple):
    """What becomes of a player of the list."""

    status: str
    """As in `ListedRow`."""

    twin: str = ""
    is_chosen: bool = False

    @property
    def is_sent(self) -> bool:
        """Whether the player is among those to register, who may be in the tournament already."""
        return self.status in ("new", "known") or self.is_chosen


def _states(request: PageRequest, upload: _UploadedList) -> Mapping[str, _State]:
    """What becomes of the players, by their keys; a namesake is imported if the director chooses so."""
    people = People.of(request.tournament)
    lines = upload.columns.lines if upload.columns else range(1, len(upload.players) + 1)
    line_of: dict[int, int] = {}
    states = {}
    for line, player in zip(lines, upload.players, strict=True):
        twin = people.twin(player)
        if twin is None or (player.egf_pin and twin.egf_pin not in ("", player.egf_pin)):
            states[player.key] = _State("new")
        else:
            other = line_of.get(id(twin))
            name = described(twin) if other is None else phrase("line {number}", number=other)
            chosen = f"also{line}" in request.fields
            same = _State("known" if other is None else "twice", name)
            states[player.key] = _State("namesake", name, chosen) if differs(player, twin) else same
        people.add(player)
        line_of[id(player)] = line
    return states


def _preview(
    request: PageRequest, upload: _UploadedList, states: Mapping[str, _State], digest: str
) -> Mapping[str, Any]:
    """A preview of a list before players are imported."""
    columns = upload.columns
    rows = tuple(
        _preview_rows(columns, upload.players, states)
        if columns
        else _tournament_rows(upload, states)
    )
    faulty = [row for row in rows if row.status == "fix"]
    problems = columns.problems if columns is not None else ()
    counts = Counter(state.status for state in states.values())
    known = sum(row.status == "known" for row in columns.rows) if columns is not None else 0
    return {
        **_page(request, upload),
        "rows": rows,
        "number": columns.number if columns is not None else len(rows),
        "new": counts["new"] + sum(state.is_chosen for state in states.values()),
        "fix": len(faulty),
        "existing": counts["known"] + known,
        "twins": counts["twice"] + counts["namesake"],
        "namesakes": counts["namesake"],
        "problems": () if faulty else problems,
        "first_fault": faulty[0] if faulty else None,
        "ready": not problems,
        "digest": digest,
        "teams": _describe_teams(upload, request),
        "pairs": _describe_pairs(upload),
    }


def _describe_pairs(upload: _UploadedList) -> list[str]:
    """The names of the players who play together, a line a pair."""
    names = {player.key: player.full_name for player in upload.players}
    return [", ".join(names[key] for key in pair) for pair in upload.pairs]


def _describe_teams(upload: _UploadedList, request: PageRequest) -> list[tuple[str, str]]:
    """The teams of a list with those at their boards."""
    if upload.teams is None:
        return []
    names = {player.key: player.full_name for player in upload.players}
    taken, boards = request.tournament.team_play, upload.teams.size
    if taken is not None:
        boards = taken.size if taken.teams else min(taken.size, boards)
    return [
        (team.name, ", ".join(names.get(key, "-") for key in team.lineup(1)[:boards]))
        for team in upload.teams.teams
    ]


def _preview_rows(
    columns: ColumnPreview, players: Sequence[Player], states: Mapping[str, _State]
) -> Iterator[ListedRow]:
    """The lines of a list with the status of each."""
    of_line = {
        line: states[player.key] for line, player in zip(columns.lines, players, strict=False)
    }
    for row in columns.rows:
        state = of_line.get(row.line, _State(row.status))
        yield row._replace(**state._asdict())


def _tournament_rows(upload: _UploadedList, states: Mapping[str, _State]) -> Iterator[ListedRow]:
    """The players of a tournament file with the status of each."""
    for line, player in enumerate(upload.players, start=1):
        cells = (player.name, player.first_name, str(player.grade), player.country, player.club)
        yield ListedRow(line, cells, **states[player.key]._asdict())


def _text(text: str) -> str:
    """The text of a file without its declaration of an encoding, which no longer holds."""
    return _ENCODING.sub(r"\1", text, count=1)


def _uploaded_list(request: PageRequest) -> _UploadedList:
    """The list of a form.

    Raises
    ------
    RuleError
        If it is none.
    """
    fields = request.fields
    decoded = decode_list(_NAME, _text(request.text("list")), fields)
    known = known_names(request.tournament, *request.server.lists.all(request.tournament))
    found = _read(decoded.content, fields, request.tournament, known)
    final = _REGISTRATIONS.get(fields.get("registration", ""))
    players = [
        replace(each, final=each.final if final is None else final) for each in found.players
    ]
    remarks = (*decoded.remarks, *found.remarks)
    return found._replace(players=players, remarks=remarks, encoding=decoded.guessed)


def _read(
    content: bytes, fields: Mapping[str, str], before: Tournament, known: KnownNames
) -> _UploadedList:
    """A list of players or a tournament file, for a tournament that may have some of its players."""
    form = next((form for form in FORMATS.values() if form.recognises(content)), FORMATS["csv"])
    try:
        if form is not FORMATS["csv"]:
            document = form.read(_NAME, content)
            tournament = document.tournament
            return _UploadedList(
                None, tournament.players, tournament.team_play, (*document.remarks,)
            )
        registered = People.of(before)
        columns = read_columns(
            _NAME,
            content,
            fields,
            graded=before.needs_grades,
            go=before.event_kind.has_grades,
            is_registered=registered.has_ungraded,
            known=known,
        )
        return _UploadedList(columns, columns.players, columns.teams, columns.remarks)
    except FormatError as error:
        raise RuleError(
            phrase(
                "this is not a list of players: {error}; the first line names the columns, such as name, first "
                "name, grade, country, club",
                error=str(error),
            )
        ) from error
