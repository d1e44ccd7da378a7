import CLinux
import Glibc

/// Releases the memory pages of the program's code after the start, because much code is needed only while the program
/// starts.
///
/// The pages are unmodified copies of files, so the kernel reloads them when the code runs again. This is fast: the
/// kernel maps 64 KiB at a time from the page cache. For example, a radio that runs for months needs no memory for the
/// code that parsed its command line.
enum CodePages {
    static func release() {
        guard let file = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            guard let range = codeRange(String(cString: line)) else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, Int32(MADV_DONTNEED))
        }
        malloc_trim(0)
    }

    /// Returns the range of memory addresses in a line of `/proc/PID/maps` (proc(5)) that describes code mapped from a
    /// file; nil for other lines.
    static func codeRange(_ line: String) -> Range<UInt>? {
        let fields = line.split(separator: " ", omittingEmptySubsequences: true)
        guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return ends[0]..<ends[1]
    }
}
