import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams
import Testing

@testable import RadioPlayer

/// What a `PlaybackMachine` does when the stream causes trouble: timeouts, failures, retries, giving up.
struct PlaybackMachineDownloadTests {
    private static let broken = StreamError.connectionLost("closed")

    @Test("15 s without first sound: retrying", arguments: [false, true])
    func firstSound(connects: Bool) {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        if connects { script.at(1, .streamOpened(isFinite: false)) }
        // Bytes without sound arrive once a second. They do not extend the deadline for the first sound.
        for second in 2..<15 { script.at(Double(second), .bytesReceived) }
        #expect(script.advance(to: 14.99).opens == 0)
        let actions = script.advance(to: 15)
        #expect(actions.retries == 1)
        #expect(actions.opens == 1, "the first retry of a listener does not wait")
    }

    @Test("the start-up timer does not kill a station that is heard")  // pyradio#132
    func startTimerEnds() {
        var script = MachineScript.playing()
        script.receive(for: 60)
        #expect(script.facts.reconnectCount == 0)
        #expect(script.status == .playing)
    }

    @Test("what is held from before does not excuse a new connection that brings nothing")
    func heldWhileConnecting() {
        var script = MachineScript.playing(.kiosk)
        script.at(3, .streamEnded(Self.broken))
        script.advance(to: 5)
        #expect(script.facts.download == .connecting)
        script.send(.held(.seconds(20)))
        #expect(script.advance(to: 20).retries == 1)
    }

    @Test(
        "the download ends or fails while sound plays: retrying, and sound plays on",
        arguments: [
            broken, .timedOut("x"), .notFound(status: 404, "x"), .accessDenied(status: 403, "x"), .notSound("x"),
            .unsupported("x"), .insecure("x"), .hostUnknown("x"), .emptyPlaylist("x"),
        ])
    func retryWhilePlaying(error: StreamError) {
        var script = MachineScript.playing()
        let actions = script.at(5, .streamEnded(error))
        #expect(actions == [.closeStream, .publish(.willRetry(error, attempt: 1, after: .zero))])
        #expect(script.status == .playing)
        #expect(script.advance(to: 5).deeds == [.openStream(address: 0)])
        #expect(script.status == .playing)
        script.connect()
        #expect(script.status == .playing)
        #expect(script.facts.stallCount == 0)
    }

    @Test("frozen for 8 s while sound plays: said at 4, retrying at 8")
    func freeze() {
        var script = MachineScript.playing()
        script.at(3, .bytesReceived)
        script.advance(to: 6.9)
        #expect(script.facts.download == .receiving)
        script.advance(to: 7)
        #expect(script.facts.download == .frozen(since: script.instant(3)))
        #expect(script.advance(to: 10.9).opens == 0)
        #expect(script.advance(to: 11).opens == 1)
        #expect(script.status == .playing)
    }

    @Test("a frozen stream that goes on is well again")
    func thaw() {
        var script = MachineScript.playing()
        script.at(3, .bytesReceived)
        script.at(9, .bytesReceived)
        #expect(script.facts.download == .receiving)
        #expect(script.advance(to: 16.9).opens == 0)
    }

    @Test("a stream that we hold back ourselves is not frozen, and counts from when it is let go")
    func heldBack() {
        for isFinite in [false, true] {
            var script = MachineScript.playing(isFinite: isFinite)
            script.at(1, .heldBack(true))
            script.send(.bytesReceived)  // These bytes were already sent.
            #expect(script.advance(to: 600).opens == 0)
            script.send(.heldBack(false))
            #expect(script.advance(to: 607.9).opens == 0)
            #expect(script.advance(to: 608).opens == 1)
        }
    }

