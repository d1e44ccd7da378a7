import CLinux
import Glibc
import Longwave
import RadioProbe

/// One probe on a loop of its own: until it ends, or a signal ends it, and the capture is written.
final class ProbeRun {
    private(set) var report: ProbeReport?
    private(set) var captureFailure: String?

    private let loop: EventLoop
    private let probe: StreamProbe
    private let capture: CaptureFile?
    private var signals: SignalWatch?

    /// - Throws: where the capture cannot be written; what the system refuses.
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

    /// What was kept, and how much.
    var kept: (path: String, bytes: Int)? { capture.map { ($0.path, $0.byteCount) } }

    /// The loop stops when all is known.
    func start() {
        // Whoever is tired of waiting wants to see what is known so far.
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
