import RadioLoop

/// Receives the stations next to the current one in the queue, so that a switch to one of them is heard at once.
///
/// The stations before and after the current one are connected once the current one is heard. They are disconnected
/// when nothing plays any more, and 15 minutes after the last switch.
final class WarmNeighbours {
    /// The maximum number of neighbours on each side of the current station.
    static let maximumCount = 5
    /// The largest number of received bytes that all warm neighbours together hold in memory.
    static let maximumBytes = 8 << 20
    /// How long the stations are received after the last switch to another station: 15 minutes.
    static let patience = Duration.seconds(900)

    private let count: Int
    private let tools: StreamIntake.Tools
    private(set) var stations: [PlaybackQueue.Entry.ID: WarmStation] = [:]
    /// The entries whose stations could not be received since the last switch. They are not tried again before the next
    /// switch.
    private var failed: Set<PlaybackQueue.Entry.ID> = []
    private var leaveTimer: LoopTimer!

    /// - Parameter count: the number of neighbours on each side of the current station, at most ``maximumCount``.
    init(_ count: Int, tools: StreamIntake.Tools) {
        self.count = min(count, Self.maximumCount)
        self.tools = tools
        leaveTimer = tools.loop.makeTimer { [weak self] in self?.leave() }
    }

    deinit { leaveTimer.cancel() }

    /// Removes and returns the intake that has received an entry's station, because the player switches to that entry.
    /// The other neighbours are received for ``patience`` from now on.
    ///
    /// - Returns: the intake, which the player owns from now on, and its address; nil if the station was not received.
    func take(_ entry: PlaybackQueue.Entry?) -> (intake: StreamIntake, url: String)? {
        failed = []
        leaveTimer.rearm(after: Self.patience)
        guard let entry, let station = stations.removeValue(forKey: entry.id), let intake = station.take() else {
            return nil
        }
        return (intake, station.url)
    }

    /// Receives the stations next to the current one, and no others.
    ///
    /// - Parameters:
    ///   - policy: the policy for stations that are connected now.
    ///   - working: returns the address from which an item's sound was heard earlier; nil if none is known.
    func follow(_ queue: PlaybackQueue, _ policy: PlaybackPolicy, working: (PlaybackItem) -> String?) {
        guard leaveTimer.isArmed else { return }
        let wanted = neighbours(in: queue)
        stations = stations.filter { id, _ in wanted.contains { $0.id == id } }
        for entry in wanted where stations[entry.id] == nil && !failed.contains(entry.id) {
            guard let url = working(entry.item) ?? entry.item.preferredURL ?? entry.item.urls.first else { continue }
            let station = WarmStation(
                entry.item, url: url, tools: tools, policy: policy, maximumBytes: Self.maximumBytes / (2 * count))
            station.onEnd = { [weak self] _ in
                self?.stations[entry.id] = nil
                self?.failed.insert(entry.id)
            }
            stations[entry.id] = station
            station.start()
        }
    }

    /// Disconnects from all stations.
    ///
    /// The stations are connected again when sound is heard, unless 15 minutes have passed since the last switch.
    func leave() { stations = [:] }

    /// Returns the stations next to the current one, nearest first.
    ///
    /// The result contains no files and not the current station, and each station only once.
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
