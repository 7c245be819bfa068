# SPDX-License-Identifier: Apache-2.0
"""A client of JACK that knows nothing of metronomed: prints the MIDI that a port sends, and sends some itself.

    midi.py SECONDS [FROM] [TO HEX@SECOND...]    connects to those ports; - for none

Each line: the server's frame of a message, and its bytes; or "cycle" with a frame and its time in ns (CLOCK_MONOTONIC), that
of the cycle of the last twenty which was woken for with the least delay. Says on stderr when it is connected. SIGTERM ends it
before its time.
"""
import collections
import ctypes
import gc
import signal
import sys
import time

jack = ctypes.CDLL("libjack.so.0")


class Event(ctypes.Structure):
    _fields_ = [("time", ctypes.c_uint32), ("size", ctypes.c_size_t), ("buffer", ctypes.POINTER(ctypes.c_uint8))]


PROCESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)
for function in ("client_open", "port_register", "port_get_buffer"):
    getattr(jack, "jack_" + function).restype = ctypes.c_void_p
jack.jack_port_register.argtypes = [
    ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_ulong]
jack.jack_port_get_buffer.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
jack.jack_midi_get_event_count.argtypes = [ctypes.c_void_p]
jack.jack_midi_event_get.argtypes = [ctypes.POINTER(Event), ctypes.c_void_p, ctypes.c_uint32]
jack.jack_midi_clear_buffer.argtypes = [ctypes.c_void_p]
jack.jack_midi_event_write.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t]
jack.jack_last_frame_time.argtypes = [ctypes.c_void_p]
jack.jack_last_frame_time.restype = ctypes.c_uint32
jack.jack_connect.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
for function in ("activate", "client_close", "get_sample_rate"):
    getattr(jack, "jack_" + function).argtypes = [ctypes.c_void_p]
jack.jack_set_process_callback.argtypes = [ctypes.c_void_p, PROCESS, ctypes.c_void_p]

jack.jack_port_name.argtypes = [ctypes.c_void_p]
jack.jack_port_name.restype = ctypes.c_char_p
name = jack.jack_port_name

status = ctypes.c_int()
client = ctypes.c_void_p(jack.jack_client_open(b"listener", 1, ctypes.byref(status)))
if not client:
    sys.exit("no JACK server")
ears = ctypes.c_void_p(jack.jack_port_register(client, b"in", b"8 bit raw midi", 1, 0))
mouth = ctypes.c_void_p(jack.jack_port_register(client, b"out", b"8 bit raw midi", 2, 0))
heard, said, cycles = collections.deque(), collections.deque(), []
rate = jack.jack_get_sample_rate(client)


def process(frames, _context):
    now = time.monotonic_ns()
    first = jack.jack_last_frame_time(client)
    cycles.append((now - first * 1000000000 // rate, first, now))
    if len(cycles) == 20:
        heard.append(("cycle",) + min(cycles)[1:])
        cycles.clear()
    buffer = jack.jack_port_get_buffer(ears, frames)
    for index in range(jack.jack_midi_get_event_count(buffer)):
        event = Event()
        jack.jack_midi_event_get(event, buffer, index)
        heard.append((first + event.time, bytes(event.buffer[: event.size]).hex()))
    buffer = jack.jack_port_get_buffer(mouth, frames)
    jack.jack_midi_clear_buffer(buffer)
    while said:
        message = said.popleft()
        jack.jack_midi_event_write(buffer, 0, message, len(message))
    return 0


callback = PROCESS(process)
jack.jack_set_process_callback(client, callback, None)
jack.jack_activate(client)
if len(sys.argv) > 2 and sys.argv[2] != "-" and jack.jack_connect(client, sys.argv[2].encode(), name(ears)):
    sys.exit("no port " + sys.argv[2])
if len(sys.argv) > 3 and sys.argv[3] != "-" and jack.jack_connect(client, name(mouth), sys.argv[3].encode()):
    sys.exit("no port " + sys.argv[3])
messages = sorted((float(word.split("@")[1]), bytes.fromhex(word.split("@")[0])) for word in sys.argv[4:])
# All else waits till the end: JACK's thread would have to wait for it.
gc.disable()
signal.signal(signal.SIGTERM, signal.default_int_handler)
print("connected", file=sys.stderr, flush=True)
begin = time.monotonic()
try:
    for second, message in messages:
        time.sleep(max(0, begin + second - time.monotonic()))
        said.append(message)
    time.sleep(max(0, begin + float(sys.argv[1]) - time.monotonic()))
except KeyboardInterrupt:
    pass
jack.jack_client_close(client)
for line in heard:
    print(*line)
