/// A track of a movie, as far as sound needs it (ISO/IEC 14496-12 §8.3).
package struct Mp4Track: Hashable, Sendable {
    /// Sample entries that are read.
    static let maximumDescriptions = 8

    /// The number by which fragments name it.
    package var id: UInt32
    /// What it is: `soun`, `vide` …
    package var handler: FourCharacterCode
    /// Units of its times in a second; 0 where that is not told.
    package var timescale: UInt32
    /// What an edit list adds to a sample's time: below zero where it cuts off the beginning, an encoder's delay.
    package var editShift: Int64
    /// The sample time at which the edit list begins to show something: what lies before is decoded and not heard.
    var editStart: Int64
    /// The sample time at which the edit list ends: what lies behind is not heard. nil: all of it is.
    package internal(set) var editEnd: Int64?
    /// Of a sound track only; the first is number 1.
    package var descriptions: [Mp4SampleDescription]
    /// What fragments need not say (`trex`, §8.8.3).
    var defaults = SampleDefaults()
    /// Where the tables of a movie without fragments lie in the `moov` box's body.
    var tables: SampleTables?

    /// Why nothing of it can be played; nil where something can.
    package var problem: SegmentProblem? {
        guard timescale > 0, timescale <= UInt32(Int32.max) else { return .damaged("a track without a timescale") }
        // Some of it may be in the clear and some not: then the samples tell.
        if descriptions.contains(where: { $0.problem == nil }) { return nil }
        guard let description = description(defaults.description) ?? descriptions.first else {
            return .damaged("a sound track without a codec")
        }
        return description.problem
    }

    /// Whether the edit list leaves something out, or says where it ends.
    var hasEdits: Bool { editShift != 0 || editStart != 0 || editEnd != nil }

    /// Whether what lies before the edit list's beginning is an encoder's delay.
    var hasRunUp: Bool { editStart <= SampleVoice.longestRunUp * Int64(timescale) }

    /// Leaves out what an encoder added; nothing where the samples are not counted in the track's own units.
    mutating func cut(_ gap: GaplessInfo) {
        guard descriptions.first?.sampleRate == Int(timescale) else { return }
        editStart = gap.delay
        editShift = -gap.delay
        editEnd = gap.delay + gap.count
    }

    var isSound: Bool { handler == "soun" }

    /// How long a frame of AAC is in units of the timescale, for fragments that do not tell any duration; 0 for others.
    var frameDuration: UInt32 {
        guard case .aac(let config, _) = descriptions.first?.coding else { return 0 }
        return UInt32(clamping: UInt64(config.frameLength) * UInt64(timescale) / UInt64(config.sampleRate))
    }

    /// - Parameter number: counted from 1, as fragments do.
    func description(_ number: UInt32) -> Mp4SampleDescription? {
        number > 0 && number <= descriptions.count ? descriptions[Int(number) - 1] : nil
    }

    /// - Parameters:
    ///   - body: of the `trak` box.
    ///   - movie: the body of the `moov` box that it lies in.
    ///   - movieTimescale: of the `mvhd` box.
    init?(_ body: UnsafeRawBufferPointer, in movie: UnsafeRawBufferPointer, movieTimescale: UInt32) {
        guard let media = BoxReader.first("mdia", in: body), let header = BoxReader.first("tkhd", in: body) else {
            return nil
        }
        var reader = ByteReader(header)
        // §8.3.2: two times before the number, of 32 or 64 bits.
        reader.skip(reader.read(UInt32.self) >> 24 == 1 ? 16 : 8)
        id = reader.read(UInt32.self)
        guard !reader.isExhausted else { return nil }
        timescale = BoxReader.first("mdhd", in: media).map { Self.timescale($0) } ?? 0
        let sampleTable = BoxReader.first(["minf", "stbl"], in: media)
        handler = BoxReader.first("hdlr", in: media).map { Self.handler($0) } ?? FourCharacterCode(0)
        descriptions = []
        editShift = 0
        editStart = 0
        if isSound, let stbl = sampleTable {
            readDescriptions(stbl)
            tables = SampleTables(stbl, in: movie)
            if let list = BoxReader.first(["edts", "elst"], in: body) {
                readEdits(list, movieTimescale: movieTimescale, isLengthKnown: Self.isLengthKnown(of: movie))
                // A movie's timescale is often coarser than the sound's (milliseconds), and rounded either way: the end is then that of the media,
                // whose last sample is cut short where an encoder filled it up.
                if let end = editEnd, BoxReader.first("mvex", in: movie) == nil,
                    let length = BoxReader.first("mdhd", in: media).flatMap(Self.duration)
                {
                    let (tick, isTooFar) = end.addingReportingOverflow(Int64(timescale / movieTimescale) + 1)
                    if isTooFar || length <= tick { editEnd = length }
                }
            }
        }
    }

    /// Of `mvhd` and `mdhd`, which begin alike (§8.2.2, §8.4.2).
    static func timescale(_ body: UnsafeRawBufferPointer) -> UInt32 {
        var reader = ByteReader(body)
        reader.skip(reader.read(UInt32.self) >> 24 == 1 ? 16 : 8)
        return reader.read(UInt32.self)
    }

    /// Of `mdhd`, in units of its own timescale (§8.4.2); nil where it is not told.
    private static func duration(_ body: UnsafeRawBufferPointer) -> Int64? {
        var reader = ByteReader(body)
        let isLong = reader.read(UInt32.self) >> 24 == 1
        reader.skip(isLong ? 20 : 12)
        let duration = isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
        // All ones: unknown.
        guard duration > 0, duration != (isLong ? .max : UInt64(UInt32.max)), !reader.isExhausted else { return nil }
        return Int64(exactly: duration)
    }

    private static func handler(_ body: UnsafeRawBufferPointer) -> FourCharacterCode {
        var reader = ByteReader(body, at: 8)
        return reader.readCode()
    }

    private mutating func readDescriptions(_ stbl: UnsafeRawBufferPointer) {
        guard let body = BoxReader.first("stsd", in: stbl) else { return }
        var reader = ByteReader(body)
        let version = UInt8(reader.read(UInt32.self) >> 24)
        // The number of entries is not needed: they end where the box does.
        reader.skip(4)
        var entries = BoxReader(reader.rest)
        while descriptions.count < Self.maximumDescriptions, let entry = entries.next() {
            descriptions.append(Mp4SampleDescription(entry, version: version))
        }
    }

    /// The first edit that shows something, and the empty ones before it, which are a delay (§8.6.6). Further edits would
    /// cut the sound in its middle; they are not followed.
    ///
    /// Where an edit ends counts if it is the last that shows something. In a movie with fragments most packagers write nought, for they do not
    /// know; what they do write is believed where the movie says how long all of it is (`mehd`, §8.8.2), as no live one can.
    private mutating func readEdits(
        _ body: UnsafeRawBufferPointer, movieTimescale: UInt32, isLengthKnown: Bool
    ) {
        var reader = ByteReader(body)
        let isLong = reader.read(UInt32.self) >> 24 == 1
        let count = reader.read(UInt32.self)
        var delay: UInt64 = 0
        var isFound = false
        for _ in 0..<count {
            let duration = isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
            let start = isLong ? reader.read(Int64.self) : Int64(reader.read(Int32.self))
            // The rate.
            reader.skip(4)
            guard !reader.isExhausted else { break }
            if start == -1 {
                delay = delay.addingReportingOverflow(duration).partialValue
                continue
            }
            // What is longer than MediaTime is meant for is no edit.
            let longest = UInt64(UInt32.max)
            guard start >= 0, timescale > 0, UInt64(start) / UInt64(timescale) <= longest, movieTimescale > 0,
                delay / UInt64(movieTimescale) <= longest
            else { break }
            let (whole, part) = delay.quotientAndRemainder(dividingBy: UInt64(movieTimescale))
            let empty = whole * UInt64(timescale) + part * UInt64(timescale) / UInt64(movieTimescale)
            guard !isFound else {
                // More follows that is shown.
                editEnd = nil
                return
            }
            isFound = true
            editShift = Int64(clamping: empty) - start
            editStart = start
            if isLengthKnown, duration > 0, duration / UInt64(movieTimescale) <= longest {
                let (whole, part) = duration.quotientAndRemainder(dividingBy: UInt64(movieTimescale))
                let units = UInt64(timescale)
                // To the nearest unit: a movie's timescale is often coarser than its sound's.
                let length = whole * units + (part * units + UInt64(movieTimescale) / 2) / UInt64(movieTimescale)
                let (end, isTooFar) = start.addingReportingOverflow(Int64(clamping: length))
                editEnd = isTooFar ? nil : end
            }
        }
    }

    /// Whether a movie says how long it is: without fragments its tables do.
    private static func isLengthKnown(of movie: UnsafeRawBufferPointer) -> Bool {
        guard let extends = BoxReader.first("mvex", in: movie) else { return true }
        guard let header = BoxReader.first("mehd", in: extends) else { return false }
        var reader = ByteReader(header)
        let isLong = reader.read(UInt32.self) >> 24 == 1
        return (isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))) > 0 && !reader.isExhausted
    }
}
