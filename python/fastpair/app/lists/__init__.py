"""Lists of players from elsewhere, and who is who in them."""

__all__: list[str] = []
