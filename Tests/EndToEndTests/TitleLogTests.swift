import Glibc
import LoadServer
import RadioLoop
import TestSupport
import Testing

/// `longwave log` follows many stations of the load server, whose connections are closed, reset, refused or frozen for
/// a while. The log contains every title once, in order, with the right text.
@Suite struct TitleLogTests {
    static let program: String? = access(BuiltProgram.longwave, X_OK) == 0 ? BuiltProgram.longwave : nil

    @Test(arguments: [(false, .mp3), (true, .mp3), (false, .ogg), (true, .ogg)] as [(Bool, LoadFormat)])
    func everyTitleIsThereOnce(_ isKilled: Bool, _ format: LoadFormat) async throws {
        let program = try #require(Self.program)
        let directory = try TemporaryDirectory()
        let (sent, log, list) = (directory.path + "/sent", directory.path + "/log.jsonl", directory.path + "/list.json")
        var options = LoadOptions()
        options.streams = 40
        options.format = format
        options.titleEvery = .seconds(3)
        options.hasFaults = true
        options.faultEvery = .seconds(5)
        options.sentLog = sent
        let server = try LoadServerThread(options)
        let file = open(list, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        try #require(write(file, server.library, server.library.utf8.count) == server.library.utf8.count)
        close(file)
        func start() throws -> ChildProcess {
            try ChildProcess(
                program,
                ["log", "--all", "--library", list, "--to", log, "--database", directory.path + "/titles.sqlite"],
                environment: ["HOME": "/proc/nonexistent"])
        }
        var logger = try start()
        try await Task.sleep(for: .seconds(isKilled ? 6 : 12))
        if isKilled {
            logger.send(SIGKILL)
            #expect(logger.wait() == -SIGKILL)
            logger = try start()
            try await Task.sleep(for: .seconds(6))
        }
        server.stop()
        // The last bytes that the server sent may still be in socket buffers, so the log may complete later.
        let end = MonotonicInstant.now.advanced(by: .seconds(60))
        var report = try Self.check(sent, log)
        while !report.isGood, MonotonicInstant.now < end {
            try await Task.sleep(for: .milliseconds(200))
            report = try Self.check(sent, log)
        }
        logger.send(SIGTERM)
        #expect(logger.wait() == 0)
        report = try Self.check(sent, log)
        #expect(report.isGood, "\(report.text(examples: 5))")
        Figures.note("songs in the log, \(format.rawValue)\(isKilled ? ", killed once" : "")", "\(report.songs)")
    }

    private static func check(_ sent: String, _ log: String) throws -> LoadReport {
        var check = LoadCheck()
        try LineFile.read(sent) { check.addSent(line: $0) }
        guard access(log, R_OK) == 0 else { return check.report() }
        try LineFile.read(log) { check.addLogged(line: $0) }
        return check.report()
    }
}
