// SPDX-License-Identifier: Apache-2.0

// What Glibc's Swift module hides behind _GNU_SOURCE, and the few system calls of the real-time thread.

#ifndef METRONOMED_CLINUX_H
#define METRONOMED_CLINUX_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A promise to the Swift compiler: this function takes no lock and allocates nothing.
#define LINUX_REALTIME __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

/// CLOCK_MONOTONIC in nanoseconds.
int64_t linux_monotonic_ns(void) LINUX_REALTIME;

/// A close-on-exec, non-blocking eventfd, or -errno.
int linux_eventfd(void);

/// Adds one to an eventfd, or a byte's worth of wake-up to anything else that takes eight bytes.
void linux_eventfd_signal(int fd) LINUX_REALTIME;

/// Takes an eventfd back to zero.
void linux_eventfd_drain(int fd) LINUX_REALTIME;

/// A close-on-exec pipe, both ends non-blocking: 0 or -errno.
int linux_pipe(int *read_end, int *write_end);

/// Writes one byte and ignores a full pipe: who reads it is awake already.
void linux_pipe_signal(int write_end) LINUX_REALTIME;

/// ppoll(2) with a timeout in nanoseconds (negative: none); -errno on failure, 0 for EINTR.
int linux_poll(struct pollfd *descriptors, size_t count, int64_t timeout_ns) LINUX_REALTIME;

/// What `linux_thread_start` obtained.
struct linux_thread {
    uintptr_t handle;
    /// As the kernel counts threads.
    pid_t tid;
    bool realtime;
    int realtime_error;
};

/// Starts a named thread with a small stack, SCHED_FIFO at `priority` if permitted, else ordinary.
/// Signals are blocked on it; but where RLIMIT_RTTIME is finite, a SIGXCPU on it takes it back to ordinary priority
/// instead of ending the process. What it starts does not inherit its priority. Returns 0 or -errno.
int linux_thread_start(struct linux_thread *thread, const char *name, size_t stack_bytes, int priority,
                       void (*body)(void *context), void *context);

/// Whether this thread has lost its real-time priority, for it ran longer without a pause than RLIMIT_RTTIME allows.
bool linux_stepped_down(void) LINUX_REALTIME;

/// Has real-time threads run without a pause for no more than `longest_us` microseconds (RLIMIT_RTTIME; negative: as it
/// is), and those that would run longer step down: 0 or -errno. It can only be lowered.
int linux_limit_realtime(int64_t longest_us);

/// Whether the limits of the system allow any real-time priority (RLIMIT_RTPRIO).
bool linux_may_be_realtime(void);

/// setpriority(2) of one thread: 0 or -errno.
int linux_set_nice(pid_t tid, int nice);

/// Lets go of a thread that nobody will wait for.
void linux_thread_detach(struct linux_thread *thread);

/// Waits for a thread to end, so many milliseconds at the most: 0 or -errno.
int linux_thread_join(struct linux_thread *thread, int milliseconds);

/// A conversation with RealtimeKit on the system bus, for one thread.
struct linux_rtkit;

/// Begins one, in which every call together takes no longer than `limit_ns`. It loads libsystemd's D-Bus client, so
/// that only those carry it who need it. `NULL` when memory is short.
struct linux_rtkit *_Nullable linux_rtkit_begin(int64_t limit_ns);

/// Asks for SCHED_RR at `priority`, or the highest that is granted, for a thread of this process, having lowered
/// RLIMIT_RTTIME to what is demanded for it: the priority obtained, or -errno.
int linux_rtkit_realtime(struct linux_rtkit *rtkit, pid_t tid, int priority);

/// Asks for a nice level, or the best that is granted: the level obtained, which is negative, or a positive errno.
int linux_rtkit_nice(struct linux_rtkit *rtkit, pid_t tid, int nice);

/// Why the last call failed, for people; "" when it did not.
const char *linux_rtkit_reason(const struct linux_rtkit *rtkit);

/// Ends it.
void linux_rtkit_end(struct linux_rtkit *rtkit);

/// mlock(2): 0 or -errno.
int linux_lock_memory(const void *address, size_t bytes);

/// A non-blocking, close-on-exec inotify descriptor; or -errno.
int linux_watch_begin(void);

/// Has it become readable when something in `folder` comes, goes or changes its mode, or when something comes into
/// `parent`, where the folder may not be yet. To be called again when it has, for the folder may be a new one. Returns
/// whether anything is watched.
bool linux_watch_folder(int fd, const char *folder, const char *parent);

/// Blocks SIGTERM, SIGINT and SIGHUP in this thread and those it will start, and returns a non-blocking, close-on-exec
/// signalfd that tells of them; or -errno. A record has `linux_signal_record_bytes`, and begins with the number.
int linux_signal_descriptor(void);
extern const size_t linux_signal_record_bytes;

/// Gives back the pages of the program's code that starting up has touched; what is still needed comes back by itself.
void linux_release_startup_code(void);

#pragma clang assume_nonnull end

#endif
