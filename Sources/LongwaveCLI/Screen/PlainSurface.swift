import Glibc
import LongwaveTerminal
import RadioLoop

/// The full-screen player as printed lines, for screen readers and for terminals that cannot draw a page.
///
/// After each key, the surface prints a line about the row where the cursor is, if this line differs from the last one.
final class PlainSurface: ScreenSurface {
    var view: (_ width: Int, _ height: Int) -> ScreenHost.View = { ScreenHost.View(ScreenCells(width: $0, height: $1)) }
    var spoken: () -> String = { "" }
    var onInput: (TerminalInput) -> Void = { _ in }
    var onHangUp: () -> Void = {}

    private let loop: EventLoop
    private let clean: Sanitiser
    private let terminal = Terminal()
    private let output: Output
    private var keys: DescriptorWatch?
    private var reader = KeyReader()
    private var last = ""
    private var isDue = false
    private var isOpen = false

    init(_ options: ScreenOptions, loop: EventLoop) {
        self.loop = loop
        clean = Sanitiser(charset: options.charset)
        output = Output(STDOUT_FILENO, loop: loop)
    }

    var size: (width: Int, height: Int) { (terminal.width, terminal.height) }

    /// Begins to read keys and to print lines. Ignores `artwork`, because lines show no pictures.
    func open(artwork: ArtworkPainter?) throws(StationPickerError) {
        output.onClosed = { [weak self] in self?.onHangUp() }
        terminal.enterKeyMode()
        keys = try? loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in self?.read() }
        guard keys != nil else { throw .noTerminal(reason: "standard input cannot be read key by key") }
        isOpen = true
        write("Longwave. ? lists all keys, q quits.")
        changed()
    }

    private func read() {
        guard terminal.isForeground else { return keys?.update([]) ?? () }
        guard let bytes = terminal.readKeys() else { return onHangUp() }
        reader.feed(bytes, at: loop.now) { onInput(.stroke($0)) }
        guard reader.isUnsettled else { return }
        loop.schedule(after: KeyReader.sequenceTimeout) { [weak self] in
            guard let self else { return }
            reader.settle { self.onInput(.stroke($0)) }
        }
    }

    /// At the end of the turn, prints the line about the row where the cursor is, if it differs from the last one.
    func changed() {
        guard isOpen, !isDue else { return }
        isDue = true
        loop.post { [weak self] in
            guard let self, isOpen else { return }
            isDue = false
            // The page is not shown. It is laid out, because its height sets how far the cursor moves with Page Up and
            // Page Down.
            _ = view(size.width, size.height)
            let line = spoken()
            if line != last, !line.isEmpty { write(line) }
            last = line
        }
    }

    private func write(_ text: String) {
        for line in text.split(separator: "\n") { output.write(clean(String(line)) + "\n") }
    }

    func mayShow(_ artwork: [ArtworkCandidate]) -> Bool { false }

    func resized() { changed() }

    func repaint() {
        last = ""
        changed()
    }

    func show(title: String) {}

    func said(_ text: String) { write(text) }

    func leave() { terminal.restore() }

    func resume() {
        guard terminal.isForeground else { return }
        terminal.enterKeyMode()
        keys?.update(.readable)
        repaint()
    }

    func close() {
        isOpen = false
        keys?.cancel()
        output.flush(within: .milliseconds(250))
        terminal.restore()
    }
}
