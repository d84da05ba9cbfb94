// Lightest joins of a fixed graph for changing terminals.
import { makeInstance } from "./engine.js";
import { CELL, requireLength, writeEdges } from "./graph.js";
import { Handle, requireHandle } from "./handle.js";
import { readVertices, shown, writeVertices } from "./integers.js";
import { known } from "./options.js";
import { make } from "./solution.js";

const DIGITS = 1n << 64n;

/** Write sets of 64 binary digits. */
function writeLabels(labels, instance, place) {
  const words = instance.array(BigUint64Array, place, labels.length);
  for (let k = 0; k < labels.length; ++k) {
    const label = labels[k];
    const fits = typeof label === "bigint" ? label < DIGITS : Number.isSafeInteger(label);
    if (!fits || label < 0) {
      throw new RangeError(
        `labels[${k}]: expected a safe integer or a BigInt from 0 to 2**64 - 1, got ${shown(label)}`,
      );
    }
    words[k] = BigInt(label);
  }
}

/** A join of C as one of JavaScript; see fastpair.h. */
function read(instance, join, terminals, edges) {
  const { calls } = instance;
  const pairs = Number(calls.fastpair_join_pair_count(join));
  const moats = Number(calls.fastpair_join_moat_count(join));
  const places = [0, 0, 0].map(() => instance.take(CELL * Math.max(pairs, moats)));
  const words = (place, count) => instance.array(BigInt64Array, place, count).slice();
  calls.fastpair_join_weight(join, places[0]);
  const [weight] = words(places[0], 1);
  calls.fastpair_join_labels(join, places[0]);
  const labels = BigInt.asUintN(64, words(places[0], 1)[0]);
  calls.fastpair_join_pairs(join, ...places, BigInt(pairs));
  const [first, second] = places.slice(0, 2).map((place) => readVertices(instance, place, pairs));
  const lengths = words(places[2], pairs);
  calls.fastpair_join_moats(join, places[0], places[1], BigInt(moats));
  const certificate = {
    terminals: Int32Array.from(terminals),
    widths2x: words(places[0], moats),
    parents: readVertices(instance, places[1], moats),
  };
  calls.fastpair_join_free(join);
  const joined = Array.from(first, (v, k) => [v, second[k]]);
  return { pairs: joined, lengths, weight, labels, edges, certificate };
}

export class JoinSolver {
  #handle;
  #size;
  #edges; // how many the graph was given

  constructor(handle, size, edges) {
    requireHandle(handle, new.target);
    this.#handle = handle;
    this.#size = size;
    this.#edges = edges;
  }

  static async create(size, first, second, weights, options) {
    const { boundary = [], labels } = known(options, ["boundary", "labels"]);
    const instance = await makeInstance();
    const handle = new Handle(instance, "fastpair_join_solver", (place) => {
      if (labels) requireLength(labels, first.length, "labels");
      const ends = instance.take(CELL * boundary.length);
      const digits = labels ? instance.take(CELL * first.length) : 0;
      const edges = writeEdges(instance, size, first, second, weights);
      writeVertices(boundary, size, "boundary", instance, ends);
      if (labels) writeLabels(labels, instance, digits);
      return instance.calls.fastpair_join_solver_new(
        BigInt(size), ...edges, BigInt(boundary.length), ends, digits, place,
      );
    });
    return new JoinSolver(handle, size, first.length);
  }

  copy() {
    return new JoinSolver(this.#handle.copy(), this.#size, this.#edges);
  }

  free() {
    this.#handle.free();
  }

  solve(terminals) {
    const handle = this.#handle;
    const { instance } = handle;
    return handle.with(() => {
      const ends = instance.take(CELL * terminals.length);
      const chosen = instance.take(this.#edges);
      writeVertices(terminals, this.#size, "terminals", instance, ends);
      const count = BigInt(terminals.length);
      const join = make(instance, (place) => handle.call("solve", count, ends, 0, 0, place));
      handle.call("edges", join, chosen, BigInt(this.#edges));
      const flags = instance.array(Uint8Array, chosen, this.#edges);
      const edges = Int32Array.from(Array.from(flags.keys()).filter((k) => flags[k] === 1));
      return read(instance, join, terminals, edges);
    });
  }

  solveAll(lists) {
    const { instance } = this.#handle;
    const count = lists.length;
    const all = lists.flatMap((terminals) => Array.from(terminals));
    return this.#handle.with(() => {
      const [starts, ends] = [count + 1, all.length].map((each) => instance.take(CELL * each));
      const [weights, labels] = [0, 0].map(() => instance.take(CELL * count));
      writeVertices(all, this.#size, "terminals", instance, ends);
      const places = instance.array(BigInt64Array, starts, count + 1);
      places[0] = 0n;
      lists.forEach((terminals, k) => (places[k + 1] = places[k] + BigInt(terminals.length)));
      const room = BigInt(count);
      this.#handle.call("solve_all", room, starts, ends, 1n, 0, 0, weights, labels, room);
      return {
        weights: instance.array(BigInt64Array, weights, count).slice(),
        labels: instance.array(BigUint64Array, labels, count).slice(),
      };
    });
  }
}
