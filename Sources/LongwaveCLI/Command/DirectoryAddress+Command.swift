import Longwave

extension DirectoryAddress {
    /// Returns the address of the online directory of stations; nil if the directory is switched off.
    /// - Parameter named: a server's address from the command line; nil for the configuration's choice.
    static func asked(_ named: String?) -> DirectoryAddress? {
        named.map { DirectoryAddress(url: $0) } ?? asked(Configuration.ofUser.directory)
    }

    static func asked(_ choice: DirectoryChoice?) -> DirectoryAddress? { choice.map(\.address) ?? .radioBrowser }
}
