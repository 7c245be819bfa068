// SPDX-License-Identifier: GPL-3.0-or-later

#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

#include "CEar.h"

enum { AT_ONCE = 1024 };

struct ear_file {
    SNDFILE *file;
    size_t channels;
    float *samples;
};

ear_file *ear_file_open(const char *path, uint32_t *rate, char *reason, size_t reason_size) {
    SF_INFO info = {0};
    ear_file *file = calloc(1, sizeof *file);
    if (file && (file->file = sf_open(path, SFM_READ, &info)) == NULL) {
        snprintf(reason, reason_size, "%s", sf_strerror(NULL));
        free(file);
        return NULL;
    }
    if (file && info.channels > 0 && info.samplerate > 0) {
        file->channels = (size_t)info.channels;
        file->samples = malloc(AT_ONCE * file->channels * sizeof *file->samples);
        *rate = (uint32_t)info.samplerate;
        if (file->samples) return file;
    }
    snprintf(reason, reason_size, "there is no memory for it");
    ear_file_close(file);
    return NULL;
}

void ear_file_close(ear_file *file) {
    if (!file) return;
    if (file->file) sf_close(file->file);
    free(file->samples);
    free(file);
}

size_t ear_file_read(ear_file *file, float *frames, size_t count) {
    sf_count_t got = sf_readf_float(file->file, file->samples, (sf_count_t)(count < AT_ONCE ? count : AT_ONCE));
    for (sf_count_t frame = 0; frame < got; frame++) {
        float sum = 0;
        for (size_t channel = 0; channel < file->channels; channel++) sum += file->samples[(size_t)frame * file->channels + channel];
        frames[frame] = sum / (float)file->channels;
    }
    return got > 0 ? (size_t)got : 0;
}
