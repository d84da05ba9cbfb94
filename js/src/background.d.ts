import type { maxWeightMatching as here, maxWeightMatchingDense as hereDense } from "./index.js";

export type * from "./index.js";

/** The functions of "fastpair", computed in a worker. */
export const maxWeightMatching: typeof here;
export const maxWeightMatchingDense: typeof hereDense;

/** Stop the worker: calls that wait are rejected with the reason, by default an AbortError. */
export function stop(reason?: unknown): void;
