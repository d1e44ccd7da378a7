import Glibc
import RadioFormats
import RadioJSON
import RadioLoop
import RadioStreams

/// A ``Tape`` on its way to another process: the tape's file, and what must be known to read the file.
package struct CarriedTape: Sendable {
    package let file: TapeFile
    /// The blocks in the file, oldest first. There is at least one, and there are no gaps between them.
    let blocks: [TapeIndex.Entry]
    let formats: [MediaFormat]
    /// The metadata of the sound, in order.
    package private(set) var metadata: [Timeline.HeldMetadata] = []
    /// The moment that is heard, in flicks on the timeline.
    package private(set) var heard: Int64 = 0
    /// The recordings that go on in the other process.
    package private(set) var recordings: [CarriedRecording] = []

    /// Returns nil if the tape is empty, or has sound in a format that only files have.
    init?(_ file: TapeFile, _ blocks: [TapeIndex.Entry], _ formats: [MediaFormat]) {
        guard !blocks.isEmpty, formats.allSatisfy({ $0.json != nil }) else { return nil }
        (self.file, self.blocks, self.formats) = (file, blocks, formats)
    }

    package mutating func add(
        heard time: Int64, _ metadata: [Timeline.HeldMetadata], recordings: [CarriedRecording]
    ) {
        heard = min(max(time, times.lowerBound), times.upperBound - 1)
        self.recordings = recordings
        self.metadata = metadata.compactMap { held in
            guard held.metadata.kind != .flacPicture else { return nil }
            var held = held
            held.metadata = held.metadata.withoutPictures
            return held
        }
    }

    /// The numbers of the packets.
    package var packets: Range<Int64> { blocks[0].packets.lowerBound..<blocks[blocks.count - 1].packets.upperBound }
    /// The times of the sound, in flicks on the timeline.
    package var times: Range<Int64> { blocks[0].start..<blocks[blocks.count - 1].end }

    /// Returns the number and the time of the packet with which about this duration of the newest sound begins.
    package func beginning(ofLast duration: MediaTime) -> (number: Int64, time: Int64) {
        let block = blocks.first { $0.end > times.upperBound - duration.flicks } ?? blocks[0]
        return (block.packets.lowerBound, block.start)
    }

    // MARK: As JSON

    /// Why a JSON value does not describe the tape in a file.
    package struct Unreadable: Error, Hashable, Sendable {
        package var reason: String
    }

    /// The greatest length of a block in flicks, 26 minutes, and of its bytes. A block of Longwave is shorter.
    private static let maximumDuration = 1 << 40
    private static let maximumBlock = 16 << 20
    private static let maximumFormats = 256

    /// The tape without its file. A block is a list: the number of packets, the duration, the number of bytes, and the
    /// slots in the file. Times are in flicks.
    package var json: JSONNode {
        .members([
            "packet": .int(packets.lowerBound), "start": .int(times.lowerBound), "heard": .int(heard),
            "blocks": .array(
                blocks.map { block in
                    let numbers = [Int64(block.packets.count), block.end - block.start, Int64(block.byteCount)]
                    return .array((numbers + block.slots.map { Int64($0) }).map { .int($0) })
                }),
            "formats": .array(formats.compactMap(\.json)), "metadata": .array(metadata.map(\.json)),
            "recordings": .array(recordings.map(\.json)),
        ])
    }

    /// Reads the tape that another process has sent.
    /// - Parameter value: a value that ``json`` produces.
    package init(_ value: JSONValue, _ file: TapeFile, limits: TapeLimits) throws(Unreadable) {
        guard let number = value["packet"]?.count, let start = value["start"]?.count, let heard = value["heard"]?.count
        else { throw Unreadable(reason: "its beginning is missing") }
        let most = limits.maximumBytes / TapeIndex.slotSize
        guard let list = value["blocks"]?.list, 1...most ~= list.count else {
            throw Unreadable(reason: "it must have 1 to \(most) blocks")
        }
        let slotCount = min(try file.slotCount(), most)
        var (blocks, used) = ([TapeIndex.Entry](), Set<Int>())
        for block in list {
            let numbers = block.list?.compactMap(\.count) ?? []
            guard numbers.count > 3, numbers.count == block.list?.count, 1...Int64(1 << 20) ~= numbers[0],
                0...Int64(Self.maximumDuration) ~= numbers[1], 1...Int64(Self.maximumBlock) ~= numbers[2]
            else { throw Unreadable(reason: "a block is damaged") }
            let slots = numbers[3...].map { Int($0) }
            let needed = (Int(numbers[2]) + TapeIndex.slotSize - 1) / TapeIndex.slotSize
            guard slots.count == needed, slots.allSatisfy({ $0 < slotCount && used.insert($0).inserted }) else {
                throw Unreadable(reason: "a block is not in the file")
            }
            let (first, begin) = (blocks.last?.packets.upperBound ?? number, blocks.last?.end ?? start)
            blocks.append(
                .init(
                    packets: first..<first + numbers[0], start: begin, end: begin + numbers[1],
                    byteCount: Int(numbers[2]), slots: slots))
        }
        let formats = value["formats"]?.list ?? []
        let read = formats.prefix(Self.maximumFormats).compactMap { MediaFormat($0) }
        guard read.count == formats.count, let tape = CarriedTape(file, blocks, read) else {
            throw Unreadable(reason: "a format is unknown")
        }
        self = tape
        add(
            heard: heard,
            (value["metadata"]?.list ?? []).suffix(Timeline.maximumMetadata).compactMap(Timeline.HeldMetadata.init),
            recordings: (value["recordings"]?.list ?? []).compactMap(CarriedRecording.init))
    }
}

