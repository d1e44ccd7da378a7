import Glibc
import TestSupport

/// The built program, which is in the folder of the test bundle.
enum LongwaveBinary {
    static let path = BuiltProgram.longwave

    /// Returns an environment that hides everything of the person who runs the tests: stored state, lists, proxies,
    /// locale.
    static func environment(_ more: [String: String]) -> [String: String] {
        var result = [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "TERM": "xterm-256color",
            "LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/proc/nonexistent", "XDG_RUNTIME_DIR": "/proc/nonexistent",
            // Nobody, not even root, can create files under /proc. This socket therefore does not exist, and the
            // program cannot reach the sound server of the person who runs the tests.
            "PULSE_SERVER": "unix:/proc/nonexistent/pulse",
            // A test may send requests only to a station directory that it runs itself.
            "LONGWAVE_DIRECTORY": "none",
        ]
        result.merge(Sanitizer.environment) { $1 }
        result.merge(more) { $1 }
        return result
    }

    /// Runs the program without a terminal until it ends.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: String = "."
    ) throws -> Run {
        let directory = try TemporaryDirectory()
        let errors = directory.path + "/errors"
        let settings = self.environment(environment).map { "\($0.key)=\($0.value)" }
        // `env -i` clears the environment, so the program gets only the variables of the test.
        let script = "file=$1; shift; exec \"$@\" 2>\"$file\""
        let child = try ChildProcess(
            "sh", ["-c", script, "sh", errors, "env", "-i", "-C", folder] + settings + [path] + arguments,
            output: .piped)
        let output = child.readAll()
        let code = child.wait()
        return Run(code: code, output: output, errors: try read(errors))
    }

    struct Run {
        var code: Int32
        var output: String
        var errors: String
        var lines: [Substring] { output.split(separator: "\n") }
    }

    static func read(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&part, 1, part.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += part[..<count]
        }
    }
}
