// Exact maximum-weight matching in general graphs, computed in this thread.
import { withInstance } from "./engine.js";
import { known } from "./options.js";
import { readVertices, readWide, writeVertices, writeWeights } from "./integers.js";

export { certifies } from "./certificate.js";

const WIDE = 16; // bytes
const CELL = 8;
const VERTEX_LIMIT = 2 ** 24;

function requireSize(size) {
  if (!(Number.isInteger(size) && size >= 0 && size <= VERTEX_LIMIT)) {
    throw new RangeError(`expected 0 to 2**24 vertices, got ${String(size)}`);
  }
}

function requireLength(array, length, name) {
  if (array.length !== length) {
    throw new RangeError(`${name}: expected ${length} elements, got ${array.length}`);
  }
}

/** A solution of C as one of JavaScript; see fastpair.h. */
function read(instance, solution, size) {
  const { calls } = instance;
  const room = instance.take(Math.max(size, 1) * WIDE);
  const wide = (call, count = 1) => {
    call(room);
    return readWide(instance, room, count);
  };
  calls.fastpair_solution_mate(solution, room, BigInt(size));
  const mates = readVertices(instance, room, size);
  const [weight] = wide((place) => calls.fastpair_solution_weight_wide(solution, place));
  const [ground2x] = wide((place) => calls.fastpair_solution_ground_2x(solution, place));
  const vertices2x = wide(
    (place) => calls.fastpair_solution_vertex_duals_2x(solution, place, BigInt(size)),
    size,
  );
  const blossoms = [];
  for (let k = 0n; k < calls.fastpair_solution_blossom_count(solution); ++k) {
    const [dual2x] = wide((place) => calls.fastpair_solution_blossom_dual_2x(solution, k, place));
    calls.fastpair_solution_blossom_size(solution, k, room);
    const count = Number(instance.array(BigInt64Array, room, 1)[0]);
    calls.fastpair_solution_blossom_members(solution, k, room, BigInt(count));
    blossoms.push({ members: readVertices(instance, room, count), dual2x });
  }
  const cardinality = Number(calls.fastpair_solution_cardinality(solution));
  calls.fastpair_solution_free(solution);
  return { mates, weight, cardinality, certificate: { vertices2x, ground2x, blossoms } };
}

/** What a call that solves finds, where `call` is given the place for its solution. */
function solve(instance, size, call) {
  const place = instance.take(4);
  const status = call(place);
  if (status !== 0) throw new Error(`fastpair: status ${status}`);
  return read(instance, instance.array(Uint32Array, place, 1)[0], size);
}

export function maxWeightMatching(size, first, second, weights, options) {
  return withInstance((instance) => {
    const { maxCardinality } = known(options, ["maxCardinality"]);
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
        BigInt(size), count, i, j, w, Number(maxCardinality), 0, 0, place,
      ),
    );
  });
}

export function maxWeightMatchingDense(size, weights, options) {
  return withInstance((instance) => {
    const { allowed, maxCardinality } = known(options, ["allowed", "maxCardinality"]);
    requireSize(size);
    requireLength(weights, size * size, "weights");
    if (allowed) requireLength(allowed, size * size, "allowed");
    const w = instance.take(CELL * size * size);
    const mask = allowed ? instance.take(size * size) : 0;
    writeWeights(weights, instance, w);
    if (allowed) instance.array(Uint8Array, mask, size * size).set(allowed);
    return solve(instance, size, (place) =>
      instance.calls.fastpair_solve_dense(
        BigInt(size), w, mask, Number(maxCardinality), 0, 0, place,
      ),
    );
  });
}
