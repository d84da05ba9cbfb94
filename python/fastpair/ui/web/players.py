"""The players on the page: the list, check-in, and the form of a player."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from ...app.draws.remarks import seeded_last
from ...app.edits.attendance import entered_absent
from ...app.edits.players import describe_registration, first_round, player_keyed
from ...app.entries.registration import NAMES, as_arguments, differing, read_fields, wrong_fields
from ...app.forms.labels import FACTS_OF
from ...app.history.details import ConditionDetails
from ...app.history.records import ConditionKind
from ...app.lookup import find_player
from ...app.round_states import in_ranges, list_names
from ...app.rounds.attendance import AttendanceStatus, attendance_of, not_checked_in, typed_rounds
from ...app.rounds.conditions import relatives
from ...errors import RuleError
from ...report.pages import names_of_members, player_rounds
from ...sentences import in_context, marked, marked_many, phrase, phrase_many
from .arrivals import DOOR, PLACE, IdentityProof, Weakness
from .lists.entries import import_list, import_panel
from .log import undo_change
from .navigation import Part, empty_panel
from .rendering import code_of, id_of
from .requests import (
    ABSENT_TOO,
    attend,
    chosen_round,
    handler,
    only_this_round,
    perform,
    this_round,
)
from .rules import grouped
from .store import Reply
from .text import in_order_of_names, translate, translate_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ...app.actions.action import ActionContext
    from ...app.actions.apply import ActionResult
    from ...app.history.state import CongressState
    from ...go.tournament import Player
    from .requests import PageRequest
    from .store import TournamentState


class _Line(NamedTuple):
    """A player in the list."""

    id: str
    key: str
    name: str
    number: int
    """Starting rank in FIDE's system, from 1; 0 elsewhere."""

    grade: str
    """The grade, or in chess the title."""

    rating: str
    club: str
    country: str
    team: str
    order: int
    """The place in the list of the team, from 1; 0 of who is in none."""

    board: int
    """The board in the round, from 1; 0 without one."""

    final: bool
    present: bool
    status: AttendanceStatus
    rounds: str
    """In which of them the player takes part, in words."""

    dots: tuple[tuple[bool, str], ...]
    """Whether the player takes part in each of some rounds, and a sign for it."""

    withdrawn: bool
    marks: str
    """The filters that show the player."""
    also: str = ""
    """Names by which it is found that it does not show: those of the members of pairs and teams."""


def _rows(state: TournamentState, number: int) -> Mapping[str, _Line]:
    tournament = state.tournament
    play = tournament.team_play
    teams, seats = (play.places, play.seats(number)) if play else ({}, {})
    unrated = {player.key for player in seeded_last(tournament)}
    attendance = {
        absences: (
            rounds_in_words(absences, tournament.rules.rounds),
            _dots(absences, tournament.rules.rounds),
        )
        for absences in {player.absences for player in tournament.players}
    }
    numbers = tournament.starting_ranks if tournament.event_kind.has_starting_ranks else {}
    rows, statuses = {}, attendance_of(state, number)
    for player in by_team(state):
        words, dots = attendance[player.absences]
        status = statuses[player.key]
        rows[id_of("p", player.key)] = _Line(
            id=id_of("p", player.key),
            key=player.key,
            name=player.full_name,
            number=numbers.get(player.key, 0),
            grade=str(player.grade) or player.title,
            rating="" if player.key in unrated or player.rating is None else str(player.rating),
            club=player.club,
            country=player.country,
            team=teams[player.key][0].name if player.key in teams else "",
            order=teams[player.key][1] if player.key in teams else 0,
            board=seats[player.key][1] if player.key in seats else 0,
            final=player.final,
            present=player.plays_in(number),
            status=status,
            rounds=words,
            dots=dots,
            withdrawn=player.key in state.gone,
            marks=" ".join(
                filter(
                    None,
                    (
                        status.code,
                        "unrated" if player.key in unrated else "",
                        id_of("g", teams[player.key][0].key) if player.key in teams else "",
                    ),
                )
            ),
            also=names_of_members([player]),
        )
    return rows


