"""What a page must be at every width: named, whole on the screen, and done with the keyboard alone."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT

AXE = """() => axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
  .then((found) => found.violations.flatMap(({ id, nodes }) =>
    nodes.map((each) => `axe: ${id}: ${each.html.slice(0, 160)}`)))"""
"""What axe finds, with targets of at least 24 pixels and the practices that it recommends."""

LAYOUT = r"""() => {
  const found = [];
  const headings = [...document.querySelectorAll("h1")].filter((each) => each.checkVisibility());
  if (headings.length !== 1) found.push(`headings: ${headings.map((each) => each.textContent)}`);
  const page = document.querySelector("#messages + .view > .view-in") ?? document.documentElement;
  for (const each of [page, document.documentElement]) {
    if (each.scrollWidth > each.clientWidth) found.push(`wide: ${each.className} ${each.scrollWidth} > ${each.clientWidth}`);
  }
  const scrolls = (each, style = getComputedStyle(each)) => /auto|scroll/.test(style.overflowX) && each.scrollWidth > each.clientWidth;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || !element.checkVisibility() || element.closest("script, style, option, svg, .leaf, .skip, [aria-hidden=true]")) continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (!box.width) continue;
      let part = element;
      for (; part && part !== page; part = part.parentElement) {
        if (scrolls(part)) { part = null; break; }
        const style = getComputedStyle(part);
        if (style.clipPath !== "none") { part = null; break; }  // for ears alone
        if (style.overflowX === "visible" || style.display === "contents") continue;
        const edge = part.getBoundingClientRect();
        if (box.right > edge.right + 1 || box.left < edge.left - 1 || (/hidden|clip/.test(style.overflowY) && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3))) {
          found.push(`cut: ${text.data.trim().slice(0, 60)} in ${part.tagName}.${part.className}`);
          break;
        }
      }
      if (part && (box.right > innerWidth + 1 || box.left < -1)) found.push(`beside the screen: ${text.data.trim().slice(0, 60)}`);
    }
  }
  return [...new Set(found)];
}"""
"""One heading, no page that scrolls to the side, and no text that is cut; a region of its own may scroll."""

CONTROLS = """() => {
  window.controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((each) => {
    const closed = each.closest("details:not([open])");
    return each.tabIndex >= 0 && !each.disabled && each.type !== "hidden" && each.checkVisibility({ visibilityProperty: true })
      && (!closed || closed.querySelector(":scope > summary")?.contains(each));
  });
  window.nameOf = (each) => (each.ariaLabel || each.textContent || each.labels?.[0]?.textContent || each.id).replace(/\\s+/g, " ").trim();
  return controls.length + 3 * controls.filter((each) => each.type === "time").length;
}"""
"""What Tab is to reach, in the order of the page, and how often it is pressed: within a time, too."""

BEFORE = """(name) => {
  const found = controls.findIndex((each) => each.id === name
    || [each.ariaLabel, each.labels?.[0]?.textContent, each.textContent].some((text) => text?.replace(/\\s+/g, " ").trim().startsWith(name)));
  window.aim = controls[found];
  controls[found - 1]?.focus({ preventScroll: true });
  return found > 0;
}"""

STOPS = """() => {
  const regionOf = (each) => {
    for (let part = each; part; part = part.parentElement) {
      const { position, overflowY } = getComputedStyle(part);
      if (/fixed|sticky/.test(position) || (/auto|scroll/.test(overflowY) && part.scrollHeight > part.clientHeight)) return part;
    }
    return null;
  };
  if (window.note) removeEventListener("focusin", note);
  window.note = ({ target }) => {
    const box = target.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    const at = (x, y) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    const isSeen = [[.5, .5], [.1, .5], [.9, .5], [.5, .2], [.5, .8]].some(([x, y]) => {
      const top = at(x, y);
      return top && (target.contains(top) || top.contains(target) || top.closest("label")?.contains(target));
    });
    const region = regionOf(target);
    const scroll = region ? region.scrollTop - region.getBoundingClientRect().top : scrollY;
    stops.push({ target, region, cover: isSeen ? null : at(.5, .5)?.outerHTML.slice(0, 80) ?? "the edge of the screen",
      isMarked: outlineStyle === "auto" || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2),
      top: box.top + scroll, bottom: box.bottom + scroll, left: box.left, right: box.right });
  };
  window.stops = [];
  addEventListener("focusin", note);
  controls[1]?.focus();
  stops.length = 0;
}"""
"""Notes where the keyboard goes, and what is seen of it there."""

ORDER = """() => {
  const found = [];
  const round = stops.findIndex((each, place) => place && each.target === stops[0].target);
  const way = round < 0 ? stops : stops.slice(0, round);
  for (const { target, isMarked, cover } of way) {
    if (!isMarked && !target.matches("main, aside")) found.push(`no outline: ${nameOf(target)}`);
    if (cover) found.push(`focus is covered: ${nameOf(target)} by ${cover}`);
  }
  const reached = way.map((each) => each.target);
  for (const each of controls) {
    const isOther = each.type === "radio" && reached.some((other) => other.name === each.name);
    if (!reached.includes(each) && !isOther) found.push(`not reached: ${each.outerHTML.slice(0, 120)}`);
  }
  for (const [place, next] of way.slice(1).entries()) {
    const last = way[place];
    if (reached.indexOf(next.target) <= place) found.push(`reached twice: ${nameOf(next.target)}`);
    const region = (each) => each.target.closest("aside, #messages");  // is beside the page
    if (last.region !== next.region || region(last) !== region(next)) continue;
    if (next.target.matches("header .menu > summary")) continue;  // a phone shows it beside the name of the tournament
    const isColumn = last.target.closest(".card") !== next.target.closest(".card") && next.left >= last.left;
    const isAbove = next.bottom <= last.top + 2 && !isColumn;
    const isBefore = Math.min(last.bottom, next.bottom) - Math.max(last.top, next.top) > 4 && next.right <= last.left + 2;
    if (isAbove || isBefore) found.push(`order: ${nameOf(next.target)} after ${nameOf(last.target)}`);
  }
  return [...new Set(found)];
}"""
"""What is wrong with the way: controls that it leaves out or meets twice, out of order, or out of sight."""


def inspect(page):
    """What is wrong with a page as it is shown."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(AXE) + page.evaluate(LAYOUT)


def walk(page):
    """What is wrong with the way of the keyboard through a page, from its first control to its last."""
    for _ in range(3):
        count = page.evaluate(CONTROLS)
        page.evaluate(STOPS)
        page.keyboard.press("Shift+Tab")  # to the first
        for _ in range(count + 2):
            page.keyboard.press("Tab")
        if page.evaluate("controls.every((each) => each.isConnected)"):
            return page.evaluate(ORDER)
    raise AssertionError("the page is replaced again and again")


def tab_to(page, name):
    """Go by Tab to a control from the one before it, by its id or the start of its name, see `walk`."""
    for _ in range(3):
        for _ in range(500):  # until the answer to what was done before is there
            page.evaluate(CONTROLS)
            if page.evaluate(BEFORE, name):
                break
            page.wait_for_timeout(20)
        else:
            raise AssertionError(f"there is no {name}")
        for _ in range(4):  # the parts of a time
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === aim"):
                return
        replaced = page.evaluate("controls.some((each) => !each.isConnected)")
        assert replaced, f"{name} cannot be reached"
    raise AssertionError("the page is replaced again and again")
