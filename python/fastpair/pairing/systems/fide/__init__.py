"""The systems of FIDE: one framework, and a module for what each of them declares."""

__all__: list[str] = []
