import Glibc
import RadioLoop
import RadioStations

/// Lets a person choose stations of a library: full-screen on a terminal, or with numbers where there is none.
///
/// It belongs to one loop. Set ``didPick`` and ``didCancel``, call ``present()``; one of them is called once, when the terminal is as it
/// was before. The picker keeps itself until then.
///
///     let picker = StationPicker(library, loop: loop)
///     picker.didPick = { items in … }
///     picker.didCancel = { … }
///     try picker.present()
package final class StationPicker {
    /// The person chose these, in this order; none where nothing was left to choose from.
    package var didPick: (([LibraryItem]) -> Void)?
    /// The person left without choosing.
    package var didCancel: (() -> Void)?
    /// The person wants to hear the station, or, where it is heard already, no longer. Tell what is heard with ``show(status:)``.
    package var listen: ((LibraryItem) -> Void)?
    /// The person wants to hear it louder (1) or softer (-1), by a step.
    package var changeVolume: ((Int) -> Void)?
    /// The person gave the station stars, or made it a favourite: what the listener has of it now is to be kept.
    package var didChange: ((LibraryItem) -> Void)?

    private let loop: EventLoop
    private let options: StationPickerOptions
    private let charset: TerminalCharset
    private let painter: PickerPainter
    private var model: PickerModel
    private var status = ""
    private var screen: ScreenHost?
    private let artwork: ArtworkPainter?
    private var answers: LineInput?
    /// Itself, while it asks.
    private var presented: StationPicker?

    /// - Parameters:
    ///   - library: with what the listener has of the stations.
    ///   - options: how it asks.
    ///   - artwork: draws the stations' pictures, on the same loop; nil: none are shown.
    ///   - loop: where keys are read and closures called.
    package init(
        _ library: StationLibrary, options: StationPickerOptions = .init(), artwork: ArtworkPainter? = nil,
        loop: EventLoop
    ) {
        self.loop = loop
        self.options = options
        charset = options.usesUTF8 ? .utf8 : .ascii
        // A list without pictures leaves no room for them.
        self.artwork = library.stations.contains { $0.artworkURL != nil } ? artwork : nil
        painter = PickerPainter(charset: charset, hasPictures: self.artwork != nil)
        model = PickerModel(LibrarySearch(library), options, now: .now)
    }

    /// Begins to ask.
    /// - Throws: where there is nobody to ask or nothing to choose from; neither closure is called then.
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
                // A terminal that knows nothing but lines.
                try askWithNumbers()
            }
        }
    }

    /// What is heard, in a line; empty where nothing is.
    package func show(status: String) {
        guard status != self.status else { return }
        self.status = status
        screen?.changed()
    }

    /// What the listener has of a station became something else, or could not be kept.
    package func update(_ item: LibraryItem) {
        model.set(item)
        screen?.changed()
    }

    /// Leaves as the person would: ``didCancel`` is called.
    package func cancel() { if presented != nil { end(.cancelled) } }

    /// The terminal got another size.
    package func resized() { screen?.resized() }

    // MARK: Full-screen

    private func askFullScreen() throws(StationPickerError) {
        let settings = ScreenHost.Settings(charset: charset, hasMouse: false, watchesSignals: options.watchesSignals)
        let screen = ScreenHost(settings, loop: loop)
        screen.view = { [weak self] in self?.view($0, $1) ?? ScreenHost.View(ScreenCells(width: $0, height: $1)) }
        screen.onSignal = { [weak self] _ in self?.cancel() }
        screen.onInput = { [weak self] input in
            guard case .stroke(let stroke) = input, let action = PickerKeys.action(stroke) else { return }
            self?.apply(action)
        }
        try screen.open(artwork: artwork)
        self.screen = screen
        presented = self
    }

    private func view(_ width: Int, _ height: Int) -> ScreenHost.View {
        let hasStatus = !status.isEmpty
        model.fit(rows: painter.listRows(width: width, height: height, hasStatus: hasStatus))
        let cells = painter.page(model, width: width, height: height, status: status)
        let frame = painter.pictureFrame(width: width, height: height, hasStatus: hasStatus)
        guard let frame, let station = model.current?.station, let url = station.artworkURL else {
            return ScreenHost.View(cells)
        }
        return ScreenHost.View(cells, picture: ([.station(url)], station.urls.first ?? "", frame))
    }

    // MARK: With numbers

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
                let (outcome, complaint) = prompt.answer(line)
                if let outcome { self?.end(outcome) }
                if outcome == nil { put((complaint.map { $0 + "\n" } ?? "") + prompt.text) }
            }
        } catch { throw .system(reason: "\(error)") }
        presented = self
        put(prompt.text)
    }

    // MARK: The end

    private func apply(_ action: PickerAction) {
        if action == .redraw { screen?.resized() }
        guard let outcome = model.apply(action) else { return }
        switch outcome {
        case .picked, .cancelled: end(outcome)
        case .listen(let item): listen?(item)
        case .changed(let item): didChange?(item)
        case .volume(let steps): changeVolume?(steps)
        }
    }

    private func end(_ outcome: PickerOutcome) {
        guard let own = presented else { return }
        presented = nil
        close()
        withExtendedLifetime(own) {
            switch outcome {
            case .picked(let items): didPick?(items)
            case .cancelled, .listen, .changed, .volume: didCancel?()
            }
        }
    }

    private func close() {
        answers?.cancel()
        answers = nil
        screen?.close()
        screen = nil
    }
}
