import Glibc
import RadioLoop
import TestSupport

/// One kind of fault during a soak.
enum SoakFault: String, CaseIterable, Sendable {
    case closed, reset, frozen, silentServer, away, slow, notFound, page, hangsUp
    case sinkGone, moved, pulseKilled, pulseFrozen
    case call, suspended, stopped
    case firstLeaves, deadAir, announcement, alarm

    /// The range of the fault's duration in seconds.
    var seconds: ClosedRange<Double> {
        switch self {
        case .closed, .reset, .moved: 0...0
        case .frozen: 3...20
        case .silentServer: 3...15
        case .away: 1...30
        case .slow: 10...30
        case .notFound, .page, .hangsUp: 2...12
        case .sinkGone, .call, .suspended: 2...10
        case .pulseKilled: 0...5
        case .pulseFrozen, .stopped: 2...10
        case .firstLeaves: 5...40
        case .deadAir: 15...40
        case .announcement, .alarm: 8...20
        }
    }

    /// For how many seconds the sound may be silent while the fault lasts. The programme has another source that plays,
    /// unless the sink, the sound server or the player's process does not work.
    var silence: Double {
        switch self {
        case .closed, .reset, .moved, .announcement: 0
        // It fades in from −30 dB.
        case .alarm: 0.6
        case .frozen, .silentServer, .away, .slow, .notFound, .page, .hangsUp, .firstLeaves: 2.5
        case .deadAir: 4
        case .sinkGone, .pulseKilled, .pulseFrozen, .call, .suspended, .stopped: .infinity
        }
    }

    /// The maximum time in seconds for which the player's reported state may contradict the sound at the sink's
    /// monitor. Nil means no bound: a stopped process reports no state, and dead air is played until it is noticed.
    var disagreement: Double? {
        switch self {
        case .stopped, .deadAir: nil
        case .pulseFrozen: 5
        case .alarm: 0.8
        case .closed, .reset, .frozen, .silentServer, .away, .slow, .notFound, .page, .hangsUp, .sinkGone, .moved,
            .pulseKilled, .call, .suspended, .firstLeaves, .announcement:
            0.5
        }
    }

    /// - Parameter first: What the programme's first source sends.
    func happen(_ rig: FaultRig, _ first: MutableProgramme, for seconds: Double) throws {
        let (station, sound) = (rig.station, rig.sound)
        switch self {
        case .closed: station.drop()
        case .reset: station.drop(reset: true)
        case .frozen:
            station.freeze()
            rig.pass(seconds)
            station.thaw()
        case .silentServer:
            station.freeze(newcomers: true)
            rig.pass(seconds)
            station.thaw()
        case .away:
            station.goAway()
            rig.pass(seconds)
            try station.comeBack()
        case .slow:
            station.setPace(0.8)
            rig.pass(seconds)
            station.setPace(1)
        case .notFound: answer(rig, first, .status("404 File Not Found"), for: seconds)
        case .page: answer(rig, first, .page, for: seconds)
        case .hangsUp: answer(rig, first, .close, for: seconds)
        case .sinkGone:
            try sound.removeSink("n1")
            rig.pass(seconds)
            try sound.addSink("n1")
        case .moved:
            guard let input = try sound.sinkInput() else { return }
            try sound.addSink("n2")
            try sound.pactl("move-sink-input", input, "n2")
            rig.pass(2)
            try sound.pactl("move-sink-input", input, "n1")
            rig.pass(0.5)
            try sound.removeSink("n2")
        case .pulseKilled:
            sound.kill()
            rig.pass(seconds)
            try sound.start()
        case .pulseFrozen:
            sound.freeze()
            rig.pass(seconds)
            sound.thaw()
        case .call:
            let phone = try sound.otherProgram(role: "phone")
            rig.pass(seconds)
            phone.end()
        case .suspended:
            try sound.pactl("suspend-sink", "n1", "1")
            rig.pass(seconds)
            try sound.pactl("suspend-sink", "n1", "0")
        case .stopped:
            rig.player.send(SIGSTOP)
            rig.pass(seconds)
            rig.player.send(SIGCONT)
        case .firstLeaves:
            station.answerSources(first: .close)
            station.drop()
            rig.pass(seconds)
            station.answerSources(first: .programme(first))
        case .deadAir:
            first.isSilent = true
            rig.pass(seconds)
            first.isSilent = false
        case .announcement:
            try rig.command("ctl", "announce", rig.home.path + "/voice.wav")
            rig.pass(seconds)
        case .alarm:
            let next = time(nil) / 60 + 1
            try rig.command(
                "schedule", "add", "wake", "--alarm", "--at", Self.timeOfDay(next), "--programme", "night", "--fade-in",
                "1s")
            rig.pass(Double(next * 60 - time(nil)) + seconds)
            try rig.command("ctl", "programme", "day")
        }
    }

    /// Returns the time of day, such as 07:05, at a number of minutes since a midnight.
    static func timeOfDay(_ minutes: Int) -> String {
        let (hour, minute) = (minutes / 60 % 24, minutes % 60)
        return "\(hour / 10)\(hour % 10):\(minute / 10)\(minute % 10)"
    }

    private func answer(
        _ rig: FaultRig, _ first: MutableProgramme, _ answer: LiveStation.Answer, for seconds: Double
    ) {
        rig.station.answer(answer)
        rig.station.drop()
        rig.pass(seconds)
        rig.station.answerSources(first: .programme(first))
    }
}
