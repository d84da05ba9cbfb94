"""The tournament: its event, teams, players, games and byes, checked as a whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, Self

from ...errors import RuleError, input_error
from ...notebook import html_table
from ...parameters import checked, checked_late, integer, quoted, ranges, read_list
from ...sentences import phrase, phrase_many, represented
from .contradictions import contradictions, seated_twice, unknown_players
from .elimination import out_before
from .event import Event
from .event_kind import EventGame, EventKind, EventUnit
from .game import Bye, Ending, Game, Result, Round, read_ending
from .grade import NO_GRADE
from .player import Player, pairing_numbers
from .ranges import check_values
from .round_kind import RoundKind, kind_without_game
from .rules import Rules
from .teams import Team, TeamPlay  # noqa: TC001 - annotations of fields are read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import SupportsIndex


@dataclass(frozen=True, kw_only=True, repr=False)
class Tournament:
    """A frozen state of a tournament; every change makes a new one. Rounds are numbered from 1.

    Examples
    --------
    >>> players = [
    ...     Player(key=key, name=key, grade=Grade.parse("1d")) for key in ("a", "b")
    ... ]
    >>> tournament = Tournament(players=tuple(players), rules=Rules(rounds=1))
    >>> tournament.round_to_draw()
    1
    """

    name: str = ""
    """Name of the tournament."""

    kind: Literal["go", "swiss"] = "go"
    """A tournament of Go, or a Swiss of any game: its players need no grade, and its rounds are drawn by
    the system ``swiss`` unless a model or another system is named."""

    event: Event = field(default_factory=Event)
    """Date and location."""

    rules: Rules = field(default_factory=Rules)
    """Decisions of the director."""

    players: tuple[Player, ...] = ()
    """All entries."""

    games: tuple[Game, ...] = ()
    """The games of all rounds."""

    byes: tuple[Bye, ...] = ()
    """The byes of all rounds."""

    team_play: TeamPlay | None = None
    """The teams, whose members are ``players`` and whose matches are ``games``; null if players play
    for themselves."""

    doubtful: bool = field(default=False, compare=False, repr=False)
    """Whether it may contradict itself, since a file does; ``faults`` says in what. Otherwise such a
    tournament cannot be made."""

    places: dict[object, str] = field(default_factory=dict, compare=False, repr=False)
    """Where in its file a player, game, bye or team of a doubtful one stands, such as ``line 12``."""

    def __post_init__(self) -> None:
        check_values(self)
        self._adapt_games()
        if not self.doubtful:
            self.check()

    def _adapt_games(self) -> None:
        """Give each game as many results as a pair has games in a round; none that is known is taken."""
        usual, other = (None, Result.UNKNOWN) if self.rules.games == 1 else (Result.UNKNOWN, None)
        # Lists, as a generator is called once for each game.
        if [game for game in self.games if game.second_result is other]:
            games = (
                replace(game, second_result=usual, second_by_default=False, second_unrated=False)
                if game.second_result is other
                else game
                for game in self.games
            )
            object.__setattr__(self, "games", tuple(games))
        if [game for game in self.games if game.sums_halves]:
            object.__setattr__(self, "games", tuple(self._with_whole_sums()))

    def _with_whole_sums(self) -> Iterator[Game]:
        """The games, without the sums of matches some of whose boards do not state them; without teams there are none."""
        if self.team_play is None:
            yield from (replace(game, sums_halves=()) for game in self.games)
            return
        seats = {n: self.team_play.seats(n) for n in self.round_numbers}

        def match_of(game: Game) -> tuple[int, frozenset[str]]:
            there = seats.get(game.round, {})
            # Who sits in no team is in no match: such a game stands for itself.
            return game.round, frozenset(there[k][0].key if k in there else k for k in game.players)

        known = {match_of(game) for game in self.games if not game.sums_halves}
        for game in self.games:
            is_known = game.sums_halves and match_of(game) in known
            yield replace(game, sums_halves=()) if is_known else game

    def __repr__(self) -> str:
        """Return one line, however many players there are."""
        counts = f"{len(self.players)} players, {self.rules.rounds} rounds, {len(self.games)} games"
        return f"<Tournament: {self.name!r}, {counts}>"

    def _repr_html_(self) -> str:
        """The players as a table, in a notebook."""
        return html_table(
            self.name,
            ("Key", "Player", "Grade", "Country", "Club"),
            [(p.key, p.full_name, p.grade, p.country, p.club) for p in self.players],
        )

    @classmethod
    def found(cls, *, places: Iterable[tuple[object, str]] = (), **values: Any) -> Self:  # noqa: ANN401 - fields
        """A tournament as the file of another program has it, contradictions included.

        Parameters
        ----------
        places
            Its players, games, byes and teams, and where each stands in the file, for its ``faults``.
        values
            Its fields.
        """
        try:
            return cls(**values)
        except RuleError as error:
            if error.code != "contradiction":
                raise
            return cls(**values, doubtful=True, places=dict(places))

    @cached_property
    def kept(self) -> dict[object, Any]:
        """What has been made of it, by what it was made for, so that it is made once."""
        return {}

    @cached_property
    def by_key(self) -> Mapping[str, Player]:
        """The players by their keys."""
        return {player.key: player for player in self.players}

    @cached_property
    def event_kind(self) -> EventKind:
        """What kind of event it is, which is asked for what differs between events.

        Games but Go are not told apart in files: it is chess, whoever pairs, where rules of FIDE pair or count.
        """
        rules, game, unit = self.rules, EventGame.GO, EventUnit.PLAYERS
        if self.kind != "go":
            by_fide = rules.by_fide or rules.missed == "fide"
            game = EventGame.CHESS if by_fide else EventGame.OTHER
        if self.drawn_teams is not None:
            unit = EventUnit.TEAMS
        elif any(player.members for player in self.players):
            unit = EventUnit.PAIRS
        return EventKind(game=game, unit=unit, format=rules.kind)

    @property
    def needs_grades(self) -> bool:
        """Whether the starting scores of the players follow from their grades."""
        return self.rules.by_mms

    @cached_property
    def has_grades(self) -> bool:
        """Whether a player has a grade, or nobody is there yet in a tournament of Go."""
        if not self.players:
            return self.event_kind.has_grades
        return any(player.grade != NO_GRADE for player in self.players)

    def refuse_other_games(self, *, about: str = "") -> None:
        """Refuse what only tournaments of Go have, in one of another game.

        Parameters
        ----------
        about
            The value that is refused, as in `RuleError`.

        Raises
        ------
        RuleError
            If the tournament is of another game.
        """
        if self.event_kind.has_grades:
            return
        if about:
            raise RuleError(
                phrase("must be left out, because the tournament is not of Go"), about=about
            )
        raise RuleError(phrase("only tournaments of Go have that, and this one is not of Go"))

    def name_of(self, key: str) -> str:
        """Full name of the player of a key; the key itself if nobody has it."""
        player = self._player(key)
        return key if player is None else player.full_name

    def name_and_grade_of(self, key: str) -> str:
        """Full name of the player of a key, with the grade behind it."""
        player = self._player(key)
        return key if player is None else player.name_and_grade

    def _player(self, key: str) -> Player | None:
        if not isinstance(key, str):
            raise TypeError(f"expected the key of a player, got {quoted(key)}")
        return self.by_key.get(key)

    @cached_property
    def seated(self) -> frozenset[str]:
        """Keys of everybody who has a game or a bye in any round."""
        byes = (bye.player for bye in self.byes)
        return frozenset(byes).union(*(game.players for game in self.games))

    def komi_x2(self, handicap: int) -> int | None:
        """Doubled komi of a game with so many stones: that of the event if it is stated, or that of a handicap.

        A handicap of 1 is a game with that small komi and no stones [BGA 4.3].
        """
        stones = _number(handicap, "handicap: expected a number of stones")
        return self.rules.handicap.komi_x2 if stones else self.event.komi_x2

    def round(self, round: int) -> Round:
        """What has happened in a round, from 1."""
        number = _number(round)
        return self._rounds.get(number) or Round(number, (), ())

    @property
    def starting_ranks(self) -> Mapping[str, int]:
        """The pairing numbers of the players by their keys, from 1: by rating and title, or as entered [C.04.2]."""
        numbers = pairing_numbers(self.players, self.rules.fide.order)
        return {player.key: n for player, n in zip(self.players, numbers, strict=True)}

    @property
    def round_numbers(self) -> range:
        """The numbers of all rounds, drawn or not."""
        return range(1, self.rules.rounds + 1)

    @cached_property
    def drawn_rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds that are drawn, see `is_drawn`."""
        return tuple(filter(self.is_drawn, self.round_numbers))

    @property
    def last_round(self) -> int:
        """The last round that has games or byes; 0 if none has."""
        return max(self._rounds, default=0)

    @property
    def last_paired(self) -> int:
        """The last round that has games, or a bye that was not asked for: 0 if none has."""
        paired = (n for n, each in self._rounds.items() if each.games or self.pairing_byes(n))
        return max(paired, default=0)

    def is_round_of_byes(self, round: int) -> bool:
        """Whether a round has passed without a game: some had byes, and all others were absent."""
        number = _number(round)
        played = self.round(number)
        free = played.byes and not (played.games or self.to_pair(number))
        return bool(free) and number <= self.last_paired

    @cached_property
    def _rounds(self) -> Mapping[int, Round]:
        """The rounds that have games or byes."""
        games: defaultdict[int, list[Game]] = defaultdict(list)
        byes: defaultdict[int, list[str]] = defaultdict(list)
        for game in self.games:
            games[game.round].append(game)
        for bye in self.byes:
            byes[bye.round].append(bye.player)
        return {
            number: Round(
                number,
                tuple(sorted(games[number], key=attrgetter("table"))),
                tuple(byes[number]),
            )
            for number in games.keys() | byes.keys()
        }

    def kind_of(self, key: str, round: int) -> RoundKind:
        """What a player had in a round.

        Examples
        --------
        >>> player = Player(key="a", name="a", grade=Grade(0), absences=frozenset({1}))
        >>> Tournament(players=(player,), rules=Rules(rounds=1)).kind_of("a", 1)
        <RoundKind.NOT_ENTERED: 'not entered yet'>
        """
        self.check_players([key], about="key")
        if game := self.round(round).game_of(key):
            return game.kinds[game.players.index(key)]
        return self._kind_without_game(self.by_key[key], _number(round))

    def kinds_without_game(self, round: int) -> dict[str, RoundKind]:
        """What everybody had in a round who had no game, by key, in the order of ``players``."""
        number = _number(round)
        playing = {key for game in self.round(number).games for key in game.players}
        return {
            player.key: self._kind_without_game(player, number)
            for player in self.players
            if player.key not in playing
        }

    def _kind_without_game(self, player: Player, number: int) -> RoundKind:
        has_bye = player.key in self.round(number).byes
        is_expected = not has_bye and player.plays_in(number)
        if is_expected and player.key in self.out_before(number):
            return RoundKind.ABSENT  # who is out takes part in no later round
        return kind_without_game(
            player,
            number,
            has_bye=has_bye,
            entered=self.entry_of(player) <= number,
            faces_nobody=player.key in self.facing_nobody(number),
            is_free=self.has_free_rounds,
        )

    @cached_property
    def has_free_rounds(self) -> bool:
        """Whether the byes are free rounds: those of a round robin of an odd number."""
        by_table = self.rules.predetermined and not self.draws_teams
        return by_table and len(self.entrants) % 2 == 1

    @cached_property
    def is_paired_ahead(self) -> bool:
        """Whether all rounds are paired by a table, so that games may be played in any order."""
        last = self.rules.rounds
        return self.rules.predetermined and last > 1 and bool(self.round(last).games)

    @cached_property
    def entrants(self) -> tuple[Player, ...]:
        """The players of a table: not who is registered preliminarily, or absent from every round, and has none."""
        every = frozenset(self.round_numbers)
        return tuple(
            player
            for player in self.players
            if player.key in self.seated or (player.final and not every <= player.absences)
        )

    @checked
    def entry_of(self, player: Player) -> int:
        """The first round in which a player has or had anything else than an absence."""
        number = 1
        while (
            number in player.absences
            and number not in player.requested_byes
            and player.key not in self.round(number).seated
        ):
            number += 1
        return number

    def replace_round(
        self, round: int, games: Iterable[Game], byes: Iterable[Bye] | None = None
    ) -> Tournament:
        """The same tournament with other games in a round, and other byes unless they are None."""
        number = _number(round)
        fresh = read_list(games, "games")
        games = (*(game for game in self.games if game.round != number), *fresh)
        if byes is None:
            return replace(self, games=games)
        byes = (*(bye for bye in self.byes if bye.round != number), *read_list(byes, "byes"))
        return replace(self, games=games, byes=byes)

    def to_pair(self, round: int) -> tuple[Player, ...]:
        """The players whom a draw of a round pairs, in the order of ``players``.

        They are registered finally, take part in the round, and have no game or bye in it yet
        [OPENGOTHA 8]. Who is out of a cup is not paired.
        """
        number = _number(round)
        if number not in self._waiting:
            seated = self.round(number).seated | self.out_before(number)
            self._waiting[number] = tuple(
                player
                for player in self.players
                if player.final and number not in player.absences and player.key not in seated
            )
        return self._waiting[number]

    @cached_property
    def _waiting(self) -> dict[int, tuple[Player, ...]]:
        """What ``to_pair`` has found, by round."""
        return {}

    def out_before(self, round: int) -> frozenset[str]:
        """Keys of those who are out of a cup or a double elimination when a round begins, by the results."""
        number = _number(round)
        if number not in self._out:
            self._out[number] = out_before(self, number)
        return self._out[number]

    @cached_property
    def _out(self) -> dict[int, frozenset[str]]:
        """What ``out_before`` has found, by round."""
        return {}

    def pairing_byes(self, round: int) -> tuple[str, ...]:
        """Keys of the players with a bye in a round that they have not asked for: the number was odd."""
        number = _number(round)
        byes = self.round(number).byes
        return tuple(key for key in byes if number not in self.by_key[key].requested_byes)

    def is_drawn(self, round: int) -> bool:
        """Whether more players have a game or the bye in a round than wait for one.

        If not, its games are no draw: the director has imposed them. Requested byes may be there before it.
        """
        played = self.round(round)
        requested = len(played.byes) - len(self.pairing_byes(round))
        return len(played.seated) - requested > len(self.to_pair(round))

    @checked
    def unfinished(self, round: int, waiting: Sequence[Player]) -> Iterator[str]:
        """Say, one line for each reason, why a round is not over; nothing if it is.

        Parameters
        ----------
        waiting
            Who takes part in it and has neither a game nor a bye: those of `to_pair`, or of the teams
            without a match.
        """
        games = (game for game in self.round(round).games if game.lacks_result)
        if tables := [table for game in games for table in game.open_tables]:
            yield phrase_many(
                "round {round}: {count} result missing (table {tables})",
                "round {round}: {count} results missing (tables {tables})",
                len(tables),
                round=round,
                tables=ranges(tables, "–", ", "),
            )
        if waiting and not self.is_drawn(round):
            yield phrase("round {round}: {what}", round=round, what=who_waits(waiting))

    @checked
    def describe_postponed(self, round: int) -> Iterator[str]:
        """Say in one line which games of a round are postponed and not played yet; nothing if none is."""
        games = (game for game in self.round(round).games if game.ending.is_postponed)
        if tables := [table for game in games for table in game.open_tables]:
            yield phrase_many(
                "round {round}: {count} game postponed (table {tables})",
                "round {round}: {count} games postponed (tables {tables})",
                len(tables),
                round=round,
                tables=ranges(tables, "–", ", "),
            )

    def is_played(self, round: int) -> bool:
        """Whether a round is drawn and has a result."""
        return self.round(round).has_results and self.is_drawn(round)

    def round_to_draw(self) -> int | None:
        """The first round in which somebody can be paired and that is not played; if any.

        A single player can be paired if the round has no bye yet. Where several rounds have results
        and none is drawn, as in a league whose games are arranged, it comes after all results.
        """
        rounds = range(1, self.rules.rounds + 1)
        begun = [number for number in rounds if self.round(number).has_results]
        if len(begun) > 1 and not any(map(self.is_drawn, begun)):
            rounds = range(begun[-1] + 1, self.rules.rounds + 1)
        return next(filter(self._waits, rounds), None)

    def _waits(self, number: int) -> bool:
        fewest = 2 if self.pairing_byes(number) else 1
        return len(self.to_pair(number)) >= fewest and not self.is_played(number)

    def with_absences(self, round: int, keys: Iterable[str]) -> Tournament:
        """The same tournament with players who do not take part in a round.

        Raises
        ------
        RuleError
            If a key is that of nobody, or ``keys`` is no list, such as a text.
        """
        listed, number = read_list(keys, "keys"), _number(round)
        self.check_players(listed)
        absent = frozenset(listed)
        if not absent:
            return self
        players = (
            replace(player, absences=player.absences | {number})
            if player.key in absent and player.plays_in(number)
            else player
            for player in self.players
        )
        return replace(self, players=tuple(players))

    def with_results(self, round: int, results: Mapping[int, Result | str | float]) -> Tournament:
        """The same tournament with results of games of a round.

        Parameters
        ----------
        round
            A round, from 1.
        results
            The result of each game that has one, by the table of the game: a `Result`, its name, 1-0, 1/2,
            ..., or the points of White. Of a match of two games a text such as 1-0,1/2, or a list of two.

        Raises
        ------
        RuleError
            If no game of the round is at a table, or something else than a result is given.
        """
        if not isinstance(results, Mapping):
            message = phrase("expected a result for each table, got {results!r}", results=results)
            raise input_error(results, Mapping, message, about="results")
        missing = results.keys() - {game.table for game in self.round(round).games}
        if missing:
            raise RuleError(
                phrase(
                    "round {round} has no game at table {min!r}",
                    round=round,
                    min=min(missing, key=str),
                )
            )
        endings = {table: _ending(table, result) for table, result in results.items()}
        games = tuple(
            game.with_ending(endings[game.table])
            if game.round == round and game.table in endings
            else game
            for game in self.games
        )
        for game in games:
            if game.round == round and game.table in endings:
                self.check_entered(game)
        return replace(self, games=games)

    @checked
    def check_entered(self, game: Game) -> None:
        """Refuse a result that is entered, and that no game of chess can have; a file that has it is read.

        Raises
        ------
        RuleError
            If both have won a game of chess.
        """
        if game.both_win and not self.event_kind.both_may_win:
            raise RuleError(
                phrase(
                    "table {table}: only one player can win a game of chess; enter 1-0, 0-1, 1/2 or 0-0, not {got}",
                    table=game.table,
                    got=game.ending,
                )
            )

    def before(self, round: int) -> Tournament:
        """The tournament as it stood before a round was drawn.

        Who has a game or a bye in that round or later counts as present there, whatever is said: sleepers
        start lower, and nobody becomes one because a round is looked at again.
        """
        round = _number(round)
        games = tuple(game for game in self.games if game.round < round)
        byes = tuple(bye for bye in self.byes if bye.round < round)
        if len(games) + len(byes) == len(self.games) + len(self.byes):
            return self
        players = tuple(
            player.with_absences(player.absences - self._played_from(round, player))
            if player.absences
            else player
            for player in self.players
        )
        return replace(self, players=players, games=games, byes=byes)

    def drawn_before(self, round: int) -> Tournament:
        """The tournament as a draw of a round counts it: as before it, with postponed games as the rules count them.

        Where these leave the scores open, a postponed game is half a point in all else.
        """
        past = self.before(round)
        return past if self.rules.postponed == "none" else past.with_postponed(Result.JIGO)

    def with_postponed(self, result: Result) -> Tournament:
        """The tournament with a result for all that is postponed."""
        if not any(game.postponed for game in self.games):
            return self
        games = (
            game.with_ending(game.ending.with_open_games(result)) if game.postponed else game
            for game in self.games
        )
        return replace(self, games=tuple(games))

    def played_later(self, round: int) -> tuple[Game, ...]:
        """The games of the rounds before one that were postponed and have been played since."""
        before = _number(round)
        return tuple(g for g in self.games if g.round < before and g.ending.was_postponed)

    def before_later_games(self, round: int) -> tuple[Tournament, ...]:
        """The tournament as a draw of a round has seen it if games of earlier rounds were played after that draw.

        Of matches of two games, both may have been open, or one of them.
        """
        later = frozenset(self.played_later(round))
        ways = ((0, 1), (1,), (0,)) if self.rules.games > 1 else ((0,),)
        return tuple(
            replace(
                self, games=tuple(g.open_again(places) if g in later else g for g in self.games)
            )
            for places in (ways if later else ())
        )

    @property
    def postponed_games(self) -> tuple[Game, ...]:
        """The games that are postponed and have no result yet, by rounds and tables."""
        found = (game for game in self.games if game.ending.is_postponed)
        return tuple(sorted(found, key=attrgetter("round", "table")))

    def _played_from(self, round: int, player: Player) -> frozenset[int]:
        """The rounds from one on that a player misses and has a game or a bye in, but for requested byes."""
        later = (number for number in player.absences if number >= round)
        return frozenset(
            number
            for number in later
            if player.key in self.round(number).seated
            and not (number in player.requested_byes and player.key in self.round(number).byes)
        )

    def check_round(self, round: SupportsIndex, *, about: str = "") -> int:
        """Refuse a round that the tournament does not have, and return its number as a plain integer.

        Parameters
        ----------
        about
            The name of the value that names the round, if it is another one.

        Raises
        ------
        RuleError
            If it is no whole number, or there is no such round.
        """
        rounds = self.rules.rounds
        number = integer(round)
        if number is None or not 1 <= number <= rounds:
            raise input_error(
                round,
                int,
                phrase(
                    "the round must be from 1 to {rounds}, not {round!r}",
                    rounds=rounds,
                    round=round,
                ),
                about=about,
            )
        return number

    @checked_late
    def check_players(self, keys: Iterable[str], *, about: str = "") -> None:
        """Refuse a key that no player has.

        Parameters
        ----------
        about
            The name of the value that names the players.

        Raises
        ------
        RuleError
            If there is one.
        """
        about = str(about)
        named = about or "keys"
        given = read_list(keys, named)
        unknown = (key for key in given if not isinstance(key, str) or key not in self.by_key)
        for key in sorted(unknown, key=represented):
            message = phrase("no player {got!r}{nearest}", got=key, nearest="")
            raise input_error(key, str, message, about=about if isinstance(key, str) else named)

    @property
    def meetings(self) -> tuple[Game, ...]:
        """The games after which two do not meet again: in FIDE's systems none that is forfeited [C.04.1]."""
        if not self.rules.by_fide:
            return self.games
        return tuple(game for game in self.games if not game.is_forfeit)

    def met_enough(self) -> Mapping[frozenset[str], int]:
        """Pairs that do not meet again, each after a game in every cycle.

        Returns
        -------
        Mapping
            By the keys of the two, the round of their last game.

        Examples
        --------
        >>> games = [Game(round=n, table=1, white="a", black="b") for n in (1, 4)]
        >>> wins = EventKind(format=EventFormat.ROUND_ROBIN).usual_criteria
        >>> rules = Rules(format=EventFormat.ROUND_ROBIN, cycles=2, placement=wins)
        >>> players = [Player(key=key, name=key) for key in "ab"]
        >>> tournament = Tournament(players=tuple(players), rules=rules, games=tuple(games))
        >>> [*tournament.met_enough().values()], dict(tournament.before(4).met_enough())
        ([4], {})
        """
        return pairs_with_games(self.meetings, self.rules.cycles)

    def met_from(self, round: SupportsIndex) -> frozenset[frozenset[str]]:
        """Pairs with a game in this round or a later one that do not meet again in a draw of it.

        Parameters
        ----------
        round
            From 1; there need be no such round.

        Returns
        -------
        frozenset
            Of each pair, the keys of the two.
        """
        number = _number(round)
        # A damaged file may have games of a player against himself.
        later = {g.pair for g in self.games if g.round >= number and g.white != g.black}
        return frozenset(later & pairs_with_games(self.games, self.rules.cycles).keys())

    def faults(self) -> Iterator[str]:
        """List the contradictions in the tournament, a line each."""
        yield from map(str, contradictions(self))

    def check(self) -> None:
        """Refuse a tournament that contradicts itself.

        Raises
        ------
        RuleError
            The first of its ``faults``.
        """
        for contradiction in contradictions(self):
            raise contradiction

    def check_seats(self) -> None:
        """Refuse a player with several games or byes in a round, and a table with several games.

        Raises
        ------
        RuleError
            If there is one.
        """
        for contradiction in seated_twice(self):
            raise contradiction

    @cached_property
    def drawn_teams(self) -> TeamPlay | None:
        """The teams that are drawn as units: they are there, and all games are boards of their matches.

        None where players are drawn one by one, and teams are only placed, as OpenGotha can have it.
        """
        play = self.team_play
        if play is None:
            return None
        for number in range(1, self.last_round + 1):
            seats = play.seats(number)
            opponents: dict[str, str] = {}
            for game in self.round(number).games:
                one, other = (seats.get(key) for key in game.players)
                if one is None or other is None or one[1] != other[1]:
                    return None
                teams = one[0].key, other[0].key
                pair = (opponents.setdefault(*teams), opponents.setdefault(*teams[::-1]))
                if pair != teams[::-1] or len({*teams}) == 1:
                    return None
        return play

    @property
    def team_list(self) -> tuple[Team, ...]:
        """The teams that are drawn; none where players are."""
        return self.drawn_teams.teams if self.drawn_teams else ()

    @property
    def draws_teams(self) -> bool:
        """Whether teams are drawn, see `drawn_teams`."""
        return self.drawn_teams is not None

    def facing_nobody(self, round: int) -> frozenset[str]:
        """Keys of the players who have a point by forfeit, since the other team has named nobody for their board.

        Only where teams are drawn as units.
        """
        number = _number(round)
        if number not in self._facing_nobody:
            self._facing_nobody[number] = frozenset(self._alone_at_boards(number))
        return self._facing_nobody[number]

    @cached_property
    def _facing_nobody(self) -> dict[int, frozenset[str]]:
        """What `facing_nobody` has found, by round."""
        return {}

    def _alone_at_boards(self, number: int) -> Iterator[str]:
        play = self.drawn_teams
        if play is None or play.needed == play.size:
            return
        seats = play.seats(number)
        matches = {
            frozenset(seats[key][0].key for key in game.players)
            for game in self.round(number).games
        }
        teams = {team.key: team for team in play.teams}
        yield from (
            key
            for one, other in matches
            for pair in play.empty_boards(number, teams[one], teams[other]).values()
            for key in pair
            if key and self.by_key[key].plays_in(number)
        )

    def without_placed_teams(self) -> Tournament:
        """The same tournament without its teams if these are only placed, so that it draws players in every round.

        Without its games it would be one that draws teams.
        """
        if self.team_play is self.drawn_teams:
            return self
        return replace(self, team_play=None)

    def refuse_teams(self) -> None:
        """Refuse a tournament of teams where players would be drawn or judged one by one.

        Raises
        ------
        RuleError
            If it is one.
        """
        if self.drawn_teams is not None:
            raise RuleError(
                phrase(
                    "this is a tournament of teams, whose players are not drawn and judged one by one"
                )
            )

    def unknown_players(self) -> Iterator[str]:
        """List the keys of several players or of none, a line each."""
        yield from map(str, unknown_players(self))


