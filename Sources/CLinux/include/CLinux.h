// SPDX-License-Identifier: Apache-2.0

// What Glibc's Swift module leaves out because it needs _GNU_SOURCE, and the system calls of the real-time thread.

#ifndef METRONOMED_CLINUX_H
#define METRONOMED_CLINUX_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Marks a function for the Swift compiler: it takes no lock and allocates nothing.
#define LINUX_REALTIME __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

/// The commit that the build was made from, which `Scripts/stage` writes into the program: at most 31 letters, often none.
const char *linux_build_commit(void);

/// CLOCK_MONOTONIC in nanoseconds.
int64_t linux_monotonic_ns(void) LINUX_REALTIME;

/// A close-on-exec, non-blocking eventfd, or -errno.
int linux_eventfd(void);

/// A close-on-exec file in memory, or -errno.
int linux_memory_file(void);

/// Adds one to an eventfd.
void linux_eventfd_signal(int fd) LINUX_REALTIME;

/// Sets an eventfd back to zero.
void linux_eventfd_drain(int fd) LINUX_REALTIME;

/// A close-on-exec pipe, both ends non-blocking: 0 or -errno.
int linux_pipe(int *read_end, int *write_end);

/// Writes one byte. A full pipe is ignored: it wakes its reader anyway.
void linux_pipe_signal(int write_end) LINUX_REALTIME;

/// ppoll(2) with a timeout in nanoseconds (negative: none); -errno on failure, 0 for EINTR.
int linux_poll(struct pollfd *descriptors, size_t count, int64_t timeout_ns) LINUX_REALTIME;

/// Lets the waits of this thread end up to `slack_ns` nanoseconds late, to be joined with others (50 µs unless set).
void linux_set_timer_slack(unsigned long slack_ns);

/// A thread that `linux_thread_start` started, and the priority that it has.
struct linux_thread {
    uintptr_t handle;
    /// The kernel's number of the thread.
    pid_t tid;
    bool realtime;
    int realtime_error;
};

/// Starts a named thread with a small stack, at SCHED_FIFO `priority` where that is permitted, else at ordinary priority.
/// Signals are blocked on it, except that where RLIMIT_RTTIME is finite a SIGXCPU returns it to ordinary priority instead
/// of ending the process. Threads and processes that it starts do not inherit its priority. Returns 0 or -errno.
int linux_thread_start(struct linux_thread *thread, const char *name, size_t stack_bytes, int priority,
                       void (*body)(void *context), void *context);

/// Gives the calling thread SCHED_FIFO `priority`, where that is permitted; threads and processes that it starts do not
/// inherit it. Returns 0 or -errno.
int linux_thread_raise(int priority);

/// Whether this thread has lost its real-time priority because it ran longer without a pause than RLIMIT_RTTIME allows.
bool linux_stepped_down(void) LINUX_REALTIME;

/// Limits how long real-time threads run without a pause to `longest_us` microseconds (RLIMIT_RTTIME; negative: unchanged);
/// one that runs longer loses its real-time priority. The limit can only be lowered. Returns 0 or -errno.
int linux_limit_realtime(int64_t longest_us);

/// Whether the limits of the system allow any real-time priority (RLIMIT_RTPRIO).
bool linux_may_be_realtime(void);

/// setpriority(2) of one thread: 0 or -errno.
int linux_set_nice(pid_t tid, int nice);

/// Detaches a thread that is not going to be joined.
void linux_thread_detach(struct linux_thread *thread);

/// Waits at most `milliseconds` for a thread to end: 0 or -errno.
int linux_thread_join(struct linux_thread *thread, int milliseconds);

/// A conversation with RealtimeKit on the system bus, for one thread.
struct linux_rtkit;

/// Begins a conversation whose calls take `limit_ns` together at the most. Loads libsystemd's D-Bus client, so that only
/// processes that need it have it in memory. `NULL` when memory is short.
struct linux_rtkit *_Nullable linux_rtkit_begin(int64_t limit_ns);

/// The highest priority that it grants, or -errno where it does not answer.
int linux_rtkit_highest(struct linux_rtkit *rtkit);

