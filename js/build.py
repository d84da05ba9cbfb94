"""Build fastpair.wasm: ``python js/build.py``, with the compiler of ``pip install ziglang``."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
ENGINE = ROOT / "src" / "engine_cpp"
CALLED = [
    "malloc",
    "free",
    "fastpair_version",
    "fastpair_solve_dense",
    "fastpair_solve_edges",
    "fastpair_solution_free",
    "fastpair_solution_cardinality",
    "fastpair_solution_weight_wide",
    "fastpair_solution_mate",
    "fastpair_solution_vertex_duals_2x",
    "fastpair_solution_ground_2x",
    "fastpair_solution_blossom_count",
    "fastpair_solution_blossom_size",
    "fastpair_solution_blossom_members",
    "fastpair_solution_blossom_dual_2x",
]
"""What src/engine.js calls."""
LICENCES = {
    "zig": "LICENSE",
    "libcxx": "lib/libcxx/LICENSE.TXT",
    "libcxxabi": "lib/libcxxabi/LICENSE.TXT",
    "wasi-libc": "lib/libc/wasi/LICENSE",
    "wasi-libc-llvm": "lib/libc/wasi/LICENSE-APACHE-LLVM",
    "wasi-libc-mit": "lib/libc/wasi/LICENSE-MIT",
    "cloudlibc": "lib/libc/wasi/libc-bottom-half/cloudlibc/LICENSE",
    "musl": "lib/libc/wasi/libc-top-half/musl/COPYRIGHT",
}
"""Licences of the parts of the module that are not fastpair's, as ziglang holds them."""


def build(target: Path) -> None:
    """Compile and link the engine with its C interface into one WebAssembly module.

    Its exceptions are ignored but for what src/failure.cpp does when one is thrown, so that calls cost
    nothing for them.
    """
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(\s*fastpair\s+VERSION\s+([0-9.]+)", cmake)[1]
    sources = sorted(set(ENGINE.rglob("*.cpp")) - {ENGINE / "api" / "bindings.cpp"})
    command = [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi"]
    command += ["-mcpu=generic+simd128+bulk_memory", "-mexec-model=reactor"]
    command += [
        "-std=c++20",
        "-O3",
        "-flto",
        "-DNDEBUG",
        "-fignore-exceptions",
        "-fvisibility=hidden",
    ]
    command += ["-DFASTPAIR_STATIC", f'-DFASTPAIR_VERSION="{version}"']
    command += [f"-I{ENGINE}", f"-I{ENGINE / 'include'}"]
    command += [f"-Wl,--export={name}" for name in CALLED]
    command += ["-Wl,--strip-all", "-Wl,-z,stack-size=1048576"]
    copy_licences(target.parent)
    made = subprocess.run(
        [*command, *map(str, sources), str(HERE / "src" / "failure.cpp"), "-o", str(target)],
        check=False,
    )
    if made.returncode:
        raise SystemExit(f"{target.name} is not built: the compiler has failed")


def copy_licences(dist: Path) -> None:
    """Copy fastpair's licence, and those of what the compiler links into the module: its libraries."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise SystemExit("ziglang is not installed: pip install ziglang")
    compiler = Path(spec.origin).parent
    folder = dist / "licenses"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "LICENSE", dist)
    for name, path in LICENCES.items():
        shutil.copy(compiler / path, folder / f"{name}.txt")


if __name__ == "__main__":
    build(HERE / "dist" / "fastpair.wasm")
