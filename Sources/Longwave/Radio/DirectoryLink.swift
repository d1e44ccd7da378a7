import RadioDirectory
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations

/// Joins a player and the directory of stations, for stations that the directory knows (`Station.directoryID`): tells the directory that
/// one is heard, once each time that it begins, and asks it for another address where none of the station's works.
///
/// It belongs to the player's loop, and ends when it is released. Nothing is asked, and nothing is set up, before such a station plays.
package final class DirectoryLink {
    private weak var manager: PlaybackManager?
    private let address: DirectoryAddress
    private let report: (String) -> Void
    private var observation: PlaybackObservation?
    private var directory: StationDirectory?
    /// The directory knows that the present item is heard.
    private var isReported = false

    /// - Parameters:
    ///   - manager: the player.
    ///   - address: of the directory.
    ///   - report: told what the directory is asked and answers, for `-v`. On the player's loop.
    package init(
        _ manager: isolated PlaybackManager, address: DirectoryAddress, report: @escaping (String) -> Void = { _ in }
    ) {
        self.manager = manager
        self.address = address
        self.report = report
        observation = manager.observe { [weak self] in self?.received($0) }
        manager.setAddressFinder { [weak self] station, found in
            if let self { find(station, found) } else { found(nil) }
        }
    }

    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .itemDidChange: isReported = false
        case .statusDidChange(let snapshot): hear(snapshot)
        default: break
        }
    }

    private func hear(_ snapshot: PlaybackSnapshot) {
        guard !isReported, snapshot.status == .playing, let id = snapshot.item?.station.directoryID else { return }
        isReported = true
        readyDirectory()?.reportClick(id: id)
    }

    private func find(_ station: Station, _ found: @escaping (String?) -> Void) {
        guard let id = station.directoryID, let directory = readyDirectory() else { return found(nil) }
        report("no address of \(station.name) works: asking the directory for \(id)")
        directory.station(id: id) { [report] answer in
            switch answer {
            case .success(let known?):
                let new = known.station.urls.first { !station.urls.contains($0) }
                report(new.map { "the directory has the address \($0)" } ?? "the directory has no other address")
                found(new)
            case .success(nil):
                report("the directory no longer lists the station")
                found(nil)
            case .failure(let error):
                report("the directory does not answer: \(error)")
                found(nil)
            }
        }
    }

    private func readyDirectory() -> StationDirectory? {
        guard directory == nil, let manager else { return directory }
        // Nothing is kept: what a station's address is now, no old answer knows.
        directory = try? StationDirectory(
            address, loop: manager.loop, pool: manager.transferPool(), report: report)
        return directory
    }
}
