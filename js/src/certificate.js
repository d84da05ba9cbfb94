// The proof of optimality, checked in exact arithmetic by other means than the engine's.
//
// For any matching, every edge ij has vertexDuals2x[i] + vertexDuals2x[j] + (duals of the blossoms that
// hold both) >= 2 w, and a blossom holds at most (members - 1) / 2 edges of it. So no matching that
// leaves as many vertices without a mate weighs more than half of the sum of all that.
import { known } from "./options.js";

/** Whether these duals suffice for every edge: none of them may weigh more than its ends allow. */
function feasible({ vertexDuals2x, blossoms }, edges) {
  const around = Array.from(vertexDuals2x, () => new Set());
  for (const blossom of blossoms) for (const v of blossom.members) around[v].add(blossom);
  return edges.every(({ i, j, w }) => {
    let dual2x = vertexDuals2x[i] + vertexDuals2x[j];
    for (const blossom of around[i]) if (around[j].has(blossom)) dual2x += blossom.dual2x;
    return dual2x >= 2n * w;
  });
}

/** The weight of the edges between mates; undefined if the mates are no matching of these edges. */
function weightOf(mate, edges) {
  const heaviest = new Map(); // of the parallel edges of each pair, by its first vertex
  for (const { i, j, w } of edges) {
    const pair = Math.min(i, j);
    if (mate[i] === j && !(heaviest.get(pair) >= w)) heaviest.set(pair, w);
  }
  const joined = (u, v) => u < 0 || (mate[u] === v && heaviest.has(Math.min(u, v)));
  return mate.every(joined) ? [...heaviest.values()].reduce((sum, w) => sum + w, 0n) : undefined;
}

/** Twice the weight that no matching with as many vertices without a mate exceeds. */
function bound2x(mate, { vertexDuals2x, ground2x, blossoms }) {
  let sum = 0n;
  mate.forEach((u, v) => (sum += vertexDuals2x[v] - (u < 0 ? ground2x : 0n)));
  for (const { members, dual2x } of blossoms) sum += dual2x * BigInt((members.length - 1) / 2);
  return sum;
}

/** Whether the ground excludes all matchings with another number of edges. */
function suffices(ground2x, weight, mate, edges, maxcardinality) {
  const single = mate.filter((u) => u < 0).length;
  if (!maxcardinality) return ground2x === 0n || (ground2x > 0n && single === 0);
  if (single <= 1) return true;
  const least = edges.reduce((least, { w }) => (w < least ? w : least), 0n);
  return weight + ground2x < BigInt(Math.floor(mate.length / 2)) * least;
}

function isProven(size, edges, { mate, weight, certificate }, maxcardinality) {
  const { vertexDuals2x, ground2x } = certificate;
  const blossoms = certificate.blossoms.map((members, k) => ({
    members,
    dual2x: certificate.blossomDuals2x[k],
  }));
  return (
    mate.length === size &&
    vertexDuals2x.length === size &&
    weightOf(mate, edges) === weight &&
    vertexDuals2x.every((dual) => dual >= ground2x) &&
    blossoms.every(({ members, dual2x }) => dual2x > 0n && new Set(members).size % 2 === 1) &&
    blossoms.every(({ members }) => new Set(members).size === members.length) &&
    feasible({ vertexDuals2x, blossoms }, edges) &&
    bound2x(mate, { vertexDuals2x, ground2x, blossoms }) === 2n * weight &&
    suffices(ground2x, weight, mate, edges, maxcardinality)
  );
}

export function verify(size, first, second, weights, matching, options) {
  const names = ["maxcardinality", "minimize", "perfect"];
  const { maxcardinality, minimize, perfect } = known(options, names);
  const sign = minimize ? -1n : 1n; // the proof of the least weight is that of the negated ones
  const listed = Array.from(first, (i, k) => ({ i, j: second[k], w: sign * BigInt(weights[k]) }));
  const edges = listed.filter(({ i, j }) => i !== j); // loops are no edges
  const found = { ...matching, weight: sign * matching.weight };
  const complete = !perfect || matching.mate.every((u) => u >= 0);
  if (!complete || !isProven(size, edges, found, maxcardinality || perfect)) {
    throw new Error("fastpair: not proven optimal for these weights and options");
  }
}
