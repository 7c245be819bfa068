// SPDX-License-Identifier: Apache-2.0

// The session bus by sd-bus.

#define _GNU_SOURCE
#include "CLinux.h"
#include "SDBus.h"

#include <errno.h>
#include <stdlib.h>

struct linux_bus {
    const struct sdbus *sd;
    sd_bus *bus;
};

static sd_bus_message *raw(struct linux_bus_message *message) { return (sd_bus_message *)message; }
static struct linux_bus_message *cooked(sd_bus_message *message) { return (struct linux_bus_message *)message; }

int linux_bus_open(struct linux_bus **bus) {
    const struct sdbus *sd = linux_sdbus();
    if (!sd) return -ENOSYS;
    struct linux_bus *opened = calloc(1, sizeof *opened);
    if (!opened) return -ENOMEM;
    opened->sd = sd;
    int result = sd->open_user(&opened->bus);
    if (result < 0) {
        free(opened);
        return result;
    }
    sd->set_timeout(opened->bus, 2000000);
    *bus = opened;
    return 0;
}

int linux_bus_is_ready(struct linux_bus *bus) { return bus->sd->is_ready(bus->bus); }

int linux_bus_process(struct linux_bus *bus, struct linux_bus_message **call) {
    sd_bus_message *message = NULL;
    int result = bus->sd->process(bus->bus, &message);
    *call = NULL;
    if (message && bus->sd->is_call(message, NULL, NULL) > 0) {
        *call = cooked(message);
    } else if (message) {
        bus->sd->unref(message);
    }
    return result;
}

int linux_bus_descriptor(struct linux_bus *bus) { return bus->sd->get_fd(bus->bus); }

int64_t linux_bus_wake_ns(struct linux_bus *bus) { return linux_sdbus_wake_ns(bus->sd, bus->bus); }

int linux_bus_own(struct linux_bus *bus, const char *name) {
    int result = bus->sd->request_name(bus->bus, name, 0);
    return result < 0 && result != -EALREADY ? result : 0;
}

int linux_bus_disown(struct linux_bus *bus, const char *name) { return bus->sd->release_name(bus->bus, name); }

static const char *said(const char *text) { return text ? text : ""; }

const char *linux_bus_path(struct linux_bus *bus, struct linux_bus_message *message) {
    return said(bus->sd->get_path(raw(message)));
}

const char *linux_bus_interface(struct linux_bus *bus, struct linux_bus_message *message) {
    return said(bus->sd->get_interface(raw(message)));
}

const char *linux_bus_member(struct linux_bus *bus, struct linux_bus_message *message) {
    return said(bus->sd->get_member(raw(message)));
}

char linux_bus_peek(struct linux_bus *bus, struct linux_bus_message *message) {
    char type = 0;
    return bus->sd->peek(raw(message), &type, NULL) > 0 ? type : 0;
}

int linux_bus_read(struct linux_bus *bus, struct linux_bus_message *message, char type, void *value) {
    return bus->sd->read(raw(message), type, value);
}

char linux_bus_enter(struct linux_bus *bus, struct linux_bus_message *message) {
    char type = 0;
    const char *contents = NULL;
    if (bus->sd->peek(raw(message), &type, &contents) <= 0 || type != 'v' || !contents || contents[1]) return 0;
    return bus->sd->enter(raw(message), 'v', contents) > 0 ? contents[0] : 0;
}

int linux_bus_leave(struct linux_bus *bus, struct linux_bus_message *message) { return bus->sd->exit(raw(message)); }

struct linux_bus_message *linux_bus_answer(struct linux_bus *bus, struct linux_bus_message *call) {
    sd_bus_message *message = NULL;
    return bus->sd->new_return(raw(call), &message) < 0 ? NULL : cooked(message);
}

struct linux_bus_message *linux_bus_refusal(struct linux_bus *bus, struct linux_bus_message *call, const char *name,
                                            const char *text) {
    sd_bus_message *message = NULL;
    const sd_bus_error error = {name, text, 0};
    return bus->sd->new_error(raw(call), &message, &error) < 0 ? NULL : cooked(message);
}

struct linux_bus_message *linux_bus_signal(struct linux_bus *bus, const char *path, const char *interface,
                                           const char *member) {
    sd_bus_message *message = NULL;
    return bus->sd->new_signal(bus->bus, &message, path, interface, member) < 0 ? NULL : cooked(message);
}

int linux_bus_append(struct linux_bus *bus, struct linux_bus_message *message, char type, const void *value) {
    return bus->sd->append(raw(message), type, value);
}

int linux_bus_begin(struct linux_bus *bus, struct linux_bus_message *message, char type, const char *contents) {
    return bus->sd->open(raw(message), type, contents);
}

int linux_bus_end(struct linux_bus *bus, struct linux_bus_message *message) { return bus->sd->end(raw(message)); }

int linux_bus_send(struct linux_bus *bus, struct linux_bus_message *message) {
    int result = bus->sd->send(bus->bus, raw(message), NULL);
    bus->sd->unref(raw(message));
    return result;
}

void linux_bus_release(struct linux_bus *bus, struct linux_bus_message *message) { bus->sd->unref(raw(message)); }

void linux_bus_close(struct linux_bus *bus) {
    bus->sd->close(bus->bus);
    free(bus);
}
