// SPDX-License-Identifier: Apache-2.0

// alsa-lib, with what Swift cannot call: the variadic error handler, and the calls of the real-time thread.

#ifndef METRONOMED_CALSA_H
#define METRONOMED_CALSA_H

#include <alsa/asoundlib.h>
#include <poll.h>

/// Marks a function for the Swift compiler as one that takes no lock. alsa-lib takes none for a kernel device; a plugin
/// has a lock of its own, and a sound server's takes more. The real-time thread shares none of these with other threads.
#define CALSA_REALTIME __attribute__((swift_attr("@_noLocks")))

#pragma clang assume_nonnull begin

/// Keeps alsa-lib's messages off stderr; the first one of each thread can be asked for.
void calsa_capture_messages(void);

/// The first message on this thread since the last call, or "".
const char *calsa_take_message(void);

int calsa_state(snd_pcm_t *pcm) CALSA_REALTIME;

/// Frames that may be written, or -errno.
long calsa_available(snd_pcm_t *pcm) CALSA_REALTIME;

/// Frames written, or -errno.
long calsa_write(snd_pcm_t *pcm, const void *frames, unsigned long count) CALSA_REALTIME;

/// Frames between the next one written and the one heard: 0 and the delay, or -errno.
int calsa_delay(snd_pcm_t *pcm, long *delay) CALSA_REALTIME;

/// Stops at once and drops what was written. A sound server may be slow to answer.
void calsa_drop(snd_pcm_t *pcm) CALSA_REALTIME;

/// Descriptors to poll for errors only: the thread's own clock, not the device, says when to write. Returns how many.
int calsa_error_descriptors(snd_pcm_t *pcm, struct pollfd *descriptors, unsigned int room) CALSA_REALTIME;

#pragma clang assume_nonnull end

#endif
