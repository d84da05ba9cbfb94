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

#include "api/routes.hpp"
#include "api/solver_state.hpp"
#include "bipartite/solver.hpp"
#include "blossom/indexed.hpp"
#include "blossom/solver.hpp"
#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"
#include "graphs/filled.hpp"
#include "graphs/sparse.hpp"
#include "rows/survey.hpp"

namespace fastpair {

template <class Value>
using SparseSolver = BlossomSolver<Value, SparseSource>;

Solution solve_by_blossoms(const SparseGraph& graph, std::vector<Vertex> order, Objective objective,
                           const Interrupt& interrupt) {
  SparseSource source(graph, std::move(order));
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
  using Entry = Edge;

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
    std::vector<Entry> kept;
    kept.reserve(entries_.size());
    auto from = entries_.begin();
    const auto ends = [](const Entry& entry) { return std::pair(entry.first, entry.second); };
    const auto keep_until = [&](std::size_t place) {
      const auto until = entries_.begin() + static_cast<std::ptrdiff_t>(place);
      std::ranges::stable_sort(from, until, {}, ends);
      std::ranges::unique_copy(from, until, std::back_inserter(kept), {}, ends);
      from = until;
    };
    for (const auto& revision : revisions_) {
      keep_until(revision->place_);
      revision->place_ = kept.size();
    }
    keep_until(entries_.size());
    entries_ = std::move(kept);
    most_ = std::max(kFewEntries, 2 * entries_.size());
  }

  std::vector<Entry> entries_;
  /// In the order of their places. One that nobody else holds is dead.
  std::vector<std::shared_ptr<Revision>> revisions_;
  /// So many entries are made fewer.
  std::size_t most_ = kFewEntries;
};

