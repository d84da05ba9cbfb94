// Matchings of lists of edges by blossoms: of one, and of one that changes.
#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "api/one_solve.hpp"
#include "api/routes.hpp"
#include "api/solver_state.hpp"
#include "blossom/complete_solver.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "graphs/sparse.hpp"

namespace fastpair {

template <class Value>
using SparseSolver = CompleteSolver<Value, SparseSource>;

Solution solve_by_blossoms(const SparseGraph& graph, std::vector<Vertex> order, Objective objective,
                           const Interrupt& interrupt) {
  const SparseSource source(graph, std::move(order));
  Solution solution = solve_once<SparseSolver>(source, objective, interrupt);
  source.restore(solution);
  return solution;
}

/// All edges are candidates, so that these are the graph. Before they are needed, the edges are as
/// they were given: a graph may be solved once only, and then by another search.
class SparseMatchingSolver::State
    : public SolverState<SparseMatchingSolver::State, SparseSource, SparseSolver> {
 public:
  /// Takes valid edges without loops.
  State(std::int64_t size, std::vector<Edge> edges, Objective objective)
      : SolverState(SparseSource({size, {}}), CandidateGraph(static_cast<Vertex>(size)), objective,
                    static_cast<std::size_t>(size)),
        given_(std::move(edges)) {}

  State(const State& other)
      : SolverState(other, other.source_), given_(other.given_), first_(other.first_) {}
  State& operator=(const State&) = delete;

  /// The state for a call that asks for edges or changes them.
  auto use_edges() {
    auto state = use();
    state->hold_edges();
    return state;
  }

  Solution solve(const Interrupt& interrupt) {
    if (given_ && !first_) first_ = solve_if_bipartite({size(), *given_}, objective_, interrupt);
    if (first_) return *first_;
    hold_edges();
    return SolverState::solve(interrupt);
  }

  template <class Value>
  [[nodiscard]] std::optional<Optimum<Value>> find_optimum_otherwise(
      Objective objective, const Interrupt& interrupt) const {
    if (first_) return state_of<Value>(*first_, objective);
    return fastpair::find_optimum_otherwise<Value>(candidates_, objective, interrupt);
  }

  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(candidates_.count_arcs()) / 2);
    for (Vertex v = 0; v < candidates_.size(); ++v) {
      const auto first = std::ssize(edges);
      for (const auto& [u, weight_2x] : candidates_.from(v)) {
        if (v < u) edges.push_back({v, u, weight_2x / 2});
      }
      std::ranges::sort(edges.begin() + first, edges.end(), {}, &Edge::second);
    }
    return edges;
  }

  [[nodiscard]] std::optional<Weight> weight(Vertex i, Vertex j) const {
    require_edge(i, j);
    const Arc* edge = candidates_.find(i, j);
    return edge == nullptr ? std::nullopt : std::optional<Weight>(edge->weight_2x / 2);
  }

  void set(std::span<const Edge> edges) {
    for (const auto& [first, second, weight] : edges) {
      require_edge(first, second);
      require_present(first, second);
      require_weight(weight);
    }
    make_room(edges);
    for (const auto& [first, second, weight] : edges) {
      put(first, second, weight);
      note(first, second);
    }
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    candidates_.remove(i, j);
    note(i, j);
  }

  void remove(Vertex v) {
    require_vertex(v);
    if (is_absent(v)) return;
    candidates_.clear(v);
    set_absent(v, true);
    note(v, v);
  }

  void insert(Vertex v, std::span<const Edge> edges) {
    require_vertex(v);
    std::vector<Edge> joining;
    for (const auto& [first, second, weight] : edges) {
      require_edge(first, second);
      if (first != v && second != v) {
        throw std::invalid_argument(pair_name(first, second) + " does not end at vertex " +
                                    std::to_string(v));
      }
      const Vertex other = first == v ? second : first;
      if (is_absent(other)) continue;
      require_weight(weight);
      joining.push_back({v, other, weight});
    }
    make_room(joining);
    candidates_.clear(v);
    set_absent(v, false);
    for (const Edge& edge : joining) {
      const Arc* parallel = candidates_.find(v, edge.second);
      const bool is_heavier = parallel == nullptr || parallel->weight_2x < 2 * edge.weight;
      if (is_heavier) put(v, edge.second, edge.weight);
    }
    note(v, v);
  }

 private:
  /// Makes candidates of the edges that were given, and a state of the solution if there is one.
  void hold_edges() {
    if (!given_) return;
    SparseSource source({size(), *given_});
    CandidateGraph candidates(source.size());
    source.select(candidates);
    source.forget_edges();
    source_ = std::move(source);
    candidates_ = std::move(candidates);
    if (first_) begin({});
    given_.reset();
    first_.reset();
  }

  /// Takes the memory for some edges, so that no change fails halfway.
  void make_room(std::span<const Edge> edges) {
    std::vector<Vertex> ends;
    ends.reserve(2 * edges.size());
    for (const Edge& edge : edges) ends.insert(ends.end(), {edge.first, edge.second});
    std::ranges::sort(ends);
    for (auto end = ends.begin(); end != ends.end();) {
      const auto next = std::ranges::upper_bound(end, ends.end(), *end);
      candidates_.make_room(*end, static_cast<std::size_t>(next - end));
      end = next;
    }
  }

  void put(Vertex i, Vertex j, Weight weight) noexcept {
    candidates_.set(i, j, 2 * weight);
    source_.admit(i, j, weight);
  }

  /// The edges as they were given, until they are candidates.
  std::optional<std::vector<Edge>> given_;
  /// Their optimum, if it has been found without candidates.
  std::optional<Solution> first_;
};

