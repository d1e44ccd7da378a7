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
    private(set) var info: StreamInfo?
    private var length = ItemLength()
    private var decoder = TrialDecoder()
    private var format: MediaFormat?
    private var decoded: (format: PCMFormat, isParametricStereo: Bool)?
    private(set) var hasPackets = false
    private var byteCount = 0
    private var items: [MetadataItem] = []
    private var read: Set<TimedMetadata> = []
    private var hasIcyBlock = false
    /// Whether the ID3 tag of a local file is still being read. The asset's metadata becomes known only after the tag.
    var isTagAwaited = false
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
        self.info = info
        length.byteCount = info.byteCount
        guard let headers = info.icyHeaders, items.isEmpty else { return }
        names = StationNames([headers.name])
        items = MetadataReader.items(of: headers)
    }

    mutating func change(_ info: StreamInfo) { self.info = info }

    /// Learns properties from one element of the stream. Packets are decoded only until the first one that yields
    /// sound.
    mutating func take(_ element: StreamElement) {
        switch element {
        case .format(let format):
            self.format = format
            length.begin(format)
            decoder.begin(format)
        case .packet(let packet):
            hasPackets = true
            length.add(packet)
            guard decoded == nil, case .sound(let audio) = decoder.decode(packet) else { return }
            decoded = (audio.format, audio.isParametricStereo)
        case .metadata(let metadata):
            hasIcyBlock = hasIcyBlock || metadata.kind == .icy
            take(metadata)
        case .discontinuity: decoder.reset()
        case .position, .end: break
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

    /// The duration of the sound received from the address so far.
    var receivedDuration: MediaTime { length.duration(isComplete: true) ?? .zero }

    // MARK: What is known

    var facts: AssetFacts {
        var facts = AssetFacts()
        guard let info else { return facts }
        let isOver = hasPackets && ending != .none
        facts.isSeekable = info.isSeekable
        facts.isPlayable = decoded != nil ? true : isOver ? false : nil
        facts.duration = duration(info)
        if decoded != nil || isOver, let format {
            facts.tracks = AssetTrack.tracks(of: info.presentation, heard: heard(format, info))
        }
        if hasAllMetadata(info) || isOver { facts.metadata = items }
        return facts
    }

    private func duration(_ info: StreamInfo) -> AssetDuration? {
        guard info.isFinite else { return AssetDuration(time: .indefinite, isPrecise: true) }
        if let presentation = info.presentation { return AssetDuration(time: presentation.duration, isPrecise: false) }
        let isComplete = ending == .complete
        let isPrecise = length.isPrecise(isComplete: isComplete)
        let isEnough = length.isNamed || byteCount >= Self.estimateBytes
        guard isPrecise || hasPackets && (ending == .early || isEnough && !wantsPrecision) else { return nil }
        return length.duration(isComplete: isComplete).map { AssetDuration(time: $0, isPrecise: isPrecise) }
    }

    private func hasAllMetadata(_ info: StreamInfo) -> Bool {
        if info.presentation != nil { return decoded != nil }
        // A station without titles sends empty ICY metadata blocks, which the stream does not report. The metadata
        // therefore counts as complete after as many bytes as the sound before the first block and the longest block
        // have together.
        if let metaint = info.metaint { return hasIcyBlock || byteCount > metaint + Self.maximumIcyBlock }
        return hasPackets && !isTagAwaited
    }

    private func heard(_ format: MediaFormat, _ info: StreamInfo) -> AssetTrack {
        AssetTrack(
            kind: .sound,
            codecName: format.codecName(
                decoded: decoded?.format, isParametricStereo: decoded?.isParametricStereo ?? false),
            sampleRate: decoded?.format.sampleRate ?? format.sampleRate,
            channelCount: decoded?.format.channelCount ?? format.channelCount,
            bitRate: format.bitRate ?? info.bitRate, isDefault: true)
    }

    /// The reason why no packet could be decoded; nil if one was decoded or no reason is known.
    var decodingProblem: String? { decoded == nil ? decoder.words : nil }
}
