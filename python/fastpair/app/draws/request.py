"""What is requested of a draw, and what is assumed of results that are missing."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Self

from ...errors import RuleError
from ...go.teams import boards_met, matches_of, of_teams
from ...go.tournament import Game, Result
from ...insight.explain.words import amount
from ...pairing.draw import Constraints
from ...pairing.rounds import Settled, outlook
from ...pairing.rules import GeneralRules, StatedRules
from ...pairing.systems import Weighted
from ...report.sheet import counted
from ...sentences import Remedy, joined, phrase
from ..edits.attendance import present as made_present
from ..edits.results import read_outcome, with_games
from ..edits.teams import teams_called
from ..history.records import Condition, ConditionKind, rules_of
from ..lookup import couples_named, find_player, groups_named, is_file, pairs_named
from ..state import last_in_play, nobody_left, unfinished_before
from .redraw import Redraw

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from ...go.tournament import Tournament
    from ...pairing.rounds import Outlook
    from ...pairing.rounds.outcomes import Outcome
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..documents.draw import DrawOutlook
    from .redraw import Discarded, KeepMost


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingResults:
    """What a director says of results that are missing."""

    assumed: tuple[tuple[str, ...], ...] = ()
    """Tables and results of earlier rounds, as the draw takes them."""

    outcomes: bool = False
    """Whether the draw is made for all outcomes of what else is missing."""

    jigo: bool = False
    """Whether jigo is one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """A tournament in which missing results are as a director assumes; nothing of it is written."""

    tournament: Tournament
    told: tuple[str, ...] = ()
    """What is assumed, a line each."""

    @classmethod
    def of(cls, tournament: Tournament, number: int, typed: Iterable[tuple[str, ...]]) -> Self:
        """Assume results of the last rounds before one that lack those of the tables.

        Parameters
        ----------
        number
            The round that is drawn.
        typed
            Tables and results.

        Raises
        ------
        RuleError
            If a table or a result is none, or no result of the table is missing.
        """
        told = []
        for table, result in map(_two, typed):
            game = _missing_at(tournament, number, table)
            try:
                outcome = read_outcome(result)
            except RuleError as error:
                raise RuleError(error.said, about="assume") from error
            fresh = replace(game, result=outcome.result, by_default=outcome.by_default)
            told.append(
                f"drawn as if round {game.round}, table {game.table}: {outcome.of(tournament, game)}"
            )
            tournament = with_games(tournament, game.round, {game.table: fresh})
        return cls(tournament=tournament, told=tuple(told))


def _two(typed: tuple[str, ...]) -> tuple[int, str]:
    if len(typed) != 2 or not (typed[0].isascii() and typed[0].isdecimal()):
        expected = f"expected a table and its result, got {' '.join(typed)!r}"
        raise RuleError(expected, about="assume")
    return int(typed[0]), typed[1]


