"""Direct a tournament in a terminal: ``python examples/python/manager.py [FILE]``, then ``help``."""

import shlex
import sys
from cmd import Cmd
from collections.abc import Callable
from contextlib import suppress

from fastpair import Congress, FastpairError, Outcome, read


class Manager(Cmd):
    """A tournament, and the commands that change it. Nothing is written before ``save``."""

    prompt = "> "
    congress = saved = Congress.new()

    def onecmd(self, line: str) -> bool:
        """Do what a line says, or say why not."""
        try:
            return bool(super().onecmd(line))
        except FastpairError as refusal:
            print(f"refused: {refusal}")
        except ValueError:
            print(f"not understood: {line.strip()}; see: help {line.split()[0]}")
        return False

    def emptyline(self) -> bool:
        """Do nothing."""
        return False

    def default(self, line: str) -> None:
        """Answer a line that is no command."""
        if line == "EOF":
            raise EOFError
        print(f"not understood: {line.strip()}; see: help")

    def act(self, action: Callable[[list[str]], Outcome]) -> None:
        """Change the tournament; ask first what should be confirmed."""
        confirmed: list[str] = []
        while questions := (outcome := action(confirmed)).questions:
            for question in questions:
                if input(f"{question}. All the same (y/n)? ") != "y":
                    print("nothing was changed")
                    return
                confirmed.append(question.code)
        self.congress = outcome.congress
        print(*outcome.messages, *outcome.remarks, sep="\n")

    def do_new(self, line: str) -> None:
        """Create a tournament: new NAME ROUNDS [PRESET], such as new Autumn 3 Swiss."""
        name, rounds, *preset = shlex.split(line)
        self.congress = Congress.new(name, rounds=int(rounds), preset=" ".join(preset) or None)

    def do_entries(self, line: str) -> None:
        """Add the players of a list with titles such as Name, First name, Grade: entries FILE."""
        self.act(lambda yes: self.congress.enter(read(line).tournament.players, confirmed=yes))

    def do_add(self, line: str) -> None:
        """Add a player: add NAME FIRST-NAME [GRADE]."""
        name, first, *more = shlex.split(line)
        self.act(
            lambda yes: self.congress.register(
                name, first, grade=" ".join(more) or None, confirmed=yes
            )
        )

    def do_absent(self, line: str) -> None:
        """Mark players as absent from the next round: absent PLAYER ...."""
        self.act(lambda yes: self.congress.absent(shlex.split(line), confirmed=yes))

    def do_draw(self, line: str) -> None:
        """Pair the next round: draw."""
        self.act(lambda yes: self.congress.draw(confirmed=yes))

    def do_redraw(self, line: str) -> None:
        """Pair the last round again, without some players; most boards stay: redraw [PLAYER ...]."""
        self.act(
            lambda yes: self.congress.draw(
                self.congress.tournament.last_round,
                redraw="keep-most",
                absent=shlex.split(line),
                confirmed=yes,
            )
        )

    def do_boards(self, line: str) -> None:
        """Show the games of the last round, or of another one: boards [ROUND]."""
        tournament = self.congress.tournament
        found = tournament.round(tournament.check_round(int(line or tournament.last_round)))
        for game in found.games:
            white, black = (tournament.name_and_grade_of(key) for key in game.players)
            print(f"{game.table:3} {white} - {black}: {game.result.value}")
        for key in found.byes:
            print(f"bye {tournament.name_and_grade_of(key)}")

    def do_publish(self, line: str) -> None:
        """Publish the last round: publish."""
        self.act(lambda yes: self.congress.publish(confirmed=yes))

    def do_results(self, line: str) -> None:
        """Enter or correct results: results ROUND TABLE=RESULT ..., such as results 1 1=1-0 2=1/2."""
        number, *entries = line.split()
        results = {int(table): result for table, result in (one.split("=", 1) for one in entries)}
        self.act(lambda yes: self.congress.results(int(number), results, confirmed=yes))

    def do_why(self, line: str) -> None:
        """Say why two players meet, or do not: why PLAYER PLAYER."""
        one, other = shlex.split(line)
        print(*self.congress.why(one, other)["sentences"], sep="\n")

    def do_standings(self, line: str) -> None:
        """Show the standings after the last round with all results: standings."""
        table = self.congress.standings()
        print("place", "player", *(criterion.value for criterion in table.criteria))
        for row in table.rows:
            print(row.place, row.name, row.first_name, row.grade, *row.values)

    def do_undo(self, line: str) -> None:
        """Undo the last change: undo."""
        self.act(lambda yes: self.congress.undo(confirmed=yes))

    def do_save(self, line: str) -> None:
        """Write the tournament, the first time with a name: save [FILE]."""
        self.congress = self.saved = self.congress.save(line or None)
        print("saved", *self.congress.notes, sep="\n")

    def do_open(self, line: str) -> None:
        """Go on with a tournament: open FILE."""
        self.congress = self.saved = Congress.open(line)
        print(self.congress)

    def do_quit(self, line: str) -> bool:
        """End, if everything is saved: quit. Otherwise: quit anyway."""
        if self.congress is not self.saved and not line:
            print("not saved; see: help save, help quit")
        return self.congress is self.saved or bool(line)


if __name__ == "__main__":
    manager = Manager()
    if sys.argv[1:]:
        manager.onecmd(f"open {sys.argv[1]}")
    with suppress(EOFError, KeyboardInterrupt):
        manager.cmdloop()
