// A solver that holds its state: after a change it starts from the last solution.
import { makeInstance } from "./engine.js";
import { requireSize, writeCells } from "./graph.js";
import { Handle } from "./handle.js";
import { vertexOf, weightOf } from "./integers.js";
import { known } from "./options.js";
import { losses, prices } from "./questions.js";
import { solve } from "./solution.js";

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
    return prices(this.#handle, "prices", this.#size, this.#vertex(vertex));
  }

  priceTable() {
    return prices(this.#handle, "price_table", this.#size ** 2);
  }

  losses(vertices, options) {
    return losses(this.#handle, this.#size, vertices, options);
  }

  #vertex(v) {
    return vertexOf(v, this.#size);
  }
}
