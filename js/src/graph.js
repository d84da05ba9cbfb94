// The graph of a call, checked and written into the memory of the engine.
import { shown, writeVertices, writeWeights } from "./integers.js";

export const CELL = 8; // bytes of an integer
const VERTEX_LIMIT = 2 ** 24;

export function requireSize(size) {
  if (!(Number.isInteger(size) && size >= 0 && size <= VERTEX_LIMIT)) {
    throw new RangeError(`expected 0 to 2**24 vertices, got ${shown(size)}`);
  }
}

export function requireLength(array, length, name) {
  if (array.length !== length) {
    throw new RangeError(`${name}: expected ${length} elements, got ${array.length}`);
  }
}

/** The places of so many weights, and of the flags that say which of them are edges, or 0. */
export function writeCells(instance, count, weights, allowed) {
  requireLength(weights, count, "weights");
  if (allowed) requireLength(allowed, count, "allowed");
  // All memory first: when it grows, views of it become useless.
  const place = instance.take(CELL * count);
  const mask = allowed ? instance.take(count) : 0;
  writeWeights(weights, instance, place);
  if (allowed) instance.array(Uint8Array, mask, count).set(allowed);
  return [place, mask];
}

/** The number of edges and the places where their ends and weights stand in memory. */
export function writeEdges(instance, size, first, second, weights) {
  requireSize(size);
  requireLength(second, first.length, "second");
  requireLength(weights, first.length, "weights");
  // All memory first: when it grows, views of it become useless.
  const [i, j, w] = [0, 0, 0].map(() => instance.take(CELL * first.length));
  writeVertices(first, size, "first", instance, i);
  writeVertices(second, size, "second", instance, j);
  writeWeights(weights, instance, w);
  return [BigInt(first.length), i, j, w];
}
