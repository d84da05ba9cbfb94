"""What the sources have to be translated, and the catalogs with it.

``python tests/support/catalogs.py`` removes from the catalogs what is no longer said, and lists in ``untranslated.txt`` what has
no translation yet; translators write it into the catalogs and run the command again.
"""

from __future__ import annotations

import ast
import io
import json
from functools import cache
from itertools import product

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from fastpair.report.languages import LANGUAGES
from fastpair.sentences import in_context
from fastpair.ui.web.text import fields_of
from repository import ROOT

PACKAGE = ROOT / "python" / "fastpair"
FOLDER = PACKAGE / "report" / "languages"
UNTRANSLATED = ROOT / "tests" / "support" / "untranslated.txt"
"""Texts that may stay English for now: one JSON value a line, a pair where there is a plural."""

CODES = sorted(set(LANGUAGES) - {"en"})

KEYWORDS = {
    **dict.fromkeys(("_", "marked", "phrase", "translate")),
    "in_context": ((1, "c"), 2),
    "in_context_many": ((1, "c"), 2, 3),
    **dict.fromkeys(("many", "marked_many", "phrase_many", "translate_count"), (1, 2)),
}
"""Functions that translate, and which of their arguments are texts."""

FORMS = "event", "rules", "parameters"
"""What forms are made of, with labels and help that follow from the fields."""

PLURALS = {
    **dict.fromkeys(("de", "es", "it"), "nplurals=2; plural=(n != 1);"),
    "fr": "nplurals=2; plural=(n > 1);",
    "cs": "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    **dict.fromkeys(("ja", "zh"), "nplurals=1; plural=0;"),
}


@cache
def extracted():
    """All texts that are to be translated; those with a plural are pairs."""
    found = Catalog()
    for path in sorted(PACKAGE.rglob("*.py")):
        _extract_python(path, found)
    for path in sorted(PACKAGE.rglob("templates/*.html")):
        _extract_template(path, found)
    for kind in FORMS:
        for field in fields_of(kind):
            found.add(field.label)
            found.add(field.help)
    return found


def extracted_from(*packages):
    """The texts in the sources of some packages."""
    found = Catalog()
    for package in packages:
        for path in sorted((PACKAGE / package).rglob("*.py")):
            _extract_python(path, found)
    return found


def catalog(code):
    """What is translated into a language."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def written(found):
    """A catalog as it is kept."""
    target = io.BytesIO()
    write_po(
        target,
        found,
        width=0,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        no_location=True,
    )
    return (
        HEAD.format(code=found.locale, plurals=PLURALS[str(found.locale)]).encode()
        + target.getvalue()
    )


HEAD = """msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def untranslated():
    """The texts that no catalog needs to have."""
    lines = UNTRANSLATED.read_text("utf-8").splitlines()
    return {tuple(text) if isinstance(text, list) else text for text in map(json.loads, lines)}


def update():
    """Bring all catalogs, and the list of what has no translation, to what the sources say."""
    missing = set()
    for code in CODES:
        path = FOLDER / f"{code}.po"
        known = catalog(code) if path.exists() else Catalog(locale=code)
        known.update(extracted(), no_fuzzy_matching=True)
        left = [message for message in known if message.id and not all(texts_of(message))]
        for message in left:
            known.delete(message.id, message.context)
        path.write_bytes(written(known))
        missing.update(map(key_of, left))
        print(f"{path.relative_to(ROOT)}: {len(known)} texts, {len(left)} without a translation")
    lines = sorted(json.dumps(text, ensure_ascii=False) + "\n" for text in missing)
    UNTRANSLATED.write_text("".join(lines), "utf-8")


def key_of(message):
    """What a text is looked up by: the text, with its context, or a pair where there is a plural."""
    if message.context is None:
        return message.id
    if isinstance(message.id, str):
        return in_context(message.context, message.id)
    return tuple(in_context(message.context, form) for form in message.id)


def texts_of(message):
    """The translations of a text, one or one for each form."""
    return message.string if isinstance(message.string, tuple | list) else (message.string,)


def _extract_python(path, found):
    """Add the texts of a module; unlike Babel, also those of a call within a call."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            _add_call(call.func.id, call.args, found)


def _add_call(name, arguments, found):
    if name not in KEYWORDS:
        return
    places = [place if isinstance(place, tuple) else (place, "") for place in KEYWORDS[name] or [1]]
    given = [_constants(arguments[place - 1 : place]) for place, _ in places]
    for texts in product(*given):
        kinds = [kind for _, kind in places]
        context = next((text for text, kind in zip(texts, kinds, strict=True) if kind), None)
        forms = tuple(text for text, kind in zip(texts, kinds, strict=True) if not kind)
        found.add(forms if len(forms) > 1 else forms[0], context=context)


def _constants(arguments):
    """The texts that an argument may be."""
    for argument in arguments:
        if isinstance(argument, ast.IfExp):
            yield from _constants([argument.body, argument.orelse])
        elif isinstance(argument, ast.Constant):
            yield argument.value


def _extract_template(path, found):
    options = {"encoding": "utf-8"}
    for _line, text, comments, context in extract_from_file(
        babel_extract, path, KEYWORDS, options=options
    ):
        found.add(text, auto_comments=comments, context=context)


if __name__ == "__main__":
    update()
