import RadioHTTP
import RadioJSON

/// The headers that tell browsers what the server's pages may do.
enum SecurityHeaders {
    /// Returns the headers of all answers.
    /// - Parameter page: the page whose only script and only style may run.
    static func all(for page: String) -> [(name: String, value: String)] {
        let policy = [
            "default-src 'none'", "script-src \(source(page, "script"))", "style-src \(source(page, "style"))",
            "img-src 'self' data:", "media-src 'self'", "connect-src 'self'", "form-action 'self'",
            "frame-ancestors 'none'", "base-uri 'none'",
        ].joined(separator: "; ")
        return [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
            // Browsers name the origin of a form only if they may name the page to the same server.
            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-store"),
        ]
    }

    /// Returns the digest of the page's element in the form of a policy (Content Security Policy Level 3 §2.3.1).
    private static func source(_ page: String, _ element: String) -> String {
        guard let start = page.firstRange(of: "<\(element)>"), let end = page.firstRange(of: "</\(element)>"),
            start.upperBound <= end.lowerBound
        else { return "'none'" }
        let digest = MessageDigest(.sha256)
        Array(page[start.upperBound..<end.lowerBound].utf8).withUnsafeBytes { digest.update($0) }
        return "'sha256-\(Base64.encode(digest.bytes ?? []))'"
    }
}
