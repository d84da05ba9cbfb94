// Integers of 64 and of 128 bits between JavaScript and the memory of the engine.

const WORD = 2 ** 32;
const LIMIT = 1n << 60n;

/** A value as errors quote it: 3n and "3" are not 3. */
export function shown(value) {
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Write weights as integers of 64 bits, each as two words of 32: a BigInt per weight would be slow. */
export function writeWeights(weights, instance, place, name = "weights") {
  if (weights instanceof BigInt64Array) {
    instance.array(BigInt64Array, place, weights.length).set(weights);
    return;
  }
  if (typeof weights[0] === "bigint") {
    writeBigInts(weights, name, instance.array(BigInt64Array, place, weights.length));
    return;
  }
  const words = instance.array(Int32Array, place, 2 * weights.length);
  for (let k = 0; k < weights.length; ++k) {
    const weight = weights[k];
    if (!Number.isSafeInteger(weight)) {
      throw new RangeError(`${name}[${k}]: expected a safe integer, got ${shown(weight)}`);
    }
    words[2 * k] = weight; // its lowest 32 bits
    words[2 * k + 1] = Math.floor(weight / WORD);
  }
}

function writeBigInts(weights, name, target) {
  for (let k = 0; k < weights.length; ++k) {
    const weight = weights[k];
    if (typeof weight !== "bigint" || weight > LIMIT || weight < -LIMIT) {
      throw new RangeError(`${name}[${k}]: expected a BigInt up to 2**60, got ${shown(weight)}`);
    }
    target[k] = weight;
  }
}

/** One weight as a BigInt. */
export function weightOf(weight) {
  const fits = typeof weight === "bigint" && weight <= LIMIT && weight >= -LIMIT;
  if (fits || Number.isSafeInteger(weight)) return BigInt(weight);
  throw new RangeError(
    `weight: expected a safe integer, or a BigInt up to 2**60, got ${shown(weight)}`,
  );
}

/** The number of a vertex as a BigInt. */
export function vertexOf(vertex, size) {
  if (Number.isInteger(vertex) && vertex >= 0 && vertex < size) return BigInt(vertex);
  throw new RangeError(`expected a vertex below ${size}, got ${shown(vertex)}`);
}

/** Write numbers of vertices as integers of 64 bits. */
export function writeVertices(vertices, size, name, instance, place) {
  const words = instance.array(Int32Array, place, 2 * vertices.length);
  for (let k = 0; k < vertices.length; ++k) {
    const vertex = vertices[k];
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < size)) {
      throw new RangeError(`${name}[${k}]: expected a vertex below ${size}, got ${shown(vertex)}`);
    }
    words[2 * k] = vertex;
    words[2 * k + 1] = 0;
  }
}

/** Vertices, or -1 for nobody, that stand in memory as integers of 64 bits. */
export function readVertices(instance, place, count) {
  const words = instance.array(Int32Array, place, 2 * count);
  return Int32Array.from({ length: count }, (_, k) => words[2 * k]);
}

/** Integers of 128 bits: the low word without a sign, then the high one. */
export function readWide(instance, place, count) {
  const low = instance.array(BigUint64Array, place, 2 * count);
  const high = instance.array(BigInt64Array, place, 2 * count);
  return Array.from({ length: count }, (_, k) => (high[2 * k + 1] << 64n) + low[2 * k]);
}
