"""Pairing constraints that stay for the rounds to come, and pairs of players who enter as one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.characters import unique_keys
from ...go.teams import pair_of, split_pair
from ...letters import folded
from ...sentences import Remedy, joined, phrase
from ..forms.inputs import on_one_line
from ..history.details import ConditionDetails
from ..history.records import ConditionKind, PairCondition, condition_lines
from ..lookup import find_player, teams_of
from ..rounds.conditions import describe_condition
from .outcome import Edit
from .players import described, refuse_seated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...go.tournament import Tournament
    from ..history.state import CongressState


def parse_condition(tournament: Tournament, kind: str, players: Sequence[str]) -> PairCondition:
    """A condition as it is typed.

    Raises
    ------
    RuleError
        If there is no such kind, or the players are not two that are known.
    """
    kinds = [each.value for each in ConditionKind]
    if kind not in kinds:
        raise RuleError(
            phrase("must be one of {kinds}, not {kind!r}", kinds=", ".join(kinds), kind=kind)
        )
    keys = frozenset(find_player(tournament, name) for name in players)
    if len(keys) != 2:
        raise RuleError(
            phrase("name two players, not {got}", got=", ".join(map(repr, players)) or "-")
        )
    return PairCondition(ConditionKind(kind), keys)


_APART = (ConditionKind.NOT_MEET.value, ConditionKind.RATHER_NOT_MEET.value)
"""Kinds that are said of any number of players."""


def parse_conditions(
    tournament: Tournament, kind: str, players: Sequence[str]
) -> tuple[PairCondition, ...]:
    """The conditions that are typed: of each two of several players who are kept apart, or else one.

    Raises
    ------
    RuleError
        If there is no such kind, or the players are not two that are known.
    """
    keys = dict.fromkeys(find_player(tournament, name) for name in players)
    first = parse_condition(tournament, kind, [*keys][:2] if kind in _APART else players)
    return tuple(PairCondition(first.kind, frozenset(two)) for two in combinations(keys, 2))


def add_conditions(
    congress: CongressState,
    rounds: Sequence[int],
    conditions: Sequence[PairCondition],
    why: str,
) -> Edit:
    """Add pairing constraints, which hold in each draw of some rounds until they are taken back.

    Raises
    ------
    RuleError
        If one contradicts what is said already, or two keep a board that a round does not have.
    """
    tournament = congress.tournament
    sentences: list[str] = []
    messages: list[str] = []
    for number in rounds:
        tournament.check_round(number)
        for condition in conditions:
            _refuse_contradiction(congress, number, condition)
            what = describe_condition(tournament, condition)
            message = phrase("round {round}: {what}", round=number, what=what)
            if why:
                message = phrase("{sentence} ({why})", sentence=message, why=why)
            sentences.append(message)
            messages.append(message)
            if tournament.is_drawn(number):
                messages.append(phrase("it applies when the round is paired again"))
    details = ConditionDetails(
        round=rounds[0],
        conditions=condition_lines(dict.fromkeys(conditions, why)),
        rounds=tuple(rounds),
    )
    summary = joined("; ", sentences)
    return Edit(tournament=tournament, summary=summary, messages=tuple(messages), details=details)


def remove_condition(congress: CongressState, number: int, condition: PairCondition) -> Edit:
    """Remove a pairing constraint.

    Raises
    ------
    RuleError
        If it is not in force.
    """
    tournament = congress.tournament
    if condition not in congress.conditions(number):
        raise RuleError(
            phrase(
                "round {number}: there is no such constraint: {told}",
                number=number,
                told=describe_condition(tournament, condition),
            )
        )
    lines = condition_lines({condition: ""}, holds=False)
    details = ConditionDetails(round=number, conditions=lines)
    message = phrase(
        "round {round}: constraint removed: {what}",
        round=number,
        what=describe_condition(tournament, condition),
    )
    return Edit(tournament=tournament, summary=message, details=details)


def _refuse_contradiction(congress: CongressState, number: int, condition: PairCondition) -> None:
    """Refuse a condition beside one of the round with which it cannot be."""
    tournament = congress.tournament
    games = {game.pair for game in tournament.round(number).games}
    if condition.kind is ConditionKind.KEEP and condition.players not in games:
        raise RuleError(
            phrase(
                "round {number}: {told}, but they have no game",
                number=number,
                told=describe_condition(tournament, condition),
            ),
            Remedy("make a game"),
        )
    binding = {ConditionKind.MEET, ConditionKind.KEEP}
    together, apart = {*binding, ConditionKind.LIKE_TO_MEET}, {*map(ConditionKind, _APART)}
    for other in congress.conditions(number):
        same = other.players == condition.players
        kinds = {other.kind, condition.kind}
        twice = (
            not same and not other.players.isdisjoint(condition.players) and kinds.issubset(binding)
        )
        if twice or (same and kinds & apart and kinds & together):
            raise RuleError(
                phrase(
                    "round {number}: {told} contradicts another constraint: {other}; remove that one first",
                    number=number,
                    told=describe_condition(tournament, condition),
                    other=describe_condition(tournament, other),
                )
            )


_FEWEST_MEMBERS, _MOST_MEMBERS = 2, 3


def join_players(congress: CongressState, players: Sequence[str], name: str | None) -> Edit:
    """Make one player of two or three, who stands in the place of the first of them.

    Parameters
    ----------
    players
        As typed.
    name
        That of the pair; by default the family names with a stroke between them.

    Raises
    ------
    RuleError
        If a player is not found or named twice, has had a game or a bye, plays in a team or is a
        pair already, there are fewer than two or more than three, another player has the name, or
        something is said of one of them, such as whom he must meet.
    """
    tournament = congress.tournament
    keys = [find_player(tournament, player_text) for player_text in players]
    members = [tournament.by_key[key] for key in keys]
    for member in members:
        if keys.count(member.key) > 1:
            raise RuleError(phrase("{name} is named twice", name=member.full_name))
        if member.members:
            raise RuleError(phrase("{name} is already a pair", name=member.full_name))
    if not _FEWEST_MEMBERS <= len(keys) <= _MOST_MEMBERS:
        raise RuleError(phrase("two or three players form a pair, not {count}", count=len(keys)))
    refuse_seated(tournament, keys)
    for number in tournament.round_numbers:
        for condition in congress.conditions(number):
            if condition.players.intersection(keys):
                message = describe_condition(tournament, condition)
                raise RuleError(
                    phrase(
                        "round {number}: {said}; remove that constraint before they play as a pair",
                        number=number,
                        said=message,
                    )
                )
    called = " / ".join(p.name for p in members) if name is None else on_one_line(name)
    others = [player for player in tournament.players if player.key not in keys]
    if not called or folded(called) in {folded(player.full_name) for player in others}:
        raise RuleError(phrase("enter a name that no other player has, not {name!r}", name=called))
    joined_players = _joined(tournament, keys, called)
    pair = next(player for player in joined_players.players if player.key not in tournament.by_key)
    message = phrase(
        "{pair} created: {names} play together",
        pair=described(pair),
        names=joined(", ", (member.full_name for member in members)),
    )
    return Edit(tournament=joined_players, summary=message, messages=(message,))


def _joined(tournament: Tournament, keys: Sequence[str], name: str) -> Tournament:
    """A tournament in which some players are one, who stands in the place of the first of them."""
    *_, key = unique_keys([*tournament.by_key, name])
    pair = pair_of([tournament.by_key[each] for each in keys], key=key, name=name)
    left = (pair if p.key == keys[0] else p for p in tournament.players if p.key not in keys[1:])
    return replace(tournament, players=tuple(left))


def with_pairs(entry_list: Tournament, pairs: Iterable[Sequence[str]]) -> Tournament:
    """A list of entries in which those who play together are one player; who is not in the list is left out.

    Parameters
    ----------
    pairs
        Keys of the members, see `Document.pairs`.

    Raises
    ------
    RuleError
        If one of them is in a team.

    Examples
    --------
    >>> from fastpair.go.tournament import Grade, Player, Tournament
    >>> names = ("Adler", "Kunz", "Meier")
    >>> players = tuple(Player(key=name, name=name, grade=Grade(0)) for name in names)
    >>> [player.name for player in with_pairs(Tournament(players=players), [["Adler", "Meier"]]).players]
    ['Adler / Meier', 'Kunz']
    """
    seated = teams_of(entry_list)
    in_team = frozenset().union(*(team.members for team in seated))
    for pair in pairs:
        members = [entry_list.by_key[key] for key in pair if key in entry_list.by_key]
        for member in members:
            if member.key in in_team:
                raise RuleError(phrase("{name} is in a team and in a pair", name=member.full_name))
        if len(members) >= _FEWEST_MEMBERS:
            names = {folded(player.full_name) for player in entry_list.players}
            short, whole = (
                " / ".join(getattr(each, fact) for each in members)
                for fact in ("name", "full_name")
            )
            name = whole if folded(short) in names else short
            entry_list = _joined(entry_list, [each.key for each in members], name)
    return entry_list


def split(tournament: Tournament, text: str) -> Edit:
    """Take a pair apart that has had no game and no bye; its members are players again.

    Raises
    ------
    RuleError
        If the player is not found, is no pair, or has had a game or a bye.
    """
    pair = tournament.by_key[find_player(tournament, text)]
    if not pair.members:
        raise RuleError(phrase("{name} is not a pair", name=pair.full_name))
    refuse_seated(tournament, [pair.key])
    place = tournament.players.index(pair)
    before, after = tournament.players[:place], tournament.players[place + 1 :]
    members = split_pair(pair)
    message = phrase(
        "{pair} is split: {names}", pair=pair.full_name, names=joined(", ", map(described, members))
    )
    fresh = replace(tournament, players=(*before, *members, *after))
    return Edit(tournament=fresh, summary=message, messages=(message,))
