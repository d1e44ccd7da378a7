import RadioFormats

/// The answers to one request, redirects included, as they came. A pure value.
package struct RedirectChain: Hashable, Sendable {
    package struct Hop: Hashable, Sendable {
        /// What was asked for.
        package var url: String
        package var status: Int

        package init(url: String, status: Int) {
            self.url = url
            self.status = status
        }

        /// The address is to be forgotten for the one that it leads to (RFC 9110 §15.4.2, §15.4.9).
        package var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// As many as are kept; a server's chain ends long before.
    package static let maximumHops = 32

    /// The last one gave the content, or the error.
    package private(set) var hops: [Hop] = []

    package init(_ hops: [Hop] = []) { self.hops = Array(hops.prefix(Self.maximumHops)) }

    mutating func add(_ hop: Hop) {
        if hops.count < Self.maximumHops { hops.append(hop) }
    }

    package var isRedirected: Bool { hops.count > 1 }

    /// The address that stands for the first one from now on: behind all redirects that are permanent, up to the first that is
    /// not. Nil where the first is none, and where the address has a name and password in it, which no redirect repeats.
    package var permanentURL: String? {
        var index = 0
        while index + 1 < hops.count, hops[index].isPermanent { index += 1 }
        guard index > 0, hops[index].url != hops[0].url,
            URLReference(hops[0].url).authority?.contains("@") != true
        else { return nil }
        return hops[index].url
    }
}
