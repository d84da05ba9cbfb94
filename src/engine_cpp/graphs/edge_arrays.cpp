#include "graphs/edge_arrays.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fastpair {

std::vector<Edge> EdgeArrays::list() const {
  std::vector<Edge> edges;
  edges.reserve(count());
  for (std::size_t k = 0; k < count(); ++k) {
    if (std::min(first[k], second[k]) < 0 || std::max(first[k], second[k]) >= size) {
      throw std::invalid_argument("edge " + std::to_string(k) + " joins " +
                                  std::to_string(first[k]) + " and " + std::to_string(second[k]) +
                                  ": expected vertices below " + std::to_string(size));
    }
    edges.push_back(edge(k));
  }
  return edges;
}

}  // namespace fastpair
