import FoundationEssentials
import Glibc
import TestSupport

/// Runs a row in a network namespace of its own, whose interface can go down. The row runs in another process of this
/// program. The namespace contains only a loopback interface.
enum OwnNetwork {
    /// Whether this computer permits network namespaces.
    static let isPossible: Bool = {
        guard ChildProcess.exists("unshare"), ChildProcess.exists("ip") else { return false }
        return (try? ChildProcess.run("unshare", ["-rn", "ip", "link", "set", "lo", "up"]))?.code == 0
    }()

    /// Takes the loopback interface down, or up again with an additional address, as when a network returns. May be
    /// called only inside a network namespace, because it would otherwise change the computer's own loopback.
    static func setLoopback(isUp: Bool) throws {
        let address = ["address", isUp ? "add" : "del", "10.77.0.1/24", "dev", "lo"]
        let link = ["link", "set", "lo", isUp ? "up" : "down"]
        // At the first call, the loopback has no such address yet, so a failure to remove it is ignored.
        if !isUp { _ = try ChildProcess.run("ip", address) }
        for arguments in isUp ? [link, address] : [link] {
            let result = try ChildProcess.run("ip", arguments)
            guard result.code == 0 else { throw FaultError(description: "ip: \(result.output)") }
        }
    }

    /// Runs one row inside a new network namespace and returns the row's measurements.
    static func run(_ row: FaultRow, _ tools: FaultTools) throws -> FaultFigures {
        let directory = try TemporaryDirectory()
        let report = directory.path + "/report.json"
        guard let itself = realpath("/proc/self/exe", nil) else { throw FaultError(description: "no /proc: \(errno)") }
        defer { free(itself) }
        var arguments = [
            "-rn", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh", String(cString: itself), "rows", "--inside",
            "--rows",
            row.name, "--binary", tools.binary, "--cache", tools.cache, "--out", report,
        ]
        if let preload = tools.preload { arguments += ["--preload", preload] }
        if tools.records { arguments.append("--recording") }
        if let keep = tools.keep { arguments += ["--keep", keep] }
        let result = try ChildProcess.run("unshare", arguments)
        guard let data = FileManager.default.contents(atPath: report),
            let figures = try JSONDecoder().decode(FaultReport.self, from: data).rows.first?.figures
        else { throw FaultError(description: "inside: \(result.output.suffix(300))") }
        return figures
    }
}
