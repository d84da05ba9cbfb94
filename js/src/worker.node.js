// Computes what background.node.js asks for, one call after the other.
import { parentPort } from "node:worker_threads";
import { answer } from "./answer.js";
import * as engine from "./node.js";

parentPort.on("message", async (data) => parentPort.postMessage(await answer(engine, data)));