/// Asks for SCHED_RR at `priority`, or the highest that is granted, for a thread of this process, and first lowers
/// RLIMIT_RTTIME as RealtimeKit demands: the priority obtained, or -errno.
int linux_rtkit_realtime(struct linux_rtkit *rtkit, pid_t tid, int priority);

/// Asks for a nice level, or the best that is granted: the level obtained, which is negative, or a positive errno.
int linux_rtkit_nice(struct linux_rtkit *rtkit, pid_t tid, int nice);

/// Why the last call failed, for people; "" when it did not.
const char *linux_rtkit_reason(const struct linux_rtkit *rtkit);

/// Ends the conversation.
void linux_rtkit_end(struct linux_rtkit *rtkit);

/// A connection to the user's session bus, for one thread.
struct linux_bus;

/// A message of it.
struct linux_bus_message;

/// Begins to connect; loads libsystemd's D-Bus client. Returns 0 or -errno, -ENOSYS where that is not installed.
int linux_bus_open(struct linux_bus *_Nullable *_Nonnull bus);

/// Whether it is connected: 0 not yet, or -errno.
int linux_bus_is_ready(struct linux_bus *bus);

/// Sends and takes what it can without waiting: 0 where there was nothing to do, -errno where the bus is gone, else 1 and
/// perhaps a call of a method, which is released by its answer or by `linux_bus_release`.
int linux_bus_process(struct linux_bus *bus, struct linux_bus_message *_Nullable *_Nonnull call);

/// The socket, for poll(2), or -errno.
int linux_bus_descriptor(struct linux_bus *bus);

/// When it has something to do though nothing has come, CLOCK_MONOTONIC; INT64_MAX for never.
int64_t linux_bus_wake_ns(struct linux_bus *bus);

/// Takes a name, or waits at most 2 s for the answer: 0, -EEXIST where another program has it, or -errno.
int linux_bus_own(struct linux_bus *bus, const char *name);

/// Gives a name back: 0 or -errno.
int linux_bus_disown(struct linux_bus *bus, const char *name);

const char *linux_bus_path(struct linux_bus *bus, struct linux_bus_message *message);
/// "" where the caller does not say.
const char *linux_bus_interface(struct linux_bus *bus, struct linux_bus_message *message);
const char *linux_bus_member(struct linux_bus *bus, struct linux_bus_message *message);

/// The type of the next argument; 0 after the last.
char linux_bus_peek(struct linux_bus *bus, struct linux_bus_message *message);

/// Reads an argument of a basic type; enters and leaves a variant of one (its type is returned, or 0 for another).
int linux_bus_read(struct linux_bus *bus, struct linux_bus_message *message, char type, void *value);
char linux_bus_enter(struct linux_bus *bus, struct linux_bus_message *message);
int linux_bus_leave(struct linux_bus *bus, struct linux_bus_message *message);

/// A message to be filled and sent, or NULL: an answer, a refusal, a signal.
struct linux_bus_message *_Nullable linux_bus_answer(struct linux_bus *bus, struct linux_bus_message *call);
struct linux_bus_message *_Nullable linux_bus_refusal(struct linux_bus *bus, struct linux_bus_message *call,
                                                      const char *name, const char *text);
struct linux_bus_message *_Nullable linux_bus_signal(struct linux_bus *bus, const char *path, const char *interface,
                                                     const char *member);

/// Adds a value of a basic type, or begins and ends a container: 0 or -errno.
int linux_bus_append(struct linux_bus *bus, struct linux_bus_message *message, char type, const void *value);
int linux_bus_begin(struct linux_bus *bus, struct linux_bus_message *message, char type, const char *contents);
int linux_bus_end(struct linux_bus *bus, struct linux_bus_message *message);

/// Sends a message and releases it: 0 or -errno.
int linux_bus_send(struct linux_bus *bus, struct linux_bus_message *message);

void linux_bus_release(struct linux_bus *bus, struct linux_bus_message *message);

/// Closes it.
void linux_bus_close(struct linux_bus *bus);

/// A connection to the system bus on which avahi-daemon is asked to announce one service by mDNS, for one thread. Each call
/// waits at most 2 s for its answer.
struct linux_avahi;

