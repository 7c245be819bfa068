// SPDX-License-Identifier: Apache-2.0

#include "CKeyboard.h"

#include <dlfcn.h>
#include <time.h>

// What is used of libX11 and libXtst, which are loaded only where a program with a window is measured.
typedef unsigned long window;

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int64_t keyboard_press_space(const char *name) {
    void *x11 = dlopen("libX11.so.6", RTLD_NOW), *xtst = dlopen("libXtst.so.6", RTLD_NOW);
    if (!x11 || !xtst) return 0;
    void *(*open_display)(const char *) = (void *(*)(const char *))dlsym(x11, "XOpenDisplay");
    window (*root_of)(void *) = (window(*)(void *))dlsym(x11, "XDefaultRootWindow");
    int (*query_tree)(void *, window, window *, window *, window **, unsigned *) =
        (int (*)(void *, window, window *, window *, window **, unsigned *))dlsym(x11, "XQueryTree");
    int (*geometry)(void *, window, window *, int *, int *, unsigned *, unsigned *, unsigned *, unsigned *) =
        (int (*)(void *, window, window *, int *, int *, unsigned *, unsigned *, unsigned *, unsigned *))dlsym(
            x11, "XGetGeometry");
    int (*set_focus)(void *, window, int, unsigned long) =
        (int (*)(void *, window, int, unsigned long))dlsym(x11, "XSetInputFocus");
    int (*synchronise)(void *, int) = (int (*)(void *, int))dlsym(x11, "XSync");
    unsigned char (*key_code)(void *, unsigned long) =
        (unsigned char (*)(void *, unsigned long))dlsym(x11, "XKeysymToKeycode");
    int (*fake_key)(void *, unsigned, int, unsigned long) =
        (int (*)(void *, unsigned, int, unsigned long))dlsym(xtst, "XTestFakeKeyEvent");
    if (!open_display || !root_of || !query_tree || !geometry || !set_focus || !synchronise || !key_code || !fake_key)
        return 0;

    void *display = open_display(name);
    if (!display) return 0;
    window root, parent, *windows = 0, largest = 0;
    unsigned count = 0, most = 0;
    query_tree(display, root_of(display), &root, &parent, &windows, &count);
    for (unsigned index = 0; index < count; index++) {
        int x, y;
        unsigned width = 0, height = 0, border, depth;
        geometry(display, windows[index], &parent, &x, &y, &width, &height, &border, &depth);
        if (width * height > most) {
            most = width * height;
            largest = windows[index];
        }
    }
    if (!largest) return 0;
    set_focus(display, largest, 1, 0);
    synchronise(display, 0);
    nanosleep(&(struct timespec){0, 300000000}, 0);
    unsigned char key = key_code(display, 0x20);
    int64_t now = now_ns();
    fake_key(display, key, 1, 0);
    fake_key(display, key, 0, 0);
    synchronise(display, 0);
    return now;
}
