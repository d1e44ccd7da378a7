import RadioFormats

/// The mounts on a streaming server's status page. The page is read even if it breaks JSON's rules.
package struct StatusPage: Hashable, Sendable {
    /// Maximum length of a page in bytes. Longer input is not a page.
    package static let maximumBytes = 1 << 20
    /// Maximum number of mounts. Further mounts are left out.
    package static let maximumMounts = 1024
    /// Maximum length of one text in bytes. Longer texts are cut.
    static let maximumValue = 4096

    package let mounts: [MountStatus]
    private let places: [String: Int]

    init(mounts: [MountStatus]) {
        self.mounts = mounts
        places = Dictionary(mounts.enumerated().map { ($1.path, $0) }) { first, _ in first }
    }

    /// Reads a page. Returns nil if the bytes are not a page of this form, or if the page is cut off.
    ///
    /// An incomplete page is refused, because it may lack mounts that exist.
    package static func read(_ bytes: [UInt8], as form: StatusForm) -> StatusPage? {
        guard bytes.count <= maximumBytes else { return nil }
        switch form {
        case .icecast: return icecast(bytes)
        case .shoutcast: return shoutcast(bytes)
        case .sevenFields: return SevenFields.mount(bytes).map { StatusPage(mounts: [$0]) }
        }
    }

    /// Returns the mount for the path and query of an address, such as `/radio.mp3?x=1`, or nil if the page lacks it.
    ///
    /// SHOUTcast's streams have many addresses: `/`, `/;`, `/;stream.mp3`, `/stream`, `/stream/2/`, `/;?sid=2`, and a
    /// path that the operator chose.
    package func mount(at target: String) -> MountStatus? {
        let path = Self.path(target)
        if let place = places[path] { return mounts[place] }
        if let mount = mounts.first(where: { Self.isEscaped($0.path, path) }) { return mount }
        guard mounts.contains(where: { $0.stream != nil }) else { return nil }
        if mounts.count == 1, !target.contains("sid=") { return mounts[0] }
        let number = Self.stream(of: target)
        return mounts.first { $0.stream == number }
    }

    /// Returns the mount of a page that was requested for one SHOUTcast stream, if the address `target` belongs to that
    /// stream.
    ///
    /// Returns nil if the address has a path of its own, which the operator chose for another stream, or if the page
    /// has not exactly one mount.
    package func onlyMount(at target: String) -> MountStatus? {
        guard mounts.count == 1, let mount = mounts.first else { return nil }
        let path = Self.path(target)
        let isNumbered =
            path == "/" || path.hasPrefix("/;") || target.contains("sid=")
            || path.split(separator: "/").first == "stream"
        return isNumbered || mount.path.isEmpty || mount.path == "/" || Self.isEscaped(mount.path, path)
            || mount.path == path ? mount : nil
    }

    /// Returns the number of the SHOUTcast stream that an address names, or 1 if it names none.
    package static func stream(of target: String) -> Int {
        if let range = target.firstRange(of: "sid=") {
            return Int(target[range.upperBound...].prefix { $0.isNumber }) ?? 1
        }
        let steps = path(target).split(separator: "/")
        return steps.count >= 2 && steps[0] == "stream" ? Int(steps[1]) ?? 1 : 1
    }

    // MARK: Forms

    /// Reads Icecast's page.
    private static func icecast(_ bytes: [UInt8]) -> StatusPage? {
        var mounts: [MountStatus] = []
        let shownNames = ["artist", "title", "album", "yp_currently_playing", "url"]
        var json = StatusJSON(
            bytes, wanted: shownNames + ["icestats", "listenurl", "server_name", "server_description"])
        let isWhole = json.read { object in
            guard mounts.count < maximumMounts, let address = object["listenurl"] else { return }
            let shown = shownNames.compactMap { object.member($0) }
            mounts.append(
                MountStatus(
                    path: path(ofURL: address), isUp: true, nameBytes: object.member("server_name")?.value ?? [],
                    descriptionBytes: object.member("server_description")?.value ?? [], shown: shown.map(\.field),
                    raw: StatusJSON.raw(shown)))
        }
        return isWhole && json.names.contains("icestats") ? StatusPage(mounts: mounts) : nil
    }

    /// Reads SHOUTcast's page.
    private static func shoutcast(_ bytes: [UInt8]) -> StatusPage? {
        var mounts: [MountStatus] = []
        var json = StatusJSON(
            bytes,
            wanted: [
                "streamstatus", "songtitle", "streampath", "id", "servertitle", "totalstreams", "activestreams",
            ])
        let isWhole = json.read { object in
            guard mounts.count < maximumMounts, let up = object["streamstatus"] else { return }
            let title = object.member("songtitle")
            mounts.append(
                MountStatus(
                    path: object["streampath"].map { path($0) } ?? "",
                    stream: object["id"].flatMap { Int($0) } ?? mounts.count + 1,
                    isUp: up == "1", nameBytes: object.member("servertitle")?.value ?? [],
                    shown: [
                        MountStatus.Field(name: "songtitle", value: title?.value ?? [])
                    ], raw: title?.value ?? []))
        }
        let isPage = !mounts.isEmpty || json.names.contains("totalstreams") || json.names.contains("activestreams")
        return isWhole && isPage ? StatusPage(mounts: mounts) : nil
    }

    // MARK: Addresses

    /// Returns the path of the address in `listenurl`. The host in it is ignored, because it is often not the host from
    /// which the stream is received.
    private static func path(ofURL url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return path(url) }
        let rest = url[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { path(String(rest[$0...])) } ?? "/"
    }

    private static func path(_ target: String) -> String {
        let path = String(target.prefix { $0 != "?" && $0 != "#" })
        // A proxy may put a slash before the path: `//listen/station/radio.mp3` (AzuraCast issue 8512).
        return "/" + path.drop { $0 == "/" }
    }

    private static func isEscaped(_ one: String, _ other: String) -> Bool {
        guard one.contains("%") || other.contains("%") || one.contains(" ") else { return false }
        return EscapedTitle.percentDecoded(one) == EscapedTitle.percentDecoded(other)
    }
}
