import RadioDirectory
import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStations

/// Connects a player with the directory of stations (radio-browser). It concerns only stations that come from the
/// directory (`Station.directoryID`).
///
/// When a station's sound is heard, the link reports this to the directory, once each time the station is played. If
/// none of a station's addresses works, the link asks the directory for another address. The link is used on the
/// player's loop only, and works until it is released. It contacts no server before it has something to report or to
/// ask.
package final class DirectoryLink {
    private weak var manager: PlaybackManager?
    private let address: DirectoryAddress
    private let report: (String) -> Void
    private var observation: PlaybackObservation?
    private var directory: StationDirectory?
    /// Whether the link has reported to the directory that the current item is heard.
    private var isReported = false

    /// Connects a player with a directory, until the link is released.
    ///
    /// - Parameters:
    ///   - manager: the player whose stations are reported.
    ///   - address: the address of the directory.
    ///   - report: called on the player's loop with a line of text for each request to the directory and each response.
    ///     The option `-v` prints these lines.
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

    /// Asks the directory for an address of the station that is not among the station's own addresses.
    ///
    /// Calls `found` with the address, or with nil if the directory has none or does not answer.
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
        // No cache is used, because an older response of the directory may lack the station's new address.
        directory = try? StationDirectory(
            address, loop: manager.loop, pool: manager.transferPool(), report: report)
        return directory
    }
}
