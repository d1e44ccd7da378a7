/// Chooses one title per song if a stream sends titles in two ways.
///
/// An Ogg station may send ICY metadata in addition to the comments of its links, at other moments and in another form.
/// Comments that name a title take precedence; ICY metadata is used only while the comments name no title.
package struct TitleSources {
    /// True if the latest comments name what is playing.
    private var isNamed = false
    /// The latest ICY metadata, whether or not it was used.
    private var icy: TimedMetadata?

    package init() {}

    /// Returns the metadata to use in place of `metadata`; nil to ignore it.
    package mutating func take(_ metadata: TimedMetadata) -> TimedMetadata? {
        switch metadata.kind {
        case .icy:
            icy = metadata
            return isNamed ? nil : metadata
        case .vorbisComment:
            let wasNamed = isNamed
            isNamed = VorbisComment(metadata.raw)?.isNamed ?? false
            // Comments without a title end the current title only if the previous comments named it. In that case the
            // latest ICY title, if there is one, replaces the current title.
            return isNamed || !wasNamed ? metadata : icy ?? TimedMetadata(kind: .vorbisComment, raw: [])
        case .id3, .extinf, .dateRange, .flacPicture: return metadata
        }
    }
}

extension VorbisComment {
    /// True if the comments name what is playing.
    package var isNamed: Bool {
        fields.contains { field in
            ["title", "artist", "performer"].contains(field.name.lowercased())
                && field.value.utf8.contains { $0 > 0x20 }
        }
    }
}
