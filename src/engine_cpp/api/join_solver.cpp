// Lightest joins of a fixed graph: what is prepared once, and the paths of a join.
#include "fastpair/join_solver.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <queue>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "graphs/sparse.hpp"
#include "joins/join_graph.hpp"
#include "joins/region_search.hpp"
#include "rows/parallel.hpp"

namespace fastpair {
namespace {

/// Throws unless every sum of weights, doubled, fits into 64 bits.
void require_lengths(const SparseGraph& graph) {
  Wide sum = 0;
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    if (is_loop(graph.edges[k])) continue;
    if (graph.edges[k].weight < 0) {
      throw std::invalid_argument("expected weights of 0 or more, got " +
                                  std::to_string(graph.edges[k].weight) + " for edge " +
                                  std::to_string(k));
    }
    sum += graph.edges[k].weight;
  }
  if (sum >= kWeightLimit)
    throw std::out_of_range("expected weights that add up to less than 2**60");
}

std::vector<std::uint8_t> marked(std::int64_t size, std::span<const Vertex> boundary) {
  std::vector<std::uint8_t> is_boundary(static_cast<std::size_t>(size), 0);
  for (const Vertex v : boundary) {
    if (v < 0 || v >= size) {
      throw std::invalid_argument("expected vertices below " + std::to_string(size) +
                                  " as the boundary, got " + std::to_string(v));
    }
    is_boundary[index_of(v)] = 1;
  }
  return is_boundary;
}

/// The arcs of a graph, of parallel ones the lightest.
Lists<JoinArc> arcs_of(const SparseGraph& graph, std::span<const Vertex> boundary) {
  require_size(graph.size);
  require_valid(graph);
  require_lengths(graph);
  const auto is_boundary = marked(graph.size, boundary);
  using Owned = std::tuple<Vertex, Vertex, Weight, std::int32_t>;
  std::vector<Owned> all;
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    const auto& [first, second, weight] = graph.edges[k];
    if (first == second) continue;
    for (const auto& [from, to] : {std::pair(first, second), std::pair(second, first)}) {
      // From the boundary no path leads on that could not begin there.
      if (is_boundary[index_of(from)] != 0) continue;
      const Vertex end = is_boundary[index_of(to)] != 0 ? kNobody : to;
      all.emplace_back(from, end, 2 * weight, static_cast<std::int32_t>(k));
    }
  }
  for (Vertex v = 0; v < graph.size; ++v) {
    if (is_boundary[index_of(v)] != 0) all.emplace_back(v, kNobody, 0, -1);
  }
  std::ranges::sort(all);
  const auto same_ends = [](const Owned& a, const Owned& b) {
    return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
  };
  const auto heavier = std::ranges::unique(all, same_ends);
  all.erase(heavier.begin(), heavier.end());
  return {static_cast<Vertex>(graph.size), [&](auto put) {
            for (const auto& [from, to, length, edge] : all) put(from, JoinArc{to, edge, length});
          }};
}

/// Throws unless the places are in order and none is behind the end of a list.
void require_places(std::span<const std::int64_t> starts, std::int64_t end) {
  if (starts.empty()) return;
  if (starts.front() >= 0 && starts.back() <= end && std::ranges::is_sorted(starts)) return;
  throw std::invalid_argument("expected starts in order, from 0 to at most " + std::to_string(end));
}

/// The shortest paths from a vertex as far as they are asked for [Dijkstra 1959].
class PathSearch {
 public:
  explicit PathSearch(const JoinGraph& graph)
      : graph_(&graph), reached_(index_of(graph.size()) + 1) {}

  /// Calls visit(edge) for the edges of a lightest path, whose length is known. Throws
  /// std::invalid_argument if no path is that short.
  template <class Visit>
  void for_each_edge(const JoinPair& pair, Visit visit) {
    require_vertex(pair.first, 0);
    require_vertex(pair.second, kNobody);
    ++search_;
    waiting_ = {};  // the search before may have ended early
    const Weight limit = 2 * pair.length;
    reach(pair.first, 0, kNobody, -1);
    while (!waiting_.empty()) {
      const auto [distance, v] = waiting_.top();
      waiting_.pop();
      if (v == pair.second) break;
      if (v == kNobody || distance > at(v).distance) continue;
      for (const JoinArc& arc : graph_->arcs(v)) {
        if (distance + arc.length <= limit) reach(arc.to, distance + arc.length, v, arc.edge);
      }
    }
    if (at(pair.second).search != search_) {
      throw std::invalid_argument(
          "expected a join of this graph, got a pair that no path of length " +
          std::to_string(pair.length) + " joins");
    }
    for (Vertex v = pair.second; v != pair.first; v = at(v).before) {
      if (at(v).edge >= 0) visit(at(v).edge);
    }
  }

 private:
  struct Reached {
    std::int64_t search = 0;
    Weight distance = 0;
    Vertex before = kNobody;
    std::int32_t edge = -1;
  };
  using Waiting = std::pair<Weight, Vertex>;

