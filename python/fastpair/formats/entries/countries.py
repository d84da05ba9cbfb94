"""Codes of the countries that play Go, by their names in the languages of lists."""

from __future__ import annotations

from ..characters import folded

_NAMES = """
AT Austria, Österreich, Autriche
AU Australia, Australien, Australie
BA Bosnia and Herzegovina, Bosnien und Herzegowina, Bosnie-Herzégovine
BE Belgium, Belgien, Belgique, Bélgica, Belgio
BG Bulgaria, Bulgarien, Bulgarie
BR Brazil, Brasilien, Brésil, Brasil, Brasile
CA Canada, Kanada, Canadá
CH Switzerland, Schweiz, Suisse, Suiza, Svizzera
CN China, Chine, Cina
CY Cyprus, Zypern, Chypre
CZ Czech Republic, Czechia, Tschechien, Tchéquie, République tchèque, Chequia, Cechia
DE Germany, Deutschland, Allemagne, Alemania, Germania
DK Denmark, Dänemark, Danemark, Dinamarca, Danimarca
EE Estonia, Estland, Estonie
ES Spain, Spanien, Espagne, España, Spagna
FI Finland, Finnland, Finlande, Finlandia
FR France, Frankreich, Francia
GB United Kingdom, Great Britain, England, Scotland, Wales, Großbritannien, Royaume-Uni, Reino Unido
GR Greece, Griechenland, Grèce, Grecia
HR Croatia, Kroatien, Croatie, Croacia, Croazia
HU Hungary, Ungarn, Hongrie, Hungría, Ungheria
IE Ireland, Irland, Irlande, Irlanda
IL Israel, Israël, Israele
IT Italy, Italien, Italie, Italia
JP Japan, Japon, Japón, Giappone
KR South Korea, Korea, Südkorea, Corée du Sud, Corea
LT Lithuania, Litauen, Lituanie, Lituania
LU Luxembourg, Luxemburg
LV Latvia, Lettland, Lettonie, Letonia
NL Netherlands, The Netherlands, Holland, Niederlande, Pays-Bas, Países Bajos, Paesi Bassi
NO Norway, Norwegen, Norvège, Noruega, Norvegia
PL Poland, Polen, Pologne, Polonia
PT Portugal, Portogallo
RO Romania, Rumänien, Roumanie
RS Serbia, Serbien, Serbie
RU Russia, Russland, Russie, Rusia
SE Sweden, Schweden, Suède, Suecia, Svezia
SI Slovenia, Slowenien, Slovénie
SK Slovakia, Slowakei, Slovaquie, Eslovaquia, Slovacchia
TR Turkey, Türkei, Turquie, Türkiye
TW Taiwan, Chinese Taipei
UA Ukraine, Ucrania, Ucraina
US United States, USA, Vereinigte Staaten, États-Unis, Estados Unidos, Stati Uniti
"""

_CODES = {
    folded(name): line[:2] for line in _NAMES.strip().splitlines() for name in line[3:].split(",")
}


def country_in(text: str) -> str:
    """The code of a country that is named, or the text itself.

    Examples
    --------
    >>> country_in("Deutschland"), country_in("DE"), country_in("Ulm")
    ('DE', 'DE', 'Ulm')
    """
    return _CODES.get(folded(text), text)
