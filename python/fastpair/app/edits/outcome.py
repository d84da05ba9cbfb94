"""What an action makes of a tournament, before it is written, and what of it must be confirmed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from ...errors import RuleError
from ...go.scores import ScoreHistory, criterion_values, in_points
from ...go.teams import of_teams
from ...go.tournament import Criterion, NumberedAs, name_criteria, numbered_anew, parse_ending
from ...go.tournament.player import rows_by_number
from ...sentences import Remedy, joined, phrase, phrase_many
from ..lookup import teams_of
from ..round_states import in_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from ...arrays import Integers
    from ...formats import Document
    from ...go.tournament import Game, Player, Round, Tournament
    from ...go.tournament.player import NumberOrder
    from ...sentences import Sentence
    from ..history.details import Details
    from ..history.entries import Change, Version
    from ..history.records import Publication
    from ..history.state import CongressState

    _Board = tuple[str, str, int]


class Former(NamedTuple):
    """What a file has held."""

    version: Version

    changes: tuple[Change, ...]
    """What leads to it from the present one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What a command makes of a tournament, before it is written."""

    tournament: Tournament

    summary: str
    """What was done, in a sentence for the history."""

    messages: tuple[str, ...] = ()
    """What the director is told, one line each."""

    warnings: tuple[str, ...] = ()
    """What makes it doubtful, one line each."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of its action, see `Entry.values`."""

    details: Details | None = None
    """What it leaves in the history beside the changes, see `Entry.details`."""

    reverts: int | None = None
    """Number of the change that is taken back, see `Entry.reverts`."""

    questions: tuple[UnconfirmedError, ...] = ()
    """What is to be confirmed of it."""

    even_so: bool = False
    """Whether it needs no confirmation that scores of rounds that are played become others."""

    in_history: bool = False
    """Whether the history alone holds it, and the file stays; without details, the history stays too."""

    document: Document | None = None
    """The new file that it makes; None of a change of the one that is there."""

    former: Former | None = None
    """What the file has held, instead of what its format makes of the tournament."""

    def then(self, step: Callable[[Tournament], Edit]) -> Edit:
        """One change of this one and of what is made of the tournament after it."""
        later = step(self.tournament)
        summaries = [each for each in (self.summary, later.summary) if each]
        message = summaries[0] if len(summaries) == 1 else joined("; ", summaries)
        lines, warned = (*self.messages, *later.messages), (*self.warnings, *later.warnings)
        questions = (*self.questions, *later.questions)
        return replace(later, summary=message, messages=lines, warnings=warned, questions=questions)


# ---- What must be confirmed ----


PLAYED_SCORES, LIKELY_MISTAKE = "played-scores", "likely-mistake"
PUBLISHED_BOARDS, OUT_OF_TURN = "published-boards", "out-of-turn"
REPLACED_RESULTS, NOT_ARRIVED = "replaced-results", "not-arrived"
ENTERED_ABSENT, BROKEN_CONDITION = "entered-absent", "broken-condition"
"""Codes of questions: a change is made only if each of them is confirmed."""

CODES = frozenset(
    {
        PLAYED_SCORES,
        LIKELY_MISTAKE,
        PUBLISHED_BOARDS,
        OUT_OF_TURN,
        REPLACED_RESULTS,
        NOT_ARRIVED,
        ENTERED_ABSENT,
        BROKEN_CONDITION,
    }
)
"""All of them."""


