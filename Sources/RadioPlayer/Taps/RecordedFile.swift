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
    /// Of the sound that was given to the disk.
    private var writtenLength: Int64 = 0
    private let batch: Int64
    private var hasHeader = false

    /// Bytes that wait for a slow disk: a minute at 128 kbit/s.
    static let maximumWaiting = 1 << 20
    /// Sound that is written at once: the disk wakes so seldom, and a crash costs so much at most.
    static let batch = MediaTime(seconds: 2).flicks

    /// - Parameter batch: the least sound that is written before the end.
    init(
        _ file: SoundFile, _ container: any RecordingContainer, _ report: RecordingReport, batch: Int64 = batch
    ) {
        self.batch = batch
        self.file = file
        self.container = container
        self.report = report
        waiting = []
        byteCount = container.header.count
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

    /// - Parameter tags: of the part that may begin with it.
    func begin(_ track: TrackInfo, _ tags: RecordingTags, isLeftOut: Bool = false) {
        container.begin(tags)
        report.add(RecordingReport.Title(at: duration, track: track, isLeftOut: isLeftOut))
    }

    /// Calls `body` on the loop with the path, at once where it is open.
    func whenOpened(_ body: @escaping (String) -> Void) { file.whenOpened(body) }

    func write() {
        guard !waiting.isEmpty, length - writtenLength >= batch, file.hasRoom else { return }
        giveWaiting()
        writtenLength = length
    }

    /// A header tells what the sound is: not before there is some.
    private func giveWaiting() {
        file.append((hasHeader ? [] : container.header) + waiting)
        hasHeader = true
        waiting = []
    }

    func finish() {
        let before = waiting.count
        container.finish(to: &waiting)
        byteCount += waiting.count - before
        if !waiting.isEmpty { giveWaiting() }
        report.length = duration
        report.byteCount = byteCount
        file.finish(header: container.header)
    }
}
