"""Players who are imported from a list, shown before they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ....app.edits.players import KnownPeople, described, differs
from ....app.history.entries import digest_of, entry_facts
from ....app.lists.rating_lists import listed_after
from ....app.lists.sent_lists import ListedRow, read_sent_list, sheets_in
from ....errors import FastpairError, RuleError
from ....sentences import phrase, phrase_many
from ..requests import perform
from ..store import Reply
from ..text import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ....app.actions.action import ActionContext
    from ....app.actions.apply import ActionResult
    from ....app.lists.sent_lists import ColumnPreview, SentPlayers
    from ....go.tournament import Player
    from ..requests import PageRequest


def import_panel(request: PageRequest) -> Mapping[str, Any]:
    """The page that imports a list, before there is one."""
    return _page(request, None)


def _page(request: PageRequest, upload: SentPlayers | None, refusal: str = "") -> dict[str, Any]:
    fields = request.fields
    return {
        "text": fields.get("list", ""),
        "raw": fields.get("raw", ""),
        "sheet": upload.sheet.name if upload and upload.sheet else fields.get("sheet", ""),
        "sheets": upload.sheet.names
        if upload and upload.sheet
        else sheets_in(fields)
        if refusal
        else (),
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
        lists = request.server.lists.all(request.tournament)
        upload = read_sent_list(request.text("list"), request.fields, request.tournament, lists)
    except FastpairError as error:
        message = error.message
        return Reply(refusal=message, panel=("import", _page(request, None, message)))
    states = _states(request, upload)
    players = tuple(player for player in upload.players if states[player.key].is_sent)
    digest = digest_of(repr((players, upload.teams, upload.pairs)).encode("utf-8", "surrogatepass"))
    problems = upload.columns.problems if upload.columns is not None else ()
    if problems or request.fields.get("shown") != digest:
        return Reply(panel=("import", _preview(request, upload, states, digest)))
    try:
        imported = upload.imported(request.tournament.rules, players)
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


def _states(request: PageRequest, upload: SentPlayers) -> Mapping[str, _State]:
    """What becomes of the players, by their keys; a namesake is imported if the director chooses so."""
    people = KnownPeople.of(request.tournament)
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
    request: PageRequest, upload: SentPlayers, states: Mapping[str, _State], digest: str
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


def _describe_pairs(upload: SentPlayers) -> list[str]:
    """The names of the players who play together, a line a pair."""
    names = {player.key: player.full_name for player in upload.players}
    return [translate(", ").join(names[key] for key in pair) for pair in upload.pairs]


def _describe_teams(upload: SentPlayers, request: PageRequest) -> list[tuple[str, str]]:
    """The teams of a list with those at their boards."""
    if upload.teams is None:
        return []
    names = {player.key: player.full_name for player in upload.players}
    taken, boards = request.tournament.team_play, upload.teams.size
    if taken is not None:
        boards = taken.size if taken.teams else min(taken.size, boards)
    return [
        (team.name, translate(", ").join(names.get(key, "-") for key in team.lineup(1)[:boards]))
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


def _tournament_rows(upload: SentPlayers, states: Mapping[str, _State]) -> Iterator[ListedRow]:
    """The players of a tournament file with the status of each."""
    for line, player in enumerate(upload.players, start=1):
        cells = (player.name, player.first_name, str(player.grade), player.country, player.club)
        yield ListedRow(line, cells, **states[player.key]._asdict())
