"""Matchings on levels: the first level that differs decides."""

__all__: list[str] = []
