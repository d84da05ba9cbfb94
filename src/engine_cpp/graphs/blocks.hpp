// A graph whose weights are computed when they are needed, as a graph source (see
// blossom/graph_source.hpp). Weights are computed in pieces of rows. A piece is left out if the
// bounds of the caller prove that none of its edges is asked for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/column_duals.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/matching.hpp"
#include "rows/offers.hpp"
#include "rows/pricing.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// The cells of some rows in the columns of one range.
struct Piece {
  Vertex start = 0;
  Vertex stop = 0;
  std::vector<Weight> weights;
  std::vector<std::uint8_t> allowed;

  [[nodiscard]] DenseGraph graph() const { return {stop - start, weights.data(), allowed.data()}; }
  [[nodiscard]] bool has(Vertex v) const { return v >= start && v < stop; }
  [[nodiscard]] std::size_t cell(std::size_t row, Vertex v) const {
    return row * static_cast<std::size_t>(stop - start) + static_cast<std::size_t>(v - start);
  }
};

/// All cells between two ranges, with the heaviest edge of each row and column, or kNoEdge.
struct WholePiece : Piece {
  std::vector<Weight> heaviest_of_rows;
  std::vector<Weight> heaviest_of_columns;

  void find_heaviest(std::size_t rows);
};

/// Some of the rows of a batch.
struct PartialPiece : Piece {
  /// The places of the rows in the batch, ascending.
  std::vector<std::size_t> places;
};

/// The edges of least partial slack in one row, collected from its pieces.
template <class Value>
class PieceOffers {
 public:
  struct Choice {
    Offer<Value> offer;
    Weight weight_2x;
  };

  PieceOffers(std::size_t count, Value below) : count_(count), below_(below) {}

  /// An edge whose partial slack is not below this is none of the best.
  [[nodiscard]] Value below() const { return below_; }
  [[nodiscard]] const std::vector<Choice>& choices() const { return choices_; }

  /// Adds edges from row number `row` of a piece, which is the row of vertex v.
  void add(RowOffers<Value>& offers, const Piece& piece, std::size_t row, Vertex v,
           RowQuery<Value> query) {
    query.duals += piece.start;
    if (query.earliest != nullptr) query.earliest += piece.start;
    const auto known = std::ssize(choices_);
    for (Offer<Value> offer :
         offers.least(piece.graph(), static_cast<Vertex>(row), query, below_, count_)) {
      offer.to += piece.start;
      offer.tie = tie_of(v, offer.to);
      choices_.push_back({offer, 2 * piece.weights[piece.cell(row, offer.to)]});
    }
    std::ranges::inplace_merge(choices_, choices_.begin() + known, {}, &Choice::offer);
    if (choices_.size() < count_) return;
    choices_.resize(count_);
    below_ = std::min(below_, choices_.back().offer.partial_slack);
  }

 private:
  std::size_t count_;
  Value below_;
  std::vector<Choice> choices_;
};

class BlockSource {
 public:
  /// Throws std::invalid_argument unless there is one bound for each pair of ranges, and
  /// std::out_of_range if weights may be too large.
  explicit BlockSource(const BlockGraph& graph);

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  [[nodiscard]] Weight largest() const { return graph_.largest; }
  /// The heaviest edge of each vertex, or kNoEdge.
  [[nodiscard]] const PerVertex<Weight>& first_duals_2x(
      const CandidateGraph& /*candidates*/) const {
    return heaviest_;
  }

  /// Adds for each vertex the edges of least slack under the duals `heaviest`.
  void select(CandidateGraph& candidates) const;

  static constexpr bool kHasMore = true;
  template <class Value>
  class EdgeFinder {
   public:
    explicit EdgeFinder(const BlockSource& source) : source_(source) {}

    /// At most kMore edges.
    const std::vector<Arc>& find(const EdgeRequest<Value>& request) {
      const Vertex v = request.from;
      const RowQuery<Value> query{
          .duals = request.duals.data(), .earliest = request.earliest, .reach = request.reach};
      source_.find_earliest(v, request.reach, request.duals, earliest_);
      PieceOffers<Value> offers(kMore, ColumnDuals<Value>::below_closed(source_.largest()));
      // The best ranges come first, since their edges rule out most of the others. A range waits
      // until one of its edges may be tight: most searches end before that.
      for (;;) {
        const auto best = std::ranges::min_element(earliest_);
        unseen_ = *best;
        if (unseen_ >= request.reach + offers.below() || unseen_ > request.now) break;
        *best = {};
        const auto range = static_cast<std::size_t>(best - earliest_.begin());
        const auto& [piece, row] = source_.row_of(v, range, piece_);
        offers.add(row_, *piece, row, v, query);
      }
      edges_.clear();
      for (const auto& [offer, weight_2x] : offers.choices()) {
        edges_.push_back({offer.to, weight_2x});
      }
      return edges_;
    }

