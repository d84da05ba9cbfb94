import assert from "node:assert/strict";
import { test } from "node:test";

import * as background from "../src/background.js";
import {
  MatchingSolver,
  certifies,
  foldLevels,
  foldLevelsDense,
  kBestMatchings,
  maxWeightMatching,
  maxWeightMatchingDense,
} from "../src/index.js";
import { luck } from "../support/luck.js";

const sum = (weights) => weights.reduce((total, weight) => total + weight, 0);

/** A random graph as a matrix, of which some pairs are edges. */
function matrixOf(seed, size, width) {
  const next = luck(seed);
  const [weights, allowed] = [Array(size * size).fill(0), new Uint8Array(size * size)];
  for (let i = 0; i < size; ++i) {
    for (let j = 0; j < i; ++j) {
      const [weight, edge] = [next(width) - Math.floor(width / 3), Number(next(4) > 0)];
      for (const cell of [i * size + j, j * size + i]) {
        weights[cell] = weight;
        allowed[cell] = edge;
      }
    }
  }
  return { size, weights, allowed };
}

/** All matchings, each as a list of edges. */
function matchingsOf({ size, allowed }) {
  const extend = (v, used) => {
    if (v === size) return [[]];
    const found = extend(v + 1, used);
    if (used.has(v)) return found;
    for (let u = v + 1; u < size; ++u) {
      if (used.has(u) || !allowed[v * size + u]) continue;
      const others = extend(v + 1, new Set([...used, v, u]));
      found.push(...others.map((edges) => [[v, u], ...edges]));
    }
    return found;
  };
  return extend(0, new Set());
}

/** The matchings that count. */
function counted(graph, maxCardinality) {
  const matchings = matchingsOf(graph);
  const most = Math.max(...matchings.map((edges) => edges.length));
  return maxCardinality ? matchings.filter((edges) => edges.length === most) : matchings;
}

const weightOf = ({ size, weights }, edges) => sum(edges.map(([i, j]) => weights[i * size + j]));
const edgesOf = (mates) => [...mates].flatMap((mate, v) => (v < mate ? [[v, mate]] : []));

/** The same graph without some vertices and edges, as a list of edges, with its matching. */
function restricted({ size, weights, allowed }, { mates, weight, ...rest }) {
  const gone = new Set(rest.forced.flat());
  const kept = [...Array(size).keys()].filter((v) => !gone.has(v));
  const number = new Map(kept.map((v, k) => [v, k]));
  const barred = ([i, j]) => rest.forbidden.some((edge) => edge.includes(i) && edge.includes(j));
  const edges = kept
    .flatMap((i) => kept.map((j) => [i, j]))
    .filter(([i, j]) => i < j && allowed[i * size + j] && !barred([i, j]));
  const list = edges.map(([i, j]) => weights[i * size + j]);
  const { vertices2x, ground2x, blossoms } = rest.certificate;
  const solution = {
    mates: Int32Array.from(kept, (v) => number.get(mates[v]) ?? -1),
    weight: weight - BigInt(weightOf({ size, weights }, rest.forced)),
    certificate: {
      ground2x,
      vertices2x: kept.map((v) => vertices2x[v]),
      blossoms: blossoms.map(({ members, dual2x }) => ({
        members: members.map((v) => number.get(v)),
        dual2x,
      })),
    },
  };
  const ends = [0, 1].map((end) => edges.map((edge) => number.get(edge[end])));
  return [kept.length, ...ends, list, solution];
}

