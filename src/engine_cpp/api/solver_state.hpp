// What solvers that hold their state have in common, whatever holds their edges: the state, what
// has changed since it was optimal, and the questions.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "api/pricer.hpp"
#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/solution.hpp"
#include "fastpair/matching_solver.hpp"

namespace fastpair {

/// A derived state holds the edges of the source. It changes them, and notes what it has changed.
/// Where all edges are candidates, the candidates are the edges.
template <class State, class Source, template <class> class SolverOf>
class SolverState {
 public:
  SolverState& operator=(const SolverState&) = delete;

  [[nodiscard]] std::int64_t size() const { return source_.size(); }
  [[nodiscard]] std::span<const std::uint8_t> absent() const { return absent_; }

  /// The solver for one call: while the pointer lasts, it is in use.
  auto use() {
    if (in_use_.test_and_set(std::memory_order_acquire)) throw SolverBusy{};
    const auto release = [](State* state) { state->in_use_.clear(std::memory_order_release); };
    return std::unique_ptr<State, decltype(release)>(static_cast<State*>(this));
  }

  Solution solve(const Interrupt& interrupt) {
    const Matching& optimum = matching(interrupt);
    if (found() != nullptr) return *found();
    Certificate proof;
    visit([&](const auto& solver) { proof = certificate_of(solver.state(), solver.ground()); });
    return {optimum, std::move(proof)};
  }

  /// The matching alone. It is replaced by the next call after a change.
  const Matching& matching(const Interrupt& interrupt) {
    static_cast<State&>(*this).find_without_state(interrupt);
    if (found() != nullptr) return *found();
    reoptimize(interrupt);
    return record_.matching();
  }

  PriceRow prices(Vertex v, const Interrupt& interrupt) {
    require_vertex(v);
    secure(interrupt);
    return pricer().use([&](auto& answers) { return answers->row(v, interrupt); });
  }

  Losses losses(std::span<const Vertex> vertices, const std::vector<Wide>& at_least,
                std::size_t count, Wide limit, const Interrupt& interrupt) {
    for (const Vertex v : vertices) {
      require_vertex(v);
      if (is_absent(v)) throw std::invalid_argument("a removed vertex has no mate");
    }
    if (at_least.size() != vertices.size()) {
      throw std::invalid_argument("expected a lower bound for each vertex");
    }
    secure(interrupt);
    for (const Vertex v : vertices) {
      const bool is_free = record_.matching().mate[index_of(v)] == kNobody;
      if (is_free) throw std::invalid_argument(std::to_string(v) + " has no mate");
    }
    return pricer().use([&](auto& answers) {
      return answers->losses(vertices, at_least, count, limit, interrupt);
    });
  }

 protected:
  /// The optimum that another search has found, as long as nothing has changed since.
  [[nodiscard]] const Solution* found() const {
    return found_ && changed_.empty() ? &*found_ : nullptr;
  }

  /// Whether there is an optimum, or a state, from which a solve can go on.
  [[nodiscard]] bool has_start() const { return found_ || has_solver(); }

  /// How many changes there have been since the last optimum.
  [[nodiscard]] std::size_t count_changes() const { return changed_.size(); }

  /// The next solve starts from nothing.
  void forget() noexcept {
    solver_ = {};
    found_.reset();
    record_.forget();
    changed_.clear();
    announced_ = 0;
    solved_ = false;
  }

  /// Does what has to be done before a state is made, or used again.
  void prepare(const Interrupt& /*interrupt*/) {}