def by_team(state: TournamentState) -> Sequence[Player]:
    """The players in the order of their names; where teams are drawn, those of each team in the order of its list."""
    players, play = in_order_of_names(state.tournament.players), state.tournament.drawn_teams
    if play is None:
        return players
    teams = in_order_of_names(state.unit_tournament.players)
    lines = {team.key: line for line, team in enumerate(teams)}
    places, last = play.places, (len(lines), 0)

    def place_of(player: Player) -> tuple[int, int]:
        found = places.get(player.key)
        return last if found is None else (lines[found[0].key], found[1])

    return sorted(players, key=place_of)


def _dots(absences: frozenset[int], rounds: int) -> tuple[tuple[bool, str], ...]:
    """A sign for each round, those that follow each other together."""
    runs = groupby(range(1, rounds + 1), lambda number: number not in absences)
    return tuple((there, ("●" if there else "○") * len([*some])) for there, some in runs)


def rounds_in_words(absences: frozenset[int], rounds: int) -> str:
    """In which rounds a player takes part."""
    every = frozenset(range(1, rounds + 1))
    missed, played = every & absences, every - absences
    if not missed:
        return translate("All rounds")
    if not played:
        return translate("No round")
    but, only = in_ranges(missed), in_ranges(played)
    if len(but) < len(only):
        return translate_count(
            "All but round {rounds}", "All but rounds {rounds}", len(missed), rounds=but
        )
    return translate_count("Round {rounds}", "Rounds {rounds}", len(played), rounds=only)


def _head(request: PageRequest) -> Mapping[str, Any]:
    lines = request.state.view(
        ("players", request.number), lambda: _rows(request.state, request.number)
    ).values()
    return {
        "players": len(lines),
        "chips": _status_chips([line.status for line in lines]),
        "preliminary": any(not line.final for line in lines),
        "unrated": sum("unrated" in line.marks.split() for line in lines),
        "teams": _team_chips(request.state, lines),
        "lists": request.server.lists.all(request.tournament) if request.director else (),
    }


def _team_chips(state: TournamentState, lines: Iterable[_Line]) -> list[tuple[str, str, int]]:
    """The filters by team, as those by status; none where players are drawn."""
    if state.tournament.drawn_teams is None:
        return []
    counts = Counter(mark for line in lines for mark in line.marks.split())
    return [
        (mark, team.full_name, counts[mark])
        for team in in_order_of_names(state.unit_tournament.players)
        for mark in (id_of("g", team.key),)
    ]


def _status_chips(statuses: Sequence[AttendanceStatus]) -> list[tuple[str, str, int]]:
    """The filters by status, their titles and how many each shows; of what is rare only if there is somebody."""
    counts = Counter(statuses)
    return [
        (status.code, title, counts[status])
        for status, title in _TITLES.items()
        if counts[status] or status in _USUAL
    ]


_TITLES = {
    AttendanceStatus.EXPECTED: in_context("players", "Expected"),
    AttendanceStatus.HERE: in_context("players", "Here"),
    AttendanceStatus.ABSENT: in_context("players", "Absent"),
    AttendanceStatus.LATE: in_context("players", "Late"),
    AttendanceStatus.WITHDRAWN: in_context("players", "Withdrawn"),
    AttendanceStatus.OUT: in_context("players", "Out"),
    AttendanceStatus.NOT_ENTERED: in_context("players", "Not yet entered"),
}

_USUAL = (AttendanceStatus.EXPECTED, AttendanceStatus.HERE, AttendanceStatus.ABSENT)
_IN_SUM = (AttendanceStatus.HERE, *(s for s in _TITLES if s is not AttendanceStatus.HERE))


def _pattern(request: PageRequest) -> str:
    """The rounds in which a player takes part, or has asked for a bye."""
    return request.text("pattern")


def _register(request: PageRequest) -> Reply:
    errors = wrong_fields(request.fields, request.tournament, new=True)
    if errors:
        return _to_correct(request, errors, "new", {})
    return _add(request)


def _facts(request: PageRequest) -> dict[str, Any]:
    """What is typed of a new player, but for the name."""
    stated: dict[str, Any] = as_arguments(_entry(request))["player"]
    return stated


def _entry(request: PageRequest, *, emptied: bool = False) -> dict[str, Any]:
    entry = read_fields(request.fields, emptied=emptied)
    final = {"yes": True, "no": False}.get(request.fields.get("final", ""))
    return entry if final is None else {**entry, "final": final}


def _terms(request: PageRequest) -> dict[str, str]:
    """The rounds that a new player takes part in, if they are typed."""
    rounds = request.optional("rounds")
    return {"rounds": rounds} if rounds else {}


