// Matchings of lists of edges by blossoms: of one, and of one that changes.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
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

Solution max_weight_matching(const AllPairs& pairs, Objective objective,
                             const Interrupt& interrupt) {
  return solve_once<SparseSolver>(SparseSource(pairs), objective, interrupt);
}

/// What the edges of a graph were before they changed, as far back as a revision that lives. Of
/// the changes of an edge between two revisions only the first is kept, so that memory is
/// proportional to the edges and to the revisions.
class Journal {
 public:
  using Revision = SparseMatchingSolver::Revision;

  /// An edge and its doubled weight before a change, or kNoEdge; or a vertex twice, and whether it
  /// was removed.
  struct Entry {
    Vertex first;
    Vertex second;
    Weight before;
  };

  std::shared_ptr<const Revision> revision() {
    forget();
    revisions_.push_back(std::make_shared<Revision>(entries_.size()));
    return revisions_.back();
  }

  /// Makes room for so many more entries: to add them takes no memory then.
  void make_room(std::size_t count) {
    if (!is_kept()) return;
    if (entries_.size() > most_) compact();
    const std::size_t size = entries_.size() + count;
    if (size > entries_.capacity()) entries_.reserve(std::max(size, 2 * entries_.size()));
  }

  /// Whether changes are to be added.
  [[nodiscard]] bool is_kept() const { return !revisions_.empty(); }

  void add(Entry entry) noexcept {
    if (entry.second < entry.first) std::swap(entry.first, entry.second);
    entries_.push_back(entry);
  }

  /// The changes since a revision.
  [[nodiscard]] std::span<const Entry> since(const Revision& revision) const {
    return std::span(entries_).subspan(revision.place_);
  }

 private:
  static constexpr std::size_t kFewEntries = 1024;

  /// Forgets the changes before the first revision that lives, unless most others follow it.
  void forget() {
    std::erase_if(revisions_, [](const auto& revision) { return revision.use_count() == 1; });
    const std::size_t count = revisions_.empty() ? entries_.size() : revisions_.front()->place_;
    if (count < entries_.size() - count) return;
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
    for (const auto& revision : revisions_) revision->place_ -= count;
  }

  /// Of several entries of an edge between two revisions keeps the first.
  void compact() {
    forget();
    auto to = entries_.begin();
    auto from = entries_.begin();
    const auto ends = [](const Entry& entry) { return std::pair(entry.first, entry.second); };
    const auto keep_until = [&](std::size_t place) {
      const auto until = entries_.begin() + static_cast<std::ptrdiff_t>(place);
      std::ranges::stable_sort(from, until, {}, ends);
      const auto rest = std::ranges::unique(from, until, {}, ends);
      to = to == from ? rest.begin() : std::copy(from, rest.begin(), to);
      from = until;
    };
    for (const auto& revision : revisions_) {
      keep_until(revision->place_);
      revision->place_ = static_cast<std::size_t>(to - entries_.begin());
    }
    keep_until(entries_.size());
    entries_.erase(to, entries_.end());
    most_ = std::max(kFewEntries, 2 * entries_.size());
  }

  std::vector<Entry> entries_;
  /// In the order of their places. One that nobody else holds is dead.
  std::vector<std::shared_ptr<Revision>> revisions_;
  /// So many entries are made fewer.
  std::size_t most_ = kFewEntries;
};

