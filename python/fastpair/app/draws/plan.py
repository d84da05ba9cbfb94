"""The plan of a draw: a request, with the rules and all else that follows from the tournament and its history."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...errors import FormatError, RuleError, in_file
from ...go.teams import find_rematches_of_players, matches_of, of_teams
from ...go.tournament import Result
from ...pairing.draw import Constraints
from ...pairing.rounds.round import levels_as_weights
from ...pairing.rules import GeneralRules, StatedRules
from ...pairing.systems import LookingAhead, usual_system
from ...report.languages import in_order_of_names
from ...report.sheet import counted
from ...sentences import Remedy, joined, marked, phrase, phrase_many
from ..edits.outcome import LikelyMistakeError, NotArrivedError, OutOfTurnError, UnconfirmedError
from ..forms.titles import describe_method, title_of_system
from ..history.draw_record import DrawRecord
from ..history.records import ConditionKind, among, rules_of
from ..history.units import Units
from ..lookup import (
    find_forced_pairs,
    find_groups,
    find_pairs,
    find_player,
    is_file,
    teams_called,
    weigher,
)
from ..round_states import (
    describe_expected,
    is_past,
    last_in_play,
    list_names,
    nobody_left,
    unfinished_before,
)
from .redraw import Discards, KnownBoards, imposed_games
from .request import make_system, merge_document, pointing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Player, Tournament
    from ...pairing.rounds import Keeping, KeepingByCriteria
    from ...pairing.rules import Groups
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..history.records import PairCondition, Seat, Tables
    from ..history.state import CongressState
    from .request import Request


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
    conditions: Iterable[PairCondition], tournament: Tournament, playing: Collection[str]
) -> StatedRules:
    """The rules that follow from conditions; ``playing`` are who could have to meet."""
    return rules_of(
        [each for each in conditions if tournament.by_key.keys() >= each.players], playing
    )


def with_board_rematches(rules: StatedRules, whole: Tournament, number: int) -> StatedRules:
    """Rules by which teams rather do not meet whose players at a board have met, if teams are drawn."""
    play = whole.drawn_teams
    if play is None:
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
    force = frozenset(find_forced_pairs(tournament, rules))
    forbid = find_pairs(tournament, rules, "forbid")
    refuse_contradictions(tournament, force, forbid)
    return Constraints(
        force=force,
        forbid=forbid,
        must_play_groups=tuple(find_groups(tournament, rules, "must_play_groups")),
        families_apart=rules.families == "forbid",
        **{entry.name: getattr(rules, entry.name) for entry in fields(GeneralRules)},
        allow=find_pairs(tournament, rules, "allow"),
    ).under(tournament.rules)


def refuse_contradictions(
    tournament: Tournament, force: frozenset[Seat], forbid: frozenset[Seat]
) -> None:
    """Refuse pairs who must meet and cannot, by name.

    Raises
    ------
    RuleError
        If somebody must meet two others, or two must meet and must not.
    """
    for key, following in pairwise(sorted(key for pair in force for key in pair)):
        if key == following:
            raise RuleError(
                phrase("{name} cannot play two games in one round", name=tournament.name_of(key)),
                about="force",
            )
    for pair in force & forbid:
        one, other = sorted(map(tournament.name_of, pair))
        raise RuleError(
            phrase("{one} and {other} cannot be forced and forbidden to meet", one=one, other=other)
        )


def constraints_in_round(rules: StatedRules, congress: CongressState, number: int) -> Constraints:
    """The hard rules of a round that is to be drawn.

    Raises
    ------
    RuleError
        As `constraints_of`, or if somebody must play who does not.
    """
    tournament = congress.tournament
    constraints = constraints_of(rules, tournament)
    to_pair = {player.key for player in tournament.to_pair(number)}
    for key in sorted(frozenset().union(*constraints.force) - to_pair):
        from ..rounds.attendance import seats_of

        game = tournament.round(number).game_of(key)
        raise RuleError(
            phrase(
                "{name} is not to be paired in round {round}: {reason}",
                name=tournament.name_of(key),
                round=number,
                reason=phrase("table {table}", table=game.table)
                if game
                else seats_of(congress, number).reasons(phrase)[key],
            ),
            about="force",
        )
    return constraints


def with_preferences(model: WeightModel, rules: StatedRules, tournament: Tournament) -> WeightModel:
    """The model, with what is preferred as one more component if anything is.

    Raises
    ------
    RuleError
        If a player is not found or is named twice, or players are too few.
    """
    from ...pairing.weights.model import Preferring

    wanted = find_pairs(tournament, rules, "prefer")
    unwanted = find_pairs(tournament, rules, "prefer_not")
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
            phrase(
                "{system} does not pair groups by themselves", system=title_of_system(system.name)
            ),
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
                phrase(
                    "{system} has no weights that it could change",
                    system=title_of_system(system.name),
                ),
                about=name,
            )


# ---- The plan ----


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPlan:
    """The draw of a round, before it is made."""

    request: Request
    """What was asked for, without what the document and the history add."""

    document: Document
    """The file as it was read."""

    path: Path | str
    """Where it comes from, for errors."""

    whole: Tournament
    """The tournament in it; without the round, if that was drawn between players and now is between
    teams."""

    before: Tournament
    """The tournament that is drawn in; where teams play, they are its players."""

    round: int

    constraints: Constraints

    system: System
    """With its model, if it takes one."""

    keeping: Keeping | KeepingByCriteria | None
    """The same system if it brings known boards back."""

    places: Mapping[str, str]
    """Where the document states what the request is made of, by name."""

    between: bool
    """Whether the draws between the fewest changes and the greatest weight are listed then."""

    model: str | None
    """The model as it was named, now or for the last draw."""

    seed: int

    known: KnownBoards
    """The boards that players know; none if the round is not drawn again."""

    discards: Discards
    """What does not come back of the round."""

    tables: Tables
    """Which tables are closed, and who always sits where."""

    questions: tuple[UnconfirmedError, ...] = ()
    """Why it is not the turn of the round, and what the file says that is not read."""

    remarks: tuple[str, ...] = ()
    """Whom the round is paired without, since the deadline of the check-in has come."""


def resolve(state: CongressState, request: Request) -> DrawPlan:
    """Find out what a request asks of a tournament.

    What the document asks for itself counts where the request states nothing, and where known boards are
    kept, what the last draw of the round was asked for.

    Parameters
    ----------
    state
        The file as it was read, and its history.

    Raises
    ------
    FormatError
        If the document or the model's file asks for what there is not.
    RuleError
        If the request cannot be met; the message names the file.
    """
    own, system, document, path = request, None, state.document, state.file
    if own.system is not None:
        system = make_system(own.system, document.tournament)
    request = replace(own, constraints=rules_in_file(own.model).and_also(own.constraints))
    request, places = merge_document(request, document, str(path), document.tournament)
    with in_file(path), pointing(str(path), places):
        request.check()
        start = _Start.of(state, request)
        entered, before, number = start.entered, start.before, start.round
        if system is None and request.system is not None:
            system = make_system(request.system, entered)
        rules = _rules_of_round(start, request.constraints, system)
        known, model, seed, by_levels = KnownBoards(), own.model, request.seed, None
        if request.starts_over:
            known = KnownBoards.of(start.congress, entered, before, number)
        if request.keeps_boards and own.system is None:
            record = DrawRecord.of(start.congress, number)
            rules = among(record.own_rules, start.waiting).and_also(rules)
            model, seed = model or record.details.model_named, seed or record.details.seed
            if (model or request.model) is None:
                by_levels = record.system_by_levels(entered)
                system = system or record.system_by_criteria(entered)
            if by_levels is None and system is None:
                _refuse_without_weights(record, number)
        constraints = constraints_in_round(rules, start.without_discards, number)
        constraints.check_players(before)
        named = model or request.model
        if by_levels is None:
            if system is None and not named:
                _refuse_foreign_system(document)
                system = usual_system(entered)
            chosen = system or LookingAhead()
            check_rules(rules, chosen)
            chosen = _with_weights(chosen, make_model(named, seed, str(path)), seed, rules, start)
        else:
            weights = levels_as_weights(before, number, by_levels, constraints, seed)
            chosen = LookingAhead(model=weights)
        keeping = _keeping(request, chosen, known, number) if request.keeps_boards else None
    return DrawPlan(
        request=own,
        document=document,
        path=path,
        whole=start.whole,
        before=before,
        round=number,
        constraints=constraints,
        system=keeping or chosen,
        keeping=keeping,
        between=request.between,
        places=places,
        model=model if isinstance(model, str) else None,
        seed=seed,
        known=known,
        discards=start.discards,
        tables=start.congress.tables,
        questions=tuple(_questions(state, start, request)),
        remarks=tuple(_closing(state, start)),
    )


def _questions(state: CongressState, start: _Start, request: Request) -> Iterator[UnconfirmedError]:
    """Why it is not the turn of a round, who is still expected, and what of the file is not read."""
    yield from _out_of_turn(start.entered, start.round, request)
    if state.checks_in and not start.is_closed:
        yield from _not_arrived(start)
    yield from _unread(state.document)


def _rules_of_round(start: _Start, stated: StatedRules, system: System | None) -> StatedRules:
    """The stated rules, and those that follow from conditions and from boards of teams."""
    rules = stated
    if system is None or system.own_model is not None:
        rules = with_board_rematches(rules, start.whole, start.round)
    return rules_under(start.conditions, start.before, start.waiting).and_also(rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start:
    """The round of a request, as it is when its draw begins."""

    round: int
    whole: Tournament
    """With the players of teams."""
    entered: Tournament
    """With everything that the round has."""
    before: Tournament
    """Without what the request discards."""
    discards: Discards
    congress: CongressState
    conditions: tuple[PairCondition, ...]

    @property
    def is_closed(self) -> bool:
        """Whether the deadline of the check-in has come, which says whom the round is paired without."""
        return is_past(self.congress.deadlines.get(self.round))

    @property
    def without_discards(self) -> CongressState:
        """The state without what the request discards."""
        return replace(self.congress, tournament=self.before)

    @property
    def expected(self) -> Sequence[Player]:
        """Who is expected in a round without boards."""
        from ..rounds.attendance import not_checked_in

        number, units = self.round, self.before.by_key
        if self.whole.round(number).seated:
            return ()
        found = not_checked_in(replace(self.congress, tournament=self.whole), number)
        return [each for each in found if each.key not in units or units[each.key].plays_in(number)]

    @property
    def waiting(self) -> set[str]:
        """Who is to be paired."""
        return {player.key for player in self.before.to_pair(self.round)}

    @classmethod
    def of(cls, state: CongressState, request: Request) -> _Start:
        """Find the round, who plays in it, and what of it stays."""
        whole = state.tournament
        if request.starts_over and whole.team_play is not whole.drawn_teams:
            whole = _without_games_of_players(whole, request)
        number = _round_of(of_teams(whole), request)
        absent, present, keep = request.absent, request.present, request.keep
        if whole.draws_teams:
            whole, absent, present = _with_members(whole, number, request)
            keep += tuple(_begun_matches(whole, number)) if request.redraws else ()
        units = Units.of(replace(state, tournament=whole))
        entered = units.tournament
        conditions = (*units.congress.conditions(number), *request.conditions)
        away = [find_player(entered, name) for name in absent]
        here = [find_player(entered, name) for name in present]
        imposed = imposed_games(state.file, units, number) if request.starts_over else None
        keep += _keep_pairs(conditions, entered, number)
        discards = Discards.of(request, keep, entered, number, imposed, away)
        return cls(
            round=number,
            whole=whole,
            entered=entered,
            before=_before(entered, number, request, discards, away, here),
            discards=discards,
            congress=units.congress,
            conditions=conditions,
        )


def _with_weights(
    system: System, weights: WeightModel | None, seed: int, rules: StatedRules, start: _Start
) -> System:
    """The system with the weights that it draws by, those of the tournament by default."""
    if weights is None and system.weighs:
        weights = weigher(start.whole.rules.usual_model, seed)
    if system.own_model is not None:
        weights = with_preferences(weights or system.own_model, rules, start.before)
    return system if weights is None else system.with_model(weights)


def _without_games_of_players(tournament: Tournament, request: Request) -> Tournament:
    """The tournament, without games of players if teams are drawn as soon as these are discarded."""
    number = _round_of(tournament, request)
    stay = [game for game in tournament.round(number).games if not game.lacks_result]
    bare = tournament.replace_round(number, () if request.discard_all else stay, ())
    return bare if bare.draws_teams else tournament


def _round_of(tournament: Tournament, request: Request) -> int:
    """The round that is to be drawn.

    Raises
    ------
    RuleError
        If there is no such round, no round is left to draw, or nobody could be paired in any.
    """
    if not any(player.final for player in tournament.players):
        raise RuleError(nobody_left(tournament))
    if request.round is not None:
        tournament.check_round(request.round)
        return request.round
    in_play = last_in_play(tournament) if request.starts_over or request.discard else None
    number = in_play or tournament.round_to_draw()
    if number is None:
        raise RuleError(
            phrase(
                "no player is left to pair in any of {counted}",
                counted=counted(tournament.rules.rounds, "round"),
            ),
            Remedy("draw a round again"),
        )
    return number


def _with_members(
    whole: Tournament, number: int, request: Request
) -> tuple[Tournament, tuple[str, ...], tuple[str, ...]]:
    """The tournament in which members of teams are absent or present, and which units are.

    A team that is not complete without them misses the round, and gives back what it has in it.

    Raises
    ------
    RuleError
        If a player is not found, or is named as absent and as present.
    """
    absent, away = _split_members(whole, request.absent)
    present, here = _split_members(whole, request.present)
    _check_apart(whole, away, here)
    if here:
        from ..edits.attendance import present as made_present

        whole = made_present(whole, here, [number]).tournament
    before = {team.key for team in of_teams(whole).players if team.plays_in(number)}
    whole = whole.with_absences(number, frozenset(away))
    left = {team.key for team in of_teams(whole).players if team.plays_in(number)}
    return whole, (*absent, *sorted(before - left)), tuple(present)


def _split_members(whole: Tournament, names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Teams by name, and the keys of members of teams."""
    teams, members = [], []
    for name in names:
        if teams_called(whole, name):
            teams.append(name)
        else:
            members.append(find_player(whole, name))
    return teams, members


