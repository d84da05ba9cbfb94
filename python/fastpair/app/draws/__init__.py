"""A draw that a director asks for."""

__all__: list[str] = []
