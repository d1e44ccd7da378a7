import Glibc
import TestSupport

/// A sound card with a headphone socket: `shared/tools/fake-headphones` in a PipeWire server of the test's own.
final class FakeHeadphones: Sendable {
    static let sink = "fakecard"
    private static let source: String = {
        let shared = getenv("LONGWAVE_SHARED").map { String(cString: $0) }
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return (shared ?? root + "/../shared") + "/tools/fake-headphones/fake-headphones.c"
    }()

    static let isBuildable =
        PipeWireServer.isInstalled && ["cc", "pkg-config"].allSatisfy(ChildProcess.exists) && access(source, R_OK) == 0
        && (try? ChildProcess.run("pkg-config", ["--exists", "libpipewire-0.3"]).code) == 0

    private let directory: TemporaryDirectory
    private let process: ChildProcess

    init(_ server: PipeWireServer) throws {
        directory = try TemporaryDirectory()
        let program = directory.path + "/fake-headphones"
        let script = "exec cc \"$1\" -o \"$2\" $(pkg-config --cflags --libs libpipewire-0.3)"
        let built = try ChildProcess.run("sh", ["-c", script, "sh", Self.source, program])
        guard built.code == 0 else { throw ChildProcess.StartError(description: built.output) }
        process = try ChildProcess(program, [], environment: ["XDG_RUNTIME_DIR": server.runtimeDirectory])
    }

    /// Unplugs the headphones if they are plugged in, and plugs them in otherwise.
    func toggle() { process.send(SIGUSR1) }
}
