"""Lists of entries, with a line for each player: CSV as spreadsheets and OpenGotha write it [FORMATS 8]."""

__all__: list[str] = []
