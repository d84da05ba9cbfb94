// The bytes of the fuzzer become a graph. Its solutions through the C interface must be proven, and
// agree with each other and, if the graph is small, with exhaustive search.
//
// Byte 0 says what the other bytes mean:
// - from 0xF0: They are the cells of a matrix, valid or not.
// - from 0xE0 to 0xEF: They are a number of changes, the changes, and a graph as below. Bits 0 to 2
//   are those below, and bit 3 is the objective. Bit 7 of the number makes weights powers of 2.
// - below: They are the number of vertices, and the weights of the pairs, of one or eight bytes
// each.
//   Bits 0 and 1 are the kind of weights. If bit 2 is set, some pairs are no edges. If bit 3 is
//   set, a solve is interrupted, at the call of the interrupt function whose number is in bits 4
//   to 7.
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

/// The number of edges and the weight of a matching.
using Value = std::pair<std::int64_t, Wide>;

/// The value of the best matching, from those of all sets of vertices, the smaller sets first.
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

/// Stops a solve at call number `asked` of the interrupt function. It must neither leak nor answer.
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

/// Takes the bytes as the cells of a matrix, which may be asymmetric or too heavy, so that it is
/// either solved or refused.
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
  const Graph graph = graph_of(reader, shape, static_cast<Kind>(shape & 3));
  check(graph, FASTPAIR_MAX_CARDINALITY);
  check(graph, FASTPAIR_MAX_WEIGHT);
  if ((shape & 8) != 0) check_interrupt(graph, shape >> 4);
  return 0;
}
