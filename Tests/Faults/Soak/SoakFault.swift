import Glibc
import RadioLoop
import TestSupport

/// One kind of fault during a soak.
enum SoakFault: String, CaseIterable, Sendable {
    case closed, reset, frozen, silentServer, away, slow, notFound, page, hangsUp
    case sinkGone, moved, pulseKilled, pulseFrozen
    case call, suspended, stopped

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
        }
    }

    /// Whether the fault may interrupt the sound, because the station, the sink or the player's process does not work.
    /// A connection on which nothing arrives counts as a station that does not work.
    var ownsTheSilence: Bool {
        switch self {
        case .closed, .reset, .moved: false
        case .frozen, .silentServer, .away, .slow, .notFound, .page, .hangsUp, .sinkGone, .pulseKilled, .pulseFrozen,
            .call, .suspended, .stopped:
            true
        }
    }

    /// The maximum time in seconds for which the player's reported state may contradict the sound at the sink's
    /// monitor. Nil means no bound: a stopped process reports no state.
    var disagreement: Double? {
        switch self {
        case .stopped: nil
        case .pulseFrozen: 5
        case .closed, .reset, .frozen, .silentServer, .away, .slow, .notFound, .page, .hangsUp, .sinkGone, .moved,
            .pulseKilled, .call, .suspended:
            0.5
        }
    }

    func happen(_ rig: FaultRig, for seconds: Double) throws {
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
        case .notFound: answer(rig, .status("404 File Not Found"), for: seconds)
        case .page: answer(rig, .page, for: seconds)
        case .hangsUp: answer(rig, .close, for: seconds)
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
        }
    }

    private func answer(_ rig: FaultRig, _ answer: LiveStation.Answer, for seconds: Double) {
        rig.station.answer(answer)
        rig.station.drop()
        rig.pass(seconds)
        rig.station.answer(.stream(.mp3))
    }
}
