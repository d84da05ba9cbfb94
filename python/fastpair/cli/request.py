"""What a director asks for, in the terms of the library."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Self

from ..draw import Constraints
from ..errors import RuleError
from ..formats.rules import StatedRules
from ..tournament import Result
from .players import find_player
from .state import RoundState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..tournament import Tournament
    from ..weights import WeightModel

__all__ = ["Request", "fitting_model", "reservations", "weigher"]

_FIRST_LATER_VERSION = (3, 52)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The draw that a director asks for, with players as typed."""

    round_number: int | None = None
    """From 1; None is the next round."""

    rules: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences."""

    absent: tuple[str, ...] = ()
    """Players who miss the round."""

    redraw: bool = False
    """Whether to discard the games and the bye that the round has."""

    keep_results: bool = False
    """Whether to refuse that results are discarded with them."""

    def with_rules_of(self, model: str | None) -> Self:
        """The same request, with the rules of the model's file, if it is one, before its own.

        Raises
        ------
        FormatError
            If the file does not describe any.
        """
        from ..formats.rules import read_rules

        if not _is_file(model or ""):
            return self
        return replace(self, rules=read_rules(model or "").and_also(self.rules))

    def round_of(self, tournament: Tournament) -> int:
        """The round that is to be drawn.

        Raises
        ------
        RuleError
            If there is no such round, or no round is left to draw.
        """
        rounds = tournament.rules.rounds
        if self.round_number is None:
            number = tournament.round_to_draw()
            if number is None:
                raise RuleError(
                    f"nobody is left to pair in any of the {rounds} rounds; "
                    "--round N --redraw draws a round again"
                )
            return number
        if not 1 <= self.round_number <= rounds:
            raise RuleError(f"expected a round from 1 to {rounds}, got {self.round_number}")
        return self.round_number

    def before(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament that the round is drawn in.

        Raises
        ------
        RuleError
            If results would be lost, an absent player is not found or has a game or a bye, or
            nobody is left to pair.
        """
        if self.redraw:
            if self.keep_results and _has_results(tournament, number):
                raise RuleError(
                    f"round {number} has results, which a new draw would discard; "
                    "use --output to keep the file as it is"
                )
            tournament = tournament.replace_round(number, (), ())
        keys = [find_player(tournament, name) for name in self.absent]
        for key in tournament.round(number).seated.intersection(keys):
            name = tournament.by_key[key].full_name
            raise RuleError(f"--absent: {name} has a game or a bye in round {number}")
        tournament = tournament.with_absences(number, keys)
        if not tournament.to_pair(number):
            raise RuleError(
                f"round {number}: nobody is left to pair, "
                f"{len(tournament.round(number).seated)} players have a game or a bye; "
                "--redraw discards them"
            )
        return tournament

    def constraints(self, tournament: Tournament, number: int) -> Constraints:
        """The hard rules of a round.

        Raises
        ------
        RuleError
            If a player is not found or is named twice, players are too few, or somebody must play
            who does not.
        """
        found = self.constraints_of_any_round(tournament)
        to_pair = {player.key for player in tournament.to_pair(number)}
        for key in sorted(frozenset().union(*found.must_play) - to_pair):
            reason = _why_not_to_pair(tournament, number, key)
            name = tournament.by_key[key].full_name
            raise RuleError(f"--force: {name} is not to be paired in round {number}: {reason}")
        return found

    def constraints_of_any_round(self, tournament: Tournament) -> Constraints:
        """The hard rules, whoever plays.

        Raises
        ------
        RuleError
            If a player is not found or is named twice, or players are too few.
        """
        rules = self.rules
        return Constraints(
            must_play=frozenset(_couples(tournament, "--force", rules.force)),
            must_not_play=_pairs(tournament, "--forbid", rules.forbid),
            must_play_groups=tuple(
                _group(tournament, "--must-play-group", group) for group in rules.must_play_groups
            ),
            rematches=rules.rematches,
            families_apart=rules.families == "forbid",
            max_grade_difference=rules.max_grade_difference,
            max_score_difference=rules.max_score_difference,
            no_handicap_at_top=rules.no_handicap_at_top,
            exceptions=_pairs(tournament, "--allow", rules.allow),
        )

    def preferring(self, tournament: Tournament, model: WeightModel) -> WeightModel:
        """The model, with what is preferred as one more component if anything is.

        Raises
        ------
        RuleError
            If a player is not found or is named twice, or players are too few.
        """
        from ..weights.preferences import Preferring

        rules = self.rules
        wanted = _pairs(tournament, "--prefer", rules.prefer)
        unwanted = _pairs(tournament, "--prefer-not", rules.prefer_not)
        families_apart = rules.families == "avoid"
        if not (wanted or unwanted or families_apart):
            return model
        return Preferring(
            model=model,
            wanted=wanted,
            unwanted=unwanted,
            families_apart=families_apart,
            worth=rules.preference_weight,
        )


def fitting_model(version: str) -> str:
    """Name of the model that draws as the program that saved a file [OPENGOTHA 14].

    Parameters
    ----------
    version
        Such as ``'3.51.02'``; empty if the file does not say.
    """
    numbers = version.split(".")
    known = all(number.isdecimal() for number in numbers)
    later = known and tuple(map(int, numbers)) >= _FIRST_LATER_VERSION
    return "opengotha352" if later else "opengotha351"


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
    from ..weights import model_named

    if _is_file(name):
        return read_model(name, salt=seed)
    return model_named(name, salt=seed)


def _is_file(model: str) -> bool:
    return model.lower().endswith(".toml")


def reservations(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, what makes the draw of a round doubtful."""
    yield from tournament.faults()
    for earlier in range(1, number):
        games = RoundState.of(tournament, earlier).without_result
        if games:
            tables = ", ".join(str(game.table) for game in games)
            yield f"round {earlier}: no result at table {tables}: nobody scores there"


def _has_results(tournament: Tournament, number: int) -> bool:
    games = tournament.round(number).games
    return any(game.result is not Result.UNKNOWN for game in games)


def _pairs(
    tournament: Tournament, option: str, groups: tuple[tuple[str, ...], ...]
) -> frozenset[frozenset[str]]:
    """All pairs within the groups."""
    members = [sorted(_group(tournament, option, group)) for group in groups]
    return frozenset(frozenset(pair) for group in members for pair in combinations(group, 2))


def _couples(
    tournament: Tournament, option: str, groups: tuple[tuple[str, ...], ...]
) -> Iterator[frozenset[str]]:
    for group in groups:
        if len(group) != 2:
            raise RuleError(f"expected two players after {option}, got {_listed(group)}")
        yield _group(tournament, option, group)


def _group(tournament: Tournament, option: str, typed: tuple[str, ...]) -> frozenset[str]:
    if len(typed) < 2:
        raise RuleError(f"expected two players after {option}, got {_listed(typed)}")
    found: dict[str, str] = {}
    for name in typed:
        key = find_player(tournament, name)
        if key in found:
            raise RuleError(f"expected two players after {option}, got {found[key]!r} twice")
        found[key] = name
    return frozenset(found)


def _listed(typed: tuple[str, ...]) -> str:
    return ", ".join(map(repr, typed)) or "none"


def _why_not_to_pair(tournament: Tournament, number: int, key: str) -> str:
    if key in tournament.round(number).seated:
        return "there is a game or bye already"
    return "absent" if tournament.by_key[key].final else "registered preliminarily only"
