import assert from "node:assert/strict";
import { test } from "node:test";

import { JoinSolver } from "fastpair";
import { luck } from "../support/luck.js";

const LABELS = 4;
const FAR = 2n ** 60n;
const range = (count) => [...Array(count).keys()];
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0n);

function graphOf(seed) {
  const next = luck(seed);
  const size = 2 + next(6);
  const edges = range(next(12)).map(() => [next(size), next(size), next(9), next(LABELS)]);
  const boundary = range(size).filter(() => next(6) === 0);
  return { size, edges, boundary, next };
}

const solverOf = ({ size, edges, boundary }) =>
  JoinSolver.create(size, ...[0, 1, 2].map((column) => edges.map((edge) => edge[column])), {
    boundary,
    labels: edges.map(([, , , label]) => label),
  });

/** The weights of the lightest joins of all sets of terminals with each label, edge by edge. */
function lightestOf({ edges }) {
  let best = new Map([["0 0", 0]]);
  for (const [i, j, weight, label] of edges) {
    const ends = (1 << i) ^ (1 << j);
    const after = new Map(best);
    for (const [key, before] of best) {
      const [set, labels] = key.split(" ").map(Number);
      const other = `${set ^ ends} ${ends ? labels ^ label : labels}`;
      after.set(other, Math.min(after.get(other) ?? Infinity, before + (ends ? weight : 0)));
    }
    best = after;
  }
  return best;
}

function lightest(joins, { boundary }, terminals, label) {
  const bits = (vertices) => vertices.reduce((set, v) => set | (1 << v), 0);
  const [odd, either] = [bits(terminals), bits(boundary)];
  let least = Infinity;
  for (const [key, weight] of joins) {
    const [set, labels] = key.split(" ").map(Number);
    if (((set ^ odd) & ~either) === 0 && (label ?? labels) === labels) least = Math.min(least, weight);
  }
  return least;
}

/** The distances between vertices, and to the boundary, which is the last column. */
function distancesOf({ size, edges, boundary }) {
  const d = range(size).map((v) => range(size + 1).map((u) => (u === v ? 0n : FAR)));
  const least = (i, j, length) => (d[i][j] = length < d[i][j] ? length : d[i][j]);
  for (const [i, j, weight] of edges) {
    least(i, j, BigInt(weight));
    least(j, i, BigInt(weight));
  }
  for (const v of boundary) d[v][size] = 0n;
  for (const k of range(size)) {
    for (const i of range(size)) {
      for (const j of range(size + 1)) least(i, j, d[i][k] + d[k][j]);
    }
  }
  return d;
}

function assertProven(graph, { weight, certificate: { terminals, widths2x, parents } }) {
  const d = distancesOf(graph);
  const members = range(parents.length).map((m) => new Set(m < terminals.length ? [m] : []));
  parents.forEach((parent, m) => {
    assert.equal(members[m].size % 2, 1);
    assert(widths2x[m] >= 0n && (parent === -1 || parent > m));
    for (const k of members[m]) members[parent]?.add(k);
  });
  assert.equal(sum(widths2x), 2n * weight);
  const separate = (i, j) => sum(widths2x.filter((_, m) => members[m].has(i) !== members[m].has(j)));
  terminals.forEach((v, i) => {
    assert(separate(i, -1) <= 2n * d[v][graph.size]);
    terminals.forEach((u, j) => assert(separate(i, j) <= 2n * d[v][u]));
  });
}

test("joins are the lightest of all, and proven", async () => {
  for (let seed = 0; seed < 200; ++seed) {
    const graph = graphOf(seed);
    const solver = await solverOf(graph);
    const joins = lightestOf(graph);
    const lists = range(3).map(() => range(graph.size).filter(() => graph.next(2)));
    const found = [];
    for (const terminals of lists) {
      const least = lightest(joins, graph, terminals);
      if (least === Infinity) {
        assert.throws(() => solver.solve(terminals), /fastpair: no join exists/);
        assert.throws(() => solver.solveAll([terminals]), /no join exists/);
        continue;
      }
      const join = solver.solve(terminals);
      found.push([terminals, join]);
      assert.equal(join.weight, BigInt(least));
      assert.equal(lightest(joins, graph, terminals, Number(join.labels)), least);
      assert.equal(sum([...join.lengths]), join.weight);
      const ends = join.pairs.flat().filter((v) => v >= 0);
      assert.deepEqual(ends.sort(), terminals);
      assert.equal([...join.edges].reduce((total, k) => total + graph.edges[k][2], 0), least);
      const odd = new Set();
      const turn = (v) => odd.delete(v) || odd.add(v);
      for (const k of join.edges) [0, 1].forEach((end) => turn(graph.edges[k][end]));
      const inside = (v) => !graph.boundary.includes(v);
      assert.deepEqual([...odd].filter(inside).sort(), terminals.filter(inside));
      assertProven(graph, join);
    }
    const all = solver.copy().solveAll(found.map(([terminals]) => terminals));
    assert.deepEqual([...all.weights], found.map(([, { weight }]) => weight));
    assert.deepEqual([...all.labels], found.map(([, { labels }]) => labels));
    solver.free();
  }
});

test("labels have 64 digits", async () => {
  const highest = 2n ** 63n;
  const solver = await JoinSolver.create(2, [0], [1], [5n], { boundary: [1], labels: [highest] });
  const { labels, pairs, edges } = solver.solve([0]);
  assert.deepEqual([labels, pairs, [...edges]], [highest, [[0, -1]], [0]]);
  assert.deepEqual(solver.solveAll([[], [0]]), {
    weights: BigInt64Array.of(0n, 5n),
    labels: BigUint64Array.of(0n, highest),
  });
});

test("what is no graph, no terminal or no option is refused", async () => {
  const path = [3, [0, 1], [1, 2], [1, 1]];
  const refusals = [
    [[3, [0, 1], [1, 2], [1, -1]], {}, RangeError, /expected weights of 0 or more, got -1/],
    [path, { boundary: [3] }, RangeError, /boundary\[0\]: expected a vertex below 3, got 3/],
    [path, { labels: [1] }, RangeError, /labels: expected 2 elements, got 1/],
    [path, { labels: [1, -1] }, RangeError, /labels\[1\]: expected a safe integer/],
    [path, { labels: [1, 2n ** 64n] }, RangeError, /labels\[1\]/],
    [path, { edge: [1] }, TypeError, /expected boundary or labels as an option, got edge/],
  ];
  for (const [graph, options, type, message] of refusals) {
    await assert.rejects(JoinSolver.create(...graph, options), (error) => {
      assert(error instanceof type);
      assert.match(error.message, message);
      return true;
    });
  }
  const solver = await JoinSolver.create(...path);
  for (const terminals of [[3, 0], [-1], [0.5], [1, 1]]) {
    assert.throws(() => solver.solve(terminals), RangeError);
    assert.throws(() => solver.solveAll([terminals]), RangeError);
  }
  assert.deepEqual([...solver.solve([0, 2]).edges], [0, 1]);
  solver.free();
  assert.throws(() => solver.solve([0, 2]), /has been freed/);
});
