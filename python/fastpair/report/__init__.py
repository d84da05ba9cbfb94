"""Output for people who are no programmers: pictures, and texts that are safe to show."""

__all__: list[str] = []
