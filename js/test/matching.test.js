import assert from "node:assert/strict";
import { test } from "node:test";

import * as background from "fastpair/background";
import * as here from "fastpair";
import { luck } from "../support/luck.js";

const { verify } = here;

function graphOf(seed, size, edges, width) {
  const next = luck(seed);
  const [first, second, weights] = [[], [], []];
  for (let k = 0; k < edges; ++k) {
    const i = next(size);
    first.push(i);
    second.push((i + 1 + next(size - 1)) % size);
    weights.push(next(2 * width) - width);
  }
  return { size, first, second, weights };
}

/** [edges, weight] of the best matching, by trying all of them. */
function best({ size, first, second, weights }, maxcardinality) {
  const worth = ([count, weight]) => (maxcardinality ? [count, weight] : [0, weight]);
  const better = (a, b) => {
    const [[x, w], [y, v]] = [worth(a), worth(b)];
    return x > y || (x === y && w > v);
  };
  const search = (free, v) => {
    if (v === size) return [0, 0];
    let found = search(free, v + 1);
    if (!free.has(v)) return found;
    free.delete(v);
    for (let k = 0; k < first.length; ++k) {
      const mate = first[k] === v ? second[k] : second[k] === v ? first[k] : v;
      if (!free.delete(mate)) continue;
      const [count, weight] = search(free, v + 1);
      const candidate = [count + 1, weight + weights[k]];
      if (better(candidate, found)) found = candidate;
      free.add(mate);
    }
    free.add(v);
    return found;
  };
  return search(new Set(Array(size).keys()), 0);
}

for (const maxcardinality of [false, true]) {
  test(`as heavy as the best of all, maxcardinality ${maxcardinality}`, async () => {
    for (let seed = 0; seed < 150; ++seed) {
      const graph = graphOf(seed, 2 + (seed % 6), 1 + (seed % 11), 20);
      const { size, first, second, weights } = graph;
      const found = await here.maxWeightMatching(size, first, second, weights, { maxcardinality });
      const [count, weight] = best(graph, maxcardinality);
      assert.equal(found.weight, BigInt(weight));
      if (maxcardinality) assert.equal(found.cardinality, count);
      verify(size, first, second, weights, found, { maxcardinality });
    }
  });

  test(`large graphs are proven, maxcardinality ${maxcardinality}`, async () => {
    for (const width of [3, 1000, Number.MAX_SAFE_INTEGER >> 1]) {
      const { size, first, second, weights } = graphOf(width, 200, 1500, width);
      const found = await here.maxWeightMatching(size, first, second, weights, { maxcardinality });
      verify(size, first, second, weights, found, { maxcardinality });
      const broken = { ...found, weight: found.weight + 1n };
      assert.throws(() => verify(size, first, second, weights, broken, { maxcardinality }), /not proven/);
    }
  });
}

test("a matrix gives what its edges give, with a mask or without", async () => {
  const next = luck(7);
  const size = 31;
  const [weights, allowed] = [new Float64Array(size * size), new Uint8Array(size * size)];
  const [first, second, list] = [[], [], []];
  for (let i = 0; i < size; ++i) {
    for (let j = 0; j < i; ++j) {
      const [weight, edge] = [next(1000) - 300, next(3) > 0];
      weights[i * size + j] = weights[j * size + i] = weight;
      allowed[i * size + j] = allowed[j * size + i] = Number(edge);
      if (edge) first.push(i), second.push(j), list.push(weight);
    }
  }
  const most = { maxcardinality: true };
  const masked = await here.maxWeightMatchingDense(size, weights, { allowed, ...most });
  const listed = await here.maxWeightMatching(size, first, second, list, most);
  assert.equal(masked.weight, listed.weight);
  verify(size, first, second, list, masked, most);
  const whole = await here.maxWeightMatchingDense(size, weights, most);
  assert.equal(whole.cardinality, 15);
});

