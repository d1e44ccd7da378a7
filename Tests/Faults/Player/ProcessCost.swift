import Glibc
import RadioLoop
import TestSupport

/// The memory and the number of open file descriptors of a process, read from /proc.
struct ProcessCost: Sendable {
    /// The process's proportional share of anonymous memory (not backed by a file), in kilobytes.
    var anonymousKilobytes: Int
    /// The proportional set size: the process's share of all memory that it has mapped, in kilobytes.
    var proportionalKilobytes: Int
    var descriptors: Int

    init(_ pid: pid_t) {
        let bytes = (try? Samples.read(path: "/proc/\(pid)/smaps_rollup")) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        func number(_ key: String) -> Int {
            lines.first { $0.hasPrefix(key) }?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
        anonymousKilobytes = number("Pss_Anon:")
        proportionalKilobytes = number("Pss:")
        descriptors = Self.entries("/proc/\(pid)/fd")
    }

    private static func entries(_ path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            // The folder's entries "." and ".." are no descriptors.
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
