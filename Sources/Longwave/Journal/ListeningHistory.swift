import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// Writes the titles that a player's listener hears into the title database, which `TitleHistory` reads. Writing ends
/// when the object is released.
///
/// Only titles of stations are written, not those of files.
package final class ListeningHistory {
    private let titles: HeardTitles
    private var observation: PlaybackObservation?

    /// Starts to write the titles that are heard.
    ///
    /// - Parameters:
    ///   - manager: the player whose titles are written.
    ///   - database: the path of the title database. A missing file is created.
    ///   - retention: how long the title database keeps a title.
    ///   - report: called on the player's loop with the reason why titles cannot be written, or nil once they can be
    ///     written again.
    ///   - onDeletion: called on the player's loop with the number of old titles that were deleted.
    package init(
        _ manager: isolated PlaybackManager, database: String, keeping retention: TitleRetention = .listening,
        report: @escaping (StorageError?) -> Void = { _ in }, onDeletion: @escaping (Int) -> Void = { _ in }
    ) {
        titles = HeardTitles(
            loop: manager.loop, database: database, keeping: retention, report: report, onDeletion: onDeletion)
        observation = manager.observe { [weak self] in self?.received($0) }
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .statusDidChange(let snapshot): hear(snapshot)
        case .nowPlayingDidChange(let snapshot): hear(snapshot, skipped: snapshot.nowPlaying?.skipped ?? 0)
        default: break
        }
    }

    private func hear(_ snapshot: PlaybackSnapshot, skipped: Int = 0) {
        guard snapshot.status == .playing, let now = snapshot.nowPlaying, let station = snapshot.item?.station,
            station.urls.contains(where: StationLibrary.isRemote)
        else { return titles.fellSilent() }
        titles.heard(now.track, of: station, skipped: skipped)
    }

    /// Stops writing titles, and calls `completion` on the player's loop once all writes are finished or have failed.
    package func close(then completion: @escaping () -> Void) {
        observation = nil
        titles.close(then: completion)
    }
}
