/// Makes transport streams (ISO/IEC 13818-1), valid ones and faulty ones.
package struct TransportStreamMaker: Sendable {
    package struct Stream: Sendable {
        package var pid: Int
        package var type: UInt8
        package var descriptors: [UInt8]

        package init(_ pid: Int, _ type: UInt8, descriptors: [UInt8] = []) {
            self.pid = pid
            self.type = type
            self.descriptors = descriptors
        }
    }

    package static let packetLength = 188

    package private(set) var bytes: [UInt8] = []
    /// Bytes to write before each transport packet. `behind` is written after each. M2TS files and broadcasts have such
    /// bytes.
    package var before: [UInt8] = []
    package var behind: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    package init() {}

    /// Returns and removes the bytes written so far. Continuity counters continue.
    package mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    package mutating func append(_ garbage: [UInt8]) { bytes += garbage }

    // MARK: Tables

    /// Writes a program association table and the program map table of its one program. Their checksums are wrong if
    /// `isRight` is false.
    package mutating func tables(_ streams: [Stream], mapPid: Int = 0x1000, isRight: Bool = true) {
        association([(1, mapPid)], isRight: isRight)
        map(streams, program: 1, pid: mapPid, isRight: isRight)
    }

    package mutating func association(_ programs: [(number: Int, pid: Int)], isRight: Bool = true) {
        let body = programs.flatMap { Self.two($0.number) + Self.two(0xE000 | $0.pid) }
        section(table: 0, number: 1, body, pid: 0, isRight: isRight)
    }

    package mutating func map(_ streams: [Stream], program: Int, pid: Int, isRight: Bool = true) {
        var body = Self.two(0xE000 | (streams.first?.pid ?? 0x1FFF)) + Self.two(0xF000)
        for stream in streams {
            body += [stream.type] + Self.two(0xE000 | stream.pid) + Self.two(0xF000 | stream.descriptors.count)
            body += stream.descriptors
        }
        section(table: 2, number: program, body, pid: pid, isRight: isRight)
    }

    private mutating func section(table: UInt8, number: Int, _ body: [UInt8], pid: Int, isRight: Bool) {
        var section = [table] + Self.two(0xB000 | body.count + 9) + Self.two(number) + [0xC1, 0, 0] + body
        let checksum = Self.checksum(section) ^ (isRight ? 0 : 1)
        section += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
        // The pointer_field and the section. The stuffing is added below.
        var payload = [0] + section
        var isStart = true
        while !payload.isEmpty {
            let part = Array(payload.prefix(184))
            payload.removeFirst(part.count)
            packet(pid, part + [UInt8](repeating: 0xFF, count: 184 - part.count), isStart: isStart)
            isStart = false
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { value, byte in
            (0..<8).reduce(value ^ UInt32(byte) << 24) { crc, _ in
                crc & 1 << 31 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1
            }
        }
    }

    private static func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    // MARK: Streams

    /// Writes a PES packet.
    /// - Parameters:
    ///   - pts: The time in 1/90,000 s, or nil for none.
    ///   - length: The length that the header states, or nil for the right one.
    package mutating func pes(
        _ pid: Int, pts: UInt64?, _ payload: [UInt8], streamID: UInt8 = 0xC0, length: Int? = nil,
        flags: UInt8 = 0x84, isScrambled: Bool = false
    ) {
        let time = pts.map(Self.time) ?? []
        let said = length ?? (3 + time.count + payload.count)
        let header = [0, 0, 1, streamID] + Self.two(said) + [flags, pts == nil ? 0 : 0x80, UInt8(time.count)] + time
        var rest = (header + payload)[...]
        var isStart = true
        while !rest.isEmpty {
            let part = Array(rest.prefix(184))
            rest = rest.dropFirst(part.count)
            packet(pid, part, isStart: isStart, isScrambled: isScrambled)
            isStart = false
        }
    }

    private static func time(_ pts: UInt64) -> [UInt8] {
        [
            0x21 | UInt8(pts >> 29 & 0x0E), UInt8(pts >> 22 & 255), UInt8(pts >> 14 & 0xFE) | 1,
            UInt8(pts >> 7 & 255), UInt8(pts << 1 & 0xFE) | 1,
        ]
    }

    /// Writes one transport packet. A payload shorter than 184 bytes is preceded by stuffing.
    package mutating func packet(
        _ pid: Int, _ payload: [UInt8], isStart: Bool = false, hasError: Bool = false, isScrambled: Bool = false,
        isDiscontinuous: Bool = false
    ) {
        let counter = counters[pid, default: 0]
        counters[pid] = (counter + 1) & 15
        var field: [UInt8] = []
        let missing = 184 - payload.count
        if missing > 0 {
            field = [UInt8(missing - 1)]
            if missing > 1 {
                field += [isDiscontinuous ? 0x80 : 0] + [UInt8](repeating: 0xFF, count: missing - 2)
            }
        }
        let head: [UInt8] = [
            0x47, (hasError ? 0x80 : 0) | (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 255),
            (isScrambled ? 0x80 : 0) | (field.isEmpty ? 0x10 : 0x30) | counter,
        ]
        bytes += before + head + field + payload + behind
    }

    // MARK: Faults

    /// Skips counter values, as if this many packets were lost.
    package mutating func skip(_ pid: Int, _ count: UInt8 = 1) {
        counters[pid] = (counters[pid, default: 0] + count) & 15
    }

    /// Sets the continuity counters of all PIDs to zero, as some packagers do at each segment's start.
    package mutating func resetCounters() { counters = [:] }

    /// Writes the last packet once more.
    package mutating func repeatLast() { bytes += bytes.suffix(Self.packetLength + before.count + behind.count) }
}
