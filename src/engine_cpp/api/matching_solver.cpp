#include "fastpair/matching_solver.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "api/pricer.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/pricing_solver.hpp"
#include "blossom/solution.hpp"
#include "graphs/dense.hpp"
#include "rows/parallel.hpp"

namespace fastpair {

class MatchingSolver::State {
  template <class Value>
  using DenseSolver = PricingSolver<Value, DenseSource>;

 public:
  State(std::int64_t size, std::vector<Weight> weights, std::vector<std::uint8_t> allowed,
        Objective objective)
      : size_(size),
        weights_(std::move(weights)),
        allowed_(std::move(allowed)),
        source_(graph()),
        candidates_(source_.size()),
        objective_(objective),
        absent_(index_of(source_.size()), 0) {
    changed_.reserve(most_changes());
  }

  State(const State& other)
      : size_(other.size_),
        weights_(other.weights_),
        allowed_(other.allowed_),
        source_(other.source_, graph()),
        candidates_(other.candidates_),
        objective_(other.objective_),
        absent_(other.absent_),
        solved_(other.solved_) {
    changed_.reserve(most_changes());
    changed_ = other.changed_;
    other.visit([&]<class Value>(const PricingSolver<Value, DenseSource>& solver) {
      solver_.put(std::make_unique<DenseSolver<Value>>(solver, source_, candidates_));
    });
  }
  State& operator=(const State&) = delete;

  [[nodiscard]] DenseGraph graph() const { return {size_, weights_.data(), allowed_.data()}; }
  [[nodiscard]] std::span<const std::uint8_t> absent() const { return absent_; }

  /// The solver for one call: while the pointer lasts, it is in use.
  auto use() {
    if (in_use_.test_and_set(std::memory_order_acquire)) throw SolverBusy{};
    const auto release = [](State* state) { state->in_use_.clear(std::memory_order_release); };
    return std::unique_ptr<State, decltype(release)>(this);
  }

  void set(Vertex i, Vertex j, Weight weight) {
    require_edge(i, j);
    require_present(i, j);
    require_weight(weight);
    put(i, j, weight, 1);
    note({i, j});
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    put(i, j, weights_[cell(i, j)], 0);
    note({i, j});
  }

  void force(Vertex i, Vertex j) {
    require_edge(i, j);
    require_present(i, j);
    const Weight weight = weights_[cell(i, j)];
    if (allowed_[cell(i, j)] == 0) throw std::invalid_argument(pair_name(i, j) + " is no edge");
    clear(i);
    clear(j);
    put(i, j, weight, 1);
    note({i, i});
    note({j, j});
  }

  void remove(Vertex v) {
    require_vertex(v);
    if (is_absent(v)) return;
    clear(v);
    absent_[index_of(v)] = 1;
    note({v, v});
  }

  void set_row(Vertex v, std::span<const Weight> weights, std::span<const std::uint8_t> allowed) {
    require_vertex(v);
    const std::size_t length = absent_.size();
    if (weights.size() != length || allowed.size() != length) {
      throw std::invalid_argument("expected a row of " + std::to_string(size_) + " cells, got " +
                                  std::to_string(weights.size()) + " weights and " +
                                  std::to_string(allowed.size()) + " flags");
    }
    const auto joins = [&](std::size_t j) {
      return j != index_of(v) && allowed[j] != 0 && absent_[j] == 0;
    };
    for (std::size_t j = 0; j < length; ++j) {
      if (joins(j)) require_weight(weights[j]);
    }
    absent_[index_of(v)] = 0;
    for (std::size_t j = 0; j < length; ++j) {
      if (j != index_of(v)) put(v, static_cast<Vertex>(j), weights[j], joins(j) ? 1 : 0);
    }
    note({v, v});
  }

  Solution solve(const Interrupt& interrupt) {
    settle(interrupt);
    Solution solution;
    visit([&](auto& solver) {
      solution = solution_of(solver.state(), solver.ground(), candidates_);
    });
    return solution;
  }

  PriceRow prices(Vertex v, const Interrupt& interrupt) {
    require_vertex(v);
    settle(interrupt);
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
    settle(interrupt);
    for (const Vertex v : vertices) {
      if (is_free(v)) throw std::invalid_argument(std::to_string(v) + " has no mate");
    }
    return pricer().use([&](auto& answers) {
      return answers->losses(vertices, at_least, count, limit, interrupt);
    });
  }

