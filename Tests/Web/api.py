"""Uses the API and the page's forms as other programs do: api.py PROGRAM. Exit code 1: a test failed."""

import base64
import hashlib
import html
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request

from radio import HOSTILE, Radio


class WithRadio(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.radio = Radio(PROGRAM)
        cls.addClassCleanup(cls.radio.close)

    def refused(self, path, body=None, **headers):
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            self.radio.request(path, body, **headers).close()
        self.addCleanup(refusal.exception.close)
        return refusal.exception.code


class StrangerTests(WithRadio):
    def test_strangers_are_refused(self):
        self.assertEqual(self.refused("/api/v1/state", Authorization="Bearer no"), 401)
        self.assertEqual(self.refused("/api/v1/state", Host="evil.example"), 421)
        self.assertEqual(self.refused("/api/v1/commands", {"method": "pause"}, Origin="http://evil.example"), 403)
        self.assertEqual(self.refused("/api/v1/commands", {"method": "play", "params": {"what": "/etc/passwd"}}), 403)


class APITests(WithRadio):
    def form(self, **fields):
        """Sends a form of the page, and returns the page that is shown then."""
        origin = self.radio.address.rstrip("/")
        with self.radio.request("/api/v1/commands", urllib.parse.urlencode(fields).encode(), Origin=origin) as answer:
            return answer.geturl(), answer.read().decode()

    def test_the_page_allows_only_its_own_script_and_style(self):
        with self.radio.request("/") as answer:
            policy, page = answer.headers["Content-Security-Policy"], answer.read().decode()
        self.assertNotIn("unsafe", policy)
        for tag in ["script", "style"]:
            text = re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[1]
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            self.assertIn(f"{tag}-src 'sha256-{digest}'", policy)
        self.assertLess(len(page.encode()), 60_000)

    def test_forms_play_search_and_say_what_fails(self):
        where, page = self.form(method="play", what="pier", back="/?q=pier")
        self.assertEqual(where, self.radio.address + "?q=pier")
        self.assertIn("<h2>Stations</h2>", page)
        self.assertIn('value="pier"', page)
        self.radio.wait_for(lambda state: state["status"] == "playing" and state["nowPlaying"])
        where, page = self.form(method="volume", to="0.4")
        self.assertIn("Lights on the Pier", page)
        self.assertIn("Volume 40 %", page)
        self.form(method="volume", to="1")
        _, page = self.form(method="play", what="no such station at all")
        self.assertIn('role="alert"', page)

    def test_names_of_strangers_stay_text(self):
        with self.radio.request("/?" + urllib.parse.urlencode({"q": "tag=odd"})) as answer:
            page = answer.read().decode()
        for name in HOSTILE:
            self.assertIn(html.escape(name, quote=False).replace('"', "&quot;"), page)
        self.assertEqual(re.findall("<img src|<b>bold|<script>alert", page), [])

    def test_health_and_metrics(self):
        with self.radio.request("/metrics") as answer:
            metrics = answer.read()
        self.assertIn(b"longwave_", metrics)
        self.assertNotIn(b"Pier", metrics)
        if shutil.which("promtool"):
            check = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True)
            self.assertEqual((check.returncode, check.stdout + check.stderr), (0, b""))
        self.radio.command("play", what="pier")
        self.radio.wait_for(lambda state: state["status"] == "playing")
        with urllib.request.urlopen(self.radio.address + "health") as answer:
            self.assertEqual(answer.read().strip(), b"ok")

    def test_the_stream_has_sound_and_titles(self):
        self.radio.command("play", what="pier")
        self.radio.wait_for(lambda state: state["status"] == "playing")
        with self.radio.request("/stream", Icy_MetaData="1") as answer:
            interval = int(answer.headers["icy-metaint"])
            self.assertEqual(answer.headers["Content-Type"], "audio/mpeg")
            sound = answer.read(interval)
            title = answer.read(16 * answer.read(1)[0])
        self.assertIn(b"\xff\xf3", sound)
        self.assertIn(b"Lights on the Pier", title)

    def test_answers_are_as_the_document_says(self):
        with self.radio.request("/api/v1/openapi.json") as answer:
            self.assertEqual(json.load(answer)["openapi"][:3], "3.1")
        if not importlib.util.find_spec("schemathesis"):
            self.skipTest("needs schemathesis: bin/test-more web")
        # The directory is on the internet, and a stream of events has no end.
        run = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", self.radio.address + "api/v1/openapi.json",
             "--header", f"Authorization: Bearer {self.radio.token}", "--max-examples", "30", "--seed", "1",
             "--exclude-path", "/api/v1/directory", "--exclude-path", "/api/v1/events", "--exclude-path", "/stream",
             # The server may be more lenient than its document. Wrong tokens would end in the limit of their rate.
             "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,"
             "response_headers_conformance,response_schema_conformance", "--no-color"],
            capture_output=True, text=True, cwd=self.radio.folder)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
