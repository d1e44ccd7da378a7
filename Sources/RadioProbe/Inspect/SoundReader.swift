import RadioFormats
import RadioHls

/// Detects the kind of a body's content and examines the content for the report. The ICY metadata blocks were removed
/// before.
struct SoundReader {
    /// The maximum number of bytes that are kept of a list or web page.
    static let maximumText = 256 << 10

    private let forcedKind: ContentKind?
    private let contentType: String?
    /// The body of the `moov` box of an MP4 file without fragments; empty if it is not known.
    private let index: [UInt8]
    private(set) var kind: ContentKind?
    private(set) var byteCount = 0
    /// Separates the ID3v2 tags before the content, until the kind is detected.
    private var leadingTags = LeadingTags()
    /// The bytes of the ID3v2 tags before the content, for the inspector of a segment. At most
    /// `AudioFraming.maximumKeptTag`.
    private var tags: [UInt8] = []
    /// The first bytes of the content; empty once the kind is detected.
    private var prefix: [UInt8] = []
    /// The text of a list or web page, at most ``maximumText`` bytes.
    private(set) var text: [UInt8] = []
    /// The last bytes of the body, 128 or more, where an ID3v1 tag may be.
    private var tail: [UInt8] = []
    /// The parser that splits the body into frames, or nil if its kind has no such frames.
    private var frames: FrameSurvey?
    private(set) var tally = FrameTally()
    private var playlistReader = M3U8Reader()
    /// The content of an HLS playlist, or the reason why it cannot be read. Set by ``finish()``.
    private(set) var playlist: Result<HlsPlaylist, HlsPlaylistError>?
    private var survey: OggSurvey?
    /// The report of an Ogg stream. Set by ``finish()``.
    private(set) var ogg: OggReport?
    private var inspector: SegmentInspector?
    /// The report of a media segment. Set by ``finish()``.
    private(set) var segment: SegmentReport?

    init(kind: ContentKind?, contentType: String?, index: [UInt8] = []) {
        self.index = index
        forcedKind = kind
        self.kind = kind
        self.contentType = contentType
        frames = kind.flatMap { FrameSurvey($0) }
        inspector = segmentInspector()
        survey = kind == .ogg ? OggSurvey() : nil
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        keepTail(bytes)
        guard kind == nil else { return read(bytes) }
        // The kind is always detected from the same number of bytes, so it does not depend on how the body is divided
        // between calls of this method.
        separateTags { $0.feed(bytes, $1) }
        if prefix.count >= ContentSniffer.maximumPrefix { recognise(isComplete: false) }
    }

    /// Counts the tags before the content, and adds the content to ``prefix``.
    private mutating func separateTags(
        _ feed: (inout LeadingTags, (LeadingTags.Piece) -> Void) -> Void
    ) {
        // The separator is moved out of `self`, so that the closure can change `self` while the separator changes.
        var separator = LeadingTags()
        swap(&separator, &leadingTags)
        feed(&separator) { piece in
            switch piece {
            case .tag(let tag, let offset, let length):
                tally.take(leading: tag, at: offset, length: length)
                if tags.count + tag.raw.count <= AudioFraming.maximumKeptTag { tags += tag.raw }
            case .content(let bytes): prefix.append(contentsOf: bytes)
            }
        }
        swap(&separator, &leadingTags)
    }

    /// Ends the body and completes the reports.
    mutating func finish() {
        if kind == nil { recognise(isComplete: true) }
        if kind == .hlsPlaylist {
            do throws(HlsPlaylistError) {
                playlist = .success(try playlistReader.finish())
            } catch {
                playlist = .failure(error)
            }
        }
        segment = inspector?.finish()
        ogg = survey?.finish()
        var tally = FrameTally()
        swap(&tally, &self.tally)
        let header = header
        frames?.finish { tally.take($0, header: header) }
        if tail.count >= 128 { tally.read(id3v1: Array(tail.suffix(128)), at: byteCount - 128) }
        swap(&tally, &self.tally)
    }

    /// The number of bytes that belong to no frame, page or tag.
    var garbage: Int { frames?.garbageInAll ?? ogg?.garbageByteCount ?? 0 }

    /// The number of bytes at the end that are not a whole frame or page.
    var trailing: Int {
        frames.map { byteCount - $0.position }
            ?? ogg.map { byteCount - leadingTags.byteCount - $0.byteCount - $0.garbageByteCount } ?? 0
    }

    var information: XingHeader? { frames?.information }

    /// Detects the kind from the first bytes, prepares its parsers, and reads the bytes with them.
    private mutating func recognise(isComplete: Bool) {
        if isComplete { separateTags { $0.finish($1) } }
        let kind = prefix.withUnsafeBytes {
            ContentSniffer.sniff($0, contentType: contentType, isComplete: isComplete)
        }
        self.kind = kind ?? .unknown
        frames = kind.flatMap { FrameSurvey($0, after: leadingTags.byteCount) }
        inspector = segmentInspector()
        survey = kind == .ogg ? OggSurvey() : nil
        tags.withUnsafeBytes { inspector?.feed($0) }
        let first = prefix
        (tags, prefix) = ([], [])
        first.withUnsafeBytes { read($0) }
    }

    /// Returns an inspector if the body is an HLS media segment.
    ///
    /// MPEG audio or AAC is a segment (packed audio) only if it begins with an ID3 tag that contains a timestamp.
    private func segmentInspector() -> SegmentInspector? {
        switch kind {
        case .mpegTS: SegmentInspector(.mpegTS)
        case .mp4: SegmentInspector(.mp4, index: index)
        case .mpegAudio, .adts:
            Id3Tag(tags)?.transportTimestamp == nil ? nil : SegmentInspector(kind == .adts ? .adts : .mpegAudio)
        case .ogg, .flac, .wave, .aiff, .unsupported, .m3u, .hlsPlaylist, .pls, .xspf, .asx, .html, .unknown, nil: nil
        }
    }

    /// Feeds bytes to the parsers of the detected kind.
    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        inspector?.feed(bytes)
        survey?.feed(bytes)
        guard !bytes.isEmpty, let kind else { return }
        switch kind {
        case .mpegAudio, .adts:
            // The tally is moved out of `self`, so that the closure can change the tally while `self` changes.
            var tally = FrameTally()
            swap(&tally, &self.tally)
            let header = header
            frames?.feed(bytes) { tally.take($0, header: header) }
            swap(&tally, &self.tally)
        case .m3u, .hlsPlaylist, .pls, .xspf, .asx, .html:
            if kind == .hlsPlaylist { playlistReader.feed(bytes) }
            text.append(contentsOf: bytes.prefix(Self.maximumText - text.count))
        case .ogg, .flac, .mp4, .mpegTS, .wave, .aiff, .unsupported, .unknown: break
        }
    }

    private mutating func keepTail(_ bytes: UnsafeRawBufferPointer) {
        if tail.count + min(bytes.count, 128) > 4096 { tail.removeFirst(tail.count - 128) }
        tail.append(contentsOf: bytes.suffix(128))
    }

    private var header: (UnsafeRawBufferPointer) -> InspectedHeader? {
        kind == .adts ? { AdtsHeader($0).map { .adts($0) } } : { MpegAudioHeader($0).map { .mpegAudio($0) } }
    }
}
