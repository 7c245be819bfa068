// SPDX-License-Identifier: Apache-2.0

// Loads the D-Bus client of libsystemd or elogind.

#define _GNU_SOURCE
#include "SDBus.h"
#include "CLinux.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static struct sdbus functions;
static bool loaded;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const struct {
        void *function;
        const char *name;
    } wanted[] = {
        {&functions.open_system, "sd_bus_open_system"},
        {&functions.open_user, "sd_bus_open_user"},
        {&functions.is_ready, "sd_bus_is_ready"},
        {&functions.process, "sd_bus_process"},
        {&functions.wait, "sd_bus_wait"},
        {&functions.flush, "sd_bus_flush"},
        {&functions.get_fd, "sd_bus_get_fd"},
        {&functions.get_timeout, "sd_bus_get_timeout"},
        {&functions.set_timeout, "sd_bus_set_method_call_timeout"},
        {&functions.get_property, "sd_bus_get_property_trivial"},
        {&functions.call, "sd_bus_call_method"},
        {&functions.error_free, "sd_bus_error_free"},
        {&functions.request_name, "sd_bus_request_name"},
        {&functions.release_name, "sd_bus_release_name"},
        {&functions.close, "sd_bus_close_unref"},
        {&functions.send, "sd_bus_send"},
        {&functions.new_signal, "sd_bus_message_new_signal"},
        {&functions.new_return, "sd_bus_message_new_method_return"},
        {&functions.new_error, "sd_bus_message_new_method_error"},
        {&functions.unref, "sd_bus_message_unref"},
        {&functions.is_call, "sd_bus_message_is_method_call"},
        {&functions.get_path, "sd_bus_message_get_path"},
        {&functions.get_interface, "sd_bus_message_get_interface"},
        {&functions.get_member, "sd_bus_message_get_member"},
        {&functions.peek, "sd_bus_message_peek_type"},
        {&functions.read, "sd_bus_message_read_basic"},
        {&functions.enter, "sd_bus_message_enter_container"},
        {&functions.exit, "sd_bus_message_exit_container"},
        {&functions.append, "sd_bus_message_append_basic"},
        {&functions.open, "sd_bus_message_open_container"},
        {&functions.end, "sd_bus_message_close_container"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        void *found = dlsym(library, wanted[i].name);
        if (!found) return;
        memcpy(wanted[i].function, &found, sizeof found);
    }
    loaded = true;
}

const struct sdbus *linux_sdbus(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded ? &functions : NULL;
}

int linux_sdbus_connect(const struct sdbus *sd, sd_bus *bus, int64_t deadline_ns) {
    for (int ready; (ready = sd->is_ready(bus)) <= 0;) {
        int done = ready < 0 ? ready : sd->process(bus, NULL);
        if (done < 0) return done;
        int64_t left_us = (deadline_ns - linux_monotonic_ns()) / 1000;
        if (left_us <= 0) return -ETIMEDOUT;
        if (done == 0) sd->wait(bus, (uint64_t)left_us);
    }
    return 0;
}

int64_t linux_sdbus_wake_ns(const struct sdbus *sd, sd_bus *bus) {
    uint64_t us = UINT64_MAX;
    if (sd->get_timeout(bus, &us) < 0 || us > INT64_MAX / 1000) return INT64_MAX;
    return (int64_t)us * 1000;
}
