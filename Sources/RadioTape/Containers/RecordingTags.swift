import RadioFormats

/// The content of a recording's tags.
package struct RecordingTags: Hashable, Sendable {
    package var station: String
    package var artist: String?
    package var title: String?
    package var album: String?
    /// When the recording began, for example `2026-11-23T12:00:00`.
    package var date: String
    package var cover: EmbeddedPicture?

    /// The largest cover in bytes. A larger one is left out.
    package static let maximumCover = 1 << 20

    package init(
        station: String, artist: String? = nil, title: String? = nil, album: String? = nil, date: String,
        cover: EmbeddedPicture? = nil
    ) {
        self.station = station
        self.artist = artist
        self.title = title
        self.album = album
        self.date = date
        if let cover, cover.address == nil, cover.bytes.count <= Self.maximumCover { self.cover = cover }
    }
}
