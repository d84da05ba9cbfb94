"""Players who are identified in the rating list of a federation: their facts, and who is known not to be in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...go.tournament import key_of
from ...sentences import phrase, phrase_many
from ..entries.registration import read_player
from ..history.details import IdentityDetails, SettledPlayer
from .outcome import Edit
from .players import deleted, described, player_keyed, refuse_for_results_file, renamed
from .ratings import describe_change

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...go.tournament import Player, Tournament


def players_identified(
    tournament: Tournament,
    title: str,
    entries: Mapping[str, Mapping[str, Any]],
    numbers: Mapping[str, str],
    without: Mapping[str, Sequence[str]],
    removed: Sequence[str] = (),
) -> Edit:
    """The tournament in which it is settled who players are in a rating list.

    Parameters
    ----------
    entries
        What changes of players, by their keys.
    numbers
        Their numbers in the list; none, or an empty one, of who is not in it.
    without
        What a results file needs and they are known to lack, or to have cut in it.
    removed
        Those who are entered twice.

    Raises
    ------
    RuleError
        If nothing is settled, a value is none of its field, or two players would have one name.
    """
    if not entries and not removed:
        raise RuleError(phrase("no player is identified; decide who is doubtful first"))
    fresh = {key: _with_facts(tournament, key, each) for key, each in entries.items()}
    after = deleted(tournament, removed).tournament if removed else tournament
    _refuse_same_keys([fresh.get(player.key, player) for player in after.players])
    changes = [
        phrase("{player}: {change}", player=described(was), change=describe_change(was, now))
        for was, now in ((tournament.by_key[key], now) for key, now in fresh.items())
        if replace(now, key=was.key) != was
    ]
    gone = [phrase("{name} is deleted", name=tournament.name_of(key)) for key in removed]
    message = phrase_many(
        "{count} player settled with the list of the {title}",
        "{count} players settled with the list of the {title}",
        len(entries) + len(removed),
        title=title,
    )
    settled = tuple(
        SettledPlayer(now.key, numbers.get(key, ""), tuple(without.get(key, ())))
        for key, now in fresh.items()
    )
    return Edit(
        tournament=renamed(after, fresh),
        summary=message,
        messages=(message, *changes, *gone),
        details=IdentityDetails(title=title, players=settled),
    )


def _with_facts(tournament: Tournament, key: str, stated: Mapping[str, Any]) -> Player:
    """A player with what changes, whose key is that of the name."""
    player, chess = player_keyed(tournament, key), tournament.event_kind.has_federations
    refuse_for_results_file(player, stated, chess=chess)
    fresh = replace(player, **read_player(stated, chess=chess))
    if (fresh.name, fresh.first_name) == (player.name, player.first_name):
        return fresh
    return replace(fresh, key=key_of(fresh.name + fresh.first_name))


def _refuse_same_keys(players: Sequence[Player]) -> None:
    """Refuse a name that becomes that of another player, too."""
    keys = set[str]()
    for player in players:
        if player.key in keys:
            raise RuleError(phrase("{player} already has that name", player=described(player)))
        keys.add(player.key)
