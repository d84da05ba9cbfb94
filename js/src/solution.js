// A matching that the engine has found, copied out of its memory.
import { readVertices, readWide } from "./integers.js";

const WIDE = 16; // bytes

/** A solution of C as one of JavaScript; see fastpair.h. */
function read(instance, solution, size) {
  const { calls } = instance;
  const room = instance.take(Math.max(size, 1) * WIDE);
  const wide = (call, count = 1) => {
    call(room);
    return readWide(instance, room, count);
  };
  calls.fastpair_solution_mate(solution, room, BigInt(size));
  const mate = readVertices(instance, room, size);
  const [weight] = wide((place) => calls.fastpair_solution_weight_wide(solution, place));
  const [ground2x] = wide((place) => calls.fastpair_solution_ground_2x(solution, place));
  const vertexDuals2x = wide(
    (place) => calls.fastpair_solution_vertex_duals_2x(solution, place, BigInt(size)),
    size,
  );
  const [blossoms, blossomDuals2x] = [[], []];
  for (let k = 0n; k < calls.fastpair_solution_blossom_count(solution); ++k) {
    const [dual2x] = wide((place) => calls.fastpair_solution_blossom_dual_2x(solution, k, place));
    calls.fastpair_solution_blossom_size(solution, k, room);
    const count = Number(instance.array(BigInt64Array, room, 1)[0]);
    calls.fastpair_solution_blossom_members(solution, k, room, BigInt(count));
    blossoms.push(readVertices(instance, room, count));
    blossomDuals2x.push(dual2x);
  }
  const cardinality = Number(calls.fastpair_solution_cardinality(solution));
  calls.fastpair_solution_free(solution);
  const certificate = { vertexDuals2x, blossoms, blossomDuals2x, ground2x };
  return { mate, weight, cardinality, certificate };
}

/** The place of what a call makes, where `call` is given the place for its address. */
export function make(instance, call) {
  const place = instance.take(4);
  instance.check(call(place));
  return instance.array(Uint32Array, place, 1)[0];
}

/** What a call that solves finds. */
export function solve(instance, size, call) {
  return read(instance, make(instance, call), size);
}
