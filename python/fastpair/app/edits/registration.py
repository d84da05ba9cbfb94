"""Players who enter a tournament, before it begins or late."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.characters import folded
from ...go.tournament.player import ranges
from ...report.sheet import counted
from ...sentences import Remedy, phrase, phrase_many
from ..typed.players import find_player
from .confirmation import LikelyMistakeError
from .entries import Terms, confirmed, described, in_supergroup, registration_told, within
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ...go.tournament import Person, Player, Tournament


def registered(
    tournament: Tournament,
    newcomers: Iterable[Player],
    terms: Terms | None = None,
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
    terms = terms or Terms()
    asked: list[LikelyMistakeError] = []
    missed = terms.absences(tournament)
    late = terms.correction(tournament.rules, missed)
    everybody = [each for player in tournament.players for each in (player, *player.members)]
    held = defaultdict[str, list["Person"]](list)
    for each in everybody:
        held[folded(each.full_name)].append(each)
    pins = {each.egf_pin: each for each in everybody if each.egf_pin}
    added: list[Player] = []
    told: list[str] = []
    for player in newcomers:
        same_name = held[folded(player.full_name)]
        twin = next((each for each in same_name if not _differs(player, each)), None)
        twin = twin or next(iter(same_name), None) or pins.get(player.egf_pin)
        if twin is not None:
            said = phrase(
                "{player} is registered already, as {twin}",
                player=described(player),
                twin=described(twin),
            )
            if not (namesakes and _differs(player, twin)):
                told.append(said)
                continue
            asked.append(LikelyMistakeError(said, Remedy("register a namesake")))
            player = replace(player, key=_free_key(player.key, (*tournament.players, *added)))
        fresh = _on_terms(tournament, player, terms, missed, late)
        same_name.append(fresh)
        pins |= {player.egf_pin: fresh} if player.egf_pin else {}
        added.append(fresh)
        when = _when(fresh.absences, tournament)
        told.append(f"{described(fresh)} is registered{when}{_start(fresh)}")
    if not told:
        raise RuleError(phrase("expected players, got none"))
    names = ", ".join(player.full_name for player in added[:3])
    said = phrase_many(
        "{count} player registered: {names}",
        "{count} players registered: {names}",
        len(added),
        names=f"{names}, …" if len(added) > 3 else names,
    )
    return Edit(
        tournament=replace(tournament, players=(*tournament.players, *added)),
        said=said if added else phrase("nobody new is registered"),
        told=tuple(told),
        unconfirmed=tuple(asked),
    )


def _differs(player: Player, twin: Person) -> bool:
    """Whether other facts are known of two players of one name, so that they may be two persons."""
    if player.egf_pin and player.egf_pin == twin.egf_pin:
        return False
    facts = (
        (player.country, twin.country),
        (folded(player.club), folded(twin.club)),
        (player.egf_pin, twin.egf_pin),
    )
    return player.grade != twin.grade or any(a and b and a != b for a, b in facts)


def _free_key(key: str, players: Iterable[Player]) -> str:
    """A key that no player has, made of this one."""
    taken = {player.key for player in players}
    return next(each for number in count(2) if (each := f"{key}{number}") not in taken)


def registered_as(
    tournament: Tournament,
    final: bool,
    players: Sequence[str] | None = None,
    terms: Terms | None = None,
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
    every = [player.key for player in tournament.players]
    keys = every if players is None else [find_player(tournament, typed) for typed in players]
    before = {key: tournament.by_key[key] for key in dict.fromkeys(keys)}
    old = [player for player in before.values() if player.final != final]
    if not old:
        return Edit(tournament=tournament, said=_as_already(list(before.values()), final))
    fresh: Sequence[Player] = [replace(player, final=False) for player in old]
    if final:
        fresh = confirmed(tournament, old, terms or Terms())
    changed = {player.key: player for player in fresh}
    told = tuple(registration_told(tournament, player) for player in fresh)
    count = phrase_many("{count} player confirmed", "{count} players confirmed", len(told))
    if not final:
        count = phrase("{count} players are preliminary now", count=len(told))
    return Edit(
        tournament=replace(
            tournament, players=tuple(changed.get(p.key, p) for p in tournament.players)
        ),
        said=told[0] if len(told) == 1 else count,
        told=told,
    )


def _as_already(players: Sequence[Player], final: bool) -> str:
    """Say that registrations are what they are to be."""
    if len(players) != 1:
        return (
            phrase("everybody is already confirmed")
            if final
            else phrase("everybody is already preliminary")
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
    keys = {find_player(tournament, typed) for typed in players}
    refuse_seated(tournament, keys, lambda name: Remedy("withdraw", player=name))
    left = tuple(player for player in tournament.players if player.key not in keys)
    gone = (described(player) for player in tournament.players if player.key in keys)
    told = tuple(phrase("{name} is deleted", name=each) for each in gone)
    said = (
        told[0]
        if len(told) == 1
        else phrase_many("{count} player is deleted", "{count} players are deleted", len(told))
    )
    return Edit(tournament=replace(tournament, players=left), said=said, told=told)


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
        name = tournament.by_key[key].full_name
        raise RuleError(
            phrase("{name} has a game or a bye, and stays", name=name),
            *([remedy(name)] if remedy else []),
        )
    for team in tournament.team_play.teams if tournament.team_play else ():
        for key in sorted(team.members.intersection(keys)):
            name = tournament.by_key[key].full_name
            raise RuleError(f"{name} plays in the team {team.name}, and stays")


def _on_terms(
    tournament: Tournament, player: Player, terms: Terms, missed: frozenset[int], late: int
) -> Player:
    """A player who misses rounds, and starts elsewhere than at the grade."""
    start = player.correction
    if terms.supergroup is not None:
        start = in_supergroup(tournament, player, terms.supergroup)
    entered = within(tournament.rules, player.with_rating())
    return replace(entered, absences=entered.absences | missed, correction=start + late)


def _when(missed: frozenset[int], tournament: Tournament) -> str:
    """In which rounds somebody takes part, if not in all."""
    attended = frozenset(range(1, tournament.rules.rounds + 1)) - missed
    if not missed or not attended:
        return ", for no round" if missed else ""
    if missed == frozenset(range(1, min(attended))):
        return f", from round {min(attended)} on"
    word = "round" if len(attended) == 1 else "rounds"
    return f", for {word} {ranges(attended, '–', ', ')}"


def _start(player: Player) -> str:
    """How much higher or lower somebody starts than the grade says."""
    if not player.correction:
        return ""
    word = "higher" if player.correction > 0 else "lower"
    return f", and starts {counted(abs(player.correction), 'point')} {word}"
