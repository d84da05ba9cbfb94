// Exact maximum-weight matching in general graphs, computed in this thread.
import { withInstance } from "./engine.js";
import { CELL, requireLength, requireSize, writeCells, writeEdges } from "./graph.js";
import { readWide, writeWeights } from "./integers.js";
import { known, objectiveOf } from "./options.js";
import { solve } from "./solution.js";

export { verify } from "./certificate.js";
export { JoinSolver } from "./joins.js";
export { foldLevels, foldLevelsDense } from "./levels.js";
export { kbestMatchings } from "./ranking.js";
export { Solver } from "./solver.js";
export { SparseSolver } from "./sparse.js";

function matchEdges(minimize, size, first, second, weights, options) {
  return withInstance((instance) => {
    const given = known(options, ["maxcardinality", "perfect"], minimize);
    const edges = writeEdges(instance, size, first, second, weights);
    const objective = objectiveOf(given, minimize);
    return solve(instance, size, (place) =>
      instance.calls.fastpair_solve_edges(BigInt(size), ...edges, objective, 0, 0, place),
    );
  });
}

function matchMatrix(minimize, size, weights, options) {
  return withInstance((instance) => {
    const given = known(options, ["allowed", "maxcardinality", "perfect"], minimize);
    requireSize(size);
    const cells = writeCells(instance, size * size, weights, given.allowed);
    const objective = objectiveOf(given, minimize);
    return solve(instance, size, (place) =>
      instance.calls.fastpair_solve_dense(BigInt(size), ...cells, objective, 0, 0, place),
    );
  });
}

function assign(minimize, rows, columns, weights, options) {
  return withInstance((instance) => {
    const given = known(options, ["allowed", "maxcardinality", "perfect"], minimize);
    requireSize(rows);
    requireSize(columns);
    const cells = writeCells(instance, rows * columns, weights, given.allowed);
    const objective = objectiveOf(given, minimize);
    const sides = [BigInt(rows), BigInt(columns)];
    return solve(instance, rows + columns, (place) =>
      instance.calls.fastpair_solve_rectangular(...sides, ...cells, objective, 0, 0, place),
    );
  });
}

function chooseEdges(minimize, size, first, second, weights, most, options) {
  return withInstance((instance) => {
    const given = known(options, ["maxcardinality", "perfect"]);
    requireLength(most, size, "most");
    const [bounds, chosen, sum] = [CELL * size, first.length, 2 * CELL].map((bytes) =>
      instance.take(bytes),
    );
    const edges = writeEdges(instance, size, first, second, weights);
    writeWeights(most, instance, bounds, "most");
    const objective = objectiveOf(given, minimize);
    instance.check(
      instance.calls.fastpair_solve_b_matching(
        BigInt(size), ...edges, bounds, objective, 0, 0, chosen, sum, edges[0],
      ),
    );
    const flags = instance.array(Uint8Array, chosen, first.length);
    const places = Array.from(flags.keys()).filter((k) => flags[k] === 1);
    const [weight] = readWide(instance, sum, 1);
    return { edges: Int32Array.from(places), weight };
  });
}

export const maxWeightMatching = (...graph) => matchEdges(false, ...graph);
export const minWeightMatching = (...graph) => matchEdges(true, ...graph);
export const maxWeightMatchingDense = (...graph) => matchMatrix(false, ...graph);
export const minWeightMatchingDense = (...graph) => matchMatrix(true, ...graph);
export const maxWeightAssignment = (...graph) => assign(false, ...graph);
export const minWeightAssignment = (...graph) => assign(true, ...graph);
export const maxWeightBMatching = (...graph) => chooseEdges(false, ...graph);
export const minWeightBMatching = (...graph) => chooseEdges(true, ...graph);
