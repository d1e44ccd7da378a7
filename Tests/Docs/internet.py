"""The internet of bin/check-readme: an HTTP proxy on a free loopback port that itself responds for every address.

The proxy also serves https: `certificates` is a folder like /etc/ssl/certs with the proxy's own certificate authority.
The host and the path of an address choose the response (`Answers.do_GET`). An address that is not a page, a picture, a
list or a directory is a station, usually in MP3.
"""
import json, pathlib, re, socketserver, ssl, subprocess, threading, time, urllib.parse, uuid
from http.server import BaseHTTPRequestHandler

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = {
    "aac": ("audio/aac", "aac-lc-44100-stereo.aac", 6), "ogg": ("audio/ogg", "vorbis-44100-stereo-chain.ogg", 0),
    "opus": ("audio/ogg", "opus-48000-stereo-chain.opus", 0), "mp3": ("audio/mpeg", "mpeg1-44100-stereo-cbr128.mp3", 8),
}
TITLES = ["Miles Davis - So What", "Bonobo - Kerala", "Yazoo - Don't Go", "Boards of Canada - Dayvan Cowboy"]
SECONDS_A_TITLE, METAINT, SEGMENT, SEGMENTS = 5, 8192, 2, 30
STATUS_PAGES = re.compile(r"(\.xsl|7\.html|status\.json|/stats|/currentsong|/nowplaying.*|/api/.*)$")
STATION_URLS = {
    url for station in json.loads((ROOT / "stations.json").read_text())["station"]
    for url in [station["streamURL"], *station.get("urls", [])]}


class Internet(socketserver.ThreadingTCPServer):
    daemon_threads, request_queue_size, block_on_close = True, 256, False

    def __init__(self, folder):
        self.folder, self.certificates = pathlib.Path(folder), pathlib.Path(folder, "certs")
        self.certificates.mkdir()
        self.contexts, self.lock, self.directory = {}, threading.Lock(), {}
        self.sounds = {}
        for ending, (kind, name, seconds) in SAMPLES.items():
            sound = (ROOT / "Tests/Samples" / name).read_bytes()
            self.sounds[ending] = (kind, sound, len(sound) / seconds if seconds else 16000)
        self.picture = (ROOT / "packaging/desktop/longwave-128.png").read_bytes()
        self.make_authority()
        self.make_segments()
        super().__init__(("127.0.0.1", 0), Answers)
        self.url = "http://127.0.0.1:%d" % self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        """Ignores errors, because clients may disconnect at any time."""

    def openssl(self, *arguments):
        command = ["openssl", *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=self.folder).stdout

    def make_authority(self):
        self.openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.pem")
        authority = self.certificates / "ca-certificates.crt"
        subject = ["-subj", "/CN=check-readme", "-days", "2"]
        self.openssl("req", "-x509", "-new", "-key", "key.pem", *subject, "-out", authority)
        name = self.openssl("x509", "-noout", "-hash", "-in", authority).strip()
        (self.certificates / (name + ".0")).symlink_to(authority.name)

    def make_segments(self):
        """Makes the segments of a minute of sound, which live playlists repeat."""
        sound = ROOT / "Tests/Samples" / SAMPLES["aac"][1]
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-stream_loop", "-1", "-i", sound, "-t", str(SEGMENT * SEGMENTS),
             "-c", "copy", "-f", "segment", "-segment_time", str(SEGMENT), "%d.ts"],
            check=True, cwd=self.folder)
        count = len(list(self.folder.glob("*.ts")))
        self.segments = [(self.folder / f"{number}.ts").read_bytes() for number in range(count)]

    def context(self, host):
        """Returns a TLS context with a certificate for the host."""
        with self.lock:
            if host not in self.contexts:
                file = self.folder / ("host%d.pem" % len(self.contexts))
                kind = "IP" if re.fullmatch(r"[\d.]+|.*:.*", host) else "DNS"
                self.openssl(
                    "req", "-x509", "-new", "-key", "key.pem", "-CA", self.certificates / "ca-certificates.crt",
                    "-CAkey", "key.pem", "-subj", "/CN=host", "-addext", f"subjectAltName={kind}:{host}", "-days", "1",
                    "-out", file)
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(file, self.folder / "key.pem")
                self.contexts[host] = context
            return self.contexts[host]


