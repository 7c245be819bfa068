// SPDX-License-Identifier: Apache-2.0

// The functions of sd-bus(3) that are used, declared here so that its header is not needed to build. The library is loaded
// when it is needed.

#ifndef METRONOMED_SDBUS_H
#define METRONOMED_SDBUS_H

#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct {
    const char *name, *message;
    int is_owned;
} sd_bus_error;

struct sdbus {
    int (*open_system)(sd_bus **);
    int (*open_user)(sd_bus **);
    int (*is_ready)(sd_bus *);
    int (*process)(sd_bus *, sd_bus_message **);
    int (*wait)(sd_bus *, uint64_t timeout_us);
    int (*flush)(sd_bus *);
    int (*get_fd)(sd_bus *);
    int (*get_timeout)(sd_bus *, uint64_t *);
    int (*set_timeout)(sd_bus *, uint64_t timeout_us);
    int (*get_property)(sd_bus *, const char *service, const char *object, const char *interface, const char *member,
                        sd_bus_error *, char type, void *value);
    int (*call)(sd_bus *, const char *service, const char *object, const char *interface, const char *member,
                sd_bus_error *, void *reply, const char *types, ...);
    void (*error_free)(sd_bus_error *);
    int (*request_name)(sd_bus *, const char *name, uint64_t flags);
    int (*release_name)(sd_bus *, const char *name);
    sd_bus *(*close)(sd_bus *);
    int (*send)(sd_bus *, sd_bus_message *, uint64_t *cookie);
    int (*new_signal)(sd_bus *, sd_bus_message **, const char *path, const char *interface, const char *member);
    int (*new_return)(sd_bus_message *, sd_bus_message **);
    int (*new_error)(sd_bus_message *, sd_bus_message **, const sd_bus_error *);
    sd_bus_message *(*unref)(sd_bus_message *);
    int (*is_call)(sd_bus_message *, const char *interface, const char *member);
    const char *(*get_path)(sd_bus_message *);
    const char *(*get_interface)(sd_bus_message *);
    const char *(*get_member)(sd_bus_message *);
    int (*peek)(sd_bus_message *, char *type, const char **contents);
    int (*read)(sd_bus_message *, char type, void *value);
    int (*enter)(sd_bus_message *, char type, const char *contents);
    int (*exit)(sd_bus_message *);
    int (*append)(sd_bus_message *, char type, const void *value);
    int (*open)(sd_bus_message *, char type, const char *contents);
    int (*end)(sd_bus_message *);
};

// The functions, of libsystemd or elogind; NULL where there is neither.
const struct sdbus *linux_sdbus(void);

// Waits until a bus that was opened takes messages: 0, -ETIMEDOUT at that time of CLOCK_MONOTONIC, or -errno. The calls of
// sd-bus that connect by themselves would wait 90 s for a bus that does not answer.
int linux_sdbus_connect(const struct sdbus *sd, sd_bus *bus, int64_t deadline_ns);

// When it has something to do though nothing has come, CLOCK_MONOTONIC; INT64_MAX for never.
int64_t linux_sdbus_wake_ns(const struct sdbus *sd, sd_bus *bus);

#endif
