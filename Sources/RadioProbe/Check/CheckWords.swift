import RadioPlayer

/// What was found of a station, in words.
package enum CheckWords {
    package enum State: String {
        /// It plays at the address that the list has.
        case alive
        /// It plays, behind a redirect that holds for now.
        case redirected
        /// It plays, and its address stands for another one from now on.
        case moved
        case dead
        /// Not to the end: the check was ended.
        case unchecked
    }

    package static func state(_ health: StationHealth) -> State {
        guard let playing = health.playing else { return health.isComplete ? .dead : .unchecked }
        if !health.moved.isEmpty { return .moved }
        return playing.redirects.isRedirected ? .redirected : .alive
    }

    /// What is wrong; empty where nothing is.
    package static func problem(_ health: StationHealth) -> String {
        guard let playing = health.playing else {
            guard let first = health.dead.first?.error else {
                return health.station.urls.isEmpty ? "It has no address." : ""
            }
            let more = health.dead.count - 1
            return first.sentence + (more > 0 ? " (\(more) more addresses do not play.)" : "")
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

    /// State, what it is, and what is wrong.
    package static func line(_ health: StationHealth) -> String {
        let playing = health.playing
        let sound = [playing?.codecName, playing?.bitRate.map { "\($0 / 1000) kbit/s" }].compactMap(\.self)
        let words = [state(health).rawValue, sound.joined(separator: " "), problem(health)]
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
