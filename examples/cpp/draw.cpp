// Pairs six players so that the sum over the boards is the greatest possible. Ann and Bob have met,
// and so have Cai and Dee: those pairs are no edges.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fastpair/matching.hpp>
#include <iostream>
#include <vector>

int main() {
  const std::array names{"Ann", "Bob", "Cai", "Dee", "Eve", "Fay"};
  const std::array<std::int64_t, 6> score{9, 8, 6, 5, 2, 1};
  const std::size_t n = names.size();

  std::vector<fastpair::Weight> weights(n * n);
  std::vector<std::uint8_t> allowed(n * n, 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::int64_t apart = std::abs(score[i] - score[j]);
      weights[i * n + j] = 100 - apart * apart;
    }
  }
  const auto forbid = [&](std::size_t i, std::size_t j) {
    allowed[i * n + j] = allowed[j * n + i] = 0;
  };
  forbid(0, 1);
  forbid(2, 3);

  const fastpair::DenseGraph graph{static_cast<std::int64_t>(n), weights.data(), allowed.data()};
  const auto solution = fastpair::max_weight_matching(graph, fastpair::Objective::kCardinality);
  for (std::size_t i = 0; i < n; ++i) {
    const auto mate = static_cast<std::size_t>(solution.mate[i]);
    if (i < mate) std::cout << names[i] << " - " << names[mate] << '\n';
  }
  std::cout << "total " << static_cast<std::int64_t>(solution.weight) << '\n';
}
