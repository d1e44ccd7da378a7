import RadioAudio
import RadioLoop
import RadioStreams
import Testing

@testable import RadioPlayer

/// What a `PlaybackMachine` does when the output causes trouble: sound runs out, the sound server hangs, devices
/// disappear, interruptions begin and end.
struct PlaybackMachineOutputTests {
    // MARK: Starvation

    @Test("the server's queue is empty and there is nothing to give: starved, said once")
    func starved() {
        var script = MachineScript.playing()
        let actions = script.at(3, .ranDry)
        #expect(actions == [.publish(.didStall), .publish(.statusDidChange)])
        #expect(script.facts.sound == .starved(since: script.now))
        #expect(script.status == .waitingToPlay(.stalled))
        #expect(script.send(.ranDry) == [])
        #expect(script.facts.stallCount == 1)
    }

    @Test("a stall while no connection is there is called reconnecting")
    func starvedWhileReconnecting() {
        var script = MachineScript.playing(.kiosk)
        script.send([.streamEnded(.unreachable("x")), .ranDry])
        #expect(script.status == .waitingToPlay(.reconnecting(attempt: 1)))
    }

    @Test("enough again: 0.5 s, doubled with each stall up to 4, the first 0.25 after a minute without")
    func restartBuffer() {
        var script = MachineScript.playing()
        for needed in [500, 1000, 2000, 4000, 4000, 4000] {
            script.send(.ranDry)
            #expect(script.send(.held(.milliseconds(needed - 1))) == [], "\(needed)")
            #expect(script.send(.held(.milliseconds(needed))) == [.startOutput], "\(needed)")
            script.send(.consumed)
            #expect(script.status == .playing)
            script.receive(for: 5)
        }
        script.receive(for: 61)
        script.send(.ranDry)
        #expect(script.send(.held(.milliseconds(500))) == [.startOutput])
    }

    @Test("a connection that brings bytes but no sound after a stall is left")
    func starvedWithBytes() {
        var script = MachineScript.playing()
        script.receive(for: 10)
        script.send(.ranDry)
        script.receive(for: 14)
        #expect(script.facts.reconnectCount == 0)
        script.receive(for: 2)
        #expect(script.facts.reconnectCount == 1)
    }

    @Test("a finite item does not stall at its end")
    func noStallAtTheEnd() {
        var script = MachineScript.playing(isFinite: true)
        script.send(.streamEnded(nil))
        #expect(script.send(.ranDry) == [])
        script.send(.allWritten)
        #expect(script.send(.ranDry) == [])
    }

    @Test("running dry before anything is consumed gathers again, and is no stall")
    func dryBeforeStart() {
        var script = MachineScript()
        script.send(.play(addressCount: 1))
        script.connect()
        #expect(script.send(.ranDry) == [])
        #expect(!script.machine.isGivingSound)
        #expect(script.facts.stallCount == 0)
        #expect(script.send(.held(.milliseconds(250))) == [.startOutput])
    }

    // MARK: The sound server

    @Test("the sound server freezes: playing ends; its answer makes it play again")
    func frozenServer() {
        var script = MachineScript.playing()
        script.send(.serverFroze)
        #expect(script.status == .waitingToPlay(.stalled))
        #expect(script.send(.serverFroze) == [])
        script.receive(for: 20)
        #expect(script.facts.reconnectCount == 0, "the stream is not to blame")
        script.send(.consumed)
        #expect(script.status == .playing)
        // The sound ran out because the sound server hung, not because the stream was slow. The machine therefore
        // buffers no more than before.
        script.send(.ranDry)
        #expect(script.send(.held(.milliseconds(500))) == [.startOutput])
    }

    @Test("a frozen server that comes back with an empty queue is one stall")
    func frozenThenDry() {
        var script = MachineScript.playing()
        script.send(.serverFroze)
        #expect(script.send(.ranDry) == [])
        #expect(script.facts.stallCount == 1)
        #expect(script.send(.held(.milliseconds(250))) == [.startOutput])
    }

