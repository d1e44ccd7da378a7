import RadioLoop
import RadioPlayer
import Testing

@testable import Longwave

@Suite struct ProgrammeMachineTests {
    /// A machine, its time, and the health of the sources that it watches.
    private final class Script {
        var machine: ProgrammeMachine
        var now = MonotonicInstant(nanoseconds: 0)
        private(set) var watched: Set<Int> = []
        /// The health that a watch reports as soon as it begins.
        var health: [Int: SourceWatch.Health] = [:]
        /// The switches, as `0→1 silence at 5`.
        private(set) var switches: [String] = []

        init(_ count: Int = 3, _ change: (inout Programme) -> Void = { _ in }) {
            var programme = Programme(name: "p", sources: (0..<count).map { "\($0)" })
            change(&programme)
            machine = ProgrammeMachine(programme, at: now)
            step(.tick)
        }

        var current: Int { machine.current }

        func step(_ event: ProgrammeMachine.Event) {
            var begun: [Int] = []
            for action in machine.handle(event, at: now) {
                switch action {
                case .watch(let source):
                    #expect(watched.insert(source).inserted)
                    begun.append(source)
                case .release(let source): #expect(watched.remove(source) != nil)
                case .play(let source, let reason):
                    switches.append("\(source) \(reason.rawValue) at \(now.nanoseconds / 1_000_000_000)")
                    watched.remove(source)
                }
            }
            for source in begun where watched.contains(source) { health[source].map { step(.health(source, $0)) } }
        }

        /// Lets time pass. The machine gets its ticks.
        func pass(_ seconds: Double) {
            let end = now.advanced(by: .seconds(seconds))
            while let deadline = machine.nextDeadline, deadline <= end {
                now = max(now, deadline)
                step(.tick)
            }
            now = end
        }

        func report(_ source: Int, _ health: SourceWatch.Health) {
            self.health[source] = health
            if watched.contains(source) { step(.health(source, health)) }
        }

        /// The first source sounds, the others are well.
        static func sounding(_ count: Int = 3, _ change: (inout Programme) -> Void = { _ in }) -> Script {
            let script = Script(count, change)
            script.step(.condition(.sounding))
            for source in 0..<count { script.health[source] = .healthy }
            return script
        }
    }

    @Test func aHealthySourceStaysAlone() {
        let script = Script.sounding()
        script.pass(3600)
        script.step(.goodMoment)
        #expect(script.switches.isEmpty && script.watched.isEmpty && script.machine.nextDeadline == nil)
    }

    @Test func silence() {
        let script = Script.sounding()
        script.pass(100)
        script.step(.condition(.silent))
        #expect(script.watched.isEmpty)
        script.pass(2)
        #expect(script.watched == [1] && script.switches.isEmpty)
        script.pass(4)
        #expect(script.switches == ["1 silence at 105"])
    }

    /// The sound comes back before the patience is over.
    @Test func aShortSilence() {
        let script = Script.sounding()
        script.step(.condition(.silent))
        script.pass(4)
        script.step(.condition(.sounding))
        script.pass(60)
        #expect(script.switches.isEmpty && script.watched.isEmpty)
    }

    @Test func deadAir() {
        let script = Script.sounding()
        script.step(.air(.suspicious))
        #expect(script.watched == [1])
        script.step(.air(.sounding))
        #expect(script.watched.isEmpty)
        script.step(.air(.suspicious))
        script.step(.air(.dead))
        #expect(script.switches == ["1 deadAir at 0"])
    }

    @Test func aSourceThatCannotBePlayed() {
        let script = Script.sounding()
        script.step(.condition(.gone))
        #expect(script.switches == ["1 failure at 0"])
    }

    @Test func threeStallsInFiveMinutes() {
        let script = Script.sounding()
        for _ in 0..<4 {
            script.step(.stalled)
            script.pass(200)
        }
        #expect(script.switches.isEmpty)
        script.step(.stalled)
        script.pass(10)
        script.step(.stalled)
        #expect(script.switches == ["1 stalls at 810"])
    }

    /// The old source goes on until the next one is well.
    @Test func theNextSourceSoundsFirst() {
        let script = Script.sounding()
        script.health = [:]
        script.step(.air(.dead))
        script.pass(3)
        #expect(script.switches.isEmpty && script.watched == [1])
        script.report(1, .healthy)
        #expect(script.switches == ["1 deadAir at 3"])
    }

    /// A source that fails, and one that sends silence for too long, are left out.
    @Test func theNextSourceIsNotWellEither() {
        let script = Script.sounding(4)
        script.health = [1: .failed]
        script.step(.condition(.gone))
        #expect(script.watched == [1, 2])
        script.health[3] = .healthy
        script.pass(6)
        #expect(script.switches == ["3 failure at 5"])
        #expect(script.watched == [0, 1, 2])
    }

