"""Tournaments that never took place, comparisons with OpenGotha, and the matching beside its peers."""

__all__: list[str] = []