def _check_apart(tournament: Tournament, away: Iterable[str], here: Iterable[str]) -> None:
    """Refuse who is named as absent and as present."""
    for key in sorted({*away} & {*here}):
        name = tournament.name_of(key)
        raise RuleError(phrase("{name} is named as absent and as present", name=name))


def _out_of_turn(tournament: Tournament, number: int, request: Request) -> Iterator[OutOfTurnError]:
    """Ask if earlier rounds are not over, or the round is not named though later ones have results."""
    unfinished = joined("; ", unfinished_before(tournament, number))
    if unfinished and not request.without_results:
        yield OutOfTurnError(unfinished, Remedy("draw without results", round=number))
    later = range(number + 1, tournament.rules.rounds + 1)
    if request.round is None and any(tournament.round(n).has_results for n in later):
        waiting = len(tournament.to_pair(number))
        yield OutOfTurnError(
            phrase(
                "round {number} has {waiting} players without a game or a bye, and later "
                "rounds have results",
                number=number,
                waiting=waiting,
            ),
            Remedy("draw this round", round=number),
        )


def _not_arrived(start: _Start) -> Iterator[NotArrivedError]:
    """Ask before a round without boards is drawn without players who are expected in it, where players are checked in.

    Without a check-in, who is preliminary has entered and not confirmed it, and nobody waits for them.
    """
    number, expected = start.round, start.expected
    if expected:
        names = [player.name_and_grade for player in in_order_of_names(expected)]
        yield NotArrivedError(
            phrase_many(
                "pair round {round} without {count} player who is expected: {names}?",
                "pair round {round} without {count} players who are expected: {names}?",
                len(expected),
                round=number,
                names=list_names(names),
            ),
            number,
        )


