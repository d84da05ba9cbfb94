// The functions of index.js, computed in a worker of the browser: the page stays alive meanwhile.
import { settle, stop, workBy } from "./calls.js";

workBy(() => {
  // Bundlers find the worker by these words.
  const made = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => settle(made, data);
  made.onerror = ({ message }) => stop(new Error(`fastpair: the worker failed: ${message}`));
  return made;
});

export * from "./functions.js";
