# SPDX-License-Identifier: Apache-2.0
"""What the example for Home Assistant does where the daemon or the broker refuses; MQTT itself is left out."""
import contextlib
import io
import os
import sys
import types
import unittest
from pathlib import Path
from unittest import mock

from test_client import daemon, subscribed

EXAMPLE = Path(__file__).parents[2] / "Docs/examples/mqtt.py"


class Told(Exception):
    """Ends what would follow the daemon for ever."""


def example():
    """The example as a module; nothing is written beside it."""
    module = types.ModuleType("mqtt_example")
    names = ("paho", "paho.mqtt", "paho.mqtt.client")
    with mock.patch.dict(sys.modules, {name: mock.MagicMock() for name in names}):
        exec(compile(EXAMPLE.read_text(encoding="utf-8"), EXAMPLE, "exec"), module.__dict__)
    return module


class MQTTTests(unittest.TestCase):
    def told(self, first):
        """What is said on stderr until a daemon is told as online, where the first connection is answered by a function."""
        module, client, statuses = example(), mock.MagicMock(), []

        def publish(topic, text, **_):
            if topic == f"{module.ROOT}/status":
                statuses.append(text)
            if text == "online":
                raise Told

        client.publish.side_effect = publish
        with (daemon(first, lambda request: [subscribed(request, heard={"bpm": 120})]) as path,
              mock.patch.dict(os.environ, {"METRONOMED_SOCKET": path}), mock.patch("time.sleep"),
              contextlib.redirect_stderr(io.StringIO()) as said, self.assertRaises(Told)):
            module.follow(client, module.tell_state)
        self.assertEqual(statuses[:2], ["offline", "online"])
        return said.getvalue()

    def test_a_daemon_that_goes_before_it_has_answered_is_followed_once_it_is_back(self):
        self.assertIn("closed", self.told(lambda request: None))

    def test_a_daemon_that_refuses_for_a_while_is_followed_after_it(self):
        error = {"code": -32000, "message": "too many clients", "data": {"reason": "too_many_clients"}}
        self.assertIn("too many clients", self.told(lambda request: [{"id": None, "error": error}, None]))

    def test_a_refusal_of_the_broker_is_said_and_nothing_is_told_it(self):
        # With the arguments of paho 1, and of 2.
        for code, more in ((5, ()), (135, (None,))):
            module, client = example(), mock.MagicMock()
            with contextlib.redirect_stderr(io.StringIO()) as said:
                module.connected(client, None, {}, code, *more)
            self.assertIn("mqtt.py: the broker refuses", said.getvalue())
            self.assertEqual(client.method_calls, [])


if __name__ == "__main__":
    unittest.main()
