"""Tournaments that begin, and players who enter them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...formats.characters import folded, key_of
from ...go.tournament import Grade, PairingRules, Player, Rules, Tournament, with_preset
from ...go.tournament.groups import late_entry_correction, with_supergroups
from ...go.tournament.player import participation
from ...report.sheet import counted
from ...sentences import Remedy, joined, message_of, phrase, phrase_many
from ..state import entry_round
from ..typed.players import listed_twice
from ..typed.values import doubled, on_one_line, whole
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...go.tournament import Person
    from ..typed.event import TypedEvent
    from ..typed.pairing import TypedPairing
    from ..typed.values import TypedRules


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
    ffg_licence: str | None = None
    aga_id: str | None = None
    final: bool | None = None
    correction: int | None = None
    band: int | None = None
    """0 for that of the category."""

    play_in: str | None = None
    play_out: str | None = None

    def player(self) -> Player:
        """Somebody new. A player without a rating gets that of the grade.

        Raises
        ------
        RuleError
            If there is no name or no grade, or a value is none of its field.
        """
        facts = self.facts()
        if not facts.get("name"):
            raise RuleError(phrase("expected the family name of the player"))
        if "grade" not in facts:
            raise RuleError(
                phrase("{name}: expected a grade", name=facts["name"]), Remedy("name the grade")
            )
        key = key_of(facts["name"] + facts.get("first_name", ""))
        return Player(**{"first_name": "", **facts, "key": key}).with_rating()

    def facts(self) -> dict[str, Any]:
        """The fields that are typed, as a player holds them.

        Raises
        ------
        RuleError
            If a value is none of its field.
        """
        typed = {name: getattr(self, name) for name in self.__slots__}
        found = {name: value for name, value in typed.items() if value is not None}
        for name in ("name", "first_name", "club", "country", "play_in", "play_out"):
            if name in found:
                found[name] = on_one_line(found[name])
        if self.grade is not None:
            found["grade"] = _grade_or_title(self.grade)
        whole("correction", self.correction, Player, "correction")
        if "band" in found:
            found["band"] = whole("band", self.band or None, Player, "band")
        pin = found.get("egf_pin", "")
        if pin and not (pin.isascii() and pin.isdecimal() and len(pin) == _PIN_DIGITS):
            raise RuleError(
                phrase(
                    "expected a PIN of {pin_digits} digits, got {pin!r}",
                    pin_digits=_PIN_DIGITS,
                    pin=pin,
                )
            )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On what terms players enter."""

    since: int | None = None
    """The first round that they take part in; by default the next that is drawn."""

    rounds: str | None = None
    """The rounds that they take part in, as `participation` reads them; by default all."""

    per_missed_round: str | None = None
    """Points that a round before the first one is to be worth, 0 to 1; by default what the rules give
    for an absence, as to everybody else who misses a round."""

    supergroup: int | None = None
    """Points above the bar at which they start."""

    def absences(self, tournament: Tournament) -> frozenset[int]:
        """The rounds that they miss.

        Raises
        ------
        RuleError
            If there is no such round, or none that they could take part in.
        """
        rounds = tournament.rules.rounds
        since = entry_round(tournament) if self.since is None else self.since
        tournament.check_round(since)
        missed = frozenset(range(1, since))
        if self.rounds is not None:
            missed |= participation(self.rounds, rounds)
        if len(missed) == rounds:
            raise RuleError(phrase("nobody can enter for no round"), Remedy("name rounds to play"))
        return missed

    def correction(self, rules: Rules, missed: frozenset[int]) -> int:
        """What the rounds before their first one add to the starting score.

        Raises
        ------
        RuleError
            If a missed round is to be worth less than nothing or more than a win.
        """
        if self.per_missed_round is None:
            return 0
        worth_x2 = doubled("per_missed_round", self.per_missed_round, 2)
        first = min(frozenset(range(1, rules.rounds + 1)) - missed)
        return late_entry_correction(rules, first, worth_x2) if first > 1 else 0


def confirmed(
    tournament: Tournament, players: Iterable[Player], terms: Terms
) -> tuple[Player, ...]:
    """Players whose registration counts from a round on; they were absent from those before.

    What they have played before stays.

    Raises
    ------
    RuleError
        If the terms cannot be.
    """
    missed = terms.absences(tournament)
    late = terms.correction(tournament.rules, missed)
    seated = {number: tournament.round(number).seated for number in missed}
    return tuple(
        replace(
            player,
            final=True,
            absences=player.absences | {n for n in missed if player.key not in seated[n]},
            correction=player.correction + late,
        )
        for player in players
    )


def registration_told(tournament: Tournament, player: Player) -> str:
    """What has become of a registration."""
    if not player.final:
        return phrase("{name} is preliminary now", name=player.full_name)
    rounds = range(1, tournament.rules.rounds + 1)
    first = next((n for n in rounds if player.plays_in(n)), None)
    if first is None or first == 1:
        return phrase("{name} is confirmed", name=player.full_name)
    return phrase("{name} is confirmed from round {round} on", name=player.full_name, round=first)


def _grade_or_title(typed: str) -> Grade:
    try:
        return Grade.parse(typed)
    except ValueError as error:
        raise RuleError(message_of(error)) from error