  void require_vertex(Vertex v, Vertex least) const {
    if (v >= least && v < graph_->size()) return;
    throw std::invalid_argument("expected a join of this graph, got a pair of the vertex " +
                                std::to_string(v));
  }

  /// The boundary comes first.
  Reached& at(Vertex v) { return reached_[static_cast<std::size_t>(v + 1)]; }

  void reach(Vertex v, Weight distance, Vertex before, std::int32_t edge) {
    Reached& there = at(v);
    if (there.search == search_ && there.distance <= distance) return;
    there = {search_, distance, before, edge};
    waiting_.emplace(distance, v);
  }

  const JoinGraph* graph_;
  std::vector<Reached> reached_;
  std::int64_t search_ = 0;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

}  // namespace

JoinGraph::JoinGraph(const SparseGraph& graph, std::span<const Vertex> boundary,
                     std::span<const std::uint64_t> labels)
    : arcs_(arcs_of(graph, boundary)), labels_(labels.begin(), labels.end()) {
  if (!labels.empty() && labels.size() != graph.edges.size()) {
    throw std::invalid_argument("expected a label for each of " +
                                std::to_string(graph.edges.size()) + " edges, got " +
                                std::to_string(labels.size()));
  }
}

struct JoinSolver::State {
  explicit State(std::shared_ptr<const JoinGraph> shared)
      : graph(std::move(shared)), search(*graph), paths(*graph) {}

  /// While the pointer lasts, the state is in use.
  auto use() {
    if (in_use.test_and_set(std::memory_order_acquire)) throw SolverBusy{};
    const auto release = [](State* state) { state->in_use.clear(std::memory_order_release); };
    return std::unique_ptr<State, decltype(release)>(this);
  }

  std::shared_ptr<const JoinGraph> graph;
  RegionSearch search;
  PathSearch paths;
  std::atomic_flag in_use;
};

JoinSolver::JoinSolver(const SparseGraph& graph, std::span<const Vertex> boundary,
                       std::span<const std::uint64_t> labels)
    : state_(std::make_unique<State>(std::make_shared<JoinGraph>(graph, boundary, labels))) {}
JoinSolver::JoinSolver(const JoinSolver& other)
    : state_(std::make_unique<State>(other.state_->graph)) {}
JoinSolver& JoinSolver::operator=(const JoinSolver& other) {
  state_ = std::make_unique<State>(other.state_->graph);
  return *this;
}
JoinSolver::JoinSolver(JoinSolver&& other) noexcept = default;
JoinSolver& JoinSolver::operator=(JoinSolver&& other) noexcept = default;
JoinSolver::~JoinSolver() = default;

std::int64_t JoinSolver::size() const { return state_->graph->size(); }

Join JoinSolver::solve(std::span<const Vertex> terminals, JoinCertificate* certificate,
                       const Interrupt& interrupt) {
  return state_->use()->search.solve(terminals, certificate, interrupt);
}

std::vector<JoinSolver::Answer> JoinSolver::solve_all(std::span<const std::int64_t> starts,
                                                      std::span<const Vertex> terminals,
                                                      std::int64_t threads,
                                                      const Interrupt& interrupt) {
  const auto used = state_->use();
  const std::size_t count = starts.empty() ? 0 : starts.size() - 1;
  require_places(starts, std::ssize(terminals));
  // Lists in a row are solved by one thread, so that none waits for another at each of them.
  constexpr std::size_t row = 64;
  const std::size_t rows = (count + row - 1) / row;
  const std::size_t parts = std::min(static_cast<std::size_t>(std::max<std::int64_t>(1, threads)),
                                     std::max<std::size_t>(1, rows));
  std::vector<std::unique_ptr<State>> others(parts);
  for (std::size_t part = 1; part < parts; ++part) {
    others[part] = std::make_unique<State>(used->graph);
  }
  std::vector<Answer> answers(count);
  std::vector<std::exception_ptr> errors(rows);
  in_turn(parts, rows, interrupt, [&](std::size_t part, std::size_t r, const Interrupt& ask) {
    RegionSearch& search = part == 0 ? used->search : others[part]->search;
    try {
      for (std::size_t k = r * row; k < std::min(count, (r + 1) * row); ++k) {
        const auto start = static_cast<std::size_t>(starts[k]);
        const auto length = static_cast<std::size_t>(starts[k + 1]) - start;
        const Join found = search.solve(terminals.subspan(start, length), nullptr, ask);
        answers[k] = {found.weight, found.labels};
      }
    } catch (const Interrupted&) {
      throw;
    } catch (...) {
      errors[r] = std::current_exception();
    }
  });
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return answers;
}

std::vector<std::int64_t> JoinSolver::edges(const Join& join) {
  const auto used = state_->use();
  std::set<std::int64_t> found;
  for (const JoinPair& pair : join.pairs) {
    used->paths.for_each_edge(pair, [&](std::int32_t edge) {
      if (!found.insert(edge).second) found.erase(edge);
    });
  }
  return {found.begin(), found.end()};
}

}  // namespace fastpair
