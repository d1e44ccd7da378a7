/// Estimates the memory that the parts of a playlist take, in bytes, with the allocator's overhead. The estimate is
/// rather too high than too low.
///
/// A few bytes of a playlist can take many bytes of memory, for example a list of one-character entries, or a key
/// before every segment. A reader adds up the estimates for everything that it keeps in memory, and has one maximum for
/// the sum (``M3U8Reader/maximumKept``).
enum Footprint {
    /// The number of bytes that an allocation takes besides its content, for the headers of the object and of the
    /// allocator.
    private static let head = 48

    /// Returns the number of bytes that are allocated for a text. Up to 15 bytes of text need no allocation.
    static func text(_ text: String?) -> Int {
        guard let text, text.utf8.count > 15 else { return 0 }
        return head + text.utf8.count
    }

    static func texts(_ texts: [String]) -> Int {
        texts.reduce(array(texts)) { $0 + text($1) }
    }

    /// Returns the number of bytes that are allocated for an array, without the memory that its elements refer to.
    static func array<Element>(_ array: [Element]) -> Int {
        array.isEmpty ? 0 : head + array.count * MemoryLayout<Element>.stride
    }

    /// Returns the number of bytes that are allocated for a dictionary, without the memory that its values refer to.
    ///
    /// A dictionary uses at most three quarters of its places. The number of places is a power of two.
    static func dictionary<Value>(_ values: [String: Value]) -> Int {
        guard !values.isEmpty else { return 0 }
        let places = values.capacity * 4 / 3 + 1
        let entries = places * (MemoryLayout<String>.stride + MemoryLayout<Value>.stride)
        return values.keys.reduce(head + entries) { $0 + text($1) }
    }

    /// Returns the number of bytes that are allocated for an object of `bytes` bytes. Callers count an object that
    /// several owners share once.
    static func object(_ bytes: Int) -> Int { head + bytes }
}

extension SegmentKey {
    /// The number of bytes that are allocated for the key's properties.
    var footprint: Int {
        var name: String?
        if case .other(let text) = method { name = text }
        return Footprint.text(name) + Footprint.text(uri) + Footprint.array(iv ?? []) + Footprint.text(keyFormat)
            + Footprint.array(keyFormatVersions)
    }
}

extension MediaSegment {
    /// Returns the number of bytes that the segment takes, without those that it shares with the segment before it.
    func footprint(after other: MediaSegment?) -> Int {
        var bytes = MemoryLayout<MediaSegment>.stride + Footprint.text(uri) + Footprint.text(title)
        if let context, context !== other?.context { bytes += context.footprint(after: other?.context) }
        return parts.reduce(bytes + (parts.isEmpty ? 0 : Footprint.object(0))) { $0 + $1.footprint }
    }
}

extension PartialSegment {
    var footprint: Int { MemoryLayout<PartialSegment>.stride + Footprint.text(uri) }
}

extension DateRange {
    var footprint: Int {
        var bytes = MemoryLayout<DateRange>.stride + Footprint.text(id) + Footprint.text(kind) + Footprint.texts(cue)
        // While the playlist is read, the date range also takes an entry in a dictionary of IDs.
        bytes += 2 * MemoryLayout<(String, Int)>.stride
        bytes += Footprint.dictionary(scte35) + Footprint.dictionary(attributes)
        for value in scte35.values { bytes += Footprint.array(value) }
        for value in attributes.values {
            switch value {
            case .text(let text): bytes += Footprint.text(text)
            case .bytes(let value): bytes += Footprint.array(value)
            case .number: break
            }
        }
        return bytes
    }
}

extension Variant {
    var footprint: Int {
        let texts = [
            uri, codecs, supplementalCodecs, hdcpLevel, allowedCpc, videoRange, requiredVideoLayout, audioGroup,
            videoGroup, subtitlesGroup, closedCaptions, name, stableID, pathwayID,
        ]
        return texts.reduce(MemoryLayout<Variant>.stride) { $0 + Footprint.text($1) }
    }
}

extension Rendition {
    var footprint: Int {
        let texts = [groupID, name, uri, language, associatedLanguage, instreamID, channels, stableID]
        let own = MemoryLayout<Rendition>.stride + Footprint.texts(characteristics)
        return texts.reduce(own) { $0 + Footprint.text($1) }
    }
}

extension SessionData {
    var footprint: Int {
        [id, value, uri, language].reduce(MemoryLayout<SessionData>.stride) { $0 + Footprint.text($1) }
    }
}

extension MediaPlaylist {
    /// The estimated memory, in bytes, of everything in the playlist whose size the playlist's author determines.
    package var footprint: Int {
        var bytes = Footprint.dictionary(variables) + variables.values.reduce(0) { $0 + Footprint.text($1) }
        var last: MediaSegment?
        for segment in segments {
            bytes += segment.footprint(after: last)
            last = segment
        }
        bytes += openSegment?.footprint(after: last) ?? 0
        bytes += dateRanges.reduce(0) { $0 + $1.footprint }
        bytes += preloadHints.reduce(Footprint.array(preloadHints)) { $0 + Footprint.text($1.uri) }
        bytes += renditionReports.reduce(Footprint.array(renditionReports)) { $0 + Footprint.text($1.uri) }
        return bytes + Footprint.texts(removedDateRanges ?? [])
    }
}

extension MultivariantPlaylist {
    /// The estimated memory, in bytes, of everything in the playlist whose size the playlist's author determines.
    package var footprint: Int {
        var bytes = Footprint.dictionary(variables) + variables.values.reduce(0) { $0 + Footprint.text($1) }
        bytes += (variants + iFrameVariants).reduce(0) { $0 + $1.footprint }
        bytes += renditions.reduce(0) { $0 + $1.footprint }
        bytes += sessionData.reduce(0) { $0 + $1.footprint }
        return bytes + sessionKeys.reduce(Footprint.array(sessionKeys)) { $0 + $1.footprint }
    }
}
