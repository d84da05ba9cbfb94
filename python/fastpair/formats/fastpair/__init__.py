"""fastpair's own files: everything that a tournament holds, in JSON (docs/reference/json.md)."""

__all__: list[str] = []
