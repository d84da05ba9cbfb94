// Weights on levels, folded into one for each edge: a better total on a level is worth any loss on
// those after it.
import { withInstance } from "./engine.js";
import { CELL, requireSize, writeCells } from "./graph.js";
import { known } from "./options.js";

/** The weights, and how much 1 on each level counts. */
function fold(size, levels, allowed, maxcardinality) {
  return withInstance((instance) => {
    requireSize(size);
    const count = levels[0]?.length ?? 0;
    const whole = instance.take(CELL * count);
    const units = instance.take(CELL * levels.length);
    const table = instance.take(4 * levels.length);
    let mask = 0;
    const places = levels.map((level, k) => {
      try {
        const [place, flags] = writeCells(instance, count, level, k === 0 && allowed);
        mask ||= flags;
        return place;
      } catch (error) {
        error.message = `level ${k}: ${error.message}`;
        throw error;
      }
    });
    instance.array(Uint32Array, table, places.length).set(places);
    instance.check(
      instance.calls.fastpair_fold_levels(
        BigInt(size), BigInt(levels.length), BigInt(count), table, mask, Number(maxcardinality),
        whole, units,
      ),
    );
    return {
      weights: instance.array(BigInt64Array, whole, count).slice(),
      units: instance.array(BigInt64Array, units, levels.length).slice(),
    };
  });
}

export async function foldLevels(size, levels, options) {
  const { maxcardinality } = known(options, ["maxcardinality"]);
  return fold(size, levels, undefined, maxcardinality);
}

export async function foldLevelsDense(size, levels, options) {
  const { allowed, maxcardinality } = known(options, ["allowed", "maxcardinality"]);
  requireSize(size);
  const edges = Uint8Array.from(allowed ?? new Uint8Array(size * size).fill(1), Boolean);
  for (let v = 0; v < size; ++v) edges[v * size + v] = 0; // the diagonal is not read
  return fold(size, levels, edges, maxcardinality);
}
