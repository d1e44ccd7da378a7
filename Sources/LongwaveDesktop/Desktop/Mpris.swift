import Longwave
import RadioJSON

/// The player as described by MPRIS, the Media Player Remote Interfacing Specification 2.2.
///
/// Pure: converts the player's state to MPRIS properties.
enum Mpris {
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let trackList = "org.mpris.MediaPlayer2.TrackList"
    static let playlists = "org.mpris.MediaPlayer2.Playlists"
    static let properties = "org.freedesktop.DBus.Properties"
    static let path = "/org/mpris/MediaPlayer2"
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    static let loops: [PlaybackQueue.RepeatMode: String] = [.none: "None", .one: "Track", .all: "Playlist"]

    /// The state of the player, from which the MPRIS properties are made.
    struct State {
        var snapshot: PlaybackSnapshot
        var queue: PlaybackQueue
        /// The `file://` address of the picture to show, a file on this computer; nil for no picture.
        var artURL: String?
        /// Whether another program may end this program by a request through the session bus.
        var canQuit = false
        var name = "Longwave"
        var desktopEntry = "longwave"
    }

    /// The largest number of characters of a text, such as a station's name, a title, an artist or an address. Longer
    /// texts are cut.
    static let maximumText = 500
    /// The largest number of queue entries in the MPRIS track list. If the queue is longer, the list contains the
    /// entries around the current one.
    static let maximumTracks = 200

    typealias Properties = [String: BusValue]

    static func rootProperties(_ state: State) -> Properties {
        [
            "CanQuit": .bool(state.canQuit), "CanRaise": .bool(false), "HasTrackList": .bool(true),
            "Identity": .string(state.name), "DesktopEntry": .string(state.desktopEntry),
            "SupportedUriSchemes": .strings(["http", "https", "file"]),
            "SupportedMimeTypes": .strings([
                "audio/mpeg", "audio/aac", "audio/aacp", "audio/ogg", "audio/flac", "audio/mp4", "audio/x-mpegurl",
                "application/vnd.apple.mpegurl", "audio/x-scpls",
            ]),
        ]
    }

    /// Returns all properties of the MPRIS interface `Player` except `Position`, which changes all the time and is
    /// never announced.
    static func playerProperties(_ state: State) -> Properties {
        let snapshot = state.snapshot
        let canGo = state.queue.entries.count > 1
        return [
            "PlaybackStatus": .string(status(snapshot)),
            "LoopStatus": .string(loops[state.queue.repeatMode] ?? "None"),
            "Rate": .double(snapshot.rate), "MinimumRate": .double(0.5), "MaximumRate": .double(3),
            "Shuffle": .bool(state.queue.isShuffled), "Volume": .double(snapshot.volume),
            "Metadata": .map(metadata(state)), "CanGoNext": .bool(canGo), "CanGoPrevious": .bool(canGo),
            "CanPlay": .bool(!state.queue.isEmpty), "CanPause": .bool(snapshot.item != nil),
            "CanSeek": .bool(snapshot.seekableTimeRanges.contains { !$0.isEmpty }), "CanControl": .bool(true),
        ]
    }

    static func position(_ snapshot: PlaybackSnapshot) -> BusValue { .int64(microseconds(snapshot.currentTime)) }

    static func microseconds(_ time: MediaTime) -> Int64 {
        time.isNumeric ? Int64(nearest: time.seconds * 1e6) : 0
    }

    /// Returns the value of the MPRIS property `PlaybackStatus`. A player that waits for sound counts as playing.
    private static func status(_ snapshot: PlaybackSnapshot) -> String {
        switch snapshot.status {
        case .stopped, .ended, .failed: "Stopped"
        case .paused: "Paused"
        case .playing, .waitingToPlay: "Playing"
        }
    }

    // MARK: Playlists

    /// The largest number of the listener's playlists that the desktop receives.
    static let maximumPlaylists = 500

    private static let playlistPath = "/org/longwave/playlist/"

