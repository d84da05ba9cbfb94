"""What is worth a look in a round once more: plain loops over the games of a tournament."""

from __future__ import annotations

from collections import Counter

from fastpair.go.scores import ScoreHistory, main_score_x2


def places(tournament, number):
    """Who is counted for what in a round: by question a Counter of (players, table, amount)."""
    played, before = tournament.round(number), Standing(tournament, number)
    found = {
        name: [] for name in ("byes", "second_byes", *OF_GAMES, *(name for name, _ in OF_PLAYERS))
    }
    for key in played.byes:
        found["byes"].append(((key,), None, 1))
        requested = number in tournament.by_key[key].requested_byes
        if not requested and any(
            bye.player == key and bye.round < number for bye in tournament.byes
        ):
            found["second_byes"].append(((key,), None, 1))
    for game in played.games:
        for name, amount in OF_GAMES.items():
            found[name].append((game.players, game.table, amount(before, game)))
        for own, other, colour in ((*game.players, 1), (*game.players[::-1], -1)):
            for name, amount in OF_PLAYERS:
                found[name].append(((own,), game.table, amount(before, own, other, colour)))
    return {
        name: Counter(each for each in all_of_it if each[2]) for name, all_of_it in found.items()
    }


class Standing:
    """What is known of the players before a round."""

    def __init__(self, tournament, number):
        self.player = tournament.by_key
        history = ScoreHistory.of(tournament)
        score_x2 = main_score_x2(history)

        def points(key, after):
            """Whole points, the half one dropped towards zero."""
            return int(score_x2[history.row[key], after] / 2)

        self.points = {key: points(key, number - 1) for key in self.player}
        self.met = set()
        self.up, self.down = Counter(), Counter()
        self.colours = {key: [] for key in self.player}
        self.even_colours = {key: [] for key in self.player}
        self.stones = {
            key: game.handicap for game in tournament.round(number).games for key in game.players
        }
        self.absent = {
            key
            for key, player in self.player.items()
            if number - 1 in player.absences and key not in tournament.round(number - 1).seated
        }
        for game in sorted(tournament.games, key=lambda game: game.round):
            if game.round >= number:
                continue
            self.met.add(frozenset(game.players))
            white, black = (points(key, game.round - 1) for key in game.players)
            self.up.update([key for key, a, b in _sides(game, white, black) if a < b])
            self.down.update([key for key, a, b in _sides(game, white, black) if a > b])
            if not (game.by_default and game.has_result):
                self.colours[game.white].append(1)
                self.colours[game.black].append(-1)
                if not game.handicap:
                    self.even_colours[game.white].append(1)
                    self.even_colours[game.black].append(-1)


def _sides(game, white, black):
    return (game.white, white, black), (game.black, black, white)


def _apart(before, game):
    return abs(before.points[game.white] - before.points[game.black])


def _small(text):
    return "".join(
        letter.upper().lower()[0] if len(letter.upper()) == 1 else letter for letter in text
    )


def _same(*names, also=()):
    """Whether two players have these names, the same but for capitals, and also the others alike."""

    def same(before, game):
        one, other = (before.player[key] for key in game.players)
        known = all(getattr(each, name) for each in (one, other) for name in names)
        alike = all(_small(getattr(one, n)) == _small(getattr(other, n)) for n in (*names, *also))
        return int(known and alike)

    return same


OF_GAMES = {
    "rematches": lambda before, game: int(frozenset(game.players) in before.met),
    "off_score": lambda before, game: int(_apart(before, game) > 0),
    "score_difference": _apart,
    "same_country": _same("country"),
    "same_club": _same("club", also=["country"]),
    "same_family": _same("club", "name", also=["country"]),
    "handicap_games": lambda before, game: int(game.handicap > 0),
    "handicap_stones": lambda before, game: game.handicap,
}

OF_PLAYERS = (
    ("returned", lambda before, own, other, colour: int(own in before.absent)),
    ("drawn_up", lambda before, own, other, colour: int(before.points[own] < before.points[other])),
    (
        "drawn_up_again",
        lambda before, own, other, colour: int(
            before.points[own] < before.points[other] and before.up[own] > 0
        ),
    ),
    (
        "drawn_down",
        lambda before, own, other, colour: int(before.points[own] > before.points[other]),
    ),
    (
        "drawn_down_again",
        lambda before, own, other, colour: int(
            before.points[own] > before.points[other] and before.down[own] > 0
        ),
    ),
    (
        "colour_streaks",
        lambda before, own, other, colour: int(
            not before.stones[own] and before.even_colours[own][-2:] == [colour] * 2
        ),
    ),
    (
        "colour_imbalance",
        lambda before, own, other, colour: abs(sum(before.colours[own]) + colour),
    ),
)
