"""Codes of the federations of the World Chess Federation, and the country of each by ISO 3166."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def code_pairs(text: str) -> Iterator[tuple[str, str]]:
    """The pairs of codes in a table such as ``ALB AL, ALG DZ``."""
    for pair in text.replace("\n", " ").split(","):
        word, code = pair.split()
        yield word, code


COUNTRY_OF = dict(code_pairs(f"{_FIDE}, {_OTHER_FEDERATIONS}"))
"""The country of each federation."""

_FEDERATION_OF = {country: code for code, country in reversed(COUNTRY_OF.items())}
"""The federation of each country; of the parts of Britain, the first."""

FEDERATIONS = frozenset({*COUNTRY_OF, *_WITHOUT_COUNTRY})
"""The codes in the list of the World Chess Federation, and those of the IOC for other countries."""


def federation_of(country: str) -> str:
    """The federation of chess of a country by its code of two letters; other texts as they are."""
    return _FEDERATION_OF.get(country, country)
