/*
 * Preloaded into a process (LD_PRELOAD), it stands between the program, with everything that is linked into it, and
 * the file system. Only calls on files and folders below DEHUSK_FAULT_FOLDER are touched; all others pass.
 *
 * Faults: one call fails, by its number.
 *   DEHUSK_FAULT          EIO, ENOSPC, EMFILE, or short: half of the bytes are written
 *   DEHUSK_FAULT_AT       which call, counted from 1 among those that can fail in this way
 *   DEHUSK_FAULT_LASTING  1: and every such call after it. With EIO all that write: the disk takes nothing any more.
 *                         After a short write there is no space left
 *   DEHUSK_FAULT_REPORT   a file that gets a line: the call that failed first, and its path
 *
 * Power cuts: every change is written down, with the syncs between them, and at one of them the process is killed.
 * What a disk may hold after that is worked out by who reads the journal.
 *   DEHUSK_JOURNAL        the file for it
 *   DEHUSK_CUT_AT         the entry behind which the process is killed, counted from 1
 *
 * An entry of the journal, numbers with their low bytes first, as all machines of today have them:
 *   u32 kind · u32 path bytes · u32 second path bytes · u32 data bytes · u64 inode · u64 offset · path · second · data
 *
 * Syncs are not carried out: no power is lost, and they are most of the time of a run.
 *
 * Forks: a Node that has loaded a program can become many processes of it, each as new as the program is before its
 * first line. It asks by reading links that no disk has:
 *   /dehusk-fork      in the new process the answer is "child"; in the old one it comes when that has ended: "code 0",
 *                     "signal 9". One that takes too long is ended by SIGALRM
 *   /dehusk-start     starts anew from the environment. Standard input is empty then, the others go to the files
 *                     DEHUSK_STDOUT and DEHUSK_STDERR, or nowhere
 *   /dehusk-exit/0    ends the process with this code
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a call does, as far as it decides which faults can meet it. */
enum { LOOK = 1, OPEN = 2, CREATE = 4, READ = 8, WRITE = 16, SYNC = 32, CHANGE = 64, CLOSE = 128 };

enum { WRITING = CREATE | WRITE | SYNC | CHANGE };

enum { NEVER = 0, SHORT = -1 };

enum { CREATED = 1, WRITTEN, CUT_TO, SYNCED, RENAMED, REMOVED, FOLDER_MADE, LINKED };

#define MAX_DESCRIPTORS 65536

static struct {
  const char *path;
  uint64_t inode;
} watched[MAX_DESCRIPTORS];

static char folder[PATH_MAX];
static size_t folder_length;

static struct {
  int error;
  unsigned calls;
  long at;
  long count;
  bool lasting;
  bool struck;
  const char *report;
} fault;

static int journal = -1;
static long cut_at;
static long entries;

/* One watched call at a time: the numbers of calls and the journal have one order. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t started = PTHREAD_ONCE_INIT;

/* Every call that is carried out goes this way, past the functions below. */
static long kernel(long number, long a, long b, long c, long d, long e, long f) {
  static long (*next)(long, ...);
  if (next == NULL) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return next(number, a, b, c, d, e, f);
}

#define KERNEL(number, a, b, c, d) \
  kernel(number, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

static void start_fault(const char *name) {
  fault.lasting = getenv("DEHUSK_FAULT_LASTING") != NULL;
  if (strcmp(name, "EIO") == 0) {
    fault.error = EIO;
    fault.calls = fault.lasting ? WRITING : LOOK | OPEN | READ | CLOSE | WRITING;
  } else if (strcmp(name, "ENOSPC") == 0) {
    fault.error = ENOSPC;
    fault.calls = WRITING;
  } else if (strcmp(name, "EMFILE") == 0) {
    fault.error = EMFILE;
    fault.calls = OPEN | CREATE;
  } else if (strcmp(name, "short") == 0) {
    fault.error = SHORT;
    fault.calls = WRITE;
  } else {
    abort();
  }
  const char *at = getenv("DEHUSK_FAULT_AT");
  fault.at = at == NULL ? 0 : atol(at);
  fault.report = getenv("DEHUSK_FAULT_REPORT");
}

static void watch(int descriptor, const char *path) {
  struct stat found;
  if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS) return;
  if (fstatat(descriptor, "", &found, AT_EMPTY_PATH) != 0) return;
  watched[descriptor].inode = found.st_ino;
  /* Never given back: another thread may be reading it. */
  watched[descriptor].path = strdup(path);
}

