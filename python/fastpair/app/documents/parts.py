"""What several documents have in common."""

from typing import Annotated, Literal

from ...errors import MissingExtraError

try:
    from msgspec import Meta as Meta
except ImportError as error:
    raise MissingExtraError("json", "the type of a document") from error

FORMAT = Meta(description="Kind of document.")
UNIQUE = {"uniqueItems": True}

Version = Annotated[
    Literal[1], Meta(description="Raised when something is removed or changes its meaning.")
]
Program = Annotated[
    str,
    Meta(description="Program that wrote the document, with its version.", pattern=r"^fastpair \d"),
]
TournamentName = Annotated[str, Meta(description="Name of the tournament.")]

Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Amount = Annotated[float, Meta(ge=0)]
Number = Annotated[Positive, Meta(description="From 1.")]
NumberOrNone = Annotated[Positive | None, Meta(description="From 1.")]
Grade = Annotated[
    str, Meta(description="Grade, such as 3d or 12k.", pattern=r"^([1-9]d|[1-9]k|[12]\dk|30k)$")
]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Stones = Annotated[int, Meta(description="Stones; 1 is a game without komi.", ge=0, le=9)]
Units = Annotated[
    Positive, Meta(description="Units of all weights in 1 of the model's own weights.")
]
KnownResult = Literal["white wins", "black wins", "jigo", "both lose", "both win"]

Black = Annotated[str, Meta(description="Key of the player who takes Black.")]
White = Annotated[str, Meta(description="Key of the player who takes White.")]
Keys = Annotated[list[str], Meta(extra_json_schema=UNIQUE)]
Pair = Annotated[list[str], Meta(min_length=2, max_length=2)]
Names = Annotated[dict[str, str], Meta(description="Names of all players in the document, by key.")]
Reservations = Annotated[list[str], Meta(description="Warnings, a line each.")]
