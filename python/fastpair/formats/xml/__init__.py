"""XML documents whose elements know their place in the file, and changes of single places in them."""

__all__: list[str] = []
