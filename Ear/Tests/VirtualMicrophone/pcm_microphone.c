// SPDX-License-Identifier: GPL-3.0-or-later

// A microphone without hardware, for the tests: an ALSA plugin that hears a file in real time by CLOCK_MONOTONIC, and silence behind it.
//
//     pcm_type.microphone { lib "/path/to/libpcm_microphone.so" }
//     pcm.room { type microphone sound "/tmp/sound.f32" origin "/tmp/origin" ppm 80 quantum 240 }
//
// `sound` holds native floats, 48,000 a second; it may be left out. `origin` gets the time of its first frame, in nanoseconds, as text; each
// start after the first goes on in the file. The device is fast by `ppm`, its position moves by `quantum` frames, and while the file
// `gone` exists it is unplugged.
//
// With `heard` and `card` it also hears what the virtual card of the main package plays (Tests/VirtualDevice), by its `capture` and its
// `control`: `delay_us` later, `gain` thousandths as loud. `noise` is a hiss, in millionths of full scale. The card writes what it has played
// some milliseconds later; where `delay_us` is less, `behind` gives the microphone that many frames of its own, which it reports.

#define _GNU_SOURCE
#ifndef PIC
#define PIC // so that alsa-lib finds the entry in a shared library
#endif

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct microphone {
    snd_pcm_ioplug_t io;
    snd_pcm_ioplug_callback_t callbacks;
    char *origin, *gone;
    char *heard, *card;
    int heard_file;
    long ppm, quantum, delay_us, gain, noise, behind;
    uint32_t chance;
    float *sound;
    int64_t count, origin_ns, start_ns;
    int is_running, ticks;
};

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static double rate(const struct microphone *microphone) { return 48000 * (1 + microphone->ppm * 1e-6); }

static int is_gone(const struct microphone *microphone) { return microphone->gone && access(microphone->gone, F_OK) == 0; }

static int64_t position(const struct microphone *microphone) {
    int64_t frames = (int64_t)((now_ns() - microphone->start_ns) * 1e-9 * rate(microphone));
    return frames - frames % microphone->quantum;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
    struct microphone *microphone = io->private_data;
    if (is_gone(microphone)) return -ENODEV;
    if (!microphone->is_running) return 0;
    int64_t frames = position(microphone) - microphone->behind;
    if (frames < 0) return 0;
    return frames - (int64_t)io->appl_ptr > (int64_t)io->buffer_size ? -EPIPE : frames;
}

static int delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *frames) {
    struct microphone *microphone = io->private_data;
    if (is_gone(microphone)) return -ENODEV;
    *frames = microphone->is_running ? position(microphone) - (int64_t)io->appl_ptr : 0;
    return 0;
}

static int start(snd_pcm_ioplug_t *io) {
    struct microphone *microphone = io->private_data;
    if (is_gone(microphone)) return -ENODEV;
    microphone->start_ns = now_ns();
    microphone->is_running = 1;
    // As the interrupt of a card: when a period is full.
    int64_t period = (int64_t)(io->period_size / rate(microphone) * 1e9), first = microphone->start_ns + period;
    struct itimerspec often = {{period / 1000000000, period % 1000000000}, {first / 1000000000, first % 1000000000}};
    if (timerfd_settime(microphone->ticks, TFD_TIMER_ABSTIME, &often, NULL) < 0) return -errno;
    if (microphone->origin_ns) return 0;
    microphone->origin_ns = microphone->start_ns;
    FILE *file = fopen(microphone->origin, "w");
    if (!file) return -errno;
    fprintf(file, "%lld", (long long)microphone->origin_ns);
    return fclose(file) ? -errno : 0;
}

static int stop(snd_pcm_ioplug_t *io) {
    ((struct microphone *)io->private_data)->is_running = 0;
    return 0;
}

/// Adds what the card has played to frames that begin at a time.
static void add_played(struct microphone *microphone, int64_t begin_ns, float *frames, snd_pcm_uframes_t count) {
    int64_t origin_ns = 0;
    if (!microphone->heard) return;
    int card = open(microphone->card, O_RDONLY | O_CLOEXEC);
    if (card < 0) return;
    if (read(card, &origin_ns, sizeof origin_ns) != sizeof origin_ns) origin_ns = 0;
    close(card);
    // The card makes it when it is opened.
    if (microphone->heard_file < 0) microphone->heard_file = open(microphone->heard, O_RDONLY | O_CLOEXEC);
    if (!origin_ns || microphone->heard_file < 0) return;
    for (snd_pcm_uframes_t frame = 0; frame < count; frame++) {
        double ns = (double)(begin_ns - origin_ns - microphone->delay_us * 1000) + (double)frame / rate(microphone) * 1e9;
        int64_t place = (int64_t)(ns * 48000e-9 + 0.5);
        float value;
        if (place < 0 || pread(microphone->heard_file, &value, sizeof value, place * (off_t)sizeof value) != sizeof value) continue;
        frames[frame] += value * (float)microphone->gain / 1000;
    }
}

