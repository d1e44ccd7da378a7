import RadioFormats
import RadioStations

/// The station directory to use.
public enum DirectoryAddress: Hashable, Sendable {
    /// radio-browser's servers, found by a DNS name.
    case radioBrowser
    /// One server with the same API. The URL is the part before `/json`.
    case server(String)

    /// Creates a server's address without trailing slashes; nil if the URL is no `http:` or `https:` address.
    public init?(url: String) {
        guard StationLibrary.isRemote(url), let authority = URLReference(url).authority, !authority.isEmpty else {
            return nil
        }
        var url = url
        while url.hasSuffix("/") { url.removeLast() }
        self = .server(url)
    }

    /// The environment variable that names another server, or disables the directory with `none`.
    package static let variable = "LONGWAVE_DIRECTORY"

    /// Creates the address of the directory to use if the user names none. Returns nil if `$LONGWAVE_DIRECTORY` is
    /// `none` or not an address.
    public init?(environment: [String: String]) {
        switch environment[Self.variable] {
        case nil, "": self = .radioBrowser
        case let url?:
            guard let address = DirectoryAddress(url: url) else { return nil }
            self = address
        }
    }

    /// The directory's name in messages and in names of cached responses.
    package var name: String {
        switch self {
        case .radioBrowser: "radio-browser"
        case .server(let url): url
        }
    }
}
