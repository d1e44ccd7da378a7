#!/usr/bin/env python3
"""Runs the commands of pages as pasted: bin/check-readme starts it, in a mount namespace of its own.

commands.py PROGRAM PAGE…: each line of each fenced `sh` block is typed into an interactive bash on a terminal of 100 columns,
one page in one sandbox: an empty home, a sound server, a session bus, and the internet of internet.py. `json` blocks are read
by a JSON reader.

A command passes when it ends with 0 and prints no error. What plays, serves, logs or records without an end gets Ctrl-C once
it plays, prints or writes something. The repository's own commands take minutes: only their names and options are looked up.
"""
import concurrent.futures, fcntl, json, os, pathlib, pty, re, select, shlex, shutil, signal, struct, subprocess, sys
import tempfile, termios, time
import internet
from internet import ROOT

PATIENCE = 60  # Seconds, for a command to end or to show something: a debug build on a busy machine.
LINGER = 1.5  # Seconds from what it shows to Ctrl-C: what was heard is written down.
PROMPT = re.compile(r"\x1e(\d+)\x1e")
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[\]_P^][^\x07\x1b]*(\x07|\x1b\\)|[()].|[=>78])|\r")
ERROR = re.compile(
    r"(?im)^((bash|longwave|jq|curl|[a-z-]+ctl): .*\b(error|fail(s|ed)|cannot|could not|not found|no such|unknown|invalid|refused)\b"
    r"|error:|.*\b(command not found|no such file or directory|fatal error)).*$")
# Words of commands that go on until somebody ends them, and the options with which they end by themselves.
GOES_ON = re.compile(r"\blongwave( +-| *$| *[|>&]| +(play|pick|screen|demo|serve|log|record|ctl +(watch|events))\b)")
ENDS = re.compile(r" --(for +\d{1,2}s?( |$)|(at|install|help|version|fast)\b)")
SOUNDS = re.compile(r"\blongwave +(play|demo)\b[^|>]*$")
# What a reader has before the first command: the names that pages use, and the sound that stands for them.
FILES = {
    "Music/song.mp3": "mpeg1-44100-stereo-cbr128.mp3", "Music/song.flac": "flac-22050-mono-chain.oga",
    "longwave/capture.mp3": "mpeg1-44100-stereo-cbr128.mp3",
}
# Stands for systemd's: starts what a unit of longwave's starts; all else that it is asked for succeeds.
SYSTEMCTL = r"""
case " $* " in *" --now "* | *" start "* | *" restart "*) ;; *) exit 0 ;; esac
for unit; do :; done
for file in ~/.config/systemd/user/"${unit%.service}.service" packaging/"${unit%.service}.service"; do
    [ ! -f "$file" ] || exec setsid --fork sh -c "$(sed -n 's|^ExecStart=||; s|%h|$HOME|g; s|^/[^ ]*/longwave|longwave|p' "$file")" \
        >/dev/null 2>&1 </dev/null
done
echo "Failed to start $unit: Unit $unit not found." >&2
exit 5
"""


