// SPDX-License-Identifier: Apache-2.0

// A sound card without hardware, for the tests and the benchmark: an ALSA plugin that plays in real time by
// CLOCK_MONOTONIC, records what would have been heard, and fails on command.
//
//     pcm_type.virtual { lib "/path/to/libpcm_virtual.so" }
//     pcm.!default { type virtual capture "/tmp/heard.f32" control "/tmp/control" }
//
// `capture` gets the first channel as native floats. Frame n of it was heard `origin_ns` + n / rate after the epoch of
// CLOCK_MONOTONIC, whatever the card's own clock did, so that a pause in time is a hole in the file. `control` is a
// `struct virtual_control`. Further fields: `rate` (48000), `channels` (2), `ppm` by which the card is fast, `quantum` of frames in which
// its position moves, `latency` in frames behind its ring, `seconds` to capture at most (600), `onsets` for a file of
// `struct virtual_onsets`: what was heard where sounds have one frame.

#define _GNU_SOURCE
#ifndef PIC
#define PIC // so that alsa-lib finds the entry in a shared library
#endif

#include "pcm_virtual.h"

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct card {
    snd_pcm_ioplug_t io;
    snd_pcm_ioplug_callback_t callbacks;
    struct virtual_control *control;
    struct virtual_onsets *onsets; // or NULL
    int capture;       // descriptor, or -1
    int ticks;         // a timer that expires once a period, as a card's interrupt does
    int noise[2];      // a pipe without a reader: its writing end is always ready, with an error
    long rate, channels, ppm, quantum, latency, seconds;

    float *ring;       // the first channel of what was written
    float *second;     // and its second channel
    int is_running, is_lost;
    int64_t start_ns;  // when frame 0 since the start was played; moved on by what the clock stood still
    int64_t frozen_ns; // since when the clock stands still, or 0
    int64_t resumes;   // what it does when asked to resume, as `suspend` said
    int64_t consumed;  // frames played since it was prepared
    int64_t heard;     // the capture's next frame
};

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int64_t rounded(double value) { return (int64_t)(value < 0 ? value - 0.5 : value + 0.5); }

static void rest_ms(int64_t ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    if (ms > 0) nanosleep(&time, NULL);
}

static double frames_per_second(const struct card *card) { return card->rate * (1 + card->ppm * 1e-6); }

// MARK: what is heard

// Notes what sounds in the device's frames up to `end`.
static void listen(struct card *card, int64_t end) {
    struct virtual_onsets *onsets = card->onsets;
    if (!onsets || card->consumed >= end) return;
    static const float silence[16];
    int64_t size = (int64_t)card->io.buffer_size, place = card->consumed % size;
    for (int64_t frame = card->consumed; frame < end; frame++) {
        // Most of it is silence.
        while (place + 16 <= size && frame + 16 < end && !memcmp(card->ring + place, silence, sizeof silence)
               && !memcmp(card->second + place, silence, sizeof silence)) {
            frame += 16;
            if ((place += 16) == size) place = 0;
        }
        float value = card->ring[place], second = card->second[place];
        if (++place == size) place = 0;
        if (value == 0 && second == 0) continue;
        double seconds = (frame + card->latency) / frames_per_second(card);
        onsets->onsets[onsets->count++ % VIRTUAL_ONSETS] =
            (struct virtual_onset){card->start_ns + rounded(seconds * 1e9), value, second};
    }
}

// The device's frames up to `end` have been played: each frame of the capture takes the one that sounded then.
static void play(struct card *card, int64_t end) {
    float heard[1024];
    int64_t start = rounded((card->start_ns - card->control->origin_ns) * 1e-9 * card->rate) + card->latency;
    double ratio = frames_per_second(card) / card->rate;
    int64_t last = (int64_t)card->seconds * card->rate;
    listen(card, end);
    int64_t first = start + (int64_t)(card->consumed / ratio);
    if (card->heard < first) card->heard = first;
    while (card->capture >= 0) {
        int count = 0;
        for (; count < 1024; count++) {
            int64_t frame = rounded((card->heard + count - start) * ratio);
            if (frame >= end || card->heard + count >= last) break;
            heard[count] = frame < 0 || frame < card->consumed - 1 ? 0 : card->ring[frame % card->io.buffer_size];
        }
        if (count == 0) break;
        size_t bytes = (size_t)count * sizeof *heard;
        if (card->heard >= 0 && pwrite(card->capture, heard, bytes, card->heard * (off_t)sizeof *heard) < 0) break;
        card->heard += count;
    }
    card->control->consumed += end - card->consumed;
    card->consumed = end;
}

