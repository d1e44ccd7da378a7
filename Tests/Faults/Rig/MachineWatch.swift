import Glibc
import RadioLoop
import Synchronization

/// Notices when the computer stands still or is so busy that no thread runs in time. Measurements taken meanwhile do
/// not show how the player behaves.
package final class MachineWatch: Sendable {
    package static let shared = MachineWatch()

    /// The shortest delay of a thread, in seconds, after which a row's measurements do not count.
    package static let bearable = 0.25

    private static let step = 0.05
    private let standstills = Mutex<[(begin: MonotonicInstant, end: MonotonicInstant)]>([])

    private init() {
        LoopThread.start { [self] in
            var before = MonotonicInstant.now
            while true {
                usleep(UInt32(Self.step * 1_000_000))
                let now = MonotonicInstant.now
                let (begin, late) = (before, before.duration(to: now).inSeconds - Self.step)
                if late > Self.step { standstills.withLock { $0.append((begin, now)) } }
                before = now
            }
        }
    }

    /// Returns the longest delay in seconds with which a sleeping thread was woken between two instants.
    package func worst(from begin: MonotonicInstant, to end: MonotonicInstant) -> Double {
        standstills.withLock { all in
            all.filter { $0.end > begin && $0.begin < end }
                .map { $0.begin.duration(to: $0.end).inSeconds - Self.step }.max() ?? 0
        }
    }
}