class UnconfirmedError(RuleError):
    """A change that is made only if somebody confirms it.

    Examples
    --------
    >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
    >>> congress = Congress.new("Evening", preset="Swiss", rounds=1, players=players).draw(1).congress
    >>> congress = congress.publish(round=1).congress
    >>> try:
    ...     congress.unpair(1).congress
    ... except UnconfirmedError as error:
    ...     question = error
    >>> question.codes
    ('published-boards',)
    >>> congress.unpair(1, confirmed=question).congress.tournament.is_drawn(1)
    False
    """

    kind = "unconfirmed"
    """The code of its question; this one, which confirms nothing, if there are several: see `codes`."""

    agree: str | None = None
    """What is done once it is confirmed, as a button says it; None for the usual words."""

    def __init__(self, message: str, *remedies: Remedy) -> None:
        super().__init__(message, *remedies, code=self.kind)

    @property
    def questions(self) -> tuple[UnconfirmedError, ...]:
        """What is to be confirmed, each by its `code`."""
        return (self,)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all questions, which answer them as ``confirmed``."""
        return tuple(dict.fromkeys(each.code for each in self.questions))


Confirmation: TypeAlias = "Iterable[str] | UnconfirmedError"
"""The codes of questions that are answered with yes, or the error that asked them."""


class PlayedScoresError(UnconfirmedError):
    """A change that gives rounds that are played other scores, or changes one on which others are drawn."""

    kind = PLAYED_SCORES

    def __init__(self, message: str) -> None:
        super().__init__(message, Remedy("do it even so"))


class LikelyMistakeError(UnconfirmedError):
    """A change that is rarely meant; it may be confirmed as one of played scores is."""

    kind = LIKELY_MISTAKE

    def __init__(self, message: str, *remedies: Remedy, agree: str | None = None) -> None:
        super().__init__(message, *(remedies or (Remedy("do it even so"),)))
        self.agree = agree


class PublishedBoardsError(UnconfirmedError):
    """A change of what the players know; it may be confirmed."""

    kind = PUBLISHED_BOARDS

    def __init__(self, message: str, *remedies: Remedy) -> None:
        super().__init__(message, *remedies, Remedy("do it even so"))


class BrokenConditionError(UnconfirmedError):
    """A change of boards that breaks constraints of the round; it may be confirmed."""

    kind = BROKEN_CONDITION

    def __init__(self, message: str) -> None:
        super().__init__(message, Remedy("do it even so"))


class OutOfTurnError(UnconfirmedError):
    """A draw of a round although others come before it."""

    kind = OUT_OF_TURN


class NotArrivedError(UnconfirmedError):
    """A draw without players who are expected; it may be confirmed.

    Parameters
    ----------
    message
        Who is expected.
    number
        The round.
    """

    kind = NOT_ARRIVED

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message, Remedy("do it even so"))
        self.round = number
        self.agree = phrase("Pair round {round}", round=number)


class EnteredAbsentError(UnconfirmedError):
    """A check-in of players who are entered as absent; it may be confirmed.

    Parameters
    ----------
    message
        Who is entered as absent.
    players
        How many are checked in.
    """

    kind = ENTERED_ABSENT

    def __init__(self, message: str, players: int) -> None:
        super().__init__(message, Remedy("do it even so"))
        self.agree = phrase_many("Check in {count} player", "Check in {count} players", players)


class ReplacedResultError(UnconfirmedError):
    """Results that replace others; they may be confirmed.

    Parameters
    ----------
    message
        Which results there are.
    replaced
        Table, result, and the result that replaces it.
    """

    kind = REPLACED_RESULTS

    def __init__(self, message: str, replaced: Sequence[tuple[int, str, str]]) -> None:
        super().__init__(message, Remedy("do it even so"))
        self.replaced = tuple(replaced)

    @property
    def erases(self) -> bool:
        """Whether none of the results gets another one."""
        endings = (parse_ending(now) for _, _, now in self.replaced)
        return all(end and end.is_empty and not end.is_postponed for end in endings)


class _SeveralError(UnconfirmedError):
    """A change with several questions."""

    def __init__(self, questions: Sequence[UnconfirmedError]) -> None:
        remedies = {each.name: each for one in questions for each in one.message.remedies}
        super().__init__(joined("; ", [each.message for each in questions]), *remedies.values())
        self._questions = tuple(questions)

    @property
    def questions(self) -> tuple[UnconfirmedError, ...]:
        """What is to be confirmed."""
        return self._questions


def raise_unconfirmed(questions: Sequence[UnconfirmedError]) -> None:
    """Refuse a change until it is confirmed, with all questions at once.

    Raises
    ------
    UnconfirmedError
        If there is a question.
    """
    if questions:
        raise questions[0] if len(questions) == 1 else _SeveralError(questions)


def name_boards(tables: Collection[int]) -> str:
    """The boards at some tables, in words."""
    return phrase_many(
        "the board at table {tables}",
        "the boards at tables {tables}",
        len(tables),
        tables=in_ranges(tables),
    )


def name_results(tables: Collection[int]) -> str:
    """The results at some tables, in words."""
    return phrase_many(
        "the result at table {tables}",
        "the results at tables {tables}",
        len(tables),
        tables=in_ranges(tables),
    )


def changed_below(before: Tournament, after: Tournament) -> Iterator[str]:
    """Describe, one line each, the changed rounds on which later draws are based, and these draws.

    A missing result may come, and a game may move to another table: what is known stays.

    Parameters
    ----------
    before, after
        The tournament before and after the change, with the same keys of players.
    """
    if before.games == after.games and before.byes == after.byes:
        return
    if before.rules.predetermined and all(
        map(_same_boards, *_rounds_of(*map(of_teams, (before, after))))
    ):
        return  # by a table, neither results nor line-ups decide anything
    for number in before.drawn_rounds[:-1]:
        changed = [*_changes(before.round(number), after.round(number))]
        if changed:
            later = [_describe(before.round(n)) for n in before.drawn_rounds if n > number]
            values = {"later": joined(", ", later), "changed": joined(", ", changed)}
            yield phrase_many(
                "{later} was drawn on {changed} of round {round}",
                "{later} were drawn on {changed} of round {round}",
                len(later),
                round=number,
                **values,
            )


def _rounds_of(*tournaments: Tournament) -> Iterator[list[Round]]:
    """All rounds of tournaments."""
    return ([each.round(number) for number in each.round_numbers] for each in tournaments)


def _same_boards(one: Round, other: Round) -> bool:
    """Whether the same players meet in two rounds, with whichever colours."""
    pairs = ({game.pair for game in each.games} for each in (one, other))
    return next(pairs) == next(pairs) and {*one.byes} == {*other.byes}


def _describe(played: Round) -> str:
    """A round with what has been done in it."""
    boards = phrase_many("{count} board", "{count} boards", len(played.games))
    count = sum(game.has_result for game in played.games)
    if not count:
        return phrase("round {round} ({boards})", round=played.number, boards=boards)
    results = phrase_many("{count} result", "{count} results", count)
    return phrase(
        "round {round} ({boards}, {results})", round=played.number, boards=boards, results=results
    )


def _changes(old: Round, new: Round) -> Iterator[str]:
    """The boards, byes and results of a round that become others."""
    was, becomes = _boards(old), _boards(new)
    gone, added = was.keys() - becomes.keys(), becomes.keys() - was.keys()
    if gone or added:
        yield name_boards({was[b].table for b in gone} | {becomes[b].table for b in added})
    if {*old.byes} != {*new.byes}:
        yield phrase("the bye")
    both = [(was[board], becomes[board]) for board in was.keys() & becomes.keys()]
    results = {
        game.table
        for game, now in both
        if not now.ending.keeps(game.ending) or now.team_result != game.team_result
    }
    if results:
        yield name_results(results)


def _boards(played: Round) -> Mapping[_Board, Game]:
    """The games by what later draws rest on, beside their results."""
    return {(g.white, g.black, g.handicap): g for g in played.games}


def _scores(tournament: Tournament) -> tuple[Criterion, ...]:
    """What later draws rest on: the score of McMahon where players have grades, and the points."""
    of_grades = (Criterion.MMS,) if tournament.event_kind.has_grades else ()
    return *of_grades, Criterion.WINS


def moved_score_errors(before: Tournament, after: Tournament) -> Iterator[PlayedScoresError]:
    """Say that rounds that are played would get other scores, with an example, see `moved_scores`.

    So does the registration of somebody who has played if it becomes preliminary, see `describe_unconfirmed_players`.
    """
    yield from map(PlayedScoresError, describe_unconfirmed_players(before, after))
    moved = tuple(moved_scores(before, after))
    if moved:
        message = phrase("scores would change: {moved}", moved=moved[0])
        if len(moved) > 1:
            message = phrase_many(
                "{first}, and {count} more change of scores",
                "{first}, and {count} more changes of scores",
                len(moved) - 1,
                first=message,
            )
        yield PlayedScoresError(message)


def describe_unconfirmed_players(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, who has played and becomes preliminary, so that no later draw pairs them."""
    preliminary = {player.key for player in after.players if not player.final}
    if preliminary.isdisjoint(player.key for player in before.players if player.final):
        return
    games = [game for game in before.games if game.has_result]
    rounds = {key: game.round for game in reversed(games) for key in game.players}
    for player in before.players:
        if player.final and player.key in preliminary and player.key in rounds:
            yield phrase(
                "{name} has played in round {round}, and is not paired any more when preliminary",
                name=player.full_name,
                round=rounds[player.key],
            )


