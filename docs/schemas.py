"""Write the JSON Schemas of all documents, after a change of what one holds."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastpair.app.documents.schemas import DOCUMENTS, schema_of
from fastpair.formats.fastpair import schema
from fastpair.formats.json import laid_out

if __name__ == "__main__":
    Path(schema.__file__).with_name("tournament.schema.json").write_bytes(laid_out(schema.schema()))
    for package, names in DOCUMENTS.items():
        for name in names:
            target = Path(str(files(f"fastpair.{package}").joinpath(f"{name}.schema.json")))
            target.write_bytes(laid_out(schema_of(package, name)))
