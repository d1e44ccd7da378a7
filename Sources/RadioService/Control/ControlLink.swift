import Glibc
import Longwave
import RadioJSON

/// A client of the shared player on a loop: asks, is answered some time later, and is told what happens there.
package final class ControlLink {
    /// Of an answer; a longer one is not of our service.
    private static let maximumLine = 16 << 20

    package typealias Answer = (Result<JSONValue, ControlError>) -> Void

    /// What the player tells: its `event`s' parameters.
    package var onEvent: (JSONValue) -> Void = { _ in }
    /// The player is gone.
    package var onEnd: () -> Void = {}

    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var answers: [Int: Answer] = [:]
    private var lastID = 0

    /// Nil where no shared player listens.
    /// - Parameter places: where it is looked for, in this order.
    package init?(places: [String], loop: EventLoop) {
        guard let found = places.lazy.compactMap({ ControlSocket.connect(to: $0) }).first else { return nil }
        descriptor = found
        watch = try? loop.watch(found, for: .readable) { [weak self] in self?.happened($0) }
        if watch == nil { return nil }
    }

    deinit { close() }

    /// Asks, and is called back on the loop; not at all once this is gone.
    package func ask(_ method: String, _ params: [JSONNode.Member] = [], then answer: @escaping Answer = { _ in }) {
        guard watch != nil else { return answer(.failure(.gone)) }
        lastID += 1
        answers[lastID] = answer
        output += ControlLine.request(method, params, id: lastID).utf8
        write()
    }

    private func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        Glibc.close(descriptor)
    }

    private func end() {
        guard watch != nil else { return }
        close()
        let waiting = answers.values
        answers = [:]
        for answer in waiting { answer(.failure(.gone)) }
        onEnd()
    }

    private func happened(_ events: DescriptorEvents) {
        if events.contains(.writable) { write() }
        if watch != nil, !events.isDisjoint(with: [.readable, .hangup, .error]) { read() }
    }

    private func write() {
        while watch != nil, !output.isEmpty {
            let count = output.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno != EAGAIN { return end() }
            guard count > 0 else { break }
            output.removeFirst(count)
        }
        watch?.update(output.isEmpty ? .readable : [.readable, .writable])
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end() }
        input += bytes[..<count]
        var start = 0
        while let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(input[start..<end])
            start = end + 1
            guard let value = try? JSONReader.read(line) else { return self.end() }
            take(value)
            guard watch != nil else { return }
        }
        input.removeFirst(start)
        if input.count > Self.maximumLine { end() }
    }

    private func take(_ value: JSONValue) {
        if let id = value["id"]?.number, let answer = answers.removeValue(forKey: Int(id)) {
            answer(value["error"].map { .failure(ControlError($0)) } ?? .success(value["result"] ?? .null))
        } else if value["method"]?.string == "event", let event = value["params"] {
            onEvent(event)
        }
    }
}
