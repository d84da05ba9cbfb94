// A solver of a list of edges that holds its state: a re-solve costs what has changed.
import { makeInstance } from "./engine.js";
import { CELL, requireLength, requireSize, writeEdges } from "./graph.js";
import { Handle } from "./handle.js";
import { readVertices, readWide, vertexOf, writeVertices, writeWeights } from "./integers.js";
import { known } from "./options.js";
import { losses, prices } from "./questions.js";
import { solve } from "./solution.js";

export class SparseSolver {
  #handle;
  #size;

  constructor(handle, size) {
    this.#handle = handle;
    this.#size = size;
  }

  static async create(size, first, second, weights, options) {
    const { maxcardinality } = known(options, ["maxcardinality"]);
    requireSize(size);
    const instance = await makeInstance();
    const handle = new Handle(instance, "fastpair_sparse_solver", (place) => {
      const edges = writeEdges(instance, size, first, second, weights);
      return instance.calls.fastpair_sparse_solver_new(
        BigInt(size), ...edges, Number(maxcardinality), place,
      );
    });
    return new SparseSolver(handle, size);
  }

  copy() {
    return new SparseSolver(this.#handle.copy(), this.#size);
  }

  free() {
    this.#handle.free();
  }

  setWeights(first, second, weights) {
    const handle = this.#handle;
    handle.with(() =>
      handle.call("set", ...writeEdges(handle.instance, this.#size, first, second, weights)),
    );
  }

  setWeight(i, j, weight) {
    this.setWeights([i], [j], [weight]);
  }

  forbid(i, j) {
    this.#handle.call("forbid", this.#vertex(i), this.#vertex(j));
  }

  remove(vertex) {
    this.#handle.call("remove", this.#vertex(vertex));
  }

  insert(vertex, others, weights) {
    requireLength(weights, others.length, "weights");
    const { instance } = this.#handle;
    this.#handle.with(() => {
      // All memory first: when it grows, views of it become useless.
      const [ends, list] = [0, 0].map(() => instance.take(CELL * others.length));
      writeVertices(others, this.#size, "others", instance, ends);
      writeWeights(weights, instance, list);
      this.#handle.call("insert", this.#vertex(vertex), BigInt(others.length), ends, list);
    });
  }

  weight(i, j) {
    const { instance } = this.#handle;
    return this.#handle.with(() => {
      const [place, flag] = [CELL, 1].map((bytes) => instance.take(bytes));
      this.#handle.call("weight", this.#vertex(i), this.#vertex(j), place, flag);
      const isEdge = instance.array(Uint8Array, flag, 1)[0] === 1;
      return isEdge ? instance.array(BigInt64Array, place, 1)[0] : undefined;
    });
  }

  mates() {
    const { instance } = this.#handle;
    return this.#handle.with(() => {
      const [place, sum] = [CELL * this.#size, 2 * CELL].map((bytes) => instance.take(bytes));
      this.#handle.call("mate", 0, 0, place, sum, BigInt(this.#size));
      const [weight] = readWide(instance, sum, 1);
      return { mate: readVertices(instance, place, this.#size), weight };
    });
  }

  solve() {
    const handle = this.#handle;
    return handle.with(() =>
      solve(handle.instance, this.#size, (place) => handle.call("solve", 0, 0, place)),
    );
  }

  prices(vertex) {
    return prices(this.#handle, "prices", this.#size, this.#vertex(vertex));
  }

  losses(vertices, options) {
    return losses(this.#handle, this.#size, vertices, options);
  }

  #vertex(v) {
    return vertexOf(v, this.#size);
  }
}
