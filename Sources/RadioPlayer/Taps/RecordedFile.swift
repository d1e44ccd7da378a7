import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape

/// A file that a recorder writes, and what is told of it.
final class RecordedFile {
    /// Nil until it is open.
    var path: String? { file.path }
    var report: RecordingReport
    private let file: SoundFile
    private var container: any RecordingContainer
    private var waiting: [UInt8]
    private(set) var byteCount: Int
    private var length: Int64 = 0

    /// Bytes that wait for a slow disk: a minute at 128 kbit/s.
    static let maximumWaiting = 1 << 20

    init(_ file: SoundFile, _ container: any RecordingContainer, _ report: RecordingReport) {
        self.file = file
        self.container = container
        self.report = report
        waiting = container.header
        byteCount = waiting.count
        file.onWritten = { [weak self] in self?.write() }
    }

    /// More than this waits only where much is read at once, or the disk is slow.
    private static let usualWaiting = 256 << 10
    var isDiskBehind: Bool { waiting.count > Self.usualWaiting }
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

    /// Calls `body` on the loop with the path, at once where it is open.
    func whenOpened(_ body: @escaping (String) -> Void) { file.whenOpened(body) }

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
