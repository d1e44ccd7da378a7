import Longwave

/// The online directory of stations to use, or none. The default is the directory of radio-browser.
enum DirectoryChoice: Hashable, Sendable {
    case none
    case server(DirectoryAddress, url: String)

    /// Reads a command-line argument. Returns nil if it is invalid.
    /// - Parameter text: the address of the directory's server, without the path `/json` of its API; or `none`.
    init?(argument text: String) {
        if text == "none" {
            self = .none
        } else if let address = DirectoryAddress(url: text) {
            self = .server(address, url: text)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .none: "none"
        case .server(_, let url): url
        }
    }

    var address: DirectoryAddress? {
        switch self {
        case .none: nil
        case .server(let address, _): address
        }
    }
}
