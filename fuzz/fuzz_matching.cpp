// The bytes of the fuzzer become a graph. Its solutions through the C interface must be proven, and
// agree with each other and, if the graph is small, with exhaustive search.
//
// Byte 0 says what the other bytes mean:
// - from 0xF0: They are the cells of a matrix, valid or not.
// - below: They are the number of vertices, and the weights of the pairs, of one or eight bytes
// each.
//   Bits 0 and 1 are the kind of weights. If bit 2 is set, some pairs are no edges. If bit 3 is
//   set, a solve is interrupted, at the call of the interrupt function whose number is in bits 4
//   to 7.
#include <cstdint>
#include <cstring>
#include <vector>

#include "exhaustive.hpp"
#include "fastpair.h"
#include "graph.hpp"
#include "proof.hpp"

namespace {

using namespace fastpair::fuzz;

void check(const Graph& graph, fastpair_objective objective) {
  const Found dense = solve_dense(graph, objective);
  const Found edges = solve_edges(graph, objective);
  check_solution(graph, dense, objective);
  check_solution(graph, edges, objective);
  require(as_good(dense, edges, objective), "is the same for a matrix and for edges");
  check_exhaustively(graph, dense.weight, dense.cardinality, objective);
}

/// Stops a solve at call number `asked` of the interrupt function. It must neither leak nor answer.
void check_interrupt(const Graph& graph, int asked) {
  const auto stop = [](void* context) -> std::int32_t { return --*static_cast<int*>(context) < 0; };
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_dense(graph.size, graph.weights.data(), graph.allowed.data(),
                           FASTPAIR_MAX_CARDINALITY, stop, &asked, &solution);
  require(status == FASTPAIR_OK || status == FASTPAIR_INTERRUPTED, "ends or is interrupted");
  require((status == FASTPAIR_OK) == (solution != nullptr), "answers if it ends");
  fastpair_solution_free(solution);
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
  require(status == FASTPAIR_OK || status == FASTPAIR_INVALID_ARGUMENT ||
              status == FASTPAIR_OUT_OF_RANGE,
          "solves or refuses");
  require((status == FASTPAIR_OK) == (solution != nullptr), "answers if it does not refuse");
  fastpair_solution_free(solution);
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
  const Graph graph = graph_of(reader, shape, static_cast<Kind>(shape & 3));
  check(graph, FASTPAIR_MAX_CARDINALITY);
  check(graph, FASTPAIR_MAX_WEIGHT);
  if ((shape & 8) != 0) check_interrupt(graph, shape >> 4);
  return 0;
}
