// The bytes of the fuzzer become a graph with lengths, and lists of terminals, one after the other
// for one solver. Joins must be proven by their moats, and agree with exhaustive search if the
// graph is small, and with the weights and labels of all lists at once.
//
// Byte 0 is the shape: bit 2 leaves some pairs out, bit 3 asks for a graph small enough for
// exhaustive search, and the rest is the kind of lengths. Then come the lengths, of one or eight
// bytes each, the boundary, and the lists of terminals: a byte for their number, and one for each
// vertex.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "exhaustive.hpp"
#include "fastpair.h"
#include "graph.hpp"
#include "proof.hpp"

namespace {

using namespace fastpair;
using namespace fastpair::fuzz;

/// Of all edges together less than the limit.
std::int64_t length_of(std::int64_t weight, Kind kind) {
  if (kind == kSmall) return weight + 64;
  if (kind == kFew) return weight + 1;
  return std::abs(weight) / 4096;
}

JoinGraph join_graph_of(Reader& reader) {
  const std::uint8_t shape = reader.byte();
  const auto kind = static_cast<Kind>(shape / 16 % 5);
  const Graph graph = graph_of(reader, shape, kind, (shape & 8) != 0 ? kExhaustive : kMostVertices);
  JoinGraph found;
  found.size = graph.size;
  for (const auto& [i, j, weight] : graph.edges()) {
    const std::int64_t length = length_of(weight, kind);
    const auto label = static_cast<std::uint64_t>(weight + i) % kLabels;
    if (weight % 5 == 1) found.add(j, i, length + 1, label ^ 1);  // does not count
    if (weight % 7 == 1) found.add(i, i, length, label ^ 1);
    found.add(i, j, length, label);
  }
  for (std::int64_t v = 0; v < found.size; ++v) {
    if (reader.byte() % 8 == 1) found.boundary.push_back(v);
  }
  return found;
}

std::vector<std::int64_t> terminals_of(Reader& reader, std::int64_t size) {
  std::vector<std::int64_t> terminals;
  for (std::int64_t v = 0; v < size; ++v) {
    if (reader.byte() % 2 == 1) terminals.push_back(v);
  }
  return terminals;
}

fastpair_join_solver* solver_of(const JoinGraph& graph) {
  fastpair_join_solver* solver = nullptr;
  const auto edges = static_cast<std::int64_t>(graph.lengths.size());
  const auto ends = static_cast<std::int64_t>(graph.boundary.size());
  require(fastpair_join_solver_new(graph.size, edges, graph.first.data(), graph.second.data(),
                                   graph.lengths.data(), ends, graph.boundary.data(),
                                   graph.labels.data(), &solver) == FASTPAIR_OK,
          "takes a valid graph");
  return solver;
}

/// Whether each connected part has a boundary or an even number of terminals.
bool is_joinable(const Distances& distances, const std::vector<std::int64_t>& terminals) {
  for (const std::int64_t v : terminals) {
    if (distances.to_boundary(v) < Distances::kFar) continue;
    int near = 0;
    for (const std::int64_t u : terminals) near += distances.between(u, v) < Distances::kFar;
    if (near % 2 == 1) return false;
  }
  return true;
}

/// The joins of one graph.
class Joins {
 public:
  explicit Joins(const JoinGraph& graph)
      : graph_(graph), distances_(graph), solver_(solver_of(graph)) {
    if (graph.size <= kExhaustive) lightest_ = lightest_joins(graph);
  }
  Joins(const Joins&) = delete;
  Joins& operator=(const Joins&) = delete;
  ~Joins() { fastpair_join_solver_free(solver_); }

  /// Checks the join of a list of terminals.
  void check(const std::vector<std::int64_t>& terminals) {
    const auto count = static_cast<std::int64_t>(terminals.size());
    fastpair_join* join = nullptr;
    const fastpair_status status =
        fastpair_join_solver_solve(solver_, count, terminals.data(), nullptr, nullptr, &join);
    starts_.push_back(starts_.back() + count);
    all_.insert(all_.end(), terminals.begin(), terminals.end());
    if (!is_joinable(distances_, terminals)) {
      unmatchable_ = true;
      return require(status == FASTPAIR_UNMATCHABLE && join == nullptr, "says that none joins");
    }
    require(status == FASTPAIR_OK, "joins terminals");
    std::vector<std::uint8_t> chosen(graph_.lengths.size());
    require(
        fastpair_join_solver_edges(solver_, join, chosen.data(), std::ssize(chosen)) == FASTPAIR_OK,
        "names its edges");
    const FoundJoin result = found(join);
    check_edges(graph_, terminals, result, chosen);
    check_pairs(distances_, terminals, result);
    check_moats(distances_, terminals, result);
    weights_.push_back(result.weight);
    labels_.push_back(result.label);
    if (lightest_.empty()) return;
    for (const auto& label : {std::optional<std::uint64_t>(), std::optional(result.label)}) {
      require(lightest_join(lightest_, graph_, terminals, label) == result.weight,
              "is as light as any, and has its label");
    }
  }

  /// Checks the joins of all lists so far.
  void check_all(std::int64_t threads) {
    const std::int64_t count = std::ssize(starts_) - 1;
    std::vector<std::int64_t> weights(starts_.size());
    std::vector<std::uint64_t> labels(starts_.size());
    const fastpair_status status =
        fastpair_join_solver_solve_all(solver_, count, starts_.data(), all_.data(), threads,
                                       nullptr, nullptr, weights.data(), labels.data(), count);
    if (unmatchable_) return require(status == FASTPAIR_UNMATCHABLE, "says that one joins none");
    weights.pop_back();
    labels.pop_back();
    require(status == FASTPAIR_OK && weights == weights_ && labels == labels_,
            "answers alike for all lists at once");
  }

 private:
  const JoinGraph& graph_;
  Distances distances_;
  fastpair_join_solver* solver_;
  /// Of all sets of terminals of a small graph.
  std::vector<std::int64_t> lightest_;
  std::vector<std::int64_t> starts_{0};
  std::vector<std::int64_t> all_;
  std::vector<std::int64_t> weights_;
  std::vector<std::uint64_t> labels_;
  bool unmatchable_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader reader(Bytes(data, size));
  const JoinGraph graph = join_graph_of(reader);
  Joins joins(graph);
  const int lists = 1 + reader.byte() % 5;
  for (int k = 0; k < lists; ++k) joins.check(terminals_of(reader, graph.size));
  joins.check_all(1 + lists % 2);
  return 0;
}
