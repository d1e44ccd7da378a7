import Glibc
import Longwave
import RadioJSON
import RadioLoop

/// The file of accounts: `scrobbling.json` in the user's settings folder. No other user may read the file.
package struct ScrobblingAccounts: Hashable, Sendable {
    /// Why the file cannot be used.
    package enum Failure: Error, Hashable, Sendable {
        /// Other users of the computer can read the file, which contains secrets.
        case open(String)
        case unreadable(String, reason: String)
        case unwritable(String, reason: String)
        case tooMany

        package var sentence: String {
            switch self {
            case .open(let path):
                "\(path) contains passwords, and others can read it. Protect it with \"chmod 600 \(path)\". Until then "
                    + "nothing is scrobbled."
            case .unreadable(let path, let reason): "\(path) cannot be read: \(reason). Nothing is scrobbled."
            case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)."
            case .tooMany: "There are already \(ScrobblingAccounts.maximumCount) accounts; remove one first."
            }
        }
    }

    package static let maximumCount = 8
    private static let maximumBytes = 65_536
    private static let version = 1

    package let path: String
    package private(set) var accounts: [ScrobblingAccount] = []

    /// Returns the usual path of the file.
    /// - Returns: nil if the user's settings folder is not known.
    package static func usualPath(environment: [String: String]) -> String? {
        UserFolders(environment: environment).config.map { $0 + "/scrobbling.json" }
    }

    /// Reads the file. A missing file counts as a file without accounts.
    package init(path: String) throws(Failure) {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return }
            throw .unreadable(path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & 0o077 == 0 else { throw .open(path) }
        let bytes: [UInt8]
        do throws(LocalFile.Failure) { bytes = try LocalFile.read(path, maximum: Self.maximumBytes) } catch {
            throw .unreadable(path, reason: error.reason)
        }
        guard bytes.count <= Self.maximumBytes else { throw .unreadable(path, reason: "it is too long") }
        do {
            let value = try JSONReader.read(bytes)
            guard value["version"]?.integer == Self.version, case .array(let items)? = value["accounts"] else {
                throw ScrobblingAccount.Unreadable(reason: "another version of Longwave wrote it")
            }
            for item in items.prefix(Self.maximumCount) { accounts.append(try ScrobblingAccount(item)) }
        } catch let error as ScrobblingAccount.Unreadable {
            throw .unreadable(path, reason: error.reason)
        } catch { throw .unreadable(path, reason: "it is not valid JSON") }
    }

    package subscript(name: String) -> ScrobblingAccount? { accounts.first { $0.name == name } }

    /// Adds an account, or replaces the account with the same name.
    package mutating func set(_ account: ScrobblingAccount) throws(Failure) {
        if let place = accounts.firstIndex(where: { $0.name == account.name }) {
            accounts[place] = account
        } else {
            guard accounts.count < Self.maximumCount else { throw .tooMany }
            accounts.append(account)
        }
        try write()
    }

    /// Removes an account.
    /// - Returns: false if there is no account with this name.
    package mutating func remove(_ name: String) throws(Failure) -> Bool {
        guard let place = accounts.firstIndex(where: { $0.name == name }) else { return false }
        accounts.remove(at: place)
        try write()
        return true
    }

    /// Writes the file, or deletes it if no account is left.
    private func write() throws(Failure) {
        guard !accounts.isEmpty else {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .unwritable(path, reason: String(cString: strerror(errno)))
            }
            return
        }
        let node = JSONNode.members(["version": .int(Int64(Self.version)), "accounts": .array(accounts.map(\.json))])
        do throws(LocalFile.Failure) { try LocalFile.replace(path, with: Array((node.text() + "\n").utf8)) } catch {
            throw .unwritable(path, reason: error.reason)
        }
    }
}
