import RadioLoop

/// Receives the stations next to the present one in the queue, so that switching to one of them sounds at once.
///
/// The stations of the places before and after the present one are connected once that is heard. Their servers are left when nothing
/// plays any more, and a quarter of an hour after the last switch.
final class WarmNeighbours {
    /// Places on each side of the present one that are received at most.
    static let maximumCount = 5
    /// What all of them hold together.
    static let maximumBytes = 8 << 20
    /// How long they are received without a switch.
    static let patience = Duration.seconds(900)

    private let count: Int
    var tools: StreamIntake.Tools
    private(set) var stations: [PlaybackQueue.Entry.ID: WarmStation] = [:]
    /// Stations that could not be received since the last switch.
    private var failed: Set<PlaybackQueue.Entry.ID> = []
    private var leaveTimer: LoopTimer!

    /// - Parameter count: places on each side; no more than ``maximumCount`` are taken.
    init(_ count: Int, tools: StreamIntake.Tools) {
        self.count = min(count, Self.maximumCount)
        self.tools = tools
        leaveTimer = tools.loop.makeTimer { [unowned self] in leave() }
    }

    deinit { leaveTimer.cancel() }

    /// Another entry is played. What was received of it is the player's then.
    func take(_ entry: PlaybackQueue.Entry?) -> (intake: StreamIntake, url: String)? {
        failed = []
        leaveTimer.rearm(after: Self.patience)
        guard let entry, let station = stations.removeValue(forKey: entry.id), let intake = station.take() else {
            return nil
        }
        return (intake, station.url)
    }

    /// Receives the stations next to the present one, and no others.
    /// - Parameter working: the address of an item that brought sound before.
    func follow(_ queue: PlaybackQueue, working: (PlaybackItem) -> String?) {
        guard leaveTimer.isArmed else { return }
        let wanted = neighbours(in: queue)
        stations = stations.filter { id, _ in wanted.contains { $0.id == id } }
        for entry in wanted where stations[entry.id] == nil && !failed.contains(entry.id) {
            guard let url = working(entry.item) ?? entry.item.preferredURL ?? entry.item.urls.first else { continue }
            stations[entry.id] = WarmStation(
                entry.item, url: url, tools: tools, maximumBytes: Self.maximumBytes / (2 * count)
            ) { [weak self] in
                self?.stations[entry.id] = nil
                self?.failed.insert(entry.id)
            }
        }
    }

    /// Leaves all servers. They are connected again when sound is heard, within the time after the last switch.
    func leave() { stations = [:] }

    /// Entries next to the present one that are stations, the nearest first. The station that plays is none, nor is one that is there already.
    func neighbours(in queue: PlaybackQueue) -> [PlaybackQueue.Entry] {
        guard let present = queue.currentEntry else { return [] }
        let entries = queue.entries
        var found = [present]
        for distance in 1...count {
            for place in [queue.index + distance, queue.index - distance] {
                let wrapped = queue.repeatMode == .all ? (place % entries.count + entries.count) % entries.count : place
                guard entries.indices.contains(wrapped) else { continue }
                let entry = entries[wrapped]
                let isStation = entry.item.urls.first?.lowercased().hasPrefix("http") == true
                if isStation, !found.contains(where: { $0.item.urls == entry.item.urls }) { found.append(entry) }
            }
        }
        return Array(found.dropFirst())
    }
}
