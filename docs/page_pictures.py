"""Make docs/pictures/page-*.webp, the director's page, a phone and the screen: ``python docs/page_pictures.py``.

The demonstration, whose players are invented, is opened in an empty folder; needs Chromium.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browsing import CHROMIUM, base, go, told  # noqa: E402
from serving import served  # noqa: E402

WIDE, PHONE, BEAMER = (1280, 760), (390, 720), (1280, 720)
QUALITY = 80
FOLDER = "/home/ann/tournaments"
"""What stands for the folder of the picture, which is a temporary one."""


def shown(browser: Browser, size: tuple[int, int], colours: str, address: str) -> Page:
    """A page of so many points in light or dark colours."""
    width, height = size
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme=colours, locale="en-GB"
    )
    page.goto(address)
    return page


def kept(page: Page, name: str) -> None:
    """Write what is seen of a page."""
    page.mouse.move(0, 0)
    taken = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    (ROOT / "docs" / "pictures" / f"page-{name}.webp").write_bytes(base64.b64decode(taken["data"]))


def close_messages(page: Page) -> None:
    """Close what was said of the last change."""
    page.get_by_role("button", name="Dismiss message").click()


def draw(page: Page) -> str:
    """Draw and publish the third round, beside a player's swaps; the address of the tournament."""
    page.locator("main b").filter(has_text="/").evaluate(f"name => name.textContent = {FOLDER!r}")
    kept(page, "start")
    page.get_by_role("button", name="Open demo").click()
    address = page.url.rpartition("/players/")[0]
    page.goto(f"{address}/boards/3")
    page.get_by_role("button", name="Pair round 3").first.click()
    told(page, "round 3 drawn")
    close_messages(page)
    page.locator("#list td a").nth(2).click()
    page.get_by_role("heading", name="Swap with").wait_for()
    kept(page, "boards")
    page.get_by_role("button", name="Publish round 3").click()
    told(page, "round 3 published")
    return address


def enter_results(page: Page) -> None:
    """Enter most results of the round in numbers."""
    go(page, "Results")
    page.locator("#typed").fill(" ".join(f"{table} 1" for table in (1, 2, 4, 6, 7)))
    page.keyboard.press("Enter")
    told(page, "results missing")


def main() -> None:
    """Write the pictures."""
    with (
        TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = shown(browser, WIDE, "light", server.addresses.director)
        address = draw(page)
        go(page, "Players")
        kept(page, "players")
        enter_results(page)
        kept(page, "results")
        go(page, "Standings")
        kept(page, "standings")
        go(page, "Results")
        kept(shown(browser, BEAMER, "dark", f"{address}/hall/screen"), "screen")
        page.set_viewport_size(dict(zip(("width", "height"), PHONE, strict=True)))
        page.goto(f"{base(server)}{address.removeprefix(base(server))}/results/3")
        kept(page, "phone")
        browser.close()


if __name__ == "__main__":
    main()
