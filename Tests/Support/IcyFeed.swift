/// The body of an ICY response, in consecutive chunks: sound with metadata blocks.
struct IcyFeed {
    struct Chunk {
        var bytes: [UInt8]
        /// The number of bytes of sound in `bytes`.
        var soundBytes: Int
        /// The text of the metadata block, which follows the sound, or nil without one.
        var metadata: [UInt8]?
    }

    private let programme: [IcyServer.Piece]
    private let metaint: Int?
    private let loops: Bool
    private var piece = 0
    private var position = 0
    private var untilBlock: Int
    /// The text of the next metadata block, or nil for an empty block.
    var metadata: [UInt8]?

    init(programme: [IcyServer.Piece], metaint: Int?, loops: Bool) {
        self.programme = programme
        self.metaint = metaint
        self.loops = loops
        untilBlock = metaint ?? .max
        metadata = programme[0].title.map(Self.metadata)
    }

    var bytesPerSecond: Int { programme[min(piece, programme.count - 1)].bytesPerSecond }

    /// Returns at most `maximum` bytes of sound, followed by a metadata block if one is due. Returns nil at the end of
    /// a programme that does not repeat.
    mutating func next(maximum: Int) -> Chunk? {
        guard piece < programme.count else { return nil }
        let sound = programme[piece].sound
        let count = min(maximum, untilBlock, sound.count - position)
        var chunk = Chunk(bytes: Array(sound[position..<position + count]), soundBytes: count)
        position += count
        untilBlock -= count
        if position == sound.count { nextPiece() }
        if untilBlock == 0, let metaint {
            untilBlock = metaint
            chunk.bytes += Self.block(metadata)
            chunk.metadata = metadata
            metadata = nil
        }
        return chunk
    }

    /// Leaves out this many bytes of sound, for a listener who connects while the programme runs.
    mutating func skip(_ bytes: Int) {
        var left = bytes
        while left > 0, piece < programme.count {
            let step = min(left, programme[piece].sound.count - position)
            position += step
            left -= step
            if position == programme[piece].sound.count { nextPiece() }
        }
    }

    private mutating func nextPiece() {
        position = 0
        piece += 1
        if piece == programme.count, loops { piece = 0 }
        if piece < programme.count, let title = programme[piece].title { metadata = Self.metadata(title) }
    }

    static func metadata(_ title: String) -> [UInt8] { Array("StreamTitle='\(title)';".utf8) }

    /// Returns a metadata block: the length in units of 16 bytes, the text, zeros. Text beyond the maximum of 4,080
    /// bytes is cut off.
    static func block(_ metadata: [UInt8]?) -> [UInt8] {
        guard let text = metadata?.prefix(255 * 16) else { return [0] }
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + [UInt8](repeating: 0, count: units * 16 - text.count)
    }
}
