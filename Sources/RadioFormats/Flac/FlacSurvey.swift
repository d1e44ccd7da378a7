/// Reads the metadata blocks before the frames of a FLAC stream for an inspection, and finds where the frames begin.
///
/// The survey does no I/O.
package struct FlacSurvey {
    /// Maximum number of blocks that the report keeps; further blocks are only counted.
    package static let maximumBlocks = 256
    /// Maximum number of pictures that the report keeps; further pictures are only counted.
    package static let maximumPictures = 64
    /// Length of the longest comment block that the report keeps, in bytes; longer comment blocks are skipped.
    package static let maximumCommentBytes = 1 << 20
    /// Maximum number of bytes that the survey reads of a picture block: enough for the fields before the picture data.
    private static let pictureHead = 16 << 10

    /// The part of the stream that the next byte belongs to.
    private enum State {
        /// Before the `fLaC` signature, which ID3v2 tags may precede.
        case opening
        case header
        /// Inside a block, with `rest` bytes still to come. The survey keeps the first `wanted` bytes of them.
        case block(type: UInt8, rest: Int, wanted: Int)
        /// Inside an ID3v2 tag, with this many bytes still to come.
        case passing(Int)
        case frames
        /// The stream is not a FLAC stream. The survey ignores all further bytes.
        case broken
    }

    package private(set) var report = FlacReport()
    private var state = State.opening
    private var held: [UInt8] = []
    private var offset = 0
    /// True if the current metadata block is the last one, so that frames follow.
    private var isLast = false

    package init() {}

    /// Takes the next bytes of the file.
    /// - Parameter frames: receives the STREAMINFO block and the bytes after the last block, if a STREAMINFO block
    ///   could be read. The bytes are valid only during the call of `frames`.
    package mutating func feed(
        _ bytes: UnsafeRawBufferPointer, frames: (FlacStreamInfo, UnsafeRawBufferPointer) -> Void
    ) {
        var rest = bytes
        func take(_ count: Int) -> UnsafeRawBufferPointer {
            defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
            return UnsafeRawBufferPointer(rebasing: rest[..<count])
        }
        while !rest.isEmpty {
            switch state {
            case .broken: return
            case .frames:
                if let info = report.streamInfo { frames(info, rest) }
                return
            case .passing(let count):
                let passed = take(min(count, rest.count)).count
                offset += passed
                state = passed < count ? .passing(count - passed) : .opening
            case .opening:
                hold(take(1))
                if held.count >= Id3Tag.headerLength { open() } else if held.elementsEqual("fLaC".utf8) { begin() }
            case .header:
                hold(take(min(4 - held.count, rest.count)))
                if held.count == 4 { beginBlock() }
            case .block(let type, let left, let wanted):
                let piece = take(min(left, rest.count))
                offset += piece.count
                held.append(contentsOf: piece.prefix(wanted))
                if piece.count == left {
                    endBlock(type)
                } else {
                    state = .block(type: type, rest: left - piece.count, wanted: max(wanted - piece.count, 0))
                }
            }
        }
    }

    private mutating func hold(_ bytes: UnsafeRawBufferPointer) {
        held.append(contentsOf: bytes)
        offset += bytes.count
    }

    private mutating func begin() {
        held = []
        state = .header
    }

    /// Skips the ID3v2 tag whose header is in ``held``. If ``held`` contains other bytes, the stream is not FLAC.
    private mutating func open() {
        let length = held.withUnsafeBytes { Id3Tag.length(of: $0) }
        state = length.map { .passing($0 - held.count) } ?? .broken
        held = []
    }

    /// Adds the block whose header is in ``held`` to the report, and decides how much of the block to keep.
    private mutating func beginBlock() {
        let length = held[1...].reduce(0) { $0 << 8 | Int($1) }
        let block = FlacReport.Block(type: held[0] & 0x7F, offset: offset - 4, length: length)
        isLast = held[0] & 0x80 != 0
        held = []
        report.blockCount += 1
        if report.blocks.count < Self.maximumBlocks { report.blocks.append(block) }
        let wanted =
            switch block.type {
            case 0: FlacStreamInfo.byteCount
            case 4: length <= Self.maximumCommentBytes ? length : 0
            case 6: Self.pictureHead
            case _: 0
            }
        state = .block(type: block.type, rest: length, wanted: wanted)
        if length == 0 { endBlock(block.type) }
    }

    /// Adds the content of a complete block to the report. The block's kept bytes are in ``held``.
    private mutating func endBlock(_ type: UInt8) {
        switch type {
        case 0 where report.streamInfo == nil: report.streamInfo = held.withUnsafeBytes { FlacStreamInfo($0) }
        case 4 where report.comments == nil && !held.isEmpty: report.comments = held
        case 6:
            report.pictureCount += 1
            if let picture = FlacPicture(held), report.pictures.count < Self.maximumPictures {
                report.pictures.append(picture)
            }
        case _: break
        }
        held = []
        state = isLast ? .frames : .header
        if isLast { report.audioOffset = offset }
    }
}
