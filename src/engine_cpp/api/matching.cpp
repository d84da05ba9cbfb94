// Matchings of graphs that no solver keeps: bipartite ones and those of computed weights.
#include "fastpair/matching.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

#include "api/one_solve.hpp"
#include "bipartite/solver.hpp"
#include "blossom/limits.hpp"
#include "blossom/pricing_solver.hpp"
#include "graphs/blocks.hpp"

namespace fastpair {
namespace {

template <class Value>
using BlockSolver = PricingSolver<Value, BlockSource>;

void require_valid(const RectangularGraph& graph) {
  if (graph.rows < 0 || graph.columns < 0 || graph.rows > kVertexLimit ||
      graph.columns > kVertexLimit || graph.rows + graph.columns > kVertexLimit) {
    throw std::out_of_range("expected at most 2**24 rows and columns, got " +
                            std::to_string(graph.rows) + " and " + std::to_string(graph.columns));
  }
  for (std::int64_t k = 0; k < graph.rows * graph.columns; ++k) {
    if (graph.allowed != nullptr && graph.allowed[k] == 0) continue;
    require_weight(graph.weights[k], [&] {
      return "the weight between row " + std::to_string(k / graph.columns) + " and column " +
             std::to_string(k % graph.columns);
    });
  }
}

}  // namespace

Solution max_weight_matching(const RectangularGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_valid(graph);
  return solve_bipartite(graph, objective, interrupt);
}

Solution max_weight_matching(const BlockGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  BlockGraph asking = graph;
  asking.compute = [&](auto... piece) {
    if (interrupt && interrupt()) throw Interrupted{};
    graph.compute(piece...);
  };
  return solve_once<BlockSolver>(BlockSource(asking), objective, interrupt);
}

}  // namespace fastpair