  /// How many edges have become violated, or are matched and no longer tight, by changes since the
  /// last optimum. Blossoms are left out of account. find_2x(i, j) is a doubled weight, or kNoEdge.
  template <class Find>
  [[nodiscard]] std::size_t count_disturbing(Find find_2x) const {
    const auto count = [&](const auto& mates, const auto& duals_2x) {
      return std::ranges::count_if(changed_, [&](const auto& ends) {
        const auto [i, j] = ends;
        const Weight weight_2x = i == j ? kNoEdge : find_2x(i, j);
        const bool matched = i == j || mates[index_of(i)] == j;
        if (weight_2x == kNoEdge) return matched;
        const Wide sum_2x = Wide{duals_2x[index_of(i)]} + duals_2x[index_of(j)];
        return matched ? sum_2x != weight_2x : sum_2x < weight_2x;
      });
    };
    std::ptrdiff_t disturbing = 0;
    if (found_) disturbing = count(found_->mate, found_->certificate.vertex_2x);
    visit([&](const auto& solver) {
      disturbing = count(solver.state().mates().values(), solver.state().duals_2x().values());
    });
    return static_cast<std::size_t>(disturbing);
  }

  template <class Value>
  using Answers = PriceAnswers<Value, Source>;
  using Pricer = NarrowFirst<Answers>;

  SolverState(Source source, CandidateGraph candidates, Objective objective,
              std::size_t most_changes)
      : source_(std::move(source)),
        candidates_(std::move(candidates)),
        objective_(objective),
        absent_(index_of(source_.size()), 0),
        most_changes_(most_changes) {
    changed_.reserve(most_changes_);
  }

  /// The same state on a copy of the source.
  SolverState(const SolverState& other, Source source)
      : SolverState(std::move(source), other.candidates_, other.objective_, other.most_changes_) {
    absent_ = other.absent_;
    found_ = other.found_;
    solved_ = other.solved_;
    record_ = other.record_;
    changed_.assign(other.changed_.begin(), other.changed_.end());
    announced_ = other.announced_;
    other.visit([&]<class Value>(const SolverOf<Value>& solver) {
      solver_.put(std::make_unique<SolverOf<Value>>(solver, source_, candidates_));
    });
  }
  ~SolverState() = default;

  /// Brings the state to the optimum. An optimum of the graph as it stands stays as it is, so that
  /// all questions are answered for the matching that was returned.
  void reoptimize(const Interrupt& interrupt) {
    if (is_optimal()) return;
    try {
      static_cast<State&>(*this).prepare(interrupt);
      find_optimum(interrupt);
    } catch (const Interrupted&) {
      throw;
    } catch (...) {
      forget();  // a search that was broken off leaves no valid state
      throw;
    }
  }

  /// Brings the state to the optimum, with all that questions need.
  void secure(const Interrupt& interrupt) {
    reoptimize(interrupt);
    solver_.use([&](auto& solver) { solver->secure(interrupt); });
  }

  /// Of such a state.
  [[nodiscard]] Pricer pricer() const {
    Pricer pricer;
    visit([&]<class Value>(const SolverOf<Value>& solver) {
      PerfectState<Value> optimum{solver.state(), candidates_, solver.reserves()};
      pricer.put(
          std::make_unique<Answers<Value>>(source_, std::move(optimum), objective_, absent_));
    });
    return pricer;
  }

  /// Notes the ends of an edge that has changed, or twice a vertex of which all edges have: the
  /// next solve has to look at them. Takes no memory, so that no change fails halfway.
  void note(Vertex i, Vertex j) noexcept {
    if (changed_.size() == most_changes_) forget();
    if (has_start()) changed_.emplace_back(i, j);
  }

  void set_absent(Vertex v, bool absent) { absent_[index_of(v)] = absent ? 1 : 0; }
  [[nodiscard]] bool is_absent(Vertex v) const { return absent_[index_of(v)] != 0; }

  void require_vertex(Vertex v) const {
    if (v < 0 || v >= size()) {
      throw std::out_of_range("expected a vertex below " + std::to_string(size()) + ", got " +
                              std::to_string(v));
    }
  }

  void require_edge(Vertex i, Vertex j) const {
    require_vertex(i);
    require_vertex(j);
    if (i == j) throw std::invalid_argument(pair_name(i, j) + " joins a vertex to itself");
  }

