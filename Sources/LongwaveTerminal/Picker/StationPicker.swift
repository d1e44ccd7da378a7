import Glibc
import RadioLoop
import RadioStations

/// Lets a person choose stations of a library: on a full-screen page, or by typing numbers if the terminal cannot show
/// a page.
///
/// The picker may be used only on one event loop. Set ``didPick`` and ``didCancel``, then call ``present()``. At the
/// end, the picker restores the terminal and calls one of the two closures once. It keeps itself alive until then.
///
///     let picker = StationPicker(library, loop: loop)
///     picker.didPick = { items in … }
///     picker.didCancel = { … }
///     try picker.present()
package final class StationPicker {
    /// Called with the chosen stations, in the order of choice; empty if the person chose none.
    package var didPick: (([LibraryItem]) -> Void)?
    /// Called when the person leaves the picker without choosing.
    package var didCancel: (() -> Void)?
    /// Called when the person asks to hear a station, or to stop it if it is already heard.
    ///
    /// The owner of the picker reports the status of the sound with ``show(status:)``.
    package var listen: ((LibraryItem) -> Void)?
    /// Called when the person changes the volume by a step: 1 for louder, −1 for softer.
    package var changeVolume: ((Int) -> Void)?
    /// Called with a station whose rating or favourite mark the person has changed. The closure must store the new
    /// rating and mark.
    package var didChange: ((LibraryItem) -> Void)?

    private let loop: EventLoop
    private let options: StationPickerOptions
    private let charset: TerminalCharset
    private let painter: ScreenPainter
    private var model: ScreenModel
    private var screen: ScreenHost?
    private let artwork: ArtworkPainter?
    private var answers: LineInput?
    /// The picker itself while it is shown, nil otherwise. This reference keeps the picker alive.
    private var presented: StationPicker?

    /// - Parameters:
    ///   - library: the stations, with the listener's ratings and favourite marks.
    ///   - options: the picker's appearance and rules, such as its prompt.
    ///   - artwork: draws the stations' pictures, on the same loop; nil to show none.
    ///   - loop: the loop on which keys are read and closures are called.
    package init(
        _ library: StationLibrary, options: StationPickerOptions = .init(), artwork: ArtworkPainter? = nil,
        loop: EventLoop
    ) {
        self.loop = loop
        self.options = options
        charset = options.usesUTF8 ? .utf8 : .ascii
        // If no station has a picture, the page needs no room for pictures.
        self.artwork = library.stations.contains { $0.artworkURL != nil } ? artwork : nil
        painter = ScreenPainter(charset: charset)
        model = ScreenModel(choosing: options, among: LibrarySearch(library), charset: charset, now: .now)
    }

    /// Shows the picker on the terminal and returns at once; the person's choice is reported later.
    /// - Throws: ``StationPickerError`` if there is no suitable terminal or no station to choose from, or if the
    ///   operating system refuses a resource. In this case, neither ``didPick`` nor ``didCancel`` is called.
    package func present() throws(StationPickerError) {
        guard presented == nil else { return }
        guard model.total > 0 else { throw .noStations }
        switch options.surface {
        case .numbers: try askWithNumbers()
        case .fullScreen: try askFullScreen()
        case .automatic:
            let isOnTerminal = isatty(STDIN_FILENO) == 1 && (isatty(STDOUT_FILENO) == 1 || isatty(STDERR_FILENO) == 1)
            guard isOnTerminal else { return try askWithNumbers() }
            do throws(StationPickerError) { try askFullScreen() } catch {
                guard case .noTerminal = error else { throw error }
                // The terminal cannot show a full-screen page, so the stations are listed in lines.
                try askWithNumbers()
            }
        }
    }

    /// Shows a line about the sound: the state of the station on trial, or a changed volume. An empty text removes the
    /// line.
    package func show(status: String) {
        guard status != model.choice?.status else { return }
        model.choice?.status = status
        screen?.changed()
    }

    /// Shows the current rating and favourite mark of a station. Must be called when the change reported to
    /// ``didChange`` was stored or could not be stored.
    package func update(_ item: LibraryItem) {
        _ = model.take(.kept(item))
        screen?.changed()
    }

    /// Ends the picker as if the person had left it, and so calls ``didCancel``.
    package func cancel() { if presented != nil { end(nil) } }

    // MARK: Full-screen

    private func askFullScreen() throws(StationPickerError) {
        let settings = ScreenHost.Settings(charset: charset, watchesSignals: options.watchesSignals)
        let screen = ScreenHost(settings, loop: loop)
        screen.view = { [weak self] in self?.view($0, $1) ?? ScreenHost.View(ScreenCells(width: $0, height: $1)) }
        screen.onSignal = { [weak self] _ in self?.cancel() }
        screen.onInput = { [weak self] in self?.received($0) }
        try screen.open(artwork: artwork)
        self.screen = screen
        presented = self
    }

    private func layout(_ width: Int, _ height: Int) -> ScreenLayout {
        ScreenLayout(width: width, height: height, hasPicture: artwork != nil, isChoosing: true)
    }

    private func view(_ width: Int, _ height: Int) -> ScreenHost.View {
        let layout = layout(width, height)
        model.fit(rows: layout.list.count)
        let cells = painter.cells(model, layout)
        guard let frame = layout.picture, let station = model.pointed?.station, let url = station.artworkURL else {
            return ScreenHost.View(cells)
        }
        return ScreenHost.View(cells, picture: ([.station(url)], station.urls.first ?? "", station, frame))
    }

    private func received(_ input: TerminalInput) {
        guard let screen else { return }
        switch input {
        case .stroke(let stroke): perform(model.press(stroke))
        case .wheel(let rows): model.wheel(rows)
        case .press(let row, let column):
            let layout = layout(screen.size.width, screen.size.height)
            guard let target = painter.target(model, layout, row: row, column: column) else { return }
            perform(model.click(target))
        case .resized: break
        }
    }

    /// Carries out the effects of a key or a mouse click, such as ending the picker or changing the volume.
    private func perform(_ effects: [ScreenEffect]) {
        for effect in effects {
            switch effect {
            case .choose(let items): end(items)
            case .quit: end(nil)
            case .player(.toggle): model.pointed.map { listen?($0) }
            case .player(let action): changeVolume?(action == .louder ? 1 : -1)
            case .keep(let item, _): didChange?(item)
            case .redraw: screen?.resized()
            case _: break
            }
        }
    }

    // MARK: With numbers

    /// Writes the numbered stations and the question to stdout, or to stderr if stdout is not a terminal. Reads answers
    /// from stdin.
    private func askWithNumbers() throws(StationPickerError) {
        let output = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : STDERR_FILENO
        var prompt = NumberedPrompt(model, charset: charset)
        func put(_ text: String) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
        do throws(LoopError) {
            answers = try LineInput(STDIN_FILENO, loop: loop) { [weak self] line in
                let (answer, complaint) = prompt.answer(line)
                switch answer {
                case .picked(let items)?: self?.end(items)
                case .cancelled?: self?.end(nil)
                case nil: put((complaint.map { $0 + "\n" } ?? "") + prompt.text)
                }
            }
        } catch { throw .system(reason: "\(error)") }
        presented = self
        put(prompt.text)
    }

    // MARK: The end

    /// Ends the picker: restores the terminal and calls ``didPick`` or ``didCancel``.
    /// - Parameter items: the chosen stations; nil if the person left the picker without choosing.
    private func end(_ items: [LibraryItem]?) {
        guard let own = presented else { return }
        presented = nil
        close()
        withExtendedLifetime(own) {
            if let items { didPick?(items) } else { didCancel?() }
        }
    }

    private func close() {
        answers?.cancel()
        answers = nil
        screen?.close()
        screen = nil
    }
}