static bool is_inside(const char *path) {
  return strncmp(path, folder, folder_length) == 0 && (path[folder_length] == '/' || path[folder_length] == 0);
}

static void start(void) {
  const char *given = getenv("DEHUSK_FAULT_FOLDER");
  if (given == NULL || *given != '/' || strlen(given) >= sizeof folder) return;
  strcpy(folder, given);
  const char *fault_name = getenv("DEHUSK_FAULT");
  if (fault_name != NULL) start_fault(fault_name);
  const char *journal_name = getenv("DEHUSK_JOURNAL");
  if (journal_name != NULL) {
    journal = KERNEL(SYS_openat, AT_FDCWD, journal_name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal < 0) abort();
  }
  const char *cut = getenv("DEHUSK_CUT_AT");
  if (cut != NULL) cut_at = atol(cut);
  folder_length = strlen(folder);
  /* Files that were opened by who started the process. */
  for (int descriptor = 0; descriptor < 3; descriptor++) {
    char name[32], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    long length = KERNEL(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
    if (length <= 0) continue;
    path[length] = 0;
    if (is_inside(path)) watch(descriptor, path);
  }
}

/* The path without relations, or NULL if it is none of ours. `whole` has room for it. */
static const char *ours(int base, const char *path, char whole[PATH_MAX]) {
  pthread_once(&started, start);
  if (folder_length == 0 || path == NULL) return NULL;
  char joined[2 * PATH_MAX];
  if (*path == '/') {
    if (strlen(path) >= PATH_MAX) return NULL;
    strcpy(joined, path);
  } else {
    char name[32];
    if (base == AT_FDCWD) strcpy(name, "/proc/self/cwd");
    else snprintf(name, sizeof name, "/proc/self/fd/%d", base);
    long length = KERNEL(SYS_readlinkat, AT_FDCWD, name, joined, PATH_MAX - 1);
    if (length <= 0 || strlen(path) >= PATH_MAX) return NULL;
    joined[length] = '/';
    strcpy(joined + length + 1, path);
  }
  size_t end = 0;
  for (char *rest = NULL, *part = strtok_r(joined, "/", &rest); part != NULL; part = strtok_r(NULL, "/", &rest)) {
    if (strcmp(part, ".") == 0) continue;
    if (strcmp(part, "..") == 0) {
      while (end > 0 && whole[--end] != '/') continue;
      continue;
    }
    size_t length = strlen(part);
    if (end + length + 2 > PATH_MAX) return NULL;
    whole[end++] = '/';
    memcpy(whole + end, part, length);
    end += length;
  }
  whole[end] = 0;
  return is_inside(whole) ? whole : NULL;
}

static const char *ours_open(int descriptor) {
  pthread_once(&started, start);
  if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS) return NULL;
  return watched[descriptor].path;
}

