"""Write the JSON Schema of fastpair's own format, after a change of what a tournament holds."""

from __future__ import annotations

from pathlib import Path

from fastpair.formats.fastpair import schema
from fastpair.formats.json import laid_out

TARGET = Path(schema.__file__).with_name("tournament.schema.json")

if __name__ == "__main__":
    TARGET.write_bytes(laid_out(schema.schema()))
