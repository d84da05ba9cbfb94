// The widths of integers, and the ground.
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/limits.hpp"
#include "check.hpp"

namespace {

using namespace fastpair;

TEST(a_solve_takes_64_bits_and_then_128_once) {
  std::vector<int> widths;
  const auto solve = [&](Weight largest, bool fits_narrow) {
    widths.clear();
    return solve_narrowest(largest, [&]<class Value>(Value) {
      widths.push_back(8 * static_cast<int>(sizeof(Value)));
      if (!fits_narrow && std::is_same_v<Value, std::int64_t>) throw WidthExceeded{};
      return widths.size();
    });
  };
  CHECK_EQUAL(solve(kNarrowLimit, true), 1U);
  CHECK(widths == std::vector{64});
  CHECK_EQUAL(solve(kNarrowLimit, false), 2U);
  CHECK(widths == (std::vector{64, 128}));
  CHECK_EQUAL(solve(kNarrowLimit + 1, true), 1U);
  CHECK(widths == std::vector{128});
}

TEST(no_time_is_never_and_no_exception_is_without_a_text) {
  static_assert(Limits<std::int64_t>::kClosed < Limits<std::int64_t>::kNever);
  static_assert(Limits<Wide>::kClosed < Limits<Wide>::kNever);
  CHECK(Time<Wide>().is_never() && !Time<Wide>(Limits<Wide>::kClosed).is_never());
  CHECK(Time<Wide>(Limits<Wide>::kClosed) < Time<Wide>());
  CHECK(std::string_view(WidthExceeded{}.what()).find("128 bits") != std::string_view::npos);
}

template <class Value>
struct Number {
  Value value = 0;

  explicit Number(Value of) : value(of) {}
  template <class Other>
  explicit Number(const Number<Other>& other) : value(other.value) {}
};

TEST(a_state_is_widened_where_it_stands_and_stays_wide) {
  NarrowFirst<Number> state;
  CHECK(!state.widen());  // there is none yet
  state.put(std::make_unique<Number<std::int64_t>>(5));
  std::vector<std::size_t> widths;
  const auto add = [&](bool fits_narrow) {
    return state.use([&](auto& number) {
      widths.push_back(sizeof number->value);
      ++number->value;
      if (!fits_narrow && sizeof number->value == 8) throw WidthExceeded{};
      return static_cast<std::int64_t>(number->value);
    });
  };
  CHECK_EQUAL(add(true), 6);
  CHECK_EQUAL(add(false), 8);  // what was done in 64 bits stays done
  CHECK_EQUAL(add(true), 9);
  CHECK(widths == (std::vector<std::size_t>{8, 8, 16, 16}));
  CHECK(!state.widen());
}

TEST(other_exceptions_do_not_widen) {
  int calls = 0;
  CHECK_THROWS(std::logic_error, solve_narrowest(1, [&](auto) -> int {
                 ++calls;
                 throw std::logic_error("no width");
               }));
  CHECK_EQUAL(calls, 1);
}

TEST(weights_are_within_the_limit) {
  const auto name = [] { return std::string("it"); };
  for (const Weight weight : {kWeightLimit, -kWeightLimit, Weight{0}}) require_weight(weight, name);
  for (const Weight weight : {kWeightLimit + 1, -kWeightLimit - 1, kNoEdge}) {
    CHECK_THROWS(std::out_of_range, require_weight(weight, name));
  }
}

TEST(duals_and_sums_of_nested_duals_are_within_the_limit) {
  constexpr std::int64_t limit = Limits<std::int64_t>::kTime;
  BlossomForest<std::int64_t> forest(7);
  forest.set_dual_2x(3, -limit);
  Width<std::int64_t>().measure(forest);
  forest.set_dual_2x(3, -limit - 1);
  CHECK_THROWS(WidthExceeded, Width<std::int64_t>().measure(forest));
  forest.set_dual_2x(3, 0);

  forest.match(1, 2);
  const Node inner = forest.shrink({Node{0}, Node{1}, Node{2}}, {{0, 1}, {1, 2}, {2, 0}});
  forest.match(4, 5);
  const Node apart = forest.shrink({Node{3}, Node{4}, Node{5}}, {{3, 4}, {4, 5}, {5, 3}});
  forest.blossom_dual_2x(inner) = limit;
  forest.blossom_dual_2x(apart) = limit;
  CHECK(nests_fit(forest));  // side by side, each counts alone
  forest.match(3, 6);
  const Node outer = forest.shrink({inner, apart, Node{6}}, {{0, 3}, {3, 6}, {6, 0}});
  CHECK(nests_fit(forest));
  forest.blossom_dual_2x(outer) = 2;
  CHECK(!nests_fit(forest));
}

TEST(the_penalty_exceeds_what_weights_can_gain) {
  CHECK_EQUAL(penalty_ground<std::int64_t>(10, 7), -71);
  CHECK_THROWS(WidthExceeded, penalty_ground<std::int64_t>(4, kNarrowLimit));
  CHECK(penalty_ground<Wide>(4, kNarrowLimit) == -(Wide{4} * kNarrowLimit + 1));
}

TEST(digits_are_counted_in_both_halves) {
  for (int k = 0; k < 120; ++k) {
    CHECK_EQUAL(digits_of(Wide{1} << k), k + 1);
    CHECK_EQUAL(digits_of((Wide{1} << k) - 1), k);
  }
  CHECK_EQUAL(digits_of(std::int64_t{255}), 8);
}

}  // namespace
