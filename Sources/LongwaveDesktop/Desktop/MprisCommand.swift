import Longwave
import RadioPlayer

/// A request of a desktop, a media key or `playerctl`: a method of MPRIS 2.2, or the setting of a property.
enum MprisCommand: Hashable, Sendable {
    /// A request that is a command to the player.
    case player(PlayerCommand)
    case quit, raise
    /// Seeks forward from the current position by a number of microseconds; a negative number seeks back.
    case seek(Int64)
    /// Seeks to a position in microseconds, if the track with this object path is still the current one.
    case setPosition(track: String, Int64)
    case openURI(String)
    case goTo(track: String)

    /// Converts a D-Bus method call to a command. Returns nil if the method is unknown or the arguments are wrong.
    init?(interface: String, member: String, _ arguments: BusArguments) {
        switch (interface, member) {
        case (Mpris.root, "Raise"): self = .raise
        case (Mpris.root, "Quit"): self = .quit
        case (Mpris.player, "Next"): self = .player(.next)
        case (Mpris.player, "Previous"): self = .player(.previous)
        case (Mpris.player, "Pause"): self = .player(.pause)
        case (Mpris.player, "PlayPause"): self = .player(.toggle)
        case (Mpris.player, "Stop"): self = .player(.stop)
        case (Mpris.player, "Play"): self = .player(.play(PlayRequest()))
        case (Mpris.player, "Seek"):
            guard let offset = arguments.int64() else { return nil }
            self = .seek(offset)
        case (Mpris.player, "SetPosition"):
            guard let track = arguments.path(), let position = arguments.int64() else { return nil }
            self = .setPosition(track: track, position)
        case (Mpris.player, "OpenUri"):
            guard let address = arguments.string() else { return nil }
            self = .openURI(address)
        case (Mpris.trackList, "GoTo"):
            guard let track = arguments.path() else { return nil }
            self = .goTo(track: track)
        default: return nil
        }
    }

    /// Converts the setting of an MPRIS property to a command. Returns nil if the property cannot be set to this value.
    init?(property: String, _ value: BusValue) {
        switch (property, value) {
        case ("LoopStatus", .string(let name)):
            guard let mode = Mpris.loops.first(where: { $0.value == name })?.key else { return nil }
            self = .player(.repeatQueue(mode))
        case ("Rate", .double(let rate)) where rate.isFinite: self = .player(rate == 0 ? .pause : .setRate(rate))
        case ("Shuffle", .bool(let isShuffled)): self = .player(.shuffle(isShuffled))
        case ("Volume", .double(let volume)) where volume.isFinite: self = .player(.setVolume(min(max(volume, 0), 1)))
        default: return nil
        }
    }

    /// The command to a player in this state; nil if there is none, because the request is about the program or about a
    /// track that is gone.
    func command(_ snapshot: PlaybackSnapshot, _ queue: PlaybackQueue) -> PlayerCommand? {
        switch self {
        case .player(let command): return command
        case .quit, .raise: return nil
        case .seek(let offset):
            // A seek beyond the end of the current item goes to the queue's next entry, as MPRIS requires.
            let target = snapshot.currentTime + MediaTime(value: offset, timescale: 1_000_000)
            if let length = snapshot.stream?.duration, target > MediaTime(length) { return .next }
            return .seek(.by(Double(offset) / 1e6))
        case .setPosition(let track, let position):
            guard track == queue.currentEntry.map(Mpris.track), position >= 0 else { return nil }
            return .seek(.to(Double(position) / 1e6))
        case .openURI(let address): return .open(.named(address))
        case .goTo(let track):
            return queue.entries.first { Mpris.track($0) == track }.map { .playEntry(.id($0.id)) }
        }
    }
}

extension PlayerCommand {
    /// Plays something. What plays now goes on until the new item is received, and also if that cannot be played.
    static func open(_ source: PlayRequest.Source) -> PlayerCommand {
        var request = PlayRequest(source)
        request.isPrepared = true
        return .play(request)
    }
}

/// The arguments of a D-Bus method call.
protocol BusArguments {
    func string() -> String?
    func path() -> String?
    func int64() -> Int64?
}

extension BusReader: BusArguments {}
