import RadioLoop
import TestSupport

@testable import Longwave

/// A radio with a kiosk's player, on a clock that the test turns, whose sound an ``Ear`` hears.
final class VirtualRadio: @unchecked Sendable {  // The test's thread turns the loop, and nothing else uses this.
    let loop: EventLoop
    let ear = Ear()
    let radio: Radio

    init(_ loop: EventLoop, _ programme: Programme? = nil) {
        self.loop = loop
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null, policy: .kiosk)
        configuration.journal = JournalPlaces()
        configuration.programmes = programme.map { [$0] } ?? []
        radio = Radio(
            configuration,
            manager: PlaybackManager(configuration.playback, loop: loop, system: HeardSystem(loop, ear)))
    }

    deinit { radio.manager.assumeIsolated { $0.shutDown() } }

    var snapshot: PlaybackSnapshot { radio.manager.assumeIsolated { $0.snapshot } }

    func perform(_ command: PlayerCommand) {
        radio.manager.assumeIsolated { radio.perform(command, on: $0) { _ in } }
    }

    func play(_ source: PlayRequest.Source) { perform(.play(PlayRequest(source))) }

    /// Lets the clock go on in small steps until a condition holds, and the disk and the network get time meanwhile.
    /// Returns false if the clock has gone on for `longest` by then.
    func passes(atMost longest: Duration = .seconds(60), until condition: () -> Bool) -> Bool {
        let end = loop.now.advanced(by: longest)
        while !condition() {
            guard loop.now < end else { return false }
            loop.turn(for: .milliseconds(1))
            loop.pass(.milliseconds(20))
        }
        return true
    }
}
