"""Tournaments that begin, and players who enter them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..formats.names import folded, key_of
from ..report.text import counted
from ..tournament import Grade, Player, Rules, Tournament, automatic_bar
from .congress import Done

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["AUTOMATIC", "Entry", "begun", "player_changed", "registered"]

AUTOMATIC = "automatic"
"""Stands for the bar that the table of the handbook gives."""

_RATING_OF_1_DAN = 2100
_POINTS_OF_A_GRADE = 100
_PIN_DIGITS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is typed of a player; None stays as it is, or is the default."""

    name: str | None = None
    first_name: str | None = None
    grade: str | None = None
    rating: int | None = None
    country: str | None = None
    club: str | None = None
    egf_pin: str | None = None
    final: bool | None = None

    def player(self) -> Player:
        """Somebody new. A player without a rating gets that of the grade.

        Raises
        ------
        RuleError
            If there is no name or no grade, or a value is none of its field.
        """
        facts = self.facts()
        if not facts.get("name"):
            raise RuleError("expected the family name of the player")
        if "grade" not in facts:
            raise RuleError(f"{facts['name']}: expected a grade, such as --grade 3d")
        rating = _RATING_OF_1_DAN + _POINTS_OF_A_GRADE * facts["grade"]
        names = {"first_name": "", "rating": rating}
        key = key_of(facts["name"] + facts.get("first_name", ""))
        return Player(**{**names, **facts, "key": key})

    def facts(self) -> dict[str, Any]:
        """The fields that are typed, as a player holds them.

        Raises
        ------
        RuleError
            If a value is none of its field.
        """
        typed = {name: getattr(self, name) for name in self.__slots__}
        found = {name: value for name, value in typed.items() if value is not None}
        for name in ("name", "first_name", "club", "country"):
            if name in found:
                found[name] = _clean(found[name])
        if "grade" in found:
            try:
                found["grade"] = Grade.parse(found["grade"])
            except ValueError as error:
                raise RuleError(str(error)) from error
        pin = found.get("egf_pin", "")
        if pin and not (pin.isascii() and pin.isdecimal() and len(pin) == _PIN_DIGITS):
            raise RuleError(f"expected a PIN of {_PIN_DIGITS} digits, got {pin!r}")
        return found


def begun(
    *,
    name: str,
    rules: Rules,
    rounds: int | None,
    floor: str | None,
    bar: str | None,
    players: Sequence[Player] = (),
) -> Done:
    """A tournament before its first round.

    Parameters
    ----------
    rules
        Those that are changed.
    floor, bar
        Grades; the bar can be `AUTOMATIC` if there are players.

    Raises
    ------
    RuleError
        If a value is none, or the floor is above the bar.
    """
    if rounds is not None:
        rules = replace(rules, rounds=rounds)
    if floor is not None:
        rules = replace(rules, floor=_grade(floor))
    if bar == AUTOMATIC:
        if not players:
            raise RuleError("an automatic bar needs entries; --entries FILE names them")
        grades = [player.grade for player in players if player.final]
        rules = replace(rules, bar=automatic_bar(grades, rules.rounds))
    elif bar is not None:
        rules = replace(rules, bar=_grade(bar))
    if rules.floor > rules.bar:
        raise RuleError(f"the floor, {rules.floor}, is above the bar, {rules.bar}")
    tournament = Tournament(name=_clean(name), rules=rules, players=tuple(players))
    tournament.check()
    said = (
        f"{tournament.name or 'a tournament'}: {counted(rules.rounds, 'round')}, floor {rules.floor}, "
        f"bar {rules.bar}, {counted(len(players), 'player')}"
    )
    return Done(tournament=tournament, said=said)


def registered(
    tournament: Tournament, newcomers: Iterable[Player], since: int | None = None
) -> Done:
    """The tournament with more players. Who is in it already stays as he is.

    Parameters
    ----------
    since
        The first round that they take part in; by default the next that is drawn.

    Raises
    ------
    RuleError
        If two are of one name, there is no such round, or it is no round that can be drawn.
    """
    first = _first_round(tournament, since)
    missed = frozenset(range(1, first))
    held = {folded(player.full_name): player for player in tournament.players}
    pins = {player.egf_pin: player for player in tournament.players if player.egf_pin}
    added, told = [], []
    for player in newcomers:
        twin = held.get(folded(player.full_name)) or pins.get(player.egf_pin)
        if twin is not None:
            told.append(f"{_described(player)} is registered already, as {_described(twin)}")
            continue
        fresh = replace(player, absences=player.absences | missed)
        held[folded(player.full_name)] = fresh
        pins |= {player.egf_pin: fresh} if player.egf_pin else {}
        added.append(fresh)
        late = f", from round {first} on" if missed else ""
        told.append(f"{_described(fresh)} is registered{late}")
    if not told:
        raise RuleError("expected players, got none")
    names = ", ".join(player.full_name for player in added[:3])
    said = f"{counted(len(added), 'player')} registered: {names}{', …' if len(added) > 3 else ''}"
    done = replace(tournament, players=(*tournament.players, *added))
    return Done(tournament=done, said=said, told=tuple(told))


def player_changed(tournament: Tournament, key: str, entry: Entry) -> Done:
    """The tournament with a player of whom something else is known.

    Raises
    ------
    RuleError
        If nothing is typed, or another player has the name.
    """
    facts, player = entry.facts(), tournament.by_key[key]
    if not facts:
        raise RuleError("expected what is to be changed, such as --grade 3d or --club Ulm")
    fresh = replace(player, **facts)
    for other in tournament.players:
        if other.key != key and folded(other.full_name) == folded(fresh.full_name):
            raise RuleError(f"{_described(other)} has that name already")
    if {"name", "first_name"} & facts.keys():
        fresh = replace(fresh, key=key_of(fresh.name + fresh.first_name))
    now = f", now {_described(fresh)}" if _described(fresh) != _described(player) else ""
    said = f"{_described(player)} changed: {', '.join(facts)}{now}"
    return Done(tournament=_renamed(tournament, key, fresh), said=said)


def _renamed(tournament: Tournament, key: str, fresh: Player) -> Tournament:
    """The tournament with another state of a player, in his games and byes too."""

    def named(other: str) -> str:
        return fresh.key if other == key else other

    players = tuple(fresh if player.key == key else player for player in tournament.players)
    if fresh.key == key:
        return replace(tournament, players=players)
    games = (
        replace(game, white=named(game.white), black=named(game.black))
        if key in game.players
        else game
        for game in tournament.games
    )
    byes = (replace(bye, player=named(bye.player)) for bye in tournament.byes)
    return replace(tournament, players=players, games=tuple(games), byes=tuple(byes))


def _first_round(tournament: Tournament, since: int | None) -> int:
    """The first round of somebody who enters now."""
    rounds = tournament.rules.rounds
    if since is None:
        drawn = [n for n in range(1, rounds + 1) if tournament.is_drawn(n)]
        since = max(drawn, default=0) + 1
        if since > rounds:
            raise RuleError(f"all {rounds} rounds are drawn; --from-round N says when they enter")
    if not 1 <= since <= rounds:
        raise RuleError(f"expected a round from 1 to {rounds}, got {since}")
    return since


def _described(player: Player) -> str:
    where = ", ".join(filter(None, (player.country, player.club)))
    return f"{player.full_name} {player.grade}" + (f" ({where})" if where else "")


def _grade(typed: str) -> Grade:
    try:
        return Grade.parse(typed)
    except ValueError as error:
        raise RuleError(str(error)) from error


def _clean(text: str) -> str:
    """A name on one line, without white space around it."""
    return " ".join(text.split())
