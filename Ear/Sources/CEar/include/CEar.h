// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds sharp attacks by the weight of high frequencies (aubio's hfc), in hops of some frames. To be used by one thread.
typedef struct ear_sharp ear_sharp;

/// NULL where memory is missing. `window` frames are looked at, `hop` at a time; two attacks lie `apart` seconds from each other.
ear_sharp *ear_sharp_create(uint32_t rate, uint32_t window, uint32_t hop, float apart);
void ear_sharp_destroy(ear_sharp *sharp);
/// Takes `hop` frames. Returns the frame of an attack that was found, counted from the first one taken, or -1.
int64_t ear_sharp_take(ear_sharp *sharp, const float *frames);

/// The energy of a window of sound in bands that are evenly spaced to the ear. To be used by one thread.
typedef struct ear_bands ear_bands;

/// NULL where memory is missing. `count` bands lie from `low` to `high` Hz.
ear_bands *ear_bands_create(uint32_t rate, uint32_t window, uint32_t hop, uint32_t count, float low, float high);
void ear_bands_destroy(ear_bands *bands);
/// Takes `hop` frames, and writes the energy of each band in the window that ends with them.
void ear_bands_take(ear_bands *bands, const float *frames, float *energies);

/// A file of sound that is read from its beginning.
typedef struct ear_file ear_file;

/// NULL where it cannot be read; `reason` says why.
ear_file *ear_file_open(const char *path, uint32_t *rate, char *reason, size_t reason_size);
void ear_file_close(ear_file *file);
/// Reads at most `count` frames, the mean of all channels, and returns how many; 0 at the end.
size_t ear_file_read(ear_file *file, float *frames, size_t count);

/// Frames that are read at once, at most.
enum { EAR_CAPTURE_AT_ONCE = 4096 };

/// Sound from an ALSA device, as it comes. To be used by one thread.
typedef struct ear_capture ear_capture;

/// Opens a device near a rate, which becomes the one that it has, and starts it. NULL where that fails; `reason` says why.
ear_capture *ear_capture_open(const char *device, uint32_t *rate, char *reason, size_t reason_size);
void ear_capture_close(ear_capture *capture);
/// Waits for frames: more than 0 where there are some, 0 after so many milliseconds, or -errno.
int ear_capture_wait(ear_capture *capture, int ms);
/// Reads what is there, the mean of all channels, into room for EAR_CAPTURE_AT_ONCE. Returns how many frames it was, or -errno.
long ear_capture_read(ear_capture *capture, float *frames);
/// How many frames were heard at a time, CLOCK_MONOTONIC, beyond the last one read; false where the device does not say.
bool ear_capture_behind(ear_capture *capture, int64_t *time_ns, long *frames);
/// Starts it again after frames were lost.
bool ear_capture_restart(ear_capture *capture);
