// SPDX-License-Identifier: Apache-2.0

// The functions of libjack that are used, declared here so that its headers are not needed to build. The library is loaded
// when it is needed; it is JACK's or PipeWire's.

#ifndef METRONOMED_JACKLIBRARY_H
#define METRONOMED_JACKLIBRARY_H

#include <stddef.h>
#include <stdint.h>

typedef struct jack_client jack_client;
typedef struct jack_port jack_port;

// The first fields of jack_position_t, which JACK itself allocates and copies; those after them are not used.
typedef struct {
    uint64_t unique_1, usecs;
    uint32_t frame_rate, frame;
    int valid;
    int32_t bar, beat, tick;
    double bar_start_tick;
    float beats_per_bar, beat_type;
    double ticks_per_beat, beats_per_minute;
    double frame_time, next_time;
    uint32_t bbt_offset;
    float audio_frames_per_video_frame;
    uint32_t video_offset;
    char others[100];
} jack_position;

typedef struct {
    uint32_t time;
    size_t size;
    uint8_t *buffer;
} jack_midi_event;

typedef struct {
    uint32_t min, max;
} jack_latency_range;

enum { jack_no_start_server = 1, jack_server_name = 4 };
enum { jack_port_is_input = 1, jack_port_is_output = 2, jack_port_is_physical = 4 };
enum { jack_stopped = 0, jack_rolling = 1, jack_starting = 3, jack_net_starting = 4 };
enum { jack_position_bbt = 0x10 };
enum { jack_playback_latency = 1 };
#define jack_midi_type "8 bit raw midi"
#define jack_audio_type "32 bit float mono audio"

struct jack_library {
    jack_client *(*client_open)(const char *name, int options, int *status, ...);
    int (*client_close)(jack_client *);
    int (*activate)(jack_client *);
    char *(*get_client_name)(jack_client *);
    uint32_t (*get_sample_rate)(jack_client *);
    uint32_t (*get_buffer_size)(jack_client *);
    int (*set_process_callback)(jack_client *, int (*)(uint32_t frames, void *), void *);
    void (*on_shutdown)(jack_client *, void (*)(void *), void *);
    void (*set_error_function)(void (*)(const char *));
    void (*set_info_function)(void (*)(const char *));
    uint32_t (*last_frame_time)(const jack_client *);
    jack_port *(*port_register)(jack_client *, const char *name, const char *type, unsigned long flags,
                                unsigned long size);
    void *(*port_get_buffer)(jack_port *, uint32_t frames);
    const char *(*port_name)(const jack_port *);
    jack_port *(*port_by_name)(jack_client *, const char *name);
    int (*port_connected)(const jack_port *);
    int (*port_connected_to)(const jack_port *, const char *name);
    void (*port_get_latency_range)(jack_port *, int mode, jack_latency_range *);
    const char **(*get_ports)(jack_client *, const char *name, const char *type, unsigned long flags);
    void (*free)(void *);
    int (*connect)(jack_client *, const char *from, const char *to);
    void (*midi_clear_buffer)(void *);
    int (*midi_event_write)(void *, uint32_t time, const uint8_t *data, size_t size);
    uint32_t (*midi_get_event_count)(void *);
    int (*midi_event_get)(jack_midi_event *, void *, uint32_t index);
    int (*set_timebase_callback)(jack_client *, int conditional,
                                 void (*)(int state, uint32_t frames, jack_position *, int is_new, void *), void *);
    int (*transport_query)(const jack_client *, jack_position *);
    int (*transport_locate)(jack_client *, uint32_t frame);
    void (*transport_start)(jack_client *);
    void (*transport_stop)(jack_client *);
};

// The functions; NULL where libjack is not installed.
const struct jack_library *linux_jack_library(void);

#endif
