/* Exact maximum-weight matching in general graphs: the C interface of fastpair.
 *
 * Every function that can fail returns a fastpair_status; what went wrong in words is
 * fastpair_last_error() of the same thread. Nothing here throws, prints or aborts. Arguments are
 * borrowed for the call, results are copied into buffers of the caller, and what is to be freed is
 * a fastpair_solution, a fastpair_join or one of their solvers. Functions may be called from
 * several threads at once; a solution and a join are never changed once they are there, and a
 * solver is for one thread at a time.
 */
#ifndef FASTPAIR_H
#define FASTPAIR_H

#include <stdint.h>

/* Define FASTPAIR_STATIC to link the static library: pkg-config --static and CMake do. */
#if defined(FASTPAIR_STATIC)
#define FASTPAIR_API
#elif defined(_WIN32)
#ifdef FASTPAIR_BUILDING
#define FASTPAIR_API __declspec(dllexport)
#else
#define FASTPAIR_API __declspec(dllimport)
#endif
#else
#define FASTPAIR_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when a program that was compiled against an older header could not go on as it is. */
#define FASTPAIR_ABI 1

/* The FASTPAIR_ABI that the library was compiled with: compare after loading it by hand. */
FASTPAIR_API int32_t fastpair_abi(void);

/* The version of the library, as "1.2.3". */
FASTPAIR_API const char* fastpair_version(void);

typedef int32_t fastpair_status;
enum {
  FASTPAIR_OK = 0,
  FASTPAIR_INVALID_ARGUMENT =
      1,                     /* null, an asymmetric matrix, an edge that joins no two vertices */
  FASTPAIR_OUT_OF_RANGE = 2, /* too many vertices, a weight too large, no such blossom */
  FASTPAIR_BUFFER_TOO_SMALL = 3,
  FASTPAIR_INTERRUPTED = 4, /* by the interrupt function of the caller */
  FASTPAIR_OUT_OF_MEMORY = 5,
  FASTPAIR_INTERNAL_ERROR = 6, /* a bug of fastpair: please report it */
  FASTPAIR_BUSY = 7,           /* another call to the same solver is under way */
  FASTPAIR_UNMATCHABLE = 8 /* FASTPAIR_PERFECT, and not all vertices can be matched; or terminals
                              that cannot be joined */
};

/* What a status means, whatever the number. */
FASTPAIR_API const char* fastpair_status_message(fastpair_status status);

/* What the last call of this thread that failed found, and what it expected; "" if none has failed.
 * Stays as it is until the next failure of the thread. */
FASTPAIR_API const char* fastpair_last_error(void);

typedef int32_t fastpair_objective;
enum {
  FASTPAIR_MAX_WEIGHT = 0,      /* the heaviest matching, however few edges it has */
  FASTPAIR_MAX_CARDINALITY = 1, /* the heaviest among the matchings with the most edges */
  /* For the functions fastpair_solve_... only: */
  FASTPAIR_PERFECT = 3, /* the heaviest of all vertices, or FASTPAIR_UNMATCHABLE */
  FASTPAIR_MINIMIZE = 4 /* added to one of the above: the lightest instead. The proof is that of the
                           negated weights, the weight the sum of the given ones */
};

/* Weights are from -FASTPAIR_WEIGHT_LIMIT to FASTPAIR_WEIGHT_LIMIT. */
#define FASTPAIR_WEIGHT_LIMIT (INT64_C(1) << 60)
/* Up to this size they are solved in 64 bits most of the time; beyond, in 128, which is slower. */
#define FASTPAIR_NARROW_LIMIT (INT64_C(1) << 59)
#define FASTPAIR_VERTEX_LIMIT (INT64_C(1) << 24)

/* Sums and duals of weights can outgrow 64 bits: the value is high * 2^64 + low. */
typedef struct {
  uint64_t low;
  int64_t high;
} fastpair_int128;

/* Called now and then during a solve, in its thread: before every search and every look at all
 * edges, and within long searches. Anything but 0 stops the solve. Must not throw. */
