import Glibc
import RadioLoop
import TestSupport

/// Reads the output of a child process line by line, as the lines arrive.
final class LineReader {
    private let child: ChildProcess
    private var pending: [UInt8] = []

    init(_ child: ChildProcess) { self.child = child }

    /// Returns the next line for which `condition` holds, or nil if the output ends or 60 seconds pass.
    func first(where condition: (String) -> Bool) -> String? {
        let end = MonotonicInstant.now.advanced(by: .seconds(60))
        while let line = next(before: end) { if condition(line) { return line } }
        return nil
    }

    private func next(before deadline: MonotonicInstant) -> String? {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeSubrange(...end)
                return line
            }
            var request = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
            let left = MonotonicInstant.now.duration(to: deadline).nanoseconds / 1_000_000
            guard left > 0, poll(&request, 1, Int32(left)) == 1 else { return nil }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = read(child.output, &part, part.count)
            guard count > 0 else { return nil }
            pending += part[..<count]
        }
    }
}