// Frames that should have been played since the start.
static int64_t due(struct card *card, int64_t now) {
    if (card->frozen_ns) now = card->frozen_ns;
    double frames = (now - card->start_ns) * 1e-9 * frames_per_second(card);
    return frames < 0 ? 0 : (int64_t)frames / card->quantum * card->quantum;
}

// MARK: faults

static void stop(struct card *card) { card->is_running = 0; }

static void freeze(struct card *card, int64_t now) {
    int64_t until = card->control->frozen_until;
    if (until > now && !card->frozen_ns) card->frozen_ns = now;
    if (until <= now && card->frozen_ns) {
        // Until the set time, or until now if the test has cancelled it.
        card->start_ns += (until > card->frozen_ns ? until : now) - card->frozen_ns;
        card->frozen_ns = 0;
        card->heard = 0;
    }
}

// Returns whether the card is still there.
static int is_there(struct card *card) {
    if (card->control->unplugged) card->is_lost = 1;
    if (!card->is_lost) return 1;
    stop(card);
    snd_pcm_ioplug_set_state(&card->io, SND_PCM_STATE_DISCONNECTED);
    return 0;
}

static snd_pcm_sframes_t run_dry(struct card *card) {
    stop(card);
    card->control->xruns++;
    return -EPIPE;
}

static snd_pcm_sframes_t card_pointer(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    struct virtual_control *control = card->control;
    control->queries++;
    if (control->spin_ms) {
        int64_t end = now_ns() + control->spin_ms * 1000000;
        control->spin_ms = 0;
        while (now_ns() < end) continue;
    }
    if (control->hang_ms) {
        int64_t ms = control->hang_ms;
        control->hang_ms = 0;
        rest_ms(ms);
    }
    if (!is_there(card) || !card->is_running) return card->consumed;

    int64_t now = now_ns();
    freeze(card, now);
    int64_t written = (int64_t)io->appl_ptr, end = due(card, now);
    play(card, end < written ? (end > card->consumed ? end : card->consumed) : written);
    if (control->suspend) {
        card->resumes = control->suspend;
        control->suspend = 0;
        stop(card);
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
        return card->consumed;
    }
    if (control->xrun) {
        if (control->xrun == 1) control->xrun = 0;
        return run_dry(card);
    }
    return end > written && io->state != SND_PCM_STATE_DRAINING ? run_dry(card) : card->consumed;
}

// MARK: calls of alsa-lib

static int card_start(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (!is_there(card)) return -ENODEV;
    int64_t now = now_ns();
    if (!card->control->origin_ns) card->control->origin_ns = now;
    card->control->starts++;
    card->start_ns = now - (int64_t)(card->consumed / frames_per_second(card) * 1e9);
    card->frozen_ns = 0;
    card->heard = 0;
    card->is_running = 1;
    return 0;
}

static int card_stop(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (card->is_running) card_pointer(io);
    stop(card);
    return 0;
}

static int card_prepare(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    card->control->prepares++;
    stop(card);
    rest_ms(card->control->slow_prepare_ms);
    card->consumed = 0;
    if (!is_there(card)) return -ENODEV;
    if (card->control->unprepared) {
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_XRUN);
        return -(int)card->control->unprepared;
    }
    return 0;
}

static int card_resume(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (!is_there(card)) return -ENODEV;
    if (card->resumes == 1) return -ENOSYS;
    if (card->resumes == 3) return 0;
    int error = card_start(io);
    if (!error) snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
    return error;
}

// Takes the samples of a channel, which repeat in steps of bytes, into a ring.
static void take(float *ring, const char *sample, size_t step, size_t count, snd_pcm_format_t format) {
    switch (format) {
    case SND_PCM_FORMAT_FLOAT:
        for (size_t i = 0; i < count; i++) ring[i] = *(const float *)(sample + i * step);
        break;
    case SND_PCM_FORMAT_S32:
        for (size_t i = 0; i < count; i++) ring[i] = *(const int32_t *)(sample + i * step) * 0x1p-31f;
        break;
    default:
        for (size_t i = 0; i < count; i++) ring[i] = *(const int16_t *)(sample + i * step) * 0x1p-15f;
    }
}

static snd_pcm_sframes_t card_transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t count
) {
    struct card *card = io->private_data;
    if (!is_there(card)) return -ENODEV;
    if (card->control->deaf) return -EAGAIN;
    float *rings[] = {card->ring, card->second};
    for (size_t channel = 0; channel < 2 && channel < io->channels; channel++) {
        const snd_pcm_channel_area_t *area = &areas[channel];
        const char *sample = (const char *)area->addr + (area->first + offset * area->step) / 8;
        size_t step = area->step / 8;
        snd_pcm_uframes_t place = io->appl_ptr % io->buffer_size;
        for (snd_pcm_uframes_t left = count, some; left > 0; left -= some, place = 0, sample += some * step) {
            some = left < io->buffer_size - place ? left : io->buffer_size - place;
            take(rings[channel] + place, sample, step, some, io->format);
        }
    }
    return (snd_pcm_sframes_t)count;
}