    [[nodiscard]] Time<Value> unseen() const { return unseen_; }

   private:
    const BlockSource& source_;
    /// For each range a time before which none of its edges becomes tight; never if it has none,
    /// or has been looked into.
    std::vector<Time<Value>> earliest_;
    Time<Value> unseen_;
    Piece piece_;
    RowOffers<Value> row_;
    std::vector<Arc> edges_;
  };

  /// Edges of negative slack, a few of each vertex; none if all edges have slack 0 or more.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const BlossomForest<Value>& forest) const {
    return violations(forest, vertices_below(size()));
  }
  /// Such edges among all those of some vertices.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const BlossomForest<Value>& forest,
                                                 const std::vector<Vertex>& rows) const {
    return Pricing<Value>(*this, forest, rows).violations();
  }

 private:
  /// Prices out the edges of some vertices. Their rows are computed in the order of the blossom
  /// forest, so that the rows of a batch mostly lie in the same blossoms.
  template <class Value>
  class Pricing {
   public:
    Pricing(const BlockSource& source, const BlossomForest<Value>& forest,
            const std::vector<Vertex>& vertices)
        : source_(source),
          forest_(forest),
          duals_(forest, forest.duals_2x(), vertices),
          least_(source.least_of_ranges(duals_.outside)) {}

    /// Violated edges, a few of each vertex.
    std::vector<Proposal> violations() {
      std::vector<Vertex> order;
      duals_.walk([&](Vertex v) { order.push_back(v); });
      std::span<const Vertex> rest = order;
      std::size_t row = kRows;
      duals_.walk([&](Vertex v) {
        if (row == kRows) {
          const auto batch = rest.first(std::min(kRows, rest.size()));
          rest = rest.subspan(batch.size());
          compute(batch);
          row = 0;
        }
        price_out(v, row++);
      });
      std::ranges::stable_sort(proposals_, {}, &Proposal::first);
      return std::move(proposals_);
    }

   private:
    /// Computes the rows of a batch in those ranges where an edge of theirs may be violated by the
    /// duals of the vertices alone. The duals of blossoms only add to the slack of an edge.
    void compute(std::span<const Vertex> batch) {
      std::size_t count = 0;
      for (std::size_t range = 0; range < source_.ranges(); ++range) {
        if (count == pieces_.size()) pieces_.emplace_back();
        const auto is_open = [&](std::size_t row) {
          const Vertex v = batch[row];
          return forest_.dual_2x(v) + least_[range] < 2 * Value{source_.bound(v, range)};
        };
        if (source_.compute_open(batch, range, is_open, pieces_[count])) ++count;
      }
      pieces_.resize(count);
    }

    void price_out(Vertex v, std::size_t row) {
      duals_.for_each_list(v, [&](const ColumnDuals<Value>& duals, Value below) {
        PieceOffers<Value> offers(kViolations, below);
        for (const PartialPiece& piece : pieces_) {
          const auto place = std::ranges::lower_bound(piece.places, row);
          if (place == piece.places.end() || *place != row) continue;
          const auto own = static_cast<std::size_t>(place - piece.places.begin());
          offers.add(row_offers_, piece, own, v, {.duals = duals.data()});
        }
        for (const auto& [offer, weight_2x] : offers.choices()) {
          proposals_.push_back({v, offer.to, weight_2x});
        }
      });
    }

    const BlockSource& source_;
    const BlossomForest<Value>& forest_;
    PricingDuals<Value> duals_;
    /// The least dual in each range.
    std::vector<Value> least_;
    /// The computed part of the rows of a batch.
    std::vector<PartialPiece> pieces_;
    RowOffers<Value> row_offers_;
    std::vector<Proposal> proposals_;
  };

  /// The number of rows that are computed at a time.
  static constexpr std::size_t kRows = 64;
  /// The number of cells that are kept, since their rows are asked for again and again: 302 MB at
  /// the most. A round of 8385 players keeps ten million of them and is matched in 0.85 s; with
  /// room for four million, in 4.5 s.
  static constexpr std::size_t kKept = std::size_t{1} << 25;

  [[nodiscard]] std::size_t ranges() const {
    return static_cast<std::size_t>((graph_.size + graph_.range - 1) / graph_.range);
  }
  [[nodiscard]] std::size_t range_of(Vertex v) const {
    return index_of(v) / static_cast<std::size_t>(graph_.range);
  }
  [[nodiscard]] Weight bound(std::size_t a, std::size_t b) const {
    return graph_.bounds.empty() ? graph_.largest : graph_.bounds[a * ranges() + b];
  }
  /// A bound that no weight between v and this range exceeds: the heaviest of them if it is known.
  [[nodiscard]] Weight bound(Vertex v, std::size_t range) const {
    const std::size_t own = range_of(v);
    const WholePiece* const piece = kept_[pair_of(own, range)].get();
    if (piece == nullptr) return bound(own, range);
    const auto& heaviest = own <= range ? piece->heaviest_of_rows : piece->heaviest_of_columns;
    return std::max(heaviest[index_of(v) - own * static_cast<std::size_t>(graph_.range)],
                    -graph_.largest);
  }
  [[nodiscard]] std::size_t pair_of(std::size_t a, std::size_t b) const {
    return std::min(a, b) * ranges() + std::max(a, b);
  }
  [[nodiscard]] std::vector<Vertex> vertices_of(std::size_t range) const;

  /// The ranges in ascending order of value(range), which is asked once for each.
  template <class Order>
  [[nodiscard]] std::vector<std::size_t> ranges_by(Order value) const {
    std::vector<std::pair<std::invoke_result_t<Order, std::size_t>, std::size_t>> valued;
    for (std::size_t range = 0; range < ranges(); ++range) valued.emplace_back(value(range), range);
    std::ranges::sort(valued);
    std::vector<std::size_t> order;
    for (const auto& [_, range] : valued) order.push_back(range);
    return order;
  }

  /// Computes a piece, or copies it from pieces that are kept. Throws std::domain_error if a weight
  /// is larger than its bound, or if the piece holds two cells across the diagonal that differ.
  void compute(std::span<const Vertex> rows, std::size_t range, Piece& piece) const;
  void compute_anew(std::span<const Vertex> rows, std::size_t range, Piece& piece) const;
  /// A piece with the row of v, and where in it: one that is kept, or else the one given.
  std::pair<const Piece*, std::size_t> row_of(Vertex v, std::size_t range, Piece& piece) const;
  /// Computes those rows of a batch for which is_open(place). Returns whether there are any.
  template <class IsOpen>
  bool compute_open(std::span<const Vertex> batch, std::size_t range, IsOpen is_open,
                    PartialPiece& piece) const {
    std::vector<Vertex> open;
    piece.places.clear();
    for (std::size_t place = 0; place < batch.size(); ++place) {
      if (!is_open(place)) continue;
      piece.places.push_back(place);
      open.push_back(batch[place]);
    }
    if (open.empty()) return false;
    compute(open, range, piece);
    return true;
  }
  /// All cells between two ranges, which are kept, in the rows of the first one; null if there is
  /// no room for more.
  const WholePiece* kept(std::size_t a, std::size_t b) const;
  /// Copies some rows of a piece that is kept, or columns of it, to rows of another from first on.
  void copy(const Piece& whole, std::span<const Vertex> rows, bool by_row, std::size_t first,
            Piece& piece) const;
  void set_columns(std::size_t range, std::size_t rows, Piece& piece) const;
  void require_bounds(std::span<const Vertex> rows, std::size_t range, const Piece& piece) const;
  void require_symmetric_bounds() const;
  /// Throws std::domain_error for an edge that is heavier than the heaviest edge of one of its
  /// ends.
  void require_known(Vertex i, Vertex j, Weight weight) const;

  void find_heaviest();
  void find_heaviest(std::size_t own, std::size_t range);

  /// For each range a bound that no dual there falls below: the least of its blocks.
  template <class Value>
  [[nodiscard]] std::vector<Value> least_of_ranges(ColumnDuals<Value>& duals) const {
    std::vector<Value> least(ranges());
    const Value* const blocks = duals.least_of_blocks();
    std::int64_t start = 0;
    for (Value& value : least) {
      const std::int64_t stop = std::min(start + graph_.range, graph_.size);
      value = *std::min_element(blocks + start / kBlock, blocks + blocks_of(stop));
      start = stop;
    }
    return least;
  }

  /// For each range a time before which no edge of v becomes tight whose dual is 0 at the time
  /// `reach`; never where all vertices are closed.
  template <class Value>
  void find_earliest(Vertex v, Value reach, ColumnDuals<Value>& duals,
                     std::vector<Time<Value>>& earliest) const {
    const std::vector<Value> least = least_of_ranges(duals);
    earliest.assign(least.size(), {});
    for (std::size_t r = 0; r < least.size(); ++r) {
      if (duals.all_closed(least[r])) continue;
      require_within<Value>(Wide{reach} + least[r] - 2 * Wide{bound(v, r)}, 28);
      earliest[r] = reach + least[r] - 2 * Value{bound(v, r)};
    }
  }

  const BlockGraph& graph_;
  PerVertex<Weight> heaviest_;
  /// The pieces that are kept, by the pair of their ranges.
  mutable std::vector<std::unique_ptr<WholePiece>> kept_;
  mutable std::size_t kept_cells_ = 0;
};

}  // namespace fastpair
