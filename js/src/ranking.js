// The best matchings of a graph, one after the other.
//
// All matchings are divided into cells: those that hold some edges, the forced ones, and lack others,
// the forbidden ones. Of each cell the best matching is known, and the second best is looked for. The
// best of all these second ones is the next matching. Its cell is then divided by an edge in which it
// differs from the best of that cell, so that each of the two is the best of its part.
import { shown } from "./integers.js";
import { Solver } from "./solver.js";

const BOUND = 1n << 61n; // more than any two matchings may differ by
const DEPTH = 16; // of so many edges it is found out what they cost, though one is sought

const lesser = (a, b) => (a < b ? a : b);

export async function kbestMatchings(size, weights, k, options = {}) {
  if (!(Number.isInteger(k) && k >= 0)) {
    throw new RangeError(`expected a number of matchings, got ${shown(k)}`);
  }
  const whole = await Solver.create(size, weights, options);
  try {
    const edge = edgesOf(size, weights, options.allowed);
    return k === 0 ? [] : new Ranking(whole, edge).best(k);
  } finally {
    whole.free();
  }
}

/** The weight of an edge ij, undefined if there is none. */
function edgesOf(size, weights, allowed) {
  const edge = (i, j) => {
    const cell = i * size + j;
    return i === j || (allowed && !allowed[cell]) ? undefined : BigInt(weights[cell]);
  };
  for (let i = 0; i < size; ++i) {
    for (let j = 0; j < i; ++j) {
      const weight = edge(i, j) ?? 0n;
      if (BigInt(size) * (weight < 0n ? -weight : weight) < BOUND) continue;
      throw new RangeError(`expected ${size} times each weight to stay below 2**61, got ${weight}`);
    }
  }
  return edge;
}

/** The edges that all matchings of a part of a cell hold, and those that none of them holds. */
function partOf({ forced, forbidden }, edge, holds) {
  if (holds) return { forced: [...forced, edge], forbidden };
  return { forced, forbidden: [...forbidden, edge] };
}

/** The part of a cell with its best, and the part with its second best. */
function divide({ cell, matching, edge, holds }) {
  const { best, atMost } = cell;
  const bounds = atMost.map((bound, v) =>
    best.mate[v] === matching.mate[v] ? lesser(bound, matching.weight) : matching.weight,
  );
  return [
    { best: { ...best, ...partOf(best, edge, !holds) }, atMost },
    { best: matching, atMost: bounds },
  ];
}

class Ranking {
  #whole;
  #edge;

  constructor(whole, edge) {
    this.#whole = whole;
    this.#edge = edge;
  }

  /** So many matchings, or all; each step looks for the second best of the cells of the last one. */
  best(k) {
    const first = this.#ranked(this.#whole.solve(), { forced: [], forbidden: [] });
    const found = [first];
    let cells = [{ best: first, atMost: new BigInt64Array(first.mate.length).fill(first.weight) }];
    const seconds = []; // the heaviest first
    while (found.length < k) {
      for (const cell of cells) {
        const last = seconds[k - found.length - 1]; // only better ones are of use
        const limit = last ? cell.best.weight - last.matching.weight : BOUND;
        const second = limit > 0n && this.#second(cell, limit);
        if (!second) continue;
        const place = seconds.findIndex(({ matching }) => matching.weight < second.matching.weight);
        seconds.splice(place < 0 ? seconds.length : place, 0, { cell, ...second });
      }
      if (seconds.length === 0) break;
      const next = seconds.shift();
      found.push(next.matching);
      cells = divide(next);
    }
    return found;
  }

  /** The second best of a cell, if it is lighter than the best by less than a limit, and an edge that
   * one of the two has and the other has not. */
  #second(cell, limit) {
    const { best } = cell;
    const solver = this.#whole.copy();
    try {
      for (const [i, j] of best.forbidden) solver.forbid(i, j);
      for (const v of best.forced.flat()) solver.remove(v);
      const place = this.#difference(solver, cell, limit);
      if (!place) return undefined;
      const { edge, holds } = place;
      if (holds) edge.forEach((v) => solver.remove(v));
      else solver.forbid(...edge);
      return { ...place, matching: this.#ranked(solver.solve(), partOf(best, edge, holds)) };
    } finally {
      solver.free();
    }
  }

  /** An edge that the second best holds and the best lacks, or the other way round. */
  #difference(solver, { best, atMost }, limit) {
    const { mate } = solver.solve();
    const forced = new Set(best.forced.flat());
    const present = [...mate.keys()].filter((v) => !forced.has(v));
    const differs = present.filter((v) => mate[v] !== best.mate[v]);
    if (differs.length > 0) {
      // another one is as heavy
      const lost = differs.find((v) => best.mate[v] >= 0);
      if (lost !== undefined) return { edge: [lost, best.mate[lost]], holds: false };
      return { edge: [differs[0], mate[differs[0]]], holds: true };
    }
    const added = this.#bestAddition(present.filter((v) => mate[v] < 0), best.forbidden);
    const least = added ? lesser(limit, -added.weight) : limit;
    const end = this.#cheapestEnd(solver, present, { best, atMost }, least);
    if (end !== undefined) return { edge: [end, mate[end]], holds: false };
    return added && least < limit ? { edge: added.edge, holds: true } : undefined;
  }

  /** An end of the edge that costs least to give up, if that is less than the limit. */
  #cheapestEnd(solver, present, { best, atMost }, limit) {
    const ends = present.filter((v) => v < best.mate[v]);
    const bounds = ends.map((v) => best.weight - atMost[v]);
    const { exact, atLeast } = solver.losses(ends, { atLeast: bounds, most: DEPTH, limit });
    ends.forEach((v, k) => (atMost[v] = best.weight - atLeast[k]));
    let cheapest;
    ends.forEach((_, k) => {
      if (exact[k] && !(atLeast[cheapest] <= atLeast[k])) cheapest = k;
    });
    return ends[cheapest];
  }

  /** Of the edges between unmatched vertices the heaviest, which is no gain. */
  #bestAddition(free, forbidden) {
    const barred = new Set(forbidden.flatMap(([i, j]) => [`${i} ${j}`, `${j} ${i}`]));
    let best;
    for (const i of free) {
      for (const j of free) {
        const weight = i < j && !barred.has(`${i} ${j}`) ? this.#edge(i, j) : undefined;
        if (weight !== undefined && !(best?.weight >= weight)) best = { edge: [i, j], weight };
      }
    }
    return best;
  }

  /** The best matching of a cell with the edges that all of its matchings hold. */
  #ranked({ mate, weight, cardinality, certificate }, { forced, forbidden }) {
    for (const [i, j] of forced) {
      [mate[i], mate[j]] = [j, i];
      weight += this.#edge(i, j);
    }
    cardinality += forced.length;
    return { mate, weight, cardinality, certificate, forced, forbidden };
  }
}
