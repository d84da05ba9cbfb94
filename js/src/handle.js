// What the engine keeps between calls, such as a solver: it is made, copied and freed.
import { make } from "./solution.js";

/** Refuse `new` for a class whose objects create() makes. */
export function requireHandle(handle, { name }) {
  if (!(handle instanceof Handle)) throw new TypeError(`await ${name}.create(...) in place of new ${name}(...)`);
}

export class Handle {
  #name; // what its functions in fastpair.h begin with
  #place; // 0 when it is freed

  /** `call` is given the place for the address of what it makes. The instance is shared with the
   * copies, so that it goes when they go. */
  constructor(instance, name, call) {
    this.instance = instance;
    this.#name = name;
    this.#place = this.with(() => make(instance, call));
  }

  copy() {
    return new Handle(this.instance, this.#name, (place) => this.call("copy", place));
  }

  free() {
    this.instance.calls[`${this.#name}_free`](this.#place);
    this.#place = 0;
  }

  /** Call a function of C for it. Returns the status, which is that all is well. */
  call(name, ...words) {
    if (this.#place === 0) throw new Error("fastpair: this solver has been freed");
    const status = this.instance.calls[`${this.#name}_${name}`](this.#place, ...words);
    this.instance.check(status);
    return status;
  }

  /** What `work` returns; the memory that it takes is free again then. */
  with(work) {
    try {
      return work();
    } finally {
      this.instance.release();
    }
  }
}