typedef int32_t (*fastpair_interrupt)(void* context);

/* A matching, and the proof that none is better. */
typedef struct fastpair_solution fastpair_solution;

/* Solve a graph that is given as a matrix.
 *
 * weights    size * size cells in rows, symmetric; the diagonal is not read as an edge
 * allowed    size * size cells, symmetric, 0 where there is no edge; null: all pairs are edges
 * interrupt  null: never
 * solution   receives the result, to be freed; null if the call fails
 */
FASTPAIR_API fastpair_status fastpair_solve_dense(int64_t size, const int64_t* weights,
                                                  const uint8_t* allowed,
                                                  fastpair_objective objective,
                                                  fastpair_interrupt interrupt, void* context,
                                                  fastpair_solution** solution);

/* Solve a graph that is given as a list of edges: edge k joins first[k] and second[k], vertices
 * from 0 to size - 1. Of parallel edges the heaviest counts. An edge from a vertex to itself is no
 * edge of the graph, and its weight is not read. The rest is as above. */
FASTPAIR_API fastpair_status fastpair_solve_edges(int64_t size, int64_t edge_count,
                                                  const int64_t* first, const int64_t* second,
                                                  const int64_t* weights,
                                                  fastpair_objective objective,
                                                  fastpair_interrupt interrupt, void* context,
                                                  fastpair_solution** solution);

/* Solve an assignment: weights between rows and columns, rows * columns cells in rows. The rows are
 * the vertices from 0 on, the columns those that follow. The rest is as above. */
FASTPAIR_API fastpair_status fastpair_solve_rectangular(int64_t rows, int64_t columns,
                                                        const int64_t* weights,
                                                        const uint8_t* allowed,
                                                        fastpair_objective objective,
                                                        fastpair_interrupt interrupt, void* context,
                                                        fastpair_solution** solution);

/* Choose edges of a list so that each vertex v has at most most[v] of them; with FASTPAIR_PERFECT,
 * exactly as many. No edge counts twice, and of parallel ones the best counts alone. Weights are
 * below 2^59 in size.
 *
 * most      size numbers of 0 or more
 * chosen    receives 1 for each edge that is chosen, else 0; edge_count elements, which the
 *           capacity must not fall short of
 * weight    receives the sum of their weights
 */
FASTPAIR_API fastpair_status fastpair_solve_b_matching(int64_t size, int64_t edge_count,
                                                       const int64_t* first, const int64_t* second,
                                                       const int64_t* weights, const int64_t* most,
                                                       fastpair_objective objective,
                                                       fastpair_interrupt interrupt, void* context,
                                                       uint8_t* chosen, fastpair_int128* weight,
                                                       int64_t capacity);

/* Free a solution; null is allowed. */
FASTPAIR_API void fastpair_solution_free(fastpair_solution* solution);

/* Number of vertices, and of matched edges. */
FASTPAIR_API int64_t fastpair_solution_size(const fastpair_solution* solution);
FASTPAIR_API int64_t fastpair_solution_cardinality(const fastpair_solution* solution);

/* The sum of the matched weights. FASTPAIR_OUT_OF_RANGE if it does not fit: then the wide one. */
FASTPAIR_API fastpair_status fastpair_solution_weight(const fastpair_solution* solution,
                                                      int64_t* weight);
FASTPAIR_API fastpair_status fastpair_solution_weight_wide(const fastpair_solution* solution,
                                                           fastpair_int128* weight);

/* The mate of each vertex, -1 for the unmatched. The capacity is that of the buffer, in elements;
 * so in all that follows. */
FASTPAIR_API fastpair_status fastpair_solution_mate(const fastpair_solution* solution,
                                                    int64_t* mate, int64_t capacity);

