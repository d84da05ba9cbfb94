// Exact maximum-weight matching in general graphs, computed in this thread.
import { withInstance } from "./engine.js";
import { CELL, requireLength, requireSize, writeCells } from "./graph.js";
import { writeVertices, writeWeights } from "./integers.js";
import { known } from "./options.js";
import { solve } from "./solution.js";

export { verify } from "./certificate.js";
export { foldLevels, foldLevelsDense } from "./levels.js";
export { kbestMatchings } from "./ranking.js";
export { Solver } from "./solver.js";

export function maxWeightMatching(size, first, second, weights, options) {
  return withInstance((instance) => {
    const { maxcardinality } = known(options, ["maxcardinality"]);
    requireSize(size);
    requireLength(second, first.length, "second");
    requireLength(weights, first.length, "weights");
    // All memory first: when it grows, views of it become useless.
    const [i, j, w] = [0, 0, 0].map(() => instance.take(CELL * first.length));
    writeVertices(first, size, "first", instance, i);
    writeVertices(second, size, "second", instance, j);
    writeWeights(weights, instance, w);
    const count = BigInt(first.length);
    return solve(instance, size, (place) =>
      instance.calls.fastpair_solve_edges(
        BigInt(size), count, i, j, w, Number(maxcardinality), 0, 0, place,
      ),
    );
  });
}

export function maxWeightMatchingDense(size, weights, options) {
  return withInstance((instance) => {
    const { allowed, maxcardinality } = known(options, ["allowed", "maxcardinality"]);
    requireSize(size);
    const [w, mask] = writeCells(instance, size * size, weights, allowed);
    return solve(instance, size, (place) =>
      instance.calls.fastpair_solve_dense(
        BigInt(size), w, mask, Number(maxcardinality), 0, 0, place,
      ),
    );
  });
}
