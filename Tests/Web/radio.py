"""A radio for the tests of its fronts: `longwave serve` with a private sound server and a station of our own."""

import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOUND = (ROOT / "Sources/CModules/CDemoSound/demo.mp3").read_bytes()
# Bytes per second of the sound, and between two titles.
RATE, INTERVAL = 8000, 4000
# Names with which a station could try to add elements or script to a page.
HOSTILE = [
    "<img src=x onerror=alert(1)>", "\"><script>alert(1)</script>", "</noscript></script><b>bold</b>",
    "' onclick='alert(1)",
]


class Station(http.server.ThreadingHTTPServer):
    """An Icecast-like station that sends MP3 in real time, and `title` within half a second."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), StationHandler)
        self.title = "Longwave Demo - Lights on the Pier"
        self.url = f"http://127.0.0.1:{self.server_address[1]}/pier"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # A player that leaves.


class StationHandler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "audio/mpeg")
        self.send_header("icy-metaint", str(INTERVAL))
        self.end_headers()
        sent, title, begun = 0, None, time.monotonic() - 4
        while True:
            place = sent % len(SOUND)
            metadata = b""
            if title != self.server.title:
                title = self.server.title
                metadata = f"StreamTitle='{title}';".encode()
                metadata += bytes(-len(metadata) % 16)
            self.wfile.write((SOUND + SOUND)[place:place + INTERVAL] + bytes([len(metadata) // 16]) + metadata)
            sent += INTERVAL
            time.sleep(max(0, begun + sent / RATE - time.monotonic()))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Radio:
    """`longwave serve --http` in a folder of its own. `address` is where the page is, `link` also signs in."""

    def __init__(self, program, *arguments, more_stations=None):
        self.program, self.arguments = program, arguments
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="longwave-web-"))
        self.address = f"http://127.0.0.1:{free_port()}/"
        self.environment = {
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "PULSE_RUNTIME_PATH": str(self.folder),
            "PULSE_SERVER": f"unix:{self.folder}/pulse", "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
        }
        self.station = Station()
        stations = [{"name": "Pier Radio", "id": "pier", "streamURL": self.station.url, "tags": ["demo", "ambient"],
                     "country": "NO", "desc": "Waves, gulls and a little music"}]
        odd = [{"name": name, "id": f"odd{number}", "streamURL": f"{self.station.url}?{number}", "tags": ["odd"]}
               for number, name in enumerate(HOSTILE)]
        fillers = [{"name": f"Filler {number}", "id": f"filler{number}", "tags": ["filler"],
                    "streamURL": f"http://127.0.0.1:9/{number}"} for number in range(150)]
        stations += more_stations or odd + fillers
        (self.folder / "stations.json").write_text(json.dumps({"station": stations}))
        self.sound = self.player = None
        self.sound = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
             "--high-priority=no", "-L", f"module-native-protocol-unix socket={self.folder}/pulse auth-anonymous=1",
             "-L", "module-null-sink sink_name=speakers norewinds=1"],
            env=self.environment, stderr=subprocess.DEVNULL)
        self.start()

    def start(self):
        """Starts the player, and waits until it says where the page is."""
        self.player = subprocess.Popen(
            [self.program, "serve", "--http", self.address[7:-1], "--library", str(self.folder / "stations.json"),
             "--timeshift", "30m", *self.arguments],
            env=self.environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        said = []
        for line in self.player.stderr:
            said.append(line)
            found = re.search("the page is at .*, the token in (.*)", line)
            if found:
                self.token = pathlib.Path(found[1]).read_text().strip()
                break
        else:
            raise AssertionError(f"serve ended: {said}")
        self.link = f"{self.address}?token={self.token}"
        self.reader = threading.Thread(target=self.player.stderr.read, daemon=True)
        self.reader.start()

    def stop(self):
        self.player.terminate()
        self.player.wait(30)
        self.reader.join(30)
        self.player.stderr.close()

    def close(self):
        if self.player and self.player.poll() is None:
            self.stop()
        self.sound.terminate()
        self.sound.wait(30)
        self.station.shutdown()
        self.station.server_close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def request(self, path, body=None, timeout=30, **headers):
        """Returns the answer to a request with the token. A dictionary as the body is sent as JSON."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        kind = {"Content-Type": "application/json"} if isinstance(body, dict) else {}
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(
            self.address + path.lstrip("/"), data, {"Authorization": f"Bearer {self.token}", **kind, **more})
        return urllib.request.urlopen(request, timeout=timeout)

    def state(self):
        return json.load(self.request("/api/v1/state"))

    def command(self, method, **parameters):
        return json.load(self.request("/api/v1/commands", {"method": method, "params": parameters}))

    def wait_for(self, is_so, seconds=60):
        """Reads the stream of events until a state is as wanted, and returns it."""
        deadline, state = time.monotonic() + seconds, None
        with self.request("/api/v1/events", timeout=seconds) as events:
            for line in events:
                if line.startswith(b"data:"):
                    state = json.loads(line[5:])
                    if is_so(state):
                        return state
                if time.monotonic() > deadline:
                    break
        raise AssertionError(f"not so after {seconds} s: {state}")


