import RadioLoop
import TestSupport
import Testing

@testable import FaultRows

/// How `MonitorRecording` reads the recording of a sink's monitor if the sound server delivers sound late and all at
/// once.
struct MonitorRecordingTests {
    private let programme = SweepProgramme(silentSeconds: 60)

    /// A sound server stood still for twenty seconds and then delivers silence, sound and silence at once. The
    /// stretches of sound are in order, and none is repeated.
    @Test(arguments: [0.0, 0.4, 1.65]) func whatIsDeliveredLaterIsNotEarlier(_ sound: Double) {
        hear(sound, afterSilence: 20 - sound - 1.7, inPiecesOf: 4410)
    }

    /// The recording's clock is set back, which ends a stretch of sound. No sound is lost, even if the sound after the
    /// end is shorter than the 32 ms that the reader needs to find its position.
    @Test(arguments: 0..<5) func whatIsTooShortToTellItsPlaceIsNotLost(_ pieces: Int) {
        hear(1.6, afterSilence: Double((500 + pieces) * 1411) / Sweeps.rate, inPiecesOf: 1411)
    }

    private func hear(_ sound: Double, afterSilence before: Double, inPiecesOf pieces: Int) {
        let sweeps = Sweeps(seconds: 60)
        var recording = MonitorRecording(programme)
        var found: [Monitor.Stretch] = []
        var now = 100.0
        func deliver(_ samples: [Int16], pieces: Int, inTime: Bool) {
            samples.withUnsafeBufferPointer { samples in
                for start in stride(from: 0, to: samples.count, by: pieces * 2) {
                    let piece = samples[start..<min(start + pieces * 2, samples.count)]
                    if inTime { now += Double(piece.count / 2) / Sweeps.rate }
                    found += recording.feed(
                        UnsafeBufferPointer(rebasing: piece), at: MonotonicInstant(nanoseconds: Int64(now * 1e9)))
                }
            }
        }
        deliver(sweeps.sound(from: 10, seconds: 6), pieces: 882, inTime: true)
        let frozen = now
        now += 20
        deliver(
            sweeps.silence(before) + sweeps.sound(from: 16, seconds: sound) + sweeps.silence(1.7), pieces: pieces,
            inTime: false)
        deliver(sweeps.sound(from: 16 + sound, seconds: 6), pieces: 882, inTime: true)
        found += recording.finish()
        let heard = HeardSound(found, of: programme)
        #expect(heard.jumps(after: MonotonicInstant(nanoseconds: 0)).isEmpty, "\(found)")
        for (one, next) in zip(found, found.dropFirst()) { #expect(one.begin <= one.end && one.end <= next.begin) }
        // The silence is about as long as the time that the server stood still.
        let from = MonotonicInstant(nanoseconds: Int64(frozen * 1e9))
        let silence = heard.silences(from: from, to: MonotonicInstant(nanoseconds: Int64(now * 1e9))).max() ?? 0
        #expect(silence > 18 - sound && silence < 20.1, "\(silence)")
    }
}