/// What has changed: avahi-daemon came or went; it, or the group of what it announces, has another state (an
/// AvahiServerState or AvahiEntryGroupState).
enum linux_avahi_kind {
    linux_avahi_nothing,
    linux_avahi_came,
    linux_avahi_went,
    linux_avahi_server,
    linux_avahi_group,
};
struct linux_avahi_report {
    enum linux_avahi_kind kind;
    int32_t state;
};

/// Connects to the system bus; loads libsystemd's D-Bus client. Returns 0 or -errno, -ENOSYS where that is not installed.
int linux_avahi_open(struct linux_avahi *_Nullable *_Nonnull avahi);

/// The AvahiServerState, -ESRCH where avahi-daemon does not run (it is not started), or -errno.
int linux_avahi_server_state(struct linux_avahi *avahi);

/// Takes what the bus has without waiting: 0 where nothing is left, -errno where the bus is gone, else 1.
int linux_avahi_process(struct linux_avahi *avahi, struct linux_avahi_report *report);

/// Has a service announced in place of the one before, with the TXT record `path=/`.
///
/// `interface` is the index of a network interface, -1 for all; `family` is 4, 6 or 0 for both. Returns 0, -EEXIST where
/// the name is taken on this machine, or -errno.
int linux_avahi_announce(struct linux_avahi *avahi, int interface, int family, const char *name, const char *type,
                         uint16_t port);

/// Takes the announcement back: 0 or -errno.
int linux_avahi_withdraw(struct linux_avahi *avahi);

/// Why the last call failed, for people.
const char *linux_avahi_reason(const struct linux_avahi *avahi);

/// The socket, for poll(2), and when it has something to do though nothing has come (CLOCK_MONOTONIC, INT64_MAX for never).
int linux_avahi_descriptor(struct linux_avahi *avahi);
int64_t linux_avahi_wake_ns(struct linux_avahi *avahi);

/// Closes the connection, by which the announcement ends.
void linux_avahi_close(struct linux_avahi *avahi);

/// A client of JACK, or of PipeWire in its place.
struct linux_jack;

/// A cycle of JACK, as its real-time thread saw it last. Frames are counted from the server's start, without the overflow of
/// JACK's own numbers.
struct linux_jack_cycle {
    /// The first frame of the cycle, and when the client was woken in it, CLOCK_MONOTONIC.
    int64_t frame, time_ns;
    /// Frames of a cycle and of a second.
    uint32_t frames, rate;
    /// Whether the transport rolls, or is about to; its frame at the beginning of the cycle.
    bool rolls, starts;
    uint32_t place;
    /// Times that the transport started, stopped or went elsewhere.
    uint32_t changes;
    /// Bars and beats, of whoever is the timebase master; bar 0 where there is none.
    int32_t bar, beat, tick;
    double ticks_per_beat, beats_per_bar, beat_type, bpm;
    /// Times that this client was asked for bars and beats.
    uint32_t asked;
    /// Messages of MIDI that came too late for their frame by more than a cycle, and were left out.
    uint32_t lost;
};

/// From a frame of the transport on, beats of one length and bars of one kind.
struct linux_jack_segment {
    /// The frame at which it begins, and frames of a beat.
    double frame, frames_per_beat;
    /// The bar there, and how many beats of it are over.
    double bar, beat;
    /// As one would write the meter, and the tempo in such beats a minute.
    double beats_per_bar, beat_type, bpm;
    /// Beats that came before the bar since the beginning.
    double bar_start;
};

/// A message of MIDI, at a frame.
struct linux_jack_midi {
    int64_t frame;
    uint8_t size;
    uint8_t bytes[23];
};

/// Opens a client with a name, of the server that is named or else of the default one, which is not started. It has a port for
/// MIDI that goes out and one for MIDI that comes in, where their names are given. 0, or -ENOSYS without libjack,
/// -ECONNREFUSED without a server, -EIO where the server refuses.
int linux_jack_open(const char *name, const char *_Nullable server, const char *_Nullable output,
                    const char *_Nullable input, struct linux_jack *_Nullable *_Nonnull jack);

/// Closes it, once the messages that were put have been sent, for which it waits 100 ms and four cycles at most; a port that was
/// written to falls silent.
void linux_jack_close(struct linux_jack *jack);

