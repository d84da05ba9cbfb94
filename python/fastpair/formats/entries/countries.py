"""Codes of countries: what they are called in the languages of lists, and by other lists of codes.

Countries of players of Go are kept by ISO 3166, as the European Go Federation has them; those of players of chess
by the federations of FIDE. Names and codes of ISO 3166 come from Babel, with the extra `cli`; without it, codes of two letters alone are
understood.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ..characters import folded

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


_FIDE = """
AFG AF, ALB AL, ALG DZ, AND AD, ANG AO, ANT AG, ARG AR, ARM AM, ARU AW, AUS AU, AUT AT, AZE AZ, BAH BS, BAN BD, BAR BB,
BDI BI, BEL BE, BEN BJ, BER BM, BHU BT, BIH BA, BIZ BZ, BLR BY, BOL BO, BOT BW, BRA BR, BRN BH, BRU BN, BUL BG, BUR BF,
CAF CF, CAM KH, CAN CA, CAY KY, CGO CG, CHA TD, CHI CL, CHN CN, CIV CI, CMR CM, COD CD, COM KM, COL CO, CPV CV, CRC CR,
CRO HR, CUB CU, CYP CY, CZE CZ, DEN DK, DJI DJ, DMA DM, DOM DO, ECU EC, EGY EG, ENG GB, ERI ER, ESA SV, ESP ES, EST EE,
ETH ET, FAI FO, FIJ FJ, FIN FI, FRA FR, GAB GA, GAM GM, GBS GW, GCI GG, GEO GE, GEQ GQ, GER DE, GHA GH, GRE GR, GRL GL,
GRN GD, GUA GT, GUI GN, GUM GU, GUY GY, HAI HT, HKG HK, HON HN, HUN HU, INA ID, IND IN, IOM IM, IRI IR, IRL IE, IRQ IQ,
ISL IS, ISR IL, ISV VI, ITA IT, IVB VG, JAM JM, JCI JE, JOR JO, JPN JP, KAZ KZ, KEN KE, KGZ KG, KOR KR, KOS XK, KSA SA,
KUW KW, LAO LA, LAT LV, LBA LY, LBN LB, LBR LR, LCA LC, LES LS, LIE LI, LTU LT, LUX LU, MAC MO, MAD MG, MAR MA, MAS MY,
MAW MW, MDA MD, MDV MV, MEX MX, MGL MN, MKD MK, MLI ML, MLT MT, MNC MC, MNE ME, MOZ MZ, MRI MU, MTN MR, MYA MM, NAM NA,
NCA NI, NED NL, NEP NP, NGR NG, NIG NE, NOR NO, NRU NR, NZL NZ, OMA OM, PAK PK, PAN PA, PAR PY, PER PE, PHI PH, PLE PS,
PLW PW, PNG PG, POL PL, POR PT, PUR PR, QAT QA, ROU RO, RSA ZA, RUS RU, RWA RW, SCO GB, SEN SN, SEY SC, SGP SG, SKN KN,
SLE SL, SLO SI, SMR SM, SOL SB, SOM SO, SRB RS, SRI LK, SSD SS, STP ST, SUD SD, SUI CH, SUR SR, SVK SK, SWE SE, SWZ SZ,
SYR SY, TAN TZ, TJK TJ, TKM TM, TLS TL, TOG TG, TPE TW, TTO TT, TUN TN, TUR TR, UAE AE, UGA UG, UKR UA, URU UY, USA US,
THA TH, UZB UZ, VAN VU, VEN VE, VIE VN, VIN VC, WLS GB, YEM YE, ZAM ZM, ZIM ZW
"""
"""Codes of the federations of the World Chess Federation, with the country of each.

They were compared with the codes of the IOC in the packages world-countries 5.1.0 and convert-country-codes 1.0.0
(npm) and country-converter 1.3.2 (PyPI), and with the flags of players of scid-data 4.7.4 (Debian).
"""

_OTHER_FEDERATIONS = "ASA AS, COK CK, FSM FM, KIR KI, MHL MH, PRK KP, SAM WS, TGA TO, TUV TV"
"""Codes of the International Olympic Committee of countries that are not in that list; they stay as they are, too."""

_WITHOUT_COUNTRY = ("FID", "NON", "AHO")
"""Codes in its list that are those of no country: under its own flag, none, and the Antilles of old."""


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for pair in text.replace("\n", " ").split(","):
        word, code = pair.split()
        yield word, code


_COUNTRY_OF = dict(_pairs(f"{_FIDE}, {_OTHER_FEDERATIONS}"))
_FEDERATION_OF = {country: code for code, country in reversed(_COUNTRY_OF.items())}
"""The federation of each country; of the parts of Britain, the first."""

_PARTS_OF_BRITAIN = {
    name: code
    for code, names in {
        "SCO": "scotland schottland ecosse escocia scozia skotsko szkocja schotland",
        "WLS": "wales paysdegalles gales galles walia",
    }.items()
    for name in names.split()
}
"""Federations by the names of countries that have no code of their own elsewhere."""

FEDERATIONS = frozenset({*_COUNTRY_OF, *_WITHOUT_COUNTRY})
"""The codes in the list of the World Chess Federation, and those of the IOC for other countries."""


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


def federation_of(country: str) -> str:
    """The federation of chess of a country by its code of two letters; other texts as they are."""
    return _FEDERATION_OF.get(country, country)


def is_country(code: str) -> bool:
    """Whether a text is the code of a country or a federation; any two letters are one without Babel."""
    if code in FEDERATIONS:
        return True
    if len(code) != 2 or not (code.isascii() and code.isalpha()):
        return False
    known = _codes()
    return not known or code == "UK" or known.get(code.lower()) == code


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
    return _FEDERATION_OF.get(code) or _three_letters().get(code, "")


@cache
def _three_letters() -> Mapping[str, str]:
    """The codes of three letters by those of two; of the first kind only without Babel."""
    found = {code: word for word, code in reversed([*_pairs(_IOC)])}
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
    for word, code in (*_pairs(_IOC), *_COUNTRY_OF.items()):
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
