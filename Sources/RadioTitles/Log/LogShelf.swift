import Glibc

/// Rotates a log's file: renames it, within its folder, to a name with a day or time. The renamed files are called
/// rotated files.
struct LogShelf {
    /// Path of the log that is written.
    let path: String
    /// link(2), unless a test replaces it.
    var link: (String, String) -> Int32 = { Glibc.link($0, $1) }

    /// A rotated file.
    struct File: Hashable {
        var path: String
        var size: Int
        /// When the file was last modified, in milliseconds since 1970.
        var modified: Int64
    }

    init(path: String) { self.path = path }

    /// Renames the log's file to a name with this stamp. No existing file is replaced.
    func rotate(to stamp: String) throws(LogFileError) {
        var number = 1
        while true {
            let name = name(number == 1 ? stamp : "\(stamp)-\(number)")
            // link(2) fails if the name exists already.
            if link(path, name) == 0 {
                guard unlink(path) == 0 || errno == ENOENT else { throw LogFile.error(path) }
                return
            }
            switch errno {
            // There is no file to rename: another program has renamed or removed it.
            case ENOENT: return
            case EEXIST where number < 10_000: number += 1
            // The file system does not support hard links, as FAT, or forbids them. rename(2) would replace an existing
            // file, so the name is tested first.
            case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EACCES:
                if access(name, F_OK) == 0 {
                    guard number < 10_000 else { throw .inaccessible("the name \(name) is already used") }
                    number += 1
                } else {
                    guard rename(path, name) == 0 || errno == ENOENT else { throw LogFile.error(name) }
                    return
                }
            case _: throw LogFile.error(name)
            }
        }
    }

    /// Deletes the oldest rotated file if the retention does not allow it. Returns its path; nil if no file was deleted.
    /// - Parameters:
    ///   - size: size in bytes of the log that is being written. This size counts towards the limit, but the log itself
    ///     is not deleted.
    ///   - now: time of a ``RetentionClock``; nil to check the size only.
    func tidy(_ retention: TitleRetention, besides size: Int, at now: Int64?) -> String? {
        guard retention.isLimited else { return nil }
        let files = files()
        guard let oldest = files.min(by: { ($0.modified, $0.path) < ($1.modified, $1.path) }) else { return nil }
        let isOld = now.flatMap { retention.cutoff(at: $0) }.map { oldest.modified < $0 } ?? false
        let isTooMuch = files.reduce(size) { $0 + $1.size } > retention.bytes ?? .max
        return (isOld || isTooMuch) && unlink(oldest.path) == 0 ? oldest.path : nil
    }

    /// Returns the path of the rotated file for a day or time: for `titles.jsonl`, for example,
    /// `titles-2026-11-21.jsonl`.
    private func name(_ stamp: String) -> String {
        let (stem, end) = parts
        return "\(stem)-\(stamp)\(end)"
    }

    private var parts: (stem: String, end: String) {
        guard let dot = path.lastIndex(of: "."), dot > (path.lastIndex(of: "/") ?? path.startIndex) else {
            return (path, "")
        }
        return (String(path[..<dot]), String(path[dot...]))
    }

    /// Returns the rotated files. They are recognised by the names that ``rotate(to:)`` gives.
    func files() -> [File] {
        let (stem, end) = parts
        let folder = stem.lastIndex(of: "/").map { String(stem[...$0]) } ?? "./"
        let begin = (stem.lastIndex(of: "/").map { String(stem[stem.index(after: $0)...]) } ?? stem) + "-"
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var files: [File] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.utf8.count > begin.utf8.count + end.utf8.count, name.hasPrefix(begin), name.hasSuffix(end),
                Self.isStamp(name.dropFirst(begin.count).dropLast(end.count))
            else { continue }
            var status = stat()
            guard lstat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append(
                File(
                    path: folder + name, size: Int(status.st_size),
                    modified: Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000))
        }
        return files
    }

    /// Returns whether a text has the form `2026-11-21` or `2026-11-21T143000`, possibly with a number after it, such
    /// as `-2`.
    private static func isStamp(_ text: Substring) -> Bool {
        func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }
        guard text.count >= 10,
            zip(text, "0000-00-00").allSatisfy({ $1 == "-" ? $0 == "-" : isDigit($0) })
        else { return false }
        return text.dropFirst(10).allSatisfy { isDigit($0) || $0 == "-" || $0 == "T" }
    }
}
