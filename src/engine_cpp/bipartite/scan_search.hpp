// Shortest augmenting paths where every row leads to every column, by Dijkstra's method with passes
// over whole rows [Jonker and Volgenant 1987].
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "bipartite/assignment.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

/// The weights between all rows and all columns, of which there are no fewer.
class RowMatrix {
 public:
  RowMatrix(Vertex rows, Vertex columns, const Weight* weights)
      : rows_(rows), columns_(columns), weights_(weights) {}
  // A copy would read the memory of the other.
  RowMatrix(RowMatrix&&) = default;
  RowMatrix& operator=(RowMatrix&&) = default;

  /// The same graph, with rows as columns, in memory of its own.
  [[nodiscard]] RowMatrix turned() const {
    constexpr Vertex tile = 32;
    std::vector<Weight> weights(index_of(rows_) * index_of(columns_));
    for (Vertex i = 0; i < rows_; i += tile) {
      for (Vertex j = 0; j < columns_; j += tile) {
        for (Vertex a = i; a < std::min(i + tile, rows_); ++a) {
          for (Vertex b = j; b < std::min(j + tile, columns_); ++b) {
            weights[index_of(b) * index_of(rows_) + index_of(a)] = row(a)[b];
          }
        }
      }
    }
    RowMatrix result(columns_, rows_, nullptr);
    result.own_ = std::move(weights);
    result.weights_ = result.own_.data();
    return result;
  }

  [[nodiscard]] Vertex rows() const { return rows_; }
  [[nodiscard]] Vertex columns() const { return columns_; }
  [[nodiscard]] const Weight* row(Vertex row) const {
    return weights_ + index_of(row) * index_of(columns_);
  }
  void for_each_arc(Vertex row, auto visit) const {
    for (Vertex column = 0; column < columns_; ++column) visit(column, 2 * this->row(row)[column]);
  }

 private:
  Vertex rows_;
  Vertex columns_;
  const Weight* weights_;
  std::vector<Weight> own_;
};

/// For each column the most that a doubled weight exceeds the potential of its row by; there is a
/// row.
PerVertex<Weight> most_of_columns_2x(const RowMatrix& matrix, const PerVertex<Weight>& row_2x);

/// The same as of lists (assignment.hpp), in vector registers.
BestTwo<std::int64_t> best_two(const RowMatrix& matrix, Vertex row,
                               const PerVertex<std::int64_t>& column_2x);
std::int64_t most_worth(const RowMatrix& matrix, Vertex row,
                        const PerVertex<std::int64_t>& column_2x);

/// Columns are looked at in blocks of so many.
inline constexpr Vertex kColumnBlock = 64;

/// What a search knows of the columns: their duals, their distances, the row before each of them,
/// Limits::kNever where they are settled and 0 elsewhere; and the least distance in each block
/// among the columns that are not settled.
template <class Value>
struct ColumnScan {
  const Value* duals_2x;
  Value* distances;
  Vertex* from;
  const Value* settled;
  Value* block_least;
  Vertex columns;
};

/// Lowers distances to base + dual - doubled weight where that is less than they are. Returns the
/// least distance of the columns that are not settled. Settled columns are nearer than whatever is
/// found now.
std::int64_t scan_row(const Weight* weights, Vertex row, std::int64_t base,
                      const ColumnScan<std::int64_t>& scan);
Wide scan_row(const Weight* weights, Vertex row, Wide base, const ColumnScan<Wide>& scan);

/// The columns of a block at a distance that are not settled, as bits.
std::uint64_t columns_at(std::int64_t distance, Vertex start, Vertex stop,
                         const std::int64_t* distances, const std::int64_t* settled);
std::uint64_t columns_at(Wide distance, Vertex start, Vertex stop, const Wide* distances,
                         const Wide* settled);

template <class Value>
class ScanSearch : PathSearch<Value> {
  using Base = PathSearch<Value>;
  using Base::distance_, Base::from_, Base::order_, Base::end_, Base::last_row_;

 public:
  explicit ScanSearch(const RowMatrix& matrix)
      : Base(matrix.columns()),
        matrix_(matrix),
        settled_(matrix.columns()),
        block_least_(index_of(matrix.columns() / kColumnBlock + 1)) {}

  /// Matches a free row, or leaves it on the ground. After WidthExceeded the state is of no use any
  /// more.
  void run(Vertex root, Assignment<Value>& state) {
    distance_.fill(Limits<Value>::kNever);
    settled_.fill(0);
    this->begin();
    Vertex column = kNobody;
    Value least = scan(root, 0, state);
    for (std::size_t scanned = 0; least < end_;) {
      column = settle_at(least, state);
      if (column != kNobody) break;
      if (scanned == order_.size()) refuse_changes();  // a settled column has come nearer
      for (; scanned < order_.size(); ++scanned) {
        const Vertex settled = order_[scanned];
        least = scan(state.column_mate[settled], distance_[settled], state);
      }
    }
    if (column != kNobody) {
      end_ = least;
    } else if (last_row_ == kNobody) {
      throw WidthExceeded{};
    }
    this->take_path(root, column, state);
  }

  /// The rows that all searches have scanned.
  [[nodiscard]] std::int64_t scans() const { return scans_; }

 private:
  Value scan(Vertex row, Value distance, const Assignment<Value>& state) {
    ++scans_;
    const Value base = distance + state.row_2x[row];
    if (state.grounded) this->reach_ground(row, base);
    return scan_row(matrix_.row(row), row, base,
                    {state.column_2x.data(), distance_.data(), from_.data(), settled_.data(),
                     block_least_.data(), matrix_.columns()});
  }

  /// Settles the columns at the least distance. Returns a free one if there is one.
  Vertex settle_at(Value least, const Assignment<Value>& state) {
    for (Vertex start = 0; start < matrix_.columns(); start += kColumnBlock) {
      if (block_least_[index_of(start / kColumnBlock)] != least) continue;
      const Vertex stop = std::min(start + kColumnBlock, matrix_.columns());
      for (std::uint64_t nearest =
               columns_at(least, start, stop, distance_.data(), settled_.data());
           nearest != 0; nearest &= nearest - 1) {
        const Vertex column = start + std::countr_zero(nearest);
        if (state.column_mate[column] == kNobody) return column;
        settled_[column] = Limits<Value>::kNever;
        order_.push_back(column);
      }
    }
    return kNobody;
  }

  const RowMatrix& matrix_;
  PerVertex<Value> settled_;
  std::vector<Value> block_least_;
  std::int64_t scans_ = 0;
};

}  // namespace fastpair