/* The proof: a feasible solution of the dual linear programme with the same value, all doubled so
 * that halves are integers. For every edge ij
 *   vertex[i] + vertex[j] + (sum of the duals of the blossoms that hold both) >= 2 w_ij,
 * no vertex dual lies below the ground, and unmatched vertices lie on it. Hence
 *   2 weight = sum of (vertex[i] - (ground if i is unmatched))
 *            + sum over the blossoms of dual * (size - 1) / 2
 * is the most that a matching with as many edges can weigh; with ground == 0, any matching at all.
 */
FASTPAIR_API fastpair_status fastpair_solution_vertex_duals_2x(const fastpair_solution* solution,
                                                               fastpair_int128* duals,
                                                               int64_t capacity);
FASTPAIR_API fastpair_status fastpair_solution_ground_2x(const fastpair_solution* solution,
                                                         fastpair_int128* ground);

/* The blossoms, odd sets of vertices with a positive dual, are numbered from 0. */
FASTPAIR_API int64_t fastpair_solution_blossom_count(const fastpair_solution* solution);
FASTPAIR_API fastpair_status fastpair_solution_blossom_size(const fastpair_solution* solution,
                                                            int64_t blossom, int64_t* size);
FASTPAIR_API fastpair_status fastpair_solution_blossom_members(const fastpair_solution* solution,
                                                               int64_t blossom, int64_t* members,
                                                               int64_t capacity);
FASTPAIR_API fastpair_status fastpair_solution_blossom_dual_2x(const fastpair_solution* solution,
                                                               int64_t blossom,
                                                               fastpair_int128* dual);

/* Weights on levels, of which a better total on one is worth any loss on those after it, folded
 * into one weight for each edge. Every function here takes it, and a matching is the best exactly
 * if it is on the levels. FASTPAIR_OUT_OF_RANGE if FASTPAIR_WEIGHT_LIMIT has no room for all
 * levels.
 *
 * size       number of vertices of the graph
 * levels     level_count arrays of cell_count weights: of a matrix, or of a list of edges
 * allowed    cell_count flags, 0 where there is no edge, as on the diagonal of a matrix; null: all
 *            cells are edges
 * objective  the one to solve with
 * weights    receives the weights, cell_count of them, 0 where there is no edge. If they are solved
 *            with FASTPAIR_MAX_CARDINALITY, the middle of each level's weights has been taken off
 * units      receives how much 1 on each level counts, level_count numbers; 0 on a level that
 *            cannot tell matchings apart; null: not asked
 */
FASTPAIR_API fastpair_status fastpair_fold_levels(int64_t size, int64_t level_count,
                                                  int64_t cell_count, const int64_t* const* levels,
                                                  const uint8_t* allowed,
                                                  fastpair_objective objective, int64_t* weights,
                                                  int64_t* units);

/* Solves a dense graph again and again while edges and vertices come and go: a solve after a change
 * starts from the last solution. Of several optimal matchings it may give another one than
 * fastpair_solve_dense does.
 *
 * One solver is for one thread at a time: a change or a solve that begins before another one has
 * returned, in another thread or in an interrupt function, is refused with FASTPAIR_BUSY. A change
 * that is refused has changed nothing. */
typedef struct fastpair_solver fastpair_solver;

/* Make a solver of a graph as above, which is copied; to be freed. */
FASTPAIR_API fastpair_status fastpair_solver_new(int64_t size, const int64_t* weights,
                                                 const uint8_t* allowed,
                                                 fastpair_objective objective,
                                                 fastpair_solver** solver);

/* Make a copy of a solver with its graph and its state; changes of one spare the other. */
FASTPAIR_API fastpair_status fastpair_solver_copy(const fastpair_solver* solver,
                                                  fastpair_solver** copy);

/* Free a solver that no call is using; null is allowed. Its solutions stay. */
FASTPAIR_API void fastpair_solver_free(fastpair_solver* solver);

/* Make ij an edge of this weight. FASTPAIR_INVALID_ARGUMENT if i or j is removed: only a row brings
 * a vertex back. */
FASTPAIR_API fastpair_status fastpair_solver_set(fastpair_solver* solver, int64_t i, int64_t j,
                                                 int64_t weight);

