"""The package for JavaScript: in node, and in Chromium beside the engine of this machine."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import re
import shutil
import subprocess
import threading
import time

import numpy as np
import pytest

from building import ROOT, run
from fastpair.matching import max_weight_matching
from fastpair.research.bench import instance

PACKAGE = ROOT / "js"
COMPILED = PACKAGE / "dist" / "fastpair.wasm"
CHROMIUM = next(
    filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), ""
)


def outdated():
    """Whether the compiled engine is missing, or older than its sources."""
    sources = [PACKAGE / "build.py", *(ROOT / "src" / "engine_cpp").rglob("*.?pp")]
    newest = max(path.stat().st_mtime for path in [*sources, PACKAGE / "src" / "exceptions.cpp"])
    return not COMPILED.exists() or COMPILED.stat().st_mtime < newest


pytestmark = pytest.mark.skipif(
    outdated(), reason="js/dist/fastpair.wasm is missing or outdated: nox -s wasm makes it"
)
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="no node")
needs_browser = pytest.mark.skipif(
    not (CHROMIUM and importlib.util.find_spec("playwright")),
    reason="no Chromium, or no playwright: nox -s wasm installs the latter",
)


@needs_node
def test_in_node():
    run("node", "--test", PACKAGE / "test")


@needs_node
def test_the_package_has_what_it_needs_and_no_more(tmp_path):
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm")
    subprocess.run(
        [npm, "pack", "--pack-destination", tmp_path], cwd=PACKAGE, check=True, capture_output=True
    )
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(\s*fastpair\s+VERSION\s+([0-9.]+)", cmake)[1]
    package = tmp_path / f"fastpair-{version}.tgz"
    shutil.unpack_archive(package, tmp_path)
    found = {
        path.relative_to(tmp_path / "package").as_posix()
        for path in tmp_path.rglob("package/**/*")
        if path.is_file()
    }
    sources = PACKAGE / "src"
    scripts = {f"src/{path.name}" for path in [*sources.glob("*.js"), *sources.glob("*.d.ts")]}
    libc = ["cloudlibc", "musl", "wasi-libc", "wasi-libc-llvm", "wasi-libc-mit"]
    licences = [*libc, "libcxx", "libcxxabi", "libunwind", "zig"]
    assert found == {
        "package.json",
        "README.md",
        "dist/LICENSE",
        "dist/fastpair.wasm",
        *(f"dist/licenses/{name}.txt" for name in licences),
        *scripts,
    }


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files."""

    def log_message(self, *_):
        """Keep silent."""


