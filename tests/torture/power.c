/* A disk that fails, below SQLite and below Python: preload it, then arm it.

   It counts what is done to files under one folder: open for writing, write, pwrite, fsync, fdatasync, ftruncate,
   rename, link, unlink; or instead of these what is read: read, pread. At a number it fails with an error, once or
   from there on, or ends the process. Before
   that, whatever is synced is copied by inode into a second folder: after a power cut a file is what stands there,
   and nothing if it was never synced. Names (rename, link, unlink) are safe at once.

   It moves the clock, too: from the nth look at the time of day on, that is so many seconds later or earlier. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { ONCE, EVER, END, READ };

static char folder[2048], synced[2048], trace[2048];
static long at, done;
static int how, code, armed;

void power_arm(const char *under, const char *copies, const char *names, long number, int manner, int error) {
  snprintf(folder, sizeof folder, "%s", under);
  snprintf(synced, sizeof synced, "%s", copies);
  snprintf(trace, sizeof trace, "%s", names);
  at = number, how = manner, code = error, done = 0, armed = 1;
}

long power_done(void) { return done; }

#define REAL(name) static __typeof__(&name) real; if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

static int within(const char *path) {
  return armed && path && !strncmp(path, folder, strlen(folder)) && path[strlen(folder)] == '/' &&
         !(strlen(path) > 4 && !strcmp(path + strlen(path) - 4, "-shm"));
}

static int fd_within(int fd, char *path, size_t size) {
  char link[64];
  if (!armed) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, size - 1);
  if (n < 0) return 0;
  path[n] = 0;
  return within(path);
}

/* Whether this call fails; it may not return. */
static int fails(const char *name, const char *path) {
  if ((how == READ) != (strstr(name, "read") != NULL)) return 0;
  long number = __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
  if (*trace) {
    REAL(write);
    static int out = -1;
    static int (*opened)(const char *, int, ...);
    if (!opened) *(void **)&opened = dlsym(RTLD_NEXT, "open");
    if (out < 0) out = opened(trace, O_WRONLY | O_CREAT | O_APPEND, 0600);
    char line[2200];
    int n = snprintf(line, sizeof line, "%ld %s %s\n", number, name, path + strlen(folder));
    if (out >= 0 && real(out, line, (size_t)n) < 0) return 0;
  }
  if (!at || number < at || (how != EVER && number > at)) return 0;
  if (how == END) _exit(97);
  if (how == EVER && (!strcmp(name, "unlink") || !strcmp(name, "fsync"))) return 0; /* a full disk can do these */
  errno = code;
  return 1;
}

static void keep(int fd) {
  static int (*opened)(const char *, int, ...);
  REAL(write);
  if (!opened) *(void **)&opened = dlsym(RTLD_NEXT, "open");
  struct stat st;
  if (!*synced || fstat(fd, &st) || !S_ISREG(st.st_mode)) return;
  char copy[2200], fresh[2300], block[65536];
  snprintf(copy, sizeof copy, "%s/%lu", synced, (unsigned long)st.st_ino);
  snprintf(fresh, sizeof fresh, "%s.new", copy);
  int out = opened(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0) return;
  snprintf(block, sizeof block, "/proc/self/fd/%d", fd);
  int in = opened(block, O_RDONLY);
  for (ssize_t n; in >= 0 && (n = read(in, block, sizeof block)) > 0;)
    if (real(out, block, (size_t)n) < n) break;
  if (in >= 0) close(in);
  close(out);
  int (*renamed)(const char *, const char *);
  *(void **)&renamed = dlsym(RTLD_NEXT, "rename");
  renamed(fresh, copy);
}

#define OPEN(name)                                                                   \
  int name(const char *path, int flags, ...) {                                       \
    REAL(name);                                                                      \
    va_list more;                                                                    \
    va_start(more, flags);                                                           \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;        \
    va_end(more);                                                                    \
    if ((flags & (O_CREAT | O_TRUNC)) && within(path) && fails("open", path)) return -1; \
    return real(path, flags, mode);                                                  \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                 \
  int name(int at_folder, const char *path, int flags, ...) {                        \
    REAL(name);                                                                      \
    va_list more;                                                                    \
    va_start(more, flags);                                                           \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;        \
    va_end(more);                                                                    \
    if ((flags & (O_CREAT | O_TRUNC)) && within(path) && fails("open", path)) return -1; \
    return real(at_folder, path, flags, mode);                                       \
  }
OPENAT(openat)
OPENAT(openat64)

#define ON_FD(kind, name, parameters, arguments, after)                              \
  kind name parameters {                                                             \
    REAL(name);                                                                      \
    char path[2200];                                                                 \
    int here = fd_within(fd, path, sizeof path);                                     \
    if (here && fails(#name, path)) return -1;                                       \
    kind result = real arguments;                                                    \
    if (here && result >= 0) { after; }                                              \
    return result;                                                                   \
  }
ON_FD(ssize_t, read, (int fd, void *data, size_t size), (fd, data, size), )
ON_FD(ssize_t, pread, (int fd, void *data, size_t size, off_t place), (fd, data, size, place), )
ON_FD(ssize_t, pread64, (int fd, void *data, size_t size, off64_t place), (fd, data, size, place), )
ON_FD(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), )
ON_FD(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t place), (fd, data, size, place), )
ON_FD(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t place), (fd, data, size, place), )
ON_FD(int, fsync, (int fd), (fd), keep(fd))
ON_FD(int, fdatasync, (int fd), (fd), keep(fd))
ON_FD(int, ftruncate, (int fd, off_t size), (fd, size), )
ON_FD(int, ftruncate64, (int fd, off64_t size), (fd, size), )

static long looks, moves_at, moves_by;

void clock_arm(long number, long seconds) { looks = 0, moves_at = number, moves_by = seconds; }

long clock_looks(void) { return looks; }

int clock_gettime(clockid_t which, struct timespec *now) {
  REAL(clock_gettime);
  int result = real(which, now);
  if (result || (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE)) return result;
  long number = __atomic_add_fetch(&looks, 1, __ATOMIC_SEQ_CST);
  if (moves_at && number >= moves_at) now->tv_sec = now->tv_sec + moves_by < 0 ? 0 : now->tv_sec + moves_by;
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  struct timespec exact;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
  now->tv_sec = exact.tv_sec, now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (now) *now = exact.tv_sec;
  return exact.tv_sec;
}

#define ON_PATHS(name)                                                               \
  int name(const char *one, const char *other) {                                     \
    REAL(name);                                                                      \
    if (within(other) && fails(#name, other)) return -1;                             \
    return real(one, other);                                                         \
  }
ON_PATHS(rename)
ON_PATHS(link)

int unlink(const char *path) {
  REAL(unlink);
  char copy[2200];
  struct stat st;
  if (!within(path)) return real(path);
  if (fails("unlink", path)) return -1;
  int last = !stat(path, &st) && st.st_nlink == 1; /* its number may be given to another file */
  int result = real(path);
  snprintf(copy, sizeof copy, "%s/%lu", synced, (unsigned long)st.st_ino);
  if (!result && last && *synced) real(copy);
  return result;
}
