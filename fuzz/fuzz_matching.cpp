// Bytes become a graph; its solutions through the C interface must be proven, and agree with each
// other and, where the graph is small, with exhaustive search.
//
//   byte 0   from 0xF0: the rest is a matrix as it is, valid or not. Below: bits 0-1 the kind of
//            weights, bit 2 pairs are missing, bit 3 interrupted when asked for the (bits 4-7)th
//            time
//   byte 1   vertices
//   then     one byte for each pair of vertices, or eight; zeros when they are used up
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "fastpair.h"

namespace {

__extension__ using Wide = __int128;
using Bytes = std::span<const std::uint8_t>;

constexpr std::int64_t kMostVertices = 40;
constexpr std::int64_t kExhaustive = 10;

void require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s (%s)\n", promise, fastpair_last_error());
  std::abort();
}

struct Graph {
  std::int64_t size = 0;
  std::vector<std::int64_t> weights;
  std::vector<std::uint8_t> allowed;

  [[nodiscard]] std::size_t cell(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(i * size + j);
  }
  [[nodiscard]] bool joins(std::int64_t i, std::int64_t j) const {
    return i != j && allowed[cell(i, j)] != 0;
  }
};

/// The bytes, front to back, and zeros after their end.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }
  std::int64_t word() {
    std::uint64_t value = 0;
    for (int k = 0; k < 8; ++k) value = value << 8 | byte();
    return static_cast<std::int64_t>(value);
  }

 private:
  Bytes bytes_;
};

enum Kind : std::uint8_t { kSmall, kNearLimit, kAny, kFew };

std::int64_t weight(Kind kind, Reader& reader) {
  switch (kind) {
    case kNearLimit:
      return FASTPAIR_WEIGHT_LIMIT - reader.byte();
    case kAny:
      return reader.word() / 8;
    case kFew:
      return reader.byte() % 3 - 1;
    default:
      return reader.byte() - 64;
  }
}

Graph graph_of(Reader& reader, std::uint8_t shape) {
  Graph graph;
  graph.size = reader.byte() % (kMostVertices + 1);
  const auto cells = static_cast<std::size_t>(graph.size * graph.size);
  graph.weights.assign(cells, 0);
  graph.allowed.assign(cells, 0);
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      const std::int64_t value = weight(static_cast<Kind>(shape & 3), reader);
      const bool missing = (shape & 4) != 0 && (value & 3) != 0;
      graph.weights[graph.cell(i, j)] = graph.weights[graph.cell(j, i)] = value;
      graph.allowed[graph.cell(i, j)] = graph.allowed[graph.cell(j, i)] = missing ? 0 : 1;
    }
  }
  return graph;
}

struct Free {
  void operator()(fastpair_solution* solution) const { fastpair_solution_free(solution); }
};
using Solution = std::unique_ptr<fastpair_solution, Free>;

Solution solved(fastpair_status status, fastpair_solution* solution) {
  require(status == FASTPAIR_OK, "a valid graph is solved");
  return Solution(solution);
}

Solution solve_dense(const Graph& graph, fastpair_objective objective) {
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_dense(graph.size, graph.weights.data(), graph.allowed.data(), objective,
                           nullptr, nullptr, &solution);
  return solved(status, solution);
}

Solution solve_edges(const Graph& graph, fastpair_objective objective) {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> weights;
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      if (!graph.joins(i, j)) continue;
      first.push_back(i);
      second.push_back(j);
      weights.push_back(graph.weights[graph.cell(i, j)]);
    }
  }
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_edges(graph.size, static_cast<std::int64_t>(first.size()), first.data(),
                           second.data(), weights.data(), objective, nullptr, nullptr, &solution);
  return solved(status, solution);
}

Wide wide(fastpair_int128 value) { return Wide{value.high} * (Wide{1} << 64) + Wide{value.low}; }

Wide weight_of(const Solution& solution) {
  fastpair_int128 weight;
  require(fastpair_solution_weight_wide(solution.get(), &weight) == FASTPAIR_OK, "has a weight");
  return wide(weight);
}

std::vector<std::int64_t> mates_of(const Solution& solution, std::int64_t size) {
  require(fastpair_solution_size(solution.get()) == size, "has the size of its graph");
  std::vector<std::int64_t> mate(static_cast<std::size_t>(size));
  require(fastpair_solution_mate(solution.get(), mate.data(), size) == FASTPAIR_OK, "has mates");
  return mate;
}