static void tell_strike(const char *call, const char *path) {
  if (fault.report == NULL) return;
  int report = KERNEL(SYS_openat, AT_FDCWD, fault.report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%s %s\n", call, path);
  KERNEL(SYS_write, report, line, length, 0);
  KERNEL(SYS_close, report, 0, 0, 0);
}

/* How a call of this kind fails now: an error number, SHORT, or NEVER. */
static int strike(unsigned kind, const char *call, const char *path) {
  if (fault.at == 0) return NEVER;
  if (fault.struck) {
    if (!fault.lasting) return NEVER;
    if (fault.error == SHORT) return kind & WRITING ? ENOSPC : NEVER;
    return kind & fault.calls ? fault.error : NEVER;
  }
  if (!(kind & fault.calls) || ++fault.count < fault.at) return NEVER;
  fault.struck = true;
  tell_strike(call, path);
  return fault.error;
}

/* Takes the turn; true if the call fails, with errno set. */
static bool fails(unsigned kind, const char *call, const char *path) {
  pthread_mutex_lock(&turn);
  int error = strike(kind, call, path);
  if (error == NEVER) return false;
  pthread_mutex_unlock(&turn);
  errno = error;
  return true;
}

static void done(void) {
  int error = errno;
  pthread_mutex_unlock(&turn);
  errno = error;
}

struct entry {
  uint32_t kind;
  uint32_t path_length;
  uint32_t second_length;
  uint32_t data_length;
  uint64_t inode;
  uint64_t offset;
};

static void append(const struct iovec *parts, int count) {
  ssize_t expected = 0;
  for (int i = 0; i < count; i++) expected += parts[i].iov_len;
  /* A journal with a gap would accuse the program. */
  if (KERNEL(SYS_writev, journal, parts, count, 0) != expected) abort();
  if (++entries == cut_at) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
}

static void note(uint32_t kind, uint64_t inode, uint64_t offset, const char *path, const char *second) {
  if (journal < 0) return;
  int error = errno;
  size_t path_length = path == NULL ? 0 : strlen(path), second_length = second == NULL ? 0 : strlen(second);
  struct entry head = {kind, path_length, second_length, 0, inode, offset};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)path, path_length}, {(void *)second, second_length}};
  append(parts, 3);
  errno = error;
}

static void note_written(int descriptor, const void *data, size_t length, uint64_t offset) {
  if (journal < 0) return;
  int error = errno;
  struct entry head = {WRITTEN, 0, 0, length, watched[descriptor].inode, offset};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)data, length}};
  append(parts, 2);
  errno = error;
}

static uint64_t inode_of(const char *path) {
  struct stat found;
  return fstatat(AT_FDCWD, path, &found, AT_SYMLINK_NOFOLLOW) == 0 ? found.st_ino : 0;
}

/* Opening */

static int open_at(int base, const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *whole = ours(base, path, buffer);
  if (whole == NULL) return KERNEL(SYS_openat, base, path, flags, mode);
  struct stat found;
  bool exists = fstatat(AT_FDCWD, whole, &found, 0) == 0;
  bool creates = (flags & O_CREAT) && !exists;
  if (fails(creates ? CREATE : OPEN, "open", whole)) return -1;
  int descriptor = KERNEL(SYS_openat, base, path, flags, mode);
  if (descriptor >= 0) {
    watch(descriptor, whole);
    uint64_t inode = watched[descriptor].inode;
    if (creates) note(CREATED, inode, 0, whole, NULL);
    else if ((flags & O_TRUNC) && found.st_size > 0) note(CUT_TO, inode, 0, NULL, NULL);
  }
  done();
  return descriptor;
}

static mode_t mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define WITH_MODE(open_here) \
  va_list rest; \
  va_start(rest, flags); \
  mode_t mode = mode_of(flags, rest); \
  va_end(rest); \
  return open_here

int open(const char *path, int flags, ...) { WITH_MODE(open_at(AT_FDCWD, path, flags, mode)); }
int open64(const char *path, int flags, ...) { WITH_MODE(open_at(AT_FDCWD, path, flags, mode)); }
int openat(int base, const char *path, int flags, ...) { WITH_MODE(open_at(base, path, flags, mode)); }
int openat64(int base, const char *path, int flags, ...) { WITH_MODE(open_at(base, path, flags, mode)); }

