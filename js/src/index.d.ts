/** Safe integers, or integers of 64 bits up to 2**60 in size. */
export type Weights = ArrayLike<number> | ArrayLike<bigint>;

export interface Options {
  /** Whether the most edges come first and their weight second; by default the weight alone counts. */
  maxcardinality?: boolean;
}

export interface MatchingOptions extends Options {
  /** Whether all vertices have to be matched. If they cannot be, the promise is rejected. */
  perfect?: boolean;
}

export interface DenseOptions extends Options {
  /** size * size cells, symmetric, 0 where there is no edge; by default all pairs are edges. */
  allowed?: ArrayLike<number>;
}

/**
 * The duals of the proof, all doubled so that halves are integers. For every edge ij,
 * vertexDuals2x[i] + vertexDuals2x[j] + (duals of the blossoms that hold both) >= 2 weight, no vertex
 * lies below the ground, and those without a mate lie on it.
 */
export interface Certificate {
  vertexDuals2x: bigint[];
  /** Odd sets of vertices whose dual variable is positive. */
  blossoms: Int32Array[];
  /** Their dual variables. */
  blossomDuals2x: bigint[];
  ground2x: bigint;
}

export interface Matching {
  /** The mate of each vertex, -1 for nobody. */
  mate: Int32Array;
  weight: bigint;
  /** Number of edges. */
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
  options?: MatchingOptions,
): Promise<Matching>;

/** The same for a matrix: size * size weights in rows, symmetric; the diagonal is not read. */
export function maxWeightMatchingDense(
  size: number,
  weights: Weights,
  options?: DenseOptions & MatchingOptions,
): Promise<Matching>;

/**
 * The matching of least weight, by default of those with the most edges. Of parallel edges the
 * lightest counts. The certificate is that of the negated weights.
 */
export const minWeightMatching: typeof maxWeightMatching;
export const minWeightMatchingDense: typeof maxWeightMatchingDense;

/** Weights between rows and columns, in rows. The rows are the vertices from 0 on, the columns those
 * that follow. */
export function maxWeightAssignment(
  rows: number,
  columns: number,
  weights: Weights,
  options?: DenseOptions & MatchingOptions,
): Promise<Matching>;

/** The same of least weight, by default of those with the most edges. */
export const minWeightAssignment: typeof maxWeightAssignment;

/** Some edges of a list. */
export interface Subgraph {
  /** Their places in the list, in order. */
  edges: Int32Array;
  /** The sum of their weights. */
  weight: bigint;
}

/**
 * The heaviest edges of which each vertex v has at most most[v], with perfect exactly as many. No edge
 * counts twice, and of parallel ones the best counts alone. Weights are below 2**59 in size.
 */
export function maxWeightBMatching(
  size: number,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  weights: Weights,
  most: ArrayLike<number>,
  options?: MatchingOptions,
): Promise<Subgraph>;

/** The same of least weight; the weight alone counts by default. */
export const minWeightBMatching: typeof maxWeightBMatching;

/** One of the best matchings, with the cell that it is the best of. The certificate is that of the
 * graph without the forbidden edges, and without the ends of the forced ones. */
export interface RankedMatching extends Matching {
  /** Edges that every matching of the cell holds. */
  forced: [number, number][];
  /** Edges that no matching of the cell holds. */
  forbidden: [number, number][];
}

/**
 * The k heaviest matchings of a matrix, best first and all different; all of them if there are fewer.
 * By default matchings of any number of edges count, with maxcardinality those with the most.
 *
 * @throws RangeError as maxWeightMatchingDense, and if size times the heaviest weight reaches 2**61.
 */
export function kbestMatchings(
  size: number,
  weights: Weights,
  k: number,
  options?: DenseOptions,
): Promise<RankedMatching[]>;

/** Levels as one weight for each edge. */
export interface FoldedLevels {
  /** For every function that takes weights, with the same options. Totals of the levels are the sums
   * of their own weights: with `maxcardinality`, the middle of each level is taken off these ones. */
  weights: BigInt64Array;
  /** How much 1 on each level counts; 0 on a level that cannot tell matchings apart. */
  units: BigInt64Array;
}

/**
 * Weights on levels, of which a better total on one is worth any loss on those after it, folded into
 * one weight for each edge. Every level is as long as the list of edges.
 *
 * @throws RangeError (the promise is rejected) if weights up to 2**60 have no room for all levels.
 */
export function foldLevels(
  size: number,
  levels: Weights[],
  options?: Options,
): Promise<FoldedLevels>;

/** The same for matrices of size * size cells. */
export function foldLevelsDense(
  size: number,
  levels: Weights[],
  options?: DenseOptions,
): Promise<FoldedLevels>;

/** What it costs to match two vertices: the optimum, compared with the best matching of their edge. */
export interface Prices {
  /** 1 where there is an edge; the other arrays have 0 where there is none. */
  possible: Uint8Array;
  /** How many edges fewer that matching has; 0 where the weight alone counts. */
  fewer: Int32Array;
  /** How much lighter it is; negative only where it has fewer edges. */
  weight: bigint[];
}

/** What it costs to give up matched edges. */
export interface Losses {
  /** 1 where it is known. */
  exact: Uint8Array;
  /** How much lighter the best matching is without the edge; elsewhere a lower bound. */
  atLeast: BigInt64Array;
}

/**
 * What both solvers of matchings have. Only create is asynchronous. Methods throw a RangeError for what
 * is no vertex, no weight or no change; a change that is refused has changed nothing.
 */
