import Longwave
import RadioFormats

/// Describes a capture (a file of bytes that a server sent) or another file without playing it: response heads, ICY
/// metadata blocks, frames, tags, and faults.
///
/// Captures may be gigabytes long, so the inspector keeps little of them in memory. The report does not depend on how
/// the input is divided between calls of ``feed(_:sound:)``. The inspector uses the same parsers as the player.
package struct CaptureInspector {
    /// The form of the input.
    package enum Form: Hashable, Sendable {
        /// Response heads, if there are any, and a body with content of this kind. If the kind is nil, it is detected
        /// from the bytes.
        case stream(ContentKind?)
        /// The text of one ICY metadata block without its length byte. NULs may pad the text.
        case block
    }

    /// The maximum number of ICY metadata blocks whose bytes are kept for the report. ``maximumBlockBytes`` limits
    /// their total size. Further blocks are only counted.
    package static let maximumBlocks = 4096
    package static let maximumBlockBytes = 1 << 20

    /// The body of the `moov` box of an MP4 file without fragments, whose place in the file does not matter then; empty
    /// if it is not known. Must be set before the first bytes are fed.
    package var index: [UInt8] = []

    private let form: Form
    private let forcedMetaint: Int?
    private var byteCount = 0
    private var head = CaptureHead()
    private var chunks = ChunkedBody(isChunked: false)
    private var splitter: IcySplitter?
    private var sound: SoundReader
    private var blocks: [InspectionReport.Block] = []
    private var blockCount = 0
    private var blockBytes = 0
    private var blocksWithoutTitle = 0
    /// The bytes of a ``Form/block``, at most `IcySplitter.maximumBlock`.
    private var block: [UInt8] = []

    /// - Parameters:
    ///   - form: the form of the input.
    ///   - metaint: the number of bytes of sound between two metadata blocks. Replaces the value in the response's
    ///     head. 0 means that there are no blocks; nil keeps the head's value.
    package init(_ form: Form = .stream(nil), metaint: Int? = nil) {
        self.form = form
        forcedMetaint = metaint
        sound = SoundReader(kind: nil, contentType: nil)
    }

    /// Takes the next bytes of the input.
    ///
    /// `sound` gets the bytes that belong neither to heads nor to metadata. These bytes are valid only during its call.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, sound: (UnsafeRawBufferPointer) -> Void = { _ in }) {
        byteCount += bytes.count
        if form == .block {
            block.append(contentsOf: bytes.prefix(IcySplitter.maximumBlock - block.count))
            return
        }
        guard case .body(let held, let used) = head.feed(bytes) else { return }
        if !held.isEmpty { held.withUnsafeBytes { unpack($0, sound) } }
        unpack(UnsafeRawBufferPointer(rebasing: bytes[used...]), sound)
    }

    /// Ends the input and returns the report.
    package mutating func finish(sound: (UnsafeRawBufferPointer) -> Void = { _ in }) -> InspectionReport {
        if form == .block { return blockReport() }
        let held = head.finish()
        held.withUnsafeBytes { unpack($0, sound) }
        var chunks = chunks
        chunks.finish { takeBody($0, sound) }
        if var splitter { splitter.finish { take($0, sound) } }
        self.sound.finish()
        return report()
    }

    private mutating func unpack(_ bytes: UnsafeRawBufferPointer, _ sound: (UnsafeRawBufferPointer) -> Void) {
        if splitter == nil { begin() }
        // The chunk parser is moved out of `self`, so that the closure can change `self` while the parser changes.
        var chunks = ChunkedBody(isChunked: false)
        swap(&chunks, &self.chunks)
        chunks.feed(bytes) { takeBody($0, sound) }
        swap(&chunks, &self.chunks)
    }

    /// Splits the body into sound and metadata blocks.
    private mutating func takeBody(_ bytes: UnsafeRawBufferPointer, _ sound: (UnsafeRawBufferPointer) -> Void) {
        guard var splitter else { return }
        self.splitter = nil
        splitter.feed(bytes) { take($0, sound) }
        self.splitter = splitter
    }

    private mutating func take(_ event: IcySplitter.Event, _ sound: (UnsafeRawBufferPointer) -> Void) {
        switch event {
        case .sound(let part):
            self.sound.take(part)
            sound(part)
        case .metadata(let raw): add(raw)
        }
    }

    /// Creates the parsers for the body that the last response head describes.
    private mutating func begin() {
        let response = head.responses.last
        let icy = response?.icy
        var kind: ContentKind?
        if case .stream(let named) = form { kind = named }
        sound = SoundReader(kind: kind, contentType: icy?.contentType, index: index)
        let coding = response?["Transfer-Encoding"]?.lowercased() ?? ""
        chunks = ChunkedBody(isChunked: coding.contains("chunked"))
        let metaint = forcedMetaint ?? icy?.metaint
        // A station announces no length. The bytes of files are never taken for metadata blocks.
        let isStation = metaint == nil && response != nil && response?["Content-Length"] == nil
        splitter = isStation ? IcySplitter(searchingAfter: 0) : IcySplitter(metaint: metaint)
    }

    private mutating func add(_ raw: UnsafeRawBufferPointer) {
        blockCount += 1
        let fields = IcyMetadata(raw)
        if fields.streamTitle == nil, fields.streamURL == nil { blocksWithoutTitle += 1 }
        guard blocks.count < Self.maximumBlocks, blockBytes + raw.count <= Self.maximumBlockBytes else { return }
        blockBytes += raw.count
        blocks.append(.init(offset: sound.byteCount, raw: Array(raw)))
    }

    private mutating func blockReport() -> InspectionReport {
        while block.last == 0 { block.removeLast() }
        if !block.isEmpty { block.withUnsafeBytes { add($0) } }
        var report = InspectionReport(byteCount: byteCount, blocks: blocks, blockCount: blockCount)
        report.isKindForced = true
        report.problems = byteCount == 0 ? [.empty] : blocksWithoutTitle > 0 ? [.blocksWithoutTitle(1)] : []
        return report
    }

    /// Gathers the findings of all parsers into the report, after the last byte.
    private func report() -> InspectionReport {
        var report = InspectionReport(byteCount: byteCount, responses: head.responses, headByteCount: head.byteCount)
        report.kind = sound.kind
        if case .stream(.some) = form { report.isKindForced = true }
        report.metaint = splitter?.metaint
        report.isMetaintForced = forcedMetaint != nil
        report.blocks = blocks
        report.blockCount = blockCount
        report.soundByteCount = sound.byteCount
        report.segment = sound.segment
        // As in the player, the body of a response without a length or of a station is no file.
        let isFile = head.responses.last.map { $0["Content-Length"] != nil && $0.icy.name == nil } ?? true
        report.frames = sound.tally.frames(
            information: sound.information, isFile: isFile && report.metaint == nil && report.segment == nil)
        report.ogg = sound.ogg
        report.tags = sound.tally.tags
        report.tagCount = sound.tally.tagCount
        report.garbageByteCount = sound.garbage
        report.trailingByteCount = sound.trailing
        report.text = sound.text
        report.playlist = sound.playlist
        report.problems = problems(report)
        return report
    }

    /// Returns the problems that the other properties of the report show.
    private func problems(_ report: InspectionReport) -> [StreamProblem] {
        var problems: [StreamProblem] = []
        if head.isUnfinished { problems.append(.headUnfinished) }
        if let response = report.responses.last {
            problems += StreamProblem.ofHead(response, isMetaintForced: report.isMetaintForced)
            // An Ogg stream contains its titles in its own comments, so ICY metadata blocks are not needed.
            if report.kind == .ogg || report.metaint != nil { problems.removeAll { $0 == .noTitles } }
            if let metaint = report.metaint, report.isMetaintFound {
                problems.append(.unannouncedBlocks(every: metaint))
            }
            if report.responses.dropLast().contains(where: { (200..<300).contains($0.status) }) {
                problems.append(.headInBody)
            }
            if let kind = report.kind { problems += StreamProblem.ofType(response, kind) }
        }
        if report.soundByteCount == 0 { problems.append(.empty) }
        if let kind = report.kind, report.soundByteCount > 0 { problems += Self.ofKind(kind, report) }
        if let frames = report.frames {
            if frames.gapCount > 0 { problems.append(.gaps(frames.gapCount, bytes: frames.gapByteCount)) }
            if frames.forms.count > 1 { problems.append(.forms(frames.forms.count)) }
            if let declared = report.responses.last?.icy.bitRate {
                problems += StreamProblem.ofBitRate(declared: declared, found: frames.bitRate.mean)
            }
        }
        if blocksWithoutTitle > 0 { problems.append(.blocksWithoutTitle(blocksWithoutTitle)) }
        switch report.playlist {
        case .failure(let error): problems.append(.playlist(error))
        case .success(let playlist):
            if !playlist.warnings.isEmpty { problems.append(.playlistFaults(playlist.warnings.count)) }
        case nil: break
        }
        return problems
    }

    private static func ofKind(_ kind: ContentKind, _ report: InspectionReport) -> [StreamProblem] {
        switch kind {
        case .mpegAudio, .adts: report.frames == nil ? [.noSound] : []
        case .html: [.webPage]
        case .unknown: [.noSound]
        case .mp4, .mpegTS: StreamProblem.ofSegment(report.segment)
        case .ogg: StreamProblem.ofOgg(report.ogg)
        case .unsupported: [.notPlayed(kind)]
        // `Inspection.flac` adds the problems of a FLAC file, after decoding the file.
        case .flac, .wave, .aiff, .m3u, .pls, .xspf, .asx, .hlsPlaylist: []
        }
    }
}
