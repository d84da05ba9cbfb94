"""What a director types, in the terms of the library."""

__all__: list[str] = []
