// Potentials: numbers r_i and c_j such that the weights are r_i + c_j and little else. Weights that
// contain a price of each vertex have such numbers: sums of ratings, priorities, distances from a
// root. Duals that start from them start as near to the optimum as if the weights were without the
// prices, since a perfect matching is paid every price once.
//
// They are the least-squares fit of an additive model with two factors, by alternating means
// [Scheffé 1959, "The analysis of variance", chapter 4; Yates 1933 for unbalanced data], and
// a sample of rows tells by the variation between and within rows whether there is anything to fit.
// All numbers are integers, so that they are the same on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Doubled potentials. None is larger in size than the largest doubled weight.
struct Potentials {
  PerVertex<Weight> row_2x;
  PerVertex<Weight> column_2x;
};

/// Candidates as rows: each vertex is a row and a column.
class CandidateRows {
 public:
  explicit CandidateRows(const CandidateGraph& candidates) : candidates_(candidates) {}

  [[nodiscard]] Vertex rows() const { return candidates_.size(); }
  [[nodiscard]] Vertex columns() const { return candidates_.size(); }
  void for_each_arc(Vertex row, auto visit) const {
    for (const auto& [to, weight_2x] : candidates_.from(row)) visit(to, weight_2x);
  }

 private:
  const CandidateGraph& candidates_;
};

/// Some columns of a matrix, in a few places next to each other. cell(row, column) is a weight, or
/// kNoEdge.
template <class Cell>
class SampleRows {
 public:
  SampleRows(Vertex rows, Vertex columns, Cell cell) : rows_(rows), cell_(std::move(cell)) {
    const Vertex step = std::max(columns / kPlaces, kNear);
    for (Vertex place = 0; place + kNear <= columns; place += step) {
      for (Vertex column = place; column < place + kNear; ++column) sample_.push_back(column);
    }
  }

  [[nodiscard]] const std::vector<Vertex>& sample() const { return sample_; }
  [[nodiscard]] Vertex rows() const { return rows_; }
  [[nodiscard]] Vertex columns() const { return static_cast<Vertex>(sample_.size()); }
  void for_each_arc(Vertex row, auto visit) const {
    for (Vertex k = 0; k < columns(); ++k) {
      const Weight weight = cell_(row, sample_[index_of(k)]);
      if (weight != kNoEdge) visit(k, 2 * weight);
    }
  }

 private:
  static constexpr Vertex kPlaces = 8;
  static constexpr Vertex kNear = 2;

  Vertex rows_;
  Cell cell_;
  std::vector<Vertex> sample_;
};

/// Fewer rows are searched in so little time that to look for potentials would take a part of it.
inline constexpr Vertex kLeastRows = 64;

/// How many of so many rows tell of all. Of graphs with degree 3 and prices on both sides, 16 rows
/// overlook those of one in five, 64 of one in thirty, and 256 of none.
[[nodiscard]] constexpr Vertex sample_of(Vertex rows) { return std::clamp(rows / 16, 16, 256); }

/// Whether weights differ more between some rows than chance explains: if the prices have the
/// variance p and what else there is s, that of a weight in a row of d is p + s, that of the mean
/// of a row p + (p + s) / d. Asks whether p is a third of s.
template <class Rows>
[[nodiscard]] bool varies_by_row(const Rows& graph, Vertex sample) {
  const auto distance = [](Weight a, Weight b) { return a < b ? Wide{b} - a : Wide{a} - b; };
  double within = 0;
  double between = 0;
  double lengths = 0;
  Weight last_mean = 0;
  bool first = true;
  int rows = 0;
  const Vertex step = std::max(graph.rows() / sample, 1);
  for (Vertex row = step / 2; row < graph.rows(); row += step) {
    Wide sum = 0;
    std::int64_t count = 0;
    graph.for_each_arc(row, [&](Vertex, Weight weight_2x) {
      sum += weight_2x;
      ++count;
    });
    if (count < 2) continue;
    const auto mean = static_cast<Weight>(sum / count);
    Wide off = 0;
    graph.for_each_arc(row, [&](Vertex, Weight weight_2x) { off += distance(weight_2x, mean); });
    within += static_cast<double>(off / (count - 1));
    if (!std::exchange(first, false)) between += static_cast<double>(distance(mean, last_mean));
    last_mean = mean;
    lengths += static_cast<double>(count);
    ++rows;
  }
  if (rows == 0) return false;
  // The mean distance of two is sqrt(2) times that of one from the mean.
  const double length = lengths / rows;
  return 2 * between * between * length > within * within * (length + 4);
}

template <class Rows>
[[nodiscard]] bool varies_by_row(const Rows& graph) {
  return graph.rows() >= kLeastRows && varies_by_row(graph, sample_of(graph.rows()));
}

/// Rows of arcs: for_each_arc(row, visit) calls visit(column, weight_2x).
template <class Rows>
class PotentialFit {
 public:
  explicit PotentialFit(const Rows& rows) : rows_(rows) {}