def _missing_at(tournament: Tournament, number: int, table: int) -> Game:
    for earlier in range(number - 1, 0, -1):
        for game in tournament.round(earlier).games:
            if game.table == table and game.result is Result.UNKNOWN:
                return game
    missing = f"no result of a table {table} is missing before round {number}"
    raise RuleError(missing, about="assume")


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """What a draw looks like in all outcomes of missing results."""

    outlook: Outlook
    system: Settled
    """What draws the boards that suit all outcomes best."""

    def told(self, tournament: Tournament) -> Iterator[str]:
        """Say, one line each, whether the draw is right whatever happens, and what decides what."""
        found = self.outlook
        yield f"missing: {counted(len(found.missing), 'result')}, {len(found.outcomes)} outcomes"
        if found.right:
            yield "this draw is the best one in every outcome: it can be published now"
        else:
            worst = max(outcome.loss for outcome in found.outcomes)
            yield (
                "no draw is the best one in every outcome; this one is lighter than the best by "
                f"{amount(worst, found.units)} at most"
            )
        yield f"the same in all outcomes: {len(found.safe)} of {counted(len(found.pairs), 'board')}"
        for index, game in enumerate(found.missing):
            boards = _boards(tournament, found.depending_on(index))
            where = f"round {game.round}, table {game.table}"
            names = " – ".join(tournament.name_of(key) for key in game.players)
            yield f"{where} ({names}) decides: {'; '.join(boards) or 'nothing'}"
        if found.stones:
            yield f"stones depend on the outcome: {'; '.join(_boards(tournament, found.stones))}"

    def rows(self, tournament: Tournament) -> Iterator[list[str]]:
        """For each outcome: the results, the boards that would be others, the loss, and the bye."""
        for outcome in self.outlook.outcomes:
            bye = outcome.bye_by_rule
            yield [
                ", ".join(self._ended(outcome)),
                str(len(outcome.pairs - self.outlook.pairs)),
                amount(outcome.loss, self.outlook.units) if outcome.allowed else "not allowed",
                "" if bye is None else tournament.name_of(bye),
            ]

    def _ended(self, outcome: Outcome) -> Iterator[str]:
        for game, result in zip(self.outlook.missing, outcome.results, strict=True):
            yield f"{game.table} {result.spelling}"

    def document(self) -> DrawOutlook:
        """The same for machines, by ``draw.schema.json``."""
        found = self.outlook
        return {
            "missing": [
                {
                    "round": game.round,
                    "table": game.table,
                    "black": game.black,
                    "white": game.white,
                    "decides": _keys(found.depending_on(index)),
                }
                for index, game in enumerate(found.missing)
            ],
            "right": found.right,
            "same": _keys(found.safe),
            "stones_depend": _keys(found.stones),
            "outcomes": [
                {
                    "results": [result.spelling for result in outcome.results],
                    "boards": _keys(outcome.pairs),
                    "lighter": outcome.loss,
                    "allowed": outcome.allowed,
                    "bye_by_rule": outcome.bye_by_rule,
                }
                for outcome in found.outcomes
            ],
        }


def foreseen(
    tournament: Tournament,
    number: int,
    chosen: System,
    constraints: Constraints,
    *,
    seed: int,
    jigo: bool,
) -> Foresight:
    """Draw a round for all outcomes of the results that are missing.

    Raises
    ------
    RuleError
        If the system does not pair by weights, or as ``rounds.outlook``.
    """
    model = chosen.own_model
    if model is None or not chosen.weighs:
        raise RuleError(
            phrase("{name} does not weigh one draw against another", name=chosen.name),
            about="outcomes",
        )
    found = outlook(tournament, number, Weighted(model=model), constraints, seed=seed, jigo=jigo)
    boards = tuple(
        Game(round=number, table=table, white=white, black=black)
        for table, (white, black) in enumerate(sorted(map(sorted, found.pairs)), start=1)
    )
    byes = () if found.bye is None else (found.bye,)
    return Foresight(outlook=found, system=Settled(model=model, boards=boards, byes=byes))


def _boards(tournament: Tournament, pairs: Iterable[frozenset[str]]) -> list[str]:
    return sorted(" – ".join(tournament.name_of(key) for key in sorted(pair)) for pair in pairs)


