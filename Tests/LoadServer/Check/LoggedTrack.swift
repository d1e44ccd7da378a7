import RadioJSON
import RadioLists

/// A track in a logger's log: its station, its start and its title.
package struct LoggedTrack: Hashable, Sendable {
    /// The start of the track, in milliseconds since 1970-01-01T00:00:00Z.
    package var time: Int
    package var mount: Int
    package var isSong: Bool
    package var artist: String
    package var title: String

    package init(time: Int, mount: Int, isSong: Bool = true, artist: String, title: String) {
        self.time = time
        self.mount = mount
        self.isSong = isSong
        self.artist = artist
        self.title = title
    }

    /// Returns nil for a line of the log that describes no track, or a track of a station that is not the server's.
    init?(_ json: JSONValue) {
        guard json["type"]?.string == "track", let id = json["station"]?["id"]?.string ?? json["station"]?.string,
            let mount = MountPlan.number(ofID: id), let time = json["time"]?.string.flatMap(LogTime.milliseconds)
        else { return nil }
        self.init(
            time: time, mount: mount, isSong: json["kind"]?.string ?? "song" == "song",
            artist: json["artist"]?.string ?? "", title: json["title"]?.string ?? "")
    }
}