@pytest.fixture(scope="module")
def page(tmp_path_factory, driver):
    """A page in Chromium, which can import the package and fetch the files beside it."""
    folder = tmp_path_factory.mktemp("page")
    for name in ("src", "dist", "example"):
        shutil.copytree(PACKAGE / name, folder / name)
    (folder / "page.html").write_text("<!doctype html><title>fastpair</title>", encoding="utf-8")
    handler = functools.partial(Handler, directory=folder)
    options = ["--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=options, chromium_sandbox=False
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/page.html")
        page.folder = folder
        yield page
        browser.close()
        server.shutdown()


PAGE = """
import { maxWeightMatching } from "fastpair";
import * as background from "fastpair/background";

const path = [4, [0, 1, 2], [1, 2, 3], [7, 20, 7]];
const { weight } = await maxWeightMatching(...path);
const other = await background.maxWeightMatching(...path, { maxcardinality: true });
document.title = `${weight} ${other.weight}`;
"""

VITE = """export default { base: "./", build: { target: "esnext", outDir: "out/made" } };"""
WEBPACK = """export default { mode: "production", entry: "./page.js",
  output: { path: import.meta.dirname + "/out/made", filename: "page.js", publicPath: "auto", module: true },
  experiments: { outputModule: true } };"""
ROLLUP = """import resolve from "@rollup/plugin-node-resolve";
export default { input: { page: "./page.js", worker: "fastpair/worker" },
  output: { dir: "out/made", format: "es" }, plugins: [resolve({ browser: true })] };"""
ESBUILD = [
    *("esbuild", "page.js", "worker=fastpair/worker", "--bundle", "--minify"),
    *("--format=esm", "--outdir=out/made"),
]
BUNDLERS = {
    "vite": ["vite", "build"],
    "webpack": ["webpack", "--config", "webpack.config.mjs"],
    "rollup": ["rollup", "--config", "rollup.config.mjs"],
    "esbuild": ESBUILD,
}
"""The commands of bundlers, whose packages `nox -s wasm` installs into the folder `MODULES`."""
MODULES = ROOT / "build" / "bundlers" / "node_modules"
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"


class StrictHandler(Handler):
    """Serves files under the policy that README.md states."""

    def end_headers(self):
        """Add the policy."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


def bundled(folder, bundler):
    """The folder of a page that a bundler has made for production."""
    (folder / "node_modules").symlink_to(MODULES)
    (folder / "package.json").write_text('{ "type": "module" }')
    (folder / "page.js").write_text(PAGE)
    (folder / "index.html").write_text(
        '<title>-</title><script type="module" src="./page.js"></script>'
    )
    (folder / "vite.config.js").write_text(VITE)
    (folder / "webpack.config.mjs").write_text(WEBPACK)
    (folder / "rollup.config.mjs").write_text(ROLLUP)
    command, *words = BUNDLERS[bundler]
    subprocess.run(
        [MODULES / ".bin" / command, *words], cwd=folder, check=True, capture_output=True
    )
    made = folder / "out" / "made"
    if bundler != "vite":
        made.joinpath("index.html").write_text((folder / "index.html").read_text())
    if bundler in ("esbuild", "rollup"):
        shutil.copytree(PACKAGE / "dist", folder / "out" / "dist")
    return folder / "out"


@needs_browser
@needs_node
@pytest.mark.parametrize("bundler", BUNDLERS)
def test_a_page_that_is_bundled_solves_under_a_strict_policy(page, bundler, tmp_path):
    if not (MODULES / "fastpair").exists() or not (MODULES / ".bin" / bundler).exists():
        pytest.skip(f"no {bundler} in {MODULES}: nox -s wasm installs it")
    handler = functools.partial(StrictHandler, directory=bundled(tmp_path, bundler))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        other = page.context.browser.new_page()
        wrong = []
        other.on("console", lambda message: wrong.append(message.text))
        other.on("pageerror", lambda error: wrong.append(str(error)))
        other.goto(f"http://127.0.0.1:{server.server_port}/made/index.html")
        patience = time.monotonic() + 20
        while (title := other.title()) == "-" and time.monotonic() < patience:
            other.wait_for_timeout(50)  # the policy allows no function to wait for
        other.close()
        server.shutdown()
    assert (title, [line for line in wrong if "favicon" not in line]) == ("20 14", [])


SOLVE = """async ([module, kind]) => {
  const { maxWeightMatchingDense } = await import(`/src/${module}.js`);
  const fetched = async (name) => (await fetch(`/${kind}.${name}`)).arrayBuffer();
  const weights = new Float64Array(await fetched("weights"));
  const allowed = new Uint8Array(await fetched("allowed"));
  const size = Math.sqrt(weights.length);
  await maxWeightMatchingDense(2, [0, 1, 1, 0]); // compiles
  let frames = 0;
  const count = () => { ++frames; going = requestAnimationFrame(count); };
  let going = requestAnimationFrame(count);
  const seconds = [];
  let solution;
  for (let k = 0; k < 5; ++k) {
    const start = performance.now();
    solution = await maxWeightMatchingDense(size, weights, { allowed, maxcardinality: true });
    seconds.push((performance.now() - start) / 1000);
  }
  cancelAnimationFrame(going);
  const { mate, weight, certificate } = solution;
  return { mate: [...mate], weight: String(weight), seconds, frames,
           duals: certificate.vertexDuals2x.map(String) };
}"""


@needs_browser
@pytest.mark.parametrize("module", ["index", "background"])
@pytest.mark.parametrize("kind", ["gotha", "sech"])
def test_in_the_browser_it_is_the_same_matching_in_a_quarter_of_a_second(page, module, kind):
    problem = instance(kind, 1000)
    expected = max_weight_matching(problem.weights, allowed=problem.allowed, maxcardinality=True)
    (page.folder / f"{kind}.weights").write_bytes(problem.weights.astype(np.float64).tobytes())
    (page.folder / f"{kind}.allowed").write_bytes(problem.allowed.astype(np.uint8).tobytes())
    found = page.evaluate(SOLVE, [module, kind])
    print(f"{kind}, {module}.js: {min(found['seconds']):.3f} s, {found['frames']} frames meanwhile")
    assert found["mate"] == expected.mate.tolist()
    assert int(found["weight"]) == expected.weight
    assert found["duals"] == [str(dual) for dual in expected.certificate.vertex_duals_2x]
    assert min(found["seconds"]) < 0.25
    assert (found["frames"] > 0) == (module == "background")


@needs_browser
def test_the_example_pairs_a_round_in_the_browser(page):
    example = page.context.browser.new_page()
    example.goto(page.url.replace("page.html", "example/index.html"))
    example.click("#pair")
    example.wait_for_selector("#boards li")
    boards = example.locator("#boards li").all_inner_texts()
    # Ann and Cai have met, and so have Ann and Bob; two have had the bye, and Bob and Cai have not.
    assert boards == ["Dee - Ann", "Bob - Eve", "Cai: bye"]
    example.fill("#players", "Ann 1 0 Bob\nBob 1 0 Ann")
    example.click("#pair")
    example.wait_for_selector("#message:has-text('not paired: Ann, Bob')")
    example.close()
