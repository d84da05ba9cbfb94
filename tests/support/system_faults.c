/* Calls of the system that fail, or kill the process, at a moment that a test chooses.

   Loaded before the C library; it looks only at calls on paths below one folder. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

enum { OPEN, WRITE, FSYNC, RENAME, TRUNCATE, CALLS };
enum { DESCRIPTORS = 1 << 12, KILL = -1 };

static char folder[4096];
static int seen[CALLS], fault_call = CALLS, fault_moment, fault_error, fault_lasts;
static char is_ours[DESCRIPTORS];

/* Count from now on, and let the call of a number fail: with a code of errno, or by a kill. */
void arm(const char *path, int call, int moment, int error, int lasts) {
  memset(seen, 0, sizeof seen);
  strncpy(folder, path, sizeof folder - 1);
  fault_call = call, fault_moment = moment, fault_error = error, fault_lasts = lasts;
}

/* Let all calls be. */
void disarm(void) { folder[0] = 0; }

int calls_seen(int call) { return seen[call]; }

static int is_below(const char *path) {
  return folder[0] && !strncmp(path, folder, strlen(folder));
}

static int is_below_descriptor(int descriptor) {
  return folder[0] && descriptor >= 0 && descriptor < DESCRIPTORS && is_ours[descriptor];
}

/* Whether a call is to fail. */
static int fails(int call) {
  int now = seen[call]++;
  if (call != fault_call || now < fault_moment || (now > fault_moment && !fault_lasts)) return 0;
  if (fault_error == KILL && call != WRITE) kill(getpid(), SIGKILL);
  errno = fault_error;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int noted(int descriptor, int ours) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) is_ours[descriptor] = (char)ours;
  return descriptor;
}

#define OPENS(name)                                                  \
  int name(const char *path, int flags, ...) {                       \
    va_list rest;                                                    \
    va_start(rest, flags);                                           \
    mode_t mode = va_arg(rest, mode_t);                              \
    va_end(rest);                                                    \
    int ours = is_below(path);                                       \
    if (ours && fails(OPEN)) return -1;                              \
    return noted(NEXT(name)(path, flags, mode), ours);               \
  }
OPENS(open)
OPENS(open64)

ssize_t write(int descriptor, const void *content, size_t count) {
  if (is_below_descriptor(descriptor) && fails(WRITE)) {
    int is_first = seen[WRITE] == fault_moment + 1;
    if ((fault_error == ENOSPC || fault_error == KILL) && is_first && count > 1) {
      ssize_t half = NEXT(write)(descriptor, content, count / 2);
      if (fault_error == KILL) kill(getpid(), SIGKILL);
      return half;
    }
    errno = fault_error;
    return -1;
  }
  return NEXT(write)(descriptor, content, count);
}

int fsync(int descriptor) {
  if (is_below_descriptor(descriptor) && fails(FSYNC)) return -1;
  return NEXT(fsync)(descriptor);
}

int rename(const char *path, const char *target) {
  if (is_below(path) && fails(RENAME)) return -1;
  return NEXT(rename)(path, target);
}

#define TRUNCATES(name, length_type)                                     \
  int name(const char *path, length_type length) {                       \
    if (is_below(path) && fails(TRUNCATE)) return -1;                    \
    return NEXT(name)(path, length);                                     \
  }                                                                      \
  int f##name(int descriptor, length_type length) {                      \
    if (is_below_descriptor(descriptor) && fails(TRUNCATE)) return -1;   \
    return NEXT(f##name)(descriptor, length);                            \
  }
TRUNCATES(truncate, off_t)
TRUNCATES(truncate64, off64_t)