for (const maxCardinality of [false, true]) {
  test(`the best matchings are those of all, maxCardinality ${maxCardinality}`, async () => {
    for (let seed = 0; seed < 60; ++seed) {
      const graph = matrixOf(seed, seed % 7, seed % 2 ? 4 : 1000);
      const { size, weights, allowed } = graph;
      const all = counted(graph, maxCardinality).map((edges) => weightOf(graph, edges));
      all.sort((a, b) => b - a);
      for (const k of [0, 1, 5, 1000]) {
        const options = { allowed, maxCardinality };
        const found = await kBestMatchings(size, weights, k, options);
        assert.deepEqual(found.map(({ weight }) => Number(weight)), all.slice(0, k));
        assert.equal(new Set(found.map(({ mates }) => String(mates))).size, found.length);
        for (const solution of found) {
          assert.equal(weightOf(graph, edgesOf(solution.mates)), Number(solution.weight));
          assert.equal(edgesOf(solution.mates).length, solution.cardinality);
          assert.ok(certifies(...restricted(graph, solution), { maxCardinality }));
        }
      }
    }
  });

  test(`prices are those of solving without the two, maxCardinality ${maxCardinality}`, async () => {
    for (const width of [3, 1000, 2 ** 52]) {
      const { size, weights, allowed } = matrixOf(width, 9, width);
      const solver = await MatchingSolver.create(size, weights, { allowed, maxCardinality });
      const best = solver.solve();
      const table = solver.prices();
      for (let i = 0; i < size; ++i) {
        const { possible, fewer, lighter } = solver.prices(i);
        for (let j = 0; j < size; ++j) {
          const cell = i * size + j;
          assert.equal(possible[j], allowed[cell]);
          assert.equal(table.possible[cell], possible[j]);
          assert.equal(table.fewer[cell], fewer[j]);
          assert.equal(table.lighter[cell], lighter[j]);
          if (!possible[j]) continue;
          const others = solver.copy();
          others.remove(i);
          others.remove(j);
          const rest = others.solve();
          others.free();
          assert.equal(lighter[j], best.weight - rest.weight - BigInt(weights[cell]));
          assert.equal(fewer[j], maxCardinality ? best.cardinality - rest.cardinality - 1 : 0);
        }
      }
      solver.free();
    }
  });

  test(`levels have the best totals of all, maxCardinality ${maxCardinality}`, async () => {
    for (let seed = 0; seed < 60; ++seed) {
      const size = seed % 7;
      const graphs = [2, 50, 9].map((width, k) => matrixOf(3 * seed + k, size, width));
      const { allowed } = graphs[0];
      const levels = graphs.map(({ weights }) => weights);
      const totals = (edges) => levels.map((weights) => weightOf({ size, weights }, edges));
      const all = counted(graphs[0], maxCardinality).map(totals);
      all.sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
      const { weights, units } = await foldLevelsDense(size, levels, { allowed, maxCardinality });
      assert.equal(units.length, 3);
      const found = await kBestMatchings(size, weights, 4, { allowed, maxCardinality });
      assert.deepEqual(found.map(({ mates }) => totals(edgesOf(mates))), all.slice(0, 4));
      const edges = [];
      for (let i = 0; i < size; ++i) {
        for (let j = 0; j < i; ++j) if (allowed[i * size + j]) edges.push([i, j]);
      }
      const lists = levels.map((level) => edges.map(([i, j]) => level[i * size + j]));
      const folded = await foldLevels(size, lists, { maxCardinality });
      const [first, second] = [0, 1].map((end) => edges.map((edge) => edge[end]));
      const options = { maxCardinality };
      const listed = await maxWeightMatching(size, first, second, folded.weights, options);
      assert.deepEqual(totals(edgesOf(listed.mates)), all[0]);
    }
  });
}

test("a solver follows changes as a new one would", async () => {
  const next = luck(11);
  const { size, weights, allowed } = matrixOf(5, 30, 1000);
  const solver = await MatchingSolver.create(size, weights, { allowed, maxCardinality: true });
  const put = (i, j, weight, edge) => {
    for (const cell of [i * size + j, j * size + i]) [weights[cell], allowed[cell]] = [weight, edge];
  };
  for (let step = 0; step < 100; ++step) {
    const [i, weight] = [next(size), next(1000)];
    const j = (i + 1 + next(size - 1)) % size;
    if (step % 3 === 0) {
      solver.forbid(i, j);
      put(i, j, 0, 0);
    } else if (step % 10 === 1) {
      solver.setRow(i, Array(size).fill(weight));
      for (let u = 0; u < size; ++u) if (u !== i) put(i, u, weight, 1);
    } else {
      solver.set(i, j, step % 2 ? weight : BigInt(weight));
      put(i, j, weight, 1);
    }
    const expected = await maxWeightMatchingDense(size, weights, { allowed, maxCardinality: true });
    assert.equal(solver.solve().weight, expected.weight);
    assert.equal(solver.solve().cardinality, expected.cardinality);
  }
});

const FOUR = [4, [0, 9, 5, 1, 9, 0, 2, 5, 5, 2, 0, 9, 1, 5, 9, 0], { maxCardinality: true }];

test("to force, to remove and to bring back", async () => {
  const solver = await MatchingSolver.create(...FOUR);
  const mates = () => [...solver.solve().mates];
  assert.deepEqual(mates(), [1, 0, 3, 2]);
  const copy = solver.copy();
  solver.force(0, 2);
  assert.deepEqual(mates(), [2, 3, 0, 1]);
  solver.remove(1);
  solver.remove(1);
  assert.deepEqual(mates(), [2, -1, 0, -1]);
  solver.setRow(1, [7, 0, 7, 7], [1, 0, 0, 1]);
  assert.deepEqual(mates(), [2, 3, 0, 1]);
  assert.deepEqual([...copy.solve().mates], [1, 0, 3, 2]);
  const { exact, atLeast } = copy.losses([0, 2]);
  assert.deepEqual([[...exact], [...atLeast]], [[1, 1], [8n, 8n]]);
});

