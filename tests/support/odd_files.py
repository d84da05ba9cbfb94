"""Files of OpenGotha with everything that another writer may have left in them."""

from __future__ import annotations

import codecs

from opengotha_text import KEYS, PEOPLE, board

FOREIGN = "<Player name='&#23403;' firstName=\"O&apos;Neill &amp; &#x41;\"\n\trank='1D' />"


GAMES = (
    board(result="WHITEWINS"),
    f"<Game\tnote='a\tb'  whitePlayer = '{KEYS[2]}'\n roundNumber='2' tableNumber='&#50;'"
    f" blackPlayer='{KEYS[3]}' result='RESULT_BOTHLOOSE' ></Game>",
)


BYE = f"<ByePlayer  roundNumber='2' player='{KEYS[1]}' />"


LISTS_OF_GAMES = (
    "<Games/>",
    "<Games />",
    "<Games></Games>",
    "<Games>\n\n</Games >",
    "\n\n\t<Games>\n\t\t{0}\n\n\t\t<!-- {0} -->{1}\n\t</Games>",
    "<Games>{0}{1}</Games>",
    "  <Games>\n    {1}\n    {0}\n  </Games>",
)


LISTS_OF_BYES = (
    "",
    "<ByePlayers/>",
    f"<ByePlayers>{BYE}</ByePlayers>",
    f"<ByePlayer>\n  {BYE}\n</ByePlayer>",
)


FRAME = """{0}<!-- "é" > <Games/> -->
<?note x='1'?>
<Tournament  dataVersion = '201'  b="&lt;&#x22;">
<Players>{1}</Players>
{2}{3}
<![CDATA[ <Game x="1"/> ]]><Strange b='2'	a="a	b&#9;c
d">as &amp; <it /> is</Strange >
<TournamentParameterSet><GeneralParameterSet name='Cup "of" Ulm' numberOfRounds="3"/>
</TournamentParameterSet></Tournament>
<!-- the end -->
 """


DECLARED = '<?xml version="1.0" encoding="{}"?>\n'


FORMS = (
    ("utf-8", b"", ""),
    ("utf-8", codecs.BOM_UTF8, ""),
    ("utf-8", codecs.BOM_UTF8, DECLARED.format("UTF-8")),
    ("utf-8", codecs.BOM_UTF8, DECLARED.format("ISO-8859-1")),
    ("utf-8", b"", "<?xml version='1.0'   standalone='no' ?>\n\n"),
    ("utf-16-le", codecs.BOM_UTF16_LE, ""),
    ("utf-16-be", codecs.BOM_UTF16_BE, DECLARED.format("UTF-16")),
    ("utf-16-le", b"", DECLARED.format("UTF-16LE")),
    ("utf-16-be", b"", DECLARED.format("UTF-16BE")),
    ("iso-8859-1", b"", DECLARED.format("ISO-8859-1")),
    ("windows-1254", b"", DECLARED.format("windows-1254")),
)


LINE_ENDS = ("\n", "\r\n", "\r")


def file_in(form, line_end="\n", games=LISTS_OF_GAMES[4], byes=LISTS_OF_BYES[0]):
    """A file in all sorts of spellings."""
    encoding, mark, declaration = form
    players = "\n  ".join([*PEOPLE, FOREIGN.replace("rank", "participating='10111'  rank")])
    text = FRAME.format(declaration, players, games.format(*GAMES), byes)
    return mark + text.replace("\n", line_end).encode(encoding)
