// SPDX-License-Identifier: Apache-2.0

// Threads and their priorities.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// Whether this thread has lost its real-time priority. Only its own signal handler writes it.
static __thread volatile sig_atomic_t has_stepped_down;

bool linux_stepped_down(void) { return has_stepped_down; }

// The kernel sends SIGXCPU to the thread that ran over a limit.
static void step_down(int number) {
    int before = errno;
    int policy = sched_getscheduler(0);
    struct sched_param ordinary = {.sched_priority = 0};
    // Removing the flag needs a privilege, so it stays.
    int flag = policy & SCHED_RESET_ON_FORK;
    bool is_realtime = policy == (SCHED_FIFO | flag) || policy == (SCHED_RR | flag);
    if (is_realtime && sched_setscheduler(0, SCHED_OTHER | flag, &ordinary) == 0) {
        has_stepped_down = 1;
    } else {
        // Not for a real-time thread of ours: the default action, which ends the process.
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = before;
}

int linux_limit_realtime(int64_t longest_us) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTTIME, &limit) < 0) return -errno;
    struct rlimit wanted = limit;
    if (longest_us >= 0 && wanted.rlim_max > (rlim_t)longest_us) wanted.rlim_max = (rlim_t)longest_us;
    if (wanted.rlim_max == RLIM_INFINITY && wanted.rlim_cur == RLIM_INFINITY) return 0;
    struct sigaction action = {.sa_handler = step_down, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGXCPU, &action, NULL) < 0) return -errno;
    // The signal is sent at the soft limit; at the hard one the kernel kills the process.
    if (wanted.rlim_max != RLIM_INFINITY && wanted.rlim_cur >= wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max / 2;
    return setrlimit(RLIMIT_RTTIME, &wanted) < 0 ? -errno : 0;
}

int linux_set_nice(pid_t tid, int nice) {
    // On Linux, PRIO_PROCESS sets the nice level of one thread.
    return setpriority(PRIO_PROCESS, (id_t)tid, nice) < 0 ? -errno : 0;
}

bool linux_may_be_realtime(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_RTPRIO, &limit) == 0 && limit.rlim_cur > 0;
}

int linux_thread_raise(int priority) {
    struct sched_param parameter = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameter) == 0 ? 0 : -errno;
}

struct start {
    void (*body)(void *);
    void *context;
    char name[16];
    pid_t tid;
    sem_t has_begun;
};

static void *thread_body(void *argument) {
    struct start *shared = argument;
    struct start start = *shared;
    // Threads and programs that it might start do not inherit its priority; RealtimeKit demands that.
    struct sched_param parameter;
    if (sched_getparam(0, &parameter) == 0) {
        sched_setscheduler(0, sched_getscheduler(0) | SCHED_RESET_ON_FORK, &parameter);
    }
    pthread_setname_np(pthread_self(), start.name);
    shared->tid = gettid();
    sem_post(&shared->has_begun);
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
    struct start start = {.body = body, .context = context};
    strncpy(start.name, name, sizeof start.name - 1);
    sem_init(&start.has_begun, 0, 0);

    // Signals are handled by the main thread: the new thread inherits a mask of all signals but SIGXCPU.
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGXCPU);
    if (priority > 0) linux_limit_realtime(-1);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t handle;
    int error = create(&handle, stack_bytes, priority, &start);
    thread->realtime = error == 0 && priority > 0;
    thread->realtime_error = error;
    if (error != 0 && priority > 0) error = create(&handle, stack_bytes, 0, &start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0) {
        while (sem_wait(&start.has_begun) < 0 && errno == EINTR) continue;
        thread->handle = (uintptr_t)handle;
        thread->tid = start.tid;
    }
    sem_destroy(&start.has_begun);
    return -error;
}

void linux_thread_detach(struct linux_thread *thread) { pthread_detach((pthread_t)thread->handle); }

#if __has_feature(thread_sanitizer)
// ThreadSanitizer knows only pthread_timedjoin_np, by the time of day, and loses track of threads that are joined by the
// other function.
enum { clock_of_join = CLOCK_REALTIME };
#define JOIN(thread, limit) pthread_timedjoin_np(thread, NULL, limit)
#else
enum { clock_of_join = CLOCK_MONOTONIC };
#define JOIN(thread, limit) pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, limit)
#endif

int linux_thread_join(struct linux_thread *thread, int milliseconds) {
    struct timespec limit;
    clock_gettime(clock_of_join, &limit);
    limit.tv_sec += milliseconds / 1000;
    limit.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (limit.tv_nsec >= 1000000000) {
        limit.tv_sec += 1;
        limit.tv_nsec -= 1000000000;
    }
    return -JOIN((pthread_t)thread->handle, &limit);
}
