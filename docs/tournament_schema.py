"""Write the JSON Schema of fastpair's own format, after a change of what a tournament holds."""

from __future__ import annotations

import json
from pathlib import Path

from fastpair.formats.fastpair import schema

TARGET = Path(schema.__file__).with_name("tournament.schema.json")

if __name__ == "__main__":
    text = json.dumps(schema.schema(), indent=2, ensure_ascii=False)
    TARGET.write_text(f"{text}\n", encoding="utf-8")
