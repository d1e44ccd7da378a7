import RadioFormats
import RadioHls
import RadioLoop

/// Stations of low latency stay where they were begun: PART-HOLD-BACK behind the newest sound, and never a second more.
extension Player {
    /// So much more than PART-HOLD-BACK is borne; the rest of the second is what playlists take to come.
    private static let longestLag = MediaTime(value: 3, timescale: 4)
    /// A jump that gains less is not worth its break.
    private static let leastGain = MediaTime(value: 1, timescale: 4)
    /// Between two jumps in sound that goes on: where the network brings no better, nothing is gained by more of them.
    private static let catchUpInterval = Duration.seconds(10)

    /// What a stall took is not carried along: sound is left out up to where a listener begins who comes now, if enough is held from there
    /// on to go on with. A listener who went back or made a pause stays where they are.
    func catchUp() {
        guard let presentation = streamInfo?.presentation, let holdBack = presentation.partHoldBack, followsEdge,
            !join.isSearching, finishing == nil, machine.facts.intent == .playing, machine.facts.suppressions.isEmpty,
            let next = nextSound
        else { return }
        guard presentation.end - next > holdBack + Self.longestLag, presentation.edge - next > Self.leastGain else {
            return
        }
        if let time = places.timelineTime(of: presentation.edge, in: timeline.range) {
            let left = MediaTime(flicks: timeline.range.end - time).duration
            guard left >= machine.bufferAfterStall, mayLeaveOut() else { return }
            step(.sought(isHeld: true))
            goOn(with: timeline.packetNumber(at: time))
        } else {
            fetchEdge(presentation)
        }
    }

    /// Where the next sound is that will be heard: in silence the first that was not given to the output, and after a jump, until that is
    /// heard, what it went to.
    private var nextSound: MediaTime? {
        if machine.isGivingSound {
            // The lane knows of none where the server's answer takes back what was guessed since the one before.
            let heard = lane?.heard(at: .now) ?? lastHeard
            if heard.packet >= firstWanted { return places.position(at: heard.time)?.time }
            if lastHeard.packet < 0 { return nil }
        }
        let packet = timeline.packet(machine.isGivingSound ? firstWanted : max(timeline.written, firstWanted))
        return places.position(at: packet?.start ?? timeline.range.end)?.time
    }

    /// In silence a jump is not heard, and one after a stall hardly; others keep their distance.
    private func mayLeaveOut() -> Bool {
        guard machine.isGivingSound else { return true }
        let (now, stalls) = (MonotonicInstant.now, machine.facts.stallCount)
        if let caughtUp, caughtUp.stalls == stalls, caughtUp.at.duration(to: now) < Self.catchUpInterval {
            return false
        }
        caughtUp = (now, stalls)
        return true
    }

    /// What is held ends before the live edge. Where the stream has no reason to hurry, or a segment and more lies between, it brings what
    /// is there next, while what is held plays on.
    private func fetchEdge(_ presentation: HlsPresentation) {
        guard let stream, let end = places.position(at: timeline.range.end)?.time,
            doesStreamHoldBack || presentation.edge - end > presentation.targetDuration
        else { return }
        let now = MonotonicInstant.now
        if let askedForEdge, askedForEdge.duration(to: now) < Self.catchUpInterval { return }
        askedForEdge = now
        join.append(.discontinuity, at: .now)
        stream.seek(to: presentation.edge)
    }
}
