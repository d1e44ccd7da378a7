import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import RadioTape

/// A file that a recorder writes, and the report that lists the file's titles and cuts.
final class RecordedFile {
    /// The path; nil until the file is open.
    var path: String? { file.path }
    var report: RecordingReport
    private let file: SoundFile
    private var container: any RecordingContainer
    private var waiting: [UInt8]
    private(set) var byteCount: Int
    private var length: Int64 = 0
    /// The duration of the sound that was passed to the disk's thread, in flicks.
    private var writtenLength: Int64 = 0
    private let batch: Int64
    private var hasHeader = false

    /// The maximum number of bytes that wait for a slow disk: a minute at 128 kbit/s.
    static let maximumWaiting = 1 << 20
    /// The least duration of sound that is written at once, in flicks: 2 s.
    ///
    /// So the disk wakes at most every 2 s, and a crash loses about 2 s of sound.
    static let batch = MediaTime(seconds: 2).flicks

    /// - Parameter batch: the least duration that is written at once before the end of the file, in flicks.
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

    /// The largest usual number of bytes that wait to be passed to the disk's thread. More bytes wait only if many
    /// packets are read at once or the disk is slow.
    private static let usualWaiting = 256 << 10
    var isDiskBehind: Bool { waiting.count > Self.usualWaiting }
    var isTooSlow: Bool { waiting.count > Self.maximumWaiting + RecordingTags.maximumCover }
    /// The duration of the sound in the file.
    var duration: Duration { MediaTime(flicks: length).duration }

    /// Appends a packet. Returns false if the container cannot contain this packet after the earlier ones, for example
    /// because its format differs.
    /// - Parameter date: the time at which the packet was received, in milliseconds since 1970.
    func append(_ packet: Timeline.HeldPacket, _ date: Int64) -> Bool {
        let before = waiting.count
        guard container.append(packet.packet, packet.format, to: &waiting) else { return false }
        if packet.isAfterGap, length > 0 {
            report.add(RecordingReport.Cut(at: duration, date: WallClock.rfc3339(milliseconds: date)))
        }
        byteCount += waiting.count - before
        length += packet.duration
        return true
    }

    /// Continues with a container of another kind. Allowed only for files of packets, which have no header.
    func go(on container: any RecordingContainer) { self.container = container }

    /// Begins a title.
    ///
    /// - Parameter tags: the tags for the file's next part, if its container has parts, such as the links of Ogg.
    func begin(_ track: TrackInfo, _ tags: RecordingTags, isLeftOut: Bool = false) {
        container.begin(tags)
        report.add(RecordingReport.Title(at: duration, track: track, isLeftOut: isLeftOut))
    }

    /// Calls `body` on the loop with the path, at once if the file is already open.
    func whenOpened(_ body: @escaping (String) -> Void) { file.whenOpened(body) }

    func write() {
        guard !waiting.isEmpty, length - writtenLength >= batch, file.hasRoom else { return }
        giveWaiting()
        writtenLength = length
    }

    /// Passes the waiting bytes to the disk's thread. The header goes with the first sound, because it describes the
    /// sound. Later sound changes the length that the header states.
    private func giveWaiting() {
        if hasHeader { file.append(waiting, patch: container.length) } else { file.append(container.header + waiting) }
        hasHeader = true
        waiting = []
    }

    /// Finishes the container and the recording's report, writes the container's final header, and closes the file.
    /// - Parameters:
    ///   - rename: returns another path for the file; see `SoundFile`.
    ///   - completion: called on the loop with the path of the file, or with the reason why there is none.
    func finish(
        rename: (@Sendable (_ path: String, _ copy: Int) -> String)? = nil,
        then completion: @escaping (Result<String, SoundFile.Failure>) -> Void
    ) {
        let before = waiting.count
        container.finish(to: &waiting)
        byteCount += waiting.count - before
        if !waiting.isEmpty { giveWaiting() }
        report.length = duration
        report.byteCount = byteCount
        file.finish(header: container.header, rename: rename, then: completion)
    }
}
