import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// Writes the packets that a player receives into a file as they came, without decoding them. It reads the timeline as a
/// tap; of several items one follows the other in the file.
final class PacketRecorder {
    /// Called on the loop when an item is not written, or no longer: for each item.
    var onFailure: ((AudioOutputError) -> Void)?

    /// Bytes that wait for a slow disk: a minute at 128 kbit/s.
    static let maximumWaiting = 1 << 20

    private let path: String
    private let overwrites: Bool
    private let worker: BlockingWorker
    private let kind: PacketFileKind
    private var state = State.new
    /// The timeline that is read.
    private weak var timeline: Timeline?
    /// nil where the timeline's packets do not fit, or nothing can be written.
    private var tap: TimelineTap?
    private var waiting: [UInt8] = []

    private enum State {
        /// Nothing came yet.
        case new
        case open(SoundFile)
        case failed(AudioOutputError)
    }

    init(loop: EventLoop, path: String, kind: PacketFileKind, overwrites: Bool) {
        self.path = path
        self.kind = kind
        self.overwrites = overwrites
        worker = BlockingWorker(loop: loop)
    }

    /// Takes the packets that came since. Called once a turn, and before a timeline is given up.
    func read(_ timeline: Timeline) {
        if timeline !== self.timeline {
            self.timeline = timeline
            tap = TimelineTap(timeline)
        }
        guard var tap else { return }
        if case .failed(let error) = state {
            // Not before there is something to write.
            if timeline.end > 0 { refuse(error) }
            return
        }
        var stranger: AudioCodec?
        tap.read(timeline) { packet in
            // It primes a decoder, and was received before.
            if packet.sampleCount == 0 { return true }
            if !kind.append(packet.bytes, packet.format, to: &waiting) { stranger = packet.format.codec }
            return stranger == nil
        }
        self.tap = tap
        write()
        if tap.missed > 0 || waiting.count > Self.maximumWaiting { fail(.file("\(path): the disk is too slow")) }
        if let stranger {
            refuse(.file("\(path): \(stranger.displayName) does not fit into this kind of file"))
        }
    }

    private func write() {
        guard !waiting.isEmpty, let file = openFile(), file.hasRoom else { return }
        file.append(waiting)
        waiting = []
    }

    private func openFile() -> SoundFile? {
        switch state {
        case .open(let file): return file
        case .failed: return nil
        case .new: break
        }
        do throws(SoundFile.OpenError) {
            let new = try SoundFile(path: path, worker: worker, overwrites: overwrites)
            new.onError = { [weak self] in self?.fail(.file($0)) }
            new.onWritten = { [weak self] in self?.write() }
            state = .open(new)
            return new
        } catch {
            fail(error.outputError)
            return nil
        }
    }

    /// Nothing more is written, of no item.
    private func fail(_ error: AudioOutputError) {
        if case .open(let file) = state { file.finish() }
        state = .failed(error)
        waiting = []
        refuse(error)
    }

    /// This item is not written.
    private func refuse(_ error: AudioOutputError) {
        tap = nil
        onFailure?(error)
    }

    /// Returns when all that was read is in the file. Blocks for as long as the disk needs: call it at the end of a program.
    func finish() {
        guard case .open(let file) = state else { return }
        if !waiting.isEmpty { file.append(waiting) }
        file.finish()
        worker.waitUntilDone()
    }
}
