// Matchings of graphs of computed weights.
#include "fastpair/matching.hpp"

#include "api/routes.hpp"
#include "blossom/limits.hpp"
#include "blossom/pricing_solver.hpp"
#include "graphs/blocks.hpp"

namespace fastpair {
namespace {

template <class Value>
using BlockSolver = PricingSolver<Value, BlockSource>;

}  // namespace

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