_add = handler("register", player=_facts, terms=_terms)


def _to_correct(
    request: PageRequest, errors: Mapping[str, str], panel: str, values: Mapping[str, Any]
) -> Reply:
    """The form again, with entered values and errors."""
    message = next(iter(errors.values()))
    if len(errors) > 1:
        message = phrase_many(
            "{count} field needs a correction", "{count} fields need a correction", len(errors)
        )
    panel_values = {**values, "values": request.fields, "errors": errors}
    return Reply(refusal=message, panel=(panel, panel_values))


def _change(request: PageRequest) -> Reply:
    """Change what of a player differs from what the browser shows, unless somebody has changed it meanwhile."""
    key = request.text("key")
    errors = wrong_fields(request.fields, request.tournament, new=False)
    if errors:
        return _to_correct(request, errors, "entry", _panel(request))
    entry = _entry(request, emptied=True)
    state = request.seen_state()
    before = None if state is None else state.tournament.by_key.get(key)

    def refuse_changed(context: ActionContext) -> None:
        now = player_keyed(context.state.tournament, key)
        if before is None or _seen_values(before) != _seen_values(now):
            raise RuleError(
                phrase(
                    "somebody has changed {name} meanwhile: {said}",
                    name=now.full_name,
                    said=_describe(now),
                )
            )

    current = before or player_keyed(request.tournament, key)
    chess = request.tournament.event_kind.has_federations
    values = {**as_arguments(differing(entry, current, chess=chess)), "change": key}
    return perform(request, "register", values, check=refuse_changed)


def _seen_values(player: Player) -> tuple[object, ...]:
    return tuple(getattr(player, name) for name in (*NAMES, *FACTS_OF["player"]))


def _describe(player: Player) -> str:
    rating = "" if player.rating is None else f"rating {player.rating}"
    facts = filter(None, (player.name_and_grade, rating, player.country, player.club))
    return translate(", ").join(facts)


def _panel(request: PageRequest) -> Mapping[str, Any]:
    tournament = request.tournament
    player = player_keyed(tournament, request.text("key"))
    played = tournament.round(request.number)
    game = played.game_of(player.key)
    rounds = typed_rounds(tournament, player)
    return {
        "player": player,
        "rounds": rounds.played,
        "bye_fields": [
            ("byes", marked("Requested byes"), rounds.byes),
            ("full_byes", marked("Full-point byes"), rounds.full_byes),
        ][: 2 if tournament.event_kind.has_full_point_byes else 1],
        "in_words": rounds_in_words(player.absences, tournament.rules.rounds),
        "games": [*player_rounds(tournament, player.key)],
        "by_key": tournament.by_key,
        "game": game,
        "opponent": tournament.by_key[game.opponent_of(player.key)] if game else None,
        "relatives": relatives(tournament, player),
        "sat": player.key in tournament.seated,
        "seated": player.key in played.seated and request.number not in rounds.full_points,
        "full_point": request.number in rounds.full_points,
        "requested": request.number in player.absences & player.requested_byes,
        "values": {},
        "errors": {},
    }


def _new_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form for a new player."""
    return {"values": {}, "errors": {}}


def _player_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form about one player."""
    tournament = request.tournament
    return {
        "player": player_keyed(tournament, request.text("key")),
        "others": in_order_of_names(tournament.players),
    }


def _family_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form that keeps players apart, with those of the same family name and club."""
    tournament = request.unit_tournament
    player = tournament.by_key.get(request.fields.get("key", ""))
    return {"player": player, "relatives": relatives(tournament, player) if player else ()}


def _kept_apart(request: PageRequest) -> list[str]:
    """The players who are kept apart, by key, each once."""
    entered = filter(None, map(str.strip, request.fields.get("players", "").splitlines()))
    players = [*dict.fromkeys(find_player(request.unit_tournament, each) for each in entered)]
    if len(players) < 2:
        raise RuleError(phrase("enter at least two players"))
    return players


def _last_round(request: PageRequest) -> int:
    return request.tournament.rules.rounds


def _tell_apart(
    _: PageRequest, values: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Say in one line who is kept apart."""
    assert isinstance(done.details, ConditionDetails)
    rounds = done.details.rounds
    texts = (
        marked_many(
            "{names} do not meet in round {rounds}", "{names} do not meet in rounds {rounds}"
        )
        if values["kind"] == ConditionKind.NOT_MEET.value
        else marked_many(
            "{names} should not meet in round {rounds}",
            "{names} should not meet in rounds {rounds}",
        )
    )
    message = phrase_many(
        *texts,
        len(rounds),
        names=translate(", ").join(map(context.units.tournament.name_of, values["players"])),
        rounds=in_ranges(rounds),
    )
    return replace(done, said=(message,))


