import Glibc

/// Facts about a process, read from /proc.
package struct ProcessFacts {
    package let pid: pid_t

    package init(_ pid: pid_t) { self.pid = pid }

    /// The user and system time of all threads, in seconds.
    package var cpuSeconds: Double {
        // The process's name, in parentheses, may contain spaces. The fields utime and stime are the 14th and 15th.
        let text = read("/proc/\(pid)/stat")
        guard let end = text.lastIndex(of: ")") else { return 0 }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The number of voluntary context switches of the main thread.
    package var voluntarySwitches: Int { number("voluntary_ctxt_switches:", in: "/proc/\(pid)/status") }

    /// The proportional set size in kilobytes.
    package var proportionalKilobytes: Int { number("Pss:", in: "/proc/\(pid)/smaps_rollup") }

    /// The maximum resident memory so far in kilobytes, or 0 once the process has ended.
    package var peakKilobytes: Int { number("VmHWM:", in: "/proc/\(pid)/status") }

    /// The names of the threads. The first is the main thread's.
    package var threadNames: [String] {
        guard let folder = opendir("/proc/\(pid)/task") else { return [] }
        defer { closedir(folder) }
        var ids: [Int] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let id = Int(name) { ids.append(id) }
        }
        return ids.sorted().map { read("/proc/\(pid)/task/\($0)/comm").filter { $0 != "\n" } }
    }

    private func number(_ key: String, in path: String) -> Int {
        for line in read(path).split(separator: "\n") where line.hasPrefix(key) {
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return 0
    }

    private func read(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16384)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
