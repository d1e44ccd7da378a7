/// A track of a movie, with only the properties that are needed to play its sound (ISO/IEC 14496-12 §8.3).
package struct Mp4Track: Hashable, Sendable {
    /// Maximum number of sample entries that are read; further ones are ignored.
    static let maximumDescriptions = 8

    /// The track's number, by which fragments refer to the track.
    package var id: UInt32
    /// Type of the track: `soun`, `vide` …
    package var handler: FourCharacterCode
    /// Units per second of the track's times; 0 if not given.
    package var timescale: UInt32
    /// Units of ``timescale`` that the edit list adds to a sample's time.
    ///
    /// Negative if the edit list cuts off the beginning, such as silence that an encoder added.
    package var editShift: Int64
    /// Time of the first sample that the edit list shows, in units of ``timescale``, before ``editShift`` is added.
    /// Earlier samples are decoded but not heard.
    var editStart: Int64
    /// Time at which the edit list ends, in units of ``timescale``, before ``editShift`` is added. Later samples are
    /// not heard. Nil if all later samples are heard.
    package internal(set) var editEnd: Int64?
    /// Sample entries of a sound track, numbered from 1; empty for other tracks.
    package var descriptions: [Mp4SampleDescription]
    /// Default values of samples in fragments (`trex`, §8.8.3).
    var defaults = SampleDefaults()
    /// The sample tables of a movie without fragments; nil if a table is missing or no samples are listed.
    var tables: SampleTables?
    /// Numbers of the text tracks with the titles of this track's chapters.
    var chapterTracks: [UInt32] = []

    /// The reason why the track cannot be played; nil if at least a part of the track can be played.
    package var problem: SegmentProblem? {
        guard timescale > 0, timescale <= UInt32(Int32.max) else { return .damaged("a track without a timescale") }
        // A track may be only partly encrypted: some samples refer to an encrypted entry, others to a plain one. One
        // playable entry is enough.
        if descriptions.contains(where: { $0.problem == nil }) { return nil }
        guard let description = description(defaults.description) ?? descriptions.first else {
            return .damaged("a sound track without a codec")
        }
        return description.problem
    }

    /// True if the edit list shifts or cuts the sound, or states its end.
    var hasEdits: Bool { editShift != 0 || editStart != 0 || editEnd != nil }

    /// True if the sound before ``editStart`` is short enough to be silence that the encoder added. Such sound is
    /// decoded but not heard.
    var hasRunUp: Bool { editStart <= SampleVoice.longestRunUp * Int64(timescale) }

    /// Sets the edit list so that it cuts off the samples that an encoder added. Does nothing if ``timescale`` is not
    /// the sample rate.
    mutating func cut(_ gap: GaplessInfo) {
        guard descriptions.first?.sampleRate == Int(timescale) else { return }
        editStart = gap.delay
        editShift = -gap.delay
        editEnd = gap.delay + gap.count
    }

    var isSound: Bool { handler == "soun" }

    /// Duration of an AAC frame in units of ``timescale``, used if fragments state no durations; 0 for other codecs.
    var frameDuration: UInt32 {
        guard case .aac(let config, _) = descriptions.first?.coding else { return 0 }
        return UInt32(clamping: UInt64(config.frameLength) * UInt64(timescale) / UInt64(config.sampleRate))
    }

    /// Returns the sample entry with a given number; nil if there is none.
    /// - Parameter number: the entry's number, counted from 1.
    func description(_ number: UInt32) -> Mp4SampleDescription? {
        number > 0 && number <= descriptions.count ? descriptions[Int(number) - 1] : nil
    }

    /// Reads a track. Returns nil if the box with its number (`tkhd`) or its media (`mdia`) is missing.
    /// - Parameters:
    ///   - body: the body of the `trak` box.
    ///   - movie: the body of the `moov` box that contains the `trak` box.
    ///   - movieTimescale: the timescale in the `mvhd` box.
    init?(_ body: UnsafeRawBufferPointer, in movie: UnsafeRawBufferPointer, movieTimescale: UInt32) {
        guard let media = BoxReader.first("mdia", in: body), let header = BoxReader.first("tkhd", in: body) else {
            return nil
        }
        var reader = ByteReader(header)
        // §8.3.2: before the track's number come its dates of creation and modification, 64 bits each in version 1,
        // otherwise 32 bits each.
        reader.skip(reader.read(UInt32.self) >> 24 == 1 ? 16 : 8)
        id = reader.read(UInt32.self)
        guard !reader.isExhausted else { return nil }
        timescale = BoxReader.first("mdhd", in: media).map { Self.timescale($0) } ?? 0
        let sampleTable = BoxReader.first(["minf", "stbl"], in: media)
        handler = BoxReader.first("hdlr", in: media).map { Self.handler($0) } ?? FourCharacterCode(0)
        descriptions = []
        editShift = 0
        editStart = 0
        if handler == "text" {
            tables = sampleTable.flatMap { SampleTables($0, in: movie) }
            if let list = BoxReader.first(["edts", "elst"], in: body) {
                readEdits(list, movieTimescale: movieTimescale, isLengthKnown: false)
            }
        }
        if let references = BoxReader.first(["tref", "chap"], in: body) {
            var reader = ByteReader(references)
            while reader.remaining >= 4, chapterTracks.count < Self.maximumDescriptions {
                chapterTracks.append(reader.read(UInt32.self))
            }
        }
        if isSound, let stbl = sampleTable {
            readDescriptions(stbl)
            tables = SampleTables(stbl, in: movie)
            if let list = BoxReader.first(["edts", "elst"], in: body) {
                readEdits(list, movieTimescale: movieTimescale, isLengthKnown: Self.isLengthKnown(of: movie))
                // A movie's timescale (often milliseconds) is usually coarser than the sound's, so the end of the edit
                // is rounded. If the edit ends after the track's media (`mdhd`), or at most about one tick of the
                // movie's timescale before its end, the end of the media is used. The duration of the media excludes
                // the samples that an encoder added to fill the last packet.
                if let end = editEnd, BoxReader.first("mvex", in: movie) == nil,
                    let length = BoxReader.first("mdhd", in: media).flatMap(Self.duration)
                {
                    let (tick, isTooFar) = end.addingReportingOverflow(Int64(timescale / movieTimescale) + 1)
                    if isTooFar || length <= tick { editEnd = length }
                }
            }
        }
    }

    /// Returns the timescale in an `mvhd` or `mdhd` box. Both boxes begin with the same fields (§8.2.2, §8.4.2).
    static func timescale(_ body: UnsafeRawBufferPointer) -> UInt32 {
        var reader = ByteReader(body)
        reader.skip(reader.read(UInt32.self) >> 24 == 1 ? 16 : 8)
        return reader.read(UInt32.self)
    }

    /// Returns the duration in an `mdhd` box, in units of its own timescale (§8.4.2); nil if not given.
    private static func duration(_ body: UnsafeRawBufferPointer) -> Int64? {
        var reader = ByteReader(body)
        let isLong = reader.read(UInt32.self) >> 24 == 1
        reader.skip(isLong ? 20 : 12)
        let duration = isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))
        // A duration with all bits set means "unknown".
        guard duration > 0, duration != (isLong ? .max : UInt64(UInt32.max)), !reader.isExhausted else { return nil }
        return Int64(exactly: duration)
    }

    private static func handler(_ body: UnsafeRawBufferPointer) -> FourCharacterCode {
        var reader = ByteReader(body, at: 8)
        return reader.readCode()
    }

    /// Reads the sample entries.
    private mutating func readDescriptions(_ stbl: UnsafeRawBufferPointer) {
        guard let body = BoxReader.first("stsd", in: stbl) else { return }
        var reader = ByteReader(body)
        let version = UInt8(reader.read(UInt32.self) >> 24)
        // Skips the number of entries. The number is not needed, because no bytes follow the entries in the box.
        reader.skip(4)
        var entries = BoxReader(reader.rest)
        while descriptions.count < Self.maximumDescriptions, let entry = entries.next() {
            descriptions.append(Mp4SampleDescription(entry, version: version))
        }
    }

    /// Reads the edit list: the first edit that shows media, and the empty edits before it, which are a delay (§8.6.6).
    ///
    /// Further edits would leave out or repeat sound in the middle of the track. They are ignored.
    ///
    /// The end of the edit is used if no later edit shows media. In fragmented movies most packagers write a length of
    /// zero because they do not know the length. A length other than zero is used only if the movie also states its
    /// whole length (`mehd`, §8.8.2), which no live movie can.
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
            // Skips the edit's playback rate.
            reader.skip(4)
            guard !reader.isExhausted else { break }
            if start == -1 {
                delay = delay.addingReportingOverflow(duration).partialValue
                continue
            }
            // Ignores the rest of the list if an edit begins later than `longest` seconds (136 years), or its delay is
            // longer.
            let longest = UInt64(UInt32.max)
            guard start >= 0, timescale > 0, UInt64(start) / UInt64(timescale) <= longest, movieTimescale > 0,
                delay / UInt64(movieTimescale) <= longest
            else { break }
            let (whole, part) = delay.quotientAndRemainder(dividingBy: UInt64(movieTimescale))
            let empty = whole * UInt64(timescale) + part * UInt64(timescale) / UInt64(movieTimescale)
            guard !isFound else {
                // A later edit also shows media, so the first edit's end does not cut the sound off.
                editEnd = nil
                return
            }
            isFound = true
            editShift = Int64(clamping: empty) - start
            editStart = start
            if isLengthKnown, duration > 0, duration / UInt64(movieTimescale) <= longest {
                let (whole, part) = duration.quotientAndRemainder(dividingBy: UInt64(movieTimescale))
                let units = UInt64(timescale)
                // Converts the edit's length to the track's timescale, rounded to the nearest unit.
                let length = whole * units + (part * units + UInt64(movieTimescale) / 2) / UInt64(movieTimescale)
                let (end, isTooFar) = start.addingReportingOverflow(Int64(clamping: length))
                editEnd = isTooFar ? nil : end
            }
        }
    }

    /// Returns whether the movie states its length: in its tables if it has no fragments, otherwise in `mehd`.
    private static func isLengthKnown(of movie: UnsafeRawBufferPointer) -> Bool {
        guard let extends = BoxReader.first("mvex", in: movie) else { return true }
        guard let header = BoxReader.first("mehd", in: extends) else { return false }
        var reader = ByteReader(header)
        let isLong = reader.read(UInt32.self) >> 24 == 1
        return (isLong ? reader.read(UInt64.self) : UInt64(reader.read(UInt32.self))) > 0 && !reader.isExhausted
    }
}
