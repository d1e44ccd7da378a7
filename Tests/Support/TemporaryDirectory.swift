import Glibc

/// A directory of a test's own. It is removed with its contents when the object is released.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/longwave-test-XXXXXX".utf8CString)
        let made: String? = template.withUnsafeMutableBufferPointer {
            mkdtemp($0.baseAddress!).map { String(cString: $0) }
        }
        guard let made else { throw ChildProcess.StartError(description: "mkdtemp in \(base): \(errno)") }
        path = made
    }

    deinit {
        _ = try? ChildProcess.run("rm", ["-rf", "--", path])
    }
}