int close(int descriptor) {
  const char *path = ours_open(descriptor);
  if (path == NULL) return KERNEL(SYS_close, descriptor, 0, 0, 0);
  watched[descriptor].path = NULL;
  bool failed = fails(CLOSE, "close", path);
  int error = errno;
  /* Also where it fails, the descriptor is gone. */
  int result = KERNEL(SYS_close, descriptor, 0, 0, 0);
  if (!failed) {
    done();
    return result;
  }
  errno = error;
  return -1;
}

/* Reading */

#define READING(call, carried_out) \
  const char *path = ours_open(descriptor); \
  if (path != NULL) { \
    if (fails(READ, call, path)) return -1; \
    done(); \
  } \
  return carried_out

ssize_t read(int descriptor, void *data, size_t length) {
  READING("read", KERNEL(SYS_read, descriptor, data, length, 0));
}
ssize_t pread64(int descriptor, void *data, size_t length, off_t offset) {
  READING("pread", KERNEL(SYS_pread64, descriptor, data, length, offset));
}
ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  READING("readv", KERNEL(SYS_readv, descriptor, parts, count, 0));
}
ssize_t preadv64(int descriptor, const struct iovec *parts, int count, off_t offset) {
  READING("preadv", KERNEL(SYS_preadv, descriptor, parts, count, offset));
}

/* Writing. Without an offset, at the position of the file, which an appended write sets to its end. */

static ssize_t write_at(int descriptor, const void *data, size_t length, off_t offset, bool at_position) {
  const char *path = ours_open(descriptor);
  if (path != NULL) {
    pthread_mutex_lock(&turn);
    int error = strike(length > 1 || fault.error != SHORT ? WRITE : 0, "write", path);
    if (error > 0) {
      pthread_mutex_unlock(&turn);
      errno = error;
      return -1;
    }
    if (error == SHORT) length /= 2;
  }
  ssize_t written = at_position ? KERNEL(SYS_write, descriptor, data, length, 0)
                                : KERNEL(SYS_pwrite64, descriptor, data, length, offset);
  if (path == NULL) return written;
  if (written > 0) {
    off_t begin = at_position ? KERNEL(SYS_lseek, descriptor, 0, SEEK_CUR, 0) - written : offset;
    note_written(descriptor, data, written, begin);
  }
  done();
  return written;
}

/* As one row of bytes: a short write may then end anywhere. */
static ssize_t write_parts(int descriptor, const struct iovec *parts, int count, off_t offset, bool at_position) {
  if (ours_open(descriptor) == NULL)
    return at_position ? KERNEL(SYS_writev, descriptor, parts, count, 0)
                       : KERNEL(SYS_pwritev, descriptor, parts, count, offset);
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  char *data = malloc(length + 1);
  if (data == NULL) abort();
  char *end = data;
  for (int i = 0; i < count; i++) end = mempcpy(end, parts[i].iov_base, parts[i].iov_len);
  ssize_t written = write_at(descriptor, data, length, offset, at_position);
  int error = errno;
  free(data);
  errno = error;
  return written;
}

ssize_t write(int descriptor, const void *data, size_t length) {
  return write_at(descriptor, data, length, 0, true);
}
ssize_t pwrite64(int descriptor, const void *data, size_t length, off_t offset) {
  return write_at(descriptor, data, length, offset, false);
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  return write_parts(descriptor, parts, count, 0, true);
}
ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off_t offset) {
  return write_parts(descriptor, parts, count, offset, false);
}

int ftruncate64(int descriptor, off_t size) {
  const char *path = ours_open(descriptor);
  if (path == NULL) return KERNEL(SYS_ftruncate, descriptor, size, 0, 0);
  if (fails(CHANGE, "ftruncate", path)) return -1;
  int result = KERNEL(SYS_ftruncate, descriptor, size, 0, 0);
  if (result == 0) note(CUT_TO, watched[descriptor].inode, size, NULL, NULL);
  done();
  return result;
}