def _closing(state: CongressState, start: _Start) -> Iterator[str]:
    """Say whom a round is paired without, if the deadline of its check-in has come."""
    if start.is_closed and (expected := start.expected):
        yield describe_expected(expected, start.round, state.deadlines[start.round])


def _unread(document: Document) -> Iterator[LikelyMistakeError]:
    """Ask if lines of the file do not matter that are not read."""
    if document.unread:
        yield LikelyMistakeError(joined("; ", document.unread[:_NAMED]), Remedy("do it even so"))


_NAMED = 3
"""As many lines of a file that are not read are named."""


def _refuse_foreign_system(document: Document) -> None:
    """Refuse to draw by other rules than the file names, unless somebody says so."""
    if document.foreign_system:
        message = (
            marked("the rounds of the file are drawn by {system!r}: {reason}")
            if document.foreign_reason
            else marked(
                "the rounds of the file are drawn by {system!r}, which is none of the systems here"
            )
        )
        values = {"system": document.foreign_system, "reason": document.foreign_reason}
        raise RuleError(phrase(message, **values), Remedy("draw by a system"))


def _keep_pairs(conditions: Iterable[PairCondition], tournament: Tournament, number: int) -> Groups:
    """The pairs whose games are to stay by what was said of them."""
    games = {game.pair for game in tournament.round(number).games}
    return tuple(
        tuple(sorted(each.players))
        for each in conditions
        if each.kind is ConditionKind.KEEP and each.players in games
    )


