import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop

/// Opens a URL as a stream.
///
/// The opener requests the URL, looks at the first bytes, follows lists, and creates the fitting `PlainStream`,
/// `HlsStream`, `FileStream` or `SkimmedStream`. The client uses the opener as if it were that stream from the
/// beginning.
package final class StreamOpener: MediaStream, TransferDelegate {
    /// The maximum depth of lists within lists.
    package static let maximumDepth = 3
    /// The maximum number of addresses that are tried in all, however many the lists name.
    package static let maximumTries = 32
    /// The maximum number of bytes that are read of a list.
    package static let maximumListBytes = 256 * 1024

    /// An address that may be tried.
    private struct Candidate {
        var url: String
        var depth: Int
        /// True if the listener or a local list named the address. A list from the network must not lead to local
        /// files.
        var mayBeFile: Bool
    }

    private let loop: EventLoop
    private let pool: TransferPool
    private let worker: BlockingWorker
    private let request: StreamRequest
    private let skipping: SegmentSkipping?
    private var rest: FileRemainder?
    private weak var client: (any MediaStreamClient)?

    private var candidates: [Candidate]
    private var visited: Set<String> = []
    private var current = Candidate(url: "", depth: 0, mayBeFile: false)
    private var transfer: Transfer?
    private var stream: (any MediaStream)? {
        didSet {
            if isPaused { stream?.setPaused(true) }
            // The stream may have been created inside a C library's callback. It must not seek there, so the seek
            // follows from the loop's inbox.
            if place != nil { loop.post { [weak self] in self?.goToPlace() } }
        }
    }
    /// True if the client has paused the stream, perhaps before the stream exists or while it is being created.
    private var isPaused = false
    /// The position at which to begin, if a seek came before the stream existed.
    private var place: MediaTime?
    private var tolerance = Duration.zero
    private var head: ResponseHead?
    private var prefix = BodyPrefix()
    private var listKind: ContentKind?
    private var lastError: StreamError?
    private var headersTimer: LoopTimer?
    private var isOver = false

    /// Creates an opener.
    /// - Parameters:
    ///   - loop: The loop whose thread the opener belongs to.
    ///   - pool: Fetches addresses.
    ///   - worker: Reads files.
    ///   - request: The address and how to open it.
    ///   - client: Receives the elements and events. Not retained.
    ///   - skipping: Decides whether segments are fetched. If nil, all segments are fetched.
    ///   - remainder: The state of the previous connection. Used if `request` has the same address.
    package init(
        loop: EventLoop, pool: TransferPool, worker: BlockingWorker, request: StreamRequest,
        client: any MediaStreamClient, skipping: SegmentSkipping? = nil, remainder: FileRemainder? = nil
    ) {
        self.loop = loop
        self.pool = pool
        // The opener has its own worker, so that a list on a slow disk does not delay other streams.
        self.worker = BlockingWorker(beside: worker)
        self.request = request
        self.skipping = skipping
        self.client = client
        if remainder?.url == request.url { rest = remainder }
        candidates = [Candidate(url: request.url, depth: 0, mayBeFile: true)]
    }

    deinit { headersTimer?.cancel() }

    /// Starts to open the address. Must not be called from inside a C library's callback.
    package func start() {
        guard let rest, let client else { return tryNext() }
        stream = PlainStream(loop: loop, pool: pool, request: request, remainder: rest, client: client)
    }

    package var remainder: FileRemainder? { stream?.remainder }

    package func cancel() {
        isOver = true
        client = nil
        headersTimer?.cancel()
        transfer?.cancel()
        stream?.cancel()
    }

    package func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        stream?.setPaused(isPaused)
    }

    package func seek(to time: MediaTime, tolerance: Duration = .zero) {
        (place, self.tolerance) = (time, tolerance)
        goToPlace()
    }

    private func goToPlace() {
        guard let place, let stream else { return }
        self.place = nil
        stream.seek(to: place, tolerance: tolerance)
    }

    package func select(rendition name: String, from time: MediaTime) { stream?.select(rendition: name, from: time) }

    package func setWakeUpThreshold(bytes: Int, patience: Duration) {
        stream?.setWakeUpThreshold(bytes: bytes, patience: patience)
    }

    // MARK: Addresses

    /// Opens the next candidate, or ends with the last error if there is none.
    private func tryNext() {
        guard !isOver else { return }
        transfer = nil
        head = nil
        prefix = BodyPrefix()
        listKind = nil
        guard !candidates.isEmpty, visited.count < Self.maximumTries else {
            end(with: lastError ?? .emptyPlaylist("\(request.url) contains no address"))
            return
        }
        current = candidates.removeFirst()
        // A list may name itself or an earlier list.
        guard visited.insert(current.url).inserted else { return tryNext() }
        if let path = Self.localPath(current.url) {
            guard current.mayBeFile else { return failed(.badAddress("the list names a local file: \(current.url)")) }
            openFile(path)
        } else {
            fetch(current.url)
        }
    }

    /// Returns the path of a `file:` URL or plain path, or nil for a network address.
    package static func localPath(_ url: String) -> String? {
        let lower = url.prefix(8).lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return nil }
        guard lower.hasPrefix("file:") else { return url.contains("://") ? nil : url }
        var rest = url.dropFirst(5)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            // RFC 8089 §2: the host may be empty or localhost.
            guard let slash = rest.firstIndex(of: "/") else { return nil }
            rest = rest[slash...]
        }
        return URLReference.percentDecoded(rest)
    }

    private func openFile(_ path: String) {
        guard let client else { return }
        let file = FileStream(loop: loop, worker: worker, path: path, client: client) { [weak self] in
            self?.found($0, at: path)
        }
        stream = file
        file.start()
    }

    /// Continues after a file turned out to be a list or a playlist, or could not be read.
    private func found(_ finding: FileStream.Finding, at path: String) {
        guard !isOver else { return }
        stream = nil
        switch finding {
        case .list: openList(path)
        case .segments: openSegments(path)
        case .failure(let error): failed(error)
        }
    }

    /// Reads a local list and tries the addresses that it names.
    private func openList(_ path: String) {
        worker.run(orElse: Result<[PlaylistEntry], StreamError>.failure(.resources(BlockingWorker.refusal))) {
            do throws(StreamError) { return .success(try LocalPlaylist.entries(of: path) ?? []) } catch {
                return .failure(error)
            }
        } then: { [weak self] answer in
            guard let self, !isOver else { return }
            switch answer {
            case .success(let entries): follow(entries, of: path, mayBeFiles: true)
            case .failure(let error): failed(error)
            }
        }
    }

    private func openSegments(_ path: String) {
        guard !isOver, let client else { return }
        let segments = HlsStream(
            loop: loop, pool: pool, request: request, path: path, worker: worker, client: client, skipping: skipping)
        stream = segments
        segments.start()
    }

    /// Requests an address. If its headers do not arrive within the time limit, tries the next address.
    private func fetch(_ url: String) {
        var transferRequest = request.transferRequest(url)
        transferRequest.wantsIcyMetadata = true
        transferRequest.remembersNames = request.wantsTitlesOnly || request.remembersNames
        if request.opening.wantsRange(url) { transferRequest.headers["Range"] = "bytes=0-" }
        headersTimer?.cancel()
        headersTimer = loop.schedule(after: request.headersTimeout) { [weak self] in
            self?.headersDidNotCome()
        }
        transfer = pool.start(transferRequest, delegate: self)
    }

    private func headersDidNotCome() {
        transfer?.cancel()
        failed(.timedOut("\(current.url) does not answer"))
    }

    /// Tries the next address after a failure.
    private func failed(_ error: StreamError) {
        headersTimer?.cancel()
        lastError = error
        let delay = RetryPolicy.addressDelay(failures: visited.count)
        guard delay > .zero, !candidates.isEmpty else { return tryNext() }
        transfer = nil
        headersTimer = loop.schedule(after: delay) { [weak self] in self?.tryNext() }
    }

    private func end(with error: StreamError?) {
        guard !isOver else { return }
        isOver = true
        loop.post { [self] in client?.streamEnded(with: error) }
    }

    // MARK: Transfer

    package func transfer(_ transfer: Transfer, received head: ResponseHead) {
        guard transfer === self.transfer else { return }
        headersTimer?.cancel()
        self.head = head
        prefix = BodyPrefix(metaint: IcyHeaders(head.headers).metaint)
        if let error = StreamError(head) {
            if transfer.request.headers["Range"] != nil { request.opening.refusedRange() }
            abandon(with: error)
        }
    }

    package func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        guard transfer === self.transfer, let head, stream == nil else { return }
        prefix.feed(bytes)
        if listKind != nil {
            if prefix.content.count > Self.maximumListBytes {
                abandon(with: .notSound("\(head.url) is an endless list"))
            }
            return
        }
        // A tag may be long, so the client learns that the stream is alive.
        if prefix.tags.isInside { client?.streamReceived(bytes: prefix.takeByteCount()) }
        recognise(isComplete: false)
    }

    package func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        guard transfer === self.transfer, stream == nil else { return }
        headersTimer?.cancel()
        if let error { return failed(StreamError(error, url: current.url)) }
        if listKind == nil {
            recognise(isComplete: true)
            // The transfer of a short file ends before the stream exists, so the opener passes the end to the stream.
            if stream != nil { transfer.delegate?.transfer(transfer, endedWith: nil) }
            guard listKind != nil else { return }
        }
        followList()
    }

    /// Cancels the transfer of the current address; the next address is tried from the loop's inbox. May be called from
    /// inside a C library's callback.
    private func abandon(with error: StreamError) {
        let abandoned = transfer
        transfer = nil
        abandoned?.cancel()
        loop.post { [weak self] in self?.failed(error) }
    }

    /// Creates the stream once the first bytes show the kind of the content.
    private func recognise(isComplete: Bool) {
        guard let head, let transfer, let client else { return }
        let icy = IcyHeaders(head.headers)
        let isEmptyPlaylist = isComplete && isEmptyPlaylist(of: head, contentType: icy.contentType)
        if isComplete, prefix.byteCount == 0, !isEmptyPlaylist {
            return abandon(with: .notSound("\(head.url) sends no data"))
        }
        let sniffed = sniff(icy.contentType, isComplete: isComplete)
        guard let kind = isEmptyPlaylist ? .hlsPlaylist : sniffed else { return }
        switch kind.verdict(of: head.url) {
        case .list: listKind = kind
        case .refused(let error): abandon(with: error)
        case .segments:
            stream = HlsStream(
                loop: loop, pool: pool, request: request, transfer: transfer, address: current.url,
                info: StreamInfo(url: head.url, isFinite: false),
                prefix: prefix.content, client: client, skipping: skipping)
            prefix = BodyPrefix()
        case .sound(let container):
            let bytes = prefix
            prefix = BodyPrefix()
            if request.wantsTitlesOnly { return skim(transfer, Self.info(head, icy), container, bytes, for: client) }
            let info = Self.info(head, icy)
            let place = place
            if info.isFinite { self.place = nil }
            stream = PlainStream(
                loop: loop, pool: pool, request: request, transfer: transfer, head: head, info: info,
                container: container, prefix: bytes, place: place, client: client)
        }
    }

    /// Returns whether a complete response is a playlist of segments that lists nothing yet, as some servers send while a
    /// station starts. The response contains at most `#EXTM3U` and blank lines.
    private func isEmptyPlaylist(of head: ResponseHead, contentType: String?) -> Bool {
        let isNamed = [head.url, current.url].contains { address in
            address.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".m3u8")
        }
        guard isNamed || ["application/vnd.apple.mpegurl", "application/x-mpegurl"].contains(contentType) else {
            return false
        }
        let words = prefix.content.split { Ascii.isBlank($0) }
        return words.isEmpty || words.count == 1 && words[0].elementsEqual("#EXTM3U".utf8)
    }

    /// Creates a stream that delivers titles only, or fails if the station sends none.
    private func skim(
        _ transfer: Transfer, _ info: StreamInfo, _ container: Container, _ prefix: BodyPrefix,
        for client: any MediaStreamClient
    ) {
        var prefix = prefix
        switch container {
        case .ogg: break
        case .mpegAudio, .adts: if !info.isFinite { prefix.searchBlocks() }
        case .transportStream, .flac, .mp4, .pcm: break
        }
        guard info.metaint != nil || container == .ogg || prefix.splitter.isSearching else {
            return abandon(with: .unsupported("\(info.url) sends no titles"))
        }
        stream = SkimmedStream(
            loop: loop, transfer: transfer, info: info, isOgg: container == .ogg, prefix: prefix, client: client)
    }

    /// Returns the kind of the content, or nil if more bytes are needed.
    private func sniff(_ contentType: String?, isComplete: Bool) -> ContentKind? {
        packedKind(contentType, isComplete: isComplete)
            ?? prefix.sniff(contentType: contentType, isComplete: isComplete)
    }

    /// Returns `hlsPlaylist` if the bytes are a playlist of segments that came as gzip, or nil otherwise.
    ///
    /// Some servers send gzip although the request did not ask for gzip. ``HlsRequest`` unpacks such playlists.
    private func packedKind(_ contentType: String?, isComplete: Bool) -> ContentKind? {
        guard let plain = GzipReader.begin(of: prefix.content, maximum: ContentSniffer.maximumPrefix) else {
            return nil
        }
        let kind = plain.withUnsafeBytes {
            ContentSniffer.sniff($0, contentType: contentType, isComplete: isComplete)
        }
        return kind == .hlsPlaylist ? kind : nil
    }

    /// Returns the info about a stream that the response headers state. A body with a stated length is finite, unless
    /// the headers are those of a radio station.
    private static func info(_ head: ResponseHead, _ icy: IcyHeaders) -> StreamInfo {
        // A part of a station's stream has a length that means nothing.
        let length = head.status == 206 ? nil : head.contentLength
        let isStation = icy.metaint != nil || icy.name != nil || head.statusLine.hasPrefix("ICY")
        var info = StreamInfo(url: head.url, isFinite: length != nil && !isStation)
        info.contentType = icy.contentType
        info.serverName = icy.name
        info.genre = icy.genre
        info.bitRate = icy.bitRate
        info.metaint = icy.metaint
        info.icyHeaders = icy
        info.byteCount = info.isFinite ? length : nil
        return info
    }

    // MARK: Lists

    private func followList() {
        guard let kind = listKind, let head else { return }
        let entries: [PlaylistEntry]
        do { entries = try PlaylistReader.read(prefix.content, as: kind.listFormat ?? .m3u, base: head.url) } catch {
            return failed(.unsupported("\(head.url) is \(kind.displayName): \(error)"))
        }
        follow(entries, of: head.url, mayBeFiles: false)
    }

    /// Puts the entries of a list before the remaining candidates.
    /// - Parameter list: The list's address, for the text of errors.
    private func follow(_ entries: [PlaylistEntry], of list: String, mayBeFiles: Bool) {
        guard current.depth < Self.maximumDepth else {
            return failed(.protocolViolation("\(request.url) leads through more than \(Self.maximumDepth) lists"))
        }
        let next = entries.map { Candidate(url: $0.url, depth: current.depth + 1, mayBeFile: mayBeFiles) }
        if next.isEmpty { return failed(.emptyPlaylist("\(list) is a list without addresses")) }
        candidates = next + candidates
        tryNext()
    }
}
