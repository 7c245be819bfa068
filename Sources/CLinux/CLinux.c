// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int64_t linux_monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int linux_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

void linux_eventfd_signal(int fd) {
    uint64_t one = 1;
    ssize_t written = write(fd, &one, sizeof one);
    (void)written;
}

void linux_eventfd_drain(int fd) {
    uint64_t count;
    ssize_t taken = read(fd, &count, sizeof count);
    (void)taken;
}

int linux_pipe(int *read_end, int *write_end) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}

void linux_pipe_signal(int write_end) {
    ssize_t written = write(write_end, "!", 1);
    (void)written;
}

int linux_poll(struct pollfd *descriptors, size_t count, int64_t timeout_ns) {
    struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    int ready = ppoll(descriptors, count, timeout_ns < 0 ? NULL : &limit, NULL);
    if (ready >= 0) return ready;
    return errno == EINTR ? 0 : -errno;
}

// Of this thread. Only its own signal handler writes to them.
static __thread volatile sig_atomic_t is_realtime;
static __thread volatile sig_atomic_t has_stepped_down;

bool linux_stepped_down(void) { return has_stepped_down; }

// The kernel sends SIGXCPU to the thread that ran over a limit, unless that thread blocks it.
static void step_down(int number) {
    int before = errno;
    struct sched_param ordinary = {.sched_priority = 0};
    if (is_realtime && !has_stepped_down && sched_setscheduler(0, SCHED_OTHER, &ordinary) == 0) {
        has_stepped_down = 1;
    } else {
        // Not for us: it kills, as it always does.
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = before;
}

// Returns whether a real-time thread must listen to SIGXCPU.
static bool heed_time_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTTIME, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY) return false;
    // The signal is sent at the soft limit; at the hard one the kernel kills, and asks nobody.
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_cur >= limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max / 2;
        setrlimit(RLIMIT_RTTIME, &limit);
    }
    struct sigaction action = {.sa_handler = step_down, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGXCPU, &action, NULL) == 0;
}

struct start {
    void (*body)(void *);
    void *context;
    char name[16];
};

static void *thread_body(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    int policy = sched_getscheduler(0);
    is_realtime = policy == SCHED_FIFO || policy == SCHED_RR;
    pthread_setname_np(pthread_self(), start.name);
    start.body(start.context);
    return NULL;
}

static int create(pthread_t *thread, size_t stack_bytes, int priority, struct start *start) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    if (priority > 0) {
        struct sched_param parameter = {.sched_priority = priority};
        pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
        pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
        pthread_attr_setschedparam(&attributes, &parameter);
    }
    int error = pthread_create(thread, &attributes, thread_body, start);
    pthread_attr_destroy(&attributes);
    return error;
}

int linux_thread_start(struct linux_thread *thread, const char *name, size_t stack_bytes, int priority,
                       void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return -ENOMEM;
    *start = (struct start){.body = body, .context = context};
    strncpy(start->name, name, sizeof start->name - 1);

    // Signals belong to the main thread: the new thread inherits a full mask.
    sigset_t all, before;
    sigfillset(&all);
    if (heed_time_limit()) sigdelset(&all, SIGXCPU);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t handle;
    int error = create(&handle, stack_bytes, priority, start);
    thread->realtime = error == 0 && priority > 0;
    thread->realtime_error = error;
    if (error != 0 && priority > 0) error = create(&handle, stack_bytes, 0, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        free(start);
        return -error;
    }
    thread->handle = (uintptr_t)handle;
    return 0;
}

int linux_thread_join(struct linux_thread *thread, int milliseconds) {
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    limit.tv_sec += milliseconds / 1000;
    limit.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (limit.tv_nsec >= 1000000000) {
        limit.tv_sec += 1;
        limit.tv_nsec -= 1000000000;
    }
    return -pthread_clockjoin_np((pthread_t)thread->handle, NULL, CLOCK_MONOTONIC, &limit);
}

int linux_lock_memory(const void *address, size_t bytes) { return mlock(address, bytes) < 0 ? -errno : 0; }

int linux_watch_folder(const char *folder, const char *parent) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0) return -errno;
    int inside = inotify_add_watch(fd, folder, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO);
    int above = inotify_add_watch(fd, parent, IN_CREATE | IN_MOVED_TO);
    if (inside >= 0 || above >= 0) return fd;
    int error = errno;
    close(fd);
    return -error;
}

const size_t linux_signal_record_bytes = sizeof(struct signalfd_siginfo);

int linux_signal_descriptor(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    int fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

static int release_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || header->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + header->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + header->p_vaddr + header->p_memsz) & ~(page - 1);
        // Never written, so what is dropped is read again from the file.
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 1;  // the first object is the program itself
}

void linux_release_startup_code(void) { dl_iterate_phdr(release_code, NULL); }
