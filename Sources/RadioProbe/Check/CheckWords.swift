import RadioPlayer

/// Describes the findings about a station in words, for the output of `longwave check`.
package enum CheckWords {
    /// The state of a station. `longwave check` prints the raw value.
    package enum State: String {
        /// The station plays at the address in its list.
        case alive
        /// The station plays, but a temporary redirect leads from its address to the stream.
        case redirected
        /// The station plays, and a permanent redirect replaces its address.
        case moved
        case dead
        /// The check was stopped before all addresses were checked, and none of the checked addresses plays.
        case unchecked
    }

    package static func state(_ health: StationHealth) -> State {
        guard let playing = health.playing else { return health.isComplete ? .dead : .unchecked }
        if !health.moved.isEmpty { return .moved }
        return playing.redirects.isRedirected ? .redirected : .alive
    }

    /// Returns the faults of the station's addresses in one text, or an empty text if there are none.
    package static func problem(_ health: StationHealth) -> String {
        guard let playing = health.playing else {
            guard let first = health.dead.first?.error else {
                return health.station.urls.isEmpty ? "It has no address." : ""
            }
            let more = health.dead.count - 1
            let others = more == 1 ? "1 more address does" : "\(more) more addresses do"
            return first.sentence + (more > 0 ? " (\(others) not play.)" : "")
        }
        let dead = health.dead.map { "\($0.url) does not play (\($0.error.map(summary) ?? "no sound"))" }
        return (dead + playing.problems.map(\.description)).joined(separator: "; ")
    }

    private static func summary(_ error: PlaybackError) -> String {
        switch error {
        case .stream(let error): error.summary
        case .undecodable: "cannot be decoded"
        case .givenUp, .output: error.code
        }
    }

    /// Returns one line with the station's state, codec, bit rate and faults: `alive, MP3 128 kbit/s`.
    package static func line(_ health: StationHealth) -> String {
        let playing = health.playing
        let sound = [playing?.codecName, playing?.bitRate.map { "\($0 / 1000) kbit/s" }].compactMap(\.self)
        let words = [state(health).rawValue, sound.joined(separator: " "), problem(health)]
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
