"""Who enters, and for which federation."""

__all__: list[str] = []