SparseMatchingSolver::SparseMatchingSolver(const SparseGraph& graph, Objective objective) {
  require_size(graph.size);
  require_valid(graph);
  std::vector<Edge> edges;
  edges.reserve(graph.edges.size());
  std::ranges::remove_copy_if(graph.edges, std::back_inserter(edges), is_loop);
  state_ = std::make_unique<State>(graph.size, std::move(edges), objective);
}

SparseMatchingSolver::SparseMatchingSolver(const SparseMatchingSolver& other) {
  const auto state = other.state_->use();
  state_ = std::make_unique<State>(*state);
}
SparseMatchingSolver::SparseMatchingSolver(SparseMatchingSolver&&) noexcept = default;
SparseMatchingSolver& SparseMatchingSolver::operator=(SparseMatchingSolver&&) noexcept = default;
SparseMatchingSolver::~SparseMatchingSolver() = default;

std::int64_t SparseMatchingSolver::size() const { return state_->size(); }

std::vector<Edge> SparseMatchingSolver::edges() const { return state_->use_edges()->edges(); }

std::optional<Weight> SparseMatchingSolver::weight(Vertex i, Vertex j) const {
  return state_->use_edges()->weight(i, j);
}

std::span<const std::uint8_t> SparseMatchingSolver::removed() const { return state_->absent(); }

void SparseMatchingSolver::set(std::span<const Edge> edges) { state_->use_edges()->set(edges); }

void SparseMatchingSolver::forbid(Vertex i, Vertex j) { state_->use_edges()->forbid(i, j); }

void SparseMatchingSolver::remove(Vertex v) { state_->use_edges()->remove(v); }

void SparseMatchingSolver::insert(Vertex v, std::span<const Edge> edges) {
  state_->use_edges()->insert(v, edges);
}

Solution SparseMatchingSolver::solve(const Interrupt& interrupt) {
  return state_->use()->solve(interrupt);
}

PriceRow SparseMatchingSolver::prices(Vertex v, const Interrupt& interrupt) {
  return state_->use_edges()->prices(v, interrupt);
}

Losses SparseMatchingSolver::losses(std::span<const Vertex> vertices,
                                    const std::vector<Wide>& at_least, std::size_t count,
                                    Wide limit, const Interrupt& interrupt) {
  return state_->use_edges()->losses(vertices, at_least, count, limit, interrupt);
}

}  // namespace fastpair