    /// The station is played with low latency, so only the sound between the player and the live edge can be buffered.
    /// If the player waited until it had more, it would have to skip this sound.
    @Test("a station of low latency goes on with half of its distance from the live edge, without a margin")
    func lowLatencyGoesOnSoon() {
        var script = MachineScript()
        script.send([
            .play(addressCount: 1), .streamOpened(isFinite: false, keepsOwnTime: true, holdBack: .milliseconds(1500)),
            .bytesReceived, .held(.milliseconds(1400)), .consumed,
        ])
        for (second, needed) in [(4.0, 0.5), (8, 0.75), (12, 0.75), (16, 0.75)] {
            #expect(script.status == .playing)
            script.at(second, .ranDry)
            #expect(script.at(second + 1, .held(.seconds(needed - 0.01))) == [])
            #expect(script.at(second + 1.1, .held(.seconds(needed))) == [.startOutput])
            script.send(.consumed)
        }
        #expect(script.machine.bufferAfterStall == .milliseconds(750))
    }

    /// In this test, each segment arrives as a whole when the previous one was heard. If the output started as soon as
    /// a segment arrives, each segment would end in a stall, so the machine waits a little longer (the margin).
    @Test("a station in segments goes on a little later after a stall; anything else at once")
    func segmentsGoOnWithAMargin() {
        for (keepsOwnTime, isFinite) in [(true, false), (true, true), (false, false)] {
            var script = MachineScript()
            script.send([
                .play(addressCount: 1), .streamOpened(isFinite: isFinite, keepsOwnTime: keepsOwnTime), .bytesReceived,
                .held(.seconds(4)), .consumed,
            ])
            #expect(script.status == .playing)
            script.at(4, .ranDry)
            let actions = script.at(6, .held(.seconds(4)))
            guard keepsOwnTime, !isFinite else {
                #expect(actions == [.startOutput])
                continue
            }
            #expect(actions == [])
            #expect(script.advance(to: 6.49) == [])
            #expect(script.advance(to: 6.5) == [.startOutput])
            #expect(script.send(.consumed).contains(.publish(.statusDidChange)))
            #expect(script.status == .playing)
            // After the second stall in a row, the margin is one second. When another segment arrives before its end,
            // the output starts at once.
            script.at(11, .ranDry)
            #expect(script.at(12, .held(.seconds(4))) == [])
            #expect(script.at(12.4, .held(.seconds(4.9))) == [])
            #expect(script.at(12.5, .held(.seconds(8))) == [.startOutput])
            // The sound is dropped before the margin ends, so the output does not start at the end of the margin.
            script.send(.consumed)
            script.at(21, .ranDry)
            #expect(script.at(22, .held(.seconds(4))) == [])
            #expect(script.at(22.1, .held(.zero)) == [])
            #expect(script.advance(to: 27) == [])
            // The margin was used up. The output now starts only when the player has no room for more sound.
            #expect(script.at(28, .held(.seconds(4))) == [])
            script.send(.heldBack(true))
            #expect(script.send(.held(.seconds(4))) == [.startOutput])
        }
    }

    @Test("a full store starts, however much a restart would ask for")
    func heldBackStarts() {
        var script = MachineScript.playing()
        for _ in 0..<6 { script.send([.ranDry, .held(.seconds(5)), .consumed]) }
        script.send([.ranDry, .heldBack(true)])
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
    }

    @Test("a file on a server that breaks or freezes in the middle is fetched again")
    func finiteBreaks() {
        var script = MachineScript.playing(isFinite: true)
        script.at(3, .bytesReceived)
        #expect(script.advance(to: 11).opens == 1)
        script.connect(isFinite: true)
        #expect(script.at(13, .streamEnded(Self.broken)).retries == 1)
        script.advance(to: 15)
        script.connect(isFinite: true)
        script.send([.streamEnded(nil), .allWritten, .endHeard])
        #expect(script.status == .ended)
    }

    @Test("nothing is said of a frozen stream while nobody listens; it is replaced when play goes on")
    func freezeWhilePaused() {
        var script = MachineScript.playing()
        script.at(3, .pause)
        #expect(script.advance(to: 100).opens == 0)
        script.send(.resume(atLiveEdge: false))
        #expect(script.advance(to: 100).opens == 1)
    }

