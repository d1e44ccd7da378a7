"""Checks the prose of pages, and of comments in Swift files: prose.py [PAGE…] (bin/check-prose starts it)

In pages, lines have at most 100 columns (articles of the API reference: 120), and links and headings must exist in the
checkout. README and docs have a maximum size. Pages and comments are checked for spelling (codespell) and for
phrases.txt. proselint checks pages, without the checks that proselint.json turns off: these are about typography,
although pages are plain text, take codes for words, or need the network. Apart from the line lengths, the checks
ignore code.
"""
import os, pathlib, re, subprocess, sys, tempfile, urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).parent
COLUMNS, README_WORDS, DOCS_WORDS = 100, 700, 22_000
CODE = re.compile(r"(`+)(.+?)\1")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)|^ {0,3}\[[^\]]+\]: +(\S+)")
problems = []


def problem(file, line, text):
    problems.append(f"{file.relative_to(ROOT) if file.is_relative_to(ROOT) else file}:{line}: {text}")


def tracked(pattern):
    """Returns the tracked files of the checkout that match a pattern."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", pattern], capture_output=True, text=True, check=True)
    return [ROOT / name for name in names.stdout.split("\0") if name]


def without_code(page):
    """Returns a page's lines. Lines of fenced blocks are empty."""
    fence, lines = None, []
    for line in page.read_text().splitlines():
        mark = re.match(r" *(```+|~~~+)", line)
        lines.append("" if fence or mark else line)
        if mark and not fence: fence = mark[1]
        elif mark and mark[1] == fence and line.strip() == fence: fence = None
    return lines


def comments(file):
    """Returns the lines of a Swift file, reduced to their comments."""
    lines, inside = [], False
    for line in file.read_text().splitlines():
        if inside or line.lstrip().startswith("/*"):
            inside = "*/" not in line
            lines.append(line.strip("/* "))
        else:
            # Two slashes in a string, as in an address, do not begin a comment.
            found = re.match(r'(?:[^"/]|"(?:\\.|[^"\\])*"|/(?!/))*?//+:?(.*)', line)
            # The name of a parameter in documentation is code.
            lines.append(re.sub(r"^ *- \w+:", "", found[1]) if found else "")
    return lines


def anchors(page, known={}):
    """Returns the anchors that GitHub gives to a page's headings."""
    if page not in known:
        seen, known[page] = {}, set()
        for line in without_code(page):
            if not (heading := re.match(r" {0,3}#{1,6} +(.*?) *#*$", line)): continue
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "")
            name = re.sub(r"[^\w\- ]", "", re.sub(r"(\*\*|__|\*)(.+?)\1", r"\2", text).lower()).replace(" ", "-")
            known[page].add(name if name not in seen else f"{name}-{seen[name]}")
            seen[name] = seen.get(name, 0) + 1
    return known[page]


def check_lines_and_links(page):
    # Articles of the API reference contain code from Examples, whose lines have up to 120 columns.
    columns = 120 if page.parent.suffix == ".docc" else COLUMNS
    for number, line in enumerate(page.read_text().splitlines(), 1):
        # A line without spaces, such as an address, cannot be wrapped.
        if len(line) > columns and " " in re.sub(r"^[\s>*-]*", "", line): problem(page, number, f"{len(line)} columns")
    for number, line in enumerate(without_code(page), 1):
        for link in LINK.finditer(CODE.sub("`", line)):
            target = urllib.parse.unquote(link[1] or link[2])
            if re.match(r"[a-z]+:", target): continue
            path, _, name = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists(): problem(page, number, f"{path} does not exist")
            elif name and (file.suffix != ".md" or name not in anchors(file)):
                problem(page, number, f"{file.name} has no heading #{name}")


def word_count(page):
    """Returns the number of words. Table bars and list markers do not count."""
    return sum(bool(re.search(r"\w", word)) for word in page.read_text().split())


def check_words():
    count = word_count(ROOT / "README.md")
    if count >= README_WORDS: problem(ROOT / "README.md", 1, f"{count} words; there must be fewer than {README_WORDS}")
    count = sum(word_count(page) for page in (ROOT / "docs").glob("*.md"))
    if count > DOCS_WORDS: problem(ROOT / "docs", 1, f"{count} words in all pages; the maximum is {DOCS_WORDS}")


def check_phrases(texts):
    phrases = []
    for line in (HERE / "phrases.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, reason = re.split(r" {2,}", line, maxsplit=1)
            phrases.append((re.compile(pattern.replace(" ", r"\s+"), re.I), reason))
    for file, lines in texts.items():
        text = "\n".join(lines)
        for pattern, reason in phrases:
            for found in pattern.finditer(text):
                problem(file, text.count("\n", 0, found.start()) + 1, f'"{" ".join(found[0].split())}": {reason}')


def check_with(tools, texts):
    """Lets programs check the texts without code, in copies with the files' own names and line numbers."""
    with tempfile.TemporaryDirectory() as folder:
        for file, lines in texts.items():
            copy = pathlib.Path(folder, os.path.relpath(file, ROOT).replace("../", ""))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text("\n".join(lines) + "\n")
        configuration = pathlib.Path(folder, ".settings/proselint/config")
        configuration.parent.mkdir(parents=True)
        configuration.write_text((HERE / "proselint.json").read_text())
        (configuration.parent / "config.json").symlink_to(configuration)
        settings = {**os.environ, "XDG_CONFIG_HOME": f"{folder}/.settings", "HOME": folder, "LC_ALL": "C.UTF-8"}
        for tool, endings in tools:
            files = (path for path in pathlib.Path(folder).rglob("*.*") if path.suffix in endings)
            names = sorted(str(path.relative_to(folder)) for path in files)
            run = subprocess.run([*tool, *names], cwd=folder, env=settings, capture_output=True, text=True)
            problems.extend(line.strip() for line in run.stdout.splitlines())
            if run.stderr and "Traceback" in run.stderr: problems.append(f"{tool[0]}: {run.stderr.splitlines()[-1]}")


def main(arguments):
    pages = [pathlib.Path(name).resolve() for name in arguments]
    chosen = bool(pages)
    if not chosen: pages = tracked("*.md")
    for page in pages: check_lines_and_links(page)
    if not chosen: check_words()
    # Removed code leaves empty lines, so that the line numbers of problems are correct.
    sources = [] if chosen else tracked("*.swift")
    lines = {page: without_code(page) for page in pages} | {file: comments(file) for file in sources}
    words = lambda line: LINK.sub(lambda link: link[0].partition("](")[0], CODE.sub("`", line))
    texts = {file: [words(line) for line in lines[file]] for file in lines}
    check_phrases(texts)
    spelling = ["codespell", "--ignore-words", str(HERE / "words.txt")]
    check_with([(spelling, [".md", ".swift"]), (["proselint"], [".md"])], texts)
    print("\n".join(problems + [f"{len(texts)} files, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
