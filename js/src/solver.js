// A solver that holds its state: after a change it starts from the last solution.
import { makeInstance } from "./engine.js";
import { CELL, requireSize, writeCells } from "./graph.js";
import { Handle } from "./handle.js";
import { readVertices, readWide, vertexOf, weightOf, writeVertices } from "./integers.js";
import { known } from "./options.js";
import { solve } from "./solution.js";

const WIDE = 16;
const MOST = (1n << 63n) - 1n;

export class Solver {
  #handle;
  #size;

  constructor(handle, size) {
    this.#handle = handle;
    this.#size = size;
  }

  static async create(size, weights, options) {
    const { allowed, maxcardinality } = known(options, ["allowed", "maxcardinality"]);
    requireSize(size);
    const instance = await makeInstance();
    const handle = new Handle(instance, "fastpair_solver", (place) => {
      const [w, mask] = writeCells(instance, size * size, weights, allowed);
      return instance.calls.fastpair_solver_new(
        BigInt(size), w, mask, Number(maxcardinality), place,
      );
    });
    return new Solver(handle, size);
  }

  copy() {
    return new Solver(this.#handle.copy(), this.#size);
  }

  free() {
    this.#handle.free();
  }

  setWeight(i, j, weight) {
    this.#handle.call("set", this.#vertex(i), this.#vertex(j), weightOf(weight));
  }

  forbid(i, j) {
    this.#handle.call("forbid", this.#vertex(i), this.#vertex(j));
  }

  force(i, j) {
    this.#handle.call("force", this.#vertex(i), this.#vertex(j));
  }

  remove(vertex) {
    this.#handle.call("remove", this.#vertex(vertex));
  }

  insert(vertex, weights, allowed) {
    this.#handle.with(() => {
      const row = writeCells(this.#handle.instance, this.#size, weights, allowed);
      this.#handle.call("set_row", this.#vertex(vertex), ...row);
    });
  }

  solve() {
    const handle = this.#handle;
    return handle.with(() =>
      solve(handle.instance, this.#size, (place) => handle.call("solve", 0, 0, place)),
    );
  }

  prices(vertex) {
    return this.#prices("prices", [this.#vertex(vertex)], this.#size);
  }

  priceTable() {
    return this.#prices("price_table", [], this.#size ** 2);
  }

  #prices(name, who, count) {
    const { instance } = this.#handle;
    return this.#handle.with(() => {
      const [possible, fewer, weight] = [1, CELL, WIDE].map((bytes) => instance.take(bytes * count));
      this.#handle.call(name, ...who, 0, 0, possible, fewer, weight, BigInt(count));
      return {
        possible: instance.array(Uint8Array, possible, count).slice(),
        fewer: readVertices(instance, fewer, count),
        weight: readWide(instance, weight, count),
      };
    });
  }

  losses(vertices, { atLeast = vertices.map(() => 0n), most = vertices.length, limit = MOST } = {}) {
    const { instance } = this.#handle;
    const count = vertices.length;
    return this.#handle.with(() => {
      const [ends, costs] = [0, 0].map(() => instance.take(CELL * count));
      const exact = instance.take(count);
      writeVertices(vertices, this.#size, "vertices", instance, ends);
      instance.array(BigInt64Array, costs, count).set(atLeast);
      this.#handle.call("losses", BigInt(count), ends, BigInt(most), limit, 0, 0, costs, exact);
      return {
        exact: instance.array(Uint8Array, exact, count).slice(),
        atLeast: instance.array(BigInt64Array, costs, count).slice(),
      };
    });
  }

  #vertex(v) {
    return vertexOf(v, this.#size);
  }
}
