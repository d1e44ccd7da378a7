import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// Writes the titles of the heard stations into the file that `TitleHistory` reads, for as long as the object lives.
///
/// The titles of files are left out.
package final class ListeningHistory {
    private let titles: HeardTitles
    private var observation: PlaybackObservation?

    /// - Parameters:
    ///   - manager: the player.
    ///   - database: the file of titles. A missing file is created.
    ///   - retention: how long titles are kept.
    ///   - report: called on the player's loop with the reason why nothing is written, or nil once writing works again.
    package init(
        _ manager: isolated PlaybackManager, database: String, keeping retention: TitleRetention = .listening,
        report: @escaping (StorageError?) -> Void = { _ in }
    ) {
        titles = HeardTitles(loop: manager.loop, database: database, keeping: retention, report: report)
        observation = manager.observe { [weak self] in self?.received($0) }
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .statusDidChange(let snapshot), .nowPlayingDidChange(let snapshot): hear(snapshot)
        default: break
        }
    }

    private func hear(_ snapshot: PlaybackSnapshot) {
        guard snapshot.status == .playing, let now = snapshot.nowPlaying, let station = snapshot.item?.station,
            station.urls.contains(where: StationLibrary.isRemote)
        else { return titles.fellSilent() }
        titles.heard(now.track, of: station)
    }

    /// Ends the history, and calls back on the player's loop once all writes are finished or have failed.
    package func close(then completion: @escaping () -> Void) {
        observation = nil
        titles.close(then: completion)
    }
}
