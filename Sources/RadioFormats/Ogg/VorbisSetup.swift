/// What the headers of a Vorbis stream state about its packets' durations, and about the memory of a decoder.
///
/// A setup header of a few bytes can make libvorbis take gigabytes of memory and megabytes of stack. This type reads
/// the header bit by bit (Vorbis I §4.2.4), builds no tables, and refuses headers that are far larger than those of any
/// encoder. Only headers that this type accepts may be passed to libvorbis.
package struct VorbisSetup {
    /// Maximum number of entries in a codebook. Encoders write at most 6,561.
    ///
    /// libvorbis keeps twelve bytes on the stack for each entry while it prepares a codebook.
    package static let maximumEntries = 16 << 10
    /// Maximum number of dimensions of a codebook. Encoders write at most 8.
    package static let maximumDimensions = 16
    /// Maximum of ``byteCount``. Encoders write headers for which libvorbis needs at most 0.6 MB.
    package static let maximumBytes = 4 << 20

    /// Length in bytes of a header's type and of the word `vorbis`, with which each header begins (§4.2.1).
    static let signLength = 7
    /// Maximum number of values in a floor of type 1 (§7.2.2).
    private static let maximumFloorValues = 63
    /// Upper limit of the memory in bytes that libvorbis needs for a codebook, floor, residue or mapping, in addition
    /// to the memory that depends on the header's numbers.
    private static let partBytes = 5 << 10

    package let channelCount: Int
    package let sampleRate: Int
    /// Average number of bits per second that the encoder aims at; nil if the headers state none.
    let bitRate: Int?
    /// Approximate number of bytes that libvorbis allocates for the setup header.
    package private(set) var byteCount = 0

    private let windows: (short: Int, long: Int)
    /// The stream's codebooks, as far as other parts of the header depend on them.
    private var books: [Book] = []
    /// For each mode, whether its packets have the long window.
    private var modes: [Bool] = []

    private struct Book {
        var dimensions: Int
        var entries: Int
        var hasValues: Bool
    }

    /// Reads the headers. Returns nil if they are invalid or exceed a maximum.
    package init?(_ headers: VorbisHeaders) {
        guard let identification = headers.identification.withUnsafeBytes({ VorbisIdentification($0) }),
            let setup = headers.setup.withUnsafeBytes({ VorbisSetup($0, identification) })
        else { return nil }
        self = setup
    }

    /// Reads a setup header. Returns nil if it is invalid or exceeds a maximum.
    init?(_ bytes: UnsafeRawBufferPointer, _ identification: VorbisIdentification) {
        guard Self.begins(bytes, 5) else { return nil }
        channelCount = identification.channelCount
        sampleRate = identification.sampleRate
        bitRate = identification.bitRate
        windows = identification.windows
        var reader = VorbisBitReader(UnsafeRawBufferPointer(rebasing: bytes[Self.signLength...]))
        guard read(&reader), !reader.isExhausted else { return nil }
    }

    /// Returns whether `bytes` begins like a Vorbis header of this type.
    static func begins(_ bytes: UnsafeRawBufferPointer, _ type: UInt8) -> Bool {
        bytes.count >= signLength && bytes[0] == type
            && Ascii.begins(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()), "vorbis")
    }

    /// Returns the length in samples of a sound packet's window, on which its duration depends; nil if the packet is no
    /// valid sound packet.
    package func window(of packet: UnsafeRawBufferPointer) -> Int? {
        // §4.3.1: the lowest bit is 0 in a sound packet. The next bits are the mode's number.
        guard let first = packet.first, first & 1 == 0 else { return nil }
        let mode = Int(first) >> 1 & (1 << Self.width(modes.count - 1) - 1)
        return modes.indices.contains(mode) ? (modes[mode] ? windows.long : windows.short) : nil
    }

    /// Returns the number of bits that `number` needs (§9.2.1).
    private static func width(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }

    // MARK: Parts of the setup header

    /// Reads all parts of the setup header (§4.2.4). Returns false if a part is invalid.
    private mutating func read(_ reader: inout VorbisBitReader) -> Bool {
        guard readParts(&reader, width: 8, { $0.readBook(&$1) }) != nil else { return false }
        // Placeholders, which must be zero.
        guard readParts(&reader, width: 6, { $1.read(16) == 0 }) != nil,
            let floors = readParts(&reader, width: 6, { $0.readFloor(&$1) }),
            let residues = readParts(&reader, width: 6, { $0.readResidue(&$1) }),
            let mappings = readParts(
                &reader, width: 6, { $0.readMapping(&$1, floors: floors, residues: residues) }),
            readParts(&reader, width: 6, { $0.readMode(&$1, mappings: mappings) }) != nil
        else { return false }
        return reader.readFlag()
    }

    /// Reads the number of parts of a kind, and the parts.
    /// - Parameter width: width of the number in bits.
    /// - Returns: the number of parts; nil if a part is invalid, the header is cut off, or ``byteCount`` exceeds its
    ///   maximum.
    private mutating func readParts(
        _ reader: inout VorbisBitReader, width: Int, _ read: (inout Self, inout VorbisBitReader) -> Bool
    ) -> Int? {
        let count = reader.read(width) + 1
        for _ in 0..<count {
            byteCount += Self.partBytes
            guard read(&self, &reader), !reader.isExhausted, byteCount <= Self.maximumBytes else { return nil }
        }
        return count
    }

    /// Reads a codebook (§3.2.1).
    private mutating func readBook(_ reader: inout VorbisBitReader) -> Bool {
        guard reader.read(24) == 0x564342 else { return false }
        let (dimensions, entries) = (reader.read(16), reader.read(24))
        guard (1...Self.maximumDimensions).contains(dimensions), entries <= Self.maximumEntries,
            Self.skipLengths(&reader, entries)
        else { return false }
        // The lengths, codes and numbers of the entries.
        byteCount += 10 * entries
        let lookup = reader.read(4)
        switch lookup {
        case 0: break
        case 1, 2:
            // Skips the smallest value and the distance between values.
            reader.skip(64)
            let width = reader.read(4) + 1
            reader.skip(1)
            let count = lookup == 1 ? Self.root(entries, dimensions) : entries * dimensions
            reader.skip(width * count)
            byteCount += 8 * count + 4 * entries * dimensions
        case _: return false
        }
        books.append(Book(dimensions: dimensions, entries: entries, hasValues: lookup > 0))
        return true
    }

    /// Skips the lengths of a codebook's codes.
    private static func skipLengths(_ reader: inout VorbisBitReader, _ entries: Int) -> Bool {
        if reader.readFlag() {
            // The header states how many codes each length has.
            var length = reader.read(5) + 1
            var left = entries
            while left > 0 {
                let count = reader.read(width(left))
                guard count <= left, length <= 32 else { return false }
                left -= count
                length += 1
            }
        } else if reader.readFlag() {
            // A flag before each length tells whether the entry is used.
            for _ in 0..<entries where reader.readFlag() { reader.skip(5) }
        } else {
            reader.skip(5 * entries)
        }
        return true
    }

    /// Returns the largest number whose power with the exponent `dimensions` is at most `entries` (§9.2.3).
    private static func root(_ entries: Int, _ dimensions: Int) -> Int {
        var root = 0
        while power(root + 1, dimensions, atMost: entries) != nil { root += 1 }
        return root
    }

    /// Returns a power, or nil if it exceeds `most`.
    private static func power(_ base: Int, _ exponent: Int, atMost most: Int) -> Int? {
        var power = 1
        for _ in 0..<exponent {
            power *= base
            if power > most { return nil }
        }
        return power
    }

    /// Reads a floor (§4.2.4, §6.2.1, §7.2.2).
    private mutating func readFloor(_ reader: inout VorbisBitReader) -> Bool {
        switch reader.read(16) {
        case 0:
            // Skips the order, rate, size of the map, and the amplitude's two fields.
            reader.skip(8 + 16 + 16 + 6 + 8)
            // libvorbis makes a map of each window.
            byteCount += 2 * (windows.short + windows.long)
            return readBooks(&reader, count: reader.read(4) + 1) { $0.hasValues }
        case 1: return readLineFloor(&reader)
        case _: return false
        }
    }

    /// Reads a floor of type 1, which consists of lines (§7.2.2).
    private func readLineFloor(_ reader: inout VorbisBitReader) -> Bool {
        let classes = (0..<reader.read(5)).map { _ in reader.read(4) }
        var dimensions: [Int] = []
        for _ in 0..<(classes.max() ?? -1) + 1 {
            dimensions.append(reader.read(3) + 1)
            let subclassBits = reader.read(2)
            guard subclassBits == 0 || readBooks(&reader, count: 1) else { return false }
            // A number of 0 stands for no codebook.
            for _ in 0..<1 << subclassBits where reader.read(8) > books.count { return false }
        }
        reader.skip(2)
        let width = reader.read(4)
        let count = classes.reduce(0) { $0 + dimensions[$1] }
        reader.skip(width * count)
        return count <= Self.maximumFloorValues
    }

    /// Reads a residue (§8.6.1).
    private mutating func readResidue(_ reader: inout VorbisBitReader) -> Bool {
        guard reader.read(16) <= 2 else { return false }
        // Skips the first and the last value, and the length of a partition.
        reader.skip(3 * 24)
        let classCount = reader.read(6) + 1
        let number = reader.read(8)
        var bookCount = 0
        for _ in 0..<classCount {
            let low = reader.read(3)
            let high = reader.readFlag() ? reader.read(5) : 0
            bookCount += low.nonzeroBitCount + high.nonzeroBitCount
        }
        guard readBooks(&reader, count: bookCount, { $0.hasValues }), books.indices.contains(number),
            let words = Self.power(classCount, books[number].dimensions, atMost: books[number].entries)
        else { return false }
        // libvorbis lists the classes that each code word of the residue's codebook stands for.
        byteCount += words * (32 + 4 * books[number].dimensions)
        return true
    }

    /// Reads `count` numbers of codebooks. Returns false if a codebook does not exist, or `isRight` returns false for
    /// it.
    private func readBooks(
        _ reader: inout VorbisBitReader, count: Int, _ isRight: (Book) -> Bool = { _ in true }
    ) -> Bool {
        for _ in 0..<count {
            let number = reader.read(8)
            guard books.indices.contains(number), isRight(books[number]) else { return false }
        }
        return true
    }

    /// Reads a mapping (§4.2.4).
    private func readMapping(_ reader: inout VorbisBitReader, floors: Int, residues: Int) -> Bool {
        guard reader.read(16) == 0 else { return false }
        let submapCount = reader.readFlag() ? reader.read(4) + 1 : 1
        if reader.readFlag() {
            let width = Self.width(channelCount - 1)
            for _ in 0..<reader.read(8) + 1 {
                let (magnitude, angle) = (reader.read(width), reader.read(width))
                guard magnitude != angle, max(magnitude, angle) < channelCount else { return false }
            }
        }
        guard reader.read(2) == 0 else { return false }
        if submapCount > 1 {
            for _ in 0..<channelCount where reader.read(4) >= submapCount { return false }
        }
        for _ in 0..<submapCount {
            reader.skip(8)
            guard reader.read(8) < floors, reader.read(8) < residues else { return false }
        }
        return true
    }

    /// Reads a mode (§4.2.4).
    private mutating func readMode(_ reader: inout VorbisBitReader, mappings: Int) -> Bool {
        modes.append(reader.readFlag())
        // The types of window and transform, which must be zero.
        return reader.read(16) == 0 && reader.read(16) == 0 && reader.read(8) < mappings
    }
}
