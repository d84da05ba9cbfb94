// Tests of the test frame itself. Every case named `broken…` runs alone, and ctest expects it to
// fail.
#include <stdexcept>
#include <vector>

#include "check.hpp"

TEST(passing_checks_pass) {
  CHECK(1 + 1 == 2);
  CHECK_EQUAL((std::vector<int>{1, 2}), (std::vector<int>{1, 2}));
  CHECK_THROWS(std::out_of_range, std::vector<int>{}.at(0));
}

TEST(broken_condition) { CHECK(1 + 1 == 3); }

TEST(broken_equality) { CHECK_EQUAL(1, 2); }

TEST(broken_promise_to_throw) { CHECK_THROWS(std::out_of_range, std::vector<int>{7}.at(0)); }

TEST(broken_by_an_exception) { throw std::runtime_error("not caught"); }
