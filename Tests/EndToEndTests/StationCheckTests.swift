import Glibc
import LoadServer
import TestSupport
import Testing

/// `longwave check` checks 300 stations of the load server, 50 at a time.
@Suite struct StationCheckTests {
    static let program: String? = access(BuiltProgram.longwave, X_OK) == 0 ? BuiltProgram.longwave : nil

    @Test func hundredsOfStations() async throws {
        let program = try #require(Self.program)
        let directory = try TemporaryDirectory()
        let list = directory.path + "/list.json"
        var options = LoadOptions()
        options.streams = 300
        let server = try LoadServerThread(options)
        let file = open(list, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        try #require(write(file, server.library, server.library.utf8.count) == server.library.utf8.count)
        close(file)
        let check = try ChildProcess(
            program,
            ["check", "--library", list, "--timeout", "90", "--at-once", "50", "--format", "tsv"],
            environment: ["HOME": "/proc/nonexistent"], output: .piped)
        let rows = check.readAll().split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(check.wait() == 0)
        let summary = server.stop()
        #expect(rows.count == 300 && rows.allSatisfy { $0[3...5] == ["alive", "MP3", "128"] && $0[8] == "yes" })
        // The results are in the order of the list, and the program connects to each station only once.
        #expect(rows.map { $0[2] } == (0..<300).map { "load-\($0)" })
        #expect(summary.connections == 300 && summary.doubledListeners == 0)
        // Only noted, not checked: the server notices a closed connection only when it sends the next bytes.
        Figures.note("stations checked, listeners at once", "\(summary.mostListeners)")
        let titled = rows.count { !$0[9].isEmpty }
        #expect(titled > 150, "\(titled)")
    }
}
