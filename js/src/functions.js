// The functions of index.js, each a call of a worker.
import { ask } from "./calls.js";

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

export { stop } from "./calls.js";
