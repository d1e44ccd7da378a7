/// What a fault row requires: the program's state at the end, and bounds for the measurements in ``FaultFigures``. A
/// bound that the row does not set has its default.
package struct Expected: Sendable {
    /// The state of the program at the end of the row.
    package enum End: Sendable {
        /// The program plays, and sound is heard.
        case playing
        /// The program has ended by itself with this code.
        case exit(Int32)
        /// The program runs and reports this state, such as `paused(outputDeviceRemoved)`.
        case state(String)
    }

    package var end: End
    /// The maximum time from the end of the fault to the first sound after it, in seconds.
    package var soundAgain: Double?
    /// The maximum duration of each interruption of the sound after the start of the fault, in seconds. Nil means no
    /// bound.
    package var silence: Double?
    /// The maximum number of interruptions of the sound. More would be a stutter.
    package var silences: Double? = 12
    /// How much of the programme may be heard twice, in milliseconds. Nil means no bound.
    package var repeated: Double?
    /// How much of the programme may be left out, in milliseconds. Nil means no bound.
    package var lost: Double?
    /// The maximum time for which the player's reported state may contradict the sound at the sink's monitor, in
    /// seconds.
    package var disagreement: Double? = 0.5
    /// The maximum number of requests in any second. A try that reached no server counts as a request.
    package var requests = 10
    /// The maximum average number of the player's requests per second, including tries that reached no server. Nil
    /// means no bound.
    package var tries: Double?
    /// The maximum CPU usage from the start of the fault on, in percent of one core.
    package var cpu = 5.0
    /// The maximum number of lines per minute that the program writes to stdout and stderr.
    package var lines = 600.0

    package init(
        _ end: End, soundAgain: Double? = nil, silence: Double? = nil, repeated: Double? = nil, lost: Double? = nil,
        disagreement: Double? = 0.5, requests: Int = 10
    ) {
        self.end = end
        self.soundAgain = soundAgain
        self.silence = silence
        self.repeated = repeated
        self.lost = lost
        self.disagreement = disagreement
        self.requests = requests
    }

    /// Returns a copy in which `most` bounds the average number of tries per second.
    package func tries(_ most: Double) -> Expected {
        var copy = self
        copy.tries = most
        return copy
    }

    /// Returns a copy in which `most` bounds the number of lines per minute on stdout and stderr.
    package func lines(_ most: Double) -> Expected {
        var copy = self
        copy.lines = most
        return copy
    }

    /// Returns a copy in which `most` bounds the number of interruptions of the sound. For rows that expect many
    /// interruptions, and whose other bounds limit the durations of these.
    package func silences(_ most: Double) -> Expected {
        var copy = self
        copy.silences = most
        return copy
    }

    /// The bounds for a player that must continue as if nothing had happened.
    package static let unnoticed = Expected(.playing, silence: 0.05, repeated: 30, lost: 30)

    /// Returns descriptions of the requirements that the measurements of a row do not fulfil. Empty if they fulfil all.
    func problems(_ figures: FaultFigures) -> [String] {
        var problems = figures.broken + endProblems(figures)
        func check(_ value: Double?, _ most: Double?, _ name: String, _ unit: String) {
            guard let most else { return }
            guard let value else { return problems.append("\(name): not measured") }
            if value > most {
                problems.append("\(name) \(FaultFigures.text(value)) \(unit), at most \(FaultFigures.text(most))")
            }
        }
        if case .playing = end { check(figures.soundAgain, soundAgain, "sound again after", "s") }
        check(figures.longestSilence, silence, "silence", "s")
        check(Double(figures.silences), silences, "silences", "")
        check(figures.repeated, repeated, "repeated", "ms")
        check(figures.lost, lost, "lost", "ms")
        check(figures.disagreement, disagreement, "state against monitor", "s")
        if figures.mostRequests > requests {
            problems.append("\(figures.mostRequests) requests in a second, at most \(requests)")
        }
        check(figures.requestsPerSecond, tries, "tries a second", "")
        if let used = figures.cpu { check(used, cpu, "CPU", "%") }
        check(figures.linesPerMinute, lines, "lines a minute", "")
        return problems
    }

    /// Returns only those problems that show a fault of the program even if the computer was busy during the row.
    func certainProblems(_ figures: FaultFigures) -> [String] {
        var problems = figures.broken + endProblems(figures)
        if figures.mostRequests > 2 * requests { problems.append("\(figures.mostRequests) requests in a second") }
        if let silence, silence < 0.1, figures.longestSilence > 5 {
            problems.append("silent for \(FaultFigures.text(figures.longestSilence)) s")
        }
        return problems
    }

    private func endProblems(_ figures: FaultFigures) -> [String] {
        switch end {
        case .playing:
            if let code = figures.exitCode { return ["it ended with \(code): \(figures.lastWords)"] }
            if figures.lastState != "playing" { return ["it says \(figures.lastState ?? "nothing")"] }
            return figures.soundsAtEnd ? [] : ["silent at the end"]
        case .exit(let code):
            guard let found = figures.exitCode else {
                return ["it did not end; it says \(figures.lastState ?? "nothing")"]
            }
            return found == code ? [] : ["exit code \(found), not \(code): \(figures.lastWords)"]
        case .state(let state):
            if let code = figures.exitCode { return ["it ended with \(code): \(figures.lastWords)"] }
            return figures.lastState == state ? [] : ["it says \(figures.lastState ?? "nothing"), not \(state)"]
        }
    }
}
