/* Pairs six players so that the sum over the boards is the greatest possible. Ann and Bob have met,
 * and so have Cai and Dee: those pairs are no edges.
 *
 *   cc draw.c -lfastpair -o draw
 */
#include <fastpair.h>
#include <inttypes.h>
#include <stdio.h>

enum { N = 6 };

static const char* const names[N] = {"Ann", "Bob", "Cai", "Dee", "Eve", "Fay"};
static const int64_t score[N] = {9, 8, 6, 5, 2, 1};

static int64_t weight(int i, int j) {
  const int64_t apart = score[i] - score[j];
  return 100 - apart * apart;
}

static int have_met(int i, int j) { return (i == 0 && j == 1) || (i == 2 && j == 3); }

static int fail(fastpair_status status) {
  fprintf(stderr, "%s: %s\n", fastpair_status_message(status), fastpair_last_error());
  return 1;
}

int main(void) {
  int64_t first[N * N], second[N * N], weights[N * N], mate[N], total;
  int64_t edges = 0;
  fastpair_solution* solution;
  fastpair_status status;

  for (int i = 0; i < N; ++i) {
    for (int j = i + 1; j < N; ++j) {
      if (have_met(i, j)) continue;
      first[edges] = i;
      second[edges] = j;
      weights[edges++] = weight(i, j);
    }
  }

  status = fastpair_solve_edges(N, edges, first, second, weights, FASTPAIR_MAX_CARDINALITY, NULL,
                                NULL, &solution);
  if (status != FASTPAIR_OK) return fail(status);
  status = fastpair_solution_mate(solution, mate, N);
  if (status == FASTPAIR_OK) status = fastpair_solution_weight(solution, &total);
  fastpair_solution_free(solution);
  if (status != FASTPAIR_OK) return fail(status);

  for (int i = 0; i < N; ++i) {
    if (i < mate[i]) printf("%s - %s\n", names[i], names[mate[i]]);
  }
  printf("total %" PRId64 "\n", total);
  return 0;
}
