// SPDX-License-Identifier: Apache-2.0

// A client of JACK. Its callbacks run on JACK's real-time thread: they take no lock and allocate nothing.

#define _GNU_SOURCE
#include "CLinux.h"
#include "JACKLibrary.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ring_size = 1024, cycle_words = (sizeof(struct linux_jack_cycle) + 7) / 8 };
static const double ticks_per_beat = 1920;

// One writes, the other reads.
struct ring {
    struct {
        struct linux_jack_midi message;
        uint32_t epoch;
    } slots[ring_size];
    _Atomic uint32_t written, read;
};

struct score {
    struct score *retired;
    size_t count;
    struct linux_jack_segment segments[];
};

struct linux_jack {
    const struct jack_library *library;
    jack_client *client;
    jack_port *output, *input;
    uint32_t rate;
    int event;
    _Atomic bool gone;

    struct ring sent, received;
    // Messages of another epoch are left out.
    _Atomic uint32_t epoch;

    // The last cycle: odd while it is written.
    _Atomic uint32_t version;
    _Atomic uint64_t cycle[cycle_words];

    // A score that the real-time thread has not taken yet, and those that it has done with.
    _Atomic(struct score *) next;
    _Atomic(struct score *) retired;

    // Of the real-time thread alone.
    struct score *score;
    int64_t frame;
    uint32_t last_frame, expected_place, changes, asked, lost;
    int last_state, last_valid;
    bool has_run;
};

// MARK: bars and beats

size_t linux_jack_place(const struct linux_jack_segment *segments, size_t count, double frame, int32_t *bar, int32_t *beat,
                        double *part) {
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (segments[middle].frame <= frame)
            low = middle;
        else
            high = middle;
    }
    const struct linux_jack_segment *found = &segments[low];
    double beats = found->beat + (frame - found->frame) / found->frames_per_beat;
    // A beat that begins at this frame may lie a rounding before it.
    double whole = floor(beats + 1e-9);
    double bars = floor(whole / found->beats_per_bar);
    *bar = (int32_t)fmin(fmax(found->bar + bars, INT32_MIN), INT32_MAX);
    *beat = (int32_t)(whole - bars * found->beats_per_bar) + 1;
    *part = fmin(fmax(beats - whole, 0), 1);
    return low;
}

static void take_score(struct linux_jack *jack) {
    struct score *new = atomic_exchange(&jack->next, NULL);
    if (!new) return;
    struct score *old = jack->score;
    jack->score = new;
    if (!old) return;
    old->retired = atomic_load(&jack->retired);
    while (!atomic_compare_exchange_weak(&jack->retired, &old->retired, old)) {}
}

static void timebase(int state, uint32_t frames, jack_position *position, int is_new, void *context) {
    (void)state, (void)frames, (void)is_new;
    struct linux_jack *jack = context;
    jack->asked++;
    take_score(jack);
    if (!jack->score) return;
    int32_t bar, beat;
    double part;
    const struct score *score = jack->score;
    size_t index = linux_jack_place(score->segments, score->count, position->frame, &bar, &beat, &part);
    const struct linux_jack_segment *segment = &score->segments[index];
    position->valid = jack_position_bbt;
    position->bar = bar;
    position->beat = beat;
    position->tick = (int32_t)fmin(floor(part * ticks_per_beat + 1e-6), ticks_per_beat - 1);
    position->beats_per_bar = (float)segment->beats_per_bar;
    position->beat_type = (float)segment->beat_type;
    position->ticks_per_beat = ticks_per_beat;
    position->beats_per_minute = segment->bpm;
    double bars = bar - segment->bar;
    position->bar_start_tick = (segment->bar_start + bars * segment->beats_per_bar) * ticks_per_beat;
}

// MARK: MIDI

