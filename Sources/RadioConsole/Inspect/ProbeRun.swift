import CLinux
import Glibc
import Longwave
import RadioProbe

/// One probe on an event loop, which can capture the server's last response in a file. The run ends when the probe is
/// complete or stopped by a signal, and the capture is written.
final class ProbeRun {
    private(set) var report: ProbeReport?
    private(set) var captureFailure: String?

    private let loop: EventLoop
    private let probe: StreamProbe
    private let capture: CaptureFile?
    private var signals: SignalWatch?

    /// Prepares the probe.
    /// - Throws: a failure if the capture cannot be written or the system lacks resources.
    init(_ request: ProbeRequest, capture path: String?, on loop: EventLoop) throws(CommandFailure) {
        self.loop = loop
        do throws(CaptureFile.Failure) {
            if let path {
                capture = try CaptureFile(path: path, worker: BlockingWorker(loop: loop))
            } else {
                capture = nil
            }
        } catch {
            throw CommandFailure(code: .cannotWrite, sentence: "The capture cannot be written: \(error.text).")
        }
        do { probe = try StreamProbe(loop: loop, request: request, capture: capture) } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
    }

    /// The capture's path and size; nil without a capture.
    var kept: (path: String, bytes: Int)? { capture.map { ($0.path, $0.byteCount) } }

    /// Starts the probe. The loop stops when the report is complete and the capture is written.
    func start() {
        // An interrupted probe still shows the results so far.
        signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { [self] _ in probe.stop() }
        probe.start { [self] report in
            self.report = report
            guard let capture else { return end() }
            capture.finish { [self] failure in
                captureFailure = failure?.text
                end()
            }
        }
    }

    private func end() {
        signals?.cancel()
        loop.stop()
    }
}
