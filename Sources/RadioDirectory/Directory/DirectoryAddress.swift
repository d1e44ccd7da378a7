import RadioFormats
import RadioStations

/// Which directory of stations is asked.
public enum DirectoryAddress: Hashable, Sendable {
    /// radio-browser's servers, looked up by name.
    case radioBrowser
    /// One server that answers as they do: the address before `/json`.
    case server(String)

    /// A server's address, without the slashes at its end; nil where that is no `http:` or `https:` address.
    public init?(url: String) {
        guard StationLibrary.isRemote(url), let authority = URLReference(url).authority, !authority.isEmpty else {
            return nil
        }
        var url = url
        while url.hasSuffix("/") { url.removeLast() }
        self = .server(url)
    }

    /// The variable that names another server, or with `none` forbids to ask any.
    package static let variable = "LONGWAVE_DIRECTORY"

    /// Which directory is asked when none is named; nil: none is, and what the variable says is `none` or no address.
    public init?(environment: [String: String]) {
        switch environment[Self.variable] {
        case nil, "": self = .radioBrowser
        case let url?:
            guard let address = DirectoryAddress(url: url) else { return nil }
            self = address
        }
    }

    /// What messages and copies call it.
    package var name: String {
        switch self {
        case .radioBrowser: "radio-browser"
        case .server(let url): url
        }
    }
}