static void send_midi(struct linux_jack *jack, uint32_t frames) {
    void *buffer = jack->library->port_get_buffer(jack->output, frames);
    if (!buffer) return;
    jack->library->midi_clear_buffer(buffer);
    struct ring *ring = &jack->sent;
    uint32_t read = atomic_load_explicit(&ring->read, memory_order_relaxed);
    uint32_t written = atomic_load_explicit(&ring->written, memory_order_acquire);
    uint32_t epoch = atomic_load_explicit(&jack->epoch, memory_order_acquire);
    while (read != written) {
        const struct linux_jack_midi *message = &ring->slots[read % ring_size].message;
        if (ring->slots[read % ring_size].epoch == epoch) {
            if (message->frame >= jack->frame + frames) break;
            if (message->frame + frames < jack->frame) {
                jack->lost++;
            } else {
                uint32_t offset = message->frame > jack->frame ? (uint32_t)(message->frame - jack->frame) : 0;
                if (jack->library->midi_event_write(buffer, offset, message->bytes, message->size)) jack->lost++;
            }
        }
        read++;
    }
    atomic_store_explicit(&ring->read, read, memory_order_release);
}

static bool receive_midi(struct linux_jack *jack, uint32_t frames) {
    void *buffer = jack->library->port_get_buffer(jack->input, frames);
    if (!buffer) return false;
    struct ring *ring = &jack->received;
    uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);
    uint32_t read = atomic_load_explicit(&ring->read, memory_order_acquire);
    uint32_t before = written, count = jack->library->midi_get_event_count(buffer);
    for (uint32_t i = 0; i < count && written - read < ring_size; i++) {
        jack_midi_event event;
        struct linux_jack_midi *message = &ring->slots[written % ring_size].message;
        if (jack->library->midi_event_get(&event, buffer, i) || event.size > sizeof message->bytes) continue;
        message->frame = jack->frame + event.time;
        message->size = (uint8_t)event.size;
        memcpy(message->bytes, event.buffer, event.size);
        written++;
    }
    atomic_store_explicit(&ring->written, written, memory_order_release);
    return written != before;
}

// MARK: the real-time thread

