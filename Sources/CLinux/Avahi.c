// SPDX-License-Identifier: Apache-2.0

// Has avahi-daemon announce a service, by sd-bus.

#define _GNU_SOURCE
#include "CLinux.h"
#include "SDBus.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char service[] = "org.freedesktop.Avahi";
static const char server[] = "org.freedesktop.Avahi.Server";
static const char group[] = "org.freedesktop.Avahi.EntryGroup";
static const char driver[] = "org.freedesktop.DBus";
static const char driver_object[] = "/org/freedesktop/DBus";
enum { answer_within_us = 2000000 };

struct linux_avahi {
    const struct sdbus *sd;
    sd_bus *bus;
    // The path of the entry group; NULL while there is none.
    char *group;
    char reason[200];
};

static void forget_group(struct linux_avahi *avahi) {
    free(avahi->group);
    avahi->group = NULL;
}

// The outcome of a call: `result`, -EEXIST where the name is taken; why it failed is kept.
static int judge(struct linux_avahi *avahi, int result, sd_bus_error *error) {
    if (result < 0) {
        snprintf(avahi->reason, sizeof avahi->reason, "%s", error->message ? error->message : strerror(-result));
        if (error->name && strcmp(error->name, "org.freedesktop.Avahi.CollisionError") == 0) result = -EEXIST;
    }
    avahi->sd->error_free(error);
    return result;
}

// Calls a method without arguments of the server or the group, and reads the answer where `type` is not 0.
static int ask(struct linux_avahi *avahi, const char *object, const char *interface, const char *member, char type,
               void *value, sd_bus_message **answer) {
    sd_bus_error error = {0};
    int result = avahi->sd->call(avahi->bus, service, object, interface, member, &error, answer, "");
    if (result >= 0 && type) result = avahi->sd->read(*answer, type, value);
    return judge(avahi, result, &error);
}

static int match(struct linux_avahi *avahi, const char *rule) {
    sd_bus_error error = {0};
    int result = avahi->sd->call(avahi->bus, driver, driver_object, driver, "AddMatch", &error, NULL, "s", rule);
    return judge(avahi, result, &error);
}

int linux_avahi_open(struct linux_avahi **opened) {
    const struct sdbus *sd = linux_sdbus();
    if (!sd) return -ENOSYS;
    struct linux_avahi *avahi = calloc(1, sizeof *avahi);
    if (!avahi) return -ENOMEM;
    avahi->sd = sd;
    int result = sd->open_system(&avahi->bus);
    if (result < 0) {
        free(avahi);
        return result;
    }
    result = linux_sdbus_connect(sd, avahi->bus, linux_monotonic_ns() + answer_within_us * INT64_C(1000));
    if (result >= 0) result = sd->set_timeout(avahi->bus, answer_within_us);
    if (result >= 0) result = match(avahi, "type='signal',sender='org.freedesktop.Avahi',member='StateChanged'");
    if (result >= 0)
        result = match(avahi, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                              "arg0='org.freedesktop.Avahi'");
    if (result < 0) {
        linux_avahi_close(avahi);
        return result;
    }
    *opened = avahi;
    return 0;
}

int linux_avahi_server_state(struct linux_avahi *avahi) {
    // Its name is looked for first, since a call would have the bus start it.
    sd_bus_error error = {0};
    sd_bus_message *answer = NULL;
    int is_there = 0;
    int result =
        avahi->sd->call(avahi->bus, driver, driver_object, driver, "NameHasOwner", &error, &answer, "s", service);
    if (result >= 0) result = avahi->sd->read(answer, 'b', &is_there);
    avahi->sd->unref(answer);
    result = judge(avahi, result, &error);
    if (result < 0) return result;
    if (!is_there) return -ESRCH;
    int32_t state = 0;
    answer = NULL;
    result = ask(avahi, "/", server, "GetState", 'i', &state, &answer);
    avahi->sd->unref(answer);
    return result < 0 ? result : state;
}

// Reads a signal of avahi-daemon or of the bus about it.
static void understand(struct linux_avahi *avahi, sd_bus_message *message, struct linux_avahi_report *report) {
    const char *interface = avahi->sd->get_interface(message), *member = avahi->sd->get_member(message);
    const char *path = avahi->sd->get_path(message);
    if (!interface || !member || !path) return;
    if (strcmp(member, "NameOwnerChanged") == 0) {
        const char *name = NULL, *former = NULL, *owner = NULL;
        if (avahi->sd->read(message, 's', &name) <= 0 || strcmp(name, service) != 0) return;
        if (avahi->sd->read(message, 's', &former) <= 0 || avahi->sd->read(message, 's', &owner) <= 0) return;
        forget_group(avahi);
        report->kind = owner[0] ? linux_avahi_came : linux_avahi_went;
    } else if (strcmp(member, "StateChanged") == 0) {
        int32_t state = 0;
        if (avahi->sd->read(message, 'i', &state) <= 0) return;
        if (strcmp(interface, server) == 0) report->kind = linux_avahi_server;
        if (strcmp(interface, group) == 0 && avahi->group && strcmp(path, avahi->group) == 0)
            report->kind = linux_avahi_group;
        report->state = state;
    }
}

int linux_avahi_process(struct linux_avahi *avahi, struct linux_avahi_report *report) {
    sd_bus_message *message = NULL;
    *report = (struct linux_avahi_report){linux_avahi_nothing, 0};
    int result = avahi->sd->process(avahi->bus, &message);
    if (message) understand(avahi, message, report);
    avahi->sd->unref(message);
    return result;
}

int linux_avahi_announce(struct linux_avahi *avahi, int interface, int family, const char *name, const char *type,
                         uint16_t port) {
    sd_bus_message *answer = NULL;
    const char *path = NULL;
    int result = 0;
    if (avahi->group) {
        result = ask(avahi, avahi->group, group, "Reset", 0, NULL, NULL);
    } else {
        result = ask(avahi, "/", server, "EntryGroupNew", 'o', &path, &answer);
        if (result >= 0 && !(avahi->group = strdup(path))) result = -ENOMEM;
        avahi->sd->unref(answer);
    }
    if (result < 0) return result;
    sd_bus_error error = {0};
    const int protocol = family == 4 ? 0 : family == 6 ? 1 : -1;
    result = avahi->sd->call(avahi->bus, service, avahi->group, group, "AddService", &error, NULL, "iiussssqaay",
                             interface, protocol, 0u, name, type, "", "", (int)port, 1, 6, 'p', 'a', 't', 'h', '=', '/');
    result = judge(avahi, result, &error);
    return result < 0 ? result : ask(avahi, avahi->group, group, "Commit", 0, NULL, NULL);
}

int linux_avahi_withdraw(struct linux_avahi *avahi) {
    return avahi->group ? ask(avahi, avahi->group, group, "Reset", 0, NULL, NULL) : 0;
}

const char *linux_avahi_reason(const struct linux_avahi *avahi) { return avahi->reason; }

int linux_avahi_descriptor(struct linux_avahi *avahi) { return avahi->sd->get_fd(avahi->bus); }

int64_t linux_avahi_wake_ns(struct linux_avahi *avahi) { return linux_sdbus_wake_ns(avahi->sd, avahi->bus); }

void linux_avahi_close(struct linux_avahi *avahi) {
    forget_group(avahi);
    avahi->sd->close(avahi->bus);
    free(avahi);
}
