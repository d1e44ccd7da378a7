import LongwaveTerminal
import Synchronization

/// One run of the picker, in which a person chooses stations. The run returns after the terminal is restored and the
/// sound has ended.
enum PickSession {
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

    /// Runs the picker, and blocks this thread until the picker has ended.
    static func run(
        _ library: StationLibrary, _ options: StationPickerOptions, _ sound: SoundSettings
    ) throws(CommandFailure) -> Ending {
        let remarks = Mutex<[String]>([])
        var configuration = Radio.Configuration()
        configuration.playback = sound.playback
        configuration.volume = sound.volume
        // Trying a station in the picker does not count as listening, so its titles are not written to the title
        // database.
        configuration.journal.titles = nil
        configuration.onJournalNews = { news in
            guard let remark = remark(news) else { return }
            remarks.withLock { if !$0.contains(remark) { $0.append(remark) } }
        }
        let radio: Radio
        do { radio = try Radio(configuration) } catch { throw CommandFailure(error) }
        let result = Mutex(Result<Ending, CommandFailure>.success(Ending()))
        radio.run { manager in
            Task {
                let answer: Result<Ending, CommandFailure>
                do {
                    let items = try await radio.pick(options, from: library)
                    let isVolumeChanged = sound.volume.map { $0 != manager.snapshot.volume } ?? false
                    answer = .success(Ending(items: items, isVolumeChanged: isVolumeChanged))
                } catch { answer = .failure(failure(error)) }
                result.withLock { $0 = answer }
                await radio.shutDown()
            }
        }
        var ending = try result.withLock { $0 }.get()
        ending.remarks = remarks.withLock { $0 }
        return ending
    }

    private static func failure(_ error: any Error) -> CommandFailure {
        if let error = error as? RadioError { return CommandFailure(error) }
        let isEmpty = error as? StationPickerError == .noStations
        return CommandFailure(
            code: isEmpty ? .notPlayable : .unavailable, sentence: "The picker failed: \(error).")
    }

    private static func remark(_ news: JournalNews) -> String? {
        switch news {
        case .listener(let error?): "Favourites and ratings are not stored: \(error.words)."
        case .memory(let problem): problem
        case .listener(nil), .titles, .deletedTitles: nil
        }
    }
}
