/// The tables of a transport stream: its programs and their streams (ISO/IEC 13818-1 §2.4.4.3, §2.4.4.8).
struct TransportTables {
    static let maximumPrograms = 32
    /// Maximum number of streams of one program that are read.
    static let maximumStreams = 64

    private(set) var programs: [TransportProgram] = []
    private var association = TransportSections()
    private var maps: [(pid: Int, sections: TransportSections)] = []
    /// True once a table had a right checksum. Until then, tables with wrong checksums are accepted too. From then on,
    /// a wrong checksum means a bit error.
    private var hasChecksums = false

    /// True if there is at least one program, and the maps of all programs have arrived.
    var isComplete: Bool { !programs.isEmpty && programs.allSatisfy { $0.streams != nil } }

    mutating func beginSegment() {
        association.beginSegment()
        for index in maps.indices { maps[index].sections.beginSegment() }
    }

    /// Takes a packet that may belong to a table.
    /// - Returns: whether the packet changed the list of programs or of a program's streams.
    mutating func take(_ packet: TransportPacket) -> Bool {
        var changed = false
        if packet.pid == 0 {
            var association = association
            association.take(packet) { changed = readAssociation($0) || changed }
            self.association = association
        } else if let index = maps.firstIndex(where: { $0.pid == packet.pid }) {
            var sections = maps[index].sections
            sections.take(packet) { changed = readMap($0, pid: packet.pid) || changed }
            maps[index].sections = sections
        }
        return changed
    }

    /// Returns the number of the transport stream or program that a section describes, and the section's body between
    /// header and checksum. Returns nil if the section is damaged, belongs to another table, or is marked as valid only
    /// later.
    private mutating func body(
        _ section: UnsafeRawBufferPointer, table: UInt8
    ) -> (number: Int, UnsafeRawBufferPointer)? {
        // The header has eight bytes: table_id, section_syntax_indicator and length, the number, version and
        // current_next_indicator, and two section numbers.
        guard section.count >= 12, section[0] == table, section[1] & 0x80 != 0, section[5] & 1 == 1 else { return nil }
        let isRight = Self.checksum(section) == 0
        if isRight { hasChecksums = true }
        guard isRight || !hasChecksums else { return nil }
        let number = Int(section[3]) << 8 | Int(section[4])
        return (number, UnsafeRawBufferPointer(rebasing: section[8..<section.count - 4]))
    }

    /// Reads a section of the program association table, the list of programs. Returns whether the list changed.
    private mutating func readAssociation(_ section: UnsafeRawBufferPointer) -> Bool {
        guard let (_, body) = body(section, table: 0) else { return false }
        var read: [TransportProgram] = []
        for at in stride(from: 0, through: body.count - 4, by: 4) where read.count < Self.maximumPrograms {
            let number = Int(body[at]) << 8 | Int(body[at + 1])
            let pid = Int(body[at + 2] & 0x1F) << 8 | Int(body[at + 3])
            // Skips program 0, which stands for the network information table.
            guard number != 0, pid != 0, pid != TransportPacket.nullPid else { continue }
            let known = programs.first { $0.number == number && $0.pid == pid }
            read.append(TransportProgram(number: number, pid: pid, streams: known?.streams))
        }
        // Treats each section as the whole list of programs, because lists of several sections do not occur in
        // practice. An empty list never replaces the current list.
        guard !read.isEmpty, read != programs else { return false }
        programs = read
        let before = maps
        maps = []
        for program in read where !maps.contains(where: { $0.pid == program.pid }) {
            maps.append(before.first { $0.pid == program.pid } ?? (program.pid, TransportSections()))
        }
        return true
    }

    /// Reads a section of a program map, the list of a program's streams. Returns whether the list changed.
    private mutating func readMap(_ section: UnsafeRawBufferPointer, pid: Int) -> Bool {
        guard let (number, body) = body(section, table: 2), body.count >= 4,
            let index = programs.firstIndex(where: { $0.number == number && $0.pid == pid })
        else { return false }
        // Two bytes of PCR_PID and two bytes with the length of the program's descriptors come first. The streams
        // follow the descriptors.
        var at = 4 + (Int(body[2] & 0x0F) << 8 | Int(body[3]))
        var streams: [TransportProgram.Stream] = []
        while at + 5 <= body.count, streams.count < Self.maximumStreams {
            let length = Int(body[at + 3] & 0x0F) << 8 | Int(body[at + 4])
            guard at + 5 + length <= body.count else { break }
            let descriptors = UnsafeRawBufferPointer(rebasing: body[at + 5..<at + 5 + length])
            streams.append(
                TransportProgram.Stream(
                    pid: Int(body[at + 1] & 0x1F) << 8 | Int(body[at + 2]), type: body[at],
                    content: TransportContent(type: body[at], descriptors: descriptors)))
            at += 5 + length
        }
        guard streams != programs[index].streams else { return false }
        programs[index].streams = streams
        return true
    }

    /// Returns the CRC-32 (ISO/IEC 13818-1 annex A) of a section including its checksum: zero if the checksum is right.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte) << 24
            for _ in 0..<8 { value = value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
        }
        return value
    }
}
