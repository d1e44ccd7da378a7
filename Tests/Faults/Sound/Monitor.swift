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

    /// More than so long without frames is a gap in the recording: the sink was suspended, the server stood still.
    private static let gap = 0.5
    /// Frames that come so much faster than time are a server that makes up for a standstill.
    private static let hurry = 0.15

    private static func listen(_ descriptor: Int32, _ programme: SweepProgramme, _ shared: Shared) {
        // Nanoseconds of the instant at which the frame clock was nought, if no piece came late.
        var base = 0.0
        var settled = 0.0
        var frames = 0
        let rate = Double(SweepProgramme.sampleRate)
        func wall(_ time: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: Int64((base + time) * 1e9)) }
        var reader = SweepReader(programme) { part in
            let stretch = Stretch(begin: wall(part.begin), end: wall(part.end), first: part.first, last: part.last)
            shared.state.withLock { $0.stretches.append(stretch) }
        }
        var buffer = [Int16](repeating: 0, count: 32_768)
        var held = 0  // bytes of an unfinished frame
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + held, $0.count - held)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let arrival = Double(MonotonicInstant.now.nanoseconds) / 1e9
            let whole = (held + count) / 4
            let begin = arrival - Double(frames + whole) / rate
            if frames == 0 || begin - base > gap {
                reader.finish()
                frames = 0
                base = arrival - Double(whole) / rate
                settled = base
            } else if begin < base {
                if frames > Int(rate), begin < settled - hurry {
                    reader.finish()
                    settled = begin
                }
                if frames <= Int(rate) { settled = begin }
                base = begin
            }
            frames += whole
            buffer.withUnsafeBufferPointer {
                reader.feed(UnsafeBufferPointer(rebasing: $0[..<(whole * 2)]), end: Double(frames) / rate)
            }
            let rest = (held + count) % 4
            buffer.withUnsafeMutableBytes { bytes in
                for index in 0..<rest { bytes[index] = bytes[whole * 4 + index] }
            }
            held = rest
            let current = reader.current.map { (begin: wall($0.begin), end: wall($0.end)) }
            shared.state.withLock { $0.current = current }
            shared.started.raise()
        }
        reader.finish()
        shared.state.withLock {
            $0.current = nil
            $0.hasEnded = true
        }
        shared.started.raise()
    }
}
