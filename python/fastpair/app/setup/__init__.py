"""How a tournament is set up, and new ones."""

__all__: list[str] = []
