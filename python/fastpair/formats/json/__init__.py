"""JSON documents as dataclasses: what they may hold, errors with a place, and members to be kept."""

from ...errors import MissingExtraError

try:
    import msgspec  # noqa: F401 - the modules of this package need it
except ModuleNotFoundError as error:
    raise MissingExtraError("json", "a file in JSON") from error

__all__: list[str] = []
