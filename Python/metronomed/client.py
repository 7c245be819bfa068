# SPDX-License-Identifier: Apache-2.0
"""The daemon as a program sees it: requests, events, and beats when they are heard."""
from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from . import types
from .connection import Connection, Deadline
from .errors import Error, Lost, NotRunning, Refused, Timeout, WrongProtocol
from .following import FOLLOWED, beats, onsets
from .methods import Methods
from .path import socket_path
from .timeline import Beat, Onset, Timeline
from .watch import Watch

_MAJOR = 1
_PAUSES = (0.1, 2.0)
# The least pause after a daemon that cannot start: systemd starts it at each try.
_PAUSE_AFTER_FAILED_START = 5.0
_MOST_EVENTS = 100_000
_CANNOT_START = "cannot_start"
# Refusals of a connection that may be over at the next try.
_MAY_PASS = ("too_many_clients", "busy", "shutting_down", _CANNOT_START)
# Refusals after which the daemon closes the connection.
_LAST = ("line_too_long", "line_timeout", "too_many_errors", "too_many_clients", _CANNOT_START)


class Event(NamedTuple):
    """What the daemon tells by itself; `name` and `params` are those of the protocol. Two names are added: `disconnected`, with a `reason`,
    and `connected`, with the answer to `subscribe`, when there is a daemon again."""

    name: str
    params: Any


def connect(path: str | None = None, *, timeout: float = 10.0, reconnect: bool = True, wait: bool = False) -> Metronome:
    """Connects to the daemon.

    `path` is that of its socket, found as `metroctl` finds it unless given. `timeout` is how many seconds a request takes at most, connecting again included. With
    `reconnect` the iterators follow the next daemon when this one goes; without, they raise `Lost`. With `wait` a daemon that is not there
    yet is waited for, and in a subscription one that cannot start yet.
    """
    return Metronome(path, timeout=timeout, reconnect=reconnect, wait=wait)


# The options of the events that have some of their own.
_OPTIONS = {"motion": ("properties",), "frame": ("properties", "minimum_interval_ms")}


def _asked_events(asked: Mapping[str, Any]) -> set[str]:
    """The events that a subscription asks for, as the method says."""
    if asked.get("events") is not None:
        return set(asked["events"])
    if "minimum_interval_ms" in asked:
        return {"frame"}
    return {"motion"} if asked.get("properties") else {"beat", "state", "audio"}


@contextmanager
def _reading() -> Iterator[None]:
    """What lacks a member that is read, or has it as something else, was said by no metronome daemon."""
    try:
        yield
    except (KeyError, TypeError, AttributeError):
        raise WrongProtocol("what answers is no metronome daemon") from None


def _events_of(answer: Any) -> list[str]:
    """The events that are sent from now on."""
    with _reading():
        events = answer["events"]
        if not (isinstance(events, list) and all(isinstance(name, str) for name in events)):
            raise TypeError
        return events


