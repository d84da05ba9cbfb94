// The functions of index.js, computed in a worker: the page stays alive meanwhile.

let worker; // a promise of the one worker, which is made at the first call
let calls = 0;
const waiting = new Map(); // of the calls that have no answer yet

/** A worker of the browser or a thread of node. */
async function makeWorker() {
  const place = new URL("./worker.js", import.meta.url);
  if (globalThis.Worker) {
    const made = new Worker(place, { type: "module" });
    made.onmessage = ({ data }) => settle(made, data);
    made.onerror = ({ message }) => stop(new Error(`fastpair: the worker failed: ${message}`));
    return made;
  }
  const { Worker: Thread } = await import("node:worker_threads");
  const made = new Thread(place);
  return made.on("message", (answer) => settle(made, answer)).on("error", stop);
}

function settle(current, { call, result, error }) {
  const { resolve, reject } = waiting.get(call);
  waiting.delete(call);
  if (error) reject(error);
  else resolve(result);
  if (waiting.size === 0) current.unref?.(); // a program of node may end now
}

async function send(request) {
  worker ??= makeWorker();
  const current = await worker;
  if (!waiting.has(request.call)) return; // stopped meanwhile
  current.ref?.();
  current.postMessage(request);
}

function ask(name, args) {
  const call = ++calls;
  return new Promise((resolve, reject) => {
    waiting.set(call, { resolve, reject });
    send({ call, name, args }).catch((error) => {
      waiting.delete(call);
      reject(error);
    });
  });
}

export const maxWeightMatching = (...args) => ask("maxWeightMatching", args);
export const maxWeightMatchingDense = (...args) => ask("maxWeightMatchingDense", args);
export const minWeightMatching = (...args) => ask("minWeightMatching", args);
export const minWeightMatchingDense = (...args) => ask("minWeightMatchingDense", args);
export const maxWeightAssignment = (...args) => ask("maxWeightAssignment", args);
export const minWeightAssignment = (...args) => ask("minWeightAssignment", args);
export const maxWeightBMatching = (...args) => ask("maxWeightBMatching", args);
export const minWeightBMatching = (...args) => ask("minWeightBMatching", args);
export const kbestMatchings = (...args) => ask("kbestMatchings", args);
export const foldLevels = (...args) => ask("foldLevels", args);
export const foldLevelsDense = (...args) => ask("foldLevelsDense", args);

export function stop(reason = new DOMException("fastpair was stopped", "AbortError")) {
  worker?.then((ended) => ended.terminate());
  worker = undefined;
  for (const { reject } of waiting.values()) reject(reason);
  waiting.clear();
}