    // MARK: Failing at once

    @Test(
        "before the first sound: failed at once, with the reason",
        arguments: [
            StreamError.accessDenied(status: 401, "x"), .accessDenied(status: 403, "x"), .notFound(status: 404, "x"),
            .notFound(status: 410, "x"), .notSound("x"), .unsupported("x"), .fileMissing("x"), .badAddress("x"),
            .protocolViolation("x"), .insecure("x"),
        ])
    func hopeless(error: StreamError) {
        for policy in [PlaybackPolicy.listener, .kiosk] {
            var script = MachineScript(policy)
            // A policy that retries without limit gives up only if the queue has another item.
            script.send(.play(addressCount: 1, hasAlternative: policy.retry.giveUpAfter == nil))
            let actions = script.at(1, .streamEnded(error))
            #expect(actions.published == [.didFail(.stream(error)), .statusDidChange])
            #expect(script.status == .failed(.stream(error)))
            #expect(script.deadline == nil)
        }
    }

    /// Sound arrives, the connection is lost, and the next response is 404. The sound server has not taken any sound
    /// yet. The item does not fail: the sound is heard, and the machine tries again.
    @Test func soundOnItsWayIsNoFailure() {
        var script = MachineScript(.listener)
        script.send(.play(addressCount: 1))
        script.connect()
        script.send([.soundReceived, .held(.seconds(2))])
        #expect(script.facts.sound == .filling)
        script.send(.streamEnded(.connectionLost("x")))
        script.advance(to: 1)
        #expect(script.facts.download == .connecting)
        script.send(.streamEnded(.notFound(status: 404, "x")))
        guard case .retrying = script.facts.download else {
            Issue.record("\(script.facts.download)")
            return
        }
    }

