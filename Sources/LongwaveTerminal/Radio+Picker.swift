import Glibc
import Longwave
import RadioDirectory
import RadioLoop
import RadioPlayer
import RadioStations

extension Radio {
    /// Lets a person at the terminal choose stations on a full-screen page. If the terminal cannot show such a page,
    /// the person chooses by typing numbers.
    ///
    /// ```swift
    /// let chosen = try await radio.pick(StationPickerOptions(prompt: "Play", allowsMultiple: true))
    /// if let chosen { try await radio.play(chosen.map(\.station)) }
    /// ```
    /// Ctrl-P plays a station with this radio's player, and stops the station when pressed again. If the person marks a
    /// station as favourite or gives it stars, the change is stored as by `update(_:_:)`. If storing fails, the
    /// configuration's `onJournalNews` is called. Cancelling the task leaves the picker.
    ///
    /// - Parameters:
    ///   - options: the picker's appearance and rules, such as its prompt.
    ///   - library: the stations to choose from; nil for ``library()``.
    /// - Returns: the chosen stations in the order of choice; empty if none was chosen; nil if the person left the
    ///   picker. The terminal is restored before the function returns.
    /// - Throws: ``StationPickerError``, `RadioError`
    public func pick(
        _ options: StationPickerOptions = StationPickerOptions(), from library: StationLibrary? = nil
    ) async throws -> [LibraryItem]? {
        var stations = library
        if stations == nil { stations = try await self.library() }
        let asked = stations!
        let run = PickerRun(self, options)
        let answer: Result<[LibraryItem]?, StationPickerError> = try await withTaskCancellationHandler {
            try await ask { manager, answer in run.present(asked, manager) { answer(.success($0)) } }
        } onCancel: {
            Task { [manager] in await manager.perform { run.cancel($0) } }
        }
        await run.kept()
        return try answer.get()
    }
}

/// One run of the picker. It plays stations on trial with the radio's player.
///
/// The picker and its closures run on the player's loop.
private final class PickerRun: Sendable {
    private let radio: Radio
    private let options: StationPickerOptions
    nonisolated(unsafe) private var picker: StationPicker?
    nonisolated(unsafe) private var observation: PlaybackObservation?
    nonisolated(unsafe) private var listening: LibraryItem?
    nonisolated(unsafe) private var isVolumeChanged = false
    nonisolated(unsafe) private var isCancelled = false
    /// The task that stores the last change of a favourite mark or of stars. It first waits for the task of the change
    /// before.
    nonisolated(unsafe) private var keeping: Task<Void, Never>?

    init(_ radio: Radio, _ options: StationPickerOptions) {
        self.radio = radio
        self.options = options
    }

    /// Shows the picker and connects its closures to the radio's player. Calls `completion` once, after the picker has
    /// ended.
    func present(
        _ library: StationLibrary, _ manager: isolated PlaybackManager,
        then completion: @escaping (Result<[LibraryItem]?, StationPickerError>) -> Void
    ) {
        guard !isCancelled else { return completion(.success(nil)) }
        radio.restoreVolume(on: manager)
        let picker = StationPicker(
            library, options: options, artwork: painter(manager), loop: manager.loop)
        self.picker = picker
        let end = radio.atEnd { picker.cancel() }
        let finish = { [self] (answer: Result<[LibraryItem]?, StationPickerError>) in
            self.picker = nil
            observation = nil
            radio.forget(end)
            manager.assumeIsolated { if listening != nil { $0.stop() } }
            completion(answer)
        }
        picker.didPick = { finish(.success($0)) }
        picker.didCancel = { finish(.success(nil)) }
        picker.listen = { [self] item in manager.assumeIsolated { listen(item, $0) } }
        picker.changeVolume = { [self] steps in manager.assumeIsolated { changeVolume(by: steps, $0) } }
        picker.didChange = { [self] in keep($0) }
        let line = StatusLine(charset: options.usesUTF8 ? .utf8 : .ascii)
        observation = manager.observe { [self] in self.picker?.show(status: status($0.snapshot, line)) }
        do throws(StationPickerError) { try picker.present() } catch { finish(.failure(error)) }
    }

    func cancel(_ manager: isolated PlaybackManager) {
        isCancelled = true
        picker?.cancel()
    }

    /// Waits until all changes of favourite marks and stars are stored.
    func kept() async {
        let task = await radio.manager.perform { [self] _ in keeping }
        await task?.value
    }

    private func painter(_ manager: isolated PlaybackManager) -> ArtworkPainter? {
        let display = ArtworkDisplay(
            options.artwork, isTerminal: isatty(STDIN_FILENO) == 1, environment: Environment.value)
        guard let display else { return nil }
        let environment = Environment.folders
        return ArtworkCache.usual(environment: environment, loop: manager.loop).map {
            ArtworkPainter(display, cache: $0, loop: manager.loop)
        }
    }

    private func changeVolume(by steps: Int, _ manager: isolated PlaybackManager) {
        isVolumeChanged = true
        manager.setVolume(VolumeStep.volume(manager.snapshot.volume, by: steps))
    }

    /// Plays a station on trial. If this station is already on trial, stops it.
    private func listen(_ item: LibraryItem, _ manager: isolated PlaybackManager) {
        if listening?.number == item.number {
            listening = nil
            manager.stop()
        } else {
            listening = item
            manager.play([PlaybackItem(item.station)])
            manager.setGain(decibels: item.user.gain ?? 0)
        }
    }

    /// Returns the status of the station on trial. If no station is on trial but the person has changed the volume,
    /// returns the volume, so that the volume keys have a visible effect. Otherwise returns an empty text.
    private func status(_ snapshot: PlaybackSnapshot, _ line: StatusLine) -> String {
        if listening != nil { return line.text(PlayerWords(snapshot), width: 500).text }
        return isVolumeChanged ? "volume \(Int((snapshot.volume * 100).rounded())) %" : ""
    }

    /// Stores a station's favourite mark and stars, after the earlier changes of this run are stored. The picker then
    /// shows the stored values.
    private func keep(_ item: LibraryItem) {
        let (before, radio) = (keeping, radio)
        keeping = Task { [self] in
            await before?.value
            do throws(RadioError) {
                let kept = try await radio.update(item) {
                    $0.isFavourite = item.user.isFavourite
                    $0.rating = item.user.rating
                }
                await radio.manager.perform { _ in picker?.update(kept) }
            } catch {
                guard case .listener(let error) = error else { return }
                await radio.manager.perform { _ in radio.tell(.listener(error)) }
            }
        }
    }
}
