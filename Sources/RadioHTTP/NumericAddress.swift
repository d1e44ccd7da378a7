import CCurl
import Glibc

/// The numeric IP address and port that a socket is to be connected to.
struct NumericAddress {
    /// Four bytes for IPv4, or sixteen for IPv6.
    let bytes: [UInt8]
    let port: Int

    /// Reads the address that libcurl is about to connect to. Returns nil if the address is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<curl_sockaddr>) {
        // libcurl's `addr` contains as many bytes as the address family needs, although its declared type may be
        // shorter.
        let raw = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        let length = Int(address.pointee.addrlen)
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let inner = raw.loadUnaligned(as: sockaddr_in.self)
            bytes = withUnsafeBytes(of: inner.sin_addr) { Array($0) }
            port = Int(UInt16(bigEndian: inner.sin_port))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let inner = raw.loadUnaligned(as: sockaddr_in6.self)
            bytes = withUnsafeBytes(of: inner.sin6_addr) { Array($0) }
            port = Int(UInt16(bigEndian: inner.sin6_port))
        case _: return nil
        }
    }

    var text: String {
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        let host = name.withUnsafeMutableBufferPointer {
            inet_ntop(family, bytes, $0.baseAddress!, socklen_t($0.count)).map { String(cString: $0) }
        }
        return Self.text(host ?? "", port: port)
    }

    /// Returns host and port as `192.0.2.1:8000` or `[2001:db8::1]:8000`.
    static func text(_ host: String, port: Int) -> String {
        "\(text(host)):\(port)"
    }

    /// Returns a host as it is written before a port: an IPv6 address in brackets.
    static func text(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// Returns the four or sixteen bytes of a numeric address, or an empty array if the text is not one.
    static func bytes(_ text: String) -> [UInt8] {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? withUnsafeBytes(of: sixteen) { Array($0) } : []
    }
}
