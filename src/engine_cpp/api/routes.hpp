// Which search solves a graph. What kind of graph it is, is asked here and nowhere else, whatever
// interface it comes from, for one solve and for the first one of a solver:
//
//   kind of graph                      search
//   bipartite, with all edges          shortest paths over rows of a matrix (bipartite/scan_search)
//   bipartite                          a cover, if most edges are asked for, and shortest paths
//                                      over lists (bipartite/heap_search); of equal weights the
//                                      cover alone
//   all pairs of fewer than 48         blossoms on all edges (blossom/solver)
//   a matrix, or as full as one        blossoms on candidates, and pricing out (blossom/solver)
//   any other                          blossoms on all edges (blossom/solver)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bipartite/solver.hpp"
#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/limits.hpp"
#include "blossom/solution.hpp"
#include "fastpair/matching.hpp"
#include "graphs/dense.hpp"
#include "graphs/filled.hpp"
#include "graphs/sparse.hpp"
#include "rows/survey.hpp"

namespace fastpair {

/// Whether so many vertices are solved faster as a list of edges, even if all pairs are. To look
/// for candidates in rows of a matrix takes longer than to make all edges some.
[[nodiscard]] constexpr bool are_few(std::int64_t size) { return size < 48; }

/// Whether edges are solved faster as a matrix: if there are some vertices, and a quarter of all
/// pairs are edges.
[[nodiscard]] constexpr bool is_dense(std::int64_t size, std::size_t edges) {
  return !are_few(size) && 4 * edges >= pairs_of(size);
}

/// Solves all pairs of three valid vertices or more.
Solution max_weight_matching(const AllPairs& pairs, Objective objective,
                             const Interrupt& interrupt);
/// Solves edges in arrays, of which it makes no list if it solves them as a matrix.
Solution max_weight_matching(const EdgeArrays& arrays, Objective objective,
                             const Interrupt& interrupt);
Solution min_weight_matching(EdgeArrays arrays, Objective objective, const Interrupt& interrupt);

/// The matrix of some edges. Throws as max_weight_matching.
[[nodiscard]] FilledMatrix filled(const SparseGraph& graph);
[[nodiscard]] FilledMatrix filled(const EdgeArrays& arrays);

/// An optimal state, and the ground that free vertices lie on if most edges are asked for.
template <class Value>
struct Optimum {
  BlossomForest<Value> forest;
  std::optional<Value> ground;
};

/// One in the width in which it was found, or null.
using KeptOptimum = NarrowFirst<Optimum>;

/// Solves a matrix that has been surveyed while it was made, as max_weight_matching does. Gives
/// `kept`, unless that is null, the state of a solution by blossoms.
Solution max_weight_matching(const DenseGraph& graph, Survey survey, Objective objective,
                             const Interrupt& interrupt, KeptOptimum* kept = nullptr);
/// The optimum of a valid graph without loops that is not dense if it is bipartite, else nothing.
std::optional<Solution> solve_if_bipartite(const SparseGraph& graph, Objective objective,
                                           const Interrupt& interrupt);
/// That of a graph whose edges are all candidates and join two sides.
Solution solve_bipartite(const CandidateGraph& graph, const Sides& sides, Objective objective,
                         const Interrupt& interrupt);

/// The state that a solution without blossoms proves. Throws WidthExceeded.
template <class Value>
Optimum<Value> state_of(const Solution& solution, Objective objective);

/// A larger graph whose best matchings choose the best edges of which each vertex has several.
struct Copies {
  std::int64_t size = 0;
  std::vector<Edge> edges;
  /// The place of the given edge that each of them chooses, or -1.
  std::vector<std::int64_t> owners;
};

/// Takes a valid graph, and a number of 0 or more for each vertex. Throws std::out_of_range for
/// more copies than there can be vertices.
[[nodiscard]] Copies copies_of(const SparseGraph& graph, std::span<const std::int64_t> most);

// --- searches -------------------------------------------------------------------------------

Solution solve_by_blossoms(DenseSource source, Objective objective, const Interrupt& interrupt,
                           KeptOptimum* kept);
/// Takes a valid graph without loops, and an order of its vertices.
Solution solve_by_blossoms(const SparseGraph& graph, std::vector<Vertex> order, Objective objective,
                           const Interrupt& interrupt);

/// Solves a graph that does not change. A solver is large, so each is compiled in one file, that of
/// its kind of graph. Begins anew if searches take long and the source finds potentials then. Gives
/// the state of the solution to `kept` unless that is null.
template <template <class> class SolverOf>
Solution solve_once(auto&& source, Objective objective, const Interrupt& interrupt,
                    KeptOptimum* kept = nullptr) {
  CandidateGraph candidates(source.size());
  source.select(candidates);
  NarrowFirst<SolverOf> solvers;
  solve_narrowest(source.largest(), [&]<class Value>(Value) {
    solvers.put(std::make_unique<SolverOf<Value>>(
        source, candidates,
        greedy_start<Value>(source.first_duals_2x(candidates), candidates, objective), objective));
  });
  std::optional<Solution> found = solvers.use(
      [&]<class Value>(std::unique_ptr<SolverOf<Value>>& solver) -> std::optional<Solution> {
        if (!solver->run(interrupt, &source)) return std::nullopt;
        const Value ground = solver->ground();
        Optimum<Value> optimum{std::move(*solver).state(), ground};
        solver.reset();  // what the searches needed is larger than the solution
        Solution solution = solution_of(optimum.forest, ground, candidates);
        if (kept != nullptr) kept->put(std::make_unique<Optimum<Value>>(std::move(optimum)));
        return solution;
      });
  return found ? std::move(*found) : solve_once<SolverOf>(source, objective, interrupt, kept);
}

}  // namespace fastpair
