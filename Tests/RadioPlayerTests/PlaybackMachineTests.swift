import RadioAudio
import RadioLoop
import RadioStreams
import Testing

@testable import RadioPlayer

/// What a `PlaybackMachine` does on play, pause and stop, and at the start and the end of an item.
struct PlaybackMachineTests {
    @Test("play(item): download connecting, sound filling; what was before is closed")
    func play() {
        var script = MachineScript()
        let actions = script.send(.play(addressCount: 2))
        #expect(
            actions == [
                .closeStream, .closeOutput, .clearTimeline, .openStream(address: 0), .publish(.statusDidChange),
            ])
        #expect(script.facts.download == .connecting)
        #expect(script.facts.sound == .filling)
        #expect(script.status == .waitingToPlay(.connecting))
    }

    @Test("play(item) while another plays starts from nothing")
    func playAnother() {
        var script = MachineScript.playing()
        script.send(.ranDry)
        script.send(.play(addressCount: 1))
        #expect(script.facts.stallCount == 0)
        #expect(script.facts.reconnectCount == 0)
        #expect(script.status == .waitingToPlay(.connecting))
        // The previous item was heard, but the new one was not. It therefore fails at its first 404 instead of being
        // retried.
        script.send(.streamEnded(.notFound(status: 404, "x")))
        #expect(script.status == .failed(.stream(.notFound(status: 404, "x"))))
    }

    @Test("an item without an address fails at once")
    func playNothing() {
        var script = MachineScript()
        script.send(.play(addressCount: 0))
        #expect(script.status == .failed(.stream(.emptyPlaylist("the station has no address"))))
        #expect(script.deadline == nil)
    }

    @Test("playing is said only when decoded frames were consumed")
    func playingNeedsConsumption() {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        script.send(.streamOpened(isFinite: false))
        #expect(script.status == .waitingToPlay(.buffering))
        #expect(script.send(.held(.milliseconds(200))) == [])
        // The sound server has consumed silence, because its queue is empty. This does not make the status `playing`.
        script.send(.consumed)
        #expect(script.status == .waitingToPlay(.buffering))
        #expect(script.send(.held(.milliseconds(250))) == [.startOutput])
        #expect(script.status == .waitingToPlay(.buffering))
        #expect(script.send(.consumed) == [.publish(.statusDidChange)])
        #expect(script.status == .playing)
        #expect(script.send(.consumed) == [])
    }

    @Test("pause: cork; the download goes on")
    func pause() {
        var script = MachineScript.playing()
        #expect(script.send(.pause) == [.cork, .publish(.statusDidChange)])
        #expect(script.status == .paused(.user))
        #expect(script.facts.download == .receiving)
        #expect(script.send(.pause) == [])
        // The sound server consumes some sound after the pause was requested. The machine stays paused.
        script.send(.consumed)
        #expect(script.status == .paused(.user))
    }

    @Test("play after pause: uncork, and playing once the server consumes again")
    func resume() {
        var script = MachineScript.playing()
        script.at(3, .pause)
        #expect(script.at(20, .resume(atLiveEdge: false)) == [.uncork, .publish(.statusDidChange)])
        #expect(script.status == .waitingToPlay(.buffering))
        script.send(.consumed)
        #expect(script.status == .playing)
        #expect(script.send(.resume(atLiveEdge: false)) == [])
    }

    @Test("play(atLiveEdge): the newest sound, after a pause and while it plays")
    func liveEdge() {
        var script = MachineScript.playing()
        script.at(3, .pause)
        #expect(script.at(20, .resume(atLiveEdge: true)).deeds == [.jumpToLiveEdge, .uncork])
        script.send(.consumed)
        #expect(script.send(.resume(atLiveEdge: true)).deeds == [.jumpToLiveEdge, .uncork])
        #expect(script.status != .playing, "what was queued is gone and the new was not consumed yet")
        script.send(.consumed)
        #expect(script.status == .playing)
        // While sound plays, the time that the policy allows for silence does not pass. (Once it did.)
        script.receive(for: 400)
        #expect(script.status == .playing)
    }

    @Test("a file has no live edge")
    func liveEdgeOfFile() {
        var script = MachineScript.playing(isFinite: true)
        script.send(.pause)
        #expect(script.send(.resume(atLiveEdge: true)).deeds == [.uncork])
    }

    @Test("stop: close all, nothing waits")
    func stop() {
        var script = MachineScript.playing()
        #expect(script.send(.stop) == [.closeStream, .closeOutput, .clearTimeline, .publish(.statusDidChange)])
        #expect(script.status == .stopped)
        #expect(script.deadline == nil)
        #expect(script.send(.stop) == [])
        // The stream and the output are closed. Events of theirs that arrive late cause no action.
        for event in [PlaybackEvent.consumed, .held(.seconds(1)), .bytesReceived, .ranDry, .serverFroze, .endHeard] {
            #expect(script.send(event) == [], "\(event)")
        }
        #expect(script.send(.streamEnded(.connectionLost("late"))) == [])
        #expect(script.send(.outputFailed(.serverLost("late"))) == [])
        #expect(script.deadline == nil)
    }

    @Test("play after stop, end and failure starts the item again", arguments: [0, 1, 2])
    func playAgain(way: Int) {
        var script = MachineScript.playing(isFinite: true)
        switch way {
        case 0: script.send(.stop)
        case 1: script.send([.streamEnded(nil), .allWritten, .endHeard])
        default: script.send(.outputFailed(.file("full")))
        }
        #expect(script.send(.resume(atLiveEdge: false)).opens == 1)
        #expect(script.status == .waitingToPlay(.connecting))
    }

    @Test("pause while it waits for the next try: none is made before play, then one at once")
    func pauseDuringRetry() {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 1))
        script.send(.streamEnded(.unreachable("x")))
        #expect(script.status == .waitingToPlay(.connecting))
        script.send(.pause)
        #expect(script.advance(to: 3600).opens == 0)
        #expect(script.deadline == nil)
        #expect(script.send(.resume(atLiveEdge: false)).opens == 1)
    }

    @Test("a connection lost during a pause is made anew when the listener is back; what is held plays on")
    func lossDuringPause() {
        var script = MachineScript.playing()
        script.at(3, .pause)
        #expect(script.at(20, .streamEnded(.connectionLost("x"))) == [.closeStream])
        #expect(script.advance(to: 600).opens == 0)
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.openStream(address: 0), .uncork])
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("play while it waits for the next try: tried at once")
    func playDuringRetry() {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 1))
        script.send(.streamEnded(.unreachable("x")))
        #expect(script.send(.resume(atLiveEdge: false)).opens == 1)
        #expect(script.send(.resume(atLiveEdge: false)).opens == 0)
    }

    // MARK: The end

    @Test("item of finite length: its end heard → ended, once")
    func end() {
        var script = MachineScript.playing(isFinite: true)
        script.send(.streamEnded(nil))
        #expect(script.status == .playing)
        script.send(.allWritten)
        #expect(script.facts.sound == .draining)
        #expect(script.status == .playing)
        let actions = script.send(.endHeard)
        #expect(actions == [.closeStream, .closeOutput, .publish(.didPlayToEnd), .publish(.statusDidChange)])
        #expect(script.status == .ended)
        #expect(script.send(.endHeard) == [])
        #expect(script.deadline == nil)
    }

    @Test("an item shorter than the start buffer plays and ends")
    func shortItem() {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        script.send([.streamOpened(isFinite: true), .bytesReceived])
        #expect(script.send(.held(.milliseconds(80))) == [])
        script.send(.streamEnded(nil))
        #expect(script.send(.held(.milliseconds(80))) == [.startOutput])
        script.send(.allWritten)
        script.send(.consumed)
        #expect(script.facts.sound == .draining)
        script.send(.endHeard)
        #expect(script.status == .ended)
    }

    @Test("the end heard just after a pause: ended when the listener goes on, not before")
    func endDuringPause() {
        var script = MachineScript.playing(isFinite: true)
        script.send([.streamEnded(nil), .allWritten])
        script.send(.pause)
        #expect(script.send(.endHeard) == [])
        #expect(script.status == .paused(.user))
        let actions = script.send(.resume(atLiveEdge: false))
        #expect(actions.published.contains(.didPlayToEnd))
        #expect(script.status == .ended)
    }

    @Test("the end heard just as an interruption begins: ended when it is over")
    func endDuringInterruption() {
        var script = MachineScript.playing(isFinite: true)
        script.send([.streamEnded(nil), .allWritten, .interruptionBegan(.sleep), .endHeard])
        #expect(script.status == .paused(.interruption))
        #expect(script.send(.interruptionEnded(.sleep)).published.contains(.didPlayToEnd))
        #expect(script.status == .ended)
    }

    @Test("a file of which nothing decodes fails; one whose tail was lost with its output ends")
    func nothingLeft() {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        script.send([.streamOpened(isFinite: true), .streamEnded(nil), .nothingLeft])
        #expect(script.status == .failed(.undecodable("no packet could be decoded")))

        var heard = MachineScript.playing(isFinite: true)
        heard.send([.streamEnded(nil), .allWritten, .outputFailed(.serverLost("x"))])
        heard.send([.outputAvailable(isSameDevice: true), .nothingLeft])
        #expect(heard.status == .ended)
    }

    @Test("stop after the end and after a failure")
    func stopAfterEnd() {
        var script = MachineScript.playing(isFinite: true)
        script.send([.streamEnded(nil), .allWritten, .endHeard, .stop])
        #expect(script.status == .stopped)

        var failed = MachineScript()
        failed.send([.play(addressCount: 1), .streamEnded(.notSound("x")), .stop])
        #expect(failed.status == .stopped)
        #expect(failed.deadline == nil)
    }
}
