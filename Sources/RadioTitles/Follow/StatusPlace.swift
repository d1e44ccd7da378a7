import RadioText

/// Where a page may be that tells of a mount: at the server's root, below a path that leads to another server behind it
/// (AzuraCast: `/listen/station/status-json.xsl`), or of one stream only (SHOUTcast 2 without `/statistics`). A pure value.
struct StatusPlace: Hashable, Sendable {
    /// Paths that are tried for one mount, the longest first.
    static let maximumPrefixes = 3

    /// `http://host:8000`.
    var server: String
    /// `/listen/station`; empty: the root.
    var prefix = ""
    /// SHOUTcast's number of the only stream that it tells of; nil: of all mounts.
    var stream: Int?

    /// In the order in which they are tried.
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

    /// The mount on a page that was read here. A server behind a path may know of it, or not.
    func mount(at target: String, on page: StatusPage) -> MountStatus? {
        let inner = target.hasPrefix(prefix + "/") ? String(target.dropFirst(prefix.utf8.count)) : target
        if stream != nil { return page.onlyMount(at: inner) }
        return page.mount(at: target) ?? (prefix.isEmpty ? nil : page.mount(at: inner))
    }
}
