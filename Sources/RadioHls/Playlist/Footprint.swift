/// What the parts of a playlist take in memory, in bytes, as the allocator rounds them: a little more rather than less.
///
/// A few bytes of a playlist can stand for many in memory: a list of one character each, a key before every segment.
/// What a reader keeps is
/// counted, whatever makes it grow, and has one maximum (``M3U8Reader/maximumKept``).
enum Footprint {
    /// What an allocation takes beside its content: the object's head and the allocator's.
    private static let head = 48

    /// Text of up to 15 bytes is held without an allocation.
    static func text(_ text: String?) -> Int {
        guard let text, text.utf8.count > 15 else { return 0 }
        return head + text.utf8.count
    }

    static func texts(_ texts: [String]) -> Int {
        texts.reduce(array(texts)) { $0 + text($1) }
    }

    /// An array without what its elements refer to.
    static func array<Element>(_ array: [Element]) -> Int {
        array.isEmpty ? 0 : head + array.count * MemoryLayout<Element>.stride
    }

    /// A dictionary of texts, without what its values refer to. At most three quarters of its places are in use, and
    /// their number is a power
    /// of two.
    static func dictionary<Value>(_ values: [String: Value]) -> Int {
        guard !values.isEmpty else { return 0 }
        let places = values.capacity * 4 / 3 + 1
        let entries = places * (MemoryLayout<String>.stride + MemoryLayout<Value>.stride)
        return values.keys.reduce(head + entries) { $0 + text($1) }
    }

    /// The same object in many places counts once.
    static func object(_ bytes: Int) -> Int { head + bytes }
}

extension SegmentKey {
    /// What it refers to.
    var footprint: Int {
        var name: String?
        if case .other(let text) = method { name = text }
        return Footprint.text(name) + Footprint.text(uri) + Footprint.array(iv ?? []) + Footprint.text(keyFormat)
            + Footprint.array(keyFormatVersions)
    }
}

extension MediaSegment {
    /// What it takes, beside what it has in common with the segment before it.
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
        // A place in an index by ID, too.
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
    /// All of it that a playlist can make grow.
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
    /// All of it that a playlist can make grow.
    package var footprint: Int {
        var bytes = Footprint.dictionary(variables) + variables.values.reduce(0) { $0 + Footprint.text($1) }
        bytes += (variants + iFrameVariants).reduce(0) { $0 + $1.footprint }
        bytes += renditions.reduce(0) { $0 + $1.footprint }
        bytes += sessionData.reduce(0) { $0 + $1.footprint }
        return bytes + sessionKeys.reduce(Footprint.array(sessionKeys)) { $0 + $1.footprint }
    }
}
