"""The system that draws a round: as the director, the document or the file wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pairing.systems import LookingAhead
from ..typed.models import weigher

if TYPE_CHECKING:
    from ...go.tournament import Tournament
    from ...pairing.systems import System
    from .asked import AskedByDocument
    from .request import Request


def chosen_system(
    system: System | None,
    model: str | None,
    asked: AskedByDocument,
    request: Request,
    before: Tournament,
    *,
    fitting: str,
    seed: int,
) -> System:
    """The system, with its model if it takes one, and with what is preferred.

    Parameters
    ----------
    system, model
        What the director names; it goes before what the document asks for.
    before
        The tournament that is drawn in.
    fitting
        The model if nobody names one, see ``Rules.usual_model``.

    Raises
    ------
    RuleError, FormatError
        If there is no such system or model, or the system cannot keep to what is stated.
    """
    chosen = system or asked.system() or LookingAhead()
    if not chosen.weighs:
        request.check_groups(chosen.name)
    own = chosen.own_model
    if own is None:
        if model is not None:
            return chosen.with_model(weigher(model, seed))
        asked.check_without_weights(chosen.name)
        request.check_without_weights(chosen.name)
        return chosen
    wanted = weigher(model, seed) if model else asked.model(seed)
    if wanted is None and chosen.weighs:
        wanted = weigher(fitting, seed)
    return chosen.with_model(request.preferring(before, wanted or own))
