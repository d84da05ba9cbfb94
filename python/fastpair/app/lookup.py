"""Players, models and groups of players by what a director calls them, and what is near a misspelt name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import FormatError, InputError, RuleError, input_error
from ..formats.entries.names import both_spellings
from ..formats.toml import PlayerGroup
from ..go.tournament import Team
from ..letters import folded
from ..parameters import quoted
from ..sentences import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ..formats.entries.names import KnownNames
    from ..formats.rating_lists import RatingSource
    from ..go.tournament import Person, Player, Tournament
    from ..pairing.rules import StatedRules
    from ..pairing.weights import WeightModel


_CANDIDATES = 5


class AmbiguousPlayerError(InputError):
    """A name that several players have.

    Parameters
    ----------
    text
        The name as typed.
    players
        Who has it.
    """

    def __init__(self, text: str, players: Sequence[Player]) -> None:
        super().__init__(
            phrase(
                "player {got!r} is ambiguous: {listed}",
                got=text,
                listed=_list_first([_describe(player) for player in players]),
            )
        )
        self.text, self.players = text, tuple(players)


def find_duplicates(players: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
    """Find players who are the same person as an earlier player of the list.

    One person has one PIN of the EGF. Where one of two has none, the same club tells it, and the same names,
    in whatever order: lists have ``Emil Iliev`` and ``Iliev Emil``.
    """
    by_name: dict[tuple[str, str], Player] = {}
    by_pin: dict[str, Player] = {}
    for player in players:
        pin, club = player.egf_pin, folded(player.club)
        marks = [(name, club) for name in both_spellings(player)]
        twin = by_pin.get(pin) if pin else None
        namesakes = (by_name[mark] for mark in marks if mark in by_name)
        twin = twin or next((each for each in namesakes if "" in {pin, each.egf_pin}), None)
        if twin is not None:
            yield player, twin
            continue
        for mark in marks:
            by_name.setdefault(mark, player)
        if pin:
            by_pin[pin] = player


def known_names(tournament: Tournament, *rating_lists: RatingSource) -> KnownNames:
    """The people of a tournament and of rating lists, by their whole names in either order."""
    by_name: dict[str, list[tuple[str, str]]] = {}
    for player in tournament.players:
        for person in (player, *player.members):
            for spelling in both_spellings(person):
                by_name.setdefault(spelling, []).append((person.name, person.first_name))

    def find(text: str) -> Iterator[tuple[str, str]]:
        yield from by_name.get(folded(text), ())
        for each in rating_lists:
            yield from ((entry.name, entry.first_name) for entry in each.find(text))

    return find


def find_players(tournament: Tournament, names: Iterable[str]) -> tuple[str, ...]:
    """The keys of the players who are meant, each once.

    Raises
    ------
    RuleError
        If nobody is named, or one is not found.
    """
    found = dict.fromkeys(find_player(tournament, name) for name in names)
    if not found:
        raise RuleError(phrase("name a player"))
    return tuple(found)


def find_player(
    tournament: Tournament, text: str, *, by_member: bool = True, about: str = "player"
) -> str:
    """The key of the player who is meant.

    A key, both names in either order, or a family name or first name that only one player has; a pair
    also ``by_member``. Case, accents, spaces and punctuation do not matter. What is no text is ``about``
    an argument.

    Raises
    ------
    RuleError
        If nobody or more than one player is meant, or a member of a team where teams are drawn; names
        the nearest, or the team.
    """
    if not isinstance(text, str):
        message = f"expected the key or the name of a player, got {quoted(text)}"
        raise input_error(text, str, message, about=about)
    if text in tournament.by_key:
        return text
    folded_text = folded(text)
    for spellings in (_whole_names, _single_names, *[_member_names] * by_member):
        found = [
            player for player in tournament.players if folded_text in map(folded, spellings(player))
        ]
        if len(found) == 1:
            return found[0].key
        if found:
            raise AmbiguousPlayerError(text, found)
    for team in tournament.players:
        for member in team.roster:
            if folded_text in map(folded, _whole_names(member)):
                raise RuleError(
                    phrase(
                        "{name} plays in {team}, and teams are drawn: name the team",
                        name=member.full_name,
                        team=team.full_name,
                    )
                )
    raise InputError(
        phrase("no player {got!r}{nearest}", got=text, nearest=_nearest(tournament, folded_text))
    )


def teams_called(tournament: Tournament, text: str) -> list[Team]:
    """The teams with a name, in upper or lower case, or else the one with a key."""
    named = teams_of_name(tournament, text)
    return named or [team for team in teams_of(tournament) if team.key == text]


def teams_of_name(tournament: Tournament, name: str) -> list[Team]:
    """The teams with a name, in upper or lower case."""
    plain = name.strip().casefold()
    return [team for team in teams_of(tournament) if team.name.casefold() == plain]


def teams_of(tournament: Tournament) -> tuple[Team, ...]:
    """All teams; none where players play for themselves."""
    return tournament.team_play.teams if tournament.team_play else ()


def find_team(tournament: Tournament, team_or_name: Team | str) -> Team:
    """Find the team with this name, in upper or lower case, or else with this key.

    Raises
    ------
    RuleError
        If there is none, or several have the name.
    """
    if isinstance(team_or_name, Team):
        return team_or_name
    found = teams_called(tournament, team_or_name)
    if len(found) == 1:
        return found[0]
    if found:
        keys = joined(", ", (team.key for team in found))
        raise RuleError(
            phrase(
                "several teams are called {typed!r}; name one by its key: {keys}",
                typed=team_or_name,
                keys=keys,
            )
        )
    raise _no_team(tournament, team_or_name)


def _no_team(tournament: Tournament, text: str) -> RuleError:
    names = joined(", ", (team.name for team in teams_of(tournament))) or phrase("none")
    return RuleError(phrase("no team {typed!r}; the teams are: {known}", typed=text, known=names))


def team_keyed(tournament: Tournament, key: str) -> Team:
    """The team with a key.

    Raises
    ------
    RuleError
        If there is none.
    """
    for team in teams_of(tournament):
        if team.key == key:
            return team
    raise _no_team(tournament, key)


def team_text(tournament: Tournament, key: str) -> str:
    """What a director types for the team with a key: its name, if no other team has that.

    Raises
    ------
    RuleError
        If there is none.
    """
    name = team_keyed(tournament, key).name
    return name if len(teams_of_name(tournament, name)) == 1 else key


def team_called(tournament: Tournament, text: str) -> Team | None:
    """The only team that is called so; None if a player is."""
    teams = [] if text in tournament.by_key else teams_called(tournament, text)
    return teams[0] if len(teams) == 1 else None


def _whole_names(player: Person) -> Iterator[str]:
    yield player.key
    yield player.name + player.first_name
    yield player.first_name + player.name


def _single_names(player: Player) -> Iterator[str]:
    yield player.name
    yield player.first_name


def _member_names(player: Player) -> Iterator[str]:
    for member in player.members:
        yield from _whole_names(member)
        yield member.name


def _nearest(tournament: Tournament, text: str) -> str:
    by_name: dict[str, Player] = {}
    for player in tournament.players:
        for spelling in (*_whole_names(player), *_single_names(player), *_member_names(player)):
            by_name.setdefault(folded(spelling), player)
    names = get_close_matches(text, by_name, n=_CANDIDATES, cutoff=0.6)
    players = dict.fromkeys(by_name[name].key for name in names)
    if not players:
        return ""
    return f"; did you mean {_player_list([tournament.by_key[key] for key in players])}?"


def _player_list(players: Collection[Player]) -> str:
    return _list_first([f"{player.full_name} ({player.key})" for player in players])


def _describe(player: Player) -> str:
    """A player with what tells namesakes apart, and the key that names only one of them."""
    marks = filter(None, (player.key, player.club, player.country))
    return f"{player.name_and_grade} ({', '.join(marks)})"


def _list_first(names: list[str]) -> str:
    more = [f"{len(names) - _CANDIDATES} more"] if len(names) > _CANDIDATES else []
    return joined(", ", names[:_CANDIDATES] + more)


ALL = "all"
"""Stands for every published model."""


def weigher(name: str, seed: int) -> WeightModel:
    """The model of a name, or of a TOML file.

    Raises
    ------
    RuleError
        If there is no such model.
    FormatError
        If the file does not describe one.
    """
    from ..formats.models import read_model
    from ..pairing.weights import model_named

    if is_file(name):
        return read_model(name, salt=seed)
    return model_named(name, salt=seed)


def weighers(names: Iterable[str], seed: int) -> dict[str, WeightModel]:
    """The models of names or TOML files, once each; ``ALL`` stands for all published ones.

    Raises
    ------
    RuleError, FormatError
        As ``weigher``.
    """
    from ..pairing.weights import MODELS

    meant = [each for name in names for each in (MODELS if name == ALL else [name])]
    return {name: weigher(name, seed) for name in meant}


def models_file(*models: str | None) -> tuple[Path, ...]:
    """The files among the models that are named."""
    return tuple(Path(model) for model in models if model and is_file(model))


def names_model(word: str) -> bool:
    """Whether a word names a weight model, all of them, or a file of one."""
    from ..pairing.weights import MODELS

    return word in (ALL, *MODELS) or is_file(word)


def load_methods() -> None:
    """Load all models and systems of fastpair itself, which are otherwise loaded when one is asked for."""
    from ..pairing.systems import SYSTEMS
    from ..pairing.weights import MODELS

    for registry in (MODELS, SYSTEMS):
        for name in registry.own:
            registry[name]


def is_file(model: str) -> bool:
    """Whether a model is named by its file."""
    return model.lower().endswith(".toml")


def find_pairs(tournament: Tournament, rules: StatedRules, name: str) -> frozenset[frozenset[str]]:
    """All pairs within the groups of a rule."""
    members = map(sorted, find_groups(tournament, rules, name))
    return frozenset(frozenset(pair) for group in members for pair in combinations(group, 2))


def find_forced_pairs(tournament: Tournament, rules: StatedRules) -> Iterator[frozenset[str]]:
    """Those who have to meet, of whom each group must be a pair."""
    for group in rules.force:
        if len(group) != 2:
            raise _wrong("force", group, f"not {_quote_names(group)}")
    yield from find_groups(tournament, rules, "force")


def find_groups(tournament: Tournament, rules: StatedRules, name: str) -> Iterator[frozenset[str]]:
    """The groups of a rule, as keys of players."""
    for group in getattr(rules, name):
        yield _group(tournament, name, group)


def _group(tournament: Tournament, rule: str, words: tuple[str, ...]) -> frozenset[str]:
    """The keys of players who are named together, in a request or in a file."""
    if len(words) < 2:
        raise _wrong(rule, words, f"not {_quote_names(words)}")
    found: dict[str, str] = {}
    for name in words:
        try:
            key = find_player(tournament, name)
        except RuleError as error:
            raise (
                words.wrong(str(error), name, alone=True)
                if isinstance(words, PlayerGroup)
                else error
            ) from None
        if key in found:
            raise _wrong(rule, words, f"not {found[key]!r} twice")
        found[key] = name
    return frozenset(found)


def _wrong(rule: str, words: tuple[str, ...], got: str) -> RuleError | FormatError:
    """Refuse what a request or a file says of a rule, as no two players."""
    expected = f"name two players, {got}"
    if isinstance(words, PlayerGroup):
        return words.wrong(expected, next(iter(words), ""))
    return RuleError(expected, about=rule)


def _quote_names(words: tuple[str, ...]) -> str:
    return ", ".join(map(repr, words)) or "none"


_ROOM = re.compile(r"(.+)=([1-9]\d{0,4})-(\d{1,5})")


def rooms_of(names: Iterable[str]) -> Mapping[str, range]:
    """The tables of each room, by its name; ``"Main hall=1-80"`` is one room.

    Raises
    ------
    RuleError
        If a text is no room, or two rooms share a table.
    """
    rooms: dict[str, range] = {}
    for text in names:
        found = _ROOM.fullmatch(text.strip())
        if found is None or int(found[2]) > int(found[3]):
            raise RuleError(
                phrase("{text!r} is not a room and its tables such as 'Hall=1-80'", text=text)
            )
        if found[1] in rooms:
            raise RuleError(phrase("the room {room!r} is named twice", room=found[1]))
        rooms[found[1]] = range(int(found[2]), int(found[3]) + 1)
    for (one, first), (other, second) in combinations(rooms.items(), 2):
        if first.start < second.stop and second.start < first.stop:
            raise RuleError(
                phrase(
                    "the rooms {one!r} and {other!r} share tables; give each table to one room",
                    one=one,
                    other=other,
                )
            )
    return rooms
