#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Flashes an LED with every beat as it is heard, longer with the bell: led.py FILE, such as

    led.py /sys/class/leds/input3::capslock/brightness

The daemon announces each beat ahead, so the light comes on time. A udev rule lets you write the file:
    SUBSYSTEM=="leds", KERNEL=="*::capslock", RUN+="/bin/chmod a+w /sys%p/brightness"
"""
import json, os, select, signal, socket, sys, time

if len(sys.argv) != 2:
    sys.exit("usage: led.py FILE")
try:
    led = os.open(sys.argv[1], os.O_WRONLY)
except OSError as error:
    sys.exit(f"led.py: {sys.argv[1]} cannot be written: {error.strerror}")
most = os.path.join(os.path.dirname(sys.argv[1]), "max_brightness")
brightest = open(most).read().strip() if os.path.exists(most) else "1"


def light(brightness):
    os.write(led, f"{brightness}\n".encode())


def follow():
    daemon, rest = socket.socket(socket.AF_UNIX), b""
    given, folder = os.path.expanduser(os.environ.get("METRONOMED_SOCKET", "")), os.environ.get("XDG_RUNTIME_DIR", "")
    path = given or (folder if folder[:1] == "/" else sys.exit("led.py: set XDG_RUNTIME_DIR, to an absolute path")) + "/metronomed/control.sock"
    if error := daemon.connect_ex(path): sys.exit(f"led.py: no daemon at {path}: {os.strerror(error)}")
    daemon.sendall(b"subscribe beat state\n")
    coming, last, off = {}, (0, -1), None  # beats by run and number; when the light goes out
    while True:
        now = time.monotonic_ns()
        if off and off <= now:
            off = light(0)
        for beat in [beat for key, beat in sorted(coming.items()) if beat["at_ns"] <= now]:
            last = beat["run"], beat["beat_index"]
            del coming[last]
            if beat.get("accent") != "mute" and now - beat["at_ns"] < 50_000_000:  # else it is too late
                light(brightest)
                off = beat["at_ns"] + (120_000_000 if beat["bell"] else 40_000_000)
        due = min([beat["at_ns"] for beat in coming.values()] + [off or 1 << 62])
        if not select.select([daemon], [], [], max(0, min(due - time.monotonic_ns(), 10**12)) / 1e9)[0]:
            continue
        *lines, rest = (rest + (daemon.recv(65536) or sys.exit("led.py: the daemon has ended"))).split(b"\n")
        for message in map(json.loads, lines):
            event = message.get("params", {})
            if message.get("method") == "event.beat" and (event["run"], event["beat_index"]) > last:
                coming[event["run"], event["beat_index"]] = event
            elif message.get("method") == "event.state" and not event["state"]["playing"]:
                coming = {}


for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, lambda *_: sys.exit())
try:
    follow()
finally:
    light(0)
