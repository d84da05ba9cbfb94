"""What a director asks about a tournament, and what leaves it."""

__all__: list[str] = []