test("what is refused has changed nothing, and the solver goes on", async () => {
  const solver = await MatchingSolver.create(...FOUR);
  const refused = (change, expected) =>
    assert.throws(change, (error) => {
      assert.ok(error instanceof RangeError);
      assert.ok(error.message.includes(expected), error.message);
      return true;
    });
  refused(() => solver.set(0, 4, 1), "expected a vertex below 4, got 4");
  refused(() => solver.set(0, 1.5, 1), "expected a vertex below 4, got 1.5");
  refused(() => solver.set(0, 1, 0.5), "expected a safe integer");
  refused(() => solver.set(0, 1, 2n ** 64n), "up to 2**60");
  refused(() => solver.forbid(1, 1), "joins a vertex to itself");
  refused(() => solver.setRow(0, [1, 2]), "expected 4 elements, got 2");
  refused(() => solver.prices(-1), "got -1");
  solver.remove(3);
  refused(() => solver.set(0, 3, 1), "removed");
  refused(() => solver.force(0, 3), "removed");
  refused(() => solver.losses([3]), "removed");
  solver.forbid(0, 2);
  refused(() => solver.force(0, 2), "no edge");
  assert.deepEqual([...solver.solve().mates], [1, 0, -1, -1]);
  solver.free();
  solver.free();
  assert.throws(() => solver.solve(), /has been freed/);
  await assert.rejects(MatchingSolver.create(2, [0, 1, 2, 0]), /symmetric/);
  await assert.rejects(kBestMatchings(2, [0, 1, 1, 0], 1.5), /number of matchings/);
  await assert.rejects(kBestMatchings(2, [0n, 1n << 60n, 1n << 60n, 0n], 1), /2\*\*61/);
  await assert.rejects(kBestMatchings(2, [0, 1, 1, 0], 1, { k: 3 }), /got k/);
});

test("levels that have no room are refused", async () => {
  const level = [0, 1, 2 ** 52];
  await assert.rejects(foldLevels(4, [level, level]), /2\*\*60, but from level 0 on/);
  await assert.rejects(foldLevels(4, []), /got none/);
  await assert.rejects(foldLevels(4, [[1, 2], [1]]), /level 1: weights: expected 2 elements, got 1/);
  await assert.rejects(foldLevels(4, [[1, 2.5]]), /level 0: weights\[1\]/);
  const { weights, units } = await foldLevels(4, [[0, 1, 2], [0, 1, 2]]);
  assert.deepEqual([[...weights], [...units]], [[0n, 6n, 12n], [5n, 1n]]);
});

test("in the background there are the same answers", async () => {
  const { size, weights, allowed } = matrixOf(8, 12, 100);
  const words = [size, weights, 5, { allowed, maxCardinality: true }];
  assert.deepEqual(await background.kBestMatchings(...words), await kBestMatchings(...words));
  const levels = [size, [weights, weights], { allowed }];
  assert.deepEqual(await background.foldLevelsDense(...levels), await foldLevelsDense(...levels));
  const lists = [size, [[1, 2], [3, 4]]];
  assert.deepEqual(await background.foldLevels(...lists), await foldLevels(...lists));
});

test("weights near the limit go on in 128 bits", async () => {
  const next = luck(3);
  for (let round = 0; round < 20; ++round) {
    const size = 41;
    const weights = new BigInt64Array(size * size);
    const [first, second, list] = [[], [], []];
    for (let i = 0; i < size; ++i) {
      for (let j = 0; j < i; ++j) {
        const weight = (BigInt(next(2 ** 30)) << 29n) - (1n << 58n);
        weights[i * size + j] = weights[j * size + i] = weight;
        first.push(i), second.push(j), list.push(weight);
      }
    }
    const options = { maxCardinality: true };
    const found = await maxWeightMatchingDense(size, weights, options);
    assert.ok(certifies(size, first, second, list, found, options));
    const solver = await MatchingSolver.create(size, weights, options);
    assert.equal(solver.solve().weight, found.weight);
    solver.forbid(0, found.mates[0] < 0 ? 1 : found.mates[0]);
    assert.ok(solver.solve().weight <= found.weight);
    solver.free();
  }
});