def _begun_matches(whole: Tournament, number: int) -> Iterator[tuple[str, str]]:
    """The matches that have begun, which stay when teams are drawn again."""
    assert whole.team_play is not None
    for match in matches_of(whole, whole.team_play, number):
        if match.result is Result.UNKNOWN and match.begun:
            yield match.teams


def _before(
    tournament: Tournament,
    number: int,
    request: Request,
    discards: Discards,
    away: Sequence[str],
    here: Sequence[str],
) -> Tournament:
    """The tournament that the round is drawn in.

    Raises
    ------
    RuleError
        If a player is absent and present, or is absent and has a game or a bye, or nobody is left to pair.
    """
    tournament = discards.apply_to(tournament, number)
    _check_apart(tournament, away, here)
    for key in here:
        if not tournament.by_key[key].final:
            raise RuleError(
                phrase("{name} is preliminary", name=tournament.name_of(key)),
                about="present",
                place=_entry(request.present, key),
            )
    if here:
        from ..edits.attendance import present as made_present

        tournament = made_present(tournament, here, [number]).tournament
    for key in away:
        if key in tournament.round(number).seated:
            raise RuleError(
                phrase(
                    "{name} has a game or a bye in round {number}",
                    name=tournament.name_of(key),
                    number=number,
                ),
                Remedy("discard a game" if request.redraws else "draw again"),
                about="absent",
                place=_entry(request.absent, key),
            )
    tournament = tournament.with_absences(number, away)
    if tournament.to_pair(number):
        return tournament
    seated = len(tournament.round(number).seated)
    if not seated:
        raise RuleError(phrase("round {number}: no player to pair, all are absent", number=number))
    raise RuleError(
        phrase(
            "round {number}: nobody is left to pair, {seated} players have a game or a bye",
            number=number,
            seated=seated,
        ),
        Remedy("discard a game" if request.redraws else "draw again"),
        Remedy("discard all"),
    )


