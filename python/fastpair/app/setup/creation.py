"""Tournament files that begin: a new tournament, one that exists in no file, or a file in another format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...formats import FORMATS
from ...formats.document import Document
from ...go.round_robin import with_rounds_of_table
from ...go.tournament import (
    Rules,
    TeamPlay,
    Tournament,
    numbered_anew,
    with_default_preset,
)
from ...sentences import Remedy, joined, phrase, phrase_many
from ..edits.outcome import Edit, LikelyMistakeError
from ..edits.players import at_home, described, within
from ..edits.teams import check_boards, enter_teams, usual_team_play
from ..forms.inputs import on_one_line, with_event, with_parameters, with_rules
from ..history.entries import read_facts
from ..history.state import CongressState
from ..lookup import find_duplicates
from ..reports.export import NewFile, conversion, format_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def unsaved_state(file: Path | str, tournament: Tournament | None = None) -> CongressState:
    """The state of a tournament that is in no file yet.

    Parameters
    ----------
    file
        Where it will be; a text if nobody knows yet.
    tournament
        By default one without players.
    """
    form = FORMATS["fastpair"]
    blank = Tournament(rules=with_default_preset(Rules()))
    document = Document(
        path=str(file),
        tournament=blank if tournament is None else tournament,
        remarks=(),
        content=b"",
        render=lambda after, _: form.new(after),
        format=form.name,
    )
    return CongressState.of_document(document, file)


_ASKED_OF_TEAMS = frozenset({"event_format", "preset", "criteria", "system", "model", "pairing"})
"""Rules without any of which new teams start at zero, in a Swiss, and not with the score of their mean grade."""

_DEMONSTRATION = 40, 5, 2
"""Players, rounds, and rounds that are played."""


def demonstration_state(file: Path) -> CongressState:
    """A tournament of players who do not exist, that is in no file yet."""
    from ...pairing.generator import generate

    players, rounds, play = _DEMONSTRATION
    return unsaved_state(file, generate(players, rounds, seed=0, play=play))


def create_file(
    state: CongressState,
    *,
    name: str | None,
    rules: Mapping[str, Any],
    event: Mapping[str, Any],
    teams: bool,
    boards: int | None,
    entries: Sequence[Sequence[Any]],
    parameters: Mapping[str, Any],
    form: str | None,
) -> Edit:
    """A file with a tournament that is in none.

    Parameters
    ----------
    state
        See `unsaved_state`.
    boards
        Of a match, where teams are paired; by default 4, or fewer if most teams of the list have fewer players.
    entries
        Players and teams of a list, see `read_facts`.
    form
        Name of the format; by default that of the name of the file.

    Raises
    ------
    RuleError
        If a value is none of its field, the rules contradict themselves, or the format cannot hold it.
    """
    listed, before = read_facts(entries), state.tournament
    again = {player.key for player, _ in find_duplicates(listed.players)}
    rated = (p.elsewhere().with_rating() for p in listed.players if p.key not in again)
    # Whether players need a grade follows from the preset.
    whole = replace(before, players=(*before.players, *rated), doubtful=True)
    if name is not None:
        whole = replace(whole, name=on_one_line(name))
    if boards is not None:
        check_boards(boards)
        teams = True
    if teams:
        whole = replace(whole, team_play=TeamPlay())
    if (teams or listed.team_play) and _ASKED_OF_TEAMS.isdisjoint(
        name for name in rules if rules[name]
    ):
        rules = {**rules, "event_format": "Swiss"}
    made = with_event(with_rules(whole, rules) if rules else whole, event)
    if rules.get("criteria") is None:
        made = _with_criteria_of_format(made)
    if teams:  # placed as the rules have it
        made = replace(made, team_play=usual_team_play(made, boards), doubtful=made.doubtful)
    made = with_parameters(made, parameters)
    if rules.get("preset") and not made.rules.format:
        made = replace(made, rules=made.rules.with_format(), doubtful=made.doubtful)
    players = (
        p if p.key in before.by_key else at_home(made, within(made.rules, p)) for p in made.players
    )
    made = with_rounds_of_table(replace(made, players=tuple(players), doubtful=before.doubtful))
    done = Edit(
        tournament=made,
        summary=describe_tournament(made),
        warnings=tuple(_describe_duplicates(listed)),
    ).then(lambda now: enter_teams(now, listed, boards))
    done = replace(done, tournament=with_rounds_of_table(done.tournament))
    new = NewFile.of(Path(state.file), form, done.tournament).in_history(done.tournament)
    return replace(
        done,
        tournament=new.tournament,
        document=new.document,
        messages=(done.summary, *done.messages),
        warnings=(*done.warnings, *new.losses),
    )


def _with_criteria_of_format(tournament: Tournament) -> Tournament:
    """The tournament with the criteria of its format, unless its criteria are of it."""
    rules, usual = tournament.rules, tournament.event_kind.usual_criteria
    by_criteria = replace(rules, format=None, system=None).kind
    if rules.kind is by_criteria or not usual:
        return tournament
    return replace(tournament, rules=replace(rules, placement=usual))


def _describe_duplicates(listed: Tournament) -> Iterator[str]:
    """Say, one line each, who is the same person as an earlier player of a list."""
    for player, twin in find_duplicates(listed.players):
        yield phrase(
            "{player} is listed already, as {twin}, and enters once",
            player=described(player),
            twin=described(twin),
        )


def describe_tournament(tournament: Tournament) -> str:
    """What a tournament begins with."""
    rules = tournament.rules
    parts: list[str] = [phrase_many("{count} round", "{count} rounds", rules.rounds)]
    if tournament.event_kind.has_grades and rules.by_mms:
        parts.append(phrase("floor {floor}", floor=rules.floor))
        parts.append(phrase("bar {bar}", bar=rules.bar))
    parts.append(phrase_many("{count} player", "{count} players", len(tournament.players)))
    return joined(": ", [tournament.name or phrase("a tournament"), joined(", ", parts)])


def without_rounds(tournament: Tournament, *, checks_in: bool = False) -> Tournament:
    """The rules and players of a tournament for another one, which has no name and no day yet.

    Parameters
    ----------
    checks_in
        Whether players are checked in, so that who is confirmed has come; so it is, too, where some are
        preliminary. Nobody has come to the other tournament.
    """
    by_arrival = checks_in or not all(player.final for player in tournament.players)
    players = tuple(
        replace(player.elsewhere().with_absences(()), final=not by_arrival)
        for player in tournament.players
    )
    event = replace(
        tournament.event,
        short_name="",
        begins=None,
        ends=None,
        round_dates=(),
        ratings_until=None,
    )
    play = tournament.team_play
    if play is not None:
        teams = tuple(replace(team, lineups=team.lineups[:1]) for team in play.teams)
        play = replace(play, teams=teams)
    fresh = replace(
        tournament, name="", event=event, players=players, team_play=play, games=(), byes=()
    )
    return numbered_anew(fresh)


def duplicate_file(state: CongressState, name: str) -> Edit:
    """A file with the rules and players of a tournament, for an event that has not begun.

    Parameters
    ----------
    state
        The tournament, at the place of the new file.
    name
        Of the new tournament.

    Raises
    ------
    RuleError
        If the name is empty, or no file of the format can be made.
    """
    copy = without_rounds(state.tournament, checks_in=state.checks_in)
    copy = replace(copy, name=on_one_line(name))
    if not copy.name:
        raise RuleError(phrase("enter a name"), about="name")
    file = Path(state.file)
    new = NewFile.of(file, None if file.suffix else state.document.format, copy).in_history(copy)
    summary = describe_tournament(copy)
    return Edit(
        tournament=new.tournament,
        document=new.document,
        summary=summary,
        warnings=new.losses,
    )


def convert_file(state: CongressState, to: str, *, even_so: bool) -> Edit:
    """A file with the tournament of another one; in the same format it holds the same bytes.

    Parameters
    ----------
    state
        The tournament, at the place of the new file.
    to
        Name of the format.
    even_so
        Whether rounds may go into a results file that are not over, and lines of the other file do not matter that
        are not read.

    Raises
    ------
    RuleError
        If there is no such format, it cannot hold the tournament, a round is not over, or there are such lines.
    """
    if state.document.unread and not even_so:
        raise LikelyMistakeError(joined("; ", state.document.unread), Remedy("do it even so"))
    file = Path(state.file)
    form = format_for(file, to)
    new = conversion(state, file, form, even_so=even_so)
    document = form.read(str(file), new.content)
    made = document.tournament
    summary = joined(
        ": ",
        [
            phrase(
                "{name}, from {format}",
                name=made.name or phrase("a tournament"),
                format=phrase(FORMATS[state.document.format].title),
            ),
            joined(", ", [*_counts(made)]),
        ],
    )
    return Edit(
        tournament=made,
        document=document,
        summary=summary,
        messages=(summary, *new.losses),
        warnings=new.remarks,
    )


def _counts(tournament: Tournament) -> Iterator[str]:
    yield phrase_many("{count} player", "{count} players", len(tournament.players))
    yield phrase_many("{count} game", "{count} games", len(tournament.games))