/// The name of the client, which the server chooses where another client has the name that was asked for.
const char *linux_jack_name(struct linux_jack *jack);

/// Becomes readable when the transport has changed, when bars and beats are told or told no more, when MIDI has come, and when
/// the server has gone; `linux_jack_cycle` takes that back.
int linux_jack_descriptor(const struct linux_jack *jack);

/// Reads the last cycle. False: there was none yet, or the server has gone.
bool linux_jack_cycle(struct linux_jack *jack, struct linux_jack_cycle *cycle);

/// Whether the server has gone.
bool linux_jack_is_gone(const struct linux_jack *jack);

/// How many frames after it was given to JACK a frame is heard, on the hardware ports that play.
uint32_t linux_jack_latency(struct linux_jack *jack);

/// Sends a message, later than those that were given before. False: too many wait, or it is too long.
bool linux_jack_put(struct linux_jack *jack, const struct linux_jack_midi *message);

/// Leaves out all messages that have not been sent.
void linux_jack_drop(struct linux_jack *jack);

/// Takes messages that have come, as many as fit. Returns how many.
size_t linux_jack_take(struct linux_jack *jack, struct linux_jack_midi *messages, size_t count);

/// How many ports the port that sends is connected to.
int linux_jack_connections(struct linux_jack *jack);

/// Connects the port that sends, or the one that receives, to a port of that name: 0, -EEXIST where it is, -ENOENT where there is
/// no such port, or -EIO.
int linux_jack_connect(struct linux_jack *jack, bool sends, const char *port);

/// Becomes the timebase master, or only unless there is one already: 0 or -EBUSY. It tells bars and beats by the last score.
int linux_jack_lead(struct linux_jack *jack, bool takes);

/// Takes bars and beats into use, in the order of their frames: at least one segment. 0 or -ENOMEM.
int linux_jack_set_score(struct linux_jack *jack, const struct linux_jack_segment *segments, size_t count);

/// Bars and beats at a frame of the transport, and the number of the segment. Takes no lock.
size_t linux_jack_place(const struct linux_jack_segment *segments, size_t count, double frame, int32_t *bar, int32_t *beat,
                        double *part);

void linux_jack_start(struct linux_jack *jack);
void linux_jack_stop(struct linux_jack *jack);
void linux_jack_locate(struct linux_jack *jack, uint32_t frame);

/// A non-blocking, close-on-exec inotify descriptor; or -errno.
int linux_watch_begin(void);

/// Makes the descriptor readable when an entry of `folder` appears, disappears or changes its mode, or when an entry
/// appears in `parent`, where the folder may not exist yet. Call it again after each such change, for the folder may be a
/// new one. Returns whether anything is watched.
bool linux_watch_folder(int fd, const char *folder, const char *parent);

/// Makes the descriptor readable when a file in `folder` was written and closed, or has been moved there; with
/// `removals` also when one was deleted or moved away. Returns whether the folder is watched.
bool linux_watch_saves(int fd, const char *folder, bool removals);

/// Whether the process ignores a signal.
bool linux_ignores_signal(int number);

/// Blocks SIGTERM, SIGINT and SIGHUP in this thread and those that it will start, and returns a non-blocking, close-on-exec
/// signalfd that reports them; or -errno. A record has `linux_signal_record_bytes` bytes and begins with the number.
int linux_signal_descriptor(void);
extern const size_t linux_signal_record_bytes;

/// Keeps the memory of the process small from now on: one heap for all threads. To be called before any thread is started.
void linux_prepare_memory(void);

/// Loads the program's code from 64 KiB before an address in it to 64 KiB after it.
void linux_load_code(const void *address);

/// Releases the pages of code that starting up has touched, of the program and of the libraries that do not play, and the
/// free part of the heap. The kernel reads those still needed from the file again, and keeps those of the program in memory
/// where the limit for locked memory allows it.
void linux_release_startup_code(void);

/// Releases the pages of a library's code, by how the name of its file begins; those still needed are read again.
void linux_release_library(const char *name);

/// Releases the free part of the heap.
void linux_release_heap(void);

/// Releases what this thread has left of its stack since it was deeper.
void linux_release_stack(void);

#pragma clang assume_nonnull end

#endif
