// SPDX-License-Identifier: Apache-2.0

// An avahi-daemon for tests: avahi-stub LOG WISH
//
// It answers on the bus that DBUS_SYSTEM_BUS_ADDRESS names and writes a line to LOG for each call, for each client that
// goes, and "ready" once it is on the bus. WISH is what becomes of services: `establish`; `local`, which refuses names
// without a number as taken on this machine; `network`, which finds them taken in the network; `silent` answers nothing.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message message;

static int (*open_system)(sd_bus **);
static int (*add_object)(sd_bus *, void *slot, const char *path, int (*)(message *, void *, void *), void *context);
static int (*add_match)(sd_bus *, void *slot, const char *rule, int (*)(message *, void *, void *), void *context);
static int (*request_name)(sd_bus *, const char *name, uint64_t flags);
static int (*process)(sd_bus *, void *);
static int (*wait_bus)(sd_bus *, uint64_t timeout_us);
static int (*is_call)(message *, const char *interface, const char *member);
static int (*read_message)(message *, const char *types, ...);
static int (*enter)(message *, char type, const char *contents);
static int (*leave)(message *);
static int (*read_array)(message *, char type, const void **bytes, size_t *size);
static int (*reply)(message *, const char *types, ...);
static int (*reply_error)(message *, const char *name, const char *format, ...);
static int (*emit)(sd_bus *, const char *path, const char *interface, const char *member, const char *types, ...);
static const char *(*sender)(message *);

static const struct {
    void *function;
    const char *name;
} functions[] = {
    {&open_system, "sd_bus_open_system"},
    {&add_object, "sd_bus_add_object"},
    {&add_match, "sd_bus_add_match"},
    {&request_name, "sd_bus_request_name"},
    {&process, "sd_bus_process"},
    {&wait_bus, "sd_bus_wait"},
    {&is_call, "sd_bus_message_is_method_call"},
    {&read_message, "sd_bus_message_read"},
    {&enter, "sd_bus_message_enter_container"},
    {&leave, "sd_bus_message_exit_container"},
    {&read_array, "sd_bus_message_read_array"},
    {&reply, "sd_bus_reply_method_return"},
    {&reply_error, "sd_bus_reply_method_errorf"},
    {&emit, "sd_bus_emit_signal"},
    {&sender, "sd_bus_message_get_sender"},
};

static const char name[] = "org.freedesktop.Avahi";
static const char server[] = "org.freedesktop.Avahi.Server";
static const char group[] = "org.freedesktop.Avahi.EntryGroup";
static const char group_path[] = "/Client0/EntryGroup0";
enum { running = 2, established = 2, collision = 3 };

static sd_bus *bus;
static FILE *record;
static const char *wish;
static char client[256];
static int is_taken;

static void note(const char *line) {
    fprintf(record, "%s\n", line);
    fflush(record);
}

static int answer_server(message *request, void *context, void *error) {
    (void)context;
    (void)error;
    if (strcmp(wish, "silent") == 0) return 1;
    if (is_call(request, server, "GetState")) return reply(request, "i", running);
    if (!is_call(request, server, "EntryGroupNew")) return 0;
    snprintf(client, sizeof client, "%s", sender(request));
    note("new");
    return reply(request, "o", group_path);
}

static int add(message *request) {
    int32_t interface, protocol;
    uint32_t flags;
    const char *service, *type, *domain, *host;
    uint16_t port;
    if (read_message(request, "iiussssq", &interface, &protocol, &flags, &service, &type, &domain, &host, &port) < 0)
        return -EINVAL;
    fprintf(record, "add|%d|%d|%u|%s|%s|%s|%s|%u", interface, protocol, flags, service, type, domain, host, port);
    if (enter(request, 'a', "ay") < 0) return -EINVAL;
    const void *text;
    size_t size;
    while (read_array(request, 'y', &text, &size) > 0) fprintf(record, "|%.*s", (int)size, (const char *)text);
    note("");
    is_taken = strcmp(wish, "establish") != 0 && !strchr(service, '#');
    if (is_taken && strcmp(wish, "local") == 0)
        return reply_error(request, "org.freedesktop.Avahi.CollisionError", "Local name collision");
    return reply(request, "");
}

static int answer_group(message *request, void *context, void *error) {
    (void)context;
    (void)error;
    if (is_call(request, group, "AddService")) return add(request);
    if (is_call(request, group, "Reset")) {
        note("reset");
        return reply(request, "");
    }
    if (!is_call(request, group, "Commit")) return 0;
    note("commit");
    reply(request, "");
    return emit(bus, group_path, group, "StateChanged", "is", is_taken ? collision : established, "");
}

static int left(message *signal, void *context, void *error) {
    (void)context;
    (void)error;
    const char *who, *former, *owner;
    if (read_message(signal, "sss", &who, &former, &owner) >= 0 && !owner[0] && strcmp(who, client) == 0) note("left");
    return 0;
}

int main(int count, char **words) {
    if (count != 3 || !(record = fopen(words[1], "w"))) return 2;
    wish = words[2];
    void *library = dlopen("libsystemd.so.0", RTLD_NOW);
    if (!library) library = dlopen("libelogind.so.0", RTLD_NOW);
    if (!library) return 3;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *found = dlsym(library, functions[i].name);
        if (!found) return 3;
        memcpy(functions[i].function, &found, sizeof found);
    }
    if (open_system(&bus) < 0 || add_object(bus, NULL, "/", answer_server, NULL) < 0
        || add_object(bus, NULL, group_path, answer_group, NULL) < 0
        || add_match(bus, NULL, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'", left, NULL) < 0
        || request_name(bus, name, 0) < 0)
        return 4;
    note("ready");
    for (;;) {
        int done = process(bus, NULL);
        if (done < 0) return 5;
        if (done == 0) wait_bus(bus, UINT64_MAX);
    }
}