static int sync_file(int descriptor, const char *call, long number) {
  const char *path = ours_open(descriptor);
  if (path == NULL) return KERNEL(number, descriptor, 0, 0, 0);
  if (fails(SYNC, call, path)) return -1;
  note(SYNCED, watched[descriptor].inode, 0, NULL, NULL);
  done();
  return 0;
}

int fsync(int descriptor) { return sync_file(descriptor, "fsync", SYS_fsync); }
int fdatasync(int descriptor) { return sync_file(descriptor, "fdatasync", SYS_fdatasync); }

/* Names */

static int rename_at(int from_base, const char *from, int to_base, const char *to, unsigned flags) {
  char from_buffer[PATH_MAX], to_buffer[PATH_MAX];
  const char *whole_from = ours(from_base, from, from_buffer), *whole_to = ours(to_base, to, to_buffer);
  if (whole_from == NULL && whole_to == NULL)
    return kernel(SYS_renameat2, from_base, (long)from, to_base, (long)to, flags, 0);
  if (fails(CHANGE, "rename", whole_from == NULL ? whole_to : whole_from)) return -1;
  int result = kernel(SYS_renameat2, from_base, (long)from, to_base, (long)to, flags, 0);
  /* What comes from elsewhere, or goes there, is more than the journal can tell. */
  if (result == 0 && journal >= 0 && (whole_from == NULL || whole_to == NULL || flags != 0)) abort();
  if (result == 0) note(RENAMED, 0, 0, whole_from, whole_to);
  done();
  return result;
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_base, const char *from, int to_base, const char *to) {
  return rename_at(from_base, from, to_base, to, 0);
}
int renameat2(int from_base, const char *from, int to_base, const char *to, unsigned flags) {
  return rename_at(from_base, from, to_base, to, flags);
}

static int remove_at(int base, const char *path, int flags) {
  char buffer[PATH_MAX];
  const char *whole = ours(base, path, buffer);
  if (whole == NULL) return KERNEL(SYS_unlinkat, base, path, flags, 0);
  if (fails(CHANGE, flags & AT_REMOVEDIR ? "rmdir" : "unlink", whole)) return -1;
  int result = KERNEL(SYS_unlinkat, base, path, flags, 0);
  if (result == 0) note(REMOVED, 0, 0, whole, NULL);
  done();
  return result;
}

int unlink(const char *path) { return remove_at(AT_FDCWD, path, 0); }
int unlinkat(int base, const char *path, int flags) { return remove_at(base, path, flags); }
int rmdir(const char *path) { return remove_at(AT_FDCWD, path, AT_REMOVEDIR); }

static int make_folder_at(int base, const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *whole = ours(base, path, buffer);
  if (whole == NULL) return KERNEL(SYS_mkdirat, base, path, mode, 0);
  if (fails(CHANGE, "mkdir", whole)) return -1;
  int result = KERNEL(SYS_mkdirat, base, path, mode, 0);
  if (result == 0) note(FOLDER_MADE, inode_of(whole), 0, whole, NULL);
  done();
  return result;
}

int mkdir(const char *path, mode_t mode) { return make_folder_at(AT_FDCWD, path, mode); }
int mkdirat(int base, const char *path, mode_t mode) { return make_folder_at(base, path, mode); }

int link(const char *from, const char *to) {
  char from_buffer[PATH_MAX], to_buffer[PATH_MAX];
  const char *whole_from = ours(AT_FDCWD, from, from_buffer), *whole_to = ours(AT_FDCWD, to, to_buffer);
  if (whole_to == NULL) return kernel(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0, 0);
  if (fails(CHANGE, "link", whole_to)) return -1;
  int result = kernel(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to, 0, 0);
  if (result == 0 && journal >= 0 && whole_from == NULL) abort();
  if (result == 0) note(LINKED, 0, 0, whole_from, whole_to);
  done();
  return result;
}

/* Forking */

