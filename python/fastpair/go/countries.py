"""Codes of countries: what they are called in the languages of lists, and by other lists of codes.

Names and codes of ISO 3166 come from Babel, with the extra `cli`; without it, codes of two letters alone are
understood.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from .tournament.player import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from babel import Locale

_LANGUAGES = ("en", "de", "fr", "es", "it", "cs", "pl", "ru", "ja", "zh", "nl")

_OTHER_NAMES = {
    "CH": "Suisse",
    "CZ": "Czech Republic, Tschechische Republik, République tchèque, República Checa",
    "GB": "Great Britain, Großbritannien, Grande-Bretagne, Gran Bretaña, Gran Bretagna",
    "KR": "Korea, Corée, Corea",
    "NL": "Holland, The Netherlands",
    "TR": "Turkey",
    "TW": "Chinese Taipei",
    "US": "USA, United States of America",
}
"""Names in lists that are not the ones of Unicode's data."""

_PARTS_OF_BRITAIN = {
    "ENG": "England, Angleterre, Inglaterra, Inghilterra, Anglie, Anglia, Англия, イングランド, 英格兰, Engeland",
    "SCO": "Scotland, Schottland, Écosse, Escocia, Scozia, Skotsko, Szkocja, Шотландия, スコットランド, 苏格兰, Schotland",
    "WAL": "Wales, Pays de Galles, Gales, Galles, Walia, Уэльс, ウェールズ, 威尔士",
    "NIR": "Northern Ireland, Nordirland, Irlande du Nord, Irlanda del Norte, Irlanda del Nord, Severní Irsko, "
    "Irlandia Północna, Северная Ирландия, 北アイルランド, 北爱尔兰, Noord-Ierland",
}
"""Countries without a code in ISO 3166, by the codes of their teams: who states one means it, not the kingdom."""

_IOC = """
ALG DZ, ANG AO, ANT AG, ARU AW, ASA AS, BAH BS, BAN BD, BAR BB, BER BM, BHU BT, BIZ BZ, BOT BW, BUL BG, BUR BF, CAM KH,
CAY KY, CGO CG, CHA TD, CHI CL, CRC CR, CRO HR, DEN DK, ESA SV, FIJ FJ, GAM GM, GBS GW, GEQ GQ, GER DE, GRE GR, GRN GD,
GUA GT, GUI GN, HAI HT, HON HN, INA ID, IRI IR, ISV VI, IVB VG, KOS XK, KSA SA, KUW KW, LAT LV, LBA LY, LES LS, LIB LB,
MAD MG, MAS MY, MAW MW, MGL MN, MON MC, MRI MU, MTN MR, MYA MM, NCA NI, NED NL, NEP NP, NGR NG, NIG NE, OMA OM, PAR PY,
PHI PH, PLE PS, POR PT, PUR PR, RSA ZA, SAM WS, SEY SC, SIN SG, SKN KN, SLO SI, SOL SB, SRI LK, SUD SD, SUI CH, TAN TZ,
TGA TO, TOG TG, TPE TW, TRI TT, UAE AE, URU UY, VAN VU, VIE VN, VIN VC, ZAM ZM, ZIM ZW
"""
"""Codes of the International Olympic Committee that ISO 3166 does not have."""


_EGF_BRITAIN = "UK"
"""The code of the United Kingdom in files of the European Go Federation, where most players from there have it."""

_SAME = {_EGF_BRITAIN: "GB"}
"""Codes that are another spelling of one of ISO 3166."""

