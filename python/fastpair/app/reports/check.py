"""What is wrong with a tournament, what is doubtful, and what the sources advise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from ...errors import FormatError, in_file
from ...files import read_file
from ...formats import FORMATS, egd, format_of
from ...formats.toml import TomlFile
from ...go.scores import ScoreHistory, criterion_values, in_points
from ...go.standings import CountedRounds, OpenGame
from ...go.tournament import POSTPONED, Tournament, name_criteria
from ...insight.advice import Finding, PromotionRule, advice, bars, bars_to_choose
from ...letters import folded
from ...pairing.draw.boards import colour_rule
from ...pairing.field import Field
from ...pairing.field.deviations import handicap, handicap_level
from ...pairing.field.field import colours
from ...pairing.rounds import judge_round, situation_of
from ...pairing.systems import usual_system
from ...pairing.weights import model_named
from ...sentences import joined, marked, phrase, phrase_many
from ..documents.encoding import encode
from ..documents.reports import (
    AdviceBar,
    AdviceDocument,
    CheckDocument,
    CheckFinding,
    CheckRound,
    CheckStandings,
)
from ..draws.remarks import changed_boards, seeded_last
from ..draws.request import check_published, envelope_of
from ..draws.review import Baselines
from ..forms.titles import title_of_method
from ..history.state import CongressState
from ..lookup import find_duplicates
from ..rounds.conditions import broken_conditions
from .board_changes import PurposefulChange, describe_pairs, purposeful_changes
from .stated import StandingsCheck, check_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Criterion, Game
    from ...insight.advice import Bar
    from ...pairing.rounds import DrawReview
    from ...pairing.rounds.review import Baseline


_UNBALANCED = 3
"""So many games more with one colour than with the other are worth a word."""


class FindingKind(Enum):
    """What a finding is about."""

    FAULT = "fault"
    """The tournament contradicts itself."""

    PARTICIPATION = "participation"
    """Somebody plays who is absent or registered preliminarily only."""

    RATING = "rating"
    """Somebody has no rating, and is seeded as if he were the weakest."""

    TWICE = "listed twice"
    """Two players are one person."""

    RESULT = "result"
    """A game has no result, or one that it cannot have."""

    CONDITION = "condition"
    """The boards break a constraint of the round."""

    REMATCH = "rematch"
    SECOND_BYE = "second bye"
    HANDICAP = "handicap"
    """Other stones than the rules give, or the stronger player has Black."""

    TABLE = "table"
    """The table of a round robin has no such game in the round, or has it with other colours."""

    COLOUR = "colour"
    BYE = "bye"
    """Another player would have come first for the bye."""

    SCORE = "score"
    """The file states another score or place than its games give."""

    RESULT_FILE = "result file"
    """The server of the European Go Database would refuse the file."""


def rounds_with_games(tournament: Tournament) -> list[int]:
    """The rounds that have games, in order."""
    return sorted({game.round for game in tournament.games})


def findings(
    tournament: Tournament, scores: Mapping[str, Mapping[Criterion, float]]
) -> Iterator[Finding]:
    """Find what is not as the rules have it, round by round.

    Nothing but the faults is looked for in a tournament that contradicts itself.

    Parameters
    ----------
    scores
        Scores that a file states, in points after the last round that has games, by key and
        criterion.
    """
    faults = [Finding(kind=FindingKind.FAULT, sentence=fault) for fault in tournament.faults()]
    yield from faults
    if faults:
        return
    yield from _unrated(tournament)
    yield from _twice(tournament)
    for number in rounds_with_games(tournament):
        for game in tournament.round(number).games:
            yield from _participation(tournament, game)
            if not (game.has_result or game.sums_halves):
                yield _at_board(
                    tournament,
                    game,
                    FindingKind.RESULT,
                    phrase(POSTPONED if game.postponed else "no result"),
                )
            if game.both_win and not tournament.event_kind.both_may_win:
                message = phrase("both have won, which is impossible in chess")
                yield _at_board(tournament, game, FindingKind.RESULT, message)
        yield from _handicaps_and_colours(tournament, number)
    yield from _rematches(tournament)
    yield from _second_byes(tournament)
    yield from _unbalanced(tournament)
    yield from _scores(tournament, scores)


def finding_document(finding: Finding) -> CheckFinding:
    """A finding as a part of a JSON document."""
    return {
        "kind": finding.kind.value,
        "round": finding.round_number,
        "table": finding.table,
        "players": list(finding.players),
        "sentence": finding.sentence,
    }


def _at_board(
    tournament: Tournament, game: Game, kind: FindingKind, message: str, *players: str
) -> Finding:
    """A finding at a board: its place and its players, and what is said of them."""
    white, black = tournament.name_of(game.white), tournament.name_of(game.black)
    where = phrase("round {round}, table {table}", round=game.round, table=game.table)
    finding = phrase(
        "{finding}, {white} (White) against {black} (Black)",
        finding=message,
        white=white,
        black=black,
    )
    return Finding(
        kind=kind,
        sentence=joined(": ", [where, finding]),
        detail=finding,
        round_number=game.round,
        table=game.table,
        players=players or game.players,
    )


def _participation(tournament: Tournament, game: Game) -> Iterator[Finding]:
    for key in game.players:
        player = tournament.by_key[key]
        if game.is_forfeit or (player.final and player.plays_in(game.round)):
            continue
        name = player.full_name
        message = (
            phrase("{name} has a game and is entered as absent", name=name)
            if player.final
            else phrase("{name} has a game and is registered preliminarily only", name=name)
        )
        yield _at_board(tournament, game, FindingKind.PARTICIPATION, message, key)


def _unrated(tournament: Tournament) -> Iterator[Finding]:
    for player in seeded_last(tournament):
        message = phrase(
            "{player} has no rating, which counts as {rating}",
            player=player.name_and_grade,
            rating=player.rating_or_lowest,
        )
        yield Finding(kind=FindingKind.RATING, sentence=message, players=(player.key,))


def _twice(tournament: Tournament) -> Iterator[Finding]:
    for player, twin in find_duplicates(tournament.players):
        message = (
            phrase(
                "{player} is listed twice: the same PIN, or name and club",
                player=player.name_and_grade,
            )
            if folded(player.full_name) == folded(twin.full_name)
            else phrase(
                "{player} is listed as {twin}, too: the same PIN, or the same club and names in the other order",
                player=player.name_and_grade,
                twin=twin.name_and_grade,
            )
        )
        yield Finding(kind=FindingKind.TWICE, sentence=message, players=(twin.key, player.key))


def _handicaps_and_colours(tournament: Tournament, number: int) -> Iterator[Finding]:
    """Compare the boards that were played with the stones and colours of the rules."""
    games = [game for game in tournament.round(number).games if not game.is_forfeit]
    if not games:
        return
    pairs = [game.players for game in games]
    before = tournament.without_placed_teams().before(number)
    field = Field.of(before, number, [key for pair in pairs for key in pair])
    white, black = (field[seats] for seats in field.seats(pairs).T)
    columns = handicap(white, black), handicap_level(white) < handicap_level(black)
    model = model_named(tournament.rules.usual_model)
    rule = colour_rule(field, model.state(field) if model.traits.colours_by_index else None, 0)
    balance = model.players(field).colour_balance
    unfair = ~rule(white, black) & (balance[white.seat] > balance[black.seat])
    for game, stones, weaker, often in zip(games, *columns, unfair, strict=True):
        if game.handicap != stones:
            message = phrase(
                "handicap {stones} where the rules give {other}",
                stones=game.handicap,
                other=int(stones),
            )
            yield _at_board(tournament, game, FindingKind.HANDICAP, message)
        elif stones and weaker:
            message = phrase("handicap {stones} for the stronger player", stones=int(stones))
            yield _at_board(tournament, game, FindingKind.HANDICAP, message)
        elif not stones and often:
            message = phrase("White for the player who had it more often")
            yield _at_board(tournament, game, FindingKind.COLOUR, message)


def _rematches(tournament: Tournament) -> Iterator[Finding]:
    cycles = tournament.rules.cycles
    rounds: dict[frozenset[str], list[int]] = {}
    for game in sorted(tournament.meetings, key=lambda game: (game.round, game.table)):
        met = rounds.setdefault(game.pair, [])
        met.append(game.round)
        if met[cycles:] and met[0] != game.round:
            message = phrase("a rematch of round {round}", round=met[0])
            yield _at_board(tournament, game, FindingKind.REMATCH, message)


def _second_byes(tournament: Tournament) -> Iterator[Finding]:
    cycles = tournament.rules.cycles
    rounds: dict[str, list[int]] = {}
    for bye in sorted(tournament.byes, key=lambda bye: bye.round):
        had = rounds.setdefault(bye.player, [])
        had.append(bye.round)
        if (
            had[cycles:]
            and had[0] != bye.round
            and bye.player in tournament.pairing_byes(bye.round)
        ):
            yield Finding(
                kind=FindingKind.SECOND_BYE,
                sentence=phrase(
                    "round {round}: {name} has a bye as in round {earlier}",
                    round=bye.round,
                    name=tournament.name_of(bye.player),
                    earlier=had[0],
                ),
                round_number=bye.round,
                players=(bye.player,),
            )


def _unbalanced(tournament: Tournament) -> Iterator[Finding]:
    """Who has had one colour much more often in the games whose colours the draw counts."""
    traits = model_named(tournament.rules.usual_model).traits
    counted = colours(ScoreHistory.of(tournament), handicap_games=traits.colours_by_index)
    sums = ((counted == colour).sum(axis=1).tolist() for colour in (1, -1))
    for player, white, black in zip(tournament.players, *sums, strict=True):
        if abs(white - black) >= _UNBALANCED:
            text = (
                marked("{name}: {white} times White and {black} times Black")
                if traits.colours_by_index
                else marked("{name}: {white} times White and {black} times Black in even games")
            )
            sentence = phrase(text, name=player.full_name, white=white, black=black)
            yield Finding(kind=FindingKind.COLOUR, sentence=sentence, players=(player.key,))


def _scores(
    tournament: Tournament, scores_in_file: Mapping[str, Mapping[Criterion, float]]
) -> Iterator[Finding]:
    if not scores_in_file:
        return
    history, after = ScoreHistory.of(tournament), max(rounds_with_games(tournament), default=0)
    criteria = dict.fromkeys(
        criterion for scores in scores_in_file.values() for criterion in scores
    )
    ours = {
        criterion: in_points(criterion, criterion_values(history, criterion, after)).tolist()
        for criterion in criteria
    }
    for key, scores in scores_in_file.items():
        for criterion, theirs in scores.items():
            value = ours[criterion][history.row[key]]
            if value != theirs:
                yield Finding(
                    kind=FindingKind.SCORE,
                    sentence=phrase(
                        "{name}: {criterion} is stated as {stated}, and the games give {value}",
                        name=tournament.name_of(key),
                        criterion=next(name_criteria([criterion], tournament.kind)),
                        stated=f"{theirs:g}",
                        value=f"{value:g}",
                    ),
                    players=(key,),
                )


_OF_MATCHES = (
    FindingKind.CONDITION,
    FindingKind.REMATCH,
    FindingKind.SECOND_BYE,
    FindingKind.BYE,
    FindingKind.TABLE,
)
"""What is found of teams, beside what is found of the players at their boards. The colours at boards
follow from the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a check has found."""

    tournament: Tournament
    """Where teams are drawn, they are its players."""

    boards: Tournament | None = None
    """The tournament of the players at the boards of the teams, if teams are drawn."""

    findings: tuple[Finding, ...]
    """What is not as the rules have it."""

    rounds: tuple[DrawReview, ...]
    """The draw of every round that has games beside the optimum; none if there are faults."""

    causes: Mapping[int, str] = field(default_factory=dict)
    """What was corrected after a round was drawn whose draw is not the best one, by its number."""

    changed: Mapping[int, PurposefulChange] = field(default_factory=dict)
    """What was changed on purpose in a round, and the best draw does not have, by its number."""

    standings: StandingsCheck | None = None
    """The standings that the file states, if it lists criteria."""

    remarks: tuple[str, ...] = ()
    """What the file was read with a reservation about, one line each."""

    @property
    def consistent(self) -> bool:
        """Whether the tournament does not contradict itself."""
        return not any(each.kind is FindingKind.FAULT for each in self.findings)

    @property
    def clean(self) -> bool:
        """Whether nothing was found, and every draw is as good as the best but for what was changed on purpose."""
        return not self.count

    @property
    def count(self) -> int:
        """How much was found: each finding, and each draw that is not the best one."""
        return len(self.findings) + sum(bool(judged.loss) for judged in self.draws)

    @property
    def draws(self) -> tuple[DrawReview, ...]:
        """The draw of every round, with what was changed on purpose as it is."""
        return tuple(
            self.changed[judged.round_number].rest
            if judged.round_number in self.changed
            else judged
            for judged in self.rounds
        )

    def sentences(self) -> Iterator[str]:
        """Everything that was found, one line each."""
        yield from map(str, self.findings)
        for judged in self.draws:
            number = judged.round_number
            if number in self.changed:
                change = self.describe_change(number)
                yield phrase("round {round}: {change}", round=number, change=change)
            if judged.loss:
                cause = self.causes.get(number)
                yield joined("; ", filter(None, (self._worse(judged), cause)))

    def describe_change(self, number: int) -> str:
        """Say what was changed on purpose in a round, when and why, and at what price."""
        change = self.changed[number]
        cause = "" if change.rest.loss else self.causes.get(number, "")
        return joined("; ", filter(None, (*change.sentences(self.tournament), change.price, cause)))

    def _worse(self, judged: DrawReview) -> str:
        actual, best = (
            describe_pairs(self.tournament, pairs) for pairs in (judged.different, judged.instead)
        )
        if judged.criterion:
            return phrase(
                "round {round}: not the pairing by {system}: {criterion}: {best} instead of {drawn}",
                round=judged.round_number,
                system=judged.model,
                criterion=judged.criterion,
                best=best,
                drawn=actual,
            )
        return phrase_many(
            "round {round}: the best draw by {model} has {count} other board: {best} instead of "
            "{drawn}",
            "round {round}: the best draw by {model} has {count} other boards: {best} instead of "
            "{drawn}",
            len(judged.different),
            round=judged.round_number,
            model=title_of_method(judged.model),
            best=best,
            drawn=actual,
        )


def check_file(
    file: Path,
    *,
    model: str | None,
    seed: int | None,
    system: str | None = None,
    tell: Callable[[str], None],
) -> Check:
    """Read a file and check its tournament; a result file as the server of the EGD does, too.

    Parameters
    ----------
    model, seed, system
        As of ``Baselines.of``.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If the rules of the model's file cannot be met; the message names the file.
    """
    tell(f"reading {file}")
    try:
        state = CongressState.read(file)
    except FormatError:
        if str(file) == "-":  # which can be read once
            raise
        content = read_file(file)
        egd_file = format_of(file, content) is FORMATS["egd"]
        refused = tuple(_refused_by_server(content)) if egd_file else ()
        if not refused:
            raise
        return Check(tournament=Tournament(), findings=refused, rounds=())
    return check_congress(state, model=model, seed=seed, system=system, tell=tell)


def check_congress(
    state: CongressState,
    *,
    model: str | None = None,
    seed: int | None = None,
    system: str | None = None,
    tell: Callable[[str], None] = lambda stage: None,
) -> Check:
    """Check a tournament; a result file as the server of the EGD does, too.

    What the document asks for itself counts where nothing else is asked for.

    Parameters
    ----------
    model, seed, system
        As of ``Baselines.of``.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If the document asks for a model that there is not.
    RuleError
        If the rules of the model's file cannot be met; the message names the file.
    """
    document, file = state.document, state.file
    envelope = envelope_of(document)
    if envelope is not None:
        if model is None and envelope.check.model is not None:
            model = envelope.check.model
            check_published(str(file), model, "/check/model")
        seed = envelope.check.seed if seed is None else seed
    with in_file(file):
        yardsticks = Baselines.of(state, model=model, seed=seed, system=system)
        whole = document.tournament
        units = yardsticks.units.tournament
        boards = None if units is whole else replace(whole, team_play=None)
        found = check_tournament(units, yardsticks.compared, boards=boards, tell=tell)
        broken = _broken(found, yardsticks.units.congress)
        judged = yardsticks.remarks(rounds_with_games(units) if found.consistent else ())
        ahead = _looking_ahead(found, yardsticks)
        found = _with_changes(found, yardsticks)
        causes = dict(_causes(found, yardsticks.units.congress))
        refused = _refused_by_server(document.content) if document.format == "egd" else ()
        stated = None
        if document.stated is not None and found.consistent:
            stated = check_standings(whole, document.stated)
        return replace(
            found,
            findings=(
                *refused,
                *found.findings,
                *broken,
                *_off_table(found, yardsticks),
                *_stated(stated),
            ),
            standings=stated,
            causes=causes,
            remarks=(
                *document.remarks,
                *judged,
                *found.remarks,
                *ahead,
            ),
        )


def _broken(check: Check, congress: CongressState) -> Iterator[Finding]:
    """The constraints that boards break; a round that contradicts itself has none."""
    for number in rounds_with_games(check.tournament) if check.consistent else ():
        for each in broken_conditions(congress, number):
            yield Finding(
                kind=FindingKind.CONDITION,
                sentence=each.sentence,
                detail=each.clause,
                round_number=number,
                table=next(iter(each.tables), None),
                players=each.players,
            )


def _off_table(check: Check, yardsticks: Baselines) -> Iterator[Finding]:
    """Find the games of a round robin that its table has between others, or with other colours."""
    tournament = check.tournament
    rounds = rounds_with_games(tournament)
    if not (rounds and check.consistent and tournament.rules.predetermined):
        return
    by = yardsticks.of_round(rounds[0])
    if (system := by.system or usual_system(tournament)) is None:
        return
    situation = situation_of(tournament.before(1), 1, seed=by.seed)
    row = situation.history.row
    games = {(game.round, row[game.white], row[game.black]): game for game in tournament.games}
    for place, turned in system.games_off(situation, games):
        message = (
            phrase("colours other than by the table of the round robin")
            if turned
            else phrase("the table of the round robin has no such game in this round")
        )
        yield _at_board(tournament, games[place], FindingKind.TABLE, message)


def _stated(check: StandingsCheck | None) -> Iterator[Finding]:
    """The values and places that a file states otherwise than its games give them."""
    for each in check.differences if check else ():
        players = () if check is None or check.teams else (each.player,)
        yield Finding(kind=FindingKind.SCORE, sentence=each.sentence, players=players)


_CAUSES = {
    frozenset({"game"}): marked("a result was corrected after the draw"),
    frozenset({"player"}): marked("data of a player were changed after the draw"),
    frozenset({"game", "player"}): marked(
        "a result was corrected and data of a player were changed after the draw"
    ),
}


def _causes(check: Check, congress: CongressState) -> Iterator[tuple[int, str]]:
    """The rounds whose draw is not the best one, with what was corrected after it."""
    for judged in check.rounds:
        pairs = map(frozenset, judged.different)
        if judged.loss and (kinds := congress.corrected_since(judged.round_number, pairs)):
            yield judged.round_number, phrase(_CAUSES[kinds])


def _with_changes(check: Check, yardsticks: Baselines) -> Check:
    """A check with what was changed on purpose, which is no finding."""
    changed = dict(purposeful_changes(check.tournament, check.rounds, yardsticks))
    findings = tuple(
        each
        for each in check.findings
        if each.kind is not FindingKind.BYE
        or (change := changed.get(each.round_number or 0)) is None
        or change.bye is None
    )
    return replace(check, findings=findings, changed=changed)


def _looking_ahead(check: Check, yardsticks: Baselines) -> Iterator[str]:
    """Say of which rounds the optimum leaves fewer of the later rounds drawable than there are."""
    for judged in check.rounds:
        number = judged.round_number
        by = yardsticks.of_round(number)
        before = (by.known or check.tournament).without_placed_teams().before(number)
        if (
            by.system is None
            and judged.loss
            and changed_boards(before, number, by.model, by.constraints, by.seed)
        ):
            yield phrase(
                "round {round}: after the optimum, fewer of the rounds behind it could be drawn complete",
                round=number,
            )


def check_tournament(
    tournament: Tournament,
    yardstick: Callable[[int], Baseline | None],
    *,
    boards: Tournament | None = None,
    scores: Mapping[str, Mapping[Criterion, float]] | None = None,
    tell: Callable[[str], None] = lambda stage: None,
) -> Check:
    """Check a tournament that has been played, or is being played.

    Parameters
    ----------
    tournament
        All rounds that have games are checked.
    yardstick
        What a round is compared by, from its number; None if it is not compared.
    boards
        The tournament of the players at the boards, if that of teams is checked.
    scores
        Scores that a file states, in points after the last round, by key and criterion.
    tell
        Hears what is being done.

    Raises
    ------
    RuleError
        If there is no such model, or the rules of its file cannot be met.
    """
    found = list(findings(boards or tournament, scores or {}))
    if boards is not None:
        found = [each for each in found if each.kind not in (*_OF_MATCHES, FindingKind.COLOUR)]
        found += (each for each in findings(tournament, {}) if each.kind in _OF_MATCHES)
    if any(finding.kind is FindingKind.FAULT for finding in found):
        return Check(tournament=tournament, boards=boards, findings=tuple(found), rounds=())
    rounds: list[DrawReview] = []
    remarks: list[str] = []
    by_system: set[int] = set()
    general = [each for each in found if each.kind is FindingKind.COLOUR]
    for number in rounds_with_games(tournament):
        by = yardstick(number)
        if by is None:
            by_system.add(number)
            continue
        tell(f"drawing round {number} again")
        judged, games_open = _nearest_judgement(tournament, number, by)
        rounds.append(judged)
        if games_open:
            remarks.append(_drawn_before(number, (boards or tournament).played_later(number)))
        found.extend(_bye(tournament, judged))
        found.extend(_colours(tournament, judged))
        if by.system is not None and by.system.allows_one_pairing:
            by_system.add(number)
    # Where a system allows one pairing, or is not known, which colours are right is its question alone.
    whole = by_system.issuperset(rounds_with_games(tournament))
    for each in general:
        if each.round_number in by_system or (whole and each.round_number is None):
            found.remove(each)
    return Check(
        tournament=tournament,
        boards=boards,
        findings=tuple(found),
        rounds=tuple(rounds),
        remarks=tuple(remarks),
    )


def _nearest_judgement(
    tournament: Tournament, number: int, by: Baseline
) -> tuple[DrawReview, bool]:
    """The draw of a round beside the best one, and whether it is nearer to that with games open that were played later."""
    found: list[DrawReview] = []
    for seen in (by.known or tournament, *by.otherwise):
        judged = judge_round(
            seen,
            number,
            model=by.model,
            system=by.system,
            constraints=by.constraints,
            seed=by.seed,
        )
        found.append(judged)
        if not any(judged.faults):
            break
    nearest = min(found, key=lambda judged: judged.faults)
    return nearest, nearest is not found[0]


def _drawn_before(number: int, later: Iterable[Game]) -> str:
    """Say that a round is compared with games open that have been played since."""
    waiting = (OpenGame(game.round, game.table, *game.players, True) for game in later)
    games = CountedRounds(number - 1, tuple(waiting)).games
    return phrase(
        "round {round} is compared as drawn while games were open: {games}",
        round=number,
        games=games,
    )


def check_document(check: Check) -> CheckDocument:
    """What a check has found as a JSON document, by ``check.schema.json``."""
    found = {False: set[str](), True: set[str]()}
    for each in check.findings:
        found[each.kind in _OF_MATCHES].update(each.players)
    keys = found[True]
    for judged in check.rounds:
        keys.update(key for pair in (*judged.different, *judged.instead) for key in pair)
        keys.update(key for key in (judged.bye, judged.bye_by_rule) if key is not None)
    return encode(
        CheckDocument,
        check,
        tournament=check.tournament.name,
        findings=[finding_document(finding) for finding in check.findings],
        rounds=[_round(check, judged) for judged in check.rounds],
        **({} if check.standings is None else {"standings": _standings(check.standings)}),
        **_names(check, found[False], keys),
    )


def _standings(check: StandingsCheck) -> CheckStandings:
    """The standings that a file states as a part of a JSON document."""
    document: CheckStandings = {
        "edition": check.edition,
        "after": check.standings.after,
        "criteria": [criterion.value for criterion in check.standings.criteria],
        "differences": [
            {
                "player": each.player,
                "criterion": each.criterion,
                "value": each.value,
                "expected": each.expected,
            }
            for each in check.differences
        ],
        "rows": [
            {"player": row.key, "place": row.place, "values": [*row.values]}
            for row in check.standings.rows
        ],
    }
    if check.teams:
        document["teams"] = {team.key: team.name for team in check.tournament.players}
    return document


def _names(check: Check, players: set[str], units: set[str]) -> Mapping[str, Mapping[str, str]]:
    """The names of everybody in a document: of the players, and of the teams if they are drawn."""

    def names(tournament: Tournament, keys: set[str]) -> Mapping[str, str]:
        return {key: tournament.name_of(key) for key in sorted(keys)}

    if check.boards is None:
        return {"players": names(check.tournament, players | units)}
    return {"players": names(check.boards, players), "teams": names(check.tournament, units)}


def _refused_by_server(content: bytes) -> Iterator[Finding]:
    """What the server of the European Go Database would refuse in a result file."""
    for sentence in egd.verify(content):
        message = phrase("the EGD would refuse the file: {reason}", reason=sentence)
        yield Finding(kind=FindingKind.RESULT_FILE, sentence=message)


def _colours(tournament: Tournament, judged: DrawReview) -> Iterator[Finding]:
    """Say at which boards the system gives the other colours."""
    games = {game.players: game for game in tournament.round(judged.round_number).games}
    for white, black in judged.colours:
        message = phrase("colours other than by {system}", system=judged.model)
        yield _at_board(tournament, games[white, black], FindingKind.COLOUR, message)


def _bye(tournament: Tournament, judged: DrawReview) -> Iterator[Finding]:
    """Say who would have come first for the bye if it was another player's."""
    if judged.bye is None or judged.bye_by_rule in (None, judged.bye):
        return
    names = {key: tournament.name_of(key) for key in (judged.bye, judged.bye_by_rule) if key}
    has, first = names.values()
    yield Finding(
        kind=FindingKind.BYE,
        sentence=phrase(
            "round {round}: {name} has the bye, and {first} comes first for it by the rule of {model}",
            round=judged.round_number,
            name=has,
            first=first,
            model=title_of_method(judged.model),
        ),
        round_number=judged.round_number,
        players=tuple(names),
    )


