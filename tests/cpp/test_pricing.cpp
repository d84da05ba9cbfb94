// The duals that a row is priced out with, on forests of randomly nested blossoms.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "blossom/limits.hpp"
#include "check.hpp"
#include "forests.hpp"
#include "rows/pricing.hpp"

namespace {

using namespace fastpair;
using namespace fastpair::check;

constexpr std::int64_t kClosed = Limits<std::int64_t>::kClosed;

TEST(one_of_two_lists_has_the_slack_of_every_edge_of_a_row) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    Forest forest = random_forest(random);
    std::vector<Vertex> rows;
    for (Vertex v = 0; v < forest.size(); ++v) {
      forest.set_dual_2x(v, static_cast<std::int64_t>(random() % 20));
      if (random() % 4 != 0) rows.push_back(v);
    }
    PricingDuals<std::int64_t> duals(forest, forest.duals_2x(), rows);
    std::vector<Vertex> visited;
    duals.walk([&](Vertex i) {
      visited.push_back(i);
      for (Vertex j = 0; j < forest.size(); ++j) {
        if (i == j) continue;
        const std::int64_t slack = forest.slack_2x(i, j, 0) - forest.dual_2x(i);
        const std::int64_t inside = duals.inside[j];
        CHECK_EQUAL(inside >= kClosed / 2 ? duals.outside[j] : inside + duals.shift, slack);
        CHECK(inside >= kClosed / 2 || duals.outside[j] == kClosed);
      }
    });
    std::ranges::sort(visited);
    CHECK(visited == rows);
  }
}

TEST(lists_are_as_they_were_after_a_walk) {
  std::mt19937_64 random(2);
  const Forest forest = random_forest(random);
  PricingDuals<std::int64_t> duals(forest, forest.duals_2x(), vertices_below(forest.size()));
  duals.walk([](Vertex) {});
  for (Vertex v = 0; v < forest.size(); ++v) {
    CHECK(duals.outside[v] == forest.dual_2x(v) && duals.inside[v] == kClosed);
  }
}

}  // namespace
