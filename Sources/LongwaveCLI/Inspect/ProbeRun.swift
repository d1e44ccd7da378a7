import CLinux
import Glibc
import Longwave
import RadioLoop
import RadioProbe

/// One run of `longwave probe` on an event loop. It can write the body of the server's last response to a file (the
/// capture). The run ends when the probe is complete or stopped by a signal, and the capture is written.
final class ProbeRun {
    private(set) var report: ProbeReport?
    private(set) var captureFailure: String?

    private let loop: EventLoop
    private let probe: StreamProbe
    private let capture: CaptureFile?
    private var signals: SignalWatch?

    /// Prepares the probe without starting it.
    /// - Throws: a failure if the capture's file cannot be created or the system lacks resources.
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

    /// The path and the size of the file to which the response was captured; nil if no capture was requested.
    var kept: (path: String, bytes: Int)? { capture.map { ($0.path, $0.byteCount) } }

    /// Starts the probe. The loop stops when the report is complete and the capture is written.
    func start() {
        // After a signal, the probe ends normally, so that the results so far are printed.
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
