// The bytes of the fuzzer become a graph and changes of it. Both solvers that keep their state make
// the changes, and have to answer as solves from scratch do.
//
// The bytes are a shape, a number of changes, the changes, of three bytes each, with the weights
// that they set, and the graph: its size, and the weights of the pairs, of one or eight bytes each.
// Bits 0 and 1 of the shape are the kind of weights. If bit 2 is set, some pairs are no edges. Bit
// 3 is the objective. Bit 4 makes the graph small enough for questions. Bit 5 of the number makes
// the changes seven times as many, up to 217; bit 6 solves after each of them; bit 7 makes weights
// powers of 2.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "fastpair.h"
#include "graph.hpp"
#include "proof.hpp"
#include "solvers.hpp"

namespace {

using namespace fastpair;
using namespace fastpair::fuzz;

/// Graphs up to this size are asked what it costs to match, or not to match.
constexpr std::int64_t kQuestions = 12;

/// A change as the bytes of the fuzzer tell it: what kind it is, and two numbers that select
/// vertices.
struct Change {
  std::uint8_t kind, first, second;
};

/// The solvers, together with the graph that they have to solve.
class Changing {
 public:
  Changing(const Graph& graph, fastpair_objective objective, Kind kind)
      : graph_(graph),
        objective_(objective),
        kind_(kind),
        absent_(static_cast<std::size_t>(graph.size), 0),
        matrix_(graph, objective),
        list_(graph, objective) {}

  void apply(const Change& change, Reader& reader) {
    if (graph_.size < 2) return;
    const std::int64_t i = change.first % graph_.size;
    const std::int64_t j = (i + 1 + change.second % (graph_.size - 1)) % graph_.size;
    switch (change.kind % 7) {
      case 0:
        return set(i, j, weight(kind_, reader));
      case 1:
        return forbid(i, j);
      case 2:
        return force(i, j);
      case 3:
        return remove(i);
      case 4:
        return set_row(i, reader);
      case 5:
        return misuse(i, change.second);
      default:
        return check(change.second);
    }
  }

  /// Checks that the solutions are proven, and as good as one from scratch.
  void check_solutions() {
    const Found fresh = solve_dense(graph_, objective_);
    check_solution(matrix_.solve(), fresh);
    check_solution(list_.solve(), fresh);
  }

  void check(int asked) {
    const Found fresh = solve_dense(graph_, objective_);
    check(matrix_, fresh, asked);
    check(list_, fresh, asked);
    if (asked % 4 == 0 && graph_.size <= kQuestions) check_table();
  }

 private:
  void check_solution(const Found& solution, const Found& fresh) const {
    fuzz::check_solution(graph_, solution, objective_, absent_);
    require(as_good(solution, fresh, objective_), "is as good as from scratch");
  }

  /// Checks a solver as check_solutions() does, and that its solution stays. If `asked` says
  /// so, a solve is interrupted before, or a question comes first.
  template <class Solver>
  void check(Solver& solver, const Found& fresh, int asked) {
    if (asked % 4 == 3) {
      const fastpair_status status = solver.solve(Interruption{asked});
      require(status == FASTPAIR_OK || status == FASTPAIR_INTERRUPTED, "ends or is interrupted");
    }
    const bool asks = graph_.size > 0 && graph_.size <= kQuestions;
    const std::int64_t v = asks ? asked % graph_.size : 0;
    const PriceRow row = asks && asked % 4 == 1 ? solver.prices(v) : PriceRow{};
    const Found solution = solver.solve();
    check_solution(solution, fresh);
    solver.check_edges(graph_);
    if (asks) {
      check_prices(row.possible.empty() ? solver.prices(v) : row, v, solution);
      check_losses(solver, solution, asked);
    }
    require(solver.solve().mate == solution.mate, "stays the same");
    require(Solver(solver).solve().mate == solution.mate, "is the same in a copy");
  }

