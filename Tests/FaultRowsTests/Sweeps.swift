import Glibc

@testable import FaultRows

/// Makes the sound of a ``SweepProgramme``, whose tones tell the position, directly, without an encoder.
struct Sweeps {
    static let rate = Double(SweepProgramme.sampleRate)
    /// The duration of the programme in seconds.
    var seconds: Double

    /// Returns the interleaved sound of the programme from the position `place` on, in seconds.
    func sound(from place: Double, seconds: Double) -> [Int16] {
        let slope = 1800 / self.seconds
        return (0..<Int(seconds * Self.rate)).flatMap { index in
            let t = (place + Double(index) / Self.rate).truncatingRemainder(dividingBy: self.seconds)
            let fast = t.truncatingRemainder(dividingBy: 4)
            let left = 0.4 * sin(2 * .pi * (400 * t + slope * t * t))
            let right = 0.4 * sin(2 * .pi * (500 * fast + 375 * fast * fast))
            return [Int16(left * 32_767), Int16(right * 32_767)]
        }
    }

    func silence(_ seconds: Double) -> [Int16] { [Int16](repeating: 0, count: Int(seconds * Self.rate) * 2) }
}
