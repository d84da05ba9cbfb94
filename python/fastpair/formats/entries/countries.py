"""Codes of countries: what they are called in the languages of lists, and by other lists of codes.

Countries of players of Go are kept by ISO 3166, as the European Go Federation has them; those of players of chess
by the federations of FIDE. Names and codes of ISO 3166 come from Babel, with the extra `cli`; without it, codes of two letters alone are
understood.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ...errors import InputError
from ...go.tournament.countries import COUNTRY_OF, FEDERATIONS, code_pairs, federation_of
from ...letters import folded
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from babel import Locale

_LANGUAGES = ("en", "de", "fr", "es", "it", "cs", "pl", "ru", "ja", "zh", "nl")

_OTHER_NAMES = {
    "CH": "Suisse",
    "CZ": "Czech Republic, Tschechische Republik, République tchèque, República Checa",
    "GB": "Great Britain, England, Scotland, Wales, Großbritannien, Grande-Bretagne, Gran Bretaña",
    "KR": "Korea, Corée, Corea",
    "NL": "Holland, The Netherlands",
    "TR": "Turkey",
    "TW": "Chinese Taipei",
    "US": "USA, United States of America",
}
"""Names in lists that are not the ones of Unicode's data."""

_IOC = """
ALG DZ, ANG AO, ANT AG, ARU AW, ASA AS, BAH BS, BAN BD, BAR BB, BER BM, BHU BT, BIZ BZ, BOT BW, BUL BG, BUR BF, CAM KH,
CAY KY, CGO CG, CHA TD, CHI CL, CRC CR, CRO HR, DEN DK, ESA SV, FIJ FJ, GAM GM, GBS GW, GEQ GQ, GER DE, GRE GR, GRN GD,
GUA GT, GUI GN, HAI HT, HON HN, INA ID, IRI IR, ISV VI, IVB VG, KOS XK, KSA SA, KUW KW, LAT LV, LBA LY, LES LS, LIB LB,
MAD MG, MAS MY, MAW MW, MGL MN, MON MC, MRI MU, MTN MR, MYA MM, NCA NI, NED NL, NEP NP, NGR NG, NIG NE, OMA OM, PAR PY,
PHI PH, PLE PS, POR PT, PUR PR, RSA ZA, SAM WS, SEY SC, SIN SG, SKN KN, SLO SI, SOL SB, SRI LK, SUD SD, SUI CH, TAN TZ,
TGA TO, TOG TG, TPE TW, TRI TT, UAE AE, URU UY, VAN VU, VIE VN, VIN VC, ZAM ZM, ZIM ZW, ENG GB, SCO GB, WAL GB
"""
"""Codes of the International Olympic Committee, and of football's parts of Britain, that ISO 3166 does not have."""


_PARTS_OF_BRITAIN = {
    name: code
    for code, names in {
        "SCO": "scotland schottland ecosse escocia scozia skotsko szkocja schotland",
        "WLS": "wales paysdegalles gales galles walia",
    }.items()
    for name in names.split()
}
"""Federations by the names of countries that have no code of their own elsewhere."""


@lru_cache(maxsize=1 << 12)
def country_in(text: str, *, chess: bool = False) -> str:
    """The code of a country that is named, by ISO 3166 in two letters; the text itself if it is not known.

    Parameters
    ----------
    chess
        Whether it is the code of a federation of chess, in three letters: one that is written stays,
        even where it is another country's by ISO 3166.

    Examples
    --------
    >>> [country_in(text) for text in ("Deutschland", "GER", "deu", "de", "Ulm")]
    ['DE', 'DE', 'DE', 'DE', 'Ulm']
    >>> [country_in(text, chess=True) for text in ("Deutschland", "GER", "deu", "de", "sco", "Ulm")]
    ['GER', 'GER', 'GER', 'GER', 'SCO', 'Ulm']
    """
    plain = text.strip()
    if chess:
        code = plain.upper()
        named = _PARTS_OF_BRITAIN.get(folded(plain)) or federation_of(country_in(text))
        return code if code in FEDERATIONS else named
    if plain.upper() == "UK":
        return "GB"
    if len(plain) == 2 and plain.isascii() and plain.isalpha():
        return _codes().get(plain.lower(), plain.upper())
    return _codes().get(folded(plain), text)


def is_country(code: str) -> bool:
    """Whether a text is the code of a country or a federation; any two letters are one without Babel."""
    if code in FEDERATIONS:
        return True
    if len(code) != 2 or not (code.isascii() and code.isalpha()):
        return False
    known = _codes()
    return not known or code == "UK" or known.get(code.lower()) == code


def parse_country(text: str | None, *, chess: bool = False) -> str | None:
    """The code of a country that is named or coded, in capitals; None, and nothing, stay.

    Parameters
    ----------
    chess
        Whether it is a federation of chess.

    Raises
    ------
    RuleError
        If it is none.
    """
    code = country_in(text, chess=chess) if text else text
    if code and not is_country(code):
        raise InputError(
            phrase("{country!r} is not the name or code of a country", country=text),
            about="country",
        )
    return code


def in_three_letters(country: str) -> str:
    """A country by the code of sports federations, or of ISO 3166; nothing if it is none, or not known.

    Examples
    --------
    >>> [in_three_letters(country) for country in ("DE", "AT", "ENG", "Ulm!")]
    ['GER', 'AUT', 'ENG', '']
    """
    if len(country) == 3 and country.isascii() and country.isalpha():
        return country
    code = "GB" if country.upper() == "UK" else country.upper()
    own = federation_of(code)
    return own if own != code else _three_letters().get(code, "")


@cache
def _three_letters() -> Mapping[str, str]:
    """The codes of three letters by those of two; of the first kind only without Babel."""
    found = {code: word for word, code in reversed([*code_pairs(_IOC)])}
    with suppress(ImportError):
        from babel.core import get_global

        for old, new in get_global("territory_aliases").items():
            if len(new) == 1 and len(old) == 3 and old.isalpha():
                found.setdefault(new[0], old)
    return found


@cache
def _codes() -> Mapping[str, str]:
    """The code of each country by its names and codes, folded; nothing without Babel."""
    try:
        from babel import Locale
        from babel.core import get_global
    except ImportError:
        return {}
    countries = {
        code
        for code in Locale.parse("en").territories
        if isinstance(code, str) and len(code) == 2 and code not in _NO_COUNTRIES
    }
    found: dict[str, str] = {}
    for word, code in _named(countries, {each: Locale.parse(each) for each in _LANGUAGES}):
        found.setdefault(folded(word), code)
    for old, new in get_global("territory_aliases").items():
        if len(new) == 1 and new[0] in countries and old.isalpha():
            found.setdefault(old.lower(), new[0])
    for word, code in (*code_pairs(_IOC), *COUNTRY_OF.items()):
        found.setdefault(word.lower(), code)
    return found


_NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of Unicode's data that are those of no country."""


def _named(countries: set[str], locales: Mapping[str, Locale]) -> Iterator[tuple[str, str]]:
    """Codes and names of countries; what several share is the first one's."""
    yield from ((code, code) for code in countries)
    for locale in locales.values():
        yield from ((locale.territories.get(code, code), code) for code in sorted(countries))
    for code, names in _OTHER_NAMES.items():
        yield from ((name.strip(), code) for name in names.split(","))
