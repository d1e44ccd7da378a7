import Longwave
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams

/// Opens an address as the player does, listens for a while, and reports everything that can be learned about it.
///
/// The probe belongs to the loop's thread, and has its own pool of connections. A probe is started once.
package final class StreamProbe: StreamListenerClient {
    private let request: ProbeRequest
    private let pool: TransferPool
    private let worker: BlockingWorker
    private let capture: CaptureFile?
    private var listener: StreamListener?
    private var completion: ((ProbeReport) -> Void)?
    /// The reader that inspects the last response, from its status line on.
    private var content: InspectionReader?
    private var secondsForTitle = 0

    /// The maximum duration of sound that the probe receives, in addition to ``ProbeRequest/listening``.
    ///
    /// Only a server that sends faster than real time can reach this limit. The probe then ends early.
    private static let soundAhead = Duration.seconds(60)

    /// - Parameters:
    ///   - loop: the event loop on which the probe works and calls back.
    ///   - request: the address to probe.
    ///   - capture: the file for the last response's head and body.
    /// - Throws: `TransferError.resources`
    package init(loop: EventLoop, request: ProbeRequest, capture: CaptureFile? = nil) throws(TransferError) {
        self.request = request
        self.capture = capture
        pool = try TransferPool(loop: loop)
        worker = BlockingWorker(loop: loop)
        listener = StreamListener(
            loop: loop, request: request.stream, charset: request.charset, stationName: request.stationName,
            maximumBytes: request.maximumBytes, client: self)
    }

    /// Starts the probe.
    ///
    /// `completion` is called once, on the loop, when the probe has ended.
    package func start(_ completion: @escaping (ProbeReport) -> Void) {
        self.completion = completion
        listener?.start(pool: pool, worker: worker)
    }

    /// Ends the probe with its findings so far.
    ///
    /// Must not be called from inside one of libcurl's callbacks.
    package func stop() { end(with: nil) }

    package func take(_ event: StreamListener.Event) {
        guard let listener else { return }
        switch event {
        case .request:
            content = nil
            capture?.restart()
        case .headerLine(let line):
            // A head after a successful response belongs to the body.
            let isFinal = (listener.heard.response?.status).map { (200..<300).contains($0) } ?? false
            if CaptureFormat.isStatusLine(line), !isFinal {
                content = InspectionReader(charset: request.charset, stationName: request.stationName)
                capture?.restart()
            }
            keep(CaptureFormat.line(line))
        case .response: if listener.heard.firstSoundAt == nil { listener.limit(after: request.soundTimeout) }
        case .body(let bytes): keep(Array(bytes))
        case .firstSound: listener.limit(after: request.listening)
        case .opened, .element, .length, .received: break
        }
    }

    package func look() {
        guard let heard = listener?.heard else { return }
        let isLong = heard.soundDuration.duration > request.listening + Self.soundAhead
        guard isLong && heard.firstSoundAt != nil || heard.bodyByteCount >= request.maximumBytes else { return }
        end(with: .notSound("\(heard.url) has no sound in \(heard.bodyByteCount) bytes"))
    }

    /// Ends the probe, or waits longer for the first title.
    ///
    /// At low bit rates without a burst, the first metadata block may come only after many seconds of sound.
    package func timeIsUp() {
        guard let listener else { return }
        let heard = listener.heard
        if heard.firstSoundAt == nil {
            end(with: .timedOut("no sound within \(request.soundTimeout.inSeconds) s after the response"))
        } else if let metaint = heard.info?.metaint, heard.titleCount == 0, heard.bodyByteCount <= metaint,
            secondsForTitle < ProbeRequest.maximumSecondsForTitle
        {
            secondsForTitle += 1
            listener.limit(after: .seconds(1))
        } else {
            end(with: nil)
        }
    }

    package func streamEnded(with error: StreamError?) { end(with: error, byServer: error != nil) }

    /// Ends the probe once: releases its resources, completes the report, and calls back.
    ///
    /// - Parameters:
    ///   - error: the reason for the end. Reported only if there was no sound.
    ///   - byServer: whether the probe ends because the server ended the stream.
    private func end(with error: StreamError?, byServer: Bool = false) {
        guard let listener, let completion = completion.take() else { return }
        listener.end(with: error)
        pool.shutDown()
        var report = ProbeReport(listener.heard)
        report.content = content?.finish()
        report.problems = report.foundProblems(
            isEndedByServer: byServer && report.firstSoundAt != nil, maximumBytes: request.maximumBytes)
        completion(report)
    }

    private func keep(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { content?.feed($0) }
        capture?.append(bytes)
    }
}