/// The open file of a ``CarriedTape``. The file is closed with the last reference, unless it was taken.
package final class TapeFile: Sendable {
    package let descriptor: Int32

    /// Takes over a descriptor.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Returns another descriptor of the file, which the caller closes; -1 if the system has none left.
    func copy() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

    /// The number of slots in the file; the last may be shorter. Throws if the descriptor is not a file that
    /// can be read and written.
    fileprivate func slotCount() throws(CarriedTape.Unreadable) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR
        else { throw .init(reason: "the descriptor is not a file to read and write") }
        return Int(status.st_size) / TapeIndex.slotSize + (Int(status.st_size) % TapeIndex.slotSize > 0 ? 1 : 0)
    }
}

/// A recording that goes on in another process.
package struct CarriedRecording: Hashable, Sendable {
    package var folder: String
    /// The moment with which the other process begins the recording, in flicks on the timeline.
    package var start: Int64
    /// Whether the recording ends with its title.
    package var isTitle: Bool

    package init(folder: String, start: Int64, isTitle: Bool) {
        (self.folder, self.start, self.isTitle) = (folder, start, isTitle)
    }

    fileprivate var json: JSONNode {
        .members(["folder": .string(folder), "start": .int(start), "title": .bool(isTitle)])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let folder = value["folder"]?.string, folder.hasPrefix("/"), let start = value["start"]?.count else {
            return nil
        }
        self.init(folder: folder, start: start, isTitle: value["title"] == .bool(true))
    }
}

extension JSONValue {
    fileprivate var list: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    /// The value if it is a whole number that is not negative.
    fileprivate var count: Int64? { integer.flatMap { $0 < 0 ? nil : Int64($0) } }
    fileprivate var bytes: [UInt8]? { string.flatMap { Base64.decode(Array($0.utf8)[...]) } }
}

extension Timeline.HeldMetadata {
    fileprivate var json: JSONNode {
        .members([
            "packet": .int(packet), "time": .int(time), "kind": .string(metadata.kind.rawValue),
            "raw": .string(Base64.encode(metadata.raw)), "lead": .int(metadata.lead.flicks),
            "standing": .bool(metadata.isStanding), "skipped": .int(Int64(metadata.skipped)),
            "received": .int(received.nanoseconds / 1000),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let packet = value["packet"]?.count, let time = value["time"]?.count,
            let kind = value["kind"]?.string.flatMap(TimedMetadata.Kind.init), let raw = value["raw"]?.bytes,
            let received = value["received"]?.count
        else { return nil }
        var metadata = TimedMetadata(
            kind: kind, raw: raw, lead: MediaTime(flicks: Int64(value["lead"]?.integer ?? 0)))
        metadata.isStanding = value["standing"] == .bool(true)
        metadata.skipped = min(max(value["skipped"]?.integer ?? 0, 0), 1 << 20)
        // Microseconds of the monotonic clock, which is the same in all processes.
        self.init(
            packet: packet, time: time, metadata: metadata, received: MonotonicInstant(nanoseconds: received * 1000))
    }
}

extension MediaFormat {
    /// The format with its headers; nil for uncompressed samples.
    fileprivate var json: JSONNode? {
        let headers: [[UInt8]]
        switch framing {
        case .mpegAudio, .adts: headers = []
        case .raw(let configuration): headers = [configuration]
        case .vorbis(let vorbis): headers = [vorbis.identification, vorbis.setup]
        case .opus(let header): headers = [header.bytes]
        case .flac(let info): headers = [info.bytes]
        case .pcm: return nil
        }
        return .members([
            "codec": .string(codec.rawValue), "rate": .int(Int64(sampleRate)), "channels": .int(Int64(channelCount)),
            "bitRate": .optional(bitRate), "headers": .array(headers.map { .string(Base64.encode($0)) }),
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let codec = value["codec"]?.string.flatMap(AudioCodec.init), let rate = value["rate"]?.integer,
            let channels = value["channels"]?.integer, Self.sampleRates ~= rate, 1...255 ~= channels,
            let framing = Self.framing(codec, (value["headers"]?.list ?? []).compactMap(\.bytes))
        else { return nil }
        self.init(
            codec: codec, framing: framing, sampleRate: rate, channelCount: channels,
            bitRate: value["bitRate"]?.integer)
    }

    private static func framing(_ codec: AudioCodec, _ headers: [[UInt8]]) -> Framing? {
        switch (codec, headers.count) {
        case (.mpegLayer1, 0), (.mpegLayer2, 0), (.mpegLayer3, 0): .mpegAudio
        case (.aac, 0): .adts
        case (.aac, 1): .raw(audioSpecificConfig: headers[0])
        case (.vorbis, 2): .vorbis(VorbisHeaders(identification: headers[0], setup: headers[1]))
        case (.opus, 1): headers[0].withUnsafeBytes { OpusHeader($0) }.map { .opus($0) }
        case (.flac, 1): headers[0].withUnsafeBytes { FlacStreamInfo($0) }.map { .flac($0) }
        case _: nil
        }
    }
}