/// From -1 to 1.
static float chance(struct microphone *microphone) {
    microphone->chance = microphone->chance * 1664525u + 1013904223u;
    return (float)(int32_t)microphone->chance / 2147483648.0f;
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t count
) {
    struct microphone *microphone = io->private_data;
    int64_t first = (int64_t)((microphone->start_ns - microphone->origin_ns) * 1e-9 * rate(microphone)) + (int64_t)io->appl_ptr;
    float *frames = calloc(count, sizeof *frames);
    if (!frames) return -ENOMEM;
    add_played(microphone, microphone->start_ns + (int64_t)((double)io->appl_ptr / rate(microphone) * 1e9), frames, count);
    for (snd_pcm_uframes_t frame = 0; frame < count; frame++) {
        int64_t place = first + (int64_t)frame;
        float value = frames[frame] + chance(microphone) * (float)microphone->noise * 1e-6f;
        if (place >= 0 && place < microphone->count) value += microphone->sound[place];
        for (unsigned channel = 0; channel < io->channels; channel++) {
            char *to = (char *)areas[channel].addr + (areas[channel].first + (offset + frame) * areas[channel].step) / 8;
            memcpy(to, &value, sizeof value);
        }
    }
    free(frames);
    return (snd_pcm_sframes_t)count;
}

static int revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
    (void)count;
    uint64_t expired;
    *events = 0;
    if (read(descriptors->fd, &expired, sizeof expired) < 0) return 0;
    snd_pcm_sframes_t available = snd_pcm_avail_update(io->pcm);
    if (available < 0) *events = POLLERR | POLLIN;
    else if ((snd_pcm_uframes_t)available >= io->period_size) *events = POLLIN;
    return 0;
}

static void release(struct microphone *microphone) {
    free(microphone->sound);
    free(microphone->origin);
    free(microphone->gone);
    free(microphone->heard);
    free(microphone->card);
    if (microphone->heard_file >= 0) close(microphone->heard_file);
    free(microphone);
}

static int close_microphone(snd_pcm_ioplug_t *io) {
    struct microphone *microphone = io->private_data;
    close(microphone->ticks);
    release(microphone);
    return 0;
}

static int read_sound(struct microphone *microphone, const char *path) {
    if (!path) return 0;
    FILE *file = fopen(path, "r");
    if (!file || fseek(file, 0, SEEK_END)) return -ENOENT;
    microphone->count = ftell(file) / (long)sizeof(float);
    rewind(file);
    microphone->sound = malloc((size_t)microphone->count * sizeof(float) + 1);
    size_t got = microphone->sound ? fread(microphone->sound, sizeof(float), (size_t)microphone->count, file) : 0;
    fclose(file);
    return got == (size_t)microphone->count ? 0 : -EIO;
}

SND_PCM_PLUGIN_DEFINE_FUNC(microphone) {
    (void)root;
    if (stream != SND_PCM_STREAM_CAPTURE) return -EINVAL;
    struct microphone *microphone = calloc(1, sizeof *microphone);
    if (!microphone) return -ENOMEM;
    microphone->quantum = 1;
    microphone->heard_file = -1;
    microphone->gain = 1000;
    const char *sound = NULL;
    snd_config_iterator_t item, next;
    snd_config_for_each(item, next, conf) {
        snd_config_t *field = snd_config_iterator_entry(item);
        const char *id;
        if (snd_config_get_id(field, &id) < 0) continue;
        if (!strcmp(id, "sound")) snd_config_get_string(field, &sound);
        // The configuration is gone once the device is open.
        const char *path;
        if (!strcmp(id, "origin") && !snd_config_get_string(field, &path)) microphone->origin = strdup(path);
        if (!strcmp(id, "gone") && !snd_config_get_string(field, &path)) microphone->gone = strdup(path);
        if (!strcmp(id, "heard") && !snd_config_get_string(field, &path)) microphone->heard = strdup(path);
        if (!strcmp(id, "card") && !snd_config_get_string(field, &path)) microphone->card = strdup(path);
        if (!strcmp(id, "delay_us")) snd_config_get_integer(field, &microphone->delay_us);
        if (!strcmp(id, "gain")) snd_config_get_integer(field, &microphone->gain);
        if (!strcmp(id, "noise")) snd_config_get_integer(field, &microphone->noise);
        if (!strcmp(id, "behind")) snd_config_get_integer(field, &microphone->behind);
        if (!strcmp(id, "ppm")) snd_config_get_integer(field, &microphone->ppm);
        if (!strcmp(id, "quantum")) snd_config_get_integer(field, &microphone->quantum);
    }
    int error = is_gone(microphone) ? -ENODEV : read_sound(microphone, sound);
    if (error < 0 || !microphone->origin || microphone->quantum < 1 || !microphone->heard != !microphone->card) {
        release(microphone);
        return error < 0 ? error : -EINVAL;
    }
    microphone->ticks = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    microphone->callbacks = (snd_pcm_ioplug_callback_t){
        .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .close = close_microphone,
        .prepare = stop, .poll_revents = revents, .delay = delay,
    };
    snd_pcm_ioplug_t *io = &microphone->io;
    io->version = SND_PCM_IOPLUG_VERSION;
    io->name = "Virtual microphone";
    io->flags = SND_PCM_IOPLUG_FLAG_MONOTONIC | SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    io->callback = &microphone->callbacks;
    io->private_data = microphone;
    io->poll_fd = microphone->ticks;
    io->poll_events = POLLIN;
    static const unsigned int accesses[] = {SND_PCM_ACCESS_RW_INTERLEAVED}, formats[] = {SND_PCM_FORMAT_FLOAT}, rates[] = {48000};
    if ((error = snd_pcm_ioplug_create(io, name, SND_PCM_STREAM_CAPTURE, mode)) < 0) return error;
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 1, accesses);
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, 1, rates);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 2);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 18);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 1 << 20);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
    *pcmp = io->pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(microphone);
