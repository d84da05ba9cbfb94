"""Changes of a tournament file."""

__all__: list[str] = []