export interface IncrementalSolver {
  /** A solver with the same graph and state; changes of one spare the other. */
  copy(): this;

  /** Give back the memory. What nobody holds any more is collected without it, with all its copies. */
  free(): void;

  /** Make ij an edge of this weight. Refused at a vertex that is removed. */
  setWeight(i: number, j: number, weight: number | bigint): void;

  /** Make ij no edge, whether it was one or not. */
  forbid(i: number, j: number): void;

  /** Take a vertex and its edges out of the graph. */
  remove(vertex: number): void;

  /** The optimum as the graph stands. Removed vertices have no mate, and their duals mean nothing. */
  solve(): Matching;

  /** What it costs to match a vertex with each other one. */
  prices(vertex: number): Prices;

  /** What it costs to give up the edges of some vertices, which have a mate. Only what costs less than
   * the limit is looked for, and of that the cheapest. */
  losses(
    vertices: number[],
    options?: { atLeast?: ArrayLike<bigint>; most?: number; limit?: bigint },
  ): Losses;
}

/**
 * Solves a dense graph again and again while edges and vertices come and go; each solve starts from
 * the last one. Of several optimal matchings it may give another one than maxWeightMatchingDense.
 */
export class Solver {
  private constructor();

  /** A solver of a graph as maxWeightMatchingDense takes it, which is copied. */
  static create(size: number, weights: Weights, options?: DenseOptions): Promise<Solver>;

  /** Leave ij the only edge of both vertices. Refused if it is no edge. */
  force(i: number, j: number): void;

  /** Give a vertex the edges of a row, and put it into the graph if it was removed. */
  insert(vertex: number, weights: Weights, allowed?: ArrayLike<number>): void;

  /** What it costs to match each vertex with each other one, in rows. */
  priceTable(): Prices;
}
export interface Solver extends IncrementalSolver {}

/**
 * Solves a list of edges again and again while edges and vertices come and go, in memory proportional
 * to them. The number of vertices is fixed: those to come have no edges yet.
 */
export class SparseSolver {
  private constructor();

  /** A solver of a graph as maxWeightMatching takes it, which is copied. */
  static create(
    size: number,
    first: ArrayLike<number>,
    second: ArrayLike<number>,
    weights: Weights,
    options?: Options,
  ): Promise<SparseSolver>;

  /** Make these pairs edges, each with its weight; of a pair that occurs twice, the last one counts. */
  setWeights(first: ArrayLike<number>, second: ArrayLike<number>, weights: Weights): void;

  /** Give a vertex edges to others and no more, and put it into the graph if it was removed. */
  insert(vertex: number, others: ArrayLike<number>, weights: Weights): void;

  /** The weight of ij, or undefined if it is no edge. */
  weight(i: number, j: number): bigint | undefined;

  /** The optimum as the graph stands, without its proof: after a change it costs what has changed. */
  mates(): { mate: Int32Array; weight: bigint };
}
export interface SparseSolver extends IncrementalSolver {}

/** Moats around odd sets of terminals, all doubled so that halves are integers. Those that separate two
 * terminals, or one from the boundary, are together no wider than the way between them, and all of them
 * are as wide as the join is heavy: no join is lighter. */
export interface JoinCertificate {
  terminals: Int32Array;
  /** Twice the width of the moat around each terminal alone, and then around each blossom. */
  widths2x: BigInt64Array;
  /** The blossom in which each of them lies, as a place in the list, or -1. It comes later. */
  parents: Int32Array;
}

/** A lightest join of some terminals. */
export interface Join {
  /** Two terminals, or a terminal and -1 for the boundary, that a lightest path joins. */
  pairs: [number, number][];
  /** The weights of the paths. */
  lengths: BigInt64Array;
  weight: bigint;
  /** The labels of the edges of the paths, added digit by digit (exclusive or). */
  labels: bigint;
  /** The places of its edges in the list, in order. */
  edges: Int32Array;
  certificate: JoinCertificate;
}

/**
 * Finds the lightest joins of a fixed graph for changing terminals. A join, or T-join, is a set of edges
 * of which exactly the terminals have an odd number; vertices of the boundary may have any number.
 *
 * Only create is asynchronous. Methods throw a RangeError for what is no vertex or is a terminal twice,
 * and an Error if no join exists.
 */
export class JoinSolver {
  private constructor();

  /** A solver of a graph as minWeightMatching takes it. No weight is negative, and all are below 2**60
   * together. Labels are sets of 64 binary digits. */
  static create(
    size: number,
    first: ArrayLike<number>,
    second: ArrayLike<number>,
    weights: Weights,
    options?: { boundary?: ArrayLike<number>; labels?: Weights | BigUint64Array },
  ): Promise<JoinSolver>;

  /** A solver of the same graph, which they share. */
  copy(): JoinSolver;

  /** Give back the memory. What nobody holds any more is collected without it, with all its copies. */
  free(): void;

  /** The lightest join of different vertices. */
  solve(terminals: ArrayLike<number>): Join;

  /** The weights and the labels of the lightest joins of many lists of terminals. */
  solveAll(lists: ArrayLike<number>[]): { weights: BigInt64Array; labels: BigUint64Array };
}

/**
 * Prove from its certificate that a matching is the best one of these edges, without the engine.
 *
 * @throws Error if it does not prove that.
 */
export function verify(
  size: number,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  weights: Weights,
  matching: Matching,
  options?: MatchingOptions & {
    /** Whether it is the least weight; maxcardinality is then true by default. */
    minimize?: boolean;
  },
): void;
