/** Safe integers, or integers of 64 bits up to 2**60 in size. */
export type Weights = ArrayLike<number> | ArrayLike<bigint>;

export interface Options {
  /** Whether the most edges come first and their weight second; by default the weight alone counts. */
  maxCardinality?: boolean;
}

export interface DenseOptions extends Options {
  /** size * size cells, symmetric, 0 where there is no edge; by default all pairs are edges. */
  allowed?: ArrayLike<number>;
}

/** An odd set of vertices whose dual variable is positive. */
export interface Blossom {
  members: Int32Array;
  dual2x: bigint;
}

/**
 * The duals of the proof, all doubled so that halves are integers. For every edge ij,
 * vertices2x[i] + vertices2x[j] + (duals of the blossoms that hold both) >= 2 weight, no vertex
 * lies below the ground, and those without a mate lie on it.
 */
export interface Certificate {
  vertices2x: bigint[];
  ground2x: bigint;
  blossoms: Blossom[];
}

export interface Solution {
  /** The mate of each vertex, -1 for nobody. */
  mates: Int32Array;
  weight: bigint;
  /** Number of edges of the matching. */
  cardinality: number;
  certificate: Certificate;
}

/**
 * The matching of greatest weight of a graph with vertices 0 to size - 1, whose edge k joins
 * first[k] and second[k]. Of parallel edges the heaviest counts; loops are no edges.
 *
 * @throws RangeError (the promise is rejected) for a vertex or a weight that is none, TypeError for
 * an option that is unknown.
 */
export function maxWeightMatching(
  size: number,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  weights: Weights,
  options?: Options,
): Promise<Solution>;

/** The same for a matrix: size * size weights in rows, symmetric; the diagonal is not read. */
export function maxWeightMatchingDense(
  size: number,
  weights: Weights,
  options?: DenseOptions,
): Promise<Solution>;

/** Whether a solution is a matching of these edges, and its certificate proves that it is the best. */
export function certifies(
  size: number,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  weights: Weights,
  solution: Solution,
  options?: Options,
): boolean;
