// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum call { MALLOC, CALLOC, REALLOC, ALIGNED, FREE, MUTEX_LOCK, CONDITION_WAIT, WAIT, CALLS };

static const char *const names[CALLS] = {
    "malloc", "calloc", "realloc", "aligned_alloc", "free", "pthread_mutex_lock", "pthread_cond_wait", "ppoll",
};

// The caller: alsa-lib and its plugins belong to the device; everything else, libc included, to the program.
enum side { OURS, DEVICE, SIDES };

enum { most_callers = 64, longest_name = 96 };

// A thread is watched from a second after it was named, since its first second belongs to its start, until its body has
// returned.
static const char watched_name[] = "metronome-rt";
static const long first_second_ns = 1000000000;

static __thread __attribute__((tls_model("initial-exec"))) long watched_since_ns;
static pthread_key_t end_of_thread;
static atomic_long counts[SIDES][CALLS];
// Of all threads, to show that calls reach this library at all.
static atomic_long calls_anywhere;
static atomic_int callers;
static struct {
    enum call call;
    char symbol[longest_name], object[longest_name];
} caller[most_callers];

static long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000 + now.tv_nsec;
}

static void copy(char *to, const char *from) { strncpy(to, from ? from : "?", longest_name - 1); }

static enum side side_of(const Dl_info *info) {
    const char *slash = info->dli_fname ? strrchr(info->dli_fname, '/') : NULL;
    const char *object = slash ? slash + 1 : info->dli_fname;
    bool is_device = object && (strncmp(object, "libasound", 9) == 0 || strncmp(object, "libpcm_", 7) == 0);
    return is_device ? DEVICE : OURS;
}

static void count(enum call call, void *address) {
    if (call != WAIT) atomic_fetch_add_explicit(&calls_anywhere, 1, memory_order_relaxed);
    if (!watched_since_ns || now_ns() - watched_since_ns < first_second_ns) return;
    if (call == WAIT) {
        atomic_fetch_add(&counts[OURS][call], 1);
        return;
    }
    // Looked up now, since a plugin may be unloaded by the end. This allocates nothing.
    Dl_info info = {0};
    dladdr(address, &info);
    enum side side = side_of(&info);
    atomic_fetch_add(&counts[side][call], 1);
    if (side == DEVICE) return;
    int index = atomic_fetch_add(&callers, 1);
    if (index >= most_callers) return;
    caller[index].call = call;
    copy(caller[index].symbol, info.dli_sname);
    copy(caller[index].object, info.dli_fname);
}

// MARK: what is counted

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

#define COUNT(call) count(call, __builtin_return_address(0))

void *malloc(size_t bytes) {
    COUNT(MALLOC);
    return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
    COUNT(CALLOC);
    return __libc_calloc(number, bytes);
}

void *realloc(void *memory, size_t bytes) {
    COUNT(REALLOC);
    return __libc_realloc(memory, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    COUNT(ALIGNED);
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    COUNT(ALIGNED);
    *memory = __libc_memalign(alignment, bytes);
    return *memory || !bytes ? 0 : 12;  // ENOMEM
}

void free(void *memory) {
    COUNT(FREE);
    __libc_free(memory);
}

// The next of that name, found once: dlsym itself allocates, and is not called on the thread that is watched.
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

typedef int mutex_lock(pthread_mutex_t *);
typedef int condition_wait(pthread_cond_t *, pthread_mutex_t *);
typedef int wait_for_descriptors(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
typedef int set_name(pthread_t, const char *);

static mutex_lock *next_lock;
static condition_wait *next_condition_wait;
static wait_for_descriptors *next_ppoll;
static set_name *next_set_name;

static void find_next(void) {
    if (next_set_name) return;
    next_lock = NEXT(mutex_lock *, "pthread_mutex_lock");
    next_condition_wait = NEXT(condition_wait *, "pthread_cond_wait");
    next_ppoll = NEXT(wait_for_descriptors *, "ppoll");
    next_set_name = NEXT(set_name *, "pthread_setname_np");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    COUNT(MUTEX_LOCK);
    find_next();
    return next_lock(mutex);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    COUNT(CONDITION_WAIT);
    find_next();
    return next_condition_wait(condition, mutex);
}

int ppoll(struct pollfd *descriptors, nfds_t number, const struct timespec *limit, const sigset_t *mask) {
    COUNT(WAIT);
    find_next();
    return next_ppoll(descriptors, number, limit, mask);
}

int pthread_setname_np(pthread_t thread, const char *name) {
    find_next();
    if (pthread_equal(thread, pthread_self()) && strcmp(name, watched_name) == 0) {
        watched_since_ns = now_ns();
        pthread_setspecific(end_of_thread, &watched_since_ns);
    }
    return next_set_name(thread, name);
}

static void end_watch(void *since_ns) { *(long *)since_ns = 0; }

__attribute__((constructor)) static void begin(void) {
    find_next();
    pthread_key_create(&end_of_thread, end_watch);
}

// MARK: the counts written

__attribute__((destructor)) static void write_account(void) {
    const char *path = getenv("ALLOCATION_COUNTER_FILE");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    for (int call = 0; call < CALLS; call++) {
        fprintf(file, "%s %ld\n", names[call], atomic_load(&counts[OURS][call]));
        fprintf(file, "device.%s %ld\n", names[call], atomic_load(&counts[DEVICE][call]));
    }
    fprintf(file, "anywhere %ld\n", atomic_load(&calls_anywhere));
    int known = atomic_load(&callers);
    for (int index = 0; index < known && index < most_callers; index++) {
        fprintf(file, "# %s by %s in %s\n", names[caller[index].call], caller[index].symbol, caller[index].object);
    }
    fclose(file);
}
