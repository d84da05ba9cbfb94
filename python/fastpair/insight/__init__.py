"""What a draw is worth, and why it is as it is."""

__all__: list[str] = []