enum { MAX_THREADS = 256, HUNG_SECONDS = 120 };

static bool is_forked;
static pthread_t threads[MAX_THREADS];
static atomic_int thread_count;

static void *next_named(const char *name) { return dlsym(RTLD_NEXT, name); }

/* V8 keeps its heap from forked processes. */
int madvise(void *memory, size_t length, int advice) {
  return advice == MADV_DONTFORK ? 0 : KERNEL(SYS_madvise, memory, length, advice, 0);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  int result = ((int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next_named(
      "pthread_create"))(thread, attributes, body, argument);
  if (!is_forked || result != 0) return result;
  int number = thread_count++;
  if (number >= MAX_THREADS) abort();
  threads[number] = *thread;
  return result;
}

/* Threads of the process that was forked are not here: nobody would end the waiting. */
int pthread_join(pthread_t thread, void **result) {
  bool is_here = !is_forked;
  for (int i = 0; i < thread_count; i++) is_here |= pthread_equal(threads[i], thread) != 0;
  return is_here ? ((int (*)(pthread_t, void **))next_named("pthread_join"))(thread, result) : 0;
}

static ssize_t fork_here(char *answer, size_t size) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child > 0) {
    int status;
    while (waitpid(child, &status, 0) < 0)
      if (errno != EINTR) return -1;
    return WIFSIGNALED(status) ? snprintf(answer, size, "signal %d", WTERMSIG(status))
                               : snprintf(answer, size, "code %d", WEXITSTATUS(status));
  }
  is_forked = true;
  /* What the loop waits for is known to the kernel by the old process. Threads of its pool start again by themselves. */
  void *(*default_loop)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "uv_default_loop");
  int (*loop_fork)(void *) = (int (*)(void *))dlsym(RTLD_DEFAULT, "uv_loop_fork");
  if (default_loop == NULL || loop_fork == NULL || loop_fork(default_loop()) != 0) abort();
  alarm(HUNG_SECONDS);
  return snprintf(answer, size, "child");
}

static void redirect(int descriptor, const char *file, int flags) {
  int opened = KERNEL(SYS_openat, AT_FDCWD, file == NULL ? "/dev/null" : file, flags, 0666);
  if (opened < 0 || dup2(opened, descriptor) < 0) abort();
  KERNEL(SYS_close, opened, 0, 0, 0);
}

static ssize_t start_again(char *answer, size_t size) {
  redirect(0, NULL, O_RDONLY);
  redirect(1, getenv("DEHUSK_STDOUT"), O_WRONLY | O_CREAT);
  redirect(2, getenv("DEHUSK_STDERR"), O_WRONLY | O_CREAT);
  start();
  return snprintf(answer, size, "started");
}

static const char exit_link[] = "/dehusk-exit/";

/* False if it is a link like all others. */
static bool is_asked(const char *path, char *answer, size_t size, ssize_t *length) {
  if (strncmp(path, exit_link, sizeof exit_link - 1) == 0) _exit(atoi(path + sizeof exit_link - 1));
  if (strcmp(path, "/dehusk-fork") == 0) *length = fork_here(answer, size);
  else if (strcmp(path, "/dehusk-start") == 0) *length = start_again(answer, size);
  else return false;
  return true;
}

/* Looking */

#define LOOKING(base, path, call, on_failure, carried_out) \
  char buffer[PATH_MAX]; \
  const char *whole = ours(base, path, buffer); \
  if (whole != NULL) { \
    if (fails(LOOK, call, whole)) return on_failure; \
    done(); \
  } \
  return carried_out

