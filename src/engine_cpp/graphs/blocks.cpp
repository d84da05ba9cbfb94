#include "graphs/blocks.hpp"

#include <stdexcept>
#include <string>

namespace fastpair {
namespace {

std::string weight_or_none(const Piece& piece, std::size_t cell) {
  return piece.allowed[cell] == 0 ? "no edge" : std::to_string(piece.weights[cell]);
}

/// The number of columns that are copied at a time.
constexpr std::size_t kStrip = 16;

/// Compares the cells with those across the diagonal, where the same piece holds both.
void require_symmetry(std::span<const Vertex> rows, const Piece& piece) {
  for (std::size_t a = 0; a < rows.size(); ++a) {
    if (!piece.has(rows[a])) continue;
    for (std::size_t b = 0; b < a; ++b) {
      if (!piece.has(rows[b])) continue;
      const std::size_t cell = piece.cell(a, rows[b]);
      const std::size_t across = piece.cell(b, rows[a]);
      const bool edge = piece.allowed[cell] != 0;
      if (edge == (piece.allowed[across] != 0) &&
          (!edge || piece.weights[cell] == piece.weights[across])) {
        continue;
      }
      refuse_asymmetry(rows[b], rows[a], weight_or_none(piece, across),
                       weight_or_none(piece, cell));
    }
  }
}

}  // namespace

void WholePiece::find_heaviest(std::size_t rows) {
  const auto width = index_of(stop - start);
  heaviest_of_rows.assign(rows, kNoEdge);
  heaviest_of_columns.assign(width, kNoEdge);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      const std::size_t cell = row * width + column;
      const Weight weight = allowed[cell] == 0 ? kNoEdge : weights[cell];
      heaviest_of_rows[row] = std::max(heaviest_of_rows[row], weight);
      heaviest_of_columns[column] = std::max(heaviest_of_columns[column], weight);
    }
  }
}

BlockSource::BlockSource(const BlockGraph& graph)
    : graph_(graph), heaviest_(static_cast<Vertex>(graph.size), kNoEdge) {
  if (graph.range < 1) {
    throw std::invalid_argument("expected ranges of 1 vertex or more, got " +
                                std::to_string(graph.range));
  }
  if (!graph.bounds.empty() && graph.bounds.size() != ranges() * ranges()) {
    throw std::invalid_argument("expected " + std::to_string(ranges() * ranges()) +
                                " bounds, got " + std::to_string(graph.bounds.size()));
  }
  require_symmetric_bounds();
  kept_.resize(ranges() * ranges());
  if (graph.largest < 0 || graph.largest > kWeightLimit) {
    throw std::out_of_range("expected a largest weight from 0 to 2**60, got " +
                            std::to_string(graph.largest));
  }
  find_heaviest();
}

void BlockSource::require_symmetric_bounds() const {
  for (std::size_t a = 0; a < ranges(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (bound(a, b) == bound(b, a)) continue;
      throw std::invalid_argument("the bounds are not symmetric: those of ranges " +
                                  std::to_string(b) + " and " + std::to_string(a) + " are " +
                                  std::to_string(bound(b, a)) + " and " +
                                  std::to_string(bound(a, b)));
    }
  }
}

void BlockSource::require_known(Vertex i, Vertex j, Weight weight) const {
  for (const Vertex v : {i, j}) {
    const Weight heaviest = heaviest_[v];
    if (weight <= heaviest) continue;
    refuse_asymmetry(i, j, std::to_string(weight),
                     heaviest == kNoEdge ? "no edge" : "at most " + std::to_string(heaviest));
  }
}

std::vector<Vertex> BlockSource::vertices_of(std::size_t range) const {
  const std::size_t start = range * static_cast<std::size_t>(graph_.range);
  const std::size_t stop =
      std::min(start + static_cast<std::size_t>(graph_.range), index_of(size()));
  std::vector<Vertex> vertices(stop - start);
  std::iota(vertices.begin(), vertices.end(), static_cast<Vertex>(start));
  return vertices;
}

