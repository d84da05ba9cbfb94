"""``fastpair new``, ``register``, ``lists``, ``identify``, ``team`` and ``groups``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ...app.actions import ACTIONS
from ...app.forms.inputs import read_parameters, with_proposed_groups, with_rules
from ...errors import RuleError, in_file
from ...go.tournament import RateOfPlay  # noqa: TC001 - the options are made of the annotations
from ...report.sheet import Column
from . import command as option
from .actions import EvenSo, command_of, naming, perform
from .command import Context, Option, PlacedArgument
from .screen import counting, show_table, warn, write, write_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...app.documents.tournament import IdentitiesDocument
    from ...app.history.state import CongressState
    from ...formats.entries.names import KnownNames
    from ...formats.rating_lists import RatingSource
    from ...go.tournament import Tournament
    from .actions import Completion


_Entries = Annotated[
    Path | None,
    Option(metavar="LIST", help="File of the players and teams to add."),
]


_Parameters = Annotated[
    Path | None,
    Option(
        metavar="TOML",
        help="TOML file of OpenGotha's parameters, as printed by fastpair parameters.",
    ),
]


def _read_files(file: Path, _: int | None, values: dict[str, Any]) -> bool:
    """Add the players of a list and the parameters of a file to the values."""
    from ...app.history.entries import entry_facts
    from ...app.setup.creation import unsaved_state

    entries, source, rules = values["entries"], values["parameters"], values["rules"]
    with naming(file):
        if source is not None:
            values["parameters"] = read_parameters(source)
        # What decides whether players need a grade; a bar may rest on them.
        kind = {name: rules.get(name) for name in ("preset", "criteria")}
        graded = with_rules(unsaved_state(file).tournament, kind).needs_grades
        entry_list = _read_entries(entries, _how(values), graded=graded)
        values["entries"] = None if entries is None else entry_facts(entry_list)
    return True


new = command_of(
    ACTIONS["new"],
    more={
        "entries": _Entries,
        "encoding": option.Encoding,
        "names": option.Names,
        "sheet": option.Sheet,
        "parameters": _Parameters,
        "format": option.FileFormat,
    },
    prepare=_read_files,
)


_RatingList = Annotated[
    Path | None,
    Option(
        "--list",
        metavar="LIST",
        help="Rating list (EGF, FFG, AGA, FIDE) to complete the player, or all players.",
    ),
]


def _read_lists(file: Path, _: int | None, values: dict[str, Any]) -> Completion:
    """Add the players of a list to the values, and what a rating list says."""
    from ...app.edits.ratings import rated_entry, ratings_in_list
    from ...app.entries.registration import NAMES, as_arguments
    from ...app.history.entries import entry_facts
    from ...app.lists.rating_lists import listed_after
    from ...app.lookup import known_names
    from ...formats import read
    from ...go.tournament import Tournament

    entries, rating_list = values["entries"], values.pop("rating_list")
    _refuse_contradictions(values)
    names = {name: values[name] for name in NAMES if values[name] is not None}
    entry = {**values["player"], **names}
    rated = None if rating_list is None else _ratings(file, rating_list)
    before = Tournament() if entries is None else read(file).tournament
    entry_list = _read_entries(
        entries,
        _how(values),
        graded=before.needs_grades,
        known=known_names(before, *([] if rated is None else [rated])),
    )
    values["entries"] = None if entries is None else entry_facts(entry_list)
    updates = rated is not None and (entries is not None or not entry)
    if rated is not None and entry:
        entry = rated_entry(rated, entry)
    values |= as_arguments(entry)

    def complete(state: CongressState) -> Iterable[str]:
        if rated is None or not updates:
            return ()
        found = listed_after(state, values, rated) if entries else None
        values["ratings"], doubts = found or ratings_in_list(
            state.tournament, rated, state.document.format, state.identities
        )
        return doubts

    return complete


register = command_of(
    ACTIONS["register"],
    help_text="""Add a player, or all players of a list; or change a player.

    Registered players stay as they are and are listed. With --list, the rating list completes the
    player, and the name needs no accents; without a name, or with --entries, it updates the
    ratings of all players. With --change, the name is the new name of the player.
    """,
    more={
        "entries": _Entries,
        "rating_list": _RatingList,
        "encoding": option.Encoding,
        "names": option.Names,
        "sheet": option.Sheet,
    },
    prepare=_read_lists,
)


def _refuse_contradictions(values: Mapping[str, Any]) -> None:
    """Refuse options of lists without one, and of new or confirmed players when a player is changed."""
    player, terms = values["player"], values["terms"]
    if "supergroup" in terms:
        _refuse_with("--supergroup", {"--correction": player.get("correction")})
    if values["namesakes"] and values["entries"] is None:
        raise RuleError("--namesakes is for the players of a list; add --entries LIST")
    if values["change"] is None:
        return
    only_new = {
        "--rounds": terms.get("rounds"),
        "--entries": values["entries"],
        "--unrated-by-grade": values["unrated_by_grade"] or None,
        "--all-final": values["all_final"] or None,
        "--namesakes": values["namesakes"] or None,
    }
    _refuse_with("--change", only_new)
    if not player.get("final"):
        entering = {
            "--from-round": terms.get("since"),
            "--per-missed-round": terms.get("per_missed_round"),
        }
        _refuse_with("--change", entering)


def _refuse_with(option: str, others: Mapping[str, object]) -> None:
    """Refuse options that do not go together.

    Raises
    ------
    RuleError
        If one of the others is typed.
    """
    for other, value in others.items():
        if value is not None:
            raise RuleError(f"choose either {option} or {other}, not both")


def _ratings(file: Path, rating_list: Path) -> RatingSource:
    """A rating list for a tournament, whose remarks are shown."""
    from ...app.lists.rating_lists import open_for
    from ...formats import read

    with counting(lambda: ()) as count:
        found = open_for(read(file).tournament, rating_list, file.absolute().parent, count)
    for remark in found.remarks:
        warn(f"{rating_list}: {remark}")
    return found


def lists(
    folder: Annotated[Path, PlacedArgument(help="Folder of the tournaments.")],
    files: Annotated[
        list[Path] | None,
        PlacedArgument(help="Rating lists to load: of FIDE, EGF, FFG or AGA.", metavar="LIST..."),
    ] = None,
    month: Annotated[
        str, Option(metavar="YYYY-MM", help="Month of the lists of FIDE, if they do not say it.")
    ] = "",
    rate: Annotated[
        RateOfPlay | None,
        Option(help="Ratings of a list of FIDE, if its name does not say it."),
    ] = None,
) -> int:
    """Load rating lists for the tournaments of a folder, or show which are loaded.

    A list of FIDE is loaded once, into a file for its month; on the page, and with register --list,
    players are found in it while their names are typed.
    """
    from ...app.lists.rating_lists import RatingLists, month_in

    if not folder.is_dir():
        raise RuleError(f"{folder}: is no folder")
    found = RatingLists(folder)
    of_month = month_in(month)
    for file in files or ():
        with counting(lambda: ()) as count:
            loaded = found.load(file, month=of_month, rate=rate, count=count)
        for remark in loaded.remarks:
            warn(f"{file}: {remark}")
    columns = [
        *(Column("List"), Column("Date"), Column("Ratings")),
        *(Column("Players", right=True), Column("File")),
    ]
    rows = [
        [
            each.title,
            str(each.published or "–"),
            ", ".join(getattr(each, "rates", ())),
            str(each.size),
            Path(each.path).name,
        ]
        for each in found.every()
    ]
    if rows:
        show_table(columns, rows)
    else:
        write("no rating list is loaded")
    return 0


def identify(
    context: Context,
    file: option.ChangedFile,
    rating_list: Annotated[
        Path, PlacedArgument(help="Rating list: of FIDE, EGF, FFG or AGA.", metavar="LIST")
    ],
    player: Annotated[
        list[str] | None,
        Option(
            metavar="PLAYER=DECISION",
            help="list, keep, none (not in the list), remove, or a number of the list.",
        ),
    ] = None,
    alike: Annotated[
        list[str] | None,
        Option(
            metavar="DOUBT=DECISION",
            help="The same for all players with this doubt, such as order=list.",
        ),
    ] = None,
    decisions: Annotated[
        Path | None, Option(metavar="CSV", help="Table of --csv with your decisions.")
    ] = None,
    csv: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write the table as CSV, to decide in a spreadsheet."),
    ] = None,
    save: Annotated[
        bool, Option("--write", help="Save who is sure or decided in the file.")
    ] = False,
    even_so: EvenSo = False,
    json: option.Json = False,
) -> int:
    """Show who the players are in a rating list, the doubtful first; decide, and save it.

    Names are the same in any order, with or without accents and umlauts, with their words apart or
    together; names that differ by one letter or word are doubtful. Who is sure gets what is missing,
    and the rating of the list. Decided players are not asked about again.
    """
    from ...app.history.state import CongressState
    from ...app.lists.identities import Identities, read_decisions, read_table, table_text
    from ...files import read_file, replace_file

    with naming(file):
        state = CongressState.read(file)
        source = _ratings(file, rating_list)
        stated = {}
        if decisions is not None:
            stated = read_table(str(decisions), read_file(decisions, "decisions"))
        stated |= read_decisions(state.tournament, dict(map(_decision, player or ())))
        kinds = dict(map(_decision, alike or ()))
        found = Identities(state, source).document(stated, kinds)
    if csv is not None:
        replace_file(csv, table_text(found, state.tournament).encode("utf-8-sig"))
    if json:
        write_json(found)
        return 0
    if save:
        return perform(context, file, "identify", found["values"], even_so=even_so)
    if csv is None:
        _show_identities(found)
    return 0


def _decision(text: str) -> tuple[str, str]:
    """A player or a doubt, and what is decided."""
    name, sign, decision = text.rpartition("=")
    if not (sign and name):
        raise RuleError(f"expected a decision such as 'order=list', not {text!r}")
    return name, decision


def _show_identities(found: IdentitiesDocument) -> None:
    """Show who is doubtful, and count the others."""
    from ...app.lists.identities import describe_candidate

    doubtful = [each for each in found["players"] if each["state"] == "doubtful"]
    columns = [*map(Column, ("Player", "Doubt", "In the list", "Decision", "Choices"))]
    rows = [
        [
            f"{each['name']} {each['first_name']}".strip(),
            ", ".join(each["doubts"]),
            "; ".join(
                map(describe_candidate, each["candidates"] or filter(None, [each["listed"]]))
            ),
            each["decision"],
            ", ".join(each["choices"]),
        ]
        for each in doubtful
    ]
    if rows:
        show_table(columns, rows)
    others = Counter(each["state"] for each in found["players"])
    count = len(found["values"]["players"]) + len(found["values"]["removed"])
    write(
        f"{len(doubtful)} doubtful, {others['sure']} sure, {others['settled']} settled; "
        f"--write saves {count}"
    )


_OF_LISTS = {"encoding": "--encoding", "names": "--names", "sheet": "--sheet"}
"""How a list is read, and the options that say it."""


def _how(values: dict[str, Any]) -> dict[str, Any]:
    """Take how a list is read out of the values."""
    return {name: values.pop(name) for name in _OF_LISTS}


def _read_entries(
    entries: Path | None,
    how: Mapping[str, Any],
    *,
    graded: bool,
    known: KnownNames | None = None,
) -> Tournament:
    """The players and teams in a file, whose remarks are shown.

    Raises
    ------
    RuleError
        If it is said how a list is read, and no file is.
    """
    from ...app.edits.conditions import with_pairs
    from ...formats import read
    from ...go.tournament import Tournament

    if entries is None:
        for name, flag in _OF_LISTS.items():
            if how[name] is not None:
                raise RuleError(f"{flag} is for the players of a list; add --entries LIST")
        return Tournament()
    document = read(entries, graded=graded, known=known, **how)
    for remark in document.remarks:
        warn(f"{entries}: {remark}")
    with naming(entries):
        return with_pairs(document.tournament, document.pairs)


def _show_unchanged(file: Path, _: int | None, values: dict[str, Any]) -> bool:
    """Show the teams if nothing of them is to be changed."""
    others = (value for name, value in values.items() if name not in ("name", "delete"))
    changes = values["delete"] or any(value is not None for value in others)
    if not changes:
        _show_teams(file, values["name"])
    return changes


team = command_of(
    ACTIONS["team"], help_text="Show the teams, add one or change one.", prepare=_show_unchanged
)


def _show_teams(file: Path, name: str | None) -> None:
    """Say who plays in the teams, or in one."""
    from ...app.history.state import read
    from ...app.lookup import find_team

    with in_file(file):
        tournament = read(file).tournament
        play = tournament.team_play
        if play is None:
            raise RuleError("no teams play in this tournament")
        teams = play.teams if name is None else (find_team(tournament, name),)
    for each in teams:
        captain = f" (captain {each.captain})" if each.captain else ""
        lineups = each.lineup_changes
        for since, lineup in lineups.items():
            names = [tournament.name_of(key) if key else "-" for key in lineup]
            later = "" if len(lineups) == 1 else f", from round {since} on"
            spare = ", ".join(names[play.size :])
            more = f"; substitutes: {spare}" if spare else ""
            write(f"{each.name}{captain}{later}: {', '.join(names[: play.size])}{more}")


def groups(
    context: Context,
    file: option.ChangedFile,
    table: Annotated[
        str | None,
        Option(
            "--set",
            metavar="GRADES",
            help="Lowest grade of each group but the last, such as 4d,2d; automatic or none.",
        ),
    ] = None,
    propose: Annotated[bool, Option(help="Show the proposal, and change nothing.")] = False,
    even_so: EvenSo = False,
) -> int:
    """Show the McMahon groups, propose others or set them."""
    from ...app.history.state import read

    if table is not None:
        if propose:
            raise RuleError("choose either --set or --propose, not both")
        return _set(context, file, table, even_so=even_so)
    with in_file(file):
        tournament = read(file).tournament
        tournament.refuse_other_games()
        proposal = with_proposed_groups(tournament) if propose else tournament
        _show_groups(proposal, show_limits=propose or bool(proposal.rules.merged_grades))
    return 0


def _set(context: Context, file: Path, table: str, *, even_so: bool) -> int:
    """Set the groups, and name the option in errors."""
    try:
        return perform(context, file, "rules", {"rules": {"groups": table}}, even_so=even_so)
    except RuleError as error:
        if getattr(error.message, "about", "") == "groups":
            raise RuleError(error.message, about="set") from error
        raise


def _show_groups(tournament: Tournament, *, show_limits: bool) -> None:
    from ...app.edits.settings import describe_groups
    from ...go.tournament import group_limits

    columns = [
        Column("Start", right=True),
        Column("Grades"),
        Column("Players", right=True),
        Column("By hand", name=True),
    ]
    rows = [
        [one.start, one.grades, str(one.players), one.by_hand]
        for one in describe_groups(tournament)
    ]
    show_table(columns, rows)
    if show_limits and (limits := group_limits(tournament.rules)):
        write(f"as typed: --set {','.join(map(str, limits))}")
