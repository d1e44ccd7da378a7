import CCurl
import Glibc

/// Addresses of sockets as text.
enum NumericAddress {
    /// `192.0.2.1:8000` or `[2001:db8::1]:8000`.
    static func text(_ host: String, port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// What the library is about to connect to; nil for other families.
    static func text(_ address: UnsafePointer<curl_sockaddr>) -> String? {
        // The library's field is as long as the family needs, whatever its type says.
        let raw = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        let length = Int(address.pointee.addrlen)
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            var inner = raw.loadUnaligned(as: sockaddr_in.self)
            guard inet_ntop(AF_INET, &inner.sin_addr, &name, socklen_t(name.count)) != nil else { return nil }
            return text(string(name), port: Int(UInt16(bigEndian: inner.sin_port)))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            var inner = raw.loadUnaligned(as: sockaddr_in6.self)
            guard inet_ntop(AF_INET6, &inner.sin6_addr, &name, socklen_t(name.count)) != nil else { return nil }
            return text(string(name), port: Int(UInt16(bigEndian: inner.sin6_port)))
        case _: return nil
        }
    }

    /// The four or sixteen bytes of what the library is about to connect to; none for other families.
    static func bytes(_ address: UnsafePointer<curl_sockaddr>) -> [UInt8] {
        let raw = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        let length = Int(address.pointee.addrlen)
        switch address.pointee.family {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        case _: return []
        }
    }

    /// The port of what the library is about to connect to; 0 for other families.
    static func port(_ address: UnsafePointer<curl_sockaddr>) -> Int {
        guard [AF_INET, AF_INET6].contains(address.pointee.family) else { return 0 }
        // Both families have it in one place.
        let raw = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        return Int(UInt16(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_port))
    }

    /// The four or sixteen bytes of an address; none where it is none.
    static func bytes(_ text: String) -> [UInt8] {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? withUnsafeBytes(of: sixteen) { Array($0) } : []
    }

    private static func string(_ name: [CChar]) -> String {
        String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
