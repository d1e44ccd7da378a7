/// What must hold in a row. The bounds are the issue's where it names any; a row without a bound of its own has the general ones.
package struct Expected: Sendable {
    package enum End: Sendable {
        /// It plays, and sound is heard.
        case playing
        /// It ends by itself with this code.
        case exit(Int32)
        /// It lives, and says this state, as in `paused(outputDeviceRemoved)`.
        case state(String)
    }

    package var end: End
    /// Seconds from the end of the fault to sound.
    package var soundAgain: Double?
    /// Seconds of the longest silence after the fault began; nil: as the fault has it.
    package var silence: Double?
    /// How many silences there may be; more are a stutter.
    package var silences: Double? = 12
    /// Milliseconds that may be heard twice.
    package var repeated: Double?
    /// Milliseconds of the programme that may be lost.
    package var lost: Double?
    /// Seconds for which a published state may contradict the monitor.
    package var disagreement: Double? = 0.5
    /// Requests, or tries that reached nobody, in any one second.
    package var requests = 10
    /// Tries a second, on average.
    package var tries: Double?
    /// Percent of one core, from the fault's begin on.
    package var cpu = 5.0
    /// Lines on stdout and stderr in a minute.
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

    /// With a bound for tries a second, on average.
    package func tries(_ most: Double) -> Expected {
        var copy = self
        copy.tries = most
        return copy
    }

    /// With another bound for lines a minute.
    package func lines(_ most: Double) -> Expected {
        var copy = self
        copy.lines = most
        return copy
    }

    /// With another bound for the number of silences, whose lengths are bounded elsewhere.
    package func silences(_ most: Double) -> Expected {
        var copy = self
        copy.silences = most
        return copy
    }

    /// It must play on as if nothing had happened.
    package static let unnoticed = Expected(.playing, silence: 0.05, repeated: 30, lost: 30)

    /// What does not hold; empty: all does.
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

    /// Only what a busy machine cannot make untrue.
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
