// SPDX-License-Identifier: Apache-2.0

// Loads libjack.

#define _GNU_SOURCE
#include "JACKLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static struct jack_library functions;
static bool loaded;

// What libjack has to say is said by those who call it.
static void ignore(const char *message) { (void)message; }

static void load(void) {
    void *library = dlopen("libjack.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct {
        void *function;
        const char *name;
    } wanted[] = {
        {&functions.client_open, "jack_client_open"},
        {&functions.client_close, "jack_client_close"},
        {&functions.activate, "jack_activate"},
        {&functions.get_client_name, "jack_get_client_name"},
        {&functions.get_sample_rate, "jack_get_sample_rate"},
        {&functions.get_buffer_size, "jack_get_buffer_size"},
        {&functions.set_process_callback, "jack_set_process_callback"},
        {&functions.on_shutdown, "jack_on_shutdown"},
        {&functions.set_error_function, "jack_set_error_function"},
        {&functions.set_info_function, "jack_set_info_function"},
        {&functions.last_frame_time, "jack_last_frame_time"},
        {&functions.port_register, "jack_port_register"},
        {&functions.port_get_buffer, "jack_port_get_buffer"},
        {&functions.port_name, "jack_port_name"},
        {&functions.port_by_name, "jack_port_by_name"},
        {&functions.port_connected, "jack_port_connected"},
        {&functions.port_connected_to, "jack_port_connected_to"},
        {&functions.port_get_latency_range, "jack_port_get_latency_range"},
        {&functions.get_ports, "jack_get_ports"},
        {&functions.free, "jack_free"},
        {&functions.connect, "jack_connect"},
        {&functions.midi_clear_buffer, "jack_midi_clear_buffer"},
        {&functions.midi_event_write, "jack_midi_event_write"},
        {&functions.midi_get_event_count, "jack_midi_get_event_count"},
        {&functions.midi_event_get, "jack_midi_event_get"},
        {&functions.set_timebase_callback, "jack_set_timebase_callback"},
        {&functions.transport_query, "jack_transport_query"},
        {&functions.transport_locate, "jack_transport_locate"},
        {&functions.transport_start, "jack_transport_start"},
        {&functions.transport_stop, "jack_transport_stop"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        void *found = dlsym(library, wanted[i].name);
        if (!found) return;
        memcpy(wanted[i].function, &found, sizeof found);
    }
    functions.set_error_function(ignore);
    functions.set_info_function(ignore);
    loaded = true;
}

const struct jack_library *linux_jack_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded ? &functions : NULL;
}