class Metronome(Methods):
    """A connection to the daemon, with a method for each of the protocol. For one thread."""

    def __init__(self, path: str | None = None, *, timeout: float = 10.0, reconnect: bool = True,
                 wait: bool = False) -> None:
        self.path = socket_path(path)
        self.timeout = timeout
        #: What the daemon said last of itself, kept up to date by `event.state`; None before a subscription.
        self.state: types.Status | None = None
        #: The run that plays, where `timeline` is subscribed; None while nothing plays.
        self.timeline: Timeline | None = None
        self._reconnects = reconnect
        self._connection: Connection | None = None
        # The subscriptions that the connection has not answered yet, and until when it may.
        self._unanswered: set[int] = set()
        self._answer_by = Deadline(0)
        self._watch: Watch | None = None
        self._last_id = 0
        # What is asked for on each connection, and which events the program asked for.
        self._subscription: dict[str, Any] = {}
        # The options of `motion` and of `frame`, each with its own.
        self._moving: dict[str, dict[str, Any]] = {}
        self._told: set[str] = set()
        self._events: deque[Event] = deque(maxlen=_MOST_EVENTS)
        # Counts the subscriptions to the timeline: what was computed from an earlier connection is void.
        self._generation = 0
        self._is_closed = False
        self._pause, self._retry = _PAUSES[0], Deadline(0)
        self._waits = wait
        self._patiently(lambda: self._open(Deadline(None)))

    def __enter__(self) -> Metronome:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and all that iterates over it."""
        self._is_closed = True
        if self._watch:
            self._watch.close()
            self._watch = None
        self._drop()

    def fileno(self) -> int:
        """A descriptor for `select` and event loops, the same from daemon to daemon. When it is readable, call
        `next_event(0)` until that is None: it tells what has come, and connects again when it is time to. -1 when
        closed."""
        if not self._watch and not self._is_closed:
            self._watch = Watch()
        return self._watch.fileno() if self._watch else -1

    # Requests

    def request(self, method: str, params: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """The result of a request. A parameter that is None is left out, and a number that is not finite is a `ValueError`.

        Raises `Refused`, with its reason, `Timeout`, or `Lost` where the daemon goes before it has answered: whether it did what was asked
        is not known then, so nobody asks it again. The next request connects again."""
        asked = {key: value for key, value in {**(params or {}), **more}.items() if value is not None}
        self._last_id += 1
        try:
            line = json.dumps({"id": self._last_id, "method": method, "params": asked}, allow_nan=False)
        except ValueError as error:
            raise ValueError(f"the parameters of {method} cannot be JSON: {error}") from error
        return self._ask(line, self._last_id)

    def say(self, words: str) -> Any:
        """The result of a request in the words of its method: `tempo +5`, `bell 4 on 4`."""
        if "\n" in words or words.strip()[:1] in ("", "{", "["):
            raise ValueError("words are one line, and no JSON")
        return self._ask(words, None)

    def _ask(self, line: str, id: int | None) -> Any:
        if self._is_closed:
            raise Lost("the connection is closed")
        self._ring()
        # Connecting again is part of the wait.
        deadline = Deadline(self.timeout)
        self._open(Deadline(None))
        try:
            return self._exchange(line, id, deadline)
        except Refused as error:
            if error.reason in _LAST:
                self._give_up(error)
            raise
        except BaseException:
            # An answer that comes late, also after an interruption, belongs to no later request.
            self._drop()
            raise

    def _exchange(self, line: str, id: int | None, deadline: Deadline) -> Any:
        assert self._connection
        self._connection.send(line.encode() + b"\n", deadline)
        while message := self._connection.receive(deadline):
            if "method" in message:
                self._take(message)
            # What answers no request refuses the connection.
            elif message.get("id") in (id, None):
                if "error" in message:
                    raise Refused(message["error"])
                return message.get("result")
        raise Timeout(f"no answer within {self.timeout:g} s")

    # Events

    def subscribe(self, events: Sequence[str] | None = None, *, lead_ms: int | None = None,
                  properties: Sequence[str] | None = None,
                  minimum_interval_ms: int | None = None) -> types.SubscribeResult:
        """Has events sent, which `events()` yields; by the next daemon, too. See `subscribe` in the protocol."""
        options = {"events": events, "lead_ms": lead_ms, "properties": properties,
                   "minimum_interval_ms": minimum_interval_ms}
        asked = {key: value for key, value in options.items() if value is not None}
        before = set(self._subscription.get("events", ()))
        answer = self._subscribe(asked)
        self._told |= set(answer["events"]) - before | _asked_events(asked)
        return answer

    def unsubscribe(self, events: Sequence[str] | None = None) -> types.UnsubscribeResult:
        """Has no more events sent; all unless given. What is computed from the timeline goes on."""
        kept = FOLLOWED if self._generation else frozenset[str]()
        unwanted = (self._told if events is None else set(events)) - kept
        self._told -= set(self._told if events is None else events)
        if unwanted:
            left = _events_of(self.request("unsubscribe", events=sorted(unwanted)))
            # The next daemon is asked for what is left, without options of events that are not.
            self._moving = {name: options for name, options in self._moving.items() if name in left}
            self._subscription = {**self._subscription, "events": left} if left else {}
        return {"events": [name for name in self._subscription.get("events", ()) if name in self._told]}

    def _subscribe(self, asked: Mapping[str, Any]) -> types.SubscribeResult:
        answer: types.SubscribeResult = self._patiently(lambda: self.request("subscribe", asked))
        self._begin_with(answer)
        for name in _asked_events(asked) & _OPTIONS.keys():
            self._moving[name] = {key: asked[key] for key in _OPTIONS[name] if key in asked}
        lead = {key: asked[key] for key in asked if key == "lead_ms"}
        self._subscription = {**self._subscription, **lead, "events": answer["events"]}
        return answer

    def _begin_with(self, answer: Any) -> None:
        """Takes in what a subscription is answered with."""
        with _reading():
            major = answer["protocol"]["major"]
            if major != _MAJOR:
                raise WrongProtocol(f"the daemon speaks protocol {major}, and this module {_MAJOR}")
            state = answer["state"]
            if not isinstance(state, dict):
                raise TypeError
        _events_of(answer)
        self.state = state
        if "timeline" in state:
            self._hear(state["timeline"])
            self._generation += 1

    def _subscribed_before(self) -> list[dict[str, Any]]:
        """What the next daemon is asked for, because the last one was."""
        events = self._subscription.get("events", ())
        lead = {key: value for key, value in self._subscription.items() if key == "lead_ms"}
        asked = [{"events": [name], **options, **lead} for name, options in self._moving.items()]
        others = [name for name in events if name not in self._moving]
        return asked + ([{"events": others, **lead}] if others else [])

    def _take(self, message: Mapping[str, Any]) -> None:
        name, params = message["method"], message.get("params") or {}
        with _reading():
            if name == "event.state":
                state = params["state"]
                if not state["playing"]:
                    self.timeline = None
                self.state = state
            elif name == "event.timeline":
                self._hear(params["timeline"])
        if name.removeprefix("event.") in self._told or name == "event.lagged":
            self._events.append(Event(name, params))

    def _hear(self, told: types.Timeline | None) -> None:
        try:
            self.timeline = Timeline(told) if told else None
        except ValueError:
            # Of a later daemon: no beat can be computed.
            self.timeline = None

    def next_event(self, timeout: float | None = None) -> Event | None:
        """The next event; None where none comes in time."""
        deadline = Deadline(timeout)
        try:
            while not self._events:
                if not self._turn(deadline):
                    self._rest()
                    return None
        except Error:
            self._rest()
            raise
        return self._events.popleft()

    def events(self) -> Iterator[Event]:
        """The events that were asked for, as they come. Of many that wait, the newest 100,000."""
        while event := self.next_event():
            yield event

    # Beats

    def beats(self, ahead: float = 0.0) -> Iterator[Beat]:
        """Each beat once, when it is heard, or so many seconds before: from now on, and through all runs to come.

        They are computed from the timeline, so no message has to arrive in time. A beat that moves after it has come, because the tempo
        changed, does not come again."""
        return beats(self, round(ahead * 1e9))

    def onsets(self, ahead: float = 0.0) -> Iterator[Onset]:
        """Each stroke that is played, when it is heard, or so many seconds before: beats, their parts, and the lanes, as `Timeline.onsets`
        has them, with the subdivision and the swing that are heard."""
        return onsets(self, round(ahead * 1e9))

    # The connection

    def _turn(self, deadline: Deadline) -> bool:
        """Takes in one message, or connects again; False where neither is done in time."""
        if self._is_closed:
            raise Lost("the connection is closed")
        self._ring()
        if not self._connection and not self._reconnects:
            raise Lost("the connection was lost")
        if not self._connection or self._unanswered:
            return self._try_again(deadline)
        try:
            message = self._connection.receive(deadline)
            if message and "method" in message:
                self._take(message)
            elif message and "error" in message:
                raise Refused(message["error"])
        except Error as error:
            self._give_up(error)
            if not (self._reconnects and isinstance(error, Lost)):
                raise
            self._events.append(Event("disconnected", {"reason": str(error)}))
            return True
        return message is not None

    def _catch_up(self) -> None:
        """Takes in all that has come, where there is a connection."""
        while self._connection and self._turn(Deadline(0)):
            pass

    def _try_again(self, deadline: Deadline) -> bool:
        if not self._connection:
            pause, left = self._retry.left or 0.0, deadline.left
            time.sleep(pause if left is None else min(pause, left))
            if self._retry.left:
                return False
        try:
            return self._open(deadline)
        except (NotRunning, Lost, Timeout):
            return True
        except Refused as error:
            if error.reason not in _MAY_PASS:
                raise
        return True

    def _patiently(self, act: Callable[[], Any]) -> Any:
        """What `act` returns; with `wait` as soon as there is a daemon that can start."""
        while True:
            try:
                return act()
            except (NotRunning, Refused) as error:
                if not self._waits or isinstance(error, Refused) and error.reason != _CANNOT_START:
                    raise
            time.sleep(self._retry.left or 0.0)

    def _open(self, deadline: Deadline) -> bool:
        """Connects where there is no connection, and asks for what was subscribed before; False where that is not
        answered in time. The next call waits on then."""
        try:
            connection = self._connection or self._connect(deadline)
            while self._unanswered:
                message = connection.receive(deadline.or_earlier(self._answer_by))
                if message is not None:
                    self._take_answer(message)
                elif self._answer_by.left == 0:
                    raise Timeout(f"no answer within {self.timeout:g} s")
                else:
                    return False
            self._pause = _PAUSES[0]
            return True
        except BaseException as error:
            self._give_up(error)
            raise

    def _connect(self, deadline: Deadline) -> Connection:
        self._answer_by = Deadline(self.timeout)
        deadline = deadline.or_earlier(self._answer_by)
        self._connection = connection = Connection(self.path, deadline)
        for asked in self._subscribed_before():
            self._last_id += 1
            line = json.dumps({"id": self._last_id, "method": "subscribe", "params": asked})
            connection.send(line.encode() + b"\n", deadline)
            self._unanswered.add(self._last_id)
        return connection

    def _take_answer(self, message: Mapping[str, Any]) -> None:
        """Takes in what comes until all subscriptions are answered."""
        if "method" in message:
            self._take(message)
        elif message.get("id") in self._unanswered | {None}:
            if "error" in message:
                raise Refused(message["error"])
            self._begin_with(message.get("result"))
            self._unanswered.discard(message.get("id"))
            if not self._unanswered:
                self._events.append(Event("connected", message["result"]))

    def _give_up(self, error: BaseException) -> None:
        """Ends the connection; the next is tried after a pause."""
        self._drop()
        cannot_start = isinstance(error, Refused) and error.reason == _CANNOT_START
        self._retry = Deadline(max(self._pause, _PAUSE_AFTER_FAILED_START) if cannot_start else self._pause)
        self._pause = min(2 * self._pause, _PAUSES[1])

    def _drop(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection, self.timeline = None, None
        self._unanswered.clear()

    # The descriptor of an event loop

    def _ring(self) -> None:
        if self._watch:
            self._watch.ring()

    def _rest(self) -> None:
        if not self._watch or self._events:
            return
        due = None
        if self._unanswered:
            due = self._answer_by
        elif not self._connection and self._reconnects:
            due = self._retry
        self._watch.rest(self._connection.socket if self._connection else None, due)
