import RadioFormats

/// Makes valid and invalid MP4 files box by box.
package enum Mp4Maker {
    /// Returns a box with the right size.
    package static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let body = content.flatMap { $0 }
        return big(UInt32(8 + body.count)) + name(type) + body
    }

    /// Returns a box with a version and flags.
    package static func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ content: [UInt8]...) -> [UInt8]
    {
        box(type, big(UInt32(version) << 24 | flags), content.flatMap { $0 })
    }

    /// Returns a box with a 64-bit size field. `size`, if not nil, is written instead of the right size.
    package static func longBox(_ type: String, _ content: [UInt8], size: UInt64? = nil) -> [UInt8] {
        big(UInt32(1)) + name(type) + big(size ?? UInt64(16 + content.count)) + content
    }

    /// Returns a box of size 0, which means that it reaches to the end of the file.
    package static func openBox(_ type: String, _ content: [UInt8]) -> [UInt8] { big(UInt32(0)) + name(type) + content }

    package static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    static func name(_ text: String) -> [UInt8] {
        // Types such as 0xA9 "nam" are Latin-1.
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return Array((bytes + [32, 32, 32, 32]).prefix(4))
    }

    // MARK: Movies

    package static let fileType = box("ftyp", name("iso6"), big(UInt32(0)), name("iso6"), name("mp41"))

    /// A track of a `moov` box.
    package struct Track {
        package var id: UInt32 = 1
        package var handler = "soun"
        package var timescale: UInt32 = 44_100
        /// The entries of the track's `stsd` box.
        package var entries: [[UInt8]]
        /// The version of the `stsd` box.
        package var entryVersion: UInt8 = 0
        /// The entries of the edit list: the duration in the movie's timescale, and the start in the track's timescale.
        /// A start of -1 means an empty edit.
        package var edits: [(duration: UInt64, start: Int64)] = []
        /// Whether boxes use 64-bit numbers where they allow both sizes.
        package var isLong = false
        /// The defaults in the `trex` box: sample entry, duration and size.
        package var defaults: (entry: UInt32, duration: UInt32, size: UInt32) = (1, 0, 0)
        /// The boxes of the sample table, or nil for empty ones.
        package var tables: [UInt8]?

        package init(_ entries: [UInt8]...) { self.entries = entries }
    }

    /// Returns an initialization section.
    package static func initialization(
        _ tracks: [Track], movieTimescale: UInt32 = 1000, isFragmented: Bool = true, fragmentDuration: UInt64? = nil
    ) -> [UInt8] {
        fileType
            + movie(
                tracks, movieTimescale: movieTimescale, isFragmented: isFragmented, fragmentDuration: fragmentDuration)
    }

    /// Returns a `moov` box.
    /// - Parameter fragmentDuration: The duration in a `mehd` box, in the movie's timescale. Nil means no such box.
    package static func movie(
        _ tracks: [Track], movieTimescale: UInt32 = 1000, isFragmented: Bool = true, fragmentDuration: UInt64? = nil
    ) -> [UInt8] {
        let isLong = tracks.contains { $0.isLong }
        let length = fragmentDuration.map { length in
            fullBox("mehd", version: isLong ? 1 : 0, isLong ? big(length) : big(UInt32(length)))
        }
        let extends = tracks.flatMap {
            fullBox(
                "trex", big($0.id), big($0.defaults.entry), big($0.defaults.duration), big($0.defaults.size),
                big(UInt32(0)))
        }
        return box(
            "moov", header("mvhd", timescale: movieTimescale, rest: 80, isLong: false), tracks.flatMap { track($0) },
            isFragmented ? box("mvex", (length ?? []) + extends) : [])
    }

    private static func track(_ track: Track) -> [UInt8] {
        let width = track.isLong ? 8 : 4
        let header = fullBox(
            "tkhd", version: track.isLong ? 1 : 0, flags: 3, [UInt8](repeating: 0, count: 2 * width), big(track.id),
            [UInt8](repeating: 0, count: 60 + width))
        let edits = track.edits.flatMap {
            track.isLong
                ? big($0.duration) + big($0.start) + big(UInt32(0x10000))
                : big(UInt32($0.duration)) + big(Int32($0.start)) + big(UInt32(0x10000))
        }
        let list = fullBox("elst", version: track.isLong ? 1 : 0, big(UInt32(track.edits.count)), edits)
        let description = fullBox(
            "stsd", version: track.entryVersion, big(UInt32(track.entries.count)), track.entries.flatMap { $0 })
        let none = ["stts", "stsc", "stco"].flatMap { fullBox($0, big(UInt32(0))) }
        let tables = track.tables ?? (none + fullBox("stsz", big(UInt64(0))))
        return box(
            "trak", header, track.edits.isEmpty ? [] : box("edts", list),
            box(
                "mdia", self.header("mdhd", timescale: track.timescale, rest: 4, isLong: track.isLong),
                fullBox("hdlr", big(UInt32(0)), name(track.handler), [UInt8](repeating: 0, count: 13)),
                box("minf", fullBox("smhd", big(UInt32(0))), box("stbl", description, tables))))
    }

    /// Returns a `mvhd` or `mdhd` box. Both begin with the same fields, which `rest` zeros follow.
    private static func header(_ type: String, timescale: UInt32, rest: Int, isLong: Bool) -> [UInt8] {
        let width = isLong ? 8 : 4
        return fullBox(
            type, version: isLong ? 1 : 0, [UInt8](repeating: 0, count: 2 * width), big(timescale),
            [UInt8](repeating: 0, count: width + rest))
    }

    // MARK: Messages

    /// Returns an `emsg` box.
    /// - Parameter time: The event's time in units of the timescale. In version 0, it counts from the segment's
    ///   beginning; in version 1, from the movie's beginning.
    package static func message(
        version: UInt8, scheme: String = "https://aomedia.org/emsg/ID3", timescale: UInt32, time: UInt64,
        data: [UInt8]
    ) -> [UInt8] {
        let texts = Array(scheme.utf8) + [0] + Array("value".utf8) + [0]
        let numbers = big(UInt32(0xFFFF_FFFF)) + big(UInt32(7))
        return version == 0
            ? fullBox("emsg", texts, big(timescale), big(UInt32(time)), numbers, data)
            : fullBox("emsg", version: version, big(timescale), big(time), numbers, texts, data)
    }
}
