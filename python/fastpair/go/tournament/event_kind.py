"""The kind of an event: its game, who is drawn and its format, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ...parameters import checked_late
from ...sentences import marked, phrase, phrase_many
from .criteria import Criterion
from .tie_breaks import RECOMMENDED_TIE_BREAKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...sentences import Sentence
    from .systems import SystemName


class EventGame(Enum):
    """What is played."""

    GO = "Go"
    CHESS = "chess"
    OTHER = "another game"


class EventUnit(Enum):
    """Who is drawn."""

    PLAYERS = "player"
    PAIRS = "pair"
    TEAMS = "team"


class EventFormat(Enum):
    """How it is decided who meets."""

    MCMAHON = "McMahon"
    SWISS = "Swiss"
    SWISS_CATEGORIES = "Swiss with categories"
    ROUND_ROBIN = "Round robin"
    CUP = "Cup"
    DOUBLE_ELIMINATION = "Double elimination"
    UNDEFINED = "undefined"


STATED_FORMATS = {kind.value: kind for kind in EventFormat if kind is not EventFormat.UNDEFINED}
"""Those that can be stated, by name."""


_OF_CHESS = ("PTS", "BH", "SB", "PS", "DE", "WIN", "BWG")
_OF_TEAMS = ("PTS:MP", "MPvGP", "DE", "SB")

_CRITERIA: Mapping[EventFormat, tuple[Criterion, ...]] = {
    EventFormat.MCMAHON: (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS),
    EventFormat.SWISS: (Criterion.WINS, Criterion.SOS_WINS, Criterion.SODOS_WINS),
    EventFormat.ROUND_ROBIN: (
        Criterion.WINS,
        Criterion.SODOS_WINS,
        Criterion.DIRECT_CONFRONTATION,
    ),
    EventFormat.CUP: (Criterion.ROUND_OUT, Criterion.DIRECT_CONFRONTATION),
    EventFormat.DOUBLE_ELIMINATION: (Criterion.ROUND_OUT_TWICE, Criterion.ROUND_OUT),
}
"""Criteria of a new event, by its format."""

_SYSTEMS: Mapping[EventFormat, SystemName] = {
    EventFormat.ROUND_ROBIN: "round-robin",
    EventFormat.CUP: "cup",
    EventFormat.DOUBLE_ELIMINATION: "double-elimination",
}
"""The system of a format that has one system alone."""

_LOSSES = {EventFormat.CUP: 1, EventFormat.DOUBLE_ELIMINATION: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """The kind of an event, and what follows from it.

    Who needs to know what differs between events asks for that, not for the kind.

    Examples
    --------
    >>> kind = EventKind(game=EventGame.CHESS, format=EventFormat.ROUND_ROBIN)
    >>> kind.has_federations, kind.results_files, kind.has_handicaps
    (True, ('trf',), False)
    """

    game: EventGame = EventGame.GO
    """What is played."""

    unit: EventUnit = EventUnit.PLAYERS
    """Who is drawn."""

    format: EventFormat = EventFormat.MCMAHON
    """How it is decided who meets and who is first."""

    @property
    def _of_go(self) -> bool:
        return self.game is EventGame.GO

    @property
    def _of_chess(self) -> bool:
        return self.game is EventGame.CHESS

    # ---- Players ----

    @property
    def has_grades(self) -> bool:
        """Whether players have grades, which groups, starting scores and prizes go by."""
        return self._of_go

    @property
    def has_titles(self) -> bool:
        """Whether players have titles, sex and year of birth, as FIDE lists them."""
        return self._of_chess

    @property
    def has_starting_ranks(self) -> bool:
        """Whether players are known by their numbers in lists and prints."""
        return self._of_chess

    @property
    def strength(self) -> str:
        """What a list of players names their strength by, besides the rating; empty for nothing."""
        names = {EventGame.GO: marked("Grade"), EventGame.CHESS: marked("Title")}
        return names.get(self.game, "")

    @property
    def origin(self) -> str:
        """What a list of players is headed by where it says where they come from."""
        return marked("Club") if self._of_go else marked("Country")

    @property
    def has_federations(self) -> bool:
        """Whether a country is a federation by its code of three letters, such as ``SCO``, and not one of ISO 3166."""
        return not self._of_go

    @property
    def has_rating_lists(self) -> bool:
        """Whether there are rating lists of the game."""
        return bool(self.results_files)

    @property
    def lists_of_months(self) -> bool:
        """Whether a rating list is that of a month and a rate of play, as FIDE publishes them."""
        return not self._of_go

    @property
    def rated_by_fide(self) -> bool:
        """Whether ratings change as FIDE has it, and otherwise as the European Go Federation has it."""
        return not self._of_go

    @property
    def results_files(self) -> tuple[str, ...]:
        """The formats of the results files of its federations."""
        files = {EventGame.GO: ("egd", "ffg", "aga"), EventGame.CHESS: ("trf",)}
        return files.get(self.game, ())

    @property
    def counts_unrated(self) -> bool:
        """Whether a player of a team without a rating counts in its mean, with the lowest one."""
        return self._of_go

    @property
    def sorts_by_letters(self) -> bool:
        """Whether accents and capitals count only between names of the same letters; otherwise characters do."""
        return not self._of_go

    # ---- Rounds and games ----

    @property
    def formats(self) -> Mapping[str, EventFormat]:
        """The formats that can be stated, by name; McMahon groups and categories go by grades."""
        of_grades = () if self.has_grades else (EventFormat.MCMAHON, EventFormat.SWISS_CATEGORIES)
        return {name: each for name, each in STATED_FORMATS.items() if each not in of_grades}

    @property
    def draws_by_weights(self) -> bool:
        """Whether a model of weights draws if no system is named."""
        return self.usual_system is None

    @property
    def usual_system(self) -> SystemName | None:
        """The system that draws if neither a model nor a system is named; None for the weights of the model.

        A cup of Go may be one by its scores, as OpenGotha has it, whose groups the model draws.
        """
        by_scores = self._of_go and self.format is EventFormat.CUP
        system = None if by_scores else self.format_system
        return system or (None if self._of_go else "swiss")

    @property
    def format_system(self) -> SystemName | None:
        """The system that draws a new event of the format; None where there are several."""
        return _SYSTEMS.get(self.format)

    @property
    def has_third_place(self) -> bool:
        """Whether the losers of two semifinals can meet."""
        return self.format is EventFormat.CUP

    @property
    def final_losses(self) -> int:
        """How many losses end an event for a player; 0 if everybody plays on."""
        return _LOSSES.get(self.format, 0)

    @property
    def seats_by_number(self) -> bool:
        """Whether tables and sides are in the order of pairing numbers among equal players."""
        return not self._of_go

    @property
    def keeps_numbers(self) -> bool:
        """Whether pairing numbers stay once a round is drawn [C.04.2]."""
        return self._of_chess

    @property
    def has_requested_byes(self) -> bool:
        """Whether a player may ask for a bye that is worth points."""
        return not self._of_go

    @property
    def has_full_point_byes(self) -> bool:
        """Whether a bye that is asked for may be worth a win."""
        return self.unit is not EventUnit.TEAMS

    @property
    def bye_by_rule(self) -> bool:
        """Whether the bye follows from who is complete and has no match, so that nobody assigns it."""
        return self.unit is EventUnit.TEAMS

    @property
    def renumbers_tables(self) -> bool:
        """Whether the games of a round may change their tables; the boards of a match lie side by side."""
        return self.unit is not EventUnit.TEAMS

    @property
    def has_handicaps(self) -> bool:
        """Whether a game may have a handicap and a komi."""
        return self._of_go

    @property
    def lists_scores(self) -> bool:
        """Whether lists of boards have the scores that make the groups."""
        return self.unit is not EventUnit.TEAMS

    @property
    def both_may_win(self) -> bool:
        """Whether both players of a game may have won it."""
        return not self._of_chess

    @property
    def loses_no_shows(self) -> bool:
        """Whether a game is usually won by forfeit if somebody does not come, rather than paired again."""
        return self._of_chess

    @property
    def has_unrated_games(self) -> bool:
        """Whether a game may be played that does not change ratings, or half a point be one player's alone."""
        return self._of_chess

    @property
    def match_needs_half(self) -> bool:
        """Whether a match of teams is won with half of all boards; otherwise with more points than the other team."""
        return self._of_go

    @property
    def scores_match_points(self) -> bool:
        """Whether the score of a team is its match points, and not the points of a player who has won as often."""
        return self._of_chess

    @property
    def score_name(self) -> str:
        """What the score is called in a list of boards or matches."""
        if self.unit is EventUnit.TEAMS and (
            self.predetermined or self.format is EventFormat.SWISS
        ):
            names = {EventGame.GO: marked("Wins"), EventGame.CHESS: marked("Match points")}
            return names.get(self.game, marked("Score"))
        return marked("Score")

    @property
    def at_home(self) -> bool:
        """Whether the team that is named first in a match plays at home, as in a round robin."""
        return self.predetermined and self.unit is EventUnit.TEAMS

    @property
    def sides(self) -> tuple[str, str]:
        """What who is named first in a game or a match is called, and the other one."""
        if self.at_home:
            return marked("Home team"), marked("Guest team")
        if self.unit is EventUnit.TEAMS:
            return marked("Team"), marked("Opponent")
        return marked("White"), marked("Black")

    @property
    def has_team_championships(self) -> bool:
        """Whether norms may have the exceptions of championships of teams [B.01 1.4]."""
        return self.rated_by_fide and self.unit is EventUnit.TEAMS

    @property
    def unit_name(self) -> str:
        """What is drawn, in a word: a pair is a player."""
        return "team" if self.unit is EventUnit.TEAMS else "player"

    @checked_late
    def count_boards(self, number: int) -> str:
        """How many games are drawn in a round: those of teams are matches."""
        if self.unit is EventUnit.TEAMS:
            return phrase_many("{count} match", "{count} matches", number)
        return phrase_many("{count} board", "{count} boards", number)

    @checked_late
    def describe_entered(self, number: int) -> Sentence:
        """How many are drawn in a round, and how many boards or matches they make."""
        boards = self.count_boards(number // 2)
        if self.unit is EventUnit.TEAMS:
            if number % 2 and self.predetermined:
                return phrase(
                    "{teams} teams: {matches}, and one has a free round.",
                    teams=number,
                    matches=boards,
                )
            if number % 2:
                return phrase("{teams} teams: {matches} and one bye.", teams=number, matches=boards)
            return phrase("{teams} teams: {matches}.", teams=number, matches=boards)
        if number % 2 and self.predetermined:
            return phrase(
                "{players} players: {boards}, and one has a free round.",
                players=number,
                boards=boards,
            )
        if number % 2:
            return phrase("{players} players: {boards} and one bye.", players=number, boards=boards)
        return phrase("{players} players: {boards}.", players=number, boards=boards)

    @property
    def predetermined(self) -> bool:
        """Whether everybody knows all opponents beforehand, and meets them once in each cycle.

        Games by forfeit then count as played, and free rounds for nothing [FIDE C.07 15].
        """
        return self.format is EventFormat.ROUND_ROBIN

    @property
    def crosses_players(self) -> bool:
        """Whether the list of all games of the players is a cross table, since everybody meets everybody."""
        return self.predetermined and self.unit is not EventUnit.TEAMS

    # ---- Standings ----

    @property
    def usual_criteria(self) -> tuple[Criterion, ...]:
        """Criteria of the standings of a new event, unless others are named; none where its format has none of its own."""
        if self._of_chess and self.format is EventFormat.SWISS:
            return tuple(map(Criterion, _OF_CHESS))
        if self._of_chess and self.predetermined:
            return tuple(map(Criterion, RECOMMENDED_TIE_BREAKS["Round robin"]))
        if self.format is EventFormat.MCMAHON and not self._of_go:
            return ()  # nobody has a grade to start from
        return _CRITERIA.get(self.format, ())

    @property
    def usual_team_criteria(self) -> tuple[str, ...]:
        """Criteria of new teams of chess, the first of which is one of match points."""
        return _OF_TEAMS

    @property
    def offers_tie_breaks(self) -> bool:
        """Whether the tie-breaks of FIDE are the criteria to choose from; otherwise those of Go."""
        return not self._of_go

    @property
    def places_teams_by_fide(self) -> bool:
        """Whether new teams are placed by FIDE's tie-breaks, and otherwise by points at upper boards."""
        return self._of_chess

    @property
    def compares_draws(self) -> bool:
        """Whether rounds can have better and worse pairs; otherwise these follow from a table or from who has won."""
        return self.format not in _SYSTEMS

    @property
    def ends_by_losses(self) -> bool:
        """Whether who loses leaves, so that later rounds are not complete."""
        return self.final_losses > 0
