// Computes what background.js asks for, one call after the other.
import * as engine from "./index.js";

async function answer({ call, name, args }) {
  try {
    return { call, result: await engine[name](...args) };
  } catch (error) {
    return { call, error };
  }
}

if (globalThis.WorkerGlobalScope) {
  onmessage = async ({ data }) => postMessage(await answer(data));
} else {
  const { parentPort } = await import("node:worker_threads");
  parentPort.on("message", async (data) => parentPort.postMessage(await answer(data)));
}
