#!/usr/bin/env python3
"""Runs the commands of pages as a reader would paste them: commands.py PROGRAM PAGE…

bin/check-readme starts this script in its own mount and process namespaces. The script types each command of each
fenced `sh` block into an interactive bash on a terminal with 100 columns. Each page has its own sandbox: an empty home,
a sound server, a session bus, and the internet of internet.py. Each `json` block must be valid JSON.

A command passes if it exits with 0 and prints no error. A command that plays, serves, logs or records without an end
gets Ctrl-C after it has played, printed or written something. The script answers each question with y. The repository's
own commands would take minutes, so the script only checks that their names and options exist.

Exit code 1: a command failed.
"""
import concurrent.futures, fcntl, json, os, pathlib, pty, re, select, shlex, shutil, signal, struct, subprocess, sys
import tempfile, termios, time
import internet
from internet import ROOT

PATIENCE = 60  # Seconds for a command to end or to show something. A debug build on a busy computer is slow.
LINGER = 1.5  # Seconds between the first output and Ctrl-C, in which the program writes its history.
PROMPT = re.compile(r"\x1e(\d+)\x1e")
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[\]_P^][^\x07\x1b]*(\x07|\x1b\\)|[()].|[=>78])|\r")
ERROR = re.compile(
    r"(?im)^((bash|longwave|jq|curl|[a-z-]+ctl): .*\b(error|fail(s|ed)|cannot (be|open|read|write)|could not|not found"
    r"|no such|unknown|invalid|refused)\b|error:|.*\b(command not found|no such file or directory|fatal error)).*$")
COMMENT = re.compile(r"(?m)(^|\s+)#.*")
# Commands that run until a user ends them, and options with which they end by themselves.
GOES_ON = re.compile(r"\blongwave( +-| *$| *[|>&]| +(play|pick|screen|demo|serve|log|record|ctl +(watch|events))\b)")
ENDS = re.compile(r" --(for +\d{1,2}s?( |$)|(at|install|help|version|fast)\b)")
SOUNDS = re.compile(r"\blongwave +(play|demo)\b[^|>]*$")
# Files that a reader has before the first command: the names in the pages, and the samples copied to these names.
FILES = {
    "Music/song.mp3": "mpeg1-44100-stereo-cbr128.mp3", "longwave/friend.m3u": "../Docs/friend.m3u", "Music/song.flac": "flac-22050-mono-chain.oga",
    "longwave/capture.mp3": "mpeg1-44100-stereo-cbr128.mp3",
}
# Replaces systemd's systemctl. It runs the ExecStart command of longwave's units. All other requests succeed.
SYSTEMCTL = r"""
case " $* " in *" --now "* | *" start "* | *" restart "*) ;; *) exit 0 ;; esac
for unit; do :; done
for file in ~/.config/systemd/user/"${unit%.service}.service" packaging/"${unit%.service}.service"; do
    [ -f "$file" ] || continue
    command=$(sed -n 's|^ExecStart=||; s|%h|$HOME|g; s|^/[^ ]*/longwave|longwave|p' "$file")
    setsid sh -c "$command" >/dev/null 2>&1 </dev/null &
    # The command must be in its own session before this process group ends.
    sleep 0.5
    exit 0
done
echo "Failed to start $unit: Unit $unit not found." >&2
exit 5
"""


