import Glibc
import RadioLoop
import Synchronization
import TestSupport

/// A name server on a free UDP port of the loopback: answers each question for a known name and type, and says of others that there
/// is no such name.
final class NameServer: Sendable {
    struct Question: Hashable, Sendable {
        var name: String
        var type: UInt8
    }

    struct NoSocket: Error {}

    let port: UInt16
    private let descriptor: Int32
    private let answers: [Question: [[UInt8]]]
    private let asked = Mutex<[Question]>([])
    private let ended = TestSignal()

    /// - Parameter answers: the data of the records, by name and type.
    init(_ answers: [Question: [[UInt8]]]) throws {
        self.answers = answers
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw NoSocket() }
        LoopThread.start { [self] in serve() }
    }

    deinit { close(descriptor) }

    var questions: [Question] { asked.withLock { $0 } }

    /// Must be called: a server that listens keeps itself alive.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        _ = ended.wait()
    }

    private func serve() {
        defer { ended.raise() }
        var bytes = [UInt8](repeating: 0, count: 512)
        while true {
            var peer = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let count = withUnsafeMutablePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &bytes, bytes.count, 0, $0, &size)
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            guard let (question, name) = Self.question(Array(bytes.prefix(count))) else { continue }
            asked.withLock { $0.append(question) }
            let records = answers[question]
            var message = NameAnswer.message(
                name, question.type, id: Array(bytes.prefix(2)), (records ?? []).map { (question.type, $0) })
            if records == nil { message[3] |= 3 }
            withUnsafePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(descriptor, message, message.count, 0, $0, size)
                }
            }
        }
    }

    private static func question(_ message: [UInt8]) -> (Question, [UInt8])? {
        guard message.count > 16 else { return nil }
        var labels: [String] = []
        var place = 12
        while place < message.count, message[place] > 0, place + Int(message[place]) < message.count {
            labels.append(String(decoding: message[(place + 1)...(place + Int(message[place]))], as: UTF8.self))
            place += Int(message[place]) + 1
        }
        guard place + 2 < message.count else { return nil }
        return (Question(name: labels.joined(separator: "."), type: message[place + 2]), Array(message[12...place]))
    }
}
