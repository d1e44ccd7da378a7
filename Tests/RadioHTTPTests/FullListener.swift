import Glibc

/// A listener whose queue is full: the system drops further attempts to connect, so that they hang.
final class FullListener {
    let url: String
    private var descriptors: [Int32] = []

    init() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var fillers: [Int32] = []
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size)
                listen(listener, 0)
                getsockname(listener, $0, &size)
                for _ in 0..<3 {
                    let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                    _ = fcntl(filler, F_SETFL, O_NONBLOCK)
                    connect(filler, $0, size)
                    fillers.append(filler)
                }
            }
        }
        descriptors += fillers
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