    @Test("pause and play while the server is frozen")
    func pauseWhileFrozen() {
        var script = MachineScript.playing()
        script.send([.serverFroze, .pause])
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.uncork])
        #expect(script.status == .waitingToPlay(.buffering))
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("a listener's player gives up on a frozen server, with that reason")
    func frozenForEver() {
        var script = MachineScript.playing()
        script.send(.serverFroze)
        script.receive(for: 301)
        #expect(script.status == .failed(.output(.serverLost("the sound server does not answer"))))
    }

    // MARK: No output

    @Test(
        "no sound server at the start: a listener's player fails, a kiosk's waits",
        arguments: [
            AudioOutputError.noServer("x"), .serverLost("x"), .noDevice("x"), .refused("x"),
        ])
    func noServer(error: AudioOutputError) {
        var listener = MachineScript()
        listener.send([.play(addressCount: 1), .streamOpened(isFinite: false), .held(.seconds(1))])
        listener.send(.outputFailed(error))
        #expect(listener.status == .failed(.output(error)))

        var kiosk = MachineScript(.kiosk)
        kiosk.send([.play(addressCount: 1), .streamOpened(isFinite: false), .held(.seconds(1))])
        kiosk.send(.outputFailed(error))
        #expect(kiosk.status == .waitingToPlay(.noOutputDevice))
        #expect(kiosk.send(.held(.seconds(2))) == [])
        kiosk.send(.outputAvailable(isSameDevice: false))
        #expect(kiosk.send(.held(.seconds(2))) == [.startOutput])
        kiosk.send(.consumed)
        #expect(kiosk.status == .playing)
    }

    @Test("no device or sound server at all: noOutputDevice; ends when the server or the same device is back")
    func serverLost() {
        var script = MachineScript.playing()
        let actions = script.send(.outputFailed(.serverLost("x")))
        #expect(actions == [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved)), .publish(.statusDidChange)])
        #expect(script.status == .waitingToPlay(.noOutputDevice))
        #expect(script.send(.outputFailed(.serverLost("x"))) == [.closeOutput])
        #expect(script.send(.outputAvailable(isSameDevice: true)).deeds == [.uncork])
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
        script.send(.consumed)
        #expect(script.status == .playing)
        #expect(script.send(.outputAvailable(isSameDevice: true)) == [])
    }

    @Test("another device after none: outputDeviceRemoved; a kiosk follows")
    func anotherDevice() {
        var script = MachineScript.playing()
        script.send([.outputFailed(.noDevice("x")), .outputAvailable(isSameDevice: false)])
        #expect(script.status == .paused(.outputDeviceRemoved))
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.uncork])

        var kiosk = MachineScript.playing(.kiosk)
        kiosk.send(.outputFailed(.noDevice("x")))
        #expect(kiosk.send(.outputAvailable(isSameDevice: false)).deeds == [.uncork])
    }

    @Test("play while there is no device tries it")
    func playWithoutDevice() {
        var script = MachineScript.playing()
        script.send(.outputFailed(.serverLost("x")))
        script.send(.resume(atLiveEdge: false))
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
        script.send(.outputFailed(.noServer("x")))
        #expect(script.status == .waitingToPlay(.noOutputDevice))
    }

    @Test("a server that refuses is tried again by a kiosk, as no event tells when it changes its mind")
    func refused() {
        var script = MachineScript.playing(.kiosk)
        script.send(.outputFailed(.refused("x")))
        #expect(script.status == .waitingToPlay(.noOutputDevice))
        script.receive(for: 5.1)
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
    }

    @Test("a server that took our sound and refuses now is tried again, at growing distances")
    func refusedAfterSound() {
        var script = MachineScript.playing()
        for wait in [1.0, 2, 4, 8, 15, 15] {
            script.send(.outputFailed(.refused("x")))
            #expect(script.status == .waitingToPlay(.noOutputDevice))
            script.receive(for: wait - 0.1)
            #expect(script.status == .waitingToPlay(.noOutputDevice), "not before \(wait) s")
            script.receive(for: 0.2)
            #expect(script.send(.held(.seconds(2))) == [.startOutput], "after \(wait) s")
        }
        script.send(.consumed)
        script.send(.outputFailed(.refused("x")))
        script.receive(for: 1.1)
        #expect(script.send(.held(.seconds(2))) == [.startOutput], "sound in between begins anew")
    }

    @Test("the output dies while the end plays out: what was not heard plays again, then it ends")
    func outputDiesAtTheEnd() {
        var script = MachineScript.playing(isFinite: true)
        script.send([.streamEnded(nil), .allWritten, .outputFailed(.serverLost("x"))])
        #expect(script.send(.endHeard) == [], "of the output that is gone")
        script.send(.outputAvailable(isSameDevice: true))
        #expect(script.send(.held(.milliseconds(1200))) == [.startOutput])
        script.send(.consumed)
        #expect(script.facts.sound == .playing)
        script.send([.allWritten, .endHeard])
        #expect(script.status == .ended)
    }

    @Test("a file that cannot be written fails whoever listens")
    func fileFails() {
        for policy in [PlaybackPolicy.listener, .kiosk] {
            var script = MachineScript.playing(policy)
            script.send(.outputFailed(.file("full")))
            #expect(script.status == .failed(.output(.file("full"))))
        }
    }

    // MARK: Devices

    @Test(
        "the device in use is removed and another exists: outputDeviceRemoved, nothing of ours stays there; ends by play"
    )
    func deviceRemoved() {
        var script = MachineScript.playing()
        let actions = script.send(.deviceRemoved(anotherExists: true))
        #expect(actions == [.closeOutput, .publish(.outputRouteDidChange(.deviceRemoved)), .publish(.statusDidChange)])
        #expect(script.status == .paused(.outputDeviceRemoved))
        #expect(
            script.send(.deviceRemoved(anotherExists: true)) == [.closeOutput],
            "the stream's news and the card's are one")
        #expect(script.send(.held(.seconds(2))) == [], "no output is opened on the other device")
        #expect(script.send(.outputAvailable(isSameDevice: false)) == [])
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.uncork])
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    struct Loss: CustomTestStringConvertible {
        var policy: PlaybackPolicy.DeviceLoss
        var anotherExists: Bool
        /// The expected status after the device was removed.
        var lost: PlaybackStatus
        /// The expected status after another device has appeared.
        var withAnother: PlaybackStatus
        var testDescription: String { "\(policy), another exists: \(anotherExists)" }
    }

    static let losses = [
        Loss(
            policy: .pause, anotherExists: true, lost: .paused(.outputDeviceRemoved),
            withAnother: .paused(.outputDeviceRemoved)),
        Loss(
            policy: .pause, anotherExists: false, lost: .waitingToPlay(.noOutputDevice),
            withAnother: .paused(.outputDeviceRemoved)),
        Loss(
            policy: .wait, anotherExists: true, lost: .waitingToPlay(.noOutputDevice),
            withAnother: .waitingToPlay(.noOutputDevice)),
        Loss(
            policy: .wait, anotherExists: false, lost: .waitingToPlay(.noOutputDevice),
            withAnother: .waitingToPlay(.noOutputDevice)),
        Loss(policy: .follow, anotherExists: true, lost: .playing, withAnother: .playing),
        Loss(
            policy: .follow, anotherExists: false, lost: .waitingToPlay(.noOutputDevice),
            withAnother: .waitingToPlay(.buffering)),
    ]

    @Test("what a removed device means by policy, and what another device changes", arguments: losses)
    func lossByPolicy(_ row: Loss) {
        var policy = PlaybackPolicy.listener
        policy.deviceLoss = row.policy
        var script = MachineScript.playing(policy)
        script.send(.deviceRemoved(anotherExists: row.anotherExists))
        #expect(script.status == row.lost)
        script.send(.outputAvailable(isSameDevice: false))
        #expect(script.status == row.withAnother)
    }

    @Test("another output: sound goes on by itself, a pause stays one, a stop stays one")
    func outputReplaced() {
        var script = MachineScript.playing(.listener)
        #expect(script.send(.outputReplaced).prefix(2) == [.closeOutput, .uncork])
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
        script.send(.consumed)
        #expect(script.status == .playing)
        script.send(.pause)
        #expect(script.send(.outputReplaced) == [.closeOutput])
        #expect(script.status == .paused(.user))
        script.send(.stop)
        #expect(script.send(.outputReplaced) == [])
        #expect(script.status == .stopped)
    }

    @Test("another output than the one that is missing is used at once")
    func outputReplacedWhileNoneWorks() {
        var script = MachineScript.playing(.listener)
        script.send(.outputFailed(.noDevice("gone")))
        #expect(script.status == .waitingToPlay(.noOutputDevice))
        #expect(script.send(.outputReplaced).contains(.uncork))
        script.send(.held(.seconds(2)))
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("the same device is back: sound goes on by itself", arguments: [PlaybackPolicy.DeviceLoss.pause, .wait])
    func deviceReturned(_ loss: PlaybackPolicy.DeviceLoss) {
        var policy = PlaybackPolicy.listener
        policy.deviceLoss = loss
        var script = MachineScript.playing(policy)
        script.send(.deviceRemoved(anotherExists: true))
        let actions = script.send(.deviceReturned)
        #expect(actions == [.uncork, .publish(.statusDidChange)], "its output tells of the route")
        #expect(script.send(.deviceReturned) == [])
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("the same device is back while paused: the listener decides")
    func deviceReturnedWhilePaused() {
        var script = MachineScript.playing()
        script.send([.pause, .deviceRemoved(anotherExists: true)])
        #expect(script.send(.deviceReturned).deeds == [])
        #expect(script.status == .paused(.user))
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.uncork])
    }

    @Test("the same device is back during an interruption: sound goes on when that is over")
    func deviceReturnedWhileAsleep() {
        var script = MachineScript.playing()
        script.send([.interruptionBegan(.sleep), .deviceRemoved(anotherExists: true)])
        #expect(script.send(.deviceReturned).deeds == [])
        #expect(script.status == .paused(.interruption))
        #expect(script.send(.interruptionEnded(.sleep)).deeds == [.uncork])
    }

    @Test("a kiosk plays on with the other device")
    func deviceRemovedKiosk() {
        var script = MachineScript.playing(.kiosk)
        let actions = script.send(.deviceRemoved(anotherExists: true))
        #expect(actions == [.uncork, .publish(.outputRouteDidChange(.deviceRemoved))])
        #expect(script.status == .playing)
    }

    @Test("the last device is removed: the output is closed, and a new one opened when the device is back")
    func lastDeviceRemoved() {
        var script = MachineScript.playing()
        #expect(script.send(.deviceRemoved(anotherExists: false)).first == .closeOutput)
        #expect(script.status == .waitingToPlay(.noOutputDevice))
        script.send(.outputAvailable(isSameDevice: true))
        #expect(script.send(.held(.seconds(2))) == [.startOutput])
    }

    @Test("a device that is back plays or pauses, as the policy says", arguments: PlaybackPolicy.DeviceReturn.allCases)
    func deviceReturns(_ choice: PlaybackPolicy.DeviceReturn) {
        var policy = PlaybackPolicy.listener
        policy.deviceReturn = choice
        for anotherExists in [false, true] {
            var script = MachineScript.playing(policy)
            script.send(.deviceRemoved(anotherExists: anotherExists))
            let deeds = script.send(.deviceReturned).deeds
            #expect(deeds.contains(.uncork) == (choice == .play))
            #expect((script.status == .paused(.user)) == (choice == .pause))
            #expect(script.facts.suppressions.isEmpty)
        }
    }

    @Test("while a scan runs, the gaps between its excerpts are no other status")
    func scan() {
        var script = MachineScript.playing()
        script.send(.scanChanged(isRunning: true))
        for _ in 0..<3 {
            script.send(.sought(isHeld: false))
            #expect(script.status == .playing)
            script.send([.held(.seconds(1)), .consumed])
            #expect(script.status == .playing)
        }
        script.send(.sought(isHeld: false))
        script.send(.scanChanged(isRunning: false))
        #expect(script.status == .waitingToPlay(.buffering))
    }

    @Test("who waits for a device waits for the first one, too")
    func waitsForTheFirst() {
        var policy = PlaybackPolicy.listener
        policy.deviceLoss = .wait
        for error in [AudioOutputError.noServer("x"), .noDevice("x")] {
            var script = MachineScript(policy)
            script.send([.play(addressCount: 1), .streamOpened(isFinite: false), .held(.seconds(1))])
            script.send(.outputFailed(error))
            #expect(script.status == .waitingToPlay(.noOutputDevice))
            script.send(.outputAvailable(isSameDevice: true))
            #expect(script.send(.held(.seconds(2))) == [.startOutput])
        }
    }

    @Test("a lost device takes the interruptions that it told of with it")
    func lostDuringInterruption() {
        var script = MachineScript.playing()
        script.send([.interruptionBegan(.otherStream), .deviceRemoved(anotherExists: true)])
        #expect(script.status == .paused(.outputDeviceRemoved))
        #expect(script.send(.interruptionEnded(.otherStream)) == [])
        #expect(script.send(.deviceReturned).deeds == [.uncork])
    }

    // MARK: Interruptions

    @Test("interruption begins / ends: cork / resume")
    func interruption() {
        var script = MachineScript.playing()
        #expect(
            script.send(.interruptionBegan(.otherStream))
                == [.cork, .publish(.interruptionBegan(.otherStream)), .publish(.statusDidChange)])
        #expect(script.status == .paused(.interruption))
        script.send(.consumed)
        #expect(script.status == .paused(.interruption))
        let actions = script.send(.interruptionEnded(.otherStream))
        #expect(actions.first == .uncork)
        #expect(actions.published == [.interruptionEnded(.otherStream, shouldResume: true), .statusDidChange])
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("resume only if intent is still playing")
    func interruptionAndPause() {
        var script = MachineScript.playing()
        script.send([.interruptionBegan(.otherStream), .pause])
        #expect(
            script.send(.interruptionEnded(.otherStream))
                == [.publish(.interruptionEnded(.otherStream, shouldResume: false))])
        #expect(script.status == .paused(.user))
    }

    @Test("play during an interruption waits for its end")
    func playDuringInterruption() {
        var script = MachineScript.playing()
        script.send([.pause, .interruptionBegan(.otherStream)])
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [])
        #expect(script.status == .paused(.interruption))
        #expect(script.send(.interruptionEnded(.otherStream)).first == .uncork)
    }

    @Test(
        "what the listener does during an interruption decides whether its end resumes",
        arguments: [
            ([.pause], false), ([.pause, .resume(atLiveEdge: false)], true),
            ([.pause, .resume(atLiveEdge: false), .pause], false), ([.resume(atLiveEdge: true)], true), ([], true),
        ] as [([PlaybackEvent], Bool)])
    func shouldResume(_ acts: [PlaybackEvent], _ resumes: Bool) {
        for kind in [InterruptionKind.otherStream, .suspendedDevice, .sleep] {
            var script = MachineScript.playing()
            script.send(.interruptionBegan(kind))
            script.send(acts)
            let actions = script.send(.interruptionEnded(kind))
            #expect(actions.published.contains(.interruptionEnded(kind, shouldResume: resumes)))
            #expect(actions.deeds == (resumes ? [.uncork] : []))
        }
    }

    @Test("nested interruptions, of one kind and of two")
    func nested() {
        var script = MachineScript.playing()
        script.send(.interruptionBegan(.otherStream))
        #expect(script.send(.interruptionBegan(.otherStream)) == [])
        script.send(.interruptionBegan(.sleep))
        #expect(script.send(.interruptionEnded(.otherStream)) == [])
        #expect(
            script.send(.interruptionEnded(.otherStream))
                == [.publish(.interruptionEnded(.otherStream, shouldResume: false))])
        #expect(script.send(.interruptionEnded(.sleep)).first == .uncork)
        #expect(script.send(.interruptionEnded(.sleep)) == [])
    }

    @Test("a suspend while we are corked ourselves is none")
    func idleSuspend() {
        var script = MachineScript.playing()
        script.send(.pause)
        #expect(script.send(.interruptionBegan(.suspendedDevice)) == [])
        #expect(script.send(.resume(atLiveEdge: false)).deeds == [.uncork])
        #expect(script.send(.interruptionEnded(.suspendedDevice)) == [])
        script.send(.consumed)
        #expect(script.status == .playing)
    }

    @Test("an interruption ends with the output that told of it: nobody else would")
    func interruptionWithoutOutput() {
        for kind in [InterruptionKind.otherStream, .suspendedDevice] {
            var script = MachineScript.playing()
            script.send([.interruptionBegan(kind), .stop])
            #expect(script.facts.suppressions == [])
            script.send(.resume(atLiveEdge: false))
            script.connect()
            script.send(.consumed)
            #expect(script.status == .playing)
        }
    }

    @Test("an interruption by sleep outlives the item")
    func sleepOutlives() {
        var script = MachineScript.playing()
        script.send([.interruptionBegan(.sleep), .play(addressCount: 1)])
        #expect(script.status == .paused(.interruption))
        script.connect()
        #expect(script.send(.interruptionEnded(.sleep)).deeds == [.uncork])
    }

    @Test("retries go on during an interruption, so that sound is there when it is over")
    func retryDuringInterruption() {
        var script = MachineScript.playing()
        script.send([.interruptionBegan(.otherStream), .streamEnded(.connectionLost("x"))])
        #expect(script.advance(to: 1).opens == 1)
    }
}
