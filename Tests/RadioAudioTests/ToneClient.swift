import Glibc
import RadioAudio
import RadioLoop

/// Gives a sine, as much as it is allowed, and keeps what it is told.
final class ToneClient: AudioOutputClient {
    private(set) var events: [AudioOutputEvent] = []
    private(set) var timings: [OutputTiming] = []
    private(set) var isOpened = false
    /// Frames given, and how often it was asked.
    private(set) var given = 0
    private(set) var requests = 0
    /// Events that came from inside a call of the output.
    private(set) var eventsInsideCalls = 0
    var isInsideCall = false
    /// Does at once what a player would.
    var onEvent: ((AudioOutputEvent) -> Void)?
    /// Frames that it may give.
    var allowed: Int
    let sampleRate: Int
    private let period: [Float]

    init(sampleRate: Int, frames: Int) {
        self.sampleRate = sampleRate
        allowed = frames
        period = (0..<Self.periodFrames(sampleRate)).map { Self.wave($0, sampleRate) }
    }

    var isFinished: Bool { given == allowed }

    /// 440 Hz at half of full scale, beginning at its peak.
    static func wave(_ frame: Int, _ rate: Int) -> Float {
        Float(0.5 * cos(2 * Double.pi * 440 * Double(frame) / Double(rate)))
    }

    /// After so many frames the wave repeats exactly: 11 periods at 44.1 and 48 kHz's thousands.
    private static func periodFrames(_ rate: Int) -> Int { rate / 20 }

    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        requests += 1
        let channels = output.format.channelCount
        let frames = min(buffer.count / channels, allowed - given)
        for frame in 0..<frames {
            let value = period[(given + frame) % period.count]
            for channel in 0..<channels { buffer[frame * channels + channel] = value }
        }
        given += frames
        return frames
    }

    func audioOutput(_ output: any AudioOutput, did event: AudioOutputEvent) {
        if isInsideCall { eventsInsideCalls += 1 }
        if case .opened = event { isOpened = true }
        if case .timing(let timing) = event { timings.append(timing) } else { events.append(event) }
        onEvent?(event)
    }

    func has(_ event: AudioOutputEvent) -> Bool { events.contains(event) }
    func count(of event: AudioOutputEvent) -> Int { events.filter { $0 == event }.count }

    /// The reason when the output failed.
    var failure: AudioOutputError? {
        for case .failed(let error) in events { return error }
        return nil
    }

    func forget() {
        events = []
        timings = []
    }
}