/// All edges are candidates, so that these are the graph. Before they are needed, the edges are as
/// they were given: a graph may be solved once only, and then by another search.
class SparseMatchingSolver::State
    : public SolverState<SparseMatchingSolver::State, SparseSource, SparseSolver> {
 public:
  /// Takes valid edges without loops.
  State(std::int64_t size, std::vector<Edge> edges, Objective objective)
      : SolverState(
            SparseSource(SparseGraph{size, {}}), CandidateGraph(static_cast<Vertex>(size)),
            objective,
            std::max({static_cast<std::size_t>(size), kFewChanges, edges.size() / kOneChangeOf})),
        given_(std::move(edges)) {}

  State(const State& other)
      : SolverState(other, other.source_), given_(other.given_), bipartite_(other.bipartite_) {}
  State& operator=(const State&) = delete;

  /// The state for a call that asks for edges or changes them.
  auto use_edges() {
    auto state = use();
    state->hold_edges();
    return state;
  }

  Solution solve(const Interrupt& interrupt) {
    find_without_state(interrupt);
    return found() != nullptr ? *found() : SolverState::solve(interrupt);
  }

  const Matching& matching(const Interrupt& interrupt) {
    find_without_state(interrupt);
    return found() != nullptr ? *found() : SolverState::matching(interrupt);
  }

  template <class Value>
  [[nodiscard]] std::optional<Optimum<Value>> find_optimum_otherwise(
      Objective objective, const Interrupt& interrupt) const {
    if (found_) return state_of<Value>(*found_, objective);
    return fastpair::find_optimum_otherwise<Value>(candidates_, objective, interrupt);
  }

  [[nodiscard]] bool is_much(std::size_t changes) const {
    if (changes <= kFewChanges) return false;
    const auto edges = static_cast<std::size_t>(candidates_.count_arcs()) / 2;
    if (changes > edges / kOneChangeOf) return true;
    if (is_dense(size(), edges) && changes > kDenseChanges * static_cast<std::size_t>(size())) {
      return true;
    }
    const bool fast = bipartite_ && objective_ == Objective::kWeight;
    return fast && count_disturbing() > static_cast<std::size_t>(size()) / kOneDisturbedOf;
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
    journal_.make_room(edges.size());
    for (const auto& [first, second, weight] : edges) {
      const Arc* known = candidates_.find(first, second);
      if (known != nullptr && known->weight_2x == 2 * weight) continue;
      remember(first, second);
      put(first, second, weight);
      note(first, second);
    }
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    if (candidates_.find(i, j) == nullptr) return;
    journal_.make_room(1);
    remember(i, j);
    candidates_.remove(i, j);
    note(i, j);
  }

  void remove(Vertex v) {
    require_vertex(v);
    if (is_absent(v)) return;
    journal_.make_room(candidates_.from(v).size() + 1);
    remember(v);
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
    journal_.make_room(candidates_.from(v).size() + 1 + joining.size());
    remember(v);
    candidates_.clear(v);
    set_absent(v, false);
    for (const Edge& edge : joining) {
      const Arc* parallel = candidates_.find(v, edge.second);
      const bool is_heavier = parallel == nullptr || parallel->weight_2x < 2 * edge.weight;
      if (!is_heavier) continue;
      remember(v, edge.second);
      put(v, edge.second, edge.weight);
    }
    note(v, v);
  }

  std::shared_ptr<const Revision> revision() { return journal_.revision(); }

  Certificate certificate(const Revision& revision, const Interrupt& interrupt) {
    const auto changes = journal_.since(revision);
    if (changes.empty()) return solve(interrupt).certificate;
    State before(*this);
    for (const auto& [first, second, weight_2x] : std::views::reverse(changes)) {
      if (first == second) {
        before.set_absent(first, weight_2x != 0);
      } else if (weight_2x == kNoEdge) {
        before.candidates_.remove(first, second);
      } else {
        before.candidates_.set(first, second, weight_2x);
      }
      before.note(first, second);
    }
    return before.solve(interrupt).certificate;
  }

 private:
  /// If more than one of so many edges has changed, a solve starts from nothing. On 16 graphs with
  /// both objectives, re-solves took longer than that in 5 of 32 cases with new weights for 5 % of
  /// the edges, in 8 with 10 %.
  static constexpr std::size_t kOneChangeOf = 10;
  /// A graph that is solved as a matrix from nothing is so if more edges than this for each vertex
  /// have changed: to set and announce them takes as long as to fill the matrix. On complete graphs
  /// of 150 and 500 vertices, re-solves took longer than that from 6 and 11 on; of 1000, they took
  /// .6 of it at 5.
  static constexpr std::size_t kDenseChanges = 5;
  /// A bipartite graph of which the weight counts is solved fast from nothing. So it is if more
  /// than one edge for so many vertices has become violated, or is matched and no longer tight.
  static constexpr std::size_t kOneDisturbedOf = 30;
  /// So few changes never count as many: tests and fuzzers have small graphs.
  static constexpr std::size_t kFewChanges = 32;

  /// Where a solve starts from nothing, finds the optimum by another search if one does that, for
  /// which there need be no state and no candidates. Else makes candidates of the edges.
  void find_without_state(const Interrupt& interrupt) {
    forget_if_much();
    if (has_start()) return;
    found_ = given_ ? solve_if_bipartite({size(), *given_}, objective_, interrupt)
                    : solve_if_bipartite(candidates_, objective_, interrupt);
    bipartite_ = found_.has_value();
    if (!bipartite_) hold_edges();
  }

  /// Makes candidates of the edges that were given.
  void hold_edges() {
    if (!given_) return;
    SparseSource source(SparseGraph{size(), *given_});
    CandidateGraph candidates(source.size());
    source.select(candidates);
    source.forget_edges();
    source_ = std::move(source);
    candidates_ = std::move(candidates);
    given_.reset();
  }

  /// Takes the memory for those of some edges that are new, so that no change fails halfway.
  void make_room(std::span<const Edge> edges) {
    std::vector<Vertex> ends;
    for (const auto& [first, second, weight] : edges) {
      if (candidates_.find(first, second) == nullptr) ends.insert(ends.end(), {first, second});
    }
    std::ranges::sort(ends);
    for (auto end = ends.begin(); end != ends.end();) {
      const auto next = std::ranges::upper_bound(end, ends.end(), *end);
      candidates_.make_room(*end, static_cast<std::size_t>(next - end));
      end = next;
    }
  }

  void put(Vertex i, Vertex j, Weight weight) noexcept {
    candidates_.set(i, j, 2 * weight);
    source_.admit(weight);
  }

  /// Remembers the edge ij, or all of v, as they are before a change.
  void remember(Vertex i, Vertex j) noexcept {
    if (!journal_.is_kept()) return;
    const Arc* edge = candidates_.find(i, j);
    journal_.add({i, j, edge == nullptr ? kNoEdge : edge->weight_2x});
  }
  void remember(Vertex v) noexcept {
    if (!journal_.is_kept()) return;
    journal_.add({v, v, is_absent(v) ? 1 : 0});
    for (const auto& [u, weight_2x] : candidates_.from(v)) journal_.add({v, u, weight_2x});
  }

  /// The edges as they were given, until they are candidates.
  std::optional<std::vector<Edge>> given_;
  /// Whether the graph was bipartite when it was last solved from nothing.
  bool bipartite_ = false;
  Journal journal_;
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

const Matching& SparseMatchingSolver::matching(const Interrupt& interrupt) {
  return state_->use()->matching(interrupt);
}

std::shared_ptr<const SparseMatchingSolver::Revision> SparseMatchingSolver::revision() {
  return state_->use()->revision();
}

Certificate SparseMatchingSolver::certificate(const Revision& revision,
                                              const Interrupt& interrupt) {
  return state_->use()->certificate(revision, interrupt);
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