_PRESET = "OpenGotha v351"
"""The rules of a new tournament, if nothing is said, but for the model. Under plain ``Rules`` a bye is
worth nothing."""


def begun(
    *,
    name: str,
    rules: TypedRules,
    event: TypedEvent,
    players: Sequence[Player] = (),
    pairing: TypedPairing | None = None,
) -> Edit:
    """A tournament before its first round.

    Raises
    ------
    RuleError
        If a value is none of its field, or the rules contradict themselves.
    """
    usual = replace(with_preset(Rules(), _PRESET), pairing=PairingRules.of_new_tournaments())
    again = {player.key: twin for player, twin in listed_twice(players)}
    rated = tuple(player.elsewhere().with_rating() for player in players if player.key not in again)
    blank = Tournament(name=on_one_line(name), rules=usual, players=rated)
    tournament = rules.applied_to(replace(blank, event=event.applied_to(blank.event)))
    if pairing is not None:
        tournament = pairing.applied_to(tournament)
    tournament = replace(
        tournament, players=tuple(within(tournament.rules, p) for p in tournament.players)
    )
    tournament.check()
    settled = tournament.rules
    said = (
        f"{tournament.name or 'a tournament'}: {counted(settled.rounds, 'round')}, "
        f"floor {settled.floor}, bar {settled.bar}, {counted(len(rated), 'player')}"
    )
    told = (
        f"{described(player)} is listed already, as {described(again[player.key])}, and enters once"
        for player in players
        if player.key in again
    )
    return Edit(tournament=tournament, said=said, warned=tuple(told))


def copied(tournament: Tournament, name: str) -> Edit:
    """A tournament with the rules and players of another one, before its first round."""
    players = tuple(
        replace(player.elsewhere(), absences=frozenset()) for player in tournament.players
    )
    event = replace(tournament.event, short_name="", begins=None, ends=None)
    fresh = replace(tournament, name=name, event=event, players=players, games=(), byes=())
    return Edit(tournament=fresh, said=f"{name}: the rules and players of {tournament.name}")


def within(rules: Rules, player: Player) -> Player:
    """A player of a list, who misses none but the rounds of the tournament."""
    rounds = range(1, rules.rounds + 1)
    return replace(player.elsewhere(), absences=player.absences.intersection(rounds))


def player_changed(
    tournament: Tournament, key: str, entry: Entry, terms: Terms | None = None
) -> Edit:
    """The tournament with a player of whom something else is known.

    Parameters
    ----------
    terms
        Where the player starts, if that is to be changed, and from which round a registration counts
        that becomes final.

    Raises
    ------
    RuleError
        If nothing is typed, or another player has the name.
    """
    facts, player, terms = entry.facts(), tournament.by_key[key], terms or Terms()
    if terms.supergroup is not None:
        facts["correction"] = in_supergroup(tournament, replace(player, **facts), terms.supergroup)
    if not facts:
        raise RuleError(phrase("expected what is to be changed, such as a grade or a club"))
    fresh = replace(player, **facts)
    if fresh.final and not player.final:
        (fresh,) = confirmed(tournament, [fresh], terms)
    for other in tournament.players:
        if other.key != key and folded(other.full_name) == folded(fresh.full_name):
            raise RuleError(phrase("{player} has that name already", player=described(other)))
    if {"name", "first_name"} & facts.keys():
        fresh = replace(fresh, key=key_of(fresh.name + fresh.first_name))
    what = ", ".join(facts)
    if described(fresh) == described(player):
        said = phrase("{player} changed: {what}", player=described(player), what=what)
    else:
        said = phrase(
            "{player} changed: {what}, now {now}",
            player=described(player),
            what=what,
            now=described(fresh),
        )
    if fresh.final and not player.final:
        said = joined("; ", [said, registration_told(tournament, fresh)])
    return Edit(tournament=_renamed(tournament, key, fresh), said=said)


def players_changed(tournament: Tournament, entries: Mapping[str, Entry]) -> Edit:
    """The tournament with several players of whom more is known.

    Parameters
    ----------
    entries
        What is known, by the keys of the players.

    Raises
    ------
    RuleError
        If nothing is typed, or a value is none of its field.
    """
    if not entries:
        raise RuleError(phrase("expected what is to be changed, such as a country or a number"))
    done = Edit(tournament=tournament, said="")
    for key, entry in entries.items():
        done = done.then(partial(player_changed, key=key, entry=entry))
    said = phrase_many("{count} player changed", "{count} players changed", len(entries))
    return replace(done, said=done.said if len(entries) == 1 else said)


def in_supergroup(tournament: Tournament, player: Player, level: int) -> int:
    """The correction of a player who starts so many points above the bar."""
    alone = replace(tournament, players=(player,), games=(), byes=(), team_play=None)
    return with_supergroups(alone, {player.key: level}).players[0].correction


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
    play = tournament.team_play and tournament.team_play.with_keys({key: fresh.key})
    return replace(
        tournament, players=players, games=tuple(games), byes=tuple(byes), team_play=play
    )


def described(player: Person) -> str:
    """A player by name and grade, with country and club."""
    where = ", ".join(filter(None, (player.country, player.club)))
    return f"{player.full_name} {player.grade}" + (f" ({where})" if where else "")
