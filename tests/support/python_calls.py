"""Actions by their values, as calls of methods in Python."""

from __future__ import annotations

from fastpair.app.embedding.signatures import METHODS


def call_in_python(tool, action, values, round=None, confirmed=()):
    """What the method gives that does an action with these values; those of records stand among the others.

    Values that no method takes, and actions of the page, are passed on as they are.
    """
    values = dict(values)
    if action == "result":
        return _results(tool, values, confirmed)
    method = _method_for(action, values)
    if method is None:
        return tool._perform(action, values, round, confirmed)
    for name in method.without:
        values.pop(name, None)
    if method.choice is not None:
        words = {switch: word for word, switch in method.choice.switches.items()}
        chosen = [words[name] for name in [*values] if name in words and values.pop(name)]
        if method.choice.required and not chosen:
            return tool._perform(action, values, round, confirmed)
        values.update(zip([method.choice.name], chosen, strict=False))
    for name, text in method.texts.items():
        if values.get(text) is not None:
            values[name] = values.pop(text)
    names = {each.key: each.name for each in method.values}
    arguments = {names.get(name, name): value for name, value in values.items()}
    if round is not None:
        arguments["round"] = round
    return getattr(tool, method.name)(**arguments, confirmed=confirmed)


def _method_for(action, values):
    """The method that does an action with these values; None if there is none."""
    found = [each for each in METHODS.values() if each.action.name == action]
    for method in found:
        states = {name for name in method.without if values.get(name)}
        switches = () if method.choice is None else [*method.choice.switches.values()]
        texts = [name for pair in method.texts.items() for name in pair if values.get(name)]
        if states == {*method.fixed} and sum(bool(values.get(name)) for name in switches) <= 1:
            return None if len(texts) > 1 else method
    return None


def _results(tool, values, confirmed):
    number, words = values.get("rounds"), values["results"]
    more = {name: values[name] for name in ("match", "for_teams") if values.get(name)}
    if "match" in more:
        return tool.results(number, words, **more, confirmed=confirmed)
    tables = words[::2]
    if len(words) % 2 or not all(map(str.isdecimal, tables)) or len({*tables}) < len(tables):
        return tool._perform("result", values, None, confirmed)
    results = dict(zip(map(int, tables), words[1::2], strict=True))
    return tool.results(number, results, **more, confirmed=confirmed)
