import RadioAudio
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams
import RadioTape

/// Runs one export as fast as the source can be received and the new file can be written.
///
/// An exporter is used only on the loop's thread. It decodes there, and encodes and writes on the disk's thread.
package final class Exporter {
    /// What an export reports when it has succeeded.
    package struct Result: Hashable, Sendable {
        package var duration: Duration
    }

    /// Called on the loop with the position reached in the source, and with the end of the requested range. If the
    /// range has no end, `of` is the source's duration, or nil if that is unknown.
    package var onProgress: ((_ at: MediaTime, _ of: MediaTime?) -> Void)?

    private let worker: BlockingWorker
    private let request: ExportRequest
    private let onEnd: (Swift.Result<Result, ExportError>) -> Void
    private let file: ExportFile
    private let reader: SoundReader
    private var jobs = 0
    private var isOver = false
    private var isFinishing = false
    /// The amount of sound passed to the disk's thread so far: in sample frames or, if packets are copied, in flicks.
    private var written: Int64 = 0
    private var sound: (format: PCMFormat, bits: Int?, fader: ExportFader)?
    private var tap: TimelineTap
    private var container: (any RecordingContainer)?

    /// The maximum number of chunks of sound that the disk's thread has not written yet.
    private static let maximumJobs = 2
    /// The maximum number of sample frames in a chunk of sound to encode.
    private static let piece = 16_384
    /// The size in bytes from which on a chunk of copied packets is passed to the disk's thread.
    private static let packetPiece = 256 << 10

    /// Prepares an export, but opens neither the source nor the target. After ``start()``, `onEnd` is called once on
    /// the loop, with the exported duration or the error.
    package init(
        loop: EventLoop, pool: TransferPool, _ request: ExportRequest,
        onEnd: @escaping (Swift.Result<Result, ExportError>) -> Void
    ) {
        self.request = request
        self.onEnd = onEnd
        worker = BlockingWorker(loop: loop)
        file = ExportFile(request.target)
        reader = SoundReader(loop: loop, pool: pool, source: request.source)
        tap = TimelineTap(reader.timeline)
        reader.onMore = { [weak self] in self?.pump() }
        reader.onFailure = { [weak self] in self?.end(.failure($0)) }
    }

    package func start() {
        let (file, isRange) = (file, isRange)
        work { () throws(ExportError) in
            guard isRange else { throw .isEmpty }
            try file.open()
        } then: { [weak self] in
            self?.reader.start()
        }
    }

    /// Cancels the export and deletes the unfinished file.
    ///
    /// `onEnd` is called with the error ``ExportError/cancelled``.
    package func cancel() { end(.failure(.cancelled)) }

    /// Whether the requested range is valid: it starts at zero or later, and ends after its start.
    private var isRange: Bool {
        guard request.start.isNumeric, request.start >= .zero else { return false }
        return request.end.map { $0.isNumeric && $0 > request.start } ?? true
    }

    // MARK: The disk's thread

    private func work(_ body: @escaping @Sendable () throws(ExportError) -> Void, then next: @escaping () -> Void) {
        let refused = Swift.Result<Void, ExportError>.failure(.notWritable(request.target, BlockingWorker.refusal))
        worker.run(orElse: refused) {
            do throws(ExportError) { return .success(try body()) } catch { return .failure(error) }
        } then: { [weak self] (result: Swift.Result<Void, ExportError>) in
            guard let self, !isOver else { return }
            switch result {
            case .success: next()
            case .failure(let error): end(.failure(error))
            }
        }
    }

    private func write(_ body: @escaping @Sendable () throws(ExportError) -> Void) {
        jobs += 1
        work(body) { [weak self] in
            self?.jobs -= 1
            self?.pump()
        }
    }

    private func end(_ result: Swift.Result<Result, ExportError>) {
        guard !isOver else { return }
        isOver = true
        reader.stop()
        let file = file
        // The worker runs its jobs one after another, so the file is discarded only after all jobs that still use it.
        worker.run(orElse: ()) {
            file.discard()
        } then: { [self] in
            onEnd(result)
        }
    }

    // MARK: From packets to the file

    private func pump() {
        while !isOver, !isFinishing, jobs < Self.maximumJobs, step() {}
        guard !isOver, !isFinishing, reader.isComplete, jobs == 0 else { return }
        finish()
    }

    /// Reads one chunk of the source, and passes it to the disk's thread to be written.
    ///
    /// Returns false if no further chunk can be read now.
    private func step() -> Bool {
        if request.preset == .passthrough { return copyPackets() }
        do throws(ExportError) { return try encodeSound() } catch {
            end(.failure(error))
            return false
        }
    }

    private func tell(_ time: MediaTime) { onProgress?(time, request.end ?? reader.duration) }

    private func encodeSound() throws(ExportError) -> Bool {
        guard sound?.fader.isFull != true, let piece = try reader.read(frames: Self.piece) else { return false }
        if sound == nil { sound = (piece.format, reader.bits, fader(piece.format)) }
        guard var sound, sound.format == piece.format else { throw .formatChanges }
        encode(sound.fader.take(piece.samples[...]), sound.format, sound.bits)
        self.sound = sound
        if sound.fader.isFull { reader.stop() }
        tell(reader.time)
        return !isOver
    }

    private func fader(_ format: PCMFormat) -> ExportFader {
        func frames(_ time: MediaTime) -> Int64 { Int64((time.seconds * Double(format.sampleRate)).rounded()) }
        let start = frames(request.start)
        return ExportFader(
            channels: format.channelCount, start: start, count: request.end.map { frames($0) - start } ?? .max,
            fadeIn: Int(frames(MediaTime(request.fadeIn))),
            fadeOut: Int(frames(MediaTime(min(request.fadeOut, ExportRequest.maximumFade)))))
    }

    private func encode(_ samples: [Float], _ format: PCMFormat, _ bits: Int?) {
        guard !samples.isEmpty else { return }
        written += Int64(samples.count / format.channelCount)
        let (file, preset, tags) = (file, request.preset, request.tags)
        write { () throws(ExportError) in try file.encode(samples, preset, format, bits: bits, tags) }
    }

    /// Copies packets that were received, up to one chunk, and passes them to the disk's thread to be written.
    ///
    /// Returns false if no further chunk can be read now, because the packets received so far did not fill this one.
    private func copyPackets() -> Bool {
        var bytes: [UInt8] = []
        var problem: ExportError?
        var isPast = false
        tap.read(reader.timeline) { packet in
            reader.timeline.written += 1
            let start = MediaTime(flicks: packet.start)
            isPast = request.end.map { start >= $0 } ?? false
            // Frames of MP3 without heard sound are copied, because the new file states what its encoder added, too.
            let isKept = packet.sampleCount > 0 || packet.startsAnew || packet.format.codec == .mpegLayer3
            guard start >= request.start, !isPast, isKept else { return !isPast }
            problem = take(packet, &bytes)
            return problem == nil && bytes.count < Self.packetPiece
        }
        reader.regulate()
        if let problem {
            end(.failure(problem))
            return false
        }
        if isPast { reader.stop() }
        if !bytes.isEmpty {
            let (file, piece) = (file, bytes)
            write { () throws(ExportError) in try file.write(piece) }
        }
        tell(request.start + MediaTime(flicks: written))
        return bytes.count >= Self.packetPiece
    }

    /// Appends a packet to `bytes`, in the form that the new file's container requires, such as an Ogg page.
    ///
    /// The format of the first packet decides the container. Returns an error if the packet does not fit into the
    /// container, or if the target's suffix does not.
    private func take(_ packet: Timeline.HeldPacket, _ bytes: inout [UInt8]) -> ExportError? {
        if container == nil {
            let given = request.tags
            let tags = RecordingTags(
                station: given.comment ?? "", artist: given.artist, title: given.title, album: given.album,
                date: given.date ?? "")
            let new = RecordingContainers.container(for: packet.format, first: packet.bytes, tags: tags)
            guard let new else { return .undecodable("\(packet.format.codec.displayName) cannot be copied") }
            guard request.target.lowercased().hasSuffix("." + new.suffix) else { return .anotherKind(new.suffix) }
            container = new
            bytes = new.header
        }
        guard container?.append(packet.packet, packet.format, to: &bytes) == true else { return .formatChanges }
        written += packet.duration
        return nil
    }

    /// Writes the samples that the fader still holds back. If it holds none, completes the file.
    ///
    /// Called when all other sound is written, and again when these samples are written, too.
    private func finish() {
        if var sound {
            let last = sound.fader.finish()
            self.sound = sound
            if !last.isEmpty { return encode(last, sound.format, sound.bits) }
        }
        guard written > 0 else {
            return end(.failure(reader.failure.map { .undecodable($0) } ?? .isEmpty))
        }
        isFinishing = true
        var rest: [UInt8] = []
        container?.finish(to: &rest)
        let (file, header, tail) = (file, container?.header ?? [], rest)
        let duration: Duration =
            sound.map { .seconds(Double(written) / Double($0.format.sampleRate)) }
            ?? MediaTime(flicks: written).duration
        work { () throws(ExportError) in
            try file.write(tail)
            try file.finish(header: header)
        } then: { [weak self] in
            self?.end(.success(Result(duration: duration)))
        }
    }
}
