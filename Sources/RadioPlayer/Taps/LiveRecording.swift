import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape

/// A recording of the playing item, made while the item is heard.
///
/// The recording may begin at a moment long past. It first reads the sound from the tape, until it reaches sound that
/// is still on the timeline; then it reads the timeline. Without a tape, it begins with the oldest sound on the
/// timeline.
final class LiveRecording {
    /// Called on the loop when ``read(_:_:)`` can read more packets.
    var needsService: (() -> Void)?
    /// Called on the loop when a file was opened, and when the recording is over.
    var onChange: ((Recording) -> Void)?

    private(set) var facts: Recording
    /// What another process needs to make the recording.
    var carried: CarriedRecording?
    private let recorder: PacketRecorder
    /// The reader of the tape, for sound that is no longer on the timeline; nil while the timeline is read.
    private var replay: TapeReplay?
    /// Whether, after the last call of ``read(_:_:)``, so many bytes waited for the disk that the call stopped reading.
    private var wasBehind = false

    /// How many bytes at most are read from the tape before they are written to the recording.
    private static let ahead = 128 << 10

    /// - Parameter span: the stretch to record, in flicks on the timeline.
    init(
        id: Int, _ recorder: PacketRecorder, of intake: StreamIntake, _ station: Station?, serverName: String?,
        span: Range<Int64>, tape: Timeshift?
    ) {
        facts = Recording(id: id)
        self.recorder = recorder
        let isHeld = intake.timeline.range.start <= span.lowerBound
        if !isHeld { replay = tape?.replay(from: span.lowerBound, ahead: Self.ahead) }
        recorder.met(serverName: serverName)
        recorder.begin(replay?.timeline ?? intake.timeline, of: station, span: span)
        watch()
    }

    private func watch() {
        replay?.onChange = { [weak self] in self?.needsService?() }
        recorder.onEvent = { [weak self] in self?.received($0) }
        recorder.onFailure = { [weak self] in self?.change(to: .failed($0)) }
        recorder.needsService = { [weak self] in self?.needsService?() }
    }

    private func received(_ event: RecordingEvent) {
        switch event {
        case .began(let path):
            facts.path = path
            facts.fileCount += 1
            tell()
        case .ended(let reason, let summary):
            facts.path = summary.path ?? facts.path
            facts.fileCount = summary.fileCount
            change(to: .ended(reason))
        }
    }

    private func change(to state: Recording.State) {
        guard facts.state == .recording else { return }
        facts.state = state
        tell()
    }

    private func tell() {
        facts.duration = recorder.duration
        onChange?(facts)
    }

    /// The end of the newest packet that was written, in flicks on the timeline.
    var end: Int64 { recorder.position }

    var isOver: Bool { facts.state != .recording }
    var now: Recording {
        var now = facts
        now.duration = recorder.duration
        return now
    }

    func lacksBeginning() { facts.hasBeginning = false }

    /// Reads the packets that arrived since the last call. Called once a turn.
    func read(_ intake: StreamIntake, _ tape: Timeshift?) {
        let metadata = intake.timeline.metadataWithTaken
        let wasBehind = wasBehind
        defer { self.wasBehind = recorder.isDiskBehind }
        while let next = recorder.next, !recorder.isDiskBehind {
            if next < intake.timeline.start, replay == nil {
                replay = tape?.replay(fromPacket: next, ahead: Self.ahead)
                replay?.onChange = { [weak self] in self?.needsService?() }
            }
            guard let replay, next < intake.timeline.start, !replay.isBroken else {
                let isTapeLost = tape != nil && (replay?.isBroken == true || !wasBehind)
                replay = nil
                return recorder.read(
                    intake.timeline, metadata, edge: intake.edge, loss: isTapeLost ? .tapeFailed : .slowDisk)
            }
            replay.fill()
            recorder.read(replay.timeline, metadata, edge: intake.edge)
            replay.timeline.written = recorder.next ?? next
            replay.timeline.wanted = replay.timeline.written
            if recorder.next == next { return }
        }
    }

    /// Ends the recording with the packets that were read.
    /// - Parameter isWhole: whether the item has ended, so that its last title is complete.
    func end(isWhole: Bool = false) { recorder.end(.asked, isWhole: isWhole) }

    /// Ends the recording as ``end()`` does, and blocks until the disk has written everything.
    func finish() {
        recorder.end(.asked)
        recorder.finish()
    }
}