def _round(check: Check, judged: DrawReview) -> CheckRound:
    number = judged.round_number
    change = check.changed.get(number)
    stated = {} if change is None else {"manual": change.pairs, "loss_of_draw": change.rest.loss}
    if change is not None:
        stated["change"] = check.describe_change(number)
    return encode(CheckRound, judged, round=number, weight_units=judged.units, **stated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advised:
    """A tournament, and what the sources would have otherwise."""

    tournament: Tournament
    advice: tuple[Finding, ...]

    bars: tuple[Bar, ...]
    """What a bar at each grade would do, the highest first."""

    remarks: tuple[str, ...]
    """What the file was read with a reservation about, one line each."""

    @property
    def bars_to_choose(self) -> tuple[Bar, ...]:
        """The bars that are worth a look."""
        return bars_to_choose(self.tournament)


def advise(document: Document, promotion: PromotionRule | None = None) -> Advised:
    """Advice on a tournament.

    Parameters
    ----------
    promotion
        A federation's rule for grades, see ``read_promotion_rule``.
    """
    tournament = document.tournament
    return Advised(
        tournament=tournament,
        advice=tuple(advice(tournament, promotion)),
        bars=bars(tournament),
        remarks=document.remarks,
    )


def read_promotion_rule(path: Path) -> PromotionRule:
    """Read a federation's rule for grades from a TOML file with the fields of ``PromotionRule``.

    Raises
    ------
    FormatError
        If the file is no TOML, names something else, or has an invalid value.
    """
    file = TomlFile.read(path, "a rule for grades")
    return file.filled(PromotionRule(), file.content, (), ())


def advice_document(advised: Advised) -> AdviceDocument:
    """Advice as a JSON document, by ``advice.schema.json``."""
    keys = {key for finding in advised.advice for key in finding.players}
    return encode(
        AdviceDocument,
        advised,
        tournament=advised.tournament.name,
        advice=[{**finding_document(each), "source": each.source} for each in advised.advice],
        bars=[encode(AdviceBar, bar, bar=bar.grade) for bar in advised.bars],
        players={key: advised.tournament.name_of(key) for key in sorted(keys)},
    )
