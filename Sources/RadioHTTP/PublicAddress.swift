/// Distinguishes public addresses from those of this computer and of networks that are not public (RFC 6890).
enum PublicAddress {
    /// Returns true if the address is public.
    /// - Parameter bytes: The four bytes of an IPv4 address, or the sixteen of an IPv6 address.
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: isPublicIPv4(bytes)
        case 16: isPublicIPv6(bytes)
        case _: false
        }
    }

    private static func isPublicIPv4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        // 0/8 is this network, 10/8 private, 127/8 loopback, and 224 and above multicast, reserved and broadcast.
        case (0, _), (10, _), (127, _), (224..., _): false
        // Carrier networks, link-local, private (two ranges) and benchmark addresses.
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): false
        case (192, 0): bytes[2] != 0
        case _: true
        }
    }

    private static func isPublicIPv6(_ bytes: [UInt8]) -> Bool {
        // ::ffff:0:0/96 and 64:ff9b::/96 contain IPv4 addresses. ::/96 contains the loopback, and no public address.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11] {
            return bytes[10] == 0xFF && isPublicIPv4(Array(bytes[12...]))
        }
        if bytes[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return isPublicIPv4(Array(bytes[12...]))
        }
        // Unique local (fc00::/7), link-local and site-local (both in fe80::/9), and multicast (ff00::/8) addresses.
        return bytes[0] & 0xFE != 0xFC && !(bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80) && bytes[0] != 0xFF
    }
}
