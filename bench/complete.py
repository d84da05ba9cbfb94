"""Complete graphs given as edges beside their matrix, in C++, C and JavaScript, each in one process.

    python bench/complete.py [VERTICES...]

Milliseconds of processor time, the least of at least ten calls in turns, most edges; and what it takes to read every
number of the edges once, which no search does without. Compiles the engine with CMake, and the module of JavaScript
unless `python js/build.py` has made it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
BENCH = ROOT / "bench"
SIZES = ("100", "300", "1000", "2000")


def run(*words):
    done = subprocess.run([*map(str, words)], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def compile_program(folder):
    """The program for C++ and C."""
    build = ROOT / "build" / "complete"
    run("cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release")
    run("cmake", "--build", build, "--parallel", "2", "--target", "fastpair_c_static")
    (library,) = build.rglob("libfastpair.a")
    program = folder / "complete"
    words = ["-std=c++20", "-O2", "-DFASTPAIR_STATIC", f"-I{ROOT / 'src/engine_cpp/include'}"]
    run("c++", *words, BENCH / "complete.cpp", library, "-pthread", "-o", program)
    return program


def main(sizes):
    if not (ROOT / "js" / "dist" / "fastpair.wasm").exists():
        run(sys.executable, ROOT / "js" / "build.py")
    with TemporaryDirectory() as scratch:
        lines = run(compile_program(Path(scratch)), *sizes).splitlines()
    lines += run("node", BENCH / "complete.mjs", *sizes).splitlines()
    print(
        "| language | vertices | edges | ms | matrix, ms | ratio | reading the edges, ms |\n"
        "| --- | --- | --- | --- | --- | --- | --- |"
    )
    for line in lines:
        language, size, shuffled, *times = line.split()
        edges, matrix, reading = map(float, times)
        order = "shuffled" if int(shuffled) else "in order"
        print(
            f"| {language} | {size} | {order} | {edges:.2f} | {matrix:.2f} | {edges / matrix:.2f}"
            f" | {reading:.2f} |"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or SIZES)
