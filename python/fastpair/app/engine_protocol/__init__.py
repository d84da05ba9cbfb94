"""The protocol of engines that tournament managers start: reports in, pairings out."""

__all__: list[str] = []
