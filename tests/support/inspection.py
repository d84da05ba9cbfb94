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

STOPS = r"""() => {
  const flow = (each) => {
    for (let part = each; part; part = part.parentElement) {
      const { position, overflowY } = getComputedStyle(part);
      if (/fixed|sticky/.test(position) || (/auto|scroll/.test(overflowY) && part.scrollHeight > part.clientHeight)) return part;
    }
    return null;
  };
  window.stops = [];
  window.wanted = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter((each) =>
    each.tabIndex >= 0 && !each.disabled && each.type !== "hidden" && each.checkVisibility({ visibilityProperty: true })
    && !(each.closest("details:not([open])") && !each.closest("details:not([open])").querySelector(":scope > summary")?.contains(each)));
  if (window.note) removeEventListener("focusin", note);
  window.note = ({ target }) => {
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    const shown = [[.5, .5], [.1, .5], [.9, .5], [.5, .2], [.5, .8]].some(([x, y]) => {
      const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      return top && (target.contains(top) || top.contains(target) || top.closest("label")?.contains(target));
    }) || document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.outerHTML.slice(0, 80) + box.top;
    const around = flow(target);
    const scroll = around ? around.scrollTop - around.getBoundingClientRect().top : scrollY;
    stops.push({ target, name: (target.ariaLabel || target.textContent.trim() || target.labels?.[0]?.textContent || target.id || target.outerHTML).slice(0, 70),
      outline: style.outlineStyle === "auto" || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2),
      shown, around, box: { top: box.top + scroll, bottom: box.bottom + scroll, left: box.left, right: box.right } });
  };
  addEventListener("focusin", note);
  wanted[1]?.focus();
  stops = [];
  return wanted.length;
}"""

ORDER = r"""() => {
  const found = [];
  const name = (each) => each.name.replace(/\s+/g, " ");
  for (const each of stops) {
    if (!each.outline && !each.target.matches("main, aside")) found.push(`no outline: ${name(each)}`);
    if (each.shown !== true) found.push(`focus is covered: ${name(each)} by ${each.shown}`);
  }
  const reached = stops.map((each) => each.target);
  for (const each of wanted) {
    const radio = each.type === "radio" && reached.some((other) => other.name === each.name);
    if (!reached.includes(each) && !radio) found.push(`not reached: ${each.outerHTML.slice(0, 120)}`);
  }
  for (const each of new Set(reached)) if (reached.filter((other) => other === each).length > 1) found.push(`reached twice: ${each.outerHTML.slice(0, 120)}`);
  for (const [place, next] of stops.slice(1).entries()) {
    const last = stops[place];
    if (!last.target.isConnected) continue;
    if (last.around !== next.around) continue;
    if (last.target.closest("aside, #messages") !== next.target.closest("aside, #messages")) continue;  // beside the page
    if (next.target.matches("header .menu > summary")) continue;  // which a phone shows beside the name of the tournament
    const column = last.target.closest(".card") !== next.target.closest(".card");
    const above = next.box.bottom <= last.box.top + 2 && !(column && next.box.left >= last.box.left);
    const before = Math.min(last.box.bottom, next.box.bottom) - Math.max(last.box.top, next.box.top) > 4 && next.box.right <= last.box.left + 2;
    if (above || before) found.push(`order: ${name(next)} after ${name(last)}`);
  }
  return [...new Set(found)];
}"""


def inspect(page):
    """What is wrong with a page as it is shown."""
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(AXE) + page.evaluate(LAYOUT)


def walk(page):
    """What is wrong with the way of the keyboard through a page, from its first control to its last."""
    for _ in range(3):
        count = page.evaluate(STOPS)
        page.keyboard.press("Shift+Tab")  # to the first
        for _ in range(count + 3):
            page.keyboard.press("Tab")
            if page.evaluate("stops.length && document.activeElement === document.body"):
                break
        if page.evaluate("wanted.every((each) => each.isConnected)"):
            return page.evaluate(ORDER)
    raise AssertionError("the page is replaced again and again")
