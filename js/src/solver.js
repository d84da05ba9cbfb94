// A solver of a matrix that holds its state.
import { makeInstance } from "./engine.js";
import { requireSize, writeCells } from "./graph.js";
import { Handle } from "./handle.js";
import { IncrementalSolver } from "./incremental.js";
import { weightOf } from "./integers.js";
import { known } from "./options.js";
import { prices } from "./questions.js";

export class Solver extends IncrementalSolver {
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

  setWeight(i, j, weight) {
    this._handle.call("set", this._vertex(i), this._vertex(j), weightOf(weight));
  }

  force(i, j) {
    this._handle.call("force", this._vertex(i), this._vertex(j));
  }

  insert(vertex, weights, allowed) {
    this._handle.with(() => {
      const row = writeCells(this._handle.instance, this._size, weights, allowed);
      this._handle.call("set_row", this._vertex(vertex), ...row);
    });
  }

  priceTable() {
    return prices(this._handle, "price_table", this._size ** 2);
  }
}
