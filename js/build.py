"""Build fastpair.wasm: ``python js/build.py``, with the compiler of ``pip install ziglang``."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
ENGINE = ROOT / "src" / "engine_cpp"
CALLED = [
    "malloc",
    "free",
    "fastpair_version",
    "fastpair_last_error",
    "fastpair_fold_levels",
    "fastpair_solve_dense",
    "fastpair_solve_edges",
    "fastpair_solve_rectangular",
    "fastpair_solve_b_matching",
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
    "fastpair_solver_new",
    "fastpair_solver_copy",
    "fastpair_solver_free",
    "fastpair_solver_set",
    "fastpair_solver_forbid",
    "fastpair_solver_force",
    "fastpair_solver_remove",
    "fastpair_solver_set_row",
    "fastpair_solver_solve",
    "fastpair_solver_prices",
    "fastpair_solver_price_table",
    "fastpair_solver_losses",
    "fastpair_sparse_solver_new",
    "fastpair_sparse_solver_copy",
    "fastpair_sparse_solver_free",
    "fastpair_sparse_solver_set",
    "fastpair_sparse_solver_forbid",
    "fastpair_sparse_solver_remove",
    "fastpair_sparse_solver_insert",
    "fastpair_sparse_solver_weight",
    "fastpair_sparse_solver_mate",
    "fastpair_sparse_solver_solve",
    "fastpair_sparse_solver_prices",
    "fastpair_sparse_solver_losses",
    "fastpair_join_solver_new",
    "fastpair_join_solver_copy",
    "fastpair_join_solver_free",
    "fastpair_join_solver_solve",
    "fastpair_join_solver_solve_all",
    "fastpair_join_solver_edges",
    "fastpair_join_free",
    "fastpair_join_weight",
    "fastpair_join_labels",
    "fastpair_join_pair_count",
    "fastpair_join_pairs",
    "fastpair_join_moat_count",
    "fastpair_join_moats",
]
"""What the scripts call."""
LICENCES = {
    "zig": "LICENSE",
    "libcxx": "lib/libcxx/LICENSE.TXT",
    "libcxxabi": "lib/libcxxabi/LICENSE.TXT",
    "libunwind": "lib/libunwind/LICENSE.TXT",
    "wasi-libc": "lib/libc/wasi/LICENSE",
    "wasi-libc-llvm": "lib/libc/wasi/LICENSE-APACHE-LLVM",
    "wasi-libc-mit": "lib/libc/wasi/LICENSE-MIT",
    "cloudlibc": "lib/libc/wasi/libc-bottom-half/cloudlibc/LICENSE",
    "musl": "lib/libc/wasi/libc-top-half/musl/COPYRIGHT",
}
"""Licences of the parts of the module that are not fastpair's, as ziglang holds them."""


def build(target: Path) -> None:
    """Compile and link the engine with its C interface into one WebAssembly module."""
    cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(\s*fastpair\s+VERSION\s+([0-9.]+)", cmake)[1]
    sources = sorted(set(ENGINE.rglob("*.cpp")) - set((ENGINE / "python").glob("*.cpp")))
    options = ["-std=c++20", "-mexec-model=reactor", "-DFASTPAIR_STATIC"]
    options += [f'-DFASTPAIR_VERSION="{version}"', f"-I{ENGINE}", f"-I{ENGINE / 'include'}"]
    options += [f"-Wl,--export={name}" for name in CALLED]
    options += ["-Wl,--strip-all", "-Wl,-z,stack-size=1048576"]
    copy_licences(target.parent)
    with tempfile.TemporaryDirectory() as folder:
        objects = exceptions(Path(folder))
        compile_to(target, "c++", *options, *sources, *objects)


def exceptions(folder: Path) -> list[Path]:
    """Compile what throws and catches, which the libraries of the compiler lack for WASI.

    Their sources are there: the runtime of C++, and the part of the unwinder for WebAssembly.
    """
    library = compiler() / "lib"
    runtime, unwinder = library / "libcxxabi", library / "libunwind"
    includes = [runtime / "include", runtime / "src", library / "libcxx" / "src"]
    options = ["-c", "-D_LIBCXXABI_HAS_NO_THREADS", "-D_LIBCPP_BUILDING_LIBRARY"]
    options += ["-D_LIBUNWIND_HIDE_SYMBOLS", "-Wno-c23-extensions"]
    options += [f"-I{path}" for path in [*includes, unwinder / "include"]]
    objects = []
    for source in [
        HERE / "src" / "exceptions.cpp",
        runtime / "src" / "cxa_exception.cpp",
        runtime / "src" / "cxa_personality.cpp",
        unwinder / "src" / "Unwind-wasm.c",
    ]:
        language = ["c++", "-std=c++20"] if source.suffix == ".cpp" else ["cc"]
        objects.append(folder / f"{source.stem}.o")
        compile_to(objects[-1], *language, *options, source)
    return objects


def compile_to(target: Path, language: str, *words: str | Path) -> None:
    """Run the compiler for C or for C++."""
    options = ["-target", "wasm32-wasi", "-O3", "-DNDEBUG", "-fvisibility=hidden"]
    options += ["-mcpu=generic+simd128+bulk_memory+exception_handling", "-fwasm-exceptions"]
    command = [sys.executable, "-m", "ziglang", language, *options, *words, "-o", target]
    if subprocess.run([str(word) for word in command], check=False).returncode:
        raise SystemExit(f"{target.name} is not built: the compiler has failed")


def compiler() -> Path:
    """The folder of the compiler and of the sources of its libraries."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        raise SystemExit("ziglang is not installed: pip install ziglang")
    return Path(spec.origin).parent


def copy_licences(dist: Path) -> None:
    """Copy fastpair's licence, and those of what the compiler links into the module: its libraries."""
    folder = dist / "licenses"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "LICENSE", dist)
    for name, path in LICENCES.items():
        shutil.copy(compiler() / path, folder / f"{name}.txt")


if __name__ == "__main__":
    build(HERE / "dist" / "fastpair.wasm")
