// SPDX-License-Identifier: Apache-2.0

#include "CALSA.h"

#include <stdarg.h>
#include <stdio.h>

static __thread char message[512];

static void capture(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file;
    (void)line;
    // The first message names the cause: the callers of that function report their failures after it.
    if (message[0]) return;
    va_list arguments;
    va_start(arguments, format);
    int length = snprintf(message, sizeof message, "%s: ", function);
    if (length < 0 || (size_t)length >= sizeof message) length = 0;
    vsnprintf(message + length, sizeof message - (size_t)length, format, arguments);
    va_end(arguments);
    (void)error;
}

void calsa_capture_messages(void) { snd_lib_error_set_handler(capture); }

const char *calsa_take_message(void) {
    static __thread char taken[sizeof message];
    memcpy(taken, message, sizeof message);
    message[0] = '\0';
    return taken;
}

int calsa_state(snd_pcm_t *pcm) { return (int)snd_pcm_state(pcm); }

long calsa_available(snd_pcm_t *pcm) { return snd_pcm_avail(pcm); }

long calsa_write(snd_pcm_t *pcm, const void *frames, unsigned long count) {
    return snd_pcm_writei(pcm, frames, count);
}

int calsa_delay(snd_pcm_t *pcm, long *delay) {
    snd_pcm_sframes_t frames = 0;
    int error = snd_pcm_delay(pcm, &frames);
    *delay = frames;
    return error;
}

void calsa_drop(snd_pcm_t *pcm) { snd_pcm_drop(pcm); }

int calsa_error_descriptors(snd_pcm_t *pcm, struct pollfd *descriptors, unsigned int room) {
    if (snd_pcm_poll_descriptors_count(pcm) > (int)room) return 0;
    int count = snd_pcm_poll_descriptors(pcm, descriptors, room);
    if (count < 0) return 0;
    for (int i = 0; i < count; i++) descriptors[i].events = 0;
    return count;
}
