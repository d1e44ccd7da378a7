import LongwaveTerminal
import Synchronization

/// The picker, in which a person chooses stations.
final class PickView: SessionView, Sendable {
    /// The result of a run of the picker.
    struct Ending: Sendable {
        /// The picked stations; empty if the person picked none, nil if the person left the picker.
        var items: [LibraryItem]?
        /// Messages for the person, which can be printed after the terminal is restored.
        var remarks: [String] = []
        /// Whether the person has changed the volume that the settings name; false if they name none. The radio has
        /// stored the changed volume as the last volume.
        var isVolumeChanged = false
    }

    // Used on the player's loop only.
    nonisolated(unsafe) private let session: RadioSession
    private let options: StationPickerOptions
    private let library: StationLibrary
    private let onRemark: @Sendable (String) -> Void
    private let onEnd: @Sendable (Result<[LibraryItem]?, CommandFailure>, _ volume: Double) -> Void

    private init(
        _ session: RadioSession, _ library: StationLibrary, _ options: StationPickerOptions,
        onRemark: @escaping @Sendable (String) -> Void,
        onEnd: @escaping @Sendable (Result<[LibraryItem]?, CommandFailure>, _ volume: Double) -> Void
    ) {
        self.session = session
        self.library = library
        self.options = options
        self.onRemark = onRemark
        self.onEnd = onEnd
    }

    /// Runs the picker, and blocks this thread until the terminal is restored and the sound has ended.
    static func run(
        _ library: StationLibrary, _ options: StationPickerOptions, _ radio: Radio.Configuration
    ) throws(CommandFailure) -> Ending {
        // The picker handles signals.
        var settings = RadioSession.Settings(radio: radio, handlesSignals: false)
        // Trying a station in the picker does not count as listening, so its titles are not written to the title
        // database, the directory is not told, and no sound is kept on the disk.
        settings.radio.journal.titles = nil
        settings.radio.directory = nil
        settings.radio.playback.timeshiftFolder = nil
        let result = Mutex(Result<Ending, CommandFailure>.success(Ending()))
        let remarks = Mutex<[String]>([])
        try RadioSession.run(settings) { session, _ in
            PickView(session, library, options) { remark in
                remarks.withLock { if !$0.contains(remark) { $0.append(remark) } }
            } onEnd: { answer, volume in
                let isVolumeChanged = radio.volume.map { $0 != volume } ?? false
                result.withLock { $0 = answer.map { Ending(items: $0, isVolumeChanged: isVolumeChanged) } }
            }
        }
        var ending = try result.withLock { $0 }.get()
        ending.remarks = remarks.withLock { $0 }
        return ending
    }

    func start(on manager: isolated PlaybackManager) {
        let radio = session.radio
        Task {
            let answer: Result<[LibraryItem]?, CommandFailure>
            do { answer = .success(try await radio.pick(options, from: library)) } catch {
                answer = .failure(Self.failure(error))
            }
            onEnd(answer, manager.snapshot.volume)
            session.end(.ended, manager)
        }
    }

    func say(_ text: String) { onRemark(text) }

    func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) { completion() }

    private static func failure(_ error: any Error) -> CommandFailure {
        if let error = error as? RadioError { return CommandFailure(error) }
        let isEmpty = error as? StationPickerError == .noStations
        return CommandFailure(
            code: isEmpty ? .notPlayable : .unavailable, sentence: "The picker failed: \(error).")
    }
}