static void publish(struct linux_jack *jack, const struct linux_jack_cycle *cycle) {
    uint64_t words[cycle_words] = {0};
    memcpy(words, cycle, sizeof *cycle);
    uint32_t version = atomic_load_explicit(&jack->version, memory_order_relaxed);
    atomic_store_explicit(&jack->version, version + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    for (size_t i = 0; i < cycle_words; i++) atomic_store_explicit(&jack->cycle[i], words[i], memory_order_relaxed);
    atomic_store_explicit(&jack->version, version + 2, memory_order_release);
}

static int process(uint32_t frames, void *context) {
    struct linux_jack *jack = context;
    // JACK's own times are by another clock than CLOCK_MONOTONIC, and wrong for seconds after a stall.
    struct linux_jack_cycle cycle = {.frames = frames, .rate = jack->rate, .time_ns = linux_monotonic_ns()};
    uint32_t frame = jack->library->last_frame_time(jack->client);
    if (jack->has_run)
        jack->frame += (int32_t)(frame - jack->last_frame);
    else
        jack->frame = frame;
    jack->last_frame = frame;
    take_score(jack);
    if (jack->output) send_midi(jack, frames);
    bool wakes = jack->input && receive_midi(jack, frames);

    jack_position position;
    memset(&position, 0, sizeof position);
    int state = jack->library->transport_query(jack->client, &position);
    if (!jack->has_run || state != jack->last_state || position.frame != jack->expected_place) {
        jack->changes++;
        wakes = true;
    }
    if ((position.valid ^ jack->last_valid) & jack_position_bbt) wakes = true;
    jack->has_run = true;
    jack->last_valid = position.valid;
    jack->last_state = state;
    jack->expected_place = position.frame + (state == jack_rolling ? frames : 0);

    cycle.frame = jack->frame;
    cycle.rolls = state == jack_rolling;
    cycle.starts = state == jack_starting || state == jack_net_starting;
    cycle.place = position.frame;
    cycle.changes = jack->changes;
    cycle.asked = jack->asked;
    cycle.lost = jack->lost;
    if (position.valid & jack_position_bbt) {
        cycle.bar = position.bar;
        cycle.beat = position.beat;
        cycle.tick = position.tick;
        cycle.ticks_per_beat = position.ticks_per_beat;
        cycle.beats_per_bar = position.beats_per_bar;
        cycle.beat_type = position.beat_type;
        cycle.bpm = position.beats_per_minute;
    }
    publish(jack, &cycle);
    if (wakes) linux_eventfd_signal(jack->event);
    return 0;
}

static void shut_down(void *context) {
    struct linux_jack *jack = context;
    atomic_store(&jack->gone, true);
    linux_eventfd_signal(jack->event);
}

// MARK: the owner

static void release(struct linux_jack *jack) {
    if (jack->client) jack->library->client_close(jack->client);
    struct score *retired = atomic_exchange(&jack->retired, NULL);
    while (retired) {
        struct score *next = retired->retired;
        free(retired);
        retired = next;
    }
    free(atomic_exchange(&jack->next, NULL));
    free(jack->score);
    if (jack->event >= 0) close(jack->event);
    free(jack);
}

int linux_jack_open(const char *name, const char *server, const char *output, const char *input,
                    struct linux_jack **result) {
    const struct jack_library *library = linux_jack_library();
    if (!library) return -ENOSYS;
    struct linux_jack *jack = calloc(1, sizeof *jack);
    if (!jack) return -ENOMEM;
    jack->library = library;
    jack->event = linux_eventfd();
    if (jack->event < 0) {
        int error = jack->event;
        release(jack);
        return error;
    }
    int status = 0;
    jack->client = server ? library->client_open(name, jack_no_start_server | jack_server_name, &status, server)
                          : library->client_open(name, jack_no_start_server, &status);
    if (!jack->client) {
        release(jack);
        return -ECONNREFUSED;
    }
    jack->rate = library->get_sample_rate(jack->client);
    if (output) jack->output = library->port_register(jack->client, output, jack_midi_type, jack_port_is_output, 0);
    if (input) jack->input = library->port_register(jack->client, input, jack_midi_type, jack_port_is_input, 0);
    library->on_shutdown(jack->client, shut_down, jack);
    if ((output && !jack->output) || (input && !jack->input) || jack->rate == 0 ||
        library->set_process_callback(jack->client, process, jack) || library->activate(jack->client)) {
        release(jack);
        return -EIO;
    }
    *result = jack;
    return 0;
}

// Waits until what was put last is with those who listen: a client that closes takes the rest with it. Of the two cycles after the
// read, the first may be the cycle that reads.
static void flush(struct linux_jack *jack) {
    int64_t cycle_ns = (int64_t)jack->library->get_buffer_size(jack->client) * 1000000000 / jack->rate;
    int64_t end_ns = linux_monotonic_ns() + 100000000 + 4 * cycle_ns;
    uint32_t written = atomic_load_explicit(&jack->sent.written, memory_order_relaxed);
    uint32_t version = atomic_load_explicit(&jack->version, memory_order_relaxed);
    bool is_read = false;
    while (!atomic_load(&jack->gone) && linux_monotonic_ns() < end_ns) {
        if (!is_read) {
            is_read = atomic_load_explicit(&jack->sent.read, memory_order_acquire) == written;
            version = atomic_load_explicit(&jack->version, memory_order_relaxed);
        }
        if (is_read && atomic_load_explicit(&jack->version, memory_order_relaxed) - version >= 4) return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void linux_jack_close(struct linux_jack *jack) {
    if (jack->output && !atomic_load(&jack->gone)) flush(jack);
    release(jack);
}

const char *linux_jack_name(struct linux_jack *jack) { return jack->library->get_client_name(jack->client); }

int linux_jack_descriptor(const struct linux_jack *jack) { return jack->event; }

bool linux_jack_is_gone(const struct linux_jack *jack) { return atomic_load(&jack->gone); }

bool linux_jack_cycle(struct linux_jack *jack, struct linux_jack_cycle *cycle) {
    linux_eventfd_drain(jack->event);
    if (atomic_load(&jack->gone)) return false;
    uint64_t words[cycle_words];
    uint32_t version;
    do {
        version = atomic_load_explicit(&jack->version, memory_order_acquire);
        for (size_t i = 0; i < cycle_words; i++) words[i] = atomic_load_explicit(&jack->cycle[i], memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
    } while (version % 2 == 1 || version != atomic_load_explicit(&jack->version, memory_order_relaxed));
    memcpy(cycle, words, sizeof *cycle);
    return version > 0;
}

uint32_t linux_jack_latency(struct linux_jack *jack) {
    uint32_t latency = 0;
    const char **names = jack->library->get_ports(jack->client, NULL, jack_audio_type,
                                                  jack_port_is_input | jack_port_is_physical);
    for (const char **name = names; name && *name; name++) {
        jack_port *port = jack->library->port_by_name(jack->client, *name);
        jack_latency_range range = {0, 0};
        if (port) jack->library->port_get_latency_range(port, jack_playback_latency, &range);
        if (range.max > latency) latency = range.max;
    }
    if (names) jack->library->free(names);
    return latency;
}

bool linux_jack_put(struct linux_jack *jack, const struct linux_jack_midi *message) {
    struct ring *ring = &jack->sent;
    uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);
    if (written - atomic_load_explicit(&ring->read, memory_order_acquire) >= ring_size) return false;
    if (message->size == 0 || message->size > sizeof message->bytes) return false;
    ring->slots[written % ring_size].message = *message;
    ring->slots[written % ring_size].epoch = atomic_load_explicit(&jack->epoch, memory_order_relaxed);
    atomic_store_explicit(&ring->written, written + 1, memory_order_release);
    return true;
}

void linux_jack_drop(struct linux_jack *jack) { atomic_fetch_add(&jack->epoch, 1); }

size_t linux_jack_take(struct linux_jack *jack, struct linux_jack_midi *messages, size_t count) {
    struct ring *ring = &jack->received;
    uint32_t read = atomic_load_explicit(&ring->read, memory_order_relaxed);
    uint32_t written = atomic_load_explicit(&ring->written, memory_order_acquire);
    size_t taken = 0;
    while (read != written && taken < count) messages[taken++] = ring->slots[read++ % ring_size].message;
    atomic_store_explicit(&ring->read, read, memory_order_release);
    return taken;
}

int linux_jack_connections(struct linux_jack *jack) {
    return jack->output ? jack->library->port_connected(jack->output) : 0;
}

int linux_jack_connect(struct linux_jack *jack, bool sends, const char *port) {
    jack_port *ours = sends ? jack->output : jack->input;
    if (!ours) return -EIO;
    // The server would log each request in vain.
    if (!jack->library->port_by_name(jack->client, port)) return -ENOENT;
    if (jack->library->port_connected_to(ours, port)) return -EEXIST;
    const char *name = jack->library->port_name(ours);
    int error = sends ? jack->library->connect(jack->client, name, port) : jack->library->connect(jack->client, port, name);
    return error == 0 ? 0 : error == EEXIST ? -EEXIST : -EIO;
}

int linux_jack_lead(struct linux_jack *jack, bool takes) {
    return jack->library->set_timebase_callback(jack->client, !takes, timebase, jack) ? -EBUSY : 0;
}

int linux_jack_set_score(struct linux_jack *jack, const struct linux_jack_segment *segments, size_t count) {
    struct score *retired = atomic_exchange(&jack->retired, NULL);
    while (retired) {
        struct score *next = retired->retired;
        free(retired);
        retired = next;
    }
    struct score *score = malloc(sizeof *score + count * sizeof *segments);
    if (!score) return -ENOMEM;
    score->retired = NULL;
    score->count = count;
    memcpy(score->segments, segments, count * sizeof *segments);
    free(atomic_exchange(&jack->next, score));
    return 0;
}

void linux_jack_start(struct linux_jack *jack) { jack->library->transport_start(jack->client); }
void linux_jack_stop(struct linux_jack *jack) { jack->library->transport_stop(jack->client); }
void linux_jack_locate(struct linux_jack *jack, uint32_t frame) { jack->library->transport_locate(jack->client, frame); }
