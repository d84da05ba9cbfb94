"""The rules of a draw: from what is stated to constraints and preferences of players by key."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ...errors import FormatError, RuleError
from ...go.teams import find_rematches_of_players
from ...pairing.draw import Constraints
from ...pairing.rules import GeneralRules, StatedRules
from ...sentences import phrase
from ..history.records import rules_of
from ..lookup import couples_named, groups_named, is_file, pairs_named, weigher

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..history.records import Condition


def rules_in_file(model: object) -> StatedRules:
    """The rules in the file of a model; none if the model is not named by a file.

    Raises
    ------
    FormatError
        If the file does not describe any.
    """
    from ...formats.toml import read_rules

    return read_rules(model) if isinstance(model, str) and is_file(model) else StatedRules()


def make_model(model: str | Mapping[str, Any] | None, seed: int, path: str) -> WeightModel | None:
    """The model that is named, or that a document describes; None if none is.

    Raises
    ------
    RuleError, FormatError
        If there is no such model, or it has no such parameter.
    """
    if model is None or isinstance(model, str):
        return None if model is None else weigher(model, seed)
    from ...formats.json import JsonTables
    from ...formats.models import model_in

    if "rules" in model:
        message = "expected hard rules in /draw/constraints"
        raise FormatError(path, None, message, pointer="/draw/model/rules")
    return model_in(JsonTables(path, "/draw/model", dict(model)), salt=seed)


def rules_under(
    conditions: Iterable[Condition], tournament: Tournament, playing: Collection[str]
) -> StatedRules:
    """The rules that follow from conditions; ``playing`` are who could have to meet."""
    return rules_of(
        [each for each in conditions if tournament.by_key.keys() >= each.players], playing
    )


def with_board_rematches(rules: StatedRules, whole: Tournament, number: int) -> StatedRules:
    """Rules by which teams rather do not meet whose players at a board have met, if teams are drawn."""
    play = whole.team_play
    if play is None or not whole.draws_teams:
        return rules
    pairs = find_rematches_of_players(whole, play, number)
    fresh = tuple(pair for pair in pairs if pair not in rules.prefer_not)
    return rules.and_also(StatedRules(prefer_not=fresh))


def constraints_of(rules: StatedRules, tournament: Tournament) -> Constraints:
    """The hard rules, whoever plays.

    Raises
    ------
    RuleError
        If a player is not found or is named twice, or players are too few.
    """
    return Constraints(
        force=frozenset(couples_named(tournament, rules, "force")),
        never=pairs_named(tournament, rules, "forbid"),
        must_play_groups=tuple(groups_named(tournament, rules, "must_play_groups")),
        families_apart=rules.families == "forbid",
        **{entry.name: getattr(rules, entry.name) for entry in fields(GeneralRules)},
        allow=pairs_named(tournament, rules, "allow"),
    ).under(tournament.rules)


def constraints_in_round(rules: StatedRules, tournament: Tournament, number: int) -> Constraints:
    """The hard rules of a round that is to be drawn.

    Raises
    ------
    RuleError
        As `constraints_of`, or if somebody must play who does not.
    """
    constraints = constraints_of(rules, tournament)
    to_pair = {player.key for player in tournament.to_pair(number)}
    for key in sorted(frozenset().union(*constraints.force) - to_pair):
        name = tournament.by_key[key].full_name
        reason = _why_not_to_pair(tournament, number, key)
        raise RuleError(
            phrase(
                "{name} is not to be paired in round {round}: {reason}",
                name=name,
                round=number,
                reason=reason,
            ),
            about="force",
        )
    return constraints


def _why_not_to_pair(tournament: Tournament, number: int, key: str) -> str:
    if key in tournament.round(number).seated:
        return "there is a game or bye already"
    return "absent" if tournament.by_key[key].final else "registered preliminarily only"


def with_preferences(model: WeightModel, rules: StatedRules, tournament: Tournament) -> WeightModel:
    """The model, with what is preferred as one more component if anything is.

    Raises
    ------
    RuleError
        If a player is not found or is named twice, or players are too few.
    """
    from ...pairing.weights.model import Preferring

    wanted = pairs_named(tournament, rules, "prefer")
    unwanted = pairs_named(tournament, rules, "prefer_not")
    families_apart = rules.families == "avoid"
    unwanted_same = tournament.rules.avoid_same
    if not (wanted or unwanted or families_apart or unwanted_same):
        return model
    return Preferring(
        model=model,
        wanted=wanted,
        unwanted=unwanted,
        unwanted_same=unwanted_same,
        families_apart=families_apart,
        worth=rules.preference_weight,
    )


def check_rules(rules: StatedRules, system: System) -> None:
    """Refuse rules that a system cannot keep to.

    Raises
    ------
    RuleError
        If groups must play and the system does not weigh, or something is preferred and it has no weights.
    """
    if rules.must_play_groups and not system.weighs:
        raise RuleError(
            phrase("{system} does not pair groups by themselves", system=system.name),
            about="must_play_groups",
        )
    if system.own_model is not None:
        return
    for name, stated in (
        ("families", rules.families == "avoid"),
        ("prefer", rules.prefer),
        ("prefer_not", rules.prefer_not),
    ):
        if stated:
            raise RuleError(
                phrase("{system} has no weights that it could change", system=system.name),
                about=name,
            )
