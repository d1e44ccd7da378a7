import Glibc
import RadioLoop

@testable import RadioAudio

/// Gives a sine, as much as it is allowed, and keeps what it is told.
final class ToneClient: AudioOutputClient {
    private(set) var events: [AudioOutputEvent] = []
    private(set) var given = 0
    /// Frames that it may give.
    var allowed: Int
    let sampleRate: Int
    let frequency: Double
    private(set) var firstFill: MonotonicInstant?

    init(sampleRate: Int, frames: Int, frequency: Double = 440) {
        self.sampleRate = sampleRate
        self.frequency = frequency
        allowed = frames
    }

    var isFinished: Bool { given == allowed }

    static func sample(_ frame: Int, _ sampleRate: Int, _ frequency: Double = 440) -> Float {
        // Starts at its peak, so that the first frame is not silent.
        Float(0.5 * cos(2 * Double.pi * frequency * Double(frame) / Double(sampleRate)))
    }

    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        if firstFill == nil { firstFill = .now }
        let channels = output.format.channelCount
        let frames = min(buffer.count / channels, allowed - given)
        for frame in 0..<frames {
            let value = Self.sample(given + frame, sampleRate, frequency)
            for channel in 0..<channels { buffer[frame * channels + channel] = value }
        }
        given += frames
        return frames
    }

    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) { events.append(event) }

    func forget() { events = [] }
}
