"""Every text of the pages is translated into every language, with the same values in it."""

from __future__ import annotations

import re
from string import Formatter

import pytest

import catalogs
from fastpair.report.languages import language, preferred


def named(text):
    return {(name, *how) for _, name, *how in Formatter().parse(text) if name is not None}


def forms(text):
    return text if isinstance(text, tuple | list) else (text,)


def test_the_sources_say_something():
    assert {"Round {round}", "Wall list"} <= {message.id for message in catalogs.extracted()}


@pytest.mark.parametrize("code", catalogs.CODES)
def test_every_text_is_translated(code):
    held = catalogs.catalog(code)
    said = {message.id: message for message in catalogs.extracted() if message.id}
    known = {message.id: message for message in held if message.id}
    assert known.keys() <= said.keys(), "run python tests/support/catalogs.py"
    assert said.keys() - known.keys() <= catalogs.untranslated(), (
        "run python tests/support/catalogs.py"
    )
    assert not any(message.fuzzy for message in known.values())
    for text, message in known.items():
        values = set().union(*map(named, forms(text)))
        left_out = (
            {("count", "", None)} if len(forms(text)) > 1 else set()
        )  # "a board" needs no number
        for translation in catalogs.texts_of(message):
            assert translation.strip(), text
            assert values - left_out <= named(translation) <= values, translation


def test_only_texts_of_the_sources_may_stay_untranslated():
    assert catalogs.untranslated() <= {message.id for message in catalogs.extracted()}


@pytest.mark.parametrize("code", catalogs.CODES)
def test_the_catalog_says_what_is_written_in_it(code):
    held, spoken = catalogs.catalog(code), language(code)
    for message in held:
        if message.id:
            one, *many = forms(message.id)
            texts = catalogs.texts_of(message)
            if many:
                said = {spoken.counted(one, *many, number) for number in range(200)}
                assert said == set(texts)
            else:
                assert spoken.text(one) == texts[0]


@pytest.mark.parametrize("code", catalogs.CODES)
def test_the_catalog_is_kept_in_order(code):
    path = catalogs.FOLDER / f"{code}.po"
    assert path.read_bytes() == catalogs.written(catalogs.catalog(code))


@pytest.mark.parametrize("code", ["ru", "pl", "cs", "ja"])
def test_titles_of_columns_stay_short(code):
    assert len(language(code).text("Hd")) <= 2


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ("", "en"),
        ("*", "en"),
        ("de", "de"),
        ("de-CH, fr;q=0.7", "de"),
        ("pt-BR, pt;q=0.9, fr;q=0.8, en;q=0.7", "fr"),
        ("en;q=0.5, zh-Hans-CN", "zh"),
        ("ja;q=0, it;q=0.001", "it"),
        ("fr;q=high, ;;, cs;q=1.000", "cs"),
        ("PL", "pl"),
    ],
)
def test_the_wish_of_a_browser(wishes, code):
    assert preferred(wishes) == code


BARE = re.compile(r"[^\W\d_]{2,}")
JINJA = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
SAID = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')
NO_TEXT = re.compile(r"<(kbd|code|style|script)\b.*?</\1>", re.DOTALL)
AS_THEY_ARE = {"name&#9;first name&#9;grade&#9;country&#9;club", "all"}
"""Names of columns, and a word that is typed, which are read in this spelling."""


def bare(template):
    """The texts of a template that stay English."""
    text = re.sub(r"{%-? *block body.*?endblock *-?%}", "", template, flags=re.DOTALL)
    text = NO_TEXT.sub("", JINJA.sub("\0", text))
    said = [each for tag in re.findall("<[^>]*>", text) for each in SAID.findall(tag)]
    texts = re.sub(r"&#?\w+;", " ", re.sub("<[^>]*>", "\0", text)).split("\0")
    return {each.strip() for each in (*said, *texts) if BARE.search(each)} - AS_THEY_ARE


@pytest.mark.parametrize("path", sorted(catalogs.PACKAGE.rglob("templates/*.html")), ids=str)
def test_every_text_of_a_template_is_marked(path):
    assert bare(path.read_text(encoding="utf-8")) == set()


def test_a_text_that_is_not_marked_is_found():
    assert bare('<p title="Close">{{ _("a") }} to {% if x %}<b>print</b>') == {
        "Close",
        "to",
        "print",
    }
