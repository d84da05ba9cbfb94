"""Lists from elsewhere: players who are imported, and rating lists."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.edits.players import Terms, registered
from ...app.edits.ratings import ratings_in_list, ratings_set
from ...app.history.entries import digest_of, entry_facts
from ...app.lookup import find_duplicates
from ...errors import FastpairError, FormatError, RuleError
from ...formats import FORMATS
from ...formats.entries.countries import country_in
from ...go.tournament import Tournament
from ...sentences import marked, phrase, phrase_many
from .columns import ListedRow, decode_list, read_columns
from .navigation import Part
from .requests import perform
from .store import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...app.action import ActionContext
    from ...app.edits.locked_file import Edit
    from ...go.tournament import Player, TeamPlay
    from .columns import ColumnPreview
    from .requests import PageRequest


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


def import_panel(request: PageRequest) -> Mapping[str, Any]:
    """The page that imports a list, before there is one."""
    return _page(request, None)


def _page(request: PageRequest, upload: _UploadedList | None, refusal: str = "") -> dict[str, Any]:
    fields = request.fields
    return {
        "text": fields.get("list", ""),
        "raw": fields.get("raw", ""),
        "encoding": fields.get("encoding", "") or (upload.encoding if upload else ""),
        "registration": fields.get("registration", ""),
        "show": fields.get("show", ""),
        "refusal": refusal,
        "upload": upload,
        "rows": (),
    }


def import_list(request: PageRequest) -> Reply:
    """Show the players of a list; import them if the list is the one that was shown."""
    try:
        upload = _uploaded_list(request)
    except FastpairError as error:
        message = error.message
        return Reply(refusal=message, panel=("import", _page(request, None, message)))
    again = {player.key for player, _ in find_duplicates(upload.players)}
    players = tuple(player for player in upload.players if player.key not in again)
    digest = digest_of(repr((players, upload.teams)).encode("utf-8", "surrogatepass"))
    problems = upload.columns.problems if upload.columns is not None else ()
    if problems or request.fields.get("shown") != digest:
        return Reply(panel=("import", _preview(request, upload, players, again, digest)))
    rules = request.tournament.rules  # which say whether players need a grade
    imported = Tournament(rules=rules, players=players, team_play=upload.teams)

    def in_one_line(context: ActionContext, edit: Edit) -> Edit:
        number = len(edit.tournament.players) - len(context.tournament.players)
        message = phrase_many("{count} player imported", "{count} players imported", number)
        more = edit.messages[len(players) :]
        substitutes = upload.columns.substitutes if upload.columns is not None else ()
        return replace(edit, messages=(message, *more, *substitutes))

    return perform(request, "register", {"entries": entry_facts(imported)}, amend=in_one_line)


def _preview(
    request: PageRequest,
    upload: _UploadedList,
    players: Sequence[Player],
    again: set[str],
    digest: str,
) -> Mapping[str, Any]:
    """A preview of a list before players are imported."""
    existing = _existing_keys(request, players)
    states = {
        player.key: "twice" if player.key in again else "known" if player.key in existing else "new"
        for player in upload.players
    }
    columns = upload.columns
    rows = tuple(
        _preview_rows(columns, upload.players, states)
        if columns
        else _tournament_rows(upload, states)
    )
    faulty = [row for row in rows if row.status == "fix"]
    problems = columns.problems if columns is not None else ()
    return {
        **_page(request, upload),
        "rows": rows,
        "number": columns.number if columns is not None else len(rows),
        "new": 0 if not players else len(players) - len(existing),
        "fix": len(faulty),
        "existing": sum(each in ("known", "twice") for each in states.values()),
        "problems": () if faulty else problems,
        "first_fault": faulty[0] if faulty else None,
        "ready": not problems,
        "digest": digest,
        "teams": _describe_teams(upload, request),
    }


def _existing_keys(request: PageRequest, players: Sequence[Player]) -> set[str]:
    """The keys of players that the tournament has already."""
    if not players:
        return set()
    before = request.tournament
    after = registered(before, players, Terms()).tournament.players
    new = {(player.full_name, player.club) for player in after[len(before.players) :]}
    return {player.key for player in players if (player.full_name, player.club) not in new}


def _describe_teams(upload: _UploadedList, request: PageRequest) -> list[tuple[str, str]]:
    """The teams of a list with those at their boards."""
    if upload.teams is None:
        return []
    names = {player.key: player.full_name for player in upload.players}
    boards = (request.tournament.team_play or upload.teams).size
    return [
        (team.name, ", ".join(names.get(key, "-") for key in team.lineup(1)[:boards]))
        for team in upload.teams.teams
    ]


def _preview_rows(
    columns: ColumnPreview, players: Sequence[Player], states: Mapping[str, str]
) -> Iterator[ListedRow]:
    """The lines of a list with the status of each."""
    of_line = {
        line: states[player.key] for line, player in zip(columns.lines, players, strict=False)
    }
    for row in columns.rows:
        yield row._replace(status=row.status or of_line.get(row.line, ""))


def _tournament_rows(upload: _UploadedList, states: Mapping[str, str]) -> Iterator[ListedRow]:
    """The players of a tournament file with the status of each."""
    for line, player in enumerate(upload.players, start=1):
        cells = (player.name, player.first_name, str(player.grade), player.country, player.club)
        yield ListedRow(line, cells, states[player.key])


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
    found = _read(decoded.content, fields, graded=request.tournament.needs_grades)
    final = _REGISTRATIONS.get(fields.get("registration", ""))
    players = [
        replace(
            each,
            country=country_in(each.country),
            final=each.final if final is None else final,
        )
        for each in found.players
    ]
    remarks = (*decoded.remarks, *found.remarks)
    return found._replace(players=players, remarks=remarks, encoding=decoded.guessed)


def _read(content: bytes, fields: Mapping[str, str], *, graded: bool) -> _UploadedList:
    form = next((form for form in FORMATS.values() if form.recognises(content)), FORMATS["csv"])
    try:
        if form is not FORMATS["csv"]:
            document = form.read(_NAME, content)
            tournament = document.tournament
            return _UploadedList(
                None, tournament.players, tournament.team_play, (*document.remarks,)
            )
        columns = read_columns(_NAME, content, fields, graded=graded)
        return _UploadedList(columns, columns.players, columns.teams, columns.remarks)
    except FormatError as error:
        raise RuleError(
            phrase(
                "this is not a list of players: {error}; the first line names the columns, such as name, first "
                "name, grade, country, club",
                error=str(error),
            )
        ) from error


# ---- Rating lists ----


def _update_panel(request: PageRequest) -> Mapping[str, Any]:
    """Which ratings a list would change."""
    found = request.server.lists.find(request.text("title"))
    before = request.tournament
    values, warnings = ratings_in_list(before, found)
    done = ratings_set(before, **values)
    pairs = zip(before.players, done.tournament.players, strict=True)
    return {
        "title": found.title,
        "published": found.published,
        "changes": [(one, other) for one, other in pairs if one != other],
        "notes": (*warnings, *done.warnings),
        "lines": done.messages,
    }


def _update(request: PageRequest) -> Reply:
    """Change the ratings that were shown."""
    if request.fields.get("sure") != request.state.digest:
        return Reply(panel=("update_ratings", _update_panel(request)))
    found = request.server.lists.find(request.text("title"))
    values, warnings = ratings_in_list(request.tournament, found)

    def in_one_line(context: ActionContext, edit: Edit) -> Edit:
        pairs = zip(context.tournament.players, edit.tournament.players, strict=True)
        number = sum(one != other for one, other in pairs)
        message = phrase_many("{count} rating updated", "{count} ratings updated", number)
        return replace(edit, messages=(message,))

    done = perform(request, "register", {"ratings": values}, amend=in_one_line)
    return replace(done, warnings=warnings)


def _head(request: PageRequest) -> Mapping[str, Any]:
    return {"lists": request.server.lists.all()}


LISTS = Part(
    name="lists",
    phase="players",
    title=marked("Rating lists"),
    heading=marked("Players"),
    by_round=False,
    applies=lambda state: state.tournament.kind == "go",
    head=_head,
    acts={"refresh": _update},
    panels={"update_ratings": _update_panel},
)
"""The rating lists of federations."""