void BlockSource::set_columns(std::size_t range, std::size_t rows, Piece& piece) const {
  piece.start = static_cast<Vertex>(range * static_cast<std::size_t>(graph_.range));
  piece.stop = static_cast<Vertex>(std::min<std::int64_t>(piece.start + graph_.range, graph_.size));
  const auto width = static_cast<std::size_t>(piece.stop - piece.start);
  piece.weights.resize(rows * width);
  piece.allowed.assign(rows * width, 1);
}

const WholePiece* BlockSource::kept(std::size_t a, std::size_t b) const {
  std::unique_ptr<WholePiece>& piece = kept_[pair_of(a, b)];
  if (piece != nullptr) return piece.get();
  const auto most = static_cast<std::size_t>(std::min(graph_.range, graph_.size));
  if (kept_cells_ + most * most > kKept) return nullptr;
  const std::vector<Vertex> rows = vertices_of(std::min(a, b));
  auto whole = std::make_unique<WholePiece>();
  compute_anew(rows, std::max(a, b), *whole);
  whole->find_heaviest(rows.size());
  kept_cells_ += whole->weights.size();
  piece = std::move(whole);
  return piece.get();
}

void BlockSource::compute(std::span<const Vertex> rows, std::size_t range, Piece& piece) const {
  const auto between = [&](Vertex v) { return kept(range_of(v), range); };
  if (!std::ranges::all_of(rows, between)) return compute_anew(rows, range, piece);
  set_columns(range, rows.size(), piece);
  for (std::size_t row = 0; row < rows.size();) {
    // Rows of one range are read from one piece, or from its columns, which lie side by side.
    const std::size_t first = row, own = range_of(rows[row]);
    while (row < rows.size() && range_of(rows[row]) == own) ++row;
    copy(*between(rows[first]), rows.subspan(first, row - first), own <= range, first, piece);
  }
}

std::pair<const Piece*, std::size_t> BlockSource::row_of(Vertex v, std::size_t range,
                                                         Piece& piece) const {
  const std::size_t own = range_of(v);
  const WholePiece* const whole = own <= range ? kept(own, range) : nullptr;
  if (whole != nullptr) return {whole, index_of(v) % static_cast<std::size_t>(graph_.range)};
  compute({&v, 1}, range, piece);
  return {&piece, 0};
}

void BlockSource::copy(const Piece& whole, std::span<const Vertex> rows, bool by_row,
                       std::size_t first, Piece& piece) const {
  const auto width = static_cast<std::size_t>(piece.stop - piece.start);
  const auto range = static_cast<std::size_t>(graph_.range);
  const auto across = static_cast<std::size_t>(whole.stop - whole.start);
  const auto copy_all = [&]<class T>(const std::vector<T>& from, std::vector<T>& to) {
    T* const begin = to.data() + first * width;
    for (std::size_t row = 0; by_row && row < rows.size(); ++row) {
      std::copy_n(from.data() + index_of(rows[row]) % range * width, width, begin + row * width);
    }
    // In strips of columns, so that what is read and what is written both stay in cache.
    for (std::size_t strip = 0; !by_row && strip < width; strip += kStrip) {
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const T* cell = from.data() + strip * across + (rows[row] - whole.start);
        for (std::size_t k = strip; k < std::min(strip + kStrip, width); ++k, cell += across) {
          begin[row * width + k] = *cell;
        }
      }
    }
  };
  copy_all(whole.weights, piece.weights);
  copy_all(whole.allowed, piece.allowed);
}

void BlockSource::compute_anew(std::span<const Vertex> rows, std::size_t range,
                               Piece& piece) const {
  set_columns(range, rows.size(), piece);
  graph_.compute(rows, piece.start, piece.stop, piece.weights.data(), piece.allowed.data());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (piece.has(rows[row])) piece.allowed[piece.cell(row, rows[row])] = 0;
  }
  require_bounds(rows, range, piece);
  require_symmetry(rows, piece);
}

