import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// Listens at the monitor of a sink, by `parec`, and keeps what was heard as stretches of the programme, not as samples.
final class Monitor: Sendable {
    /// Sound without a silence in it, on the system's monotonic clock.
    struct Stretch: Sendable {
        var begin: MonotonicInstant
        var end: MonotonicInstant
        /// The places of the programme at both ends; nil where they could not be read.
        var first: Double?
        var last: Double?
        /// Its length in frames of the recording, in seconds: what a server makes up for comes faster than it lasts.
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

    /// - Parameter latency: of the recording, in milliseconds; the sink's comes down to it.
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
        // A monitor delivers also while nothing plays: nothing is missed from here on.
        guard shared.started.wait(seconds: 20), !shared.state.withLock({ $0.hasEnded }) else {
            throw FaultError(description: "parec records nothing from \(sink)")
        }
    }

    deinit { process.end() }

    /// What was heard so far.
    var stretches: [Stretch] {
        shared.state.withLock { state in
            let open = state.current.map { Stretch(begin: $0.begin, end: $0.end) }
            return state.stretches + (open.map { [$0] } ?? [])
        }
    }

    /// The end of what was heard last.
    var lastSound: MonotonicInstant? {
        shared.state.withLock { $0.current?.end ?? $0.stretches.last?.end }
    }

    /// The first sound at or after an instant.
    func sound(after instant: MonotonicInstant) -> MonotonicInstant? {
        stretches.first { $0.end > instant }.map { max($0.begin, instant) }
    }

    /// Ends the recording; all is told then.
    func stop() {
        process.end()
        shared.ended.wait()
    }

    /// Forgets what ended before an instant: a long run keeps figures, not stretches.
    func forget(before instant: MonotonicInstant) {
        shared.state.withLock { $0.stretches.removeAll { $0.end < instant } }
    }

    // MARK: The thread

    private static func listen(_ descriptor: Int32, _ programme: SweepProgramme, _ shared: Shared) {
        var recording = MonitorRecording(programme)
        var buffer = [Int16](repeating: 0, count: 32_768)
        var held = 0  // bytes of an unfinished frame
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