def _first_round_away(request: PageRequest) -> int | None:
    """The round that was chosen; it must be where two would be right."""
    asked = request.leaving_round(request.text("key")) == 0
    return chosen_round(request) if asked or request.optional("since") else None


PLAYERS = Part(
    name="players",
    phase="players",
    tab=marked("List"),
    title=marked("Players"),
    rows=_rows,
    head=_head,
    acts={
        "attend": attend,
        "rounds": handler("present", pattern=_pattern, only=True),
        "byes": handler("absent", pattern=_pattern, requested_bye=True),
        "full_byes": handler("absent", pattern=_pattern, full_point_bye=True),
        "withdraw": handler("withdraw", since=_first_round_away),
        "delete": handler("withdraw", delete=True),
        "apart": handler("condition", players=_kept_apart, until=_last_round, amend=_tell_apart),
        "final": handler("register", all_final=True),
        "playoff": handler("playoff"),
        "bonus": handler("bonus", rounds=this_round),
        "join": handler("join"),
        "split": handler("split"),
        "import": import_list,
        "register": _register,
        "change": _change,
        "rate": handler("register", unrated_by_grade=True),
    },
    helper=frozenset({"attend"}),
    long=frozenset({"import"}),
    opens={"key": "players/entry"},
    panels={
        "entry": _panel,
        "new": _new_panel,
        "import": import_panel,
        "pair": empty_panel,
        "bonus": _player_panel,
        "playoff": _player_panel,
        "family": _family_panel,
        "groups": grouped,
    },
    whole=frozenset({"import"}),
)
"""Who takes part."""


# ---- Check-in ----


class _CheckInLine(NamedTuple):
    """A player in the list."""

    id: str
    key: str
    name: str
    grade: str
    origin: str
    status: AttendanceStatus
    team: str = ""
    also: str = ""
    """Names by which it is found that it does not show: those of the members of pairs and teams."""
    at: str = ""
    """When they have checked in by phone; empty of all others."""
    change: int = 0
    """The change that has noted it."""


class _CheckInTeam(NamedTuple):
    """The heading of the players of a team."""

    id: str
    heading: str
    here: int
    players: int


def _check_in_rows(
    state: TournamentState, number: int
) -> Mapping[str, _CheckInLine | _CheckInTeam]:
    """The players, those of each team under a heading where teams are drawn."""
    lines = _check_in_lines(state, number)
    rows: dict[str, _CheckInLine | _CheckInTeam] = {}
    for team, group in groupby(lines.values(), lambda line: line.team):
        players = [*group]
        if team:
            here = sum(each.status.has_come for each in players)
            heading = _CheckInTeam(id_of("g", team), team, here, len(players))
            rows[heading.id] = heading
        rows |= {each.id: each for each in players}
    return rows


def _check_in_lines(state: TournamentState, number: int) -> Mapping[str, _CheckInLine]:
    statuses, play = attendance_of(state, number), state.tournament.drawn_teams
    teams = play.places if play else {}
    return {
        id_of("p", player.key): _CheckInLine(
            id=id_of("p", player.key),
            key=player.key,
            name=player.full_name,
            grade=str(player.grade),
            origin=" ".join(filter(None, (player.club, player.country))),
            status=statuses[player.key],
            team=teams[player.key][0].name if player.key in teams else "",
            also=" ".join(
                filter(
                    None,
                    (
                        names_of_members([player]),
                        teams[player.key][0].name if player.key in teams else "",
                    ),
                )
            ),
            **_arrival_by_phone(state, player.key, statuses[player.key]),
        )
        for player in by_team(state)
        if statuses[player.key] is not AttendanceStatus.OUT
    }


