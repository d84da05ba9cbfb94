"""The document of the bracket of a cup, or of both of a double elimination."""

from typing import Annotated, Literal, NotRequired, TypedDict

from .tournament import FORMAT, Meta, Names, Number, Positive, TournamentDocument

_TWO = Meta(min_length=2, max_length=2)


class BracketGame(TypedDict):
    """A game, or the place of one that is to come."""

    place: Positive
    """From 1, from the top of the round."""

    table: Positive | None
    """Null until the round is paired."""

    players: Annotated[list[str | None], _TWO]
    """Keys, the upper player first; null as long as several can be there."""

    points: Annotated[list[float], _TWO] | None
    """Points of the two in the game or match; null without a result."""

    winner: str | None
    """Key of the player who goes on; null without a result, and if nobody or both do."""

    next: Positive | None
    """Place in the next round of this bracket to which its line leads; null if there is none."""

    for_third_place: NotRequired[bool]
    """Whether the losers of the semifinals play for third place; left out if not."""

    bye: NotRequired[bool]
    """Whether the only player has the bye of a double elimination; left out if not."""

    origins: NotRequired[Annotated[list[Literal["winners", "losers", "undefeated"] | None], _TWO]]
    """The bracket that the two come from if it is another one, or ``undefeated`` of who has lost no game but plays
    somebody who has; left out if neither is so."""


class BracketRound(TypedDict):
    """A round of a bracket."""

    round: Number

    name: str
    """Such as ``Semifinals``, in English."""

    games: list[BracketGame]
    """From the top. Who has a bye in round 1 stands in round 2 alone."""


class BracketPart(TypedDict):
    """A bracket."""

    kind: Literal["cup", "winners", "losers", "final"]
    """Which one: a double elimination has that of ``winners``, games of two without a loss, that of ``losers``, all
    games with a player who has one, and, apart from both, the ``final``, once only two are left."""

    rounds: list[BracketRound]
    """Those of a cup as far as the final, those of a double elimination as far as they are paired."""


class BracketDocument(TournamentDocument):
    """The bracket of a cup, or those of a double elimination.

    Examples
    --------
    >>> players = [Player(key=key, name=key.upper(), grade=Grade.parse("1k")) for key in "abcd"]
    >>> cup = Congress.new("Cup", event_format="Cup", players=players).draw(1).congress
    >>> [bracket] = cup.bracket()["brackets"]
    >>> [(each["name"], [game["players"] for game in each["games"]]) for each in bracket["rounds"]]
    [('Semifinals', [['a', 'd'], ['b', 'c']]), ('Final', [[None, None]])]
    """

    format: Annotated[Literal["fastpair.bracket"], FORMAT]

    brackets: list[BracketPart]
    """One, or those of winners and losers, and the final."""

    players: Names
