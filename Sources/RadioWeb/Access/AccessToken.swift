import Glibc
import Longwave
import RadioStations

/// The secret that every client of the web server must know, in a file that only its owner can read.
struct AccessToken: Hashable, Sendable {
    /// Why there is no token.
    struct Failure: Error, Hashable {
        var sentence: String
    }

    let text: String

    init(_ text: String) { self.text = text }

    /// Reads the token, or makes one and writes it to the file, which only its owner can read. Blocks until the file is
    /// read.
    init(path: String) throws(Failure) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        do throws(UserFolders.Unmade) { if !folder.isEmpty { try UserFolders.make(folder) } } catch {
            throw Failure(sentence: "The folder \(error.folder) for the token cannot be made: \(error.reason).")
        }
        let new = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard new < 0 else {
            defer { close(new) }
            text = Self.random
            guard write(new, text + "\n", text.utf8.count + 1) == text.utf8.count + 1 else {
                unlink(path)
                throw Self.failure(path)
            }
            return
        }
        guard errno == EEXIST else { throw Self.failure(path) }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.failure(path) }
        defer { close(file) }
        var state = stat()
        var bytes = [UInt8](repeating: 0, count: 512)
        guard fstat(file, &state) == 0 else { throw Self.failure(path) }
        guard state.st_mode & S_IFMT == S_IFREG, state.st_uid == geteuid() || state.st_uid == 0 else {
            throw Failure(sentence: "The token's file \(path) belongs to another user.")
        }
        // Files of root are those that a service manager provides, with its own rules for reading.
        guard state.st_mode & 0o077 == 0 || state.st_uid == 0 && geteuid() != 0 else {
            throw Failure(sentence: "Others can read the token in \(path). Run: chmod 600 \(path)")
        }
        let count = read(file, &bytes, bytes.count)
        let found = String(decoding: bytes[..<max(count, 0)].filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        guard found.utf8.count >= Self.leastLength else {
            throw Failure(sentence: "The token in \(path) has fewer than \(Self.leastLength) characters.")
        }
        text = found
    }

    private static let leastLength = 16

    /// 128 random bits in hexadecimal digits.
    private static var random: String {
        (0..<16).map { _ in
            let byte = UInt8.random(in: 0...255)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func failure(_ path: String) -> Failure {
        Failure(sentence: "The token's file \(path) cannot be used: \(String(cString: strerror(errno))).")
    }

    /// Returns whether a text is the token. The time does not depend on where the two differ.
    func matches(_ other: String) -> Bool {
        let (mine, theirs) = (Array(text.utf8), Array(other.utf8))
        var difference = UInt8(truncatingIfNeeded: mine.count ^ theirs.count) | (mine.count == theirs.count ? 0 : 1)
        for index in mine.indices { difference |= mine[index] ^ (index < theirs.count ? theirs[index] : 0) }
        return difference == 0
    }
}