def _arrival_by_phone(
    state: TournamentState, key: str, status: AttendanceStatus
) -> Mapping[str, Any]:
    """When a player who is here has checked in by phone, and the change; nothing of all others."""
    entry = state.arrived.get(key)
    if entry is None or entry.door != DOOR or not status.has_come:
        return {}
    return {"at": f"{entry.local_time:%H:%M}", "change": entry.number}


def _check_in_head(request: PageRequest) -> Mapping[str, Any]:
    state, number = request.state, request.number
    found = attendance_of(state, number).values()
    statuses: list[AttendanceStatus] = [
        status for status in found if status is not AttendanceStatus.OUT
    ]
    waiting = len(not_checked_in(state, number))
    deadline = state.deadlines.get(number)
    rows = CHECKIN.lines(state, number)
    return {
        "players": len(statuses),
        "waiting": waiting,
        "counts": {status.code: statuses.count(status) for status in AttendanceStatus},
        "sum": translate(", ").join(
            translate("{count} {reason}", count=count, reason=translate(status.value))
            for status in _IN_SUM
            if (count := statuses.count(status)) or status in _USUAL
        ),
        "chips": _status_chips(statuses),
        "filter": AttendanceStatus.EXPECTED.code if waiting else "all",
        "can_start": request.director and bool(_expected(request)),
        "can_close": request.director and not request.tournament.round(request.number).seated,
        "phone": sum(isinstance(x, _CheckInLine) and bool(x.at) for x in rows.values()),
        "phones": request.server.sidecar.settings.arrivals,
        "deadline": "" if deadline is None else f"{deadline.astimezone():%H:%M}",
    }


def _expected(request: PageRequest) -> Sequence[str]:
    """The keys of those who are expected, and whom no check-in waits for yet."""
    return [player.key for player in _all_expected(request) if player.final]


def _all_expected(request: PageRequest) -> Sequence[Player]:
    found = attendance_of(request.state, request.number)
    players = in_order_of_names(request.tournament.players)
    return [each for each in players if found[each.key] is AttendanceStatus.EXPECTED]


def _to_arrive(request: PageRequest) -> Sequence[str]:
    """The keys of those whom the check-in will wait for, until when their registrations are preliminary."""
    keys = _expected(request)
    if not keys:
        raise RuleError(
            phrase("the check-in of round {round} has already started", round=request.number)
        )
    return keys