def moved_scores(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say, one line each, which scores of rounds that are played become others, and which byes of teams.

    They follow from grades, corrections, absences, line-ups and rules. What changes games, byes or points that
    an arbiter adjusts changes scores as it is meant to, and is passed over.
    """
    changed = [
        getattr(before, part) != getattr(after, part) for part in ("players", "rules", "team_play")
    ]
    rounds = [n for n in before.round_numbers if before.round(n).has_results]
    if not (any(changed) and rounds) or any(before.faults()) or not _same_games(before, after):
        return
    if _adjustments(before) != _adjustments(after):
        return
    yield from _moved(before, after, rounds)
    if teams := _as_teams(before, after):
        yield from _moved_byes(*teams, rounds)
        yield from _moved(*teams, rounds)


def _adjustments(tournament: Tournament) -> Sequence[object]:
    """The points that are adjusted, of all teams."""
    return [team.adjustments for team in teams_of(tournament) if team.adjustments]


def _as_teams(before: Tournament, after: Tournament) -> tuple[Tournament, Tournament] | None:
    """Both tournaments of the teams, if both draw these."""
    both = before.draws_teams and after.draws_teams
    return (of_teams(before), of_teams(after)) if both else None


def _moved_byes(before: Tournament, after: Tournament, rounds: Sequence[int]) -> Iterator[str]:
    """Say which teams have the bye of a round no longer, or at once: it follows from who was complete."""
    for number in rounds:
        was, now = (_names(each, each.round(number).byes) for each in (before, after))
        if was != now:
            yield phrase(
                "bye of round {round}: {was} becomes {now}", round=number, was=was, now=now
            )


def _names(tournament: Tournament, keys: Iterable[str]) -> str:
    return joined(", ", map(tournament.name_of, keys)) or phrase("nobody")


def _moved(before: Tournament, after: Tournament, rounds: Sequence[int]) -> Iterator[str]:
    """Describe changes of the scores of players who are in both and were in the standings before."""
    common = (c for c in before.rules.placement if c in after.rules.placement)
    in_standings = np.array(
        [p.final or p.key in before.seated for p in before.players], dtype=np.bool_
    )
    histories = ScoreHistory.of(before), ScoreHistory.of(after)
    for number in rounds:
        for criterion in dict.fromkeys((*_scores(before), *common)):
            old, new = (criterion_values(history, criterion, number) for history in histories)
            both = min(len(old), len(new))  # who has entered, or is deleted, is the last
            rows = ((old[:both] != new[:both]) & in_standings[:both]).nonzero()[0].tolist()
            if rows:
                player = before.players[rows[0]]
                yield phrase_many(
                    "{criterion} of {count} player after round {round}, such as {name}: {was} "
                    "becomes {now}",
                    "{criterion} of {count} players after round {round}, such as {name}: {was} "
                    "becomes {now}",
                    len(rows),
                    criterion=next(name_criteria([criterion], after.kind)),
                    round=number,
                    name=player.full_name,
                    was=_text_of(criterion, old[rows[0]]),
                    now=_text_of(criterion, new[rows[0]]),
                )


def _text_of(criterion: Criterion, value: Integers) -> str:
    points = float(in_points(criterion, value))
    return "–" if isnan(points) else f"{points:g}"


def _same_games(before: Tournament, after: Tournament) -> bool:
    """Whether games and byes are the same, whatever the keys of the players are."""
    return _by_row(before) == _by_row(after)


def _by_row(tournament: Tournament) -> tuple[frozenset[Game], frozenset[tuple[int, str]]]:
    row = {player.key: str(place) for place, player in enumerate(tournament.players)}
    return (
        frozenset(
            replace(game, white=row[game.white], black=row[game.black]) for game in tournament.games
        ),
        frozenset((bye.round, row[bye.player]) for bye in tournament.byes),
    )


def published_board_errors(
    congress: CongressState, before: Tournament, after: Tournament
) -> Iterator[PublishedBoardsError]:
    """Describe the published boards, byes and results that would change."""
    changed = _changed_rounds(before, after)
    if known := changed & congress.awaited_lineups:  # of which the matches alone are known
        changed -= {n for n in known if _matches(before, n) == _matches(after, n)}
    # A draw changes one round, and the boards of all others are thousands.
    for number in sorted(changed & congress.published.keys()) if changed else ():
        parts = [*_published_changes(congress.published[number], before, after)]
        if parts:
            what = reduce(
                lambda one, other: phrase("{one} and {other}", one=one, other=other), parts
            )
            yield PublishedBoardsError(
                phrase("players have already seen {what} of round {round}", what=what, round=number)
            )


def _matches(tournament: Tournament, number: int) -> frozenset[tuple[object, ...]]:
    """The matches of a round with their tables."""
    games = of_teams(tournament).round(number).games
    return frozenset((game.table, *game.players) for game in games)


def broken_condition_errors(
    congress: CongressState, before: Tournament, after: Tournament
) -> Iterator[BrokenConditionError]:
    """Describe the constraints that the boards of a round break after a change of them, and not before it."""
    numbers = _changed_rounds(before, after)
    yield from map(BrokenConditionError, _newly_broken(congress, before, after, numbers))


def conditions_missed(
    congress: CongressState, before: Tournament, after: Tournament
) -> Iterator[str]:
    """Say which constraints are broken since somebody takes part in a round whose boards stay."""
    if before.players is after.players:
        return
    numbers = {n for n in congress.conditions_by_round if after.round(n).games}
    yield from _newly_broken(congress, before, after, numbers - _changed_rounds(before, after))


def _changed_rounds(before: Tournament, after: Tournament) -> set[int]:
    """The rounds of which boards or byes are others, but for results that come."""
    games = _gone(before, after) | _gone(after, before)
    byes = {*before.byes} ^ {*after.byes}
    return {game.round for game in games} | {bye.round for bye in byes}


def _newly_broken(
    congress: CongressState, before: Tournament, after: Tournament, numbers: set[int]
) -> Iterator[Sentence]:
    if not numbers or any(after.faults()):
        return
    from ..rounds.conditions import broken_conditions

    was, now = (replace(congress, tournament=each).of_matches for each in (before, after))
    for number in sorted(numbers):
        known = {each.clause for each in broken_conditions(was, number)}
        fresh = [each.clause for each in broken_conditions(now, number)]
        fresh = [clause for clause in fresh if clause not in known]
        if fresh:
            yield phrase_many(
                "round {round}: this breaks a constraint: {broken}",
                "round {round}: this breaks {count} constraints: {broken}",
                len(fresh),
                round=number,
                broken=joined(", ", fresh),
            )


def _gone(before: Tournament, after: Tournament) -> set[Game]:
    """The games that become others in more than that their missing result comes."""
    kept = {id(game) for game in after.games} & {id(game) for game in before.games}
    old, new = ({g for g in t.games if id(g) not in kept} for t in (before, after))
    places = {(game.round, game.table): game for game in new}
    return {
        game
        for game in old - new
        if (now := places.get((game.round, game.table))) is None or not now.completes(game)
    }


def _published_changes(
    publication: Publication, before: Tournament, after: Tournament
) -> Iterator[str]:
    """The published boards, byes and results that a change of the tournament alters."""
    number = publication.round_number
    old, new = (publication.differences(each) for each in (before, after))
    boards = {board.table for board in new.gone} - {board.table for board in old.gone}
    if boards:
        yield name_boards(boards)
    if set(new.byes_gone) - set(old.byes_gone):
        yield phrase("the bye")
    results = set()
    for game in before.round(number).games:
        now = after.round(number).at(game.table)
        if now is not None and now.players == game.players:
            results |= {game.table} if not now.ending.keeps(game.ending) else set()
    if results:
        yield name_results(results)


# ---- Pairing numbers that stay ----


def keeping_numbers(before: Tournament, after: Tournament, known: Tournament) -> Tournament:
    """A tournament after a change whose pairing numbers stay, if it has a drawn round.

    Whoever enters later has the number that the facts give among these. Without a round, all go by what is
    known now.

    Parameters
    ----------
    known
        The tournament after the change, with the keys of players before it.
    """
    if not after.games:
        return numbered_anew(after)
    order = after.rules.fide.order
    stays = after.rules.pairs_by_number or after.event_kind.keeps_numbers
    if not (before.games and stays and order == before.rules.fide.order != "entry"):
        return after
    if before.players is after.players and before.team_play is after.team_play:
        return after
    seen = _numbered_before(before.players, known.players, order)
    players = tuple(
        replace(player, numbered_as=seen.get(old.key, player.numbered_as))
        for player, old in zip(after.players, known.players, strict=True)
    )
    kept = replace(after, players=players) if seen else after
    if (drawn := _as_teams(before, after)) is None or kept.team_play is None:
        return kept
    seen = _numbered_before(drawn[0].players, drawn[1].players, order)
    teams = tuple(
        replace(team, numbered_as=seen.get(team.key, team.numbered_as))
        for team in kept.team_play.teams
    )
    return replace(kept, team_play=replace(kept.team_play, teams=teams)) if seen else kept


def _numbered_before(
    before: Sequence[Player], after: Sequence[Player], order: NumberOrder
) -> dict[str, NumberedAs]:
    """What changed players, or teams, were numbered by, if these changes move numbers; nothing otherwise."""
    was = {player.key: player for player in before}
    pairs = [(was[new.key], new) for new in after if new.key in was]
    changed = {
        old.key: facts
        for old, new in pairs
        if old is not new
        and not (old.numbered_as or new.numbered_as)
        and (facts := NumberedAs.of(old)) != NumberedAs.of(new)
    }
    rows = (rows_by_number(side, order) for side in zip(*pairs, strict=True)) if changed else ()
    return changed if len({tuple(each) for each in rows}) > 1 else {}
