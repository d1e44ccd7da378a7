import CLinux
import Glibc
import TestSupport
import Testing

@Suite struct ConvertCommandTests {
    private let directory = try! TemporaryDirectory()

    private static let hasUnnamedFiles: Bool = {
        guard let folder = try? TemporaryDirectory() else { return false }
        let file = longwave_open_unnamed(folder.path, 0o600)
        if file >= 0 { close(file) }
        return file >= 0
    }()

    /// Returns the files in the test's folder that the process `pid` has open.
    private func opened(_ pid: pid_t) -> [String] {
        (0..<64).compactMap { number in
            var target = [UInt8](repeating: 0, count: 4096)
            let count = readlink("/proc/\(pid)/fd/\(number)", &target, target.count)
            guard count > 0 else { return nil }
            let path = String(decoding: target[..<count], as: UTF8.self)
            return path.hasPrefix(directory.path + "/") ? path : nil
        }
    }

    /// `longwave convert` is killed while it writes a sound file. No incomplete file is left.
    @Test(.enabled(if: hasUnnamedFiles)) func aKilledProgramLeavesNothing() async throws {
        let bytes = try Sample.mp3.read()
        // The server sends the first half of the sound and then nothing, so the program waits.
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "Content-Length: \(bytes.count)"])
            connection.send(Array(bytes[..<(bytes.count / 2)]))
            connection.waitUntilClosed()
        }
        defer { server.stop() }
        let settings = LongwaveBinary.environment([:]).map { "\($0.key)=\($0.value)" }
        let child = try ChildProcess(
            "env",
            ["-i"] + settings + [LongwaveBinary.path, "convert", server.url("/x.mp3"), directory.path + "/x.wav"])
        #expect(await eventually { !opened(child.pid).isEmpty })
        kill(child.pid, SIGKILL)
        _ = child.wait()
        #expect(directory.names() == [])
    }
}
