import RadioFormats
import RadioLoop

/// Plays a local file, which is read on a disk thread.
final class FileStream: MediaStream {
    private let loop: EventLoop
    private let worker: BlockingWorker
    private let path: String
    private weak var client: (any MediaStreamClient)?
    private var reader: FileReader!
    private var plan: FilePlan?
    /// Reads the end of a file that does not state its length at the beginning.
    private var endReader: FileReader?
    private var lastBytes: [UInt8] = []
    private var info: StreamInfo?
    private var prefix = BodyPrefix()
    private var byteCount = 0
    /// The file's ID3v1 tag; nil if there is none.
    private var lastTag: TimedMetadata?
    /// The tracks of the cue sheet beside the file.
    private var cueSheet: [Chapter] = []
    private var isOver = false
    private var isPaused = false
    /// The position in the file from which to play.
    private var place = MediaTime.zero
    private let onOther: (Finding) -> Void

    /// The number of bytes that are read at the file's end to find its length. They contain at least one whole Ogg page
    /// or FLAC frame.
    static let endByteCount = 128 << 10

    /// What a file contains instead of sound.
    enum Finding {
        /// A list of addresses.
        case list
        /// A playlist of HTTP Live Streaming.
        case segments
        case failure(StreamError)
    }

    /// Creates a stream.
    /// - Parameter onOther: Called from the loop's inbox if the file is not sound or cannot be read. The client is not
    ///   called then.
    init(
        loop: EventLoop, worker: BlockingWorker, path: String, client: any MediaStreamClient,
        onOther: @escaping (Finding) -> Void
    ) {
        self.loop = loop
        self.path = path
        self.client = client
        self.onOther = onOther
        self.worker = worker
        reader = FileReader(worker: worker, path: path) { [weak self] in self?.take($0) }
    }

    func start() { reader.start() }

    /// Continues at a position.
    ///
    /// Without an index, the file is read again from its beginning, and packets before `time` are dropped. The position
    /// is then exact, and reading the file from a disk takes little time.
    func seek(to time: MediaTime, tolerance: Duration) {
        guard client != nil else { return }
        isOver = false
        reader.cancel()
        place = time
        prefix = BodyPrefix()
        if plan?.seek(to: time) != true { plan = nil }
        read(from: plan?.wanted ?? 0)
    }

    private func read(from offset: Int) {
        reader = FileReader(worker: worker, path: path, offset: Int64(offset)) { [weak self] in self?.take($0) }
        reader.setPaused(isPaused)
        reader.start()
    }

    func cancel() {
        isOver = true
        client = nil
        reader.cancel()
        endReader?.cancel()
    }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        reader.setPaused(isPaused)
    }

    func setWakeUpThreshold(bytes: Int, patience: Duration) {}

    private func take(_ event: FileReader.Event) {
        guard !isOver else { return }
        switch event {
        case .opened(let file): (byteCount, lastTag, cueSheet) = (file.size, file.tag, file.cueSheet)
        case .bytes(let bytes): parse(bytes)
        case .end: finish()
        case .failed(let error): end(with: error)
        }
    }

    /// Parses the bytes of one read, reports the length once it is known, and jumps if other bytes are needed next.
    private func parse(_ bytes: [UInt8]) {
        guard let client else { return }
        let end = Int(reader.offset)
        if plan == nil {
            bytes.withUnsafeBytes { prefix.feed($0) }
            recognise(isComplete: false)
        } else {
            feed(bytes, at: end - bytes.count)
        }
        if isOver { return }
        tellChapters()
        if let length = plan?.takeLength() {
            client.streamNamed(length)
        } else if endReader == nil, byteCount > Self.endByteCount, plan?.wantsLastBytes == true {
            readEnd()
        }
        client.streamReceived(bytes: bytes.count)
        guard let plan else { return }
        guard let wanted = plan.wanted else { return finish() }
        if wanted != end { reader.jump(to: Int64(wanted)) }
    }

    /// Reads the file's last bytes to find its length.
    private func readEnd() {
        let reader = FileReader(worker: worker, path: path, offset: Int64(byteCount - Self.endByteCount)) {
            [weak self] event in
            guard let self else { return }
            switch event {
            case .bytes(let bytes): lastBytes += bytes
            case .end:
                if let length = plan?.length(lastBytes: lastBytes) { client?.streamNamed(.time(length)) }
                lastBytes = []
            case .opened, .failed: break
            }
        }
        endReader = reader
        reader.start()
    }

    /// Reports the file's chapters to the client.
    private func tellChapters() {
        guard let chapters = plan?.takeChapters(), !chapters.isEmpty, var info, info.chapters != chapters else {
            return
        }
        info.chapters = chapters
        self.info = info
        loop.post { [weak self] in self?.client?.streamChanged(info) }
    }

    private func feed(_ bytes: [UInt8], at offset: Int) {
        bytes.withUnsafeBytes { plan?.feed($0, at: offset) { client?.streamBrought($0) } }
        endIfHopeless()
    }

    private func endIfHopeless() { if let failure = plan?.failure(of: path) { end(with: failure) } }

    /// Starts to parse once the first bytes show the kind of the file.
    private func recognise(isComplete: Bool) {
        let type = LocalPlaylist.contentType(of: path)
        guard let kind = prefix.sniff(contentType: type, isComplete: isComplete) else { return }
        switch kind.verdict(of: path) {
        case .sound(let container):
            let plan = FilePlan(
                after: prefix, container: container, canJump: true, place: place, cueSheet: cueSheet)
            self.plan = plan
            var info = StreamInfo(url: path, isFinite: true)
            info.byteCount = byteCount
            info.isSeekable = true
            if self.info == nil { client?.streamOpened(info) }
            self.info = self.info ?? info
            if let lastTag, prefix.wantsLastTag(container) { client?.streamBrought(.metadata(lastTag)) }
            plan.begin(with: prefix) { client?.streamBrought($0) }
            prefix = BodyPrefix()
            endIfHopeless()
        case .list: leave(.list)
        case .segments: leave(.segments)
        case .refused(let error): end(with: error)
        }
    }

    /// Ends the stream after the file's last byte.
    private func finish() {
        if plan == nil { recognise(isComplete: true) }
        guard !isOver else { return }
        plan?.finish { client?.streamBrought($0) }
        if let plan, !plan.isFinished, let wanted = plan.wanted { return read(from: wanted) }
        guard let plan, plan.hasPackets else {
            let what = byteCount == 0 ? "is empty" : "contains no sound"
            end(with: plan?.failure(of: path) ?? .notSound("\(path) \(what)"))
            return
        }
        client?.streamBrought(.end)
        if var info {
            // The whole file was read, so its length is known.
            info.duration = plan.time
            loop.post { [self] in client?.streamChanged(info) }
        }
        end(with: nil)
    }

    private func leave(_ finding: Finding) {
        guard !isOver else { return }
        isOver = true
        reader.cancel()
        onOther(finding)
    }

    private func end(with error: StreamError?) {
        // Nothing of this file was reported to the client yet, so `onOther` gets the error and may try another address.
        if let error, plan == nil { return leave(.failure(error)) }
        guard !isOver else { return }
        isOver = true
        reader.cancel()
        // The client always learns of the end from the loop's inbox, although packets may be delivered inside the
        // reader's call.
        loop.post { [self, reader] in
            // If a seek after the end replaced the reader, the stream goes on.
            if reader === self.reader { client?.streamEnded(with: error) }
        }
    }
}
