"""The models of the papers that no draw needs: one module per paper."""

from __future__ import annotations

__all__: list[str] = []