class Sandbox:
    """A reader's machine: a home, a checkout to stand in, a sound server with two devices, a session bus."""

    def __init__(self, program, internet):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="lw-"))
        self.started = []
        self.checkout, run, tools = self.home / "longwave", self.home / ".run", self.home / ".bin"
        for folder in (self.checkout, self.checkout / "bin", run / "pulse", tools, self.home / "Music"): folder.mkdir(parents=True)
        run.chmod(0o700)
        for path in [*ROOT.iterdir(), *(ROOT / "bin").iterdir()]:
            place = self.checkout / path.relative_to(ROOT)
            if not path.name.startswith(".") and not place.exists(): place.symlink_to(path)
        (self.checkout / "bin/longwave").unlink()
        for place in (self.checkout / "bin/longwave", tools / "longwave"): place.symlink_to(program)
        for name, sample in FILES.items(): shutil.copy(ROOT / "Tests/Samples" / sample, self.home / name)
        self.environment = {
            "HOME": str(self.home), "PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": str(run), "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/bus", "HISTFILE": "", "PS1": "\x1e$?\x1e",
            "PS2": "", "http_proxy": internet.url, "https_proxy": internet.url, "no_proxy": "localhost,127.0.0.1,[::1]"}
        (tools / "systemctl").write_text(
            "#!/bin/sh\n" + "".join(f"export {name}='{value}'\n" for name, value in self.environment.items()) + SYSTEMCTL)
        (tools / "systemctl").chmod(0o755)
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={run}/bus")
        self.start(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no", "--high-priority=no",
            "-L", f"module-native-protocol-unix socket={run}/pulse/native auth-anonymous=1",
            "-L", "module-null-sink sink_name=speakers", "-L", "module-null-sink sink_name=usb-headset")
        self.wait_for(lambda: (run / "pulse/native").exists() and (run / "bus").exists())

    def start(self, *command, terminal=subprocess.DEVNULL):
        self.started += [subprocess.Popen(
            command, env=self.environment, stdin=terminal, stdout=terminal, stderr=terminal,
            cwd=self.checkout, start_new_session=terminal is subprocess.DEVNULL)]

    def asks(self, *command):
        """What a command prints, or None where it fails."""
        answer = subprocess.run(command, env=self.environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
        return answer.stdout.decode(errors="replace") if answer.returncode == 0 else None

    @staticmethod
    def wait_for(condition, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not (held := condition()) and time.monotonic() < end: time.sleep(0.1)
        return held

    def files(self):
        """What the reader sees of it, and how large it is."""
        found = {}
        for folder, folders, names in os.walk(self.home):
            folders[:] = [name for name in folders if not name.startswith(".")]
            found.update({path: path.stat().st_size for path in (pathlib.Path(folder, name) for name in names) if path.is_file()})
        return found

    def processes(self):
        """All that was started in here, by its environment."""
        mark, found = f"HOME={self.home}".encode(), []
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if mark in (place / "environ").read_bytes().split(b"\0"): found.append(int(place.name))
            except OSError: pass
        return found

    def close(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in self.processes():
                try: os.kill(process, number)
                except ProcessLookupError: pass
            if self.wait_for(lambda: not self.processes(), 5): break
        for process in self.started: process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Terminal:
    """An interactive bash of a sandbox, to which lines are typed."""

    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        modes = termios.tcgetattr(slave)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        sandbox.start(
            "setsid", "--ctty", "bash", "--norc", "--noprofile", "--noediting", "+H", "-i", terminal=slave)
        os.close(slave)
        self.text = ""
        sandbox.wait_for(lambda: self.code() is not None)

    def code(self):
        """Reads for a moment; the exit code, once the prompt is back."""
        while select.select([self.master], [], [], 0.1)[0]:
            try: self.text += os.read(self.master, 65536).decode(errors="replace")
            except OSError: break
        prompt = PROMPT.search(self.text)
        return int(prompt[1]) if prompt else None

    def run(self, command):
        """The exit code, None where it does not end; what was printed; what is wrong with it, or None."""
        self.text = ""
        files, began = self.sandbox.files(), time.monotonic()
        os.write(self.master, command.encode() + b"\n")
        command = re.sub(r"(?m)(^|\s+)#.*", "", command)
        goes_on, shown, interrupted = GOES_ON.search(command) and not ENDS.search(command), None, False
        while (code := self.code()) is None:
            now = time.monotonic()
            if now - (shown or began) > PATIENCE:
                os.killpg(os.tcgetpgrp(self.master), signal.SIGKILL)
                break
            if re.search(r"\[y/N\] *$", self.text): os.write(self.master, b"y\n")
            if goes_on and not shown and self.shows(command, files, now - began): shown = now
            if shown and now - shown > LINGER and not interrupted: interrupted = os.write(self.master, b"\x03") == 1
        printed = ESCAPES.sub("\n", PROMPT.sub("", self.text)).strip()
        if code is None: return printed, "does not end" if shown or not goes_on else "shows nothing"
        if code not in ((0, 130) if interrupted else (0,)): return printed, f"exit code {code}"
        if error := ERROR.search(printed): return printed, f"prints: {error[0].strip()}"
        if re.search(r"\blongwave +serve\b.*(&$|--install)|longwave-serve", command) and not self.sandbox.wait_for(
                lambda: self.sandbox.asks(self.sandbox.home / ".bin/longwave", "ctl", "status"), 20):
            return printed, "the shared player does not answer"
        return printed, None

    def shows(self, command, files, waited):
        """Whether a command has done something that a reader can see or hear."""
        text = ESCAPES.sub("", self.text)
        written = any(size > files.get(path, 0) for path, size in self.sandbox.files().items())
        if not SOUNDS.search(command): return written or text.strip()
        return written or "playing" in text or waited > 2 and self.sandbox.asks("pactl", "list", "short", "sink-inputs")


def blocks(page):
    """The fenced blocks of a page: their words, their first line's number, their lines."""
    begun = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fence = re.match(r"( *)```(.*)", line)
        if begun and fence and not fence[2]:
            yield begun
            begun = None
        elif fence and not begun: begun, indent = (fence[2].strip(), number + 1, []), len(fence[1])
        elif begun: begun[2].append(line[indent:])


def commands(lines, number):
    """A block's commands, each with its line: what bash takes for complete."""
    pending = []
    for offset, line in enumerate(lines):
        pending.append(line)
        text = "\n".join(pending)
        parsed = subprocess.run(["bash", "-n"], input=text + "\n", capture_output=True, text=True)
        if line.endswith("\\") or parsed.returncode or parsed.stderr: continue
        if any(not part.strip().startswith("#") for part in pending if part.strip()): yield number + offset + 1 - len(pending), text
        pending = []
    if pending: yield number + len(lines) - len(pending), "\n".join(pending)


def own(command):
    """Of a command of the repository that is too slow to run: what is wrong with its name and options. None: run it."""
    words = shlex.split(command, comments=True)
    name = re.fullmatch(r"(?:\./)?((?:bin|\.ci)/[\w.-]+|swift)", words[0])
    if not name or name[1] == "bin/longwave": return None
    if name[1] == "swift": return ""
    file = ROOT / name[1]
    if not os.access(file, os.X_OK): return f"there is no {name[1]}"
    places = [file, ROOT / "Tests", ROOT / "Benchmarks", ROOT / "Fuzz", *(ROOT / "bin").glob("*.sh")]
    for option in [word.partition("=")[0] for word in words if word.startswith("--")] if name[1] != "bin/test" else []:
        if subprocess.run(["grep", "-rqFe", option, *places]).returncode: return f"{name[1]} has no {option}"
    return ""


def check(page, program, internet):
    """A page's lines of outcome, and how many passed and failed."""
    report, counts, terminal = [], [0, 0], None

    def outcome(number, what, trouble, printed="", note=""):
        counts[trouble not in (None, "")] += 1
        report.append(f"{'failed' if trouble else 'ok':6} {page.name}:{number}  {what}{note}")
        if trouble: report.extend([f"       {trouble}", *("       | " + line for line in printed.split("\n")[-12:] if line.strip())])

    sandbox = None
    try:
        for words, first, lines in blocks(page):
            if words == "json":
                try: [json.loads(part) for part in ([*filter(None, lines)] if lines[1:2] and lines[1].startswith("{") else ["\n".join(lines)])]
                except ValueError as error: outcome(first, "a block of JSON", str(error))
                else: outcome(first, "a block of JSON", None)
            if words != "sh": continue
            for number, command in commands(lines, first):
                trouble = own(command)
                shown = command if "\n" not in command else command.replace("\n", "\n" + " " * 8)
                if trouble is not None:
                    outcome(number, shown, trouble, note="  (not run: name and options are there)" if not trouble else "")
                    continue
                if terminal is None:
                    sandbox = Sandbox(program, internet)
                    terminal = Terminal(sandbox)
                began = time.monotonic()
                printed, trouble = terminal.run(command)
                outcome(number, shown, trouble, printed, f"  ({time.monotonic() - began:.1f} s)")
                if trouble in ("does not end", "shows nothing"): terminal = Terminal(sandbox)
    finally:
        if sandbox: sandbox.close()
    return report, counts


def main(program, *pages):
    folder = tempfile.mkdtemp(prefix="lw-internet-")
    passed = failed = 0
    try:
        net = internet.Internet(folder)
        # In this process's mount namespace only.
        subprocess.run(["mount", "--bind", net.certificates, "/etc/ssl/certs"], check=True)
        with concurrent.futures.ThreadPoolExecutor(3) as lanes:
            for report, counts in lanes.map(lambda page: check(pathlib.Path(page), program, net), pages):
                print("\n".join(report), flush=True) if report else None
                passed, failed = passed + counts[0], failed + counts[1]
    finally: shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__": sys.exit(main(*sys.argv[1:]))
