import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// Writes the packets that a player receives into a file as they came, without decoding them. It reads the timeline as a
/// tap; of several items one follows the other in the file.
final class PacketRecorder {
    /// Called once, on the loop, when nothing more can be written.
    var onFailure: ((AudioOutputError) -> Void)?

    private let path: String
    private let overwrites: Bool
    private let worker: BlockingWorker
    private let kind: PacketFileKind
    private var state = State.new
    /// The timeline that is read.
    private weak var timeline: Timeline?
    private var tap: TimelineTap?

    private enum State {
        /// Nothing came yet.
        case new
        case open(SoundFile)
        /// It failed, or is finished.
        case over
    }

    init(loop: EventLoop, path: String, kind: PacketFileKind, overwrites: Bool) {
        self.path = path
        self.kind = kind
        self.overwrites = overwrites
        worker = BlockingWorker(loop: loop)
    }

    /// Takes the packets that came since. Called once a turn.
    func read(_ timeline: Timeline) {
        if case .over = state { return }
        if timeline !== self.timeline {
            self.timeline = timeline
            tap = TimelineTap(timeline)
        }
        if let file, !file.hasRoom { return }
        var bytes: [UInt8] = []
        var problem: String?
        tap?.read(timeline) { packet in
            // It primes a decoder, and was received before.
            if packet.sampleCount == 0 { return true }
            if !kind.append(packet.bytes, packet.format, to: &bytes) {
                problem = "\(packet.format.codec.displayName) does not fit into this kind of file"
            }
            return problem == nil
        }
        if let missed = tap?.missed, missed > 0 { problem = "the disk is too slow" }
        if !bytes.isEmpty { open()?.append(bytes) }
        if let problem { fail(.file("\(path): \(problem)")) }
    }

    private var file: SoundFile? {
        if case .open(let file) = state { file } else { nil }
    }

    private func open() -> SoundFile? {
        guard case .new = state else { return file }
        do throws(SoundFile.OpenError) {
            let new = try SoundFile(path: path, worker: worker, overwrites: overwrites)
            new.onError = { [weak self] in self?.fail(.file($0)) }
            new.onWritten = { [weak self] in
                guard let self, let timeline else { return }
                read(timeline)
            }
            state = .open(new)
            return new
        } catch {
            fail(error.outputError)
            return nil
        }
    }

    private func fail(_ error: AudioOutputError) {
        if case .over = state { return }
        file?.finish()
        state = .over
        onFailure?(error)
    }

    /// Returns when all that was read is in the file. Blocks for as long as the disk needs: call it at the end of a program.
    func finish() {
        file?.finish()
        state = .over
        worker.waitUntilDone()
    }
}
