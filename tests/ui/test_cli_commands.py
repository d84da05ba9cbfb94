"""The table of commands: it names all of them, and what a command says is the same alone or among all."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from dataclasses import fields

import click
import pytest

from fastpair.app.actions import ACTIONS
from fastpair.ui import cli
from fastpair.ui.cli import app

"""The docstring of a module of commands begins with this."""


def words(text):
    """A text without line breaks and the frames of the help."""
    return " ".join("".join(" " if sign in "│─╭╮╰╯" else sign for sign in text).split())


def summary(command):
    """The first paragraph of what a command says of itself."""
    if isinstance(command, click.Command):
        return command.summary
    return words(inspect.getdoc(command).split("\n\n")[0])


@pytest.fixture
def shown(capsys, monkeypatch):
    """What a command prints on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "300")

    def shown(*arguments):
        assert cli.main(arguments) == 0
        return words(capsys.readouterr().out)

    return shown


def function_of(name):
    return getattr(app.COMMANDS[name].load(), name.replace("-", "_"))


def test_the_help_lists_every_command(shown):
    listed = shown("--help")
    for name in app.COMMANDS:
        assert f"{name} {summary(function_of(name))}" in listed


def test_completion_knows_every_command(monkeypatch, capsys):
    monkeypatch.setenv("_FASTPAIR_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "fastpair ")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert cli.main([]) == 0
    found = {line.partition(",")[2] for line in capsys.readouterr().out.split()}
    assert found >= {*app.COMMANDS}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell, capsys):
    assert cli.main(["--show-completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_FASTPAIR_COMPLETE={shell}_complete" in script
    (line,) = [line for line in script.splitlines() if "fastpair-engine" in line]
    assert {"-p", "-check", "--dutch", "--swiss-team"} <= {*re.split(r"[\s'()]+", line)}


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_help_of_a_command_is_what_its_function_says_and_a_line_that_it_takes(name, shown):
    root = app.program()
    command = root.get_command(click.Context(root), name)
    page = shown(name, "--help")
    assert summary(function_of(name)) in page
    assert "[]" not in page  # of what is taken for markup
    assert page.endswith(words(f"Example: fastpair {command.example}"))
    first, *arguments = shlex.split(command.example)
    assert first == name
    command.make_context(name, arguments)


def test_the_options_of_a_long_command_have_titles(shown):
    page = shown("draw", "--help")
    titles = ["The round:", "Another draw of the round:", "Rules:", "Output:", "Other options:"]
    assert sorted(titles, key=page.index) == titles
    assert "Options:" in shown("swap", "--help")


def test_the_help_of_a_command_for_programs_has_a_line_for_each_option(capsys):
    assert cli.main(["draw", "--help"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  --round")]
    assert len(lines) == 1
    assert "without all results." in lines[0]


@pytest.mark.parametrize("arguments", [["--help"], ["swap", "--help"]])
def test_help_needs_neither_numpy_nor_rich(arguments):
    statements = (
        "import sys, fastpair.ui.cli\n"
        f"fastpair.ui.cli.main({arguments})\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", statements], capture_output=True, text=True)
    assert {"numpy", "rich", "msgspec"}.isdisjoint(done.stderr.split())


def test_a_command_imports_no_other():
    statements = (
        "import sys, fastpair.ui.cli\n"
        "fastpair.ui.cli.main(['formats'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", statements], capture_output=True, text=True)
    modules = set(done.stderr.split())
    imported = {entry.module for entry in app.COMMANDS.values() if entry.load().__name__ in modules}
    assert imported == {"rules", "actions"}  # its module, and what changes rules


NEEDED_BY_A_DRAW = {
    "fastpair": "_engine _kernels app arrays errors facts files formats go insight lazy letters "
    "mappings matching notebook pairing parameters registry report sentences ui",
    "fastpair._kernels": "classes disjoint_matchings forced_edges lookup memoryviews mixed_area nested ratings",
    "fastpair.app": "actions draws edits forms history lookup round_states rounds",
    "fastpair.app.actions": "action apply boards output players results teams tournament",
    "fastpair.app.draws": "drawing plan redraw remarks request",
    "fastpair.app.edits": "outcome",
    "fastpair.app.forms": "inputs labels titles value_texts",
    "fastpair.app.history": "details draw_record entries keys records state timeline units",
    "fastpair.app.rounds": "conditions",
    "fastpair.formats": "characters document entries fastpair json limits losses models toml",
    "fastpair.formats.entries": "names",
    "fastpair.formats.fastpair": "document requests",
    "fastpair.go": "ratings round_robin scores single_games teams tournament",
    "fastpair.go.ratings": "egf2021 fide games gor",
    "fastpair.go.scores": "contest criteria encounters history tie_breaks",
    "fastpair.go.tournament": "contradictions criteria elimination event event_kind game grade groups identities player presets ranges round_kind rules systems teams "
    "tie_breaks tournament weights written",
    "fastpair.insight": "explain",
    "fastpair.insight.explain": "amounts",
    "fastpair.matching": "arrays blocks errors graph incremental joins levels proofs ranking reductions result solver "
    "verification",
    "fastpair.pairing": "draw field measures origin papers rounds rules solving systems weights",
    "fastpair.pairing.draw": "boards constraints draw",
    "fastpair.pairing.field": "columns deviations field state",
    "fastpair.pairing.papers": "area colour components macmahon quality seeding shapes",
    "fastpair.pairing.rounds": "round",
    "fastpair.pairing.solving": "costs solution",
    "fastpair.pairing.systems": "catalogue look_ahead system weighted",
    "fastpair.pairing.weights": "added_terms description evaluation model model_parameters models term",
    "fastpair.pairing.weights.models": "opengotha",
    "fastpair.report": "languages sheet",
    "fastpair.report.languages": "catalog",
    "fastpair.ui": "cli flags process",
    "fastpair.ui.cli": "actions app command draw screen",
}
"""The modules that a plain draw loads, in each package: who adds one here makes each draw start later."""


def test_a_plain_draw_loads_what_it_needs(tmp_path):
    """No explanation, no document, no page, and of the systems, models and formats its own ones only."""
    file = tmp_path / "open.json"
    assert (
        cli.main(
            ["generate", "--players", "9", "--rounds", "3", "--play", "1", "--output", str(file)]
        )
        == 0
    )
    statements = (
        "import sys, fastpair.ui.cli\n"
        f"fastpair.ui.cli.main(['draw', {str(file)!r}])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", statements], capture_output=True, text=True)
    assert "round 2" in done.stdout.lower()
    loaded = {name for name in done.stderr.split() if name.startswith("fastpair.")}
    needed = {
        f"{package}.{name}" for package, names in NEEDED_BY_A_DRAW.items() for name in names.split()
    }
    assert loaded == needed


@pytest.mark.parametrize("name", [each.name for each in ACTIONS.values() if not each.page_only])
def test_the_options_of_an_action_are_stated_once(name, shown):
    """With its own words, in the help of its command; a draw's request, too."""
    help_text = shown(name, "--help")
    for argument in ACTIONS[name].arguments.values():
        if argument.input.record:
            for each in fields(argument.record):
                if "said" in each.metadata:
                    assert each.metadata["said"]["description"] in help_text
        elif not argument.of_a_file:
            assert argument.input.help in help_text