    /// Returns a playlist's D-Bus object path. It contains the name's bytes in hexadecimal, because such a path may
    /// contain only letters, digits and `_`.
    static func path(ofPlaylist name: String) -> String {
        playlistPath + name.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func playlistProperties(_ names: [String]) -> Properties {
        [
            "PlaylistCount": .uint32(UInt32(names.count)), "Orderings": .strings(["UserDefined"]),
            "ActivePlaylist": .structure([.bool(false), .structure([.path("/"), .string(""), .string("")])]),
        ]
    }

    /// Returns the reply to the MPRIS method `GetPlaylists`.
    /// - Parameters:
    ///   - first: the number of names to leave out at the beginning of the list.
    ///   - count: the largest number of names to return.
    static func playlists(_ names: [String], first: UInt32, count: UInt32, isReversed: Bool) -> BusValue {
        let ordered = isReversed ? Array(names.reversed()) : names
        let part = ordered.dropFirst(Int(first)).prefix(Int(count))
        return .structures(part.map { [.path(path(ofPlaylist: $0)), .string(clean($0)), .string("")] }, of: "oss")
    }

    // MARK: Tracks

    /// Returns the D-Bus object path of a queue entry.
    static func track(_ entry: PlaybackQueue.Entry) -> String { "/org/longwave/entry/\(entry.id)" }

    /// Returns the MPRIS metadata of the queue's current entry, with the title that is heard.
    static func metadata(_ state: State) -> Properties {
        guard let item = state.snapshot.item, let entry = state.queue.currentEntry else {
            return ["mpris:trackid": .path(noTrack)]
        }
        let now = state.snapshot.nowPlaying
        let station = DisplayName.station(state.snapshot)
        var result: Properties = ["mpris:trackid": .path(track(entry)), "xesam:title": text(station)]
        if let url = state.snapshot.workingURL ?? item.urls.first {
            result["xesam:url"] = text(Credentials.hidden(in: url))
        }
        if let length = state.snapshot.stream?.duration {
            result["mpris:length"] = .int64(Int64(nearest: length / .microseconds(1)))
        }
        if let artURL = state.artURL { result["mpris:artUrl"] = .string(artURL) }
        guard let now, now.track.kind != .none, !now.track.text.isEmpty else { return result }
        result["xesam:title"] = text(now.track.title ?? now.track.text)
        result["xesam:artist"] = .strings([clean(now.track.artist ?? station)])
        // MPRIS has no field for a station. The album's field shows the station if no album is known.
        result["xesam:album"] = text(now.track.album ?? station)
        return result
    }

    /// Returns the queue's entries around the current entry, at most ``maximumTracks``.
    static func tracks(_ queue: PlaybackQueue) -> [PlaybackQueue.Entry] {
        let first = max(0, min(queue.index - maximumTracks / 2, queue.entries.count - maximumTracks))
        return Array(queue.entries[first..<min(first + maximumTracks, queue.entries.count)])
    }

    /// Returns the metadata of an entry of the MPRIS track list.
    static func metadata(of entry: PlaybackQueue.Entry, _ state: State) -> Properties {
        if entry.id == state.queue.currentEntry?.id, state.snapshot.item != nil { return metadata(state) }
        var result: Properties = ["mpris:trackid": .path(track(entry)), "xesam:title": text(entry.item.station.name)]
        if let url = entry.item.urls.first { result["xesam:url"] = text(Credentials.hidden(in: url)) }
        return result
    }

    private static func text(_ text: String) -> BusValue { .string(clean(text)) }
    private static func clean(_ text: String) -> String { PlainText.clean(String(text.prefix(maximumText))) }

    /// Returns the properties in `new` that are missing in `old` or have another value there.
    static func changes(from old: Properties, to new: Properties) -> Properties {
        new.filter { old[$0.key] != $0.value }
    }
}

/// The station's name as the desktop shows it. If the item is only an address, the name that the server sends is shown.
private enum DisplayName {
    static func station(_ snapshot: PlaybackSnapshot) -> String {
        guard let station = snapshot.item?.station else { return "" }
        let isBare = station.urls.first == station.name
        return isBare ? snapshot.stream?.serverName ?? Credentials.hidden(in: station.name) : station.name
    }
}
