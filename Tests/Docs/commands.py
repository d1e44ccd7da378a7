#!/usr/bin/env python3
"""Runs the commands of pages as pasted: bin/check-readme starts it, in namespaces of its own for mounts and processes.

commands.py PROGRAM PAGE…: each command of each fenced `sh` block is typed into an interactive bash on a terminal of 100
columns. A page has one sandbox: an empty home, a sound server, a session bus, and the internet of internet.py. `json`
blocks are read by a JSON reader.

A command passes when it ends with 0 and prints no error. What plays, serves, logs or records without an end gets Ctrl-C
once it plays, prints or writes something. The repository's own commands take minutes: only their names and options are
looked up. A question is answered with y.
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
    r"(?im)^((bash|longwave|jq|curl|[a-z-]+ctl): .*\b(error|fail(s|ed)|cannot (be|open|read|write)|could not|not found"
    r"|no such|unknown|invalid|refused)\b|error:|.*\b(command not found|no such file or directory|fatal error)).*$")
COMMENT = re.compile(r"(?m)(^|\s+)#.*")
# Words of commands that go on until somebody ends them, and the options with which they end by themselves.
GOES_ON = re.compile(r"\blongwave( +-| *$| *[|>&]| +(play|pick|screen|demo|serve|log|record|ctl +(watch|events))\b)")
ENDS = re.compile(r" --(for +\d{1,2}s?( |$)|(at|install|help|version|fast)\b)")
SOUNDS = re.compile(r"\blongwave +(play|demo)\b[^|>]*$")
# What a reader has before the first command: the names that pages use, and the sound that stands for them.
FILES = {
    "Music/song.mp3": "mpeg1-44100-stereo-cbr128.mp3", "longwave/friend.m3u": "../Docs/friend.m3u", "Music/song.flac": "flac-22050-mono-chain.oga",
    "longwave/capture.mp3": "mpeg1-44100-stereo-cbr128.mp3",
}
# Stands for systemd's: starts what a unit of longwave's starts; all else that it is asked for succeeds.
SYSTEMCTL = r"""
case " $* " in *" --now "* | *" start "* | *" restart "*) ;; *) exit 0 ;; esac
for unit; do :; done
for file in ~/.config/systemd/user/"${unit%.service}.service" packaging/"${unit%.service}.service"; do
    [ -f "$file" ] || continue
    command=$(sed -n 's|^ExecStart=||; s|%h|$HOME|g; s|^/[^ ]*/longwave|longwave|p' "$file")
    setsid sh -c "$command" >/dev/null 2>&1 </dev/null &
    # It shall have a session of its own before this group ends.
    sleep 0.5
    exit 0
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
        for folder in (self.checkout / "bin", run / "pulse", tools, self.home / "Music"): folder.mkdir(parents=True)
        run.chmod(0o700)
        for path in [*ROOT.iterdir(), *(ROOT / "bin").iterdir()]:
            place = self.checkout / path.relative_to(ROOT)
            if not path.name.startswith(".") and not place.exists(): place.symlink_to(path)
        (self.checkout / "bin/longwave").unlink()
        for place in (self.checkout / "bin/longwave", tools / "longwave"): place.symlink_to(program)
        for name, sample in FILES.items(): shutil.copy(ROOT / "Tests/Samples" / sample, self.home / name)
        self.environment = {
            "HOME": str(self.home), "PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": str(run),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/bus", "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "HISTFILE": "", "PS1": "\x1e$?\x1e", "PS2": "",
            "http_proxy": internet.url, "https_proxy": internet.url, "no_proxy": "localhost,127.0.0.1,[::1]"}
        exports = "".join(f"export {name}='{value}'\n" for name, value in self.environment.items())
        (tools / "systemctl").write_text("#!/bin/sh\n" + exports + SYSTEMCTL)
        (tools / "systemctl").chmod(0o755)
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={run}/bus")
        self.start(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no",
            "--high-priority=no", "-L", f"module-native-protocol-unix socket={run}/pulse/native auth-anonymous=1",
            "-L", "module-null-sink sink_name=speakers", "-L", "module-null-sink sink_name=usb-headset")
        self.wait_for(lambda: (run / "pulse/native").exists() and (run / "bus").exists())

    def start(self, *command, terminal=subprocess.DEVNULL):
        self.started += [subprocess.Popen(
            command, env=self.environment, stdin=terminal, stdout=terminal, stderr=terminal,
            cwd=self.checkout, start_new_session=terminal is subprocess.DEVNULL)]

    def asks(self, *command):
        """What a command prints, or None where it fails."""
        answer = subprocess.run(command, env=self.environment, capture_output=True, stdin=subprocess.DEVNULL)
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
            for path in (pathlib.Path(folder, name) for name in names):
                if path.is_file(): found[path] = path.stat().st_size
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
        shell = ["bash", "--norc", "--noprofile", "--noediting", "+H", "-i"]
        sandbox.start("setsid", "--ctty", *shell, terminal=slave)
        os.close(slave)
        self.text = ""
        sandbox.wait_for(lambda: self.code() is not None)

    def code(self):
        """Reads for a moment; the exit code, once the prompt is back."""
        end = time.monotonic() + 0.3
        while time.monotonic() < end and select.select([self.master], [], [], 0.1)[0]:
            try: self.text += os.read(self.master, 65536).decode(errors="replace")
            except OSError: break
        prompt = PROMPT.search(self.text)
        return int(prompt[1]) if prompt else None

    def run(self, command):
        """What a command prints, and what is wrong with it, or None."""
        self.text = ""
        files, began = self.sandbox.files(), time.monotonic()
        os.write(self.master, command.encode() + b"\n")
        command = COMMENT.sub("", command)
        goes_on, shown, interrupted = GOES_ON.search(command) and not ENDS.search(command), None, False
        while (code := self.code()) is None:
            now = time.monotonic()
            if now - (shown or began) > PATIENCE:
                os.killpg(os.tcgetpgrp(self.master), signal.SIGKILL)
                break
            if self.text.endswith("[y/N] "):
                self.text += "y\n"
                os.write(self.master, b"y\n")
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
        if COMMENT.sub("", text).strip(): yield number + offset + 1 - len(pending), text
        pending = []
    if pending: yield number + len(lines) - len(pending), "\n".join(pending)