  std::vector<PriceRow> price_table(const Interrupt& interrupt, const Progress& progress) {
    settle(interrupt);
    std::vector<PriceRow> rows(absent_.size());
    const auto parts = static_cast<std::size_t>(std::clamp<std::int64_t>(size_ / 32, 1, cores()));
    std::vector<std::optional<Pricer>> pricers(parts);
    in_turn(parts, rows.size(), interrupt, [&](std::size_t part, std::size_t k, const auto& ask) {
      if (!pricers[part]) pricers[part] = pricer();
      rows[k] = pricers[part]->use(
          [&](auto& answers) { return answers->row(static_cast<Vertex>(k), ask); });
      // The end is announced below, because the last row may be in another thread.
      if (part == 0 && progress) progress(static_cast<double>(k + 1) / static_cast<double>(size_));
    });
    if (progress) progress(1);
    return rows;
  }

 private:
  /// The ends of an edge that has changed, or twice a vertex of which all edges have.
  using Changed = std::pair<Vertex, Vertex>;

  /// Brings the state to the optimum. An optimum of the graph as it stands stays as it is, so that
  /// all questions are answered for the matching that was returned.
  void settle(const Interrupt& interrupt) {
    if (solved_ && changed_.empty()) return;
    try {
      find_optimum(interrupt);
    } catch (const Interrupted&) {
      throw;
    } catch (...) {
      forget();  // a search that was broken off leaves no valid state
      throw;
    }
  }

  /// Of an optimal state.
  [[nodiscard]] Pricer pricer() const {
    Pricer pricer;
    visit([&]<class Value>(const DenseSolver<Value>& solver) {
      PerfectState<Value> optimum{solver.state(), candidates_, solver.reserves()};
      pricer.put(
          std::make_unique<PriceAnswers<Value>>(source_, std::move(optimum), objective_, absent_));
    });
    return pricer;
  }

  void find_optimum(const Interrupt& interrupt) {
    if (!has_state()) begin();
    if (source_.largest() > kNarrowLimit && solver_.widen()) solved_ = false;
    // Until this solve has ended, it is not known which edges have been priced out.
    bool solved = std::exchange(solved_, false);
    solver_.use([&](auto& solver) {
      solver->set_absent(absent_);
      for (const auto& [i, j] : changed_) i == j ? solver->change_all(i) : solver->change(i, j);
      changed_.clear();
      std::exchange(solved, false) ? solver->rerun(interrupt) : solver->run_and_secure(interrupt);
    });
    solved_ = true;
  }

  /// Makes the first state from the graph as it stands.
  void begin() {
    candidates_ = CandidateGraph(source_.size());
    source_.select(candidates_);
    solve_narrowest(source_.largest(), [this]<class Value>(Value) {
      auto solver = std::make_unique<DenseSolver<Value>>(
          source_, candidates_, greedy_start<Value>(source_.heaviest(), candidates_, objective_),
          objective_);
      solver_.put(std::move(solver));
    });
    changed_.clear();
    solved_ = false;
  }

  [[nodiscard]] bool has_state() const {
    return solver_.visit([](const auto& solver) { return solver != nullptr; });
  }

  /// Calls visit_solver(solver) if there is a solver. Before the first solve there is none.
  template <class Visit>
  void visit(Visit visit_solver) const {
    solver_.visit([&](const auto& solver) {
      if (solver != nullptr) visit_solver(*solver);
    });
  }

  /// Notes what the next solve has to look at. Takes no memory, so that no change fails halfway.
  void note(Changed changed) noexcept {
    if (changed_.size() == most_changes()) forget();
    if (has_state()) changed_.push_back(changed);
  }

  /// The next solve starts from nothing.
  void forget() noexcept {
    solver_ = {};
    changed_.clear();
    solved_ = false;
  }

  /// After so many changes, a solve from nothing takes no longer.
  [[nodiscard]] std::size_t most_changes() const { return 8 * absent_.size(); }

