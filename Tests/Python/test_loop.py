# SPDX-License-Identifier: Apache-2.0
"""What an event loop sees of a connection, while daemons come and go."""
import asyncio
import os
import select
import signal
import tempfile
import threading
import time
import unittest
from contextlib import ExitStack, contextmanager, suppress
from unittest import mock

import metronomed
from test_client import daemon, subscribed

BEAT = {"method": "event.beat", "params": {"seq": 2}}


def ending(request):
    return [subscribed(request), None]


def beating(request):
    return [subscribed(request), BEAT] if request["method"] == "subscribe" else [{"id": request["id"], "result": {}}]


def silent(_):
    return []


def slowly(answer):
    """Answers so late that a loop has gone back to sleep."""
    def answer_slowly(request):
        time.sleep(0.1)
        return answer(request)
    return answer_slowly


def by_select(metronome, take, end):
    while not take():
        select.select([metronome], [], [], end - time.monotonic())


def by_poll(metronome, take, end):
    poll = select.poll()
    poll.register(metronome, select.POLLIN)
    while not take():
        poll.poll(1000 * (end - time.monotonic()))


def by_asyncio(metronome, take, end):
    async def run():
        loop, is_done = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(metronome, lambda: is_done.set() if take() else None)
        loop.call_at(end, lambda: is_done.set() if take() else None)
        await is_done.wait()
        loop.remove_reader(metronome)

    asyncio.run(run())


def turns(metronome, count, loop=by_select, seconds=60):
    """The names of the events that a loop takes in each of its turns, until there are so many or the time is over."""
    taken, end = [], time.monotonic() + seconds

    def take():
        names = []
        while event := metronome.next_event(0):
            names.append(event.name)
        taken.append(names)
        return sum(map(len, taken)) >= count or time.monotonic() >= end

    loop(metronome, take, end)
    return taken


def names(*arguments, **more):
    return sum(turns(*arguments, **more), [])


@contextmanager
def lost(path, timeout=10.0):
    """A connection that the daemon has ended after a subscription, and the timeout of the next."""
    with metronomed.connect(path, timeout=60) as metronome:
        metronome.subscribe(["beat"])
        assert metronome.next_event(60).name == "disconnected"
        metronome.timeout = timeout
        yield metronome


@contextmanager
def sigpipes():
    """The SIGPIPEs that come, each of which would kill a program that has not ignored them."""
    caught = []
    former = signal.signal(signal.SIGPIPE, lambda *_: caught.append("SIGPIPE"))
    try:
        yield caught
    finally:
        signal.signal(signal.SIGPIPE, former)