def who_waits(players: Sequence[Player]) -> str:
    """Say who has neither a game nor a bye, by name if there is one only."""
    if len(players) == 1:
        return phrase("{name} has neither a game nor a bye", name=players[0].full_name)
    return phrase("{count} players without a game or a bye", count=len(players))


def _number(value: SupportsIndex, wanted: str = "expected the number of a round") -> int:
    """A number as a plain integer, such as that of a round, whether there is such a round or not.

    Raises
    ------
    TypeError
        If it is none.
    """
    if type(value) is int:
        return value
    number = integer(value)
    if number is None:
        raise TypeError(f"{wanted}, got {quoted(value)}")
    return number


def _ending(table: int, value: object) -> Ending:
    """Read what is given as the result of a table."""
    found = read_ending(value)
    if found is None:
        message = phrase(
            "expected a result as text such as 1-0, 1/2 or 0-1!, a Result, or the points of White: 0, 0.5 or 1; got {got}",
            got=quoted(value),
        )
        raise input_error(value, (str, float, tuple, list), message, about=f"results[{table!r}]")
    return found


def check_tournament(value: object) -> None:
    """Refuse what is no tournament.

    Raises
    ------
    TypeError
        If it is something else, such as the document that holds one.
    """
    if not isinstance(value, Tournament):
        hint = "; a document has one as its tournament" if hasattr(value, "tournament") else ""
        raise TypeError(f"tournament: expected a Tournament, got {quoted(value)}{hint}")


def pairs_with_games(games: Collection[Game], times: int) -> Mapping[frozenset[str], int]:
    """Pairs that have met so many times, or more often, in some games.

    Returns
    -------
    Mapping
        By the keys of the two, the round of the last of their games.
    """
    number = Counter(game.pair for game in games)
    last = sorted(games, key=attrgetter("round"))
    return {game.pair: game.round for game in last if number[game.pair] >= times}
