// Bytes become a graph; its solutions through the C interface must be proven, and agree with each
// other and, where the graph is small, with exhaustive search.
//
//   byte 0   from 0xF0: the rest is a matrix as it is, valid or not. Below: bits 0-1 the kind of
//            weights, bit 2 pairs are missing, bit 3 interrupted when asked for the (bits 4-7)th
//            time
//   byte 1   vertices
//   then     one byte for each pair of vertices, or eight; zeros when they are used up
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "changes.hpp"
#include "fastpair.h"
#include "graph.hpp"
#include "proof.hpp"

namespace {

using namespace fastpair::fuzz;

constexpr std::int64_t kExhaustive = 10;

/// Edges and weight of a matching: the better one is greater.
using Value = std::pair<std::int64_t, Wide>;

/// The best matching of each set of vertices, from the smaller sets to the larger ones.
Value exhaustive(const Graph& graph, fastpair_objective objective) {
  const std::size_t sets = std::size_t{1} << graph.size;
  std::vector<Value> best(sets);
  const auto greater = [objective](const Value& a, const Value& b) {
    return objective == FASTPAIR_MAX_WEIGHT ? a.second > b.second : a > b;
  };
  for (std::size_t set = 1; set < sets; ++set) {
    const auto i = static_cast<std::int64_t>(std::bit_width(set) - 1);
    const std::size_t rest = set & ~(std::size_t{1} << i);
    best[set] = best[rest];
    for (std::int64_t j = 0; j < i; ++j) {
      if ((rest >> j & 1) == 0 || !graph.joins(i, j)) continue;
      Value with = best[rest & ~(std::size_t{1} << j)];
      ++with.first;
      with.second += graph.weights[graph.cell(i, j)];
      if (greater(with, best[set])) best[set] = with;
    }
  }
  return best[sets - 1];
}

void check(const Graph& graph, fastpair_objective objective) {
  const Solution dense = solve_dense(graph, objective);
  const Solution edges = solve_edges(graph, objective);
  for (const Solution* solution : {&dense, &edges}) {
    const std::vector<std::int64_t> mate = mates_of(*solution, graph.size);
    check_matching(graph, *solution, mate);
    check_proof(graph, *solution, mate, objective);
  }
  require(weight_of(dense) == weight_of(edges), "is the same for a matrix and for edges");
  const std::int64_t cardinality = fastpair_solution_cardinality(dense.get());
  if (objective == FASTPAIR_MAX_CARDINALITY) {
    require(cardinality == fastpair_solution_cardinality(edges.get()), "is as large for edges");
  }
  if (graph.size > kExhaustive) return;
  const Value best = exhaustive(graph, objective);
  require(best.second == weight_of(dense), "is the heaviest");
  require(objective == FASTPAIR_MAX_WEIGHT || best.first == cardinality, "is the largest");
}

/// Stops a solve when it asks for the n-th time: it must neither leak nor answer.
void check_interrupt(const Graph& graph, int asked) {
  const auto stop = [](void* context) -> std::int32_t { return --*static_cast<int*>(context) < 0; };
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_dense(graph.size, graph.weights.data(), graph.allowed.data(),
                           FASTPAIR_MAX_CARDINALITY, stop, &asked, &solution);
  const Solution owned(solution);
  require(status == FASTPAIR_OK || status == FASTPAIR_INTERRUPTED, "ends or is interrupted");
  require((status == FASTPAIR_OK) == (solution != nullptr), "answers if it ends");
}

/// The bytes as the matrix itself, asymmetric or too heavy as they may be: an answer or a refusal.
void check_refusal(Bytes bytes) {
  std::int64_t size = 0;
  while ((size + 1) * (size + 1) * 8 <= static_cast<std::int64_t>(bytes.size()) && size < 12) {
    ++size;
  }
  std::vector<std::int64_t> weights(static_cast<std::size_t>(size * size));
  if (size > 0) std::memcpy(weights.data(), bytes.data(), weights.size() * 8);
  fastpair_solution* solution = nullptr;
  const fastpair_status status = fastpair_solve_dense(
      size, weights.data(), nullptr, FASTPAIR_MAX_WEIGHT, nullptr, nullptr, &solution);
  const Solution owned(solution);
  require(status == FASTPAIR_OK || status == FASTPAIR_INVALID_ARGUMENT ||
              status == FASTPAIR_OUT_OF_RANGE,
          "solves or refuses");
  require((status == FASTPAIR_OK) == (solution != nullptr), "answers if it does not refuse");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  if (size > 0 && (data[0] & 0xF0) == 0xF0) {
    check_refusal(bytes.subspan(1));
    return 0;
  }
  Reader reader(bytes);
  const std::uint8_t shape = reader.byte();
  if ((shape & 0xF0) == 0xE0) {
    check_changes(reader, shape);
    return 0;
  }
  const Graph graph = graph_of(reader, shape);
  check(graph, FASTPAIR_MAX_CARDINALITY);
  check(graph, FASTPAIR_MAX_WEIGHT);
  if ((shape & 8) != 0) check_interrupt(graph, shape >> 4);
  return 0;
}
