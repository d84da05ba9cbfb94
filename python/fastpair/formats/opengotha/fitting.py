"""As much of a tournament as OpenGotha can hold."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import RuleError
from ...go.tournament import (
    OPENGOTHA_CRITERIA,
    Criterion,
    Event,
    PairingRules,
    Result,
    Rules,
    TimeLimit,
    with_groups_in_corrections,
)
from ..criteria import nearest_held
from ..names import key_of
from ..xml.markup import escaped
from . import parts, schema
from .roster import with_keys
from .settings import without_empty_end
from .teams import fitted_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Bye, Game, HandicapRules, Player, Points, Tournament
    from .schema import Column

    _Part = TypeVar("_Part", Player, Event, TimeLimit, Rules, Points, HandicapRules, PairingRules)

__all__ = ["fitted"]

_NO_NAME = "-"
_MOST_STONES = 9


def fitted(tournament: Tournament) -> Tournament:
    """A tournament without whatever a file of OpenGotha cannot hold.

    What is too long is cut, such as the name of a club; a value that OpenGotha does not know is
    the usual one instead. Of several byes in a round the first is left, and rounds beyond the
    twentieth are away. Players have the keys that OpenGotha makes of their names, with a number
    behind the name where two would have one key.
    """
    tournament = with_groups_in_corrections(tournament)
    players = tuple(_players(tournament.players))
    keys = {
        given.key: player.key for given, player in zip(tournament.players, players, strict=True)
    }
    named = with_keys(tournament, keys)
    return replace(
        parts.without_unheld(tournament),
        name=_writable(tournament.name),
        event=_event(tournament.event, _writable(tournament.name)),
        rules=_rules(tournament.rules),
        players=players,
        games=tuple(_game(game) for game in named.games if game.round <= schema.ROUNDS_IN_FILE),
        byes=tuple(_first_byes(named.byes)),
        team_play=fitted_teams(named.team_play),
    )


def _players(players: Iterable[Player]) -> Iterator[Player]:
    taken: set[str] = set()
    for player in players:
        name = _writable(player.name) or _NO_NAME
        first_name = _writable(player.first_name) or _NO_NAME
        names = (first_name, *(f"{first_name} {number}" for number in range(2, len(taken) + 3)))
        first_name = next(
            text for text in names if key_of(name + text) and key_of(name + text) not in taken
        )
        key = key_of(name + first_name)
        taken.add(key)
        held = replace(
            parts.without_unheld(player),
            name=name,
            first_name=first_name,
            country=_writable(player.country).strip(),
            club=_writable(player.club)[: schema.LONGEST_CLUB],
            egf_pin=_writable(player.egf_pin).strip(),
            ffg_licence=_writable(player.ffg_licence).strip(),
            aga_id=_writable(player.aga_id).strip(),
            rating=min(max(player.rating, schema.RATINGS[0]), schema.RATINGS[1]),
        )
        usual = replace(held, country="", correction=0)
        yield replace(_held(held, schema.PLAYER, usual), key=key)


def _event(event: Event, name: str) -> Event:
    texts: dict[str, Any] = {
        field.name: _writable(value)
        for field in fields(event)
        if isinstance(value := getattr(event, field.name), str)
    }
    if texts["short_name"] == parts.short_name_of(name):
        texts["short_name"] = ""
    held = parts.without_unheld(replace(event, **texts))
    return replace(_held(held, schema.EVENT, Event()), time=_time(event.time))


def _time(time: TimeLimit) -> TimeLimit:
    """A time limit in whole minutes, without what its kind of overtime has no use for."""
    used = {field: getattr(time, field) for field, _ in schema.OVERTIMES[time.overtime]}
    held = TimeLimit(basic=max(time.basic, 0) // 60 * 60, overtime=time.overtime, **used)
    return _held(held, schema.OVERTIMES[time.overtime], TimeLimit())


def _rules(rules: Rules) -> Rules:
    usual = Rules()
    kept = parts.without_unheld(rules)
    return replace(
        _held(
            replace(kept, rounds=min(rules.rounds, schema.ROUNDS_IN_FILE)), schema.GENERAL, usual
        ),
        category_limits=rules.category_limits[: schema.MOST_CATEGORIES - 1],
        points=_held(parts.without_unheld(rules.points), schema.POINTS, usual.points),
        placement=without_empty_end(
            nearest_held(rules.placement, OPENGOTHA_CRITERIA)[: schema.MOST_CRITERIA]
        ),
        handicap=_held(parts.without_unheld(rules.handicap), schema.HANDICAP, usual.handicap),
        pairing=_pairing(rules.pairing),
        club_groups=tuple(
            frozenset(_writable(club).lower() for club in clubs) - {""}
            for clubs in rules.club_groups
        ),
    )


def _pairing(pairing: PairingRules) -> PairingRules:
    held = _held(parts.without_unheld(pairing), schema.PAIRING, PairingRules())
    first, second = (
        criterion if criterion in OPENGOTHA_CRITERIA else Criterion.NONE
        for criterion in pairing.seed_criteria
    )
    return replace(held, seed_criteria=(first, second))


def _game(game: Game) -> Game:
    known = game.result is not Result.UNKNOWN
    return replace(
        game,
        handicap=min(game.handicap, _MOST_STONES),
        by_default=game.by_default and known,
    )


def _first_byes(byes: Iterable[Bye]) -> Iterator[Bye]:
    rounds = set()
    for bye in byes:
        if bye.round not in rounds and bye.round <= schema.ROUNDS_IN_FILE:
            rounds.add(bye.round)
            yield bye


def _held(value: _Part, columns: Iterable[Column], usual: _Part) -> _Part:
    """A value with the usual fields in place of those that OpenGotha does not know."""
    for field, attribute in columns:
        try:
            attribute.text(getattr(value, field))
        except RuleError:
            value = replace(value, **{field: getattr(usual, field)})
    return value


def _writable(text: str) -> str:
    """A text without the characters that XML does not have."""
    try:
        escaped(text)
    except ValueError:
        return "".join(map(_writable, text)) if len(text) > 1 else ""
    return text
