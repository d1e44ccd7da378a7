import Glibc
import RadioLoop
import TestSupport

/// Runs one shared player for hours or days, and causes random faults of its stations, its sound server and its process.
/// The player has everything switched on: two programmes, a schedule that changes between them, loudness, equaliser and
/// crossfade. The soak mostly waits, so it can run in the background.
package struct Soak {
    package struct Settings: Sendable {
        package var duration: Duration
        package var seed: UInt64
        /// The range of the time between two faults, in seconds.
        package var calm: ClosedRange<Double>
        /// The factor by which the duration of each fault is multiplied.
        package var scale: Double
        /// The time of the first measurement of memory and descriptors, counted from the player's first sound.
        package var firstMeasurement: Duration

        /// Creates settings. Two hours contain about a hundred faults, a minute about eight short ones.
        package init(duration: Duration, seed: UInt64) {
            self.duration = duration
            self.seed = seed
            let isShort = duration < .seconds(600)
            calm = isShort ? 3...5 : 20...90
            scale = isShort ? 0.2 : 1
            firstMeasurement = isShort ? .seconds(duration.inSeconds / 4) : .seconds(300)
        }
    }

    private let tools: FaultTools
    private let settings: Settings

    package init(_ tools: FaultTools, _ settings: Settings) {
        self.tools = tools
        self.settings = settings
    }

    package func run(told: (SoakFigures.Event) -> Void) throws -> SoakFigures {
        _ = MachineWatch.shared
        let rig = try FaultRig(tools, name: "soak", sinks: ["n1"], modules: ["module-role-cork"])
        defer { rig.station.stop() }
        try rig.sound.start()
        let first = MutableProgramme(tools.programmes[0])
        rig.station.answerSources(first: .programme(first))
        try start(rig)
        guard rig.waitForSound(after: rig.player.startedAt) else { throw FaultRig.Unsettled() }
        var random = SeededGenerator(seed: settings.seed)
        var figures = SoakFigures(seed: settings.seed)
        let begin = MonotonicInstant.now
        let end = begin.advanced(by: settings.duration)
        var evaluated = begin
        var upcoming: [SoakFault] = []
        while MonotonicInstant.now < end, rig.player.isRunning {
            // Each kind of fault comes once before any comes again.
            if upcoming.isEmpty { upcoming = SoakFault.allCases.shuffled(using: &random) }
            let fault = upcoming.removeLast()
            let length = Double.random(in: fault.seconds, using: &random) * settings.scale
            let from = MonotonicInstant.now
            do { try fault.happen(rig, first, for: length) } catch { figures.problems.append("\(fault): \(error)") }
            let over = MonotonicInstant.now
            calm(rig, Double.random(in: settings.calm, using: &random), begin: begin, &figures)
            // The recorder gets sound up to 300 ms late, so the last 300 ms are evaluated together with the next fault.
            let now = MonotonicInstant.now.advanced(by: .milliseconds(-300))
            let event = evaluate(fault, rig, since: evaluated, from: from, over: over, to: now, begin: begin, &figures)
            told(event)
            evaluated = now
            rig.sound.forget(before: evaluated)
            rig.player.forgetLines(before: evaluated)
        }
        conclude(rig, begin: begin, &figures)
        rig.player.end()
        rig.sound.stop()
        return figures
    }

    private func start(_ rig: FaultRig) throws {
        let stations = [rig.station.url("/first"), rig.station.url("/second")]
        let music = try rig.home.write("Music/sound.mp3", tools.programmes[0].bytes)
        let folder = String(music.prefix(music.count - "/sound.mp3".count))
        let programmes = [("day", stations), ("night", stations.reversed())].map { name, stations in
            let sources = (stations + [folder]).map { "\"\($0)\"" }.joined(separator: ", ")
            return """
                [[programme]]
                name = "\(name)"
                sources = [\(sources)]
                no-sound = "2s"
                dead-air = "3s"
                return-after = "15s"

                """
        }
        try rig.home.write(".config/longwave/config.toml", programmes.joined())
        // Both programmes play in turn, each for eight minutes.
        let entries = stride(from: 0, to: 24 * 60, by: 8).map { minute in
            let (name, volume) = minute % 16 == 0 ? ("day", 1) : ("night", 0.9)
            let start = SoakFault.timeOfDay(minute)
            return #"{"name":"\#(minute)","at":"\#(start)","programme":"\#(name)","volume":\#(volume)}"#
        }
        try rig.home.write(
            ".config/longwave/schedule.json", #"{"version":1,"entries":[\#(entries.joined(separator: ","))]}"#)
        try rig.home.write("voice.wav", QuietSound(peak: 0.3, noise: 0).wave(seconds: 5))
        var setting = PlayerProcess.Setting()
        setting.command = ["serve", "--json", "--loudness", "-16", "--equaliser", "bass=+3,1k=-2", "--crossfade", "2"]
        setting.environment = rig.homeVariables
        try rig.start(setting)
    }

    /// Causes no fault for `seconds`, so that the player recovers from the last fault and then plays. Measures memory
    /// and descriptors once the time for the first measurement has come.
    private func calm(_ rig: FaultRig, _ seconds: Double, begin: MonotonicInstant, _ figures: inout SoakFigures) {
        rig.pass(seconds)
        if figures.memoryAtFirst == nil, begin.duration(to: .now) >= settings.firstMeasurement, rig.player.isRunning {
            let cost = ProcessCost(rig.player.pid)
            figures.memoryAtFirst = cost.anonymousKilobytes
            figures.descriptorsAtFirst = cost.descriptors
            figures.firstAt = begin.duration(to: .now).inSeconds
        }
    }

    private func evaluate(
        _ fault: SoakFault, _ rig: FaultRig, since: MonotonicInstant, from: MonotonicInstant, over: MonotonicInstant,
        to now: MonotonicInstant, begin: MonotonicInstant, _ figures: inout SoakFigures
    ) -> SoakFigures.Event {
        let sound = HeardSound(rig.sound.stretches(), of: tools.programmes[0])
        let silence = from.duration(to: over).inSeconds - sound.heard(from: from, to: over)
        let living = since.duration(to: now).inSeconds - min(max(silence, 0), fault.silence)
        let heard = sound.heard(from: since, to: now)
        let standstill = MachineWatch.shared.worst(from: since, to: now)
        let counts = standstill < MachineWatch.bearable
        if counts {
            figures.living += living
            figures.heard += heard
        } else {
            figures.uncounted += 1
        }
        let record = StateRecord(rig.player.lines, until: now)
        let disagreement = record.longestDisagreement(with: sound, from: since, to: now)
        let event = SoakFigures.Event(
            fault: fault.rawValue, at: begin.duration(to: from).inSeconds, lasted: from.duration(to: over).inSeconds,
            soundAgain: sound.sound(after: over).map { over.duration(to: $0).inSeconds }, owed: living - heard,
            disagreement: fault.disagreement == nil ? 0 : disagreement, standstill: standstill)
        figures.events.append(event)
        guard counts else { return event }
        if event.soundAgain == nil {
            let state = rig.player.lastState ?? "nothing"
            figures.problems.append("no sound after \(fault) at \(FaultFigures.text(event.at)) s; it says \(state)")
        }
        if let most = fault.disagreement, disagreement > most {
            let (wrong, place) = (FaultFigures.text(disagreement), FaultFigures.text(event.at))
            figures.problems.append("a wrong state for \(wrong) s around \(fault) at \(place) s")
        }
        return event
    }

    private func conclude(_ rig: FaultRig, begin: MonotonicInstant, _ figures: inout SoakFigures) {
        figures.seconds = begin.duration(to: .now).inSeconds
        figures.mostRequests = FaultRun.mostInASecond(rig.station.requests)
        if figures.mostRequests > 10 { figures.problems.append("\(figures.mostRequests) requests in a second") }
        guard rig.player.isRunning else {
            let words = rig.player.errorLines.last ?? ""
            return figures.problems.append("it ended with \(rig.player.exitCode ?? 0): \(words)")
        }
        let cost = ProcessCost(rig.player.pid)
        figures.memoryAtEnd = cost.anonymousKilobytes
        figures.descriptorsAtEnd = cost.descriptors
        figures.cpu = 100 * ProcessFacts(rig.player.pid).cpuSeconds / max(figures.seconds, 1)
        if figures.cpu > 5 { figures.problems.append("\(FaultFigures.text(figures.cpu)) % CPU") }
        if let first = figures.memoryAtFirst, cost.anonymousKilobytes > first + 1024 {
            figures.problems.append("\(cost.anonymousKilobytes - first) kB more than at first")
        }
        if let first = figures.descriptorsAtFirst, cost.descriptors > first {
            figures.problems.append("\(cost.descriptors - first) descriptors more than at first")
        }
        // The share of time with sound is required only in soaks of more than half an hour, because in shorter ones the
        // faults are too close to each other.
        if figures.seconds > 1800, figures.soundShare < 0.999 {
            figures.problems.append("sound in less than 99.9 % of the time")
        }
    }
}
