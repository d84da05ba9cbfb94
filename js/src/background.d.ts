import type * as here from "./index.js";

export type * from "./index.js";

/** The functions of "fastpair", computed in a worker. */
export const maxWeightMatching: typeof here.maxWeightMatching;
export const maxWeightMatchingDense: typeof here.maxWeightMatchingDense;
export const minWeightMatching: typeof here.minWeightMatching;
export const minWeightMatchingDense: typeof here.minWeightMatchingDense;
export const maxWeightAssignment: typeof here.maxWeightAssignment;
export const minWeightAssignment: typeof here.minWeightAssignment;
export const maxWeightBMatching: typeof here.maxWeightBMatching;
export const minWeightBMatching: typeof here.minWeightBMatching;
export const kbestMatchings: typeof here.kbestMatchings;
export const foldLevels: typeof here.foldLevels;
export const foldLevelsDense: typeof here.foldLevelsDense;

/** Stop the worker: calls that wait are rejected with the reason, by default an AbortError. */
export function stop(reason?: unknown): void;
