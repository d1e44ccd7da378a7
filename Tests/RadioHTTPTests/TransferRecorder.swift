import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport

/// A transfer's delegate that records the calls and checks their order.
final class TransferRecorder: TransferDelegate {
    var head: ResponseHead?
    var headCount = 0
    var body: [UInt8] = []
    var byteCount = 0
    var keepsBody = true
    var deliveries = 0
    var hasEnded = false
    var error: TransferError?
    /// The calls that came in a wrong order, such as a body before the head, or anything after the end.
    var disorder: [String] = []

    var onHead: ((Transfer) -> Void)?
    var onBody: ((Transfer, UnsafeRawBufferPointer) -> Void)?
    var onEnd: ((Transfer) -> Void)?

    var text: String { String(decoding: body, as: UTF8.self) }

    func transfer(_ transfer: Transfer, received head: ResponseHead) {
        if hasEnded || byteCount > 0 || headCount > 0 { disorder.append("head") }
        self.head = head
        headCount += 1
        onHead?(transfer)
    }

    func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) {
        if hasEnded || headCount == 0 { disorder.append("body") }
        if keepsBody { body.append(contentsOf: bytes) }
        byteCount += bytes.count
        deliveries += 1
        onBody?(transfer, bytes)
    }

    func transfer(_ transfer: Transfer, endedWith error: TransferError?) {
        if hasEnded { disorder.append("end") }
        hasEnded = true
        self.error = error
        onEnd?(transfer)
    }
}

/// An event loop and a `TransferPool` that run on the test's own thread.
final class HTTPBench {
    let loop: EventLoop
    let pool: TransferPool

    init() throws {
        loop = try EventLoop()
        pool = try TransferPool(loop: loop)
    }

    /// Makes a request, waits for its end, and returns the recorded calls.
    @discardableResult
    func fetch(_ request: TransferRequest) -> TransferRecorder {
        let recorder = TransferRecorder()
        pool.start(request, delegate: recorder)
        loop.turn { recorder.hasEnded }
        return recorder
    }

    @discardableResult
    func fetch(_ url: String) -> TransferRecorder { fetch(TransferRequest(url: url)) }
}

extension TransferError {
    /// The name of the error's case, for tables with expected results.
    var kind: String {
        switch self {
        case .badURL: "badURL"
        case .hostUnknown: "hostUnknown"
        case .noNetwork: "noNetwork"
        case .cannotConnect: "cannotConnect"
        case .timedOut: "timedOut"
        case .tls: "tls"
        case .tooManyRedirects: "tooManyRedirects"
        case .protocolViolation: "protocolViolation"
        case .connectionLost: "connectionLost"
        case .resources: "resources"
        }
    }
}