static int card_delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *delay) {
    struct card *card = io->private_data;
    if (card->is_lost) return -ENODEV;
    int64_t end = card->is_running ? due(card, now_ns()) : card->consumed;
    int64_t queued = (int64_t)io->appl_ptr - (end > card->consumed ? end : card->consumed);
    *delay = (queued > 0 ? queued : 0) + card->latency;
    return 0;
}

// MARK: waiting

static int card_descriptors_count(snd_pcm_ioplug_t *io) {
    (void)io;
    return 1;
}

static int card_descriptors(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int room) {
    struct card *card = io->private_data;
    if (room < 1) return 0;
    int is_noisy = card->control->noisy != 0;
    *descriptors = (struct pollfd){is_noisy ? card->noise[1] : card->ticks, is_noisy ? POLLERR : POLLIN, 0};
    return 1;
}

static int card_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
    struct card *card = io->private_data;
    uint64_t expired;
    *events = 0;
    if (count < 1) return 0;
    if (descriptors->fd == card->noise[1]) *events = descriptors->revents;
    else if (read(card->ticks, &expired, sizeof expired) < 0) return 0;
    snd_pcm_sframes_t available = snd_pcm_avail_update(io->pcm);
    snd_pcm_uframes_t least = io->period_size;
    snd_pcm_sw_params_t *parameters;
    snd_pcm_sw_params_alloca(&parameters);
    if (!snd_pcm_sw_params_current(io->pcm, parameters)) snd_pcm_sw_params_get_avail_min(parameters, &least);
    if (available < 0 || io->state == SND_PCM_STATE_DISCONNECTED || io->state == SND_PCM_STATE_SUSPENDED)
        *events |= POLLERR | POLLOUT;
    else if ((snd_pcm_uframes_t)available >= least)
        *events |= POLLOUT;
    return 0;
}

// MARK: opening and closing

static int card_parameters(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *parameters) {
    struct card *card = io->private_data;
    (void)parameters;
    free(card->ring);
    free(card->second);
    card->ring = calloc(io->buffer_size, sizeof *card->ring);
    card->second = calloc(io->buffer_size, sizeof *card->second);
    if (!card->ring || !card->second) return -ENOMEM;
    int64_t period = (int64_t)(io->period_size / frames_per_second(card) * 1e9);
    struct itimerspec often = {{period / 1000000000, period % 1000000000}, {0, 1}};
    return timerfd_settime(card->ticks, 0, &often, NULL) < 0 ? -errno : 0;
}

static void release(struct card *card) {
    if (card->capture >= 0) close(card->capture);
    if (card->ticks >= 0) close(card->ticks);
    if (card->noise[1] >= 0) close(card->noise[1]);
    if (card->control) munmap(card->control, sizeof *card->control);
    if (card->onsets) munmap(card->onsets, sizeof *card->onsets);
    free(card->ring);
    free(card->second);
    free(card);
}

static int card_close(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    rest_ms(card->control->slow_close_ms);
    __atomic_fetch_sub(&card->control->held, 1, __ATOMIC_SEQ_CST);
    release(card);
    return 0;
}

static int read_fields(
    struct card *card, snd_config_t *conf, const char **capture, const char **control, const char **onsets
) {
    snd_config_iterator_t item, next;
    snd_config_for_each(item, next, conf) {
        snd_config_t *field = snd_config_iterator_entry(item);
        const char *id;
        if (snd_config_get_id(field, &id) < 0 || !strcmp(id, "type") || !strcmp(id, "comment") || !strcmp(id, "hint"))
            continue;
        int error = !strcmp(id, "capture")   ? snd_config_get_string(field, capture)
                    : !strcmp(id, "control") ? snd_config_get_string(field, control)
                    : !strcmp(id, "onsets")  ? snd_config_get_string(field, onsets)
                    : !strcmp(id, "rate")    ? snd_config_get_integer(field, &card->rate)
                    : !strcmp(id, "channels") ? snd_config_get_integer(field, &card->channels)
                    : !strcmp(id, "ppm")     ? snd_config_get_integer(field, &card->ppm)
                    : !strcmp(id, "quantum") ? snd_config_get_integer(field, &card->quantum)
                    : !strcmp(id, "latency") ? snd_config_get_integer(field, &card->latency)
                    : !strcmp(id, "seconds") ? snd_config_get_integer(field, &card->seconds)
                                             : -EINVAL;
        if (error < 0) SNDERR("the virtual card does not understand the field %s", id);
        if (error < 0) return error;
    }
    return card->rate > 0 && card->channels > 0 && card->quantum > 0 && card->latency >= 0 ? 0 : -EINVAL;
}

