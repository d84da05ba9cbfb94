// A solver of a list of edges that holds its state: a re-solve costs what has changed.
import { makeInstance } from "./engine.js";
import { CELL, requireLength, requireSize, writeEdges } from "./graph.js";
import { Handle } from "./handle.js";
import { IncrementalSolver } from "./incremental.js";
import { readVertices, readWide, writeVertices, writeWeights } from "./integers.js";
import { known } from "./options.js";

export class SparseSolver extends IncrementalSolver {
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

  setWeights(first, second, weights) {
    const handle = this._handle;
    handle.with(() =>
      handle.call("set", ...writeEdges(handle.instance, this._size, first, second, weights)),
    );
  }

  setWeight(i, j, weight) {
    this.setWeights([i], [j], [weight]);
  }

  insert(vertex, others, weights) {
    requireLength(weights, others.length, "weights");
    const { instance } = this._handle;
    this._handle.with(() => {
      // All memory first: when it grows, views of it become useless.
      const [ends, list] = [0, 0].map(() => instance.take(CELL * others.length));
      writeVertices(others, this._size, "others", instance, ends);
      writeWeights(weights, instance, list);
      this._handle.call("insert", this._vertex(vertex), BigInt(others.length), ends, list);
    });
  }

  weight(i, j) {
    const { instance } = this._handle;
    return this._handle.with(() => {
      const [place, flag] = [CELL, 1].map((bytes) => instance.take(bytes));
      this._handle.call("weight", this._vertex(i), this._vertex(j), place, flag);
      const isEdge = instance.array(Uint8Array, flag, 1)[0] === 1;
      return isEdge ? instance.array(BigInt64Array, place, 1)[0] : undefined;
    });
  }

  mates() {
    const { instance } = this._handle;
    return this._handle.with(() => {
      const [place, sum] = [CELL * this._size, 2 * CELL].map((bytes) => instance.take(bytes));
      this._handle.call("mate", 0, 0, place, sum, BigInt(this._size));
      const [weight] = readWide(instance, sum, 1);
      return { mate: readVertices(instance, place, this._size), weight };
    });
  }
}
