import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// Records the monitor of a sink with `parec`. This object keeps the stretches of the programme that were heard, not
/// samples.
final class Monitor: Sendable {
    /// A stretch of sound without silence. Its times are on the system's monotonic clock.
    struct Stretch: Sendable {
        var begin: MonotonicInstant
        var end: MonotonicInstant
        /// The place in the programme at `begin`, or nil if it could not be read.
        var first: Double?
        /// The place in the programme at `end`, or nil if it could not be read.
        var last: Double?
        /// The length in seconds, by the number of recorded frames. It may exceed the time from `begin` to `end`,
        /// because a server that catches up delivers frames faster than real time.
        var length = 0.0
    }

    private struct State {
        var stretches: [Stretch] = []
        var current: (begin: MonotonicInstant, end: MonotonicInstant)?
        var hasEnded = false
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
        let started = TestSignal()
        let ended = TestSignal()
    }

    let sink: String
    private let process: ChildProcess
    private let shared = Shared()

    /// Starts to listen.
    /// - Parameter latency: The latency of the recording in milliseconds. It also limits the sink's latency.
    init(address: String, sink: String, programme: SweepProgramme, latency: Int = 20) throws {
        self.sink = sink
        process = try ChildProcess(
            "parec",
            [
                "-d", "\(sink).monitor", "--raw", "--format=s16ne", "--rate=\(SweepProgramme.sampleRate)",
                "--channels=2",
                "--latency-msec=\(latency)",
            ], environment: ["PULSE_SERVER": address, "LC_ALL": "C"], output: .piped)
        let (shared, descriptor) = (shared, dup(process.output))
        LoopThread.start {
            Self.listen(descriptor, programme, shared)
            close(descriptor)
            shared.ended.raise()
        }
        // A monitor also delivers sample frames while nothing plays. Once the first have arrived, no sound is missed.
        guard shared.started.wait(seconds: 20), !shared.state.withLock({ $0.hasEnded }) else {
            throw FaultError(description: "parec records nothing from \(sink)")
        }
    }

    deinit { process.end() }

    /// The stretches of sound so far.
    var stretches: [Stretch] {
        shared.state.withLock { state in
            let open = state.current.map { Stretch(begin: $0.begin, end: $0.end) }
            return state.stretches + (open.map { [$0] } ?? [])
        }
    }

    /// The end of the last sound.
    var lastSound: MonotonicInstant? {
        shared.state.withLock { $0.current?.end ?? $0.stretches.last?.end }
    }

    /// Returns the first instant with sound at or after `instant`.
    func sound(after instant: MonotonicInstant) -> MonotonicInstant? {
        stretches.first { $0.end > instant }.map { max($0.begin, instant) }
    }

    /// Ends the recording. ``stretches`` is complete afterwards.
    func stop() {
        process.end()
        shared.ended.wait()
    }

    /// Removes the stretches of sound that ended before `instant`. The soak test needs only the figures computed from
    /// them.
    func forget(before instant: MonotonicInstant) {
        shared.state.withLock { $0.stretches.removeAll { $0.end < instant } }
    }

    // MARK: The thread

    private static func listen(_ descriptor: Int32, _ programme: SweepProgramme, _ shared: Shared) {
        var recording = MonitorRecording(programme)
        var buffer = [Int16](repeating: 0, count: 32_768)
        var held = 0  // number of bytes of an unfinished frame
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + held, $0.count - held)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let whole = (held + count) / 4
            let over = buffer.withUnsafeBufferPointer {
                recording.feed(UnsafeBufferPointer(rebasing: $0[..<(whole * 2)]), at: .now)
            }
            let rest = (held + count) % 4
            buffer.withUnsafeMutableBytes { bytes in
                for index in 0..<rest { bytes[index] = bytes[whole * 4 + index] }
            }
            held = rest
            let current = recording.current
            shared.state.withLock {
                $0.stretches += over
                $0.current = current
            }
            shared.started.raise()
        }
        let over = recording.finish()
        shared.state.withLock {
            $0.stretches += over
            $0.current = nil
            $0.hasEnded = true
        }
        shared.started.raise()
    }
}
