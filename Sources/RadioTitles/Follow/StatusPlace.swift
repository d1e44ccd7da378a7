import RadioText

/// A base address at which a server may have a status page. A pure value.
///
/// It is the server's root, or a path that a proxy passes on to another server (AzuraCast:
/// `/listen/station/status-json.xsl`). With ``stream``, it stands for the page of a single stream (SHOUTcast 2 without
/// `/statistics`).
struct StatusPlace: Hashable, Sendable {
    /// Maximum number of paths that are tried for one mount, the longest first.
    static let maximumPrefixes = 3

    /// Scheme, host and port, such as `http://host:8000`.
    var server: String
    /// A path such as `/listen/station`; empty for the root.
    var prefix = ""
    /// SHOUTcast's number for the only stream on the page; nil if the page lists all mounts.
    var stream: Int?

    /// Returns the places of the status pages that may list the stream at an address, in the order in which they are
    /// tried.
    static func all(for address: PageAddress) -> [StatusPlace] {
        let steps = address.target.prefix { $0 != "?" }.split(separator: "/")
        let prefixes = (1..<max(steps.count, 1)).reversed().prefix(maximumPrefixes).map { count in
            "/" + steps.prefix(count).joined(separator: "/")
        }
        let whole =
            [StatusPlace(server: address.server)] + prefixes.map { StatusPlace(server: address.server, prefix: $0) }
        let stream = StatusPage.stream(of: address.target)
        return whole + whole.prefix(2).map { StatusPlace(server: $0.server, prefix: $0.prefix, stream: stream) }
    }

    var pages: [(form: StatusForm, path: String)] {
        StatusForm.allCases.flatMap { form in form.paths(stream: stream).map { (form, prefix + $0) } }
    }

    /// Finds a mount on a page that was read at this place. If the place has a ``prefix``, the page may list the mount
    /// with or without the prefix.
    func mount(at target: String, on page: StatusPage) -> MountStatus? {
        let inner = target.hasPrefix(prefix + "/") ? String(target.dropFirst(prefix.utf8.count)) : target
        if stream != nil { return page.onlyMount(at: inner) }
        return page.mount(at: target) ?? (prefix.isEmpty ? nil : page.mount(at: inner))
    }
}
