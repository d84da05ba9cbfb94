"""``fastpair standings``, ``wallist``, ``prizes``, ``ratings`` and ``norms``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path  # noqa: TC003 - the options are made of the annotations
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from ...errors import RuleError
from ...report import languages
from ...sentences import phrase, phrase_many, without_context
from . import command as option
from .command import Option, PlacedArgument
from .pages import Printing
from .screen import read_state, show_table, warn, worded, write, write_folded, write_json, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...app.history.state import CongressState
    from ...app.reports.fide_ratings import TournamentNorms
    from ...app.reports.ratings import RatedTournament
    from ...go.prizes import Award
    from ...go.standings import Standings
    from ...go.team_standings import TeamStandings
    from ...report.languages import Language
    from ...report.pages import Translate
    from ...report.sheet import Sheet


_Found = TypeVar("_Found")

_AS_USUAL = Printing()
_SMALL = Printing(size="small")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """Which standings are meant."""

    after: option.After = None
    criteria: option.Criteria = None
    system: option.System = None
    teams: Annotated[
        bool | None,
        Option("--teams/--players", help="Show teams, or players; by default who is paired."),
    ] = None

    def answer(
        self, file: Path, tell: Callable[[str], None], *, by_number: bool = False
    ) -> Standings | TeamStandings:
        """The standings of a file, by places or by starting ranks, and what is remarkable of them."""
        from ...app.reports.standings import (
            in_order_of_numbers,
            kept_standings,
            standings_of,
            team_standings_of,
        )

        kept = kept_standings(file)
        if kept is not None:
            return self._as_kept(kept, file, by_number=by_number)
        state = read_state(file, tell)
        found: Standings | TeamStandings
        if self.is_of_teams(state):
            found = team_standings_of(state, self.after, tell, criteria=self.criteria)
        else:
            found = standings_of(
                state, self.after, tell, criteria=self.criteria, system=self.system
            )
        return in_order_of_numbers(state, found) if by_number else found

    def is_of_teams(self, state: CongressState) -> bool:
        """Whether teams are placed: as is typed, or as the file asks for, or else if teams are paired.

        Raises
        ------
        RuleError
            If they are, and a system of players is typed.
        """
        from ...app.reports.standings import ranks_teams, requested_standings

        asked = requested_standings(state).teams if self.teams is None else self.teams
        teams = ranks_teams(state, asked)
        if teams and self.system is not None:
            raise RuleError("--system: it has no criteria of teams; leave it out, or add --players")
        return teams

    def _as_kept(self, kept: Standings, file: Path, *, by_number: bool) -> Standings:
        """Standings of a file that holds nothing else."""
        others = self.criteria, self.system, self.teams, by_number
        if self.after in (None, kept.after) and not any(others):
            return kept
        raise RuleError(
            phrase(
                "{file}: holds standings that were kept; only the tournament has others", file=file
            )
        )

    def of_players(self, file: Path, tell: Callable[[str], None]) -> Standings:
        """The standings of players, whether teams are paired or not."""
        return cast("Standings", replace(self, teams=False).answer(file, tell))


def standings(
    file: option.File,
    question: _Question,
    why: Annotated[
        list[str] | None,
        option.words_option(
            "--why",
            "A B",
            "Say which criterion separates two players or teams, and of what.",
        ),
    ] = None,
    bracket: Annotated[
        bool,
        Option(
            help="Show the bracket of a cup, or those of a double elimination; --output .svg, too."
        ),
    ] = False,
    printing: Printing = _AS_USUAL,
) -> int:
    """Show the standings after a round.

    --output FILE.json saves the standings of the players as they are now; fastpair standings FILE.json shows
    them again, whatever has changed since.
    """
    from ...report.standings_pages import standings_sheet

    if bracket:
        return _print_bracket(printing, file)
    compared = _compared_in(file)
    if why or compared:
        pairs = option.groups(why) if why else [compared]
        return _compare(file, question, pairs, json=printing.json)
    output = printing.output
    if output is not None and output.suffix.lower() == ".json":
        return _keep(file, question, output, overwrite=printing.overwrite)
    sheet = partial(_sheet_with_bracket, file) if printing.has_pictures else standings_sheet
    return _print_standings(printing, file, question, sheet)


def wallist(
    file: option.File,
    question: _Question,
    by_number: Annotated[
        bool, Option(help="In the order of starting ranks, not of places.")
    ] = False,
    printing: Printing = _SMALL,
) -> int:
    """Show the wall list: the standings with every round of every player.

    Where teams are paired, it is their cross table.
    """
    from ...report.standings_pages import team_cross_table, wall_list

    return _print_standings(
        printing, file, question, wall_list, team_cross_table, by_number=by_number
    )


def prizes(
    file: option.File,
    plan: Annotated[Path, PlacedArgument(help="TOML file of the prizes.")],
    after: Annotated[
        int | None,
        Option("--round", help="Last round; by default that of the tournament."),
    ] = None,
    provisional: Annotated[
        bool,
        Option(help="Award prizes before all rounds are complete."),
    ] = False,
    system: option.System = None,
    printing: Printing = _AS_USUAL,
) -> int:
    """Award the prizes of a plan, one to each player."""
    from ...app.reports.standings import awards_of, prizes_document, read_plan
    from ...report.standings_pages import prizes_sheet

    def award(tell: Callable[[str], None]) -> tuple[Standings, tuple[Award, ...]]:
        state = read_state(file, tell)
        planned = read_plan(plan, chess=state.tournament.event_kind.has_federations)
        return awards_of(state, planned, after, tell, system, provisional=provisional)

    return _print(
        printing,
        (file, plan),
        award,
        lambda awards, translate: prizes_sheet(*awards, translate),
        lambda awards: prizes_document(*awards),
    )


def board_prizes(
    file: option.File,
    after: Annotated[
        int | None,
        Option("--round", help="Last round; by default the last complete one."),
    ] = None,
    together: Annotated[
        bool, Option(help="List all players together, whatever their board.")
    ] = False,
    printing: Printing = _AS_USUAL,
) -> int:
    """Show the best players at each board of a team tournament.

    team --board-prizes sets what decides.
    """
    from ...app.reports.board_prizes import board_prizes_document, board_prizes_of
    from ...report.board_pages import board_prizes_sheet

    return _print(
        printing,
        (file,),
        lambda tell: board_prizes_of(read_state(file, tell), after, together=together),
        lambda found, _: board_prizes_sheet(found, _, together=together),
        board_prizes_document,
    )


def _compare(
    file: Path,
    question: _Question,
    pairs: Sequence[tuple[str, ...]],
    *,
    json: bool,
) -> int:
    """Say why one player or team is placed before another."""
    from ...app.reports.standings import compare_players, comparison_document

    state = read_state(file, warn)
    teams = question.is_of_teams(state)
    if any(len(pair) != 2 for pair in pairs):
        raise RuleError(f"--why: name two {'teams' if teams else 'players'}")
    if json and len(pairs) > 1:
        two = "teams" if teams else "players"
        raise RuleError(f"--why: with --json, compare two {two} at a time")
    found = [
        compare_players(
            state,
            one,
            other,
            question.after,
            criteria=question.criteria,
            system=question.system,
            teams=teams,
        )
        for one, other in pairs
    ]
    for number, each in enumerate(found):
        if json:
            write_json(comparison_document(each))
            continue
        if number:
            write()
        for line in each.sentences():
            write_folded(line, 0)
    return 0


def _compared_in(file: Path) -> tuple[str, ...]:
    """Whom a file asks to compare, if it is a document."""
    from ...app.reports.standings import kept_standings, requested_standings

    document = file.suffix.lower() == ".json" and kept_standings(file) is None
    state = read_state(file, lambda _: None) if document else None
    return requested_standings(state).compared


def _sheet_with_bracket(file: Path, found: Standings, _: Translate) -> Sheet:
    """The standings of a file with its bracket, if it has one and is no document of standings."""
    from ...app.reports.standings import kept_standings
    from ...report.html import with_bracket_parts
    from ...report.standings_pages import standings_sheet

    sheet = standings_sheet(found, _)
    if file.suffix.lower() == ".json" and kept_standings(file) is not None:
        return sheet
    return with_bracket_parts(sheet, read_state(file, lambda line: None).tournament, _)


def _print_bracket(printing: Printing, file: Path) -> int:
    """Print the brackets of a file: as pictures, as a table or for machines."""
    from ...app.reports.brackets import bracket_document, refuse_no_bracket
    from ...report.bracket import bracket_sheet, brackets

    output = printing.output
    if output is not None and output.suffix.lower() == ".svg":
        from ...app.actions.output import Output
        from ...report.html import brackets_svg

        target = Output.prepare(output, (file,), overwrite=printing.overwrite)
        found = brackets(
            read_state(file, warn).tournament, languages.language(printing.language).text
        )
        refuse_no_bracket(found)
        with writing(target, brackets_svg(found)):
            write(f"{output}")
        return 0

    def sheets(words: Language) -> Sequence[Sheet]:
        tournament = read_state(file, warn).tournament
        sheet = bracket_sheet(tournament, words.text)
        refuse_no_bracket(sheet.rows)
        if not printing.has_pictures:
            return (sheet,)
        from ...report.html import with_bracket_parts

        return (with_bracket_parts(replace(sheet, columns=(), rows=()), tournament, words.text),)

    return printing.print_sheets((file,), sheets, lambda: bracket_document(read_state(file, warn)))


def _print_standings(
    printing: Printing,
    file: Path,
    question: _Question,
    sheet: Callable[[Standings, Translate], Sheet],
    of_teams: Callable[[TeamStandings, Translate], Sheet] | None = None,
    *,
    by_number: bool = False,
) -> int:
    """Print the standings of a file as a sheet, or for machines."""
    from ...app.reports.standings import (
        is_of_teams,
        standings_document,
        team_standings_document,
    )
    from ...report.standings_pages import team_sheet

    def sheet_of(found: Standings | TeamStandings, _: Translate) -> Sheet:
        if is_of_teams(found):
            return (of_teams or team_sheet)(found, _)
        return sheet(cast("Standings", found), _)

    def document_of(found: Standings | TeamStandings) -> Mapping[str, Any]:
        if is_of_teams(found):
            return team_standings_document(found)
        return standings_document(cast("Standings", found))

    answer = partial(question.answer, file, by_number=by_number)
    return _print(printing, (file,), answer, sheet_of, document_of)


def _print(
    printing: Printing,
    inputs: tuple[Path, ...],
    build: Callable[[Callable[[str], None]], _Found],
    sheet: Callable[[_Found, Translate], Sheet],
    document: Callable[[_Found], Mapping[str, Any]],
) -> int:
    """Print what is found in files as a sheet, or for machines."""
    return printing.print_sheets(
        inputs,
        lambda words: (sheet(build(warn), words.text),),
        lambda: _with_remarks(lambda tell: document(build(tell))),
    )


def _with_remarks(
    build: Callable[[Callable[[str], None]], Mapping[str, Any]],
) -> Mapping[str, Any]:
    """A document with the remarks of its making, which are also printed, and its own."""
    told: list[str] = []
    document = build(told.append)
    remarks = [*dict.fromkeys((*told, *document.get("remarks", ())))]
    warn(*remarks)
    return {**document, "remarks": remarks}


def _keep(file: Path, question: _Question, output: Path, *, overwrite: bool) -> int:
    """Keep the standings in a file, as they are now."""
    from ...app.actions.output import Output
    from ...app.reports.standings import standings_content

    if question.teams:
        raise RuleError(f"{output}: standings of teams are not saved; leave out --teams")
    target = Output.prepare(output, (file,), overwrite=overwrite)
    standings = question.of_players(file, warn)
    with writing(target, standings_content(standings)):
        write(f"{output}: standings after round {standings.after}, {len(standings.rows)} players")
    return 0


def ratings(
    file: option.File,
    system: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="Rating system: egf2021, the earlier gor, or fide; by default that of the game.",
        ),
    ] = None,
    event_class: Annotated[
        str | None,
        Option(
            "--class",
            metavar="A-D",
            help="Tournament class; by default that of the time control.",
        ),
    ] = None,
    by_rounds: Annotated[
        bool,
        Option(
            help="Update the ratings after each round, not after the tournament.",
        ),
    ] = False,
    after: Annotated[
        int | None,
        Option("--round", help="Last round; by default that of the tournament."),
    ] = None,
    json: option.Json = False,
) -> int:
    """Show the rating changes of a tournament.

    Only played games with a result count, no byes and no forfeits. In Go, players without a rating
    start with that of their grade; in chess, games against them change no rating.
    """
    from ...app.history.state import CongressState
    from ...app.reports.fide_ratings import rated_by_fide
    from ...app.reports.ratings import rate_document, ratings_document

    state = CongressState.read(file)
    if rated_by_fide(state.tournament, system):
        _refuse_with_fide({"--class": event_class, "--by-rounds": by_rounds or None})
        return _fide_ratings(state, after, json=json)
    rated = rate_document(
        state,
        system=system or "egf2021",
        after=after,
        event_class=event_class,
        by_rounds=by_rounds,
    )
    warn(*rated.remarks)
    if json:
        write_json(ratings_document(rated))
    else:
        _show(rated)
    return 0


def _refuse_with_fide(others: Mapping[str, object]) -> None:
    """Refuse options of European ratings where FIDE's are asked for.

    Raises
    ------
    RuleError
        If one is typed.
    """
    for name, value in others.items():
        if value is not None:
            raise RuleError(f"{name} is for European ratings, and these are FIDE's; leave it out")


def _fide_ratings(state: CongressState, after: int | None, *, json: bool) -> int:
    """Show the rating changes of a tournament of chess."""
    from ...app.reports.fide_ratings import fide_ratings_document, fide_ratings_of
    from ...report.chess_pages import fide_ratings_sheet

    found = fide_ratings_of(state, after)
    warn(*found.remarks)
    if json:
        write_json(fide_ratings_document(found))
        return 0
    sheet = fide_ratings_sheet(found.tournament, found.changes, found.after, without_context)
    write(f"{sheet.title or 'Tournament'}. {sheet.heading}")
    write()
    show_table(sheet.columns, sheet.rows)
    write()
    for line in found.notes:
        write_folded(line, 0)
    return 0


def norms(
    file: option.File,
    player: Annotated[
        str | None,
        PlacedArgument(
            help="Player whose norms are shown, condition by condition.", metavar="PLAYER"
        ),
    ] = None,
    after: Annotated[
        int | None,
        Option("--round", help="Last round; by default that of the tournament."),
    ] = None,
    printing: Printing = _AS_USUAL,
) -> int:
    """Show the title norms of a tournament of chess, and what is missing for them.

    Without a player, those are shown who perform at the level of a title above theirs. WGM and WIM are
    for players who are registered as women.
    """
    from ...app.reports.fide_ratings import norms_document, norms_in
    from ...report.chess_pages import norms_sheet

    def found(tell: Callable[[str], None]) -> TournamentNorms:
        norms = norms_in(read_state(file, tell), after, player)
        for line in () if printing.json else norms.of_lists:
            tell(line)
        return norms

    if player is None or printing.json:
        return _print(
            printing,
            (file,),
            found,
            lambda norms, _: norms_sheet(norms.tournament, norms.notable, norms.after, _),
            norms_document,
        )
    if printing.output is not None:
        raise RuleError("--output is for the norms of all players; leave out the player")
    for line in _norm_lines(found(warn)):
        write_folded(line, 2)
    return 0


def _norm_lines(found: TournamentNorms) -> Iterator[str]:
    """The norms of one player, condition by condition."""
    for key, of_player in found.norms.items():
        player = found.tournament.by_key[key]
        if not of_player:
            yield f"{player.full_name}: no title is above {player.title}"
        for norm in of_player:
            state = "made" if norm.is_made else "not made"
            left_out = f", {norm.ignored} left out" if norm.ignored else ""
            games = phrase_many("{count} game", "{count} games", norm.games)
            yield f"{player.full_name}, {norm.title} norm: {state}, {games}{left_out}"
            for condition in norm.conditions:
                sign = "ok" if condition.is_met else "MISSING"
                yield f"  {sign:7}  {condition.text} [B.01 {condition.article}]"


def _show(rated: RatedTournament) -> None:
    from ...app.reports.ratings import ratings_sheet

    of_class = "" if rated.event_class is None else f", class {rated.event_class}"
    write(f"{rated.tournament.name or 'Tournament'}, {rated.system.title}{of_class}")
    write()
    sheet = ratings_sheet(rated, without_context)
    show_table(sheet.columns, sheet.rows)
    write()
    for line in _notes(rated, sheet):
        write_folded(line, 0)


def _notes(rated: RatedTournament, sheet: Sheet) -> Iterator[str]:
    from ...app.reports.ratings import describe_not_rated

    for assumed in rated.assumed:
        line = worded(assumed)
        yield f"{line[0].upper()}{line[1:]}."
    if rated.by_rounds:
        yield "Each round is rated by the ratings after the round before."
    else:
        yield "All games are rated by the ratings before the tournament."
    yield from sheet.notes
    if any(
        not each.by_grade and each.player.rating_or_lowest < each.before for each in rated.players
    ):
        yield f"Ratings below {rated.system.lowest:.0f} count as {rated.system.lowest:.0f}."
    before, after = rated.errors_by_grade
    if not all(each.by_grade for each in rated.players):
        yield (
            f"Rating error, if grades are the truth: {before:.2f} grades before, {after:.2f} after."
        )
    yield from describe_not_rated(rated.tournament)
