"""``fastpair new`` and ``register``: a tournament begins, and players enter it."""

from __future__ import annotations

from dataclasses import asdict
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...app.typed.event import TypedEvent  # noqa: TC001 - the options are made of it
from ...app.typed.players import TypedPlayer, TypedTerms  # noqa: TC001 - the options are made of them
from ...app.typed.values import TypedRules  # noqa: TC001 - the options are made of it
from . import draw_options as option  # noqa: TC001 - typer reads the annotations
from .change import EvenSo, change, naming, typed_in
from .options import with_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ...app.edits.locked_file import Edit, LockedFile
    from ...formats.rating_lists import RatingList
    from ...go.tournament import Tournament


_Entries = Annotated[
    Path | None,
    typer.Option("--entries", metavar="LIST", help="A file whose players and teams enter."),
]


_RatingList = Annotated[
    Path | None,
    typer.Option(
        "--list",
        metavar="LIST",
        help="Rating list (EGF, FFG, AGA) that knows the player, or the ratings of all.",
    ),
]
_ByGrade = Annotated[
    bool, typer.Option("--unrated-by-grade", help="Who has no rating gets that of the grade.")
]
_AllFinal = Annotated[
    bool, typer.Option("--all-final", help="All preliminary registrations become final.")
]
_Changed = Annotated[
    str | None, typer.Option("--change", metavar="PLAYER", help="Change this player instead.")
]


@with_options
def new(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file to make.")],
    rules: TypedRules,
    event: TypedEvent,
    name: Annotated[str, typer.Option(help="Name of the tournament.")] = "",
    entries: _Entries = None,
    encoding: option.Encoding = None,
    stated: Annotated[
        Path | None,
        typer.Option(
            "--parameters",
            metavar="TOML",
            help="OpenGotha's parameters, as fastpair parameters shows them.",
        ),
    ] = None,
    form: option.FileFormat = None,
) -> int:
    """Make a tournament file, with its players if a list of them is named.

    A name that ends in .json, or in nothing, is a file of fastpair's own format, which holds
    everything; .xml is OpenGotha's.
    """
    from ...app.edits.entries import begun
    from ...app.edits.listed_teams import teams_entered
    from ...app.reports.conversion import begin
    from ...app.typed.pairing import read_parameters
    from .screen import note, warn, write

    with naming(file):
        pairing = None if stated is None else read_parameters(stated)
        listed = _listed(entries, encoding)
        done = begun(name=name, rules=rules, event=event, players=listed.players, pairing=pairing)
        done = done.then(lambda before: teams_entered(before, listed))
        for doubt in begin(file, form, done, typed_in(context), note):
            warn(doubt)
        write(done.said)
    return 0


@with_options
def register(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    player: TypedPlayer,
    terms: TypedTerms,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Family name.")] = None,
    first_name: Annotated[
        str | None, typer.Argument(metavar="[FIRST NAME]", help="First name.")
    ] = None,
    rating_list: _RatingList = None,
    by_grade: _ByGrade = False,
    all_final: _AllFinal = False,
    entries: _Entries = None,
    encoding: option.Encoding = None,
    changed: _Changed = None,
    even_so: EvenSo = False,
) -> int:
    """Register a player, or all of a list; or change what is known of a player.

    Who is registered already stays as he is, and is named. With --list the name may be typed without
    accents, and the rest is taken from the rating list; without a name, or with --entries, the list
    refreshes the ratings of all who are in the tournament. With --change, a name is the new name of the
    player.
    """
    from ...app.edits.entries import Entry, Terms, player_changed
    from ...app.edits.listed_teams import teams_entered
    from ...app.edits.locked_file import Edit
    from ...app.edits.rated import rated_entry
    from ...app.edits.ratings_refreshed import ratings_refreshed, unrated_by_grade
    from ...app.edits.registration import registered, registered_as
    from ...app.typed.players import find_player

    if terms.supergroup is not None:
        _refuse_beside("--supergroup", {"--correction": player.correction})
    entry = Entry(name=name, first_name=first_name, **asdict(player))
    about_one = entry != Entry()
    rated = None if rating_list is None else _ratings(rating_list)
    if rated is not None and about_one:
        entry = rated_entry(rated, entry)
    if changed is not None:
        _refuse_only_new(
            terms,
            bool(player.final),
            {
                "--entries": entries,
                "--unrated-by-grade": by_grade or None,
                "--all-final": all_final or None,
            },
        )
    typed = {name: value for name, value in asdict(terms).items() if value is not None}

    def steps() -> Iterator[Callable[[Tournament], Edit]]:
        listed = _listed(entries, encoding)
        newcomers = [*listed.players]
        if about_one or not (entries or rated or by_grade or all_final):
            newcomers.append(entry.player())
        if newcomers or entries or (typed and not all_final):
            yield lambda before: registered(
                before, newcomers, Terms(**typed), namesakes=not listed.players
            )
        if listed.team_play is not None:
            yield lambda before: teams_entered(before, listed)
        if rated is not None and (entries or not about_one):
            yield lambda before: ratings_refreshed(before, rated)
        if by_grade:
            yield unrated_by_grade
        if all_final:
            yield lambda before: registered_as(before, final=True, terms=Terms(**typed))

    def work(held: LockedFile) -> Edit:
        if changed is not None:
            key = find_player(held.tournament, changed, by_member=False)
            return player_changed(held.tournament, key, entry, Terms(**typed))
        first, *others = steps()
        return reduce(Edit.then, others, first(held.tournament))

    return change(context, file, work, even_so=even_so)


def _refuse_only_new(terms: TypedTerms, confirmed: bool, others: Mapping[str, object]) -> None:
    """Refuse beside a player who is changed what only those have who enter, or are confirmed."""
    _refuse_beside("--change", {"--rounds": terms.rounds, **others})
    if not confirmed:
        entering = {"--from-round": terms.since, "--per-missed-round": terms.per_missed_round}
        _refuse_beside("--change", entering)


def _refuse_beside(option: str, others: Mapping[str, object]) -> None:
    """Refuse options that do not go together.

    Raises
    ------
    RuleError
        If one of the others is typed.
    """
    from ...errors import RuleError

    for other, value in others.items():
        if value is not None:
            raise RuleError(f"expected either {option} or {other}, got both")


def _ratings(rating_list: Path) -> RatingList:
    """A rating list, whose remarks are shown."""
    from ...formats.rating_lists import read_rating_list
    from .screen import warn

    found = read_rating_list(rating_list)
    for remark in found.remarks:
        warn(f"{rating_list}: {remark}")
    return found


def _listed(entries: Path | None, encoding: str | None) -> Tournament:
    """The players and teams in a file, whose remarks are shown.

    Raises
    ------
    RuleError
        If an encoding is named, and no file.
    """
    from ...errors import RuleError
    from ...formats import read
    from ...go.tournament import Tournament
    from .screen import warn

    if entries is None:
        if encoding is not None:
            raise RuleError("expected the list of entries that is in the encoding")
        return Tournament()
    document = read(entries, encoding)
    for remark in document.remarks:
        warn(f"{entries}: {remark}")
    return document.tournament