int stat(const char *path, struct stat *found) {
  LOOKING(AT_FDCWD, path, "stat", -1, fstatat(AT_FDCWD, path, found, 0));
}
int stat64(const char *path, struct stat64 *found) {
  LOOKING(AT_FDCWD, path, "stat", -1, fstatat64(AT_FDCWD, path, found, 0));
}
int lstat(const char *path, struct stat *found) {
  LOOKING(AT_FDCWD, path, "lstat", -1, fstatat(AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW));
}
int lstat64(const char *path, struct stat64 *found) {
  LOOKING(AT_FDCWD, path, "lstat", -1, fstatat64(AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW));
}
int access(const char *path, int mode) {
  LOOKING(AT_FDCWD, path, "access", -1, KERNEL(SYS_faccessat, AT_FDCWD, path, mode, 0));
}
ssize_t readlink(const char *path, char *target, size_t size) {
  ssize_t length;
  if (is_asked(path, target, size, &length)) return length;
  LOOKING(AT_FDCWD, path, "readlink", -1, KERNEL(SYS_readlinkat, AT_FDCWD, path, target, size));
}

char *realpath(const char *path, char *resolved) {
  LOOKING(AT_FDCWD, path, "realpath", NULL,
          ((char *(*)(const char *, char *))next_named("realpath"))(path, resolved));
}
DIR *opendir(const char *path) {
  char buffer[PATH_MAX];
  const char *whole = ours(AT_FDCWD, path, buffer);
  if (whole != NULL) {
    if (fails(OPEN, "opendir", whole)) return NULL;
    done();
  }
  return ((DIR * (*)(const char *)) next_named("opendir"))(path);
}
int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **)) {
  LOOKING(AT_FDCWD, path, "scandir", -1,
          ((int (*)(const char *, struct dirent64 ***, int (*)(const struct dirent64 *),
                    int (*)(const struct dirent64 **, const struct dirent64 **)))next_named("scandir64"))(
              path, list, filter, compare));
}

static int look_open(int descriptor, const char *call) {
  const char *path = ours_open(descriptor);
  if (path == NULL) return 0;
  if (fails(LOOK, call, path)) return -1;
  done();
  return 0;
}

int fstat(int descriptor, struct stat *found) {
  if (look_open(descriptor, "fstat") != 0) return -1;
  return fstatat(descriptor, "", found, AT_EMPTY_PATH);
}
int fstat64(int descriptor, struct stat64 *found) {
  if (look_open(descriptor, "fstat") != 0) return -1;
  return fstatat64(descriptor, "", found, AT_EMPTY_PATH);
}

/* A descriptor may be doubled. Locks pass: they are in memory, whatever the disk does. */
static int control(int descriptor, int command, void *argument) {
  const char *path = ours_open(descriptor);
  int result = KERNEL(SYS_fcntl, descriptor, command, argument, 0);
  if (path != NULL && result >= 0 && (command == F_DUPFD || command == F_DUPFD_CLOEXEC)) watch(result, path);
  return result;
}

#define WITH_ARGUMENT(control_here) \
  va_list rest; \
  va_start(rest, command); \
  void *argument = va_arg(rest, void *); \
  va_end(rest); \
  return control_here

int fcntl(int descriptor, int command, ...) { WITH_ARGUMENT(control(descriptor, command, argument)); }
int fcntl64(int descriptor, int command, ...) { WITH_ARGUMENT(control(descriptor, command, argument)); }

/* libuv and Rust make some calls by their numbers. */
static int look_by_number(int base, const char *path, int flags) {
  if ((flags & AT_EMPTY_PATH) && path != NULL && *path == 0) return look_open(base, "statx");
  LOOKING(base, path, "statx", -1, 0);
}

int statx(int base, const char *restrict path, int flags, unsigned mask, struct statx *restrict found) {
  if (look_by_number(base, path, flags) != 0) return -1;
  return kernel(SYS_statx, base, (long)path, flags, mask, (long)found, 0);
}

long syscall(long number, ...) {
  long a[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_close) return close(a[0]);
  if (number == SYS_openat) return open_at(a[0], (const char *)a[1], a[2], a[3]);
  if (number == SYS_statx && look_by_number(a[0], (const char *)a[1], a[2]) != 0) return -1;
  return kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
