/// A named part of a sound file, such as a chapter of an audiobook, or a title that a cue sheet lists.
public struct Chapter: Hashable, Sendable {
    /// Maximum number of a file's chapters; further ones are left out.
    package static let maximumCount = 1000

    /// Position in the file at which the chapter begins.
    public var start: MediaTime
    /// Position at which the chapter ends; nil if the chapter lasts until the end of the file.
    public var end: MediaTime?
    /// The chapter's title; empty if the file does not name it.
    public var title: String

    public init(start: MediaTime, end: MediaTime? = nil, title: String) {
        self.start = start
        self.end = end
        self.title = title
    }

    /// Returns the chapters in the order of their positions, at most ``maximumCount``. A chapter without a valid end ends
    /// where the next one begins.
    static func ordered(_ chapters: [Chapter]) -> [Chapter] {
        var ordered = Array(chapters.sorted { $0.start < $1.start }.prefix(maximumCount))
        for index in ordered.indices where ordered[index].end.map({ $0 <= ordered[index].start }) ?? true {
            ordered[index].end = index + 1 < ordered.count ? ordered[index + 1].start : nil
        }
        return ordered
    }

    /// Reads the chapters in the fields of Vorbis comments: `CHAPTER001=00:01:02.500` and `CHAPTER001NAME=Title`
    /// (https://wiki.xiph.org/Chapter_Extension).
    package static func chapters(inFields fields: [(name: String, value: String)]) -> [Chapter] {
        var found: [Substring: (start: MediaTime?, title: String)] = [:]
        for field in fields {
            let name = field.name.uppercased()
            guard name.hasPrefix("CHAPTER") else { continue }
            let number = name.dropFirst(7).prefix(3)
            guard number.count == 3, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
            switch name.dropFirst(10) {
            case "": found[number, default: (nil, "")].start = time(field.value)
            case "NAME": found[number, default: (nil, "")].title = field.value
            case _: continue
            }
        }
        return ordered(found.values.compactMap { found in found.start.map { Chapter(start: $0, title: found.title) } })
    }

    /// Returns the time of a text such as `00:01:02.500`.
    private static func time(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = UInt16(parts[0]), let minutes = UInt16(parts[1]),
            let seconds = Double(parts[2]), (0..<1e6).contains(seconds)
        else { return nil }
        return MediaTime(
            milliseconds: Int64(hours) * 3_600_000 + Int64(minutes) * 60_000 + Int64((seconds * 1000).rounded()))
    }
}

extension [Chapter] {
    /// Returns the index of the chapter at a position of the file; nil if none has begun. Positions are rounded, so a
    /// chapter counts from 50 ms before its stated beginning.
    package func index(at position: MediaTime) -> Int? {
        lastIndex { $0.start <= position + MediaTime(milliseconds: 50) }
    }
}

extension TimedMetadata {
    /// The chapters that the metadata of a file state.
    package var chapters: [Chapter] {
        switch kind {
        case .id3: Id3Tag(raw, readsPictures: false)?.chapters ?? []
        case .vorbisComment: Chapter.chapters(inFields: VorbisComment(raw)?.fields ?? [])
        case .icy, .id3v1, .extinf, .dateRange, .flacPicture, .itunes, .cueSheet: []
        }
    }
}
