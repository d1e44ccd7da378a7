"""Connects the player to mosquitto, as Home Assistant does: mqtt.py PROGRAM. Exit code 1: a test failed."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
import unittest

from radio import Radio, free_port

TOPIC = "house/kitchen radio"


class Broker:
    """mosquitto, with a user and a password, and the messages that it passes on."""

    def __init__(self, folder, tls=False):
        self.folder, self.port, self.tls = folder, free_port(), tls
        passwords = folder / "passwords"
        passwords.touch(0o600)
        subprocess.run(["mosquitto_passwd", "-b", str(passwords), "radio", "open sesame"], check=True,
                       stderr=subprocess.DEVNULL)
        lines = [f"listener {self.port} 127.0.0.1", "allow_anonymous false", f"password_file {passwords}", "user root"]
        if tls:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
                 "-addext", "subjectAltName=DNS:localhost", "-keyout", f"{folder}/key.pem", "-out",
                 f"{folder}/cert.pem"], check=True, stderr=subprocess.DEVNULL)
            lines += [f"certfile {folder}/cert.pem", f"keyfile {folder}/key.pem"]
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.changed = threading.Condition()
        self.kept, self.counts = {}, {}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["mosquitto", "-c", f"{self.folder}/mosquitto.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 60).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.05)
        self.listener = subprocess.Popen(
            ["mosquitto_sub", *self.account, "-F", "%t\t%p", "-t", "#"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self.listen, args=(self.listener.stdout,), daemon=True).start()

    @property
    def account(self):
        tls = ["--cafile", f"{self.folder}/cert.pem"] if self.tls else []
        return ["-h", "localhost" if self.tls else "127.0.0.1", "-p", str(self.port), "-u", "radio", "-P",
                "open sesame", *tls]

    def listen(self, lines):
        for line in lines:
            topic, payload = line.rstrip("\n").split("\t", 1)
            with self.changed:
                self.kept[topic] = payload
                self.counts[topic] = self.counts.get(topic, 0) + 1
                self.changed.notify_all()

    def say(self, topic, payload):
        subprocess.run(["mosquitto_pub", *self.account, "-t", topic, "-m", payload], check=True, timeout=60)

    def wait_for(self, topic, is_so, seconds=90):
        deadline = time.monotonic() + seconds
        with self.changed:
            while not (topic in self.kept and is_so(self.kept[topic])):
                if not self.changed.wait(deadline - time.monotonic()):
                    raise AssertionError(f"{topic} is {self.kept.get(topic)!r}; {sorted(self.kept)}")
            return self.kept[topic]

    def stop(self):
        for process in (self.listener, self.process):
            process.terminate()
            process.wait(30)
        self.listener.stdout.close()
        with self.changed:
            self.kept.clear()


class MQTTTests(unittest.TestCase):
    def setUp(self):
        self.radio = Radio(PROGRAM)
        self.addCleanup(self.radio.close)
        self.radio.stop()

    def connect(self, **settings):
        """Starts a server, and the player with these settings of [mqtt]."""
        self.broker = Broker(self.radio.folder, settings.pop("tls", False))
        self.addCleanup(self.broker.stop)
        self.begin({"server": f"mqtt://127.0.0.1:{self.broker.port}", **settings})

    def begin(self, settings):
        settings = {"user": "radio", "password": "open sesame", "topic": TOPIC, **settings}
        folder = self.radio.folder / ".config/longwave"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(
            "[mqtt]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items()))
        self.radio.start()

    def wait_for(self, name, value):
        return self.broker.wait_for(f"{TOPIC}/{name}", value if callable(value) else lambda text: text == value)

    def test_home_assistant_finds_and_controls_the_player(self):
        self.connect()
        self.wait_for("availability", "online")
        found = json.loads(self.broker.wait_for("homeassistant/device/house_kitchen_radio/config", bool))
        self.assertEqual({part["platform"] for part in found["components"].values()},
                         {"sensor", "select", "number", "button"})
        self.assertIn("Pier Radio", found["components"]["station"]["options"])
        self.assertEqual(found["availability_topic"], f"{TOPIC}/availability")
        self.broker.say(found["components"]["station"]["command_topic"], "Pier Radio")
        self.wait_for("station", "Pier Radio")
        self.wait_for("title", "Longwave Demo - Lights on the Pier")
        self.wait_for("status", "playing")
        self.broker.say(f"{TOPIC}/volume/set", "40")
        self.wait_for("volume", "40")
        self.broker.say(f"{TOPIC}/command", "pause")
        self.wait_for("status", "paused")
        self.broker.say(f"{TOPIC}/command", '{"method":"play"}')
        self.wait_for("status", "playing")
        self.broker.say(f"{TOPIC}/command", '{"method":"quit"}')
        self.broker.say(f"{TOPIC}/command", '{"method":"play","params":{"what":"/etc/passwd"}}')
        self.radio.station.title = "Long - " + "ä" * 400 + "\x1b]0;x\x07"
        title = self.wait_for("title", lambda text: text.startswith("Long -"))
        self.assertLessEqual(len(title), 255)
        self.assertNotIn("\x1b", title)
        attributes = json.loads(self.wait_for("title/attributes", lambda text: "Long -" in text))
        self.assertIn("ä" * 400, attributes["full_title"])
        before = self.broker.counts["homeassistant/device/house_kitchen_radio/config"]
        self.broker.say("homeassistant/status", "online")
        with self.broker.changed:
            self.assertTrue(self.broker.changed.wait_for(
                lambda: self.broker.counts["homeassistant/device/house_kitchen_radio/config"] > before, 60))
        self.radio.player.kill()
        self.wait_for("availability", "offline")

    def test_the_server_restarts_and_the_player_ends(self):
        self.connect()
        self.wait_for("availability", "online")
        self.broker.stop()
        self.broker.start()
        self.wait_for("availability", "online")
        self.wait_for("status", "stopped")
        self.radio.stop()
        self.wait_for("availability", "offline")

    def test_tls(self):
        broker = Broker(self.radio.folder, tls=True)
        self.broker = broker
        self.addCleanup(broker.stop)
        self.radio.environment["SSL_CERT_FILE"] = f"{self.radio.folder}/cert.pem"
        self.begin({"server": f"mqtts://localhost:{broker.port}"})
        self.wait_for("availability", "online")
        self.radio.stop()
        self.wait_for("availability", "offline")
        # Without the certificate, the server is not trusted.
        del self.radio.environment["SSL_CERT_FILE"]
        self.assertIn("cannot be used", self.said({"server": f"mqtts://localhost:{broker.port}"}))
        self.assertEqual(broker.kept[f"{TOPIC}/availability"], "offline")

    def said(self, settings):
        """Starts a player of its own, and returns what it says about the server."""
        self.begin(settings)
        self.radio.stop()
        with subprocess.Popen(
                [PROGRAM, "serve", "--output", "null"], env=self.radio.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as other:
            try:
                return next(line for line in other.stdout if "MQTT" in line)
            finally:
                other.terminate()

    def test_a_wrong_password_is_refused_and_not_printed(self):
        self.connect()
        self.radio.stop()
        line = self.said({"server": f"mqtt://127.0.0.1:{self.broker.port}", "password": "wrong secret"})
        self.assertIn("cannot be used", line)
        shown = subprocess.run([PROGRAM, "config", "show"], env=self.radio.environment, check=True,
                               capture_output=True, text=True).stdout
        self.assertNotIn("wrong secret", line + shown)
        self.assertIn("***", shown)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
