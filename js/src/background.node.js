// The functions of index.js, computed in a thread of node.
import { Worker } from "node:worker_threads";
import { settle, stop, workBy } from "./calls.js";

workBy(() => {
  const made = new Worker(new URL("./worker.node.js", import.meta.url));
  return made.on("message", (answer) => settle(made, answer)).on("error", stop);
});

export * from "./functions.js";
