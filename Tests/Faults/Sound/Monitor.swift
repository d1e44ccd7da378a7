import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// Records the monitor of a sink with `parec`, and finds out which stretches of the row's programme are heard there.
/// The recorded samples are not kept.
final class Monitor: Sendable {
    /// Uninterrupted sound from successive positions of the programme. Its times are on the system's monotonic clock.
    struct Stretch: Sendable {
        var begin: MonotonicInstant
        var end: MonotonicInstant
        /// The position in the programme at `begin`, in seconds, or nil if the sound does not show it.
        var first: Double?
        /// The position in the programme at `end`, in seconds, or nil if the sound does not show it.
        var last: Double?
        /// The duration of the sound in seconds, by the number of recorded sample frames. It may exceed the time from
        /// `begin` to `end`: after a standstill, the sound server delivers sample frames faster than real time.
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

    /// Starts to record.
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
        // A monitor also delivers sample frames while nothing plays. Once the first have arrived, the recording misses
        // no sound that plays later.
        guard shared.started.wait(seconds: 20), !shared.state.withLock({ $0.hasEnded }) else {
            throw FaultError(description: "parec records nothing from \(sink)")
        }
    }

    deinit { process.end() }

    /// The stretches of sound so far, including one that has not ended yet.
    var stretches: [Stretch] {
        shared.state.withLock { state in
            let open = state.current.map { Stretch(begin: $0.begin, end: $0.end) }
            return state.stretches + (open.map { [$0] } ?? [])
        }
    }

    /// The end of the last sound so far, or nil if there was none.
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

    /// Removes the stretches of sound that ended before `instant`, so that a soak does not keep stretches that it has
    /// evaluated.
    func forget(before instant: MonotonicInstant) {
        shared.state.withLock { $0.stretches.removeAll { $0.end < instant } }
    }

    // MARK: The reading thread

    private static func listen(_ descriptor: Int32, _ programme: SweepProgramme, _ shared: Shared) {
        var recording = MonitorRecording(programme)
        var buffer = [Int16](repeating: 0, count: 32_768)
        var held = 0  // number of bytes of a sample frame that has not arrived completely
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
