import Longwave
import RadioFormats
import RadioJSON
import RadioLists
import RadioText

/// The tags of stations and of what they play.
package enum MPDTag: String, CaseIterable, Sendable {
    case artist = "Artist"
    case album = "Album"
    case title = "Title"
    case name = "Name"
    case genre = "Genre"

    /// - Parameter name: the tag's name, in any case.
    package init?(name: String) {
        let wanted = name.lowercased()
        guard let tag = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
        self = tag
    }

    /// Whether MPD knows a tag with this name, although no station has it.
    static func isKnown(_ name: String) -> Bool { MPDTag(name: name) != nil || others.contains(name.lowercased()) }

    private static let others: Set<String> = [
        "artistsort", "albumsort", "albumartist", "albumartistsort", "titlesort", "track", "date", "originaldate",
        "composer", "composersort", "performer", "conductor", "work", "movement", "movementnumber", "ensemble",
        "location", "grouping", "comment", "disc", "label", "mood", "musicbrainz_artistid", "musicbrainz_albumid",
        "musicbrainz_albumartistid", "musicbrainz_trackid", "musicbrainz_releasetrackid", "musicbrainz_workid",
    ]
}

/// Lines of an answer: `key: value`.
enum MPDText {
    /// Returns a text that stays in one line, whatever a station sends.
    static func line(_ text: String) -> String { PlainText.clean(text) }

    static func pair(_ key: String, _ value: some CustomStringConvertible) -> String { "\(key): \(value)\n" }

    /// Returns seconds with three decimals.
    static func seconds(_ seconds: Double) -> String {
        let thousandths = Int64(nearest: max(seconds, 0) * 1000)
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

/// A station as a song of MPD.
struct MPDSong: Sendable {
    /// The station's address. For a file of this computer, its name without the path.
    var file: String
    /// The address of the picture in the station list.
    var station: Station
    /// What is heard, if the station plays.
    var track: TrackInfo?
    var duration: Duration?
    var place: Int?
    var id: UInt64?

    init(_ station: Station) {
        self.station = station
        file = Self.file(station)
    }

    init(_ entry: PlaybackQueue.Entry, at place: Int) {
        self.init(entry.item.station)
        (self.place, id) = (place, entry.id)
    }

    /// Returns what names a station for clients: its first address, without a user name and password.
    static func file(_ station: Station) -> String {
        guard let url = station.urls.first else { return "" }
        let path = FileURL.path(url) ?? url
        guard path == url, url.contains("://") else {
            return MPDText.line(path.split(separator: "/").last.map(String.init) ?? path)
        }
        return MPDText.line(Credentials.hidden(in: url))
    }

    func values(_ tag: MPDTag) -> [String] {
        switch tag {
        case .artist: track?.artist.map { [$0] } ?? []
        case .album: track?.album.map { [$0] } ?? []
        // Clients show the title of a song, so a station that does not play has its name there.
        case .title: track.map { [$0.title ?? $0.text] } ?? (isHeard ? [] : [station.name])
        case .name: [station.name]
        case .genre: station.tags
        }
    }

    /// Whether the station is the one that plays.
    var isHeard = false

    /// The song's lines.
    func text(_ tags: Set<MPDTag>) -> String {
        var text = MPDText.pair("file", file)
        for tag in MPDTag.allCases where tags.contains(tag) {
            for value in values(tag) { text += MPDText.pair(tag.rawValue, MPDText.line(value)) }
        }
        if let duration {
            text += MPDText.pair("Time", Int(nearest: duration.inSeconds))
            text += MPDText.pair("duration", MPDText.seconds(duration.inSeconds))
        }
        if let place { text += MPDText.pair("Pos", place) }
        if let id { text += MPDText.pair("Id", id) }
        return text
    }
}
