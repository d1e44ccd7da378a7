import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape

/// A file that a recorder writes, and what is told of it.
final class RecordedFile {
    let path: String
    var report: RecordingReport
    private let file: SoundFile
    private var container: any RecordingContainer
    private var waiting: [UInt8]
    private(set) var byteCount: Int
    private var length: Int64 = 0

    /// Bytes that wait for a slow disk: a minute at 128 kbit/s.
    static let maximumWaiting = 1 << 20

    init(path: String, _ file: SoundFile, _ container: any RecordingContainer, _ report: RecordingReport) {
        self.path = path
        self.file = file
        self.container = container
        self.report = report
        waiting = container.header
        byteCount = waiting.count
        file.onWritten = { [weak self] in self?.write() }
    }

    var isTooSlow: Bool { waiting.count > Self.maximumWaiting + RecordingTags.maximumCover }
    /// How much sound is in it.
    var duration: Duration { MediaTime(flicks: length).duration }

    /// False where the packet does not fit behind those before.
    func append(_ packet: Timeline.HeldPacket) -> Bool {
        let before = waiting.count
        guard container.append(packet.packet, packet.format, to: &waiting) else { return false }
        if packet.isDiscontinuous, length > 0 {
            report.add(RecordingReport.Cut(at: duration, date: WallClock.rfc3339(milliseconds: WallClock.milliseconds)))
        }
        byteCount += waiting.count - before
        length += packet.duration
        return true
    }

    /// What follows is of another kind. For files of packets, which have no header.
    func go(on container: any RecordingContainer) { self.container = container }

    func begin(_ track: TrackInfo, isLeftOut: Bool = false) {
        report.add(RecordingReport.Title(at: duration, track: track, isLeftOut: isLeftOut))
    }

    func write() {
        guard !waiting.isEmpty, file.hasRoom else { return }
        file.append(waiting)
        waiting = []
    }

    func finish() {
        let before = waiting.count
        container.finish(to: &waiting)
        byteCount += waiting.count - before
        if !waiting.isEmpty { file.append(waiting) }
        waiting = []
        report.length = duration
        report.byteCount = byteCount
        file.finish(header: container.header)
    }
}
