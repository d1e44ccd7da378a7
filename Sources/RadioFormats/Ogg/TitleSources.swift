/// Chooses one title per song if an Ogg stream sends titles in two ways.
///
/// An Ogg station may send ICY metadata in addition to the comments of its links. The same title then arrives twice, at
/// different times and in different forms. Comments that name a title take precedence; ICY metadata is used only while
/// the comments name no title.
package struct TitleSources {
    /// True if the latest comments contain a title, artist or performer.
    private var isNamed = false
    /// The latest ICY metadata, even if ``take(_:)`` returned nil for it.
    private var icy: TimedMetadata?

    package init() {}

    /// Takes the stream's next metadata. Returns the metadata that the player should use instead; nil if it should
    /// ignore `metadata`.
    package mutating func take(_ metadata: TimedMetadata) -> TimedMetadata? {
        switch metadata.kind {
        case .icy:
            icy = metadata
            return isNamed ? nil : metadata
        case .vorbisComment:
            let wasNamed = isNamed
            isNamed = VorbisComment(metadata.raw)?.isNamed ?? false
            // Comments without a title end a title from earlier comments, but not a title from ICY metadata. After a
            // title from comments, the latest ICY title is used if there is one.
            return isNamed || !wasNamed ? metadata : icy ?? TimedMetadata(kind: .vorbisComment, raw: [])
        case .id3, .id3v1, .extinf, .dateRange, .flacPicture, .itunes, .cueSheet: return metadata
        }
    }
}

extension VorbisComment {
    /// True if the comments contain a title, artist or performer that is not blank.
    package var isNamed: Bool {
        fields.contains { field in
            ["title", "artist", "performer"].contains(field.name.lowercased())
                && field.value.utf8.contains { $0 > 0x20 }
        }
    }
}