  /// The potentials of the rows and the columns. Those of the columns begin at some numbers.
  Potentials run() { return run(PerVertex<Weight>(rows_.columns(), 0)); }
  Potentials run(PerVertex<Weight> column_2x) {
    std::int64_t longest = 0;
    counts_ = PerVertex<std::int64_t>(rows_.columns(), 0);
    for (Vertex row = 0; row < rows_.rows(); ++row) {
      std::int64_t length = 0;
      rows_.for_each_arc(row, [&](Vertex column, Weight weight_2x) {
        largest_ = std::max({largest_, weight_2x, -weight_2x});
        ++counts_[column];
        ++length;
      });
      longest = std::max(longest, length);
    }
    for (const std::int64_t count : counts_) longest = std::max(longest, count);
    constexpr Wide most = Wide{1} << 60;
    Potentials found{PerVertex<Weight>(rows_.rows(), 0), std::move(column_2x)};
    Wide{largest_} * longest <= most ? fit<std::int64_t>(found) : fit<Wide>(found);
    return found;
  }

  /// Whether the potentials leave no more than half of what those of the rows alone do.
  [[nodiscard]] bool explain_much() const { return explain_much_; }

 private:
  /// Another sweep follows if one leaves no more than this share of what is not explained.
  static constexpr std::int64_t kLeftPercent = 90;
  static constexpr int kMostSweeps = 32;

  /// The potential of a row or a column with so many arcs.
  template <class Sum>
  [[nodiscard]] Weight mean_of(Sum sum, std::int64_t count) const {
    return static_cast<Weight>(std::clamp<Sum>(sum / count, -largest_, largest_));
  }

  /// In sums of Sum, the largest weight times the number of arcs of a vertex is at most a quarter.
  template <class Sum>
  void fit(Potentials& found) {
    Wide first = 0;
    Wide before = 0;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
      const Wide left = this->sweep<Sum>(found);
      if (sweep == 0) first = left;
      explain_much_ = 2 * left <= first;
      if (sweep > 0 && 100 * left > kLeftPercent * before) break;
      before = left;
    }
  }

  /// Gives each row the mean of what the columns leave of its weights, and each column that of what
  /// the rows leave. Returns what is left of all weights in between.
  template <class Sum>
  Wide sweep(Potentials& found) {
    PerVertex<Sum> sums(rows_.columns(), 0);
    Wide left = 0;
    for (Vertex row = 0; row < rows_.rows(); ++row) {
      Sum sum = 0;
      std::int64_t count = 0;
      rows_.for_each_arc(row, [&](Vertex column, Weight weight_2x) {
        sum += Sum{weight_2x} - found.column_2x[column];
        ++count;
      });
      if (count == 0) continue;
      const Weight mean = mean_of(sum, count);
      found.row_2x[row] = mean;
      Sum off = 0;
      rows_.for_each_arc(row, [&](Vertex column, Weight weight_2x) {
        const Sum rest = Sum{weight_2x} - mean;
        sums[column] += rest;
        const Sum alone = rest - found.column_2x[column];
        off += alone < 0 ? -alone : alone;
      });
      left += off;
    }
    for (Vertex column = 0; column < rows_.columns(); ++column) {
      if (counts_[column] == 0) continue;
      found.column_2x[column] = mean_of(sums[column], counts_[column]);
    }
    return left;
  }

  const Rows& rows_;
  /// The arcs of each column.
  PerVertex<std::int64_t> counts_;
  Weight largest_ = 0;
  bool explain_much_ = false;
};

/// The potentials of rows that differ, or nothing if they explain little.
template <class Rows>
std::optional<Potentials> potentials_of(const Rows& rows) {
  if (!varies_by_row(rows)) return std::nullopt;
  PotentialFit<Rows> fit(rows);
  Potentials found = fit.run();
  if (!fit.explain_much()) return std::nullopt;
  return found;
}

/// Potentials of a component most of whose edges join two sides. What is added to those of one side
/// and taken from those of the other changes few sums then, so that the fit tells little of it.
class TwoSides {
 public:
  /// The potentials are no larger in size than `largest_2x`, and will not be.
  TwoSides(const CandidateGraph& graph, PerVertex<Weight>& potentials_2x, Weight largest_2x)
      : graph_(graph),
        potentials_2x_(potentials_2x),
        largest_2x_(largest_2x),
        sides_(graph.size(), 0) {}

  void mend() {
    for (Vertex root = 0; root < graph_.size(); ++root) {
      if (sides_[root] != 0) continue;
      reach(root);
      if (!has_two_sides()) continue;
      for (int sweep = 0; sweep < kSweeps; ++sweep) polish();
      shift();
    }
  }

 private:
  /// Of so many edges, one at most joins two vertices of a side.
  static constexpr std::int64_t kOdd = 16;
  /// With so many sweeps, potentials differ from prices by less than a thousandth of them.
  static constexpr int kSweeps = 4;

