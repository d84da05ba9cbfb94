"""The next step: where a tournament stands, and what its director or a helper does next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...go.standings import CountedRounds
from ...go.teams import of_teams
from ...go.tournament import winner_by_losses
from ...sentences import Sentence, joined, marked, phrase, phrase_many
from ..entries.federations import RESULTS_FILES, event_lacking, players_lacking, results_file_due
from ..forms.labels import label_of
from ..history.records import (
    Publication,
    RoundStage,
    results_digest,
)
from ..round_states import (
    RoundState,
    describe_expected,
    describe_time,
    is_past,
    last_in_play,
    list_names,
    paired_rounds,
)
from .attendance import not_checked_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from ...go.tournament import Game, Player, Tournament
    from ..history.entries import Entry
    from ..history.state import CongressState

Tone = Literal["info", "warn", "bad", "ok"]


class StepRole(Enum):
    """For whom the next step is."""

    DIRECTOR = "director"
    HELPER = "helper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """How far a tournament is after its last game; None and empty are not yet."""

    checked: bool = False
    """Whether the check has been run on the results as they are."""

    federation: str = ""
    """The results file that is due, such as ``EGF``."""

    lacking: int = 0
    """Players who lack data for it."""

    event: tuple[str, ...] = ()
    """What it lacks of the event, by the names of the settings."""

    downloaded: str = ""
    """When it was downloaded, as people read it."""

    sent: str = ""
    """When it was marked as sent."""

    @classmethod
    def of(cls, congress: CongressState) -> Finish:
        """How far a tournament is; what was marked counts as long as the results are as they were."""
        tournament, marks = congress.tournament, congress.marks
        due = results_file_due(tournament)
        digest = results_digest(tournament) if marks else ""
        downloaded = marks.get(("downloaded", f"{due} {digest}"))
        sent = marks.get(("sent", digest))
        return cls(
            checked=("checked", digest) in marks,
            federation=RESULTS_FILES[due].federation if due else "",
            lacking=len(players_lacking(tournament, due, congress.gaps(due))),
            event=event_lacking(tournament, due),
            downloaded="" if downloaded is None else describe_time(downloaded.local_time),
            sent="" if sent is None else f"{sent.local_time:%Y-%m-%d}",
        )


class Disagreement(NamedTuple):
    """A table of which a phone says another result than is entered."""

    table: int
    names: tuple[str, str]
    """Those of White and Black."""

    entered: str
    """The result that is entered, with the time."""

    other: str
    """The other one, with the time."""

    helper: str = ""
    """Who has entered the first one, if it is a helper."""

    by_phone: bool = False
    """Whether the first one came from a phone, too."""

    @property
    def sentence(self) -> Sentence:
        """Who says what."""
        white, black = self.names
        values = {"white": white, "black": black, "entered": self.entered, "other": self.other}
        if self.by_phone:
            text = marked("{white} – {black}: one phone says {entered}, another {other}.")
        elif self.helper:
            text = marked("{white} – {black}: a phone says {other}, helper {helper} {entered}.")
        else:
            text = marked("{white} – {black}: a phone says {other}, the desk {entered}.")
        return phrase(text, **values, helper=self.helper)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What the next step is found from."""

    tournament: Tournament
    number: int | None = None
    """The round that is looked at, from 1; None is the one that is worked on."""

    tables: frozenset[int] = frozenset()
    """Those whose results a helper enters; empty for all."""

    publications: Mapping[int, Publication] = field(default_factory=dict)
    lost_changes: int = 0
    """Changes that another program has taken out of the file."""

    lost_between: str = ""
    """When they were made, such as ``13:41–13:55``."""

    differing: tuple[Disagreement, ...] = ()
    """Tables with two different results."""

    deadlines: Mapping[int, datetime] = field(default_factory=dict)
    """Until when players are expected in a round, by round."""

    dismissed: frozenset[str] = frozenset()
    """What the director has dismissed, see `dismissal`."""

    expected: Callable[[int], Sequence[Player]] = lambda _: ()
    """Who is expected in a round and is not paired without having come."""

    finish: Finish = Finish()

    @classmethod
    def of(cls, congress: CongressState, finish: Finish | None = None) -> Progress:
        """The progress of a tournament with its history."""
        tournament, timeline = congress.tournament, congress.timeline
        lost = timeline.lost(tournament) if timeline.saved_by_another else ()
        times = sorted(f"{each.entry.local_time:%H:%M}" for each in lost)
        return cls(
            tournament=tournament,
            publications=congress.published,
            lost_changes=len(lost),
            lost_between="" if not lost else "–".join(dict.fromkeys((times[0], times[-1]))),
            differing=tuple(_differing(congress)),
            deadlines=congress.deadlines,
            expected=partial(not_checked_in, congress),
            dismissed=frozenset(about for kind, about in congress.marks if kind == "dismissed"),
            finish=finish or Finish.of(congress),
        )

    def dismissal(self, step: NextStep) -> str:
        """What names a state that is dismissed: it is another one as soon as its sentence changes."""
        number = self.number or current_round(self.tournament)
        return f"round {number}, {step.sentence}"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that can be done next."""

    name: str
    """What it is, such as ``publish``; each interface knows where that is done."""

    label: Sentence
    values: Mapping[str, int | str] = field(default_factory=dict)
    """What it is done to, such as a round or a table."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """Where a tournament stands, and what comes next."""

    name: str
    """The state, such as ``draft``."""

    badge: Sentence
    sentence: Sentence
    primary: Step | None
    secondary: Step | None = None
    tone: Tone = "info"


def next_step(progress: Progress, role: StepRole = StepRole.DIRECTOR) -> NextStep:
    """The next step of a tournament.

    Of the states that apply the first counts: what gets worse by waiting comes before what is due.

    Parameters
    ----------
    progress
        Where the tournament stands.
    role
        For whom; a helper checks players in and enters results, and is offered nothing else.

    Returns
    -------
    NextStep
    """
    if role is StepRole.DIRECTOR:
        return next(_states(progress))
    states = [_of_helper(state) for state in _states(progress)]
    return next((state for state in states if state.primary), states[-1])


def _of_helper(state: NextStep) -> NextStep:
    """A state with what a helper can do about it."""
    steps = [step for step in (state.primary, state.secondary) if step and step.name in _OF_HELPERS]
    first, second = (*steps, None, None)[:2]
    return replace(state, primary=first, secondary=second)


_OF_HELPERS = {"check-in", "enter-results", "missing-results"}


def current_round(tournament: Tournament) -> int:
    """The round that is worked on, from 1: the last one that is drawn.

    Of rounds that are all paired ahead, it is the first one that lacks results.
    """
    ahead = last_in_play(tournament) if tournament.is_paired_ahead else None
    return ahead or max(paired_rounds(tournament), default=1)


def _differing(congress: CongressState) -> Iterator[Disagreement]:
    """The tables of the round in play of which a phone says another result than is entered."""
    tournament = congress.tournament
    games = tournament.round(current_round(tournament)).games if congress.claims else ()
    found = (difference_at(congress, game, tournament) for game in games)
    return (difference for difference in found if difference is not None)


def difference_at(congress: CongressState, game: Game, named: Tournament) -> Disagreement | None:
    """What a phone says of a game, if it is another result than is entered or another phone says.

    Parameters
    ----------
    named
        The tournament with the names that are told.
    """
    claims = congress.claims_of(game)
    if not claims or congress.awaited_claim(game):
        return None
    entered, maker = str(game.ending), congress.result_maker(game)
    if all(each.keeps(game) for each in claims):  # what is entered contradicts none of them
        entered, maker = claims[0]
    other = next(each for each in reversed(claims) if each.result != entered)
    return Disagreement(
        game.table,
        (named.name_of(game.white), named.name_of(game.black)),
        _with_time(entered, maker),
        _with_time(other.result, other.entry),
        helper="" if maker is None else maker.helper,
        by_phone=maker is not None and maker.by_phone,
    )


def _with_time(result: str, entry: Entry | None) -> str:
    return result if entry is None else f"{result} ({entry.local_time:%H:%M})"


def _states(progress: Progress) -> Iterator[NextStep]:
    """The states that apply, the most urgent first; at least one."""
    tournament = progress.tournament
    if (
        progress.lost_changes
        and progress.dismissal(lost := _lost(progress)) not in progress.dismissed
    ):
        yield lost
    if not tournament.players:
        yield NextStep(
            "no players",
            phrase("Setup"),
            sentence=phrase("No players yet."),
            primary=Step("import-list", phrase("Import list")),
            secondary=Step("add-player", phrase("Add player")),
        )
        return
    number = progress.number or current_round(tournament)
    state = RoundState.of(tournament, number)
    publication = progress.publications.get(number, Publication(round_number=number))
    stage = publication.stage_in(tournament)
    for step in _urgent(progress, number, state, publication, stage):
        if progress.dismissal(step) not in progress.dismissed:
            yield step
    if stage is RoundStage.NOT_PAIRED:
        yield from _before_pairing(progress, number)
    elif stage is RoundStage.DRAFT:
        yield _draft(number, state)
    elif state.without_result:
        yield _in_play(number, RoundState.of(tournament, number, progress.tables))
    elif number < tournament.rules.rounds and winner_by_losses(of_teams(tournament)) is None:
        yield from _before_pairing(progress, number + 1)
    else:
        if tournament.postponed_games:
            yield _postponed(tournament, number)
        yield _finished(tournament, progress.finish)


def _lost(progress: Progress) -> NextStep:
    count = progress.lost_changes
    return NextStep(
        "changes lost",
        phrase("Another program saved the file"),
        sentence=phrase_many(
            "{count} change of {times} is missing from it.",
            "{count} changes of {times} are missing from it.",
            count,
            times=progress.lost_between,
        ),
        primary=Step(
            "restore",
            phrase_many("Restore {count} change", "Restore {count} changes", count),
        ),
        secondary=Step(
            "keep-file",
            phrase("Keep the new file"),
            {"state": "changes lost"},
        ),
        tone="bad",
    )


def _urgent(
    progress: Progress,
    number: int,
    state: RoundState,
    publication: Publication,
    stage: RoundStage,
) -> Iterator[NextStep]:
    """What gets worse by waiting."""
    tournament = progress.tournament
    by_key = tournament.by_key
    for game in state.without_result:
        for key in game.players:
            if not by_key[key].plays_in(number):
                yield _absent(by_key[key], game, number)
    for difference in progress.differing:
        table = difference.table
        yield NextStep(
            "results differ",
            phrase("Table {table} · Results differ", table=table),
            sentence=difference.sentence,
            primary=Step("resolve", phrase("Resolve table {table}", table=table), {"table": table}),
            tone="warn",
        )
    if stage.is_public and state.games and state.to_pair:
        yield _late(tournament, number, state)
    if stage is RoundStage.CHANGED:
        yield _changed(tournament, number, publication)
    for earlier, published in sorted(progress.publications.items()):
        # Players see no standings from there on.
        if earlier < number and published.stage_in(tournament) is RoundStage.CHANGED:
            badge = phrase("Round {round} · Changed since publishing", round=earlier)
            yield replace(_changed(tournament, earlier, published), badge=badge)


def _absent(player: Player, game: Game, number: int) -> NextStep:
    return NextStep(
        "absent player drawn",
        phrase("Table {table} · Absent", table=game.table),
        sentence=phrase(
            "{name} is marked absent but has a game in round {round}.",
            name=player.full_name,
            round=number,
        ),
        primary=Step(
            "resolve",
            phrase("Resolve table {table}", table=game.table),
            {"table": game.table, "key": player.key, "round": number},
        ),
        secondary=Step("keep", phrase("Keep game"), {"state": "absent player drawn"}),
        tone="warn",
    )


def _late(tournament: Tournament, number: int, state: RoundState) -> NextStep:
    waiting = state.to_pair
    late = partial(NextStep, badge=phrase("Published"), tone="warn")
    of_round = {"round": number}
    arrivals = Step("late-arrivals", phrase("Show late arrivals"), of_round)
    if len(waiting) > 1:
        return late(
            "late players",
            sentence=phrase("{count} players are late.", count=len(waiting)),
            primary=Step(
                "pair-late",
                phrase("Pair {count} late players", count=len(waiting)),
                of_round,
            ),
            secondary=arrivals,
        )
    name, key = waiting[0].full_name, waiting[0].key
    byes = [key for key in state.byes if number not in tournament.by_key[key].requested_byes]
    if byes:
        return late(
            "late player and bye",
            sentence=phrase(
                "{name} is late; {other} has the bye.",
                name=name,
                other=tournament.name_of(byes[0]),
            ),
            primary=Step("pair-two", phrase("Pair them"), {"key": key, **of_round}),
            secondary=Step("keep", phrase("Keep bye"), {"state": "late player and bye"}),
        )
    return late(
        "late player",
        sentence=phrase("{name} has no opponent.", name=name),
        primary=Step("assign-bye", phrase("Assign bye"), {"key": key, **of_round}),
        secondary=arrivals,
    )


def _changed(tournament: Tournament, number: int, publication: Publication) -> NextStep:
    differences = publication.differences(tournament)
    return NextStep(
        "boards changed",
        phrase("Changed since publishing"),
        sentence=phrase(
            "Different from what players see: {what}.",
            what=joined(", ", differences.describe(tournament)),
        ),
        primary=Step(
            "publish",
            phrase_many("Publish {count} change", "Publish {count} changes", len(differences)),
            {"round": number},
        ),
        secondary=Step("undo-changes", phrase("Undo changes"), {"round": number}),
        tone="warn",
    )


def _before_pairing(progress: Progress, number: int) -> Iterator[NextStep]:
    """What comes before a round is paired."""
    tournament = progress.tournament
    of_round = {"round": number}
    check_in = Step("check-in", phrase("Open check-in"), of_round)
    one = Step("pair", phrase("Pair round {round}", round=number), of_round)
    whole = Step("schedule", phrase("Pair all rounds"), of_round)
    pair = whole if tournament.event_kind.predetermined else one
    earlier = number - 1
    lacking = [n for n in range(1, number) if RoundState.of(tournament, n).without_result]
    if lacking:
        missing = len(RoundState.of(tournament, lacking[-1]).without_result)
        yield NextStep(
            "results missing",
            phrase("Round {round}", round=lacking[-1]),
            sentence=joined("", [CountedRounds.of(tournament, earlier).games, "."]),
            primary=Step(
                "enter-results",
                phrase_many("Enter {count} result", "Enter {count} results", missing),
                {"round": lacking[-1]},
            ),
            secondary=Step("pair-anyway", phrase("Pair anyway"), of_round),
        )
    postponed = tournament.before(number).postponed_games
    if postponed and number == tournament.rules.rounds:
        anyway = Step("pair-anyway", phrase("Pair anyway"), of_round)
        yield replace(_postponed(tournament, earlier), secondary=anyway)
    remark = joined("", [CountedRounds.of(tournament, earlier).games, "."]) if postponed else ""
    if expected := progress.expected(number):
        yield _not_checked_in(progress, number, expected, remark, (check_in, pair))
    units = of_teams(tournament)
    # Whoever is away from a round of a table keeps the game.
    waiting = len(units.entrants if units.rules.predetermined else units.to_pair(number))
    boards = tournament.event_kind.describe_entered(waiting)
    if earlier:
        yield NextStep(
            "round complete",
            phrase("Round {round} complete", round=earlier),
            sentence=joined(" ", filter(None, (boards, remark))),
            primary=pair,
            secondary=check_in,
            tone="ok",
        )
    if tournament.draws_teams and not waiting:
        yield _no_team(tournament, number)
    odd = waiting % 2 and not units.has_free_rounds
    bye = Step("assign-bye", phrase("Assign bye"), of_round)
    yield NextStep(
        name="not paired, odd" if odd else "not paired",
        badge=phrase("Round {round} · Not paired", round=number),
        sentence=boards,
        primary=pair,
        secondary=bye if odd else check_in,
    )


def _postponed(tournament: Tournament, number: int) -> NextStep:
    """Games that are to be played before the last round, or the end."""
    games = tournament.before(number + 1).postponed_games
    return NextStep(
        "games postponed",
        phrase("Round {round} complete", round=number),
        sentence=joined("", [CountedRounds.of(tournament, number).games, "."]),
        primary=Step(
            "enter-results",
            phrase_many("Enter {count} result", "Enter {count} results", len(games)),
            {"round": games[0].round},
        ),
        tone="warn",
    )


def _not_checked_in(
    progress: Progress,
    number: int,
    expected: Sequence[Player],
    remark: str,
    steps: tuple[Step, Step],
) -> NextStep:
    """Players who are expected yet; once the check-in is over, the round is paired without them first."""
    deadline = progress.deadlines.get(number)
    closed = is_past(deadline)
    return NextStep(
        "check-in closed" if closed else "not checked in",
        phrase("Round {round}", round=number),
        joined(" ", filter(None, (describe_expected(expected, number, deadline), remark))),
        steps[closed],
        steps[not closed],
    )


def _no_team(tournament: Tournament, number: int) -> NextStep:
    """No team can be paired: there is none, or none has enough players."""
    play = tournament.team_play
    return NextStep(
        "no team",
        phrase("Round {round} · Not paired", round=number),
        sentence=phrase("No team has enough players present.")
        if play is not None and play.teams
        else phrase("No teams yet."),
        primary=Step("teams", phrase("Open teams"), {"round": number}),
        tone="warn",
    )


def _draft(number: int, state: RoundState) -> NextStep:
    of_round = {"round": number}
    missing = len(state.without_result)
    begun = Step("missing-results", phrase("Show {count} missing", count=missing), of_round)
    print_draft = Step("print-pairings", phrase("Print draft"), of_round)
    return NextStep(
        "draft",
        phrase("Round {round} · Draft", round=number),
        sentence=phrase("Players do not see this round yet."),
        primary=Step("publish", phrase("Publish round {round}", round=number), of_round),
        secondary=begun if 0 < missing < state.games else print_draft,
    )


def _in_play(number: int, state: RoundState) -> NextStep:
    missing, of_round = len(state.without_result), {"round": number}
    count = state.games - missing - len(state.postponed)
    print_pairings = Step("print-pairings", phrase("Print pairings"), of_round)
    counts = {"known": count, "games": state.games}
    if not count or not missing:
        return NextStep(
            "published" if missing else "in play",
            phrase("Round {round} · Published", round=number),
            sentence=phrase("{known} of {games} results.", **counts),
            primary=print_pairings,
            secondary=Step("enter-results", phrase("Enter results"), of_round),
        )
    return NextStep(
        "in play",
        phrase("Round {round} · Published", round=number),
        sentence=phrase(
            "{known} of {games} results. Next: table {table}.",
            table=min(game.table for game in state.without_result),
            **counts,
        ),
        primary=Step(
            "missing-results",
            phrase("Show {count} missing", count=missing),
            of_round,
        ),
        secondary=print_pairings,
    )


def _finished(tournament: Tournament, finish: Finish) -> NextStep:
    """What comes after the last result."""
    over = phrase_many(
        "The round is complete.", "All {count} rounds complete.", tournament.rules.rounds
    )
    if first := winner_by_losses(of_teams(tournament)):
        over = phrase("{name} has won.", name=of_teams(tournament).name_of(first))
    standings = Step("print-standings", phrase("Print standings"))
    archive = Step("archive", phrase("Download archive"))
    if finish.sent:
        sent = phrase("Results file sent {day}.", day=finish.sent)
        return _complete("sent", sentence=sent, primary=archive)
    if finish.downloaded:
        downloaded = phrase(
            "{federation} file downloaded {time}.",
            federation=finish.federation,
            time=finish.downloaded,
        )
        mark = Step("mark-sent", phrase("Mark as sent"))
        return _complete("downloaded", sentence=downloaded, primary=mark, secondary=archive)
    if not finish.checked:
        check = Step("check", phrase("Check results"))
        return _complete("to check", sentence=over, primary=check, secondary=standings)
    if not finish.federation:
        return _complete("over", sentence=over, primary=archive, secondary=standings)
    return _results_file(tournament, finish, standings)


def describe_event_lacking(
    federation: str, settings: Sequence[str], most: int | None = None
) -> Sentence:
    """Say what a federation asks for of the event that is not set; by name at most so many."""
    return phrase(
        "The event lacks data for the {federation} file: {what}.",
        federation=federation,
        what=list_names([phrase(label_of(name)) for name in settings], most or len(settings)),
    )


_IN_THE_BAR = 2
"""Settings that the next step names: it has two lines on a phone."""


def _results_file(tournament: Tournament, finish: Finish, standings: Step) -> NextStep:
    """What a federation still needs, or the download of its file."""
    name = finish.federation
    if finish.lacking:
        lacking = phrase_many(
            "{count} player lacks data for the {federation} file.",
            "{count} players lack data for the {federation} file.",
            finish.lacking,
            federation=name,
        )
        complete = Step("complete-data", phrase("Complete player data"))
        return _complete("data missing", sentence=lacking, primary=complete, secondary=standings)
    if finish.event:
        lacking = describe_event_lacking(name, finish.event, _IN_THE_BAR)
        complete = Step("complete-event", phrase("Complete event data"))
        return _complete(
            "event data missing", sentence=lacking, primary=complete, secondary=standings
        )
    return _complete(
        "ready",
        sentence=phrase("The {federation} file is ready.", federation=name),
        primary=Step(
            "download",
            phrase("Download {federation} file", federation=name),
            {"format": results_file_due(tournament)},
        ),
        secondary=Step("preview", phrase("Preview")),
    )


def _complete(
    name: str, *, sentence: Sentence, primary: Step, secondary: Step | None = None
) -> NextStep:
    """A step after the last round."""
    return NextStep(
        name,
        badge=phrase("Complete"),
        tone="ok",
        sentence=sentence,
        primary=primary,
        secondary=secondary,
    )
