// What all solvers of matchings have that hold their state: after a change they start from the last
// solution.
import { requireHandle } from "./handle.js";
import { vertexOf } from "./integers.js";
import { losses, prices } from "./questions.js";
import { solve } from "./solution.js";

export class IncrementalSolver {
  /** Its solver in the engine and the number of vertices, for the classes below. */
  constructor(handle, size) {
    requireHandle(handle, new.target);
    this._handle = handle;
    this._size = size;
  }

  copy() {
    return new this.constructor(this._handle.copy(), this._size);
  }

  free() {
    this._handle.free();
  }

  forbid(i, j) {
    this._handle.call("forbid", this._vertex(i), this._vertex(j));
  }

  remove(vertex) {
    this._handle.call("remove", this._vertex(vertex));
  }

  solve() {
    const handle = this._handle;
    return handle.with(() =>
      solve(handle.instance, this._size, (place) => handle.call("solve", 0, 0, place)),
    );
  }

  prices(vertex) {
    return prices(this._handle, "prices", this._size, this._vertex(vertex));
  }

  losses(vertices, options) {
    return losses(this._handle, this._size, vertices, options);
  }

  _vertex(v) {
    return vertexOf(v, this._size);
  }
}