def _keys(pairs: Iterable[frozenset[str]]) -> list[list[str]]:
    return sorted(map(sorted, pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The draw that a director asks for, with players as typed."""

    round_number: int | None = None
    """From 1; None is the next round."""

    rules: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences."""

    conditions: Mapping[Condition, str] = field(default_factory=dict)
    """What is said of players from this draw of the round on, with the reasons."""

    absent: tuple[str, ...] = ()
    """Players who miss the round."""

    present: tuple[str, ...] = ()
    """Players who take part in it after all."""

    redraw: Redraw = field(default_factory=Redraw)
    """What happens to the games that the round has."""

    keep_most: KeepMost | None = None
    """Which of them come back; None if that is left to the draw."""

    missing: MissingResults = field(default_factory=MissingResults)
    """What the draw makes of results that are missing."""

    written: bool = False
    """Whether the draw is put into a file."""

    without_results: bool = False
    """Whether it is, though earlier rounds are not over."""

    def under(
        self, conditions: Iterable[Condition], tournament: Tournament, playing: Collection[str]
    ) -> Self:
        """The same request, with what is said of players; ``playing`` are who could have to meet."""
        known = [each for each in conditions if tournament.by_key.keys() >= each.players]
        return replace(self, rules=rules_of(known, playing).and_also(self.rules))

    def keeping(self, conditions: Iterable[Condition], tournament: Tournament, number: int) -> Self:
        """The same request, with the games that are to stay."""
        games = {frozenset(game.players) for game in tournament.round(number).games}
        stay = tuple(
            tuple(sorted(each.players))
            for each in conditions
            if each.kind is ConditionKind.KEEP and each.players in games
        )
        return replace(self, redraw=replace(self.redraw, keep=(*self.redraw.keep, *stay)))

    def with_rules_of(self, model: str | None) -> Self:
        """The same request, with the rules of the model's file, if it is one, before its own.

        Raises
        ------
        FormatError
            If the file does not describe any.
        """
        from ...formats.toml import read_rules

        if not is_file(model or ""):
            return self
        return replace(self, rules=read_rules(model or "").and_also(self.rules))

    def of_teams(self, tournament: Tournament, number: int, *, weighed: bool = True) -> Self:
        """The same request, if teams are drawn: matches that have begun stay when all is drawn again.

        If the draw is ``weighed``, teams rather do not meet whose players at a board have met.
        """
        play = tournament.team_play
        if play is None or not tournament.draws_teams:
            return self
        keep, rules = self.redraw.keep, self.rules
        if self.redraw.again:
            keep += tuple(
                (match.white, match.black)
                for match in matches_of(tournament, play, number)
                if match.result is Result.UNKNOWN and match.begun
            )
        if weighed:
            pairs = boards_met(tournament, play, number)
            fresh = tuple(pair for pair in pairs if pair not in rules.prefer_not)
            rules = rules.and_also(StatedRules(prefer_not=fresh))
        return replace(self, rules=rules, redraw=replace(self.redraw, keep=keep))

    def with_members(self, whole: Tournament, number: int) -> tuple[Tournament, Self]:
        """The tournament in which members of teams are absent or present as requested, and what is left.

        A team that is not complete without them misses the round, and gives back what it has in it.

        Raises
        ------
        RuleError
            If a player is not found, or is named as absent and as present.
        """
        if not whole.draws_teams:
            return whole, self
        absent, away = _members_named(whole, self.absent)
        present, here = _members_named(whole, self.present)
        for key in sorted({*away} & {*here}):
            name = whole.by_key[key].full_name
            raise RuleError(phrase("{name} is named as absent and as present", name=name))
        if here:
            whole = made_present(whole, here, [number]).tournament
        before = {team.key for team in of_teams(whole).players if team.plays_in(number)}
        whole = whole.with_absences(number, frozenset(away))
        left = {team.key for team in of_teams(whole).players if team.plays_in(number)}
        absent += sorted(before - left)
        return whole, replace(self, absent=tuple(absent), present=tuple(present))

    def check_groups(self, system: str) -> None:
        """Refuse groups that must play, for a system that does not pair them by themselves.

        Raises
        ------
        RuleError
            If there are any.
        """
        if self.rules.must_play_groups:
            raise RuleError(
                phrase("{system} does not pair groups by themselves", system=system),
                about="must_play_groups",
            )

    def check_without_weights(self, system: str) -> None:
        """Refuse preferences, for a system that has no weights.

        Raises
        ------
        RuleError
            If any is stated.
        """
        rules = self.rules
        for name, stated in (
            ("families", rules.families == "avoid"),
            ("prefer", rules.prefer),
            ("prefer_not", rules.prefer_not),
        ):
            if stated:
                raise RuleError(
                    phrase("{system} has no weights that it could change", system=system),
                    about=name,
                )

    def round_of(self, tournament: Tournament) -> int:
        """The round that is to be drawn.

        Raises
        ------
        RuleError
            If there is no such round, no round is left to draw, or nobody could be paired in any.
        """
        if not any(player.final for player in tournament.players):
            raise RuleError(nobody_left(tournament))
        rounds = tournament.rules.rounds
        if self.round_number is None:
            again = last_in_play(tournament) if self.redraw.wanted else None
            number = again or tournament.round_to_draw()
            if number is None:
                raise RuleError(
                    f"nobody is left to pair in any of {counted(rounds, 'round')}",
                    Remedy("draw a round again"),
                )
            return number
        tournament.check_round(self.round_number)
        return self.round_number

    def check_order(self, tournament: Tournament, number: int) -> None:
        """Refuse to write a draw out of turn, unless the director has said so.

        Raises
        ------
        RuleError
            If earlier rounds are not over, or the round is not named though later ones have
            results.
        """
        if not self.written:
            return
        unfinished = joined("; ", unfinished_before(tournament, number))
        if unfinished and not self.without_results:
            raise RuleError(
                phrase("{unfinished}; nothing was written", unfinished=unfinished),
                Remedy("draw without results", round=number),
            )
        later = range(number + 1, tournament.rules.rounds + 1)
        if self.round_number is None and any(tournament.round(n).has_results for n in later):
            waiting = len(tournament.to_pair(number))
            raise RuleError(
                phrase(
                    "round {number} has {waiting} players without a game or a bye, and later "
                    "rounds have results; nothing was written",
                    number=number,
                    waiting=waiting,
                ),
                Remedy("draw this round", round=number),
            )

    def leaving(self, tournament: Tournament) -> list[str]:
        """The keys of those who miss the round.

        Raises
        ------
        RuleError
            If one is not found.
        """
        return [find_player(tournament, name) for name in self.absent]

    def before(self, tournament: Tournament, number: int, discarded: Discarded) -> Tournament:
        """The tournament that the round is drawn in.

        Raises
        ------
        RuleError
            If a player is not found, is named as absent and as present, or is absent and has a game
            or a bye, or nobody is left to pair.
        """
        tournament = discarded.taken_from(tournament, number)
        tournament = self._with_late_entries(tournament, number)
        keys = self.leaving(tournament)
        for key in tournament.round(number).seated.intersection(keys):
            name = tournament.by_key[key].full_name
            raise RuleError(
                phrase("{name} has a game or a bye in round {number}", name=name, number=number),
                about="absent",
            )
        tournament = tournament.with_absences(number, keys)
        if not tournament.to_pair(number):
            seated = len(tournament.round(number).seated)
            if not seated:
                raise RuleError(
                    phrase(
                        "round {number}: nobody is left to pair, all players are absent",
                        number=number,
                    )
                )
            raise RuleError(
                phrase(
                    "round {number}: nobody is left to pair, {seated} players have a game or a bye",
                    number=number,
                    seated=seated,
                ),
                Remedy("discard a game" if self.redraw.again else "draw again"),
                Remedy("discard all"),
            )
        return tournament

    def _with_late_entries(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament with those in the round who take part in it after all."""
        keys = [find_player(tournament, name) for name in self.present]
        for key in set(self.leaving(tournament)).intersection(keys):
            name = tournament.by_key[key].full_name
            raise RuleError(phrase("{name} is named as absent and as present", name=name))
        for player in (tournament.by_key[key] for key in keys):
            if not player.final:
                only = f"{player.full_name} is registered preliminarily only"
                raise RuleError(only, about="present")
        return made_present(tournament, keys, [number]).tournament if keys else tournament

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
        for key in sorted(frozenset().union(*found.force) - to_pair):
            reason = _why_not_to_pair(tournament, number, key)
            name = tournament.by_key[key].full_name
            outside = f"{name} is not to be paired in round {number}: {reason}"
            raise RuleError(outside, about="force")
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
            force=frozenset(couples_named(tournament, rules, "force")),
            never=pairs_named(tournament, rules, "forbid"),
            must_play_groups=tuple(groups_named(tournament, rules, "must_play_groups")),
            families_apart=rules.families == "forbid",
            **{entry.name: getattr(rules, entry.name) for entry in fields(GeneralRules)},
            allow=pairs_named(tournament, rules, "allow"),
        )

    def preferring(self, tournament: Tournament, model: WeightModel) -> WeightModel:
        """The model, with what is preferred as one more component if anything is.

        Raises
        ------
        RuleError
            If a player is not found or is named twice, or players are too few.
        """
        from ...pairing.weights.model import Preferring

        rules = self.rules
        wanted = pairs_named(tournament, rules, "prefer")
        unwanted = pairs_named(tournament, rules, "prefer_not")
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


def _members_named(whole: Tournament, typed: Iterable[str]) -> tuple[list[str], list[str]]:
    """Teams as they are typed, and the keys of members of teams."""
    teams, members = [], []
    for name in typed:
        if teams_called(whole, name):
            teams.append(name)
        else:
            members.append(find_player(whole, name))
    return teams, members


def _why_not_to_pair(tournament: Tournament, number: int, key: str) -> str:
    if key in tournament.round(number).seated:
        return "there is a game or bye already"
    return "absent" if tournament.by_key[key].final else "registered preliminarily only"
