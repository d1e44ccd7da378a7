import RadioAudio
import RadioFormats
import RadioPlayer
import RadioStreams
import RadioText

/// Learns the properties of an asset (`AssetFacts`) from the stream of one address. Each property becomes known as soon
/// as its value is final. Does no I/O.
struct AssetReading {
    /// The number of bytes after which a file's duration is estimated, if no header states it: from the file's size and
    /// the bit rate of these bytes.
    static let estimateBytes = 64 << 10
    /// The longest block of ICY metadata in bytes, including its length byte.
    private static let maximumIcyBlock = 1 + 16 * 255
    /// The maximum number of metadata items that are kept for one address. Further items are ignored.
    static let maximumItems = 256

    private let charset: String?
    private let wantsPrecision: Bool
    private var names: StationNames
    private var evidence = CharsetEvidence()
    private var length = ItemLength()
    private(set) var byteCount = 0
    /// Whether the stream has reported its chapters, if there are any.
    var hasChapters = false
    private var items: [MetadataItem] = []
    private var read: Set<TimedMetadata> = []
    private var hasIcyBlock = false
    private var ending = Ending.none

    /// Whether the stream has ended, and whether it was complete.
    private enum Ending {
        case none
        /// The stream ended with an error, or the load reached its limit of time or size.
        case early
        case complete
    }

    init(_ station: Station, wantsPrecision: Bool) {
        charset = station.charset
        names = StationNames([station.name])
        self.wantsPrecision = wantsPrecision
        length.connect()
    }

    // MARK: What arrives

    mutating func open(_ info: StreamInfo) {
        length.byteCount = info.byteCount
        guard let headers = info.icyHeaders, items.isEmpty else { return }
        names = StationNames([headers.name])
        items = MetadataReader.items(of: headers)
    }

    /// Learns properties from one element of the stream.
    mutating func take(_ element: StreamElement) {
        switch element {
        case .format(let format): length.begin(format)
        case .packet(let packet): length.add(packet)
        case .metadata(let metadata):
            hasIcyBlock = hasIcyBlock || metadata.kind == .icy
            take(metadata)
        case .discontinuity, .position, .end: break
        }
    }

    mutating func take(_ metadata: TimedMetadata) {
        guard items.count < Self.maximumItems, read.insert(metadata).inserted else { return }
        let new = MetadataReader.items(of: metadata, charset: charset, names: names, evidence: &evidence)
        items += new.prefix(Self.maximumItems - items.count)
    }

    mutating func take(_ named: NamedLength) { length.take(named) }

    mutating func take(bytes: Int) {
        byteCount += bytes
        length.add(bytes: bytes)
    }

    mutating func end(isComplete: Bool) { ending = isComplete ? .complete : .early }

    // MARK: What is known

    /// Returns the properties that are known.
    ///
    /// - Parameter heard: what the listener learned about the address.
    func facts(_ heard: HeardSound) -> AssetFacts {
        var facts = AssetFacts()
        guard let info = heard.info else { return facts }
        let isOver = heard.packetCount > 0 && ending != .none
        let isDecoded = !heard.decoded.isEmpty
        facts.isSeekable = info.isSeekable
        facts.isPlayable = isDecoded ? true : isOver ? false : nil
        facts.duration = duration(heard, info)
        if hasChapters || isOver || !info.isFinite { facts.chapters = info.chapters }
        if isDecoded || isOver, let format = heard.format {
            facts.tracks = AssetTrack.tracks(of: info.presentation, heard: track(format, heard))
        }
        if hasAllMetadata(heard, info) || isOver { facts.metadata = items }
        return facts
    }

    private func duration(_ heard: HeardSound, _ info: StreamInfo) -> AssetDuration? {
        guard info.isFinite else { return AssetDuration(time: .indefinite, isPrecise: true) }
        if let presentation = info.presentation { return AssetDuration(time: presentation.duration, isPrecise: false) }
        let isComplete = ending == .complete
        let isPrecise = length.isPrecise(isComplete: isComplete)
        let isEnough = length.isNamed || byteCount >= Self.estimateBytes
        guard isPrecise || heard.packetCount > 0 && (ending == .early || isEnough && !wantsPrecision) else {
            return nil
        }
        return length.duration(isComplete: isComplete).map { AssetDuration(time: $0, isPrecise: isPrecise) }
    }

    private func hasAllMetadata(_ heard: HeardSound, _ info: StreamInfo) -> Bool {
        if info.presentation != nil { return !heard.decoded.isEmpty }
        // A station without titles sends empty ICY metadata blocks, which the stream does not report. The metadata
        // therefore counts as complete after as many bytes as the sound before the first block and the longest block
        // have together.
        if let metaint = info.metaint { return hasIcyBlock || byteCount > metaint + Self.maximumIcyBlock }
        return heard.packetCount > 0
    }

    private func track(_ format: MediaFormat, _ heard: HeardSound) -> AssetTrack {
        AssetTrack(
            kind: .sound, codecName: heard.codecName,
            sampleRate: heard.decoded.first?.sampleRate ?? format.sampleRate,
            channelCount: heard.decoded.first?.channelCount ?? format.channelCount,
            bitRate: format.bitRate ?? heard.info?.bitRate, isDefault: true)
    }
}
