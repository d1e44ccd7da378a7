import Longwave

extension DirectoryAddress {
    /// The directory that is asked; nil where none is to be.
    /// - Parameter named: a server's address on the command line.
    static func asked(_ named: String?) -> DirectoryAddress? {
        if let named { return DirectoryAddress(url: named) }
        let surroundings = Environment.value(variable)
        return DirectoryAddress(environment: surroundings.map { [variable: $0] } ?? [:])
    }
}
