import Testing

@testable import RadioAudio

/// How a `PulseInterruption` recognises phone calls and suspended devices. The events are in the order in which
/// PulseAudio 16.1 sends them.
struct PulseInterruptionTests {
    @Test("a call begins and ends while we are corked: the server asks for both")
    func usual() {
        var interruption = PulseInterruption()
        #expect(interruption.requested(true) == .interruption(true))
        #expect(interruption.muted(true, wanted: false, isFirst: false) == .none)
        #expect(interruption.requested(false) == .interruption(false))
        #expect(interruption.muted(false, wanted: false, isFirst: false) == .none)
        #expect(!interruption.isOn)
    }

    @Test("a call that ends before we are corked: only the mute goes")
    func short() {
        var interruption = PulseInterruption()
        #expect(interruption.requested(true) == .interruption(true))
        #expect(interruption.muted(true, wanted: false, isFirst: false) == .none)
        #expect(interruption.muted(false, wanted: false, isFirst: false) == .interruption(false))
    }

    @Test("a call that ends before we are corked, whose mute came and went unseen: the server is asked")
    func unseen() {
        var interruption = PulseInterruption()
        #expect(interruption.corked() == .none)
        #expect(interruption.requested(true) == .interruption(true))
        #expect(interruption.corked() == .doubt)
        #expect(interruption.lasted(true) == .none)
        // Without its module for phone calls, the server cannot say whether there is a call: another program may have
        // silenced the stream.
        #expect(interruption.lasted(nil) == .none)
        #expect(interruption.isOn)
        #expect(interruption.lasted(false) == .interruption(false))
        // The event comes after the interruption has ended. It changes nothing.
        #expect(interruption.requested(false) == .none)
        #expect(interruption.lasted(false) == .none)
        #expect(interruption.corked() == .none)
    }

    @Test("asked twice, as after a move, is asked once")
    func twice() {
        var interruption = PulseInterruption()
        #expect(interruption.requested(true) == .interruption(true))
        #expect(interruption.requested(true) == .none)
        #expect(interruption.requested(false) == .interruption(false))
        #expect(interruption.requested(false) == .none)
    }

    @Test("muted from the beginning: a call, or what a mixer remembers")
    func birth() {
        var call = PulseInterruption()
        #expect(call.muted(true, wanted: false, isFirst: true) == .question)
        #expect(call.mutedAtBirth(byCall: true) == .interruption(true))
        #expect(call.requested(false) == .interruption(false))
        #expect(call.muted(false, wanted: false, isFirst: false) == .none)

        var remembered = PulseInterruption()
        #expect(remembered.muted(true, wanted: false, isFirst: true) == .question)
        #expect(remembered.mutedAtBirth(byCall: false) == .mute(true))
        #expect(remembered.muted(false, wanted: true, isFirst: false) == .mute(false))
    }

    @Test("the call ends while it is asked whether there is one")
    func overtaken() {
        var interruption = PulseInterruption()
        #expect(interruption.muted(true, wanted: false, isFirst: true) == .question)
        #expect(interruption.muted(false, wanted: false, isFirst: false) == .none)
        #expect(interruption.mutedAtBirth(byCall: true) == .none)
        #expect(!interruption.isOn)
    }

    @Test("a mixer's mute is told, also after a call")
    func mixer() {
        var interruption = PulseInterruption()
        #expect(interruption.muted(true, wanted: false, isFirst: false) == .mute(true))
        #expect(interruption.muted(true, wanted: true, isFirst: false) == .none)
        #expect(interruption.muted(false, wanted: true, isFirst: false) == .mute(false))
    }
}
