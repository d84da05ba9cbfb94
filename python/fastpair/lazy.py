"""Names of a package that are imported when they are used for the first time."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # ``typing`` takes longer to import than all else here
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any


def lazy_getattr(
    package: str, modules: Mapping[str, str], *own: str, public: Collection[str] = ()
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package [PEP 562], whose ``__all__`` are these names if it has none.

    Parameters
    ----------
    package
        Its name.
    modules
        The names in each module, with spaces between them; the module is relative to the package. No
        name is that of a module of the package: who imports the module would make the name mean it.
    own
        Names of the package itself that are in its ``__all__``, too.
    public
        Modules of the package that are attributes before anybody has imported them.

    Returns
    -------
    callable
        It raises AttributeError for any other name.
    """
    places = {name: module for module, names in modules.items() for name in names.split()}

    vars(sys.modules[package]).setdefault("__all__", sorted((*places, *own)))

    def find(name: str) -> object:
        if name in public:
            return import_module(f"{package}.{name}")
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(places[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
