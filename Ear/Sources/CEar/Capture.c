// SPDX-License-Identifier: GPL-3.0-or-later

#include <alsa/asoundlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "CEar.h"

enum { PERIOD_US = 10000, BUFFER_US = 500000, MOST_CHANNELS = 32 };

struct ear_capture {
    snd_pcm_t *pcm;
    size_t channels;
    float *samples;
};

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static int configure(ear_capture *capture, uint32_t *rate) {
    snd_pcm_hw_params_t *hardware;
    snd_pcm_sw_params_t *software;
    snd_pcm_hw_params_alloca(&hardware);
    snd_pcm_sw_params_alloca(&software);
    unsigned period = PERIOD_US, buffer = BUFFER_US, channels = 1;
    snd_pcm_uframes_t frames;
    int error = snd_pcm_hw_params_any(capture->pcm, hardware);
    if (error < 0) return error;
    if ((error = snd_pcm_hw_params_set_access(capture->pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED)) < 0) return error;
    if ((error = snd_pcm_hw_params_set_format(capture->pcm, hardware, SND_PCM_FORMAT_FLOAT)) < 0) return error;
    if ((error = snd_pcm_hw_params_set_channels_near(capture->pcm, hardware, &channels)) < 0) return error;
    if ((error = snd_pcm_hw_params_set_rate_near(capture->pcm, hardware, rate, NULL)) < 0) return error;
    if ((error = snd_pcm_hw_params_set_buffer_time_near(capture->pcm, hardware, &buffer, NULL)) < 0) return error;
    if ((error = snd_pcm_hw_params_set_period_time_near(capture->pcm, hardware, &period, NULL)) < 0) return error;
    if ((error = snd_pcm_hw_params(capture->pcm, hardware)) < 0) return error;
    if ((error = snd_pcm_hw_params_get_period_size(hardware, &frames, NULL)) < 0) return error;
    if ((error = snd_pcm_sw_params_current(capture->pcm, software)) < 0) return error;
    if ((error = snd_pcm_sw_params_set_avail_min(capture->pcm, software, frames)) < 0) return error;
    if ((error = snd_pcm_sw_params(capture->pcm, software)) < 0) return error;
    if (channels < 1 || channels > MOST_CHANNELS) return -EINVAL;
    capture->channels = channels;
    capture->samples = malloc(EAR_CAPTURE_AT_ONCE * channels * sizeof *capture->samples);
    return capture->samples ? 0 : -ENOMEM;
}

ear_capture *ear_capture_open(const char *device, uint32_t *rate, char *reason, size_t reason_size) {
    snd_lib_error_set_handler(ignore);
    ear_capture *capture = calloc(1, sizeof *capture);
    int error = capture ? snd_pcm_open(&capture->pcm, device, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK) : -ENOMEM;
    if (error >= 0) error = configure(capture, rate);
    if (error >= 0) error = snd_pcm_start(capture->pcm);
    if (error >= 0) return capture;
    snprintf(reason, reason_size, "%s", snd_strerror(error));
    ear_capture_close(capture);
    return NULL;
}

void ear_capture_close(ear_capture *capture) {
    if (!capture) return;
    if (capture->pcm) snd_pcm_close(capture->pcm);
    free(capture->samples);
    free(capture);
}

int ear_capture_wait(ear_capture *capture, int ms) { return snd_pcm_wait(capture->pcm, ms); }

long ear_capture_read(ear_capture *capture, float *frames) {
    snd_pcm_sframes_t got = snd_pcm_readi(capture->pcm, capture->samples, EAR_CAPTURE_AT_ONCE);
    if (got == -EAGAIN) return 0;
    for (snd_pcm_sframes_t frame = 0; frame < got; frame++) {
        float sum = 0;
        for (size_t channel = 0; channel < capture->channels; channel++)
            sum += capture->samples[(size_t)frame * capture->channels + channel];
        frames[frame] = sum / (float)capture->channels;
    }
    return got;
}

bool ear_capture_behind(ear_capture *capture, int64_t *time_ns, long *frames) {
    snd_pcm_sframes_t delay = 0;
    int64_t before = now_ns();
    if (snd_pcm_delay(capture->pcm, &delay) < 0) return false;
    int64_t after = now_ns();
    *time_ns = before + (after - before) / 2;
    *frames = delay;
    return true;
}

bool ear_capture_restart(ear_capture *capture) { return snd_pcm_prepare(capture->pcm) >= 0 && snd_pcm_start(capture->pcm) >= 0; }
