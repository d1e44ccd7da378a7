import Longwave
import RadioHTTP
import RadioJSON

/// An account at a service for listening histories, with the listener's login.
package struct ScrobblingAccount: Hashable, Sendable {
    /// The kind of service, and the secrets that prove the listener's identity.
    package enum Login: Hashable, Sendable {
        case listenBrainz(token: Secret)
        /// The key and the secret of the program's registration, and the listener's session.
        case lastFm(key: Secret, secret: Secret, session: Secret)
    }

    /// The name that the listener gave to the account.
    package var name: String
    /// The base address of the service's API, without a slash at the end.
    package var server: String
    /// The listener's name at the service.
    package var user: String
    package var login: Login

    package init(name: String, server: String, user: String, login: Login) {
        (self.name, self.server, self.user, self.login) = (name, server, user, login)
    }

    /// The kind of service, as named in the file of accounts and on the command line.
    package var service: String {
        switch login {
        case .listenBrainz: "listenbrainz"
        case .lastFm: "lastfm"
        }
    }

    /// The largest number of listens in one request.
    var maximumBatch: Int {
        switch login {
        case .listenBrainz: ListenBrainz.maximumBatch
        case .lastFm: LastFm.maximumBatch
        }
    }

    private var secrets: [Secret] {
        switch login {
        case .listenBrainz(let token): [token]
        case .lastFm(let key, let secret, let session): [key, secret, session]
        }
    }

    /// A short hash that distinguishes this login from others. It does not reveal the secrets.
    var fingerprint: String {
        let text = secrets.map(\.text).joined(separator: "\n")
        return MessageDigest.hexadecimal(.sha256, of: text).map { String($0.prefix(8)) } ?? ""
    }

    /// Returns a message from the account's server, without the account's secrets and cut to 200 characters.
    func clean(_ words: String) -> String {
        var words = words
        for secret in secrets where !secret.text.isEmpty { words = words.replacing(secret.text, with: "***") }
        return String(PlainText.clean(words).prefix(200))
    }

    // MARK: Typed values

    private static let maximumName = 32
    private static let maximumSecret = 512

    /// Whether the text can be an account's name: letters, digits, dots, dashes and underscores.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumName
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case _: "._-".utf8.contains(byte)
                }
            }
    }

    /// Whether the text can be a token or key: visible ASCII characters without spaces.
    package static func isSecret(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumSecret && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// Converts a typed server's address to the form in which it is stored; nil if the text is not a server's address.
    ///
    /// An address without a scheme gets `https`.
    package static func server(_ text: String) -> String? {
        var address = text.contains("://") ? text : "https://" + text
        while address.hasSuffix("/") { address.removeLast() }
        let parts = URLReference(address)
        guard ["http", "https"].contains(parts.scheme?.lowercased()), address.utf8.count <= 500,
            let authority = parts.authority, !authority.isEmpty, !authority.contains("@"), parts.query == nil,
            parts.fragment == nil, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return address
    }

    // MARK: The file

    /// Why an account in the file is invalid.
    struct Unreadable: Error {
        var reason: String
    }

    /// Reads an account from its JSON value in the file of accounts.
    init(_ value: JSONValue) throws(Unreadable) {
        func text(_ name: String) throws(Unreadable) -> String {
            guard let text = value[name]?.string else { throw Unreadable(reason: "an account has no \"\(name)\"") }
            return text
        }
        func secret(_ name: String) throws(Unreadable) -> Secret {
            let text = try text(name)
            guard Self.isSecret(text) else { throw Unreadable(reason: "an account's \"\(name)\" is invalid") }
            return Secret(text)
        }
        (name, user) = (try text("name"), value["user"]?.string ?? "")
        guard Self.isName(name) else { throw Unreadable(reason: "an account's name is invalid") }
        guard let server = Self.server(try text("server")) else {
            throw Unreadable(reason: "the account \(name) has no server address")
        }
        self.server = server
        switch try text("service") {
        case "listenbrainz": login = .listenBrainz(token: try secret("token"))
        case "lastfm":
            login = .lastFm(key: try secret("key"), secret: try secret("secret"), session: try secret("session"))
        case _: throw Unreadable(reason: "the account \(name) has an unknown service")
        }
    }

    /// The account's JSON value in the file of accounts, including its secrets.
    var json: JSONNode {
        let login: [(String, Secret)] =
            switch login {
            case .listenBrainz(let token): [("token", token)]
            case .lastFm(let key, let secret, let session): [("key", key), ("secret", secret), ("session", session)]
            }
        let plain = [("name", name), ("service", service), ("server", server), ("user", user)]
        return .object((plain + login.map { ($0, $1.text) }).map { .init(name: $0, value: .string($1)) })
    }
}
