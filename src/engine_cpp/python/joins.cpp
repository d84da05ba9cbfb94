// Lightest joins, from the terminals as most callers give them to the Join without a step in
// Python: of a shot with a few terminals, such steps take ten times as long as the search.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fastpair/join_solver.hpp"
#include "python/conversions.hpp"

namespace fastpair::python {
namespace {

using namespace pybind11::literals;

/// Lists of terminals, one after the other: list k are those from starts[k] to starts[k + 1].
struct TerminalLists {
  std::vector<std::int64_t> starts;
  std::vector<Vertex> terminals;
};

/// A table of terminals, a row for each list, with a cell for each vertex.
using Table = std::span<const std::uint8_t>;

/// Adds the places of the ones of a row. Returns whether all other cells are 0.
bool append_ones(Table row, std::vector<Vertex>& terminals) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::size_t width = sizeof(std::uint64_t);
  bool others = false;
  for (std::size_t from = 0; from < row.size(); from += width) {
    std::uint64_t cells = 0;
    if (from + width <= row.size()) {
      std::memcpy(&cells, &row[from], width);
      if (cells == 0) continue;  // as most of them
      others |= (cells & ~ones) != 0;
    }
    for (std::size_t at = from; at < std::min(from + width, row.size()); ++at) {
      others |= row[at] > 1;
      if (row[at] != 0) terminals.push_back(static_cast<Vertex>(at));
    }
  }
  return !others;
}

/// The cells of a table of so many dimensions with a column for each vertex; nothing of any other
/// array, or of one whose cells lie apart in memory.
std::optional<Table> read_table(py::handle given, py::ssize_t dimensions, std::int64_t columns) {
  if (!is_array(given)) return std::nullopt;
  const auto array = py::reinterpret_borrow<py::array>(given);
  const char kind = array.dtype().char_();
  if ((kind != '?' && kind != 'B') || array.ndim() != dimensions ||
      array.shape(dimensions - 1) != columns || (array.flags() & py::array::c_style) == 0) {
    return std::nullopt;
  }
  return cells<std::uint8_t>(array);
}

/// Different vertices in order, given as a row of a table, or as a list or an array of int64.
std::optional<std::vector<Vertex>> read_terminals(py::handle given, std::int64_t size) {
  std::vector<Vertex> terminals;
  if (const auto row = read_table(given, 1, size)) {
    return append_ones(*row, terminals) ? std::optional(std::move(terminals)) : std::nullopt;
  }
  const auto numbers = read_integers(given);
  if (!numbers) return std::nullopt;
  for (const std::int64_t v : numbers->values) {
    if (v < 0 || v >= size) return std::nullopt;
    terminals.push_back(static_cast<Vertex>(v));
  }
  std::ranges::sort(terminals);
  if (std::ranges::adjacent_find(terminals) != terminals.end()) return std::nullopt;
  return terminals;
}

/// The lists of a table, or nothing if it is none.
std::optional<TerminalLists> read_lists(py::handle given, std::int64_t size) {
  const auto table = read_table(given, 2, size);
  if (!table) return std::nullopt;
  const auto width = static_cast<std::size_t>(size);
  const auto count = static_cast<std::size_t>(py::reinterpret_borrow<py::array>(given).shape(0));
  return without_gil([&]() -> std::optional<TerminalLists> {
    TerminalLists lists;
    lists.starts.reserve(count + 1);
    lists.starts.push_back(0);
    for (std::size_t k = 0; k < count; ++k) {
      if (!append_ones(table->subspan(k * width, width), lists.terminals)) return std::nullopt;
      lists.starts.push_back(std::ssize(lists.terminals));
    }
    return lists;
  });
}

JoinSolver make_solver(std::int64_t size, const Array<std::int64_t>& first,
                       const Array<std::int64_t>& second, const Array<Weight>& weights,
                       const Array<Vertex>& boundary, const Array<std::uint64_t>& labels) {
  const std::vector<Edge> edges = edge_arrays(size, first, second, weights).list();
  return JoinSolver({size, edges}, cells<Vertex>(boundary), cells<std::uint64_t>(labels));
}

/// What is found, or the terminals that are left over.
template <class Find>
py::object unless_unmatchable(Find find) {
  try {
    return find();
  } catch (const Unmatchable& error) {
    return to_array<std::int64_t>(error.vertices);
  }
}

/// A Join of a solver of Python, or the terminals that are left over; None if the terminals need a
/// closer look.
py::object solve(JoinSolver& self, py::handle given, const Record& record,
                 const py::object& solver) {
  const auto terminals = read_terminals(given, self.size());
  if (!terminals) return py::none();
  return unless_unmatchable([&] {
    const Join join = without_gil(
        [&](const Interrupt& interrupt) { return self.solve(*terminals, nullptr, interrupt); });
    const auto count = std::ssize(join.pairs);
    py::array_t<std::int64_t> pairs({count, decltype(count){2}});
    py::array_t<Weight> lengths(count);
    std::int64_t* end = pairs.mutable_data();
    Weight* length = lengths.mutable_data();
    for (const JoinPair& pair : join.pairs) {
      *end++ = pair.first;
      *end++ = pair.second;
      *length++ = pair.length;
    }
    return record.make(pairs, lengths, py::int_(join.labels), solver);
  });
}

py::tuple certificate(JoinSolver& self, const Array<std::int64_t>& given) {
  const auto ends = cells<std::int64_t>(given);
  const std::vector<Vertex> terminals(ends.begin(), ends.end());
  JoinCertificate found;
  without_gil([&](const Interrupt& interrupt) { return self.solve(terminals, &found, interrupt); });
  return py::make_tuple(to_array<Weight>(found.widths_2x), to_array<std::int64_t>(found.parents));
}

/// The edges of pairs, two in a row, of such lengths.
py::array edges(JoinSolver& self, const Array<std::int64_t>& pairs, const Array<Weight>& lengths) {
  Join join;
  const std::int64_t* end = pairs.data();
  for (const Weight length : cells<Weight>(lengths)) {
    const auto first = static_cast<Vertex>(*end++);
    const auto second = static_cast<Vertex>(*end++);
    join.pairs.push_back({first, second, length, 0});
  }
  return to_array<std::int64_t>(without_gil([&] { return self.edges(join); }));
}

/// The weights and labels of many joins, or the terminals that are left over in the first for which
/// there is none.
py::object solve_lists(JoinSolver& self, std::span<const std::int64_t> starts,
                       std::span<const Vertex> terminals, std::int64_t threads) {
  return unless_unmatchable([&]() -> py::object {
    const auto answers = without_gil([&](const Interrupt& interrupt) {
      return self.solve_all(starts, terminals, threads, interrupt);
    });
    py::array_t<Weight> weights(std::ssize(answers));
    py::array_t<std::uint64_t> labels(std::ssize(answers));
    std::ranges::transform(answers, weights.mutable_data(), &JoinSolver::Answer::weight);
    std::ranges::transform(answers, labels.mutable_data(), &JoinSolver::Answer::labels);
    return py::make_tuple(weights, labels);
  });
}

py::object solve_all(JoinSolver& self, const Array<std::int64_t>& starts,
                     const Array<Vertex>& terminals, std::int64_t threads) {
  return solve_lists(self, cells<std::int64_t>(starts), cells<Vertex>(terminals), threads);
}

/// The same of the rows of a table; None if it needs a closer look.
py::object solve_table(JoinSolver& self, py::handle table, std::int64_t threads) {
  const auto lists = read_lists(table, self.size());
  return lists ? solve_lists(self, lists->starts, lists->terminals, threads) : py::none();
}

}  // namespace

void bind_join_solver(py::module_& module) {
  py::class_<Record>(module, "Record").def(py::init<py::type>(), "of"_a);
  py::class_<JoinSolver>(module, "JoinSolver")
      .def(py::init(&make_solver), "size"_a, "first"_a.noconvert(), "second"_a.noconvert(),
           "weights"_a.noconvert(), "boundary"_a.noconvert(), "labels"_a.noconvert())
      .def_property_readonly("size", &JoinSolver::size)
      .def("copy", [](const JoinSolver& self) { return JoinSolver(self); })
      .def("solve", &solve, "terminals"_a, "join"_a, "solver"_a)
      .def("certificate", &certificate, "terminals"_a.noconvert())
      .def("edges", &edges, "pairs"_a.noconvert(), "lengths"_a.noconvert())
      .def("solve_all", &solve_all, "starts"_a.noconvert(), "terminals"_a.noconvert(), "threads"_a)
      .def("solve_table", &solve_table, "table"_a, "threads"_a);
}

}  // namespace fastpair::python
