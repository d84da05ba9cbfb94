"""Players added, confirmed, changed and removed, one by one or from a list."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...formats.document import repeated_numbers
from ...formats.entries.countries import country_in, is_country
from ...formats.entries.document import unknown_countries
from ...formats.entries.names import both_spellings
from ...go.tournament import key_of, with_keys
from ...go.tournament.groups import with_supergroups
from ...letters import folded
from ...parameters import ranges
from ...sentences import Remedy, joined, phrase, phrase_many
from ..entries.registration import EntryTerms, read_player
from ..forms.inputs import on_one_line
from ..forms.labels import PLAYER_FACTS
from ..lookup import find_player, find_players, teams_of
from .outcome import Edit, LikelyMistakeError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Person, Player, Rules, Tournament


def confirmed(
    tournament: Tournament, players: Iterable[Player], terms: EntryTerms
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


def first_round(tournament: Tournament, player: Player) -> int | None:
    """The first round in which a player takes part; None if there is none."""
    return next(filter(player.plays_in, tournament.round_numbers), None)


def describe_registration(tournament: Tournament, player: Player) -> str:
    """What has become of a registration."""
    if not player.final:
        return phrase("{name} is preliminary now", name=player.full_name)
    first = first_round(tournament, player)
    if first is None or first == 1:
        return phrase("{name} is confirmed", name=player.full_name)
    return phrase("{name} is confirmed from round {round} on", name=player.full_name, round=first)


def at_home(tournament: Tournament, player: Player) -> Player:
    """The player with a country as the game has it: a federation in chess, a code of ISO 3166 in Go."""
    country = country_in(player.country, chess=tournament.event_kind.has_federations)
    return player if country == player.country else replace(player, country=country)


def within(rules: Rules, player: Player) -> Player:
    """A player of a list, who misses none but the rounds of the tournament."""
    rounds = range(1, rules.rounds + 1)
    return player.elsewhere().with_absences(player.absences.intersection(rounds))


def change_named_player(
    tournament: Tournament, name: str, stated: Mapping[str, Any], terms: EntryTerms
) -> Edit:
    """Change a player who is named, or only whether the registration is confirmed.

    Raises
    ------
    RuleError
        If nobody has the name, or as `player_changed`.
    """
    key = find_player(tournament, name, by_member=False)
    if stated.keys() == {"final"}:
        return registered_as(tournament, stated["final"], [key], terms)
    return player_changed(tournament, key, stated, terms)


def player_changed(
    tournament: Tournament, key: str, stated: Mapping[str, Any], terms: EntryTerms | None = None
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
    facts = read_player(stated, chess=tournament.event_kind.has_federations)
    player, terms = tournament.by_key[key], terms or EntryTerms()
    if terms.supergroup is not None:
        facts["correction"] = in_supergroup(tournament, replace(player, **facts), terms.supergroup)
    if not facts:
        raise RuleError(phrase("nothing to change; enter a grade or a club, for example"))
    fresh = replace(player, **facts)
    if fresh.final and not player.final:
        (fresh,) = confirmed(tournament, [fresh], terms)
    for other in tournament.players:
        if other.key != key and folded(other.full_name) == folded(fresh.full_name):
            raise RuleError(phrase("{player} already has that name", player=described(other)))
    if {"name", "first_name"} & facts.keys():
        fresh = replace(fresh, key=key_of(fresh.name + fresh.first_name))
    what = joined(", ", (phrase(PLAYER_FACTS[name]) for name in facts))
    if described(fresh) == described(player):
        message = phrase("{player} changed: {what}", player=described(player), what=what)
    else:
        message = phrase(
            "{player} changed: {what}, now {now}",
            player=described(player),
            what=what,
            now=described(fresh),
        )
    if fresh.final and not player.final:
        message = joined("; ", [message, describe_registration(tournament, fresh)])
    warnings = unknown_countries([fresh]) if "country" in facts else ()
    return Edit(
        tournament=renamed(tournament, {key: fresh}), summary=message, warnings=tuple(warnings)
    )


def players_changed(tournament: Tournament, entries: Mapping[str, Mapping[str, Any]]) -> Edit:
    """The tournament with several players of whom more is known.

    Parameters
    ----------
    entries
        What is known, by the keys of the players.

    Raises
    ------
    RuleError
        If nothing is typed, or a value is none of its field, or none that a results file takes.
    """
    if not entries:
        raise RuleError(phrase("nothing to change; enter a country or a number, for example"))
    done = Edit(tournament=tournament, summary="")
    for key, stated in entries.items():
        refuse_for_results_file(
            player_keyed(tournament, key), stated, chess=tournament.event_kind.has_federations
        )
        done = done.then(partial(player_changed, key=key, stated=stated))
    message = phrase_many("{count} player changed", "{count} players changed", len(entries))
    return replace(done, summary=done.summary if len(entries) == 1 else message)


_DIGITS = {"aga_id": 8, "fide_id": 11}
"""The most digits of the numbers of federations; `read_player` checks those of the EGF."""


def refuse_for_results_file(player: Player, stated: Mapping[str, Any], *, chess: bool) -> None:
    """Refuse a country that is no code, and a number that is none."""
    if country := stated.get("country"):
        code = country_in(on_one_line(country), chess=chess)
        if not is_country(code) and not re.fullmatch("[A-Za-z]{2}", code):
            raise RuleError(
                phrase(
                    "{name}: the country must be two letters such as DE, not {value!r}",
                    name=player.full_name,
                    value=country,
                )
            )
    for name, most in _DIGITS.items():
        value = stated.get(name)
        if value and not re.fullmatch(f"[0-9]{{1,{most}}}", value):
            raise RuleError(
                phrase(
                    "{name}: enter a number of at most {digits} digits, not {value!r}",
                    name=player.full_name,
                    digits=most,
                    value=value,
                )
            )


def player_keyed(tournament: Tournament, key: str) -> Player:
    """The player with a key.

    Raises
    ------
    RuleError
        If nobody has it any more.
    """
    if key not in tournament.by_key:
        raise RuleError(phrase("the player {key!r} is no longer in the tournament", key=key))
    return tournament.by_key[key]


def in_supergroup(tournament: Tournament, player: Player, level: int) -> int:
    """The correction of a player who starts so many points above the bar."""
    alone = replace(tournament, players=(player,), games=(), byes=(), team_play=None)
    return with_supergroups(alone, {player.key: level}).players[0].correction


def renamed(tournament: Tournament, fresh: Mapping[str, Player]) -> Tournament:
    """The tournament with other states of players, by their keys until now; in their games and byes too."""
    players = tuple(
        replace(fresh[player.key], key=player.key) if player.key in fresh else player
        for player in tournament.players
    )
    keys = {key: player.key for key, player in fresh.items()}
    return with_keys(replace(tournament, players=players), keys)


def described(player: Person) -> str:
    """A player by name and grade, with country and club."""
    where = joined(", ", filter(None, (player.country, player.club)))
    return player.name_and_grade + (f" ({where})" if where else "")


def registered(
    tournament: Tournament,
    newcomers: Iterable[Player],
    terms: EntryTerms | None = None,
    *,
    namesakes: bool = False,
) -> Edit:
    """The tournament with more players. Who is in it already stays as they are.

    Who enters late was absent from the rounds before, which are worth what the rules give for an
    absence, or what the terms say.

    Parameters
    ----------
    terms
        On what terms they enter.
    namesakes
        Whether somebody of the same name of whom other facts are known is another player, which is to be
        confirmed.

    Raises
    ------
    RuleError
        If there are no players, or no such round.
    """
    terms = terms or EntryTerms()
    unconfirmed: list[LikelyMistakeError] = []
    missed = terms.absences(tournament)
    late = terms.correction(tournament.rules, missed)
    people = KnownPeople.of(tournament)
    added: list[Player] = []
    messages: list[str] = []
    for newcomer in newcomers:
        player = at_home(tournament, newcomer)
        twin = people.twin(player)
        if twin is not None:
            message = phrase(
                "{player} is already registered as {twin}",
                player=described(player),
                twin=described(twin),
            )
            if not (namesakes and differs(player, twin)):
                messages.append(message)
                continue
            unconfirmed.append(LikelyMistakeError(message, Remedy("register a namesake")))
            taken = {each.key for each in (*tournament.players, *added)}
            keys = (f"{player.key}{number or ''}" for number in (0, *range(2, len(taken) + 3)))
            player = replace(player, key=next(key for key in keys if key not in taken))
        fresh = _on_terms(tournament, player, terms, missed, late)
        people.add(fresh)
        added.append(fresh)
        parts = (_when(fresh.absences, tournament), _start(fresh))
        done = phrase("{player} is registered", player=described(fresh))
        messages.append(joined(", ", [done, *filter(None, parts)]))
    if not messages:
        raise RuleError(phrase("the list has no players"))
    names = joined(", ", (player.full_name for player in added[:3]))
    message = phrase_many(
        "{count} player registered: {names}",
        "{count} players registered: {names}",
        len(added),
        names=f"{names}, …" if len(added) > 3 else names,
    )
    return Edit(
        tournament=replace(tournament, players=(*tournament.players, *added)),
        summary=message if added else phrase("no new players"),
        messages=tuple(messages),
        warnings=(*unknown_countries(added), *_same_numbers(tournament, added)),
        questions=tuple(unconfirmed),
    )


def _same_numbers(tournament: Tournament, added: Sequence[Player]) -> Iterator[str]:
    """Say which FIDE numbers of newcomers others have, too."""
    own = {player.fide_id for player in added}
    return repeated_numbers(p for p in (*tournament.players, *added) if p.fide_id in own)


class KnownPeople:
    """People by name and by EGF PIN, to find who is entered twice."""

    def __init__(self) -> None:
        self._by_name = defaultdict[str, list["Person"]](list)
        self._by_pin: dict[str, Person] = {}

    @classmethod
    def of(cls, tournament: Tournament) -> KnownPeople:
        """Everybody in a tournament, the members of its pairs included."""
        found = cls()
        for player in tournament.players:
            for person in (player, *player.members):
                found.add(person)
        return found

    def add(self, person: Person) -> None:
        """Add somebody."""
        for name in both_spellings(person):
            self._by_name[name].append(person)
        if person.egf_pin:
            self._by_pin[person.egf_pin] = person

    def twin(self, player: Player) -> Person | None:
        """The same person, or else somebody of the same names, in either order."""
        same_name = self._namesakes(player)
        twin = next((each for each in same_name if not differs(player, each)), None)
        return twin or next(iter(same_name), None) or self._by_pin.get(player.egf_pin)

    def has_ungraded(self, player: Player) -> bool:
        """Whether there is a player of whom the grade is not known: by more than the name, and for sure."""
        found = (_facts_of(player, each) for each in self._namesakes(player))
        return any(facts and all(a == b for a, b in facts) for facts in found)

    def _namesakes(self, player: Player) -> list[Person]:
        """Those of the same names: in the same order, or in the other one unless their PINs differ."""
        own, found = folded(player.full_name), self._by_name[folded(player.full_name)]
        same = [each for each in found if folded(each.full_name) == own]
        pin = player.egf_pin
        others = (each for each in found if not (pin and each.egf_pin not in ("", pin)))
        return [*same, *(each for each in others if folded(each.full_name) != own)]


def differs(player: Player, twin: Person) -> bool:
    """Whether other facts are known of two players of one name, so that they may be two persons."""
    if player.egf_pin and player.egf_pin == twin.egf_pin:
        return False
    return player.grade != twin.grade or any(a != b for a, b in _facts_of(player, twin))


def _facts_of(player: Player, twin: Person) -> list[tuple[str, str]]:
    """The country, the club and the PIN of two players, as far as they are known of both."""
    facts = (
        (player.country, twin.country),
        (folded(player.club), folded(twin.club)),
        (player.egf_pin, twin.egf_pin),
    )
    return [pair for pair in facts if all(pair)]


def registered_as(
    tournament: Tournament,
    final: bool,
    players: Sequence[str] | None = None,
    terms: EntryTerms | None = None,
) -> Edit:
    """The tournament in which players are confirmed or preliminary; who is so already stays so.

    Parameters
    ----------
    players
        As typed; None are all.
    terms
        From which round on a registration counts that is confirmed now, see `confirmed`.

    Raises
    ------
    RuleError
        If a player is not found, or the terms cannot be.
    """
    keys = tournament.by_key if players is None else find_players(tournament, players)
    before = [tournament.by_key[key] for key in keys]
    old = [player for player in before if player.final != final]
    if not old:
        return Edit(tournament=tournament, summary=_as_already(before, final))
    fresh: Sequence[Player] = [replace(player, final=False) for player in old]
    if final:
        fresh = confirmed(tournament, old, terms or EntryTerms())
    changed = {player.key: player for player in fresh}
    messages = tuple(describe_registration(tournament, player) for player in fresh)
    count = phrase_many("{count} player confirmed", "{count} players confirmed", len(messages))
    if not final:
        count = phrase("{count} players are preliminary now", count=len(messages))
    return Edit(
        tournament=replace(
            tournament, players=tuple(changed.get(p.key, p) for p in tournament.players)
        ),
        summary=messages[0] if len(messages) == 1 else count,
        messages=messages,
    )


def _as_already(players: Sequence[Player], final: bool) -> str:
    """Say that registrations are what they are to be."""
    if len(players) != 1:
        return (
            phrase("all players are already confirmed")
            if final
            else phrase("all players are already preliminary")
        )
    name = players[0].full_name
    return (
        phrase("{name} is already confirmed", name=name)
        if final
        else phrase("{name} is already preliminary", name=name)
    )


def deleted(tournament: Tournament, players: Sequence[str]) -> Edit:
    """The tournament without players who have had no game and no bye.

    Raises
    ------
    RuleError
        If a player is not found, or sits or has sat somewhere.
    """
    keys = find_players(tournament, players)
    refuse_seated(tournament, keys, lambda name: Remedy("withdraw", player=name))
    left = tuple(player for player in tournament.players if player.key not in keys)
    gone = (described(player) for player in tournament.players if player.key in keys)
    messages = tuple(phrase("{name} is deleted", name=each) for each in gone)
    message = (
        messages[0]
        if len(messages) == 1
        else phrase_many("{count} player is deleted", "{count} players are deleted", len(messages))
    )
    return Edit(tournament=replace(tournament, players=left), summary=message, messages=messages)


def refuse_seated(
    tournament: Tournament, keys: Collection[str], remedy: Callable[[str], Remedy] | None = None
) -> None:
    """Refuse players who have had a game or a bye, or play in a team.

    Parameters
    ----------
    remedy
        What can be done instead with a player of this name who has had one.

    Raises
    ------
    RuleError
        If there is one.
    """
    beaten = {key for player in tournament.players for key in player.playoffs_won}
    played = tournament.seated | beaten | {p.key for p in tournament.players if p.playoffs_won}
    for key in sorted(played.intersection(keys)):
        name = tournament.name_of(key)
        raise RuleError(
            phrase(
                "{name} has a game or a bye and cannot be removed; withdraw them instead",
                name=name,
            ),
            *([remedy(name)] if remedy else []),
        )
    for team in teams_of(tournament):
        for key in sorted(team.members.intersection(keys)):
            name = tournament.name_of(key)
            raise RuleError(
                phrase(
                    "{name} plays in the team {team} and cannot be removed; change the line-up first",
                    name=name,
                    team=team.name,
                )
            )


def _on_terms(
    tournament: Tournament, player: Player, terms: EntryTerms, missed: frozenset[int], late: int
) -> Player:
    """A player who misses rounds, and starts elsewhere than at the grade."""
    start = player.correction
    if terms.supergroup is not None:
        start = in_supergroup(tournament, player, terms.supergroup)
    entered = within(tournament.rules, player.with_rating())
    return replace(entered, absences=entered.absences | missed, correction=start + late)


def _when(missed: frozenset[int], tournament: Tournament) -> str:
    """In which rounds somebody takes part, if not in all."""
    attended = frozenset(tournament.round_numbers) - missed
    if not missed or not attended:
        return phrase("for no round") if missed else ""
    if missed == frozenset(range(1, min(attended))):
        return phrase("from round {round} on", round=min(attended))
    return phrase_many(
        "for round {rounds}",
        "for rounds {rounds}",
        len(attended),
        rounds=ranges(attended, "–", ", "),
    )


def _start(player: Player) -> str:
    """How much higher or lower somebody starts than the grade says."""
    if not player.correction:
        return ""
    if player.correction > 0:
        return phrase_many(
            "and starts {count} point higher", "and starts {count} points higher", player.correction
        )
    return phrase_many(
        "and starts {count} point lower", "and starts {count} points lower", -player.correction
    )