test("weights may be numbers or BigInts, and their sum may exceed 64 bits", async () => {
  const huge = 1n << 60n;
  const size = 40;
  const first = Array.from({ length: size / 2 }, (_, k) => 2 * k);
  const second = first.map((i) => i + 1);
  const weights = first.map(() => huge);
  const sum = huge * BigInt(size / 2);
  for (const given of [weights, BigInt64Array.from(weights)]) {
    assert.equal((await here.maxWeightMatching(size, first, second, given)).weight, sum);
  }
  const [small] = [[5, -(2 ** 40), -1]];
  const most = { maxcardinality: true };
  const found = await here.maxWeightMatching(6, [0, 2, 4], [1, 3, 5], small, most);
  assert.equal(found.weight, 4n - 2n ** 40n);
  const same = await here.maxWeightMatching(6, [0, 2, 4], [1, 3, 5], small.map(BigInt), most);
  assert.deepEqual(found, same);
});

/** The least weight of the most edges, or of the edges of which vertex v has at most most[v]. */
function least({ size, first, second, weights }, most, maxcardinality) {
  let found = [0, 0];
  for (let chosen = 1; chosen < 2 ** first.length; ++chosen) {
    const places = [...first.keys()].filter((k) => (chosen >> k) & 1);
    const left = [...most];
    for (const k of places) --left[first[k]], --left[second[k]];
    const pairs = new Set(places.map((k) => [first[k], second[k]].sort().join()));
    if (pairs.size < places.length || left.some((number) => number < 0)) continue;
    const sum = places.reduce((sum, k) => sum + weights[k], 0);
    const more = maxcardinality ? places.length - found[0] : 0;
    if (more > 0 || (more === 0 && sum < found[1])) found = [places.length, sum];
  }
  return found;
}

for (const maxcardinality of [false, true]) {
  test(`least weights and b-matchings, maxcardinality ${maxcardinality}`, async () => {
    for (let seed = 0; seed < 60; ++seed) {
      const graph = graphOf(seed, 2 + (seed % 5), seed % 8, 20);
      const { size, first, second, weights } = graph;
      const edges = [size, first, second, weights];
      const found = await here.minWeightMatching(...edges, { maxcardinality });
      const [count, weight] = least(graph, Array(size).fill(1), maxcardinality);
      assert.equal(found.weight, BigInt(weight));
      if (maxcardinality) assert.equal(found.cardinality, count);
      verify(...edges, found, { maxcardinality, minimize: true });
      const most = Array.from({ length: size }, (_, v) => (seed + v) % 3);
      const { edges: chosen, weight: sum } = await here.minWeightBMatching(...edges, most, { maxcardinality });
      const [many, lightest] = least(graph, most, maxcardinality);
      assert.equal(sum, BigInt(lightest));
      if (maxcardinality) assert.equal(chosen.length, many);
      const negated = weights.map((weight) => -weight);
      const heaviest = await here.maxWeightBMatching(size, first, second, negated, most, { maxcardinality });
      assert.equal(heaviest.weight, -sum);
    }
  });
}

test("perfect matchings and assignments, in a worker too", async () => {
  for (const module of [here, background]) {
    const path = [4, [0, 1, 2], [1, 2, 3], [7, 20, 7]];
    const perfect = await module.maxWeightMatching(...path, { perfect: true });
    assert.equal(perfect.weight, 14n);
    verify(...path, perfect, { perfect: true });
    const star = [4, [0, 0, 0], [1, 2, 3], [1, 2, 3]];
    const refused = /no perfect matching exists: a largest one leaves over 2 of 4 vertices/;
    await assert.rejects(module.minWeightMatching(...star, { perfect: true }), refused);
    const square = [0, 5, 2, 5, 0, 3, 2, 3, 0];
    assert.equal((await module.minWeightMatchingDense(3, square)).weight, 2n);
    assert.equal((await module.minWeightMatchingDense(3, square, { maxcardinality: false })).weight, 0n);
    const cells = [3, 1, 4, 1, 5, 9];
    assert.equal((await module.maxWeightAssignment(2, 3, cells)).weight, 12n);
    assert.deepEqual([...(await module.minWeightAssignment(2, 3, cells)).mate], [3, 2, 1, 0, -1]);
    const degrees = await module.maxWeightBMatching(...star, [2, 1, 1, 1]);
    assert.deepEqual([[...degrees.edges], degrees.weight], [[1, 2], 5n]);
    await assert.rejects(module.maxWeightBMatching(...star, [2, 1, 1, -1]), /0 or more/);
    await assert.rejects(module.maxWeightBMatching(...star, [2, 1, 1]), /most: expected 4 elements/);
    await assert.rejects(module.maxWeightBMatching(...star, [2, 1, 1, 1], { perfect: true }), /too few/);
  }
});