    /// All sources are tried for ever; the first that is well plays, even the one that has failed.
    @Test func nothingIsWell() {
        let script = Script.sounding()
        script.health = [0: .failed, 1: .failed, 2: .failed]
        script.step(.condition(.gone))
        #expect(script.watched == [0, 1, 2])
        script.pass(100_000)
        #expect(script.switches.isEmpty && script.watched == [0, 1, 2])
        script.report(0, .healthy)
        #expect(script.switches == ["0 failure at 100000"])
    }

    @Test func returnAtAGoodMoment() {
        let script = Script.sounding()
        script.health = [1: .healthy]
        script.step(.condition(.gone))
        script.step(.condition(.sounding))
        #expect(script.watched == [0])
        script.pass(100)
        script.report(0, .healthy)
        script.pass(59)
        script.step(.goodMoment)
        #expect(script.current == 1)
        script.pass(10)
        #expect(script.current == 1)
        script.step(.goodMoment)
        #expect(script.switches == ["1 failure at 0", "0 recovery at 169"] && script.watched.isEmpty)
    }

    @Test func returnWithoutAGoodMoment() {
        let script = Script.sounding()
        script.health[0] = nil
        script.step(.air(.dead))
        script.step(.condition(.sounding))
        script.report(0, .healthy)
        script.pass(362)
        #expect(script.switches == ["1 deadAir at 0", "0 recovery at 360"])
    }

    /// A source that was well for less than the time of a return starts again.
    @Test func aSourceThatFailsWhileItIsWatched() {
        let script = Script.sounding()
        script.health[0] = nil
        script.step(.air(.dead))
        script.step(.condition(.sounding))
        script.report(0, .healthy)
        script.pass(50)
        script.report(0, .waiting)
        script.pass(10)
        script.report(0, .healthy)
        script.pass(50)
        script.step(.goodMoment)
        #expect(script.current == 1)
        script.pass(15)
        script.step(.goodMoment)
        #expect(script.current == 0)
    }

    /// Each return that fails within ten minutes doubles the time, up to an hour. A return that lasts forgives.
    @Test func returnsBackOff() {
        let script = Script.sounding()
        func waitsForReturn() -> Int {
            script.step(.condition(.gone))
            script.step(.condition(.sounding))
            let begin = script.now
            while script.current != 0, begin.duration(to: script.now) < .seconds(10_000) {
                script.pass(10)
                script.step(.goodMoment)
            }
            script.step(.condition(.sounding))
            return Int(begin.duration(to: script.now).inSeconds)
        }
        #expect((0..<8).map { _ in waitsForReturn() } == [60, 120, 240, 480, 960, 1920, 3600, 3600])
        script.pass(700)
        #expect(waitsForReturn() == 60)
    }

    /// The best of the earlier sources is taken.
    @Test func returnInSteps() {
        let script = Script.sounding(4)
        script.health = [0: .failed, 1: .failed, 2: .failed, 3: .healthy]
        script.step(.condition(.gone))
        script.step(.condition(.sounding))
        #expect(script.current == 3 && script.watched == [0, 1, 2])
        script.report(1, .healthy)
        script.pass(61)
        script.step(.goodMoment)
        script.step(.condition(.sounding))
        #expect(script.current == 1 && script.watched == [0])
    }

    /// While the listener pauses, or has no device, time does not count and nothing is received.
    @Test func suspension() {
        let script = Script.sounding()
        script.step(.condition(.silent))
        script.pass(2)
        #expect(script.watched == [1])
        script.step(.condition(.suspended))
        #expect(script.watched.isEmpty && script.machine.nextDeadline == nil)
        script.pass(1000)
        script.step(.condition(.silent))
        script.pass(4)
        #expect(script.switches.isEmpty)
        script.pass(2)
        #expect(script.switches == ["1 silence at 1007"])
    }

    @Test func aWarmBackup() {
        let script = Script.sounding { $0.isWarm = true }
        #expect(script.watched == [1])
        script.report(1, .failed)
        #expect(script.watched == [1, 2])
        script.step(.condition(.gone))
        #expect(script.switches == ["2 failure at 0"])
    }

    @Test func oneSource() {
        let script = Script.sounding(1)
        script.step(.condition(.silent))
        script.pass(100)
        #expect(script.switches.isEmpty && script.watched.isEmpty)
        script.health = [:]
        script.step(.condition(.gone))
        #expect(script.watched == [0])
        script.report(0, .healthy)
        #expect(script.switches == ["0 failure at 100"])
    }

    /// A preferred source that is well is better than one that must be connected first.
    @Test func anEarlierSourceThatIsWellComesFirst() {
        let script = Script.sounding()
        script.step(.condition(.gone))
        script.step(.condition(.sounding))
        script.pass(5)
        script.step(.condition(.gone))
        #expect(script.switches.last == "0 failure at 5")
    }
}