class LoopTests(unittest.TestCase):
    def test_a_loop_that_waits_for_the_descriptor_follows_the_next_daemon(self):
        for loop in (by_select, by_poll, by_asyncio):
            with self.subTest(loop.__name__), tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
                path = os.path.join(folder, "s")
                with daemon(ending, at=path):
                    metronome = stack.enter_context(metronomed.connect(path))
                    metronome.subscribe(["beat"])
                descriptor = metronome.fileno()
                next_one = daemon(beating, at=path)
                threading.Timer(0.5, stack.enter_context, [next_one]).start()
                taken = turns(metronome, 3, loop)
                self.assertEqual(sum(taken, []), ["disconnected", "connected", "event.beat"])
                self.assertEqual(metronome.fileno(), descriptor)
                # Between its tries it sleeps.
                self.assertLess(len(taken), 20)

    def test_a_loop_sleeps_while_nothing_comes(self):
        with daemon(beating) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"])
            self.assertEqual(names(metronome, 1), ["event.beat"])
            self.assertLess(len(turns(metronome, 1, seconds=0.3)), 4)

    def test_what_comes_before_an_answer_wakes_the_loop(self):
        def answer(request):
            return beating(request) if request["method"] == "subscribe" else [BEAT, *beating(request)]

        with daemon(answer) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"])
            self.assertEqual(names(metronome, 1), ["event.beat"])
            metronome.version()
            self.assertEqual(select.select([metronome], [], [], 60)[0], [metronome])
            self.assertEqual(names(metronome, 1), ["event.beat"])

    def test_a_loss_in_a_request_wakes_the_loop(self):
        def answer(request):
            return beating(request) if request["method"] == "subscribe" else None

        with daemon(answer, beating) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"])
            self.assertEqual(names(metronome, 1), ["event.beat"])
            with self.assertRaises(metronomed.Lost):
                metronome.ping()
            self.assertEqual(select.select([metronome], [], [], 60)[0], [metronome])
            self.assertEqual(names(metronome, 2), ["connected", "event.beat"])

    def test_a_daemon_that_does_not_answer_holds_up_no_loop(self):
        with daemon(ending, silent) as path, lost(path, timeout=60) as metronome:
            for timeout in (0, 0.1):
                begin = time.monotonic()
                self.assertIsNone(metronome.next_event(timeout))
                self.assertLess(time.monotonic() - begin, 30)

    def test_a_daemon_that_never_answers_is_given_up_for_the_next(self):
        with daemon(ending, silent, *20 * [beating]) as path, lost(path, timeout=0.3) as metronome:
            self.assertEqual(names(metronome, 2), ["connected", "event.beat"])

    def test_a_loop_sleeps_while_an_answer_is_waited_for_however_long_it_may_take(self):
        for timeout in (1e10, float("inf")):
            with self.subTest(timeout), mock.patch("threading.excepthook") as failed:
                with daemon(ending, silent) as path, lost(path, timeout=timeout) as metronome:
                    self.assertLess(len(turns(metronome, 1, seconds=0.5)), 20)
                failed.assert_not_called()

    def test_an_alarm_for_later_than_a_thread_can_wait_comes_at_its_time(self):
        with mock.patch("threading.TIMEOUT_MAX", 0.05), daemon(ending, silent, *20 * [beating]) as path:
            with lost(path, timeout=0.5) as metronome:
                taken = turns(metronome, 2)
                self.assertEqual(sum(taken, []), ["connected", "event.beat"])
                self.assertLess(len(taken), 20)

    def test_between_two_connections_that_the_daemon_ends_there_is_a_pause(self):
        with daemon(*1000 * [ending]) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"])
            self.assertLess(names(metronome, 1000, seconds=0.5).count("connected"), 20)

    def test_after_an_error_it_connects_again(self):
        def wrong(request):
            return [subscribed(request), {"method": "event.beat", "params": (17 << 20) * "x"}]

        with daemon(wrong, beating) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"])
            with self.assertRaises(metronomed.WrongProtocol):
                names(metronome, 1)
            self.assertEqual(names(metronome, 2), ["connected", "event.beat"])

    def test_a_connection_that_waits_for_its_answer_goes_on_in_the_next_call(self):
        for ask in (False, True):
            asked, may_answer = [], threading.Event()

            def slow(request):
                asked.append(request["method"])
                may_answer.wait(60)
                return beating(request)

            with daemon(ending, slow) as path, lost(path) as metronome:
                for timeout in (0, 0.3, 0):
                    self.assertIsNone(metronome.next_event(timeout))
                may_answer.set()
                if ask:
                    self.assertEqual(metronome.request("status"), {})
                self.assertEqual(names(metronome, 2), ["connected", "event.beat"])
                self.assertEqual(asked, ["subscribe", "status"] if ask else ["subscribe"])

    def test_no_alarm_that_nobody_waits_for_any_more_sends_a_signal(self):
        # The longer where a busy machine's answer came after it.
        for timeout in (0.5, 3, 10):
            with sigpipes() as caught, daemon(ending, slowly(beating)) as path, lost(path, timeout) as metronome:
                taken = names(metronome, 2, seconds=timeout + 1)
                time.sleep(timeout + 0.1)
            if taken == ["connected", "event.beat"]:
                break
        self.assertEqual(taken, ["connected", "event.beat"])
        self.assertEqual(caught, [])

    def test_a_request_to_a_daemon_that_has_gone_sends_no_signal(self):
        with sigpipes() as caught, daemon(ending) as path, metronomed.connect(path) as metronome:
            metronome.subscribe(["beat"])
            time.sleep(0.1)
            with self.assertRaises(metronomed.Lost):
                metronome.ping()
            self.assertEqual(caught, [])

    def test_alarms_that_nobody_waits_for_any_more_are_gone(self):
        def is_alarm(descriptor):
            with suppress(FileNotFoundError):
                return "eventfd" in os.readlink("/proc/self/fd/" + descriptor)

        def held():
            return {*threading.enumerate(), *filter(is_alarm, os.listdir("/proc/self/fd"))}

        with daemon(*1000 * [slowly(ending)]) as path:
            before = held()
            with lost(path, timeout=600) as metronome:
                self.assertEqual(names(metronome, 6), 3 * ["connected", "disconnected"])
            end = time.monotonic() + 60
            while held() - before and time.monotonic() < end:
                time.sleep(0.01)
            self.assertEqual(held() - before, set())

    def test_an_alarm_wakes_the_loop_though_a_child_was_forked_meanwhile(self):
        with daemon(ending, beating) as path, lost(path) as metronome:
            self.assertGreaterEqual(metronome.fileno(), 0)
            self.assertIsNone(metronome.next_event(0))
            child = os.fork()
            if not child:
                time.sleep(10)
                os._exit(0)
            try:
                self.assertEqual(select.select([metronome], [], [], 60)[0], [metronome])
            finally:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)

    def test_closed_it_has_no_descriptor(self):
        with daemon(beating) as path, metronomed.connect(path) as metronome:
            self.assertGreaterEqual(metronome.fileno(), 0)
            metronome.close()
            self.assertEqual(metronome.fileno(), -1)


if __name__ == "__main__":
    unittest.main()