/// All edges are candidates, so that these are the graph. Before they are needed, the edges are as
/// they were given, or a matrix where they are solved as one: a graph may be solved once only, or
/// change so much between two solves that each starts from nothing.
class SparseMatchingSolver::State
    : public SolverState<SparseMatchingSolver::State, SparseSource, SparseSolver> {
 public:
  /// Takes valid edges without loops that are not dense.
  State(Vertex size, std::vector<Edge> edges, Objective objective)
      : State(SparseSource(size, 0), edges.size(), objective) {
    given_ = std::move(edges);
  }
  /// Takes edges that are dense, or would be without loops and parallel ones.
  State(FilledMatrix matrix, Objective objective)
      : State(SparseSource(matrix.size(), matrix.largest()),
              static_cast<std::size_t>(matrix.count_arcs()) / 2, objective) {
    matrix_ = std::move(matrix);
  }

  State(const State& other)
      : SolverState(other, other.source_),
        given_(other.given_),
        matrix_(other.matrix_),
        sides_(other.sides_),
        bipartite_(other.bipartite_) {
    other.kept_.visit([this]<class Value>(const std::unique_ptr<Optimum<Value>>& optimum) {
      if (optimum != nullptr) kept_.put(std::make_unique<Optimum<Value>>(*optimum));
    });
  }
  State& operator=(const State&) = delete;

  /// The state for a call that asks for edges or changes them.
  auto use_edges() {
    auto state = use();
    state->hold_edges();
    return state;
  }

  /// Where a solve starts from nothing, finds the optimum by another search if one does that, for
  /// which there need be no state and no candidates.
  void find_without_state(const Interrupt& interrupt) {
    if (is_much(count_changes()) || is_disturbed()) forget();
    if (has_start()) return;
    if (is_dense()) return find_by_matrix(interrupt);
    if (matrix_) hold_candidates();
    if (given_) {
      found_ = solve_if_bipartite({size(), *given_}, objective_, interrupt);
    } else {
      if (!sides_) sides_ = sides_of(candidates_);
      if (sides_) found_ = solve_bipartite(candidates_, *sides_, objective_, interrupt);
    }
    bipartite_ = found_.has_value();
  }

  /// Holds what a state needs.
  void prepare(const Interrupt& interrupt) {
    find_without_state(interrupt);
    hold_candidates();
  }

  /// The state of the solution that was found. Throws WidthExceeded.
  template <class Value>
  [[nodiscard]] Optimum<Value> take_optimum() {
    if (bipartite_) return state_of<Value>(*found_, objective_);
    return kept_.visit(
        []<class Kept>(const std::unique_ptr<Optimum<Kept>>& kept) -> Optimum<Value> {
          if constexpr (sizeof(Kept) > sizeof(Value)) {
            throw WidthExceeded{};
          } else {
            return {BlossomForest<Value>(std::move(kept->forest)), kept->ground};
          }
        });
  }

  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> edges;
    edges.reserve(count_edges());
    for (Vertex v = 0; v < candidates_.size(); ++v) {
      for (Vertex u = v + 1; matrix_ && u < candidates_.size(); ++u) {
        const Weight weight_2x = find_2x(v, u);
        if (weight_2x != kNoEdge) edges.push_back({v, u, weight_2x / 2});
      }
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
    const Weight weight_2x = find_2x(i, j);
    return weight_2x == kNoEdge ? std::nullopt : std::optional<Weight>(weight_2x / 2);
  }

  void set(std::span<const Edge> edges) {
    for (const auto& [first, second, weight] : edges) {
      require_edge(first, second);
      require_present(first, second);
      require_weight(weight);
    }
    const auto changing = changes_among_many(edges);
    if (changing) edges = *changing;
    make_room(edges);
    journal_.make_room(edges.size());
    for (const auto& [first, second, weight] : edges) {
      const Weight before_2x = put(first, second, weight);
      if (before_2x == 2 * weight) continue;
      remember(first, second, before_2x);
      note(first, second);
    }
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    const Weight before_2x = find_2x(i, j);
    if (before_2x == kNoEdge) return;
    journal_.make_room(1);
    drop(i, j);
    remember(i, j, before_2x);
    note(i, j);
  }

  void remove(Vertex v) {
    require_vertex(v);
    if (is_absent(v)) return;
    hold_candidates();
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
    hold_candidates();
    make_room(joining);
    journal_.make_room(candidates_.from(v).size() + 1 + joining.size());
    remember(v);
    candidates_.clear(v);
    set_absent(v, false);
    for (const Edge& edge : joining) {
      const Weight parallel_2x = find_2x(v, edge.second);
      if (parallel_2x != kNoEdge && parallel_2x >= 2 * edge.weight) continue;
      remember(v, edge.second, parallel_2x);
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
      } else {
        weight_2x == kNoEdge ? before.drop(first, second)
                             : void(before.put(first, second, weight_2x / 2));
      }
      before.note(first, second);
    }
    return before.solve(interrupt).certificate;
  }

 private:
  State(SparseSource source, std::size_t edges, Objective objective)
      : SolverState(source, CandidateGraph(source.size()), objective,
                    std::max({index_of(source.size()), kFewChanges, edges})) {}

  /// If more than one edge for so many vertices has become violated, or is matched and no longer
  /// tight, a solve starts from nothing: each of them costs a search or two. With new weights for 3
  /// to 20 % of the edges of 16 graphs, re-solves took as long as that from one for 8 on in the
  /// plane, from one for 4 on in random graphs.
  static constexpr std::size_t kOneDisturbedOf = 10;
  /// The same of a bipartite graph of which the weight counts, which is solved fast from nothing.
  static constexpr std::size_t kFastOneDisturbedOf = 30;
  /// A graph that is solved as a matrix from nothing is so if more edges than this for each vertex
  /// have changed. On complete graphs of 150 and 500 vertices, re-solves took as long as that at 2.
  static constexpr std::size_t kDenseChanges = 2;
  /// If more than one of so many edges has changed, to look at each of them takes as long as a
  /// solve, even if it disturbs nothing, as at the hubs of stars: of 30 % of the edges twice as
  /// long.
  static constexpr std::size_t kOneChangeOf = 5;
  /// So few changes never count as many: tests and fuzzers have small graphs.
  static constexpr std::size_t kFewChanges = 32;

  /// Whether so many changes of a graph that is solved as a matrix take longer than a solve.
  [[nodiscard]] bool is_much(std::size_t changes) const {
    const std::size_t most = std::max(kFewChanges, kDenseChanges * index_of(source_.size()));
    return changes > most && is_dense();
  }

  /// Whether to mend what changes disturb takes longer than a solve from nothing.
  [[nodiscard]] bool is_disturbed() const {
    const bool fast = bipartite_ && objective_ == Objective::kWeight;
    const std::size_t of = fast ? kFastOneDisturbedOf : kOneDisturbedOf;
    const std::size_t most = std::max(kFewChanges, index_of(source_.size()) / of);
    if (count_changes() <= most || (is_dense() && !fast)) return false;
    if (count_changes() > count_edges() / kOneChangeOf) return true;
    return count_disturbing([this](Vertex i, Vertex j) { return find_2x(i, j); }) > most;
  }

  void find_by_matrix(const Interrupt& interrupt) {
    hold_matrix();
    KeptOptimum kept;
    Survey survey = matrix_->take_survey();
    found_ = max_weight_matching(matrix_->graph(), std::move(survey), objective_, interrupt, &kept);
    bipartite_ = kept.visit([](const auto& optimum) { return optimum == nullptr; });
    kept_ = std::move(kept);
  }

  [[nodiscard]] std::size_t count_edges() const {
    if (given_) return given_->size();
    const std::int64_t arcs = matrix_ ? matrix_->count_arcs() : candidates_.count_arcs();
    return static_cast<std::size_t>(arcs) / 2;
  }

  [[nodiscard]] bool is_dense() const { return fastpair::is_dense(size(), count_edges()); }

  /// The doubled weight of an edge, or kNoEdge.
  [[nodiscard]] Weight find_2x(Vertex i, Vertex j) const {
    if (matrix_) return matrix_->find_2x(i, j);
    const Arc* edge = candidates_.find(i, j);
    return edge == nullptr ? kNoEdge : edge->weight_2x;
  }

  /// Holds the edges in a form in which they can change.
  void hold_edges() {
    if (given_) hold_candidates();
  }

  /// Makes candidates of the edges, which a state needs.
  void hold_candidates() {
    if (given_) {
      SparseSource source(SparseGraph{size(), *given_});
      CandidateGraph candidates(source.size());
      source.select(candidates);
      source.forget_edges();
      source_ = std::move(source);
      candidates_ = std::move(candidates);
      given_.reset();
    } else if (matrix_) {
      candidates_ = matrix_->candidates();
      matrix_.reset();
    }
  }

  /// Makes a matrix of the edges. No state remains.
  void hold_matrix() {
    if (matrix_) return;
    matrix_.emplace(candidates_);
    forget_candidates();
  }

  void forget_candidates() {
    forget();
    candidates_ = CandidateGraph(candidates_.size());
  }

  /// If so many edges are set that no state outlives it if all of them change, holds the edges as a
  /// matrix where most do, and returns those that do where few do. To make and read a matrix takes
  /// less time than to look for as many edges.
  std::optional<std::vector<Edge>> changes_among_many(std::span<const Edge> edges) {
    if (matrix_ || !is_dense() || !is_much(count_changes() + edges.size())) return std::nullopt;
    FilledMatrix matrix(candidates_);
    const auto changes = [&](const Edge& edge) {
      return matrix.find_2x(edge.first, edge.second) != 2 * edge.weight;
    };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(edges, changes));
    if (is_much(count_changes() + count)) {
      matrix_ = std::move(matrix);
      forget_candidates();
      return std::nullopt;
    }
    std::vector<Edge> some;
    for (const Edge& edge : edges) {
      if (!changes(edge)) continue;
      matrix.set(edge.first, edge.second, 2 * edge.weight);  // the last of parallel ones counts
      some.push_back(edge);
    }
    return some;
  }

  /// Takes the memory for those of some edges that are new, so that no change fails halfway.
  void make_room(std::span<const Edge> edges) {
    if (matrix_) return;
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

  /// Gives an edge a weight. Returns the doubled weight that it had, or kNoEdge.
  Weight put(Vertex i, Vertex j, Weight weight) {
    source_.admit(weight);
    const auto before_2x =
        matrix_ ? matrix_->set(i, j, 2 * weight) : candidates_.set(i, j, 2 * weight);
    if (!before_2x && sides_ && (*sides_)[i] == (*sides_)[j]) sides_.reset();
    return before_2x.value_or(kNoEdge);
  }

  void drop(Vertex i, Vertex j) { matrix_ ? matrix_->remove(i, j) : candidates_.remove(i, j); }

  /// Remembers an edge, or all of v, as they are before a change.
  void remember(Vertex i, Vertex j, Weight weight_2x) noexcept {
    if (journal_.is_kept()) journal_.add({i, j, weight_2x});
  }
  void remember(Vertex v) noexcept {
    if (!journal_.is_kept()) return;
    journal_.add({v, v, is_absent(v) ? 1 : 0});
    for (const auto& [u, weight_2x] : candidates_.from(v)) journal_.add({v, u, weight_2x});
  }

  /// The edges as they were given, until they are candidates.
  std::optional<std::vector<Edge>> given_;
  /// The edges as a matrix, in place of candidates.
  std::optional<FilledMatrix> matrix_;
  /// The sides, if it is known that the edges join two.
  std::optional<Sides> sides_;
  /// The state of the solution that was found, unless that is bipartite.
  KeptOptimum kept_;
  /// Whether the graph was bipartite when it was last solved from nothing.
  bool bipartite_ = false;
  Journal journal_;
};

SparseMatchingSolver::SparseMatchingSolver(const SparseGraph& graph, Objective objective) {
  require_size(graph.size);
  if (is_dense(graph.size, graph.edges.size())) {
    state_ = std::make_unique<State>(filled(graph), objective);
    return;
  }
  require_valid(graph);
  std::vector<Edge> edges;
  edges.reserve(graph.edges.size());
  std::ranges::remove_copy_if(graph.edges, std::back_inserter(edges), is_loop);
  state_ = std::make_unique<State>(static_cast<Vertex>(graph.size), std::move(edges), objective);
}

SparseMatchingSolver::SparseMatchingSolver(const EdgeArrays& arrays, Objective objective) {
  require_size(arrays.size);
  if (is_dense(arrays.size, arrays.count())) {
    state_ = std::make_unique<State>(filled(arrays), objective);
    return;
  }
  const std::vector<Edge> edges = arrays.list();
  *this = SparseMatchingSolver(SparseGraph{arrays.size, edges}, objective);
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
