import Glibc
import RadioFormats
import RadioLoop
import TestSupport

/// A station on the loopback that sends FLAC at the speed of its loop's clock, and costs little to send and decode.
///
/// A frame is 100 ms at 1 kHz. All its samples have one value, which names the station and the frame.
final class VirtualStation {
    static let (sampleRate, frameLength) = (1000, 100)
    /// After this many frames, the values repeat.
    static let cycle = 1024
    /// The value of the sound of a file that is not a station's.
    static let fileValue: Int16 = 7 << 12

    let number: Int
    let name: String
    private let loop: EventLoop
    private let began: MonotonicInstant
    private let framesPerSecond: Double
    private var listener: (descriptor: Int32, watch: DescriptorWatch)?
    private var port: UInt16 = 0
    private var timer: LoopTimer!
    private var connections: [Connection] = []
    private(set) var connectionCount = 0
    /// Whether digital silence is sent.
    var isDeadAir = false

    /// The sound that a new listener gets at once, in frames.
    private static let burst = 40
    /// The time between two packets of the network. Longer ones cost less.
    private static let interval = Duration.milliseconds(500)

    private struct NoPort: Error {}

    private final class Connection {
        let descriptor: Int32
        var watch: DescriptorWatch?
        /// The frame that is sent next; nil before the request.
        var next: Int?

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit {
            watch?.cancel()
            close(descriptor)
        }
    }

    /// - Parameters:
    ///   - number: 1…6.
    ///   - ppm: by how much the station's clock is faster than the loop's, in parts per million.
    init(_ number: Int, loop: EventLoop, ppm: Double) throws {
        (self.number, self.loop, began) = (number, loop, loop.now)
        name = "station \(number)"
        framesPerSecond = Double(Self.sampleRate / Self.frameLength) * (1 + ppm / 1e6)
        timer = loop.makeTimer { [weak self] in self?.send() }
        try comeBack()
    }

    deinit {
        timer.cancel()
        leave()
    }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// The newest frame of the programme.
    private func live(at now: MonotonicInstant) -> Double {
        Double(Self.burst) + began.duration(to: now).inSeconds * framesPerSecond
    }

    /// How far a frame that was heard is behind the newest one of that time, in seconds of the station.
    func delay(of frame: Int, heardAt time: MonotonicInstant) -> Double {
        (live(at: time) - Double(frame)).remainder(dividingBy: Double(Self.cycle)) * Double(Self.frameLength)
            / Double(Self.sampleRate)
    }

    // MARK: Trouble

    /// Closes all connections.
    func drop() { connections = [] }

    var isAway: Bool {
        get { listener == nil }
        set { if newValue != isAway { newValue ? leave() : try? comeBack() } }
    }

    private func leave() {
        listener?.watch.cancel()
        if let listener { close(listener.descriptor) }
        listener = nil
        drop()
    }

    private func comeBack() throws {
        let new = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        setsockopt(new, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(new, $0, length) != 0 || listen(new, 8) != 0 ? -1 : getsockname(new, $0, &length)
            }
        }
        guard result == 0 else {
            close(new)
            throw NoPort()
        }
        port = UInt16(bigEndian: address.sin_port)
        listener = (new, try loop.watch(new, for: .readable) { [weak self] _ in self?.accept(on: new) })
    }

    // MARK: Serving

    private func accept(on listener: Int32) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        connectionCount += 1
        let connection = Connection(descriptor)
        connections.append(connection)
        connection.watch = try? loop.watch(descriptor, for: .readable) { [weak self, weak connection] _ in
            if let connection { self?.read(connection) }
        }
    }

    private func read(_ connection: Connection) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard recv(connection.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 else {
            return connections.removeAll { $0 === connection }
        }
        guard connection.next == nil else { return }
        connection.next = Int(live(at: loop.now)) - Self.burst
        let head = "HTTP/1.0 200 OK\r\nContent-Type: audio/flac\r\nicy-name: \(name)\r\n\r\n"
        write(Array(head.utf8) + Self.beginning, to: connection)
        send()
    }

    private func write(_ bytes: [UInt8], to connection: Connection) {
        if Glibc.send(connection.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count {
            connections.removeAll { $0 === connection }
        }
    }

    private func send() {
        let end = Int(live(at: loop.now))
        for connection in connections {
            guard let next = connection.next, next < end else { continue }
            connection.next = end
            write((next..<end).flatMap(frame), to: connection)
        }
        if connections.isEmpty { timer.disarm() } else { timer.rearm(after: Self.interval) }
    }

    // MARK: FLAC (RFC 9639)

    /// `fLaC` and the STREAMINFO block.
    static let beginning: [UInt8] = {
        let length = [UInt8(frameLength >> 8), UInt8(frameLength & 0xFF)]
        let form = UInt64(sampleRate) << 44 | UInt64(16 - 1) << 36
        let formBytes = (0..<8).map { UInt8(truncatingIfNeeded: form >> (56 - 8 * $0)) }
        let info = length + length + [UInt8](repeating: 0, count: 6) + formBytes + [UInt8](repeating: 0, count: 16)
        return Array("fLaC".utf8) + [0x80, 0, 0, UInt8(info.count)] + info
    }()

    private func frame(_ frame: Int) -> [UInt8] {
        Self.frame(frame, value: isDeadAir ? 0 : Int16(number << 12 | (frame % Self.cycle) << 2))
    }

    /// A frame whose only subframe has one value.
    static func frame(_ number: Int, value: Int16) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xF8, 0x60, 0x08] + coded(number) + [UInt8(frameLength - 1)]
        bytes.append(bytes.withUnsafeBytes { FlacChecksum.header($0[...]) })
        bytes += [0, UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
        let sum = bytes.withUnsafeBytes { FlacChecksum.frame($0) }
        return bytes + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    }

    /// A number in the form of UTF-8, which FLAC uses for up to 36 bits.
    private static func coded(_ number: Int) -> [UInt8] {
        if number < 0x80 { return [UInt8(number)] }
        var count = 2
        while number >> (5 * count + 1) > 0 { count += 1 }
        let first = UInt8(truncatingIfNeeded: 0xFF00 >> count) | UInt8(number >> (6 * (count - 1)))
        return [first] + (1..<count).map { UInt8(0x80 | number >> (6 * (count - 1 - $0)) & 0x3F) }
    }
}
