#include <cstddef>
#include <utility>
#include <vector>

#include "bipartite/lists.hpp"

namespace fastpair {
namespace {

class HopcroftKarp {
 public:
  explicit HopcroftKarp(const RowLists& graph)
      : graph_(graph),
        cover_(graph.rows(), graph.columns()),
        level_(graph.rows(), kUnreached),
        next_(graph.rows(), 0) {}

  Cover run(const Interrupt& interrupt) {
    match_ends();
    while (find_levels()) {
      if (interrupt && interrupt()) throw Interrupted{};
      next_.fill(0);
      for (Vertex row = 0; row < graph_.rows(); ++row) {
        if (cover_.row_mate[row] == kNobody) augment(row);
      }
    }
    find_cover();
    return std::move(cover_);
  }

 private:
  static constexpr Vertex kUnreached = -1;

  /// Matches a vertex with one free neighbour as long as there is one, which is never wrong, and
  /// otherwise a row with any [Karp and Sipser 1981, "Maximum matchings in sparse random graphs"].
  void match_ends() {
    const Lists<Vertex> columns(graph_.columns(), [this](auto put) {
      for (Vertex row = 0; row < graph_.rows(); ++row) {
        for (const Arc& arc : graph_.from(row)) put(arc.to, row);
      }
    });
    PerVertex<std::size_t> row_degree(graph_.rows());
    PerVertex<std::size_t> column_degree(graph_.columns());
    std::vector<std::pair<Vertex, bool>> ends;  // and whether each is a row
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      row_degree[row] = graph_.from(row).size();
      if (row_degree[row] == 1) ends.emplace_back(row, true);
    }
    for (Vertex column = 0; column < graph_.columns(); ++column) {
      column_degree[column] = columns.of(column).size();
      if (column_degree[column] == 1) ends.emplace_back(column, false);
    }
    const auto match = [&](Vertex row, Vertex column) {
      cover_.match(row, column);
      for (const Vertex other : columns.of(column)) {
        if (--row_degree[other] == 1) ends.emplace_back(other, true);
      }
      for (const Arc& arc : graph_.from(row)) {
        if (--column_degree[arc.to] == 1) ends.emplace_back(arc.to, false);
      }
    };
    const auto match_row = [&](Vertex row) {
      if (cover_.row_mate[row] != kNobody || row_degree[row] == 0) return;
      for (const Arc& arc : graph_.from(row)) {
        if (cover_.column_mate[arc.to] == kNobody) return match(row, arc.to);
      }
    };
    const auto match_column = [&](Vertex column) {
      if (cover_.column_mate[column] != kNobody || column_degree[column] == 0) return;
      for (const Vertex row : columns.of(column)) {
        if (cover_.row_mate[row] == kNobody) return match(row, column);
      }
    };
    for (Vertex row = 0; row <= graph_.rows(); ++row) {
      while (!ends.empty()) {
        const auto [end, is_row] = ends.back();
        ends.pop_back();
        is_row ? match_row(end) : match_column(end);
      }
      if (row < graph_.rows()) match_row(row);
    }
  }

  /// Gives every row its distance from the free rows along alternating paths. Returns whether a
  /// free column was reached; if so, rows that are further away than it have no distance.
  bool find_levels() {
    level_.fill(kUnreached);
    std::vector<Vertex> queue;
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      if (cover_.row_mate[row] != kNobody) continue;
      level_[row] = 0;
      queue.push_back(row);
    }
    bool found = false;
    Vertex last = graph_.rows();
    for (std::size_t k = 0; k < queue.size() && level_[queue[k]] < last; ++k) {
      const Vertex level = level_[queue[k]];
      for (const Arc& arc : graph_.from(queue[k])) {
        const Vertex mate = cover_.column_mate[arc.to];
        if (mate == kNobody) {
          found = true;
          last = level + 1;
        } else if (level_[mate] == kUnreached) {
          level_[mate] = level + 1;
          queue.push_back(mate);
        }
      }
    }
    return found;
  }

  /// Augments along a path whose levels rise by one from row to row, if there is one. No arc is
  /// tried twice between two looks at the levels.
  void augment(Vertex root) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const Vertex row = path_.back();
      const auto arcs = graph_.from(row);
      std::size_t& next = next_[row];
      if (next == arcs.size()) {
        path_.pop_back();
        if (!path_.empty()) ++next_[path_.back()];
        continue;
      }
      const Vertex mate = cover_.column_mate[arcs[next].to];
      if (mate == kNobody) {
        for (const Vertex each : path_) cover_.match(each, graph_.from(each)[next_[each]++].to);
        return;
      }
      if (level_[mate] == level_[row] + 1) {
        path_.push_back(mate);
      } else {
        ++next;
      }
    }
  }

  /// The columns that alternating paths from the free rows reach, and the rows that they do not.
  void find_cover() {
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      cover_.has_row[row] = level_[row] == kUnreached ? 1 : 0;
      if (level_[row] == kUnreached) continue;
      for (const Arc& arc : graph_.from(row)) cover_.has_column[arc.to] = 1;
    }
  }

  const RowLists& graph_;
  Cover cover_;
  PerVertex<Vertex> level_;
  /// The arc of each row that is tried next.
  PerVertex<std::size_t> next_;
  std::vector<Vertex> path_;
};

}  // namespace

Cover least_cover(const RowLists& graph, const Interrupt& interrupt) {
  return HopcroftKarp(graph).run(interrupt);
}

}  // namespace fastpair
