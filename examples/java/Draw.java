import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/**
 * Pairs six players so that the sum over the boards is the greatest possible. Ann and Bob have met,
 * and so have Cai and Dee: those pairs are no edges.
 *
 * <pre>
 *   javac -cp jna.jar Draw.java
 *   java -cp jna.jar:. -Djna.library.path=FOLDER_OF_LIBFASTPAIR Draw
 * </pre>
 */
public final class Draw {
  /** As much of fastpair.h as a draw needs. */
  public interface Fastpair extends Library {
    int ABI = 1;
    int MAX_CARDINALITY = 1;

    int fastpair_abi();

    String fastpair_status_message(int status);

    String fastpair_last_error();

    int fastpair_solve_dense(
        long size,
        long[] weights,
        byte[] allowed,
        int objective,
        Pointer interrupt,
        Pointer context,
        PointerByReference solution);

    int fastpair_solution_mate(Pointer solution, long[] mate, long capacity);

    int fastpair_solution_weight(Pointer solution, LongByReference weight);

    void fastpair_solution_free(Pointer solution);
  }

  private static final Fastpair FASTPAIR = Native.load("fastpair", Fastpair.class);

  private static void check(int status) {
    if (status != 0) {
      throw new IllegalStateException(
          FASTPAIR.fastpair_status_message(status) + ": " + FASTPAIR.fastpair_last_error());
    }
  }

  public static void main(String[] arguments) {
    if (FASTPAIR.fastpair_abi() != Fastpair.ABI) {
      throw new IllegalStateException("another version of libfastpair than expected");
    }
    String[] names = {"Ann", "Bob", "Cai", "Dee", "Eve", "Fay"};
    long[] score = {9, 8, 6, 5, 2, 1};
    int n = names.length;

    long[] weights = new long[n * n];
    byte[] allowed = new byte[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        long apart = score[i] - score[j];
        weights[i * n + j] = 100 - apart * apart;
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        boolean met = (low == 0 && high == 1) || (low == 2 && high == 3);
        allowed[i * n + j] = (byte) (met ? 0 : 1);
      }
    }

    PointerByReference solution = new PointerByReference();
    check(
        FASTPAIR.fastpair_solve_dense(
            n, weights, allowed, Fastpair.MAX_CARDINALITY, null, null, solution));
    long[] mate = new long[n];
    LongByReference total = new LongByReference();
    try {
      check(FASTPAIR.fastpair_solution_mate(solution.getValue(), mate, n));
      check(FASTPAIR.fastpair_solution_weight(solution.getValue(), total));
    } finally {
      FASTPAIR.fastpair_solution_free(solution.getValue());
    }

    for (int i = 0; i < n; i++) {
      if (i < mate[i]) {
        System.out.println(names[i] + " - " + names[(int) mate[i]]);
      }
    }
    System.out.println("total " + total.getValue());
  }
}
