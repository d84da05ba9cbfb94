import assert from "node:assert/strict";
import { test } from "node:test";

import * as background from "fastpair/background";
import {
  JoinSolver,
  Solver,
  SparseSolver,
  foldLevels,
  foldLevelsDense,
  kbestMatchings,
  maxWeightMatching,
  maxWeightMatchingDense,
  verify,
} from "fastpair";
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
function counted(graph, maxcardinality) {
  const matchings = matchingsOf(graph);
  const most = Math.max(...matchings.map((edges) => edges.length));
  return maxcardinality ? matchings.filter((edges) => edges.length === most) : matchings;
}

const weightOf = ({ size, weights }, edges) => sum(edges.map(([i, j]) => weights[i * size + j]));
const edgesOf = (mate) => [...mate].flatMap((mate, v) => (v < mate ? [[v, mate]] : []));

/** The same graph without some vertices and edges, as a list of edges, with its matching. */
function restricted({ size, weights, allowed }, { mate, weight, ...rest }) {
  const gone = new Set(rest.forced.flat());
  const kept = [...Array(size).keys()].filter((v) => !gone.has(v));
  const number = new Map(kept.map((v, k) => [v, k]));
  const barred = ([i, j]) => rest.forbidden.some((edge) => edge.includes(i) && edge.includes(j));
  const edges = kept
    .flatMap((i) => kept.map((j) => [i, j]))
    .filter(([i, j]) => i < j && allowed[i * size + j] && !barred([i, j]));
  const list = edges.map(([i, j]) => weights[i * size + j]);
  const { vertexDuals2x, blossoms, blossomDuals2x, ground2x } = rest.certificate;
  const solution = {
    mate: Int32Array.from(kept, (v) => number.get(mate[v]) ?? -1),
    weight: weight - BigInt(weightOf({ size, weights }, rest.forced)),
    certificate: {
      ground2x,
      vertexDuals2x: kept.map((v) => vertexDuals2x[v]),
      blossoms: blossoms.map((members) => members.map((v) => number.get(v))),
      blossomDuals2x,
    },
  };
  const ends = [0, 1].map((end) => edges.map((edge) => number.get(edge[end])));
  return [kept.length, ...ends, list, solution];
}

for (const maxcardinality of [false, true]) {
  test(`the best matchings are those of all, maxcardinality ${maxcardinality}`, async () => {
    for (let seed = 0; seed < 60; ++seed) {
      const graph = matrixOf(seed, seed % 7, seed % 2 ? 4 : 1000);
      const { size, weights, allowed } = graph;
      const all = counted(graph, maxcardinality).map((edges) => weightOf(graph, edges));
      all.sort((a, b) => b - a);
      for (const k of [0, 1, 5, 1000]) {
        const options = { allowed, maxcardinality };
        const found = await kbestMatchings(size, weights, k, options);
        assert.deepEqual(found.map(({ weight }) => Number(weight)), all.slice(0, k));
        assert.equal(new Set(found.map(({ mate }) => String(mate))).size, found.length);
        for (const solution of found) {
          assert.equal(weightOf(graph, edgesOf(solution.mate)), Number(solution.weight));
          assert.equal(edgesOf(solution.mate).length, solution.cardinality);
          verify(...restricted(graph, solution), { maxcardinality });
        }
      }
    }
  });

  test(`prices are those of solving without the two, maxcardinality ${maxcardinality}`, async () => {
    for (const width of [3, 1000, 2 ** 52]) {
      const { size, weights, allowed } = matrixOf(width, 9, width);
      const solver = await Solver.create(size, weights, { allowed, maxcardinality });
      const best = solver.solve();
      const table = solver.priceTable();
      for (let i = 0; i < size; ++i) {
        const { possible, fewer, weight } = solver.prices(i);
        for (let j = 0; j < size; ++j) {
          const cell = i * size + j;
          assert.equal(possible[j], allowed[cell]);
          assert.equal(table.possible[cell], possible[j]);
          assert.equal(table.fewer[cell], fewer[j]);
          assert.equal(table.weight[cell], weight[j]);
          if (!possible[j]) continue;
          const others = solver.copy();
          others.remove(i);
          others.remove(j);
          const rest = others.solve();
          others.free();
          assert.equal(weight[j], best.weight - rest.weight - BigInt(weights[cell]));
          assert.equal(fewer[j], maxcardinality ? best.cardinality - rest.cardinality - 1 : 0);
        }
      }
      solver.free();
    }
  });

  test(`levels have the best totals of all, maxcardinality ${maxcardinality}`, async () => {
    for (let seed = 0; seed < 60; ++seed) {
      const size = seed % 7;
      const graphs = [2, 50, 9].map((width, k) => matrixOf(3 * seed + k, size, width));
      const { allowed } = graphs[0];
      const levels = graphs.map(({ weights }) => weights);
      const totals = (edges) => levels.map((weights) => weightOf({ size, weights }, edges));
      const all = counted(graphs[0], maxcardinality).map(totals);
      all.sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
      const { weights, units } = await foldLevelsDense(size, levels, { allowed, maxcardinality });
      assert.equal(units.length, 3);
      const found = await kbestMatchings(size, weights, 4, { allowed, maxcardinality });
      assert.deepEqual(found.map(({ mate }) => totals(edgesOf(mate))), all.slice(0, 4));
      const edges = [];
      for (let i = 0; i < size; ++i) {
        for (let j = 0; j < i; ++j) if (allowed[i * size + j]) edges.push([i, j]);
      }
      const lists = levels.map((level) => edges.map(([i, j]) => level[i * size + j]));
      const folded = await foldLevels(size, lists, { maxcardinality });
      const [first, second] = [0, 1].map((end) => edges.map((edge) => edge[end]));
      const options = { maxcardinality };
      const listed = await maxWeightMatching(size, first, second, folded.weights, options);
      assert.deepEqual(totals(edgesOf(listed.mate)), all[0]);
    }
  });
}

