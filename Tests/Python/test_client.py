# SPDX-License-Identifier: Apache-2.0
"""What the connection does, with a daemon that says what the test wants."""
import json
import os
import resource
import signal
import socket
import tempfile
import threading
import time
import unittest
from contextlib import ExitStack, contextmanager, suppress
from unittest import mock

import metronomed
from metronomed import socket_path
from metronomed.connection import Connection, Deadline
from test_timeline import told

STATE = {"run": 3, "playing": False, "timeline": None, "heard": {"subdivision": 1, "swing": "even", "lanes": []}}


def subscribed(request, **state):
    """The answer to a subscription."""
    return {"id": request["id"], "result": {
        "seq": 1, "protocol": {"major": 1, "minor": 0}, "events": request["params"].get("events", []), "lead_ms": 200,
        "state": {**STATE, **state}}}


@contextmanager
def daemon(*connections, at=None):
    """A socket on which each connection is answered by a function: of a request, the messages that follow; None closes it."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        path = at or os.path.join(folder, "s")
        listener.bind(path)
        listener.listen()

        def serve():
            for answer in connections:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client, client.makefile("rb") as lines, suppress(ConnectionError):
                    for line in lines:
                        request = json.loads(line) if line.startswith(b"{") else {"id": None, "words": line.decode()}
                        messages = answer(request)
                        for message in filter(None, messages or []):
                            client.sendall(json.dumps(message).encode() + b"\n")
                        if messages is None or None in messages:
                            break

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield path
        if at:
            os.unlink(at)


def begun(trial, is_whole):
    """What a trial finds that begins so many seconds ahead: further where a busy machine came too late for the beginning."""
    for ahead in (1, 3, 10):
        found = trial(ahead)
        if is_whole(found):
            break
    return found


class ClientTests(unittest.TestCase):
    def test_answers_are_results_and_refusals_are_raised(self):
        def answer(request):
            if request.get("method") == "tempo.set":
                data = {"reason": "out_of_range", "param": "bpm", "min": 1, "max": 1000}
                return [{"id": request["id"], "error": {"code": -32602, "message": "too slow", "data": data}}]
            return [{"id": 999, "result": "of another"}, {"id": request["id"], "result": request}]

        with daemon(answer) as path, metronomed.connect(path) as metronome:
            self.assertEqual(metronome.loop_set(9, to=17)["params"], {"from": 9, "to": 17})
            self.assertEqual(metronome.say("tempo +5")["words"], "tempo +5\n")
            with self.assertRaises(metronomed.Refused) as refusal:
                metronome.tempo_set(0)
            self.assertEqual(
                (refusal.exception.reason, refusal.exception.param, refusal.exception.min), ("out_of_range", "bpm", 1))
            for words in ("", " ", "{}", "stop\nstart"):
                with self.assertRaises(ValueError):
                    metronome.say(words)

    def test_what_is_left_after_an_unsubscribe_is_asked_of_the_next_daemon(self):
        requests = []

        def answer(request):
            requests.append((request["method"], request.get("params", {})))
            if request["method"] == "subscribe":
                message = subscribed(request)
                del message["result"]["state"]["timeline"]
                return [message]
            if request["method"] == "unsubscribe":
                gone = request["params"]["events"]
                before = next(params["events"] for name, params in reversed(requests) if name == "subscribe")
                return [{"id": request["id"], "result": {"events": [name for name in before if name not in gone]}}]
            return [{"id": request["id"], "result": {}}] if request["method"] != "version" else None

        for events, gone, next_request in [
            (["state"], ["state"], None),
            (["state", "motion"], ["motion"], {"events": ["state"]}),
            (["state", "motion"], ["state"], {"events": ["motion"], "properties": ["a.b"]}),
        ]:
            with self.subTest(gone=gone), daemon(answer, answer) as path, metronomed.connect(path) as metronome:
                options = {"properties": ["a.b"]} if "motion" in events else {}
                metronome.subscribe(events, **options)
                metronome.unsubscribe(gone)
                with self.assertRaises(metronomed.Lost):
                    metronome.version()
                requests.clear()
                metronome.status()
                subscriptions = [params for name, params in requests if name == "subscribe"]
                self.assertEqual(subscriptions, [next_request] if next_request else [])

    def test_events_are_those_that_were_asked_for_and_keep_the_state(self):
        beat = {"method": "event.beat", "params": {"seq": 2, "beat_index": 7}}
        state = {"method": "event.state", "params": {"seq": 3, "state": {**STATE, "playing": True}}}

        with daemon(lambda request: [subscribed(request), beat, state, beat]) as path:
            with metronomed.connect(path) as metronome:
                self.assertEqual(metronome.subscribe(["beat"])["seq"], 1)
                events = metronome.events()
                self.assertEqual([next(events).name, next(events).params], ["event.beat", beat["params"]])
                self.assertTrue(metronome.state["playing"])
                self.assertIsNone(metronome.next_event(0))

    def test_after_a_loss_it_subscribes_again_and_goes_on_with_the_next_daemon(self):
        asked = []

        def first(request):
            asked.append(request)
            return [subscribed(request)] if request["method"] == "subscribe" else None

        def second(request):
            asked.append(request)
            return [subscribed(request, run=1), {"method": "event.beat", "params": {"seq": 2}}]

        with daemon(first, second) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"], lead_ms=500)
            with self.assertRaises(metronomed.Lost):
                metronome.ping()
            events = metronome.events()
            self.assertEqual([next(events).name for _ in range(2)], ["connected", "event.beat"])
            self.assertEqual(asked[0]["params"], asked[2]["params"])

    def test_the_pauses_between_tries_grow_up_to_two_seconds_and_are_short_again_with_a_connection(self):
        def answer(request):
            return [{"id": request["id"], "result": {}}]

        with daemon(answer, answer) as path, metronomed.connect(path) as metronome:
            pauses = []
            for _ in range(7):
                pauses.append(metronome._pause)
                metronome._give_up(metronomed.Lost("gone"))
            self.assertEqual(pauses, [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0])
            metronome.status()
            self.assertEqual(metronome._pause, 0.1)

    def test_what_beats_are_computed_from_is_not_unsubscribed(self):
        requests = []

        def answer(request):
            requests.append((request["method"], request["params"].get("events")))
            if request["method"] == "subscribe":
                return [subscribed(request)]
            return [{"id": request["id"], "result": {"events": ["state", "timeline"]}}]

        with daemon(answer) as path, metronomed.connect(path) as metronome:
            metronome.beats()
            metronome.subscribe(["state", "timeline", "audio"])
            self.assertEqual(metronome.unsubscribe(), {"events": []})
            self.assertEqual(requests[-1], ("unsubscribe", ["audio"]))

    def test_a_message_may_come_in_parts(self):
        ours, theirs = socket.socketpair(socket.AF_UNIX)
        with ours, theirs:
            connection = Connection.__new__(Connection)
            connection.socket, connection._received, connection._scanned = ours, bytearray(), 0
            theirs.send(b'{"method": "a long')
            self.assertIsNone(connection.receive(Deadline(0)))
            theirs.send(b' one"}\n{"id": 1}\n{"id"')
            self.assertEqual(connection.receive(Deadline(60)), {"method": "a long one"})
            self.assertEqual(connection.receive(Deadline(0)), {"id": 1})
            self.assertIsNone(connection.receive(Deadline(0)))

    def test_motion_and_frame_keep_their_own_properties(self):
        asked = []

        def answer(request):
            if request["method"] != "subscribe":
                return None
            asked.append(request["params"])
            events = list(dict.fromkeys(name for params in asked for name in params["events"]))
            message = subscribed(request)
            message["result"]["events"] = events
            return [message]

        with daemon(answer, answer) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["motion"], properties=["a.b"], lead_ms=500)
            metronome.subscribe(["frame"], properties=["c.d"], minimum_interval_ms=40)
            metronome.subscribe(["state"])
            with self.assertRaises(metronomed.Lost):
                metronome.ping()
            asked.clear()
            self.assertEqual(next(metronome.events()).name, "connected")
            self.assertEqual(asked, [
                {"events": ["motion"], "properties": ["a.b"], "lead_ms": 500},
                {"events": ["frame"], "properties": ["c.d"], "minimum_interval_ms": 40, "lead_ms": 500},
                {"events": ["state"], "lead_ms": 500}])

    def test_events_that_are_asked_for_by_default_are_told_beside_beats(self):
        state = {"method": "event.state", "params": {"seq": 3, "state": STATE}}

        def answer(request):
            message = subscribed(request)
            message["result"]["events"] = ["beat", "state", "timeline", "audio"]
            return [message, state] if "lead_ms" in request["params"] else [message]

        with daemon(answer) as path, metronomed.connect(path) as metronome:
            metronome.beats()
            metronome.subscribe(lead_ms=300)
            self.assertEqual(metronome.next_event(60).name, "event.state")

    def test_a_request_that_connects_again_waits_no_longer_than_the_timeout(self):
        def slow(request):
            if request["method"] != "subscribe":
                return []
            time.sleep(1.5)
            return [subscribed(request)]

        with daemon(lambda request: [subscribed(request), None], slow) as path:
            with metronomed.connect(path, timeout=2) as metronome:
                metronome.subscribe(["state"])
                self.assertEqual(metronome.next_event(60).name, "disconnected")
                begin = time.monotonic()
                with self.assertRaises(metronomed.Timeout):
                    metronome.ping()
                self.assertLess(time.monotonic() - begin, 3)

    def test_without_reconnection_a_loss_is_told_each_time(self):
        with daemon(lambda request: [subscribed(request)] if request["method"] == "subscribe" else None) as path:
            with metronomed.connect(path, reconnect=False) as metronome:
                metronome.subscribe(["beat"])
                with self.assertRaises(metronomed.Lost):
                    metronome.ping()
                for _ in range(2):
                    with self.assertRaises(metronomed.Lost):
                        metronome.next_event(1)

    def test_beats_of_a_stop_a_start_and_a_new_daemon_come_once(self):
        def timeline(run, at_ns, **more):
            return {**told({"at_ns": at_ns, "tempo": {"numerator": 6000, "denominator": 1}}), "run": run, **more}

        now = time.monotonic_ns()
        start = [{"method": "event.timeline", "params": {"timeline": timeline(4, now + 50_000_000, end_beat=3)}}]

        def first(request):
            return None if request["method"] == "ping" else [subscribed(request), *start]

        def second(request):
            return [subscribed(request, run=9, playing=True, timeline=timeline(9, now - 10_000_000_000, end_beat=10**6))]

        with daemon(first, second) as path, metronomed.connect(path) as metronome:
            beats = metronome.beats()
            # The run began after the subscription: all of its beats.
            self.assertEqual([next(beats).index for _ in range(3)], [0, 1, 2])
            with self.assertRaises(metronomed.Lost):
                metronome.ping()
            one, other = next(beats), next(beats)
            self.assertGreaterEqual(one.index, 1000)
            self.assertEqual((one.run, other.index), (9, one.index + 1))

    def test_after_a_pause_of_the_program_nothing_is_told_of_what_was_stopped_meanwhile(self):
        playing = told({"at_ns": time.monotonic_ns() + 50_000_000, "tempo": {"numerator": 600, "denominator": 1}})
        messages = [{"method": "event.timeline", "params": {"timeline": {**playing, "run": 4}}}]
        stop = [{"method": "event.timeline", "params": {"timeline": None}}]
        again = [{"method": "event.timeline", "params": {"timeline": {**playing, "run": 5}}}]

        def answer(request):
            if request["method"] == "subscribe":
                yield from [subscribed(request), *messages]
            else:
                yield from [*stop, *again]
                are_sent.set()

        def beats(metronome):
            return metronome.beats()

        def strokes(metronome):
            return (onset.beat for onset in metronome.onsets() if onset.beat)

        for follow in (beats, strokes):
            are_sent = threading.Event()
            with daemon(answer) as path, metronomed.connect(path) as metronome:
                told_now = follow(metronome)
                self.assertEqual(next(told_now).run, 4)
                # Another client stops it, and starts again.
                metronome._connection.send(b'{"id": 9, "method": "x"}\n', Deadline(60))
                self.assertTrue(are_sent.wait(60))
                time.sleep(0.4)
                self.assertEqual(next(told_now).run, 5)

    def test_begun_in_the_last_beat_the_beats_are_those_of_the_next_run(self):
        def trial(ahead):
            def ending(request):
                now, tempo = time.monotonic_ns(), {"numerator": 600, "denominator": 1}
                last = {**told({"at_ns": now - 350_000_000, "tempo": tempo}), "run": 4, "end_beat": 4}
                again = {**told({"at_ns": now + ahead * 1_000_000_000, "tempo": tempo}), "run": 5}
                yield subscribed(request, playing=True, run=4, timeline=last)
                # By then the last beat is what plays.
                time.sleep(0.2)
                yield from ({"method": "event.timeline", "params": {"timeline": one}} for one in (None, again))

            with daemon(ending) as path, metronomed.connect(path) as metronome:
                beat = next(metronome.beats())
            return beat.run, beat.index

        self.assertEqual(begun(trial, lambda found: found == (5, 0)), (5, 0))

    def test_strokes_of_muted_lanes_are_none(self):
        playing = told({"at_ns": time.monotonic_ns() + 50_000_000, "tempo": {"numerator": 600, "denominator": 1}})
        for muted, first in ((["subdivision"], {"beat"}), (["beat"], {"subdivision"}), ([], {"beat", "subdivision"})):
            lanes = [{"name": name, "muted": name in muted} for name in ("beat", "subdivision")]
            heard = {"subdivision": 2, "swing": "even", "lanes": lanes}
            with daemon(lambda request: [subscribed(request, run=3, playing=True, heard=heard, timeline=playing)]) as path:
                with metronomed.connect(path) as metronome:
                    onsets = metronome.onsets()
                    self.assertEqual({next(onsets).lane for _ in range(9)} - {"hat"}, first)

    def test_the_end_of_a_timer_is_heard_where_the_beats_are_muted(self):
        strokes = {"name": "beat", "id": 0, "origin": {"beat": 8, "fraction": 0}, "denominator": 3, "cycle": 3,
                   "places": [1, 2], "accents": "XX"}
        heard = {"subdivision": 2, "swing": "even", "lanes": [{"name": "beat", "muted": True}]}

        def trial(ahead):
            def answer(request):
                begin = time.monotonic_ns() + ahead * 1_000_000_000
                tempo = {"at_ns": begin, "tempo": {"numerator": 6000, "denominator": 1}}
                playing = told(tempo, {"accents": "XXXX"}, lane=strokes, end_beat=9)
                playing["lanes"] = [{"from_beat": 0, "lanes": []}, {**playing["lanes"][0], "from_beat": 8}]
                return [subscribed(request, run=3, playing=True, heard=heard, timeline=playing)]

            with daemon(answer) as path, metronomed.connect(path) as metronome:
                onsets, found = metronome.onsets(), []
                while len(found) < 11 and not any(onset.position > 8.6 for onset in found):
                    found.append(next(onsets))
            return found

        found = begun(trial, lambda found: found[0].position == 0.5)
        self.assertEqual([onset.position for onset in found[:8]], [index + 0.5 for index in range(8)])
        self.assertEqual([(onset.lane, onset.accent, round(onset.position, 3)) for onset in found[8:]],
                         [("beat", "bell", place) for place in (8, 8.333, 8.667)])

    def test_a_count_in_is_heard_where_the_beats_are_muted(self):
        heard = {"subdivision": 2, "swing": "even", "lanes": [{"name": "beat", "muted": True}]}

        def trial(ahead):
            def answer(request):
                begin = {"at_ns": time.monotonic_ns() + ahead * 1_000_000_000, "tempo": {"numerator": 6000, "denominator": 1}}
                playing = {**told(begin, {"origin": {"beat": 4, "bar": 1}}), "lanes": []}
                return [subscribed(request, run=3, playing=True, heard=heard, timeline=playing)]

            with daemon(answer) as path, metronomed.connect(path) as metronome:
                onsets = metronome.onsets()
                return [next(onsets) for _ in range(6)]

        found = begun(trial, lambda found: found[0].position == 0)
        self.assertEqual([(onset.lane, onset.position) for onset in found],
                         [*(("beat", index) for index in range(4)), ("subdivision", 4.5), ("subdivision", 5.5)])

    def test_of_a_run_that_began_long_ago_the_strokes_of_the_last_ten_seconds_are_told(self):
        def answer(request):
            now = time.monotonic_ns()
            yield subscribed(request)
            playing = {**told({"at_ns": now - 60_000_000_000}), "run": 4, "lanes": []}
            yield {"method": "event.timeline", "params": {"timeline": playing}}

        with daemon(answer) as path, metronomed.connect(path) as metronome:
            # The beat of a minute ago is 120 beats back.
            self.assertGreater(next(metronome.onsets()).position, 90)

    def test_each_stroke_is_told_once_whatever_changes_in_between(self):
        lane = {"name": "tom", "denominator": 3, "cycle": 3, "places": [1, 2], "accents": "xx"}
        # So near behind the other lane's strokes that both are heard in the same nanosecond.
        near = {**lane, "name": "hat", "origin": {"beat": 0, "fraction": 1e-9}}
        heard = {"subdivision": 3, "swing": "even", "lanes": []}

        def trial(ahead):
            def answer(request):
                begin = time.monotonic_ns() + ahead * 1_000_000_000
                # Slow enough to compute all that comes anew for each stroke.
                tempo = {"at_ns": begin, "tempo": {"numerator": 2000, "denominator": 1}}
                playing = told(tempo, lane=lane)
                playing["lanes"][0]["lanes"] += told(lane=near)["lanes"][0]["lanes"]
                return [subscribed(request, run=3, playing=True, heard=heard, timeline=playing)]

            with daemon(answer) as path, metronomed.connect(path) as metronome:
                onsets, strokes = metronome.onsets(), []
                while not strokes or strokes[-1].position < 8:
                    strokes.append(next(onsets))
                    metronome.state["heard"] = {**heard, "volume": len(strokes)}
            return strokes

        strokes = begun(trial, lambda strokes: strokes[0].position < 0.5)
        names = [(stroke.lane, round(stroke.position, 6)) for stroke in strokes]
        self.assertEqual(len(names), len(set(names)))
        for lane in ("hat", "tom", "subdivision"):
            self.assertEqual(sum(name == lane for name, _ in names), 16, lane)

    def test_the_answer_to_a_request_that_was_interrupted_is_no_others(self):
        def answer(request):
            if "words" not in request:
                return [{"id": request["id"], "result": "second"}]
            signal.pthread_kill(threading.main_thread().ident, signal.SIGALRM)
            time.sleep(0.2)
            return [{"id": None, "result": "first"}]

        def interrupt(*_):
            raise KeyboardInterrupt

        former = signal.signal(signal.SIGALRM, interrupt)
        try:
            with daemon(answer, answer) as path, metronomed.connect(path) as metronome:
                with self.assertRaises(KeyboardInterrupt):
                    metronome.say("tempo 133")
                self.assertEqual(metronome.request("status"), "second")
        finally:
            signal.signal(signal.SIGALRM, former)

    def test_a_subscription_that_was_interrupted_in_the_middle_is_asked_for_as_a_whole(self):
        asked = []

        def answer(request):
            if request["method"] == "ping":
                return None
            asked.append(request["params"]["events"])
            if len(asked) == 4:
                signal.pthread_kill(threading.main_thread().ident, signal.SIGALRM)
                return []
            message = subscribed(request)
            message["result"]["events"] = ["motion"] if len(asked) % 2 else ["motion", "state"]
            return [message]

        def interrupt(*_):
            raise KeyboardInterrupt

        former = signal.signal(signal.SIGALRM, interrupt)
        try:
            with daemon(answer, answer, answer) as path, metronomed.connect(path) as metronome:
                metronome.subscribe(["motion"], properties=["a.b"])
                metronome.subscribe(["state"])
                with self.assertRaises(metronomed.Lost):
                    metronome.ping()
                with self.assertRaises(KeyboardInterrupt):
                    metronome.next_event(60)
                self.assertEqual(metronome.next_event(60).name, "connected")
                self.assertEqual(asked, 3 * [["motion"], ["state"]])
        finally:
            signal.signal(signal.SIGALRM, former)

    def test_a_descriptor_of_any_number_will_do(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= hard < 2048:
            self.skipTest("no descriptor may have such a number")
        with daemon(lambda request: [{"id": request["id"], "result": request["params"]}]) as path, ExitStack() as stack:
            resource.setrlimit(resource.RLIMIT_NOFILE, (2048, hard))
            stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
            while stack.enter_context(open(os.devnull)).fileno() < 1024:
                pass
            with metronomed.connect(path) as metronome:
                # A line that is longer than what the socket takes at once.
                long = {"text": 1_000_000 * "x"}
                self.assertEqual(metronome.request("echo", long), long)
                self.assertIsNone(metronome.next_event(0.01))

    def test_a_wait_may_be_of_any_length(self):
        def answer(request):
            if request["method"] == "subscribe":
                return [subscribed(request)]
            time.sleep(0.05)
            return [{"method": "event.beat", "params": {"seq": 2}}]

        for seconds in (1e7, 1e12, float("inf"), None):
            with daemon(answer) as path, metronomed.connect(path) as metronome:
                metronome.subscribe(["beat"])
                metronome._connection.send(b'{"id": 9, "method": "x"}\n', Deadline(60))
                self.assertEqual(metronome.next_event(seconds).name, "event.beat")

    def test_after_a_refusal_that_ends_the_connection_the_next_request_makes_another(self):
        def refuse(reason):
            answers = [[{"id": None, "error": {"message": "no", "data": {"reason": reason}}}], None]
            return lambda request: answers.pop(0)

        def answer(request):
            return [{"id": request["id"], "result": "second"}]

        for reason in ("line_too_long", "line_timeout", "too_many_errors"):
            with daemon(refuse(reason), answer) as path, metronomed.connect(path) as metronome:
                with self.assertRaises(metronomed.Refused):
                    metronome.ping()
                self.assertEqual(metronome.request("status"), "second")
        # Any other refusal leaves the connection as it is.
        answers = [[{"id": 1, "error": {"message": "no", "data": {"reason": "out_of_range"}}}],
                   [{"id": 2, "result": "first"}]]
        with daemon(lambda request: answers.pop(0)) as path, metronomed.connect(path) as metronome:
            with self.assertRaises(metronomed.Refused):
                metronome.ping()
            self.assertEqual(metronome.request("status"), "first")

    def test_a_number_that_is_not_finite_is_not_sent(self):
        with daemon(lambda request: [{"id": request["id"], "result": request["params"]}]) as path:
            with metronomed.connect(path) as metronome:
                for number in (float("nan"), float("inf")):
                    with self.assertRaisesRegex(ValueError, "tempo.set"):
                        metronome.request("tempo.set", bpm=number)
                self.assertEqual(metronome.request("tempo.set", bpm=120.0), {"bpm": 120.0})

    def test_what_goes_wrong_says_so(self):
        with self.assertRaises(metronomed.NotRunning):
            metronomed.connect("/nonexistent/socket")
        with daemon(lambda request: []) as path, metronomed.connect(path, timeout=0.05) as metronome:
            with self.assertRaises(metronomed.Timeout):
                metronome.ping()
        with daemon(lambda request: [{"id": None, "error": {"message": "no", "data": {"reason": "forbidden"}}}]) as path:
            with metronomed.connect(path) as metronome, self.assertRaises(metronomed.Refused):
                metronome.ping()

        def newer(request):
            answer = subscribed(request)
            answer["result"]["protocol"]["major"] = 2
            return [answer]

        for other in (newer, lambda request: [{"id": request["id"], "result": "well"}]):
            with daemon(other) as path, metronomed.connect(path) as metronome:
                with self.assertRaises(metronomed.WrongProtocol):
                    metronome.subscribe(["beat"])
        with daemon(lambda request: None) as path, metronomed.connect(path, reconnect=False) as metronome:
            with self.assertRaises(metronomed.Lost):
                metronome.subscribe(["beat"])

    @mock.patch("metronomed.client._PAUSES", (0.01, 0.01))
    def test_what_no_metronome_daemon_answers_is_a_wrong_protocol_and_changes_nothing(self):
        def answer(request, **members):
            message = subscribed(request)
            changed = {**message["result"], **members}
            return {**message, "result": {key: value for key, value in changed.items() if value is not ...}}

        wrong_answers = {
            "a state that is none": lambda request: answer(request, state=None),
            "a state that is a list": lambda request: answer(request, state=["timeline"]),
            "no events": lambda request: answer(request, state={}, events=...),
            "events that are none": lambda request: answer(request, events=None),
            "events that are no names": lambda request: answer(request, events=[["beat"]]),
            "no protocol": lambda request: answer(request, protocol=...),
            "a protocol that is a list": lambda request: answer(request, protocol=[1]),
            "a result that is none": lambda request: {**answer(request), "result": None},
            "an id that is a list": lambda request: {**answer(request), "id": []},
            "an error that is a word": lambda request: {"id": request["id"], "error": "no"},
            "an error that is none": lambda request: {"id": request["id"], "error": None},
        }
        for name, wrong in wrong_answers.items():
            with self.subTest(name), daemon(lambda request: [wrong(request)]) as path:
                with metronomed.connect(path, timeout=60) as metronome, self.assertRaises(metronomed.WrongProtocol):
                    metronome.subscribe(["beat"])
                self.assertIsNone(metronome.state)
            with self.subTest(name, connection="the next"):
                with daemon(lambda request: [subscribed(request), None], lambda request: [wrong(request)],
                            lambda request: [subscribed(request)]) as path:
                    with metronomed.connect(path, timeout=60) as metronome:
                        metronome.subscribe(["beat"])
                        self.assertEqual(metronome.next_event(60).name, "disconnected")
                        with self.assertRaises(metronomed.WrongProtocol):
                            metronome.next_event(60)
                        self.assertEqual(metronome.state, STATE)
                        self.assertEqual(metronome.next_event(60).name, "connected")
        for result in (None, {}, {"events": None}, {"events": [{}]}):
            def unsubscribed(request):
                return [subscribed(request) if request["method"] == "subscribe" else
                        {"id": request["id"], "result": result}]

            with self.subTest(unsubscribed=result), daemon(unsubscribed) as path:
                with metronomed.connect(path) as metronome:
                    metronome.subscribe(["beat"])
                    with self.assertRaises(metronomed.WrongProtocol):
                        metronome.unsubscribe()
        with self.assertRaises(metronomed.WrongProtocol):
            Connection._message(100_000 * b"[")

    @mock.patch("metronomed.client._PAUSES", (0.01, 0.01))
    def test_an_event_that_no_metronome_daemon_sends_is_a_wrong_protocol(self):
        for wrong in (
            {"method": "event.state"}, {"method": "event.state", "params": {}},
            {"method": "event.state", "params": {"state": {}}}, {"method": "event.state", "params": {"state": None}},
            {"method": "event.state", "params": ["state"]}, {"method": "event.timeline"},
            {"method": "event.timeline", "params": {}}, {"method": "event.beat", "params": "1.1"}, {"method": 7},
            {"method": None}, {"error": "no"}, {"error": None}, {"id": {}},
        ):
            # Where events are waited for, in a request, and while a subscription is answered.
            with self.subTest(wrong), daemon(lambda request: [subscribed(request), wrong],
                                             lambda request: [wrong, {"id": request["id"], "result": {}}],
                                             lambda request: [wrong, subscribed(request)],
                                             lambda request: [subscribed(request)]) as path:
                with metronomed.connect(path, timeout=60) as metronome:
                    metronome.subscribe(["beat"])
                    with self.assertRaises(metronomed.WrongProtocol):
                        metronome.next_event(60)
                    metronome._subscription, asked = {}, metronome._subscription
                    with self.assertRaises(metronomed.WrongProtocol):
                        metronome.ping()
                    metronome._subscription = asked
                    with self.assertRaises(metronomed.WrongProtocol):
                        metronome.next_event(60)
                    self.assertEqual(metronome.state, STATE)
                    self.assertEqual(metronome.next_event(60).name, "connected")

    @mock.patch("metronomed.client._PAUSES", (0.01, 0.01))
    def test_a_daemon_that_cannot_start_is_waited_for_with_longer_pauses(self):
        self.assertGreaterEqual(metronomed.client._PAUSE_AFTER_FAILED_START, 5)
        tried = []

        def refusing(request):
            tried.append(time.monotonic())
            data = {"reason": "cannot_start"}
            return [{"id": None, "error": {"code": -32011, "message": "no", "data": data}}, None]

        def playing(request):
            tried.append(time.monotonic())
            begin = {"at_ns": time.monotonic_ns(), "tempo": {"numerator": 6000, "denominator": 1}}
            return [subscribed(request, run=3, playing=True, timeline=told(begin))]

        def going(request):
            return [*playing(request), None]

        with mock.patch("metronomed.client._PAUSE_AFTER_FAILED_START", 0.1):
            # As the first subscription is made, and of the next daemon.
            with daemon(refusing, refusing, going, refusing, refusing, playing) as path:
                with metronomed.connect(path, wait=True) as metronome:
                    beats = metronome.beats()
                    while len(tried) < 6:
                        next(beats)
            with daemon(refusing) as path, metronomed.connect(path) as metronome:
                with self.assertRaisesRegex(metronomed.Refused, "no"):
                    next(metronome.beats())
        for refused in (0, 1, 3, 4):
            self.assertGreaterEqual(tried[refused + 1] - tried[refused], 0.09)

    def test_a_refusal_may_have_any_data(self):
        for data in (None, "busy", ["busy"]):
            error = {"code": -32000, "message": "no", "data": data}
            with self.subTest(data), daemon(lambda request: [{"id": request["id"], "error": error}]) as path:
                with metronomed.connect(path) as metronome, self.assertRaises(metronomed.Refused) as refusal:
                    metronome.ping()
                self.assertEqual((str(refusal.exception), refusal.exception.reason), ("no", ""))

    def test_a_path_that_is_too_long_for_a_socket_is_refused_by_its_bytes(self):
        self.assertEqual(socket_path("/" + "e" * 106), "/" + "e" * 106)
        for path in ("/" + "e" * 107, "/" + "é" * 54):
            with self.assertRaisesRegex(metronomed.NotRunning, "more than 107 bytes"):
                socket_path(path)

    def test_the_socket_is_found_as_metroctl_finds_it(self):
        folder = {"XDG_RUNTIME_DIR": "/run/user/7/"}
        self.assertEqual(socket_path(None, folder), "/run/user/7/metronomed/control.sock")
        self.assertEqual(socket_path(None, {**folder, "METRONOMED_SOCKET": "~/s", "HOME": "/home/me"}), "/home/me/s")
        self.assertEqual(socket_path(None, {**folder, "METRONOMED_SOCKET": ""}), "/run/user/7/metronomed/control.sock")
        self.assertEqual(socket_path("/s", folder), "/s")
        for path, environment in ((None, {}), (None, {"XDG_RUNTIME_DIR": "foo"}), ("~/s", {}), ("/" + "s" * 107, {})):
            with self.assertRaises(metronomed.NotRunning):
                socket_path(path, environment)


if __name__ == "__main__":
    unittest.main()
