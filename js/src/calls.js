// Calls of a worker, which background.js or background.node.js makes.

let makeWorker; // returns a worker whose answers go to settle()
let worker; // the only one, which is made at the first call
let calls = 0;
const waiting = new Map(); // of the calls that have no answer yet

export function workBy(make) {
  makeWorker = make;
}

export function settle(current, { call, result, error }) {
  const { resolve, reject } = waiting.get(call);
  waiting.delete(call);
  if (error) reject(error);
  else resolve(result);
  if (waiting.size === 0) current.unref?.(); // a program of node may end now
}

export function ask(name, args) {
  const call = ++calls;
  return new Promise((resolve, reject) => {
    worker ??= makeWorker();
    waiting.set(call, { resolve, reject });
    worker.ref?.();
    try {
      worker.postMessage({ call, name, args });
    } catch (error) {
      waiting.delete(call);
      throw error; // rejects the promise
    }
  });
}

export function stop(reason = new DOMException("fastpair was stopped", "AbortError")) {
  worker?.terminate();
  worker = undefined;
  for (const { reject } of waiting.values()) reject(reason);
  waiting.clear();
}