def _entry(names: tuple[str, ...], key: str) -> tuple[int, ...]:
    """The place of a player in a list of a request, if the list has the key, as one of a document has."""
    return (names.index(key),) if key in names else ()


def _refuse_without_weights(record: DrawRecord, number: int) -> None:
    """Refuse to keep boards of a draw that no weights or levels compare with another one.

    Raises
    ------
    RuleError
        If a system without weights has drawn the round.
    """
    if not record.details.by_weights:
        raise RuleError(
            phrase(
                "round {number} was drawn by {model}, which does not weigh one draw against another",
                number=number,
                model=describe_method(record.details.system),
            ),
            Remedy("draw by weights"),
            about="keep_most",
        )


def _keeping(
    request: Request, system: System, known: KnownBoards, number: int
) -> Keeping | KeepingByCriteria | None:
    """The system that brings known boards back; None if the draw has no equals.

    Raises
    ------
    RuleError
        If it does not, or nothing of the round is known that could be kept.
    """
    from ...pairing.rounds import Keeping, KeepingByCriteria

    if not len(known):
        raise RuleError(
            phrase("round {number} is not paired yet, so it has no boards to keep", number=number),
            about="keep_most",
        )
    if system.allows_one_pairing:
        if request.keeps_only_equals:
            return None  # there are none
        if request.between or request.choose is not None:
            raise RuleError(
                phrase(
                    "{system} allows one pairing only, so that there are no others to choose from",
                    system=title_of_system(system.name),
                ),
                Remedy("keep most boards"),
                about="between" if request.between else "choose",
            )
        return KeepingByCriteria(
            system=system, boards=known.boards, byes=known.byes, fresh_bye=request.bye_by_rule
        )
    model = system.own_model
    if model is None or not system.weighs:
        raise RuleError(
            phrase(
                "{name} does not weigh one draw against another", name=title_of_system(system.name)
            ),
            about="keep_most",
        )
    if (request.choose is None) != (not request.digest):
        raise RuleError(
            phrase("the number of a draw goes with the digest of the list that shows it"),
            Remedy("list draws"),
            about="choose" if request.digest == "" else "digest",
        )
    return Keeping(
        model=model,
        boards=known.boards,
        byes=known.byes,
        price=0.0 if request.free else None,
        choice=None if request.choose is None else request.choose - 1,
        digest=request.digest,
        fewest=request.fewest,
        fresh_bye=request.bye_by_rule,
    )