def own(command):
    """What is wrong with the name and options of one of the repository's commands; None for others, which are run."""
    name = re.match(r"(?:\./)?((?:bin|\.ci)/[\w.-]+|swift)(?: |$)", command)
    if not name or name[1] == "bin/longwave": return None
    if name[1] == "swift": return ""
    file = ROOT / name[1]
    if not os.access(file, os.X_OK): return f"there is no {name[1]}"
    # Where scripts and the programs behind them name their options.
    places = [file, ROOT / "Tests", ROOT / "Benchmarks", ROOT / "Fuzz", *(ROOT / "bin").glob("*.sh")]
    for option in re.findall(r" --([a-z][a-z-]*)", COMMENT.sub("", command)) if name[1] != "bin/test" else []:
        property = re.sub("-(.)", lambda letter: letter[1].upper(), option)
        if subprocess.run(["grep", "-rqE", f"(^|[^-])--{option}([^a-z-]|$)|var {property}\\b", *places]).returncode:
            return f"{name[1]} has no --{option}"
    return ""


def unreadable(lines):
    """What is wrong with a block of JSON: one value, or one on each line."""
    try: json.loads("\n".join(lines))
    except ValueError as error:
        try: [json.loads(line) for line in lines if line.strip()]
        except ValueError: return str(error)
    return None


def check(page, program, internet):
    """A page's lines of outcome, and how many passed and failed."""
    report, counts, sandbox, terminal = [], [0, 0], None, None

    def outcome(number, what, trouble, printed="", note=""):
        counts[trouble not in (None, "")] += 1
        name = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
        report.append(f"{'failed' if trouble else 'ok':6} {name}:{number}  {what}{note}")
        if trouble: report.append(f"       {trouble}")
        if trouble: report.extend(f"       | {line}" for line in printed.split("\n")[-12:] if line.strip())

    try:
        for words, first, lines in blocks(page):
            if words == "json": outcome(first, "a block of JSON", unreadable(lines))
            if words != "sh": continue
            for number, command in commands(lines, first):
                trouble, shown = own(command), command.replace("\n", "\n" + " " * 8)
                if trouble is not None:
                    outcome(number, shown, trouble, note="" if trouble else "  (not run: name and options are there)")
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
    # This is its namespace's first process: with it ends all that it started.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: os._exit(128 + number))
    folder = tempfile.mkdtemp(prefix="lw-internet-")
    passed = failed = 0
    try:
        net = internet.Internet(folder)
        # In this process's mount namespace only.
        subprocess.run(["mount", "--bind", net.certificates, "/etc/ssl/certs"], check=True)
        with concurrent.futures.ThreadPoolExecutor(4) as lanes:
            for report, counts in lanes.map(lambda page: check(pathlib.Path(page).resolve(), program, net), pages):
                if report: print("\n".join(report), flush=True)
                passed, failed = passed + counts[0], failed + counts[1]
    finally: shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__": sys.exit(main(*sys.argv[1:]))
