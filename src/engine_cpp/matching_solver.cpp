#include "fastpair/matching_solver.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "dense.hpp"
#include "limits.hpp"
#include "solution.hpp"
#include "solver.hpp"

namespace fastpair {

class MatchingSolver::State {
 public:
  State(std::int64_t size, std::vector<Weight> weights, std::vector<std::uint8_t> allowed,
        Objective objective)
      : size_(size),
        weights_(std::move(weights)),
        allowed_(std::move(allowed)),
        source_(graph()),
        candidates_(source_.size()),
        objective_(objective),
        absent_(static_cast<std::size_t>(size), false) {
    source_.select(candidates_);
    if (source_.largest() <= kNarrowLimit) {
      start<std::int64_t>(greedy_start<std::int64_t>(source_.heaviest(), candidates_, objective_));
    } else {
      start<Wide>(greedy_start<Wide>(source_.heaviest(), candidates_, objective_));
    }
  }

  [[nodiscard]] DenseGraph graph() const { return {size_, weights_.data(), allowed_.data()}; }

  void set(Vertex i, Vertex j, Weight weight) {
    require_edge(i, j);
    put(i, j, weight, 1);
    change(i, j);
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    put(i, j, weights_[cell(i, j)], 0);
    change(i, j);
  }

  void force(Vertex i, Vertex j) {
    require_edge(i, j);
    const Weight weight = weights_[cell(i, j)];
    if (allowed_[cell(i, j)] == 0) throw std::invalid_argument(name(i, j) + " is no edge");
    clear(i);
    clear(j);
    put(i, j, weight, 1);
    visit([&](auto& solver) {
      solver.change_all(i);
      solver.change_all(j);
    });
  }

  void remove(Vertex v) {
    require_vertex(v);
    clear(v);
    absent_[static_cast<std::size_t>(v)] = true;
    visit([&](auto& solver) {
      solver.set_absent(absent_);
      solver.change_all(v);
    });
  }

  void set_row(Vertex v, std::span<const Weight> weights, std::span<const std::uint8_t> allowed) {
    require_vertex(v);
    const auto length = static_cast<std::size_t>(size_);
    if (weights.size() != length || allowed.size() != length) {
      throw std::invalid_argument("expected a row of " + std::to_string(size_) + " cells, got " +
                                  std::to_string(weights.size()) + " weights and " +
                                  std::to_string(allowed.size()) + " flags");
    }
    for (std::size_t j = 0; j < length; ++j) {
      if (allowed[j] != 0) require_weight(weights[j]);
    }
    absent_[static_cast<std::size_t>(v)] = false;
    for (std::size_t j = 0; j < length; ++j) {
      const auto other = static_cast<Vertex>(j);
      if (other != v) put(v, other, weights[j], allowed[j] != 0 && !absent_[j] ? 1 : 0);
    }
    visit([&](auto& solver) {
      solver.set_absent(absent_);
      solver.change_all(v);
    });
  }

  Solution solve(const Interrupt& interrupt) {
    try {
      visit([&](auto& solver) {
        solved_ ? solver.rerun(interrupt) : solver.run_and_secure(interrupt);
      });
    } catch (const WidthExceeded&) {
      widen();
      std::get<Wide128>(solver_)->run_and_secure(interrupt);
    }
    solved_ = true;
    Solution solution;
    visit([&](auto& solver) {
      solution = solution_of(solver.state(), solver.ground(), candidates_);
    });
    return solution;
  }

 private:
  using Narrow64 = std::unique_ptr<Solver<std::int64_t, DenseSource>>;
  using Wide128 = std::unique_ptr<Solver<Wide, DenseSource>>;

  static constexpr Weight kNarrowLimit = Limits<std::int64_t>::kTime / 2;

  template <class Value>
  void start(Blossoms<Value> blossoms) {
    solver_ = std::make_unique<Solver<Value, DenseSource>>(source_, candidates_,
                                                           std::move(blossoms), objective_);
  }

  void widen() {
    const auto* narrow = std::get_if<Narrow64>(&solver_);
    if (narrow == nullptr) return;
    start(Blossoms<Wide>((*narrow)->state()));
    std::get<Wide128>(solver_)->set_absent(absent_);
    solved_ = false;
  }

  template <class Visit>
  void visit(Visit visit_solver) {
    std::visit([&](auto& solver) { visit_solver(*solver); }, solver_);
  }

  void change(Vertex i, Vertex j) {
    visit([&](auto& solver) { solver.change(i, j); });
  }

  void put(Vertex i, Vertex j, Weight weight, std::uint8_t allowed) {
    if (allowed != 0) {
      require_weight(weight);
      source_.admit(i, j, weight);
      if (source_.largest() > kNarrowLimit) widen();
    }
    weights_[cell(i, j)] = weights_[cell(j, i)] = weight;
    allowed_[cell(i, j)] = allowed_[cell(j, i)] = allowed;
  }

  void clear(Vertex v) {
    for (Vertex j = 0; j < size_; ++j) {
      allowed_[cell(v, j)] = allowed_[cell(j, v)] = 0;
    }
  }

  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(j);
  }

  static std::string name(Vertex i, Vertex j) {
    return std::string("(").append(std::to_string(i)).append(", ").append(std::to_string(j)) + ")";
  }

  void require_vertex(Vertex v) const {
    if (v < 0 || v >= size_) {
      throw std::out_of_range("expected a vertex below " + std::to_string(size_) + ", got " +
                              std::to_string(v));
    }
  }

  void require_edge(Vertex i, Vertex j) const {
    require_vertex(i);
    require_vertex(j);
    if (i == j) throw std::invalid_argument(name(i, j) + " joins a vertex to itself");
  }

  static void require_weight(Weight weight) {
    if (weight > kWeightLimit || weight < -kWeightLimit) {
      throw std::out_of_range("a weight is beyond 2**60: " + std::to_string(weight));
    }
  }

  std::int64_t size_;
  std::vector<Weight> weights_;
  std::vector<std::uint8_t> allowed_;
  DenseSource source_;
  CandidateGraph candidates_;
  Objective objective_;
  std::vector<bool> absent_;
  std::variant<Narrow64, Wide128> solver_;
  /// Whether the state was optimal before the changes since.
  bool solved_ = false;
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

MatchingSolver::MatchingSolver(MatchingSolver&&) noexcept = default;
MatchingSolver& MatchingSolver::operator=(MatchingSolver&&) noexcept = default;
MatchingSolver::~MatchingSolver() = default;

std::int64_t MatchingSolver::size() const { return graph().size; }
DenseGraph MatchingSolver::graph() const { return state_->graph(); }
void MatchingSolver::set(Vertex i, Vertex j, Weight weight) { state_->set(i, j, weight); }
void MatchingSolver::forbid(Vertex i, Vertex j) { state_->forbid(i, j); }
void MatchingSolver::force(Vertex i, Vertex j) { state_->force(i, j); }
void MatchingSolver::remove(Vertex v) { state_->remove(v); }
void MatchingSolver::set_row(Vertex v, std::span<const Weight> weights,
                             std::span<const std::uint8_t> allowed) {
  state_->set_row(v, weights, allowed);
}
Solution MatchingSolver::solve(const Interrupt& interrupt) { return state_->solve(interrupt); }

}  // namespace fastpair
