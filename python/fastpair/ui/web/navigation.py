"""The frame of the director's page: the phases of a tournament, its rounds, and the next step."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from ...app.reports.standings import round_of_standings
from ...app.round_states import RoundState, last_in_play
from ...app.rounds.next_step import Progress, StepRole, current_round, next_step
from ...parameters import tables_in
from ...sentences import marked
from .text import current_language

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...app.rounds.next_step import NextStep, Step
    from ...go.tournament import EventKind
    from .requests import PageRequest
    from .store import Reply, TournamentState

    Rows = Mapping[str, Any]

    """What the lines of a list show, by the id of each; values that can be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the page, with a template of its name.

    The template has the macros ``tools`` (what stays while the list changes), ``head``, ``columns``
    and ``row``.
    """

    name: str
    """In addresses, one word."""

    title: str

    phase: str = ""
    """The phase of the tournament that it belongs to, see `navigation`; empty of what the menu leads to."""

    tab: str = ""
    """Its title among the views of the phase; by default the title."""

    team_tab: str = ""
    """Its title among the views where teams are drawn; by default that of players."""

    under: str = ""
    """The part whose tab stands for it, too, and that leads to it; by default it has its own."""

    round_robin_title: str = ""
    """Its title in a round robin; by default there is no difference."""

    template: str = ""
    """The name of its template; by default its own."""

    heading: str = ""
    """What stands above it; by default the title."""

    by_round: bool = True
    """Whether it shows one round."""

    applies: Callable[[TournamentState], bool] = lambda _: True
    """Whether the page leads to it."""

    rows: Callable[[TournamentState, int], Rows] = lambda state, number: {}
    """What the list shows of a state, its tables and a round, and of nothing else; by default there is none."""

    mine: Callable[[PageRequest, Rows], Rows] = lambda request, rows: rows
    """The lines that concern who asks for them; by default all."""

    head: Callable[[PageRequest], Mapping[str, Any]]
    """What stands above the list; it may depend on more than the file."""

    acts: Mapping[str, Callable[[PageRequest], Reply]] = field(default_factory=dict)
    """What a form does, by the end of its address."""

    helper: frozenset[str] | None = None
    """Acts and panels that helpers may use; None of a part that they do not see."""

    long: frozenset[str] = frozenset()
    """Acts whose forms may be long, since they hold a list."""

    panels: Mapping[str, Callable[[PageRequest], Mapping[str, Any]]] = field(default_factory=dict)
    """What is shown beside the list when it is asked for; a template of each name."""

    opens: Mapping[str, str] = field(default_factory=dict)
    """What a link of the list opens, as a part and its panel, by the only field of its address."""

    moved: Mapping[str, str] = field(default_factory=dict)
    """Parts that were panels of this one, by the names of these."""

    whole: frozenset[str] = frozenset()
    """Panels that are always a page of their own, as they need its width."""

    def title_in(self, kind: EventKind) -> str:
        """Its title in an event of a kind."""
        return (self.round_robin_title if kind.crosses_players else "") or self.title

    def is_open(self, name: str = "") -> bool:
        """Whether helpers see the part, or may use one of its acts or panels."""
        return self.helper is not None and (not name or name in self.helper)

    def lines(self, state: TournamentState, number: int) -> Rows:
        """The content of the list, cached by state, history and language."""
        name = (self.name, number, state.changes, current_language().code)
        return state.view(name, lambda: self.rows(state, number))

    def lines_for(self, request: PageRequest, state: TournamentState) -> Rows:
        """The content of the list in a state, as the browser of a request shows it."""
        return self.mine(request, self.lines(state, request.number))


def empty_panel(request: PageRequest) -> Mapping[str, Any]:
    """A form that shows nothing of the tournament."""
    return {}


PHASES = (
    ("setup", marked("Setup")),
    ("players", marked("Players")),
    ("rounds", marked("Rounds")),
    ("standings", marked("Standings")),
    ("share", marked("Share")),
    ("finish", marked("Finish")),
)
"""The phases of a tournament: the name that parts state, and the title."""


class Link(NamedTuple):
    """A place of the page."""

    title: str
    address: str
    current: bool


class RoundLink(NamedTuple):
    """A round of the stepper."""

    number: int
    address: str
    state: str
    """``over``, ``later`` or empty."""


class StepButton(NamedTuple):
    """The button of a step."""

    label: str
    address: str
    fields: Mapping[str, str] | None = None
    """What the button sends; None of a link."""

    panel: bool = False
    """Whether the link opens beside the list that is shown."""

    sheet: bool = False
    """Whether the link is a sheet to print, which opens in a tab of its own."""


class _Frame(NamedTuple):
    """The frame of a page: navigation and next steps."""

    phases: Sequence[Link]
    tabs: Sequence[Link]
    stepper: Sequence[RoundLink]
    step: NextStep


def frame_of(request: PageRequest, part: Part, parts: Sequence[Part], shown: str = "") -> _Frame:
    """The frame of a part.

    Parameters
    ----------
    parts
        Those that the browser may see.
    shown
        The end of the address of what the page shows, such as ``results/3``; no step leads there.
    """
    return _Frame(
        phases=_phases(request, part, parts),
        tabs=_tabs(request, part, parts),
        stepper=_stepper(request, part),
        step=_step_from(request, f"{request.base}/{shown}"),
    )


def _phases(request: PageRequest, part: Part, parts: Sequence[Part]) -> list[Link]:
    """The phases that a browser may see, each with the address of its first part."""
    links = []
    for name, title in PHASES:
        inside = [each for each in parts if each.phase == name]
        if inside:
            first, number = inside[0], request.number
            if name == "players":
                number = (
                    request.state.view("round to come", partial(_round_to_come, request)) or number
                )
            elif name == "standings":
                number = round_of_standings(request.tournament)
            elif name == "rounds":
                number = current_round(request.unit_tournament)
                first = _part_of_round(request, inside, number)
            links.append(Link(title, f"{request.base}/{first.name}/{number}", name == part.phase))
    return links


def _round_to_come(request: PageRequest) -> int | None:
    """The round that is paired next, if none is being played."""
    tournament = request.unit_tournament
    return None if last_in_play(tournament) else tournament.round_to_draw()


def _part_of_round(request: PageRequest, inside: Sequence[Part], number: int) -> Part:
    """Results of a round that is published, else its pairings."""
    published = number in request.state.published
    return inside[-1] if published else inside[0]


def _tabs(request: PageRequest, part: Part, parts: Sequence[Part]) -> list[Link]:
    """The views of a phase; none of a phase with a single one."""
    inside = [each for each in parts if each.phase == part.phase and part.phase]
    inside = [each for each in inside if not each.under]
    if len(inside) < 2:
        return []
    teams, kind = request.tournament.draws_teams, request.tournament.event_kind
    return [
        Link(
            (each.team_tab if teams else "") or each.tab or each.title_in(kind),
            f"{request.base}/{each.name}/{request.number}",
            each is part or each.name == part.under,
        )
        for each in inside
    ]


def _stepper(request: PageRequest, part: Part) -> list[RoundLink]:
    """The rounds, for a part that shows one of them."""
    if not part.by_round:
        return []
    tournament = request.unit_tournament

    def build() -> list[tuple[int, str]]:
        found = []
        for number in tournament.round_numbers:
            state = RoundState.of(tournament, number)
            has_draw = bool(state.games or tournament.pairing_byes(number))
            over = has_draw and not state.without_result
            found.append((number, "over" if over else "" if has_draw else "later"))
        return found

    return [
        RoundLink(number, f"{request.base}/{part.name}/{number}", state)
        for number, state in request.state.view(("stepper",), build)
    ]


def _step_of(request: PageRequest) -> NextStep:
    """The next step of the tournament, for the browser that asks."""
    role = StepRole.DIRECTOR if request.director else StepRole.HELPER
    return request.state.view(
        ("next step", request.state.changes, role, request.tables),
        lambda: next_step(
            replace(Progress.of(request.state), tables=tables_in(request.tables)), role
        ),
    )


def _step_from(request: PageRequest, address: str) -> NextStep:
    """The next step, without links to where the browser is."""
    found = _step_of(request)

    def elsewhere(step: Step | None) -> Step | None:
        button = None if step is None else step_button(request, step)
        leads_here = button and button.fields is None and button.address == address
        return None if leads_here else step

    return replace(found, primary=elsewhere(found.primary), secondary=elsewhere(found.secondary))


def step_button(request: PageRequest, step: Step) -> StepButton:
    """The button of a step.

    Parameters
    ----------
    step
        One of `next_step`.
    """
    number = step.values.get("round", current_round(request.unit_tournament))
    return _STEPS[step.name](request.base, int(number), step)


def _values(step: Step) -> dict[str, str]:
    """What a step is done to, but for the round."""
    return {name: str(value) for name, value in step.values.items() if name != "round"}


def _link(
    path: str, *, panel: bool = False, query: bool = False, sheet: bool = False
) -> Callable[[str, int, Step], StepButton]:
    """A step that is a place of the page; a panel and a file are of what the step is done to."""

    def build(base: str, number: int, step: Step) -> StepButton:
        values = _values(step)
        about = f"?{urlencode(values)}" if values and (panel or query) else ""
        address = f"{base}{path.format(number=number)}{about}"
        return StepButton(step.label, address, None, panel, sheet)

    return build


def _send(path: str, **preset: str) -> Callable[[str, int, Step], StepButton]:
    """A step that a button performs immediately."""

    def build(base: str, number: int, step: Step) -> StepButton:
        fields = {**_values(step), **preset}
        return StepButton(step.label, f"{base}{path.format(number=number)}", fields)

    return build


def _resolve(base: str, number: int, step: Step) -> StepButton:
    """The button for an absent player, or for a table with two results."""
    if "key" in step.values:
        return _link("/boards/{number}/noshow", panel=True)(base, number, step)
    return StepButton(step.label, f"{base}/results/{number}#t{step.values['table']}")


def _assign_bye(base: str, number: int, step: Step) -> StepButton:
    """The bye of a given player, or a choice of one."""
    if "key" in step.values:
        address = f"{base}/boards/{number}/bye"
        return StepButton(step.label, address, {"one": str(step.values["key"])})
    return StepButton(step.label, f"{base}/boards/{number}/assign", None, panel=True)


_STEPS: Mapping[str, Callable[[str, int, Step], StepButton]] = {
    "restore": _link("/log/{number}#lost-changes"),
    "keep-file": _send("/log/{number}/accept"),
    "import-list": _link("/players/{number}/import"),
    "add-player": _link("/players/{number}/new", panel=True),
    "resolve": _resolve,
    "keep": _send("/boards/{number}/dismiss"),
    "pair-late": _send("/boards/{number}/draw"),
    "late-arrivals": _link("/boards/{number}/noshow", panel=True),
    "pair-two": _send("/results/{number}/late"),
    "assign-bye": _assign_bye,
    "publish": _send("/boards/{number}/publish"),
    "undo-changes": _link("/log/{number}"),
    "enter-results": _link("/results/{number}"),
    "missing-results": _link("/results/{number}?show=missing"),
    "pair": _send("/boards/{number}/draw"),
    "schedule": _link("/boards/{number}/schedule", panel=True),
    "pair-anyway": _send("/boards/{number}/draw", without_results="true"),
    "check-in": _link("/checkin/{number}"),
    "teams": _link("/teams/{number}"),
    "print-pairings": _link("/prints/{number}/page/names", sheet=True),
    "print-standings": _link("/prints/{number}/page/standings", sheet=True),
    "check": _link("/files/{number}/checked", panel=True),
    "complete-data": _link("/files/{number}#data"),
    "complete-event": _link("/rules/{number}"),
    "download": _link("/files/{number}/download", query=True),
    "preview": _link("/files/{number}#download"),
    "mark-sent": _send("/files/{number}/sent"),
    "archive": _link("/files/{number}/everything"),
}
"""Where each step of `next_step` is done."""
