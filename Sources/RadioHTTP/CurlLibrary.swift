import CCurl
import Glibc

/// The parts of libcurl that are set up once per process.
enum CurlLibrary {
    /// False if libcurl could not be initialised. The process never cleans libcurl up.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// True if libcurl knows the suffixes under which anybody may own a domain, such as `co.uk`. Without them, a server
    /// could set cookies for other people's hosts.
    static let knowsPublicSuffixes = longwave_has_public_suffixes() != 0

    private static let debianCertificates = "/etc/ssl/certs"

    /// The system's folder of certificates under hashed names, or nil if there is no such folder.
    ///
    /// From the folder, libcurl reads the one certificate that it needs instead of a bundle of 150 (docs/DECISIONS.md).
    static let certificateFolder: String? = {
        guard let folder = opendir(debianCertificates) else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // OpenSSL's `rehash` makes names of eight hexadecimal digits, a dot and a number.
            if name.utf8.count == 10, name.hasSuffix(".0"), name.utf8.prefix(8).allSatisfy(isHexDigit) {
                return debianCertificates
            }
        }
        return nil
    }()

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
