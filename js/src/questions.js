// What a solver that holds its state is asked beside its optimum.
import { CELL } from "./graph.js";
import { named } from "./options.js";
import { readVertices, readWide, writeVertices } from "./integers.js";

const WIDE = 16; // bytes
const MOST = (1n << 63n) - 1n;

/** The prices that a function of C finds, as many as `count`. */
export function prices(handle, name, count, ...who) {
  const { instance } = handle;
  return handle.with(() => {
    const [possible, fewer, weight] = [1, CELL, WIDE].map((bytes) => instance.take(bytes * count));
    handle.call(name, ...who, 0, 0, possible, fewer, weight, BigInt(count));
    return {
      possible: instance.array(Uint8Array, possible, count).slice(),
      fewer: readVertices(instance, fewer, count),
      weight: readWide(instance, weight, count),
    };
  });
}

/** What it costs to give up the edges of some vertices. */
export function losses(
  handle,
  size,
  vertices,
  options,
) {
  const given = named(options, ["atLeast", "most", "limit"]);
  const { atLeast = vertices.map(() => 0n), most = vertices.length, limit = MOST } = given;
  const { instance } = handle;
  const count = vertices.length;
  return handle.with(() => {
    const [ends, costs] = [0, 0].map(() => instance.take(CELL * count));
    const exact = instance.take(count);
    writeVertices(vertices, size, "vertices", instance, ends);
    instance.array(BigInt64Array, costs, count).set(atLeast);
    handle.call("losses", BigInt(count), ends, BigInt(most), limit, 0, 0, costs, exact);
    return {
      exact: instance.array(Uint8Array, exact, count).slice(),
      atLeast: instance.array(BigInt64Array, costs, count).slice(),
    };
  });
}
