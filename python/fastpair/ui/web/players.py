"""Players and teams: entries, imported lists, attendance."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions import ACTIONS
from ...app.draws.remarks import seeded_last
from ...app.edits.players import (
    PlayerEntry,
    Terms,
    described,
    player_keyed,
    ratings_in_list,
    ratings_set,
    registered,
)
from ...app.edits.teams import (
    has_team_name,
    team_keyed,
)
from ...app.history.entries import digest_of, entry_facts
from ...app.history.records import ConditionKind
from ...app.lookup import find_duplicates
from ...errors import FormatError, RuleError
from ...formats import FORMATS
from ...go.tournament import Tournament
from ...go.tournament.player import participation_text
from ...pairing.field.field import families
from ...report.pages import in_order_of_names
from ...sentences import marked, phrase, phrase_many
from .actions import attend, find_team, handler, perform
from .columns import decode_list, read_columns
from .rendering import Part, id_of
from .rules import advice_on, grouped
from .store import Question, Reply
from .text import translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...app.action import ActionContext
    from ...go.tournament import Player, TeamPlay
    from .columns import ColumnPreview
    from .requests import PageRequest
    from .store import TournamentState


_NAME = "the list"
_AGAIN = Question("list", "shown", "", phrase("Show it so"))
_ENCODING = re.compile(r"\A(\s*<\?xml[^>]*?)\s+encoding=(?:\"[^\"]*\"|'[^']*')")


def enter_list(request: PageRequest) -> Reply:
    """Show who would enter by a list; enter them if the list is the one that was shown.

    Raises
    ------
    RuleError
        If the list is none, or says what cannot be.
    """
    sent = decode_list(_NAME, _text(request.text("list")), request.fields)
    columns, all_players, remarks, teams = _read(sent.content, request.fields)
    if columns is not None:
        columns = replace(columns, encoding=sent.guessed)
        remarks = (*sent.remarks, *remarks)
    listed = Tournament(players=tuple(all_players), team_play=teams)
    again = {player.key: twin for player, twin in find_duplicates(all_players)}
    players = [player for player in all_players if player.key not in again]
    doubts = (
        *remarks,
        *(
            phrase("{player} is listed twice, and enters once", player=described(player))
            for player in all_players
            if player.key in again
        ),
    )
    if columns is not None and columns.problems:
        warned = (*sent.remarks, *columns.problems)
        return Reply(warned=warned, question=_AGAIN, columns=columns)
    digest = digest_of(repr((players, teams)).encode("utf-8", "surrogatepass"))
    if request.fields.get("shown") != digest:
        return replace(_preview(request, players, teams, doubts, digest), columns=columns)
    entered = replace(listed, players=tuple(players))
    return perform(request, "register", {"entries": entry_facts(entered)})


def refresh(request: PageRequest) -> Reply:
    """Show which ratings a list would change; change them if the director agrees.

    Raises
    ------
    RuleError
        If there is no such list.
    """
    found = request.server.lists.titled(request.text("title"))
    before = request.state.tournament
    values, warned = ratings_in_list(before, found)
    if request.fields.get("sure") == request.state.digest:
        return replace(perform(request, "register", {"ratings": values}), warned=warned)
    done = replace(ratings_set(before, **values), warnings=warned)
    pairs = zip(before.players, done.tournament.players, strict=True)
    number = sum(one != other for one, other in pairs)
    question = None
    if number:
        label = phrase("Change {players}", players=_players(number))
        question = Question(id_of("r", found.title), "sure", request.state.digest, label)
    lines = done.messages or (phrase("no rating would change"),)
    return Reply(lines=lines, warned=done.warnings, question=question)


def _players(number: int) -> str:
    return phrase_many("{count} player", "{count} players", number)


def _text(typed: str) -> str:
    """The text of a file without the encoding that it states, which it has no longer."""
    return _ENCODING.sub(r"\1", typed, count=1)


def _read(
    content: bytes, fields: Mapping[str, str]
) -> tuple[ColumnPreview | None, Sequence[Player], Sequence[str], TeamPlay | None]:
    """The columns of a list, its players, what is doubtful, and its teams.

    A tournament file has no columns.
    """
    try:
        form = next(form for form in FORMATS.values() if form.recognises(content))
    except StopIteration:
        form = FORMATS["csv"]
    try:
        if form is not FORMATS["csv"]:
            document = form.read(_NAME, content)
            listed = document.tournament
            return None, listed.players, document.remarks, listed.team_play
        columns = read_columns(_NAME, content, fields)
        return columns, columns.players, columns.remarks, columns.teams
    except FormatError as error:
        raise RuleError(
            f"{error}; the first line names the columns, such as name, first name, grade, country, club"
        ) from error


def _preview(
    request: PageRequest,
    players: Sequence[Player],
    teams: TeamPlay | None,
    doubts: tuple[str, ...],
    digest: str,
) -> Reply:
    done = registered(request.state.tournament, players, Terms())
    number = len(done.tournament.players) - len(request.state.tournament.players)
    found = tuple(
        phrase(
            "{player}, rating {rating}",
            player=described(player),
            rating=player.with_rating().rating_or_lowest,
        )
        for player in players
    )
    names = {player.key: player.full_name for player in players}
    entered = request.state.tournament.team_play or teams
    boards = entered.size if entered else 0
    found += tuple(
        phrase(
            "{team}, from round {round} on: {names}",
            team=team.name,
            round=1,
            names=", ".join(names.get(key, "-") for key in team.lineup(1)[:boards]),
        )
        for team in (teams.teams if teams else ())
    )
    known = tuple(line for line in done.messages if " is registered already" in line)
    question = None
    if number:
        question = Question(
            "listed", "shown", digest, phrase("Enter {players}", players=_players(number))
        )
    return Reply(lines=found, warned=(*doubts, *known), question=question)


_LONGEST = 60
"""Signs of a field that an error quotes."""

_NUMBER = re.compile("-?[0-9]{1,5}")
_TEXTS = ("country", "club", "egf_pin", "play_in", "play_out")
_NUMBERS = {
    "rating": phrase("a rating such as 2100"),
    "correction": phrase("points"),
    "band": phrase("a number"),
}
"""What is expected of each."""

_EMPTIED = {**dict.fromkeys(_TEXTS, ""), "correction": "0", "band": "0"}
"""What it means that a field is emptied which has shown something."""

_FIELDS = ("grade", *_TEXTS, *_NUMBERS)


class _Line(NamedTuple):
    """A player in the list."""

    id: str
    key: str
    name: str
    grade: str
    origin: str
    final: bool
    present: bool
    seat: str
    """Where the player sits in the round; empty without a game or bye."""


def _rows(state: TournamentState, number: int) -> Mapping[str, _Line]:
    tournament = state.tournament
    played = tournament.round(number)
    seats = {
        key: translate("table {table}", table=game.table)
        for game in played.games
        for key in game.players
    }
    seats |= dict.fromkeys(played.byes, translate("bye"))
    teams = tournament.team_play.seats(number) if tournament.team_play else {}
    return {
        id_of("p", player.key): _Line(
            id=id_of("p", player.key),
            key=player.key,
            name=player.full_name,
            grade=str(player.grade),
            origin=" ".join(
                filter(
                    None,
                    (
                        player.country,
                        player.club,
                        teams[player.key][0].name if player.key in teams else "",
                    ),
                )
            ),
            final=player.final,
            present=player.plays_in(number),
            seat=seats.get(player.key, ""),
        )
        for player in in_order_of_names(tournament.players)
    }


def _head(request: PageRequest) -> Mapping[str, Any]:
    number, players = request.number, request.state.tournament.players
    final = [player for player in players if player.final]
    here = sum(player.plays_in(number) for player in final)
    return {
        "present": here,
        "absent": len(final) - here,
        "preliminary": len(players) - len(final),
        "waiting": len(request.state.tournament.to_pair(number)),
        "unrated": [player.full_name for player in seeded_last(request.state.tournament)],
        "advice": len(advice_on(request.state)),
    }


def _attend_rounds(request: PageRequest) -> Reply:
    """Enter in which rounds a player takes part; they miss all others."""
    player_keyed(request.state.tournament, request.text("key"))
    values = {"players": [request.text("key")], "pattern": request.text("rounds"), "only": True}
    return perform(request, "present", values)


def _all_final(request: PageRequest) -> Reply:
    """Confirm all registrations."""
    return perform(request, "register", {"all_final": True})


def _register(request: PageRequest) -> Reply:
    entry = _stated(_entry(request, {}))
    rounds = request.fields.get("rounds", "").strip() or None
    names: dict[str, Any] = {
        name: entry.pop(name) for name in ("name", "first_name") if name in entry
    }
    terms = {} if rounds is None else {"rounds": rounds}
    values: dict[str, Any] = {**names, "player": entry, "terms": terms}
    return perform(request, "register", values)


def _stated(entry: PlayerEntry) -> dict[str, Any]:
    """What an entry says."""
    return {name: value for name, value in asdict(entry).items() if value is not None}


def _bonus(request: PageRequest) -> Reply:
    """Give a player bonus points in the round."""
    return perform(
        request, "bonus", ACTIONS["bonus"].parse(request.fields, {"rounds": request.number})
    )


def _join(request: PageRequest) -> Reply:
    """Make one player of two or three who play each game together."""
    typed = [request.fields.get(name, "").strip() for name in ("one", "other", "third")]
    players = [each for each in typed if each]
    return perform(request, "join", ACTIONS["join"].parse(request.fields, {"players": players}))


def _rate(request: PageRequest) -> Reply:
    """Give those who have no rating that of their grade."""
    return perform(request, "register", {"unrated_by_grade": True})


def _change(request: PageRequest) -> Reply:
    """Change what is known of a player, if nobody else has changed it meanwhile."""
    key, entry = request.text("key"), _entry(request, _EMPTIED)
    shown = request.seen_state()
    before = None if shown is None else shown.tournament.by_key.get(key)

    def refuse_changed(context: ActionContext) -> None:
        now = player_keyed(context.tournament, key)
        if before is None or _known(before) != _known(now):
            raise RuleError(
                phrase(
                    "somebody has changed {name} meanwhile: {said}",
                    name=now.full_name,
                    said=_describe_player(now),
                )
            )

    entry.facts()
    known = before or player_keyed(request.state.tournament, key)
    changed = _stated(_differing(entry, known))
    names: dict[str, Any] = {
        name: changed.pop(name) for name in ("name", "first_name") if name in changed
    }
    values: dict[str, Any] = {**names, "player": changed, "change": key}
    return perform(request, "register", values, check=refuse_changed)


def _entry(request: PageRequest, emptied: Mapping[str, str]) -> PlayerEntry:
    """What the form of an entry holds; what is left empty is not typed, or what ``emptied`` says."""
    given: dict[str, Any] = {}
    for name in ("name", "first_name", *_FIELDS):
        if name in request.fields:
            value = request.fields[name].strip() or emptied.get(name)
            if value is not None and (value or name in emptied):
                given[name] = _number(name, value) if name in _NUMBERS else value
    final = {"yes": True, "no": False}.get(request.fields.get("final", ""))
    return PlayerEntry(**given, final=final)


def _number(name: str, typed: str) -> int:
    if not _NUMBER.fullmatch(typed):
        raise RuleError(
            phrase("expected {numbers}, got {got!r}", numbers=_NUMBERS[name], got=typed[:_LONGEST]),
            about=name,
        )
    return int(typed)


def _differing(entry: PlayerEntry, player: Player) -> PlayerEntry:
    """What is typed and not known already."""
    facts = entry.facts()
    held = {name: getattr(entry, name) for name in facts if facts[name] != getattr(player, name)}
    return PlayerEntry(**held)


def _known(player: Player) -> tuple[object, ...]:
    return (player.full_name, player.final, *(getattr(player, name) for name in _FIELDS))


def _describe_player(player: Player) -> str:
    where = ", ".join(filter(None, (player.country, player.club)))
    return f"{player.full_name} {player.grade}, rating {player.rating_or_lowest}" + (
        where and f", {where}"
    )


def _panel(request: PageRequest) -> Mapping[str, Any]:
    tournament = request.state.tournament
    player = player_keyed(tournament, request.text("key"))
    return {
        "player": player,
        "rounds": participation_text(player.absences, tournament.rules.rounds),
        "games": [game for game in tournament.games if player.key in game.players],
        "by_key": tournament.by_key,
        "relatives": _relatives(tournament, player),
        "sat": player.key in tournament.seated,
        "seated": player.key in tournament.round(request.number).seated,
    }


def _relatives(tournament: Tournament, player: Player) -> Sequence[Player]:
    """The others of the family, by name and club."""
    numbers = families(tournament.players)
    own = numbers[tournament.players.index(player)]
    return [
        other
        for other, number in zip(tournament.players, numbers, strict=True)
        if own and number == own and other is not player
    ]


def _apart(request: PageRequest) -> Reply:
    """Say that two players must not meet, in this round and in those after it that are not drawn."""
    values = {
        "kind": ConditionKind.NOT_MEET.value,
        "players": [request.text("one"), request.text("other")],
        "why": request.fields.get("why", "").strip() or None,
        "until": request.state.tournament.rules.rounds,
    }
    return perform(request, "condition", values)


PLAYERS = Part(
    name="players",
    title=marked("Players"),
    rows=_rows,
    head=_head,
    acts={
        "attend": attend,
        "rounds": _attend_rounds,
        "withdraw": handler("withdraw"),
        "delete": handler("withdraw", delete=True),
        "apart": _apart,
        "final": _all_final,
        "playoff": handler("playoff"),
        "bonus": _bonus,
        "join": _join,
        "split": handler("split"),
        "list": enter_list,
        "refresh": refresh,
        "register": _register,
        "change": _change,
        "rate": _rate,
    },
    helper=frozenset({"attend"}),
    long=frozenset({"list"}),
    panels={"entry": _panel, "groups": grouped},
)
"""Who takes part."""


class _TeamLine(NamedTuple):
    """A team in the list."""

    id: str
    key: str
    name: str
    origin: str
    boards: tuple[tuple[str, bool], ...]
    """Who sits at them in the round, and whether he takes part."""
    seat: str
    """What the team has in the round."""


def _team_rows(state: TournamentState, number: int) -> Mapping[str, _TeamLine]:
    tournament, play = state.tournament, state.tournament.team_play
    played = state.drawn.round(number)
    seats = {
        key: translate("tables from {table}", table=game.table)
        for game in played.games
        for key in game.players
    }
    seats |= dict.fromkeys(played.byes, translate("bye"))
    waiting = {player.key for player in state.drawn.to_pair(number)}
    rows, boards = {}, play.size if play else 0
    for team in play.teams if play else ():
        lineup = [tournament.by_key.get(key) for key in team.lineup(number)[:boards]]
        rows[id_of("p", team.key)] = _TeamLine(
            id=id_of("p", team.key),
            key=team.key,
            name=team.name,
            origin=" ".join(filter(None, (team.country, team.club))),
            boards=tuple(
                (player.full_name, player.final and player.plays_in(number))
                if player
                else (translate("nobody"), False)
                for player in lineup
            ),
            seat=seats.get(
                team.key, translate("waits") if team.key in waiting else translate("not drawn")
            ),
        )
    return rows


def _team_head(request: PageRequest) -> Mapping[str, Any]:
    tournament, play = request.state.tournament, request.state.tournament.team_play
    teams = play.teams if play else ()
    seated = play.seats(request.number) if play else {}
    return {
        "play": play,
        "teams": len(teams),
        "drawn": tournament.draws_teams,
        "games": bool(tournament.games),
        "without": [p for p in in_order_of_names(tournament.players) if p.key not in seated],
    }


def _lineup(request: PageRequest) -> Reply:
    """Enter who sits at the boards of a team from a round on; a team that is not there yet is made."""
    typed, since = request.text("team"), request.fields.get("since", "").strip()
    players = [line.strip() for line in request.text("players").splitlines() if line.strip()]
    number = request.integer("since") if since else None
    if "new" not in request.fields:
        return _team(request, players=players, since=number)

    def refuse_team_name(context: ActionContext) -> None:
        if has_team_name(context.tournament, typed):
            raise RuleError(
                phrase("expected a name that no other team has, got {name!r}", name=typed)
            )

    values = {"name": typed, "players": players, "since": number}
    return perform(request, "team", values, check=refuse_team_name)


def _team(request: PageRequest, **values: Any) -> Reply:  # noqa: ANN401
    """Change what is known of the team of the form."""
    name, check = find_team(request, request.text("team"))
    return perform(request, "team", {"name": name, **values}, check=check)


def _rename(request: PageRequest) -> Reply:
    return _team(request, rename=request.text("name"))


def _origin(request: PageRequest) -> Reply:
    country, club = (request.fields.get(name, "").strip() for name in ("country", "club"))
    return _team(request, country=country, club=club)


def _delete(request: PageRequest) -> Reply:
    return _team(request, delete=True)


def _rules(request: PageRequest) -> Reply:
    """Enter how all teams play."""
    boards, fewest = request.integer("size"), request.integer("fewest")
    values = {"boards": boards, "fewest": fewest, "summed": "summed" in request.fields}
    return perform(request, "team", values)


def _placed(request: PageRequest) -> Reply:
    """Enter by what the teams are placed."""
    return perform(request, "team", {"criteria": request.text("criteria")})


def _team_panel(request: PageRequest) -> Mapping[str, Any]:
    """A team, to be changed."""
    tournament = request.state.tournament
    team = team_keyed(tournament, request.text("team"))
    play = tournament.team_play
    assert play is not None
    names = {key: tournament.by_key[key].full_name for key in team.members}
    return {
        "team": team,
        "lineups": [
            (since, [names.get(key, "-") for key in lineup[: play.size]])
            for since, lineup in enumerate(team.lineups, start=1)
            if since == 1 or lineup != team.lineup(since - 1)
        ],
        "lines": [names.get(key, "-") for key in team.lineup(request.number)[: play.size]],
        "games": [g for g in request.state.drawn.games if team.key in g.players],
        "by_key": request.state.drawn.by_key,
        "unit": request.state.drawn.by_key.get(team.key),
    }


TEAMS = Part(
    name="teams",
    title=marked("Teams"),
    shown=lambda state: state.tournament.team_play is not None,
    rows=_team_rows,
    head=_team_head,
    acts={
        "lineup": _lineup,
        "rename": _rename,
        "origin": _origin,
        "delete": _delete,
        "rules": _rules,
        "placed": _placed,
    },
    panels={"team": _team_panel},
)
"""The teams."""
