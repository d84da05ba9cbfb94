"""What another program checks of a report of teams, read by its columns alone."""

from __future__ import annotations

from collections import defaultdict
from itertools import zip_longest

WORTH = {"1": 2, "+": 2, "W": 2, "F": 2, "=": 1, "D": 1, "H": 1}
"""Doubled points of a player by the sign of a round; of all others none."""


class TeamReport:
    """A report of teams, of which nothing is known but its lines.

    Parameters
    ----------
    content
        The file.
    """

    def __init__(self, content):
        self.lines = defaultdict(list)
        for line in content.decode("utf-8-sig").splitlines():
            self.lines[line[:3]].append(line)
        self.seats, self.points = {}, {}
        for line in self.lines["001"]:
            number = int(line[4:8])
            cells = [line[at : at + 8].ljust(8) for at in range(91, len(line), 10)]
            self.seats[number] = {
                round: (int(cell[:4] or 0) if cell[:4].strip() else 0, cell[5], cell[7])
                for round, cell in enumerate(cells, start=1)
            }
            self.points[number] = float(line[80:84])
        self.members, self.stated = {}, {}
        for line in self.lines["310"]:
            team = int(line[4:7])
            self.members[team] = [int(line[at : at + 4]) for at in range(73, len(line), 5)]
            self.stated[team] = (float(line[54:60]), float(line[61:67]))
        self.team_of = {each: team for team, keys in self.members.items() for each in keys}
        self.boards = len(self.lines["352"][0][4:].strip())
        self.lineups, self.rivals = {}, {}
        for line in self.lines["300"]:
            round, team, rival = (int(line[at : at + 3]) for at in (4, 8, 12))
            seated = [int(line[at : at + 4] or 0) for at in range(16, len(line), 5)]
            self.lineups[round, team], self.rivals[round, team] = seated, rival
        self.forfeits = {}
        for line in self.lines["330"]:
            round, white, black = int(line[7:10]), int(line[11:14]), int(line[15:18])
            for one, other, sign in ((white, black, line[4]), (black, white, line[5])):
                self.forfeits[round, one], self.rivals[round, one] = sign, other
        for number, seats in self.seats.items():
            for round, (opponent, _, _) in seats.items():
                if opponent:
                    self.rivals[round, self.team_of[number]] = self.team_of[opponent]

    @property
    def last(self):
        """The last round with a match: those to come count for nothing yet."""
        return max((round for round, _ in self.rivals), default=0)

    def seat(self, number, round):
        """Opponent, colour and sign of a player in a round; nothing for nobody."""
        return self.seats[number].get(round, (0, " ", " ")) if number else (0, " ", " ")

    def seated(self, round, team):
        """Who sat at the boards of a match: by its line, or else who has a game, in the order of the members."""
        if (round, team) in self.lineups:
            return self.lineups[round, team]
        return [
            each
            for each in self.members[team]
            if self.seat(each, round)[0] or self.seat(each, round)[2] in "+-"
        ]

    def faults(self):
        """All that another program finds wrong, a text each."""
        for number in self.seats:
            rounds = range(1, self.last + 1)
            own = sum(WORTH.get(self.seat(number, round)[2], 0) for round in rounds) / 2
            if own != self.points[number]:
                yield f"player {number} has {self.points[number]}, and {own} in the rounds"
        for round, team in self.rivals:
            yield from self.faults_of_match(round, team)
        for team, stated in self.stated.items():
            if (own := self.worth(team)) != stated:
                yield f"team {team} has {stated}, and {own} in its matches"

    def faults_of_match(self, round, team):
        """Boards of a match that are not accounted for, or whose colours are others than a line 352 says."""
        rival, whites = self.rivals[round, team], set()
        if self.rivals.get((round, rival)) != team:
            yield f"round {round}: team {team} meets {rival}, and not the other way round"
            return
        own, others = self.seated(round, team), self.seated(round, rival)
        if (round, team) in self.forfeits:
            games = [each for each in own if self.seat(each, round)[0]]
            if games:
                yield f"round {round}: {games} of team {team} have games in a forfeited match"
            return
        if len(own) != self.boards or len(others) != self.boards:
            yield f"round {round}: {len(own)} and {len(others)} of {self.boards} boards of {team} and {rival}"
        for board, (one, other) in enumerate(zip_longest(own, others, fillvalue=0)):
            opponent, colour, sign = self.seat(one, round)
            if one and other and opponent != other:
                yield f"round {round}: {one} sits against {other}, and plays {opponent}"
            elif one and not other and (opponent or sign != "+"):
                yield f"round {round}: nobody sits against {one}, who has {opponent or sign}"
            if colour in "wb":
                whites.add((colour == "w") == (self.lines["352"][0][4 + board] == "W"))
        if len(whites) > 1:
            yield f"round {round}: colours of {team} and {rival} do not alternate as stated"

    def worth(self, team):
        """Match points and game points of the matches, byes and adjustments of a team."""
        values = {"TW": 2.0, "TD": 1.0, "TL": 0.0}
        words = self.lines["362"][0][4:].split()
        values |= dict(zip(words[::2], map(float, words[1::2]), strict=True))
        values.setdefault("TA", values["TL"])
        match_points = game_points = 0.0
        for (round, each), rival in self.rivals.items():
            if each != team:
                continue
            own, theirs = self.game_points(round, team), self.game_points(round, rival)
            outcome = "TW" if own > theirs else "TD" if own == theirs else "TL"
            signs = self.forfeits.get((round, team)), self.forfeits.get((round, rival))
            if signs == ("-", "-") or (not own and not theirs) or signs[0] == "-":
                outcome = "TA" if signs[0] == "-" else "TL"
            match_points += values[outcome]
            game_points += own
        for line in self.lines["320"]:
            had = [int(line[at : at + 3] or 0) for at in range(14, len(line), 4)]
            match_points += float(line[4:8]) * had.count(team)
            game_points += float(line[9:13]) * had.count(team)
        for line in self.lines["299"]:
            is_over = int(line[19:22]) <= self.last
            if (
                is_over
                and not line[4].strip()
                and team in [int(line[at : at + 4]) for at in range(23, len(line), 5)]
            ):
                match_points += float(line[7:11])
                game_points += float(line[13:17])
        return match_points, game_points

    def game_points(self, round, team):
        """Points at the boards of a match."""
        own = [*self.seated(round, team)]
        return sum(WORTH.get(self.seat(each, round)[2], 0) for each in own) / 2
