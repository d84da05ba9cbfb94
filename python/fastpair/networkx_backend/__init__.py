"""The backend of networkx, of which this has to load quickly, and the Chinese postman."""

from __future__ import annotations

from ..lazy import lazy_getattr

__all__ = ["backend_info", "postman_edges"]
__getattr__ = lazy_getattr(__name__, {".postman": "postman_edges"})

_PARAMETERS = {
    "exact : bool, optional (default=False)": (
        "Refuse float weights that would have to be rounded: those that span more than 60 bits. "
        "By default they are rounded to 2**-59 of the largest."
    ),
}
_DOCS = (
    "Weights may be integers up to 2**60 in size, finite floats, or Fractions with a common "
    "denominator that fits. The matching is optimal without "
    "any rounding error if the floats fit into 60 bits; else they are rounded to 59, which is finer "
    "than the arithmetic of networkx itself. Nothing of the graph is cached, so that a change of "
    "G[u][v][weight] counts."
)


def backend_info() -> dict[str, object]:
    """Return the name, the package and the functions of the backend."""
    function = {"additional_docs": _DOCS, "additional_parameters": _PARAMETERS}
    return {
        "backend_name": "fastpair",
        "project": "fastpair",
        "package": "fastpair",
        "short_summary": "Exact weighted matching in general graphs, in compiled code.",
        "functions": {"max_weight_matching": function, "min_weight_matching": function},
    }