/* Make ij no edge, whether it was one or not. */
FASTPAIR_API fastpair_status fastpair_solver_forbid(fastpair_solver* solver, int64_t i, int64_t j);

/* Leave ij the only edge of both vertices. FASTPAIR_INVALID_ARGUMENT if it is no edge; a removed
 * vertex has none. */
FASTPAIR_API fastpair_status fastpair_solver_force(fastpair_solver* solver, int64_t i, int64_t j);

/* Take a vertex and its edges out of the graph. A vertex that is removed stays so. */
FASTPAIR_API fastpair_status fastpair_solver_remove(fastpair_solver* solver, int64_t vertex);

/* Give a vertex the edges of a row of weights, and put it into the graph if it was removed.
 * Edges to vertices that are removed are left out; their weights, and the vertex's own, are not
 * read. allowed: null: to all other vertices. */
FASTPAIR_API fastpair_status fastpair_solver_set_row(fastpair_solver* solver, int64_t vertex,
                                                     const int64_t* weights,
                                                     const uint8_t* allowed);

/* The optimum of the graph as it stands: without a change, the same solution again. Questions after
 * a change solve first, for the solution that this returns then. Removed vertices have no mate, and
 * their duals mean nothing. After an interruption the next call goes on. */
FASTPAIR_API fastpair_status fastpair_solver_solve(fastpair_solver* solver,
                                                   fastpair_interrupt interrupt, void* context,
                                                   fastpair_solution** solution);

/* What it costs to match a vertex with each of the others: the optimum, compared with the best
 * matching that has the edge between the two. The mate costs nothing. Each array is of as many
 * elements as the graph has vertices, which the capacity must not fall short of.
 *
 * possible   receives 1 where there is an edge, else 0; the other arrays receive 0 where there is
 *            none
 * fewer      receives how many pairs fewer that matching has; 0 with FASTPAIR_MAX_WEIGHT
 * lighter    receives how much lighter it is; negative only where it has fewer pairs
 */
FASTPAIR_API fastpair_status fastpair_solver_prices(fastpair_solver* solver, int64_t vertex,
                                                    fastpair_interrupt interrupt, void* context,
                                                    uint8_t* possible, int64_t* fewer,
                                                    fastpair_int128* lighter, int64_t capacity);

/* The same for every vertex, in rows, on all cores: the arrays are of size * size elements. */
FASTPAIR_API fastpair_status fastpair_solver_price_table(fastpair_solver* solver,
                                                         fastpair_interrupt interrupt,
                                                         void* context, uint8_t* possible,
                                                         int64_t* fewer, fastpair_int128* lighter,
                                                         int64_t capacity);

/* What it costs to give up matched edges: how much lighter the best matching is that lacks one of
 * them; with FASTPAIR_MAX_CARDINALITY, of those with as many pairs. The next best matching of all
 * lacks the one that costs least, or has one more edge.
 *
 * vertices   count of them: an end of each edge. FASTPAIR_INVALID_ARGUMENT if one has no mate
 * most       so many of the cheapest are looked for; several that cost the same may be more
 * limit      what costs as much or more is not looked for
 * at_least   count lower bounds; 0 serves. Receives the costs, or better bounds
 * exact      receives 1 where at_least is what the edge costs, else 0
 */
FASTPAIR_API fastpair_status fastpair_solver_losses(fastpair_solver* solver, int64_t count,
                                                    const int64_t* vertices, int64_t most,
                                                    int64_t limit, fastpair_interrupt interrupt,
                                                    void* context, int64_t* at_least,
                                                    uint8_t* exact);

/* Solves a list of edges again and again while edges and vertices come and go, in memory
 * proportional to them. What holds for a fastpair_solver holds here too, and functions of the same
 * name do the same. The number of vertices is fixed: those to come have no edges yet. */
typedef struct fastpair_sparse_solver fastpair_sparse_solver;

