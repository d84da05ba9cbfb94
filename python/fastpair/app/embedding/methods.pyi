"""The methods of actions for editors and type checkers: ``python docs/methods.py`` writes this file."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Generic, Literal, TypedDict, TypeVar

from ...go.tournament import (
    Colours,
    Criterion,
    EventFormat,
    Grade,
    Placement,
    Player,
    Same,
    SeedSystem,
    TimeLimit,
)
from ...pairing.draw import Constraints
from ..edits.outcome import Confirmation

_Outcome = TypeVar("_Outcome")

class Actions(Generic[_Outcome]):
    """What a director does, each action a method with the values that its command and its form have."""

    def __init_subclass__(cls, *, as_of: str = "") -> None:
        """Refer to another class that has the same methods, if there is one, for what their values are."""

    def _perform(
        self, action: str, values: Mapping[str, object], round: int | None, confirmed: Confirmation
    ) -> _Outcome:
        """Perform an action; values that are None have their defaults."""

    def rules(
        self,
        *,
        preset: str | None = None,
        groups: Iterable[Grade | str] | str | None = None,
        by_grade: bool | None = None,
        win: float | str | None = None,
        jigo: float | str | None = None,
        loss: float | str | None = None,
        forfeit_win: float | str | None = None,
        forfeit_loss: float | str | None = None,
        bye: float | str | None = None,
        requested_bye: float | str | None = None,
        absence: float | str | None = None,
        round_down: bool | None = None,
        rounds: int | None = None,
        games: int | None = None,
        cycles: int | None = None,
        schedule: str | None = None,
        needs_half: bool | None = None,
        third_place: bool | None = None,
        seeds: str | None = None,
        floor: Grade | str | None = None,
        bar: Grade | str | None = None,
        categories: Iterable[Grade | str] | str | None = None,
        sleepers: int | None = None,
        tie_breaks: str | None = None,
        event_format: EventFormat | str | None = None,
        criteria: Iterable[Criterion | str] | str | None = None,
        seeding: Iterable[Criterion | str] | str | None = None,
        prizes: Iterable[Criterion | str] | str | None = None,
        colours: Colours | str | None = None,
        postponed: str | None = None,
        handicap: int | str | None = None,
        model: str | None = None,
        system: str | None = None,
        never_same: Iterable[Same | str] | str | None = None,
        avoid_same: Iterable[Same | str] | str | None = None,
        even_from: Grade | str | None = None,
        most_stones: int | None = None,
        even_at_bar: bool | None = None,
        order: str | None = None,
        acceleration: str | None = None,
        initial_colour: str | None = None,
        next_bracket: str | None = None,
        baku_points: str | None = None,
        colour_preferences: str | None = None,
        team_score: str | None = None,
        team_secondary: str | None = None,
        last_preference: str | None = None,
        place: str | None = None,
        country: str | None = None,
        director: str | None = None,
        deputies: str | None = None,
        begins: date | str | None = None,
        ends: date | str | None = None,
        round_dates: Iterable[date | str] | str | None = None,
        komi: float | str | None = None,
        board_size: int | None = None,
        time: TimeLimit | str | None = None,
        time_code: str | None = None,
        time_words: str | None = None,
        championship: str | None = None,
        ratings_until: date | str | None = None,
        name: str | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Change the rules of a tournament and the facts of the event.

        Parameters
        ----------
        preset
            By name, such as BGA, EGF, Chess, FIDE or Swiss-Team.
        groups
            Lowest grade of each McMahon group but the last, such as 4d,2d; automatic or none.
        by_grade
            Handicap by the difference of grades.
        win
            Points for a win, also by forfeit if that was the same.
        jigo
            Points for a jigo.
        loss
            Points for a loss, also by forfeit if that was the same.
        forfeit_win
            Points for a win by forfeit.
        forfeit_loss
            Points for a loss by forfeit.
        bye
            Points for a bye.
        requested_bye
            Points for a requested bye.
        absence
            Points for an absence, such as 0.5.
        round_down
            Round down the points for byes and absences of a player.
        rounds
            Number of rounds.
        games
            Games of a pair in a round: 1, or 2 with colours exchanged.
        cycles
            Cycles of a round robin, in each of which everybody meets everybody.
        schedule
            Table of a round robin: fide (Berger's; in two cycles FIDE's order) or berger.
        needs_half
            Whoever withdraws from a round robin with less than half of the games played has no place.
        third_place
            Game for third place of a cup, drawn with the final.
        seeds
            Seeds of a cup: fold (1 meets 2 in the final), number (neighbours), or lot.
        floor
            Floor, such as 20k.
        bar
            Bar, such as 3d; automatic takes it from the handbook's table.
        categories
            Lowest grade of each category but the last, such as 1d,5k; none for one.
        sleepers
            Points by which absent players of the top group start lower.
        tie_breaks
            Edition of FIDE's tie-breaks: date for the one in force on the first day, 2024 or 2026.
        event_format
            Format: McMahon, Swiss, Swiss with categories, Round robin, Cup or Double elimination.
        criteria
            Criteria of the standings, such as MMS,SOS,SOSOS.
        seeding
            Order within a group for the draw, or same.
        prizes
            Criteria for prizes, or same.
        colours
            Colours of even games: model, balance, alternation, at-most-two, nigiri.
        postponed
            Postponed games in later draws: half (a point each), none, or range of scores.
        handicap
            Handicap reduction, 0 to 9 stones; off for even games only.
        model
            Weight model of all draws, or usual for the one that fits.
        system
            Pairing system of all draws, or usual for the one that fits.
        never_same
            Never pair the same school, trainer until 3, … or none.
        avoid_same
            Avoid pairing the same school, club not at the top, … or none.
        even_from
            Lowest grade at which all games are even.
        most_stones
            Largest handicap.
        even_at_bar
            Even games for players at the bar.
        order
            What pairing numbers go by: rating-name, rating (of equals by entry), entry, or lot.
        acceleration
            Virtual points: none, baku, or ranges such as 1 in 1-3 for 1-8, 0.5 in 4-5 for 1-8.
        initial_colour
            Colour of the first player in round 1.
        next_bracket
            Upfloaters that the next score group may need: by parity, or the fewest.
        baku_points
            Virtual points of Baku in Double-Swiss: those of a game, or of a match.
        colour_preferences
            Colour preferences of teams: type A, type B or none.
        team_score
            Points that make the score groups of teams.
        team_secondary
            Points that rank teams of one score for colours: the others, or none.
        last_preference
            Preference of type B after two equal colours in the last round: strong, or none.
        place
            Town.
        country
            Country, two letters.
        director
            Name of the director, or of the chief arbiter.
        deputies
            Names of the deputy arbiters, with semicolons between them.
        begins
            First day, such as 2026-07-18.
        ends
            Last day; by default the first one.
        round_dates
            Days of the rounds, such as 2026-07-18,2026-07-18; 2026-07-18+7 for one a week.
        komi
            Komi of an even game, such as 6.5.
        board_size
            Lines of the board, such as 19.
        time
            Time control, such as 60, '60 byo-yomi 30' or '45 fischer 20'; in chess 90+30.
        time_code
            Time control in chess, such as 90+30, or in seconds 40/5400+30:1800+30.
        time_words
            Time control in words; by default those of the code.
        championship
            Team championship, for norms; international: of the world or a continent.
        ratings_until
            Last day of a rating list that may change ratings; by default any.
        name
            Name of the tournament.
        """

    def parameters(
        self,
        *,
        concavity: float | None = None,
        avoid_duplicate: int | None = None,
        random: int | None = None,
        deterministic: bool | None = None,
        balance_colours: int | None = None,
        avoid_mixing_categories: int | None = None,
        minimise_score_difference: int | None = None,
        draw_up_down: int | None = None,
        compensate_draw_up_down: bool | None = None,
        drawn_down_from: Placement | Literal["top", "middle", "bottom"] | None = None,
        drawn_up_from: Placement | Literal["top", "middle", "bottom"] | None = None,
        maximise_seeding: int | None = None,
        last_round_of_first_seed_system: int | None = None,
        seed_systems: Iterable[SeedSystem | str] | str | None = None,
        seed_criteria: Iterable[Criterion | str] | str | None = None,
        grade_threshold: Grade | str | None = None,
        wins_threshold: bool | None = None,
        bar_threshold: bool | None = None,
        secondary_criteria: int | None = None,
        minimise_handicap: int | None = None,
        avoid_same_area: int | None = None,
        country_groups: int | None = None,
        club_groups: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Change the parameters of OpenGotha's weights.

        Parameters
        ----------
        concavity
            Concavity of small differences, from 0 (linear) to 1.
        avoid_duplicate
            Weight against rematches.
        random
            Weight of chance.
        deterministic
            Derive random numbers from the names.
        balance_colours
            Weight of balanced colours.
        avoid_mixing_categories
            Weight against mixing categories.
        minimise_score_difference
            Weight of equal scores.
        draw_up_down
            Weight of the choice of players drawn up and down.
        compensate_draw_up_down
            Compensate draws up and down.
        drawn_down_from
            Which player of the upper group is drawn down.
        drawn_up_from
            Which player of the lower group is drawn up.
        maximise_seeding
            Weight of the seeding within a group.
        last_round_of_first_seed_system
            Last round of the first seed system.
        seed_systems
            Seed systems of the first rounds and of later ones: fold, slip or random.
        seed_criteria
            Extra criteria of the order within a group under each, such as Rating,NULL.
        grade_threshold
            Grade, with wins added, from which handicaps do not count.
        wins_threshold
            Do the same for players with wins in half of the rounds.
        bar_threshold
            Do the same for players who started at the bar.
        secondary_criteria
            Weight of the secondary criteria.
        minimise_handicap
            Weight of small handicaps.
        avoid_same_area
            Weight against opponents of one club or country.
        country_groups
            Score groups to cross rather than pair within a country.
        club_groups
            Score groups to cross rather than pair within a club.
        """

    def set_prize(
        self, was: str, *, prize: Mapping[str, object] | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Add a prize to the plan, or change or remove the one of a name.

        Parameters
        ----------
        was
            Its name until now; empty for a new one.
        prize
            Its fields; without them it is removed.
        """

    def prizes(
        self,
        at: int,
        was: str,
        *,
        prize: Mapping[str, object] | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Do what the form of the page states by a place in the plan; ``set_prize`` needs only a name.

        Parameters
        ----------
        at
            Which prize of the plan, from 0.
        was
            Its name until now; empty for a new one.
        prize
            Its fields; without them it is removed.
        """

    def undo(self, number: int | None = None, *, confirmed: Confirmation = ()) -> _Outcome:
        """Undo the last change of the file; again, the one before it.

        The file is restored byte for byte, unless another program has saved it since. An earlier change can
        be undone alone if no later one depends on it; a draw or a publication only as the last change.

        Parameters
        ----------
        number
            Number of the change; by default the last one.
        """

    def redo(
        self, numbers: Iterable[int] | None = None, *, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Redo the change that was undone last, or one that another program has overwritten.

        A program that saves an older state of the file overwrites later changes. The log lists them.

        Parameters
        ----------
        numbers
            Numbers of overwritten changes; by default all of them.
        """

    def register(
        self,
        name: str | None = None,
        first_name: str | None = None,
        *,
        grade: Grade | str | None = None,
        rating: int | None = None,
        country: str | None = None,
        club: str | None = None,
        final: bool | None = None,
        correction: int | None = None,
        band: int | None = None,
        play_in: str | None = None,
        play_out: str | None = None,
        egf_pin: str | None = None,
        ffg_licence: str | None = None,
        attributes: Mapping[str, str] | str | None = None,
        aga_id: str | None = None,
        fide_id: str | None = None,
        title: str | None = None,
        sex: str | None = None,
        birth: str | None = None,
        k_factor: int | None = None,
        since: int | None = None,
        rounds: Iterable[int] | str | None = None,
        per_missed_round: float | str | None = None,
        supergroup: int | None = None,
        change: str | Player | None = None,
        ratings: Mapping[str, object] | None = None,
        unrated_by_grade: bool = False,
        all_final: bool = False,
        namesakes: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Add a player, or all players of a list; or change a player.

        Parameters
        ----------
        name
            Family name.
        first_name
            First name.
        grade
            Grade, such as 3d or 12k.
        rating
            European rating; by default that of the grade.
        country
            Country, two letters.
        club
            Club, by name or abbreviation.
        final
            Confirm the player.
        correction
            Points added to the starting score, negative for a lower one.
        band
            Band; 0 for that of the category.
        play_in
            Group whose members prefer to meet each other.
        play_out
            Group whose members prefer not to meet each other.
        egf_pin
            EGF PIN, or the number in the rating list.
        ffg_licence
            Licence of the French federation.
        attributes
            Attributes for pairing rules, such as school=North, or none.
        aga_id
            Number of the American Go Association.
        fide_id
            Number of the World Chess Federation.
        title
            Title in chess, GM, IM, WGM, FM, WIM, CM, WFM or WCM.
        sex
            Sex, m or w, for reports and titles.
        birth
            Year or day of birth, such as 1987 or 1987-05-03.
        k_factor
            K of the rating list of chess, such as 20; by default by rating and age.
        since
            First round; by default the first one that is not drawn.
        rounds
            Rounds to play, such as 1-5, 'week 2' or -3,7; by default all.
        per_missed_round
            Points per round before the first one, rounded down; by default those of an absence.
        supergroup
            Points above the bar at the start, or below it if negative.
        change
            Change this player instead.
        ratings
            Title of a rating list, and its ratings and facts by player.
        unrated_by_grade
            Give players without a rating that of their grade.
        all_final
            Confirm all preliminary players.
        namesakes
            Add namesakes of a list whose grade, country, club or PIN differ.
        """

    def complete(self, players: Mapping[str, object], *, confirmed: Confirmation = ()) -> _Outcome:
        """Enter what a results file needs of several players.

        Parameters
        ----------
        players
            What is known of players besides, by their keys.
        """

    def identify(
        self,
        title: str,
        players: Mapping[str, object],
        *,
        numbers: Mapping[str, object] | None = None,
        without: Mapping[str, object] | None = None,
        removed: Iterable[str] | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Settle who players are in a rating list, with the values that `identities` makes.

        Parameters
        ----------
        title
            Title of a rating list, such as EGF.
        players
            What changes of players, by their keys.
        numbers
            Their numbers in the list, empty of players who are not in it.
        without
            What the results file needs and they are known to lack, or to have cut.
        removed
            Players who are entered twice and are deleted.
        """

    def absent(
        self,
        players: Iterable[str | Player],
        *,
        rounds: Iterable[int] | str | None = None,
        since: int | None = None,
        requested_bye: bool = False,
        full_point_bye: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Mark players as absent from a round.

        Parameters
        ----------
        players
            Players, by key or name.
        rounds
            Round; by default the next one to pair. Or a text: several rounds, such as 1-5, 4-, 'week 2' or
            -3,7.
        since
            First of all rounds to change.
        requested_bye
            Record a bye that they asked for, worth the points of a requested bye.
        full_point_bye
            Record a bye that they asked for, worth a win.
        """

    def present(
        self,
        players: Iterable[str | Player],
        *,
        rounds: Iterable[int] | str | None = None,
        since: int | None = None,
        only: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Check players in for a round; preliminary players are confirmed.

        Who has withdrawn returns for all later rounds, after a question.

        Parameters
        ----------
        players
            Players, by key or name.
        rounds
            Round; by default the next one to pair. Or a text: several rounds, such as 1-5, 4-, 'week 2' or
            -3,7.
        since
            First of all rounds to change.
        only
            Mark them as absent from all other rounds.
        """

    def deadline(
        self, time: str, *, round: int | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Set the deadline of check-in: a round is paired without those who have not come by then.

        This starts the check-in. Who comes later is late.

        Parameters
        ----------
        time
            Time such as 11:45, or with the day 2026-11-29 11:45; '' for none.
        round
            Round; by default the next one to pair.
        """

    def confirm(
        self,
        players: Iterable[str | Player],
        *,
        preliminary: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Confirm registrations. Only confirmed players are paired.

        Parameters
        ----------
        players
            Players, by key or name.
        preliminary
            Make them preliminary again.
        """

    def withdraw(
        self,
        players: Iterable[str | Player],
        *,
        since: int | None = None,
        delete: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Withdraw players from all remaining rounds. Their games stay.

        Parameters
        ----------
        players
            Players, by key or name.
        since
            First round; by default the one after the last game.
        delete
            Delete players without a game or bye.
        """

    def join(
        self,
        players: Iterable[str | Player],
        *,
        name: str | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Join two or three players to one entry, for pair go or rengo.

        Parameters
        ----------
        players
            Two or three players without a game.
        name
            Name of the pair; by default such as Adler / Meier.
        """

    def split(self, pair: str | Player, *, confirmed: Confirmation = ()) -> _Outcome:
        """Split a pair: its members are single players again.

        Parameters
        ----------
        pair
            A pair without a game.
        """

    def draw(
        self,
        round: int | None = None,
        *,
        redraw: Literal["from-scratch", "free", "keep-most", "fewest", "between"] | None = None,
        absent: Iterable[str] | None = None,
        present: Iterable[str] | None = None,
        choose: int | None = None,
        digest: str | None = None,
        keep: Iterable[Iterable[str]] | None = None,
        discard: Iterable[Iterable[str]] | None = None,
        discard_all: bool | None = None,
        seed: int | None = None,
        model: str | Mapping[str, object] | None = None,
        system: str | Mapping[str, object] | None = None,
        constraints: Constraints | Mapping[str, object] | None = None,
        bye_by_rule: bool | None = None,
        without_results: bool | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Draw a round: the most boards possible, and of these draws the heaviest.

        Parameters
        ----------
        round
            Round; by default the next one to pair, with redraw the last without all results.
        redraw
            How a round that is drawn is drawn again. ``from-scratch``: re-pair from scratch; games with a
            result and imposed games stay. ``free``: keep boards where that costs nothing. ``keep-most``:
            re-pair with few changes; no new board is worse than the worst of a fresh draw. ``fewest``:
            re-pair with the fewest changes; worse boards are allowed and named. ``between``: list the draws
            from the fewest changes to the greatest weight.
        absent
            Players to mark as absent.
        present
            Players to mark as present.
        choose
            Number of the draw to take from that list.
        digest
            Digest of that list, which is shown with it.
        keep
            Two players whose game stays when the round is re-paired.
        discard
            Two players whose game is discarded, with its result.
        discard_all
            Discard all games of the round, their results and the bye.
        seed
            Seed of random choices.
        model
            Name of a weight model, or an object with model (the name) and the members of a model file; None
            for the default.
        system
            Name of a pairing system, or an object with system (the name) and its parameters; None for a
            draw by weights.
        constraints
            Hard rules and preferences. Players are named by key or by a unique name.
        bye_by_rule
            Give the bye by its rule, however many boards change.
        without_results
            Allow missing results or draws in earlier rounds.
        """

    def numbers(
        self,
        by: str,
        players: Iterable[str | Player] | None = None,
        *,
        seed: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Number the players of a round robin: by rating, entry or lot.

        With varma, players of one federation draw from one of Varma's sets, so that they do not meet in the
        last three rounds. The same seed draws the same numbers.

        Parameters
        ----------
        by
            lot, varma, rating, entry, or drawn (with the players by number).
        players
            All players in the order of their numbers, or behind them (3 Adler).
        seed
            Seed of the lots.
        """

    def schedule(
        self,
        *,
        by: str | None = None,
        players: Iterable[str | Player] | None = None,
        seed: int | None = None,
        cycles: int | None = None,
        round_dates: Iterable[object] | str | None = None,
        publish: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Pair all rounds of a round robin by its table. Results can be entered in any order then.

        Parameters
        ----------
        by
            Numbers: lot, varma, rating, entry, or drawn (with the players by number).
        players
            All players in the order of their numbers, or behind them (3 Adler); repeat it.
        seed
            Seed of the lots.
        cycles
            How often everybody meets everybody.
        round_dates
            Days of the rounds, or the first one and the days between, as 2026-10-01+7.
        publish
            Publish all rounds.
        """

    def swap(
        self,
        one: str | Player,
        other: str | Player,
        *,
        round: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Swap two players: each gets the opponent, table or bye of the other.

        Parameters
        ----------
        one
            A player.
        other
            Another player.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def pair_players(
        self,
        one: str | Player,
        other: str | Player,
        *,
        round: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Pair two players who have no game in a round.

        Parameters
        ----------
        one
            A player.
        other
            Another player.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def late(
        self,
        player: str | Player,
        other: str | Player | None = None,
        *,
        round: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Pair a player who arrived late with another one, with somebody who has no game, or with the bye.

        Parameters
        ----------
        player
            A player.
        other
            The opponent, who may be late, too; by default somebody without a game, or with the bye.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def no_show(
        self,
        players: Iterable[str | Player],
        way: Literal["re-pair", "limited", "bye-by-rule", "forfeit", "wait"],
        *,
        round: int | None = None,
        late: Iterable[str | Player] | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Record that players with a game or bye did not come, and that others came late.

        The players become absent from the round.

        Parameters
        ----------
        players
            Players or teams that did not come.
        way
            What becomes of the opponents. ``re-pair``: re-pair the others with the fewest changed boards.
            ``limited``: re-pair them, but no new board is worse than the worst of a fresh draw.
            ``bye-by-rule``: re-pair the others, and give the bye by its rule. ``forfeit``: record wins by
            forfeit, and pair late arrivals with unpaired players. ``wait``: give the opponent the bye, or
            let them wait if it is taken.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        late
            Player or team that came late and has no game.
        """

    def unpair(
        self, table: int, *, round: int | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Remove the game at a table. Its players have no game then.

        Parameters
        ----------
        table
            Table.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def assign_bye(
        self,
        player: str | Player,
        *,
        round: int | None = None,
        re_pair: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Assign the bye to another player, who gives up the place to the former one.

        Parameters
        ----------
        player
            Player.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        re_pair
            Re-pair the others with the fewest changed boards instead.
        """

    def exchange_colours(
        self, table: int, *, round: int | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Exchange the colours at a table. The winner of the game stays the winner.

        Parameters
        ----------
        table
            Table.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def set_handicap(
        self, table: int, stones: int, *, round: int | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Set the handicap at a table.

        Parameters
        ----------
        table
            Table.
        stones
            Handicap, 0 to 9; 1 is a game without komi.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def move_table(
        self, table: int, new: int, *, round: int | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Move a game to another table; a game there changes places with it.

        Parameters
        ----------
        table
            Table.
        new
            New table.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def renumber(self, round: int | None = None, *, confirmed: Confirmation = ()) -> _Outcome:
        """Renumber the tables of a round, the best games first.

        Parameters
        ----------
        round
            Number from 1; by default the round in play, or else the next one to draw.
        """

    def publish(self, round: int | None = None, *, confirmed: Confirmation = ()) -> _Outcome:
        """Publish a round.

        After publishing, a new draw reports how many published boards it changes, and can keep as many as
        possible.

        Parameters
        ----------
        round
            Round; by default the last that is drawn.
        """

    def lock(self, round: int | None = None, *, confirmed: Confirmation = ()) -> _Outcome:
        """Publish a round and lock its boards against changes; results can be entered.

        Parameters
        ----------
        round
            Round; by default the last that is drawn.
        """

    def unpublish(self, round: int | None = None, *, confirmed: Confirmation = ()) -> _Outcome:
        """Unlock a locked round, or unpublish a published one.

        Parameters
        ----------
        round
            Round; by default the last that is drawn.
        """

    def tables(
        self,
        *,
        room: Iterable[str] | None = None,
        closed: Iterable[object] | str | None = None,
        player: str | Player | None = None,
        at: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Set the rooms, the tables that are not used, and the fixed tables of players.

        This applies to every later draw, and to pages and prints. It is stored in the history next to the
        file; undo reverts it.

        Parameters
        ----------
        room
            A room and its tables. '' removes all rooms.
        closed
            Tables not to use, such as 3,7-9; '' for none.
        player
            Player to seat at a fixed table, or again at any.
        at
            Fixed table of the player.
        """

    def condition(
        self,
        kind: str,
        players: Iterable[str | Player],
        *,
        round: int | None = None,
        why: str | None = None,
        until: int | None = None,
        back: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Add a pairing constraint for two players, or remove it.

        It is stored in the history next to the file; undo removes it.

        Parameters
        ----------
        kind
            force, forbid, prefer, prefer-not, or keep (the board).
        players
            Two players.
        round
            Number from 1; by default the round in play, or else the next one to draw.
        why
            Reason, for the list.
        until
            Last round it applies to.
        back
            Remove the constraint.
        """

    def phones(self, *, both: bool = False, confirmed: Confirmation = ()) -> _Outcome:
        """Set when results count that players report on their phones: immediately, or when both confirm.

        Parameters
        ----------
        both
            Count them when both players have confirmed them.
        """

    def playoff(
        self, winner: str | Player, loser: str | Player, *, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Enter a play-off game outside of the rounds, which settles a tie.

        It decides only between players who are equal in all other criteria; PO is added as the last one.

        Parameters
        ----------
        winner
            Winner.
        loser
            Loser.
        """

    def bonus(
        self, player: str | Player, points: float, round: int, *, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Give a player bonus points.

        Parameters
        ----------
        player
            Player.
        points
            Bonus points, in steps of 0.5; 0 removes them.
        round
            Round.
        """

    def team(
        self,
        name: str | None = None,
        players: Iterable[str | Player] | None = None,
        *,
        since: int | None = None,
        requested_byes: bool | None = None,
        boards: int | None = None,
        fewest: int | None = None,
        summed: bool | None = None,
        match_points: Iterable[object] | str | None = None,
        colours: str | None = None,
        order: str | None = None,
        tolerance: int | None = None,
        unrated: int | None = None,
        criteria: Iterable[object] | str | None = None,
        board_prizes: Iterable[object] | str | None = None,
        country: str | None = None,
        club: str | None = None,
        captain: str | None = None,
        rename: str | None = None,
        delete: bool = False,
        expect: str | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Add a team, change it or delete it, or change the rules of all teams.

        Parameters
        ----------
        name
            Name of a team.
        players
            Players from board 1 on; - for an empty board.
        since
            First round; by default the next one without a match.
        requested_byes
            Give a new team a requested bye for each round before its first one.
        boards
            Boards of each match.
        fewest
            Players a team needs to be paired; missing boards are lost by forfeit.
        summed
            Start teams with the sum of their players' scores, not with that of their mean grade.
        match_points
            Match points of a win, a draw, a loss and, if other, a loss by forfeit, such as 2,1,0.
        colours
            Colours of the first team of a match, such as WBWB, or BWBW if guests begin with White.
        order
            What line-ups go by: list (of the team), rating, or free.
        tolerance
            By how much a player may be rated below one at a lower board.
        unrated
            Rating of players without one in the strength of a team; 0 leaves them out.
        criteria
            Criteria of the team standings, such as TEAMP,BDW,MNR.
        board_prizes
            Board prizes: performance, percentage or points; listed or played; least games.
        country
            Country of the team.
        club
            Club of the team.
        captain
            Name of the captain.
        rename
            New name of the team.
        delete
            Delete a team without a match.
        expect
            Line-up that must be there, as ROUND; OPPONENT; PLAYER; and so on, - for none.
        """

    def lineup(
        self,
        team: str,
        players: Iterable[str | Player] | None = None,
        *,
        round: int | None = None,
        expect: str | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Set who plays for a team in one round.

        Without players, those of its list play who take part: substitutes move up. A match without results
        keeps its tables and colours. With an expected line-up, another one is not replaced.

        Parameters
        ----------
        team
            Team.
        players
            Players from board 1 on; - for an empty board.
        round
            Round; by default the one in play.
        expect
            Line-up that must be there, as ROUND; OPPONENT; PLAYER; and so on, - for none.
        """

    def lineups(
        self, time: str, *, round: int | None = None, confirmed: Confirmation = ()
    ) -> _Outcome:
        """Let captains send line-ups by phone until a time.

        Until then a published round shows its matches without players.

        Parameters
        ----------
        time
            Time such as 11:45, or with the day 2026-11-29 11:45; now to publish them; '' for none.
        round
            Round; by default the one in play.
        """

    def captain(
        self,
        team: str,
        round: int,
        players: Iterable[str | Player] | None = None,
        *,
        expect: str | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Set the line-up of a round that a captain has sent.

        Parameters
        ----------
        team
            Key of the team.
        round
            Round.
        players
            Players from board 1 on; - for an empty board.
        expect
            Line-up that must be there, as ROUND; OPPONENT; PLAYER; and so on, - for none.
        """

    def adjust(
        self,
        team: str,
        *,
        match_points: float | None = None,
        board_points: float | None = None,
        reason: str | None = None,
        round: int | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Add or deduct match points and board points of a team, with a reason.

        Parameters
        ----------
        team
            Team.
        match_points
            Match points to add; -1 deducts one, 0 removes it.
        board_points
            Board points to add; -1 deducts one, 0 removes it.
        reason
            Reason, such as Wrong order.
        round
            Round from which on they count; by default the last one.
        """

class RuleValues(TypedDict, total=False):
    """The rules and the event of a tournament.

    Examples
    --------
    >>> rules: RuleValues = {"bar": "3d", "rounds": 4}
    >>> Congress.new("Open", **rules).tournament.rules.rounds
    4
    """

    preset: str | None
    groups: Iterable[Grade | str] | str | None
    by_grade: bool | None
    win: float | str | None
    jigo: float | str | None
    loss: float | str | None
    forfeit_win: float | str | None
    forfeit_loss: float | str | None
    bye: float | str | None
    requested_bye: float | str | None
    absence: float | str | None
    round_down: bool | None
    rounds: int | None
    games: int | None
    cycles: int | None
    schedule: str | None
    needs_half: bool | None
    third_place: bool | None
    seeds: str | None
    floor: Grade | str | None
    bar: Grade | str | None
    categories: Iterable[Grade | str] | str | None
    sleepers: int | None
    tie_breaks: str | None
    event_format: EventFormat | str | None
    criteria: Iterable[Criterion | str] | str | None
    seeding: Iterable[Criterion | str] | str | None
    prizes: Iterable[Criterion | str] | str | None
    colours: Colours | str | None
    postponed: str | None
    handicap: int | str | None
    model: str | None
    system: str | None
    never_same: Iterable[Same | str] | str | None
    avoid_same: Iterable[Same | str] | str | None
    even_from: Grade | str | None
    most_stones: int | None
    even_at_bar: bool | None
    order: str | None
    acceleration: str | None
    initial_colour: str | None
    next_bracket: str | None
    baku_points: str | None
    colour_preferences: str | None
    team_score: str | None
    team_secondary: str | None
    last_preference: str | None
    place: str | None
    country: str | None
    director: str | None
    deputies: str | None
    begins: date | str | None
    ends: date | str | None
    round_dates: Iterable[date | str] | str | None
    komi: float | str | None
    board_size: int | None
    time: TimeLimit | str | None
    time_code: str | None
    time_words: str | None
    championship: str | None
    ratings_until: date | str | None

class EventValues(TypedDict, total=False):
    """The facts of an event.

    Examples
    --------
    >>> event: EventValues = {"place": "Ulm", "komi": 6.5}
    >>> Congress.new("Open", **event).tournament.event.komi_x2
    13
    """

    place: str | None
    country: str | None
    director: str | None
    deputies: str | None
    begins: date | str | None
    ends: date | str | None
    round_dates: Iterable[date | str] | str | None
    komi: float | str | None
    board_size: int | None
    time: TimeLimit | str | None
    time_code: str | None
    time_words: str | None
    championship: str | None
    ratings_until: date | str | None
