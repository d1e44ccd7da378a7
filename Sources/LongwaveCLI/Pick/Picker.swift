import LongwaveTerminal
import Synchronization

/// The picker, in which a person chooses stations.
enum Picker {
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

    /// Runs the picker, and blocks this thread until the terminal is restored and the sound has ended.
    static func run(
        _ library: StationLibrary, _ options: StationPickerOptions, _ radio: Radio.Configuration
    ) throws(CommandFailure) -> Ending {
        // The picker handles signals.
        var settings = RadioSession.Settings(radio: radio, signals: [])
        // Trying a station in the picker does not count as listening, so its titles are not written to the title
        // database, the directory is not told, and no sound is kept on the disk.
        settings.radio.journal.titles = nil
        settings.radio.directory = nil
        settings.radio.playback.timeshiftFolder = nil
        let remarks = Mutex<[String]>([])
        var ending = try RadioSession.run(settings) { remark in
            remarks.withLock { if !$0.contains(remark) { $0.append(remark) } }
        } task: { [volume = radio.volume] radio in
            let items = try await radio.pick(options, from: library)
            let now = await radio.manager.snapshot.volume
            return Ending(items: items, isVolumeChanged: volume.map { $0 != now } ?? false)
        }
        ending.remarks = remarks.withLock { $0 }
        return ending
    }
}
