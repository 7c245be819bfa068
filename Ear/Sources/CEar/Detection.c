// SPDX-License-Identifier: GPL-3.0-or-later

#include <aubio/aubio.h>
#include <stdlib.h>
#include <string.h>

#include "CEar.h"

struct ear_sharp {
    aubio_onset_t *onset;
    fvec_t *in, *out;
};

ear_sharp *ear_sharp_create(uint32_t rate, uint32_t window, uint32_t hop, float apart) {
    ear_sharp *sharp = calloc(1, sizeof *sharp);
    if (!sharp) return NULL;
    sharp->onset = new_aubio_onset("hfc", window, hop, rate);
    sharp->in = new_fvec(hop);
    sharp->out = new_fvec(1);
    if (!sharp->onset || !sharp->in || !sharp->out) {
        ear_sharp_destroy(sharp);
        return NULL;
    }
    aubio_onset_set_minioi_s(sharp->onset, apart);
    return sharp;
}

void ear_sharp_destroy(ear_sharp *sharp) {
    if (!sharp) return;
    if (sharp->onset) del_aubio_onset(sharp->onset);
    if (sharp->in) del_fvec(sharp->in);
    if (sharp->out) del_fvec(sharp->out);
    free(sharp);
}

int64_t ear_sharp_take(ear_sharp *sharp, const float *frames) {
    memcpy(sharp->in->data, frames, sharp->in->length * sizeof *frames);
    aubio_onset_do(sharp->onset, sharp->in, sharp->out);
    return sharp->out->data[0] != 0 ? (int64_t)aubio_onset_get_last(sharp->onset) : -1;
}

struct ear_bands {
    aubio_fft_t *transform;
    aubio_filterbank_t *bank;
    // The last frames, the same through the window, and their transform.
    fvec_t *frames, *shaped, *window, *parts, *out;
    cvec_t *spectrum;
    size_t hop;
};

ear_bands *ear_bands_create(uint32_t rate, uint32_t window, uint32_t hop, uint32_t count, float low, float high) {
    ear_bands *bands = calloc(1, sizeof *bands);
    if (!bands) return NULL;
    bands->hop = hop;
    bands->transform = new_aubio_fft(window);
    bands->bank = new_aubio_filterbank(count, window);
    bands->frames = new_fvec(window);
    bands->shaped = new_fvec(window);
    bands->window = new_aubio_window("hanningz", window);
    bands->parts = new_fvec(window);
    bands->out = new_fvec(count);
    bands->spectrum = new_cvec(window);
    if (!bands->transform || !bands->bank || !bands->frames || !bands->shaped || !bands->window || !bands->parts || !bands->out
        || !bands->spectrum || aubio_filterbank_set_mel_coeffs(bands->bank, rate, low, high)) {
        ear_bands_destroy(bands);
        return NULL;
    }
    return bands;
}

void ear_bands_destroy(ear_bands *bands) {
    if (!bands) return;
    if (bands->transform) del_aubio_fft(bands->transform);
    if (bands->bank) del_aubio_filterbank(bands->bank);
    if (bands->frames) del_fvec(bands->frames);
    if (bands->shaped) del_fvec(bands->shaped);
    if (bands->window) del_fvec(bands->window);
    if (bands->parts) del_fvec(bands->parts);
    if (bands->out) del_fvec(bands->out);
    if (bands->spectrum) del_cvec(bands->spectrum);
    free(bands);
}

void ear_bands_take(ear_bands *bands, const float *frames, float *energies) {
    float *all = bands->frames->data;
    size_t window = bands->frames->length, hop = bands->hop;
    memmove(all, all + hop, (window - hop) * sizeof *all);
    memcpy(all + window - hop, frames, hop * sizeof *all);
    for (size_t frame = 0; frame < window; frame++) bands->shaped->data[frame] = all[frame] * bands->window->data[frame];
    // Not by its phase vocoder: the phases, which are not needed, would take most of the time.
    aubio_fft_do_complex(bands->transform, bands->shaped, bands->parts);
    aubio_fft_get_norm(bands->parts, bands->spectrum);
    for (size_t bin = 0; bin < bands->spectrum->length; bin++) bands->spectrum->norm[bin] *= bands->spectrum->norm[bin];
    aubio_filterbank_do(bands->bank, bands->spectrum, bands->out);
    memcpy(energies, bands->out->data, bands->out->length * sizeof *energies);
}
