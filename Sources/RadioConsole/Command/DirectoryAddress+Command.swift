import Longwave

extension DirectoryAddress {
    /// The directory that is asked; nil where none is to be.
    /// - Parameter named: a server's address on the command line.
    static func asked(_ named: String?) -> DirectoryAddress? {
        named.map { DirectoryAddress(url: $0) } ?? asked(Configuration.ofUser.directory)
    }

    static func asked(_ choice: DirectoryChoice?) -> DirectoryAddress? { choice.map(\.address) ?? .radioBrowser }
}