  void require_present(Vertex i, Vertex j) const {
    if (!is_absent(i) && !is_absent(j)) return;
    throw std::invalid_argument(pair_name(i, j) + " ends at vertex " +
                                std::to_string(is_absent(i) ? i : j) +
                                ", which is removed: give that vertex new edges first");
  }

  static void require_weight(Weight weight) {
    fastpair::require_weight(weight, [] { return std::string("a weight"); });
  }

  /// Makes the first state, an optimal one if another search than that of the solver has found it.
  void begin() {
    if constexpr (Source::kHasMore) {
      candidates_ = CandidateGraph(source_.size());
      source_.select(candidates_);
    }
    solved_ = found_.has_value();
    solve_narrowest(source_.largest(), [&]<class Value>(Value) {
      if (solved_) {
        Optimum<Value> optimum = static_cast<State&>(*this).template take_optimum<Value>();
        return put_solver(std::move(optimum.forest), optimum.ground);
      }
      put_solver(greedy_start<Value>(source_.first_duals_2x(candidates_), candidates_, objective_),
                 {});
    });
    found_.reset();
  }

  Source source_;
  CandidateGraph candidates_;
  Objective objective_;
  /// The optimum before the changes that have been made since, if another search has found it and
  /// there is no state yet.
  std::optional<Solution> found_;

 private:
  [[nodiscard]] bool is_optimal() const { return solved_ && changed_.empty(); }

  void find_optimum(const Interrupt& interrupt) {
    if (!has_solver()) begin();
    if (!is_optimal()) run(interrupt);
    visit(
        [&](const auto& solver) { record_.update(solver.state().mates(), candidates_, changed_); });
    changed_.clear();
    announced_ = 0;
    solved_ = true;
  }

  /// Brings the solver to the optimum.
  void run(const Interrupt& interrupt) {
    if (source_.largest() > kNarrowLimit && solver_.widen()) solved_ = false;
    // Until this solve has ended, it is not known which edges have been priced out.
    bool solved = std::exchange(solved_, false);
    const bool ended = solver_.use([&](auto& solver) {
      solver->set_absent(absent_);
      for (; announced_ < changed_.size(); ++announced_) {
        const auto& [i, j] = changed_[announced_];
        const bool last = announced_ + 1 == changed_.size();
        i == j ? solver->change_all(i) : solver->change(i, j, last);
      }
      if (!std::exchange(solved, false)) return solver->run(interrupt, &source_);
      solver->rerun(interrupt);
      return true;
    });
    if (ended) return;
    begin();
    run(interrupt);
  }

  template <class Value>
  void put_solver(BlossomForest<Value> forest, std::optional<Value> ground) {
    auto solver = std::make_unique<SolverOf<Value>>(source_, candidates_, std::move(forest),
                                                    objective_, ground);
    solver->set_absent(absent_);
    solver_.put(std::move(solver));
  }

  [[nodiscard]] bool has_solver() const {
    return solver_.visit([](const auto& solver) { return solver != nullptr; });
  }

  /// Calls visit_solver(solver) if there is a solver. Before the first solve there is none.
  template <class Visit>
  void visit(Visit visit_solver) const {
    solver_.visit([&](const auto& solver) {
      if (solver != nullptr) visit_solver(*solver);
    });
  }

  std::vector<std::uint8_t> absent_;
  /// Null before the first solve, and after a solve that failed.
  NarrowFirst<SolverOf> solver_;
  /// What has changed since the state was made or solved.
  std::vector<std::pair<Vertex, Vertex>> changed_;
  /// How many of these the solver knows of already, after a solve that was interrupted.
  std::size_t announced_ = 0;
  MatchingRecord record_;
  /// After so many changes, a solve from nothing takes no longer.
  std::size_t most_changes_;
  /// Whether the state was optimal before the changes that have been made since.
  bool solved_ = false;
  std::atomic_flag in_use_;
};

}  // namespace fastpair
