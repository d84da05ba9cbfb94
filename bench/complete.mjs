// Complete graphs as edges beside their matrix, in JavaScript: see complete.py.
import { maxWeightMatching, maxWeightMatchingDense } from "../js/src/index.js";

const most = { maxcardinality: true };

function graph(n, shuffled) {
  const places = [];
  for (let i = 0; i < n; ++i) for (let j = i + 1; j < n; ++j) places.push(i * n + j);
  if (shuffled) {
    for (let k = places.length - 1; k > 0; --k) {
      const other = Math.floor(Math.random() * (k + 1));
      [places[k], places[other]] = [places[other], places[k]];
    }
  }
  const matrix = new Float64Array(n * n);
  for (const place of places) {
    const [i, j] = [Math.floor(place / n), place % n];
    matrix[place] = matrix[j * n + i] = Math.floor(Math.random() * 1e6);
  }
  return {
    matrix,
    first: Int32Array.from(places, (place) => Math.floor(place / n)),
    second: Int32Array.from(places, (place) => place % n),
    weights: Float64Array.from(places, (place) => matrix[place]),
  };
}

/** The least milliseconds of processor time of calls in turns. */
async function inTurns(turns, ...calls) {
  const best = calls.map(() => Infinity);
  for (let turn = 0; turn < turns; ++turn) {
    for (const [k, call] of calls.entries()) {
      const start = process.cpuUsage();
      await call();
      const { user, system } = process.cpuUsage(start);
      best[k] = Math.min(best[k], (user + system) / 1000);
    }
  }
  return best;
}

for (const n of process.argv.slice(2).map(Number)) {
  for (const shuffled of [false, true]) {
    const { matrix, first, second, weights } = graph(n, shuffled);
    const read = () => {
      let sum = 0;
      for (let k = 0; k < weights.length; ++k) sum += (first[k] ^ second[k]) + weights[k];
      return sum;
    };
    const best = await inTurns(
      10 + 20_000 / n,
      () => maxWeightMatching(n, first, second, weights, most),
      () => maxWeightMatchingDense(n, matrix, most),
      read,
    );
    console.log("JavaScript", n, Number(shuffled), ...best);
  }
}