FASTPAIR_API fastpair_status fastpair_sparse_solver_new(int64_t size, int64_t edge_count,
                                                        const int64_t* first, const int64_t* second,
                                                        const int64_t* weights,
                                                        fastpair_objective objective,
                                                        fastpair_sparse_solver** solver);
FASTPAIR_API fastpair_status fastpair_sparse_solver_copy(const fastpair_sparse_solver* solver,
                                                         fastpair_sparse_solver** copy);
FASTPAIR_API void fastpair_sparse_solver_free(fastpair_sparse_solver* solver);

/* Make these pairs edges, each with its weight, whether they were or not. Of a pair that occurs
 * more than once the last weight counts. */
FASTPAIR_API fastpair_status fastpair_sparse_solver_set(fastpair_sparse_solver* solver,
                                                        int64_t edge_count, const int64_t* first,
                                                        const int64_t* second,
                                                        const int64_t* weights);
FASTPAIR_API fastpair_status fastpair_sparse_solver_forbid(fastpair_sparse_solver* solver,
                                                           int64_t i, int64_t j);
FASTPAIR_API fastpair_status fastpair_sparse_solver_remove(fastpair_sparse_solver* solver,
                                                           int64_t vertex);

/* Give a vertex edges to others and take all that it had, and put it into the graph if it was
 * removed. Edges to vertices that are removed are left out; of parallel edges the heaviest
 * counts. */
FASTPAIR_API fastpair_status fastpair_sparse_solver_insert(fastpair_sparse_solver* solver,
                                                           int64_t vertex, int64_t edge_count,
                                                           const int64_t* others,
                                                           const int64_t* weights);

/* The weight of ij; is_edge receives 1, or 0 if there is no edge and the weight means nothing. */
FASTPAIR_API fastpair_status fastpair_sparse_solver_weight(const fastpair_sparse_solver* solver,
                                                           int64_t i, int64_t j, int64_t* weight,
                                                           uint8_t* is_edge);

/* The optimum of the graph as it stands, without its proof: after a change it costs the searches
 * that the change makes necessary, and to copy the mates. */
FASTPAIR_API fastpair_status fastpair_sparse_solver_mate(fastpair_sparse_solver* solver,
                                                         fastpair_interrupt interrupt,
                                                         void* context, int64_t* mate,
                                                         fastpair_int128* weight, int64_t capacity);

/* The same with its proof, which takes a pass over the vertices. */
FASTPAIR_API fastpair_status fastpair_sparse_solver_solve(fastpair_sparse_solver* solver,
                                                          fastpair_interrupt interrupt,
                                                          void* context,
                                                          fastpair_solution** solution);
FASTPAIR_API fastpair_status fastpair_sparse_solver_prices(
    fastpair_sparse_solver* solver, int64_t vertex, fastpair_interrupt interrupt, void* context,
    uint8_t* possible, int64_t* fewer, fastpair_int128* lighter, int64_t capacity);
FASTPAIR_API fastpair_status fastpair_sparse_solver_losses(
    fastpair_sparse_solver* solver, int64_t count, const int64_t* vertices, int64_t most,
    int64_t limit, fastpair_interrupt interrupt, void* context, int64_t* at_least, uint8_t* exact);

/* Finds the lightest joins of a fixed graph for changing terminals. A join, or T-join, is a set of
 * edges of which exactly the terminals have an odd number; vertices of the boundary may have any
 * number. The graph is prepared once. A solve grows regions around its terminals, and takes time
 * for what they reach.
 *
 * Decoders of quantum codes ask this of every shot: detection events are the terminals, and the
 * label of an edge says which logical observables its error flips. */
typedef struct fastpair_join_solver fastpair_join_solver;

/* A lightest join, and the proof that none is lighter. */
typedef struct fastpair_join fastpair_join;

/* Make a solver of a list of edges as for fastpair_solve_edges, which is copied; to be freed. Of
 * parallel edges the lightest counts.
 *
 * weights   0 or more, below 2^60 together
 * boundary  boundary_count vertices
 * labels    edge_count sets of 64 binary digits; null: none
 */
