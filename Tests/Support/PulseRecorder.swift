import Glibc
import RadioLoop
import Synchronization

/// Records the monitor of a sink with `parec`, as interleaved floats, and notes the time at which each piece of the
/// recording arrived.
///
/// Recording shortens the sink's latency, so a property that depends on the latency must be tested with and without a
/// recorder.
package final class PulseRecorder: Sendable {
    /// The beginning of a piece of the recording: the number of sample frames before the piece, and the time at which
    /// the piece arrived.
    package struct Mark: Sendable {
        package var frame: Int
        package var at: MonotonicInstant
    }

    private struct State {
        var samples: [Float] = []
        var marks: [Mark] = []
        var hasEnded = false
    }

    package let channels: Int
    package let rate: Int
    private let process: ChildProcess
    private let shared: Shared

    /// The state that the reading thread keeps alive. The thread ends when `parec` closes its output.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// - Parameter latency: The latency of the recording in milliseconds. It also limits the sink's latency.
    package init(address: String, sink: String, rate: Int, channels: Int, latency: Int = 20) throws {
        self.channels = channels
        self.rate = rate
        process = try ChildProcess(
            "parec",
            [
                "-d", "\(sink).monitor", "--raw", "--format=float32ne", "--rate=\(rate)", "--channels=\(channels)",
                "--latency-msec=\(latency)",
            ], environment: ["PULSE_SERVER": address, "LC_ALL": "C"], output: .piped)
        shared = Shared()
        let (shared, channels) = (shared, channels)
        // The thread needs its own descriptor, because it may still be in read(2) when the recorder is released.
        let descriptor = dup(process.output)
        LoopThread.start { Self.read(descriptor, into: shared, channels) }
        // A monitor also delivers sample frames while nothing plays. Once the first of them has arrived, the recorder
        // misses no sound that plays later.
        guard wait(for: 1) else { throw ChildProcess.StartError(description: "parec records nothing from \(sink)") }
    }

    deinit { process.end() }

    private static func read(_ descriptor: Int32, into shared: Shared, _ channels: Int) {
        var chunk = [Float](repeating: 0, count: 16384)
        var held = 0  // number of bytes of a sample that has not arrived completely
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + held, $0.count - held) }
            if count < 0, errno == EINTR { continue }
            let now = MonotonicInstant.now
            guard count > 0 else { break }
            let whole = (held + count) / 4
            let rest = (held + count) % 4
            shared.state.withLock {
                $0.marks.append(Mark(frame: $0.samples.count / channels, at: now))
                $0.samples += chunk[..<whole]
            }
            if rest > 0 {
                chunk.withUnsafeMutableBytes { bytes in
                    for index in 0..<rest { bytes[index] = bytes[whole * 4 + index] }
                }
            }
            held = rest
        }
        close(descriptor)
        shared.state.withLock { $0.hasEnded = true }
    }

    /// All recorded samples, interleaved.
    package var samples: [Float] { shared.state.withLock { $0.samples } }
    package var frameCount: Int { shared.state.withLock { $0.samples.count / channels } }
    package var marks: [Mark] { shared.state.withLock { $0.marks } }

    /// Returns the samples of one channel.
    package func channel(_ index: Int) -> [Float] {
        shared.state.withLock { state in
            stride(from: index, to: state.samples.count, by: channels).map { state.samples[$0] }
        }
    }

    /// Returns the time at which the piece with this sample frame arrived. For a frame that has not arrived yet,
    /// returns the time of the newest piece, or nil if there is none.
    package func arrival(ofFrame frame: Int) -> MonotonicInstant? {
        marks.last { $0.frame <= frame }?.at
    }

    /// Returns the index of the first sample frame at or after `start` with a sample louder than `threshold`, or nil if
    /// there is none.
    package func firstSound(from start: Int = 0, threshold: Float = 0.001) -> Int? {
        shared.state.withLock { state in
            let samples = state.samples
            guard start * channels < samples.count else { return nil }
            return samples[(start * channels)...].firstIndex { abs($0) > threshold }.map { $0 / channels }
        }
    }

    /// Returns the index of the last sample frame with a sample louder than `threshold`, or nil if there is none.
    package func lastSound(threshold: Float = 0.001) -> Int? {
        shared.state.withLock { $0.samples.lastIndex { abs($0) > threshold }.map { $0 / channels } }
    }

    /// Waits until this many sample frames are recorded. Returns false if `bound` passes or `parec` ends first.
    @discardableResult
    package func wait(for frames: Int, within bound: Duration = .seconds(30)) -> Bool {
        let deadline = MonotonicInstant.now.advanced(by: bound)
        while frameCount < frames {
            guard MonotonicInstant.now < deadline, !shared.state.withLock({ $0.hasEnded }) else { return false }
            usleep(2_000)
        }
        return true
    }

    package func stop() { process.end() }
}