  /// Compares the prices of v with solves of the rest.
  void check_prices(const PriceRow& row, std::int64_t v, const Found& best) const {
    for (std::int64_t u = 0; u < graph_.size; ++u) {
      const auto at = static_cast<std::size_t>(u);
      require((row.possible[at] != 0) == graph_.joins(v, u), "has prices of edges");
      if (row.possible[at] == 0) continue;
      const Found others = solve_dense(graph_.without(u, v), objective_);
      const Wide with = others.weight + graph_.weights[graph_.cell(u, v)];
      require(row.lighter[at] == best.weight - with, "has the price of solving the rest");
      const bool counts = objective_ == FASTPAIR_MAX_CARDINALITY;
      require(row.fewer[at] == (counts ? best.cardinality - others.cardinality - 1 : 0),
              "has as many pairs as the rest");
    }
  }

  void check_table() {
    const PriceRow table = matrix_.price_table();
    for (std::int64_t v = 0; v < graph_.size; ++v) {
      const PriceRow row = matrix_.prices(v);
      const auto first = static_cast<std::ptrdiff_t>(v * graph_.size);
      const auto starts = [first](const auto& all, const auto& part) {
        return std::equal(part.begin(), part.end(), all.begin() + first);
      };
      require(starts(table.possible, row.possible) && starts(table.fewer, row.fewer) &&
                  starts(table.lighter, row.lighter),
              "has a table of the rows");
    }
  }

  /// How much lighter the best matching is without an edge, or the limit if no other counts.
  Wide loss_of(std::int64_t i, std::int64_t j, const Found& best) const {
    Graph without = graph_;
    without.part(i, j);
    const Found second = solve_dense(without, objective_);
    const bool counts = objective_ == FASTPAIR_MAX_WEIGHT || second.cardinality == best.cardinality;
    return counts ? best.weight - second.weight : Wide{2} * FASTPAIR_WEIGHT_LIMIT * graph_.size;
  }

  /// Asks for the losses of all matched edges, and compares with solves without each.
  template <class Solver>
  void check_losses(Solver& solver, const Found& best, int asked) const {
    LossQuestion question{{}, {}, 1 + asked % 3, FASTPAIR_WEIGHT_LIMIT >> (asked % 5 * 11)};
    std::vector<Wide> losses;
    for (std::int64_t v = 0; v < graph_.size; ++v) {
      const std::int64_t other = best.mate[static_cast<std::size_t>(v)];
      if (other <= v) continue;
      question.ends.push_back(asked % 2 == 0 ? v : other);
      losses.push_back(loss_of(v, other, best));
      question.at_least.push_back(
          asked % 8 < 4 ? 0 : std::min<Wide>(losses.back() / 2, question.limit));
    }
    const Losses answer = solver.losses(question);
    std::vector<Wide> exact;
    std::vector<Wide> wanted;
    for (std::size_t k = 0; k < losses.size(); ++k) {
      if (losses[k] < question.limit) wanted.push_back(losses[k]);
      require(answer.at_least[k] <= losses[k], "has a lower bound on each loss");
      if (answer.exact[k] == 0) continue;
      require(answer.at_least[k] == losses[k], "has the loss of the second");
      exact.push_back(losses[k]);
    }
    std::ranges::sort(exact);
    std::ranges::sort(wanted);
    wanted.resize(std::min(wanted.size(), static_cast<std::size_t>(question.most)));
    require(std::ranges::includes(exact, wanted), "has the least losses");
  }

  /// Makes a change in both solvers, which have to answer alike.
  template <class Make>
  void expect(fastpair_status status, const char* promise, Make make) {
    require(make(matrix_) == status, promise);
    require(make(list_) == status, promise);
  }

  [[nodiscard]] bool absent(std::int64_t v) const {
    return absent_[static_cast<std::size_t>(v)] != 0;
  }

  void set(std::int64_t i, std::int64_t j, std::int64_t value) {
    const bool present = !absent(i) && !absent(j);
    expect(present ? FASTPAIR_OK : FASTPAIR_INVALID_ARGUMENT, "sets present edges",
           [&](auto& solver) { return solver.set(i, j, value); });
    if (present) graph_.join(i, j, value);
  }