// Maps a file of zeros, or what is in it; without a path, memory of its own. Returns NULL where it cannot.
static void *shared(const char *path, size_t size) {
    int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    void *map = MAP_FAILED;
    if (!path || (file >= 0 && ftruncate(file, (off_t)size) >= 0))
        map = mmap(NULL, size, PROT_READ | PROT_WRITE, path ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS, file, 0);
    if (file >= 0) close(file);
    return map == MAP_FAILED ? NULL : map;
}

static int connect_files(struct card *card, const char *capture, const char *control, const char *onsets) {
    if (!(card->control = shared(control, sizeof *card->control))) return -errno;
    if (onsets && !(card->onsets = shared(onsets, sizeof *card->onsets))) return -errno;
    if (capture && (card->capture = open(capture, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)) < 0) return -errno;
    if ((card->ticks = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) < 0) return -errno;
    if (pipe2(card->noise, O_CLOEXEC) < 0) return -errno;
    close(card->noise[0]);
    return 0;
}

// Takes the card for one who opens it. Returns -EBUSY where it is exclusive and taken.
static int hold(struct virtual_control *control) {
    int64_t others = __atomic_fetch_add(&control->held, 1, __ATOMIC_SEQ_CST);
    if (!control->exclusive || others == 0) return 0;
    __atomic_fetch_sub(&control->held, 1, __ATOMIC_SEQ_CST);
    control->collisions++;
    return -EBUSY;
}

static int create(struct card *card, const char *name, int mode) {
    static const unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    static const unsigned int formats[] = {SND_PCM_FORMAT_S16, SND_PCM_FORMAT_S32, SND_PCM_FORMAT_FLOAT};
    card->callbacks = (snd_pcm_ioplug_callback_t){
        .start = card_start, .stop = card_stop, .pointer = card_pointer, .transfer = card_transfer,
        .close = card_close, .hw_params = card_parameters, .prepare = card_prepare, .resume = card_resume,
        .poll_descriptors_count = card_descriptors_count, .poll_descriptors = card_descriptors,
        .poll_revents = card_revents, .delay = card_delay,
    };
    snd_pcm_ioplug_t *io = &card->io;
    io->version = SND_PCM_IOPLUG_VERSION;
    io->name = "Virtual sound card";
    io->flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    io->callback = &card->callbacks;
    io->private_data = card;
    io->poll_fd = card->ticks;
    io->poll_events = POLLIN;
    int error = snd_pcm_ioplug_create(io, name, SND_PCM_STREAM_PLAYBACK, mode);
    if (error < 0) return error;
    unsigned int rate = (unsigned int)card->rate;
    if ((error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, access)) >= 0
        && (error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 3, formats)) >= 0
        && (error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, 1, &rate)) >= 0
        && (error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, (unsigned int)card->channels)) >= 0
        && (error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 18)) >= 0
        && (error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 1 << 20)) >= 0
        && (error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024)) >= 0)
        return 0;
    card->callbacks.close = NULL;
    snd_pcm_ioplug_delete(io);
    return error;
}

SND_PCM_PLUGIN_DEFINE_FUNC(virtual) {
    (void)root;
    if (stream != SND_PCM_STREAM_PLAYBACK) return -EINVAL;
    struct card *card = calloc(1, sizeof *card);
    if (!card) return -ENOMEM;
    card->capture = card->ticks = card->noise[1] = -1;
    card->rate = 48000;
    card->channels = 2;
    card->quantum = 1;
    card->seconds = 600;
    const char *capture = NULL, *control = NULL, *onsets = NULL;
    int error = read_fields(card, conf, &capture, &control, &onsets);
    if (error >= 0) error = connect_files(card, capture, control, onsets);
    if (error >= 0) {
        card->control->opens++;
        rest_ms(card->control->slow_open_ms);
        if (card->control->busy) error = -(int)card->control->busy;
        if (card->control->unplugged) error = -(int)card->control->unplugged;
    }
    if (error >= 0) error = hold(card->control);
    if (error >= 0 && (error = create(card, name, mode)) < 0)
        __atomic_fetch_sub(&card->control->held, 1, __ATOMIC_SEQ_CST);
    if (error < 0) {
        release(card);
        return error;
    }
    *pcmp = card->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(virtual);