_ISO = frozenset(
    [
        "AC",
        "AD",
        "AE",
        "AF",
        "AG",
        "AI",
        "AL",
        "AM",
        "AO",
        "AQ",
        "AR",
        "AS",
        "AT",
        "AU",
        "AW",
        "AX",
        "AZ",
        "BA",
        "BB",
        "BD",
        "BE",
        "BF",
        "BG",
        "BH",
        "BI",
        "BJ",
        "BL",
        "BM",
        "BN",
        "BO",
        "BQ",
        "BR",
        "BS",
        "BT",
        "BV",
        "BW",
        "BY",
        "BZ",
        "CA",
        "CC",
        "CD",
        "CF",
        "CG",
        "CH",
        "CI",
        "CK",
        "CL",
        "CM",
        "CN",
        "CO",
        "CP",
        "CQ",
        "CR",
        "CU",
        "CV",
        "CW",
        "CX",
        "CY",
        "CZ",
        "DE",
        "DG",
        "DJ",
        "DK",
        "DM",
        "DO",
        "DZ",
        "EA",
        "EC",
        "EE",
        "EG",
        "EH",
        "ER",
        "ES",
        "ET",
        "FI",
        "FJ",
        "FK",
        "FM",
        "FO",
        "FR",
        "GA",
        "GB",
        "GD",
        "GE",
        "GF",
        "GG",
        "GH",
        "GI",
        "GL",
        "GM",
        "GN",
        "GP",
        "GQ",
        "GR",
        "GS",
        "GT",
        "GU",
        "GW",
        "GY",
        "HK",
        "HM",
        "HN",
        "HR",
        "HT",
        "HU",
        "IC",
        "ID",
        "IE",
        "IL",
        "IM",
        "IN",
        "IO",
        "IQ",
        "IR",
        "IS",
        "IT",
        "JE",
        "JM",
        "JO",
        "JP",
        "KE",
        "KG",
        "KH",
        "KI",
        "KM",
        "KN",
        "KP",
        "KR",
        "KW",
        "KY",
        "KZ",
        "LA",
        "LB",
        "LC",
        "LI",
        "LK",
        "LR",
        "LS",
        "LT",
        "LU",
        "LV",
        "LY",
        "MA",
        "MC",
        "MD",
        "ME",
        "MF",
        "MG",
        "MH",
        "MK",
        "ML",
        "MM",
        "MN",
        "MO",
        "MP",
        "MQ",
        "MR",
        "MS",
        "MT",
        "MU",
        "MV",
        "MW",
        "MX",
        "MY",
        "MZ",
        "NA",
        "NC",
        "NE",
        "NF",
        "NG",
        "NI",
        "NL",
        "NO",
        "NP",
        "NR",
        "NU",
        "NZ",
        "OM",
        "PA",
        "PE",
        "PF",
        "PG",
        "PH",
        "PK",
        "PL",
        "PM",
        "PN",
        "PR",
        "PS",
        "PT",
        "PW",
        "PY",
        "QA",
        "RE",
        "RO",
        "RS",
        "RU",
        "RW",
        "SA",
        "SB",
        "SC",
        "SD",
        "SE",
        "SG",
        "SH",
        "SI",
        "SJ",
        "SK",
        "SL",
        "SM",
        "SN",
        "SO",
        "SR",
        "SS",
        "ST",
        "SV",
        "SX",
        "SY",
        "SZ",
        "TA",
        "TC",
        "TD",
        "TF",
        "TG",
        "TH",
        "TJ",
        "TK",
        "TL",
        "TM",
        "TN",
        "TO",
        "TR",
        "TT",
        "TV",
        "TW",
        "TZ",
        "UA",
        "UG",
        "UM",
        "US",
        "UY",
        "UZ",
        "VA",
        "VC",
        "VE",
        "VG",
        "VI",
        "VN",
        "VU",
        "WF",
        "WS",
        "XK",
        "YE",
        "YT",
        "ZA",
        "ZM",
        "ZW",
    ]
)
"""The codes of countries and of parts of them in ISO 3166, the reserved ones too, and XK."""


def country_in(text: str) -> str:
    """The code of a country that is named, by ISO 3166 in two letters; the text itself if it has none.

    Examples
    --------
    >>> [country_in(text) for text in ("Deutschland", "GER", "deu", "de", "Wales", "Ulm")]
    ['DE', 'DE', 'DE', 'DE', 'Wales', 'Ulm']
    """
    plain = text.strip()
    code = plain.upper()
    if len(plain) == 2 and plain.isascii() and plain.isalpha():
        return code
    name = folded(plain)
    return plain if name in _parts() else _codes().get(name, text)


def is_country(text: str) -> bool:
    """Whether a text is the code of a country, or the name of one that has none."""
    return text in _ISO or text == _EGF_BRITAIN or folded(text) in _parts()


@lru_cache(maxsize=1 << 10)
def same_country(text: str) -> str:
    """What all spellings of one country have in common, for comparisons; empty if there is none.

    Examples
    --------
    >>> [same_country(text) for text in ("UK", "gb", "Great Britain", "England", "ENG")]
    ['GB', 'GB', 'GB', 'ENG', 'ENG']
    """
    code = country_in(text)
    return _SAME.get(code) or _parts().get(folded(code)) or code.strip().upper()


def in_two_letters(text: str) -> str:
    """The country as files hold it that have two letters for it: of parts of Britain that of Britain.

    Two letters stay as they are, and so does what is not the name of a country.
    """
    if len(text) == 2:
        return text
    code = country_in(text)
    return _EGF_BRITAIN if folded(code) in _parts() else code


@cache
def _parts() -> Mapping[str, str]:
    """The codes of the parts of Britain, by their names and codes, folded."""
    named = ((code, f"{code}, {names}".split(",")) for code, names in _PARTS_OF_BRITAIN.items())
    return {folded(name): code for code, names in named for name in names}


@cache
def _codes() -> Mapping[str, str]:
    """The code of each country by its names and codes, folded; nothing without Babel."""
    try:
        from babel import Locale
        from babel.core import get_global
    except ImportError:
        return {}
    found: dict[str, str] = {}
    for word, code in _named({each: Locale.parse(each) for each in _LANGUAGES}):
        found.setdefault(folded(word), code)
    for old, new in get_global("territory_aliases").items():
        if len(new) == 1 and new[0] in _ISO and old.isalpha():
            found.setdefault(old.lower(), new[0])
    for pair in _IOC.replace("\n", " ").split(","):
        word, code = pair.split()
        found.setdefault(word.lower(), code)
    return found


def _named(locales: Mapping[str, Locale]) -> Iterator[tuple[str, str]]:
    """Codes and names of countries; what several share is the first one's."""
    for locale in locales.values():
        yield from ((locale.territories.get(code, code), code) for code in sorted(_ISO))
    for code, names in _OTHER_NAMES.items():
        yield from ((name.strip(), code) for name in names.split(","))
