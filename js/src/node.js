// index.js in node, which reads the compiled engine from a file.
import { readFile } from "node:fs/promises";
import { compileBy } from "./engine.js";

const place = new URL("../dist/fastpair.wasm", import.meta.url);
compileBy(async () => WebAssembly.compile(await readFile(place)));

export * from "./index.js";