FASTPAIR_API fastpair_status fastpair_join_solver_new(
    int64_t size, int64_t edge_count, const int64_t* first, const int64_t* second,
    const int64_t* weights, int64_t boundary_count, const int64_t* boundary, const uint64_t* labels,
    fastpair_join_solver** solver);

/* Make a copy of a solver, for another thread; both share the graph. */
FASTPAIR_API fastpair_status fastpair_join_solver_copy(const fastpair_join_solver* solver,
                                                       fastpair_join_solver** copy);

/* Free a solver that no call is using; null is allowed. Its joins stay. */
FASTPAIR_API void fastpair_join_solver_free(fastpair_join_solver* solver);

/* The lightest join of some terminals, count different vertices. FASTPAIR_UNMATCHABLE if there is
 * none: a connected part has an odd number of them and no boundary. */
FASTPAIR_API fastpair_status fastpair_join_solver_solve(fastpair_join_solver* solver, int64_t count,
                                                        const int64_t* terminals,
                                                        fastpair_interrupt interrupt, void* context,
                                                        fastpair_join** join);

/* The weights and the labels of the lightest joins of list_count lists of terminals, without
 * proofs, by several threads, whose number plays no part in the answers. Of several errors, that of
 * the first list is returned.
 *
 * starts     list_count + 1 places: list k is the terminals from starts[k] to, without,
 *            starts[k + 1]
 * terminals  starts[list_count] vertices
 * threads    the most to use; one at least is used
 * weights    receives list_count weights, which the capacity must not fall short of
 * labels     receives as many labels
 */
FASTPAIR_API fastpair_status fastpair_join_solver_solve_all(
    fastpair_join_solver* solver, int64_t list_count, const int64_t* starts,
    const int64_t* terminals, int64_t threads, fastpair_interrupt interrupt, void* context,
    int64_t* weights, uint64_t* labels, int64_t capacity);

/* Choose the edges of a join: those that are on one of its paths, and not on two.
 *
 * chosen  receives 1 for each edge that is chosen, else 0; as many elements as the graph was given
 *         edges, which the capacity must not fall short of
 */
FASTPAIR_API fastpair_status fastpair_join_solver_edges(fastpair_join_solver* solver,
                                                        const fastpair_join* join, uint8_t* chosen,
                                                        int64_t capacity);

/* Free a join; null is allowed. */
FASTPAIR_API void fastpair_join_free(fastpair_join* join);

/* The sum of the weights of its edges, and their labels, added digit by digit (exclusive or). */
FASTPAIR_API fastpair_status fastpair_join_weight(const fastpair_join* join, int64_t* weight);
FASTPAIR_API fastpair_status fastpair_join_labels(const fastpair_join* join, uint64_t* labels);

/* The pairs of terminals that its paths join, each with the length of the path; -1 as the second
 * one of a pair is the boundary. */
FASTPAIR_API int64_t fastpair_join_pair_count(const fastpair_join* join);
FASTPAIR_API fastpair_status fastpair_join_pairs(const fastpair_join* join, int64_t* first,
                                                 int64_t* second, int64_t* lengths,
                                                 int64_t capacity);

/* The proof: a moat lies around an odd set of terminals, and every join crosses it. The moats that
 * separate two terminals, or one from the boundary, are together no wider than the way between
 * them, and all of them together are as wide as the join is heavy.
 *
 * widths_2x  receives twice the width of the moat around each terminal, in the order in which they
 *            were given, and then around each blossom
 * parents    receives the blossom in which each of them lies, as its place among them, or -1
 */
FASTPAIR_API int64_t fastpair_join_moat_count(const fastpair_join* join);
FASTPAIR_API fastpair_status fastpair_join_moats(const fastpair_join* join, int64_t* widths_2x,
                                                 int64_t* parents, int64_t capacity);

#ifdef __cplusplus
}
#endif

#endif
