import RadioLoop
import RadioTape

/// The recordings of what a player plays, beside its sound.
final class Recordings {
    /// Recordings of one player at once.
    static let maximum = 8

    /// Called on the loop when a file was opened, and when a recording is over.
    var onChange: ((Recording) -> Void)?
    /// Called on the loop when there is more to be read.
    var needsService: (() -> Void)?

    private var running: [LiveRecording] = []
    private var count = 0

    /// Those that are made now, the oldest first.
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

    /// Takes what came since. Called once a turn.
    func read(_ intake: StreamIntake, _ tape: Timeshift?) { for recording in running { recording.read(intake, tape) } }

    func end(_ id: Recording.ID) { running.first { $0.now.id == id }?.end() }

    /// What is heard next is something else.
    func endAll() { for recording in running { recording.end() } }

    /// Returns when all is on the disk.
    func finish() { for recording in running { recording.finish() } }
}
