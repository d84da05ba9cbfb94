// A solver that holds its state: after a change it starts from the last solution.
import { makeInstance } from "./engine.js";
import { CELL, requireSize, writeCells } from "./graph.js";
import { readVertices, readWide, vertexOf, weightOf, writeVertices } from "./integers.js";
import { known } from "./options.js";
import { solve } from "./solution.js";

const WIDE = 16;
const MOST = (1n << 63n) - 1n;

export class Solver {
  #instance; // of its own, shared with its copies, so that it goes when they go
  #size;
  #solver; // its place, 0 when it is freed

  constructor(instance, size, make) {
    this.#instance = instance;
    this.#size = size;
    this.#solver = this.#with(() => {
      const place = instance.take(4);
      instance.check(make(place));
      return instance.array(Uint32Array, place, 1)[0];
    });
  }

  static async create(size, weights, options) {
    const { allowed, maxcardinality } = known(options, ["allowed", "maxcardinality"]);
    requireSize(size);
    const instance = await makeInstance();
    return new Solver(instance, size, (place) => {
      const [w, mask] = writeCells(instance, size * size, weights, allowed);
      return instance.calls.fastpair_solver_new(
        BigInt(size), w, mask, Number(maxcardinality), place,
      );
    });
  }

  copy() {
    const { calls } = this.#instance;
    return new Solver(this.#instance, this.#size, (place) =>
      calls.fastpair_solver_copy(this.#alive(), place),
    );
  }

  free() {
    this.#instance.calls.fastpair_solver_free(this.#solver);
    this.#solver = 0;
  }

  setWeight(i, j, weight) {
    this.#call("set", this.#vertex(i), this.#vertex(j), weightOf(weight));
  }

  forbid(i, j) {
    this.#call("forbid", this.#vertex(i), this.#vertex(j));
  }

  force(i, j) {
    this.#call("force", this.#vertex(i), this.#vertex(j));
  }

  remove(vertex) {
    this.#call("remove", this.#vertex(vertex));
  }

  insert(vertex, weights, allowed) {
    this.#with(() => {
      const row = writeCells(this.#instance, this.#size, weights, allowed);
      this.#call("set_row", this.#vertex(vertex), ...row);
    });
  }

  solve() {
    const { fastpair_solver_solve } = this.#instance.calls;
    return this.#with(() =>
      solve(this.#instance, this.#size, (place) =>
        fastpair_solver_solve(this.#alive(), 0, 0, place),
      ),
    );
  }

  prices(vertex) {
    return this.#prices("prices", [this.#vertex(vertex)], this.#size);
  }

  priceTable() {
    return this.#prices("price_table", [], this.#size ** 2);
  }

  #prices(name, who, count) {
    const instance = this.#instance;
    return this.#with(() => {
      const [possible, fewer, weight] = [1, CELL, WIDE].map((bytes) => instance.take(bytes * count));
      this.#call(name, ...who, 0, 0, possible, fewer, weight, BigInt(count));
      return {
        possible: instance.array(Uint8Array, possible, count).slice(),
        fewer: readVertices(instance, fewer, count),
        weight: readWide(instance, weight, count),
      };
    });
  }

  losses(vertices, { atLeast = vertices.map(() => 0n), most = vertices.length, limit = MOST } = {}) {
    const instance = this.#instance;
    const count = vertices.length;
    return this.#with(() => {
      const [ends, costs] = [0, 0].map(() => instance.take(CELL * count));
      const exact = instance.take(count);
      writeVertices(vertices, this.#size, "vertices", instance, ends);
      instance.array(BigInt64Array, costs, count).set(atLeast);
      this.#call("losses", BigInt(count), ends, BigInt(most), limit, 0, 0, costs, exact);
      return {
        exact: instance.array(Uint8Array, exact, count).slice(),
        atLeast: instance.array(BigInt64Array, costs, count).slice(),
      };
    });
  }

  #vertex(v) {
    return vertexOf(v, this.#size);
  }

  #alive() {
    if (this.#solver === 0) throw new Error("fastpair: this solver has been freed");
    return this.#solver;
  }

  /** Call a function of C for this solver. */
  #call(name, ...words) {
    const status = this.#instance.calls[`fastpair_solver_${name}`](this.#alive(), ...words);
    this.#instance.check(status);
  }

  /** What `work` returns; the memory that it takes is free again then. */
  #with(work) {
    try {
      return work();
    } finally {
      this.#instance.release();
    }
  }
}
