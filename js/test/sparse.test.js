import assert from "node:assert/strict";
import { test } from "node:test";

import { SparseSolver, maxWeightMatching, verify } from "fastpair";
import { luck } from "../support/luck.js";

/** The edges that a solver has to hold, by their ends, and the vertices that are removed. */
class Model {
  edges = new Map();
  removed = new Set();

  put(i, j, weight) {
    this.edges.set(`${Math.min(i, j)} ${Math.max(i, j)}`, weight);
  }

  clear(v) {
    for (const key of [...this.edges.keys()]) {
      if (key.split(" ").map(Number).includes(v)) this.edges.delete(key);
    }
  }

  lists() {
    const ends = [...this.edges.keys()].map((key) => key.split(" ").map(Number));
    return [ends.map(([i]) => i), ends.map(([, j]) => j), [...this.edges.values()]];
  }
}

/** Make a change in both. */
function change(solver, model, size, next) {
  const [i, j, weight] = [next(size), next(size), next(50) - 10];
  const present = !model.removed.has(i) && !model.removed.has(j);
  switch (next(5)) {
    case 0:
      solver.remove(i);
      model.clear(i);
      model.removed.add(i);
      break;
    case 1: {
      const others = [...Array(size).keys()].filter((v) => v !== i && next(3) === 0);
      const weights = others.map(() => next(50) - 10);
      solver.insert(i, others, weights);
      model.clear(i);
      model.removed.delete(i);
      others.forEach((v, k) => model.removed.has(v) || model.put(i, v, weights[k]));
      break;
    }
    case 2:
      if (i === j) break;
      solver.forbid(i, j);
      model.edges.delete(`${Math.min(i, j)} ${Math.max(i, j)}`);
      break;
    case 3:
      if (i === j || !present) break;
      solver.setWeight(i, j, weight);
      model.put(i, j, weight);
      break;
    default: {
      const [first, second, weights] = model.lists();
      const others = weights.map(() => BigInt(next(50)));
      solver.setWeights(first, second, others);
      others.forEach((other, k) => model.put(first[k], second[k], Number(other)));
    }
  }
}

for (const maxcardinality of [false, true]) {
  test(`changes leave the optimum, maxcardinality ${maxcardinality}`, async () => {
    for (let seed = 1; seed <= 40; ++seed) {
      const next = luck(seed);
      const [size, model] = [2 + next(12), new Model()];
      for (let k = 0; k < 2 * size; ++k) {
        const [i, j] = [next(size), next(size)];
        if (i !== j) model.put(i, j, next(50) - 10);
      }
      const solver = await SparseSolver.create(size, ...model.lists(), { maxcardinality });
      for (let step = 0; step < 20; ++step) {
        change(solver, model, size, next);
        const { mate, weight } = solver.mates();
        const found = solver.solve();
        const fresh = await maxWeightMatching(size, ...model.lists(), { maxcardinality });
        assert.equal(weight, fresh.weight);
        assert.deepEqual(found.mate, mate);
        if (maxcardinality) assert.equal(found.cardinality, fresh.cardinality);
        if (model.removed.size === 0) verify(size, ...model.lists(), found, { maxcardinality });
        const [first, second, weights] = model.lists();
        weights.forEach((each, k) => {
          assert.equal(solver.weight(second[k], first[k]), BigInt(each));
        });
      }
      solver.free();
    }
  });

  test(`questions are answered, maxcardinality ${maxcardinality}`, async () => {
    const path = [[0, 1, 2], [1, 2, 3], [2, 5, 2]];
    const solver = await SparseSolver.create(4, ...path, { maxcardinality });
    const { mate, weight } = solver.mates();
    const { possible, weight: prices } = solver.prices(1);
    assert.deepEqual([...possible], [1, 0, 1, 0]);
    assert.equal(prices[mate[1]], 0n);
    const { exact, atLeast } = solver.losses([1]);
    // With the most edges there is no other matching of two.
    if (maxcardinality) assert.deepEqual([weight, exact[0]], [4n, 0]);
    else assert.deepEqual([weight, exact[0], atLeast[0]], [5n, 1, 1n]);
    solver.free();
  });
}

test("what is no change is refused, and changes nothing", async () => {
  const solver = await SparseSolver.create(3, [0, 1], [1, 2], [5, 7]);
  solver.remove(0);
  assert.equal(solver.weight(0, 1), undefined);
  for (const refused of [
    () => solver.setWeight(1, 1, 3),
    () => solver.setWeight(0, 1, 3),
    () => solver.setWeight(1, 3, 3),
    () => solver.setWeight(1, 2, 0.5),
    () => solver.setWeight(1, 2, 1n << 61n),
    () => solver.setWeights([1], [2], [3, 4]),
    () => solver.insert(0, [1, 2], [3]),
    () => solver.insert(3, [1], [3]),
    () => solver.forbid(1, -1),
    () => solver.remove(1.5),
    () => solver.prices(3),
  ]) {
    assert.throws(refused, RangeError);
  }
  assert.equal(solver.mates().weight, 7n);
  await assert.rejects(SparseSolver.create(2, [0], [2], [1]), RangeError);
  solver.free();
  assert.throws(() => solver.mates(), /has been freed/);
});
