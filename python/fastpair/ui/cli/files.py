"""Commands about files: create, convert, export, and show what they hold."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...app.actions.output import Output
from ...app.forms.titles import title_of_method
from ...errors import RuleError, in_file
from ...files import read_file
from ...go.tournament import Event, TeamPlay
from ...pairing.generator import Happenings
from ...pairing.rules import LARGEST_SEED
from ...report.sheet import Column, counted
from . import command as option  # noqa: TC001 - the options are made of the annotations
from .actions import command_line, naming, perform
from .command import Context, Option, PlacedArgument
from .screen import progress, show_table, warn, write, write_first, write_json, writing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from ...app.history.entries import Entry
    from ...app.history.records import Publication
    from ...app.history.state import CongressState
    from ...app.history.timeline import Lost, Timeline
    from ...app.reports.check import Advised, Check
    from ...app.reports.export import NewFile
    from ...app.round_states import RoundState
    from ...formats import Document
    from ...go.tournament import Criterion, TeamCriterion, Tournament
    from ...pairing.rounds import DrawReview
    from ...pairing.systems import System


_FormatName = Annotated[
    str | None,
    Option(
        metavar="FORMAT",
        help="File format; by default that of the suffix of TARGET.",
    ),
]


def convert(
    file: option.File,
    target: Annotated[Path, PlacedArgument(help="File to write.")],
    to: _FormatName = None,
    encoding: option.Encoding = None,
    names: option.Names = None,
    sheet: option.Sheet = None,
    even_so: Annotated[
        bool, Option(help="Convert although lines that may matter are not read.")
    ] = False,
    overwrite: option.Overwrite = False,
) -> int:
    """Convert a tournament to another file format, and list what that format cannot store."""
    from ...app.actions.apply import Call, apply
    from ...app.history.state import CongressState
    from ...app.reports.export import format_for

    form = format_for(target, to)
    output = Output.prepare(target, (file,), overwrite=overwrite)
    source = replace(CongressState.read(file, encoding, names, sheet), file=target)
    done = apply(source, Call(action="convert", values={"to": form.name, "even_so": even_so}))
    players = counted(len(source.tournament.players), "player")
    games = counted(len(source.tournament.games), "game")
    origin = format_for(file, source.document.format)
    way = f"{file} ({origin.title}) -> {target} ({form.title})"
    _, *losses = done.said
    content = done.state.document.content
    return _write(output, content, f"{way}: {players}, {games}", losses, done.warnings)


def duplicate(
    context: Context,
    file: option.File,
    target: option.NewFile,
    name: Annotated[str, PlacedArgument(help="Name of the new tournament.")],
) -> int:
    """Create a tournament file with the players and rules of another one, for an event that has not begun.

    Dates, rounds, results, absences and what was published stay behind. Where players are checked in,
    all are preliminary again.
    """
    from ...app.history.state import CongressState

    source = replace(CongressState.read(file), file=target)
    return perform(context, target, "duplicate", {"name": name}, source=source)


def export(
    file: option.File,
    target: Annotated[Path, PlacedArgument(help="File to write, such as results.h9.")],
    event: Annotated[dict[str, Any], Event],
    to: _FormatName = None,
    rounds: Annotated[
        str | None,
        Option(
            metavar="ROUNDS", help="Rounds to export, such as 1-5, 'week 2' or the month 2026-10."
        ),
    ] = None,
    name: Annotated[str | None, Option(help="Name of the tournament in the file.")] = None,
    even_so: Annotated[bool, Option(help="Allow rounds that are not complete.")] = False,
    overwrite: option.Overwrite = False,
) -> int:
    """Write the results file for a federation, checked as the federation would.

    Rounds with missing results are refused. Unlike convert, it can write a part of the rounds.
    """
    from ...app.history.state import CongressState
    from ...app.reports.export import exported, format_for

    form = format_for(target, to)
    output = Output.prepare(target, (file,), overwrite=overwrite)
    with naming(file):
        result = exported(
            CongressState.read(file),
            target,
            form,
            event=event,
            name=name,
            rounds=rounds,
            even_so=even_so,
        )
    tournament = result.tournament
    counts = (
        counted(tournament.rules.rounds, "round"),
        counted(len(tournament.seated), "player"),
        counted(len(tournament.games), "game"),
    )
    message = f"{file} -> {target} ({form.title}): {', '.join(counts)}"
    return _write(output, result.content, message, result.losses, result.remarks)


def unpack(
    archive: Annotated[Path, PlacedArgument(help="Archive (.zip) that the page has made.")],
    file: option.NewFile,
) -> int:
    """Create a tournament file with its history from an archive.

    Codes of helpers and players, rating lists and settings of the web pages are not in it.
    """
    from ...app.actions.locking import copy_to
    from ...app.history.archive import unpack as read_archive

    state = read_archive(read_file(archive, "an archive"), archive.name)
    suffix = Path(state.file).suffix
    if file.suffix != suffix:
        raise RuleError(
            f"the archive has a {suffix} file; name a file that ends so, not {file.name}"
        )
    copy_to(file, state)
    name = state.tournament.name or file.name
    write(f"{name} is in {file}, with {counted(len(state.timeline.entries), 'change')}")
    return 0


def delete(
    file: option.File,
    name: Annotated[str, PlacedArgument(help="Name of the tournament, to confirm.")],
) -> int:
    """Delete a tournament: move the file with its history into the folder Deleted.

    The list of tournaments of the director's page restores it.
    """
    from ...app.actions.deletion import delete as move
    from ...app.history.state import read

    known = read(file).tournament.name or file.name
    if name != known:
        raise RuleError(f"the tournament is called {known!r}; repeat this name to delete it")
    write(f"{known} is in {move(file)}")
    return 0


def _write(
    output: Output, content: bytes, message: str, losses: Sequence[str], remarks: Sequence[str]
) -> int:
    """Write a file, and report differences from its source."""
    with writing(output, content):
        warn(*remarks)
        write(message)
        write(f"what {output.path} stores differently:" if losses else "nothing is lost")
        for loss in losses:
            write(f"  {loss}")
    return 0


_MOST_PLAYERS = 2000
_NOTHING = Happenings()


def generate(
    rounds: Annotated[int, Option(min=1, max=20, help="Number of rounds.")],
    output: Annotated[Path, Option(help="Tournament file to write.")],
    players: Annotated[int | None, Option(min=1, help="Number of players.")] = None,
    teams: Annotated[
        int | None, Option(min=1, help="Number of teams, instead of --players.")
    ] = None,
    boards: Annotated[
        int | None, Option(min=2, max=10, help="Players of a team; by default 4.")
    ] = None,
    play: Annotated[int, Option(min=0, help="Number of rounds already played.")] = 0,
    seed: Annotated[int, Option(min=0, max=LARGEST_SEED, help="Seed of the tournament.")] = 0,
    happenings: Happenings = _NOTHING,
    model: option.Model = None,
    system: option.SystemName = None,
    parameters: option.SystemParameters = None,
    acceleration: Annotated[
        str | None,
        Option(help="Virtual points: baku, or ranges such as '1 in 1-3 for 1-8'."),
    ] = None,
    criteria: option.Criteria = None,
    overwrite: option.Overwrite = False,
    form: option.FileFormat = None,
) -> int:
    """Generate a test tournament with invented players.

    Teams consist of players of one club or of neighbouring clubs, the strongest at board 1. The
    suffix decides the format: .json or none for fastpair's own, .xml for OpenGotha's. Numbers of
    events are counts, such as 5, or shares, such as 10%. Results of chess are as ratings predict;
    a report for FIDE (.trf) has the values of its tie-breaks. In such a tournament whole teams come late,
    withdraw, miss rounds or ask for byes, and players miss single ones.
    """
    from ...app.forms.criteria import read_team_criteria
    from ...app.lookup import is_file, weigher
    from ...app.reports.export import NewFile
    from ...go.tournament import read_criteria
    from ...pairing.generator import generate as invent

    chosen = _system_to_play(system, parameters or (), acceleration)
    if chosen is not None and chosen.of_teams and players is not None:
        raise RuleError(f"{system} pairs teams: state --teams instead of --players")
    entered, size = _count_players(players, teams, boards)
    placement: Sequence[Criterion | TeamCriterion] = ()
    if criteria is not None:
        placement = read_team_criteria(criteria, "swiss") if teams else read_criteria(criteria)
    target = Output.prepare(output, (), overwrite=overwrite)
    with progress() as show:
        show("inventing players" if not play else f"playing {counted(play, 'round')}")
        tournament = invent(
            entered,
            rounds,
            seed=seed,
            play=play,
            happenings=happenings,
            model=weigher(model, seed) if model and is_file(model) else model,
            system=chosen,
            boards=size,
            criteria=placement,
        )
        new_file = NewFile.of(output, form, tournament)
    counts = [counted(teams, "team")] if teams else []
    counts += [counted(entered, "player"), counted(rounds, "round")]
    with writing(target, _content_of(new_file)):
        write(f"{output}: {', '.join(counts)}, {min(play, tournament.last_round)} of them played")
    return 0


def _content_of(new_file: NewFile) -> bytes:
    """What is written of an invented event; warn of what the file lacks, or of who cannot read it."""
    from ...formats.trf import with_values

    if new_file.form.name == "opengotha" and len(new_file.tournament.players) > _MOST_PLAYERS:
        warn(f"OpenGotha opens at most {_MOST_PLAYERS} players")
    for loss in new_file.losses:
        warn(loss)
    content = new_file.content
    return with_values(content, new_file.tournament) if new_file.form.name == "trf" else content


def _system_to_play(
    system: str | None, parameters: Iterable[str], acceleration: str | None
) -> System | None:
    """The system of an event that is played, with its parameters; None if no name states one."""
    from ...pairing.systems import stated_system
    from .draw import read_parameters

    values = read_parameters(system, parameters)
    if acceleration is not None:
        if system is None:
            raise RuleError("add --system to --acceleration")
        values["acceleration"] = acceleration
    return None if system is None else stated_system(system, values)


def _count_players(
    players: int | None, teams: int | None, boards: int | None
) -> tuple[int, int | None]:
    """The number of players, and how many are a team; None if they play for themselves.

    Raises
    ------
    RuleError
        If it is not one of players and teams that is stated.
    """
    if (players is None) == (teams is None):
        raise RuleError(
            f"choose either --players or --teams, not {'neither' if teams is None else 'both'}"
        )
    if players is not None:
        if boards is not None:
            raise RuleError("add --teams to --boards")
        return players, None
    size = boards or TeamPlay().size
    return (teams or 0) * size, size


# ---- What a file holds ----


_LONGEST_LIST = 20


def info(
    file: option.File,
    list_absent: Annotated[
        bool,
        Option(
            help="List absences and preliminary players.",
        ),
    ] = False,
    json: option.Json = False,
) -> int:
    """Show what a file contains, and what is missing before the next draw."""
    from ...app.history.state import CongressState
    from ...app.reports.info import info_document

    state = CongressState.read(file)
    if json:
        write_json(info_document(state.document, state.published))
    else:
        _show_info(state, list_absent=list_absent)
    return 0


def status(file: option.File) -> int:
    """Show the state of a tournament and the next step."""
    from ...app.history.state import CongressState
    from ...app.rounds.next_step import Progress, next_step

    step = next_step(Progress.of(CongressState.read(file)))
    write(f"{step.badge}: {step.sentence}")
    for each in (step.primary, step.secondary):
        if each is not None and each.name in _COMMANDS:
            values = {"key": "PLAYER", "round": "", **each.values}
            write(f"{each.label}: {_COMMANDS[each.name].format(file=file, **values)}")
    return 0


_COMMANDS = {
    "add-player": "fastpair register {file} NAME FIRST-NAME --grade GRADE",
    "assign-bye": "fastpair bye {file} {key} --round {round}",
    "check": "fastpair check {file}",
    "check-in": "fastpair present {file} PLAYER --round {round}",
    "complete-data": "fastpair register {file} --change PLAYER --pin PIN",
    "download": "fastpair export {file} FILE",
    "enter-results": "fastpair result {file} TABLE RESULT --round {round}",
    "import-list": "fastpair register {file} --entries LIST",
    "missing-results": "fastpair result {file} TABLE RESULT --round {round}",
    "pair": "fastpair draw {file} --round {round} --write",
    "pair-anyway": "fastpair draw {file} --round {round} --write --without-results",
    "pair-late": "fastpair draw {file} --round {round} --write",
    "pair-two": "fastpair late {file} {key} --round {round}",
    "print-pairings": "fastpair pairings {file} --round {round}",
    "print-standings": "fastpair standings {file}",
    "publish": "fastpair publish {file} --round {round}",
    "schedule": "fastpair schedule {file}",
    "resolve": "fastpair no-show {file} {key} --round {round}",
    "restore": "fastpair redo {file}",
    "teams": "fastpair team {file} NAME PLAYERS",
}
"""The command of each step that has one."""


def _show_info(state: CongressState, *, list_absent: bool) -> None:
    from ...app.round_states import RoundState

    document, tournament = state.document, state.tournament
    for line in _heading(document):
        write(line)
    write()
    without_game = "Free" if tournament.has_free_rounds else "Byes"
    titles = ("Round", "Present", "Games", "No result", without_game, "To pair")
    states = [RoundState.of(tournament, n + 1) for n in range(tournament.rules.rounds)]
    columns = [Column(title, right=True) for title in titles]
    show_table(columns, [[str(count) for count in _counts(played)] for played in states])
    write()
    if list_absent:
        _show_absent(tournament)
    for publication in state.published.values():
        write(_published(tournament, publication))
    for line in (
        *_label_lines("fault", tournament.faults()),
        *_label_lines("remark", document.remarks),
    ):
        write(line)
    for line in _next_draw(tournament, state.of_matches.tournament):
        write(line)


def _heading(document: Document) -> Iterator[str]:
    from ...app.edits.settings import drawing_sentences, system_sentence, weights_sentence

    tournament = document.tournament
    rules = tournament.rules
    yield tournament.name or "(a tournament without a name)"
    bars = f", bar {rules.bar}, floor {rules.floor}" if tournament.has_grades else ""
    yield f"{system_sentence(rules)}{bars}"
    yield from drawing_sentences(rules)
    preliminary = sum(not player.final for player in tournament.players)
    yield f"players: {len(tournament.players)}, {preliminary} of them preliminary"
    if tournament.event_kind.draws_by_weights:
        yield weights_sentence(rules)
    if document.version:
        yield f"saved by version: {document.version}"


def _show_absent(tournament: Tournament) -> None:
    """A line for everybody who is not in all rounds."""
    from ...app.round_states import missed_rounds
    from ...parameters import ranges

    rows = [
        [
            player.name_and_grade,
            "" if player.final else "preliminary",
            ranges(missed_rounds(tournament, player), comma=", "),
        ]
        for player in tournament.players
    ]
    columns = [Column("Player", name=True), Column("Registration"), Column("Absent from rounds")]
    rows_to_show = [row for row in rows if row[1] or row[2]]
    if rows_to_show:
        show_table(columns, rows_to_show)
    else:
        write("absent: nobody from any round; preliminary: nobody")
    write()


def _counts(state: RoundState) -> tuple[int, ...]:
    return (
        state.number,
        len(state.present),
        state.games,
        len(state.without_result),
        len(state.byes),
        len(state.to_pair),
    )


def _published(tournament: Tournament, publication: Publication) -> str:
    """Say how far a round is out, and whether it is still what the players know."""
    differences = publication.differences(tournament)
    count = len(differences)
    what = ", ".join(map(str, differences.describe(tournament)))
    since = f", {counted(count, 'change')} since ({what})" if count else ""
    return f"round {publication.round_number}: {publication.state.value}{since}"


def _next_draw(whole: Tournament, tournament: Tournament) -> Iterator[str]:
    """What the next draw needs, given the tournament and that of its teams if they are drawn."""
    from ...app.draws.remarks import describe_rounds_to_come, in_no_team
    from ...app.round_states import missing_before, nobody_left

    who = whole.event_kind.unit_name
    yield from _label_lines("left out", in_no_team(whole))
    number = tournament.round_to_draw()
    if number is None:
        yield f"next draw: none, {nobody_left(tournament)}"
        return
    missing = list(missing_before(tournament, number))
    yield from _label_lines("missing", missing)
    for earlier in range(1, number):
        yield from tournament.describe_postponed(earlier)
    waiting = f"{len(missing)} missing" if missing else "nothing missing"
    players = counted(len(tournament.to_pair(number)), who)
    yield f"next draw: round {number}, {players}, {waiting}"
    yield from _label_lines("rounds to come", describe_rounds_to_come(tournament, number))


def _label_lines(kind: str, lines: Iterable[str]) -> Iterator[str]:
    lines = list(lines)
    yield from (f"{kind}: {line}" for line in lines[:_LONGEST_LIST])
    if len(lines) > _LONGEST_LIST:
        yield f"{kind}: … and {len(lines) - _LONGEST_LIST} more (--json lists all)"


def log(
    file: option.ChangedFile,
    lost: Annotated[
        bool,
        Option(help="List the changes that another program has overwritten."),
    ] = False,
    verify: Annotated[
        bool,
        Option(help="Repeat all changes, and compare each with its line and digests."),
    ] = False,
    json: Annotated[bool, Option(help="Write JSON.")] = False,
) -> int:
    """List all changes that fastpair has made to a file.

    With --verify, the exit status is 1 if anything differs.
    """
    from ...app.history.state import CongressState
    from ...app.history.timeline import log_document

    congress = CongressState.read(file)
    if verify:
        return _verify(congress, json=json, lost=lost)
    timeline = congress.timeline
    lost_changes = timeline.lost(congress.tournament)
    if json:
        write_json(
            log_document(
                timeline, lost_changes, lambda entry: command_line(entry, file), only_lost=lost
            )
        )
    elif lost:
        for item in lost_changes:
            for line in _lost_lines(item):
                write(line)
        if not lost_changes:
            write("nothing that was typed is missing in the file")
    else:
        _show_log(timeline, lost_changes)
    return 0


def _verify(congress: CongressState, *, json: bool, lost: bool) -> int:
    """Show where a history and its file differ."""
    from ...app.actions.verification import verification_document, verify_history

    if lost:
        raise RuleError("choose either --lost or --verify, not both")
    with progress() as say:
        found = verify_history(congress, say)
    if json:
        write_json(verification_document(found))
    else:
        write_first([str(each.sentence) for each in found.findings], _LONGEST_LIST)
        for note in found.notes:
            write(f"note: {note.sentence}")
        write(found.summary if found.changes else "no change of this file is known")
    return 0 if found.clean else _FOUND


def _show_log(timeline: Timeline, lost_changes: tuple[Lost, ...]) -> None:
    if not timeline.entries:
        write("no change of this file is known")
        return
    fates = _fates(timeline, lost_changes)
    rows = [
        [str(e.number), _time(e), e.act, e.door, e.said, fates.get(e.number, "")]
        for e in timeline.entries
    ]
    titles = (Column("Change", right=True), Column("Time"), Column("Command"), Column("From"))
    show_table([*titles, Column("What was done"), Column("Now")], rows)
    for line in timeline.unread:
        write(f"{line}; what it did cannot be undone")
    for number in sorted(timeline.after_others - timeline.after_unread):
        write(f"another program saved the file before change {number}")
    if timeline.saved_by_another and not timeline.ends_unread:
        write("another program has saved the file since the last change")


def _fates(timeline: Timeline, lost_changes: tuple[Lost, ...]) -> dict[int, str]:
    """Undone and lost changes."""
    return {
        **{item.entry.number: "lost in part or whole" for item in lost_changes},
        **dict.fromkeys(timeline.reverted(), "undone"),
        **dict.fromkeys(timeline.cut_short, "not in the file"),
    }


def _time(entry: Entry) -> str:
    return f"{entry.local_time:%Y-%m-%d %H:%M:%S}"


def _lost_lines(item: Lost) -> Iterator[str]:
    import json

    yield f"change {item.entry.number}, {_time(item.entry)}: {item.entry.said}"
    for subject, value in item.changes:
        what = "removed" if value is None else json.dumps(value, ensure_ascii=False)
        yield f"  {' '.join(map(str, subject))}: {what if value != {} else 'typed'}"


_FOUND = 1
"""Exit status if something is not as the rules have it, or a draw is not the best."""


def check(
    file: option.File,
    model: option.ModelOfDraw = None,
    seed: option.SeedOfDraw = None,
    system: Annotated[
        str | None,
        Option(
            "--system",
            metavar="NAME",
            help="Compare all rounds by the criteria of dutch; by default each by what drew it.",
            group="Weights and systems",
        ),
    ] = None,
    json: option.Json = False,
) -> int:
    """Check a tournament against its rules, and every draw against the optimum.

    Checks scores, colours, rematches, second byes, handicaps and attendance against the rules of
    the file, and compares the weight of each draw with the proven optimum for the same players; a
    round of a system of FIDE with its pairing, by the first criterion that differs.
    The exit status is 1 if there is any finding.
    """
    from ...app.reports.check import check_document, check_file

    with progress() as say:
        found = check_file(file, model=model, seed=seed, system=system, tell=say)
    warn(*found.remarks)
    if json:
        write_json(check_document(found))
    else:
        _show_check(found)
    return 0 if found.clean else _FOUND


def _show_check(found: Check) -> None:
    write(found.tournament.name or "(a tournament without a name)")
    write()
    if found.rounds:
        _show_rounds(found.rounds)
        write()
    write_first(list(found.sentences()), _LONGEST_LIST)
    write(_summary(found))


def _show_rounds(rounds: Sequence[DrawReview]) -> None:
    leveled = any(row.level is not None for row in rounds)
    turned = any(row.colours for row in rounds)
    titles = [
        *("Round", "Boards", *["Level"] * leveled, "Boards other than in the best draw"),
        *["With other colours"] * turned,
    ]
    show_table(
        [Column(title, right=True) for title in titles],
        [
            [
                str(row.round_number),
                str(row.boards),
                *[str(row.level)] * leveled,
                str(len(row.different)),
                *[str(len(row.colours))] * turned,
            ]
            for row in rounds
        ],
    )


def _summary(found: Check) -> str:
    findings = counted(found.count, "finding")
    if not found.rounds:
        return findings
    best, alike = (sum(not row.loss for row in rows) for rows in (found.rounds, found.draws))
    manual = f", {alike - best} more but for boards set or kept on purpose" if alike > best else ""
    models = ", ".join(sorted({title_of_method(row.model) for row in found.rounds}))
    turned = sum(len(row.colours) for row in found.draws)
    but = f", but for the colours of {counted(turned, 'board')}" if turned else ""
    return f"{findings}; {best} of {len(found.rounds)} draws are the best by {models}{manual}{but}"


def advise(
    file: option.File,
    promotion: Annotated[
        Path | None,
        Option(help="TOML file of a federation's promotion rule."),
    ] = None,
    output: Annotated[
        Path | None,
        Option(help="Charts of the field to write (.svg)."),
    ] = None,
    overwrite: option.Overwrite = False,
    json: option.Json = False,
) -> int:
    """Suggest a bar, rounds, groups and criteria, and find grades that do not fit ratings.

    Each suggestion names its source. A table shows each possible bar: how many players would
    start there, and the chance that a weaker player wins.
    """
    from ...app.history.state import read
    from ...app.reports.check import advice_document, advise, read_promotion_rule

    inputs = file, *([promotion] if promotion else [])
    target = _target(output, inputs, overwrite=overwrite)
    rule = None if promotion is None else read_promotion_rule(promotion)
    found = advise(read(file), rule)
    with in_file(file):
        picture = _picture(found, target)
    warn(*found.remarks)
    with picture:
        if json:
            write_json(advice_document(found))
        else:
            _show_advice(found)
    return 0


def _target(output: Path | None, inputs: Iterable[Path], *, overwrite: bool) -> Output | None:
    """The file of the pictures, if there is to be one."""
    from .pages import refuse_other_suffix

    if output is None:
        return None
    refuse_other_suffix(output, (".svg",))
    return Output.prepare(output, inputs, overwrite=overwrite)


def _picture(found: Advised, target: Output | None) -> AbstractContextManager[None]:
    """Draw the field, and have it written at the end of a block; nothing without a target."""
    from ...report.chart import field_charts
    from ...report.html import charts_svg

    if target is None:
        return nullcontext()
    charts = tuple(field_charts(found.tournament))
    if not charts:
        raise RuleError("nobody takes part, so there is nothing to draw")
    return writing(target, charts_svg(charts))


def _show_advice(found: Advised) -> None:
    write(found.tournament.name or "(a tournament without a name)")
    write()
    write_first([f"{each} [{each.source}]" for each in found.advice], _LONGEST_LIST)
    if not found.advice:
        write("no advice")
    if bars := found.bars_to_choose:
        write()
        columns = [Column(title, right=True) for title in ("Bar", "Players", "Chance below")]
        rows = [[str(b.grade), str(b.players), f"{b.chance_below:.1%}"] for b in bars]
        show_table(columns, rows)
