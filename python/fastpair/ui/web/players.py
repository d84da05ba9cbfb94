"""Who takes part: present and absent, entries, and what is known of a player."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions import ACTIONS
from ...app.draws.remarks import seeded_last
from ...app.edits.attendance import absent, present
from ...app.edits.entries import Entry, Terms, player_changed
from ...app.edits.locked_file import Edit
from ...app.edits.ratings_refreshed import unrated_by_grade
from ...app.edits.registration import registered, registered_as
from ...app.history.conditions import ConditionKind
from ...errors import RuleError
from ...go.tournament.player import participation, participation_text
from ...pairing.field.field import families
from ...report.pages import in_order_of_names
from ...sentences import marked, phrase
from ..flags import typed_as_options
from .actions import handler, perform
from .advising import advice_on, grouped
from .attending import attend
from .entry_lists import enter_list, refresh
from .parts import Part, id_of
from .spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...app.edits.locked_file import LockedFile
    from ...go.tournament import Player, Tournament
    from .asking import Asked
    from .held import State, Told


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


def _rows(state: State, number: int) -> Mapping[str, _Line]:
    tournament = state.tournament
    played = tournament.round(number)
    seats = {
        key: spoken("table {table}", table=game.table)
        for game in played.games
        for key in game.players
    }
    seats |= dict.fromkeys(played.byes, spoken("bye"))
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


def _head(asked: Asked) -> Mapping[str, Any]:
    number, players = asked.number, asked.state.tournament.players
    final = [player for player in players if player.final]
    here = sum(player.plays_in(number) for player in final)
    return {
        "present": here,
        "absent": len(final) - here,
        "preliminary": len(players) - len(final),
        "waiting": len(asked.state.tournament.to_pair(number)),
        "unrated": [player.full_name for player in seeded_last(asked.state.tournament)],
        "advice": len(advice_on(asked.state)),
    }


def _attend_rounds(asked: Asked) -> Told:
    """Say in which rounds a player takes part, and that he misses the others."""
    key, pattern = asked.typed("key"), asked.typed("rounds")

    def work(held: LockedFile) -> Edit:
        tournament, player = held.tournament, _player(held.tournament, key)
        missed = participation(pattern, tournament.rules.rounds)
        done = Edit(tournament=tournament, said="")
        if more := sorted(player.absences - missed):
            done = done.then(lambda before: present(before, [key], more))
        if fewer := sorted(missed - player.absences):
            done = done.then(lambda before: absent(before, [key], fewer))
        if not done.said:
            raise RuleError(
                phrase("{name} takes part in these rounds already", name=player.full_name)
            )
        return done

    return asked.desk.held.change(asked.act("present", key, "--rounds", pattern), work)


def _all_final(asked: Asked) -> Told:
    """Make all registrations final."""
    act = asked.act("register", "--all-final")
    return asked.desk.held.change(act, lambda held: registered_as(held.tournament, final=True))


def _register(asked: Asked) -> Told:
    entry = _entry(asked, {})
    newcomer = entry.player()
    rounds = asked.fields.get("rounds", "").strip() or None

    def work(held: LockedFile) -> Edit:
        return registered(held.tournament, [newcomer], Terms(rounds=rounds), namesakes=True)

    typed = () if rounds is None else typed_as_options("rounds", rounds)
    return asked.desk.held.change(asked.act("register", *_options(entry), *typed), work)


def _bonus(asked: Asked) -> Told:
    """Give a player bonus points in the round."""
    return perform(asked, "bonus", ACTIONS["bonus"].parse(asked.fields, {"rounds": asked.number}))


def _join(asked: Asked) -> Told:
    """Make one player of two or three who play each game together."""
    typed = [asked.fields.get(name, "").strip() for name in ("one", "other", "third")]
    players = [each for each in typed if each]
    return perform(asked, "join", ACTIONS["join"].parse(asked.fields, {"players": players}))


def _rate(asked: Asked) -> Told:
    """Give those who have no rating that of their grade."""
    act = asked.act("register", "--unrated-by-grade")
    return asked.desk.held.change(act, lambda held: unrated_by_grade(held.tournament))


def _change(asked: Asked) -> Told:
    """Change what is known of a player, if nobody else has changed it meanwhile."""
    key, entry = asked.typed("key"), _entry(asked, _EMPTIED)
    shown = asked.seen_state()

    def work(held: LockedFile) -> Edit:
        now = _player(held.tournament, key)
        before = None if shown is None else shown.tournament.by_key.get(key)
        if before is None or _known(before) != _known(now):
            raise RuleError(
                phrase(
                    "somebody has changed {name} meanwhile: {said}",
                    name=now.full_name,
                    said=_said(now),
                )
            )
        changed = _differing(entry, now)
        return player_changed(held.tournament, key, changed)

    act = asked.act("register", "--change", key, *_options(entry))
    return asked.desk.held.change(act, work)


def _entry(asked: Asked, emptied: Mapping[str, str]) -> Entry:
    """What the form of an entry holds; what is left empty is not typed, or what ``emptied`` says."""
    given: dict[str, Any] = {}
    for name in ("name", "first_name", *_FIELDS):
        if name in asked.fields:
            value = asked.fields[name].strip() or emptied.get(name)
            if value is not None and (value or name in emptied):
                given[name] = _number(name, value) if name in _NUMBERS else value
    final = {"yes": True, "no": False}.get(asked.fields.get("final", ""))
    return Entry(**given, final=final)


def _number(name: str, typed: str) -> int:
    if not _NUMBER.fullmatch(typed):
        raise RuleError(
            phrase("expected {numbers}, got {got!r}", numbers=_NUMBERS[name], got=typed[:_LONGEST]),
            about=name,
        )
    return int(typed)


def _differing(entry: Entry, player: Player) -> Entry:
    """What is typed and not known already."""
    facts = entry.facts()
    held = {name: getattr(entry, name) for name in facts if facts[name] != getattr(player, name)}
    return Entry(**held)


def _options(entry: Entry) -> Sequence[str]:
    """An entry as the command takes it."""
    typed = [value for value in (entry.name, entry.first_name) if value]
    for name in _FIELDS:
        value = getattr(entry, name)
        if value is not None:
            typed += typed_as_options(name, value)
    if entry.final is not None:
        typed += typed_as_options("final", entry.final)
    return typed


def _known(player: Player) -> tuple[object, ...]:
    return (player.full_name, player.final, *(getattr(player, name) for name in _FIELDS))


def _said(player: Player) -> str:
    where = ", ".join(filter(None, (player.country, player.club)))
    return f"{player.full_name} {player.grade}, rating {player.rating_or_lowest}" + (
        where and f", {where}"
    )


def _player(tournament: Tournament, key: str) -> Player:
    player = tournament.by_key.get(key)
    if player is None:
        raise RuleError(phrase("nobody has the key {key!r} any more", key=key))
    return player


def _panel(asked: Asked) -> Mapping[str, Any]:
    tournament = asked.state.tournament
    player = _player(tournament, asked.typed("key"))
    return {
        "player": player,
        "rounds": participation_text(player.absences, tournament.rules.rounds),
        "games": [game for game in tournament.games if player.key in game.players],
        "by_key": tournament.by_key,
        "relatives": _relatives(tournament, player),
        "sat": player.key in tournament.seated,
        "seated": player.key in tournament.round(asked.number).seated,
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


def _apart(asked: Asked) -> Told:
    """Say that two players must not meet, in this round and in those after it that are not drawn."""
    values = {
        "kind": ConditionKind.NOT_MEET.value,
        "players": [asked.typed("one"), asked.typed("other")],
        "why": asked.fields.get("why", "").strip() or None,
        "until": asked.state.tournament.rules.rounds,
    }
    return perform(asked, "condition", values)


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
