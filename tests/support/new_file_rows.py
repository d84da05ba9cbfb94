"""A row of the table of actions that makes a new file, and what comes of it in Python, by the command and on the page."""

from __future__ import annotations

import re
from functools import cached_property, partial
from html import unescape

from action_rows import attempt, changed, check_refusal, facts_of, has, words_of
from fastpair import Congress
from fastpair.app.history.timeline import History
from fastpair.formats import FORMATS
from pages import director_of


class NewFiles:
    """Takes rows that make a file by Python, command and page.

    Parameters
    ----------
    bases
        The files that rows begin with, by name.
    folder
        That of a server, which makes files there.
    stack
        Ends the server.
    """

    def __init__(self, bases, folder, stack):
        self.bases, self.served, self.stack = bases, folder, stack

    @cached_property
    def browser(self):
        """The director's, at the list of tournaments."""
        browser = self.stack.enter_context(director_of(self.served))
        browser.client.follow_redirects = True
        return browser

    def check(self, row, table):
        """Compare what comes of a row with what it states, and the interfaces with one another."""
        base, folder = self.bases(row.file), table.folder
        source, beside = folder / "base.json", self.served / "base.json"
        for each in (source, beside):
            each.write_bytes(base.content)
            History(each).path.write_bytes(base.history)
        files = {"python": folder / "python", "command": folder / "command", "page": self.served}
        files = {name: each / f"summer.{row.suffix}" for name, each in files.items()}
        steps = {"python": self.in_python, "command": self.by_command, "page": self.by_page}
        made = {}
        for interface, file in files.items():
            file.parent.mkdir(exist_ok=True)
            words = steps[interface](row, source, file, table.run)
            if words is None:
                continue
            assert file.exists() != bool(row.refused), interface
            if row.refused:
                continue
            made[interface] = file
            for each in row.said:
                assert has(words, each), (interface, words)
            found = changed(base.facts, facts_of(file))
            assert found == row.after, (interface, found)
        contents = {file.read_bytes() for file in made.values()}
        lines = [
            line_without_format(*History(file).entries())
            for interface, file in made.items()
            if interface != "command"
            or row.action != "convert"  # which makes a copy, without a history
        ]
        for file in made.values():
            file.unlink()
            History(file).path.unlink(missing_ok=True)
        assert len(contents) == (not row.refused), contents
        for each in lines:
            assert each == lines[0], (each, lines[0])

    def in_python(self, row, source, file, run):
        if not row.python:
            return None
        if row.action == "convert":
            value, error = attempt(Congress.open(source).save, file)
        elif row.action == "duplicate":
            value, error = attempt(Congress.open(source).duplicate, row.values["name"])
        else:
            values = dict(row.values)
            rules = {**values.pop("rules", {}), **values.pop("event", {})}
            form = next(name for name, each in FORMATS.items() if file.suffix in each.suffixes)
            value, error = attempt(partial(Congress.new, **values, **rules, format=form))
        if row.refused:
            check_refusal(row.python, row, error)
            return ""
        if error is not None:
            raise error
        if row.action != "convert":
            value.save(file)
        return "\n".join((*value.history, *value.notes))

    def by_command(self, row, source, file, run):
        if row.action == "convert":
            words = ("convert", source, file)
        elif row.action == "duplicate":
            words = ("duplicate", source, file, row.values["name"])
        else:
            words = ("new", *words_of(row, file))
        status, out, err = run(*words)
        if row.refused:
            assert (status, out, err.count("\n")) == (2, "", 1)
            assert has(err, row.refused if row.command is True else row.command), err
        else:
            assert status == 0, err
        return out + err

    def by_page(self, row, source, file, run):
        if row.page is None:
            return None
        page = self.browser.get("/").text
        fields = {"form_token": re.search(r'name="form_token" value="([\w-]+)"', page)[1]}
        if row.action == "convert":
            address, files = "/take", {"file": (file.name, source.read_bytes())}
        elif row.action == "duplicate":
            address, files = "/copy", None
            fields |= {"name": row.values["name"], "file": source.name}
        else:
            address, files = "/new", None
            fields |= {"name": "Summer", "format": row.suffix} | self.fields(row)
        answer = self.browser.client.post(
            address, data=fields, files=files, headers=self.browser.origin
        )
        if row.refused:
            assert answer.status_code == 409
            assert has(unescape(answer.text), row.on_page or row.refused), answer.text
            return ""
        asked = unescape(answer.text) if answer.status_code == 409 else ""
        if asked:
            assert not file.exists()
            hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked)
            fields |= dict(hidden)
            answer = self.browser.client.post(
                address, data=fields, files=files, headers=self.browser.origin
            )
        assert answer.status_code == 200, answer.text
        (entry,) = History(file).entries()
        return f"{entry.sentence}\n{asked}"  # it leads to the new tournament, and says what is done nowhere

    def fields(self, row):
        """The values of the action as the form has them."""
        values = dict(row.values)
        records = {**values.pop("rules", {}), **values.pop("event", {})}
        if values.pop("teams", False):
            values["participants"] = "teams"
        return {
            name: "yes" if each is True else str(each)
            for name, each in {**values, **records}.items()
        }


def line_without_format(entry):
    """A line of a history without when, and by which interface, it was made, and the format, which files are named after."""
    values = {name: each for name, each in entry.values.items() if name != "format"}
    return entry.act, values, entry.said, entry.changes, entry.before, entry.after
