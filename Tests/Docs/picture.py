"""Draws the picture in README: picture.py PROGRAM FILE [--check]

bin/screen-picture starts this script in its own mount and process namespaces. The script runs the full-screen player in
the sandbox of commands.py, on a terminal that pyte emulates, plays a station, and writes the page to FILE as SVG. With
--check, it compares the page with FILE instead, and fails if anything but digits, bars and spaces differs.
"""
import fcntl, html, os, pathlib, pty, re, select, struct, subprocess, sys, tempfile, termios, time
import pyte
import commands, internet

COLUMNS, ROWS, PATIENCE = 100, 26, 60
STATION, TITLE = "SomaFM Groove Salad", "Dayvan Cowboy"
CELL, LINE, SIZE, MARGIN = 8.4, 17, 14, 12
DARK = {
    "default": "#d8dee9", "black": "#3b4252", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b",
    "yellow": "#e5c07b", "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#e5e9f0"}
BACKGROUND, SELECTED = "#1e222a", "#3a4252"


class Terminal:
    def __init__(self, command, environment, folder):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def see(self, condition):
        """Waits until the condition holds for the page's lines."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if condition(self.screen.display): return
            if select.select([self.descriptor], [], [], 0.1)[0]: self.stream.feed(os.read(self.descriptor, 65536))
        raise SystemExit("the page never showed the expected text:\n" + "\n".join(self.screen.display))

    def press(self, keys): os.write(self.descriptor, keys)


def page(program, folder):
    """Returns the player's page, some seconds after a station has started."""
    net = internet.Internet(folder)
    # The mount exists only in this process's mount namespace.
    subprocess.run(["mount", "--bind", net.certificates, "/etc/ssl/certs"], check=True)
    sandbox = commands.Sandbox(program, net)
    try:
        for words in ("fip --favourite --rating 5", "somafm-groovesalad --favourite --rating 4", "tsf-jazz --rating 3"):
            sandbox.asks(program, "mark", *words.split())
        environment = sandbox.environment | {"COLORTERM": "truecolor"}
        terminal = Terminal([program, "screen", "--artwork", "none"], environment, sandbox.checkout)
        terminal.see(lambda lines: any(STATION in line for line in lines))
        terminal.press(b"/groove")
        terminal.see(lambda lines: "groove" in lines[1] and any(STATION in line for line in lines[2:4]))
        terminal.press(b"\r")
        terminal.see(lambda lines: any("playing" in line for line in lines))
        terminal.press(b"1")
        terminal.see(lambda lines: any(TITLE in line for line in lines) and any("FIP" in line for line in lines))
        return terminal.screen
    finally:
        sandbox.close()


def colour(name): return DARK.get(name) or "#" + name


def runs(line):
    """Returns the runs of adjacent cells with the same look: their first column, their text and their look."""
    found = []
    for column in range(COLUMNS):
        cell = line[column]
        front, back = colour(cell.fg), BACKGROUND if cell.bg == "default" else colour(cell.bg)
        look = (front, SELECTED if cell.reverse else back, cell.bold)
        if found and found[-1][2] == look: found[-1][1] += cell.data
        else: found.append([column, cell.data, look])
    return found


def svg(screen):
    width, height = COLUMNS * CELL + 2 * MARGIN, ROWS * LINE + 2 * MARGIN
    text = html.escape("\n".join(line.rstrip() for line in screen.display))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="monospace"'
        f' font-size="{SIZE}">', f"<title>Longwave on a terminal</title>\n<desc>{text}</desc>",
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>']
    for row in range(ROWS):
        y = MARGIN + row * LINE
        for column, text, (front, back, bold) in runs(screen.buffer[row]):
            x = MARGIN + column * CELL
            if back != BACKGROUND:
                parts += [f'<rect x="{x:g}" y="{y:g}" width="{len(text) * CELL:g}" height="{LINE}" fill="{back}"/>']
            if not text.strip(): continue
            indent = len(text) - len(text.lstrip())
            words = text.strip()
            weight = ' font-weight="bold"' if bold else ""
            parts += [
                f'<text x="{x + indent * CELL:g}" y="{y + 13:g}" textLength="{len(words) * CELL:g}" fill="{front}"{weight}'
                f' xml:space="preserve">{html.escape(words)}</text>']
    return "\n".join(parts + ["</svg>", ""])


def words(picture):
    """Returns the page's text without digits, bars and spaces, which change by themselves."""
    return re.sub(r"[\d█ ]+", " ", re.search(r"<desc>(.*)</desc>", picture, re.S)[1])


def main(program, file, check=False):
    with tempfile.TemporaryDirectory() as folder: new = svg(page(program, folder))
    if not check: return pathlib.Path(file).write_text(new)
    old = pathlib.Path(file).read_text()
    if words(old) != words(new): raise SystemExit(f"{file} is outdated; bin/screen-picture draws it again:\n{words(new)}")


main(sys.argv[1], sys.argv[2], "--check" in sys.argv)
