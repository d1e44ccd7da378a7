import RadioAudio
import RadioLoop
import TestSupport
import Testing

/// The rules that `AudioOutput.swift` states hold for every output, and for the fake output of the player's tests.
struct AudioOutputContractTests {
    @Test(arguments: OutputRig.Kind.available)
    func opensAndAsksForSoundAtOnceEvenWhileCorked(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 80_000, configuration: OutputRig.configuration(isCorked: true))
        rig.call { $0.open() }
        #expect(rig.client.requests == 0)
        #expect(rig.wait { rig.client.requests > 0 })
        guard case .opened(let device) = try #require(rig.client.events.first) else {
            Issue.record("first event \(rig.client.events)")
            return
        }
        #expect(!device.isEmpty)
        rig.pass(.milliseconds(300))
        #expect(!rig.client.has(.started))
        #expect(rig.waitForTiming { _ in true })
        #expect(rig.client.timings.allSatisfy { $0.consumed == 0 && !$0.isRunning && $0.written > 0 })
        rig.call { $0.setCorked(false) }
        #expect(rig.wait { rig.client.has(.started) && rig.client.has(.corked(false)) }, "\(rig.client.events)")
        #expect(rig.waitForTiming { $0.consumed > 0 })
        #expect(rig.client.eventsInsideCalls == 0)
    }

    @Test(arguments: OutputRig.Kind.available)
    func consumesWhatWasWrittenAndStarves(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 4000)
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.consumed == 4000 }, "\(rig.client.timings)")
        #expect(rig.client.timings.allSatisfy { $0.consumed <= $0.written && $0.written <= 4000 })
        #expect(rig.wait { rig.client.has(.underflow) }, "\(rig.client.events)")
        #expect(rig.waitForTiming { !$0.isRunning || kind == .fastFile })
        // The client gave fewer frames than the output requested. The output does not request more until `wake` is
        // called.
        let requests = rig.client.requests
        rig.client.allowed += 4000
        rig.pass(.milliseconds(300))
        #expect(rig.client.requests == requests)
        let starts = rig.client.count(of: .started)
        rig.call { $0.wake() }
        #expect(rig.client.requests == requests)
        #expect(rig.waitForTiming { $0.consumed == 8000 })
        #expect(rig.wait { rig.client.count(of: .started) > starts })
        #expect(rig.client.eventsInsideCalls == 0)
    }

    @Test(arguments: OutputRig.Kind.available)
    func wakeCostsNothingWhileTheBufferIsFull(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 1_000_000_000, configuration: OutputRig.configuration(isCorked: true))
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.written > 0 })
        let requests = rig.client.requests
        for _ in 0..<5 { rig.call { $0.wake() } }
        rig.pass(.milliseconds(50))
        #expect(rig.client.requests == requests)
    }

    @Test(arguments: OutputRig.Kind.available)
    func corkStopsConsumptionAndKeepsTheQueue(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: kind == .fastFile ? 4000 : 1_000_000_000)
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.consumed > 0 })
        rig.call { $0.setCorked(true) }
        #expect(rig.wait { rig.client.has(.corked(true)) })
        #expect(rig.waitForTiming { !$0.isRunning })
        let first = try #require(rig.client.timings.last)
        rig.pass(.milliseconds(200))
        #expect(rig.waitForTiming { $0.consumed == first.consumed })
        rig.client.allowed += 4000
        rig.call {
            $0.setCorked(false)
            $0.wake()
        }
        #expect(rig.waitForTiming { $0.consumed > first.consumed })
        #expect(rig.client.eventsInsideCalls == 0)
    }

    @Test(arguments: OutputRig.Kind.available)
    func flushForgetsTheQueueAndCountsFromZero(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 6000)
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.consumed > 1000 })
        rig.client.forget()
        let given = rig.client.given
        rig.call { $0.flush() }
        #expect(rig.waitForTiming { _ in true })
        let timing = try #require(rig.client.timings.first)
        #expect(timing.written <= Int64(rig.client.given - given))
        #expect(timing.consumed <= timing.written)
        let before = rig.client.given
        rig.client.allowed += 4000
        rig.call { $0.wake() }
        #expect(rig.waitForTiming { $0.written >= Int64(rig.client.given - before) && $0.consumed > 0 })
        #expect(rig.client.given > before)
    }

    @Test(arguments: OutputRig.Kind.available.filter { $0 != .fastFile })
    func takenBackFramesAreAskedForAgain(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 1_000_000)
        (rig.system as? FakeSystem)?.outputs.last?.takesBack = true
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.consumed > 0 && $0.written - $0.consumed > 3000 })
        let written = try #require(rig.output.lastTiming).written
        let given = rig.client.given
        rig.call { #expect($0.takeBack(frames: 2000)) }
        #expect(rig.output.lastTiming?.written == written - 2000)
        #expect(rig.wait { rig.client.given >= given + 2000 })
        // The output plays on without a gap, and counts the frames once.
        #expect(rig.waitForTiming { $0.consumed > written })
        let timing = try #require(rig.client.timings.last)
        #expect(timing.written <= Int64(rig.client.given) - 2000 && timing.consumed <= timing.written)
        #expect(!rig.client.has(.underflow))
        #expect(rig.client.eventsInsideCalls == 0)
    }

    @Test(arguments: OutputRig.Kind.available)
    func nothingIsTakenBackWithoutAQueue(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 400)
        (rig.system as? FakeSystem)?.outputs.last?.takesBack = true
        rig.call { #expect(!$0.takeBack(frames: 1)) }
        rig.call { $0.open() }
        #expect(rig.wait { rig.client.isFinished })
        rig.call {
            $0.drain()
            #expect(!$0.takeBack(frames: 1))
        }
    }

    @Test(arguments: OutputRig.Kind.available)
    func drainEndsWhenAllIsConsumed(_ kind: OutputRig.Kind) throws {
        // The client has fewer frames than the output needs before it starts. Only `drain` makes it start.
        let rig = try OutputRig(kind, frames: 400)
        rig.call { $0.open() }
        #expect(rig.wait { rig.client.isFinished })
        rig.call { $0.drain() }
        #expect(rig.wait { rig.client.has(.drained) }, "\(rig.client.events)")
        #expect(rig.waitForTiming { $0.consumed == 400 })
        #expect(rig.client.has(.started))
        #expect(rig.client.eventsInsideCalls == 0)
    }

    @Test(arguments: OutputRig.Kind.available)
    func wakeTakesADrainBack(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 3000, configuration: OutputRig.configuration(isCorked: true))
        rig.call { $0.open() }
        #expect(rig.wait { rig.client.isFinished })
        rig.client.allowed += 800
        rig.call {
            $0.drain()
            $0.wake()
            $0.setCorked(false)
        }
        #expect(rig.waitForTiming { $0.consumed == 3800 }, "\(rig.client.timings.suffix(2))")
        #expect(!rig.client.has(.drained))
        rig.call { $0.drain() }
        #expect(rig.wait { rig.client.has(.drained) })
    }

    @Test(arguments: OutputRig.Kind.available)
    func drainGoesOnAfterACork(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: 3000, configuration: OutputRig.configuration(isCorked: true))
        rig.call { $0.open() }
        #expect(rig.wait { rig.client.isFinished })
        rig.call {
            $0.setCorked(false)
            $0.drain()
            $0.setCorked(true)
        }
        #expect(rig.wait { rig.client.has(.corked(true)) })
        rig.call { $0.setCorked(false) }
        #expect(rig.wait { rig.client.has(.drained) }, "\(rig.client.events)")
        #expect(rig.waitForTiming { $0.consumed == 3000 })
    }

    @Test(arguments: OutputRig.Kind.available)
    func afterCloseNothingFollows(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: kind == .fastFile ? 4000 : 1_000_000_000)
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.written > 0 })
        rig.call {
            $0.requestTiming()
            $0.setCorked(true)
            $0.drain()
            $0.close()
        }
        let (events, timings, requests) = (rig.client.events.count, rig.client.timings.count, rig.client.requests)
        rig.pass(.milliseconds(300))
        #expect(rig.client.events.count == events)
        #expect(rig.client.timings.count == timings)
        #expect(rig.client.requests == requests)
    }

    @Test(arguments: OutputRig.Kind.available)
    func timingRequestsUnderWayAreOne(_ kind: OutputRig.Kind) throws {
        let rig = try OutputRig(kind, frames: kind == .fastFile ? 4000 : 1_000_000_000)
        rig.call { $0.open() }
        #expect(rig.waitForTiming { $0.consumed > 0 })
        rig.client.forget()
        for _ in 0..<5 { rig.call { $0.requestTiming() } }
        #expect(rig.wait { !rig.client.timings.isEmpty })
        rig.pass(.milliseconds(200))
        #expect(rig.client.timings.count == 1)
        #expect(rig.output.lastTiming?.written ?? 0 > 0)
    }

    @Test func whatCannotBeOpenedFails() throws {
        let loop = try EventLoop.byHand()
        let fake = FakeSystem(loop: loop)
        fake.openError = .noDevice("none")
        let directory = try TemporaryDirectory()
        let systems: [any AudioOutputSystem] = [FileSystem(loop: loop, path: directory.path + "/no/sound.wav"), fake]
        for system in systems {
            let client = ToneClient(sampleRate: 8000, frames: 8000)
            let output = system.makeOutput(PCMFormat(sampleRate: 8000, channelCount: 1), configuration: .init())
            output.client = client
            output.open()
            #expect(client.events.isEmpty)
            #expect(loop.turn { client.failure != nil })
            loop.pass(.seconds(10))
            #expect(client.events.count == 1)
            #expect(client.requests == 0)
        }
    }
}
