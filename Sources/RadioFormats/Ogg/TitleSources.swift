/// One title a song, where a stream tells them twice: an Ogg station may send ICY metadata around the comments of its
/// links, at other moments and in another form. Comments that name a title count; ICY metadata does while they name none.
package struct TitleSources {
    /// The present link's comments name a title.
    private var isNamed = false
    /// As it came last, whether it counted or not.
    private var icy: TimedMetadata?

    package init() {}

    /// What is handed on in the place of what came; nil: nothing.
    package mutating func take(_ metadata: TimedMetadata) -> TimedMetadata? {
        switch metadata.kind {
        case .icy:
            icy = metadata
            return isNamed ? nil : metadata
        case .vorbisComment:
            let wasNamed = isNamed
            isNamed = VorbisComment(metadata.raw)?.isNamed ?? false
            // Comments about something else end no title, but those that had named one and name none now do.
            return isNamed || !wasNamed ? metadata : icy ?? TimedMetadata(kind: .vorbisComment, raw: [])
        case .id3, .extinf, .dateRange, .flacPicture: return metadata
        }
    }
}

extension VorbisComment {
    /// Whether they say what is playing.
    package var isNamed: Bool {
        fields.contains { field in
            ["title", "artist", "performer"].contains(field.name.lowercased())
                && field.value.utf8.contains { $0 > 0x20 }
        }
    }
}
