import RadioPlayer

/// A request of a desktop, a media key or `playerctl`: a method of MPRIS 2.2, or the setting of a property.
enum MprisCommand: Hashable, Sendable {
    case next, previous, pause, playPause, stop, play, quit, raise
    /// Seeks forward from the current position by a number of microseconds; a negative number seeks back.
    case seek(Int64)
    /// Seeks to a position in microseconds, if the track with this object path is still the current one.
    case setPosition(track: String, Int64)
    case openURI(String)
    case setLoop(PlaybackQueue.RepeatMode)
    case setRate(Double)
    case setShuffle(Bool)
    case setVolume(Double)
    case goTo(track: String)

    /// Converts a D-Bus method call to a command. Returns nil if the method is unknown or the arguments are wrong.
    init?(interface: String, member: String, _ arguments: BusArguments) {
        switch (interface, member) {
        case (Mpris.root, "Raise"): self = .raise
        case (Mpris.root, "Quit"): self = .quit
        case (Mpris.player, "Next"): self = .next
        case (Mpris.player, "Previous"): self = .previous
        case (Mpris.player, "Pause"): self = .pause
        case (Mpris.player, "PlayPause"): self = .playPause
        case (Mpris.player, "Stop"): self = .stop
        case (Mpris.player, "Play"): self = .play
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
            self = .setLoop(mode)
        case ("Rate", .double(let rate)) where rate.isFinite: self = rate == 0 ? .pause : .setRate(rate)
        case ("Shuffle", .bool(let isShuffled)): self = .setShuffle(isShuffled)
        case ("Volume", .double(let volume)) where volume.isFinite: self = .setVolume(min(max(volume, 0), 1))
        default: return nil
        }
    }
}

/// The arguments of a D-Bus method call.
protocol BusArguments {
    func string() -> String?
    func path() -> String?
    func int64() -> Int64?
}

extension BusReader: BusArguments {}
