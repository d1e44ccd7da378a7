import Glibc
import RadioLoop
import RadioProbe
import TestSupport
import Testing

/// Runs probes on the test's own thread.
enum ProbeBench {
    /// Runs a probe until it ends, and returns its report.
    static func probe(
        _ request: ProbeRequest, capture path: String? = nil, stopWhen stop: ((EventLoop, StreamProbe) -> Void)? = nil
    ) throws -> ProbeReport {
        let loop = try EventLoop()
        let capture = try path.map { try CaptureFile(path: $0, worker: BlockingWorker(loop: loop)) }
        let probe = try StreamProbe(loop: loop, request: request, capture: capture)
        var report: ProbeReport?
        var isWritten = capture == nil
        probe.start { found in
            report = found
            capture?.finish { failure in
                #expect(failure == nil)
                isWritten = true
            }
        }
        stop?(loop, probe)
        loop.turn(within: .seconds(60)) { report != nil && isWritten }
        return try #require(report)
    }

    static func probe(_ url: String, listening: Duration = .milliseconds(100)) throws -> ProbeReport {
        try probe(ProbeRequest(url: url, listening: listening))
    }

    static func inspect(_ path: String) throws -> Inspection {
        let reader = InspectionReader()
        try reader.read(path: path)
        return reader.finish()
    }
}
