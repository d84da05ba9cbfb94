"""Every text of the pages is translated into every language, with the same values in it."""

from __future__ import annotations

import json
import re
from itertools import combinations
from string import Formatter

import pytest

import catalogs
from fastpair.report.languages import language, preferred, typeset
from fastpair.sentences import (
    in_context,
    in_context_many,
    joined,
    message_from,
    message_parts,
    phrase,
    phrase_many,
)


def named(text):
    return {(name, *how) for _, name, *how in Formatter().parse(text) if name is not None}


def forms(text):
    return text if isinstance(text, tuple | list) else (text,)


def test_the_sources_say_something():
    said = {message.id for message in catalogs.extracted()}
    assert {"Round {round}", "Wall list", "Suggestion", "CSV of entries"} <= said
    counted = "{count} player without a country, which the {federation} asks for: {names}"
    assert counted in {each[0] for each in said if isinstance(each, tuple)}


@pytest.mark.parametrize("code", catalogs.CODES)
def test_every_text_is_translated(code):
    held = catalogs.catalog(code)
    said = {catalogs.key_of(each): each for each in catalogs.extracted() if each.id}
    known = {catalogs.key_of(each): each for each in held if each.id}
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
    assert catalogs.untranslated() <= {catalogs.key_of(each) for each in catalogs.extracted()}


@pytest.mark.parametrize("code", catalogs.CODES)
def test_the_catalog_says_what_is_written_in_it(code):
    held, spoken = catalogs.catalog(code), language(code)
    for message in held:
        if message.id:
            one, *many = forms(catalogs.key_of(message))
            texts = [typeset(text, code) for text in catalogs.texts_of(message)]
            if many:
                said = {spoken.counted(one, *many, number) for number in range(200)}
                assert said == set(texts)
            else:
                assert spoken.text(one) == texts[0]


def test_no_catalog_speaks_another_language():
    """Long words that three languages share are names, which English has, too."""
    said = {}
    for code in catalogs.CODES:
        for message in catalogs.catalog(code):
            for text in catalogs.texts_of(message) if message.id else ():
                words = re.sub(r"[^\w]|[0-9]", "", re.sub("{[^}]*}", "", text))
                if len(words) > 8 and text not in forms(message.id):
                    said.setdefault((message.id, text), set()).add(code)
    assert {each: codes for each, codes in said.items() if len(codes) > 2} == {}


def meanings():
    """The texts that have several meanings, each with its contexts."""
    found = {}
    for message in catalogs.extracted():
        if isinstance(message.id, str) and message.id:
            found.setdefault(message.id, []).append(catalogs.key_of(message))
    return {text: keys for text, keys in found.items() if len(keys) > 1}


def test_a_text_of_several_meanings_is_several_texts_elsewhere():
    assert {"All", "Change", "New", "Preliminary", "Withdrawn"} <= meanings().keys()
    for text, keys in meanings().items():
        assert {language("en").text(key) for key in keys} == {text}
        for one, other in combinations(keys, 2):
            needed = any(language(c).text(one) != language(c).text(other) for c in catalogs.CODES)
            assert needed, f"no language tells the meanings of {text} apart"


@pytest.mark.parametrize(
    ("code", "text", "texts"),
    [
        ("fr", "Change", {"of a rating": "Variation", "what if": "Modification"}),
        ("it", "Withdrawn", {None: "Ritirato", "players": "Ritirati"}),
        ("cs", "Preliminary", {None: "Předběžná přihláška", "registration": "Předběžná"}),
        ("ja", "Draw", {"any game": "引き分け"}),
        ("es", "All", {"players": "Todos", "lines": "Todas"}),
    ],
)
def test_each_meaning_has_its_translation(code, text, texts):
    for context, translation in texts.items():
        key = text if context is None else in_context(context, text)
        assert language(code).text(key) == translation


@pytest.mark.parametrize(
    ("code", "text", "sign"),
    [
        ("de", "the form has nothing in its field {name!r}", "„Ort“"),
        ("fr", "the form has nothing in its field {name!r}", "«\xa0Ort\xa0»"),
        ("ja", "the form has nothing in its field {name!r}", "「Ort」"),
        ("fr", "Delete {name}?", "\u202f?"),
        ("fr", "{count} found here, {others} under other filters", "’"),
        ("it", "A match is won by the team with more board points.", "’"),
    ],
)
def test_a_translation_is_typeset_as_its_language_is(code, text, sign):
    said = language(code).text(text).format(name="Ort", count=1, others=2)
    assert sign in said
    assert "'" not in said


@pytest.mark.parametrize(
    ("code", "said"),
    [("ja", "A、B：C"), ("zh", "A、B：C"), ("fr", "A, B\xa0: C"), ("pl", "A, B: C")],
)
def test_parts_are_joined_by_the_signs_of_a_language(code, said):
    parts = joined(": ", [joined(", ", ["A", "B"]), "C"])
    kept = message_from(json.loads(json.dumps(message_parts(parts))), "A, B: C")
    spoken = language(code)
    for sentence in (parts, kept):
        assert sentence == "A, B: C"
        assert sentence.spoken(spoken.text, spoken.counted) == said
    assert joined(", ", []).spoken(spoken.text, spoken.counted) == ""


@pytest.mark.parametrize(
    ("kind", "said"), [("go", "2 goban"), ("swiss", "2 scacchiere"), (None, "2 tavoli")]
)
def test_boards_of_a_match_are_no_tables(kind, said):
    forms = "{count} board", "{count} boards"
    found = phrase_many(*(in_context_many("of a match", *forms) if kind else forms), 2)
    assert found == "2 boards"
    spoken = language("it", kind or "swiss")
    assert found.spoken(spoken.text, spoken.counted) == said


@pytest.mark.parametrize("code", ["en", "de"])
def test_nobody_reads_a_context(code):
    said = phrase(in_context("a test", "table {table}"), table=3)
    assert said == "table 3"
    assert message_from(json.loads(json.dumps(message_parts(said))), "table 3").forms == said.forms
    spoken = language(code)
    assert said.spoken(spoken.text, spoken.counted) == "table 3"


@pytest.mark.parametrize(
    ("go", "other"),
    [("jigo", "draw"), ("Jigo", "Draw"), ("Both lose", "0–0, both lose"), ("Player", "Player")],
)
def test_results_have_the_words_of_the_game(go, other):
    assert (language("en").text(go), language("en", "swiss").text(go)) == (go, other)


def test_a_swiss_of_any_game_has_no_word_of_go():
    assert language("ja", "swiss").text("Jigo") == "引き分け"


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


def test_no_refusal_says_expected_and_got_to_people():
    said = [" ".join(forms(m.id)) for m in catalogs.extracted_from("app", "ui") if m.id]
    found = [text for text in said if re.search(r"\bexpected (?!by)|, got \{", text)]
    assert [text for text in found if not text.startswith("shard")] == []


BARE = re.compile(r"[^\W\d_]{2,}")
JINJA = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
SAID = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')
NO_TEXT = re.compile(r"<(kbd|code|style|script)\b.*?</\1>", re.DOTALL)
AS_THEY_ARE = {
    *(f"name&#9;first name&#9;{each}&#9;country&#9;club" for each in ("grade", "rating")),
    "all",
}
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
