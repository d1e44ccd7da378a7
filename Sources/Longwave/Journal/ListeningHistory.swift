import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage
import RadioTitles

/// Writes what is heard of a player's stations into the file of titles, which `TitleHistory` asks, for as long as it lives.
/// Files that are played are no stations, and are left out.
package final class ListeningHistory {
    private let titles: HeardTitles
    private var observation: PlaybackObservation?

    /// - Parameters:
    ///   - manager: the player.
    ///   - database: the file of titles; it is made where it is missing.
    ///   - retention: how long what was heard is kept.
    ///   - report: why nothing is written; nil: it is again. On the player's loop.
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

    /// Ends it, and calls back on the player's loop when everything is written that can be.
    package func close(then completion: @escaping () -> Void) {
        observation = nil
        titles.close(then: completion)
    }
}