  void put(Vertex i, Vertex j, Weight weight, std::uint8_t allowed) noexcept {
    if (allowed != 0) source_.admit(i, j, weight);
    weights_[cell(i, j)] = weights_[cell(j, i)] = weight;
    allowed_[cell(i, j)] = allowed_[cell(j, i)] = allowed;
  }

  void clear(Vertex v) {
    for (Vertex j = 0; j < size_; ++j) {
      allowed_[cell(v, j)] = allowed_[cell(j, v)] = 0;
    }
  }

  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return index_of(i) * absent_.size() + index_of(j);
  }

  /// Whether a vertex has no mate in the present state.
  [[nodiscard]] bool is_free(Vertex v) const {
    bool free = false;
    visit([&](const auto& solver) { free = solver.state().mate(v) == kNobody; });
    return free;
  }

  [[nodiscard]] bool is_absent(Vertex v) const { return absent_[index_of(v)] != 0; }

  void require_vertex(Vertex v) const {
    if (v < 0 || v >= size_) {
      throw std::out_of_range("expected a vertex below " + std::to_string(size_) + ", got " +
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
                                ", which is removed: give that vertex a new row first");
  }

  static void require_weight(Weight weight) {
    fastpair::require_weight(weight, [] { return std::string("a weight"); });
  }

  std::int64_t size_;
  std::vector<Weight> weights_;
  std::vector<std::uint8_t> allowed_;
  DenseSource source_;
  CandidateGraph candidates_;
  Objective objective_;
  std::vector<std::uint8_t> absent_;
  /// Null before the first solve, and after a solve that failed.
  NarrowFirst<DenseSolver> solver_;
  /// What has changed since the state was made or solved.
  std::vector<Changed> changed_;
  /// Whether the state was optimal before the changes that have been made since.
  bool solved_ = false;
  std::atomic_flag in_use_;
};

MatchingSolver::MatchingSolver(std::int64_t size, std::vector<Weight> weights,
                               std::vector<std::uint8_t> allowed, Objective objective) {
  const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  if (size < 0 || size > kVertexLimit || weights.size() != cells || allowed.size() != cells) {
    throw std::invalid_argument("expected two square matrices of " + std::to_string(size) +
                                " rows");
  }
  state_ = std::make_unique<State>(size, std::move(weights), std::move(allowed), objective);
}

MatchingSolver::MatchingSolver(const MatchingSolver& other) {
  const auto state = other.state_->use();
  state_ = std::make_unique<State>(*state);
}
MatchingSolver::MatchingSolver(MatchingSolver&&) noexcept = default;
MatchingSolver& MatchingSolver::operator=(MatchingSolver&&) noexcept = default;
MatchingSolver::~MatchingSolver() = default;

std::int64_t MatchingSolver::size() const { return graph().size; }
DenseGraph MatchingSolver::graph() const { return state_->graph(); }
std::span<const std::uint8_t> MatchingSolver::removed() const { return state_->absent(); }

void MatchingSolver::set(Vertex i, Vertex j, Weight weight) { state_->use()->set(i, j, weight); }

void MatchingSolver::forbid(Vertex i, Vertex j) { state_->use()->forbid(i, j); }

void MatchingSolver::force(Vertex i, Vertex j) { state_->use()->force(i, j); }

void MatchingSolver::remove(Vertex v) { state_->use()->remove(v); }

void MatchingSolver::set_row(Vertex v, std::span<const Weight> weights,
                             std::span<const std::uint8_t> allowed) {
  state_->use()->set_row(v, weights, allowed);
}

Solution MatchingSolver::solve(const Interrupt& interrupt) {
  return state_->use()->solve(interrupt);
}

PriceRow MatchingSolver::prices(Vertex v, const Interrupt& interrupt) {
  return state_->use()->prices(v, interrupt);
}

Losses MatchingSolver::losses(std::span<const Vertex> vertices, const std::vector<Wide>& at_least,
                              std::size_t count, Wide limit, const Interrupt& interrupt) {
  return state_->use()->losses(vertices, at_least, count, limit, interrupt);
}

std::vector<PriceRow> MatchingSolver::price_table(const Interrupt& interrupt,
                                                  const Progress& progress) {
  return state_->use()->price_table(interrupt, progress);
}

}  // namespace fastpair
