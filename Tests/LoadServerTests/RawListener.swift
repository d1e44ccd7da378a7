import Glibc
import LoadServer
import RadioFormats
import RadioLoop
import RadioText
import TestSupport

/// A listener that uses none of Longwave's network code. It reads the titles of one mount and reconnects when the
/// connection ends.
final class RawListener {
    private let plan: MountPlan
    private let port: UInt16
    private let loop: EventLoop
    private let report: (LoggedTrack) -> Void
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?
    private var head: [UInt8]?
    private var splitter: IcySplitter?
    private var isChunked = false
    /// How many bytes of the current chunk have not arrived yet. Nil while the head of a chunk is read.
    private var chunkLeft: Int?
    private var chunkHead: [UInt8] = []
    private var evidence = CharsetEvidence()
    private var last: LoggedTrack?
    private(set) var statuses: [String] = []
    private(set) var soundBytes = 0

    init(_ plan: MountPlan, port: UInt16, loop: EventLoop, report: @escaping (LoggedTrack) -> Void) {
        (self.plan, self.port, self.loop, self.report) = (plan, port, loop, report)
    }

    func connect() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw LoadServerTestError(text: "no connection: \(errno)") }
        (head, splitter, isChunked, chunkLeft, chunkHead) = ([], nil, false, nil, [])
        watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
        let request = Array("GET \(plan.path) HTTP/1.1\r\nHost: localhost:\(port)\r\nIcy-MetaData: 1\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw LoadServerTestError(text: "no request: \(errno)")
        }
    }

    /// Reads the bytes that have already arrived, and disconnects.
    func leave() {
        guard watch != nil else { return }
        read()
        close()
    }

    private func close() {
        watch?.cancel()
        watch = nil
        Glibc.close(descriptor)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while watch != nil {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else {
                close()
                loop.schedule(after: .milliseconds(200)) { [weak self] in try? self?.connect() }
                return
            }
            take(buffer[..<count])
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        guard var head else { return body(bytes) }
        for (offset, byte) in bytes.enumerated() {
            head.append(byte)
            guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
            statuses.append(lines[0])
            isChunked = lines.contains("Transfer-Encoding: chunked")
            let metaint = lines.first { $0.hasPrefix("icy-metaint: ") }.flatMap { Int($0.dropFirst(13)) }
            if let metaint { splitter = IcySplitter(metaint: metaint) }
            self.head = nil
            return body(bytes.dropFirst(offset + 1))
        }
        self.head = head
    }

    /// Decodes bytes of a chunked response body (RFC 9112 §7.1).
    private func body(_ bytes: ArraySlice<UInt8>) {
        guard isChunked else { return sound(bytes) }
        var rest = bytes
        while !rest.isEmpty {
            if let left = chunkLeft {
                sound(rest.prefix(left))
                chunkLeft = left > rest.count ? left - rest.count : nil
                rest = rest.dropFirst(left)
                continue
            }
            chunkHead.append(rest.removeFirst())
            // Before each chunk come the line end of the previous chunk, the size in hexadecimal digits, and another
            // line end.
            let text = String(decoding: chunkHead, as: UTF8.self)
            guard text.hasSuffix("\r\n"), let size = Int(text.filter { !$0.isNewline }, radix: 16) else { continue }
            (chunkHead, chunkLeft) = ([], size)
        }
    }

    private func sound(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            splitter?.feed(bytes) { event in
                switch event {
                case .sound(let sound): soundBytes += sound.count
                case .metadata(let block): show(Array(block))
                }
            }
        }
    }

    private func show(_ block: [UInt8]) {
        let track = TitleReader.read(
            TimedMetadata(kind: .icy, raw: block), charset: plan.isDeclared ? plan.charset.label : nil,
            evidence: &evidence)
        guard track.kind == .song else { return }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let logged = LoggedTrack(
            time: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000, mount: plan.number,
            artist: track.artist ?? "", title: track.title ?? "")
        defer { last = logged }
        if logged.artist != last?.artist || logged.title != last?.title { report(logged) }
    }
}

struct LoadServerTestError: Error {
    var text: String
}