class Sandbox:
    """A reader's computer: a home, a checkout as working directory, a sound server with two devices, a session bus."""

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
        """Runs a command and returns its output, or None if it fails."""
        answer = subprocess.run(command, env=self.environment, capture_output=True, stdin=subprocess.DEVNULL)
        return answer.stdout.decode(errors="replace") if answer.returncode == 0 else None

    @staticmethod
    def wait_for(condition, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not (held := condition()) and time.monotonic() < end: time.sleep(0.1)
        return held

    def files(self):
        """Returns the sizes of the files that a reader sees, by path. Hidden folders are left out."""
        found = {}
        for folder, folders, names in os.walk(self.home):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for path in (pathlib.Path(folder, name) for name in names):
                if path.is_file(): found[path] = path.stat().st_size
        return found

    def processes(self):
        """Returns the ids of all processes of this sandbox, which have its HOME in their environment."""
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
    """An interactive bash in a sandbox, on a pseudo-terminal."""

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
        """Reads for at most 0.3 s. Returns the exit code if the prompt is back, otherwise None."""
        end = time.monotonic() + 0.3
        while time.monotonic() < end and select.select([self.master], [], [], 0.1)[0]:
            try: self.text += os.read(self.master, 65536).decode(errors="replace")
            except OSError: break
        prompt = PROMPT.search(self.text)
        return int(prompt[1]) if prompt else None

    def run(self, command):
        """Runs a command. Returns its output, and its problem or None."""
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
        """Returns whether a command has done something that a reader can see or hear."""
        text = ESCAPES.sub("", self.text)
        written = any(size > files.get(path, 0) for path, size in self.sandbox.files().items())
        if not SOUNDS.search(command): return written or text.strip()
        return written or "playing" in text or waited > 2 and self.sandbox.asks("pactl", "list", "short", "sink-inputs")


def blocks(page):
    """Yields each fenced block of a page: its info string, the number of its first line, and its lines."""
    begun = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        fence = re.match(r"( *)```(.*)", line)
        if begun and fence and not fence[2]:
            yield begun
            begun = None
        elif fence and not begun: begun, indent = (fence[2].strip(), number + 1, []), len(fence[1])
        elif begun: begun[2].append(line[indent:])


def commands(lines, number):
    """Yields each command of a block with its line number. A command ends at the line that completes it for bash."""
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
    """Returns the problem with the name or options of one of the repository's commands, or "" if there is none. Returns
    None for all other commands, which the script runs."""
    name = re.match(r"(?:\./)?((?:bin|\.ci)/[\w.-]+|swift)(?: |$)", command)
    if not name or name[1] == "bin/longwave": return None
    if name[1] == "swift": return ""
    file = ROOT / name[1]
    if not os.access(file, os.X_OK): return f"{name[1]} does not exist"
    # The sources of the scripts and of the programs that they run, which name the options.
    places = [file, ROOT / "Tests", ROOT / "Benchmarks", ROOT / "Fuzz", *(ROOT / "bin").glob("*.sh")]
    for option in re.findall(r" --([a-z][a-z-]*)", COMMENT.sub("", command)) if name[1] != "bin/test" else []:
        property = re.sub("-(.)", lambda letter: letter[1].upper(), option)
        if subprocess.run(["grep", "-rqE", f"(^|[^-])--{option}([^a-z-]|$)|var {property}\\b", *places]).returncode:
            return f"{name[1]} has no --{option}"
    return ""


def unreadable(lines):
    """Returns the error in a block that must contain one JSON value, or one per line. Returns None if it is valid."""
    try: json.loads("\n".join(lines))
    except ValueError as error:
        try: [json.loads(line) for line in lines if line.strip()]
        except ValueError: return str(error)
    return None


def check(page, program, internet):
    """Checks a page. Returns the lines of its report, and the numbers of commands that passed and failed."""
    report, counts, sandbox, terminal = [], [0, 0], None, None

    def outcome(number, what, trouble, printed="", note=""):
        counts[trouble not in (None, "")] += 1
        name = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
        report.append(f"{'failed' if trouble else 'ok':6} {name}:{number}  {what}{note}")
        if trouble: report.append(f"       {trouble}")
        if trouble: report.extend(f"       | {line}" for line in printed.split("\n")[-12:] if line.strip())

    try:
        for words, first, lines in blocks(page):
            if words == "json": outcome(first, "JSON block", unreadable(lines))
            if words != "sh": continue
            for number, command in commands(lines, first):
                trouble, shown = own(command), command.replace("\n", "\n" + " " * 8)
                if trouble is not None:
                    outcome(number, shown, trouble, note="" if trouble else "  (not run: its name and options exist)")
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
    # This is the first process of its namespace. When it ends, the kernel ends all other processes in the namespace.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: os._exit(128 + number))
    folder = tempfile.mkdtemp(prefix="lw-internet-")
    passed = failed = 0
    try:
        net = internet.Internet(folder)
        # The mount exists only in this process's mount namespace.
        subprocess.run(["mount", "--bind", net.certificates, "/etc/ssl/certs"], check=True)
        with concurrent.futures.ThreadPoolExecutor(4) as lanes:
            for report, counts in lanes.map(lambda page: check(pathlib.Path(page).resolve(), program, net), pages):
                if report: print("\n".join(report), flush=True)
                passed, failed = passed + counts[0], failed + counts[1]
    finally: shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__": sys.exit(main(*sys.argv[1:]))