  /// Finds the component of a vertex, breadth-first. Each vertex is on the side that most of those
  /// before it are not on.
  void reach(Vertex root) {
    component_.assign(1, root);
    sides_[root] = 1;
    for (std::size_t k = 0; k < component_.size(); ++k) {
      const Vertex v = component_[k];
      sides_[v] = side_of(v);
      for (const Arc& arc : graph_.from(v)) {
        if (sides_[arc.to] != 0) continue;
        sides_[arc.to] = static_cast<std::int8_t>(-sides_[v]);
        component_.push_back(arc.to);
      }
    }
    for (const Vertex v : component_) sides_[v] = side_of(v);
  }

  /// 1 or -1, the side that most neighbours are not on.
  [[nodiscard]] std::int8_t side_of(Vertex v) const {
    std::int64_t sum = 0;
    for (const Arc& arc : graph_.from(v)) sum += sides_[arc.to];
    return sum == 0 ? sides_[v] : sum < 0 ? std::int8_t{1} : std::int8_t{-1};
  }

  [[nodiscard]] bool has_two_sides() const {
    std::int64_t arcs = 0;
    std::int64_t odd = 0;
    for (const Vertex v : component_) {
      for (const Arc& arc : graph_.from(v)) odd += sides_[arc.to] == sides_[v] ? 1 : 0;
      arcs += std::ssize(graph_.from(v));
    }
    return arcs > 0 && kOdd * odd <= arcs;
  }

  /// Gives each vertex the median of what the others leave of its weights. A mean would follow the
  /// few edges within a side [Tukey 1977, "Exploratory data analysis", median polish].
  void polish() {
    for (const Vertex v : component_) {
      rest_.clear();
      for (const auto& [u, weight_2x] : graph_.from(v)) {
        rest_.push_back(weight_2x - potentials_2x_[u]);
      }
      const auto middle = rest_.begin() + std::ssize(rest_) / 2;
      std::ranges::nth_element(rest_, middle);
      potentials_2x_[v] = std::clamp(*middle, -largest_2x_, largest_2x_);
    }
  }

  /// Adds to one side, and takes from the other, the number under which the potentials above 0 have
  /// the least sum. As duals, where vertices may stay unmatched, they prove the least bound then.
  void shift() {
    rest_.clear();
    std::ptrdiff_t others = 0;
    for (const Vertex v : component_) {
      rest_.push_back(-sides_[v] * potentials_2x_[v]);
      others += sides_[v] < 0 ? 1 : 0;
    }
    // A potential of the one side is above 0 if more is added than its number here, one of the
    // other side if less is: together they are the fewest if as many numbers lie below what is
    // added as the other side has.
    const auto above = rest_.begin() + others;
    std::ranges::nth_element(rest_, above);
    const Weight by = *above / 2 + *std::max_element(rest_.begin(), above) / 2;
    for (const Vertex v : component_) {
      potentials_2x_[v] = std::clamp(potentials_2x_[v] + sides_[v] * by, -largest_2x_, largest_2x_);
    }
  }

  const CandidateGraph& graph_;
  PerVertex<Weight>& potentials_2x_;
  Weight largest_2x_;
  /// 1 or -1, or 0 as long as a vertex has not been reached.
  PerVertex<std::int8_t> sides_;
  /// The vertices of the component.
  std::vector<Vertex> component_;
  std::vector<Weight> rest_;
};

/// Doubled duals under which no edge has a slack below 0 if the candidates are all edges, or if
/// each vertex has among them the edge that exceeds the potentials by the most: the potentials and
/// half of that; kNoEdge for a vertex without an edge.
inline PerVertex<Weight> first_duals_2x(const CandidateGraph& candidates,
                                        const PerVertex<Weight>& potentials_2x) {
  PerVertex<Weight> duals_2x(candidates.size(), kNoEdge);
  for (Vertex v = 0; v < duals_2x.size(); ++v) {
    Weight most_2x = kNoEdge;
    for (const auto& [u, weight_2x] : candidates.from(v)) {
      most_2x = std::max(most_2x, weight_2x - potentials_2x[u]);
    }
    if (most_2x == kNoEdge) continue;
    most_2x += potentials_2x[v];
    duals_2x[v] = (most_2x >> 1) + (most_2x & 1);
  }
  return duals_2x;
}

/// The same if the candidates are all edges: the weight of the heaviest edge where the weights have
/// no potentials.
inline PerVertex<Weight> first_duals_2x(const CandidateGraph& candidates) {
  if (auto found = potentials_of(CandidateRows(candidates))) {
    Weight largest_2x = 0;
    for (Vertex v = 0; v < candidates.size(); ++v) {
      found->row_2x[v] = found->row_2x[v] / 2 + found->column_2x[v] / 2;
      for (const Arc& arc : candidates.from(v)) {
        largest_2x = std::max({largest_2x, arc.weight_2x, -arc.weight_2x});
      }
    }
    TwoSides(candidates, found->row_2x, largest_2x).mend();
    return first_duals_2x(candidates, found->row_2x);
  }
  PerVertex<Weight> duals_2x(candidates.size(), kNoEdge);
  for (Vertex v = 0; v < duals_2x.size(); ++v) {
    for (const Arc& arc : candidates.from(v)) {
      duals_2x[v] = std::max(duals_2x[v], arc.weight_2x / 2);
    }
  }
  return duals_2x;
}

}  // namespace fastpair
