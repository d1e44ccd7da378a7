import RadioFormats
import RadioLoop
import Synchronization

/// The state that the connections of an ``HlsOrigin`` share.
final class HlsOriginState: Sendable {
    struct Fault {
        var path: String
        var fault: HlsFault
        var left: Int

        func matches(_ other: String) -> Bool {
            path.hasSuffix("*") ? other.hasPrefix(path.dropLast()) : other == path
        }
    }

    struct Values {
        var channels: [String: HlsChannelState] = [:]
        var files: [String: (bytes: [UInt8], contentType: String)] = [:]
        var clock = MediaTime.zero
        var runningSince: MonotonicInstant?
        var faults: [Fault] = []
        var failPercent = 0
        /// The faults from which one is drawn at random for each failing request. If `failsAll` is set, any request may
        /// fail. Otherwise, only requests for segments and parts may fail.
        var randomFaults: [HlsFault] = []
        var failsAll = false
        var faultCount = 0
        /// The request targets whose response was sent completely.
        var served: Set<String> = []
        var random = SplitMix64(state: 1)
        var releases = 0
        var kilobits: Int?
        /// The time by which all bytes reserved so far will have been sent at the throttled rate.
        var linkFree = MonotonicInstant.now
        var isGzip = false
        var isGzipUnasked = false
        var bodyBytes = 0
        /// Raised at each change of these values and then replaced by a new signal. `asked` works in the same way for
        /// requests.
        var changed = TestSignal()
        var asked = TestSignal()

        var now: MediaTime {
            guard let runningSince else { return clock }
            return clock + MediaTime(seconds: runningSince.duration(to: .now).inSeconds)
        }
    }

    let directory: String?
    private let values = Mutex(Values())

    init(directory: String?) { self.directory = directory }

    func read<Result: Sendable>(_ body: (inout Values) -> Result) -> Result {
        values.withLock { body(&$0) }
    }

    func change(_ body: (inout Values) -> Void) {
        let old = values.withLock { values in
            body(&values)
            defer { values.changed = TestSignal() }
            return values.changed
        }
        old.raise()
    }

    /// Raises the signal `asked`: the origin has received a request.
    func tellRequest() {
        let old = values.withLock { values in
            defer { values.asked = TestSignal() }
            return values.asked
        }
        old.raise()
    }

    func waitForRequest(milliseconds: Int32, unless: () -> Bool) {
        let asked = values.withLock { $0.asked }
        if unless() { return }
        _ = TestSignal.wait(for: [asked.descriptor], milliseconds: milliseconds)
    }

    /// Waits until `isSo` returns true. Returns false if the connection or the server ends first.
    func wait(on connection: LoopbackConnection, until isSo: (inout Values) -> Bool) -> Bool {
        while connection.isOpen {
            let (isDone, changed, isRunning) = values.withLock { values in
                (isSo(&values), values.changed, values.runningSince != nil)
            }
            if isDone { return true }
            // A running clock raises no signal, so the condition is checked every five milliseconds.
            if isRunning { connection.pause(milliseconds: 5) } else { connection.wait(for: changed) }
        }
        return false
    }

    /// Returns the fault to apply to this request, or nil for none.
    func fault(for path: String, isSegment: Bool) -> HlsFault? {
        values.withLock { values in
            if let index = values.faults.firstIndex(where: { $0.left > 0 && $0.matches(path) }) {
                values.faults[index].left -= 1
                values.faultCount += 1
                return values.faults[index].fault
            }
            guard isSegment || values.failsAll, values.failPercent > 0,
                Int.random(in: 0..<100, using: &values.random) < values.failPercent
            else { return nil }
            values.faultCount += 1
            return values.randomFaults.randomElement(using: &values.random)
        }
    }

    /// Counts this many bytes as sent. Returns how many milliseconds the connection must wait before it sends them, so
    /// that all connections together do not exceed the throttled rate.
    func reserve(_ bytes: Int) -> Int32 {
        values.withLock { values in
            values.bodyBytes += bytes
            guard let kilobits = values.kilobits else { return 0 }
            let now = MonotonicInstant.now
            // A connection that wakes late may send faster than the throttled rate, to make up for at most 100 ms.
            let start = max(now.advanced(by: .milliseconds(-100)), values.linkFree)
            values.linkFree = start.advanced(by: .microseconds(Int64(bytes) * 8000 / Int64(max(kilobits, 1))))
            return Int32(max(0, now.duration(to: start).inSeconds) * 1000)
        }
    }
}