void BlockSource::require_bounds(std::span<const Vertex> rows, std::size_t range,
                                 const Piece& piece) const {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Weight most = std::min(bound(range_of(rows[row]), range), graph_.largest);
    for (Vertex v = piece.start; v < piece.stop; ++v) {
      const std::size_t cell = piece.cell(row, v);
      const Weight weight = piece.weights[cell];
      if (piece.allowed[cell] == 0 || (weight <= most && weight >= -graph_.largest)) continue;
      const bool outside = weight > graph_.largest || weight < -graph_.largest;
      throw std::domain_error("the weight between " + std::to_string(rows[row]) + " and " +
                              std::to_string(v) + " is " + std::to_string(weight) +
                              (outside ? ", beyond largest=" : ", beyond its bound of ") +
                              std::to_string(outside ? graph_.largest : most));
    }
  }
}

void BlockSource::find_heaviest() {
  for (std::size_t own = 0; own < ranges(); ++own) {
    for (const std::size_t range : ranges_by([&](std::size_t r) { return -bound(own, r); })) {
      find_heaviest(own, range);
    }
  }
}

void BlockSource::find_heaviest(std::size_t own, std::size_t range) {
  const std::vector<Vertex> rows = vertices_of(own);
  const auto is_known = [&, most = bound(own, range)](Vertex v) { return heaviest_[v] >= most; };
  if (std::ranges::all_of(rows, is_known)) return;
  WholePiece anew;
  const WholePiece* piece = kept(own, range);
  if (piece == nullptr) {
    compute_anew(rows, range, anew);
    anew.find_heaviest(rows.size());
  }
  const auto& found = piece == nullptr ? anew.heaviest_of_rows
                      : own <= range   ? piece->heaviest_of_rows
                                       : piece->heaviest_of_columns;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    heaviest_[rows[row]] = std::max(heaviest_[rows[row]], found[row]);
  }
}

void BlockSource::select(CandidateGraph& candidates) const {
  candidates.reserve(PerVertex<std::int32_t>(size(), 2 * kComputedCandidates));
  PerVertex<std::int64_t> heaviest = heaviest_;
  // A vertex without edges may have any dual: no edge leads there.
  std::ranges::replace(heaviest, kNoEdge, graph_.largest);
  ColumnDuals<std::int64_t> duals(std::move(heaviest));
  const std::vector<Vertex> vertices = vertices_below(size());
  PartialPiece piece;
  RowOffers<std::int64_t> row_offers;
  for (std::size_t start = 0; start < vertices.size(); start += kRows) {
    const auto rows = std::span(vertices).subspan(start, std::min(kRows, vertices.size() - start));
    std::vector<PieceOffers<std::int64_t>> offers(
        rows.size(), {kComputedCandidates, Limits<std::int64_t>::kNever});
    // As from a vertex whose dual is 0, so that times are partial slacks.
    std::vector<std::vector<Time<std::int64_t>>> earliest(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      find_earliest(rows[row], std::int64_t{0}, duals, earliest[row]);
    }
    const auto earliest_of_rows = [&](std::size_t range) {
      Time<std::int64_t> least;
      for (const auto& row : earliest) least = std::min(least, row[range]);
      return least;
    };
    for (const std::size_t range : ranges_by(earliest_of_rows)) {
      const auto is_open = [&](std::size_t row) {
        return earliest[row][range] < offers[row].below();
      };
      if (!compute_open(rows, range, is_open, piece)) continue;
      for (std::size_t k = 0; k < piece.places.size(); ++k) {
        const std::size_t row = piece.places[k];
        offers[row].add(row_offers, piece, k, rows[row], {.duals = duals.data()});
      }
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (const auto& [offer, weight_2x] : offers[row].choices()) {
        require_known(rows[row], offer.to, weight_2x / 2);
        candidates.add(rows[row], offer.to, weight_2x);
      }
    }
  }
}

}  // namespace fastpair
