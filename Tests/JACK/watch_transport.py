# SPDX-License-Identifier: Apache-2.0
"""A client of JACK that knows nothing of metronomed: prints what its transport and timebase say, a line of JSON for each cycle.

    watch_transport.py SECONDS [bpm=TEMPO] [COMMAND@SECOND...]    COMMAND: start, stop, locate=FRAME,
                                                                      or lead=TEMPO: tells bars of four quarters

Each line: the server's frame at the begin of the cycle and when this client was woken in it (CLOCK_MONOTONIC, ns), the state
(0 stopped, 1 rolling, 3 starting), the transport's frame, and bar, beat, tick, ticks per beat, beats per bar, beat type, tempo
and the tick of the bar's begin, or null. With a tempo, which has been that one from frame 0 on as the meter has, one line in
place of all: how many cycles rolled, and how many of them were off by a tick or more. SIGTERM ends it before its time.
"""
import collections
import ctypes
import gc
import json
import signal
import sys
import time

jack = ctypes.CDLL("libjack.so.0")


class Position(ctypes.Structure):
    _fields_ = [
        ("unique_1", ctypes.c_uint64), ("usecs", ctypes.c_uint64), ("rate", ctypes.c_uint32),
        ("frame", ctypes.c_uint32), ("valid", ctypes.c_int), ("bar", ctypes.c_int32), ("beat", ctypes.c_int32),
        ("tick", ctypes.c_int32), ("bar_start_tick", ctypes.c_double), ("beats_per_bar", ctypes.c_float),
        ("beat_type", ctypes.c_float), ("ticks_per_beat", ctypes.c_double), ("bpm", ctypes.c_double),
        ("others", ctypes.c_char * 128),
    ]


PROCESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)
jack.jack_client_open.restype = ctypes.c_void_p
for name in ("activate", "client_close", "transport_start", "transport_stop", "get_sample_rate"):
    getattr(jack, "jack_" + name).argtypes = [ctypes.c_void_p]
jack.jack_set_process_callback.argtypes = [ctypes.c_void_p, PROCESS, ctypes.c_void_p]
TIMEBASE = ctypes.CFUNCTYPE(
    None, ctypes.c_int, ctypes.c_uint32, ctypes.POINTER(Position), ctypes.c_int, ctypes.c_void_p)
jack.jack_set_timebase_callback.argtypes = [ctypes.c_void_p, ctypes.c_int, TIMEBASE, ctypes.c_void_p]
jack.jack_transport_query.argtypes = [ctypes.c_void_p, ctypes.POINTER(Position)]
jack.jack_transport_locate.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
jack.jack_last_frame_time.argtypes = [ctypes.c_void_p]
jack.jack_last_frame_time.restype = ctypes.c_uint32

status = ctypes.c_int()
client = jack.jack_client_open(b"watcher", 1, ctypes.byref(status))
if not client:
    sys.exit("no JACK server")
client = ctypes.c_void_p(client)
lines = collections.deque()


def process(_frames, _context):
    now, frame = time.monotonic_ns(), jack.jack_last_frame_time(client)
    at = Position()
    state = jack.jack_transport_query(client, at)
    bars = None
    if at.valid & 0x10:
        bars = [at.bar, at.beat, at.tick, at.ticks_per_beat, at.beats_per_bar, at.beat_type, at.bpm, at.bar_start_tick]
    lines.append((frame, now, state, at.frame, bars))
    return 0


def tell(_state, _frames, position, _is_new, _context):
    at = position.contents
    beats = at.frame * led / 60 / rate
    at.valid, at.bar, at.beat, at.tick = 0x10, int(beats // 4) + 1, int(beats % 4) + 1, int(beats % 1 * 960)
    at.ticks_per_beat, at.beats_per_bar, at.beat_type, at.bpm = 960, 4, 4, led
    at.bar_start_tick = int(beats // 4) * 4 * 960


callback, timebase = PROCESS(process), TIMEBASE(tell)
jack.jack_set_process_callback(client, callback, None)
jack.jack_activate(client)
words = sys.argv[2:]
tempo = float(words.pop(0)[4:]) if words and words[0].startswith("bpm=") else None
commands = sorted((float(word.split("@")[1]), word.split("@")[0]) for word in words)
# All else waits till the end: JACK's thread would have to wait for it.
gc.disable()
rate = jack.jack_get_sample_rate(client)
signal.signal(signal.SIGTERM, signal.default_int_handler)
print("connected", file=sys.stderr, flush=True)
begin = time.monotonic()
try:
    for second, word in commands:
        time.sleep(max(0, begin + second - time.monotonic()))
        if word == "start":
            jack.jack_transport_start(client)
        elif word == "stop":
            jack.jack_transport_stop(client)
        elif word.startswith("lead="):
            led = float(word.split("=")[1])
            jack.jack_set_timebase_callback(client, 0, timebase, None)
        else:
            jack.jack_transport_locate(client, int(word.split("=")[1]))
    time.sleep(max(0, begin + float(sys.argv[1]) - time.monotonic()))
except KeyboardInterrupt:
    pass
jack.jack_client_close(client)
rolled = off = 0
for line in lines:
    if not tempo:
        print(json.dumps(line))
    elif line[2] == 1 and line[4]:
        rolled += 1
        bar, beat, tick, ticks, beats = line[4][:5]
        late = line[3] * ticks * tempo / 60 / rate - ((bar - 1) * beats + beat - 1) * ticks - tick
        off += not -0.01 <= late < 1.01
if tempo:
    print(rolled, off)
