import RadioFormats
import RadioJSON
import RadioLoop
import RadioTitles

/// Encodes tracks that stations played, and counts of songs and stations, as JSON.
///
/// docs/LOGGER.md describes the members.
package enum SongJSON {
    /// Returns a track that a station played.
    ///
    /// - Parameter links: the templates of the links under which the song can be found on websites. Nil leaves the
    ///   member `links` out.
    package static func json(_ played: PlayedTrack, links: [SongLinkTemplate]? = nil) -> JSONNode {
        guard let links, case .object(let members) = json(played) else { return json(played) }
        return .object(members + [.init(name: "links", value: JSONLine.links(played.track.links(links)))])
    }

    /// Returns a track with its station, its times and the raw bytes of its title. If the raw bytes are not UTF-8, they
    /// are in the member `rawBase64` instead of `raw`.
    private static func json(_ played: PlayedTrack) -> JSONNode {
        let track = played.track
        let raw = String(validating: track.raw, as: UTF8.self)
        return .members([
            "time": .string(played.start.rfc3339),
            "offset": .string(WallClock.offset(minutes: played.offset)),
            "end": .optional(played.end?.rfc3339),
            "duration": played.end.map { .seconds(($0 - played.start).duration) } ?? .null,
            "unseen": .seconds(played.unseen),
            "heard": played.heard.map { .seconds($0) } ?? .null,
            "station": .members(["id": .string(played.station), "name": .string(played.stationName)]),
            "artist": .optional(track.artist), "title": .optional(track.title), "text": .string(track.text),
            "kind": .string(track.kind.rawValue), "album": .optional(track.album),
            "length": track.duration.map { .seconds($0) } ?? .null, "artworkURL": .optional(track.artworkURL),
            "linkURL": .optional(track.linkURL), "source": .string(played.source.rawValue),
            "charset": .optional(track.charset), "raw": .optional(raw),
            "rawBase64": raw == nil ? .string(Base64.encode(track.raw)) : .null,
        ])
    }

    /// Returns how often a song was played.
    /// - Parameter rank: the song's place, if its place in the time before follows; otherwise nil.
    package static func json(_ count: SongCount, rank: Int? = nil) -> JSONNode {
        let json = JSONNode.members([
            "count": .int(Int64(count.count)), "artist": .optional(count.artist), "title": .string(count.title),
            "stations": .int(Int64(count.stations)), "first": .string(count.first.rfc3339),
            "last": .string(count.last.rfc3339),
        ])
        guard let rank, case .object(let members) = json else { return json }
        return .object(
            members + [
                .init(name: "rank", value: .int(Int64(rank))),
                .init(name: "rankBefore", value: .optional(count.rankBefore)),
                .init(name: "firstSeen", value: .optional(count.firstSeen?.rfc3339)),
            ])
    }

    package static func json(_ count: StationCount) -> JSONNode {
        .members([
            "station": .members(["id": .string(count.id), "name": .string(count.name)]),
            "count": .int(Int64(count.count)), "different": .int(Int64(count.different)),
            "last": .string(count.last.rfc3339), "first": .string(count.first.rfc3339),
            "artists": .int(Int64(count.artists)),
            "repeatsAfter": count.repeatsAfter.map { .seconds($0) } ?? .null,
            "topShare": .number(count.topShare), "unknownShare": .number(count.unknownShare),
            "advertisementMinutes": count.advertisementMinutes.map { .number($0) } ?? .null,
        ])
    }
}
