import RadioLoop
import RadioTape

/// The recordings of a player's item, made while the item is heard.
final class Recordings {
    /// The largest number of simultaneous recordings of one player.
    static let maximum = 8

    /// Called on the loop when a file was opened, and when a recording is over.
    var onChange: ((Recording) -> Void)?
    /// Called on the loop when ``read(_:_:)`` can read more packets.
    var needsService: (() -> Void)?

    /// Whether the recordings without an end read nothing, because another process may continue them.
    var isHeld = false
    private var running: [LiveRecording] = []
    private var count = 0

    /// The recordings that are being made, oldest first.
    var all: [Recording] { running.map(\.now) }
    var isEmpty: Bool { running.isEmpty }

    func nextID() -> Int {
        count += 1
        return count
    }

    func add(_ new: LiveRecording) {
        new.needsService = { [weak self] in self?.needsService?() }
        new.onChange = { [weak self] in self?.changed($0) }
        running.append(new)
        needsService?()
    }

    private func changed(_ facts: Recording) {
        if facts.state != .recording { running.removeAll { $0.now.id == facts.id } }
        onChange?(facts)
    }

    /// Reads the packets that arrived since the last call. Called once a turn.
    func read(_ intake: StreamIntake, _ tape: Timeshift?) {
        for recording in running where !isHeld || recording.carried == nil { recording.read(intake, tape) }
    }

    var hasEndless: Bool { running.contains { $0.carried != nil } }

    /// Returns what another process continues that has the sound since a moment, in flicks on the timeline: each
    /// recording without an end, from where it waits.
    func carried(since time: Int64) -> [CarriedRecording] {
        running.compactMap { recording in
            guard var carried = recording.carried else { return nil }
            carried.start = max(carried.start, recording.end, time)
            return carried
        }
    }

    func end(_ id: Recording.ID) { running.first { $0.now.id == id }?.end() }

    /// Ends all recordings, because something else is heard next.
    /// - Parameter isWhole: whether the item has ended, so that its last title is complete.
    func endAll(isWhole: Bool = false) { for recording in running { recording.end(isWhole: isWhole) } }

    /// Ends all recordings, and blocks until the disk has written everything.
    func finish() { for recording in running { recording.finish() } }
}