test("an empty graph has an empty matching", async () => {
  const { mate, weight, cardinality } = await here.maxWeightMatching(0, [], [], []);
  assert.deepEqual([mate.length, weight, cardinality], [0, 0n, 0]);
});

for (const [name, words, expected] of [
  ["half a vertex", [1.5, [], [], []], "expected 0 to 2**24 vertices, got 1.5"],
  ["a list too short", [3, [0], [1], []], "weights: expected 1 elements, got 0"],
  ["no such vertex", [3, [0], [3], [1]], "second[0]: expected a vertex below 3, got 3"],
  ["a fraction", [3, [0], [1], [0.5]], "weights[0]: expected a safe integer, got 0.5"],
  ["beyond 2**53", [3, [0], [1], [2 ** 53]], "weights[0]: expected a safe integer"],
  ["beyond 2**60", [3, [0], [1], [2n ** 61n]], "weights[0]: expected a BigInt up to 2**60"],
  ["mixed", [3, [0, 1], [1, 2], [1n, 2]], "weights[1]: expected a BigInt"],
  ["a BigInt among numbers", [3, [0, 1], [1, 2], [1, 3n]], "expected a safe integer, got 3n"],
  ["a text", [3, [0], [1], ["3"]], 'weights[0]: expected a safe integer, got "3"'],
  ["beyond 2**60, typed", [3, [0], [1], BigInt64Array.of(2n ** 61n)], "weight"],
  ["a flag without a name", [3, [0], [1], [1], true], "expected options"],
  ["null for options", [3, [0], [1], [1], null], "expected options"],
  ["an unknown option", [3, [0], [1], [1], { maxCardinality: true }], "got maxCardinality"],
  ["no truth", [3, [0], [1], [1], { maxcardinality: "no" }], "expected true or false, got no"],
]) {
  test(`refused: ${name}; the next call goes on`, async () => {
    for (const module of [here, background]) {
      await assert.rejects(module.maxWeightMatching(...words), (error) => {
        assert.ok(error.message.includes(expected), error.message);
        return true;
      });
      assert.equal((await module.maxWeightMatching(2, [0], [1], [3])).weight, 3n);
    }
  });
}

test("by default the weight alone counts, and a loop is no edge", async () => {
  const path = [4, [0, 1, 2, 1], [1, 2, 3, 1], [2, 5, 2, 99]];
  const found = await here.maxWeightMatching(...path);
  assert.deepEqual([found.weight, found.cardinality], [5n, 1]);
  verify(...path, found);
});

test("an asymmetric matrix is refused", async () => {
  await assert.rejects(here.maxWeightMatchingDense(2, [0, 1, 2, 0]), /cells \(/);
});

test("in the background it finds the same, several calls at once", async () => {
  const graphs = [1, 2, 3].map((seed) => graphOf(seed, 50, 300, 100));
  const words = graphs.map(({ size, first, second, weights }) => [size, first, second, weights]);
  const there = await Promise.all(words.map((w) => background.maxWeightMatching(...w)));
  const expected = await Promise.all(words.map((w) => here.maxWeightMatching(...w)));
  assert.deepEqual(there, expected);
});

test("what was stopped is rejected, and the next call starts again", async () => {
  const waiting = background.maxWeightMatching(2, [0], [1], [1]);
  const rejected = assert.rejects(waiting, { name: "AbortError" });
  background.stop();
  await rejected;
  assert.equal((await background.maxWeightMatching(2, [0], [1], [1])).weight, 1n);
});