class Answers(BaseHTTPRequestHandler):
    protocol_version, timeout, secure = "HTTP/1.1", 60, None

    def log_message(self, *arguments):
        """Writes no log."""

    def do_CONNECT(self):
        host = self.path.rpartition(":")[0].strip("[]")
        self.send_response(200)
        self.end_headers()
        self.secure = self.path.removesuffix(":443")
        self.request = self.connection = self.server.context(host).wrap_socket(self.connection, server_side=True)
        self.setup()
        self.close_connection = False

    def do_GET(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.url = f"https://{self.secure}{self.path}" if self.secure else self.path
        place = urllib.parse.urlsplit(self.url)
        host, path, query = place.hostname or "", place.path, dict(urllib.parse.parse_qsl(place.query))
        ending = path.rpartition(".")[2].lower()
        if self.url in STATION_URLS and ending not in ("m3u", "pls"): self.station(self.url)
        elif path.startswith("/json/"): self.radio_browser(path.split("/")[2:], query)
        elif "listenbrainz" in host: self.json({"code": 200, "status": "ok", "valid": True, "user_name": "listener"})
        elif "audioscrobbler" in host: self.json({"token": "abc", "session": {"name": "listener", "key": "abc"}})
        elif STATUS_PAGES.search(path): self.answer(b"no such page", "text/plain", 404)
        elif ending == "m3u8": self.answer(self.playlist(), "application/vnd.apple.mpegurl")
        elif ending == "ts": self.answer(self.server.segments[int(path.rpartition("/")[2][:-3])], "video/mp2t")
        elif ending == "m3u": self.answer(f"#EXTM3U\nhttp://{host}/stream.mp3\n", "audio/x-mpegurl")
        elif ending == "pls": self.answer(f"[playlist]\nFile1=http://{host}/stream.mp3\n", "audio/x-scpls")
        elif ending == "json":
            self.json({"station": [{"id": "example", "name": "Example", "streamURL": f"http://{host}/stream.mp3"}]})
        elif ending in ("png", "jpg", "jpeg", "ico", "svg", "webp"): self.answer(self.server.picture, "image/png")
        elif path in ("", "/") or path.endswith("/") or ending == "html":
            self.answer('<html><head><title>Example</title><link rel="icon" href="/icon.png">'
                        '<meta property="og:image" content="/picture.png"></head></html>', "text/html")
        else: self.station(path)

    do_HEAD = do_POST = do_GET

    def answer(self, body, kind, status=200):
        body = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD": self.wfile.write(body)

    def json(self, value): self.answer(json.dumps(value), "application/json")

    def playlist(self):
        """Returns a live playlist with the newest five segments, according to the clock."""
        now = int(time.time() / SEGMENT)
        first = now - 4
        lines = ["#EXTM3U", f"#EXT-X-TARGETDURATION:{SEGMENT + 1}", f"#EXT-X-MEDIA-SEQUENCE:{first}",
                 f"#EXT-X-DISCONTINUITY-SEQUENCE:{(first - 1) // len(self.server.segments)}"]
        for number in range(first, now + 1):
            place = number % len(self.server.segments)
            lines += (["#EXT-X-DISCONTINUITY"] if place == 0 else []) + [f"#EXTINF:{SEGMENT}.0,", f"{place}.ts"]
        return "\n".join(lines) + "\n"

    def station(self, name):
        """Sends endless sound in real time after a burst of four seconds, with titles if the client asks for them."""
        kind, sound, rate = next(
            (self.server.sounds[word] for word in ("aac", "opus", "ogg") if word in name), self.server.sounds["mp3"])
        titles = kind != "audio/ogg" and self.headers.get("Icy-MetaData") == "1"
        self.send_response(200)
        fields = {"Content-Type": kind, "Connection": "close", "icy-name": "Example Radio", "icy-genre": "Jazz",
                  "icy-br": str(round(rate / 125)), **({"icy-metaint": str(METAINT)} if titles else {})}
        for field in fields.items(): self.send_header(*field)
        self.end_headers()
        begun, sent, title = time.monotonic(), 0, None
        while self.command == "GET":
            at = sent % len(sound)
            self.wfile.write((sound + sound)[at:at + METAINT])
            sent += METAINT
            if titles:
                now = TITLES[int(time.time() / SECONDS_A_TITLE) % len(TITLES)]
                text = f"StreamTitle='{now}';".encode() if now != title else b""
                title = now
                self.wfile.write(bytes([(len(text) + 15) // 16]) + text.ljust((len(text) + 15) // 16 * 16, b"\0"))
            time.sleep(max(0, sent / rate - 4 - (time.monotonic() - begun)))

    def radio_browser(self, parts, query):
        """Responds like radio-browser. Each search finds three matching stations. Later requests find them by id."""
        known = self.server.directory
        if parts[-1] == "search":
            name = query.get("name", "radio").title()
            for number in range(1, 4):
                key = str(uuid.uuid5(uuid.NAMESPACE_URL, name + str(number)))
                known[key] = {
                    "stationuuid": key, "name": f"{name} {number}", "url": f"https://radio.example/{key}.mp3",
                    "homepage": "https://radio.example/", "favicon": "https://radio.example/icon.png",
                    "tags": query.get("tagList", "jazz"), "countrycode": query.get("countrycode", "CH"),
                    "language": query.get("language", "english"), "codec": query.get("codec", "MP3"), "bitrate": 128,
                    "votes": 10 - number, "clickcount": number, "lastcheckok": 1, "hls": 0}
                known[key]["url_resolved"] = known[key]["url"]
            found = [entry for entry in known.values() if entry["name"].startswith(name)]
            self.json(found[int(query.get("offset", 0)):][:int(query.get("limit", 100))])
        elif "byuuid" in parts: self.json([known[key] for key in parts if key in known])
        elif parts[0] == "url": self.json({"ok": parts[1] in known, "url": known.get(parts[1], {}).get("url", "")})
        else: self.json([])