    /// While a server restarts, it answers with 404 or with a web page. The machine tries again.
    @Test(arguments: [
        StreamError.notFound(status: 404, "x"), .notSound("x"), .protocolViolation("x"), .unsupported("x"),
    ])
    func aKioskNeverGivesUp(error: StreamError) {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 1))
        for second in 1...4000 {
            if script.facts.download == .connecting { script.send(.streamEnded(error)) }
            script.advance(to: Double(second))
            #expect(script.status == .waitingToPlay(.connecting))
        }
        // While the machine tries again, its facts contain the reason of the failure.
        guard case .retrying(_, _, error) = script.facts.download else {
            Issue.record("\(script.facts.download)")
            return
        }
    }

    @Test("failed at once only when every URL has failed so")
    func hopelessEverywhere() {
        var script = MachineScript()
        script.send(.play(addressCount: 3))
        script.send(.streamEnded(.notFound(status: 404, "0")))
        #expect(script.advance(to: 0).addresses == [1])
        script.send(.streamEnded(.unreachable("1")))
        #expect(script.advance(to: 0).addresses == [2])
        script.send(.streamEnded(.notFound(status: 404, "2")))
        script.advance(to: 1)
        script.send(.streamEnded(.notFound(status: 404, "0")))
        #expect(script.status == .waitingToPlay(.connecting), "the second address may come back")
        script.advance(to: 3)
        script.send(.streamEnded(.notFound(status: 404, "1")))
        #expect(script.status == .failed(.stream(.notFound(status: 404, "1"))))
    }

    @Test("after it was heard the same errors are retried: a restarting source answers 404")
    func restartingSource() {
        var script = MachineScript.playing()
        script.at(3, .streamEnded(Self.broken))
        for second in 11..<40 {
            script.advance(to: Double(second))
            if script.facts.download == .connecting { script.send(.streamEnded(.notFound(status: 404, "x"))) }
        }
        script.advance(to: 41)
        script.connect()
        #expect(script.status == .playing)
    }

    @Test("undecodable: the next address, then failed; after it was heard, retried; once each")
    func undecodable() {
        var script = MachineScript()
        script.send(.play(addressCount: 2))
        script.connect()
        #expect(script.send(.undecodable("x")).retries == 1)
        #expect(script.send(.undecodable("x")) == [], "the same news again")
        #expect(script.advance(to: 0).addresses == [1])
        script.connect()
        script.send(.undecodable("y"))
        #expect(script.status == .failed(.undecodable("y")))

        var heard = MachineScript.playing()
        #expect(heard.send(.undecodable("x")).retries == 1)

        var file = MachineScript.playing(isFinite: true)
        file.send(.streamEnded(nil))
        file.send(.undecodable("x"))
        #expect(file.status == .failed(.undecodable("x")))
    }

    /// Without a network, the name of the server cannot be resolved. The machine waits, as for a server that is down,
    /// because the name may exist.
    @Test func withoutANetworkIsWaited() {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        for second in 1...200 {
            if script.facts.download == .connecting { script.send(.streamEnded(.noNetwork("x"))) }
            script.advance(to: Double(second))
        }
        #expect(script.status == .waitingToPlay(.connecting))
    }

    @Test("an unknown host: 5 s of patience for a listener, none limits a kiosk", arguments: [1, 3])
    func unknownHost(addresses: Int) {
        for (policy, fails) in [(PlaybackPolicy.listener, true), (.kiosk, false)] {
            var script = MachineScript(policy)
            script.send(.play(addressCount: addresses))
            var time = 0.0
            while time < 60, script.facts.download == .connecting || script.deadline != nil {
                if script.facts.download == .connecting { script.send(.streamEnded(.hostUnknown("x"))) }
                time += 0.05
                script.advance(to: time)
            }
            #expect((script.status == .failed(.stream(.hostUnknown("x")))) == fails)
            if fails { #expect(time >= 5 && time < 8) }
        }
    }

    // MARK: The number of tries and the waits

    @Test("next URL, then back-off: no address waits in the first round, then each try does")
    func rounds() {
        var script = MachineScript()
        script.send(.play(addressCount: 3))
        var tries: [(address: Int, time: Double)] = [(0, 0)]
        while script.seconds < 4 {
            if script.facts.download == .connecting { script.send(.streamEnded(.unreachable("x"))) }
            let time = script.deadline!
            tries += script.advance(to: time).addresses.map { ($0, time) }
        }
        #expect(tries.prefix(8).map(\.address) == [0, 1, 2, 0, 1, 2, 0, 1])
        // With three addresses, the waits before the tries are 0, 0, 0 s, then 0, 0.25 and 0.5 s, and then 1 s each,
        // with 10% of jitter.
        let expected = [0, 0, 0, 0, 0.25, 0.75, 1.75, 2.75]
        for (attempt, time) in zip(tries, expected) { #expect(abs(attempt.time - time) <= time * 0.1 + 1e-9) }
    }

    @Test("Retry-After is honoured, within two minutes")
    func retryAfter() {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 1))
        script.send(.streamEnded(.serverError(status: 503, "x", retryAfter: .seconds(30))))
        #expect(script.advance(to: 29.9).opens == 0)
        #expect(script.advance(to: 30).opens == 1)

        // The server's Retry-After asks for an hour. The machine waits only two minutes, because a restarting server
        // usually returns much sooner.
        var patient = MachineScript(.kiosk)
        patient.send(.play(addressCount: 1))
        patient.send(.streamEnded(.serverError(status: 503, "x", retryAfter: .seconds(3600))))
        #expect(patient.advance(to: 119).opens == 0)
        #expect(patient.advance(to: 120).opens == 1)
    }

    @Test("only failures without sound in between count: 10 s of heard sound make it start again")
    func countResets() {
        var script = MachineScript.playing()
        // The connection breaks once an hour, as some stations do for advertisements (MPD#1447), and buffered sound
        // bridges each break.
        for hour in 1...6 {
            script.receive(for: 3600)
            let actions = script.send(.streamEnded(Self.broken))
            #expect(actions.published == [.willRetry(Self.broken, attempt: 1, after: .zero)], "hour \(hour)")
            script.advance(to: script.seconds)
            script.connect()
        }
    }

    @Test("sound that is only held does not make the count start again")
    func countStays() {
        var script = MachineScript.playing()
        script.at(1, .streamEnded(.unreachable("x")))
        // The player plays half a minute of buffered sound while no server answers.
        var last = 0
        while script.seconds < 30 {
            script.advance(to: script.seconds + 0.1)
            guard script.facts.download == .connecting else { continue }
            for case .willRetry(_, let attempt, _) in script.send(.streamEnded(.unreachable("x"))).published {
                #expect(attempt > last)
                last = attempt
            }
        }
        #expect(script.status == .playing)
        #expect(last > 10)
        #expect(script.facts.reconnectCount < 40)
    }

    // MARK: Giving up

    @Test("retry budget used up: a listener's player fails after 5 minutes without sound, a kiosk's never")
    func giveUp() {
        for (policy, gives) in [(PlaybackPolicy.listener, true), (.kiosk, false)] {
            var script = MachineScript.playing(policy)
            script.at(3, .streamEnded(.unreachable("x")))
            script.at(20, .ranDry)
            while script.seconds < 86_400, !gives || script.seconds < 400 {
                script.advance(to: (script.deadline ?? script.seconds) + 0.001)
                if script.facts.download == .connecting { script.send(.streamEnded(.unreachable("x"))) }
                if case .failed = script.status { break }
            }
            #expect((script.status == .failed(.givenUp(last: .unreachable("x")))) == gives)
            if gives { #expect(script.seconds >= 320 && script.seconds <= 320.1, "from the last sound on") }
            if !gives { #expect(script.seconds >= 86_400) }
        }
    }

    @Test("a server that takes every connection and sends nothing is given up too")
    func giveUpOnSilence() {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        while script.seconds < 400 {
            script.advance(to: script.seconds + 1)
            if script.facts.download == .connecting { script.send(.streamOpened(isFinite: false)) }
        }
        guard case .failed(.givenUp) = script.status else {
            Issue.record("\(script.status)")
            return
        }
    }

    @Test("time in which the sound was held back does not count")
    func giveUpNotWhileHeldBack() {
        var script = MachineScript.playing()
        script.at(3, .streamEnded(.unreachable("x")))
        script.at(20, .interruptionBegan(.otherStream))
        for _ in 0..<1200 {
            script.advance(to: script.seconds + 1)
            if script.facts.download == .connecting { script.send(.streamEnded(.unreachable("x"))) }
        }
        #expect(script.status == .paused(.interruption))
        script.send(.interruptionEnded(.otherStream))
        script.advance(to: script.seconds + 299)
        guard case .waitingToPlay = script.status else {
            Issue.record("\(script.status)")
            return
        }
    }

    @Test("failed: the network back, or play, tries again")
    func afterGivingUp() {
        for event in [PlaybackEvent.networkReturned, .resume(atLiveEdge: false)] {
            var script = MachineScript.playing()
            script.at(3, .streamEnded(.unreachable("x")))
            script.at(11, .ranDry)
            script.advance(to: 400)
            #expect(script.facts.download == .failed(.givenUp(last: .timedOut("no sound within 15 s"))))
            #expect(script.send(event).opens == 1)
            #expect(script.status == .waitingToPlay(.connecting))
        }
    }

    @Test("what failed at once is not tried again by the network's return")
    func afterFailing() {
        var script = MachineScript()
        script.send([.play(addressCount: 1), .streamEnded(.notFound(status: 404, "x"))])
        #expect(script.send(.networkReturned) == [])
    }

    @Test("each outage begins with the first attempt, however many outages there were before")
    func attemptsOfEachOutage() {
        var script = MachineScript.playing(.kiosk)
        for outage in 1...3 {
            script.send([.streamEnded(.unreachable("x")), .ranDry])
            #expect(script.status == .waitingToPlay(.reconnecting(attempt: 1)), "outage \(outage)")
            while script.facts.download != .connecting { script.advance(to: script.seconds + 0.1) }
            #expect(script.status == .waitingToPlay(.reconnecting(attempt: 1)), "outage \(outage)")
            script.connect()
            script.send(.consumed)
            script.receive(for: 15)
        }
        #expect(script.facts.reconnectCount == 3)
    }

    // MARK: The network and sleep

    @Test("the network is back: at once")  // RadioDroid#131
    func networkReturned() {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 1))
        script.send(.streamEnded(.serverError(status: 503, "x", retryAfter: .seconds(600))))
        #expect(script.at(2, .networkReturned).opens == 1)
        #expect(script.send(.networkReturned).opens == 0, "the new connection is fresh")
        // The machine opened a connection without a network, so this connection hangs. When the network returns, it
        // opens a new one.
        #expect(script.at(4, .networkReturned).opens == 1)
        script.connect()
        #expect(script.send(.networkReturned) == [])
    }

    @Test("the clock was set: a station whose certificate was refused is tried at once, no other")
    func clockWasSet() {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 1))
        script.send(.streamEnded(.insecure("expired")))
        #expect(script.at(0.1, .clockWasSet).opens == 1)
        #expect(script.send(.clockWasSet) == [])
        script.send(.streamEnded(.serverError(status: 503, "x", retryAfter: .seconds(600))))
        #expect(script.at(0.2, .clockWasSet) == [])
        script = MachineScript(.listener)
        script.send(.play(addressCount: 1))
        script.send(.streamEnded(.insecure("expired")))
        #expect(script.at(5, .clockWasSet).opens == 1)
        script.send([.pause, .streamEnded(.insecure("expired"))])
        #expect(script.send(.clockWasSet) == [])
    }

    @Test("the network is back: a frozen stream is opened again, sound plays on")
    func networkReturnedWhileFrozen() {
        var script = MachineScript.playing()
        script.at(1, .bytesReceived)
        script.advance(to: 6)
        #expect(script.send(.networkReturned).deeds == [.openStream(address: 0)])
        #expect(script.status == .playing)
    }

    @Test("the network is back while nobody listens: nothing")
    func networkReturnedWhilePaused() {
        var script = MachineScript.playing()
        script.send([.pause, .streamEnded(Self.broken)])
        #expect(script.send(.networkReturned) == [])
    }

    @Test("the machine slept: rejoin at the live edge")
    func woke() {
        var script = MachineScript.playing()
        #expect(script.at(3, .woke).deeds == [.closeStream, .skipHeld, .openStream(address: 0)])
        #expect(script.status == .waitingToPlay(.reconnecting(attempt: 1)))
        script.connect()
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("the machine slept during a pause: the connection is stale, what is held is not")
    func wokePaused() {
        var script = MachineScript.playing()
        script.send(.pause)
        #expect(script.send(.woke) == [.closeStream])
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.openStream(address: 0), .uncork])
    }

    @Test("the machine slept while a file played: it plays on")
    func wokeFile() {
        var script = MachineScript.playing(isFinite: true)
        #expect(script.send(.woke) == [])
        #expect(script.status == .playing)
    }

    @Test("events of a stream that is closed change nothing")
    func lateStreamEvents() {
        var script = MachineScript(.kiosk)
        script.send([.play(addressCount: 1), .streamEnded(.unreachable("x"))])
        let facts = script.facts
        script.send([
            .streamOpened(isFinite: true), .bytesReceived, .heldBack(true), .streamEnded(nil), .undecodable("x"),
        ])
        #expect(script.facts == facts)
    }

    @Test("jitter spreads players")
    func jitter() {
        let waits = (0..<200).map { seed -> Double in
            var script = MachineScript(.kiosk, seed: UInt64(seed))
            script.send([.play(addressCount: 1), .streamEnded(.unreachable("x"))])
            return script.deadline!
        }
        #expect(waits.min()! >= 0.9 && waits.min()! < 0.93)
        #expect(waits.max()! <= 1.1 && waits.max()! > 1.07)
    }
}
