"""Uses MPD's protocol as its clients do, beside MPD itself: mpd.py PROGRAM. Exit code 1: a test failed."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import unittest

# This file has the name of the library that it tests with.
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path = [path for path in sys.path if os.path.abspath(path or ".") != HERE]
try:
    import mpd as mpd_base
    import mpd.asyncio as mpd
except ImportError:
    mpd = None
sys.path.insert(0, HERE)
from radio import HOSTILE, Radio, free_port  # noqa: E402


class Client:
    """A raw connection."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.lines = self.socket.makefile("rb")
        self.greeting = self.lines.readline().decode()

    def ask(self, line):
        self.socket.sendall(line.encode() + b"\n")
        answer = []
        for received in self.lines:
            answer.append(received.decode().rstrip("\n"))
            if answer[-1] == "OK" or answer[-1].startswith("ACK "):
                break
        return answer

    def close(self):
        self.lines.close()
        self.socket.close()


def connected(port):
    """Connects to a server that may have just been started."""
    for _ in range(600):
        try:
            return Client(port)
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise AssertionError(f"nobody listens at port {port}")


class RealMPD:
    """MPD with a queue of two stations."""

    def __init__(self, folder):
        self.port = free_port()
        (folder / "mpd" / "playlists").mkdir(parents=True)
        (folder / "mpd.conf").write_text("".join(f'{name} "{value}"\n' for name, value in {
            "music_directory": f"{folder}/mpd", "db_file": f"{folder}/mpd/db", "bind_to_address": "127.0.0.1", "port": self.port, "playlist_directory": f"{folder}/mpd/playlists",
            "log_file": f"{folder}/mpd/log", "state_file": f"{folder}/mpd/state",
            "sticker_file": f"{folder}/mpd/sticker"}.items()) + 'audio_output {\n type "null"\n name "null"\n}\n')
        self.process = subprocess.Popen(
            ["mpd", "--no-daemon", str(folder / "mpd.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def client(self):
        return connected(self.port)

    def close(self):
        self.process.terminate()
        self.process.wait(30)


# Both must answer these with the same keys, or with the same refusal.
QUESTIONS = r"""ping
add {one}
addid {two}
status
playlistinfo
playlistinfo 1
playlistinfo 0:1
playlistinfo 9
playlistid {id}
playlistid 999999
plchanges 0
plchanges 99
plchangesposid 0
foo
play 1 2
play x
play 99
play -2
playid 999999
pause 5
setvol 101
setvol x
status 1
"play
play "1
play "1"x
play a'b

delete 9
deleteid 999999
move 0 9
move 0 1
moveid {id} 0
swap 0 1
swapid {id} 999999
seek 0 x
seekcur 1
next
previous
stop
add /etc/passwd
add nothing.mp3
lsinfo nothing
load nothing
listplaylist nothing
rm nothing
save a/b
save mine
save mine
listplaylists
listplaylist mine
listplaylistinfo mine
playlistadd mine {two}
playlistdelete mine 9
playlistmove mine 0 1
playlistclear mine
rename mine yours
rm yours
search
search any
find "(Artist == 'x')"
find "(Artist = 'x')"
find "(foo == 'x')"
find foo bar
list foo
list Album
count Artist x
playlistfind Artist x
playlistsearch file 127.0.0.1
idle foo
noidle\nping
binarylimit 12
binarylimit 10000
replay_gain_status
replay_gain_mode off
repeat 1
repeat 2
repeat 0
random 1
random 0
single 2
consume 0
crossfade 0
tagtypes clear
tagtypes
tagtypes all
sticker list foo x
outputs
enableoutput 9
disableoutput 0
enableoutput 0
command_list_begin\nping\nfoo\ncommand_list_end
command_list_ok_begin\nping\nstatus\ncommand_list_end
getvol extra
clearerror
clear
playlistinfo""".replace("\\n", "\x1f").split("\n")

# Keys of one of the two: MPD has no mixer here, no names of stations, and before the first song no current one; it knows
# when a playlist was changed.
OWN_KEYS = {"volume", "Last-Modified", "Title", "Name", "Genre", "song", "songid", "nextsong", "nextsongid"}


def shape(answer):
    """The keys of an answer, without repetitions in a row, and the whole of a refusal."""
    keys = [line if line.startswith(("ACK", "OK", "list_OK")) else line.split(": ")[0] for line in answer]
    keys = [key for key in keys if key not in OWN_KEYS]
    return [key for index, key in enumerate(keys) if index == 0 or key != keys[index - 1]]


class MPDTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.port = free_port()
        cls.radio = Radio(PROGRAM, "--mpd", f"127.0.0.1:{cls.port}")
        cls.addClassCleanup(cls.radio.close)
        cls.url = cls.radio.station.url

    def setUp(self):
        self.client = connected(self.port)
        self.addCleanup(self.client.close)
        self.client.ask("clear")

    def wait_for(self, line, command="status"):
        """Waits with `idle` until the answer to a command has a line."""
        for _ in range(200):
            answer = self.client.ask(command)
            if line in answer:
                return answer
            self.client.ask("idle")
        raise AssertionError(f"no {line} in {answer}")

    def play(self):
        self.assertEqual(self.client.ask(f"add {self.url}"), ["OK"])
        self.assertEqual(self.client.ask("play"), ["OK"])
        self.wait_for("Artist: Longwave Demo", "currentsong")

    def mpc(self, *arguments):
        return subprocess.run(["mpc", "-p", str(self.port), *arguments], check=True, capture_output=True, text=True,
                              timeout=60, env={**os.environ, "MPD_HOST": "127.0.0.1"}).stdout

    def test_the_same_questions_as_to_mpd(self):
        real = RealMPD(self.radio.folder)
        self.addCleanup(real.close)
        clients = real.client(), self.client
        self.addCleanup(clients[0].close)
        self.assertEqual(clients[0].greeting, clients[1].greeting)
        ids = ["", ""]
        for question in QUESTIONS:
            line, *others = [question.replace("\x1f", "\n").replace("{one}", self.url).replace(
                "{two}", "http://127.0.0.1:9/0").replace("{id}", known) for known in ids]
            expected, found = clients[0].ask(line), clients[1].ask(others[0])
            if line.startswith("addid"):
                ids = [answer[0][4:] for answer in (expected, found)]
            if not expected or not found:
                self.assertEqual(expected, found, line)
                clients = real.client(), connected(self.port)
                for client in clients:
                    self.addCleanup(client.close)
            if line == "plchanges 99":  # A version that only one of them has had.
                found, expected = found[-1:], expected[-1:]
            with self.subTest(line):
                self.assertEqual(shape(expected), shape(found))

    def test_mpc(self):
        self.assertIn("Pier Radio", self.mpc("listall", "-f", "%name%"))
        self.mpc("add", self.url)
        self.mpc("play")
        self.wait_for("Artist: Longwave Demo", "currentsong")
        self.assertIn("Pier Radio: Longwave Demo - Lights on the Pier", self.mpc("status"))
        self.assertIn("[playing]", self.mpc("status"))
        self.mpc("volume", "40")
        self.assertIn("volume: 40%", self.mpc("status"))
        self.mpc("pause")
        self.assertIn("[paused]", self.mpc("status"))
        self.mpc("toggle")
        self.mpc("seek", "-1")
        self.mpc("volume", "+60")
        self.assertIn("Filler 7", self.mpc("search", "-f", "%name%", "any", "filler 7"))
        self.mpc("findadd", "genre", "odd")
        self.assertEqual(len(self.mpc("playlist").splitlines()), 1 + len(HOSTILE))
        self.mpc("move", "1", "3")
        self.mpc("save", "mine")
        self.assertIn("mine", self.mpc("lsplaylists"))
        self.mpc("clear")
        self.mpc("load", "mine")
        self.assertEqual(len(self.mpc("playlist").splitlines()), 1 + len(HOSTILE))
        self.mpc("rm", "mine")
        self.mpc("stats")
        self.mpc("outputs")
        self.mpc("stop")

    def test_a_title_that_changes_and_the_tape(self):
        self.play()
        self.radio.station.title = "Harbour - Fog\nOK\nACK [5@0] {} lie"
        song = self.wait_for("Artist: Harbour", "currentsong")
        self.radio.station.title = "Longwave Demo - Lights on the Pier"
        self.assertEqual(len(song), len(set(line.split(":")[0] for line in song)) + 1, song)  # Two genres.
        before = float(self.elapsed())
        self.assertEqual(self.client.ask("seekcur -2"), ["OK"])
        self.assertLess(float(self.elapsed()), before)
        self.assertEqual(self.client.ask("sticker set song %s like 2" % self.url), ["OK"])

    def elapsed(self):
        return next(line[9:] for line in self.client.ask("status") if line.startswith("elapsed: "))

    def test_status_is_quick(self):
        self.play()
        begun = time.perf_counter()
        for _ in range(1000):
            self.client.ask("status")
        each = (time.perf_counter() - begun) * 1000 / 1000
        print(f"status: {each:.3f} ms", file=sys.stderr)
        self.assertLess(each, 5)  # 1 ms on a computer that does nothing else.

    def test_beyond_this_computer_a_password_is_needed(self):
        with subprocess.Popen(
                [PROGRAM, "serve", "--output", "null", "--mpd", "0.0.0.0:0"], env={
                    **self.radio.environment, "LONGWAVE_SOCKET": f"{self.radio.folder}/other.sock"},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as other:
            self.assertTrue(any("needs a password" in line for line in other.stdout))
            other.terminate()

    @unittest.skipUnless(mpd, "python-mpd2 is not installed")
    def test_python_mpd2_as_home_assistant_uses_it(self):
        asyncio.run(asyncio.wait_for(self.home_assistant(), 120))

    async def home_assistant(self):
        """Home Assistant connects for each look at the player, and for each command."""

        async def ask(question):
            client = mpd.MPDClient()
            await client.connect("127.0.0.1", self.port)
            try:
                return await question(client)
            finally:
                client.disconnect()

        async def look(client):
            status, song = await client.status(), await client.currentsong()
            commands = list(await client.commands())
            picture = None
            for command in ("albumart", "readpicture"):
                self.assertIn(command, commands)
                if "file" in song:
                    try:
                        picture = await getattr(client, command)(song["file"])
                    except mpd_base.CommandError as error:
                        self.assertIn("No file exists", str(error))
            playlists = [entry["playlist"] for entry in await client.listplaylists()]
            self.assertIn("favourites", playlists)
            return status, song, picture

        status, song, _ = await ask(look)
        self.assertEqual((status["state"], song), ("stop", {}))
        await ask(lambda client: client.clear())
        await ask(lambda client: client.add(self.url))
        await ask(lambda client: client.play())
        while song.get("artist") != "Longwave Demo":
            status, song, picture = await ask(look)
        self.assertEqual((song["name"], song["title"], song["file"]), ("Pier Radio", "Lights on the Pier", self.url))
        self.assertEqual((status["state"], status["volume"], picture), ("play", "100", {}))
        for name, *arguments in [("setvol", 30), ("random", 1), ("random", 0), ("repeat", 1), ("single", 1),
                                 ("pause", 1), ("seekcur", 0)]:
            await ask(lambda client: getattr(client, name)(*arguments))
        status, _, _ = await ask(look)
        self.assertEqual((status["volume"], status["repeat"], status["single"], status["state"]),
                         ("30", "1", "1", "pause"))
        for name, *arguments in [("setvol", 100), ("single", 0), ("repeat", 0), ("pause", 0), ("stop",),
                                 ("disableoutput", 0), ("enableoutput", 0)]:
            await ask(lambda client: getattr(client, name)(*arguments))
        status, _, _ = await ask(look)
        self.assertEqual((status["volume"], status["repeat"], status["state"]), ("100", "0", "stop"))

    def terminal(self, *command):
        """Starts a program in a terminal, and returns a function that sends keys or reads the screen."""
        name = f"longwave-mpd-{os.getpid()}-{command[0]}"
        environment = {**self.radio.environment, "TERM": "xterm"}
        tmux = ["tmux", "-L", name, "-f", "/dev/null"]
        subprocess.run([*tmux, "new-session", "-d", "-x", "120", "-y", "40", *command], check=True, env=environment)
        self.addCleanup(subprocess.run, [*tmux, "kill-server"], env=environment, stderr=subprocess.DEVNULL)

        def keys(*keys):
            if keys:
                subprocess.run([*tmux, "send-keys", *keys], check=True, env=environment)
            return subprocess.run([*tmux, "capture-pane", "-p"], check=True, env=environment, capture_output=True,
                                  text=True).stdout
        return keys

    def shows(self, keys, text, *again):
        """Waits until the screen has a text; presses keys again meanwhile."""
        for _ in range(300):
            screen = keys(*again)
            if text in screen:
                return screen
            time.sleep(0.1)
        raise AssertionError(f"no {text!r} in\n{screen}")

    @unittest.skipUnless(shutil.which("ncmpcpp"), "ncmpcpp is not installed")
    def test_ncmpcpp(self):
        self.play()
        keys = self.terminal("ncmpcpp", "-h", "127.0.0.1", "-p", str(self.port))
        self.shows(keys, "Lights on the Pier")
        keys("p")
        self.wait_for("state: pause")
        self.shows(keys, "Paused")
        keys("p")
        self.wait_for("state: play")
        keys("2")
        self.shows(keys, "Filler 1")

    @unittest.skipUnless(shutil.which("ncmpc"), "ncmpc is not installed")
    def test_ncmpc(self):
        self.play()
        keys = self.terminal("ncmpc", "--host=127.0.0.1", f"--port={self.port}")
        self.shows(keys, "Lights on the Pier")
        keys("P")
        self.wait_for("state: pause")
        self.shows(keys, "Paused")
        keys("P")
        self.wait_for("state: play")
        keys("3")
        self.shows(keys, "Filler 1")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
