// How long vertices wait that were extended in vain.
#include <vector>

#include "blossom/extensions.hpp"
#include "check.hpp"

namespace {

using namespace fastpair;

/// For how many searches the vertex 0 waits.
int length_of_pause(Pauses& pauses) {
  int searches = 0;
  for (pauses.start(); !pauses.is_over(0); pauses.start()) ++searches;
  return searches;
}

TEST(pauses_double_up_to_the_number_of_vertices_until_something_is_found) {
  Pauses pauses(6);
  CHECK_EQUAL(length_of_pause(pauses), 0);
  for (const int expected : {1, 3, 6, 6}) {
    pauses.note(0, false);
    CHECK_EQUAL(length_of_pause(pauses), expected);
  }
  pauses.note(0, true);
  CHECK_EQUAL(length_of_pause(pauses), 0);
}

TEST(who_was_postponed_in_a_search_is_told_once) {
  Pauses pauses(3);
  for (const Vertex v : {2, 1}) pauses.note(v, false);
  for (const Vertex v : {2, 0, 1}) CHECK_EQUAL(pauses.is_over(v), v == 0);
  CHECK(pauses.take_postponed() == (std::vector<Vertex>{2, 1}));
  CHECK(pauses.take_postponed().empty());
}

}  // namespace
