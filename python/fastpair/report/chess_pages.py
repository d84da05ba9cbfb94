"""Lists of chess: FIDE's rating changes, and the norms for titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..go.norms import APPROVAL, needs_approval
from ..sentences import in_context, marked
from .sheet import Column, Sheet, format_number, player_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..go.fide_ratings import RatingChange
    from ..go.norms import Norm
    from ..go.tournament import Tournament
    from .pages import Translate


def fide_ratings_sheet(
    tournament: Tournament, changes: Iterable[tuple[int, RatingChange]], after: int, _: Translate
) -> Sheet:
    """The rating changes of the players, in the order of the standings.

    Parameters
    ----------
    changes
        The place and the change of each.
    after
        The last round that counts.
    """
    changes = tuple(changes)
    return Sheet(
        title=tournament.name,
        heading=_("Ratings after round {round}, {system}").format(round=after, system="FIDE"),
        columns=(
            Column(_("Place"), right=True, short=_("Pl")),
            Column(_("Title")),
            Column(_("Player"), name=True),
            Column(_("Rating"), right=True),
            Column(_("K"), right=True, spare=True),
            Column(_("Games"), right=True, spare=True),
            Column(_("Points"), right=True),
            Column(_("Expected"), right=True, spare=True),
            Column(_(in_context("of a rating", "Change")), right=True, essential=True),
            Column(_("New rating"), right=True, essential=True),
            Column(_("Opponents’ average"), right=True, spare=True, short=_("Avg")),
            Column(_("Performance"), right=True, short=_("Perf")),
        ),
        rows=tuple(_rating_row(place, change) for place, change in changes),
        notes=(_("Games against players without a rating change no rating."),)
        if any(change.player.rating is None for place, change in changes)
        else (),
    )


def _rating_row(place: int, change: RatingChange) -> tuple[str, ...]:
    player = change.player
    return (
        str(place),
        player.title,
        player_cell(player.full_name, player.key),
        player.rating_in_words,
        _number(change.k_factor),
        str(change.games),
        format_number(change.score),
        "–" if change.expected is None else f"{change.expected:.2f}",
        "–" if change.change is None else f"{change.change:+.1f}",
        _number(change.new_rating),
        _number(change.average),
        _number(change.performance),
    )


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


_MADE = marked("{title} norm")
_MISSING = marked("{title} norm: {conditions}")


def norms_sheet(
    tournament: Tournament, norms: Mapping[str, Sequence[Norm]], after: int, _: Translate
) -> Sheet:
    """The players who have made norms, or for whom only other conditions than the performance are missing.

    Parameters
    ----------
    norms
        Those that are shown, the highest title first, by the keys of the players.
    after
        The last round that counts.
    """
    return Sheet(
        title=tournament.name,
        heading=_("Title norms after round {round}").format(round=after),
        columns=(
            Column(_("Title")),
            Column(_("Player"), name=True),
            Column(_("Games"), right=True),
            Column(_("Points"), right=True),
            Column(_("Opponents’ average"), right=True, spare=True, short=_("Avg")),
            Column(_("Performance"), right=True, short=_("Perf")),
            Column(_("Result"), essential=True),
        ),
        rows=tuple(
            (
                tournament.by_key[key].title,
                player_cell(tournament.by_key[key].full_name, key),
                str(shown[0].games),
                format_number(shown[0].score),
                str(shown[0].average),
                str(shown[0].performance),
                _("; ").join(_results(shown, _)),
            )
            for key, shown in norms.items()
        ),
        notes=(
            _(
                "Those are listed who perform at the level of a title above theirs in five games or more."
            ),
            _("WGM and WIM are for players who are entered as women."),
            *((_(APPROVAL),) if needs_approval(tournament) else ()),
        ),
    )


def _results(norms: Iterable[Norm], _: Translate) -> Iterator[str]:
    """What the norms of a player are worth, down to the highest that is made."""
    for norm in norms:
        if norm.is_made:
            yield _(_MADE).format(title=norm.title)
            return
        conditions = _(", ").join(_(each.form).format(**each.numbers) for each in norm.missing)
        yield _(_MISSING).format(title=norm.title, conditions=conditions)