def _tell_started(
    _: PageRequest, values: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Say in one line for how many the check-in waits."""
    message = phrase_many(
        "check-in started; expected: {count} player",
        "check-in started; expected: {count} players",
        len(values["players"]),
    )
    return replace(done, said=(message,))


def _attend(request: PageRequest) -> Reply:
    """Check players in, one on a line, mark one as absent, or take back an arrival by phone."""
    wish, _, change = request.text("wish").partition(" ")
    if wish == "undo":
        return undo_change(replace(request, fields={**request.fields, "change": change}))
    return (_check_in if wish == "present" else attend)(request)


def _arrivals(request: PageRequest) -> list[str]:
    """Those of the form who are not here yet; all of them if nobody is missing."""
    key = request.text("wish").partition(" ")[2]
    keys = request.fields.get("players", key).replace("\r", "").split("\n")
    to_pair = {p.key for p in request.tournament.players if p.final and p.plays_in(request.number)}
    return [key for key in keys if key not in to_pair] or keys


def _tell_arrived(
    request: PageRequest, values: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Say in one line who has come, and ask about a single player who is entered as absent."""
    keys, tournament = values["players"], context.state.tournament
    if not context.state.withdrawn.keys().isdisjoint(keys):
        return done  # which asks about it, and says from which round on
    questions = done.questions
    if len(keys) == 1 and ABSENT_TOO not in request.fields:  # who may be found by mistake
        questions += tuple(entered_absent(tournament, keys, [request.number]))
    names = [tournament.by_key[key].full_name for key in keys]
    confirmed = tournament.by_key[keys[0]].final
    status = attendance_of(request.state, request.number)[keys[0]] if confirmed else None
    said = (_describe_arrival(names, status), *_entries_late(context, done, keys))
    return replace(done, questions=questions, said=said)


_check_in = handler("present", players=_arrivals, rounds=only_this_round, amend=_tell_arrived)


def _describe_arrival(names: Sequence[str], status: AttendanceStatus | None) -> str:
    """Say who has come, of players who were confirmed and all of a status, or whose check-in has started."""
    if status is AttendanceStatus.EXPECTED:
        return phrase_many(
            "{names} is expected; start the check-in to note who is here",
            "{names} are expected; start the check-in to note who is here",
            len(names),
            names=list_names(names),
        )
    if len(names) == 1:
        if status is AttendanceStatus.HERE:
            return phrase("{name} is already here", name=names[0])
        return phrase("{name} is here", name=names[0])
    if status is AttendanceStatus.HERE:
        return phrase("they are already here")
    return phrase_many(
        "{count} player is here: {names}",
        "{count} players are here: {names}",
        len(names),
        names=list_names(names),
    )


def _entries_late(context: ActionContext, done: ActionResult, keys: Sequence[str]) -> Iterator[str]:
    """Say from which round on the only player takes part who is confirmed now."""
    if len(keys) != 1 or context.state.tournament.by_key[keys[0]].final:
        return
    after = done.state.tournament
    player = after.by_key[keys[0]]
    if (first_round(after, player) or 1) > 1:
        yield describe_registration(after, player)


def _waiting(state: CongressState, number: int) -> Sequence[Player]:
    return in_order_of_names(not_checked_in(state, number))


def _missing_panel(request: PageRequest) -> Mapping[str, Any]:
    """The players who are expected, to be read out."""
    players = _all_expected(request)
    return {"players": players, "can_close": not all(player.final for player in players)}


def _close_panel(request: PageRequest) -> Mapping[str, Any]:
    """The players who would be marked absent."""
    return {"players": _waiting(request.state, request.number)}


def _not_arrived(request: PageRequest) -> list[str]:
    """The keys of those who are expected, for whom the check-in waits."""
    return [player.key for player in _waiting(request.state, request.number)]


def _refuse_other_absences(
    request: PageRequest, values: Mapping[str, Any], context: ActionContext
) -> None:
    """Refuse to mark others absent than were shown."""
    now = [player.key for player in _waiting(context.state, request.number)]
    if now != values["players"] or len(now) != request.integer("count"):
        raise RuleError(phrase("other players are now expected; close the check-in again"))


def _tell_closed(
    _: PageRequest, values: Mapping[str, Any], context: ActionContext, done: ActionResult
) -> ActionResult:
    """Say in one line how many are marked absent."""
    message = phrase_many(
        "{count} player marked absent in round {round}",
        "{count} players marked absent in round {round}",
        len(values["players"]),
        round=values["rounds"][0],
    )
    return replace(done, said=(message,))


def _phones_panel(request: PageRequest) -> Mapping[str, Any]:
    """How players check in by phone."""
    server, tournament = request.server, request.tournament
    proof = IdentityProof(server.sidecar.settings.arrivals)
    address = f"{server.address or server.local_address}{request.base}{PLACE}"
    return {
        "proof": proof.value,
        "reachable": bool(server.address),
        "address": address,
        "code": Markup(code_of(address)),
        "weakness": Weakness.of(tournament, proof),
    }


def _set_phones(request: PageRequest) -> Reply:
    """Let players check in by phone, which starts the check-in, or end it."""
    try:
        proof = IdentityProof(request.optional("proof"))
    except ValueError:
        raise RuleError(phrase("choose how players confirm who they are")) from None
    request.server.sidecar.keep(arrivals=proof.value)
    reply = Reply(lines=(phrase("players can no longer check in on their phones"),))
    if proof is not IdentityProof.NONE:
        started = _start(request) if _expected(request) else Reply()
        opened = phrase("players can check in on their phones")
        reply = replace(started, lines=(opened, *started.lines))
    return replace(reply, panel=("arrivals", _phones_panel(request)))


_start = handler("confirm", players=_to_arrive, preliminary=True, amend=_tell_started)


CHECKIN = Part(
    name="checkin",
    phase="players",
    title=marked("Check-in"),
    heading=marked("Players"),
    rows=_check_in_rows,
    head=_check_in_head,
    acts={
        "attend": _attend,
        "deadline": handler("deadline", rounds=this_round),
        "start": _start,
        "phones": _set_phones,
        "close": handler(
            "absent",
            players=_not_arrived,
            rounds=only_this_round,
            check=_refuse_other_absences,
            amend=_tell_closed,
        ),
    },
    helper=frozenset({"attend", "close"}),
    panels={"close": _close_panel, "unseen": _missing_panel, "arrivals": _phones_panel},
)
"""Who is here."""