test("a solver follows changes as a new one would", async () => {
  const next = luck(11);
  const { size, weights, allowed } = matrixOf(5, 30, 1000);
  const solver = await Solver.create(size, weights, { allowed, maxcardinality: true });
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
      solver.insert(i, Array(size).fill(weight));
      for (let u = 0; u < size; ++u) if (u !== i) put(i, u, weight, 1);
    } else {
      solver.setWeight(i, j, step % 2 ? weight : BigInt(weight));
      put(i, j, weight, 1);
    }
    const expected = await maxWeightMatchingDense(size, weights, { allowed, maxcardinality: true });
    assert.equal(solver.solve().weight, expected.weight);
    assert.equal(solver.solve().cardinality, expected.cardinality);
  }
});

const FOUR = [4, [0, 9, 5, 1, 9, 0, 2, 5, 5, 2, 0, 9, 1, 5, 9, 0], { maxcardinality: true }];

test("to force, to remove and to bring back", async () => {
  const solver = await Solver.create(...FOUR);
  const mates = () => [...solver.solve().mate];
  assert.deepEqual(mates(), [1, 0, 3, 2]);
  const copy = solver.copy();
  solver.force(0, 2);
  assert.deepEqual(mates(), [2, 3, 0, 1]);
  solver.remove(1);
  solver.remove(1);
  assert.deepEqual(mates(), [2, -1, 0, -1]);
  solver.insert(1, [7, 0, 7, 7], [1, 0, 0, 1]);
  assert.deepEqual(mates(), [2, 3, 0, 1]);
  assert.deepEqual([...copy.solve().mate], [1, 0, 3, 2]);
  const { exact, atLeast } = copy.losses([0, 2]);
  assert.deepEqual([[...exact], [...atLeast]], [[1, 1], [8n, 8n]]);
});

test("what is refused has changed nothing, and the solver goes on", async () => {
  const solver = await Solver.create(...FOUR);
  const refused = (change, expected) =>
    assert.throws(change, (error) => {
      assert.ok(error instanceof RangeError);
      assert.ok(error.message.includes(expected), error.message);
      return true;
    });
  refused(() => solver.setWeight(0, 4, 1), "expected a vertex below 4, got 4");
  refused(() => solver.setWeight(0, 1.5, 1), "expected a vertex below 4, got 1.5");
  refused(() => solver.setWeight(0, 1, 0.5), "expected a safe integer");
  refused(() => solver.setWeight(0, 1, 2n ** 64n), "up to 2**60");
  refused(() => solver.forbid(1, 1), "joins a vertex to itself");
  refused(() => solver.insert(0, [1, 2]), "expected 4 elements, got 2");
  refused(() => solver.prices(-1), "got -1");
  solver.remove(3);
  refused(() => solver.setWeight(0, 3, 1), "removed");
  refused(() => solver.force(0, 3), "removed");
  refused(() => solver.losses([3]), "removed");
  solver.forbid(0, 2);
  refused(() => solver.force(0, 2), "no edge");
  assert.deepEqual([...solver.solve().mate], [1, 0, -1, -1]);
  solver.free();
  solver.free();
  assert.throws(() => solver.solve(), /has been freed/);
  await assert.rejects(Solver.create(2, [0, 1, 2, 0]), /symmetric/);
  await assert.rejects(kbestMatchings(2, [0, 1, 1, 0], 1.5), /number of matchings/);
  await assert.rejects(kbestMatchings(2, [0n, 1n << 60n, 1n << 60n, 0n], 1), /2\*\*61/);
  await assert.rejects(kbestMatchings(2, [0, 1, 1, 0], 1, { k: 3 }), /got k/);
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
  const words = [size, weights, 5, { allowed, maxcardinality: true }];
  assert.deepEqual(await background.kbestMatchings(...words), await kbestMatchings(...words));
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
    const options = { maxcardinality: true };
    const found = await maxWeightMatchingDense(size, weights, options);
    verify(size, first, second, list, found, options);
    const solver = await Solver.create(size, weights, options);
    assert.equal(solver.solve().weight, found.weight);
    solver.forbid(0, found.mate[0] < 0 ? 1 : found.mate[0]);
    assert.ok(solver.solve().weight <= found.weight);
    solver.free();
  }
});

test("a solver is made by create, and a misspelt option is refused", async () => {
  for (const kind of [Solver, SparseSolver, JoinSolver]) {
    assert.throws(() => new kind(2, [0, 1, 1, 0]), new RegExp(`await ${kind.name}\\.create`));
  }
  const solver = await Solver.create(2, [0, 1, 1, 0]);
  solver.solve();
  assert.throws(() => solver.losses([0], { limits: 5n }), /expected atLeast or most or limit as an option, got limits/);
  assert.equal(solver.losses([0], { limit: 5n }).exact.length, 1);
  await assert.rejects(Solver.create(2, [0, 1, 1, 0], { allow: [] }), /got allow/);
  await assert.rejects(SparseSolver.create(2, [0], [1], [1], { perfect: true }), /got perfect/);
  await assert.rejects(JoinSolver.create(2, [0], [1], [1], { label: [1] }), /got label/);
});
