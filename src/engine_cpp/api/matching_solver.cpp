// Matchings of matrices by blossoms: of one, and of one that changes.
#include "fastpair/matching_solver.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "api/routes.hpp"
#include "api/solver_state.hpp"
#include "bipartite/solver.hpp"
#include "blossom/indexed.hpp"
#include "blossom/solver.hpp"
#include "graphs/dense.hpp"
#include "graphs/filled.hpp"
#include "rows/parallel.hpp"

namespace fastpair {

template <class Value>
using DenseSolver = BlossomSolver<Value, DenseSource>;

Solution solve_by_blossoms(DenseSource source, Objective objective, const Interrupt& interrupt,
                           KeptOptimum* kept) {
  return solve_once<DenseSolver>(source, objective, interrupt, kept);
}

/// The matrix of a state, which its source reads.
class Cells {
 protected:
  explicit Cells(const DenseGraph& graph)
      : rows_(static_cast<std::size_t>(graph.size)),
        weights_(FilledMatrix::allocate(rows_ * rows_)),
        allowed_(rows_ * rows_, 1),
        masked_(graph.allowed != nullptr) {
    std::copy_n(graph.weights, rows_ * rows_, weights_.get());
    if (masked_) std::copy_n(graph.allowed, rows_ * rows_, allowed_.data());
    for (std::size_t v = 0; v < rows_; ++v) allowed_[v * rows_ + v] = 0;
  }
  Cells(const Cells& other) : Cells(other.graph()) { masked_ = other.masked_; }

  [[nodiscard]] DenseGraph graph() const {
    return {static_cast<std::int64_t>(rows_), weights_.get(), allowed_.data()};
  }
  /// The same for the source. As long as no edge is lacking, it need not ask which are there.
  [[nodiscard]] DenseGraph for_source() const {
    return {static_cast<std::int64_t>(rows_), weights_.get(), masked_ ? allowed_.data() : nullptr};
  }

  std::size_t rows_;
  std::unique_ptr<Weight[]> weights_;
  std::vector<std::uint8_t> allowed_;
  bool masked_;
};

class MatchingSolver::State : Cells,
                              public SolverState<MatchingSolver::State, DenseSource, DenseSolver> {
 public:
  State(const DenseGraph& graph, Objective objective)
      : Cells(graph),
        SolverState(DenseSource(for_source()), CandidateGraph(static_cast<Vertex>(graph.size)),
                    objective, 8 * static_cast<std::size_t>(graph.size)) {}

  State(const State& other)
      : Cells(other), SolverState(other, DenseSource(other.source_, for_source())) {}
  State& operator=(const State&) = delete;

  using Cells::graph;

  /// Where a solve starts from nothing, a bipartite graph needs no state.
  void find_without_state(const Interrupt& interrupt) {
    if (has_start()) return;
    if (const auto sides = sides_of(for_source())) {
      found_ = solve_bipartite(for_source(), *sides, objective_, interrupt);
    }
  }

  /// The state of the solution that was found. Throws WidthExceeded.
  template <class Value>
  [[nodiscard]] Optimum<Value> take_optimum() {
    for (Vertex v = 0; v < source_.size(); ++v) {
      const Vertex mate = found_->mate[index_of(v)];
      if (v < mate) candidates_.add(v, mate, source_.weight_2x(v, mate));
    }
    return state_of<Value>(*found_, objective_);
  }

  void set(Vertex i, Vertex j, Weight weight) {
    require_edge(i, j);
    require_present(i, j);
    require_weight(weight);
    put(i, j, weight, 1);
    note(i, j);
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    put(i, j, weights_[cell(i, j)], 0);
    note(i, j);
  }

  void force(Vertex i, Vertex j) {
    require_edge(i, j);
    require_present(i, j);
    const Weight weight = weights_[cell(i, j)];
    if (allowed_[cell(i, j)] == 0) throw std::invalid_argument(pair_name(i, j) + " is no edge");
    clear(i);
    clear(j);
    put(i, j, weight, 1);
    note(i, i);
    note(j, j);
  }

  void remove(Vertex v) {
    require_vertex(v);
    if (is_absent(v)) return;
    clear(v);
    set_absent(v, true);
    note(v, v);
  }

  void set_row(Vertex v, std::span<const Weight> weights, std::span<const std::uint8_t> allowed) {
    require_vertex(v);
    const std::size_t length = absent().size();
    if (weights.size() != length || allowed.size() != length) {
      throw std::invalid_argument("expected a row of " + std::to_string(size()) + " cells, got " +
                                  std::to_string(weights.size()) + " weights and " +
                                  std::to_string(allowed.size()) + " flags");
    }
    const auto joins = [&](std::size_t j) {
      return j != index_of(v) && allowed[j] != 0 && !is_absent(static_cast<Vertex>(j));
    };
    for (std::size_t j = 0; j < length; ++j) {
      if (joins(j)) require_weight(weights[j]);
    }
    set_absent(v, false);
    for (std::size_t j = 0; j < length; ++j) {
      if (j != index_of(v)) put(v, static_cast<Vertex>(j), weights[j], joins(j) ? 1 : 0);
    }
    note(v, v);
  }

  std::vector<PriceRow> price_table(const Interrupt& interrupt, const Progress& progress) {
    secure(interrupt);
    std::vector<PriceRow> rows(absent().size());
    const auto parts = static_cast<std::size_t>(std::clamp<std::int64_t>(size() / 32, 1, cores()));
    std::vector<std::optional<Pricer>> pricers(parts);
    in_turn(parts, rows.size(), interrupt, [&](std::size_t part, std::size_t k, const auto& ask) {
      if (!pricers[part]) pricers[part] = pricer();
      rows[k] = pricers[part]->use(
          [&](auto& answers) { return answers->row(static_cast<Vertex>(k), ask); });
      // The end is announced below, because the last row may be in another thread.
      if (part == 0 && progress) progress(static_cast<double>(k + 1) / static_cast<double>(size()));
    });
    if (progress) progress(1);
    return rows;
  }

 private:
  void put(Vertex i, Vertex j, Weight weight, std::uint8_t allowed) noexcept {
    if (allowed != 0) source_.admit(i, j, weight);
    if (allowed == 0) ask_which();
    weights_[cell(i, j)] = weights_[cell(j, i)] = weight;
    allowed_[cell(i, j)] = allowed_[cell(j, i)] = allowed;
  }

  /// From now on the source has to ask which cells are edges.
  void ask_which() noexcept {
    masked_ = true;
    source_.move_to(for_source());
  }

  void clear(Vertex v) {
    ask_which();
    for (Vertex j = 0; j < size(); ++j) {
      allowed_[cell(v, j)] = allowed_[cell(j, v)] = 0;
    }
  }

  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return index_of(i) * absent().size() + index_of(j);
  }
};

MatchingSolver::MatchingSolver(std::int64_t size, const std::vector<Weight>& weights,
                               const std::vector<std::uint8_t>& allowed, Objective objective) {
  const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  if (size < 0 || size > kVertexLimit || weights.size() != cells || allowed.size() != cells) {
    throw std::invalid_argument("expected two square matrices of " + std::to_string(size) +
                                " rows");
  }
  *this = MatchingSolver(DenseGraph{size, weights.data(), allowed.data()}, objective);
}

MatchingSolver::MatchingSolver(const DenseGraph& graph, Objective objective) {
  require_size(graph.size);
  state_ = std::make_unique<State>(graph, objective);
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
