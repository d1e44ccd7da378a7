import Glibc
import RadioAudio
import RadioLoop

/// A client of an output. It provides a sine tone of limited length, and records the output's events.
final class ToneClient: AudioOutputClient {
    private(set) var events: [AudioOutputEvent] = []
    private(set) var timings: [OutputTiming] = []
    private(set) var isOpened = false
    /// How many frames the client has provided.
    private(set) var given = 0
    /// How many times the output has requested sound.
    private(set) var requests = 0
    /// How many events came while the test called the output, which is not allowed.
    private(set) var eventsInsideCalls = 0
    var isInsideCall = false
    /// An action that is run at each event, as a player would respond to it.
    var onEvent: ((AudioOutputEvent) -> Void)?
    /// The total number of frames that the client may provide.
    var allowed: Int
    let sampleRate: Int
    /// The factor of the tone from now on.
    var level: Float = 1
    private let period: [Float]

    init(sampleRate: Int, frames: Int) {
        self.sampleRate = sampleRate
        allowed = frames
        period = (0..<Self.periodFrames(sampleRate)).map { Self.wave($0, sampleRate) }
    }

    var isFinished: Bool { given == allowed }

    /// Returns a sample of 440 Hz at half of full scale, which begins at its peak.
    static func wave(_ frame: Int, _ rate: Int) -> Float {
        Float(0.5 * cos(2 * Double.pi * 440 * Double(frame) / Double(rate)))
    }

    /// Returns the number of frames after which the tone repeats exactly: 22 periods at 44.1 and 48 kHz.
    private static func periodFrames(_ rate: Int) -> Int { rate / 20 }

    func audioOutput(_ output: any AudioOutput, fill buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        requests += 1
        let channels = output.format.channelCount
        let frames = min(buffer.count / channels, allowed - given)
        for frame in 0..<frames {
            let value = level * period[(given + frame) % period.count]
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

    /// Gives the last frames again.
    func tookBack(_ frames: Int) { given -= frames }

    func has(_ event: AudioOutputEvent) -> Bool { events.contains(event) }
    func count(of event: AudioOutputEvent) -> Int { events.filter { $0 == event }.count }

    /// The error of the output, or nil if it has not failed.
    var failure: AudioOutputError? {
        for case .failed(let error) in events { return error }
        return nil
    }

    func forget() {
        events = []
        timings = []
    }
}
