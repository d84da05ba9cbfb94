"""Where the golden vectors are."""

from __future__ import annotations

import os
from pathlib import Path

from repository import ROOT

FOLDER = Path(os.environ.get("FASTPAIR_VECTORS") or ROOT / "tests" / "vectors")
