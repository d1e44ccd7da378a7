import RadioFormats

/// The responses to one request in their order: any number of redirects, then the content or an error. Pure.
package struct RedirectChain: Hashable, Sendable {
    /// One request and the status of its response.
    package struct Hop: Hashable, Sendable {
        /// The requested address.
        package var url: String
        package var status: Int

        /// Whether the redirect permanently replaces the address (RFC 9110 §15.4.2, §15.4.9).
        package var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// The maximum number of hops that are stored. Real chains of redirects are much shorter.
    package static let maximumHops = 32

    /// The hops. The last hop delivered the content or an error.
    package private(set) var hops: [Hop] = []

    package init(_ hops: [Hop] = []) { self.hops = Array(hops.prefix(Self.maximumHops)) }

    mutating func add(_ hop: Hop) {
        if hops.count < Self.maximumHops { hops.append(hop) }
    }

    package var isRedirected: Bool { hops.count > 1 }

    /// The address that permanently replaces the requested address. It is found by following the permanent redirects,
    /// up to the first temporary redirect.
    ///
    /// Nil if the first redirect is not permanent. Also nil if the requested address contains a name and password,
    /// because the target of a redirect does not contain them.
    package var permanentURL: String? {
        var index = 0
        while index + 1 < hops.count, hops[index].isPermanent { index += 1 }
        guard index > 0, hops[index].url != hops[0].url,
            URLReference(hops[0].url).authority?.contains("@") != true
        else { return nil }
        return hops[index].url
    }
}