/// The mates are a matching of edges, and its weight and cardinality are as stated.
void check_matching(const Graph& graph, const Solution& solution,
                    const std::vector<std::int64_t>& mate) {
  Wide weight = 0;
  std::int64_t matched = 0;
  for (std::int64_t v = 0; v < graph.size; ++v) {
    const std::int64_t other = mate[static_cast<std::size_t>(v)];
    if (other == -1) continue;
    require(other >= 0 && other < graph.size && graph.joins(v, other), "matches along edges");
    require(mate[static_cast<std::size_t>(other)] == v, "is mutual");
    weight += graph.weights[graph.cell(v, other)];
    ++matched;
  }
  require(weight == 2 * weight_of(solution), "states its weight");
  require(matched == 2 * fastpair_solution_cardinality(solution.get()), "states its cardinality");
}

struct Proof {
  std::vector<Wide> vertex;
  /// For each pair the duals of the blossoms that hold both.
  std::vector<Wide> inside;
  Wide blossoms = 0;
  Wide ground = 0;
};

void add_blossom(const Graph& graph, const Solution& solution, std::int64_t blossom, Proof& proof) {
  std::int64_t size = 0;
  fastpair_int128 dual;
  require(fastpair_solution_blossom_size(solution.get(), blossom, &size) == FASTPAIR_OK &&
              fastpair_solution_blossom_dual_2x(solution.get(), blossom, &dual) == FASTPAIR_OK,
          "has as many blossoms as it says");
  std::vector<std::int64_t> members(static_cast<std::size_t>(size));
  require(fastpair_solution_blossom_members(solution.get(), blossom, members.data(), size) ==
              FASTPAIR_OK,
          "has members");
  std::ranges::sort(members);
  require(members.empty() || (members.front() >= 0 && members.back() < graph.size),
          "names vertices");
  require(std::ranges::adjacent_find(members) == members.end(), "names a member once");
  require(size % 2 == 1 && size >= 3, "has odd blossoms");
  require(wide(dual) > 0, "has blossoms with positive duals");
  proof.blossoms += wide(dual) * (size / 2);
  for (const std::int64_t i : members) {
    for (const std::int64_t j : members) proof.inside[graph.cell(i, j)] += wide(dual);
  }
}

Proof proof_of(const Graph& graph, const Solution& solution) {
  const std::int64_t size = graph.size;
  Proof proof;
  proof.inside.assign(graph.weights.size(), 0);
  std::vector<fastpair_int128> duals(static_cast<std::size_t>(size));
  fastpair_int128 ground;
  require(fastpair_solution_vertex_duals_2x(solution.get(), duals.data(), size) == FASTPAIR_OK &&
              fastpair_solution_ground_2x(solution.get(), &ground) == FASTPAIR_OK,
          "has duals");
  for (const fastpair_int128 dual : duals) proof.vertex.push_back(wide(dual));
  proof.ground = wide(ground);
  const std::int64_t count = fastpair_solution_blossom_count(solution.get());
  for (std::int64_t b = 0; b < count; ++b) add_blossom(graph, solution, b, proof);
  return proof;
}

/// Weak duality, as fastpair.h states it.
void check_proof(const Graph& graph, const Solution& solution,
                 const std::vector<std::int64_t>& mate, fastpair_objective objective) {
  const Proof proof = proof_of(graph, solution);
  Wide value = proof.blossoms;
  for (std::size_t v = 0; v < mate.size(); ++v) {
    require(proof.vertex[v] >= proof.ground, "has no dual below the ground");
    value += proof.vertex[v] - (mate[v] == -1 ? proof.ground : 0);
  }
  require(value == 2 * weight_of(solution), "has duals of equal value");
  require(objective == FASTPAIR_MAX_CARDINALITY || proof.ground == 0, "stands on the ground");
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      if (!graph.joins(i, j)) continue;
      const Wide slack = proof.vertex[static_cast<std::size_t>(i)] +
                         proof.vertex[static_cast<std::size_t>(j)] +
                         proof.inside[graph.cell(i, j)] - 2 * Wide{graph.weights[graph.cell(i, j)]};
      require(slack >= 0, "has no violated edge");
    }
  }
}

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
  const Graph graph = graph_of(reader, shape);
  check(graph, FASTPAIR_MAX_CARDINALITY);
  check(graph, FASTPAIR_MAX_WEIGHT);
  if ((shape & 8) != 0) check_interrupt(graph, shape >> 4);
  return 0;
}