  /// Makes invalid calls, which have to be refused and to change nothing.
  void misuse(std::int64_t i, int kind) {
    const std::int64_t none = kind % 2 == 0 ? -1 : graph_.size;
    const std::vector<std::int64_t> row(static_cast<std::size_t>(graph_.size), kind);
    const std::vector<std::uint8_t> flags(row.size(), 1);
    const auto refused = [&](fastpair_status status, auto make) {
      expect(status, "refuses what is no change", make);
    };
    refused(FASTPAIR_INVALID_ARGUMENT, [&](auto& solver) { return solver.set(i, i, kind); });
    refused(FASTPAIR_INVALID_ARGUMENT, [&](auto& solver) { return solver.forbid(i, i); });
    refused(FASTPAIR_INVALID_ARGUMENT, [&](auto& solver) { return solver.force(i, i); });
    refused(FASTPAIR_OUT_OF_RANGE, [&](auto& solver) { return solver.set(i, none, kind); });
    refused(FASTPAIR_OUT_OF_RANGE, [&](auto& solver) { return solver.forbid(none, i); });
    refused(FASTPAIR_OUT_OF_RANGE, [&](auto& solver) { return solver.force(none, i); });
    refused(FASTPAIR_OUT_OF_RANGE, [&](auto& solver) { return solver.remove(none); });
    refused(FASTPAIR_OUT_OF_RANGE, [&](auto& solver) { return solver.set_row(none, row, flags); });
    const std::int64_t j = i == 0 ? 1 : 0;
    if (absent(i) || absent(j)) return;
    refused(FASTPAIR_OUT_OF_RANGE,
            [&](auto& solver) { return solver.set(i, j, FASTPAIR_WEIGHT_LIMIT + 1 + kind); });
  }

  void forbid(std::int64_t i, std::int64_t j) {
    expect(FASTPAIR_OK, "forbids", [&](auto& solver) { return solver.forbid(i, j); });
    graph_.part(i, j);
  }

  void force(std::int64_t i, std::int64_t j) {
    const bool edge = graph_.joins(i, j);
    expect(edge ? FASTPAIR_OK : FASTPAIR_INVALID_ARGUMENT, "forces edges only",
           [&](auto& solver) { return solver.force(i, j); });
    if (!edge) return;
    const std::int64_t value = graph_.weights[graph_.cell(i, j)];
    graph_ = graph_.without(i, j);
    graph_.join(i, j, value);
  }

  void remove(std::int64_t v) {
    expect(FASTPAIR_OK, "removes", [&](auto& solver) { return solver.remove(v); });
    graph_.clear(v);
    absent_[static_cast<std::size_t>(v)] = 1;
  }

  void set_row(std::int64_t v, Reader& reader) {
    std::vector<std::int64_t> weights;
    std::vector<std::uint8_t> allowed;
    for (std::int64_t j = 0; j < graph_.size; ++j) {
      weights.push_back(weight(kind_, reader));
      allowed.push_back(weights.back() % 5 == 0 ? 0 : 1);
    }
    expect(FASTPAIR_OK, "sets rows",
           [&](auto& solver) { return solver.set_row(v, weights, allowed); });
    absent_[static_cast<std::size_t>(v)] = 0;
    graph_.clear(v);
    for (std::int64_t j = 0; j < graph_.size; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (j != v && !absent(j) && allowed[at] != 0) graph_.join(v, j, weights[at]);
    }
  }

  Graph graph_;
  fastpair_objective objective_;
  Kind kind_;
  std::vector<std::uint8_t> absent_;
  MatrixSolver matrix_;
  ListSolver list_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader reader(Bytes(data, size));
  const std::uint8_t shape = reader.byte();
  const std::uint8_t number = reader.byte();
  const auto kind = (number & 128) != 0 ? kPowers : static_cast<Kind>(shape & 3);
  std::vector<Change> changes(number % 32 * ((number & 32) != 0 ? 7U : 1U));
  for (Change& change : changes) change = {reader.byte(), reader.byte(), reader.byte()};
  const auto objective = (shape & 8) != 0 ? FASTPAIR_MAX_WEIGHT : FASTPAIR_MAX_CARDINALITY;
  const std::int64_t most = (shape & 16) != 0 ? kQuestions : kMostVertices;
  Changing solvers(graph_of(reader, shape, kind, most), objective, kind);
  for (const Change& change : changes) {
    solvers.apply(change, reader);
    if ((number & 64) != 0) solvers.check_solutions();
  }
  solvers.check(0);
  return 0;
}
