// Computes what background.js asks for, one call after the other.
import { answer } from "./answer.js";
import * as engine from "./index.js";

onmessage = async ({ data }) => postMessage(await answer(engine, data));
